"""How many games an effect takes, and what a number of games can show."""

from math import ceil
from statistics import NormalDist

from dicestats.errors import InputError
from dicestats.stats.intervals import normal_quantile

LEAST_EFFECT = 1e-12  # smaller ones take more games than numbers can tell apart


def check_plan(place: str, **shares: float) -> None:
    """Refuse shares with which nothing can be planned.

    Parameters
    ----------
    place : str
        Named in the message.
    **shares : float
        ``rate``, ``level``, ``power``, ``effect``: any of them.

    Raises
    ------
    InputError
        If one does not lie between 0 and 1, ``rate + effect`` is no rate, or the power is
        reached by chance alone; all faults at once.

    Examples
    --------
    >>> check_plan("plan", rate=0.5, level=1.0)
    Traceback (most recent call last):
    dicestats.errors.InputError: plan: level 1.0 is not allowed: give more than 0 and less than 1
    """
    faults = [
        f"{name} {value} is not allowed: give more than 0 and less than 1"
        for name, value in shares.items()
        if not 0 < value < 1
    ]
    if not faults:
        faults = _combined(**shares)
    if faults:
        raise InputError(place, faults)


def _combined(
    *, rate: float, level: float, power: float | None = None, effect: float | None = None
) -> list[str]:
    faults, chance = [], (1 - level) / 2
    if effect is not None and effect < LEAST_EFFECT:
        faults.append(f"effect {effect} is too small: give at least {LEAST_EFFECT}")
    elif effect is not None and not rate + effect < 1:
        faults.append(
            f"effect {effect} with rate {rate} reaches {rate + effect:g}: together they must stay "
            "below 1"
        )
    if power is not None and power <= chance:
        faults.append(
            f"power {power} is reached by chance alone at level {level}: give more than {chance:g}"
        )
    return faults


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
        If a value does not lie between 0 and 1, ``rate + effect`` is not a rate, or the power is
        reached by chance alone.

    Examples
    --------
    >>> games_needed(0.01)["interval"]
    9604
    """
    check_plan("games-needed", effect=effect, rate=rate, power=power, level=level)
    other = rate + effect
    z, z_power = normal_quantile(level), NormalDist().inv_cdf(power)
    null, alternative = rate * (1 - rate), other * (1 - other)
    one_cell = max(0.0, z * null**0.5 + z_power * alternative**0.5) ** 2 / effect**2
    two_cells = (z + z_power) ** 2 * (null + alternative) / effect**2
    return {
        "interval": max(1, ceil(round(z * z * null / effect**2, 6))),
        "test": max(1, ceil(one_cell)),
        "test_two_cells": max(1, ceil(two_cells)),
    }
