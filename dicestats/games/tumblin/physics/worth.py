"""What a map of expected points is made of: its grid, and the points of a die by where it lies."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.dice import Dice, level_of
from dicestats.games.tumblin.physics.portable import exp
from dicestats.games.tumblin.physics.world import OFF, World
from dicestats.lending import jit_bare

# Rows of a table of points: where a die lies, as ``level_of`` tells it.
ON_DISC, MINUS, AWAY = 0, 5, 6  # rows 1 to 4 are those levels
ROWS = 7


class Grid(NamedTuple):
    """Angles and speeds of a map.

    Parameters
    ----------
    angles : array of float64, shape (angles,)
        Radians, equally spaced.
    speeds : array of float64, shape (speeds,)
        Metres a second, each by the same factor above the one before.
    """

    angles: NDArray[np.float64]
    speeds: NDArray[np.float64]


def make_grid(
    widest: float = 0.72, *, slowest: float = 0.45, steps: tuple[int, int] = (97, 104)
) -> Grid:
    """Lay a grid that is fine enough for an expert's hand and wide enough for a novice's.

    Parameters
    ----------
    widest : float
        The largest angle to either side, radians.
    slowest : float
        The lowest speed, metres a second.
    steps : tuple of int
        How many angles, and how many speeds at a ratio of 1.02.

    Returns
    -------
    Grid
        Steps of 0.015 in angle and about 0.02 in the logarithm of the speed.

    Examples
    --------
    >>> grid = make_grid()
    >>> grid.angles.shape, grid.speeds.shape, round(float(grid.speeds[-1]), 2)
    ((97,), (104,), 3.46)
    """
    angles, speeds = steps
    middle = (angles - 1) / 2
    return Grid(
        np.array([widest * ((i - middle) / middle) for i in range(angles)]),
        np.array([slowest * exp(0.0198 * i) for i in range(speeds)]),
    )


def multiplied(
    multipliers: tuple[int, ...] = (-1, 1, 2, 3, 4), sides: int = 6
) -> NDArray[np.float64]:
    """Tabulate points as the sheet counts them: the face times the level.

    Parameters
    ----------
    multipliers : tuple of int
        Of -1x and the four levels; a die left on the landing disc counts as on -1x.
    sides : int
        Sides of the die.

    Returns
    -------
    array of float64, shape (ROWS, sides + 1)
        Points by row and face; off the board 0.

    Examples
    --------
    >>> table = multiplied()
    >>> [float(points) for points in (table[4, 6], table[MINUS, 5], table[AWAY, 6])]
    [24.0, -5.0, 0.0]
    """
    minus, *others = multipliers
    by_row = [minus, *others, minus, 0]
    return np.outer(by_row, np.arange(sides + 1)).astype(np.float64)


@jit_bare
def row_of(world: World, dice: Dice, i: int) -> int:
    """Tell in which row of a table of points a die lies.

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
    int
        ``ON_DISC``, 1 to 4, ``MINUS`` or ``AWAY``.

    Examples
    --------
    >>> from dicestats.games.tumblin.board import Board
    >>> from dicestats.games.tumblin.physics.dice import make_dice
    >>> from dicestats.games.tumblin.physics.world import make_world
    >>> from dicestats.games.tumblin.throw import Throw
    >>> row_of(make_world(Board(), Throw()), make_dice(1), 0) == AWAY
    True
    """
    level = level_of(world, dice, i)
    if level == OFF:
        return AWAY
    return MINUS if level < 0 else level
