"""What becomes of a die that lies on the board when another is thrown at an empty board's best aim.

A die is laid in the middle of each cell of a grid, and the same throws are made at all of them:
how often it is moved, where it then ends, and how much worse the throw is for its being there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics import OFF, hand, make_dice, shoot
from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.motion import sides_of
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.physics.world import DISC, FIRST, LAST_LEVEL
from dicestats.games.tumblin.physics.worth import ROWS, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.faces import FATES, fate_of
from dicestats.games.tumblin.strategies.kept import keep, path_of, read
from dicestats.streams import key

CELLS = (32, 48)  # across and along the board
THROWS = 256  # at each cell

_SEED = 0  # of the luck
_PLACE, _REST = 0, 1  # the die that lies there, the one that is thrown


class Risk(NamedTuple):
    """What a throw does to a die, by cell: columns times rows, across first.

    Parameters
    ----------
    moved : array of float64, shape (cells,)
        How often the die is moved.
    rows : array of float64, shape (cells, ROWS)
        Where it ends if it is, by row (see ``physics.worth``).
    cost : array of float64, shape (cells,)
        Points that the die which is thrown brings less than at an empty board.
    """

    moved: NDArray[np.float64]
    rows: NDArray[np.float64]
    cost: NDArray[np.float64]


@jit_inline
def _lay(world, dice, x, y):  # type: ignore[no-untyped-def]
    """Lay a die down; tell whether there is any level."""
    level = FIRST
    while level < LAST_LEVEL and y > world.front[level]:
        level += 1
    middle, half = sides_of(world, level, x)
    on_disc = y < world.front[DISC] and abs(x) < world.half[DISC]
    dice.x[_PLACE], dice.y[_PLACE] = x, max(y, world.back[level])
    dice.level[_PLACE], dice.mover[_PLACE] = level, -1
    return abs(x - middle) <= half and y <= world.front[level] and not on_disc


@jit_bare
def _throw_at(world, dice, places, aim, spread, key, hand, shoot, shot, points, throws, found):  # type: ignore[no-untyped-def]
    """Throw at each place: counts of rows, then of those that stayed, then the thrower's points."""
    sides = np.int64(dice.sides[_REST])
    for c in range(places.shape[0]):
        if c > 0 and not _lay(world, dice, places[c, 0], places[c, 1]):
            continue
        for t in range(throws):
            dice.level[_PLACE] = OFF
            if c > 0:
                _lay(world, dice, places[c, 0], places[c, 1])
            dice.face[_PLACE], at = 1, (t, 0, 0, 0)
            hand(world, aim, spread[0], spread[1], key, at, shot)
            shoot(world, dice, _REST, _REST, shot, key, at)
            fate = fate_of(np.int64(shot[FACE]), np.int64(dice.face[_REST]), sides)
            found[c, ROWS + 1] += points[row_of(world, dice, _REST) * FATES + fate]
            moved = c > 0 and dice.mover[_PLACE] == _REST
            found[c, row_of(world, dice, _PLACE) if moved else ROWS] += 1


def risk(
    rules: Rules,
    skill: Skill,
    aim: tuple[float, float, float, float, int],
    *,
    sides: int,
    points: NDArray[np.float64],
) -> Risk:
    """Find out what a throw does to dice that lie there: from a file, or by throwing.

    Parameters
    ----------
    rules : Rules
        Their board, throw model and ``line`` matter.
    skill : Skill
        Of the hand that throws.
    aim : tuple
        x, y, angle, speed, and the face to start with.
    sides : int
        Sides of the dice.
    points : array of float64, shape (ROWS x FATES,)
        What the die that is thrown is worth.

    Returns
    -------
    Risk
        By cell.
    """
    path = path_of("risk", rules, [skill.model_dump(), aim, sides, points.tolist(), CELLS, THROWS])
    found = read(path)
    if found is None:
        found = _found(rules, skill, np.array(aim, np.float64), sides, points)
        keep(path, found)
    counts, brought = found[1:, :ROWS], found[:, ROWS + 1] / THROWS
    moved = counts.sum(axis=1)
    cost = np.where(found[1:, : ROWS + 1].sum(axis=1) > 0, brought[0] - brought[1:], 0.0)
    return Risk(moved / THROWS, counts / np.maximum(moved, 1.0)[:, None], cost)


def _found(
    rules: Rules, skill: Skill, aim: NDArray[np.float64], sides: int, points: NDArray[np.float64]
) -> NDArray[np.float64]:
    across, along = CELLS
    width, length = rules.board.width, rules.board.tongue_end
    places = [(0.0, 0.0)]  # the first one is an empty board
    for c in range(across):
        for a in range(along):
            places.append((width * ((c + 0.5) / across - 0.5), length * ((a + 0.5) / along)))
    found = np.zeros((len(places), ROWS + 2))
    spread = np.array([skill.angle_sd, skill.speed_sd])
    _throw_at(
        world_of(rules), make_dice(2, sides), np.array(places), aim, spread,
        key(_SEED, "tumblin risk"), address(hand), address(shoot), np.zeros(5), points, THROWS,
        found,
    )  # fmt: skip
    return found
