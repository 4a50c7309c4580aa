"""What becomes of a die that lies on the board when another is thrown at an empty board's best aim.

A die is laid in the middle of each cell of a grid, and the same throws are made at all of them:
how often it is moved, and where it then ends.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics import OFF, hand, make_dice, shoot
from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.motion import sides_of
from dicestats.games.tumblin.physics.world import DISC, FIRST, LAST_LEVEL
from dicestats.games.tumblin.physics.worth import ROWS, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.skill import Skill
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
    """

    moved: NDArray[np.float64]
    rows: NDArray[np.float64]


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
def _throw_at(world, dice, places, aim, spread, key, hand, shoot, shot, throws, found):  # type: ignore[no-untyped-def]
    """Throw at each place, and count where the die ends that lay there, if it was moved."""
    for c in range(places.shape[0]):
        for t in range(throws):
            if not _lay(world, dice, places[c, 0], places[c, 1]):
                break
            dice.face[_PLACE], dice.level[_REST], at = 1, OFF, (t, 0, 0, 0)
            hand(world, aim, spread[0], spread[1], key, at, shot)
            shoot(world, dice, _REST, _REST, shot, key, at)
            if dice.mover[_PLACE] == _REST:
                found[c, row_of(world, dice, _PLACE)] += 1


def risk(
    rules: Rules, skill: Skill, aim: tuple[float, float, float, float, int], *, sides: int
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

    Returns
    -------
    Risk
        By cell.
    """
    path = path_of("risk", rules, [skill.model_dump(), aim, sides, CELLS, THROWS])
    counts = read(path)
    if counts is None:
        counts = _counts(rules, skill, np.array(aim, np.float64), sides)
        keep(path, counts)
    moved = counts.sum(axis=1)
    return Risk(moved / THROWS, counts / np.maximum(moved, 1)[:, None])


def _counts(rules: Rules, skill: Skill, aim: NDArray[np.float64], sides: int) -> NDArray[np.int64]:
    """Throw: where dice ended that were moved, (cells, ROWS)."""
    across, along = CELLS
    width, length = rules.board.width, rules.board.tongue_end
    places = np.array([
        (width * ((c + 0.5) / across - 0.5), length * ((a + 0.5) / along))
        for c in range(across)
        for a in range(along)
    ])  # fmt: skip
    found = np.zeros((len(places), ROWS), np.int64)
    spread = np.array([skill.angle_sd, skill.speed_sd])
    _throw_at(
        world_of(rules), make_dice(2, sides), places, aim, spread, key(_SEED, "tumblin risk"),
        address(hand), address(shoot), np.zeros(5), THROWS, found,
    )  # fmt: skip
    return found
