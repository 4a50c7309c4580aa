"""One die moves while all others lie still: more than four of five events of a game."""

import math

from dicestats.games.tumblin.physics import contact, landing, settle
from dicestats.games.tumblin.physics.motion import (
    DIE,
    DROP,
    LAND,
    LEAVE,
    PEG,
    STOP,
    next_event,
)
from dicestats.games.tumblin.physics.mover import Mover, pick_up, put_down
from dicestats.games.tumblin.physics.noise import draw_words, fair_face
from dicestats.games.tumblin.physics.world import LAST_LEVEL, OFF
from dicestats.lending import jit_inline


@jit_inline
def advance(world, m, way, what):  # type: ignore[no-untyped-def]
    """Move a die along a straight way, up to an event.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die.
    way : float
        How far, metres.
    what : int
        What ends the way.

    Returns
    -------
    Mover
        The same there, with the speed that is left.
    """
    x, y = m.x + m.ux * way, m.y + m.uy * way
    if m.glide > 0:
        left = 0.0 if what == LAND else max(m.glide - way, 1e-9)
        return Mover(x, y, m.ux, m.uy, m.speed, left, m.level, m.drops, m.kind)
    square = m.speed * m.speed - 2.0 * world.brake[m.kind, m.drops] * way
    speed = 0.0 if what == STOP else math.sqrt(max(square, 1e-12))
    return Mover(x, y, m.ux, m.uy, speed, 0.0, m.level, m.drops, m.kind)


@jit_inline
def _over_the_edge(world, m):  # type: ignore[no-untyped-def]
    """Let a die fall to the next level, or between the tongues."""
    if m.level == LAST_LEVEL - 1:
        below = Mover(m.x, m.y, m.ux, m.uy, m.speed, 0.0, LAST_LEVEL, m.drops, m.kind)
        if settle.is_beside_the_level(world, below):
            return landing.leave(m)
    return landing.drop(world, m)


@jit_inline
def _come_down(world, dice, count, i, m, words):  # type: ignore[no-untyped-def]
    """Let a die land, with a new face, beside others."""
    dice.face[i] = landing.landing_face(world, m, dice, i, words[2])
    m = settle.beside_others(world, dice, count, i, landing.land(world, m, words))
    return landing.leave(m) if settle.is_beside_the_level(world, m) else m


@jit_inline
def meet(world, dice, count, i, m, what, other, luck, drawn):  # type: ignore[no-untyped-def]
    """Let happen what ends a die's straight way, unless it is another die.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        The dice; the face of die ``i`` may change.
    count : int
        How many there are.
    i : int
        Which one moves.
    m : Mover
        Its numbers at the end of the way.
    what, other : int
        What it meets.
    luck : Luck
        The throw's random words.
    drawn : int
        The last event for which words were drawn.

    Returns
    -------
    m : Mover
        The die afterwards.
    drawn : int
        The last event for which words were drawn.
    """
    if what == STOP:
        return m, drawn
    if what == DROP:
        m = _over_the_edge(world, m)
    elif what == LAND:
        drawn += 1
        m = _come_down(world, dice, count, i, m, draw_words(luck, drawn))
    elif what == PEG:
        drawn += 1
        m = contact.off_the_peg(world, m, other, draw_words(luck, drawn)[0])
    elif what == LEAVE:
        m = landing.leave(m)
    else:
        m = contact.off_the_step(world, m)
    if m.level == OFF:
        dice.face[i] = fair_face(luck, i, dice.sides[i])
    return m, drawn


@jit_inline
def run_alone(world, dice, count, i, luck, drawn, left):  # type: ignore[no-untyped-def]
    """Move one die until it lies still, leaves the board or meets another die.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place.
    count : int
        How many there are.
    i : int
        Which one moves.
    luck : Luck
        The throw's random words.
    drawn : int
        The last event for which words were drawn.
    left : int
        How many events may happen.

    Returns
    -------
    other : int
        The die that it touches; -1 if it lies still or is gone.
    drawn, left : int
        As they are now.
    """
    m, other = pick_up(world, dice, i), -1
    while m.speed > 0 and left > 0:
        way, what, met = next_event(world, dice, count, i, m)
        m = advance(world, m, way, what)
        left -= 1
        if what == DIE:
            other = met
            break
        m, drawn = meet(world, dice, count, i, m, what, met, luck, drawn)
    put_down(dice, i, m)
    return other, drawn, left
