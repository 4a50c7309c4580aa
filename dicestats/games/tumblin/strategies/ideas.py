"""Shots worth trying: the base aim, other ways for it, and hits where much is at stake."""

import numpy as np

from dicestats.games.tumblin.physics import DISC
from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, X, Y
from dicestats.games.tumblin.physics.worth import row_of
from dicestats.games.tumblin.sights import SEAT
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.known import aim_at, side_of, worth_lying
from dicestats.games.tumblin.strategies.trial import BONUS, HERE, LEFT, OWN, OWNER

MOST_IDEAS = 64
MOST_WAYS = 3  # other ways of the base aim: to the other side, also from both sides of the disc

# What pays was measured with 400 trials of some hundred shots at each of hundreds of positions. A
# steady hand gains nothing by another way for its base aim, and next to all by hits; others gain
# nothing by hits. Hits pay along lines where others have this much more than the own side; of ten
# speeds these four were as good as all.
STEADY = 0.025  # radians: largest spread of the angle of a steady hand
LEAST_STAKE = 12  # points
_FACTORS = (2.3, 2.8, 3.4)  # speeds of hits, times that of the base aim

_SHORT = 0.8  # speed of a shot that stays a level short, times that of the base aim

_ASIDE = 0.8  # of half the landing disc: how far aside dice are put
_NEAREST, _WIDEST = 0.03, 0.5  # metres ahead, slope: what is nearer or wider is not aimed at


@jit_inline
def angle_to(aside, ahead):  # type: ignore[no-untyped-def]
    """Tell the angle to a place ahead, to a thousandth up to half a radian.

    Parameters
    ----------
    aside, ahead : float
        Where it is, metres.

    Returns
    -------
    float
        Radians, to the right above 0.
    """
    slope = aside / ahead
    square = slope * slope
    return slope * (1.0 - square * (1.0 / 3.0 - square * (0.2 - square / 7.0)))


@jit_inline
def _note(shots, count, x, angle, speed):  # type: ignore[no-untyped-def]
    """Write a shot down that differs from the base aim in these; tell how many there are."""
    shots[count, X], shots[count, Y] = x, shots[0, Y]
    shots[count, ANGLE], shots[count, SPEED], shots[count, FACE] = angle, speed, shots[0, FACE]
    return count + 1


@jit_inline
def _start(room, world, die):  # type: ignore[no-untyped-def]
    """Tell where on the disc a shot at a die starts: straight below it, if that is on the disc."""
    aside = _ASIDE * world.half[DISC]
    return min(max(room.lying.x[die], -aside), aside)


@jit_bare
def stake(room, table, sight, die, y):  # type: ignore[no-untyped-def]
    """Tell what others have and the own side has not on the line of a shot at a die.

    Parameters
    ----------
    room : Room
        Set up.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    die : int
        Which die the shot is at.
    y : float
        Where shots start.

    Returns
    -------
    int
        Points of the dice at that die's distance or beyond, in units of 1 / UNIT.
    """
    lying, total, world = room.lying, np.int64(0), sight.world
    x = _start(room, world, die)
    slope = (lying.x[die] - x) / (lying.y[die] - y)
    radius = world.radius[world.kind[room.dice.sides[die]]]
    for i in range(room.span[HERE]):
        beside = lying.x[i] - x - slope * (lying.y[i] - y)
        if abs(beside) < 2.0 * radius and lying.y[i] > lying.y[die] - radius:
            row = row_of(world, lying, i)
            worth = worth_lying(table, room.dice.sides[i], row, lying.face[i])
            worth *= np.int64(table[known.BONUS_FACTOR]) if room.by_die[BONUS, i] else 1
            own = side_of(table, room.by_die[OWNER, i]) == side_of(table, sight.turn[SEAT])
            total += -worth if own else worth
    return total


@jit_inline
def _targets(room, table, sight, y, stakes):  # type: ignore[no-untyped-def]
    """Tell the stake on the line to each die that can be aimed at; 0 for others."""
    for i in range(room.span[HERE]):
        stakes[i], ahead = 0, room.lying.y[i] - y
        aside = abs(room.lying.x[i] - _start(room, sight.world, i))
        if ahead > _NEAREST and aside < _WIDEST * ahead:
            stakes[i] = max(stake(room, table, sight, i, y), 0)


@jit_bare
def propose(room, table, sight, shots, stakes):  # type: ignore[no-untyped-def]
    """List shots: first the base aim, the only one at an empty board.

    Parameters
    ----------
    room : Room
        Set up.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    shots : array of float64, shape (MOST_IDEAS, 5)
        Filled.
    stakes : array of int64, shape (dice,)
        Used.

    Returns
    -------
    int
        How many there are.
    """
    here, world = room.span[HERE], sight.world
    aim_at(table, room.by_die[OWN, here], shots[0])
    most, count = min(table[known.IDEAS], MOST_IDEAS), 1
    x, y, angle, speed = shots[0, X], shots[0, Y], shots[0, ANGLE], shots[0, SPEED]
    aside = _ASIDE * world.half[DISC]
    for way in range(min(table[known.WAYS], most - 1)):
        start = x if way == 0 else (aside if way & 1 else -aside)
        count = _note(shots, count, start, -angle, speed)
    if room.span[LEFT] > 0 and table[known.SHORT] and count < most:
        count = _note(shots, count, x, angle, _SHORT * speed)
    _targets(room, table, sight, y, stakes)
    while count + len(_FACTORS) <= most:
        die = 0
        for i in range(here):
            if stakes[i] > stakes[die]:
                die = i
        if here == 0 or stakes[die] < known.UNIT * np.int64(table[known.STAKE]):
            break
        stakes[die], start = 0, _start(room, world, die)
        turned = angle_to(room.lying.x[die] - start, room.lying.y[die] - y)
        for factor in _FACTORS:
            if factor * speed <= 0.01 * table[known.FASTEST]:
                count = _note(shots, count, start, turned, factor * speed)
    return count
