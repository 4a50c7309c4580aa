"""Two cells on the same dice, compared game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dicestats.stats.comparisons import holm, paired_pvalue
from dicestats.stats.intervals import Row, normal_quantile, wilson
from dicestats.stats.seats import seat_share

if TYPE_CHECKING:
    import polars as pl


def paired_difference(pairs: NDArray[np.int64], seat: int = 0, *, level: float = 0.95) -> Row:
    """Difference of a seat's points between a cell and the baseline, on common dice.

    Parameters
    ----------
    pairs : array of int64, shape (rows, 4)
        Chunk, winners in the baseline, winners in the cell (bit masks), games.
    seat : int
        Whose points.
    level : float
        Confidence of the interval.

    Returns
    -------
    dict
        ``estimate`` (points in the cell less points in the baseline, a game), ``low``, ``high``
        (normal interval with the variance of the differences themselves), ``changed`` (share of
        games in which the seat's points differ), ``games``. Where all games differ alike, by d,
        a share of at most ``u`` (Wilson's bound of no success) may differ otherwise, by -1 to 1:
        the interval is ``d - u (1 + d), d + u (1 - d)``.

    Examples
    --------
    >>> row = paired_difference(np.array([[0, 1, 1, 90], [0, 1, 2, 10]]))
    >>> row["estimate"], row["changed"]
    (-0.1, 0.1)
    """
    games = int(pairs[:, 3].sum())
    base = [seat_share(int(winners), seat) for winners in pairs[:, 1]]
    other = [seat_share(int(winners), seat) for winners in pairs[:, 2]]
    differences = [b - a for a, b in zip(base, other, strict=True)]
    return _mean_row(differences, pairs[:, 3].tolist(), games, level)


def _mean_row(values: Sequence[Fraction], counts: Sequence[int], games: int, level: float) -> Row:
    weighted = list(zip(values, counts, strict=True))
    mean = sum((value * n for value, n in weighted), Fraction()) / games
    square = sum((value * value * n for value, n in weighted), Fraction()) / games
    half = normal_quantile(level) * (float(square - mean * mean) / games) ** 0.5
    low, high = float(mean) - half, float(mean) + half
    if square == mean * mean:
        reach, shift = wilson(0, games, level)[1], float(mean)
        low, high = shift - reach * (1 + shift), shift + reach * (1 - shift)
    return {
        "estimate": float(mean),
        "low": max(-1.0, low),
        "high": min(1.0, high),
        "changed": sum(n for value, n in weighted if value) / games,
        "games": games,
    }


def paired_table(
    pairs: Mapping[str, NDArray[np.int64]],
    *,
    seat: int = 0,
    name: str = "variant",
    level: float = 0.95,
) -> pl.DataFrame:
    """Compare several cells with one baseline, all on common dice.

    Parameters
    ----------
    pairs : mapping of str to array of int64, shape (rows, 4)
        For each cell: chunk, winners in the baseline, winners in the cell (bit masks), games.
    seat : int
        Whose points.
    name : str
        Column for the names of the cells.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``name``; ``estimate``, ``low``, ``high``, ``changed`` as ``paired_difference``
        gives them; ``pvalue`` (``paired_pvalue``: McNemar's where no win is shared) and, with
        more than one comparison, ``pvalue_holm``, corrected for their number; ``games``.

    Examples
    --------
    >>> few, many = (np.array([[0, 1, 1, 90], [0, 2, 2, 90], [0, 2, 1, n]]) for n in (3, 20))
    >>> table = paired_table({"few": few, "many": many})
    >>> table.select("variant", "pvalue_holm").rows()
    [('few', 0.25), ('many', 3.814697265625e-06)]
    """
    import polars as pl

    rows = []
    for cell, counts in pairs.items():
        found = paired_difference(counts, seat, level=level)
        games = found.pop("games")
        rows.append({name: cell, **found, "pvalue": paired_pvalue(counts, seat), "games": games})
    if len(rows) > 1:
        corrected = holm([float(row["pvalue"]) for row in rows])
        for row, p in zip(rows, corrected, strict=True):
            row["pvalue_holm"] = p
    table = pl.DataFrame(rows)
    return table.select(pl.exclude("games"), "games")
