"""Every kind of chart becomes a dictionary, goes through JSON, renders, and can be read."""

import json
import re
import struct
import zlib
from itertools import pairwise

import altair as alt
import numpy as np
import polars as pl
import pytest
import vl_convert
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicestats import charts
from dicestats.charts.numbers import UNITS, axis_digits, domain, ticks
from dicestats.charts.render import repacked
from dicestats.errors import InputError

PNG = b"\x89PNG\r\n\x1a\n"
LAB = "5.8"  # the oldest Vega-Lite that the renderer has; JupyterLab 4.6 draws with 5.6
RATES = pl.DataFrame(
    {
        "strategy": ["random", "greedy", "best"],
        "rate": [0.5179812345, 0.9061, 0.62],
        "low": [0.5179, 0.9059, 0.60],
        "high": [0.5181, 0.9063, 0.64],
        "games": [16_777_216] * 3,
    }
)
CHANGES = pl.DataFrame(
    {
        "variant": ["odd lead", "no penalty", "fixed lead"],
        "rate": [-0.036, 0.0, 0.038],
        "low": [-0.0362, -0.001, 0.0377],
        "high": [-0.0359, 0.001, 0.0381],
    }
)
GROUPS = pl.DataFrame(
    {
        "category": ["red", "red", "blue", "blue"],
        "players": ["random", "greedy"] * 2,
        "rate": [0.1, 0.12, 0.15, 0.2],
        "low": [0.09, 0.11, 0.14, 0.19],
        "high": [0.11, 0.13, 0.16, 0.21],
    }
)
SETTLED = pl.DataFrame(
    {
        "pair": [3, 2, 1] * 2,
        "players": ["random"] * 3 + ["greedy"] * 3,
        "rate": [0.9, 0.4, 0.0, 0.7, 0.2, 0.1],
    }
).with_columns(low=pl.col("rate") * 0.9, high=pl.col("rate") * 1.1)
MATRIX = pl.DataFrame(
    {
        "seat 1": ["random", "greedy", "random", "greedy"],
        "seat 0": ["random", "random", "greedy", "greedy"],
        "rate": [0.518, 0.012, 0.991, float("nan")],
        "low": [0.517, 0.011, 0.990, float("nan")],
        "high": [0.519, 0.013, 0.992, float("nan")],
    }
)
MARGINS = pl.DataFrame({"margin": [2, -2, 0], "share": [0.5, 0.3, 0.2]})
BOUNDED = MARGINS.with_columns(low=pl.col("share") - 0.01, high=pl.col("share") + 0.01)


def intervals(frame=RATES, label="strategy", **options):
    return charts.intervals(
        frame, label=label, title="Who wins", x_title="win rate of seat 0", **options
    )


def grouped(frame=GROUPS, **options):
    return intervals(frame, "category", series="players", **options)


def changes(**options):
    return intervals(CHANGES, "variant", reference=0, unit="points", **options)


def shares(frame=MARGINS):
    return charts.shares(frame, x="margin", title="Margins", x_title="categories ahead")


def lines(frame=SETTLED, **options):
    options = {"series": "players"} | options
    return charts.lines(
        frame, x="pair", title="When?", x_title="pairs played", y_title="share of games", **options
    )


def heat(frame=MATRIX, **options):
    return charts.heat(
        frame, x="seat 1", y="seat 0", title="Who wins", value_title="win rate of seat 0", **options
    )


CHARTS = {
    "intervals": lambda: intervals(subtitle="16,777,216 games each, 95 % intervals"),
    "reference": lambda: intervals(reference=0.5),
    "changes": changes,
    "one row": lambda: intervals(RATES[:1]),
    "grouped": grouped,
    "shares": shares,
    "shares with intervals": lambda: shares(BOUNDED),
    "lines": lines,
    "one line": lambda: lines(SETTLED[:3], series=None, reference=0.5, log_x=True),
    "heat": lambda: heat(middle=0.5),
    "heat without intervals": lambda: heat(MATRIX.drop("low", "high")),
}
TITLES = {"strategy", "variant", "category", "share of games", "pairs played", "seat 0", "seat 1",
          "categories ahead", "win rate of seat 0",
          "win rate of seat 0 (percentage points)"}  # fmt: skip


@pytest.fixture(autouse=True)
def theme():
    before = alt.theme.active
    charts.use_theme()
    yield
    alt.theme.enable(before)


def data_of(spec):
    """All rows of data in a specification, wherever Altair put them."""
    return [row for rows in spec["datasets"].values() for row in rows]


def words_of(spec, role):
    """The words that a rendered chart shows in one role, such as axis-label."""
    svg = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
    return [
        re.findall(r"<text[^>]*>([^<]*)</text>", part)
        for part in re.split(r'(?=<g class="mark-)', svg)
        if f"role-{role}" in part.split(">", 1)[0]
    ]


# ---- every kind -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHARTS)
def test_goes_through_json(name):
    chart = CHARTS[name]()
    spec = chart.to_dict()
    text = json.dumps(spec, allow_nan=False)
    assert type(chart).from_json(text).to_dict() == spec
    assert spec["$schema"] == alt.SCHEMA_URL
    assert spec["title"]["text"]
    assert CHARTS[name]().to_dict() == spec


@pytest.mark.parametrize("name", CHARTS)
def test_renders_the_same_png_twice(name, tmp_path):
    charts.save_png(CHARTS[name](), tmp_path / "a.png", scale=1)
    charts.save_png(CHARTS[name](), tmp_path / "b.png", scale=1)
    image = (tmp_path / "a.png").read_bytes()
    assert image == (tmp_path / "b.png").read_bytes()
    width, height = struct.unpack(">II", image[16:24])
    assert image.startswith(PNG)
    assert width > 250
    assert height > 60
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("name", CHARTS)
def test_notebooks_draw_it_live_as_the_png_shows_it(name):
    # JupyterLab draws with an older Vega-Lite: the same pixels, so nothing new is used.
    spec = CHARTS[name]().to_dict()
    old = vl_convert.vegalite_to_png(spec, scale=1, vl_version=LAB, allowed_base_urls=[])
    assert repacked(old) == charts.png(spec, scale=1)


@pytest.mark.parametrize("name", CHARTS)
def test_every_axis_has_a_title_and_labels_that_differ(name):
    spec = CHARTS[name]().to_dict()
    titles = [word for words in words_of(spec, "axis-title") for word in words]
    assert len(titles) == 2
    assert set(titles) <= TITLES
    labels = words_of(spec, "axis-label")
    assert len(labels) == 2
    for words in labels:
        assert words
        assert len(set(words)) == len(words)
        assert "NaN" not in words


@pytest.mark.parametrize("name", sorted(CHARTS.keys() - {"shares", "heat without intervals"}))
def test_intervals_are_drawn_or_written(name):
    layers = CHARTS[name]().to_dict()["layer"]
    ends = [
        encoding.get("x2", encoding.get("y2", {})).get("field")
        for encoding in (layer["encoding"] for layer in layers)
    ]
    halves = [layer["encoding"].get("text", {}).get("field") for layer in layers]
    assert "high" in ends or "half" in halves


@pytest.mark.parametrize("make", [intervals, grouped, shares, lines, heat])
def test_only_a_few_aggregated_rows_with_their_columns_are_drawn(make):
    frame = {intervals: RATES, grouped: GROUPS, shares: MARGINS, lines: SETTLED, heat: MATRIX}[make]
    many = pl.concat([frame] * (5_001 // frame.height + 1))
    assert make(many[:5_000]).to_dict()
    with pytest.raises(InputError, match=r"5,001 rows; draw at most 5,000"):
        make(many[:5_001])
    with pytest.raises(InputError, match="no rows"):
        make(frame[:0])
    lost = "share" if make is shares else "rate"
    with pytest.raises(InputError, match=f"no column '{lost}'; there are: "):
        make(frame.drop(lost))


def test_theme_is_active_only_when_asked_for():
    assert alt.theme.active == "dicestats"
    config = shares().to_dict()["config"]
    assert config["range"]["category"][0] == charts.BLUE
    assert config["font"].split(",")[0] == "Liberation Sans"
    with alt.theme.enable("default"):
        assert "range" not in shares().to_dict()["config"]


def test_text_is_drawn_where_the_first_font_is_missing():
    # The renderer has neither of the two named next; a browser may.
    font = shares().to_dict()["config"]["font"]
    fallback = font.removeprefix("Liberation Sans, ")
    blank = shares().to_dict() | {"config": {"font": "No Such Font"}}
    named = shares().to_dict() | {"config": {"font": fallback}}
    assert len(charts.png(named)) > 1.5 * len(charts.png(blank))


# ---- data -----------------------------------------------------------------------------------


def test_numbers_are_rounded_and_nan_is_null():
    frame = RATES.with_columns(low=pl.Series([float("nan"), 0.1234567890123, 0.6]))
    rows = [row for row in data_of(intervals(frame).to_dict()) if "strategy" in row]
    assert [row["low"] for row in rows] == [None, 0.1234568, 0.6]
    assert rows[0]["rate"] == 0.5179812
    assert rows[0]["estimate, interval"].endswith("(\N{EN DASH} to 51.8%)")
    single = frame.with_columns(pl.col("low").cast(pl.Float32), high=float("inf"))
    assert [row["high"] for row in data_of(intervals(single).to_dict())] == [None] * 3


def test_only_the_columns_that_are_drawn_are_in_the_chart():
    rows = data_of(intervals().to_dict())
    wanted = {"strategy", "rate", "low", "high", "estimate, interval"}
    assert all(set(row) == wanted for row in rows)


def test_rows_keep_the_order_of_the_frame_and_numbers_their_own():
    (labels,) = (w for w in words_of(intervals().to_dict(), "axis-label") if "greedy" in w)
    assert labels == ["random", "greedy", "best"]
    assert [row["margin"] for row in data_of(shares().to_dict())] == [-2, 0, 2]
    assert [row["pair"] for row in data_of(lines().to_dict())] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("name", ["rate.x", "rate [%]", "the 'rate'", "a:Q", "seat 0, seat 1"])
def test_columns_may_have_any_name(name):
    frame = RATES.rename({"strategy": name, "rate": f"{name} value"})
    spec = intervals(frame, name, value=f"{name} value").to_dict()
    assert words_of(spec, "axis-label")[1] == ["random", "greedy", "best"]
    assert [name] in words_of(spec, "axis-title")


# ---- axes and numbers -----------------------------------------------------------------------


@given(
    st.floats(-1, 1, allow_nan=False),
    st.floats(1e-9, 2, allow_nan=False),
    st.sampled_from(sorted(UNITS)),
)
@example(low=0.59375, width=1.3125, unit="change")
def test_axes_hold_all_values_and_their_labels_differ(low, width, unit):
    kind, high = UNITS[unit], low + width
    ends = domain([low * kind.scale, high * kind.scale], kind)
    assert ends[0] <= low * kind.scale < high * kind.scale <= ends[1]
    places = ticks(*ends)
    digits = axis_digits(places, kind)
    labels = [kind.text(place, digits) for place in places]
    assert 3 <= len(places) <= 9
    assert len(set(labels)) == len(labels)
    room = 1e-9 * (ends[1] - ends[0]) + 1e-12
    assert all(ends[0] - room <= place <= ends[1] + room for place in places)
    steps = [b - a for a, b in pairwise(places)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-3)


def test_negative_differences_in_a_column_named_rate_lie_on_the_axis():
    spec = changes().to_dict()
    low, high = spec["layer"][1]["encoding"]["x"]["scale"]["domain"]
    assert low < -3.62
    assert high > 3.81


def test_a_share_is_never_drawn_beyond_0_and_1():
    kind = UNITS["percent"]
    assert domain([0.0, 0.99], kind)[0] == 0
    assert domain([0.01, 1.0], kind)[1] == 1
    assert domain([-0.1, 1.0], kind)[0] < -0.1
    assert domain([None, float("nan")], kind) == (0.0, 1.0)
    assert domain([0.3, 0.3], kind)[0] < 0.3 < domain([0.3, 0.3], kind)[1]


@settings(max_examples=15, deadline=None)
@given(st.floats(0.01, 0.9), st.sampled_from([0.05, 1e-3, 3e-5, 1e-6]))
def test_rendered_tick_labels_differ_however_narrow_the_intervals(rate, half):
    frame = RATES[:1].with_columns(rate=rate, low=rate - half, high=rate + half)
    numbers = words_of(intervals(frame).to_dict(), "axis-label")[0]
    assert len(set(numbers)) == len(numbers) >= 3


def test_every_number_on_the_axis_of_a_line_is_written_out():
    shares = SETTLED[:3].with_columns(pair=pl.Series([25, 57, 100]))
    assert words_of(lines(shares, series=None).to_dict(), "axis-label")[0] == ["25", "57", "100"]


def test_numbers_beside_the_rows_have_the_digits_that_their_intervals_vouch_for():
    told = [row["estimate, interval"] for row in data_of(intervals().to_dict())]
    assert told == [
        "51.80%  (51.79% to 51.81%)", "90.61%  (90.59% to 90.63%)", "62%  (60% to 64%)",
    ]  # fmt: skip
    told = [row.get("estimate, interval") for row in data_of(changes().to_dict())]
    assert told[1:] == [
        "\N{MINUS SIGN}3.60  (\N{MINUS SIGN}3.62 to \N{MINUS SIGN}3.59)",
        "0.0  (\N{MINUS SIGN}0.1 to +0.1)",
        "+3.80  (+3.77 to +3.81)",
    ]
    assert "0" in words_of(changes().to_dict(), "axis-label")[0]  # not +0


def test_an_exact_value_is_called_exact():
    known = pl.DataFrame({"strategy": ["solved"], "rate": [0.25], "low": [0.25], "high": [0.25]})
    (told,) = [row["estimate, interval"] for row in data_of(intervals(known).to_dict())]
    assert told.endswith("  (exact)")
    assert told.startswith("25")


def test_an_unknown_unit_is_refused_with_the_nearest():
    with pytest.raises(InputError, match=r"unknown unit 'percents' \(did you mean 'percent'"):
        intervals(unit="percents")


# ---- what the kinds add ---------------------------------------------------------------------


def test_reference_is_drawn_at_its_place():
    plain, marked = intervals().to_dict(), intervals(reference=0.5).to_dict()
    assert len(marked["layer"]) == len(plain["layer"]) + 1
    assert {"reference": 0.5} in data_of(marked)
    level = lines(reference=0.02, unit="points").to_dict()
    assert {"reference": 2.0} in data_of(level)


@pytest.mark.parametrize("make", [grouped, lines])
def test_series_differ_in_colour_and_in_a_second_way_and_are_named_once(make):
    spec = make().to_dict()
    assert words_of(spec, "legend-label") == [["random"], ["greedy"]]
    assert words_of(spec, "legend-title") == [["players"]]
    encodings = [layer["encoding"] for layer in spec["layer"]]
    scales = [e[c]["scale"] for e in encodings for c in ("color", "shape", "strokeDash")
              if "scale" in e.get(c, {})]  # fmt: skip
    ranges = {json.dumps(scale["range"]) for scale in scales}
    assert json.dumps(list(charts.SERIES[:2])) in ranges
    assert len(ranges) == 2


@pytest.mark.parametrize("make", [grouped, lines])
def test_more_series_than_colours_are_refused(make):
    frame = pl.concat(
        GROUPS[:1].with_columns(players=pl.lit(f"player {i}"), pair=1) for i in range(7)
    )
    assert make(frame[:6])
    with pytest.raises(InputError, match="7 series; draw at most 6"):
        make(frame)


# Machado, Oliveira and Fernandes 2009, full severity, for linear RGB.
BLINDNESS = {
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_series_colours_are_told_apart_with_any_colour_blindness(blindness):
    def lab(color):
        srgb = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
        x, y, z = np.cbrt(XYZ @ np.clip(BLINDNESS[blindness] @ linear, 0, 1) / XYZ.sum(axis=1))
        return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])

    places = [lab(color) for color in charts.SERIES]
    apart = [np.linalg.norm(a - b) for i, a in enumerate(places) for b in places[:i]]
    assert min(apart) > 10  # 2.3 is just noticed


def test_heat_writes_numbers_half_widths_and_leaves_missing_cells_empty():
    rows = data_of(heat(middle=0.5).to_dict())
    assert [(row["number"], row["half"]) for row in rows] == [
        ("51.8%", "±0.1"), ("1.2%", "±0.1"), ("99.1%", "±0.1"), ("", ""),
    ]  # fmt: skip
    spec = heat(middle=0.5).to_dict()
    low, high = spec["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert (low + high) / 2 == pytest.approx(0.5)
    assert words_of(spec, "axis-label") == [["random", "greedy"], ["random", "greedy"]]


def test_narrow_cells_hold_no_numbers_and_long_names_are_slanted():
    def table(columns, letter):
        names = [f"{letter}{i}" for i in range(columns)]
        return pl.DataFrame({"seat 1": names, "seat 0": ["us"] * columns, "rate": [0.5] * columns})

    assert len(heat(table(12, "a")).to_dict()["layer"]) == 2
    assert len(heat(table(13, "a")).to_dict()["layer"]) == 1
    axes = [heat(table(3, letter)).to_dict()["layer"][0]["encoding"]["x"]["axis"]
            for letter in ("a", "a long name ")]  # fmt: skip
    assert [axis["labelAngle"] for axis in axes] == [0, -40]


def test_titles_of_a_heat_maps_axes_may_differ_from_its_columns():
    titles = words_of(heat(x_title="against", y_title="strategy").to_dict(), "axis-title")
    assert titles == [["against"], ["strategy"]]


def test_shares_with_intervals_draw_them():
    plain, bounded = shares().to_dict(), shares(BOUNDED).to_dict()
    assert [layer["mark"]["type"] for layer in plain["layer"]] == ["bar", "text"]
    assert [layer["mark"]["type"] for layer in bounded["layer"]] == ["bar", "rule", "text"]


def test_a_small_share_is_told_from_none():
    frame = pl.DataFrame({"margin": [0, 1, 2, 3], "share": [0.0, 0.0004, 0.0006, None]})
    assert [row["percent"] for row in data_of(shares(frame).to_dict())] == [
        "0",
        "<0.1%",
        "0.1%",
        "",
    ]


def test_a_logarithmic_axis_is_marked_at_powers_of_ten():
    games = [65_536 * 2**i for i in range(9)]
    frame = pl.DataFrame({"pair": games, "rate": [0.5] * 9, "low": [0.4] * 9, "high": [0.6] * 9})
    spec = lines(frame, series=None, log_x=True).to_dict()
    assert words_of(spec, "axis-label")[0] == ["100k", "1M", "10M"]


# ---- files ----------------------------------------------------------------------------------


def test_scale_is_pixels_to_a_unit():
    spec = shares().to_dict()
    (once,), (twice,) = (
        struct.unpack(">I", charts.png(spec, scale=scale)[16:20]) for scale in (1.0, 2.0)
    )
    assert twice == pytest.approx(2 * once, abs=2)


def pixels(image):
    """Decode a PNG of eight bits a channel: rows of red, green, blue, opacity."""
    place, chunks = len(PNG), {}
    while place < len(image):
        (length,) = struct.unpack(">I", image[place : place + 4])
        kind, content = image[place + 4 : place + 8], image[place + 8 : place + 8 + length]
        (check,) = struct.unpack(">I", image[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(kind + content)
        chunks[kind] = chunks.get(kind, b"") + content
        place += length + 12
    width, height, bits, form = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    channels = {2: 3, 3: 1, 6: 4}[form]
    raw = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8)
    lines = raw.reshape(height, width * channels + 1)
    shown = lines[:, 1:].reshape(height, width, channels).copy()
    for line, kind in zip(shown, lines[:, 0], strict=True):
        assert (bits, kind) in ((8, 0), (8, 1))
        for column in range(1, width if kind else 0):
            line[column] += line[column - 1]
    if form == 3:
        shown = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[shown[..., 0]]
    return np.concatenate([shown, np.full_like(shown[..., :1], 255)], axis=2)[..., :4]


@pytest.mark.parametrize(("name", "ratio"), [("intervals", 0.2), ("heat", 0.3)])
def test_png_is_packed_tightly_and_shows_the_same_pixels(name, ratio):
    spec = CHARTS[name]().to_dict()
    loose = vl_convert.vegalite_to_png(spec, scale=1.5, allowed_base_urls=[])
    tight = charts.png(spec, scale=1.5)
    assert len(tight) < ratio * len(loose)
    assert np.array_equal(pixels(tight), pixels(loose))


def test_a_transparent_chart_stays_transparent():
    spec = shares().to_dict()
    spec["config"]["background"] = "transparent"
    loose = vl_convert.vegalite_to_png(spec, scale=1, allowed_base_urls=[])
    assert np.array_equal(pixels(charts.png(spec, scale=1)), pixels(loose))
    assert pixels(loose)[0, 0, 3] == 0


def test_a_png_of_another_form_is_left_as_it_is():
    tight = charts.png(shares().to_dict())
    assert repacked(tight) == tight


def test_nothing_is_fetched_from_elsewhere():
    spec = {"data": {"url": "https://example.com/x.csv"}, "mark": "bar",
            "encoding": {"x": {"field": "a", "type": "quantitative"}}}  # fmt: skip
    with pytest.raises(ValueError, match="not allowed"):
        charts.png(spec)


def test_save_writes_specification_and_image_whole_or_not_at_all(tmp_path, monkeypatch):
    charts.save(shares(), tmp_path, "margins")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["margins.png", "margins.vl.json"]
    assert json.loads((tmp_path / "margins.vl.json").read_text()) == shares().to_dict()
    assert (tmp_path / "margins.png").read_bytes() == charts.png(shares().to_dict(), 2.0)
    before = (tmp_path / "margins.png").read_bytes()

    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        charts.save_png(intervals(), tmp_path / "margins.png")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["margins.png", "margins.vl.json"]
    assert (tmp_path / "margins.png").read_bytes() == before
