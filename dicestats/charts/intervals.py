"""Estimates as dots with their intervals, a row each or one a series, the numbers beside."""

from typing import Any

import altair as alt
import polars as pl

from dicestats.charts.data import drawn, field, inline, order
from dicestats.charts.encodings import color, quantity, shape
from dicestats.charts.encodings import reference as draw_reference
from dicestats.charts.numbers import Unit, told_digits, unit_of
from dicestats.charts.theme import GREY, WIDTH, titled

_NUMBERS = "estimate, interval"  # the field with the text beside a row
_ROW, _SERIES_ROW, _BETWEEN = 30, 20, 12  # pixels


def intervals(
    frame: pl.DataFrame,
    *,
    label: str,
    title: str,
    x_title: str,
    subtitle: str = "",
    value: str = "rate",
    series: str | None = None,
    reference: float | None = None,
    unit: str = "percent",
) -> Any:
    """Draw estimates as dots with their intervals, one row each, in the frame's order.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``label``, ``value``, ``low``, ``high``, and ``series`` where one is given.
    label : str
        Column that names the rows.
    title, subtitle, x_title : str
        What is shown; for whom, how many games, which interval; what is measured.
    value : str
        Column of the estimates.
    series : str, optional
        Column that splits each row into series, told apart by colour and shape.
    reference : float, optional
        Where to draw a dashed line, such as an equal share.
    unit : str
        Of the estimates: ``percent`` (a share), ``points`` (a difference of shares, drawn in
        percentage points), ``number`` or ``change`` (a difference of numbers).

    Returns
    -------
    altair.LayerChart
        The chart.

    Raises
    ------
    InputError
        For a missing column, no rows, more than 5,000, or more series than colours.

    Examples
    --------
    >>> frame = pl.DataFrame({"who": ["a", "b"], "rate": [0.5, 0.6],
    ...                       "low": [0.4, 0.5], "high": [0.6, 0.7]})
    >>> chart = intervals(frame, label="who", title="Who wins?", x_title="win rate")
    >>> [layer.mark.type for layer in chart.layer]
    ['rule', 'point', 'text']
    """
    shown = unit_of(unit)
    kept = drawn(frame, label, *([series] if series else []), value, "low", "high")
    kept = kept.with_columns(pl.col(value, "low", "high") * shown.scale)
    line = None if reference is None else reference * shown.scale
    groups = order(kept, series) if series else []
    axis, scale = quantity([*kept[value], *kept["low"], *kept["high"], line], shown)
    base = alt.Chart(inline(_rows(kept, value, shown))).encode(
        **_places(kept, label, series), color=color(series, groups)
    )
    x = alt.X("low:Q", axis=axis, scale=scale, title=shown.title(x_title))
    told = [alt.Tooltip(field=field(n), type="nominal") for n in (label, series, _NUMBERS) if n]
    layers: list[Any] = [
        base.mark_rule(strokeWidth=3).encode(x=x, x2="high:Q"),
        base.mark_point(filled=True, size=80, opacity=1).encode(
            x=alt.X(field=field(value), type="quantitative"), tooltip=told, **shape(series, groups)
        ),
        _numbers(base),
    ]
    if line is not None:
        layers.insert(0, draw_reference(line, "x"))
    step = _BETWEEN + _SERIES_ROW * len(groups) if series else _ROW
    chart = alt.layer(*layers).properties(width=WIDTH, height=step * len(order(kept, label)))
    return titled(chart, title, subtitle)


def _rows(frame: pl.DataFrame, value: str, unit: Unit) -> list[dict[str, Any]]:
    """Add the numbers as text, each with as many digits as its interval vouches for."""

    def told(row: dict[str, Any]) -> str:
        digits = told_digits(row["low"], row["high"], unit)
        estimate, low, high = (unit.text(row[name], digits) for name in (value, "low", "high"))
        exact = row["low"] == row["high"]
        return f"{estimate}  (exact)" if exact else f"{estimate}  ({low} to {high})"

    return [row | {_NUMBERS: told(row)} for row in frame.iter_rows(named=True)]


def _places(frame: pl.DataFrame, label: str, series: str | None) -> dict[str, Any]:
    """Give every row its height."""
    axis = alt.Axis(titleAngle=0, titleAlign="right", titleX=-10, titleY=-8, ticks=False)
    labels = order(frame, label)
    y = alt.Y(field=field(label), type="nominal", sort=labels, title=label, axis=axis)
    if series is None:
        return {"y": y}
    groups = order(frame, series)
    return {"y": y, "yOffset": alt.YOffset(field=field(series), type="nominal", sort=groups)}


def _numbers(base: Any) -> Any:
    """Write the numbers to the right of the rows, like a table."""
    return base.mark_text(align="left", fontSize=12).encode(
        x=alt.value(WIDTH + 14),
        text=alt.Text(field=_NUMBERS, type="nominal"),
        color=alt.value(GREY),
    )
