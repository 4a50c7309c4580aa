"""Committed results still follow from the code, and every experiment has its result."""

import random
from pathlib import Path

import pytest

from dicestats.experiment import read, results_folder
from dicestats.store import check_folder, describe
from dicestats.verify import verify

ROOT = Path(__file__).parents[1]
EXPERIMENTS = sorted(ROOT.glob("simulations/*/*.toml"))
LEAVES = 4  # played again in each cell
SLOW = {"convolution/search", "dualing/ladder", "dualing/strong"}  # one leaf: long games
MOST_BYTES = 300_000  # for a table of one cell


def test_there_are_experiments():
    assert EXPERIMENTS


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_the_result_is_that_of_the_experiment(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what an experiment names lies beside it, wherever one stands
    experiment = read(path)
    description = describe(experiment.names, experiment.group, experiment.title)
    assert check_folder(results_folder(path), description)


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_random_leaves_of_every_cell_play_as_saved(path):
    leaves = 1 if f"{path.parent.name}/{path.stem}" in SLOW else LEAVES
    assert verify(results_folder(path), leaves, random.Random()) == []


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_result_files_are_small(path):
    cells = len(read(path).names)
    for file in results_folder(path).iterdir():
        assert file.stat().st_size <= cells * MOST_BYTES
