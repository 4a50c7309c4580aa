"""Paired differences keep an honest interval where nothing changed."""

import numpy as np
import pytest

from dicestats.stats import paired_difference, wilson


@pytest.mark.parametrize("games", [1, 100, 10**6])
def test_unchanged_games_do_not_prove_that_nothing_changes(games):
    row = paired_difference(np.array([[0, 1, 1, games]]))
    assert row["estimate"] == 0
    assert row["high"] == -row["low"] == wilson(0, games)[1] > 0
