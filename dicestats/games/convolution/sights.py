"""What a compiled strategy sees, and how it is asked.

It is a function ``choose(choice, scratch, table, words, sight)`` that fills ``choice`` with open
categories; the kernel calls it by its address.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import DTypeLike, NDArray

from dicestats import streams
from dicestats.arrays import aligned
from dicestats.game import Compiled
from dicestats.games.convolution.columns import total_bounds
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.views import OPEN, Seen, Small
from dicestats.jit import jit


def small(rules: Rules) -> np.dtype[Any]:
    """Choose the type of scores: bytes, if every total and every rank of a score fits one.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    dtype
        uint8 or int16.

    Examples
    --------
    >>> small(Rules()), small(Rules(colors=6, sides=20))
    (dtype('uint8'), dtype('int16'))
    """
    lowest, highest = total_bounds(rules)
    scores = sum(top - low + 2 for top, low in zip(rules.tops, rules.lowest, strict=True))
    written = [first for first in (*rules.first_tops, rules.first_bluggard_twelve) if first]
    fits = lowest >= 0 and min(written, default=0) >= 0 and max(highest, scores) < OPEN
    return np.dtype(np.uint8 if fits else np.int16)


class Scratch(NamedTuple):
    """Arrays that compiled strategies may use as they like."""

    scores: NDArray[np.int16]  # (categories, games)
    best: NDArray[np.int16]  # (games)
    keys: Small  # (categories + 2, games)


def make_scratch(categories: int, games: int, small: DTypeLike) -> Scratch:
    """Allocate the scratch arrays of a block.

    Parameters
    ----------
    categories, games : int
        Their shape.
    small : dtype
        Of ``keys``.

    Returns
    -------
    Scratch
        Arrays with undefined content.
    """
    return Scratch(
        scores=aligned((categories, games), np.int16),
        best=aligned(games, np.int16),
        keys=aligned((categories + 2, games), small),
    )


class Sight(NamedTuple):
    """What a compiled strategy sees."""

    value: Small  # (categories, games) face values of this roll
    mine: Small  # (categories, games) written scores, 0 where open
    theirs: Small  # (categories, games)
    when_mine: NDArray[np.uint8]  # (categories, games) the turn I wrote, OPEN where I have not
    when_theirs: NDArray[np.uint8]  # (categories, games)
    turn: int  # from 0
    seat: int
    again: bool  # the scratch is as this same function left it on the other turn of this pair


@cache  # numba takes 3 ms to look at the arrays
def signature(small: np.dtype[Any]) -> Any:
    """Give the type of a compiled strategy.

    Parameters
    ----------
    small : dtype
        Of scores: uint8 or int16.

    Returns
    -------
    numba signature
        ``choose(choice, scratch, table, words, sight)``.
    """
    row, rows = np.empty(1, np.uint8), np.empty((1, 1), small)
    when = np.empty((1, 1), np.uint8)
    return types.void(
        typeof(row),  # choice (games): to be filled
        typeof(make_scratch(1, 1, small)),
        types.int32[::1],  # table: the strategy's own numbers
        types.uint32[::1],  # words (games): a random word a game, where the strategy draws
        typeof(Sight(rows, rows, rows, when, when, 0, 0, again=False)),
    )


@jit
def pick(choice, scores, best, when):  # type: ignore[no-untyped-def]
    """Choose the open category with the largest score, ties to the lowest index.

    Parameters
    ----------
    choice : array of uint8, shape (games,)
        Filled with category indices.
    scores : array, shape (categories, games)
        Scores of the type of ``best``.
    best : array, shape (games,)
        Scratch.
    when : array of uint8, shape (categories, games)
        The acting seat's turns of writing; OPEN rows are legal.
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


def random_words(seen: Seen) -> NDArray[np.uint32]:
    """Look up the word that a drawing compiled strategy gets on this turn.

    Parameters
    ----------
    seen : Seen
        Whose turn it is, in which games.

    Returns
    -------
    array of uint32, shape (games,)
        Lane ``pair % 4`` of draw ``pair // 4`` of the seat's own stream.
    """
    pair = seen.turn // 2
    out = np.empty((4, seen.value.shape[1]), np.uint32)
    streams.fill(out, seen.key, seen.first, streams.SEAT + seen.seat, pair // 4)
    row: NDArray[np.uint32] = out[pair % 4]
    return row


def decide(strategy: Compiled, seen: Seen) -> NDArray[np.uint8]:
    """Ask a compiled strategy.

    Parameters
    ----------
    strategy : Compiled
        Its decision ``choose``.
    seen : Seen
        What the seat may see, for one game or many.

    Returns
    -------
    array of uint8, shape (games,)
        Open categories.
    """
    categories, games = seen.value.shape
    choice = np.empty(games, np.uint8)
    strategy.function(
        choice,
        make_scratch(categories, games, seen.value.dtype),
        strategy.table,
        random_words(seen) if strategy.draws else np.zeros(1, np.uint32),
        Sight(
            seen.value,
            seen.mine,
            seen.theirs,
            seen.when_mine,
            seen.when_theirs,
            seen.turn,
            seen.seat,
            again=False,
        ),
    )
    return choice
