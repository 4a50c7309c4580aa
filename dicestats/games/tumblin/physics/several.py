"""Several dice move at once: the earliest event of any of them, then the next."""

import math

from dicestats.games.tumblin.physics import contact, landing
from dicestats.games.tumblin.physics.alone import advance, meet
from dicestats.games.tumblin.physics.dice import HIT
from dicestats.games.tumblin.physics.motion import DEEP, DIE, STOP, next_event
from dicestats.games.tumblin.physics.mover import pick_up, put_down
from dicestats.games.tumblin.physics.noise import draw_words
from dicestats.games.tumblin.physics.settle import push
from dicestats.games.tumblin.physics.world import FIRST
from dicestats.lending import jit_bare, jit_inline

_CLOSE = 5e-5  # metres: moving dice that are no further apart touch
_STEPS = 60  # of the search for the moment at which two of them touch
_HAIR = 2e-5  # metres: how far a push moves a die that it does not set sliding
_INTO = 1.5 * DEEP  # metres: how far a die that passes another is put into it
_WAIT = -1  # an event of no consequence


@jit_inline
def _seconds(world, m, way, what):  # type: ignore[no-untyped-def]
    """Tell how long a die takes for a way."""
    if m.glide > 0:
        return way / m.speed
    brake = world.brake[m.kind, m.drops]
    if what == STOP:
        return m.speed / brake
    left = math.sqrt(max(m.speed * m.speed - 2.0 * brake * way, 0.0))
    return 2.0 * way / (m.speed + left)


@jit_inline
def _brake(world, m):  # type: ignore[no-untyped-def]
    return 0.0 if m.glide > 0 else world.brake[m.kind, m.drops]


@jit_bare
def touching_time(world, m, o, limit):  # type: ignore[no-untyped-def]
    """Find when two moving dice touch.

    Their distance cannot shrink faster than their largest relative speed, so a step of the gap
    divided by that speed is safe; it is the way of sphere tracing.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m, o : Mover
        The dice, on one level.
    limit : float
        Seconds: what happens later does not matter.

    Returns
    -------
    seconds : float
        When they touch, or as far as the search got; infinite if they do not touch in time.
    touch : bool
        Whether they do touch then.
    """
    reach = world.radius[m.kind] + world.radius[o.kind]
    px, py = o.x - m.x, o.y - m.y
    vx, vy = o.speed * o.ux - m.speed * m.ux, o.speed * o.uy - m.speed * m.uy
    slow, stop = _brake(world, m), _brake(world, o)
    ax, ay = slow * m.ux - stop * o.ux, slow * m.uy - stop * o.uy
    wx, wy = vx + ax * limit, vy + ay * limit  # at the limit
    if px * vx + py * vy >= 0 and px * wx + py * wy >= 0 and vx * wx + vy * wy >= 0:
        return math.inf, False  # they part all the time
    if px * px + py * py < (reach - DEEP) * (reach - DEEP):
        return math.inf, False  # one passes the other
    fastest = math.sqrt(max(vx * vx + vy * vy, wx * wx + wy * wy)) + 1e-9
    t = 0.0
    for _ in range(_STEPS):
        x, y = px + (vx + 0.5 * ax * t) * t, py + (vy + 0.5 * ay * t) * t
        gap = math.sqrt(x * x + y * y) - reach
        if gap < _CLOSE and x * (vx + ax * t) + y * (vy + ay * t) < 0:
            return t, True
        t += max(gap, _CLOSE) / fastest
        if t >= limit:
            return math.inf, False
    return t, False


@jit_inline
def _earliest(world, dice, count):  # type: ignore[no-untyped-def]
    """Find the earliest event: when, whose, how far it gets, what, with which other."""
    soon, who, far, event, partner = math.inf, 0, 0.0, _WAIT, -1
    for i in range(count):
        if dice.speed[i] > 0:
            m = pick_up(world, dice, i)
            way, what, other = next_event(world, dice, count, i, m)
            seconds = _seconds(world, m, way, what)
            if seconds < soon:
                soon, who, far, event, partner = seconds, i, way, what, other
    for i in range(count):
        for j in range(i + 1, count):
            if dice.speed[i] > 0 and dice.speed[j] > 0 and dice.level[i] == dice.level[j]:
                m, o = pick_up(world, dice, i), pick_up(world, dice, j)
                seconds, touch = touching_time(world, m, o, soon)
                if seconds < soon:
                    soon, who, event, partner = seconds, i, DIE if touch else _WAIT, j
                    far = _way(world, m, seconds)
    return soon, who, far, event, partner


@jit_inline
def _way(world, m, seconds):  # type: ignore[no-untyped-def]
    """Tell how far a die gets in a time in which it does not stop."""
    return (m.speed - 0.5 * _brake(world, m) * seconds) * seconds


@jit_inline
def bump(world, dice, i, j, luck, event):  # type: ignore[no-untyped-def]
    """Let two dice bump into each other, wherever they are.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place; a die that lay still has moved through the other's throw.
    i, j : int
        Which two; the first one moves.
    luck : Luck
        The throw's random words.
    event : int
        For which words are drawn.
    """
    words = draw_words(luck, event)
    m, o = pick_up(world, dice, i), pick_up(world, dice, j)
    if m.level == FIRST and max(m.drops, o.drops) == 1:
        at = 2 if m.glide > 0 else 0
        dice.face[i] = landing.bumped_face(dice, i, world.bump_face_change[at], words[2])
        dice.face[j] = landing.bumped_face(dice, j, world.bump_face_change[at + 1], words[3])
    m, o, passes = contact.collide(world, m, o, words[0], words[1])
    put_down(dice, i, m)
    put_down(dice, j, o)
    nx, ny, _ = contact.direction(o.x - m.x, o.y - m.y)
    if passes:
        push(world, dice, i, _INTO * nx, _INTO * ny)
    elif o.speed == 0:
        push(world, dice, j, _HAIR * nx, _HAIR * ny)
    if dice.mover[j] != dice.mover[i]:
        dice.mover[j], dice.fate[j] = dice.mover[i], HIT


@jit_bare
def run_several(world, dice, count, luck, drawn):  # type: ignore[no-untyped-def]
    """Move all dice to the earliest event, and let it happen.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place.
    count : int
        How many there are.
    luck : Luck
        The throw's random words.
    drawn : int
        The last event for which words were drawn.

    Returns
    -------
    int
        The last event for which words were drawn.
    """
    seconds, who, far, what, other = _earliest(world, dice, count)
    for i in range(count):
        if dice.speed[i] > 0 and i != who:
            m = pick_up(world, dice, i)
            put_down(dice, i, advance(world, m, _way(world, m, seconds), _WAIT))
    m = advance(world, pick_up(world, dice, who), far, what)
    if what == DIE:
        put_down(dice, who, m)
        bump(world, dice, who, other, luck, drawn + 1)
        return drawn + 1
    if what != _WAIT:
        m, drawn = meet(world, dice, count, who, m, what, other, luck, drawn)
    put_down(dice, who, m)
    return drawn
