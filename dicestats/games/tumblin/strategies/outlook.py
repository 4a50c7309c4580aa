"""How good the end of a trial is: the chance to win the game, by the points that are to come."""

from math import sqrt

import numpy as np

from dicestats.games.tumblin.physics import OFF
from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.portable import exp
from dicestats.games.tumblin.sights import ROUND, SEAT
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.faces import LOST, fate_of
from dicestats.games.tumblin.strategies.known import side_of
from dicestats.games.tumblin.strategies.trial import (
    HERE,
    LAST,
    LEFT,
    PLAYS,
    SIDE,
    START,
    attempt,
    count_up,
)

CERTAIN = 1_000_000  # a chance of 1
_LOGIT = 1.702  # logistic in place of the normal distribution: within 0.01 of it


@jit_bare
def value(room, table, sight, shot, number):  # type: ignore[no-untyped-def]
    """Try a shot once, and tell how good it was with either face to start with.

    Parameters
    ----------
    room : Room
        Set up.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    shot : array of float64, shape (5,)
        The shot.
    number : int
        Of the trial.

    Returns
    -------
    high, low : int
        If the die starts with its highest face, and with its lowest: the chance to win the game,
        in units of 1 / CERTAIN.
    """
    attempt(room, table, sight, shot, number)
    here = room.span[HERE]
    high = _count(room, table, sight, 0)
    fate = fate_of(room.by_die[START, here], np.int64(room.dice.face[here]), room.dice.sides[here])
    if fate == LOST or room.dice.level[here] == OFF:
        return high, high  # whatever the face was
    return high, _count(room, table, sight, 1)


@jit_inline
def _count(room, table, sight, is_low):  # type: ignore[no-untyped-def]
    """Count the end of a trial."""
    count_up(room, table, sight, is_low)
    own, best = side_of(table, sight.turn[SEAT]), np.int64(-(2**62))
    before = 0 if table[known.END] == known.WINS else known.UNIT
    for side in range(sight.totals.shape[0]):
        if side != own and room.by_seat[PLAYS, side]:
            best = max(best, room.by_seat[SIDE, side] + before * sight.totals[side])
    mine = room.by_seat[SIDE, own] + before * sight.totals[own]
    return _chance(room, table, sight, mine - best, max(mine, best))


@jit_inline
def _chance(room, table, sight, lead, most):  # type: ignore[no-untyped-def]
    """Tell the chance to win: shots to come, and faces that were averaged, are normal noise."""
    shots = np.float64(room.span[LAST] - room.span[HERE] + 1 + room.span[LEFT])
    dice = np.float64(table[known.PLAIN_DICE] + table[known.BONUS_DICE])
    rounds = 2.0 * _rounds_left(table, sight, most) + shots / dice
    spread = np.float64(table[known.ROUND_SPREAD]) * sqrt(rounds)
    return np.int64(CERTAIN / (1.0 + exp(-_LOGIT * lead / spread)))


@jit_inline
def _rounds_left(table, sight, most):  # type: ignore[no-untyped-def]
    """Tell how many rounds are likely to follow; to win rounds, each one is all that counts."""
    goal = np.int64(table[known.GOAL])
    if table[known.END] == known.ROUNDS:
        return np.float64(max(goal - sight.turn[ROUND] - 1, 0))
    if table[known.END] == known.WINS or most >= known.UNIT * goal:
        return 0.0
    missing = np.float64(known.UNIT * goal - most)
    return max(missing / max(np.float64(table[known.ROUND_POINTS]), 1.0), 1.0)
