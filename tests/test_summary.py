"""A finished simulation as plain JSON."""

from dataclasses import replace

import numpy as np
import pytest
from fake_game import FAKE

from dicestats import cells, summary
from dicestats.cells import Cell
from dicestats.commands import simulate as simulate_command
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
    counted = np.array(rows, np.int64)[:, int(not by_chunk) :]
    counts = Counts(100, 0, {"first": np.array([[1, 100]]), "ends": counted})
    seated = (Strategy("any"), Strategy("any"))
    cell = Cell("fake", FAKE.small, seated, seed=0, games=100)
    assert summary.truncated_games(Simulation(cell, counts, 1.0)) == 9


def test_teams_win_as_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bit of ``winners`` stands for a side; rows and table name the sides and who is in them."""
    tables = (Joint("first", ("winners",)),)
    sides = [[0, 2], [1, 3]]
    game = replace(FAKE, tables=lambda rules, seats: tables, sides=lambda rules, seats: sides)
    for module in (summary, cells, simulate_command):
        monkeypatch.setattr(module, "load", lambda name: game)
    counts = Counts(100, 0, {"first": np.array([[1, 60], [2, 30], [3, 10]])})
    seated = tuple(Strategy(name) for name in ("a", "b", "c", "b"))
    cell = Cell("fake", FAKE.small, seated, seed=0, games=100)
    found = summary.summary(Simulation(cell, counts, 1.0), 0.95)
    assert found["sides"] == sides
    assert [(row["side"], row["points"]) for row in found["win_rate"]] == [(0, 65), (1, 35)]
    lines = simulate_command.told(found).splitlines()
    assert lines[1].startswith("side")
    assert [line[:13].split() for line in lines[2:4]] == [["0", "a", "+", "c"], ["1", "b"]]


def test_a_game_that_always_ends_has_no_truncated_games() -> None:
    found = summary.summary(simulate("convolution", games=100), 0.95)
    assert found["truncated"] == 0
    assert "stop" not in found
