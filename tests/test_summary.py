"""A finished simulation as plain JSON."""

from dataclasses import replace

import numpy as np
import pytest
from fake_game import FAKE

from dicestats import summary
from dicestats.cells import Cell
from dicestats.game import Joint, Strategy
from dicestats.outcomes import Counts
from dicestats.simulate import Simulation, simulate


@pytest.mark.parametrize("by_chunk", [False, True])
def test_truncated_games_are_counted_from_their_column(
    by_chunk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = (Joint("first", ("winners",)), Joint("ends", ("truncated", "winners"), by_chunk))
    game = replace(FAKE, tables=lambda rules, seats: tables)
    monkeypatch.setattr(summary, "load", lambda name: game)
    rows = [[0, 0, 1, 90], [0, 1, 3, 7], [1, 1, 1, 2], [1, 0, 2, 1]]  # chunk, truncated, winners
    cells = np.array(rows, np.int64)[:, int(not by_chunk) :]
    counts = Counts(100, 0, {"first": np.array([[1, 100]]), "ends": cells})
    seated = (Strategy("any"), Strategy("any"))
    cell = Cell("fake", FAKE.small, seated, seed=0, games=100)
    assert summary.truncated_games(Simulation(cell, counts, 1.0)) == 9


def test_a_game_that_always_ends_has_no_truncated_games() -> None:
    found = summary.summary(simulate("convolution", games=100), 0.95)
    assert found["truncated"] == 0
    assert "stop" not in found
