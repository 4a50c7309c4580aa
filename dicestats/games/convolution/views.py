"""What a seat sees in Convolution and how it is asked: compiled functions and Python views.

A compiled strategy is a function ``choose(choice, scratch, table, words, sight)`` that fills
``choice`` with open categories; a Python strategy is a function from a ``View`` to scores
``(categories, games)``, of which the largest legal one is taken.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import njit, typeof, types
from numpy.typing import DTypeLike, NDArray

from dicestats import streams
from dicestats.arrays import aligned
from dicestats.errors import InputError
from dicestats.game import Compiled

OPEN = np.uint8(255)  # in ``when``: nobody has written here yet

NOISE = 1 << 12  # draws of ``View.noise`` start here, after those of compiled strategies

Small = NDArray[np.uint8] | NDArray[np.int16]  # bytes where the rules' totals and ranks fit


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


def signature(small: DTypeLike) -> Any:
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


@njit(cache=True, nogil=True)
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


@dataclass(frozen=True)
class Seen:
    """All that one seat may see in the games that ask now."""

    value: Small  # (categories, games)
    effective: NDArray[Any]  # (categories, games)
    mine: Small  # (categories, games)
    theirs: Small  # (categories, games)
    when_mine: NDArray[np.uint8]  # (categories, games)
    when_theirs: NDArray[np.uint8]  # (categories, games)
    turn: int  # from 0
    seat: int
    key: streams.Key  # (2)
    first: int  # index of the first game; the others follow


@dataclass(frozen=True)
class View:
    """What a Python strategy is shown: read-only arrays ``(categories, games)``, made when asked.

    Parameters
    ----------
    seen : Seen
        All that the seat may see; the attributes below are made of it.
    """

    seen: Seen

    @property
    def value(self) -> NDArray[np.int16]:
        """Face value of this roll."""
        return _shown(self.seen.value)

    @cached_property
    def effective(self) -> NDArray[np.float32]:
        """What I would write."""
        return _shown(np.asarray(self.seen.effective, np.float32))

    @cached_property
    def open(self) -> NDArray[np.uint8]:
        """1 where I have not written."""
        return _shown((self.seen.when_mine == OPEN).view(np.uint8))

    @cached_property
    def their_open(self) -> NDArray[np.uint8]:
        """1 where the other has not written."""
        return _shown((self.seen.when_theirs == OPEN).view(np.uint8))

    @property
    def mine(self) -> NDArray[np.int16]:
        """Scores that I have written, 0 where open."""
        return _shown(self.seen.mine)

    @property
    def theirs(self) -> NDArray[np.int16]:
        """Scores that the other has written, 0 where open."""
        return _shown(self.seen.theirs)

    @cached_property
    def circled(self) -> NDArray[np.int8]:
        """Who played the category first: -1 nobody, 0 me, 1 the other."""
        mine, theirs = self.seen.when_mine, self.seen.when_theirs
        nobody = (mine == OPEN) & (theirs == OPEN)
        return _shown(np.where(nobody, np.int8(-1), (theirs < mine).view(np.int8)))

    @property
    def turn(self) -> int:
        """Number of the turn, from 0."""
        return self.seen.turn

    @property
    def pair(self) -> int:
        """Number of the pair, from 0."""
        return self.seen.turn // 2

    @property
    def leading(self) -> bool:
        """Whether I play first on this roll."""
        return self.seen.turn % 2 == 0

    @property
    def seat(self) -> int:
        """My seat."""
        return self.seen.seat

    def noise(self, rows: int) -> NDArray[np.float64]:
        """Uniform random numbers in [0, 1), shape (rows, games), from my own stream."""
        games, seat = self.seen.value.shape[1], streams.SEAT + self.seen.seat
        words = np.empty((-(-rows // 4), 4, games), np.uint32)
        start = NOISE * (1 + self.pair)
        for block, out in enumerate(words):
            streams.fill(out, self.seen.key, self.seen.first, seat, start + block)
        return words.reshape(-1, games)[:rows] / np.float64(2**32)


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


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


def ask(name: str, choose: Callable[[View], Any], seen: Seen) -> NDArray[Any]:
    """Ask a Python strategy for its scores.

    Parameters
    ----------
    name : str
        The strategy's name.
    choose : callable
        Its decision ``choose``.
    seen : Seen
        What the seat may see, for one game or many.

    Returns
    -------
    array, shape (categories, games)
        Integer or floating scores, checked.

    Raises
    ------
    InputError
        If it raises, or returns another shape, another type or NaN.
    """
    try:
        scores = np.asarray(choose(View(seen)))
    except Exception as error:
        raise InputError(f"strategy '{name}'", f"raised {type(error).__name__}: {error}") from error
    if scores.shape != seen.value.shape:
        raise InputError(
            f"strategy '{name}'",
            f"returned shape {scores.shape}; wanted {seen.value.shape}: (categories, games)",
        )
    if scores.dtype.kind not in "biuf":
        raise InputError(
            f"strategy '{name}'", f"returned {scores.dtype} values; wanted integers or floats"
        )
    if scores.dtype.kind == "f" and np.isnan(scores.min()):  # NaN is the least of any numbers
        raise InputError(f"strategy '{name}'", f"returned NaN on turn {seen.turn + 1}")
    return scores
