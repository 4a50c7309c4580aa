"""Which categories decide a game, and when: from tables of counts to shares with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicestats.stats.intervals import Row, mean_interval, wilson
from dicestats.stats.seats import tally

if TYPE_CHECKING:
    import polars as pl


def share_rows(
    labels: Sequence[Any], hits: Sequence[int], games: int, *, name: str, level: float = 0.95
) -> pl.DataFrame:
    """Turn counts of the same games into rates with Wilson intervals.

    Parameters
    ----------
    labels : sequence
        One a row: names or numbers.
    hits : sequence of int
        Games in which it happened.
    games : int
        All games.
    name : str
        Column of the labels.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``name, rate, low, high, games``.
    """
    import polars as pl

    rows: list[dict[str, Any]] = []
    for label, count in zip(labels, hits, strict=True):
        low, high = wilson(count, games, level)
        rows.append({name: label, "rate": count / games, "low": low, "high": high, "games": games})
    return pl.DataFrame(rows)


def pivotal(
    winners: pl.DataFrame, labels: Sequence[str], *, calculated: int = 3, level: float = 0.95
) -> pl.DataFrame:
    """How often the other result follows if one category alone had gone to the other seat.

    Parameters
    ----------
    winners : polars.DataFrame
        Joint counts of ``won_0``, the bit set of categories that seat 0 won (seat 1 won the
        others), with ``games``.
    labels : sequence of str
        The categories, bit 0 first; the calculated ones are the last.
    calculated : int
        Number of calculated categories, the first tiebreaker.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``category, rate, low, high, games``.

    Notes
    -----
    The winner has more categories; if equal, more calculated ones. With an odd number of those
    nothing else is ever needed.
    """
    hits = [0] * len(labels)
    for bits, games in winners.select("won_0", "games").iter_rows():
        result = _seat_0_wins(bits, len(labels), calculated)
        for c in range(len(labels)):
            if _seat_0_wins(bits ^ (1 << c), len(labels), calculated) != result:
                hits[c] += games
    total = int(winners["games"].sum())
    return share_rows(labels, hits, total, name="category", level=level)


def _seat_0_wins(bits: int, categories: int, calculated: int) -> bool:
    margin = 2 * bits.bit_count() - categories
    if margin:
        return margin > 0
    return 2 * (bits >> (categories - calculated)).bit_count() > calculated


def category_wins(
    winners: pl.DataFrame, labels: Sequence[str], level: float = 0.95
) -> pl.DataFrame:
    """How often seat 0 wins each category.

    Parameters
    ----------
    winners : polars.DataFrame
        Joint counts with ``won_0`` and ``games``.
    labels : sequence of str
        The categories, bit 0 first.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``category, rate, low, high, games``.
    """
    hits = [0] * len(labels)
    for bits, games in winners.select("won_0", "games").iter_rows():
        for c in range(len(labels)):
            hits[c] += games * (bits >> c & 1)
    return share_rows(labels, hits, int(winners["games"].sum()), name="category", level=level)


def settled_shares(drama: pl.DataFrame, level: float = 0.95) -> pl.DataFrame:
    """Share of games that are settled after each pair.

    Parameters
    ----------
    drama : polars.DataFrame
        Counts with ``settled``, the number of pairs after which the other could still have won
        more categories, and ``games``.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``pair`` (1 is the first), ``rate`` (settled by then), ``low, high, games``. After
        the last pair the rest is decided by a tiebreaker.
    """
    counts: dict[int, int] = {}
    for settled, games in drama.select("settled", "games").iter_rows():
        counts[settled] = counts.get(settled, 0) + games
    pairs = range(1, max(counts) + 1)
    hits = [sum(n for settled, n in counts.items() if settled < pair) for pair in pairs]
    total = sum(counts.values())
    return share_rows([str(pair) for pair in pairs], hits, total, name="pair", level=level)


def count_mean(counts: pl.DataFrame, column: str, *, level: float = 0.95) -> Row:
    """Mean of a column of whole numbers, such as the changes of the lead in a game.

    Parameters
    ----------
    counts : polars.DataFrame
        Counts with ``column`` and ``games``.
    column : str
        Of whole numbers.
    level : float
        Confidence of the interval.

    Returns
    -------
    dict
        ``value`` (the mean), ``low``, ``high``, ``se``, ``games``, as ``mean_interval`` gives.

    Examples
    --------
    >>> import polars as pl
    >>> counts = pl.DataFrame({"lead_changes": [0, 2], "games": [60, 40]})
    >>> count_mean(counts, "lead_changes")["value"]
    0.8
    """
    sums = [(value, n) for (value,), n in tally(counts, column).items()]
    total, total_sq = sum(v * n for v, n in sums), sum(v * v * n for v, n in sums)
    return mean_interval(total, total_sq, sum(n for _, n in sums), level=level)


def winners_share(winners: pl.DataFrame, categories: int, *, level: float = 0.95) -> Row:
    """Share of the categories that the winner of a game wins, on average.

    1/2 is the closest there is, 1 a clean sweep.

    Parameters
    ----------
    winners : polars.DataFrame
        Joint counts of ``won_0``, the bit set of categories that seat 0 won (seat 1 won the
        others), ``winners``, the bit set of seats that won, and ``games``. Shared wins have no
        one winner and are left out.
    categories : int
        How many there are.
    level : float
        Confidence of the interval.

    Returns
    -------
    dict
        ``value`` (the mean share), ``low``, ``high``, ``se``, ``games``.

    Examples
    --------
    Seat 0 wins 3 of 4 categories in one game, seat 1 wins all in the other.

    >>> import polars as pl
    >>> games = pl.DataFrame({"won_0": [0b0111, 0], "winners": [0b01, 0b10], "games": [1, 1]})
    >>> winners_share(games, 4)["value"]
    0.875
    """
    total = total_sq = games = 0
    for (bits, winner), n in tally(winners, "won_0", "winners").items():
        if winner.bit_count() == 1:
            won = bits.bit_count() if winner == 1 else categories - bits.bit_count()
            total, total_sq, games = total + n * won, total_sq + n * won * won, games + n
    row = mean_interval(total, total_sq, games, level=level)
    scaled = {key: row[key] / categories for key in ("value", "low", "high", "se")}
    return {**scaled, "games": games}
