"""Rolling dice for a block of games in lock-step: random words become the total of each colour."""

import numpy as np

from dicestats import streams
from dicestats.jit import jit

_MOST_SIDES_IN_PAIRS = 6  # dice with more sides are rolled one at a time
_SCAN = 256  # words that are scanned for rejected ones at a time

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


@jit
def _redraw(row, key, first, pair, word, sides):  # type: ignore[no-untyped-def]
    """Replace rejected words, so that every face is exactly equally likely."""
    outcomes = np.uint32(sides ** streams.dice_per_word(sides))
    bound = _bound(sides)
    for start in range(0, row.shape[0], _SCAN):
        part = row[start : start + _SCAN]
        least = np.uint32(_LOW)
        for i in range(part.shape[0]):
            least = min(least, np.uint32(part[i] * outcomes))
        if least < bound:
            for i in range(part.shape[0]):
                if np.uint32(part[i] * outcomes) < bound:
                    part[i] = streams.roll_word(key, first + start + i, pair, word, sides)


@jit
def _bound(sides):  # type: ignore[no-untyped-def]
    """Find the least fraction that may remain of a word (``streams.is_rejected``)."""
    return np.uint32((np.uint64(1) << _32) % np.uint64(sides ** streams.dice_per_word(sides)))


@jit(forceinline=True)
def _four_pairs(value, color, fraction, rest, sides):  # type: ignore[no-untyped-def]
    """Roll the pairs of dice of four colours: both faces of a pair as one number below sides^2."""
    one, two, three, four = value[color], value[color + 1], value[color + 2], value[color + 3]
    square = np.uint64(np.uint32(sides * sides))  # 32 bits: a multiplication of 64 takes longer
    for i in range(fraction.shape[0]):
        a = np.uint64(fraction[i]) * square
        b = (a & _LOW) * square
        c = (b & _LOW) * square
        d = (c & _LOW) * square
        rest[i] = d
        one[i] = a >> _32
        two[i] = b >> _32
        three[i] = c >> _32
        four[i] = d >> _32


@jit(forceinline=True)
def _eight_dice(block, color, key, first, pair, word, sides):  # type: ignore[no-untyped-def]
    """Roll words that are eight dice and no more: what remains tells which are rejected."""
    row, rest = block.words[word, pair & 3], block.rest
    _four_pairs(block.value, color, row, rest, sides)
    least = rest[0]
    for i in range(rest.shape[0]):
        least = min(least, rest[i])
    if least < _bound(sides):
        _redraw(row, key, first, pair, word, sides)
        _four_pairs(block.value, color, row, rest, sides)


@jit(forceinline=True)
def _sum_pair(total, sides):  # type: ignore[no-untyped-def]
    """Add the two digits of such a number, and 1 for each: faces count from 1.

    The first digit is how many multiples of ``sides`` (at most 6) the number reaches.
    """
    cast = total.dtype.type
    less, none, both_ones = cast(sides - 1), cast(0), cast(2)
    m1, m2, m3 = cast(sides), cast(2 * sides), cast(3 * sides)
    m4, m5 = cast(4 * sides), cast(5 * sides)
    for i in range(total.shape[0]):
        x = total[i]
        a = less if x >= m1 else none
        b = less if x >= m2 else none
        c = less if x >= m3 else none
        d = less if x >= m4 else none
        e = less if x >= m5 else none
        total[i] = x + both_ones - a - b - c - d - e


@jit
def _one_more(total, fraction, sides):  # type: ignore[no-untyped-def]
    s = np.uint64(np.uint32(sides))
    for i in range(total.shape[0]):
        one = np.uint64(fraction[i]) * s
        fraction[i] = one & _LOW
        total[i] += (one >> _32) + np.uint64(1)


@jit(forceinline=True)
def roll_colors(block, numbers, key, first, pair):  # type: ignore[no-untyped-def]
    """Sum the dice of each colour: leading base-``sides`` digits of the roll's words.

    Parameters
    ----------
    block : Block
        The first rows of ``value`` are filled.
    numbers : Numbers
        The rule values.
    key : array of uint64, shape (2,)
        The game's Philox key.
    first : int
        Index of the block's first game.
    pair : int
        Which pair, from 0.
    """
    sides, capacity = numbers.sides, streams.dice_per_word(numbers.sides)
    die, color = 0, 0
    in_pairs = numbers.dice_per_color == 2 and sides <= _MOST_SIDES_IN_PAIRS
    while color < numbers.colors:
        if in_pairs and color + 4 <= numbers.colors and die % capacity + 8 <= capacity:
            whole = capacity == 8
            _next_word(block, key, first, pair, die, sides, not whole)
            if whole:
                _eight_dice(block, color, key, first, pair, die // capacity, sides)
            else:
                row = block.words[die // capacity, pair & 3]
                _four_pairs(block.value, color, row, row, sides)
            for c in range(color, color + 4):
                _sum_pair(block.value[c], sides)
            color, die = color + 4, die + 8
            continue
        total = block.value[color]
        for i in range(total.shape[0]):
            total[i] = 0
        for _ in range(numbers.dice_per_color):
            _next_word(block, key, first, pair, die, sides, True)
            _one_more(total, block.words[die // capacity, pair & 3], sides)
            die += 1
        color += 1


@jit(forceinline=True)
def _next_word(block, key, first, pair, die, sides, check):  # type: ignore[no-untyped-def]
    capacity = streams.dice_per_word(sides)
    if die % capacity == 0:
        word = die // capacity
        if pair & 3 == 0:
            draw = streams.roll_draw(word, pair, 0)
            streams.fill(block.words[word], key, first, streams.DICE, draw)
        if check:
            _redraw(block.words[word, pair & 3], key, first, pair, word, sides)
