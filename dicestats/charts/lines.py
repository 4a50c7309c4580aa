"""An estimate that changes with a number: lines with their intervals as bands."""

from math import ceil, floor, log10
from typing import Any

import altair as alt
import polars as pl

from dicestats.charts.data import drawn, field, inline, order
from dicestats.charts.encodings import color, dash, quantity
from dicestats.charts.encodings import reference as draw_reference
from dicestats.charts.numbers import ticks, unit_of
from dicestats.charts.theme import BLUE, SERIES, WIDTH, titled

_BAND = "band"  # the field with the colour of a band
_FEW = 12  # so few whole numbers are all marked on the axis
_LARGE = 10_000  # from here the ticks of x are written as 10k, 1M


def lines(
    frame: pl.DataFrame,
    *,
    x: str,
    value: str = "rate",
    title: str,
    x_title: str,
    y_title: str,
    subtitle: str = "",
    series: str | None = None,
    reference: float | None = None,
    unit: str = "percent",
    log_x: bool = False,
) -> Any:
    """Draw estimates as lines over a number, their intervals as bands.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``x``, ``value``, ``low``, ``high``, and ``series`` where one is given.
    x : str
        Column of the number, such as games or the round.
    value : str
        Column of the estimates.
    title, subtitle, x_title, y_title : str
        What is shown; for whom, how many games; what the axes measure, in which unit.
    series : str, optional
        Column that names the lines, told apart by colour and dash.
    reference : float, optional
        Where to draw a dashed level line.
    unit : str
        Of the estimates, as in ``intervals``.
    log_x : bool
        Give each factor of ``x`` the same width.

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
    >>> frame = pl.DataFrame({"pair": [2, 1], "rate": [0.5, 0.6],
    ...                       "low": [0.4, 0.5], "high": [0.6, 0.7]})
    >>> chart = lines(frame, x="pair", title="When?", x_title="pair", y_title="share")
    >>> [layer["mark"]["type"] for layer in chart.to_dict()["layer"]]
    ['area', 'line']
    """
    shown = unit_of(unit)
    kept = drawn(frame, x, *([series] if series else []), value, "low", "high")
    groups = order(kept, series) if series else []
    colors = color(series, groups)
    kept = kept.with_columns(pl.col(value, "low", "high") * shown.scale)
    kept = kept.sort(x, maintain_order=True)
    level = None if reference is None else reference * shown.scale
    axis, scale = quantity([*kept[value], *kept["low"], *kept["high"], level], shown)
    base = alt.Chart(inline(_rows(kept, series, groups))).encode(
        x=_x(kept, x, log=log_x).title(x_title)
    )
    y = alt.Y("low:Q", axis=axis, scale=scale, title=shown.title(y_title))
    # A band takes its colour from the data: a scale of its own would hide the lines' legend.
    fill = alt.Fill(f"{_BAND}:N", scale=None)
    band = base.mark_area(opacity=0.22).encode(y=y, y2="high:Q", fill=fill)
    y = alt.Y(field=field(value), type="quantitative")
    line = base.mark_line().encode(y=y, color=colors, **dash(series, groups))
    layers = [band, line] if level is None else [draw_reference(level, "y"), band, line]
    return titled(alt.layer(*layers), title, subtitle).properties(width=WIDTH, height=280)


def _rows(frame: pl.DataFrame, series: str | None, groups: list[Any]) -> list[dict[str, Any]]:
    colors = dict(zip(groups, SERIES, strict=False))
    return [
        row | {_BAND: colors[row[series]] if series else BLUE}
        for row in frame.iter_rows(named=True)
    ]


def _x(frame: pl.DataFrame, x: str, *, log: bool) -> alt.X:
    places, scale = _x_ticks(frame[x], log), alt.Scale(nice=False, zero=False)
    if log:
        scale = alt.Scale(nice=False, type="log")
    # Vega takes a precision that is not given from its own steps, and writes 25 as 3e+1.
    kind = "~s" if max(places) >= _LARGE else ".6~g"
    axis = alt.Axis(values=places, format=kind, grid=False)
    return alt.X(field=field(x), type="quantitative", scale=scale, axis=axis)


def _x_ticks(numbers: pl.Series, log: bool) -> list[float]:
    """Choose every number where they are few and whole, else round ones."""
    known = numbers.unique().sort().to_list()
    if log:
        powers = range(floor(log10(known[0])), ceil(log10(known[-1])) + 1)
        factors = (1,) if len(powers) > 4 else (1, 2, 5)
        round_ones = [f * 10.0**power for power in powers for f in factors]
        return [place for place in round_ones if known[0] <= place <= known[-1]] or known
    if len(known) <= _FEW and numbers.dtype.is_integer():
        return known
    return ticks(known[0], known[-1])
