"""Stopping early: at the same game whoever computes, and with an interval that allows it."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dicestats import journal, resume, schedule, store
from dicestats.__main__ import main
from dicestats.cells import Group, Stop, make_cell
from dicestats.chunks import Part, play_chunks
from dicestats.errors import InputError
from dicestats.games.convolution.columns import tables
from dicestats.games.convolution.rules import Rules
from dicestats.outcomes import Counts, winner_counts
from dicestats.schedule import run
from dicestats.simulate import Simulation, simulate
from dicestats.stopping import is_known, sequence_rows, until_known

SEAT_0 = 0.51797  # random against random: how often seat 0 wins, known to 0.00002


STOP = Stop(0.02)
TABLE = tables(Rules(), 2)[0]


def stopped(engine: str = "serial", *, most: int = 10**12, stop: Stop = STOP) -> Simulation:
    return simulate("convolution", games=most, seed=3, chunk=1024, stop=stop, engine=engine)


def winners(*counts: Counts) -> Counter[int]:
    return sum((Counter(winner_counts(c, TABLE)) for c in counts), Counter())


@pytest.mark.parametrize("engine", ["serial", "threads", "processes"])
def test_it_stops_at_the_first_chunk_that_tells_enough(engine: str) -> None:
    found = stopped(engine)
    games = found.counts.games
    assert games % 1024 == 0
    plain = [simulate("convolution", games=n, seed=3, chunk=1024) for n in (games - 1024, games)]
    assert [is_known(winners(s.counts), 2, STOP) for s in plain] == [False, True]
    assert found.digest == plain[1].digest
    for row in sequence_rows(winners(found.counts), 2, STOP.level):
        assert row["rate"] - 0.02 <= row["low"] < row["high"] <= row["rate"] + 0.02


def test_the_order_of_arrival_does_not_matter() -> None:
    group = Group((make_cell("convolution", games=40 * 1024, seed=3, chunk=1024),), stop=Stop(0.02))
    parts = [play_chunks(group, (chunk, chunk + 1)) for chunk in range(40)]

    def arriving(order: list[Part]) -> Iterator[Part]:
        yield from order

    wanted = [part.first for part in until_known(group, arriving(parts), [])]
    assert 1 < len(wanted) < 40
    assert wanted == [*range(len(wanted))]
    for seed in range(5):
        shuffled = random.Random(seed).sample(parts, len(parts))
        assert [part.first for part in until_known(group, arriving(shuffled), [])] == wanted
    # What was passed on before an interruption is counted, but not passed on again.
    rest = until_known(group, arriving(parts[3:]), parts[:3])
    assert [part.first for part in rest] == wanted[3:]


def test_the_most_games_are_kept_to() -> None:
    found = stopped(most=3000, stop=Stop(0.001))
    assert found.counts.games == 3000
    assert found.digest == simulate("convolution", games=3000, seed=3).digest


def test_the_interval_holds_as_often_as_it_says() -> None:
    cell = make_cell("convolution", games=1_000_000, chunk=1024)
    missed = 0
    for seed in range(300):
        group = Group((replace(cell, seed=seed),), stop=Stop(0.03))
        parts = list(run(group, engine="serial"))
        row = sequence_rows(winners(*(part.counts[0] for part in parts)), 2, 0.95)[0]
        missed += not row["low"] <= SEAT_0 <= row["high"]
    assert missed <= 15  # 5 %


@pytest.mark.parametrize("half_width", [0.0, -0.1, 0.5, float("nan"), float("inf")])
def test_impossible_half_widths_are_refused(half_width: float) -> None:
    with pytest.raises(InputError, match="half width"):
        Stop(half_width)


def test_the_command_tells_how_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "r")
    given = ["simulate", "convolution", "--games", "1e13", "--seed", "3", "--level", "0.9"]
    assert main([*given, "--stop-when", "0.004", "--json", "--out", folder]) == 0
    found = json.loads(capsys.readouterr().out)
    games = found["games"]
    assert found["stop"]["reached"]
    assert found["stop"]["half_width"] == 0.004
    assert found["stop"]["most_games"] == 10**13
    assert found["stop"]["looks"] == games // 65_536 > 1
    assert found["level"] == 0.9
    assert all(row["high"] - row["low"] <= 0.008 for row in found["win_rate"])
    assert found["digest"] == simulate("convolution", games=games, seed=3).digest
    assert main(["verify", "--leaves", "9", folder]) == 0
    assert main([*given, "--stop-when", "0.003", "--out", folder]) == 2  # another experiment
    capsys.readouterr()
    few = ["simulate", "convolution", "--games", "2000", "--stop-when", "0.004"]
    assert main([*few, "--json"]) == 0
    assert not json.loads(capsys.readouterr().out)["stop"]["reached"]
    assert main(few) == 0
    assert "not known to 0.004 yet" in capsys.readouterr().out


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    cell = make_cell("convolution", games=10**9, seed=3, chunk=1024)
    group = Group((cell,), stop=Stop(0.02))
    (whole,) = resume.play_into(tmp_path / "whole", ["cell"], group, title="t", engine="serial")
    (tmp_path / "torn").mkdir()
    digest = resume._identity(group, store.describe(["cell"], group, "t"))
    with journal.writer(tmp_path / "torn", digest) as write:
        for chunk in range(2):
            write(play_chunks(group, (chunk, chunk + 1)))
    (torn,) = resume.play_into(tmp_path / "torn", ["cell"], group, title="t", n_jobs=2)
    assert torn.counts.games == whole.counts.games > 2048
    assert (tmp_path / "torn" / "manifest.json").read_text() == (
        tmp_path / "whole" / "manifest.json"
    ).read_text()


def test_very_many_games_are_not_listed_in_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    """10^13 games are 152 million chunks: their spans are made one by one."""
    group = Group((make_cell("convolution", games=10**13),), stop=Stop(0.01))
    spans = schedule._spans(list(schedule._gaps(group.chunks, [])), 1)
    assert next(spans) == (0, 1)
    first = next(iter(run(group, n_jobs=2)))
    assert (first.first, first.last) == (0, 1)
