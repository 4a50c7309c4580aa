"""What a given number of games can tell: its half width and the effect it can find."""

from math import sqrt
from statistics import NormalDist

from dicestats.errors import InputError
from dicestats.stats.intervals import normal_quantile
from dicestats.stats.sizes import check_plan

_MOST = 10**13  # games: more are never played


def _variance(rate: float) -> float:
    return rate * (1 - rate)


def _check_games(games: int) -> None:
    if not 1 <= games <= _MOST:
        raise InputError("games", f"{games} is not allowed: give 1 to 10^13")


def half_width(games: int, *, rate: float = 0.5, level: float = 0.95) -> float:
    """Tell how wide the interval of a rate will be (inverts ``games_needed``).

    Parameters
    ----------
    games : int
        Number of games, from 1 to 10^13.
    rate : float
        The win rate about which one plans.
    level : float
        Coverage of the interval.

    Returns
    -------
    float
        ``z sqrt(p(1-p) / games)``.

    Raises
    ------
    InputError
        If a value is outside its range.

    Examples
    --------
    >>> round(half_width(1_000_000), 6)
    0.00098
    """
    check_plan("half width", rate=rate, level=level)
    _check_games(games)
    return normal_quantile(level) * sqrt(_variance(rate) / games)


def detectable(games: int, *, rate: float = 0.5, power: float = 0.8, level: float = 0.95) -> float:
    """Tell the smallest effect that a test of this many games finds with this power.

    Parameters
    ----------
    games : int
        Number of games, from 1 to 10^13.
    rate : float
        The rate that is tested.
    power : float
        Probability of finding the effect.
    level : float
        1 - significance of the two-sided test.

    Returns
    -------
    float
        The effect above ``rate``: the inverse of ``games_needed``'s ``test``.

    Raises
    ------
    InputError
        If a value is outside its range, or no effect can be found with so few games.

    Examples
    --------
    >>> round(detectable(19620), 4)
    0.01
    """
    from scipy.optimize import brentq

    check_plan("detectable effect", rate=rate, power=power, level=level)
    _check_games(games)
    z, y = normal_quantile(level), NormalDist().inv_cdf(power)
    fixed = z * sqrt(_variance(rate))

    def lack(effect: float) -> float:
        spread = _variance(min(1.0, rate + effect))
        return fixed + y * sqrt(spread) - effect * sqrt(games)

    if lack(1 - rate) >= 0:
        raise InputError("games", f"with {games} games and rate {rate} no effect has power {power}")
    return float(brentq(lack, 0, 1 - rate, xtol=1e-15))
