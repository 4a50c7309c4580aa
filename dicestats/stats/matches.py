"""Matches of every strategy against every other: tables of rates, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicestats.stats.comparisons import holm, seat_balanced
from dicestats.stats.intervals import normal_quantile

if TYPE_CHECKING:
    import polars as pl

Matrix = NDArray[np.float64]  # (strategies, strategies), a row for each strategy
Match = tuple[str, str, NDArray[np.int64]]  # two strategies, and winners in both seatings


def match_table(
    matches: Sequence[Match],
    level: float = 0.95,
    *,
    seats: tuple[Sequence[int], Sequence[int]] = ((0,), (1,)),
) -> pl.DataFrame:
    """Give each strategy's points a game against each other, seats balanced.

    Parameters
    ----------
    matches : sequence of tuple
        Two strategies, and the winners in both seatings as ``seat_balanced`` takes them.
    level : float
        Coverage of each interval.
    seats : tuple of two sequences of int
        The first strategy's seats in either seating.

    Returns
    -------
    polars.DataFrame
        Columns ``strategy``, ``against``, ``rate``, ``low``, ``high``, ``games`` (of both
        seatings together), ``pvalue_holm`` (that the two are equally strong, corrected for the
        number of matches): two rows a match.

    Examples
    --------
    >>> winners = np.array([[0, 1, 1, 50], [0, 1, 2, 50]])
    >>> match_table([("a", "b", winners)])["rate"].to_list()
    [0.75, 0.25]
    """
    import polars as pl

    found = [seat_balanced(winners, level, seats=seats) for _, _, winners in matches]
    corrected = holm([row["pvalue"] for row in found])
    rows = []
    for (one, other, _), row, p in zip(matches, found, corrected, strict=True):
        rate, low, high, games = (row[key] for key in ("score", "low", "high", "games"))
        rows.append((one, other, rate, low, high, 2 * games, p))
        rows.append((other, one, 1 - rate, 1 - high, 1 - low, 2 * games, p))
    columns = ["strategy", "against", "rate", "low", "high", "games", "pvalue_holm"]
    return pl.DataFrame(rows, schema=columns, orient="row")


def square(
    names: Sequence[str], matches: pl.DataFrame, *, level: float
) -> tuple[Matrix, Matrix, Matrix]:
    """Arrange a table of matches as square matrices.

    Parameters
    ----------
    names : sequence of str
        The strategies, in the order wanted.
    matches : polars.DataFrame
        Columns ``strategy``, ``against``, ``rate``, ``low``, ``high``, ``games``.
    level : float
        Coverage of the intervals.

    Returns
    -------
    rates, errors, games : array, shape (strategies, strategies)
        Points a game (1/2 on the diagonal), their standard errors (half an interval by the
        normal quantile), numbers of games.

    Examples
    --------
    >>> import polars as pl
    >>> columns = ["strategy", "against", "rate", "low", "high", "games"]
    >>> rows = [("a", "b", 0.6, 0.5, 0.7, 90), ("b", "a", 0.4, 0.3, 0.5, 90)]
    >>> matches = pl.DataFrame(rows, schema=columns, orient="row")
    >>> square(["a", "b"], matches, level=0.95)[0].tolist()
    [[0.5, 0.6], [0.4, 0.5]]
    """
    place = {name: number for number, name in enumerate(names)}
    rates, errors, games = (np.full((len(names),) * 2, value) for value in (0.5, 0.0, 0.0))
    quantile = normal_quantile(level) or 1.0  # at the smallest levels intervals have no width
    for row in matches.iter_rows(named=True):
        cell = place[row["strategy"]], place[row["against"]]
        rates[cell], games[cell] = row["rate"], row["games"]
        errors[cell] = (row["high"] - row["low"]) / 2 / quantile
    return rates, errors, games


def larger_margins(
    names: Sequence[str], matches: pl.DataFrame, ranked: Sequence[str]
) -> list[dict[str, Any]]:
    """Find where a weaker strategy beats a third one by more than a stronger one does.

    Parameters
    ----------
    names : sequence of str
        The strategies.
    matches : polars.DataFrame
        As in ``square``, with 95 % intervals or wider ones.
    ranked : sequence of str
        The strategies, the strongest first.

    Returns
    -------
    list of dict
        ``stronger``, ``weaker`` (by rank, and by their own match), ``against``,
        ``stronger_rate``, ``weaker_rate``; only what is beyond doubt where all triples are
        looked at: the difference's z-value passes Bonferroni's 5 % limit.
    """
    rates, errors, _ = square(names, matches, level=0.95)
    place = [list(names).index(name) for name in ranked]
    triples = [
        (strong, weak, third)
        for strong, weak in combinations(place, 2)
        for third in place
        if third not in (strong, weak) and rates[strong, weak] > 0.5
    ]
    limit = normal_quantile(1 - 0.05 / max(1, len(triples)))
    found = []
    for strong, weak, third in triples:
        gain = rates[weak, third] - rates[strong, third]
        error = (errors[weak, third] ** 2 + errors[strong, third] ** 2) ** 0.5
        if rates[weak, third] > 0.5 and gain > limit * error:
            told = {"stronger": names[strong], "weaker": names[weak], "against": names[third]}
            both = {"stronger_rate": rates[strong, third], "weaker_rate": rates[weak, third]}
            found.append(told | {key: float(rate) for key, rate in both.items()})
    return found
