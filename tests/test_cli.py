"""The command line: exit codes, clear messages, one JSON document, a fast start."""

import inspect
import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from fake_game import REAL

from dicestats import cli, games
from dicestats.__main__ import main

BODIES = {p.stem for p in (Path(cli.__file__).parent / "commands").glob("[a-z]*.py")}
COMMANDS = [
    name
    for name, thing in vars(cli).items()
    if inspect.isfunction(thing) and thing.__module__ == cli.__name__ and name[0] != "_"
]
Text = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line find the fake game besides the true ones."""
    monkeypatch.setitem(games.GAMES, "fake", "fake_game")


def test_help_lists_the_commands(capsys: Text) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(name.replace("_", "-") in told for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_body_takes_what_its_command_gives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    monkeypatch.setattr(cli, "_run", lambda command, **given: seen.update({command: given}))
    required = {"game": "g", "games": "1", "rules": [], "file": "f", "effect": ".1",
                "experiment": "e", "out": "o"}  # fmt: skip
    command = getattr(cli, name)
    takes = inspect.signature(command).parameters.values()
    given = {p.name: required[p.name] for p in takes if p.default is p.empty and p.kind != 2}
    positional = [p.name for p in takes if p.kind == p.POSITIONAL_ONLY]
    places = [given.pop(name) for name in positional if name in given]
    command(*places, **given)
    ((command, taken),) = seen.items()
    body = import_module(f"dicestats.commands.{command}").run
    assert set(taken) == set(inspect.signature(body).parameters)


def test_every_body_has_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(cli.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'_run\(\s*"(\w+)"', text)) == BODIES


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("rles fake", 'Did you mean "rules"'),
        ("play fake --sed 3", "Did you mean --seed"),
        ("rules", "GAME is missing"),
        ("simulate fake", "--games is missing; see: dicestats simulate --help"),
        ("rules convolutoin", "did you mean 'convolution'"),
        ("rules fake --rules most=9", "from 2 to 6"),
        ("play fake --seed -1", "2^64 - 1"),
        ("play fake --game x", "not a number"),
        ("play fake --seats 9", "2 or 3 or 4"),
        ("play fake --strategies randm", "did you mean 'random'"),
        ("play fake --record /nowhere/x.json", "cannot be written"),
        ("score /nowhere/x.json", "no such file"),
        ("games-needed --effect 2 --rate x", "2 faults"),
    ],
)
def test_mistakes_give_code_2_and_one_clear_message(line: str, word: str, capsys: Text) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert word in err
    assert "Traceback" not in err


def test_lists_and_rules_are_printed(tmp_path: Path, capsys: Text) -> None:
    assert main(["strategies", "fake"]) == 0
    assert 'fixed(order, depth=2, mood="calm")  in order' in capsys.readouterr().out
    assert main(["variants", "convolution"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(REAL.variants)
    path = tmp_path / "rules.toml"
    assert main(["rules", "fake", "--rules", "big", "--rules=label=x"]) == 0
    path.write_text(capsys.readouterr().out)
    assert main(["rules", "fake", "--rules", str(path)]) == 0
    assert capsys.readouterr().out == path.read_text()
    assert "most = 6" in path.read_text()
    assert 'label = "x"' in path.read_text()


def test_play_tells_a_game_and_writes_its_record(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "game.json"
    line = "play fake --game 7 --strategies random,fixed(order=1) --seed 1e3 --record"
    assert main([*line.split(), str(path)]) == 0
    assert capsys.readouterr().out == "game 7\n"
    wanted = {"game": "fake", "seed": 1000, "index": 7, "strategies": ["random", "fixed(order=1)"]}
    assert json.loads(path.read_text()) == wanted


def scored(path: Path, text: str, *options: str) -> int:
    path.write_text(text, encoding="utf-8")
    return main(["score", str(path), *options])


GOOD = '{"game": "fake", "winner": 1}'
OUTCOME = {"game": "fake", "winner": 1, "scores": [{"red": 1}, {"red": 2}]}


def test_score_gives_an_object_or_an_array(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "games.jsonl"
    assert scored(path, json.dumps(json.loads(GOOD), indent=1), "--json") == 0
    assert json.loads(capsys.readouterr().out) == OUTCOME
    assert scored(path, f"\n{GOOD}\n\n{GOOD}\n", "--json") == 0
    assert json.loads(capsys.readouterr().out) == [OUTCOME, OUTCOME]
    assert scored(path, f"{GOOD}\n{GOOD}") == 0
    assert "line 2\n  game    fake\n  winner  1\n  scores  red 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is empty"]),
        ("\n \n", ["is empty"]),
        ("hello", ["is not JSON"]),
        ("[1]", ["is [1]: give one JSON object"]),
        ('{"winner": 1}', ['has no "game"']),
        ('{"game": 3}', ['"game" is 3']),
        ('{"game": "fak"}', ["unknown game 'fak'"]),
        ('{"game": "fake", "winner": 1', ["cut short?"]),
        ('{\n "game": "fake",\n "winner": 1,\n', ["line 3"]),
        ('{"game": "fake", "winner": 1, "winner": 0}', ['"winner" stands twice']),
        ("[" * 100_000, ["not JSON that can be read"]),
        ("1" * 5000, ["not JSON that can be read"]),
        (f'{GOOD}\n{{"game": "fake"\nx\n{{"game": "fake", "a": 1, "b": 2}}',
         ["3 faults", "line 2: is not JSON", "line 3: is not JSON",
          "line 4: a is unknown; b is unknown"]),
        ("\n".join([GOOD, *["{"] * 25]), ["21 faults", "line 21", "and 5 more faulty lines"]),
    ],
)  # fmt: skip
def test_wrong_files_name_file_and_line(
    text: str, words: list[str], tmp_path: Path, capsys: Text
) -> None:
    path = tmp_path / "games.jsonl"
    assert scored(path, text, "--json") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert all(word in err for word in [str(path), *words])


def test_interrupts_and_closed_pipes_are_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(command: str, **given: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    assert main(["demo"]) == 130
    code = (
        "import dicestats.cli as c; from dicestats.__main__ import main;"
        "c._run = lambda *a, **k: print('x' * 1_000_000) or 0; raise SystemExit(main(['demo']))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
