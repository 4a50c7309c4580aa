"""A die that moves, as a handful of numbers: they stay in the processor's registers."""

from typing import NamedTuple

import numpy as np

from dicestats.lending import jit_inline

Whole = int | np.int64


class Mover(NamedTuple):
    """A die that moves.

    Parameters
    ----------
    x, y : float
        Its centre, metres.
    ux, uy : float
        Its direction, of length 1.
    speed : float
        Metres a second; 0 when it has stopped.
    glide : float
        How far it still glides through the air; 0 while it slides.
    level : int
        The level it is on, or above.
    drops : int
        Drops since it last lay still, at most 3 beyond the first fall.
    kind : int
        Which row of the world's numbers holds for it.
    """

    x: float
    y: float
    ux: float
    uy: float
    speed: float
    glide: float
    level: Whole
    drops: Whole
    kind: Whole


@jit_inline
def pick_up(world, dice, i):  # type: ignore[no-untyped-def]
    """Read a die.

    Parameters
    ----------
    world : record
        From ``make_world``.
    dice : Dice
        The dice.
    i : int
        Which one.

    Returns
    -------
    Mover
        Its numbers.
    """
    return Mover(
        dice.x[i], dice.y[i], dice.ux[i], dice.uy[i], dice.speed[i], dice.glide[i],
        np.int64(dice.level[i]), np.int64(dice.drops[i]), world.kind[dice.sides[i]],
    )  # fmt: skip


@jit_inline
def put_down(dice, i, m):  # type: ignore[no-untyped-def]
    """Write a die back.

    Parameters
    ----------
    dice : Dice
        Changed in place.
    i : int
        Which one.
    m : Mover
        Its numbers.
    """
    dice.x[i], dice.y[i], dice.ux[i], dice.uy[i] = m.x, m.y, m.ux, m.uy
    dice.speed[i], dice.glide[i], dice.level[i], dice.drops[i] = m.speed, m.glide, m.level, m.drops
