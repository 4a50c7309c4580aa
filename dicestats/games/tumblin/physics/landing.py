"""Falls from level to level: the glide, the landing, and the face it turns up."""

import math

import numpy as np

from dicestats.games.tumblin.physics.mover import Mover
from dicestats.games.tumblin.physics.portable import normal, uniform
from dicestats.games.tumblin.physics.world import DISC, DROPS, FIRST, FROM_DISC, FROM_STEP, OFF
from dicestats.lending import jit_inline


@jit_inline
def leave(m):  # type: ignore[no-untyped-def]
    """Let a die leave the board.

    Parameters
    ----------
    m : Mover
        The die.

    Returns
    -------
    Mover
        The same off the board.
    """
    return Mover(m.x, m.y, m.ux, m.uy, 0.0, 0.0, OFF, m.drops, m.kind)


@jit_inline
def drop(world, m):  # type: ignore[no-untyped-def]
    """Let a die fall to the next level.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die, at an edge.

    Returns
    -------
    Mover
        The same, gliding.
    """
    seconds = world.fall[m.kind, FROM_DISC if m.level == DISC else FROM_STEP]
    glide, drops = max(m.speed * seconds, world.least_glide[m.kind]), min(m.drops + 1, DROPS)
    return Mover(m.x, m.y, m.ux, m.uy, m.speed, glide, m.level + 1, drops, m.kind)


@jit_inline
def land(world, m, words):  # type: ignore[no-untyped-def]
    """Let a die land: it loses speed, turns aside, and slides on.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die, at the end of its glide.
    words : tuple of uint64
        Four words.

    Returns
    -------
    Mover
        The same, sliding.
    """
    origin = FROM_DISC if m.level == FIRST else FROM_STEP
    speed = m.speed - world.loss[m.kind, origin]
    speed += world.loss_sd[m.kind, m.drops] * normal(words[0])
    if speed < world.least_landing:
        speed = world.least_landing + world.landing_spread * uniform(words[3])
    turn = world.turn_sd[m.kind, m.drops]
    if m.speed < world.tipping_speed[origin] and abs(world.tipping_turn) > abs(turn):
        turn = world.tipping_turn
    ux, uy = turned(m.ux, m.uy, turn * normal(words[1]))
    return Mover(m.x, m.y, ux, uy, speed, 0.0, m.level, m.drops, m.kind)


@jit_inline
def turned(x, y, angle):  # type: ignore[no-untyped-def]
    """Turn a direction, by nearly the angle: 1 - angle^2 / 2 stands for the cosine.

    Parameters
    ----------
    x, y : float
        The direction.
    angle : float
        Radians, to the left.

    Returns
    -------
    x, y : float
        A direction of the same length.
    """
    cosine = 1.0 - 0.5 * angle * angle
    scale = 1.0 / math.sqrt(cosine * cosine + angle * angle)
    return (x * cosine - y * angle) * scale, (x * angle + y * cosine) * scale


@jit_inline
def landing_face(world, m, dice, i, word):  # type: ignore[no-untyped-def]
    """Tell the face of a die after a landing.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die as it came down.
    dice : Dice
        The dice.
    i : int
        Which one it is.
    word : uint64
        A word.

    Returns
    -------
    int
        Its face: the old one, the opposite one, or any other.
    """
    origin = FROM_DISC if m.level == FIRST else FROM_STEP
    change = world.face_change[m.kind, m.drops]
    if m.speed < world.tipping_speed[origin]:
        change = 1.0
    u, face, sides = uniform(word), np.int64(dice.face[i]), np.int64(dice.sides[i])
    if u >= change:
        return face
    return _changed(face, sides, world.opposite_share[m.kind, m.drops], u / change)


@jit_inline
def bumped_face(dice, i, change, word):  # type: ignore[no-untyped-def]
    """Tell the face of a die after a bump.

    Parameters
    ----------
    dice : Dice
        The dice.
    i : int
        Which one.
    change : float
        How often its face changes.
    word : uint64
        A word.

    Returns
    -------
    int
        Its face: the old one, or any but the opposite one.
    """
    u, face, sides = uniform(word), np.int64(dice.face[i]), np.int64(dice.sides[i])
    return face if u >= change else _changed(face, sides, 0.0, u / change)


@jit_inline
def _changed(face, sides, opposite, u):  # type: ignore[no-untyped-def]
    """Take the opposite face in a share of all cases, else any other."""
    if u < opposite or sides == 2:
        return sides + 1 - face
    return _another_face(face, sides, np.int64((u - opposite) / (1.0 - opposite) * (sides - 2)))


@jit_inline
def _another_face(face, sides, which):  # type: ignore[no-untyped-def]
    """Take one of the faces that are neither ``face`` nor opposite to it, counted from 0."""
    low, high = min(face, sides + 1 - face), max(face, sides + 1 - face)
    found = min(which, sides - 3) + 1
    if found >= low:
        found += 1
    if found >= high:
        found += 1
    return found
