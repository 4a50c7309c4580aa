"""Where exact shots at an empty board end: simulated once for each board, kept in a file.

Counts of outcomes by angle and speed serve every skill and every way of counting points.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.dice import make_dice
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, shoot
from dicestats.games.tumblin.physics.worth import ROWS, Grid, make_grid, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.strategies.faces import FATES, fate_of
from dicestats.games.tumblin.strategies.kept import keep, path_of, read
from dicestats.streams import key

THROWS = 240  # of each shot: a enough to choose the best few aims by

_SEED = 0  # of the luck
_FORWARD = 0.8  # share of the landing disc behind a die that is about to be thrown


def start_of(board: Board) -> tuple[float, float]:
    """Say where dice are put on the landing disc.

    Parameters
    ----------
    board : Board
        The board.

    Returns
    -------
    x, y : float
        Metres.

    Examples
    --------
    >>> start_of(Board())
    (0.0, 0.08)
    """
    return 0.0, round(_FORWARD * board.disc_length, 6)


@jit_bare
def _count(world, dice, shot, grid, key, throws, shoot, out):  # type: ignore[no-untyped-def]
    """Throw at every cell of the grid, and count where dice end with which face."""
    angles, speeds, sides = grid.angles.shape[0], grid.speeds.shape[0], np.int64(dice.sides[0])
    for a in range(angles):
        for s in range(speeds):
            shot[ANGLE], shot[SPEED] = grid.angles[a], grid.speeds[s]
            for throw in range(throws):
                address = ((a * speeds + s) * throws + throw, 0, 0, 0)
                shoot(world, dice, 0, 0, shot, key, address)
                fate = fate_of(np.int64(shot[FACE]), np.int64(dice.face[0]), sides)
                out[row_of(world, dice, 0) * FATES + fate, a, s] += 1


def outcome_map(rules: Rules, sides: int) -> NDArray[np.uint16]:
    """Count how shots end: from a file, or by throwing two and a half million dice.

    Parameters
    ----------
    rules : Rules
        Their board, throw model and ``line`` matter.
    sides : int
        Sides of the die.

    Returns
    -------
    array of uint16, shape (ROWS x FATES, angles, speeds)
        Counts of ``THROWS``, by the grid of ``make_grid()``: row (see ``physics.worth``) and what
        became of the start face (see ``faces``).

    Notes
    -----
    Where the file lies, ``kept`` tells.
    """
    path = path_of("shots", rules, [THROWS, sides])
    found = read(path)
    if found is None:
        found = _thrown(rules, sides, make_grid())
        keep(path, found)
    return found


def _thrown(rules: Rules, sides: int, grid: Grid) -> NDArray[np.uint16]:
    out = np.zeros((ROWS * FATES, len(grid.angles), len(grid.speeds)), np.uint16)
    shot = np.array([*start_of(rules.board), 0.0, 0.0, sides])
    own = key(_SEED, "tumblin shots")
    _count(world_of(rules), make_dice(1, sides), shot, grid, own, THROWS, address(shoot), out)
    return out


def expected(counts: NDArray[Any], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum up points over outcomes, in one order on every machine.

    Parameters
    ----------
    counts : array, shape (ROWS x FATES, ...)
        How often each outcome was seen.
    points : array of float64, shape (ROWS x FATES,)
        What it is worth.

    Returns
    -------
    array of float64, shape (...)
        Points of all throws together.

    Examples
    --------
    >>> expected(np.array([[1, 0], [1, 2]]), np.array([4.0, 0.5])).tolist()
    [4.5, 1.0]
    """
    total = np.zeros(counts.shape[1:])
    for count, worth in zip(counts, points, strict=True):
        total += count * worth
    return total
