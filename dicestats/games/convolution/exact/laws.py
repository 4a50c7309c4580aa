"""What Convolution gives without chance: one-roll laws, greedy's ranks, mirrored fixed orders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.games.convolution.odds import counts
from dicestats.games.convolution.position import (
    Layout,
    Position,
    decide,
    final_margin,
    lay_out,
    start,
    write,
)
from dicestats.games.convolution.rules import Rules


@dataclass(frozen=True)
class Law:
    """The law of one category's face value in one roll."""

    category: str
    lowest: int
    top: int
    mean: float
    sd: float
    p_top: float  # probability of the largest value


@dataclass(frozen=True)
class GreedyRanks:
    """Dense ranks, on one common scale, of every score that can be written (0: worthless)."""

    face: NDArray[np.int32]  # (categories, largest top + 1): by face value, 0 where impossible
    first_top: NDArray[np.int32]  # (categories): what the first player of a top value writes
    first_twelve: int | None  # what the first Bluggard of twelve writes; None: its face value


@dataclass(frozen=True)
class Mirror:
    """How a game ends when both seats fill the categories in one fixed order."""

    wins: tuple[Fraction, Fraction]  # probability that seat 0, seat 1 wins alone
    shared: Fraction
    level: Fraction  # both win equally many categories: 6-6 in the published game
    decided_by: Mapping[str, Fraction]  # criterion of ruling C9 -> probability


def law(rules: Rules) -> tuple[Law, ...]:
    """Summarise the one-roll law of each active category.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    tuple of Law, length categories
        Mean, standard deviation and probability of the top, rounded once from exact fractions.

    Examples
    --------
    >>> red = law(Rules())[0]
    >>> red.mean, round(red.sd, 4), round(1 / red.p_top)
    (7.0, 2.4152, 36)
    """
    size = rules.sides**rules.dice
    rows = zip(rules.active, counts(rules), rules.lowest, rules.tops, strict=True)
    laws = []
    for name, row, lowest, top in rows:
        first = sum(count * value for value, count in enumerate(row, lowest))
        second = sum(count * value * value for value, count in enumerate(row, lowest))
        sd = sqrt((size * second - first * first) / size**2)
        laws.append(Law(name, lowest, top, first / size, sd, row[-1] / size))
    return tuple(laws)


def percentile_rank(rules: Rules) -> GreedyRanks:
    """Rank every score that can be written by its mid-percentile in its category's law.

    The mid-percentile of a score v is P(X < v) + P(X = v) / 2, X the category's value in one
    roll; v may be a penalty outside the range of X. Equal percentiles share a rank, so the
    largest rank, ties to the lowest index, is exactly the greedy percentile's choice.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    GreedyRanks
        Ranks from 0 (a percentile of 0) without gaps; at most 14,000 of them.

    Notes
    -----
    Percentiles are compared as whole numbers over 2 sides^dice, never as floats: in the
    published game 72 pairs of (category, score) tie exactly, 66 of them between two colours.
    Source: ruling on the greedy percentile; rulings C4, C5 for the written score.

    Examples
    --------
    >>> ranks = percentile_rank(Rules(colors=1, dice_per_color=1, sides=2))
    >>> ranks.face[0], ranks.first_top, ranks.first_twelve
    (array([0, 1, 2], dtype=int32), array([1, 1, 3], dtype=int32), None)
    """
    rows = [_percentiles(row) for row in counts(rules)]
    rolls = rules.sides**rules.dice
    written = zip(rows, rules.lowest, rules.tops, rules.first_tops, strict=True)
    tops = [
        _at(row, (top if penalty is None else penalty) - lowest, rolls)
        for row, lowest, top, penalty in written
    ]
    twelve = rules.first_bluggard_twelve
    twelves = [] if twelve is None else [_at(rows[-1], twelve - rules.lowest[-1], rolls)]
    scale = {p: rank for rank, p in enumerate(sorted({0, *tops, *twelves}.union(*rows)))}
    face = np.zeros((len(rows), max(rules.tops) + 1), np.int32)
    for ranks, row, lowest, top in zip(face, rows, rules.lowest, rules.tops, strict=True):
        ranks[lowest : top + 1] = [scale[percentile] for percentile in row]
    first_top = np.array([scale[percentile] for percentile in tops], np.int32)
    return GreedyRanks(face, first_top, scale[twelves[0]] if twelves else None)


def _percentiles(row: tuple[int, ...]) -> list[int]:
    """Mid-percentile of each value, times twice the number of rolls."""
    return [2 * up_to - count for up_to, count in zip(accumulate(row), row, strict=True)]


def _at(percentiles: list[int], offset: int, rolls: int) -> int:
    """Mid-percentile, times ``2 * rolls``, of any score: ``offset`` above the lowest value."""
    if offset < 0:
        return 0
    return percentiles[offset] if offset < len(percentiles) else 2 * rolls


def fixed_order_mirror(rules: Rules, order: Sequence[int]) -> Mirror:
    """Solve the game in which both seats fill ``order[k]`` in pair ``k``, whatever they roll.

    Parameters
    ----------
    rules : Rules
        Any rules.
    order : sequence of int
        A permutation of the indices of the active categories.

    Returns
    -------
    Mirror
        Exact probabilities.

    Raises
    ------
    InputError
        If ``order`` is not such a permutation.

    Notes
    -----
    Both seats write the same value except where its first player is penalised, and pairs are
    independent: so positions are carried from pair to pair with the exact number of ways to
    reach them. Identical players that copy each other on shared rolls show what the tie rules
    do, not how people fare.

    Examples
    --------
    >>> mirror = fixed_order_mirror(Rules(), range(9))
    >>> round(float(mirror.wins[0]), 9), round(float(mirror.level), 9)
    (0.0555993, 0.79761701)
    """
    _check_order(rules, order)
    layout, rows = lay_out(rules), counts(rules)
    ways = {start(layout): 1}
    for leader, category in zip(rules.leaders, order, strict=True):
        faces = _faces(layout, category, dict(enumerate(rows[category], rules.lowest[category])))
        following: Counter[Position] = Counter()
        for before, number in ways.items():
            for face, count in faces.items():
                after = write(layout, before, seat=leader, category=category, face=face)
                after = write(layout, after, seat=1 - leader, category=category, face=face)
                following[after] += number * count
        ways = following
    return _mirror(layout, ways)


def _check_order(rules: Rules, order: Sequence[int]) -> None:
    if sorted(order) != list(range(rules.pairs)):
        raise InputError(
            "order",
            f"{list(order)} is not allowed: give each of 0 to {rules.pairs - 1} once "
            f"({', '.join(rules.active)})",
        )


def _faces(layout: Layout, category: int, row: Mapping[int, int]) -> Mapping[int, int]:
    """Merge the faces that nobody is punished for: both seats write them alike."""
    penalties = layout.penalties[category]
    plain = [face for face in row if face not in penalties]
    merged = {face: row[face] for face in penalties if face in row}
    return merged | {plain[0]: sum(row[face] for face in plain)}


def _mirror(layout: Layout, ways: Mapping[Position, int]) -> Mirror:
    size = sum(ways.values())
    winners: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    level = 0
    for position, number in ways.items():
        winner, reason = decide(layout, position)
        winners[winner] += number
        reasons[reason] += number
        level += number * (final_margin(layout, position)[0] == 0)
    return Mirror(
        wins=(Fraction(winners[1], size), Fraction(winners[-1], size)),
        shared=Fraction(winners[0], size),
        level=Fraction(level, size),
        decided_by={reason: Fraction(number, size) for reason, number in sorted(reasons.items())},
    )
