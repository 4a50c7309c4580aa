"""Whole games with compiled strategies, one after the other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin.kernel.order import shots
from dicestats.games.tumblin.kernel.report import report
from dicestats.games.tumblin.kernel.tables import BLOCK, SETTING, desk_of
from dicestats.games.tumblin.kernel.turns import (
    begin_game,
    close_round,
    next_question,
    take_die,
    throw,
)
from dicestats.games.tumblin.luck import BONUS, KINDS, SHOT, decision_words
from dicestats.games.tumblin.rules import MOST_SEATS
from dicestats.games.tumblin.sights import (
    DECISION,
    GAME,
    NUMBER,
    ROUND,
    SEAT,
    SHOOT,
    SIGNATURE,
    Sight,
    address,
)
from dicestats.jit import jit
from dicestats.lending import jit_bare, jit_inline


class Minds(NamedTuple):
    """The strategies of all seats; decision ``kind`` of a seat is number ``2 seat + kind``.

    There is room for the most seats: tuples of another length would be compiled for anew.
    """

    functions: tuple[Any, ...]  # (2 MOST_SEATS)
    tables: tuple[NDArray[np.int32], ...]  # (2 MOST_SEATS)
    draws: NDArray[np.bool_]  # (2 MOST_SEATS) whether it reads random words


_PLACES = 2 * MOST_SEATS
_MINDS = types.NamedTuple(
    [types.UniTuple(DECISION, _PLACES), types.UniTuple(types.int32[::1], _PLACES),
     types.boolean[::1]],
    Minds,
)  # fmt: skip


@jit_bare(SIGNATURE)
def keep_bonus(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Throw the bonus die last.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``.

    Returns
    -------
    int
        0.
    """
    return 0


def make_minds(strategies: Sequence[Strategy]) -> Minds | None:
    """Put compiled strategies together.

    Parameters
    ----------
    strategies : sequence of Strategy
        One a seat.

    Returns
    -------
    Minds or None
        None if any decision is not compiled.
    """
    last = Compiled(keep_bonus)
    made = [strategy.decisions.get(kind, last) for strategy in strategies for kind in KINDS]
    compiled = [decision for decision in made if isinstance(decision, Compiled)]
    if len(compiled) < len(made):
        return None
    compiled += [last] * (_PLACES - len(compiled))
    return Minds(
        tuple(address(decision.function) for decision in compiled),
        tuple(decision.table for decision in compiled),
        np.array([decision.draws for decision in compiled]),
    )


@jit_inline
def _consult(setting, desk, minds, kind, shoot):  # type: ignore[no-untyped-def]
    """Ask the seat on turn; a shot is in ``meant``."""
    turn = desk.turn
    which = 2 * turn[SEAT] + kind
    if minds.draws[which]:
        address = (turn[GAME], turn[ROUND], turn[SEAT], turn[NUMBER])
        decision_words(desk.words, setting.key, address, kind)
    sight = Sight(setting.world, desk.dice, desk.lying.owner, desk.lying.bonus, turn,
                  desk.match.totals, desk.left, setting.hands, shoot)  # fmt: skip
    return minds.functions[which](desk.meant, minds.tables[which], desk.words, sight)


@jit_inline
def _play_round(setting, desk, minds, shoot):  # type: ignore[no-untyped-def]
    """Throw all dice of a round; tell whether the game is over."""
    for _ in range(shots(setting.numbers, desk.match)):
        if next_question(setting, desk) == BONUS:
            take_die(setting, desk, _consult(setting, desk, minds, BONUS, shoot) != 0)
        _consult(setting, desk, minds, SHOT, shoot)
        throw(setting, desk, shoot)
    return close_round(setting, desk)


_BOUNDS = types.int64[::1]


@jit(
    [types.void(BLOCK, SETTING, _MINDS, SHOOT, types.int64, _BOUNDS, _BOUNDS,
                types.uint16[:, ::1])],
    _nrt=False,
)  # fmt: skip
def play_games(block, setting, minds, shoot, first, lows, highs, columns):  # type: ignore[no-untyped-def]
    """Play games from the first roll to the last round.

    Parameters
    ----------
    block : Block
        Of one game; used.
    setting : Setting
        What is the same in all games.
    minds : Minds
        The strategies.
    shoot : compiled function
        Of the physics, by its address: it is compiled once.
    first : int
        Index of the first game.
    lows, highs : array of int64, shape (columns,)
        Bounds of the columns.
    columns : array of uint16, shape (columns, games)
        Filled.
    """
    desk = desk_of(block, 0)
    for game in range(columns.shape[1]):
        begin_game(setting, desk, first + game)
        while not _play_round(setting, desk, minds, shoot):
            pass
        report(desk.match, lows, highs, columns[:, game])
