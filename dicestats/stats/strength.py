"""Strength from matches of every strategy against every other: rating, mixture, survival."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, expm1, log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dicestats.stats.intervals import check_level, normal_quantile
from dicestats.stats.matches import Matrix, square

if TYPE_CHECKING:
    import polars as pl

ELO = 400 / log(10)  # points of Elo's scale in a unit of log odds
_DRAWS = 1000  # of rates within their errors, for the intervals of ratings
_SEED = 1  # of these draws: the same intervals every time


def bradley_terry(
    rates: Matrix, games: Matrix, *, start: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Fit strengths whose differences predict who wins: the Bradley-Terry model.

    ``P(i beats j) = 1 / (1 + exp(s_j - s_i))``. Half a game is added each way to every match, so
    that a strategy that never lost has a strength, too.

    Parameters
    ----------
    rates : array, shape (strategies, strategies)
        Points a game of the row against the column; the diagonal is not looked at.
    games : array, shape (strategies, strategies)
        Number of games of each match.
    start : array, shape (strategies,), optional
        Strengths near those looked for: they are found sooner.

    Returns
    -------
    array, shape (strategies,)
        Strengths in log odds; their mean is 0.

    References
    ----------
    Bradley and Terry 1952, "Rank analysis of incomplete block designs", Biometrika 39; fitted by
    ``choix`` (Maystre and Grossglauser 2015, "Fast and accurate inference of Plackett-Luce
    models").

    Examples
    --------
    >>> rates, games = np.array([[0.5, 0.75], [0.25, 0.5]]), np.full((2, 2), 1e6)
    >>> np.diff(bradley_terry(rates, games)).round(3).tolist()  # log odds of 1 : 3
    [-1.099]
    """
    import choix

    wins = rates * games + 0.5
    np.fill_diagonal(wins, 0)
    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins, initial_params=start)
    strengths -= strengths.mean()
    return strengths


def ratings(names: Sequence[str], matches: pl.DataFrame, *, level: float = 0.95) -> pl.DataFrame:
    """Rate strategies by their matches: on Elo's scale with intervals, and without a scale.

    Parameters
    ----------
    names : sequence of str
        The strategies.
    matches : polars.DataFrame
        As ``match_table`` gives them.
    level : float
        Coverage of each interval: the strengths are fitted again to rates drawn within their
        errors (a parametric bootstrap), and each compared with the strongest.

    Returns
    -------
    polars.DataFrame
        Columns ``strategy``, ``elo`` (the strongest has 0; 100 more win 64 % of the points),
        ``low``, ``high``, ``nash``, ``alpha_rank``, the strongest first.

    Examples
    --------
    >>> import polars as pl
    >>> columns = ["strategy", "against", "rate", "low", "high", "games"]
    >>> rows = [("a", "b", 0.64, 0.63, 0.65, 9000), ("b", "a", 0.36, 0.35, 0.37, 9000)]
    >>> table = ratings(["a", "b"], pl.DataFrame(rows, schema=columns, orient="row"))
    >>> table["strategy"].to_list(), table["elo"].round().to_list()
    (['a', 'b'], [0.0, -100.0])
    """
    import polars as pl

    check_level(level)
    rates, errors, games = square(names, matches, level=level)
    best = bradley_terry(rates, games)
    drawn = _drawn(rates, errors, games, start=best)
    strongest = best.argmax()
    half = normal_quantile(level) * (drawn - drawn[:, [strongest]]).std(axis=0)
    best -= best[strongest]
    bounds = {"low": (best - half) * ELO, "high": (best + half) * ELO}
    whole = {"nash": nash_mixture(rates), "alpha_rank": alpha_rank(rates)}
    table = pl.DataFrame({"strategy": list(names), "elo": best * ELO} | bounds | whole)
    return table.sort("elo", descending=True, maintain_order=True)


def _drawn(
    rates: Matrix, errors: Matrix, games: Matrix, *, start: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Fit strengths to rates drawn within their errors: (draws, strategies)."""
    rng, above = np.random.default_rng(_SEED), np.triu_indices(len(rates), 1)
    drawn = np.empty((_DRAWS, len(rates)))
    for strengths in drawn:
        moved = rates.copy()
        moved[above] += errors[above] * rng.standard_normal(len(above[0]))
        moved[above] = np.clip(moved[above], 0, 1)
        moved.T[above] = 1 - moved[above]
        strengths[:] = bradley_terry(moved, games, start=start)
    return drawn


def nash_mixture(rates: Matrix) -> NDArray[np.float64]:
    """Mix strategies so that no strategy of the table does better than even against the mixture.

    Parameters
    ----------
    rates : array, shape (strategies, strategies)
        Points a game of the row against the column; a match and its mirror add up to 1.

    Returns
    -------
    array, shape (strategies,)
        Probabilities: an equilibrium of the symmetric zero-sum game, by linear programming
        (``nashpy``); one of them where there are several.

    Examples
    --------
    Rock, paper and scissors:

    >>> beats = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    >>> nash_mixture(beats).round(6).tolist()
    [0.333333, 0.333333, 0.333333]
    """
    import nashpy

    mixture: NDArray[np.float64] = nashpy.Game(rates - 0.5).linear_program()[0]
    return _shares(mixture)


def alpha_rank(
    rates: Matrix, *, intensity: float = 100.0, population: int = 50
) -> NDArray[np.float64]:
    """Tell how long each strategy is played by a population that copies what wins.

    One player at a time tries another strategy; it takes over a population that plays ``s`` with
    the fixation probability ``(1 - exp(-a d)) / (1 - exp(-m a d))``, ``d`` its gain over ``s`` in
    points a game, ``a`` the intensity, ``m`` the population; else it dies out. The ranks are the
    shares of time in the long run.

    Parameters
    ----------
    rates : array, shape (strategies, strategies)
        Points a game of the row against the column.
    intensity : float
        How strongly a gain is preferred; differences far below its inverse do not matter.
    population : int
        Number of players.

    Returns
    -------
    array, shape (strategies,)
        Shares of time, adding up to 1; unlike a rating, they tell cycles from a ladder.

    References
    ----------
    Omidshafiei et al. 2019, "alpha-Rank: Multi-agent evaluation by evolution", Scientific
    Reports 9.

    Examples
    --------
    >>> ladder = np.array([[0.5, 0.4, 0.3], [0.6, 0.5, 0.4], [0.7, 0.6, 0.5]])
    >>> alpha_rank(ladder).round(3).tolist()
    [0.0, 0.0, 1.0]
    """
    count = len(rates)
    moves = np.zeros((count, count))  # (now, next)
    for now in range(count):
        for other in range(count):
            if other != now:
                gain = intensity * (rates[other, now] - rates[now, other])
                moves[now, other] = _fixation(gain, population) / (count - 1)
        moves[now, now] = 1 - moves[now].sum()
    # Shares stay as they are, and add up to 1.
    system = np.vstack([moves.T - np.eye(count), np.ones(count)])
    shares: NDArray[np.float64] = np.linalg.lstsq(
        system, np.append(np.zeros(count), 1.0), rcond=None
    )[0]
    return _shares(shares)


def _shares(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clear what rounding has left below 0."""
    kept: NDArray[np.float64] = np.maximum(found, 0)
    kept /= kept.sum()
    return kept


def _fixation(gain: float, population: int) -> float:
    if gain == 0:
        return 1 / population
    if gain < 0:  # the same fraction, without overflow
        small = exp(population * gain)
        return small * expm1(-gain) / -expm1(population * gain) if small else 0.0
    return expm1(-gain) / expm1(-population * gain)
