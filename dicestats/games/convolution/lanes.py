"""The steps of a turn, each over a block of games in lock-step: deal, see, pick, write.

A block is a set of arrays ``(rows, games)``; every step runs along the games of one row, so that
the compiler turns it into vector instructions (it gives up where a loop touches many arrays).
All that is remembered of a game is ``score`` and ``when``: what was written, and on which turn.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicestats import streams

OPEN = np.uint8(255)  # in ``when``: nobody has written here yet

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_CLOSED_SCORE = np.int16(-32768)


class Numbers(NamedTuple):
    """The rule values that the steps need."""

    colors: int
    dice_per_color: int
    sides: int
    bluggard: int  # 0 or 1
    pairs: int
    twelve: int  # Bluggard value that falls under the first-to-12 rule, 0: none (ruling C5)
    first_twelve: int  # what is written for it
    leaders: NDArray[np.int64]  # (pairs)
    tops: NDArray[np.int16]  # (categories)
    first_tops: NDArray[np.int16]  # (categories) written for a first top; the top: no rule


class Block(NamedTuple):
    """The arrays of one block of games, used again for the next."""

    words: NDArray[np.uint32]  # (words a roll, 4 rolls, games)
    value: NDArray[np.int16]  # (categories, games) face values of the present roll
    effective: NDArray[np.int16]  # (categories, games) what the acting seat would write
    scores: NDArray[np.int16]  # (categories, games) the strategy's opinion
    best: NDArray[np.int16]  # (games)
    choice: NDArray[np.uint8]  # (games)
    score: NDArray[np.int16]  # (seats, categories, games) written scores
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
    categories = numbers.pairs
    dice = numbers.colors * numbers.dice_per_color
    words = -(-dice // streams.dice_per_word(numbers.sides))
    return Block(
        words=np.empty((words, 4, games), np.uint32),
        value=np.empty((categories, games), np.int16),
        effective=np.empty((categories, games), np.int16),
        scores=np.empty((categories, games), np.int16),
        best=np.empty(games, np.int16),
        choice=np.empty(games, np.uint8),
        score=np.empty((2, categories, games), np.int16),
        when=np.empty((2, categories, games), np.uint8),
        luck=np.empty((2, 4, games), np.uint32),
    )


@njit(cache=True, nogil=True)
def start(block: Block) -> None:
    """Empty the score sheets."""
    for seat in range(2):
        for c in range(block.value.shape[0]):
            score, when = block.score[seat, c], block.when[seat, c]
            for i in range(score.shape[0]):
                score[i] = 0
            for i in range(when.shape[0]):
                when[i] = OPEN


@njit(cache=True, nogil=True)
def _redraw(row, key, first, pair, word, sides):  # type: ignore[no-untyped-def]
    """Replace rejected words, so that every face is exactly equally likely."""
    outcomes = np.uint64(sides ** streams.dice_per_word(sides))
    bound = (np.uint64(1) << _32) % outcomes
    rejected = np.uint64(0)
    for i in range(row.shape[0]):
        rejected |= np.uint64(((np.uint64(row[i]) * outcomes) & _LOW) < bound)
    if rejected:
        for i in range(row.shape[0]):
            if ((np.uint64(row[i]) * outcomes) & _LOW) < bound:
                row[i] = streams.roll_word(key, first + i, pair, word, sides)


@njit(cache=True, nogil=True)
def _first_two(total, fraction, sides):  # type: ignore[no-untyped-def]
    s = np.uint64(sides)
    for i in range(total.shape[0]):
        one = np.uint64(fraction[i]) * s
        two = (one & _LOW) * s
        fraction[i] = two & _LOW
        total[i] = (one >> _32) + (two >> _32) + np.uint64(2)


@njit(cache=True, nogil=True)
def _one_more(total, fraction, sides):  # type: ignore[no-untyped-def]
    s = np.uint64(sides)
    for i in range(total.shape[0]):
        one = np.uint64(fraction[i]) * s
        fraction[i] = one & _LOW
        total[i] += (one >> _32) + np.uint64(1)


@njit(cache=True, nogil=True)
def _colors(block, numbers, key, first, pair):  # type: ignore[no-untyped-def]
    """Sum the dice of each colour: leading base-``sides`` digits of the roll's words."""
    sides, capacity = numbers.sides, streams.dice_per_word(numbers.sides)
    die = 0
    for color in range(numbers.colors):
        total = block.value[color]
        last = die + numbers.dice_per_color
        if die % capacity + 1 < capacity and last - die >= 2:
            _next_word(block, key, first, pair, die, sides)
            _first_two(total, block.words[die // capacity, pair & 3], sides)
            die += 2
        else:
            for i in range(total.shape[0]):
                total[i] = 0
        while die < last:
            _next_word(block, key, first, pair, die, sides)
            _one_more(total, block.words[die // capacity, pair & 3], sides)
            die += 1


@njit(cache=True, nogil=True)
def _next_word(block, key, first, pair, die, sides):  # type: ignore[no-untyped-def]
    capacity = streams.dice_per_word(sides)
    if die % capacity == 0:
        word = die // capacity
        if pair & 3 == 0:
            draw = streams.roll_draw(word, pair, 0)
            streams.fill(block.words[word], key, first, streams.DICE, draw)
        _redraw(block.words[word, pair & 3], key, first, pair, word, sides)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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
                out[i] = numbers.first_twelve


@njit(cache=True, nogil=True)
def pick(scores, when, best, choice) -> None:  # type: ignore[no-untyped-def]
    """Choose the open category with the largest score, ties to the lowest index.

    Parameters
    ----------
    scores : array, shape (categories, games)
        Scores of the type of ``best``.
    when : array of uint8, shape (categories, games)
        The acting seat's turns of writing; OPEN rows are legal.
    best : array, shape (games,)
        Scratch.
    choice : array of uint8, shape (games,)
        Filled with category indices.
    """
    for i in range(best.shape[0]):
        choice[i] = OPEN
    for c in range(scores.shape[0]):
        row, mine, this = scores[c], when[c], np.uint8(c)
        for i in range(best.shape[0]):
            x, open_, b, old = row[i], mine[i], best[i], choice[i]
            better = (open_ == OPEN) & ((x > b) | (old == OPEN))
            best[i] = x if better else b
            choice[i] = this if better else old


@njit(cache=True, nogil=True)
def write(block: Block, seat: int, turn: int) -> None:
    """Write the chosen categories into the acting seat's column.

    Parameters
    ----------
    block : Block
        ``score`` and ``when`` are changed at ``choice``.
    seat, turn : int
        Who writes, on which turn from 0.
    """
    now = np.uint8(turn)
    for c in range(block.value.shape[0]):
        this, choice, effective = np.uint8(c), block.choice, block.effective[c]
        score, when = block.score[seat, c], block.when[seat, c]
        for i in range(score.shape[0]):
            x, old, old_when = effective[i], score[i], when[i]
            chosen = choice[i] == this
            score[i] = x if chosen else old
            when[i] = now if chosen else old_when
