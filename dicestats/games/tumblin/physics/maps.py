"""What one die is worth, by the angle and the speed it is meant to have: maps of expected points.

Throws are simulated on a fine grid of exact angles and speeds; a hand is a blur of that map, so
one map serves every skill. A cell has the same luck in every map: positions, boards and rules
compare on common random numbers. Cells differ in their luck: a blur over many of them averages it
out, where one luck for all left estimates four times as uncertain and chose no better aims.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.dice import Dice, make_dice
from dicestats.games.tumblin.physics.portable import exp, log
from dicestats.games.tumblin.physics.shoot import ANGLE, SPEED, shoot
from dicestats.games.tumblin.physics.world import World
from dicestats.games.tumblin.physics.worth import Grid, row_of
from dicestats.games.tumblin.skill import Skill
from dicestats.jit import jit
from dicestats.lending import jit_bare
from dicestats.streams import Key, key

_LUCK_OF_A_CELL = 2**24  # more throws than any cell has
_REACH = 4.0  # standard deviations of a hand's blur


@jit_bare
def lie_as(dice, lying, thrown):  # type: ignore[no-untyped-def]
    """Put dice back to where others lie.

    Parameters
    ----------
    dice : Dice
        Changed in place.
    lying : Dice
        Where they shall lie.
    thrown : int
        How many.
    """
    for i in range(thrown):
        dice.x[i], dice.y[i], dice.level[i] = lying.x[i], lying.y[i], lying.level[i]
        dice.face[i], dice.mover[i], dice.fate[i] = lying.face[i], lying.mover[i], lying.fate[i]


@jit
def _fill(world, dice, lying, thrown, shot, grid, points, throws, key, out):  # type: ignore[no-untyped-def]
    """Throw at every cell of the grid; the mean points."""
    speeds = grid.speeds.shape[0]
    for a in range(grid.angles.shape[0]):
        for s in range(speeds):
            first = (a * speeds + s) * _LUCK_OF_A_CELL
            shot[ANGLE], shot[SPEED] = grid.angles[a], grid.speeds[s]
            total = 0.0
            for throw in range(throws):
                lie_as(dice, lying, thrown)
                shoot(world, dice, thrown, thrown, shot, key, (first + throw, 0, 0, 0))
                total += points[row_of(world, dice, thrown), dice.face[thrown]]
            out[a, s] = total / throws


def exact_map(
    world: World,
    points: NDArray[np.float64],
    grid: Grid,
    *,
    start: tuple[float, float, int] = (0.0, 0.08, 6),
    lying: Dice | None = None,
    thrown: int = 0,
    sides: int = 6,
    throws: int = 256,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Simulate what a die is worth that leaves the hand exactly as it was meant to.

    Parameters
    ----------
    world : record
        From ``make_world``.
    points : array of float64, shape (ROWS, sides + 1)
        What a die is worth by where it lies and what it shows.
    grid : Grid
        Angles and speeds.
    start : tuple
        x and y on the landing disc, and the face on top.
    lying : Dice, optional
        What lies there: the first ``thrown`` dice. None: an empty board.
    thrown : int
        How many dice were thrown before.
    sides : int
        Sides of the die that is thrown.
    throws : int
        Throws a cell.
    seed : int
        Of the luck.

    Returns
    -------
    array of float64, shape (angles, speeds)
        Mean points of the die.

    Examples
    --------
    >>> from dicestats.games.tumblin.board import Board
    >>> from dicestats.games.tumblin.physics.world import make_world
    >>> from dicestats.games.tumblin.physics.worth import make_grid, multiplied
    >>> from dicestats.games.tumblin.throw import Throw
    >>> grid = make_grid(0.5, steps=(3, 3))
    >>> exact_map(make_world(Board(), Throw()), multiplied(), grid, throws=4).shape
    (3, 3)
    """
    there = make_dice(0) if lying is None else lying
    dice = make_dice(thrown + 1)
    dice.sides[:thrown], dice.sides[thrown] = there.sides[:thrown], sides
    x, y, face = start
    shot = np.array([x, y, 0.0, 0.0, face])
    out = np.empty((len(grid.angles), len(grid.speeds)))
    own: Key = key(seed, "tumblin map")
    _fill(world, dice, there, thrown, shot, grid, points, throws, own, out)
    return out


@jit
def _blur(exact, weights, out):  # type: ignore[no-untyped-def]
    """Average each row over its neighbours, in a fixed order; those beyond the end do not count."""
    length, half = exact.shape[1], weights.shape[0] - 1
    for row in range(exact.shape[0]):
        for i in range(length):
            total, weight = 0.0, 0.0
            for j in range(max(i - half, 0), min(i + half + 1, length)):
                total += weights[abs(j - i)] * exact[row, j]
                weight += weights[abs(j - i)]
            out[row, i] = total / weight


def _bell(sd: float, step: float) -> NDArray[np.float64]:
    """Weights of a normal distribution at distances of 0, 1, 2, ... steps."""
    half = int(_REACH * sd / step) + 1
    return np.array([exp(-0.5 * (k * step / sd) ** 2) for k in range(half + 1)])


def through_hand(exact: NDArray[np.float64], grid: Grid, skill: Skill) -> NDArray[np.float64]:
    """Blur a map by the noise of a hand.

    Parameters
    ----------
    exact : array of float64, shape (angles, speeds)
        From ``exact_map``.
    grid : Grid
        Its angles and speeds.
    skill : Skill
        The hand. One that is steadier than the grid is fine sees the grid's own points.

    Returns
    -------
    array of float64, shape (angles, speeds)
        Expected points by the angle and the speed that are meant.

    Notes
    -----
    Near the ends of the grid the average is over what there is of it.

    Examples
    --------
    >>> from dicestats.games.tumblin.physics.worth import make_grid
    >>> grid = make_grid(0.5, steps=(3, 3))
    >>> through_hand(np.ones((3, 3)), grid, Skill(angle_sd=0.1, speed_sd=0.1)).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    angle_step = float(grid.angles[1] - grid.angles[0])
    speed_step = log(float(grid.speeds[1] / grid.speeds[0]))
    by_speed, both = np.empty_like(exact), np.empty_like(exact.T)
    _blur(exact, _bell(skill.speed_sd, speed_step), by_speed)
    _blur(np.ascontiguousarray(by_speed.T), _bell(skill.angle_sd, angle_step), both)
    return np.ascontiguousarray(both.T)


def best_aim(expected: NDArray[np.float64], grid: Grid) -> tuple[float, float, float]:
    """Find the angle and speed with the largest expected points.

    Parameters
    ----------
    expected : array of float64, shape (angles, speeds)
        From ``through_hand``.
    grid : Grid
        Its angles and speeds.

    Returns
    -------
    angle, speed, points : float
        Of equals, the first in the map.

    Examples
    --------
    >>> best_aim(np.array([[0.0, 2.0], [1.0, 2.0]]), Grid(np.zeros(2), np.array([1.0, 1.5])))
    (0.0, 1.5, 2.0)
    """
    a, s = divmod(int(expected.argmax()), expected.shape[1])
    return float(grid.angles[a]), float(grid.speeds[s]), float(expected[a, s])
