"""Which of two cells is better: differences on separate or on common dice, and their tests."""

from collections.abc import Sequence
from fractions import Fraction
from math import erfc, hypot, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.stats.intervals import Row, check_level, mean_interval, score_interval, wilson
from dicestats.stats.seats import seat_share


def two_proportions(
    *, successes_a: int, games_a: int, successes_b: int, games_b: int, level: float = 0.95
) -> Row:
    """Bound the difference of two rates seen on separate dice.

    Newcombe's interval of ``p_b - p_a``: Wilson's bounds of both, put together.

    Parameters
    ----------
    successes_a, games_a : int
        Counts of the first cell.
    successes_b, games_b : int
        Counts of the second cell, played on other dice.
    level : float
        Coverage of the interval.

    Returns
    -------
    dict
        ``difference`` = rate of b minus rate of a, ``low``, ``high``, ``games`` (of both).

    References
    ----------
    Newcombe 1998, "Interval estimation for the difference between independent proportions:
    comparison of eleven methods", Statistics in Medicine 17 (method 10).

    Examples
    --------
    The second cell wins more, but not beyond doubt:

    >>> row = two_proportions(successes_a=50, games_a=100, successes_b=60, games_b=100)
    >>> round(row["low"], 3), round(row["high"], 3)
    (-0.037, 0.232)
    """
    a, b = successes_a / games_a, successes_b / games_b
    low_a, high_a = wilson(successes_a, games_a, level)
    low_b, high_b = wilson(successes_b, games_b, level)
    low, high = hypot(b - low_b, high_a - a), hypot(high_b - b, a - low_a)
    return {
        "difference": b - a, "low": b - a - low, "high": b - a + high, "games": games_a + games_b
    }  # fmt: skip


def paired_pvalue(pairs: NDArray[np.int64], seat: int = 0) -> float:
    """Test that a seat's points are the same in two cells on common dice.

    McNemar's exact test where every game is won or lost; with shared wins the normal test of
    the mean difference with its own variance, or a sign test where all games change alike.

    Parameters
    ----------
    pairs : array of int64, shape (rows, 4)
        Chunk, winners in the baseline, winners in the cell (bit masks), games.
    seat : int
        Whose points.

    Returns
    -------
    float
        The two-sided p-value; 1 where no game changed.

    References
    ----------
    McNemar 1947, "Note on the sampling error of the difference between correlated proportions
    or percentages", Psychometrika 12.

    Examples
    --------
    Of 1,000 games 30 turned into wins and 10 into losses: hardly by chance.

    >>> import numpy as np
    >>> table = [[0, 1, 1, 500], [0, 2, 2, 460], [0, 1, 2, 10], [0, 2, 1, 30]]
    >>> round(paired_pvalue(np.array(table)), 4)
    0.0022
    """
    from scipy.special import bdtr

    shares = _counted(pairs, seat)
    if all(points.denominator == 1 for pair in shares for points in pair):
        won, lost = (shares.get((Fraction(i), Fraction(1 - i)), 0) for i in (0, 1))
        return min(1.0, float(2 * bdtr(min(won, lost), won + lost, 0.5)))
    _, steps = _steps(shares)
    total, total_sq = sum(d * n for d, n in steps), sum(d * d * n for d, n in steps)
    games = sum(shares.values())
    if games * total_sq == total * total:
        return min(1.0, 2.0 ** (1 - games)) if total else 1.0
    row = mean_interval(total, total_sq, games)
    return erfc(abs(row["value"] / row["se"]) / sqrt(2))


def score_pvalue(total: float | Fraction, total_sq: float | Fraction, games: int) -> float:
    """Test that points between 0 and 1 are 1/2 on average.

    The p-value is 1 less the level at which ``score_interval`` begins or ends at 1/2.

    Parameters
    ----------
    total, total_sq : int, float or Fraction
        Sums over all games of the points and of their squares; exact where given exactly.
    games : int
        Number of games, at least 1.

    Returns
    -------
    float
        Two-sided p-value.

    Examples
    --------
    >>> round(score_pvalue(60, 60, 100), 3), score_pvalue(50, 25, 100)
    (0.046, 1.0)
    """
    mean = float(total / games) if isinstance(total, Fraction) else total / games
    own, binary = games * total_sq - total * total, total * (games - total)
    if own <= binary * 2**-50:  # all points are equal
        return erfc(sqrt(games * abs(mean - 0.5)))
    return erfc(abs(mean - 0.5) * sqrt(2 * games * float(binary / own)))


def seat_balanced(
    pairs: NDArray[np.int64],
    level: float = 0.95,
    *,
    seats: tuple[Sequence[int], Sequence[int]] = ((0,), (1,)),
) -> Row:
    """Measure strategy A against B with the seats balanced on common dice.

    In the baseline A sits in seat 0 and B in seat 1, in the cell they have changed seats. A's
    score of a game is the mean of its points in both: 1/2 where A and B are the same strategy,
    whatever the seats are worth.

    Parameters
    ----------
    pairs : array of int64, shape (rows, 4)
        Chunk, winners in the baseline, winners in the cell (bit masks), games.
    level : float
        Coverage of the interval (``score_interval``).
    seats : tuple of two sequences of int
        A's seats in the baseline and in the cell; B has all others. Where there are more than
        two seats, A's points are those of all its seats together.

    Returns
    -------
    dict
        ``score`` (A's mean score), ``low``, ``high``, ``games`` (pairs of games), ``pvalue``
        (``score_pvalue``: that they are equally strong).

    Examples
    --------
    Two equal strategies: seat 0 wins whoever sits there.

    >>> import numpy as np
    >>> seat_balanced(np.array([[0, 1, 1, 90], [0, 2, 2, 10]]))["score"]
    0.5
    """
    scores = [
        ((_points(ab, seats[0]) + _points(ba, seats[1])) / 2, n) for _, ab, ba, n in pairs.tolist()
    ]
    games = sum(n for _, n in scores)
    total = sum((score * n for score, n in scores), Fraction(0))
    total_sq = sum((score * score * n for score, n in scores), Fraction(0))
    low, high = score_interval(total, total_sq, games, level=level)
    found = {"score": float(total / games), "low": low, "high": high, "games": games}
    return found | {"pvalue": score_pvalue(total, total_sq, games)}


def _points(winners: int, seats: Sequence[int]) -> Fraction:
    return sum((seat_share(winners, seat) for seat in seats), Fraction(0))


def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct the p-values of several tests, so that all may be read at once.

    Parameters
    ----------
    pvalues : sequence of float
        One for each comparison.

    Returns
    -------
    list of float
        In the same order; below 1 - level means a difference, with probability ``level`` that
        no such claim is false.

    References
    ----------
    Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, least, left = [0.0] * len(pvalues), 0.0, len(pvalues)
    for place in sorted(range(len(pvalues)), key=pvalues.__getitem__):
        least = max(least, min(1.0, left * pvalues[place]))
        corrected[place], left = least, left - 1
    return corrected


def tost_paired(
    pairs: NDArray[np.int64], seat: int = 0, *, margin: float, level: float = 0.95
) -> Row:
    """Test that a difference on common dice is too small to matter: two one-sided t tests.

    Parameters
    ----------
    pairs : array of int64, shape (rows, 4)
        Chunk, winners in the baseline, winners in the cell (bit masks), games.
    seat : int
        Whose points.
    margin : float
        The smallest difference that would matter, in points a game, between 0 and 1.
    level : float
        1 - the probability of calling a difference of ``margin`` irrelevant.

    Returns
    -------
    dict
        ``difference``, ``low``, ``high`` (the interval of coverage 2 ``level`` - 1, within
        -+ ``margin`` exactly where ``pvalue`` < 1 - ``level``), ``pvalue``, ``games``.

    Raises
    ------
    InputError
        If margin or level does not lie between 0 and 1.
    ValueError
        If there are fewer than 2 games, or all differ alike: then their scatter is unknown.

    References
    ----------
    Schuirmann 1987, "A comparison of the two one-sided tests procedure and the power approach",
    Journal of Pharmacokinetics and Biopharmaceutics 15.

    Examples
    --------
    Of 1,000 games 12 turned into wins and 10 into losses: surely less than 2 % are lost or won.

    >>> table = [[0, 1, 1, 500], [0, 2, 2, 478], [0, 1, 2, 10], [0, 2, 1, 12]]
    >>> tost_paired(np.array(table), margin=0.02)["pvalue"] < 0.05
    True
    """
    from scipy.stats import t

    check_level(level)
    if not 0 < margin < 1:
        raise InputError("margin", f"{margin} is not allowed: give more than 0 and less than 1")
    unit, steps = _steps(_counted(pairs, seat))
    total, total_sq = sum(d * n for d, n in steps), sum(d * d * n for d, n in steps)
    row = mean_interval(total, total_sq, sum(n for _, n in steps))
    mean, se, games = row["value"] / unit, row["se"] / unit, int(row["games"])
    if se == 0:
        raise ValueError(f"all {games} games differ by {mean}: no scatter to test against")
    below, above = t.sf((mean + margin) / se, games - 1), t.cdf((mean - margin) / se, games - 1)
    half = float(t.ppf(level, games - 1)) * se
    return {
        "difference": mean,
        "low": mean - half,
        "high": mean + half,
        "pvalue": float(max(below, above)),
        "games": games,
    }


def _counted(pairs: NDArray[np.int64], seat: int) -> dict[tuple[Fraction, Fraction], int]:
    """Count games by the seat's points before and after."""
    shares: dict[tuple[Fraction, Fraction], int] = {}
    for _, before, after, n in pairs.tolist():
        pair = (seat_share(before, seat), seat_share(after, seat))
        shares[pair] = shares.get(pair, 0) + n
    return shares


def _steps(shares: dict[tuple[Fraction, Fraction], int]) -> tuple[int, list[tuple[int, int]]]:
    """Give the differences as whole numbers of one unit of 1 / k points, and their games."""
    unit = lcm(*(points.denominator for pair in shares for points in pair))
    return unit, [(int((after - before) * unit), n) for (before, after), n in shares.items()]
