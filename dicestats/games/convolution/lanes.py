"""The steps of a turn, each over a block of games in lock-step: deal, see, pick, write.

A block is a set of arrays ``(rows, games)``; every step runs along the games of one row, so that
the compiler turns it into vector instructions (it gives up where a loop touches many arrays).
All that is remembered of a game is ``score`` and ``when``: what was written, and on which turn.
Scores are bytes where the rules' largest grand total is one, else 16 bits wide: half the memory
traffic, which is what limits these loops.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.arrays import aligned
from dicestats.games.convolution.sights import Scratch, make_scratch
from dicestats.games.convolution.views import OPEN, Small
from dicestats.jit import jit

_MOST_SIDES_IN_PAIRS = 6  # dice with more sides are rolled one at a time
_SCAN = 256  # words that are scanned for rejected ones at a time

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


class Numbers(NamedTuple):
    """The rule values that the steps need."""

    colors: int
    dice_per_color: int
    sides: int
    bluggard: int  # 0 or 1
    pairs: int
    twelve: int  # Bluggard value that falls under the first-to-12 rule, 0: none (ruling C5)
    leaders: NDArray[np.int64]  # (pairs)
    tops: Small  # (categories)
    first_tops: Small  # (categories + 1) written for a first top, or the top; for a first twelve


class Block(NamedTuple):
    """The arrays of one block of games, used again for the next."""

    words: NDArray[np.uint32]  # (words a roll, 4 rolls, games)
    value: Small  # (categories, games) face values of the present roll
    effective: NDArray[np.float32]  # (categories, games) what the acting seat would write
    scratch: Scratch  # the strategies' own
    choice: NDArray[np.uint8]  # (games)
    score: Small  # (seats, categories, games) written scores
    when: NDArray[np.uint8]  # (seats, categories, games) turn of writing, OPEN: not yet
    luck: NDArray[np.uint32]  # (seats, 4 turns, games) random words of drawing strategies


def make_block(numbers: Numbers, games: int) -> Block:
    """Allocate the arrays of a block.

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    games : int
        Games in the block.

    Returns
    -------
    Block
        Arrays with undefined content.
    """
    categories, small = numbers.pairs, numbers.tops.dtype
    dice = numbers.colors * numbers.dice_per_color
    words = -(-dice // streams.dice_per_word(numbers.sides))
    return Block(
        words=aligned((words, 4, games), np.uint32),
        value=aligned((categories, games), small),
        effective=aligned((categories, games), np.float32),
        scratch=make_scratch(categories, games, small),
        choice=aligned(games, np.uint8),
        score=aligned((2, categories, games), small),
        when=aligned((2, categories, games), np.uint8),
        luck=aligned((2, 4, games), np.uint32),
    )


@jit
def start(block: Block) -> None:
    """Empty the score sheets."""
    for seat in range(2):
        for c in range(block.value.shape[0]):
            score, when = block.score[seat, c], block.when[seat, c]
            for i in range(score.shape[0]):
                score[i] = 0
            for i in range(when.shape[0]):
                when[i] = OPEN


@jit
def _redraw(row, key, first, pair, word, sides):  # type: ignore[no-untyped-def]
    """Replace rejected words, so that every face is exactly equally likely."""
    outcomes = np.uint64(sides ** streams.dice_per_word(sides))
    bound = (np.uint64(1) << _32) % outcomes
    for start in range(0, row.shape[0], _SCAN):
        part, rejected = row[start : start + _SCAN], np.uint64(0)
        for i in range(part.shape[0]):
            rejected |= np.uint64(((np.uint64(part[i]) * outcomes) & _LOW) < bound)
        if rejected:
            for i in range(part.shape[0]):
                if ((np.uint64(part[i]) * outcomes) & _LOW) < bound:
                    part[i] = streams.roll_word(key, first + start + i, pair, word, sides)


@jit
def _four_pairs(value, color, fraction, sides):  # type: ignore[no-untyped-def]
    """Roll the pairs of dice of four colours: both faces of a pair as one number below sides^2."""
    one, two, three, four = value[color], value[color + 1], value[color + 2], value[color + 3]
    square = np.uint64(sides * sides)
    for i in range(fraction.shape[0]):
        a = np.uint64(fraction[i]) * square
        b = (a & _LOW) * square
        c = (b & _LOW) * square
        d = (c & _LOW) * square
        fraction[i] = d & _LOW
        one[i] = a >> _32
        two[i] = b >> _32
        three[i] = c >> _32
        four[i] = d >> _32


@jit
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
    s = np.uint64(sides)
    for i in range(total.shape[0]):
        one = np.uint64(fraction[i]) * s
        fraction[i] = one & _LOW
        total[i] += (one >> _32) + np.uint64(1)


@jit
def _colors(block, numbers, key, first, pair):  # type: ignore[no-untyped-def]
    """Sum the dice of each colour: leading base-``sides`` digits of the roll's words."""
    sides, capacity = numbers.sides, streams.dice_per_word(numbers.sides)
    die, color = 0, 0
    in_pairs = numbers.dice_per_color == 2 and sides <= _MOST_SIDES_IN_PAIRS
    while color < numbers.colors:
        if in_pairs and color + 4 <= numbers.colors and die % capacity + 8 <= capacity:
            _next_word(block, key, first, pair, die, sides)
            _four_pairs(block.value, color, block.words[die // capacity, pair & 3], sides)
            for c in range(color, color + 4):
                _sum_pair(block.value[c], sides)
            color, die = color + 4, die + 8
            continue
        total = block.value[color]
        for i in range(total.shape[0]):
            total[i] = 0
        for _ in range(numbers.dice_per_color):
            _next_word(block, key, first, pair, die, sides)
            _one_more(total, block.words[die // capacity, pair & 3], sides)
            die += 1
        color += 1


@jit
def _next_word(block, key, first, pair, die, sides):  # type: ignore[no-untyped-def]
    capacity = streams.dice_per_word(sides)
    if die % capacity == 0:
        word = die // capacity
        if pair & 3 == 0:
            draw = streams.roll_draw(word, pair, 0)
            streams.fill(block.words[word], key, first, streams.DICE, draw)
        _redraw(block.words[word, pair & 3], key, first, pair, word, sides)


@jit
def _ranks(value, colors):  # type: ignore[no-untyped-def]
    """Sort the colour totals, highest first; equal totals make no difference (ruling C10)."""
    for c in range(colors):
        total, rank = value[c], value[colors + c]
        for i in range(total.shape[0]):
            rank[i] = total[i]
    for end in range(colors - 1, 0, -1):
        for c in range(end):
            high, low = value[colors + c], value[colors + c + 1]
            for i in range(high.shape[0]):
                a, b = high[i], low[i]
                high[i] = max(a, b)
                low[i] = min(a, b)


@jit
def deal(block: Block, numbers: Numbers, key: streams.Key, first: int, pair: int) -> None:
    """Roll the dice of a pair and work out the value of every category.

    Parameters
    ----------
    block : Block
        ``value`` is filled.
    numbers : Numbers
        The rule values.
    key : array of uint64, shape (2,)
        The game's Philox key.
    first : int
        Index of the block's first game.
    pair : int
        Which pair, from 0.
    """
    colors, value = numbers.colors, block.value
    _colors(block, numbers, key, first, pair)
    _ranks(value, colors)
    if numbers.bluggard:
        total = value[2 * colors]
        for i in range(total.shape[0]):
            total[i] = 0
        for c in range(colors):
            color = value[c]
            for i in range(total.shape[0]):
                total[i] += color[i]


@jit
def see(block: Block, numbers: Numbers, seat: int) -> None:
    """Work out what the acting seat would write: face values, after the first-to-12 rule.

    Parameters
    ----------
    block : Block
        ``effective`` is filled from ``value``.
    numbers : Numbers
        The rule values.
    seat : int
        Who acts; it is first in a category where the other's box is open (ruling C3).
    """
    for c in range(numbers.pairs):
        value, out, theirs = block.value[c], block.effective[c], block.when[1 - seat, c]
        top, first_top = numbers.tops[c], numbers.first_tops[c]
        for i in range(out.shape[0]):  # rulings C4, C5
            face, when = value[i], theirs[i]
            out[i] = first_top if (face == top) & (when == OPEN) else face
    if numbers.twelve:
        c = numbers.pairs - 1
        value, out, theirs = block.value[c], block.effective[c], block.when[1 - seat, c]
        for i in range(out.shape[0]):
            if (value[i] == numbers.twelve) & (theirs[i] == OPEN):
                out[i] = numbers.first_tops[numbers.pairs]


@jit
def write(block: Block, numbers: Numbers, seat: int, turn: int) -> None:
    """Write the chosen categories into the acting seat's column.

    Parameters
    ----------
    block : Block
        ``score`` and ``when`` are changed at ``choice``.
    numbers : Numbers
        The rule values.
    seat, turn : int
        Who writes, on which turn from 0; it is first where the other's box is open (ruling C3).
    """
    now, choice = np.uint8(turn), block.choice
    for c in range(numbers.pairs):
        this, value, theirs = np.uint8(c), block.value[c], block.when[1 - seat, c]
        score, when = block.score[seat, c], block.when[seat, c]
        top, first_top = numbers.tops[c], numbers.first_tops[c]
        for i in range(score.shape[0]):  # rulings C4, C5
            face, there, old, old_when = value[i], theirs[i], score[i], when[i]
            new = first_top if (face == top) & (there == OPEN) else face
            chosen = choice[i] == this
            score[i] = new if chosen else old
            when[i] = now if chosen else old_when
    if numbers.twelve:
        c = numbers.pairs - 1
        this, value, theirs, score = (
            np.uint8(c),
            block.value[c],
            block.when[1 - seat, c],
            block.score[seat, c],
        )
        for i in range(score.shape[0]):
            if (choice[i] == this) & (value[i] == numbers.twelve) & (theirs[i] == OPEN):
                score[i] = numbers.first_tops[numbers.pairs]
