"""The board and the maps of aims as charts: to scale, in every renderer, told apart in grey."""

import json
from io import StringIO
from itertools import pairwise

import altair as alt
import polars as pl
import pytest
import vl_convert

from dicestats import charts
from dicestats.charts.board import SHAPES
from dicestats.charts.render import repacked
from dicestats.errors import InputError
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.plan import board_frame, dice_frame
from dicestats.games.tumblin.watch import svg

LAB = "5.8"
STANDARD = Board()
LYING = dice_frame(
    STANDARD,
    [(0.0, 0.5, 6, "seat 0"), (0.05, 0.55, 12, "seat 1"), (-0.13, 0.64, 2, "seat 0"),
     (-0.1, 0.3, 1, "seat 2"), (0.1, 0.44, 3, "seat 3"), (0.1, 0.2, 4, "seat 4"),
     (-0.1, 0.1, 5, "seat 5")],
)  # fmt: skip
POINTS = pl.DataFrame(
    [(who, angle, speed, angle + speed, angle == 10 and speed == 2.0)
     for who in ("expert", "novice") for angle in (-10, 0, 10) for speed in (1.0, 1.4142, 2.0)],
    ["skill", "angle", "speed", "points", "best"], orient="row",
)  # fmt: skip


def board(plan: Board = STANDARD, dice: pl.DataFrame = LYING, **options):
    return charts.board(board_frame(plan), dice, title="Round 1", subtitle="game 0", **options)


def surface(frame: pl.DataFrame = POINTS):
    return charts.surface(
        frame, x="angle", y="speed", value="points", series="skill", title="Where to aim?",
        x_title="angle", y_title="speed", value_title="points",
    )  # fmt: skip


CHARTS = {
    "board": board,
    "small board": lambda: board(Board(**PRESETS["medium"].overrides), LYING[:0], scale=0.5),
    "dots": lambda: board(dice=LYING.with_columns(face=pl.lit(None, pl.Int64), size=0.004)),
    "surface": surface,
    "surface without marks": lambda: surface(POINTS.drop("best")),
}


@pytest.fixture(autouse=True)
def theme():
    before = alt.theme.active
    charts.use_theme()
    yield
    alt.theme.enable(before)


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_goes_through_json_and_draws_the_same_in_a_notebook(name):
    chart = CHARTS[name]()
    spec = chart.to_dict()
    assert type(chart).from_json(json.dumps(spec, allow_nan=False)).to_dict() == spec
    old = vl_convert.vegalite_to_png(spec, scale=1, vl_version=LAB, allowed_base_urls=[])
    assert repacked(old) == charts.png(spec, scale=1)


@pytest.mark.parametrize(("name", "pixels"), [("board", 640), ("small board", 320)])
def test_a_metre_is_as_long_in_both_directions(name, pixels):
    spec = CHARTS[name]().to_dict()
    encoding = spec["layer"][0]["encoding"]
    ends = [encoding[axis]["scale"]["domain"] for axis in "xy"]
    scales = [spec[side] / (far - near)
              for side, (near, far) in zip(("width", "height"), ends, strict=True)]  # fmt: skip
    assert scales[0] == pytest.approx(scales[1])
    length = 0.69 if name == "board" else 0.483
    assert scales[1] * length == pytest.approx(pixels)
    (rows,) = (rows for rows in spec["datasets"].values() if "shade" in rows[0])
    assert [row["name"] for row in rows] == ["-1x", "1x", "2x", "3x", "4x", "4x", "4x", "disc"]


def texts(spec):
    return vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])


def test_levels_are_named_and_dice_show_their_faces():
    drawn = texts(board().to_dict())
    for name in ("\N{MINUS SIGN}1x", "1x", "2x", "3x", "4x", "disc", "12", "seat 5", "die of"):
        assert f">{name}</text>" in drawn
    assert ">null</text>" not in texts(CHARTS["dots"]().to_dict())
    bare = texts(CHARTS["small board"]().to_dict())
    assert "seat" not in bare


def test_owners_differ_in_colour_and_in_shape():
    encoding = board().to_dict()["layer"][3]["encoding"]
    for channel in ("color", "shape"):
        scale = encoding[channel]["scale"]
        assert scale["domain"] == [f"seat {n}" for n in range(6)]
        assert len(set(scale["range"])) == 6
    assert len(set(SHAPES)) == len(SHAPES) == len(charts.SERIES)


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_faces_can_be_read_on_every_colour():
    (dice,) = (rows for rows in board().to_dict()["datasets"].values() if isinstance(rows, str))
    inks = dict(pl.read_csv(StringIO(dice)).sort("owner").select("owner", "ink").iter_rows())
    for color, ink in zip(charts.SERIES, inks.values(), strict=True):
        light, dark = sorted((luminance(color), 1.0 if ink == "white" else 0.0), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_filmstrip_has_the_colours_of_the_charts():
    assert svg.COLORS == charts.SERIES
    assert len(set(svg.SHAPES)) == len(svg.SHAPES)


def test_more_owners_than_colours_are_refused():
    many = [(0.0, 0.1 * seat, 1, f"seat {seat}") for seat in range(7)]
    with pytest.raises(InputError, match="7 owners; draw at most 6"):
        board(dice=dice_frame(STANDARD, many))


@pytest.mark.parametrize(("make", "frame"), [(board, LYING), (surface, POINTS)])
def test_missing_columns_and_too_many_rows_are_refused(make, frame):
    many = pl.concat([frame] * (5_001 // frame.height + 1))
    key = {board: "dice", surface: "frame"}[make]
    with pytest.raises(InputError, match=r"draw at most 5,000"):
        make(**{key: many})
    with pytest.raises(InputError, match="no column"):
        make(**{key: frame.drop(frame.columns[2])})


def test_cells_of_a_map_touch_and_the_best_one_is_marked():
    spec = surface().to_dict()
    rect, cross, number = spec["spec"]["layer"]
    for side, axis in (("width", "x"), ("height", "y")):
        low, high = rect["encoding"][axis]["scale"]["domain"]
        assert rect["mark"][side] == pytest.approx(spec["spec"][side] / 3 + 0.5)
        assert low < POINTS[{"x": "angle", "y": "speed"}[axis]].min() < high
    assert cross["transform"] == number["transform"]
    (text,) = spec["datasets"].values()
    rows = pl.read_csv(StringIO(text))
    told = rows.drop_nulls("told").select("skill", "angle", "speed", "told").rows()
    assert told == [("expert", 10, 2.0, 12.0), ("novice", 10, 2.0, 12.0)]
    assert (rows["shade"] - rows["points"]).abs().max() <= 21 / 40 + 1e-3
    low, high = rect["encoding"]["y"]["scale"]["domain"]
    steps = [b / a for a, b in pairwise((low, 1.0, 2.0, high))]
    assert steps[0] == pytest.approx(steps[2], rel=1e-3)  # half a step beyond either end


def test_board_frames_have_what_a_drawing_needs():
    frame = board_frame(STANDARD, ("0x", "1x", "2x", "3x", "4x"))
    areas = frame.filter(part="area")
    assert areas["name"].to_list() == ["0x", "1x", "2x", "3x", "4x", "4x", "4x", "disc"]
    bands = areas.filter(pl.col("name").is_in(["0x", "1x", "2x", "3x"]))
    assert bands["y2"][:-1].to_list() == bands["y"][1:].to_list()
    tongues = areas.filter(name="4x")
    assert (tongues["x2"] - tongues["x"]).round(6).unique().to_list() == [0.08]
    assert frame.filter(part="peg").height == len(STANDARD.pegs)
