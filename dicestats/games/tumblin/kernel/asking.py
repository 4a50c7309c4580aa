"""Games side by side where strategies are asked from Python, and games that are written down.

All games of a block go on until each waits for a decision; then every seat is asked once for all
games that wait for it. Step by step the same as ``course``.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from dicestats.game import Columns, Strategy
from dicestats.games.tumblin.kernel.order import shots
from dicestats.games.tumblin.kernel.report import report
from dicestats.games.tumblin.kernel.tables import BLOCK, SETTING, Block, Setting, desk_of
from dicestats.games.tumblin.kernel.turns import (
    begin_game,
    close_round,
    next_question,
    take_die,
    throw,
)
from dicestats.games.tumblin.luck import BONUS, SHOT
from dicestats.games.tumblin.physics import shoot
from dicestats.games.tumblin.sights import SEAT, SHOOT, THROWN, address
from dicestats.games.tumblin.views import Around, Asked, ask
from dicestats.jit import jit
from dicestats.lending import jit_inline

Lanes = NDArray[np.int64]  # (games) rows of a block

# What a game waits for, besides ``2 seat + kind``.
ROUND_DONE, OVER = -1, -2

_LANES = types.int64[::1]


@jit_inline
def _wait(setting, desk):  # type: ignore[no-untyped-def]
    """Say what a game in a round waits for."""
    if desk.turn[THROWN] == shots(setting.numbers, desk.match):
        return ROUND_DONE
    kind = next_question(setting, desk)
    return 2 * desk.turn[SEAT] + kind


@jit([types.void(BLOCK, SETTING, types.int64, types.int64)], _nrt=False)
def _begin(block, setting, first, games):  # type: ignore[no-untyped-def]
    for g in range(games):
        desk = desk_of(block, g)
        begin_game(setting, desk, first + g)
        block.waits[g] = _wait(setting, desk)


@jit([types.void(BLOCK, SETTING, _LANES, types.int64[::1])], _nrt=False)
def _choose(block, setting, lanes, answers):  # type: ignore[no-untyped-def]
    """Take the dice that were chosen."""
    for i in range(lanes.shape[0]):
        desk = desk_of(block, lanes[i])
        take_die(setting, desk, answers[i] != 0)
        block.waits[lanes[i]] = 2 * desk.turn[SEAT] + SHOT


@jit([types.void(BLOCK, SETTING, _LANES, types.float64[:, ::1], SHOOT)], _nrt=False)
def _throw(block, setting, lanes, meant, shoot):  # type: ignore[no-untyped-def]
    for i in range(lanes.shape[0]):
        desk = desk_of(block, lanes[i])
        for part in range(meant.shape[1]):
            desk.meant[part] = meant[i, part]
        throw(setting, desk, shoot)
        block.waits[lanes[i]] = _wait(setting, desk)


_COLUMNS = types.uint16[:, ::1]


@jit([types.void(BLOCK, SETTING, _LANES, _LANES, _LANES, _COLUMNS)], _nrt=False)
def _close(block, setting, lanes, lows, highs, columns):  # type: ignore[no-untyped-def]
    """Score rounds that are done; go on, or report the game."""
    for i in range(lanes.shape[0]):
        desk = desk_of(block, lanes[i])
        if close_round(setting, desk):
            report(desk.match, lows, highs, columns[:, lanes[i]])
            block.waits[lanes[i]] = OVER
        else:
            block.waits[lanes[i]] = _wait(setting, desk)


def play(
    block: Block,
    setting: Setting,
    strategies: Sequence[Strategy],
    *,
    around: Around,
    first: int,
    bounds: tuple[NDArray[np.int64], NDArray[np.int64]],
    columns: Columns,
    note: Callable[[Block, Lanes], Any] = lambda block, lanes: None,
) -> None:
    """Play as many games as there are columns, side by side.

    Parameters
    ----------
    block : Block
        With a row for each game.
    setting : Setting
        What is the same in all games.
    strategies : sequence of Strategy
        One a seat.
    around : Around
        The same for those who are asked.
    first : int
        Index of the first game.
    bounds : tuple of array
        Lows and highs of the columns.
    columns : array of uint16, shape (columns, games)
        Filled.
    note : callable
        Told about the games whose round is done, before it is scored.

    Raises
    ------
    InputError
        If a Python strategy fails.
    """
    waits = block.waits[: columns.shape[1]]
    _begin(block, setting, first, len(waits))
    while len(done := np.flatnonzero(waits != OVER)):
        for kind in (BONUS, SHOT):
            for seat, strategy in enumerate(strategies):
                lanes = np.flatnonzero(waits == 2 * seat + kind)
                if len(lanes) == 0:
                    continue
                answer = ask(strategy, Asked(kind, seat, block.state, lanes, around))
                if kind == BONUS:
                    _choose(block, setting, lanes, answer)
                else:
                    _throw(block, setting, lanes, answer, address(shoot))
        done = np.flatnonzero(waits == ROUND_DONE)
        if len(done):
            note(block, done)
            _close(block, setting, done, *bounds, columns)
