"""Committed notebooks are executed from top to bottom and hold their outputs."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(p for p in ROOT.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
MOST_BYTES = 600_000


def code_cells(path):
    cells = json.loads(path.read_text())["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_every_experiment_has_a_notebook():
    for experiment in ROOT.parent.glob("simulations/*/*.toml"):
        assert (ROOT / experiment.parent.name / f"{experiment.stem}.ipynb").exists()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_executed_from_top_to_bottom(path):
    counts = [cell["execution_count"] for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_shows_something_and_nothing_went_wrong(path):
    for cell in code_cells(path):
        assert cell["outputs"]
        for output in cell["outputs"]:
            assert output["output_type"] != "error"
            assert output.get("name") != "stderr"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_small_listed_and_free_of_absolute_paths(path):
    text = path.read_text()
    assert len(text) <= MOST_BYTES
    assert "/home/" not in text
    assert str(ROOT.parent) not in text
    assert path.relative_to(ROOT).as_posix() in (ROOT / "README.md").read_text()
