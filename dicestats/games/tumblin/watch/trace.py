"""The ways that dice take in one throw: the same events as ``physics.shoot``, noted one by one."""

from copy import deepcopy

import numpy as np
from numba import types
from numpy.typing import NDArray

from dicestats.games.tumblin.physics import ADDRESS, DICE, WORLD, Dice, World
from dicestats.games.tumblin.physics.alone import run_alone
from dicestats.games.tumblin.physics.noise import HAND, luck_of
from dicestats.games.tumblin.physics.several import bump, run_several
from dicestats.games.tumblin.physics.shoot import _come_to_rest, _moving, _start
from dicestats.lending import jit_bare
from dicestats.streams import Key

MOST_NOTED = 400  # events of a throw; later ones are played, but not noted
_NEAR = 5e-4  # metres: turns of a way that are nearer to each other look like one

Way = list[tuple[float, float]]  # corners, metres


@jit_bare
def _note(dice, count, row, out):  # type: ignore[no-untyped-def]
    """Write down where dice are, and return where to write next."""
    for i in range(count):
        out[row, i, 0], out[row, i, 1] = dice.x[i], dice.y[i]
    return min(row + 1, out.shape[0] - 1)


_SHOT, _KEY = types.float64[::1], types.uint64[::1]


@jit_bare(
    types.int64(
        WORLD, DICE, types.int64, types.int64, _SHOT, _KEY, ADDRESS, types.float64[:, :, ::1]
    )
)
def _trace(world, dice, thrown, die, shot, key, address, out):  # type: ignore[no-untyped-def]
    """Throw a die as ``shoot`` does, one event at a time; return how many places were noted."""
    count, luck, row = die + 1, luck_of(key, address), 0
    _start(world, dice, count, die, shot, thrown)
    row = _note(dice, count, row, out)
    drawn, moving, who, one = np.int64(HAND), 1, die, np.int64(1)
    while moving > 0:
        if moving == 1:
            other, drawn, _ = run_alone(world, dice, count, who, luck, drawn, one)
            if other >= 0:
                drawn += 1
                bump(world, dice, who, other, luck, drawn)
        else:
            drawn = run_several(world, dice, count, luck, drawn)
        row = _note(dice, count, row, out)
        moving, who = _moving(dice, count)
    _come_to_rest(world, dice, count, thrown, one)
    _note(dice, count, row, out)
    return row + 1


def ways(
    world: World,
    before: Dice,
    number: int,
    *,
    shot: NDArray[np.float64],
    key: Key,
    address: tuple[int, int, int, int],
) -> tuple[dict[int, Way], Dice]:
    """Follow the dice that move in a throw.

    Parameters
    ----------
    world : record
        From ``make_world``.
    before : Dice
        As they lie before it; left as they are.
    number : int
        Of the throw in its round, and of the die that is thrown.
    shot : array of float64, shape (5,)
        As it leaves the hand.
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Of the throw: game, round, seat, own die.

    Returns
    -------
    ways : dict
        Of each die that moved: the corners of its way, in order.
    after : Dice
        As they lie then.
    """
    dice = deepcopy(before)
    noted = np.zeros((MOST_NOTED, number + 1, 2))
    rows = _trace(world, dice, number, number, shot, key, address, noted)
    found = {die: _corners(noted[:rows, die]) for die in range(number + 1)}
    return {die: way for die, way in found.items() if len(way) > 1}, dice


def _corners(places: NDArray[np.float64]) -> Way:
    """Leave out places that are as good as those before them; the last one stays."""
    way: Way = []
    for x, y in places.tolist():
        if not way or abs(x - way[-1][0]) > _NEAR or abs(y - way[-1][1]) > _NEAR:
            way.append((x, y))
    return way
