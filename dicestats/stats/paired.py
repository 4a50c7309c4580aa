"""Two cells on the same dice, compared game by game."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dicestats.stats.intervals import Row, normal_quantile, wilson
from dicestats.stats.seats import seat_share


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
        games in which the seat's points differ), ``games``.

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
    if square == 0:  # no game changed: as many changes as that still leaves likely
        half = wilson(0, games, level)[1]
    return {
        "estimate": float(mean),
        "low": float(mean) - half,
        "high": float(mean) + half,
        "changed": sum(n for value, n in weighted if value) / games,
        "games": games,
    }
