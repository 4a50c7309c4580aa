"""Bumps: a die against the step behind it, against a peg, against another die."""

import math

from dicestats.games.tumblin.physics.landing import turned
from dicestats.games.tumblin.physics.mover import Mover
from dicestats.games.tumblin.physics.portable import normal
from dicestats.lending import jit_inline

_SLOW = 0.01  # metres a second
_LEAST_SHARE = 0.05  # of the closing speed that a push hands on
_NO_DISTANCE = 1e-9  # metres: closer centres have no direction


@jit_inline
def _with_velocity(world, m, vx, vy):  # type: ignore[no-untyped-def]
    """Give a mover a velocity; one that has next to none lies still."""
    speed = math.sqrt(vx * vx + vy * vy)
    if speed <= world.stop_speed:
        return Mover(m.x, m.y, 0.0, 1.0, 0.0, 0.0, m.level, m.drops, m.kind)
    return Mover(m.x, m.y, vx / speed, vy / speed, speed, m.glide, m.level, m.drops, m.kind)


@jit_inline
def off_the_step(world, m):  # type: ignore[no-untyped-def]
    """Let a die bump back into the step that it came down.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die.

    Returns
    -------
    Mover
        The same, moving forward.
    """
    vx, vy = m.speed * m.ux, m.speed * m.uy
    return _with_velocity(world, m, vx * world.wall_slide, abs(vy) * world.wall_restitution)


@jit_inline
def direction(dx, dy):  # type: ignore[no-untyped-def]
    """Give the direction from one centre to another; forward where they are at one place.

    Parameters
    ----------
    dx, dy : float
        How far the other one is, metres.

    Returns
    -------
    nx, ny, distance : float
        A direction of length 1, and how far.
    """
    distance = math.sqrt(dx * dx + dy * dy)
    if distance < _NO_DISTANCE:
        return 0.0, 1.0, distance
    return dx / distance, dy / distance, distance


@jit_inline
def _pushing(nx, ny, vx, vy, angle):  # type: ignore[no-untyped-def]
    """Turn the line of centres by an angle, unless the bodies would then part; give the speed."""
    mx, my = turned(nx, ny, angle)
    closing = vx * mx + vy * my
    if closing > 0:
        return mx, my, closing
    return nx, ny, vx * nx + vy * ny


@jit_inline
def off_the_peg(world, m, peg, word):  # type: ignore[no-untyped-def]
    """Let a die bump into a peg.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die.
    peg : int
        Which peg.
    word : uint64
        A word: edges and corners turn the push aside.

    Returns
    -------
    Mover
        The same, thrown back.
    """
    nx, ny, _ = direction(world.peg_x[peg] - m.x, world.peg_y[peg] - m.y)
    vx, vy = m.speed * m.ux, m.speed * m.uy
    nx, ny, closing = _pushing(nx, ny, vx, vy, world.peg_jitter * normal(word))
    push = (1.0 + world.peg_restitution) * max(closing, 0.0)
    return _with_velocity(world, m, vx - push * nx, vy - push * ny)


@jit_inline
def collide(world, m, o, word, turn):  # type: ignore[no-untyped-def]
    """Let two dice bump into each other.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m, o : Mover
        The dice, of equal mass.
    word, turn : uint64
        Words: edges and corners turn the push aside, and hand on more or less of it.

    Returns
    -------
    m, o : Mover
        The same afterwards.
    passes : bool
        Whether they still close in: one passes the other.
    """
    nx, ny, _ = direction(o.x - m.x, o.y - m.y)
    vx, vy, wx, wy = m.speed * m.ux, m.speed * m.uy, o.speed * o.ux, o.speed * o.uy
    drops = max(m.drops, o.drops)
    angle = world.contact_jitter[drops] * normal(word)
    nx, ny, closing = _pushing(nx, ny, vx - wx, vy - wy, angle)
    slip = (vy - wy) * nx - (vx - wx) * ny  # the push along the line of centres leaves it as it is
    # Slow bumps lose nothing: else dice that touch each other bump for ever (inelastic collapse).
    share = _handed_on(world, drops, closing, slip, turn) if closing > _SLOW else 1.0
    push = share * max(closing, 0.0)
    rub = min(world.contact_friction * push, world.slip_share * abs(slip))
    rub = -rub if slip < 0 else rub
    px, py = push * nx - rub * ny, push * ny + rub * nx
    m, o = _with_velocity(world, m, vx - px, vy - py), _with_velocity(world, o, wx + px, wy + py)
    return m, o, share < 0.5 and m.speed > 0


@jit_inline
def _handed_on(world, drops, closing, slip, turn):  # type: ignore[no-untyped-def]
    """Give the share of the closing speed that a push hands on: less at the rim, and by luck."""
    aside = slip * slip / (slip * slip + closing * closing)  # squared sine of the angle of impact
    share = world.push_share[drops] * (1.0 - world.graze * aside * aside)
    return min(max(share * (1.0 + world.push_sd[drops] * normal(turn)), _LEAST_SHARE), 1.0)
