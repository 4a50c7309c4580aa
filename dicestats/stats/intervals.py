"""Closed-form intervals for one mean or proportion; light enough for every command."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isclose, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from dicestats.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Row = dict[str, float | int]  # one estimate: its value, ``low``, ``high``, ``games``, ...


def check_level(level: float) -> None:
    """Refuse what cannot be the level of an interval.

    Parameters
    ----------
    level : float
        Between 0 and 1, such as 0.95.

    Raises
    ------
    InputError
        If it does not lie between 0 and 1.

    Examples
    --------
    >>> check_level(95)
    Traceback (most recent call last):
    dicestats.errors.InputError: level: 95 is not allowed: it must lie between 0 and 1, as 0.95 does
    """
    if not 0 < level < 1:
        raise InputError(
            "level", f"{level} is not allowed: it must lie between 0 and 1, as 0.95 does"
        )


def normal_quantile(level: float) -> float:
    """Give the two-sided normal quantile of an interval's level.

    Parameters
    ----------
    level : float
        Between 0 and 1, such as 0.95.

    Returns
    -------
    float
        z with P(-z < Z < z) = ``level``.

    Raises
    ------
    InputError
        If the level is not between 0 and 1.

    Examples
    --------
    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    check_level(level)
    return abs(NormalDist().inv_cdf((1 - level) / 2))


def wilson(successes: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """Bound a proportion by Wilson's score interval.

    ``(p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`` with p = successes / games.

    Parameters
    ----------
    successes, games : int
        Counts, ``0 <= successes <= games``, at least one game.
    level : float
        Coverage wanted, for a number of games fixed in advance.

    Returns
    -------
    low, high : float
        Exactly 0 below no success, exactly 1 above no failure.

    Raises
    ------
    ValueError
        If the counts or the level are impossible.

    References
    ----------
    Wilson 1927, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22.

    Examples
    --------
    The true rate behind 518 wins in 1,000 games may well be one half:

    >>> low, high = wilson(518, 1000)
    >>> round(low, 3), round(high, 3)
    (0.487, 0.549)
    """
    return score_interval(successes, successes, games, level=level)


def score_interval(
    total: float | Fraction, total_sq: float | Fraction, games: int, *, level: float = 0.95
) -> tuple[float, float]:
    """Bound the mean of points between 0 and 1, some of them shares of a win.

    Wilson's interval for p = total / n with an effective number of games
    ``n p (1 - p) / s2``, where ``s2 = total_sq / n - p^2`` is the variance of the points
    themselves: shared wins vary less than whole ones, so they count as more games. Where all
    points are 0 or 1, s2 = p (1 - p) and this is Wilson's interval. Where all points are equal
    (s2 = 0) nothing is known of games that differ but their rate: it is at most
    ``u = z^2 / (n + z^2)`` (Wilson's bound of no success), and the interval is
    ``p - p u, p + (1 - p) u``, again Wilson's at 0 and 1.

    Parameters
    ----------
    total, total_sq : int, float or Fraction
        Sums over all games of the points and of their squares; exact where given exactly.
    games : int
        Number of games, at least 1.
    level : float
        Coverage wanted, for a number of games fixed in advance.

    Returns
    -------
    low, high : float
        The interval, within 0 and 1.

    Raises
    ------
    ValueError
        If no points between 0 and 1 have these sums.

    Examples
    --------
    Two wins and 98 shared wins of two players say more than 51 wins of 100:

    >>> low, high = score_interval(2 + 98 / 2, 2 + 98 / 4, 100)
    >>> round(low, 3), round(high, 3)
    (0.496, 0.524)
    """
    _check_sums(total, total_sq, games)
    z2 = normal_quantile(level) ** 2
    mean = float(total / games) if isinstance(total, Fraction) else total / games
    own, binary = games * total_sq - total * total, total * (games - total)
    if own <= binary * 2**-50:
        reach = z2 / (games + z2)
        return mean * (1 - reach), mean + (1 - mean) * reach
    return _wilson_mean(mean, games * float(binary / own), z2)


def _wilson_mean(mean: float, n: float, z2: float) -> tuple[float, float]:
    center = (mean + z2 / (2 * n)) / (1 + z2 / n)
    half = sqrt(z2 * (mean * (1 - mean) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return max(0.0, center - half), min(1.0, center + half)


def _check_sums(total: float | Fraction, total_sq: float | Fraction, games: int) -> None:
    if games < 1:
        raise ValueError(f"there are {games} games; an interval needs at least 1")
    if not 0 <= total <= games:
        raise ValueError(f"{total} points in {games} games; wanted 0 to {games}")
    if total_sq > total and not isclose(total_sq, total):
        raise ValueError(f"squares sum to {total_sq}, more than {total}: points go from 0 to 1")


def mean_interval(total: int, total_sq: int, games: int, *, level: float = 0.95) -> Row:
    """Bound the mean of whole numbers by a normal interval with their own variance.

    Parameters
    ----------
    total, total_sq : int
        Sums over all games of the numbers and of their squares.
    games : int
        Number of games, at least 2.
    level : float
        Coverage wanted; reached where the games are many (30 or more, no rare outliers).

    Returns
    -------
    dict
        ``value`` (the mean), ``low``, ``high``, ``se``, ``games``.

    Raises
    ------
    ValueError
        If there are fewer than 2 games.

    Examples
    --------
    >>> row = mean_interval(total=300, total_sq=1000, games=100)
    >>> row["value"], round(row["low"], 2), round(row["high"], 2)
    (3.0, 2.8, 3.2)
    """
    if games < 2:
        raise ValueError(f"there are {games} games; a variance needs at least 2")
    mean = total / games
    se = sqrt((games * total_sq - total * total) / (games * games * (games - 1)))
    half = normal_quantile(level) * se
    return {"value": mean, "low": mean - half, "high": mean + half, "se": se, "games": games}


def chunk_means_interval(values: ArrayLike, games: ArrayLike, level: float = 0.95) -> Row:
    """Bound a mean by the scatter of its chunk means: Student's t with chunks - 1 degrees.

    ``m = sum(g v) / sum(g)``, ``s2 = sum(g (v - m)^2) / (k - 1)``, ``m -+ t sqrt(s2 / sum(g))``.
    With few chunks t is much wider than the normal quantile (3 chunks: 4.3, not 1.96), and the
    normal interval would cover 81 %; with many the two agree.

    Parameters
    ----------
    values : array-like of float, shape (chunks,)
        The mean of each chunk.
    games : array-like of int, shape (chunks,)
        How many games each chunk has.
    level : float
        Coverage wanted.

    Returns
    -------
    dict
        ``value`` (the mean), ``low``, ``high``, ``games``, ``chunks``.

    Raises
    ------
    ValueError
        If there are fewer than two chunks, or as many values as games are not given.

    Examples
    --------
    >>> row = chunk_means_interval([0.51, 0.53, 0.52], [1024, 1024, 1024])
    >>> round(row["low"], 3), round(row["high"], 3)
    (0.495, 0.545)
    """
    import numpy as np
    from scipy.stats import t

    check_level(level)
    means, weights = np.asarray(values, np.float64), np.asarray(games, np.int64)
    if means.shape != weights.shape or means.ndim != 1 or means.size < 2:
        raise ValueError(
            f"chunk means have shape {means.shape}, their games {weights.shape}; "
            "wanted two equally long lists of at least 2 chunks"
        )
    total, chunks = int(weights.sum()), int(means.size)
    mean = float((weights * means).sum()) / total
    variance = float((weights * (means - mean) ** 2).sum()) / (chunks - 1)
    half = float(t.ppf((1 + level) / 2, chunks - 1)) * sqrt(variance / total)
    return {
        "value": mean, "low": mean - half, "high": mean + half, "games": total, "chunks": chunks
    }  # fmt: skip


def moments(values: Iterable[int], counts: Iterable[int]) -> tuple[float, float]:
    """Give the mean and standard deviation of counted whole numbers.

    Integers are summed without rounding and divided once, so the result does not depend on
    the order. The standard deviation is that of the counted games (divisor n).

    Parameters
    ----------
    values, counts : iterable of int
        Each value and how often it was seen.

    Returns
    -------
    mean, sd : float
        In the values' unit.

    Raises
    ------
    ValueError
        If nothing was counted.

    Examples
    --------
    >>> moments([1, 2, 3, 4, 5, 6], [1] * 6)
    (3.5, 1.707825127659933)
    """
    pairs = [(int(v), int(n)) for v, n in zip(values, counts, strict=True)]
    games = sum(n for _, n in pairs)
    if games < 1:
        raise ValueError("nothing was counted; a mean needs at least 1 game")
    total = sum(v * n for v, n in pairs)
    total_sq = sum(v * v * n for v, n in pairs)
    return total / games, sqrt(games * total_sq - total * total) / games
