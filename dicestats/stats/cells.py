"""Tables over the cells of an experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicestats.stats.seats import win_rates

if TYPE_CHECKING:
    import polars as pl


def cell_rates(
    outcomes: pl.DataFrame, seats: int, *, seat: int = 0, level: float = 0.95
) -> pl.DataFrame:
    """Give one seat's win rate in every cell of an experiment.

    Parameters
    ----------
    outcomes : polars.DataFrame
        Joint counts with columns ``cell``, ``winners`` (bit mask of seats) and ``games``.
    seats : int
        Number of seats.
    seat : int
        Whose win rate.
    level : float
        Coverage of each interval.

    Returns
    -------
    polars.DataFrame
        Columns ``cell``, ``rate``, ``low``, ``high``, ``games``, the cells in their order.

    Examples
    --------
    >>> import polars as pl
    >>> outcomes = pl.DataFrame(
    ...     {"cell": ["a", "a", "b"], "winners": [1, 2, 3], "games": [60, 40, 100]}
    ... )
    >>> cell_rates(outcomes, seats=2)["rate"].to_list()
    [0.6, 0.5]
    """
    import polars as pl

    kept = ("rate", "low", "high", "games")
    return pl.concat(
        win_rates(part, seats, level)
        .filter(pl.col("seat") == seat)
        .select(pl.lit(part["cell"][0]).alias("cell"), *kept)
        for part in outcomes.partition_by("cell", maintain_order=True)
    )
