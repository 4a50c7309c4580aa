"""Intervals that may be looked at after every game: for stopping rules and live displays."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Any

from dicestats.stats.intervals import check_level

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

UNIFORM = (1.0, 1.0)  # Robbins' mixture: every rate as likely
_LEAST = -690.0  # log of the smallest rate that is told from 0


def log_mixture(
    successes: ArrayLike,
    games: ArrayLike,
    rate: ArrayLike,
    *,
    prior: tuple[float, float] = UNIFORM,
) -> Any:
    """Weigh a rate against the Beta mixture of all rates.

    ``log M = log B(a + s, b + n - s) - log B(a, b) - s log p - (n - s) log(1 - p)``. If p is the
    true rate, M is a martingale that starts at 1, so it *ever* reaches 1 / alpha with
    probability at most alpha (Ville). The same holds for points between 0 and 1 with mean p,
    because the likelihood ratio of a game is convex in its points: then M is a supermartingale.

    Parameters
    ----------
    successes, games : array-like
        Successes s (or points) among the first n games.
    rate : array-like of float
        The rate p that is weighed, inside 0 and 1.
    prior : (float, float)
        a and b of the Beta mixture.

    Returns
    -------
    float or array of float
        log M, in the broadcast shape of the arguments.

    Examples
    --------
    >>> float(log_mixture(0, 0, 0.5))
    0.0
    """
    import numpy as np
    from scipy.special import betaln, xlog1py, xlogy

    s, n = np.asarray(successes, np.float64), np.asarray(games, np.float64)
    p = np.asarray(rate, np.float64)
    evidence = betaln(prior[0] + s, prior[1] + n - s) - betaln(*prior)
    return evidence - xlogy(s, p) - xlog1py(n - s, -p)


def confidence_sequence(
    successes: float,
    games: int,
    *,
    level: float = 0.95,
    prior: tuple[float, float] = UNIFORM,
) -> tuple[float, float]:
    """Bound a rate by an interval that is valid at every number of games at once.

    All rates p whose ``log_mixture`` is below log(1 / (1 - level)). One may look after each
    game and stop when one likes; Wilson's interval looked at 40 times misses the truth in 30 %
    of runs. The price is a wider interval: 2.2 times as wide at a million games.

    Parameters
    ----------
    successes : float
        Successes so far, or points between 0 and 1 a game with shared wins.
    games : int
        Games so far; 0 is allowed and says nothing.
    level : float
        Probability that the interval holds the true rate at *every* number of games.
    prior : (float, float)
        a and b of the Beta mixture; both larger sharpen the interval near a / (a + b).

    Returns
    -------
    low, high : float
        The interval.

    Raises
    ------
    ValueError
        If the counts, the level or the prior are impossible.

    References
    ----------
    Robbins 1970, "Statistical methods related to the law of the iterated logarithm", Annals of
    Mathematical Statistics 41. Howard, Ramdas, McAuliffe and Sekhon 2021, "Time-uniform,
    nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49.

    Examples
    --------
    >>> low, high = confidence_sequence(518, 1000)
    >>> round(low, 3), round(high, 3)
    (0.462, 0.573)
    """
    if games < 0 or not 0 <= successes <= games:
        raise ValueError(f"{successes} points in {games} games; wanted 0 to games")
    if min(prior) <= 0:
        raise ValueError(f"prior {prior}: wanted both above 0")
    check_level(level)
    reach = -log(1 - level)
    low = _lower(successes, games, reach, prior)
    return low, 1 - _lower(games - successes, games, reach, prior[::-1])


def _lower(successes: float, games: int, reach: float, prior: tuple[float, float]) -> float:
    """Find the crossing below the mean on the scale of log p: it may lie near 1 / games^2."""
    from scipy.optimize import brentq

    def excess(log_rate: float) -> float:
        return float(log_mixture(successes, games, exp(log_rate), prior=prior)) - reach

    if successes == 0 or excess(_LEAST) <= 0:
        return 0.0
    return exp(brentq(excess, _LEAST, log(successes / games), xtol=1e-14))
