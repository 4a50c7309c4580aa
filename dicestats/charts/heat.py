"""A table of estimates as a heat map: colour for the eye, numbers and half widths to read."""

import json
from typing import Any

import altair as alt
import polars as pl

from dicestats.charts.data import drawn, field, inline, order
from dicestats.charts.numbers import Unit, axis_digits, told_digits, unit_of
from dicestats.charts.theme import titled

_WIDTH, _WIDEST, _HEIGHT = 640, 84, 40  # pixels: all cells; one cell
_LETTER = 7  # pixels, about
_READABLE = 50  # narrower cells are coloured only; a pointer tells their numbers


def heat(
    frame: pl.DataFrame,
    *,
    x: str,
    y: str,
    value: str = "rate",
    title: str,
    value_title: str,
    x_title: str | None = None,
    y_title: str | None = None,
    subtitle: str = "",
    middle: float | None = None,
    unit: str = "percent",
) -> Any:
    """Draw a table of estimates as coloured cells, rows and columns in the frame's order.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``x``, ``y``, ``value``; where there are ``low`` and ``high``, the half width is
        written below each number. With more than 12 columns there is no room for numbers.
    x, y : str
        Columns that name the table's columns and rows.
    value : str
        Column of the estimates; missing cells stay white.
    title, subtitle, value_title : str
        What is shown; for whom, how many games; what the colour means.
    x_title, y_title : str, optional
        What the axes mean; by default the names of their columns.
    middle : float, optional
        A value that is neutral, such as an even win rate: two colours lead away from it.
    unit : str
        Of the estimates, as in ``intervals``.

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
    >>> frame = pl.DataFrame({"us": ["a", "a"], "them": ["a", "b"], "rate": [0.5, 0.6]})
    >>> chart = heat(frame, x="them", y="us", title="Who wins?", value_title="win rate", middle=0.5)
    >>> [layer.mark.type for layer in chart.layer]
    ['rect', 'text']
    """
    shown = unit_of(unit)
    ends = [name for name in ("low", "high") if name in frame.columns]
    kept = drawn(frame, y, x, value, *ends).with_columns(pl.col(value, *ends) * shown.scale)
    neutral = None if middle is None else middle * shown.scale
    columns, rows = order(kept, x), order(kept, y)
    width = min(_WIDEST, _WIDTH // len(columns))
    side = alt.Axis(ticks=False, domain=False, title=y_title or y)
    top = _top(columns, width, x_title or x)
    base = alt.Chart(inline(_rows(kept, value, shown))).encode(
        x=alt.X(field=field(x), type="nominal", sort=columns, axis=top),
        y=alt.Y(field=field(y), type="nominal", sort=rows, axis=side),
    )
    colors, contrast = _color(kept, value, neutral, unit=shown)
    told = [alt.Tooltip(field=field(name), type="nominal") for name in (y, x, "number", "half")]
    cells = base.mark_rect(stroke="white").encode(
        color=colors.title(shown.title(value_title)), tooltip=told
    )
    texts = _texts(base, contrast, halves=bool(ends)) if width >= _READABLE else []
    chart = alt.layer(cells, *texts).properties(
        width=len(columns) * width, height=len(rows) * _HEIGHT
    )
    return titled(chart, title, subtitle)


def _texts(base: Any, contrast: Any, *, halves: bool) -> list[Any]:
    """Write the number into every cell, with its half width below."""
    number = base.mark_text(fontSize=12, dy=-6 if halves else 0)
    half = base.mark_text(fontSize=10, dy=9)
    texts = [number.encode(text="number:N", color=contrast)]
    return [*texts, half.encode(text="half:N", color=contrast)] if halves else texts


def _top(names: list[Any], width: int, title: str) -> alt.Axis:
    """Name the columns above them, slanted where a name is wider than its column."""
    if max(len(str(name)) for name in names) * _LETTER > width:
        return alt.Axis(
            orient="top", labelAngle=-40, labelAlign="left", ticks=False, domain=False, title=title
        )
    return alt.Axis(orient="top", labelAngle=0, ticks=False, domain=False, title=title)


def _rows(frame: pl.DataFrame, value: str, unit: Unit) -> list[dict[str, Any]]:
    """Add the numbers and half widths as text, with the digits that the intervals vouch for."""
    rows = []
    for row in frame.iter_rows(named=True):
        low, high = row.get("low"), row.get("high")
        digits, half = told_digits(low, high, unit), ""
        if low is not None and high is not None:
            width = (high - low) / 2 * (100 if unit.percent else 1)
            half = f"\N{PLUS-MINUS SIGN}{width:.{digits}f}"
        number = "" if row[value] is None else unit.text(row[value], digits)
        rows.append(row | {"number": number, "half": half})
    return rows


def _color(frame: pl.DataFrame, value: str, middle: float | None, *, unit: Unit) -> tuple[Any, Any]:
    """Choose the colours of cells, and of text that can be read on them."""
    known = [v for v in frame[value] if v is not None] or [0.0]
    least, most, name = min(known), max(known), f"datum[{json.dumps(value)}]"
    if middle is None:
        ends = [least, most]
        scale, dark = alt.Scale(scheme="blues"), f"{name} > {least + 0.6 * (most - least)!r}"
    else:
        reach = max(most - middle, middle - least) or 1.0
        ends = [middle - reach, middle + reach]
        scale = alt.Scale(scheme="blueorange")
        dark = f"abs({name} - {middle!r}) > {0.8 * reach!r}"
    places = sorted({ends[0], sum(ends) / 2, ends[1]})
    told = alt.Legend(values=places, format=unit.axis(axis_digits(places, unit)))
    scale.domain, scale.nice = ends, False
    colors = alt.Color(field=field(value), type="quantitative", scale=scale, legend=told)
    return colors, alt.condition(dark, alt.value("white"), alt.value("black"))
