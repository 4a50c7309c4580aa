"""What a seat sees in Convolution and how it is asked: views in, score matrices out.

A compiled strategy is a function
``choose(scores, table, words, value, effective, mine, theirs, when_mine, when_theirs, turn, seat)``
that fills ``scores``, int16 ``(categories, games)``; a Python strategy is a function of a ``View``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from dicestats import streams
from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy

OPEN = np.uint8(255)  # in ``when``: nobody has written here yet

NOISE = 1 << 12  # draws of ``View.noise`` start here, after those of compiled strategies

_scores = types.int16[:, ::1]
_small = types.int16[:, ::1]
_when = types.uint8[:, ::1]
SIGNATURE = types.void(
    _scores,  # scores (categories, games): to be filled
    types.int32[::1],  # table: the strategy's own numbers
    types.uint32[::1],  # words (games): a random word a game, where the strategy draws
    _small,  # value (categories, games): face value now
    _small,  # effective (categories, games): what I would write
    _small,  # mine (categories, games): written scores, 0 where open
    _small,  # theirs (categories, games)
    _when,  # when_mine (categories, games): the turn I wrote, OPEN where I have not
    _when,  # when_theirs (categories, games)
    types.int64,  # turn, from 0
    types.int64,  # seat
)


@dataclass(frozen=True)
class Seen:
    """All that one seat may see in the games that ask now."""

    value: NDArray[np.int16]  # (categories, games)
    effective: NDArray[np.int16]  # (categories, games)
    mine: NDArray[np.int16]  # (categories, games)
    theirs: NDArray[np.int16]  # (categories, games)
    when_mine: NDArray[np.uint8]  # (categories, games)
    when_theirs: NDArray[np.uint8]  # (categories, games)
    turn: int  # from 0
    seat: int
    key: streams.Key  # (2)
    first: int  # index of the first game; the others follow


@dataclass(frozen=True)
class View:
    """What a Python strategy is shown: read-only arrays, one column a game."""

    value: NDArray[np.int16]  # (categories, games) face value of this roll
    effective: NDArray[np.float32]  # (categories, games) what I would write
    open: NDArray[np.uint8]  # (categories, games) 1 where I have not written
    their_open: NDArray[np.uint8]  # (categories, games)
    mine: NDArray[np.int16]  # (categories, games) written scores, 0 where open
    theirs: NDArray[np.int16]  # (categories, games)
    circled: NDArray[np.int8]  # (categories, games) -1 nobody, 0 me, 1 them
    turn: int  # from 0
    pair: int  # from 0
    leading: bool
    seat: int
    noise: Callable[[int], NDArray[np.float64]]  # rows -> uniform [0, 1), (rows, games)


def _view(seen: Seen) -> View:
    mine, theirs = seen.when_mine, seen.when_theirs
    nobody = (mine == OPEN) & (theirs == OPEN)
    arrays: dict[str, NDArray[Any]] = {
        "value": seen.value.view(),
        "effective": seen.effective.astype(np.float32),
        "open": (mine == OPEN).view(np.uint8),
        "their_open": (theirs == OPEN).view(np.uint8),
        "mine": seen.mine.view(),
        "theirs": seen.theirs.view(),
        "circled": np.where(nobody, np.int8(-1), (theirs < mine).view(np.int8)),
    }
    for array in arrays.values():
        array.flags.writeable = False
    return View(
        **arrays,
        turn=seen.turn,
        pair=seen.turn // 2,
        leading=seen.turn % 2 == 0,
        seat=seen.seat,
        noise=lambda rows: _noise(seen, rows),
    )


def _noise(seen: Seen, rows: int) -> NDArray[np.float64]:
    games = seen.value.shape[1]
    words = np.empty((-(-rows // 4), 4, games), np.uint32)
    start = NOISE * (1 + seen.turn // 2)
    for block, out in enumerate(words):
        streams.fill(out, seen.key, seen.first, streams.SEAT + seen.seat, start + block)
    return words.reshape(-1, games)[:rows] / np.float64(2**32)


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


def ask(strategy: Strategy, seen: Seen) -> NDArray[Any]:
    """Ask a strategy for its scores; the largest legal one wins, ties to the lowest index.

    Parameters
    ----------
    strategy : Strategy
        Compiled or Python; its decision is ``choose``.
    seen : Seen
        What the seat may see, for one game or many.

    Returns
    -------
    array, shape (categories, games)
        Integer or floating scores, checked.

    Raises
    ------
    InputError
        If a Python strategy raises, or returns another shape, another type or NaN.
    """
    choose = strategy.decisions["choose"]
    if not isinstance(choose, Compiled):
        return _checked(strategy.name, choose, _view(seen))
    scores = np.zeros(seen.value.shape, np.int16)
    words = random_words(seen) if choose.draws else np.zeros(1, np.uint32)
    choose.function(
        scores,
        choose.table,
        words,
        seen.value,
        seen.effective,
        seen.mine,
        seen.theirs,
        seen.when_mine,
        seen.when_theirs,
        seen.turn,
        seen.seat,
    )
    return scores


def _checked(name: str, choose: Callable[[View], Any], view: View) -> NDArray[Any]:
    try:
        scores = np.asarray(choose(view))
    except Exception as error:
        raise InputError(f"strategy '{name}'", f"raised {type(error).__name__}: {error}") from error
    if scores.shape != view.value.shape:
        raise InputError(
            f"strategy '{name}'",
            f"returned shape {scores.shape}; wanted {view.value.shape}: (categories, games)",
        )
    if scores.dtype.kind not in "biuf":
        raise InputError(
            f"strategy '{name}'", f"returned {scores.dtype} values; wanted integers or floats"
        )
    if scores.dtype.kind == "f" and np.isnan(scores).any():
        raise InputError(f"strategy '{name}'", f"returned NaN on turn {view.turn + 1}")
    return scores
