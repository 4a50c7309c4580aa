"""Committed results still follow from the code, and every experiment has its result."""

import random
from pathlib import Path

import pytest

from dicestats.experiment import group_of, read, results_folder
from dicestats.store import check_folder, describe, verify

ROOT = Path(__file__).parents[1]
EXPERIMENTS = sorted(ROOT.glob("simulations/*/*.toml"))
MOST_BYTES = 300_000  # for a table of one cell


def test_there_are_experiments():
    assert EXPERIMENTS


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_the_result_is_that_of_the_experiment(path):
    experiment = read(path)
    names, group = group_of(path, experiment)
    assert check_folder(results_folder(path), describe(names, group, experiment.title))


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_a_random_chunk_of_every_cell_plays_as_saved(path):
    assert verify(results_folder(path), 1, random.Random()) == []


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_result_files_are_small(path):
    cells = len(read(path).cell)
    for file in results_folder(path).iterdir():
        assert file.stat().st_size <= cells * MOST_BYTES
