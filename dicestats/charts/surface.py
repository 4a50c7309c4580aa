"""An estimate that depends on two numbers: coloured maps, one a group, with their best place."""

from typing import Any, Literal, NamedTuple

import altair as alt
import polars as pl

from dicestats.charts.data import drawn, field, inline, order
from dicestats.charts.numbers import axis_digits, ticks, unit_of
from dicestats.charts.theme import titled

_BEST = "best"  # column of the marks
_SIZE = 190  # pixels: a side of a map


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
    # Half a pixel more: cells that only just meet let the page shine through.
    cells = base.mark_rect(width=across.pixels + 0.5, height=up.pixels + 0.5).encode(
        x=_axis(alt.X, x, across).title(x_title),
        y=_axis(alt.Y, y, up).title(y_title),
        color=_color(kept[value], value, shown.title(value_title)),
        tooltip=[alt.Tooltip(field=field(n), type="nominal") for n in (series, x, y, value)],
    )
    layers = [cells, *_marks(base, x, y)] if marks else [cells]
    digits = axis_digits(ticks(min(kept[value]), max(kept[value])), shown)
    rows = [
        row | ({"told": shown.text(row[value], digits + 1)} if row.pop(_BEST, False) else {})
        for row in kept.iter_rows(named=True)
    ]
    panel = alt.layer(*layers).properties(width=_SIZE, height=_SIZE)
    header = alt.Header(title=None, labelFontSize=13, labelPadding=4)
    facet = alt.Facet(field=field(series), type="nominal", sort=order(kept, series), header=header)
    chart = panel.facet(facet=facet, columns=columns, data=inline(rows))
    return titled(chart, title, subtitle)


class _Steps(NamedTuple):
    """A side of the grid: its ends, half a step beyond the numbers, and a step in pixels."""

    ends: list[float]
    pixels: float
    kind: Literal["linear", "log"]


def _steps(numbers: pl.Series, *, log_scale: bool) -> _Steps:
    places = numbers.unique().sort().to_list()
    count, low, high = len(places), places[0], places[-1]
    if log_scale:
        half = (high / low) ** (0.5 / max(count - 1, 1)) if count > 1 else 1.05
        return _Steps([low / half, high * half], _SIZE / count, "log")
    half = (high - low) / (2 * (count - 1)) if count > 1 else 0.5
    return _Steps([low - half, high + half], _SIZE / count, "linear")


def _axis(channel: Any, column: str, side: _Steps) -> Any:
    scale = alt.Scale(domain=side.ends, type=side.kind, nice=False, zero=alt.Undefined)
    axis = alt.Axis(grid=False, values=ticks(*side.ends), format=".6~g")
    return channel(field=field(column), type="quantitative", scale=scale, axis=axis)


def _color(values: pl.Series, column: str, title: str) -> Any:
    scale = alt.Scale(scheme="viridis", domain=[min(values), max(values)], nice=False)
    return alt.Color(field=field(column), type="quantitative", scale=scale, title=title)


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
