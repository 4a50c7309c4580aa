"""Where the dice of a round lie, and how they move while a throw goes on."""

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.world import FIRST, OFF, World
from dicestats.lending import jit_bare

SHOT, HIT, FOUL = 0, 1, 2  # fates: its own throw, a later throw, taken away


class Dice(NamedTuple):
    """The dice of a round, in the order of their throws; arrays of one length.

    Parameters
    ----------
    x, y : array of float64, shape (dice,)
        Centres, metres; of a die that left the board, where it did.
    level : array of int8, shape (dice,)
        0 on the landing disc, 1 to 4, ``OFF``. Level 1 holds both 1x and -1x: see ``level_of``.
    face : array of int8, shape (dice,)
        What is on top, from 1.
    sides : array of int8, shape (dice,)
        How many sides each has.
    mover : array of int16, shape (dice,)
        The throw of this round through which it last moved or left; -1 before it is thrown.
    fate : array of int8, shape (dice,)
        ``SHOT`` (its own throw), ``HIT`` (a later one) or ``FOUL``.
    ux, uy, speed, glide : array of float64, shape (dice,)
        While a throw goes on: direction, speed (0 at rest), metres left to glide in the air.
    drops : array of int8, shape (dice,)
        While a throw goes on: drops since it last lay still.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    level: NDArray[np.int8]
    face: NDArray[np.int8]
    sides: NDArray[np.int8]
    mover: NDArray[np.int16]
    fate: NDArray[np.int8]
    ux: NDArray[np.float64]
    uy: NDArray[np.float64]
    speed: NDArray[np.float64]
    glide: NDArray[np.float64]
    drops: NDArray[np.int8]


_FLOATS, _BYTES = types.float64[::1], types.int8[::1]
_TYPES = [_FLOATS] * 2 + [_BYTES] * 3 + [types.int16[::1], _BYTES] + [_FLOATS] * 4 + [_BYTES]
DICE = types.NamedTuple(_TYPES, Dice)  # numba's type of it


def make_dice(count: int, sides: int = 6) -> Dice:
    """Take dice in hand.

    Parameters
    ----------
    count : int
        How many a round has.
    sides : int
        Sides of each; change ``sides`` for a mixed set.

    Returns
    -------
    Dice
        None of them thrown.

    Examples
    --------
    >>> make_dice(2).level.tolist()
    [9, 9]
    """

    def floats() -> NDArray[np.float64]:
        return np.zeros(count)

    def small() -> NDArray[np.int8]:
        return np.zeros(count, np.int8)

    dice = Dice(
        x=floats(), y=floats(), level=small(), face=small(), sides=small(),
        mover=np.zeros(count, np.int16), fate=small(), ux=floats(), uy=floats(),
        speed=floats(), glide=floats(), drops=small(),
    )  # fmt: skip
    dice.sides[:] = sides
    clear(dice)
    return dice


@jit_bare
def clear(dice: Dice) -> None:
    """Take all dice off the board, for the next round.

    Parameters
    ----------
    dice : Dice
        Changed in place; sides stay.
    """
    for i in range(dice.x.shape[0]):
        dice.level[i], dice.face[i], dice.mover[i], dice.fate[i] = OFF, 1, -1, SHOT
        dice.x[i], dice.y[i], dice.speed[i], dice.glide[i] = 0.0, 0.0, 0.0, 0.0
        dice.ux[i], dice.uy[i], dice.drops[i] = 0.0, 1.0, 0


@jit_bare
def level_of(world: World, dice: Dice, i: int) -> int:
    """Tell the level that a die scores by.

    Parameters
    ----------
    world : record
        From ``make_world``: it knows where the painted line is.
    dice : Dice
        The dice.
    i : int
        Which die.

    Returns
    -------
    int
        -1, 1, 2, 3, 4; 0 on the landing disc; ``OFF``.

    Examples
    --------
    >>> from dicestats.games.tumblin.board import Board
    >>> from dicestats.games.tumblin.physics.world import make_world
    >>> from dicestats.games.tumblin.throw import Throw
    >>> dice = make_dice(1)
    >>> dice.level[0], dice.y[0] = 1, 0.2
    >>> level_of(make_world(Board(), Throw()), dice, 0)
    -1
    """
    level = int(dice.level[i])
    return -1 if level == FIRST and dice.y[i] < world["line"] else level
