"""Shares of games for whole numbers, such as margins or lengths, as bars with intervals."""

from typing import Any

import altair as alt
import polars as pl

from dicestats.charts.data import drawn, field, inline
from dicestats.charts.encodings import quantity
from dicestats.charts.numbers import UNITS
from dicestats.charts.theme import BLUE, GREY, WIDTH, titled

_SMALL = 0.0005  # smaller shares would be rounded to none
_LABELLED = 16  # bars; with more, the numbers above them would touch


def shares(frame: pl.DataFrame, *, x: str, title: str, x_title: str, subtitle: str = "") -> Any:
    """Draw the share of games for each whole number, as bars.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``x`` (whole numbers) and ``share``; its interval too, where there are ``low``
        and ``high``.
    x : str
        Column of the numbers.
    title, subtitle, x_title : str
        What is shown; for whom, how many games; what is counted, in which unit.

    Returns
    -------
    altair.LayerChart
        The chart.

    Raises
    ------
    InputError
        For a missing column, no rows, or more than 5,000.

    Examples
    --------
    >>> frame = pl.DataFrame({"sets": [2, 1], "share": [0.25, 0.75]})
    >>> chart = shares(frame, x="sets", title="How long?", x_title="sets")
    >>> [row["sets"] for row in chart.data.values]
    [1, 2]
    """
    ends = [name for name in ("low", "high") if name in frame.columns]
    kept = drawn(frame, x, "share", *ends).sort(x)
    axis, scale = quantity(
        [share for name in ("share", *ends) for share in kept[name]], UNITS["percent"], zero=True
    )
    base = alt.Chart(inline(_rows(kept))).encode(
        x=alt.X(
            field=field(x), type="ordinal", title=x_title, axis=alt.Axis(labelAngle=0, format="d")
        )
    )
    y = alt.Y("share:Q", title="share of games", axis=axis, scale=scale)
    told = [alt.Tooltip(field=name, type="nominal") for name in (field(x), "percent")]
    layers: list[Any] = [base.mark_bar(color=BLUE, opacity=0.85).encode(y=y, tooltip=told)]
    if len(ends) == 2:
        layers.append(base.mark_rule(color="black").encode(y="low:Q", y2="high:Q"))
    if kept.height <= _LABELLED:
        text = base.mark_text(dy=-8, fontSize=11, color=GREY)
        layers.append(text.encode(y="high:Q" if len(ends) == 2 else "share:Q", text="percent:N"))
    return titled(alt.layer(*layers), title, subtitle).properties(width=WIDTH, height=240)


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Add the shares as text, with one digit; a small share is told from none."""
    return [row | {"percent": _told(row["share"])} for row in frame.iter_rows(named=True)]


def _told(share: float | None) -> str:
    if not share:
        return "" if share is None else "0"
    return f"{share:.1%}" if share >= _SMALL else f"<{2 * _SMALL:.1%}"
