"""Rates whose trials differ from row to row, and whether rows differ by more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicestats.stats.intervals import Row, wilson

if TYPE_CHECKING:
    import polars as pl


def add_rates(counts: pl.DataFrame, *, hits: str, trials: str, level: float = 0.95) -> pl.DataFrame:
    """Add to every row the rate of its hits, with Wilson's interval.

    Parameters
    ----------
    counts : polars.DataFrame
        Any columns, among them the two of whole numbers.
    hits, trials : str
        Names of the columns; each row has trials.
    level : float
        Confidence of each interval.

    Returns
    -------
    polars.DataFrame
        The same rows with ``rate, low, high``.

    Raises
    ------
    ValueError
        If a row has no trials, or more hits than trials.

    Examples
    --------
    >>> import polars as pl
    >>> cards = pl.DataFrame({"held": [100, 50], "completed": [60, 40]})
    >>> add_rates(cards, hits="completed", trials="held")["rate"].to_list()
    [0.6, 0.8]
    """
    import polars as pl

    pairs = list(zip(counts[hits].to_list(), counts[trials].to_list(), strict=True))
    bounds = [wilson(hit, trial, level) for hit, trial in pairs]
    return counts.with_columns(
        pl.Series("rate", [hit / trial for hit, trial in pairs], pl.Float64),
        pl.Series("low", [low for low, _ in bounds], pl.Float64),
        pl.Series("high", [high for _, high in bounds], pl.Float64),
    )


def sum_groups(counts: pl.DataFrame, groups: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Sum what was counted by label over groups of labels, such as the families of cards.

    Parameters
    ----------
    counts : polars.DataFrame
        ``cell``, ``label``, whole numbers, and ``games``, which are the same for all labels.
    groups : sequence of mapping
        One a label: ``label``, and the columns that make a group.

    Returns
    -------
    polars.DataFrame
        ``cell``, the columns of the groups, and the sums, in the order of the counts.

    Raises
    ------
    ValueError
        If a label has no group.

    Examples
    --------
    >>> import polars as pl
    >>> counts = pl.DataFrame({"cell": "a", "label": ["1", "2"], "held": [5, 3], "games": 9})
    >>> sum_groups(counts, [{"label": "1", "worth": 2}, {"label": "2", "worth": 2}]).row(0)
    ('a', 2, 8)
    """
    import polars as pl

    known = pl.DataFrame(list(groups))
    lost = sorted(set(counts["label"]) - set(known["label"]))
    if lost:
        raise ValueError(f"labels without a group: {', '.join(lost)}")
    keys = ["cell", *(name for name in known.columns if name != "label")]
    sums = [name for name in counts.columns if name not in {"cell", "label", "games"}]
    joined = counts.join(known, on="label", maintain_order="left")
    return joined.group_by(keys, maintain_order=True).agg(pl.col(sums).sum())


def scatter(hits: Sequence[int], trials: Sequence[int]) -> Row:
    """Compare the scatter of several rates with that of equal rates in independent trials.

    Pearson's ``X^2 = sum((h - t p)^2 / (t p (1 - p)))`` with p = all hits / all trials; about
    chi-square with rows - 1 degrees of freedom where all rates are equal.

    Parameters
    ----------
    hits, trials : sequence of int
        One a row, at least two rows.

    Returns
    -------
    dict
        ``ratio``: X^2 / (rows - 1), about 1 where the rates differ by chance only; ``pvalue``;
        ``rows``.

    Raises
    ------
    ValueError
        If there are fewer than two rows, or all trials hit or none did.

    References
    ----------
    Pearson, K. (1900). On the criterion that a given system of deviations ... Philosophical
    Magazine 50, 157-175.

    Examples
    --------
    Rates of 0.48, 0.50 and 0.52 in 100 trials each are no more apart than chance makes them.

    >>> found = scatter([48, 50, 52], [100, 100, 100])
    >>> round(found["ratio"], 3), round(found["pvalue"], 3)
    (0.16, 0.852)
    """
    from scipy.stats import chi2

    total, rows = sum(trials), len(trials)
    if rows < 2 or not 0 < sum(hits) < total:
        raise ValueError("rates of two rows or more are needed, not all of them 0 or all 1")
    p = sum(hits) / total
    squares = [(h - t * p) ** 2 / (t * p * (1 - p)) for h, t in zip(hits, trials, strict=True)]
    return {
        "ratio": sum(squares) / (rows - 1),
        "pvalue": float(chi2.sf(sum(squares), rows - 1)),
        "rows": rows,
    }
