"""One throw, from the hand until everything lies still."""

import numpy as np
from numba import types

from dicestats.games.tumblin.physics.alone import run_alone
from dicestats.games.tumblin.physics.dice import DICE, SHOT
from dicestats.games.tumblin.physics.mover import pick_up, put_down
from dicestats.games.tumblin.physics.noise import ADDRESS, HAND, draw_words, luck_of
from dicestats.games.tumblin.physics.portable import exp, normal, sin_cos
from dicestats.games.tumblin.physics.settle import beside_others, push, push_apart
from dicestats.games.tumblin.physics.several import bump, run_several
from dicestats.games.tumblin.physics.world import DISC, LAST_LEVEL, WORLD
from dicestats.lending import jit_bare, jit_inline

X, Y, ANGLE, SPEED, FACE = range(5)  # the parts of a shot
MOST_EVENTS = 3000  # of a throw; never seen to happen


_SHOT, _KEY = types.float64[::1], types.uint64[::1]


@jit_bare(types.void(WORLD, _SHOT, types.float64, types.float64, _KEY, ADDRESS, _SHOT))
def hand(world, intention, angle_sd, log_speed_sd, key, address, out):  # type: ignore[no-untyped-def]
    """Throw as a hand of some skill does: near the angle and the speed that were meant.

    Parameters
    ----------
    world : record
        From ``make_world``.
    intention : array of float64, shape (5,)
        x and y on the disc, angle (radians, 0 is straight ahead, to the right above 0), speed
        (m/s), start face.
    angle_sd, log_speed_sd : float
        The hand's spread.
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Game, round (from 0), seat (0 to 15), which of the seat's throws of the round (0 to 15).
    out : array of float64, shape (5,)
        Filled with the shot.
    """
    aside, harder, _, _ = draw_words(luck_of(key, address), HAND)
    out[X], out[Y], out[FACE] = intention[X], intention[Y], intention[FACE]
    out[ANGLE] = intention[ANGLE] + angle_sd * normal(aside)
    out[SPEED] = intention[SPEED] * exp(log_speed_sd * normal(harder))


@jit_inline
def _start(world, dice, count, die, shot, throw):  # type: ignore[no-untyped-def]
    """Put a die on the landing disc and push it off."""
    dice.x[die], dice.y[die], dice.speed[die] = shot[X], shot[Y], shot[SPEED]
    dice.ux[die], dice.uy[die] = sin_cos(shot[ANGLE])
    dice.level[die], dice.face[die], dice.drops[die], dice.glide[die] = DISC, shot[FACE], 0, 0.0
    dice.mover[die], dice.fate[die] = throw, SHOT
    put_down(dice, die, beside_others(world, dice, count, die, pick_up(world, dice, die)))


@jit_inline
def _moving(dice, count):  # type: ignore[no-untyped-def]
    """Count the dice that move, and tell the last of them."""
    moving, who = 0, 0
    for i in range(count):
        if dice.speed[i] > 0:
            moving, who = moving + 1, i
    return moving, who


@jit_bare
def _come_to_rest(world, dice, count, throw, left):  # type: ignore[no-untyped-def]
    """Let everything lie still; return the number of events, negative if it was cut short."""
    for i in range(count):
        dice.glide[i], dice.drops[i] = 0.0, 1 if dice.level[i] > DISC else 0
        dice.speed[i] = 0.0
        if dice.mover[i] == throw and dice.level[i] <= LAST_LEVEL:
            push(world, dice, i, 0.0, 0.0)  # who was stopped in a fall may be too near to the step
    push_apart(world, dice, count, throw)
    return MOST_EVENTS - left if left > 0 else -MOST_EVENTS


@jit_bare(types.int64(WORLD, DICE, types.int64, types.int64, _SHOT, _KEY, ADDRESS))
def shoot(world, dice, thrown, die, shot, key, address):  # type: ignore[no-untyped-def]
    """Throw a die at those that lie there, and wait until everything lies still.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place: dice 0 to ``thrown - 1`` lie there or are off; others, apart from
        ``die``, are off.
    thrown : int
        How many were thrown before: the number of this throw in its round.
    die : int
        Which die is thrown, at least ``thrown``.
    shot : array of float64, shape (5,)
        x, y on the landing disc, angle, speed, start face, as they leave the hand.
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Game, round (from 0), seat (0 to 15), which of the seat's throws of the round (0 to 15).

    Returns
    -------
    int
        Number of events; negative if it was cut short after ``MOST_EVENTS``.
    """
    count, luck = die + 1, luck_of(key, address)
    _start(world, dice, count, die, shot, thrown)
    # Typed numbers: numba compiles a function anew for a literal.
    drawn, left, moving, who = np.int64(HAND), np.int64(MOST_EVENTS), 1, die
    while moving > 0 and left > 0:
        if moving == 1:
            other, drawn, left = run_alone(world, dice, count, who, luck, drawn, left)
            if other >= 0:
                drawn += 1
                bump(world, dice, who, other, luck, drawn)
        else:
            drawn = run_several(world, dice, count, luck, drawn)
            left -= 1
        moving, who = _moving(dice, count)
    return _come_to_rest(world, dice, count, thrown, left)
