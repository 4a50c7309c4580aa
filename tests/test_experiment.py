"""Experiments run, resume after a kill, refuse foreign folders, and tell damage."""

import json
import random
from pathlib import Path

import polars as pl
import pytest

from dicestats import journal, resume, store
from dicestats.__main__ import main
from dicestats.chunks import play_chunks
from dicestats.errors import InputError
from dicestats.experiment import read, results_folder, run_experiment
from dicestats.games import load
from dicestats.settings import rules_from
from dicestats.verify import verify

TEXT = """
title = "test"
game = "convolution"
games = {games}
seed = 5
baseline = "one"
[[cell]]
name = "one"
chunk = 1024
[[cell]]
name = "two"
chunk = 1024
strategies = ["greedy", "random"]
"""


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "simulations" / "game" / "test.toml"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT.format(games=10_000))
    return path


def manifest(path):
    return json.loads((results_folder(path) / "manifest.json").read_text())


def test_runs_once_and_verifies(experiment):
    assert run_experiment(experiment)
    assert not run_experiment(experiment)
    folder = results_folder(experiment)
    assert verify(folder, 3, random.Random(1)) == []
    paired = store.read_table(folder, "paired")
    assert paired["games"].sum() == 10_000
    assert sorted(p.name for p in folder.iterdir() if p.name.startswith(".")) == []


def test_resumes_from_a_journal_with_a_torn_line(experiment, tmp_path):
    run_experiment(experiment)
    whole = manifest(experiment)
    folder = results_folder(experiment)
    for file in folder.iterdir():
        file.unlink()
    plan = read(experiment)
    description = store.describe(plan.names, plan.group, plan.title)
    digest = resume._identity(plan.group, description)
    with journal.writer(folder, digest) as write:
        write(play_chunks(plan.group, (2, 5)))
        write(play_chunks(plan.group, (7, 8)))
    file = folder / journal.NAME
    file.write_bytes(file.read_bytes()[:-20])
    assert [(p.first, p.last) for p in journal.read(folder, digest)] == [(2, 5)]
    assert run_experiment(experiment)
    assert manifest(experiment) == whole


def test_refuses_the_folder_of_another_experiment(experiment):
    run_experiment(experiment)
    before = {p.name: p.read_bytes() for p in results_folder(experiment).iterdir()}
    experiment.write_text(TEXT.format(games=20_000))
    with pytest.raises(InputError, match="another experiment"):
        run_experiment(experiment)
    assert before == {p.name: p.read_bytes() for p in results_folder(experiment).iterdir()}


DECK = "id,points,requires,condition\n" + "".join(f"{i},3,ANY:D4,ODD\n" for i in range(1, 41))
BOARD = "friction = 0.3\n"
NAMED = """
title = "test"
game = "{game}"
games = 1024
[[cell]]
name = "one"
{named}
"""


def test_files_that_an_experiment_names_lie_beside_it(tmp_path, monkeypatch):
    (tmp_path / "own.csv").write_text(DECK)
    (tmp_path / "own.toml").write_text(BOARD)
    (tmp_path / "rules.toml").write_text('deck = "own.csv"')
    for game, named in (
        ("dualing", 'rules = {deck = "own.csv"}'),
        ("tumblin", 'board = "own.toml"'),
    ):
        (tmp_path / f"{game}.toml").write_text(NAMED.format(game=game, named=named))
    monkeypatch.chdir(Path(__file__).parent)
    (dualing,) = read(tmp_path / "dualing.toml").group.cells
    assert len(dualing.rules.cards) == 40
    assert rules_from(load("dualing"), [str(tmp_path / "rules.toml")]) == dualing.rules
    (tumblin,) = read(tmp_path / "tumblin.toml").group.cells
    assert tumblin.rules.throw.friction == 0.3
    with pytest.raises(InputError, match=r"own\.csv"):  # typed: from where one stands
        rules_from(load("dualing"), ["deck=own.csv"])


def test_lists_every_fault_of_a_file(experiment, capsys):
    experiment.write_text(
        TEXT.format(games=10_000)
        + 'strategis = ["random"]\n[[cell]]\nrules = 3\n'.replace("strategis", "strategis")
    )
    assert main(["run", str(experiment)]) == 2
    told = capsys.readouterr().err
    assert "did you mean 'strategies'" in told
    assert "name is missing" in told
    assert "rules" in told
    assert not results_folder(experiment).exists()


def test_faults_of_cells_are_named(experiment):
    text = TEXT.format(games=10_000).replace('"greedy", "random"', '"gredy", "random"')
    experiment.write_text(text)
    with pytest.raises(InputError, match=r"cell 'two'.*did you mean 'greedy'"):
        run_experiment(experiment)


def test_verify_notices_that_games_play_differently(experiment):
    run_experiment(experiment)
    path = results_folder(experiment) / "manifest.json"
    changed = json.loads(path.read_text())
    changed["experiment"]["cells"][1]["seed"] = 6
    path.write_text(json.dumps(changed))
    faults = verify(path.parent, 1, random.Random(3))
    assert any("play differently" in fault for fault in faults)


def test_simulate_writes_a_result_and_keeps_games(tmp_path, capsys):
    folder = tmp_path / "out"
    command = ["simulate", "convolution", "--games", "3000", "--seed", "1"]
    assert main([*command, "--out", str(folder), "--keep-games", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = pl.read_parquet(folder / "games" / "*.parquet")
    assert rows.height == 3000
    assert (rows["winners"] == 1).sum() == found["win_rate"][0]["wins"]
    assert rows["margin"].mean() == pytest.approx(found["columns"]["margin"]["mean"])
    assert main(["verify", str(folder)]) == 0


def test_records_of_the_kernel_agree_with_play_and_score(tmp_path, capsys):
    lines = tmp_path / "r.jsonl"
    given = ["convolution", "--strategies", "greedy,random", "--seed", "3"]
    assert main(["record", *given, "--games", "20", "--out", str(lines)]) == 0
    assert main(["score", str(lines), "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    records = [json.loads(line) for line in lines.read_text().splitlines()]
    assert scored == [record["outcome"] for record in records]
    one = tmp_path / "one.json"
    assert main(["play", *given, "--game", "7", "--record", str(one)]) == 0
    assert json.loads(one.read_text()) == records[7]


LADDER = """
title = "who is strongest?"
game = "convolution"
games = 2048
ladder = ["random", "greedy"]
rules = {tied_category = "second"}
"""


def test_a_ladder_takes_the_place_of_cells(tmp_path):
    path = tmp_path / "simulations" / "ladder.toml"
    path.parent.mkdir()
    path.write_text(LADDER)
    experiment = read(path)
    assert experiment.names[-1] == "greedy before random"
    assert {cell.rules.tied_category for cell in experiment.group.cells} == {"second"}
    assert main(["run", str(path)]) == 0
    assert main(["verify", str(results_folder(path))]) == 0


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (LADDER.replace('"greedy"]', '"gredy"]'), "did you mean 'greedy'"),
        (LADDER.replace('"greedy"]', '"random"]'), "more than once: random"),
        (LADDER.replace('ladder = ["random", "greedy"]\n', ""), "neither a .* nor a ladder"),
        (LADDER.replace('ladder = ["random", "greedy"]\n', ""), "'rules' belongs to a ladder"),
        (LADDER + '[[cell]]\nname = "one"\n', "leave out"),
        (LADDER + 'baseline = "random"\n', "leave out"),
    ],
)
def test_what_is_wrong_with_a_ladder_is_told(changed, told, tmp_path):
    (tmp_path / "ladder.toml").write_text(changed)
    with pytest.raises(InputError, match=told):
        read(tmp_path / "ladder.toml")
