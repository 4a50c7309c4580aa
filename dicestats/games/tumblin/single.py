"""One die on an empty board: what aims bring, by the map and by fresh throws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.games.tumblin.physics import make_dice
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.maps import best_aim, through_hand
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, hand, shoot
from dicestats.games.tumblin.physics.worth import MINUS, ROWS, Grid, make_grid, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.aim import best_shot, worths
from dicestats.games.tumblin.strategies.faces import FATES, by_fate
from dicestats.games.tumblin.strategies.outcomes import (
    THROWS,
    expected,
    outcome_map,
    start_of,
)

if TYPE_CHECKING:
    import polars as pl

LEVEL_ROWS = (MINUS, 1, 2, 3, 4)  # rows of a table of points, the lowest level first


class Map(NamedTuple):
    """What each aim of a grid brings to a hand.

    Parameters
    ----------
    grid : Grid
        Angles and speeds that are meant.
    points : array of float64, shape (angles, speeds)
        Expected points of the die.
    chances : array of float64, shape (ROWS, angles, speeds)
        Where it comes to rest, by row (see ``physics.worth``).
    """

    grid: Grid
    points: NDArray[np.float64]
    chances: NDArray[np.float64]


class Rests(NamedTuple):
    """How thrown dice came to rest: where, in which row, with which face; (throws) each."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    row: NDArray[np.int64]
    face: NDArray[np.int64]


def aim_map(rules: Rules, skill: Skill, sides: int = 6, *, face: int | None = None) -> Map:
    """Map what aims bring, from the throws by which the strategy ``aim`` finds the best few.

    Parameters
    ----------
    rules : Rules
        Board, throw model, points and start face matter.
    skill : Skill
        Of the hands.
    sides : int
        Of the die.
    face : int, optional
        To start with, 0 for a rolled one; else that of the strategy ``aim``.

    Returns
    -------
    Map
        Means of 240 throws at each point of the grid, blurred by the hand. Its largest points
        are too large by a little, as the largest of many estimates is: throw anew to measure.

    Notes
    -----
    The first call for a board throws two and a half million dice, and keeps their counts.
    """
    grid, counts = make_grid(), outcome_map(rules, sides) / THROWS
    start = best_shot(rules, skill, sides).shot[4] if face is None else face
    if rules.start_face == "random":
        start = 0
    points = expected(counts, by_fate(worths(rules, sides), start).ravel())
    by_row = counts.reshape(ROWS, FATES, *counts.shape[1:]).sum(axis=1)
    chances = np.stack([through_hand(np.ascontiguousarray(c), grid, skill) for c in by_row])
    return Map(grid, through_hand(points, grid, skill), chances)


def best_for(found: Map, row: int) -> tuple[float, float] | None:
    """Find the best of the aims from which more dice come to rest on this level than on another.

    Parameters
    ----------
    found : Map
        From ``aim_map``.
    row : int
        One of ``LEVEL_ROWS``.

    Returns
    -------
    tuple of float, or None
        Angle and speed; None where this level is never the likeliest one.

    Examples
    --------
    >>> grid = Grid(np.array([-0.1, 0.1]), np.array([1.0, 1.5]))
    >>> chances = np.zeros((ROWS, 2, 2))
    >>> chances[4, 1, 0] = 0.5
    >>> found = Map(grid, chances[4], chances)
    >>> best_for(found, 4), best_for(found, 3)
    ((0.1, 1.0), None)
    """
    others = [other for other in LEVEL_ROWS if other != row]
    is_likeliest = found.chances[row] > found.chances[others].max(axis=0)
    if not is_likeliest.any():
        return None
    points = np.where(is_likeliest, found.points, -np.inf)
    angle, speed, _ = best_aim(points, found.grid)
    return angle, speed


def map_frame(
    maps: Mapping[str, Map],
    *,
    every: int = 4,
    widest: float = 0.5,
    speeds: tuple[float, float] = (0.95, 2.0),
) -> pl.DataFrame:
    """Put a part of some maps into a frame, for ``charts.surface``.

    Parameters
    ----------
    maps : mapping of str to Map
        By the name of the hand.
    every : int
        Take each so many'th angle and speed: a chart has little room.
    widest : float
        The largest angle to either side, radians.
    speeds : tuple of float
        The lowest and the highest speed, metres a second.

    Returns
    -------
    polars.DataFrame
        Columns skill, angle (degrees to the right), speed, points, best (the best cell of those).
    """
    import polars as pl

    parts = []
    for name, found in maps.items():
        a = [i for i in range(0, len(found.grid.angles), every)
             if abs(found.grid.angles[i]) <= widest]  # fmt: skip
        s = [i for i in range(0, len(found.grid.speeds), every)
             if speeds[0] <= found.grid.speeds[i] <= speeds[1]]  # fmt: skip
        points = found.points[np.ix_(a, s)]
        angle, speed = np.meshgrid(found.grid.angles[a], found.grid.speeds[s], indexing="ij")
        columns = {"angle": np.degrees(angle).round(2).ravel(), "speed": speed.round(3).ravel(),
                   "points": points.round(1).ravel(),
                   "best": (points == points.max()).ravel()}  # fmt: skip
        parts.append(pl.DataFrame(columns).select(pl.lit(name).alias("skill"), *columns))
    return pl.concat(parts)


@jit_bare
def _throw(world, dice, meant, spread, key, hand, shoot, shot, x, y, row, face):  # type: ignore[no-untyped-def]
    """Throw one die again and again at an empty board."""
    sides = np.int64(dice.sides[0])
    rolled = meant[FACE] == 0
    for i in range(x.shape[0]):
        if rolled:
            meant[FACE] = 1 + i % sides
        at = (i, 0, 0, 0)
        hand(world, meant, spread[0], spread[1], key, at, shot)
        shoot(world, dice, 0, 0, shot, key, at)
        x[i], y[i] = dice.x[0], dice.y[0]
        row[i], face[i] = row_of(world, dice, 0), dice.face[0]


def throw(
    rules: Rules,
    skill: Skill,
    aim: tuple[float, float],
    *,
    throws: int,
    face: int = 6,
    sides: int = 6,
    seed: int = 0,
) -> Rests:
    """Throw one die again and again at an empty board, with luck that no map has seen.

    Parameters
    ----------
    rules : Rules
        Board and throw model.
    skill : Skill
        Of the hands.
    aim : tuple of float
        Angle and speed that are meant.
    throws : int
        How many; throw i has the same luck whatever the aim.
    face : int
        On top before the throw; 0: each in turn.
    sides : int
        Of the die.
    seed : int
        Of the luck.

    Returns
    -------
    Rests
        How the dice came to rest; of one that left the board, x and y are where it did.

    Examples
    --------
    >>> found = throw(Rules(), Skill(angle_sd=0.01, speed_sd=0.01), (0.0, 0.5), throws=3)
    >>> (found.row == MINUS).tolist(), found.face.tolist()
    ([True, True, True], [6, 6, 6])
    """
    meant = np.zeros(5)
    meant[:2] = start_of(rules.board)
    meant[ANGLE], meant[SPEED] = aim
    meant[FACE] = face
    out = Rests(
        np.zeros(throws), np.zeros(throws), np.zeros(throws, np.int64), np.zeros(throws, np.int64)
    )
    spread = np.array([skill.angle_sd, skill.speed_sd])
    own = streams.key(seed, "tumblin single")
    _throw(world_of(rules), make_dice(1, sides), meant, spread, own, address(hand), address(shoot),
           np.zeros(5), *out)  # fmt: skip
    return out


def points_of(rules: Rules, found: Rests, sides: int = 6) -> NDArray[np.float64]:
    """Count dice that came to rest.

    Parameters
    ----------
    rules : Rules
        The rules.
    found : Rests
        From ``throw``.
    sides : int
        Of the die.

    Returns
    -------
    array of float64, shape (throws,)
        Points of each.

    Examples
    --------
    >>> rests = Rests(np.zeros(2), np.zeros(2), np.array([4, MINUS]), np.array([6, 5]))
    >>> points_of(Rules(), rests).tolist()
    [24.0, -5.0]
    """
    counted: NDArray[np.float64] = worths(rules, sides)[found.row, found.face]
    return counted


def points(
    rules: Rules, skill: Skill, aim: tuple[float, float], *, throws: int, face: int = 6
) -> NDArray[np.float64]:
    """Throw one d6 again and again, and count it each time.

    Parameters
    ----------
    rules, skill, aim, throws, face
        As for ``throw``.

    Returns
    -------
    array of float64, shape (throws,)
        Points of each: whole numbers.

    Examples
    --------
    >>> points(Rules(), Skill(angle_sd=0.01, speed_sd=0.01), (0.0, 0.5), throws=2).tolist()
    [-6.0, -6.0]
    """
    return points_of(rules, throw(rules, skill, aim, throws=throws, face=face))
