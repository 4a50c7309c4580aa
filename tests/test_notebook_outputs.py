"""Charts reach notebooks the same every time, and nbval compares them by their numbers."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import altair as alt
import nbformat
from nbclient import NotebookClient

from dicestats import notebook

ROOT = Path(__file__).parents[1] / "notebooks"
SPEC = "application/vnd.vegalite.v5+json"
MIMES = {SPEC, "image/png", "text/plain"}

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
    spec = outputs[0].data[SPEC]
    assert spec["$schema"] == alt.SCHEMA_URL
    rows = [row for data in spec["datasets"].values() for row in data]
    assert [row["share"] for row in rows] == [0.3, 0.2, 0.5]
    assert executed(tmp_path) == outputs


def test_root_is_the_nearest_folder_with_a_project(tmp_path, monkeypatch):
    deep = tmp_path / "notebooks" / "game"
    deep.mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(deep)
    assert notebook.root().resolve() == tmp_path.resolve()
    assert not notebook.root().is_absolute()


def comparable(output: Any) -> Any:
    spec = importlib.util.spec_from_file_location("notebooks_conftest", ROOT / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.comparable(output)


def test_outputs_are_compared_by_nine_digits_without_schema_and_names_of_data():
    def chart(number, schema, name):
        return {"$schema": schema, "data": {"name": name}, "datasets": {name: [{"x": number}]}}

    first = chart(0.123456789123, "v5", f"data-{'a' * 32}")
    assert comparable(first) == comparable(chart(0.123456789456, "v6", f"data-{'b' * 32}"))
    assert comparable(first) != comparable(chart(0.123456799, "v5", f"data-{'a' * 32}"))
    assert comparable([1, True, None, "0.1234567891234", 10**15 + 1]) == [
        1, True, None, "0.1234567891234", 10**15 + 1,
    ]  # fmt: skip


SHOWN = """
from IPython.display import display
display({{"application/json": {{"x": {}}}, "text/plain": "x"}}, raw=True)
"""


def test_nbval_uses_that_comparison(tmp_path):
    numbers = ["0.12345678912", "0.1234"]  # what is shown now
    saved = [0.12345678934, 0.1235]  # what the notebook holds: the first differs in the 10th digit
    cells = []
    for i, (number, old) in enumerate(zip(numbers, saved, strict=True), 1):
        data = {"application/json": {"x": old}, "text/plain": "x"}
        output = nbformat.v4.new_output("display_data", data=data)
        cell = nbformat.v4.new_code_cell(SHOWN.format(number), outputs=[output], execution_count=i)
        cells.append(cell)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "two.ipynb")
    shutil.copy(ROOT / "conftest.py", tmp_path)
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-q",
               "-p", "no:cacheprovider", "two.ipynb"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert "1 failed, 1 passed" in done.stdout
    assert "Cell 1" in done.stdout


def test_datasets_are_compared_in_any_order():
    rows, line = [{"rate": 0.123456789123}], [{"reference": 0.5}]
    a, b = f"data-{'a' * 32}", f"data-{'b' * 32}"
    assert comparable({a: rows, b: line}) == comparable({a: line, b: rows})
    assert comparable({a: rows, b: line}) != comparable({a: rows, b: rows})
