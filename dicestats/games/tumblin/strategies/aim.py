"""One shot for all: the best at an empty board, for these hands, rules and dice."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.maps import best_aim, through_hand
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, X, Y
from dicestats.games.tumblin.physics.worth import AWAY, MINUS, ON_DISC, ROWS, make_grid
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import NUMBER, SIGNATURE
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.outcomes import THROWS, outcome_map, start_of

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
    """Throw the bonus die last, when nobody but those who come after can knock it off.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``.

    Returns
    -------
    int
        0.
    """
    return 0


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


def best_face(rules: Rules, sides: int) -> int:
    """Choose the face to start with: the one that is worth most on levels 1x to 4x.

    Parameters
    ----------
    rules : Rules
        The rules.
    sides : int
        Sides of the die.

    Returns
    -------
    int
        0 where it is rolled.

    Examples
    --------
    >>> best_face(Rules(), 6), best_face(Rules(start_face="random"), 6)
    (6, 0)
    """
    if rules.start_face == "random":
        return 0
    sums = worths(rules, sides)[1:5, 1:].sum(axis=0)
    return sides - int(sums[::-1].argmax())


class Prospect(NamedTuple):
    """The best shot at an empty board, and what it brings."""

    shot: tuple[float, float, float, float, int]  # x, y, angle, speed, and the face to start with
    points: float  # expected
    sd: float  # their standard deviation


def best_shot(rules: Rules, skill: Skill, sides: int) -> Prospect:
    """Find the shot with the largest expected points on an empty board.

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
    """
    face, grid = best_face(rules, sides), make_grid()
    chances, points = outcome_map(rules, sides, face), worths(rules, sides).ravel()
    total = through_hand(_expected(chances, points), grid, skill)
    squares = through_hand(_expected(chances, points * points), grid, skill)
    angle, speed, most = best_aim(total, grid)
    mean = most / THROWS
    variance = float(squares.ravel()[total.argmax()]) / THROWS - mean * mean
    shot = (*start_of(rules.board), angle, speed, max(face, 1))
    return Prospect(shot, mean, sqrt(max(variance, 0.0)))


def _expected(chances: NDArray[np.uint16], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum up points over outcomes, in one order on every machine."""
    total = np.zeros(chances.shape[1:])
    for count, worth in zip(chances, points, strict=True):
        total += count * worth
    return total


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
