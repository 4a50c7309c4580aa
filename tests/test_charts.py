"""Every chart becomes a dictionary, goes through JSON and renders; notebooks get the same bytes."""

import json
import struct

import altair as alt
import nbformat
import polars as pl
import pytest
from nbclient import NotebookClient

from dicestats import charts, notebook
from dicestats.errors import InputError

PNG = b"\x89PNG\r\n\x1a\n"
MIMES = {"application/vnd.vegalite.v5+json", "image/png", "text/plain"}
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
        "strategy": ["random", "greedy", "best"],
        "estimate": [-0.02, 0.0, 0.03],
        "low": [-0.03, -0.01, 0.02],
        "high": [-0.01, 0.01, 0.04],
    }
)
MARGINS = pl.DataFrame({"margin": [2, -2, 0], "share": [0.5, 0.3, 0.2]})


def intervals(frame=RATES, **options):
    return charts.intervals(
        frame, label="strategy", title="Who wins", x_title="win rate of seat 0", **options
    )


def shares(frame=MARGINS):
    return charts.shares(frame, x="margin", title="Margins", x_title="categories ahead")


CHARTS = {
    "intervals": lambda: intervals(subtitle="16,777,216 games each, 95 % intervals"),
    "reference": lambda: intervals(reference=0.5),
    "differences": lambda: intervals(
        CHANGES, value="estimate", reference=0.0, number_format="+.1%"
    ),
    "one row": lambda: intervals(RATES[:1]),
    "shares": shares,
}


@pytest.fixture(autouse=True)
def theme():
    before = alt.theme.active
    charts.use_theme()
    yield
    alt.theme.enable(before)


def data_of(spec):
    """All rows of data in a specification, wherever Altair put them."""
    return [row for rows in spec["datasets"].values() for row in rows]


@pytest.mark.parametrize("name", CHARTS)
def test_goes_through_json(name):
    chart = CHARTS[name]()
    spec = chart.to_dict()
    text = json.dumps(spec, allow_nan=False)
    assert type(chart).from_json(text).to_dict() == spec
    assert spec["$schema"] == alt.SCHEMA_URL
    assert spec["title"]["text"]


@pytest.mark.parametrize("name", CHARTS)
def test_renders_the_same_png_twice(name, tmp_path):
    charts.save_png(CHARTS[name](), tmp_path / "a.png", scale=1)
    charts.save_png(CHARTS[name](), tmp_path / "b.png", scale=1)
    image = (tmp_path / "a.png").read_bytes()
    assert image == (tmp_path / "b.png").read_bytes()
    width, height = struct.unpack(">II", image[16:24])
    assert image.startswith(PNG)
    assert width > 500
    assert height > 60


def test_scale_is_pixels_to_a_unit():
    spec = shares().to_dict()
    (once,), (twice,) = (
        struct.unpack(">I", charts.png(spec, scale=scale)[16:20]) for scale in (1.0, 2.0)
    )
    assert twice == pytest.approx(2 * once, abs=2)


def test_theme_is_active_only_when_asked_for():
    assert alt.theme.active == "dicestats"
    assert shares().to_dict()["config"]["range"]["category"][0] == charts.BLUE
    with alt.theme.enable("default"):
        assert "range" not in shares().to_dict()["config"]


def test_numbers_are_rounded_and_nan_is_null():
    frame = RATES.with_columns(low=pl.Series([float("nan"), 0.1234567890123, 0.6]))
    rows = [
        row
        for row in data_of(
            charts.intervals(frame, label="strategy", title="", x_title="").to_dict()
        )
        if "strategy" in row
    ]
    assert [row["low"] for row in rows] == [None, 0.123457, 0.6]
    assert rows[0]["rate"] == 0.517981


def test_only_the_columns_that_are_drawn_are_in_the_chart():
    rows = data_of(intervals().to_dict())
    assert all(set(row) == {"strategy", "rate", "low", "high"} for row in rows)


def test_rows_keep_the_order_of_the_frame_and_shares_that_of_the_numbers():
    spec = intervals().to_dict()
    assert all(
        layer["encoding"]["y"]["sort"] == ["random", "greedy", "best"] for layer in spec["layer"]
    )
    assert [row["margin"] for row in data_of(shares().to_dict())] == [-2, 0, 2]


def test_reference_is_drawn_at_its_place():
    plain, marked = intervals().to_dict(), intervals(reference=0.5).to_dict()
    assert len(marked["layer"]) == len(plain["layer"]) + 1
    assert {"reference": 0.5} in data_of(marked)


def test_too_many_rows_are_refused():
    most = pl.DataFrame({"margin": range(5_000), "share": [0.0] * 5_000})
    assert len(data_of(shares(most).to_dict())) == 5_000
    with pytest.raises(InputError, match=r"5,001 rows; draw at most 5,000"):
        shares(pl.concat([most, most[:1]]))


@pytest.mark.parametrize(("frame", "value"), [(RATES, "rate"), (CHANGES, "estimate")])
def test_the_axis_holds_every_interval(frame, value):
    spec = intervals(frame, value=value, reference=0.0).to_dict()
    x = spec["layer"][2]["encoding"]["x"]
    low, high = x["scale"]["domain"]
    assert low <= min(0.0, frame["low"].min())
    assert high >= frame["high"].max()


# ---- notebooks ------------------------------------------------------------------------------

CELL = """
import polars as pl
from dicestats import charts, notebook
root = notebook.setup()
frame = pl.DataFrame({"margin": [-2, 0, 2], "share": [0.3, 0.2, 0.5]})
charts.shares(frame, x="margin", title="Margins", x_title="categories ahead")
"""


def executed(folder):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL, id="chart")])
    (folder / "pyproject.toml").touch()
    NotebookClient(book, timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
    nbformat.validate(book)
    return book.cells[0].outputs


def test_notebook_output_is_spec_image_and_text_and_the_same_every_time(tmp_path):
    outputs = executed(tmp_path)
    assert set(outputs[0].data) == MIMES
    assert outputs[0].data["text/plain"] == "chart"
    spec = outputs[0].data["application/vnd.vegalite.v5+json"]
    assert spec["$schema"] == alt.SCHEMA_URL
    assert [row["share"] for row in data_of(spec)] == [0.3, 0.2, 0.5]
    assert executed(tmp_path) == outputs


def test_root_is_the_nearest_folder_with_a_project(tmp_path, monkeypatch):
    deep = tmp_path / "notebooks" / "game"
    deep.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(deep)
    assert notebook.root().resolve() == tmp_path.resolve()
    assert not notebook.root().is_absolute()
