"""A board of steps seen from above, to scale, and the dice that lie on it."""

from math import pi
from typing import Any

import altair as alt
import polars as pl

from dicestats.charts.data import compact, drawn, field, inline, order
from dicestats.charts.theme import GREY, SERIES, titled
from dicestats.errors import InputError

_HEIGHT = 640  # pixels from the near to the far end
_MARGIN = 0.05  # of the length: room around the board
_SHADES = ("#F4F1EA", "#E9E3D6", "#DDD4C1", "#D0C4AB", "#C2B394", "#B5A37F")  # wood, by height
_DISC, _PEG, _EDGE = "#FFFFFF", "#5B4A32", "#8C8067"
_DARK = {SERIES[0]}  # colours on which white can be read better than black

# Owners differ in these, too: a square, a circle, and so on, all as wide as a die.
SHAPES = (
    "M-1,-1H1V1H-1Z",
    "circle",
    "M0,-1.3L1.3,0L0,1.3L-1.3,0Z",
    "M-0.6,-1.05H0.6L1.2,0L0.6,1.05H-0.6L-1.2,0Z",
    "M0,-1.2L1.2,-0.3L0.75,1.05H-0.75L-1.2,-0.3Z",
    "M-1.2,-1H1.2L0.75,1H-0.75Z",
)


def board(
    areas: pl.DataFrame,
    dice: pl.DataFrame,
    *,
    title: str,
    subtitle: str = "",
    owner_title: str = "die of",
    scale: float = 1.0,
) -> Any:
    """Draw dice on a board, true to scale; colour and shape tell whose a die is.

    Parameters
    ----------
    areas : polars.DataFrame
        Columns ``part`` (``area`` or ``peg``), ``name`` (written beside the area that is farthest
        to the right), ``x``, ``x2``, ``y``, ``y2``, metres. Areas lie on those before them, and
        are the darker the later their name comes; the last name is the place to start from.
    dice : polars.DataFrame
        Columns ``x``, ``y``, ``face`` (null: none is written), ``owner``, ``size``, metres; may
        have no rows.
    title, subtitle : str
        What is shown; which game.
    owner_title : str
        What an owner is.
    scale : float
        How large: 1 is 640 pixels from the near to the far end.

    Returns
    -------
    altair.LayerChart
        The chart.

    Raises
    ------
    InputError
        For a missing column, no areas, more than 5,000 rows, or more owners than colours.

    Examples
    --------
    >>> areas = pl.DataFrame({"part": ["area", "peg"], "name": ["1x", ""], "x": [-0.2, 0.09],
    ...                       "x2": [0.2, 0.1], "y": [0.0, 0.09], "y2": [0.4, 0.1]})
    >>> dice = pl.DataFrame({"x": [0.0], "y": [0.2], "face": [6], "owner": ["me"], "size": [0.02]})
    >>> [layer.mark.type for layer in board(areas, dice, title="Alone").layer]
    ['rect', 'text', 'point', 'point', 'text']
    """
    plan = drawn(areas, "part", "name", "x", "x2", "y", "y2")
    floor, pegs = plan.filter(part="area"), plan.filter(part="peg")
    pixels = scale * _HEIGHT / (max(plan["y2"]) - min(plan["y"]))  # to a metre
    layers = [_floor(floor), _names(floor), _pegs(pegs, pixels)]
    if dice.height:
        layers += _dice(drawn(dice, "x", "y", "face", "owner", "size"), owner_title, pixels)
    ends = _ends(plan)
    width, height = (pixels * (far - near) for near, far in ends)
    x, y = (_axis(name, end) for name, end in zip("xy", ends, strict=True))
    chart = alt.layer(*(layer.encode(x=x, y=y) for layer in layers))
    return titled(chart, title, subtitle).properties(width=width, height=height)


def _ends(plan: pl.DataFrame) -> list[list[float]]:
    """Leave a little room around the board, and more where the names are written."""
    length = max(plan["y2"]) - min(plan["y"])
    low, high = (-_MARGIN * length, _MARGIN * length)
    return [
        [min(plan["x"]) + low, max(plan["x2"]) + 2 * high],
        [min(plan["y"]) + low, max(plan["y2"]) + high],
    ]


def _axis(name: str, ends: list[float]) -> Any:
    kind = {"x": alt.X, "y": alt.Y}[name]
    title = {"x": "metres from the middle", "y": "metres from the near end"}[name]
    axis = alt.Axis(title=title, grid=False, format=".1f", tickCount=len(range(int(ends[1] * 10))))
    return kind(f"{name}:Q", scale=alt.Scale(domain=ends, nice=False, zero=False), axis=axis)


def _floor(areas: pl.DataFrame) -> Any:
    names = order(areas, "name")
    shades = dict(zip(names, _SHADES, strict=False)) | {names[-1]: _DISC}
    rows = [row | {"shade": shades[row["name"]]} for row in areas.iter_rows(named=True)]
    marks = alt.Chart(inline(rows)).mark_rect(stroke=_EDGE, strokeWidth=1)
    return marks.encode(x2="x2:Q", y2="y2:Q", color=alt.Color("shade:N", scale=None))


def _names(areas: pl.DataFrame) -> Any:
    """Write each name once, to the right of the board, or on what lies within it."""
    edge, rows = max(areas["x2"]), {}
    for row in areas.iter_rows(named=True):
        middle = (row["y"] + row["y2"]) / 2
        within = row["x2"] < edge and row["name"] == areas["name"][-1]
        place = (row["x"] + row["x2"]) / 2 if within else edge
        name = row["name"].replace("-", "\N{MINUS SIGN}")
        rows[row["name"]] = {"x": place, "y": middle, "name": name, "shift": not within}
    text = alt.Chart(inline([*rows.values()])).mark_text(
        fontSize=13, color=GREY, align=alt.expr("datum.shift ? 'left' : 'center'"),
        dx=alt.expr("datum.shift ? 6 : 0"),
    )  # fmt: skip
    return text.encode(text="name:N")


def _pegs(pegs: pl.DataFrame, pixels: float) -> Any:
    rows = [
        {"x": (row["x"] + row["x2"]) / 2, "y": (row["y"] + row["y2"]) / 2,
         "area": pi * ((row["x2"] - row["x"]) / 2 * pixels) ** 2}
        for row in pegs.iter_rows(named=True)
    ]  # fmt: skip
    marks = alt.Chart(inline(rows)).mark_point(filled=True, shape="circle", opacity=1, color=_PEG)
    return marks.encode(size=alt.Size("area:Q", scale=None, legend=None))


def _dice(dice: pl.DataFrame, owner_title: str, pixels: float) -> list[Any]:
    owners = order(dice, "owner")
    if len(owners) > len(SERIES):
        raise InputError("chart", f"{len(owners)} owners; draw at most {len(SERIES)}")
    edge = max(dice["size"]) * pixels
    inks = {o: "white" if c in _DARK else "black" for o, c in zip(owners, SERIES, strict=False)}
    rows = [
        row | {"ink": inks[row["owner"]], "told": "" if row["face"] is None else str(row["face"])}
        for row in dice.iter_rows(named=True)
    ]
    base = alt.Chart(compact(rows, texts=("owner", "ink", "told")))
    named: dict[str, Any] = {"field": field("owner"), "type": "nominal"}
    legend = alt.Legend(title=owner_title, orient="top", direction="horizontal", symbolSize=150)
    marks = base.mark_point(
        filled=True, opacity=1, size=edge**2, stroke="black", strokeWidth=0.8
    ).encode(
        color=alt.Color(**named, legend=legend, scale=_scale(owners, SERIES)),
        shape=alt.Shape(**named, legend=legend, scale=_scale(owners, SHAPES)),
        tooltip=[alt.Tooltip(field=n, type="nominal") for n in ("owner", "face", "x", "y")],
    )
    faces = base.transform_filter("datum.told").mark_text(
        fontSize=0.72 * edge, fontWeight="bold", baseline="middle"
    )
    return [marks, faces.encode(text="told:N", color=alt.Color("ink:N", scale=None))]


def _scale(owners: list[Any], marks: tuple[str, ...]) -> alt.Scale:
    return alt.Scale(domain=owners, range=list(marks[: len(owners)]))
