"""Who wins: points, win rates and advantages of the seats, from counts of winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from dicestats.stats.intervals import Row, check_level, score_interval, wilson

if TYPE_CHECKING:
    import polars as pl


def seat_share(winners: int, seat: int) -> Fraction:
    """Give the points of one seat in one game: 1/k where k seats share the win.

    Parameters
    ----------
    winners : int
        Bit mask of the seats that won.
    seat : int
        Which seat.

    Returns
    -------
    Fraction
        0, 1, or a share.

    Examples
    --------
    >>> seat_share(0b01, 0), seat_share(0b11, 1)
    (Fraction(1, 1), Fraction(1, 2))
    """
    return Fraction(winners >> seat & 1, max(1, winners.bit_count()))


def tally(frame: pl.DataFrame, *columns: str) -> Counter[tuple[int, ...]]:
    """Count games by some columns of a count table, in Python's unbounded integers.

    Parameters
    ----------
    frame : polars.DataFrame
        A table of joint counts with a column ``games``.
    *columns : str
        The columns to keep.

    Returns
    -------
    Counter
        Games for each combination of values.

    Examples
    --------
    >>> import polars as pl
    >>> counts = pl.DataFrame({"chunk": [0, 1], "winners": [1, 1], "games": [3, 4]})
    >>> tally(counts, "winners")
    Counter({(1,): 7})
    """
    found: Counter[tuple[int, ...]] = Counter()
    keys = zip(*(frame[name].to_list() for name in columns), strict=True)
    for key, games in zip(keys, frame["games"].to_list(), strict=True):
        found[key] += games
    return found


def _winners(frame: pl.DataFrame) -> dict[int, int]:
    return {key[0]: games for key, games in sorted(tally(frame, "winners").items())}


def _check_masks(counts: Mapping[int, int], seats: int) -> int:
    wrong = [mask for mask, n in counts.items() if n and not 0 < mask < 1 << seats]
    if wrong:
        raise ValueError(f"winners {wrong} are no sets of {seats} seats: bit s stands for seat s")
    games = sum(counts.values())
    if games < 1:
        raise ValueError("there are no games to take rates of")
    return games


def _seat_points(counts: Mapping[int, int], seat: int, games: int, level: float) -> Row:
    shares = [(seat_share(mask, seat), int(n)) for mask, n in counts.items()]
    total = sum((share * n for share, n in shares), Fraction(0))
    total_sq = sum((share * share * n for share, n in shares), Fraction(0))
    low, high = score_interval(total, total_sq, games, level=level)
    return {
        "seat": seat,
        "wins": sum(n for share, n in shares if share == 1),
        "shared": sum(n for share, n in shares if 0 < share < 1),
        "points": float(total),
        "rate": float(total / games),
        "low": low,
        "high": high,
    }


def seat_points(counts: Mapping[int, int], seats: int, level: float = 0.95) -> list[Row]:
    """Give each seat's wins, shared wins, points and win rate with its interval.

    Parameters
    ----------
    counts : mapping of int to int
        Games by winners, a bit mask of seats; several bits are a shared win.
    seats : int
        Number of seats.
    level : float
        Coverage of the intervals (Wilson where nothing is shared, else ``score_interval``).

    Returns
    -------
    list of dict
        One a seat: ``seat``, ``wins`` (alone), ``shared``, ``points`` (1/k for a win shared
        by k), ``rate`` = points / games, ``low``, ``high``.

    Raises
    ------
    ValueError
        If there are no games, or a mask names nobody or seats that are not there.

    Examples
    --------
    >>> first, second = seat_points({0b01: 50, 0b10: 40, 0b11: 10}, seats=2)
    >>> first["wins"], first["shared"], first["points"], first["rate"]
    (50, 10, 55.0, 0.55)
    """
    games = _check_masks(counts, seats)
    return [_seat_points(counts, seat, games, level) for seat in range(seats)]


def win_rates(outcomes: pl.DataFrame, seats: int, level: float = 0.95) -> pl.DataFrame:
    """Give the table of ``seat_points`` for a table of outcomes.

    Parameters
    ----------
    outcomes : polars.DataFrame
        Joint counts with columns ``winners`` (bit mask of seats) and ``games``.
    seats : int
        Number of seats.
    level : float
        Coverage of the intervals.

    Returns
    -------
    polars.DataFrame
        Columns ``seat``, ``wins``, ``shared``, ``points``, ``rate``, ``low``, ``high``,
        ``games``.

    Examples
    --------
    >>> import polars as pl
    >>> rates = win_rates(pl.DataFrame({"winners": [1, 2], "games": [60, 40]}), seats=2)
    >>> rates["rate"].to_list()
    [0.6, 0.4]
    """
    import polars as pl

    counts = _winners(outcomes)
    rows = seat_points(counts, seats, level)
    return pl.DataFrame([row | {"games": sum(counts.values())} for row in rows])


def first_seat_advantage(outcomes: pl.DataFrame, seats: int, level: float = 0.95) -> Row:
    """Give how much more than a fair share of the points seat 0 wins.

    ``points(seat 0) / games - 1 / seats``: 0 is fair, 1/2 the most two players can have.

    Parameters
    ----------
    outcomes : polars.DataFrame
        Joint counts with columns ``winners`` and ``games``.
    seats : int
        Number of seats.
    level : float
        Coverage of the interval.

    Returns
    -------
    dict
        ``advantage``, ``low``, ``high``, ``games``.

    Examples
    --------
    >>> import polars as pl
    >>> row = first_seat_advantage(pl.DataFrame({"winners": [1, 2], "games": [60, 40]}), 2)
    >>> round(row["advantage"], 3), round(row["low"], 3), round(row["high"], 3)
    (0.1, 0.002, 0.191)
    """
    counts = _winners(outcomes)
    games, fair = _check_masks(counts, seats), 1 / seats
    row = _seat_points(counts, 0, games, level)
    low, high = row["low"] - fair, row["high"] - fair
    return {"advantage": row["rate"] - fair, "low": low, "high": high, "games": games}


def decisiveness(outcomes: pl.DataFrame, level: float = 0.95) -> Row:
    """Give the share of games that one seat wins alone.

    Parameters
    ----------
    outcomes : polars.DataFrame
        Joint counts with columns ``winners`` and ``games``.
    level : float
        Coverage of the interval (Wilson).

    Returns
    -------
    dict
        ``rate``, ``low``, ``high``, ``games``.

    Examples
    --------
    >>> import polars as pl
    >>> decisiveness(pl.DataFrame({"winners": [1, 2, 3], "games": [5, 4, 1]}))["rate"]
    0.9
    """
    counts = _winners(outcomes)
    games = sum(counts.values())
    alone = sum(n for mask, n in counts.items() if mask.bit_count() == 1)
    low, high = wilson(alone, games, level)
    return {"rate": alone / games, "low": low, "high": high, "games": games}


def seat_shares_goodman(outcomes: pl.DataFrame, seats: int, level: float = 0.95) -> pl.DataFrame:
    """Bound all seats' shares of games won alone at once.

    Goodman's simultaneous intervals: with probability ``level`` every one of them holds, so
    seats may be compared with each other without choosing a pair beforehand. Shared wins,
    where there are any, are a row of their own.

    Parameters
    ----------
    outcomes : polars.DataFrame
        Joint counts with columns ``winners`` and ``games``.
    seats : int
        Number of seats.
    level : float
        Coverage of all intervals together.

    Returns
    -------
    polars.DataFrame
        Columns ``winner`` ("seat 0", ..., "shared"), ``wins``, ``rate``, ``low``, ``high``,
        ``games``.

    References
    ----------
    Goodman 1965, "On simultaneous confidence intervals for multinomial proportions",
    Technometrics 7.

    Examples
    --------
    >>> import polars as pl
    >>> outcomes = pl.DataFrame({"winners": [1, 2, 3], "games": [50, 40, 10]})
    >>> seat_shares_goodman(outcomes, seats=2)["winner"].to_list()
    ['seat 0', 'seat 1', 'shared']
    """
    import polars as pl

    check_level(level)
    counts = _winners(outcomes)
    games = _check_masks(counts, seats)
    wins = {f"seat {seat}": counts.get(1 << seat, 0) for seat in range(seats)}
    if games > sum(wins.values()):
        wins["shared"] = games - sum(wins.values())
    # Wilson's with the error shared out; 1 - 2^-53 is the largest level there is.
    each = min(1 - (1 - level) / len(wins), 1 - 2**-53)
    bounds = [wilson(n, games, each) for n in wins.values()]
    rows = [
        {"winner": name, "wins": n, "rate": n / games, "low": low, "high": high}
        for (name, n), (low, high) in zip(wins.items(), bounds, strict=True)
    ]
    return pl.DataFrame(rows).with_columns(games=pl.lit(games, pl.Int64))
