"""Strategies that try shots out: ``bump`` counts what a shot moves, ``rollout`` ends the round."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin.physics import Dice
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.rules import MOST_SEATS, Rules
from dicestats.games.tumblin.sights import IS_BONUS, SIDES, SIGNATURE
from dicestats.games.tumblin.strategies import aim, known
from dicestats.games.tumblin.strategies.choice import NOTE_ROWS, choose, is_low, is_sure
from dicestats.games.tumblin.strategies.ideas import (
    LEAST_STAKE,
    MOST_IDEAS,
    MOST_WAYS,
    STEADY,
    propose,
)
from dicestats.games.tumblin.strategies.known import aim_at
from dicestats.games.tumblin.strategies.outlook import value
from dicestats.games.tumblin.strategies.parameters import Bump, Rollout, Trials
from dicestats.games.tumblin.strategies.trial import DIE_ROWS, HERE, OWN, SEAT_ROWS, Room, set_up
from dicestats.jit import jit

MOST_SHOTS = 1000  # more than a round has


@jit_bare
def _shoot(out, table, words, sight, room, shots, notes):  # type: ignore[no-untyped-def]
    set_up(room, table, words, sight, sight.turn[IS_BONUS])
    count = propose(room, table, sight, shots, notes[0])
    best = is_low(shots[0, FACE])
    if count > 1:
        best = choose(room, table, sight, shots, count, notes)
    for part in range(FACE):
        out[part] = shots[best >> 1, part]
    out[FACE] = 1.0 if best & 1 else np.float64(sight.turn[SIDES])
    return np.int64(0)


@jit_bare
def _throw_bonus(table, words, sight, room, shots, values):  # type: ignore[no-untyped-def]
    """Play the round to its end both ways, on the same luck."""
    trials = np.int64(table[known.FIRST] + table[known.SECOND])
    total, squares = np.int64(0), np.int64(0)
    for now in range(2):
        set_up(room, table, words, sight, now)
        aim_at(table, room.by_die[OWN, room.span[HERE]], shots[0])
        for t in range(trials):
            high, low = value(room, table, sight, shots[0], t)
            found = low if is_low(shots[0, FACE]) else high
            if now:
                more = found - values[t]
                total, squares = total + more, squares + more * more
            else:
                values[t] = found
    return np.int64(is_sure(total, squares, trials, table[known.THRESHOLD]))


@jit([SIGNATURE])
def decide(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Try out what can be done, and choose: a shot, or whether to throw the bonus die.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``; the table is that of ``known.known``, and tells what is asked.

    Returns
    -------
    int
        For the bonus die 1 to throw it now; else 0.

    Notes
    -----
    All that strategies which try shots out ever ask is one function: it is compiled once.
    """
    size, trials = sight.owner.shape[0], table[known.FIRST] + table[known.SECOND]
    floats, small = np.empty((12, size)), np.empty((10, size), np.int8)
    movers, whole = np.empty((2, size), np.int16), np.empty((DIE_ROWS, size), np.int64)
    dice = Dice(
        floats[0], floats[1], small[0], small[1], small[2], movers[0], small[3], floats[2],
        floats[3], floats[4], floats[5], small[4],
    )  # fmt: skip
    lying = Dice(
        floats[6], floats[7], small[5], small[6], small[7], movers[1], small[8], floats[8],
        floats[9], floats[10], floats[11], small[9],
    )  # fmt: skip
    shots, by_seat = np.empty((MOST_IDEAS + 2, 5)), np.empty((SEAT_ROWS, MOST_SEATS), np.int64)
    notes = np.empty((NOTE_ROWS, max(2 * MOST_IDEAS, size)), np.int64)
    room = Room(dice, lying, whole, by_seat, np.empty(3, np.int64), shots[MOST_IDEAS],
                shots[MOST_IDEAS + 1], np.empty(2, np.uint64))  # fmt: skip
    if table[known.OFFERED]:
        return _throw_bonus(table, words, sight, room, shots, np.empty(trials, np.int64))
    return _shoot(out, table, words, sight, room, shots, notes)


def bump(rules: Rules, parameters: Bump) -> Strategy:
    """Make the strategy that counts the points a shot moves.

    Parameters
    ----------
    rules : Rules
        The rules.
    parameters : Bump
        Hands, and how much is tried.

    Returns
    -------
    Strategy
        Compiled. It throws its bonus die first, as ``aim`` does.
    """
    trials = {known.FIRST: parameters.first, known.SECOND: parameters.second}
    table = _table(rules, parameters, {**trials, known.OFFERED: 0, known.AHEAD: 0})
    return Strategy(
        "bump",
        bonus=Compiled(aim.bonus, table, rules=rules),
        shot=Compiled(decide, table, draws=True, rules=rules),
        skill=parameters.spreads,
    )


def rollout(rules: Rules, parameters: Rollout) -> Strategy:
    """Make the strategy that plays the round to its end, and compares chances to win the game.

    Parameters
    ----------
    rules : Rules
        The rules.
    parameters : Rollout
        Hands, and how much is tried.

    Returns
    -------
    Strategy
        Compiled. In its trials all seats shoot as its own base aim says, each with its own hands.
        Whether the bonus die is thrown now, is decided by rounds played to their end both ways.
    """
    trials = {known.FIRST: parameters.playouts, known.SECOND: 4 * parameters.playouts}
    shot, bonus = (
        _table(rules, parameters, {**trials, known.OFFERED: asked, known.AHEAD: shots})
        for asked, shots in ((0, parameters.shots), (1, MOST_SHOTS))
    )
    return Strategy(
        "rollout",
        bonus=Compiled(decide, bonus, draws=True, rules=rules),
        shot=Compiled(decide, shot, draws=True, rules=rules),
        skill=parameters.spreads,
    )


def _table(rules: Rules, parameters: Trials, numbers: Mapping[int, int]) -> NDArray[np.int32]:
    skill = parameters.spreads
    is_steady = skill.angle_sd <= STEADY
    given = {
        known.IDEAS: parameters.ideas,
        known.WAYS: 1 if is_steady else MOST_WAYS,
        known.STAKE: LEAST_STAKE,
        known.SHORT: int(parameters.short and is_steady),
        known.FASTEST: round(100 * parameters.fastest),
        known.THRESHOLD: round(100 * parameters.threshold),
    }
    return known.known(rules, skill, {**given, **numbers})
