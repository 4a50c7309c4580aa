"""Frames for charts: only what is drawn, in a fixed order, rounded, without NaN."""

import csv
import re
from collections.abc import Collection, Sequence
from io import StringIO
from typing import Any

import altair as alt
import polars as pl

from dicestats.errors import InputError

MOST_ROWS = 5_000
_DIGITS = 7  # significant; what is left of the last bits does not depend on the processor


def inline(rows: Sequence[dict[str, Any]]) -> alt.InlineData:
    """Put rows into a chart, floats rounded to 7 significant digits.

    Parameters
    ----------
    rows : sequence of dict
        Made of what ``drawn`` gave.

    Returns
    -------
    altair.InlineData
        The rows.
    """
    return alt.InlineData([{name: _plain(value) for name, value in row.items()} for row in rows])


def compact(rows: Sequence[dict[str, Any]], *, texts: Collection[str]) -> alt.InlineData:
    r"""Put rows into a chart as one text: a notebook gives each number of others its own line.

    Parameters
    ----------
    rows : sequence of dict
        As for ``inline``, with the same columns.
    texts : collection of str
        Columns that are no numbers.

    Returns
    -------
    altair.InlineData
        The rows, separated by commas.

    Examples
    --------
    >>> compact([{"who": "a", "rate": 2 / 3}], texts=["who"]).values
    'who,rate\na,0.6666667\n'
    """
    text = StringIO()
    table = csv.DictWriter(text, [*rows[0]], lineterminator="\n")
    table.writeheader()
    table.writerows({name: _plain(value) for name, value in row.items()} for row in rows)
    kinds = {name: "string" if name in texts else "number" for name in rows[0]}
    return alt.InlineData(text.getvalue(), format=alt.CsvDataFormat(parse=kinds, type="csv"))


def _plain(value: Any) -> Any:
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def drawn(frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """Take the columns that are drawn; NaN and infinity become null.

    Parameters
    ----------
    frame : polars.DataFrame
        Aggregates.
    *columns : str
        To be kept.

    Returns
    -------
    polars.DataFrame
        The same rows.

    Raises
    ------
    InputError
        If a column is missing, or there are no rows, or more than 5,000.
    """
    faults = [
        f"there is no column '{column}'; there are: {', '.join(frame.columns)}"
        for column in columns
        if column not in frame.columns
    ]
    if not frame.height:
        faults.append("there are no rows to draw")
    if frame.height > MOST_ROWS:
        faults.append(f"{frame.height:,} rows; draw at most {MOST_ROWS:,}: aggregate")
    if faults:
        raise InputError("chart", faults)
    floats = pl.selectors.float()
    return frame.select(columns).with_columns(pl.when(floats.is_finite()).then(floats))


def field(column: str) -> str:
    r"""Name a column in a specification, where points and brackets mean parts of a column.

    Parameters
    ----------
    column : str
        Of a frame.

    Returns
    -------
    str
        For ``field=``.

    Examples
    --------
    >>> print(field("win rate [%]"))
    win rate \[%\]
    """
    return re.sub(r"([.\[\]'])", r"\\\1", column)


def order(frame: pl.DataFrame, column: str) -> list[Any]:
    """List the values of a column in the order in which they come first.

    Parameters
    ----------
    frame : polars.DataFrame
        Any.
    column : str
        Of it.

    Returns
    -------
    list
        Each value once.
    """
    return frame[column].unique(maintain_order=True).to_list()
