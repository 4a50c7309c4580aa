"""An estimate that depends on two numbers: coloured maps, one a group, with their best place."""

from typing import Any, Literal, NamedTuple

import altair as alt
import polars as pl

from dicestats.charts.data import compact, drawn, field, order
from dicestats.charts.numbers import Unit, axis_digits, ticks, unit_of
from dicestats.charts.theme import titled

_BEST = "best"  # column of the marks
_SHADES = 20
_SIZE = 190  # pixels: a side of a map, about


def surface(
    frame: pl.DataFrame,
    *,
    x: str,
    y: str,
    value: str,
    series: str,
    title: str,
    x_title: str,
    y_title: str,
    value_title: str,
    subtitle: str = "",
    unit: str = "number",
    columns: int = 3,
) -> Any:
    """Draw estimates over two numbers as coloured cells, a map for each group.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``x``, ``y``, ``value``, ``series``, on one grid for all groups: ``x`` equally
        spaced, each ``y`` by the same factor above the one before. Where there is a column
        ``best``, a cross marks the places at which it is true, with their values.
    x, y, value : str
        Columns of the numbers and of the estimates.
    series : str
        Column that names the maps.
    title, subtitle, x_title, y_title, value_title : str
        What is shown; for whom, how many games; what axes and colour mean.
    unit : str
        Of the estimates, as in ``intervals``.
    columns : int
        Maps side by side.

    Returns
    -------
    altair.FacetChart
        The chart.

    Raises
    ------
    InputError
        For a missing column, no rows, or more than 5,000.

    Examples
    --------
    >>> frame = pl.DataFrame({"x": [0, 1, 0, 1], "y": [1, 1, 2, 2], "v": [1.0, 2.0, 3.0, 4.0],
    ...                       "who": ["me"] * 4, "best": [False, False, False, True]})
    >>> chart = surface(frame, x="x", y="y", value="v", series="who", title="Where?",
    ...                 x_title="x", y_title="y", value_title="points")
    >>> [layer.mark.type for layer in chart.spec.layer]
    ['rect', 'point', 'text']
    """
    shown, marks = unit_of(unit), [_BEST] if _BEST in frame.columns else []
    kept = drawn(frame, x, y, value, series, *marks).with_columns(pl.col(value) * shown.scale)
    across, up = _steps(kept[x], log_scale=False), _steps(kept[y], log_scale=True)
    base = alt.Chart()
    # Half a pixel more: between cells that only just meet the page shines through.
    cells = base.mark_rect(width=across.pixels + 0.5, height=up.pixels + 0.5).encode(
        x=_axis(alt.X, x, across).title(x_title),
        y=_axis(alt.Y, y, up).title(y_title),
        color=_color(kept[value], shown.title(value_title)),
        tooltip=[alt.Tooltip(field=field(n), type="nominal") for n in (series, x, y, value)],
    )
    layers = [cells, *_marks(base, x, y)] if marks else [cells]
    width, height = across.pixels * across.cells, up.pixels * up.cells
    panel = alt.layer(*layers).properties(width=width, height=height)
    header = alt.Header(title=None, labelFontSize=13, labelPadding=4)
    facet = alt.Facet(field=field(series), type="nominal", sort=order(kept, series), header=header)
    data = compact(_rows(kept, value, shown), texts=(series, "told"))
    chart = panel.facet(facet=facet, columns=columns, data=data)
    return titled(chart, title, subtitle)


def _rows(frame: pl.DataFrame, value: str, unit: Unit) -> list[dict[str, Any]]:
    """Add shades, and the values of the best places as text."""
    values = frame[value]
    digits, rows = axis_digits(ticks(min(values), max(values)), unit) + 1, []
    for row in frame.iter_rows(named=True):
        told = unit.text(row[value], digits) if row.pop(_BEST, False) else ""
        rows.append(row | {"told": told, "shade": _shade(row[value], values)})
    return rows


class _Steps(NamedTuple):
    """A side of the grid: its ends, half a step beyond the numbers, and a step in pixels."""

    ends: list[float]
    cells: int
    pixels: int
    kind: Literal["linear", "log"]


def _steps(numbers: pl.Series, *, log_scale: bool) -> _Steps:
    places = numbers.unique().sort().to_list()
    count, low, high = len(places), places[0], places[-1]
    pixels = max(2 * round(_SIZE / count / 2), 2)  # even: edges are sharp at one and a half, too
    if log_scale:
        half = (high / low) ** (0.5 / max(count - 1, 1)) if count > 1 else 1.05
        return _Steps([low / half, high * half], count, pixels, "log")
    half = (high - low) / (2 * (count - 1)) if count > 1 else 0.5
    return _Steps([low - half, high + half], count, pixels, "linear")


def _axis(channel: Any, column: str, side: _Steps) -> Any:
    scale = alt.Scale(domain=side.ends, type=side.kind, nice=False, zero=alt.Undefined)
    axis = alt.Axis(grid=False, values=ticks(*side.ends), format=".6~g")
    return channel(field=field(column), type="quantitative", scale=scale, axis=axis)


def _shade(value: float | None, values: pl.Series) -> float | None:
    """Round a value to one of a few shades: of many a picture becomes three times as large."""
    low, step = min(values), (max(values) - min(values)) / _SHADES or 1.0
    return None if value is None else round(low + round((value - low) / step) * step, 3)


def _color(values: pl.Series, title: str) -> Any:
    scale = alt.Scale(scheme="viridis", domain=[min(values), max(values)], nice=False)
    places = ticks(min(values), max(values))
    legend = alt.Legend(type="symbol", symbolType="square", symbolSize=150, values=places)
    return alt.Color(field="shade", type="quantitative", scale=scale, title=title, legend=legend)


def _marks(base: Any, x: str, y: str) -> list[Any]:
    """Mark the best places: black and white, so that they are seen on any colour."""
    best = base.transform_filter("datum.told").encode(
        x=alt.X(field=field(x), type="quantitative"), y=alt.Y(field=field(y), type="quantitative")
    )
    cross = best.mark_point(
        shape="cross", size=130, fill="white", stroke="black", strokeWidth=1.2, opacity=1
    )
    text = best.mark_text(dy=-16, fontSize=12, fontWeight="bold", color="black")
    return [cross, text.encode(text="told:N")]
