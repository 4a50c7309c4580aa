"""One shot for all: the best at an empty board, for these hands, rules and dice."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.maps import through_hand
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, X, Y
from dicestats.games.tumblin.physics.worth import AWAY, MINUS, ON_DISC, ROWS, make_grid
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import NUMBER, SIGNATURE
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.faces import by_fate, starts
from dicestats.games.tumblin.strategies.finals import best_of, peaks
from dicestats.games.tumblin.strategies.kept import keep, path_of, read
from dicestats.games.tumblin.strategies.outcomes import expected, outcome_map, start_of

_PARTS = 5  # numbers of a shot
_UNIT = 1e-6  # of whole numbers in a table


@jit_bare(SIGNATURE)
def shot(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Throw as the table says for the seat's own die.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``; the table holds the shot of each own die, in millionths.

    Returns
    -------
    int
        0.
    """
    first = _PARTS * sight.turn[NUMBER]
    out[X], out[Y] = table[first + X] * _UNIT, table[first + Y] * _UNIT
    out[ANGLE], out[SPEED] = table[first + ANGLE] * _UNIT, table[first + SPEED] * _UNIT
    out[FACE] = np.float64(table[first + FACE])
    return 0


@jit_bare(SIGNATURE)
def bonus(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Throw the bonus die first, while the fewest dice are in the way of the base aim.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``.

    Returns
    -------
    int
        1.

    Notes
    -----
    On the same dice this wins more often than to throw it last, when nobody but those who come
    after can knock it off.
    """
    return 1


def worths(rules: Rules, sides: int) -> NDArray[np.float64]:
    """Tabulate what a die of the shooter counts where it comes to rest, by the rules.

    Parameters
    ----------
    rules : Rules
        The rules; bonuses for having all dice on the board are left out.
    sides : int
        Sides of the die.

    Returns
    -------
    array of float64, shape (ROWS, sides + 1)
        Points by row (see ``physics.worth``) and face.

    Examples
    --------
    >>> table = worths(Rules(eject="negative"), 6)
    >>> table[[4, MINUS, AWAY], [6, 5, 3]].tolist()
    [24.0, -5.0, -3.0]
    """
    table = np.zeros((ROWS, sides + 1))
    for face in range(1, sides + 1):
        for level in range(1, 5):
            table[level, face] = rules.points(level, face)
        if rules.minus_level == "-1x":
            table[MINUS, face] = rules.points(0, face)
        if rules.disc == "minus":
            table[ON_DISC, face] = table[MINUS, face]
        if rules.eject == "negative" and rules.eject_scope == "any":
            table[AWAY, face] = -face
    return table


class Prospect(NamedTuple):
    """The best shot at an empty board, and what it brings."""

    shot: tuple[float, float, float, float, int]  # x, y, angle, speed, and the face to start with
    points: float  # expected
    sd: float  # their standard deviation


def best_shot(rules: Rules, skill: Skill, sides: int) -> Prospect:
    """Find the shot with the largest expected points on an empty board, and the face to start with.

    Parameters
    ----------
    rules : Rules
        The rules.
    skill : Skill
        Of the hands.
    sides : int
        Sides of the die.

    Returns
    -------
    Prospect
        The shot, and the points of its die.

    Notes
    -----
    A map of the board names aims, and the best few of them are thrown again (see ``finals``). What
    was found is kept in a file. On a board that is its own mirror image both sides are as good: who
    starts with the lowest face throws to the left, all others to the right.
    """
    table = worths(rules, sides)
    content = [sides, rules.start_face, table.tolist(), skill.model_dump()]
    path = path_of("aim", rules, content)
    found = read(path)
    if found is None:
        found = _found(rules, skill, table)
        keep(path, found)
    angle, speed, face, points, sd = found.tolist()
    return Prospect((*start_of(rules.board), angle, speed, int(face)), points, sd)


def by_face(rules: Rules, sides: int) -> dict[int, NDArray[np.float64]]:
    """Tabulate what a die is worth on average, for each face that it may start with.

    Parameters
    ----------
    rules : Rules
        The rules.
    sides : int
        Sides of the die.

    Returns
    -------
    dict of int to array of float64, shape (ROWS x FATES,)
        Points by row and by what happened to the face; 0 alone where it is rolled (ruling T13).
    """
    table = worths(rules, sides)
    return {face: by_fate(table, face).ravel() for face in starts(rules.start_face, sides)}


def _found(rules: Rules, skill: Skill, table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Search: angle, speed, face, mean points and their standard deviation."""
    sides, grid = table.shape[1] - 1, make_grid()
    counts, points = outcome_map(rules, sides), by_face(rules, sides)
    total = [through_hand(expected(counts, each), grid, skill) for each in points.values()]
    aims = peaks(np.max(total, axis=0), grid, skill)
    final = best_of(rules, skill, aims, sides=sides, points=np.array([*points.values()]))
    face = max(points, key=lambda face: float(expected(final.chances, points[face])))
    mean = float(expected(final.chances, points[face]))
    square = float(expected(final.chances, by_fate(table * table, face).ravel()))
    sd, angle = sqrt(max(square - mean * mean, 0.0)), final.angle
    if _is_mirrored(rules.board):
        angle = -abs(angle) if face == 1 else abs(angle)
    return np.array([angle, final.speed, max(face, 1), mean, sd])


def _is_mirrored(board: Board) -> bool:
    """Tell whether the board is its own mirror image."""
    other = board.mirrored()
    return board.tongue_centres == other.tongue_centres and set(board.pegs) == set(other.pegs)


def aim(rules: Rules, skill: Skill) -> Strategy:
    """Make the strategy.

    Parameters
    ----------
    rules : Rules
        The rules; their board and throw model tell how dice move.
    skill : Skill
        Of the hands.

    Returns
    -------
    Strategy
        Compiled, with its table of shots.
    """
    shots = {sides: best_shot(rules, skill, sides).shot for sides in sorted(set(rules.die_sides))}
    table = packed([shots[sides] for sides in rules.die_sides])
    return Strategy(
        "aim",
        bonus=Compiled(bonus, table, rules=rules),
        shot=Compiled(shot, table, rules=rules),
        skill=skill,
    )


def packed(shots: Sequence[tuple[float, float, float, float, int]]) -> NDArray[np.int32]:
    """Write shots down as whole numbers.

    Parameters
    ----------
    shots : sequence of tuple
        x, y, angle, speed, face.

    Returns
    -------
    array of int32
        Five numbers for each: millionths, and the face.
    """
    rows = [[*(round(part / _UNIT) for part in parts), face] for *parts, face in shots]
    return np.array(rows, np.int32).ravel()
