"""How data become places, colours and shapes: the parts that several kinds of chart share."""

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from dicestats.charts.data import field
from dicestats.charts.numbers import Unit, axis_digits, domain, ticks
from dicestats.charts.theme import BLUE, GREY, SERIES
from dicestats.errors import InputError

# Series differ in these, too, for readers who do not see the colours, or print without.
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (12, 3), (4, 1))


def quantity(
    values: Iterable[float | None], unit: Unit, *, zero: bool = False
) -> tuple[alt.Axis, alt.Scale]:
    """Make the axis and the scale of estimates: all are on it, and its labels differ.

    Parameters
    ----------
    values : iterable of float or None
        Estimates, ends of intervals, references, as drawn.
    unit : Unit
        Of them.
    zero : bool
        Begin at 0, for bars.

    Returns
    -------
    axis : altair.Axis
        Without a title.
    scale : altair.Scale
        From the least to the largest value, with a little room.
    """
    low, high = domain(values, unit, zero=zero)
    places = ticks(low, high)
    label = "datum.value == 0 ? '0' : datum.label" if unit.signed else "datum.label"
    axis = alt.Axis(values=places, format=unit.axis(axis_digits(places, unit)), labelExpr=label)
    return axis, alt.Scale(domain=[low, high], nice=False, zero=False)


def color(series: str | None, groups: Sequence[Any]) -> Any:
    """Colour the series; without series all is blue.

    Parameters
    ----------
    series : str or None
        Column that names them.
    groups : sequence
        Their names, in order.

    Returns
    -------
    altair.Color or value
        For ``encode``.

    Raises
    ------
    InputError
        If there are more series than colours.
    """
    if series is None:
        return alt.value(BLUE)
    if len(groups) > len(SERIES):
        raise InputError("chart", f"{len(groups)} series; draw at most {len(SERIES)}")
    return alt.Color(**_named(series, groups, SERIES), legend=_legend(series))


def shape(series: str | None, groups: Sequence[Any]) -> dict[str, Any]:
    """Shape the points of each series.

    Parameters
    ----------
    series : str or None
        Column that names them.
    groups : sequence
        Their names, in order.

    Returns
    -------
    dict
        For ``encode(**)``; empty without series.
    """
    if series is None:
        return {}
    return {"shape": alt.Shape(**_named(series, groups, _SHAPES), legend=_legend(series))}


def dash(series: str | None, groups: Sequence[Any]) -> dict[str, Any]:
    """Dash the line of each series.

    Parameters
    ----------
    series : str or None
        Column that names them.
    groups : sequence
        Their names, in order.

    Returns
    -------
    dict
        For ``encode(**)``; empty without series.
    """
    if series is None:
        return {}
    return {"strokeDash": alt.StrokeDash(**_named(series, groups, _DASHES), legend=_legend(series))}


def _named(series: str, groups: Sequence[Any], marks: Sequence[Any]) -> dict[str, Any]:
    scale = alt.Scale(domain=list(groups), range=list(marks[: len(groups)]))
    return {"field": field(series), "type": "nominal", "scale": scale}


def _legend(title: str) -> alt.Legend:
    return alt.Legend(title=title, orient="top", direction="horizontal", symbolSize=150)


def reference(place: float, axis: str) -> Any:
    """Draw a dashed line across the chart.

    Parameters
    ----------
    place : float
        As drawn.
    axis : str
        ``x`` or ``y``: the axis on which the place lies.

    Returns
    -------
    altair.Chart
        A layer.
    """
    chart = alt.Chart(alt.InlineData([{"reference": place}]))
    line = chart.mark_rule(strokeDash=[4, 4], color=GREY)
    return line.encode(**{axis: "reference:Q"})
