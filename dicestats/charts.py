"""Charts of estimates and counts: small frames in, Altair charts out, one theme."""

from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from dicestats.errors import InputError

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#666666"  # Okabe and Ito: colour-blind safe
MOST_ROWS = 5_000
_DIGITS = 6
_WIDTH = 520


def use_theme() -> None:
    """Make the house theme the active one: readable sizes, quiet grid, safe colours."""

    @alt.theme.register("dicestats", enable=True)
    def _theme() -> alt.theme.ThemeConfig:
        return {
            "config": {
                "font": "Helvetica, Arial, sans-serif",
                "axis": {"labelFontSize": 12, "titleFontSize": 13, "labelLimit": 260},
                "title": {"fontSize": 15, "subtitleFontSize": 12, "anchor": "start"},
                "range": {"category": [BLUE, ORANGE, "#009E73", "#CC79A7", "#E69F00"]},
                "view": {"stroke": "transparent"},
            }
        }


def intervals(
    frame: pl.DataFrame,
    *,
    label: str,
    title: str,
    x_title: str,
    subtitle: str = "",
    value: str = "rate",
    reference: float | None = None,
    number_format: str = ".1%",
) -> Any:
    """Draw estimates as dots with their intervals, one row each, in the frame's order.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``label``, ``value``, ``low``, ``high``.
    label : str
        Column that names the rows.
    title, subtitle, x_title : str
        What is shown, for how many games, in which unit.
    value : str
        Column of the estimates.
    reference : float, optional
        Where to draw a dashed line, such as an equal share.
    number_format : str
        Of the axis and the numbers beside the dots.

    Returns
    -------
    altair.LayerChart
        The chart.

    Raises
    ------
    InputError
        For more than 5,000 rows.
    """
    base = alt.Chart(_data(frame.select(label, value, "low", "high"))).encode(
        y=alt.Y(f"{label}:N", sort=frame[label].to_list(), title=None)
    )
    axis = alt.Axis(format=number_format, title=x_title, tickCount=7)
    scale = alt.Scale(zero=False, nice=False, domain=_domain(frame, value, reference))
    x = alt.X(f"{value}:Q", axis=axis, scale=scale)
    span = base.mark_rule(strokeWidth=3, color=BLUE).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=70, color=BLUE, opacity=1).encode(
        x=x, tooltip=[f"{label}:N", f"{value}:Q", "low:Q", "high:Q"]
    )
    text = base.mark_text(dy=-11, fontSize=11, color=GREY).encode(
        x=x, text=alt.Text(f"{value}:Q", format=number_format.replace(".1%", ".2%"))
    )
    layers: list[Any] = [span, dots, text]
    if reference is not None:
        line = alt.Chart(alt.InlineData([{"reference": reference}]))
        layers.insert(0, line.mark_rule(strokeDash=[4, 4], color=GREY).encode(x="reference:Q"))
    return alt.layer(*layers).properties(
        title=alt.TitleParams(title, subtitle=subtitle),
        width=_WIDTH,
        height=alt.Step(38),
    )


def _domain(frame: pl.DataFrame, value: str, reference: float | None) -> list[float]:
    """Leave room beside the intervals; a rate stays between 0 and 1."""
    ends = [*frame["low"].to_list(), *frame["high"].to_list()]
    ends += [] if reference is None else [reference]
    room = 0.06 * ((max(ends) - min(ends)) or 0.1)
    low, high = min(ends) - room, max(ends) + room
    return [max(low, 0.0), min(high, 1.0)] if value == "rate" else [low, high]


def shares(frame: pl.DataFrame, *, x: str, title: str, x_title: str, subtitle: str = "") -> Any:
    """Draw the share of games for each whole number, as bars.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``x`` (whole numbers) and ``share``.
    x : str
        Column of the numbers.
    title, subtitle, x_title : str
        What is shown.

    Returns
    -------
    altair.Chart
        The chart.
    """
    return (
        alt.Chart(_data(frame.select(x, "share").sort(x)))
        .mark_bar(color=BLUE)
        .encode(
            x=alt.X(f"{x}:O", title=x_title, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("share:Q", title="share of games", axis=alt.Axis(format="%")),
            tooltip=[f"{x}:O", "share:Q"],
        )
        .properties(title=alt.TitleParams(title, subtitle=subtitle), width=_WIDTH, height=240)
    )


def _data(frame: pl.DataFrame) -> alt.InlineData:
    if frame.height > MOST_ROWS:
        raise InputError("chart", f"{frame.height:,} rows; draw at most {MOST_ROWS:,}: aggregate")
    floats = pl.col(pl.Float64).fill_nan(None).round(_DIGITS)
    return alt.InlineData(frame.with_columns(floats).to_dicts())


def save_png(chart: Any, path: Path | str, scale: float = 2.0) -> None:
    """Render a chart to a PNG file.

    Parameters
    ----------
    chart : altair chart
        Any.
    path : Path or str
        The file.
    scale : float
        Pixels to a unit.
    """
    Path(path).write_bytes(png(chart.to_dict(), scale))


def png(spec: dict[str, Any], scale: float = 1.5) -> bytes:
    """Render a chart's specification to PNG.

    Parameters
    ----------
    spec : dict
        Vega-Lite.
    scale : float
        Pixels to a unit.

    Returns
    -------
    bytes
        The image.
    """
    import vl_convert

    image: bytes = vl_convert.vegalite_to_png(spec, scale=scale)
    return image
