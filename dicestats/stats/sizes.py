"""How many games an effect takes, and what a number of games can show."""

from math import ceil
from statistics import NormalDist

from dicestats.errors import InputError
from dicestats.stats.intervals import normal_quantile


def games_needed(
    effect: float, rate: float = 0.5, *, power: float = 0.8, level: float = 0.95
) -> dict[str, int]:
    """Find the sample size for an interval of given half width and for a test of given power.

    Parameters
    ----------
    effect : float
        Half width of the interval; difference that the test must find.
    rate : float
        The rate around which it is asked.
    power : float
        Probability that the test finds the difference.
    level : float
        Confidence of the interval; 1 - level is the test's two-sided error.

    Returns
    -------
    dict of str to int
        ``interval``: games for a normal interval of half width ``effect``; ``test``: games for a
        two-sided z test of ``rate`` against ``rate + effect``; ``test_two_cells``: games in each
        of two independent cells.

    Raises
    ------
    InputError
        If ``rate + effect`` is not a rate.

    Examples
    --------
    >>> games_needed(0.01)["interval"]
    9604
    """
    other = rate + effect
    if not (0 < rate < 1 and 0 < other < 1):
        raise InputError("--effect", f"rate {rate} and effect {effect} leave the range 0 to 1")
    z, z_power = normal_quantile(level), NormalDist().inv_cdf(power)
    null, alternative = rate * (1 - rate), other * (1 - other)
    one_cell = (z * null**0.5 + z_power * alternative**0.5) ** 2 / effect**2
    two_cells = (z + z_power) ** 2 * (null + alternative) / effect**2
    return {
        "interval": ceil(round(z * z * null / effect**2, 6)),
        "test": ceil(one_cell),
        "test_two_cells": ceil(two_cells),
    }
