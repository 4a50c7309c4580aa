"""What a seat sees at the table, for many games, and how a compiled strategy is asked.

A compiled decision is ``function(out, table, words, sight)``: it reads its table, random words if
it draws, and a ``Sight``. For a shot it writes into ``out``: x, y on the landing disc, angle,
speed, start face, and returns 0; for the bonus die it returns 1 to throw it now, else 0. Decorate
it with ``jit_bare(SIGNATURE)``, or with ``jit([SIGNATURE])`` where it allocates. Whatever it raises
is printed, not raised: that is how numba calls functions by their address.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.core.types import CompileResultWAP
from numpy.typing import NDArray

from dicestats.games.tumblin.luck import WORDS, decision_words
from dicestats.games.tumblin.physics import (
    ADDRESS,
    DICE,
    OFF,
    WORLD,
    Dice,
    World,
    make_world,
    shoot,
)
from dicestats.games.tumblin.rules import Rules
from dicestats.jit import compiled
from dicestats.lending import borrowed, jit_bare, jit_inline

# Whose turn it is, and which die it is about: its own number of the seat's dice (while a bonus die
# is offered, that of the plain die it would go before), and what kind of die.
GAME, ROUND, THROWN, SEAT, NUMBER, IS_BONUS, SIDES = range(7)
TURN = 7


class State(NamedTuple):
    """Tables of many games; dice in shooting order, those still in hand, too."""

    dice: Dice  # (games, dice) each
    owner: NDArray[np.int8]  # (games, dice) seat; -1 where a round has fewer dice
    bonus: NDArray[np.int8]  # (games, dice) 1: a bonus die that was thrown
    turn: NDArray[np.int64]  # (games, TURN)
    totals: NDArray[np.int64]  # (games, sides) points of the rounds before
    left: NDArray[np.int64]  # (games, seats) throws left in this round


class Sight(NamedTuple):
    """What a compiled strategy sees: as ``State``, of one game, with the board and the hands."""

    world: World
    dice: Dice  # (dice) each
    owner: NDArray[np.int8]  # (dice)
    bonus: NDArray[np.int8]  # (dice)
    turn: NDArray[np.int64]  # (TURN)
    totals: NDArray[np.int64]  # (sides)
    left: NDArray[np.int64]  # (seats)
    hands: NDArray[np.float64]  # (seats, 2) spreads of angle and of the speed's logarithm
    shoot: Any  # the throw of the physics, by its address: for boards of the strategy's own


# The physics is compiled once: whoever calls it is given its address.
SHOOT = types.FunctionType(
    types.int64(
        WORLD, DICE, types.int64, types.int64, types.float64[::1], types.uint64[::1], ADDRESS
    )
)

_BYTES, _WHOLE = types.int8[::1], types.int64[::1]
SIGHT = types.NamedTuple(
    [WORLD, DICE, _BYTES, _BYTES, _WHOLE, _WHOLE, _WHOLE, types.float64[:, ::1], SHOOT], Sight
)
SIGNATURE = types.int64(types.float64[::1], types.int32[::1], types.uint32[::1], SIGHT)
DECISION = types.FunctionType(SIGNATURE)

_ROWS = types.NamedTuple([kind.copy(ndim=2) for kind in DICE.types], Dice)
_STATE = types.NamedTuple(
    [_ROWS, types.int8[:, ::1], types.int8[:, ::1], *[types.int64[:, ::1]] * 3], State
)
_DECIDE = types.void(
    DECISION,
    types.int32[::1],
    types.boolean,
    types.int64,
    _STATE,
    types.int64[::1],
    types.Tuple([WORLD, types.float64[:, ::1], types.uint64[::1], SHOOT]),
    types.uint32[::1],
    types.float64[:, ::1],
    types.int64[::1],
)


def make_state(games: int, dice: int, *, sides: int, seats: int) -> State:
    """Allocate tables.

    Parameters
    ----------
    games, dice : int
        How many, and how many dice a round has at most.
    sides, seats : int
        How many play.

    Returns
    -------
    State
        With no die thrown.
    """
    kinds = [np.float64] * 2 + [np.int8] * 3 + [np.int16, np.int8] + [np.float64] * 4 + [np.int8]
    lying = Dice(*(np.zeros((games, dice), kind) for kind in kinds))
    lying.level[:] = OFF
    owner, bonus = (np.zeros((games, dice), np.int8) for _ in range(2))
    turn, totals, left = (np.zeros((games, width), np.int64) for width in (TURN, sides, seats))
    return State(lying, owner, bonus, turn, totals, left)


def world_of(rules: Rules) -> World:
    """Make the board that rules are played on (ruling T15: where a die on a line counts).

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    record
        For compiled code.
    """
    radius = rules.throw.contact_radius * rules.board.die_size
    past_line = radius if rules.line == "whole" else 0.0
    return make_world(rules.board, rules.throw, past_line=past_line)


@jit_inline
def dice_of(dice, game):  # type: ignore[no-untyped-def]
    """Take the dice of one game.

    Parameters
    ----------
    dice : Dice
        Of many games, (games, dice) each.
    game : int
        Which row.

    Returns
    -------
    Dice
        (dice) each: the same memory, borrowed.
    """
    rows = Dice(dice.x[game], dice.y[game], dice.level[game], dice.face[game], dice.sides[game],
                dice.mover[game], dice.fate[game], dice.ux[game], dice.uy[game], dice.speed[game],
                dice.glide[game], dice.drops[game])  # fmt: skip
    return borrowed(rows)


@jit_bare(_DECIDE)
def _decide(function, table, draws, kind, state, lanes, around, words, out, answers):  # type: ignore[no-untyped-def]
    """Ask a compiled decision in some games, one after the other."""
    world, hands, key, shoot = around
    for i in range(lanes.shape[0]):
        g = lanes[i]
        turn = state.turn[g]
        if draws:
            at = (turn[GAME], turn[ROUND], turn[SEAT], turn[NUMBER])
            decision_words(words, key, at, kind)
        sight = Sight(world, dice_of(state.dice, g), state.owner[g], state.bonus[g], turn,
                      state.totals[g], state.left[g], hands, shoot)  # fmt: skip
        answers[i] = function(out[i], table, words, sight)


@cache
def address(function: Any) -> Any:
    """Find a compiled function's address: compiled code takes it a hundred times faster.

    Parameters
    ----------
    function : compiled function
        Of one signature.

    Returns
    -------
    object
        To be handed over where a function of that signature is taken.
    """
    (signature,) = function.nopython_signatures
    return CompileResultWAP(compiled(function, signature))


def decide(decision: Any, kind: int, state: State, **given: Any) -> tuple[Any, Any]:
    """Ask a compiled decision in some games.

    Parameters
    ----------
    decision : Compiled
        Of a strategy.
    kind : int
        BONUS or SHOT.
    state : State
        The tables.
    **given
        ``lanes``, those that wait for it; ``around``: board, hands and key.

    Returns
    -------
    shots : array of float64, shape (games, 5)
        What was meant.
    answers : array of int64, shape (games,)
        What it returned.
    """
    lanes, around = given["lanes"], (*given["around"], address(shoot))
    shots, answers = np.zeros((len(lanes), 5)), np.zeros(len(lanes), np.int64)
    _decide(address(decision.function), decision.table, decision.draws, kind, state, lanes,
            around, np.zeros(WORDS, np.uint32), shots, answers)  # fmt: skip
    return shots, answers
