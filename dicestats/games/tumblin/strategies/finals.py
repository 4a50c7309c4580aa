"""The best few aims of a map are thrown again: the map alone would choose the luckiest one.

The largest of many estimates is too large, and often not the best (the optimiser's curse). So the
map only names some aims that lie apart. All of these are thrown with the same fresh luck; the
worse half is given up, the others are thrown twice as often, and so on.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics import hand, make_dice, shoot
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, Y
from dicestats.games.tumblin.physics.worth import ROWS, Grid, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.faces import FATES, fate_of
from dicestats.games.tumblin.strategies.outcomes import expected, start_of
from dicestats.streams import key

AIMS = 24  # that are thrown again
LEFT = (12, 6, 3, 1)  # after each round of throws
FIRST = 10_000  # throws of each in the first round; twice as many in each round after

_SEED = 0  # of the luck
_APART = 1.0  # standard deviations of the hand: aims that are nearer are one


class Final(NamedTuple):
    """An aim that was thrown again.

    Parameters
    ----------
    angle, speed : float
        What is meant.
    chances : array of float64, shape (ROWS x FATES,)
        How often it ended in that row with that fate of the face.
    """

    angle: float
    speed: float
    chances: NDArray[np.float64]


def peaks(expected: NDArray[np.float64], grid: Grid, skill: Skill) -> list[tuple[float, float]]:
    """List the best aims of a map that lie apart.

    Parameters
    ----------
    expected : array of float64, shape (angles, speeds)
        Expected points through the hand.
    grid : Grid
        Its angles and speeds.
    skill : Skill
        The hand.

    Returns
    -------
    list of (float, float)
        At most ``AIMS`` angles and speeds, the best first.
    """
    steps = float(grid.angles[1] - grid.angles[0]), float(grid.speeds[1] / grid.speeds[0]) - 1.0
    wide, high = (
        max(int(_APART * sd / step), 1)
        for sd, step in zip((skill.angle_sd, skill.speed_sd), steps, strict=True)
    )
    left = expected.copy()
    found: list[tuple[float, float]] = []
    while len(found) < AIMS and (left > -np.inf).any():
        a, s = divmod(int(left.argmax()), left.shape[1])
        found.append((float(grid.angles[a]), float(grid.speeds[s])))
        left[max(a - wide, 0) : a + wide + 1, max(s - high, 0) : s + high + 1] = -np.inf
    return found


@jit_bare
def _throw(world, dice, shots, spread, key, span, hand, shoot, shot, out):  # type: ignore[no-untyped-def]
    """Throw each shot on the same luck, and count where dice end with which face."""
    sides = np.int64(dice.sides[0])
    for c in range(shots.shape[0]):
        for throw in range(span[0], span[1]):
            at = (throw, 0, 0, 0)
            hand(world, shots[c], spread[0], spread[1], key, at, shot)
            shoot(world, dice, 0, 0, shot, key, at)
            fate = fate_of(np.int64(shot[FACE]), np.int64(dice.face[0]), sides)
            out[c, row_of(world, dice, 0) * FATES + fate] += 1


def best_of(
    rules: Rules,
    skill: Skill,
    aims: Sequence[tuple[float, float]],
    *,
    sides: int,
    points: NDArray[np.float64],
) -> Final:
    """Throw aims again, and find the best.

    Parameters
    ----------
    rules : Rules
        Their board, throw model and ``line`` matter.
    skill : Skill
        Of the hand.
    aims : sequence of (float, float)
        Angles and speeds.
    sides : int
        Of the die.
    points : array of float64, shape (faces, ROWS x FATES)
        What dice are worth, by the face to start with: the best face of each aim counts.

    Returns
    -------
    Final
        The best, with its share of all throws by row and fate.
    """
    shots = np.zeros((len(aims), 5))
    shots[:, : Y + 1], shots[:, FACE] = start_of(rules.board), sides
    shots[:, ANGLE : SPEED + 1] = aims
    counts, span = np.zeros((len(aims), ROWS * FATES), np.int64), np.zeros(2, np.int64)
    given = np.array([skill.angle_sd, skill.speed_sd]), key(_SEED, "tumblin finals")
    code = address(hand), address(shoot), np.zeros(5)
    for turn, left in enumerate(LEFT):
        span[:] = span[1], span[1] + FIRST * 2**turn
        _throw(world_of(rules), make_dice(1, sides), shots, *given, span, *code, counts)
        worth = np.max([expected(counts.T, each) for each in points], axis=0)
        best = np.argsort(-worth, kind="stable")[:left]
        shots, counts = shots[best], np.ascontiguousarray(counts[best])
    return Final(float(shots[0, ANGLE]), float(shots[0, SPEED]), counts[0] / span[1])
