"""Every strategy against every other: cells, tables, command."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dicestats import stats, store
from dicestats.__main__ import main
from dicestats.errors import InputError
from dicestats.ladder import make_ladder, saved_matches
from dicestats.simulate import finish, merge_parts, play_chunks
from dicestats.stats import match_table, win_rates

LINE = ["ladder", "convolution", "--strategies", "random,greedy,aware", "--games", "3000"]


def seats_of(ladder) -> list[list[str]]:
    return [[strategy.name for strategy in cell.strategies] for cell in ladder.group.cells]


def test_each_pair_changes_seats_on_the_same_dice() -> None:
    ladder = make_ladder("dualing", strategies=["random", "greedy"], games=10, seats=3, seed=4)
    assert seats_of(ladder) == [
        ["random"] * 3,
        ["greedy"] * 3,
        ["random", "greedy", "random"],
        ["greedy", "random", "greedy"],
    ]
    assert {(cell.seed, cell.games) for cell in ladder.group.cells} == {(4, 10)}
    assert [ladder.group.partner(cell) for cell in range(4)] == [None, None, None, 2]


def test_a_rate_is_the_mean_of_both_seatings() -> None:
    ladder = make_ladder("convolution", strategies=["greedy", "random", "aware"], games=5000)
    group = ladder.group
    _, pairs = merge_parts(group, [play_chunks(group, (0, group.chunks))])
    table = match_table(ladder.matches(pairs), seats=ladder.seats)
    played = [win_rates(done.frame("outcome"), 2)["rate"].to_list() for done in finish(group)]
    assert table["games"].to_list() == [10_000] * 6
    for number, (one, other) in enumerate([(0, 1), (0, 2), (1, 2)]):
        before, after = played[3 + 2 * number], played[4 + 2 * number]
        names = ladder.names[one], ladder.names[other]
        for (a, b), wanted in zip(
            (names, names[::-1]),
            ((before[0] + after[1]) / 2, (before[1] + after[0]) / 2),
            strict=True,
        ):
            row = table.row(
                by_predicate=(pl.col("strategy") == a) & (pl.col("against") == b), named=True
            )
            assert row["rate"] == pytest.approx(wanted)
            assert row["low"] < row["rate"] < row["high"]


def test_at_a_table_of_three_all_points_are_shared_out() -> None:
    ladder = make_ladder("dualing", strategies=["random", "greedy"], games=1024, seats=3)
    group = ladder.group
    _, pairs = merge_parts(group, [play_chunks(group, (0, group.chunks))])
    rates = match_table(ladder.matches(pairs), seats=ladder.seats)["rate"]
    assert rates.sum() == pytest.approx(1)
    assert rates[1] > 0.7


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (["random"], "at least two"),
        (["random", "greedy", "random"], "more than once: random"),
        (["random", "gredy"], "did you mean 'greedy'"),
    ],
)
def test_wrong_strategies_are_refused(given: list[str], word: str) -> None:
    with pytest.raises(InputError, match=word):
        make_ladder("convolution", strategies=given, games=10)


def test_the_command_saves_what_it_prints(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "ladder"
    assert main([*LINE, "--json", "--out", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    saved = json.loads((folder / "ladder.json").read_text())
    for row in told["strategies"]:
        assert row.pop("games_per_second") > 0
    assert told == saved
    assert [row["strategy"] for row in saved["strategies"]] == ["aware", "greedy", "random"]
    assert len(saved["matches"]) == 6
    assert {"matches.png", "ratings.png"} <= {path.name for path in folder.iterdir()}
    assert main(["verify", str(folder)]) == 0
    assert np.isclose(sum(row["alpha_rank"] for row in saved["strategies"]), 1)


def test_the_terminal_shows_the_table_by_rank(capsys) -> None:
    assert main(LINE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split() == ["aware", "greedy", "random"]
    assert [line.split()[0] for line in lines[4:7]] == ["aware", "greedy", "random"]
    assert all(line.split()[1 + place] == "-" or place for place, line in enumerate(lines[4:5]))


def test_all_mistakes_are_told_at_once(tmp_path: Path, capsys) -> None:
    line = ["ladder", "convolution", "--strategies", "random", "--games", "0", "--level", "2"]
    assert main([*line, "--out", str(tmp_path / "x")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "at least two" in err
    assert "--games" in err
    assert "--level" in err
    assert not (tmp_path / "x").exists()


def test_matches_are_read_again_from_a_saved_ladder(tmp_path):
    folder = tmp_path / "ladder"
    assert main([*LINE, "--out", str(folder)]) == 0
    saved = json.loads((folder / "ladder.json").read_text())
    again = stats.match_table(saved_matches(store.read_table(folder, "paired")))
    assert again.to_dicts() == [
        {key: row[key] for key in again.columns} for row in saved["matches"]
    ]
