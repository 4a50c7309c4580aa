"""Throws to compare models by: where dice lie and how one is thrown, the same for every model."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.board import Board
from dicestats.streams import fill, key

Floats = NDArray[np.float64]

_STREAM = 65  # no throw draws from it
_NAME = "tumblin fidelity"
_ATTEMPTS = 64  # to find a free place for a die
SPEEDS = {False: (0.5, 2.3), True: (0.9, 2.1)}  # m/s: on an empty board, at lying dice
_ANGLE = 0.12  # sd of the angle where nothing is aimed at, rad
_AIM = 0.04  # sd of the angle around a lying die
_HALF_DIAGONAL = 0.72  # in edges of a die: a little more than how far a corner reaches


class Sample(NamedTuple):
    """Which throws are made.

    Parameters
    ----------
    sides : int
        Sides of all dice.
    lying : int
        How many dice lie there.
    throws : int
        How many.
    seed : int
        Of their places, angles and speeds.
    """

    sides: int
    lying: int
    throws: int
    seed: int


class Setups(NamedTuple):
    """What is given to a model: one throw a row.

    Parameters
    ----------
    shots : array of float64, shape (throws, 5)
        x and y on the landing disc, angle, speed, start face.
    x, y : array of float64, shape (throws, lying)
        Where dice lie, metres.
    level : array of int8, shape (throws, lying)
        On which level, 1 to 4.
    face : array of int8, shape (throws, lying)
        What they show.
    yaw : array of float64, shape (throws, lying + 1)
        How they are turned, radians, the thrown die last; for models whose dice have corners.
    spin : array of float64, shape (throws,)
        How fast the thrown die turns about the vertical, rad/s, in units of its spread.
    sample : Sample
        Which throws they are.
    """

    shots: Floats
    x: Floats
    y: Floats
    level: NDArray[np.int8]
    face: NDArray[np.int8]
    yaw: Floats
    spin: Floats
    sample: Sample


def make_setups(board: Board, sample: Sample) -> Setups:
    """Draw throws: anywhere on an empty board, or half of them at one of the dice that lie there.

    Parameters
    ----------
    board : Board
        The board.
    sample : Sample
        Which throws: the same sample is drawn the same way.

    Returns
    -------
    Setups
        Speeds are uniform (0.5 to 2.3 m/s on an empty board, 0.9 to 2.1 at lying dice), angles
        nearly normal; dice lie with equal chance on each level, more in the middle than aside.

    Examples
    --------
    >>> setups = make_setups(Board(), Sample(sides=6, lying=2, throws=5, seed=1))
    >>> setups.shots.shape, setups.x.shape, bool((setups.level >= 1).all())
    ((5, 5), (5, 2), True)
    """
    sides, lying, throws, seed = sample
    draws = _Draws(key(seed, _NAME), throws)
    x, y, level = _lying(board, draws, lying)
    place, how, turn, more = (draws.at(i) for i in range(4))
    low, high = SPEEDS[lying > 0]
    shots = np.empty((throws, 5))
    shots[:, 0] = (place[0] - 0.5) * (board.disc_width - 1.25 * board.die_size)
    shots[:, 1] = 0.15 * board.disc_length + place[1] * 0.7 * board.disc_length
    shots[:, 2] = _ANGLE * _bell(turn[:3])
    shots[:, 3] = low + (high - low) * how[0]
    shots[:, 4] = sides
    if lying:
        at = (how[1] * lying).astype(int)
        row = np.arange(throws)
        aim = np.arctan2(x[row, at] - shots[:, 0], y[row, at] - shots[:, 1])
        shots[:, 2] = np.where(how[2] < 0.5, aim + _AIM * _bell(turn[:3]), shots[:, 2])
    faces = np.array([draws.at(8 + i)[0] for i in range(lying)]).reshape(lying, throws).T
    yaw = np.array([draws.at(8 + i)[1] for i in range(lying)] + [more[3]]).T * 2 * np.pi
    face = (1 + faces * sides).astype(np.int8)
    return Setups(shots, x, y, level, face, yaw, _bell(more[:3]), sample)


class _Draws(NamedTuple):
    """Addressed uniform numbers: four for every throw at every draw."""

    key: NDArray[np.uint64]
    throws: int

    def at(self, draw: int) -> Floats:
        """Give the four numbers of a draw, shape (4, throws)."""
        out = np.empty((4, self.throws), np.uint32)
        fill(out, self.key, 0, _STREAM, draw)
        return (out.astype(np.float64) + 0.5) / 2.0**32


def _bell(three: Floats) -> Floats:
    """Turn three uniform numbers into one that is nearly normal: mean 0, variance 1."""
    return np.asarray(2 * (three.sum(axis=0) - 1.5))


def _lying(board: Board, draws: _Draws, count: int) -> tuple[Floats, Floats, NDArray[np.int8]]:
    """Place dice one after the other where they touch nothing."""
    x, y = np.full((draws.throws, count), np.nan), np.full((draws.throws, count), np.nan)
    level = np.zeros((draws.throws, count), np.int8)
    for die in range(count):
        for attempt in range(_ATTEMPTS):
            if level[:, die].all():
                break
            there = _somewhere(board, draws.at(1024 + _ATTEMPTS * die + attempt))
            free = there[3] & (level[:, die] == 0)
            for other in range(die):
                away = np.hypot(x[:, other] - there[0], y[:, other] - there[1])
                free &= away > 2 * _HALF_DIAGONAL * board.die_size
            x[free, die], y[free, die] = there[0][free], there[1][free]
            level[free, die] = there[2][free]
    if not level.all():
        raise ValueError(f"no room for {count} dice")
    return x, y, level


def _somewhere(
    board: Board, u: Floats
) -> tuple[Floats, Floats, NDArray[np.int8], NDArray[np.bool]]:
    """Draw a place on any level, and tell whether disc and pegs leave it free."""
    reach = _HALF_DIAGONAL * board.die_size
    level = (1 + 4 * u[0]).astype(np.int8)
    ends = np.array(board.levels)
    back, front = ends[level - 1] + reach, ends[level] - reach
    y = back + (front - back) * u[2]
    x = (u[1] + u[3] - 1) * (board.width / 2 - reach)
    centres = np.array(board.tongue_centres)
    tongue = centres[(u[3] * len(centres)).astype(int)] + (u[1] - 0.5) * (
        board.tongue_width - 2 * reach
    )
    x = np.where(level == 4, tongue, x)
    free = (abs(x) > board.disc_width / 2 + reach) | (y > board.disc_length + reach)
    for peg_x, peg_y in board.pegs:
        free &= np.hypot(x - peg_x, y - peg_y) > reach + board.peg_radius
    return x, y, level, free
