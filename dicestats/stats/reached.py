"""How often several seats reach a target together: what tables by seat tell, and what they bound.

Tables by seat hold no joint counts of the seats. Where each game ends with at least one seat at
the target, the mean number of seats there is known, and bounds how often there are several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicestats.stats.intervals import Row, score_interval, wilson
from dicestats.stats.seats import tally

if TYPE_CHECKING:
    import polars as pl


def seats_reached(scores: Sequence[pl.DataFrame], target: int, *, level: float = 0.95) -> Row:
    """Mean number of seats that have the target when a game ends, at least one in each.

    The seats beyond the first, as a share of those there could be, lie between 0 and 1; their
    variance is at most that of a yes or no with the same mean, so Wilson's interval is wide enough.

    Parameters
    ----------
    scores : sequence of polars.DataFrame
        One a seat, two or more: its points in the first column, and ``games``; the same games.
    target : int
        Points.
    level : float
        Confidence of the interval, at least.

    Returns
    -------
    dict
        ``value`` (the mean), ``low``, ``high``, ``games``, ``extra``: seats at the target beyond
        the first of each game, over all games.

    Raises
    ------
    ValueError
        If the seats have different games, or there are games that nobody ended.

    Examples
    --------
    Of 10 games both seats end 2 at the target.

    >>> import polars as pl
    >>> ends = [pl.DataFrame({"score": [9, 15], "games": [4, 6]})] * 2
    >>> seats_reached(ends, 15)["value"]
    1.2
    """
    games = {int(score["games"].sum()) for score in scores}
    if len(games) != 1 or len(scores) < 2:
        raise ValueError("points of two seats or more in the same games are needed")
    n = games.pop()
    counts = [tally(score, score.columns[0]).items() for score in scores]
    extra = sum(m for seat in counts for (points,), m in seat if points >= target) - n
    if extra < 0:
        raise ValueError("there are games in which nobody has the target")
    most = len(scores) - 1
    low, high = score_interval(extra / most, extra / most, n, level=level)
    return {
        "value": 1 + extra / n,
        "low": 1 + low * most,
        "high": 1 + high * most,
        "games": n,
        "extra": extra,
    }


def other_winners(
    before: pl.DataFrame, after: pl.DataFrame, *, alike: str, level: float = 0.95
) -> Row:
    """In how many of the same games, at least, the winners differ.

    ``sum over a, w of max(0, before(a, w) - after(a, w))``: so many games cannot have kept
    their winners. Games that change places with each other are not seen.

    Parameters
    ----------
    before, after : polars.DataFrame
        Joint counts of ``winners`` (bit mask) and ``alike``, with ``games``, of the same games
        under two rules that decide the winners alone.
    alike : str
        A column that is the same for a game under both rules, such as the margin.
    level : float
        Confidence of the interval.

    Returns
    -------
    dict
        ``rate``, ``low``, ``high``, ``changed`` (games), ``games``.

    Raises
    ------
    ValueError
        If ``alike`` is not alike: then these are not the same games.

    Notes
    -----
    It is the total variation distance of the winners, given what is alike (coupling inequality).

    Examples
    --------
    >>> import polars as pl
    >>> before = pl.DataFrame({"margin": [1, 1], "winners": [1, 2], "games": [5, 5]})
    >>> after = pl.DataFrame({"margin": [1, 1, 1], "winners": [1, 2, 3], "games": [4, 4, 2]})
    >>> other_winners(before, after, alike="margin")["changed"]
    2
    """
    if tally(before, alike) != tally(after, alike):
        raise ValueError(f"{alike} differs: these are not the same games")
    gone = tally(before, alike, "winners")
    gone.subtract(tally(after, alike, "winners"))
    changed, games = sum(n for n in gone.values() if n > 0), int(before["games"].sum())
    low, high = wilson(changed, games, level)
    return {"rate": changed / games, "low": low, "high": high, "changed": changed, "games": games}
