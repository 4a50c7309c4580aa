"""The steps of a turn, each over a block of games in lock-step: deal, see, pick, write.

A block is a set of arrays ``(rows, games)``; every step runs along the games of one row, so that
the compiler turns it into vector instructions. Steps of a row or a few are inlined: to hand them
their arrays costs as much as a hundred games.
All that is remembered of a game is ``score`` and ``when``: what was written, and on which turn.
Scores are bytes where the rules' largest grand total is one, else 16 bits wide: half the memory
traffic, which is what limits these loops.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.arrays import aligned
from dicestats.games.convolution.rolling import roll_colors
from dicestats.games.convolution.sights import Scratch, make_scratch
from dicestats.games.convolution.views import OPEN, Small
from dicestats.jit import jit


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
    rest: NDArray[np.uint32]  # (games) what remains of a word after its dice
    value: Small  # (categories, games) face values of the present roll
    effective: Small  # (categories, games) what the acting seat would write
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
        rest=aligned(games, np.uint32),
        value=aligned((categories, games), small),
        effective=aligned((categories, games), small),
        scratch=make_scratch(categories, games, small),
        choice=aligned(games, np.uint8),
        score=aligned((2, categories, games), small),
        when=aligned((2, categories, games), np.uint8),
        luck=aligned((2, 4, games), np.uint32),
    )


@jit(forceinline=True)
def start(block: Block) -> None:
    """Empty the score sheets."""
    for seat in range(2):
        for c in range(block.value.shape[0]):
            score, when = block.score[seat, c], block.when[seat, c]
            for i in range(score.shape[0]):
                score[i] = 0
            for i in range(when.shape[0]):
                when[i] = OPEN


@jit(forceinline=True)
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


@jit(forceinline=True)
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
    roll_colors(block, numbers, key, first, pair)
    _ranks(value, colors)
    if numbers.bluggard:
        total = value[2 * colors]
        for i in range(total.shape[0]):
            total[i] = 0
        for c in range(colors):
            color = value[c]
            for i in range(total.shape[0]):
                total[i] += color[i]


@jit(separate=True, forceinline=True)
def _see(out, value, theirs, top, first_top):  # type: ignore[no-untyped-def]
    """Work out what would be written in one category: another score for a first top."""
    for i in range(out.shape[0]):  # rulings C4, C5
        face, when = value[i], theirs[i]
        out[i] = first_top if (face == top) & (when == OPEN) else face


@jit(forceinline=True)
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
    theirs, tops, first_tops = block.when[1 - seat], numbers.tops, numbers.first_tops
    for c in range(numbers.pairs):
        _see(block.effective[c], block.value[c], theirs[c], tops[c], first_tops[c])
    if numbers.twelve:
        c = numbers.pairs - 1
        value, out, there = block.value[c], block.effective[c], theirs[c]
        for i in range(out.shape[0]):
            if (value[i] == numbers.twelve) & (there[i] == OPEN):
                out[i] = first_tops[numbers.pairs]


@jit(separate=True, forceinline=True)
def _write(score, when, choice, value, theirs, c, now, top, first_top):  # type: ignore[no-untyped-def]
    """Write one category where it is chosen; it is first where the other's box is open."""
    for i in range(score.shape[0]):  # rulings C3, C4, C5
        face, there, old, old_when = value[i], theirs[i], score[i], when[i]
        new = first_top if (face == top) & (there == OPEN) else face
        chosen = choice[i] == c
        score[i] = new if chosen else old
        when[i] = now if chosen else old_when


@jit(forceinline=True)
def write(block: Block, numbers: Numbers, seat: int, turn: int) -> None:
    """Write the chosen categories into the acting seat's column.

    Parameters
    ----------
    block : Block
        ``score`` and ``when`` are changed at ``choice``.
    numbers : Numbers
        The rule values.
    seat, turn : int
        Who writes, on which turn from 0.
    """
    now, choice = np.uint8(turn), block.choice
    score, when, theirs = block.score[seat], block.when[seat], block.when[1 - seat]
    for c in range(numbers.pairs):
        top, first_top = numbers.tops[c], numbers.first_tops[c]
        _write(
            score[c], when[c], choice, block.value[c], theirs[c], np.uint8(c), now, top, first_top
        )
    if numbers.twelve:
        c = numbers.pairs - 1
        row, value, there, this = score[c], block.value[c], theirs[c], np.uint8(c)
        for i in range(row.shape[0]):
            if (choice[i] == this) & (value[i] == numbers.twelve) & (there[i] == OPEN):
                row[i] = numbers.first_tops[numbers.pairs]
