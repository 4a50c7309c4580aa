"""Dice that would lie in one another are pushed apart: when one lands, and when all lie still."""

from dicestats.games.tumblin.physics.contact import direction
from dicestats.games.tumblin.physics.dice import HIT
from dicestats.games.tumblin.physics.motion import sides_of
from dicestats.games.tumblin.physics.mover import Mover
from dicestats.games.tumblin.physics.world import FIRST, LAST_LEVEL
from dicestats.lending import jit_bare, jit_inline

_TOUCH = 1e-6  # metres: closer than touching by less is touching
_OVERLAP = 1e-4  # metres: dice at rest that overlap by more are pushed apart
_SWEEPS_LANDING = 4
_SWEEPS = 1000  # at rest; a few are enough


@jit_inline
def _reach(world, dice, i, j):  # type: ignore[no-untyped-def]
    return world.radius[world.kind[dice.sides[i]]] + world.radius[world.kind[dice.sides[j]]]


@jit_inline
def beside_others(world, dice, count, i, m):  # type: ignore[no-untyped-def]
    """Push a die out of those that it came down upon.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        The dice.
    count : int
        How many there are.
    i : int
        Which one came down.
    m : Mover
        Its numbers.

    Returns
    -------
    Mover
        The same, beside the others; not behind the step that it fell from.
    """
    x, y = m.x, m.y
    for _ in range(_SWEEPS_LANDING):
        pushed = False
        for j in range(count):
            if dice.level[j] == m.level and j != i:
                reach = _reach(world, dice, i, j)
                dx, dy = x - dice.x[j], y - dice.y[j]
                if dx * dx + dy * dy < (reach - _TOUCH) * (reach - _TOUCH):
                    nx, ny, _ = direction(dx, dy)
                    x, y, pushed = dice.x[j] + nx * reach, dice.y[j] + ny * reach, True
        if not pushed:
            break
    if m.level > FIRST:
        y = max(y, world.back[m.level])
    return Mover(x, y, m.ux, m.uy, m.speed, m.glide, m.level, m.drops, m.kind)


@jit_inline
def is_beside_the_level(world, m):  # type: ignore[no-untyped-def]
    """Tell whether a die was pushed past a side of its level, into the void.

    Parameters
    ----------
    world : record
        From ``make_world``.
    m : Mover
        The die.

    Returns
    -------
    bool
        Whether there is nothing below its centre.
    """
    middle, half = sides_of(world, m.level, m.x)
    return abs(m.x - middle) > half


@jit_inline
def push(world, dice, i, dx, dy):  # type: ignore[no-untyped-def]
    """Move a die that lies still, but not off its level.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place.
    i : int
        Which die.
    dx, dy : float
        How far, metres.
    """
    level = dice.level[i]
    middle, half = sides_of(world, level, dice.x[i])
    dice.x[i] = min(max(dice.x[i] + dx, middle - half), middle + half)
    dice.y[i] = min(max(dice.y[i] + dy, world.back[level]), world.front[level])


@jit_bare
def push_apart(world, dice, count, throw):  # type: ignore[no-untyped-def]
    """Push dice that lie still apart where they overlap; each stays on its level.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        Changed in place: a die that is pushed has moved through this throw.
    count : int
        How many there are.
    throw : int
        Which throw it was: only what it moved can overlap.
    """
    for _ in range(_SWEEPS):
        pushed = False
        for i in range(count):
            if dice.mover[i] == throw and dice.level[i] <= LAST_LEVEL:
                push(world, dice, i, 0.0, 0.0)  # one that landed beside others may lie outside
                pushed |= _push_off_pegs(world, dice, i)
                for j in range(count):
                    if dice.level[j] == dice.level[i] and j != i:
                        pushed |= _push_pair(world, dice, i, j)
        if not pushed:
            break


@jit_inline
def _push_pair(world, dice, i, j):  # type: ignore[no-untyped-def]
    """Push two dice apart if they overlap, each by half."""
    reach = _reach(world, dice, i, j)
    dx, dy = dice.x[j] - dice.x[i], dice.y[j] - dice.y[i]
    if dx * dx + dy * dy >= (reach - _OVERLAP) * (reach - _OVERLAP):
        return False
    nx, ny, distance = direction(dx, dy)
    half = 0.5 * (reach - distance)
    push(world, dice, i, -half * nx, -half * ny)
    push(world, dice, j, half * nx, half * ny)
    if dice.mover[j] != dice.mover[i]:
        dice.mover[j], dice.fate[j] = dice.mover[i], HIT
    return True


@jit_inline
def _push_off_pegs(world, dice, i):  # type: ignore[no-untyped-def]
    """Push a die off the pegs that it overlaps."""
    level, pushed = dice.level[i], False
    reach = world.radius[world.kind[dice.sides[i]]] + world.peg_radius
    for k in range(world.peg_begin[level], world.peg_begin[level + 1]):
        dx, dy = dice.x[i] - world.peg_x[k], dice.y[i] - world.peg_y[k]
        if dx * dx + dy * dy < (reach - _OVERLAP) * (reach - _OVERLAP):
            nx, ny, distance = direction(dx, dy)
            push(world, dice, i, (reach - distance) * nx, (reach - distance) * ny)
            pushed = True
    return pushed
