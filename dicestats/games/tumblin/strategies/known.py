"""What strategies that try shots out know of the rules: one table of whole numbers."""

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.bare import jit_inline
from dicestats.games.tumblin.physics.worth import ROWS
from dicestats.games.tumblin.rules import MOST_SEATS, Rules
from dicestats.games.tumblin.skill import Skill
from dicestats.games.tumblin.strategies.aim import Prospect, best_shot, packed, worths
from dicestats.games.tumblin.strategies.faces import FATES, by_fate
from dicestats.games.tumblin.strategies.risk import risk

UNIT = 1000  # of a point: what is expected is no whole number

# The table begins with these numbers; FASTEST and THRESHOLD are in hundredths.
(PLAIN_DICE, BONUS_DICE, BONUS_FACTOR, ALL_ON, ALL_ON_POINTS, ALL_ON_SIDE, ROLLED_FACE, MINUS_GOES,
 DISC_GOES, END, GOAL, ROUND_POINTS, ROUND_SPREAD, OFFERED, AHEAD, IDEAS, WAYS, STAKE, FASTEST,
 FIRST, SECOND, THRESHOLD, MEANS, AIMS, DICE, RISK, WIDTH, LENGTH, SHORT) = range(29)  # fmt: skip
NO_BONUS, POINTS, DOUBLE = 0, 1, 2  # ALL_ON
ROUNDS, TARGET, WINS = 0, 1, 2  # END

HIT = ROWS  # one more row: off the board through another's shot
_ROWS = ROWS + 1
MOVED, ENDS = range(2)  # numbers of a cell of RISK, in millionths: a share, and one for each row
PER_CELL = 1 + ROWS
_FACES = 21  # of the largest die, and 0
_PARTS = 5  # of a shot
STARTS = 2  # faces that dice start with: the highest, the lowest

# Then come the side of each seat, the kind of a die by its sides, and what dice are worth by kind,
# row and face. MEANS, AIMS and DICE tell where the rest begins: what a thrown die is worth on
# average, by kind and row; the base aim of each of the seat's dice; the sides of each.
_SIDE_OF = 29
_KIND_OF = _SIDE_OF + MOST_SEATS
_WORTHS = _KIND_OF + _FACES


@jit_inline
def side_of(table, seat):  # type: ignore[no-untyped-def]
    """Tell the side of a seat.

    Parameters
    ----------
    table : array of int32
        From ``known``.
    seat : int
        The seat.

    Returns
    -------
    int
        Its side.
    """
    return np.int64(table[_SIDE_OF + seat])


@jit_inline
def sides_of(table, number):  # type: ignore[no-untyped-def]
    """Tell how many sides one of a seat's dice has.

    Parameters
    ----------
    table : array of int32
        From ``known``.
    number : int
        Which die.

    Returns
    -------
    int
        Its sides.
    """
    return np.int64(table[table[DICE] + number])


@jit_inline
def worth_lying(table, sides, row, face):  # type: ignore[no-untyped-def]
    """Tell what a die counts, a bonus die once.

    Parameters
    ----------
    table : array of int32
        From ``known``.
    sides : int
        Its sides.
    row : int
        Where it lies: as ``physics.worth.row_of`` tells it, or HIT.
    face : int
        What it shows.

    Returns
    -------
    int
        In units of 1 / UNIT points.
    """
    kind = np.int64(table[_KIND_OF + sides])
    return UNIT * np.int64(table[_WORTHS + (kind * _ROWS + row) * _FACES + face])


@jit_inline
def worth_thrown(table, sides, row, face_fate, is_low):  # type: ignore[no-untyped-def]
    """Tell what a die counts on average that was thrown there: a lost face is luck.

    Parameters
    ----------
    table : array of int32
        From ``known``.
    sides, row : int
        As for ``worth_lying``.
    face_fate : int
        What happened to its face (see ``faces``).
    is_low : int
        0: it started with the highest face; 1: with the lowest.

    Returns
    -------
    int
        In units of 1 / UNIT points.
    """
    kind = np.int64(table[_KIND_OF + sides])
    at = ((kind * STARTS + is_low) * _ROWS + row) * FATES + face_fate
    return np.int64(table[table[MEANS] + at])


@jit_inline
def aim_at(table, number, out):  # type: ignore[no-untyped-def]
    """Look the base aim of one of the seat's dice up.

    Parameters
    ----------
    table : array of int32
        From ``known``.
    number : int
        Which die.
    out : array of float64, shape (5,)
        Filled: the shot.
    """
    first = table[AIMS] + _PARTS * number
    for part in range(_PARTS - 1):
        out[part] = table[first + part] * 1e-6
    out[_PARTS - 1] = np.float64(table[first + _PARTS - 1])


def known(rules: Rules, skill: Skill, numbers: Mapping[int, int]) -> NDArray[np.int32]:
    """Write down what a strategy knows.

    Parameters
    ----------
    rules : Rules
        The rules.
    skill : Skill
        Of the seat's hands: the base aims are theirs.
    numbers : mapping of int to int
        What the strategy adds to the numbers in the beginning, such as IDEAS.

    Returns
    -------
    array of int32
        Its table.
    """
    kinds = sorted(set(rules.die_sides))
    prospects = {sides: best_shot(rules, skill, sides) for sides in kinds}
    listed = np.concatenate([_with_hits(rules, sides).ravel() for sides in kinds])
    means = np.concatenate([_means(rules, sides).ravel() for sides in kinds])
    begins = _WORTHS + len(listed)
    facts = {
        **_facts(rules),
        **_round(rules, [prospects[sides] for sides in rules.die_sides]),
        MEANS: begins,
        AIMS: begins + len(means),
        DICE: begins + len(means) + _PARTS * len(rules.die_sides),
        RISK: begins + len(means) + (_PARTS + 1) * len(rules.die_sides),
        WIDTH: round(1e6 * rules.board.width),
        LENGTH: round(1e6 * rules.board.tongue_end),
        **numbers,
    }
    head = [facts[number] for number in range(_SIDE_OF)]
    seats = [*range(MOST_SEATS)]
    for side, members in enumerate(rules.teams):
        for seat in members:
            seats[seat] = side
    kind_of = [kinds.index(sides) if sides in kinds else 0 for sides in range(_FACES)]
    aims = packed([prospects[sides].shot for sides in rules.die_sides])
    risks = _risks(rules, skill, prospects[rules.die_sides[0]], rules.die_sides[0])
    rest = [*listed, *means, *aims, *rules.die_sides, *risks]
    return np.array([*head, *seats, *kind_of, *rest], np.int32)


def _round(rules: Rules, dice: Sequence[Prospect]) -> dict[int, int]:
    """Tell what a side's round brings at an empty board, and how much that varies."""
    size = len(rules.teams[0]) if rules.teams else 1
    factors = [1] * rules.dice + [rules.bonus_factor] * rules.bonus_dice
    points = sum(factor * die.points for factor, die in zip(factors, dice, strict=True))
    variance = sum((factor * die.sd) ** 2 for factor, die in zip(factors, dice, strict=True))
    spread = max(sqrt(size * variance), 1.0)
    return {ROUND_POINTS: round(UNIT * size * points), ROUND_SPREAD: round(UNIT * spread)}


def _facts(rules: Rules) -> dict[int, int]:
    return {
        PLAIN_DICE: rules.dice,
        BONUS_DICE: rules.bonus_dice,
        BONUS_FACTOR: rules.bonus_factor,
        ALL_ON: {"none": NO_BONUS, "double": DOUBLE}.get(str(rules.all_on), POINTS),
        ALL_ON_POINTS: rules.all_on if isinstance(rules.all_on, int) else 0,
        ALL_ON_SIDE: int(rules.all_on_unit == "side"),
        ROLLED_FACE: int(rules.start_face == "random"),
        MINUS_GOES: int(rules.minus_level == "0x"),
        DISC_GOES: int(
            rules.disc == "remove" or (rules.disc == "minus" and rules.minus_level == "0x")
        ),
        END: ("rounds", "target", "wins").index(rules.end),
        GOAL: {"rounds": rules.rounds, "target": rules.target, "wins": rules.wins}[rules.end],
    }


def _with_hits(rules: Rules, sides: int) -> NDArray[np.int64]:
    """Tabulate whole points by row and face: (_ROWS, _FACES)."""
    table = np.zeros((_ROWS, _FACES), np.int64)
    table[:ROWS, : sides + 1] = worths(rules, sides)
    if rules.eject == "negative":
        table[HIT, 1 : sides + 1] = -np.arange(1, sides + 1)
    return table


def _means(rules: Rules, sides: int) -> NDArray[np.int64]:
    """Average points over the faces of thrown dice: (starts, _ROWS, FATES)."""
    points = _with_hits(rules, sides)[:ROWS, : sides + 1].astype(np.float64)
    found = np.zeros((STARTS, _ROWS, FATES), np.int64)
    for start, face in enumerate((sides, 1)):
        rolled = rules.start_face == "random"
        found[start, :ROWS] = np.rint(UNIT * by_fate(points, 0 if rolled else face))
        found[start, HIT] = UNIT * _with_hits(rules, sides)[HIT, 1:].sum() // sides
    return found


def _risks(rules: Rules, skill: Skill, prospect: Prospect, sides: int) -> NDArray[np.int64]:
    """List what a throw at the base aim does to a die, by cell (see ``risk``)."""
    found = risk(rules, skill, prospect.shot, sides=sides)
    return np.rint(1e6 * np.column_stack(found)).astype(np.int64).ravel()
