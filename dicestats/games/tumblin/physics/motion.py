"""What happens next to a die that moves: everything between two events is closed form."""

import math

from dicestats.games.tumblin.physics.world import DISC, FIRST, FROM_DISC, FROM_STEP, LAST_LEVEL
from dicestats.lending import jit_inline

_GRAZE = 1e-7  # metres: nothing meets what lies no further ahead than this

# What ends a straight way: it stops, lands, falls to the next level, leaves the board, meets the
# step behind its level, a peg, a die.
STOP, LAND, DROP, LEAVE, WALL, PEG, DIE = range(7)

DEEP = 2e-4  # metres: a die that reaches further into another is passing it


@jit_inline
def next_event(world, dice, count, i, m):  # type: ignore[no-untyped-def]
    """Find what happens next to a die among those that lie still.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        The dice; those with a speed are passed over.
    count : int
        How many of them there are.
    i : int
        Which one moves.
    m : Mover
        Its numbers.

    Returns
    -------
    way : float
        How far it gets, metres.
    what : int
        ``STOP`` to ``DIE``.
    other : int
        Which peg or die it meets.
    """
    if m.glide > 0:
        way, what = m.glide, LAND
    else:
        way, what = m.speed * m.speed * world.slide[m.kind, m.drops], STOP
    way, what = _to_an_edge(world, m, way, what)
    way, peg = _to_a_peg(world, m, way)
    way, die = _to_a_die(world, dice, count, i, m, way)
    if die >= 0:
        return way, DIE, die
    if peg >= 0:
        return way, PEG, peg
    return way, what, -1


@jit_inline
def _to_an_edge(world, m, way, what):  # type: ignore[no-untyped-def]
    """Shorten the way where it leads out of the level's area."""
    front, back = world.front[m.level], world.back[m.level]
    ahead = m.y + m.uy * way
    if ahead > front and m.uy > 0:
        way, what = max((front - m.y) / m.uy, 0.0), DROP if m.level < LAST_LEVEL else LEAVE
    elif ahead < back and m.uy < 0:
        way, what = max((back - m.y) / m.uy, 0.0), WALL if m.level > FIRST else LEAVE
    middle, half = sides_of(world, m.level, m.x)
    aside = m.x + m.ux * way - middle
    if abs(aside) > half and aside * m.ux > 0:
        edge = half if m.ux > 0 else -half
        way, what = max((middle + edge - m.x) / m.ux, 0.0), DROP if m.level == DISC else LEAVE
    return way, what


@jit_inline
def sides_of(world, level, x):  # type: ignore[no-untyped-def]
    """Find the part of a level that a die is on: all of it, or the nearest tongue of 4x.

    Parameters
    ----------
    world : record
        From ``make_world``.
    level : int
        The level.
    x : float
        Where the die is.

    Returns
    -------
    middle, half : float
        The part reaches from ``middle - half`` to ``middle + half``.
    """
    if level < LAST_LEVEL:
        return 0.0, world.half[level]
    middle = world.centre[0]
    for k in range(1, world.tongues):
        if abs(x - world.centre[k]) < abs(x - middle):
            middle = world.centre[k]
    return middle, world.tongue_half


@jit_inline
def _to_a_disc(dx, dy, m, reach):  # type: ignore[no-untyped-def]
    """Give the way to a disc at (dx, dy) from here; infinite where it does not lie ahead."""
    along = dx * m.ux + dy * m.uy
    inside = reach * reach - (dx * dx + dy * dy - along * along)
    return along - math.sqrt(inside) if along > _GRAZE and inside > 0 else math.inf


@jit_inline
def _to_a_peg(world, m, way):  # type: ignore[no-untyped-def]
    """Shorten the way where a peg stands in it, and tell which one, or -1."""
    peg, reach = -1, world.radius[m.kind] + world.peg_radius
    near, far = world.peg_row[m.level, 0] - reach, world.peg_row[m.level, 1] + reach
    ahead = m.y + m.uy * way
    if max(ahead, m.y) > near and min(ahead, m.y) < far:
        for k in range(world.peg_begin[m.level], world.peg_begin[m.level + 1]):
            found = _to_a_disc(world.peg_x[k] - m.x, world.peg_y[k] - m.y, m, reach)
            if found < way:
                way, peg = max(found, 0.0), k
    return way, peg


@jit_inline
def _to_a_die(world, dice, count, i, m, way):  # type: ignore[no-untyped-def]
    """Shorten the way where a die lies in it, and tell which one, or -1."""
    die, clear = -1, -math.inf
    if m.glide > 0 and m.level > FIRST:  # at first it flies above those that lie below the step
        clear = m.glide - world.unclear_share * fall_way(world, m)
    for j in range(count):
        if dice.level[j] == m.level and j != i and dice.speed[j] == 0:
            reach = world.radius[m.kind] + world.radius[world.kind[dice.sides[j]]]
            dx, dy = dice.x[j] - m.x, dice.y[j] - m.y
            found = _to_a_disc(dx, dy, m, reach)
            apart = dx * dx + dy * dy > (reach - DEEP) * (reach - DEEP)
            if clear <= found < way and apart:
                way, die = max(found, 0.0), j
    return way, die


@jit_inline
def fall_way(world, m):  # type: ignore[no-untyped-def]
    """Tell how far a die glides in a fall to its level.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die: its level is the one it falls to.

    Returns
    -------
    float
        Metres.
    """
    return world.fall[m.kind, FROM_DISC if m.level == FIRST else FROM_STEP] * m.speed
