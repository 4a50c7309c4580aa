"""Wrong input, damage and interruptions, from the command line: one message, never a traceback."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dicestats import journal, store
from dicestats.__main__ import main
from dicestats.errors import InputError

Text = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[1]
SIMULATE = ["simulate", "convolution", "--games"]


def command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "dicestats", *argv]


def started(*argv: str, cwd: Path) -> subprocess.Popen[str]:
    """Start a command in a group of its own, as a shell does."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command(*argv), cwd=cwd, env=environment, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def refused(capsys: Text, *argv: str) -> list[str]:
    """Run a command that must be refused; give the lines of its message."""
    assert main([*argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert err.startswith("dicestats: ")
    return [str(line) for line in err.splitlines()]


# --- strategies of users ---

MINE = """
import multiprocessing, os, sys, threading

def in_a_pool():
    main = threading.current_thread() is threading.main_thread()
    return not main or multiprocessing.parent_process() is not None

def shape(view):
    return view.value[:3] if in_a_pool() else view.value

def nan(view):
    return view.value * float("nan") if in_a_pool() else view.value

def raises(view):
    return [][1] if in_a_pool() else view.value

def leaves(view):
    return sys.exit("bye") if in_a_pool() else view.value

def dies(view):
    return os._exit(9) if in_a_pool() else view.value

def texts(view):
    return view.value.astype(str)
"""


@pytest.mark.parametrize(
    ("engine", "name", "told"),
    [("threads", "shape", "returned shape (3, "), ("threads", "nan", "returned NaN"),
     ("threads", "raises", "raised IndexError"), ("threads", "leaves", "raised SystemExit: bye"),
     ("processes", "shape", "returned shape (3, "), ("processes", "leaves", "raised SystemExit")],
)  # fmt: skip
def test_a_wrong_strategy_is_named_from_any_pool(
    name: str, told: str, engine: str, tmp_path: Path
) -> None:
    """The first chunk is played in the main thread and is right; the others are not."""
    (tmp_path / "mine.py").write_text(MINE)
    given = [*SIMULATE, "5e6", f"--strategies=mine:{name},random", f"--engine={engine}", "--out=r"]
    process = started(*given, "--keep-games", cwd=tmp_path)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 2
    assert out == ""
    (line,) = [line for line in err.splitlines() if line.strip() and "games/s" not in line]
    assert f"mine:{name}" in line
    assert told in line
    assert not (tmp_path / "r").exists()


def test_a_dying_worker_is_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    given = [*SIMULATE, "1e6", "--strategies=mine:dies,random", "--engine=processes", "--out=r"]
    process = started(*given, cwd=tmp_path)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 1
    assert "a worker process died twice" in err
    assert "65,536 of 1,000,000 games are kept in r" in err
    assert "Traceback" not in err


def test_wrong_values_of_a_strategy(tmp_path: Path, monkeypatch: Any, capsys: Text) -> None:
    (tmp_path / "mine_too.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (line,) = refused(capsys, *SIMULATE, "10", "--strategies", "mine_too:texts")
    assert "mine_too:texts" in line
    assert "integers or floats" in line


# --- arguments ---


@pytest.mark.parametrize("games", ["0", "-5", "1e30", "many", "1.5", ""])
def test_bad_numbers_of_games(games: str, capsys: Text) -> None:
    (line,) = refused(capsys, "simulate", "convolution", f"--games={games}")
    assert "--games" in line
    assert "from 1 to 10^13" in line


@pytest.mark.parametrize("seed", ["-1", "abc", "18446744073709551616", "0.5"])
def test_bad_seeds(seed: str, capsys: Text) -> None:
    (line,) = refused(capsys, *SIMULATE, "10", f"--seed={seed}")
    assert "--seed" in line
    assert "from 0 to 2^64 - 1" in line


def test_all_wrong_arguments_are_told_at_once(tmp_path: Path, capsys: Text) -> None:
    given = ["--seed=abc", "--strategies=gredy", "--seats=x", "--rules=colorz=3", "--level=2"]
    more = ["--n-jobs=0", "--stop-when=0.7", f"--out={tmp_path / 'r'}"]
    lines = refused(capsys, *SIMULATE, "0", *given, *more)
    assert "8 faults" in lines[0]
    places = ["--rules", "--seats", "--games", "--seed", "--strategies", "--level", "--n-jobs",
              "--stop-when"]  # fmt: skip
    assert [line.split()[1].rstrip(":") for line in lines[1:]] == places
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("argv", [[*SIMULATE, "10"], ["run", "x.toml"]])
def test_a_scheduler_belongs_to_dask(argv: list[str], capsys: Text) -> None:
    (line,) = refused(capsys, *argv, "--scheduler", "tcp://here:1")
    assert "--scheduler: belongs to --engine dask, not to threads" in line


@pytest.mark.parametrize("into", ["a file", "below a file", "other things"])
def test_folders_that_cannot_be_written(into: str, tmp_path: Path, capsys: Text) -> None:
    taken = tmp_path / "taken"
    if into == "other things":
        taken.mkdir()
        (taken / "letter.txt").write_text("dear")
    else:
        taken.write_text("mine")
    out = taken / "below" if into == "below a file" else taken
    (line,) = refused(capsys, *SIMULATE, "10", "--out", str(out))
    assert str(taken) in line
    assert "cannot be written" in line or "is not empty" in line
    assert sorted(tmp_path.rglob("*")) in ([taken], [taken, taken / "letter.txt"])


@pytest.mark.parametrize("argv", [["record", "convolution", "--games=5", "--out"],
                                  ["play", "convolution", "--record"]])  # fmt: skip
def test_records_need_a_place(argv: list[str], tmp_path: Path, capsys: Text) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "x.jsonl"):
        (line,) = refused(capsys, *argv, str(place))
        assert str(place) in line
        assert "cannot be written" in line
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = started("record", "convolution", "--games=3", f"--out={pipe}", cwd=tmp_path)
    assert len(pipe.read_text().splitlines()) == 3
    assert process.wait(60) == 0
    process.communicate()
    assert pipe.is_fifo()


def test_a_failing_strategy_leaves_no_half_a_file(
    tmp_path: Path, monkeypatch: Any, capsys: Text
) -> None:
    (tmp_path / "mine_late.py").write_text(
        "def late(view):\n"
        "    return view.value * (float('nan') if view.noise(1).max() > 0.9999 else 1)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    refused(capsys, "record", "convolution", "--games=9000", "--strategies=mine_late:late",
            "--out=r.jsonl")  # fmt: skip
    assert not list(tmp_path.glob("*jsonl*"))


# --- files ---

FIVE = """
title = "five faults"
game = "convolution"
games = 0
seed = -1
baseline = "nobody"
[[cell]]
name = "one"
strategis = ["random"]
[[cell]]
name = "two"
strategies = ["gredy"]
rules = { colorz = 3 }
"""


def test_a_file_with_many_faults_lists_them_all(tmp_path: Path, capsys: Text) -> None:
    path = tmp_path / "simulations" / "game" / "test.toml"
    path.parent.mkdir(parents=True)
    path.write_text(FIVE)
    told = "\n".join(refused(capsys, "run", str(path)))
    wanted = ["6 faults", "games = 0", "seed = -1", "unknown baseline 'nobody'",
              "cell 'one': unknown setting 'strategis' (did you mean 'strategies'",
              "cell 'two': rules: unknown field 'colorz'",
              "cell 'two': --strategies: strategy 'gredy'"]  # fmt: skip
    assert all(want in told for want in wanted), told
    assert not (tmp_path / "results").exists()


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results") / "whole"
    assert main([*SIMULATE, "5000", "--strategies", "random,greedy", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def copy(result: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(result, tmp_path / "copy"))


def overwrite(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("table", ["outcome", "leaves"])
@pytest.mark.parametrize(
    "damage",
    [overwrite(b""), overwrite(b"PAR1"), overwrite(b"no parquet at all"), flip, Path.unlink,
     lambda path: path.write_bytes(path.read_bytes()[:-9]),
     lambda path: pl.DataFrame({"games": [1]}).write_parquet(path)],
)  # fmt: skip
def test_a_damaged_table_is_told(
    table: str, damage: Callable[[Path], object], copy: Path, capsys: Text
) -> None:
    path = copy / f"{table}.parquet"
    damage(path)
    assert main(["verify", str(copy)]) == 1
    assert str(path) in capsys.readouterr().err
    with pytest.raises(InputError) as caught:
        store.read_table(copy, table)
    assert str(path) in str(caught.value)


def test_a_table_that_is_not_there_is_told(copy: Path) -> None:
    with pytest.raises(InputError, match="did you mean 'outcome'"):
        store.read_table(copy, "outcomes")
    with pytest.raises(InputError, match="cannot be read"):
        store.read_table(copy / "nowhere", "outcome")


def test_a_foreign_table_is_told(copy: Path, capsys: Text) -> None:
    shutil.copy(copy / "outcome.parquet", copy / "more.parquet")
    assert main(["verify", str(copy)]) == 1
    assert "more.parquet: is not in the manifest" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "\x00", '{"files": 1}', "\udcff", "9" * 5000]
)
def test_a_manifest_that_is_none_is_told(text: str, copy: Path, capsys: Text) -> None:
    (copy / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["verify", str(copy)]) == 1
    assert "manifest.json: is damaged" in capsys.readouterr().err
    with pytest.raises(InputError, match="is damaged"):
        store.read_table(copy, "outcome")
    refused(capsys, *SIMULATE, "5000", "--strategies", "random,greedy", "--out", str(copy))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in pairs:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))


# A change of these says nothing false about the games.
HARMLESS = ("title", "columns", "versions", "chunk", "baseline")


def test_any_change_of_a_manifest_is_found_or_harmless(copy: Path, capsys: Text) -> None:
    path = copy / "manifest.json"
    whole = path.read_text()
    for place in places(json.loads(whole)):
        for value in (None, -1, 10**30, 0.5, "x", "", [], {}, "../x", True, ...):
            changed = json.loads(whole)
            inside = changed
            for key in place[:-1]:
                inside = inside[key]
            if value is ...:
                del inside[place[-1]]
            else:
                inside[place[-1]] = value
            if changed == json.loads(whole):
                continue
            path.write_text(json.dumps(changed))
            code = main(["verify", str(copy)])
            err = capsys.readouterr().err
            assert code == 1 or any(part in HARMLESS for part in place), (place, value)
            assert "Traceback" not in err
            assert (code == 1) == ("copy" in err)


# --- interruptions ---

EXPERIMENT = """
title = "test"
game = "convolution"
games = 10_000_000
seed = 5
[[cell]]
name = "one"
"""


def interrupted(
    argv: list[str], folder: Path, how: signal.Signals, *, cwd: Path = ROOT
) -> tuple[int, str]:
    """Start a command, interrupt its group once it has noted something more, and wait."""
    noted = folder / journal.NAME
    before = noted.stat().st_size if noted.exists() else 0
    process = started(*argv, cwd=cwd)
    deadline = time.monotonic() + 300  # the first to come compiles
    while time.monotonic() < deadline and process.poll() is None:
        if noted.exists() and noted.stat().st_size > before + 1:
            break
        time.sleep(0.01)
    os.killpg(process.pid, how)
    _, err = process.communicate(timeout=300)
    return process.returncode, err


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_an_interrupted_simulation_goes_on(engine: str, tmp_path: Path) -> None:
    folder = tmp_path / "result"
    given = [*SIMULATE, "1e7", f"--engine={engine}", f"--out={folder}", "--json"]
    code, err = interrupted(given, folder, signal.SIGINT)
    assert code == 130
    assert "Traceback" not in err
    line = err.strip().splitlines()[-1]
    assert line.startswith("dicestats: interrupted: ")
    assert line.endswith(f"of 10,000,000 games are kept in {folder}; the same command continues")
    assert [p.name for p in folder.iterdir()] == [journal.NAME]
    kept = (folder / journal.NAME).stat().st_size
    code, _ = interrupted(given, folder, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert (folder / journal.NAME).stat().st_size >= kept
    process = started(*given, cwd=tmp_path)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert json.loads(out)["games"] == 10_000_000
    assert main(["verify", "--leaves", "50", str(folder)]) == 0
    assert not (folder / journal.NAME).exists()


def test_an_interrupted_experiment_goes_on(tmp_path: Path) -> None:
    path, folder = tmp_path / "simulations" / "test.toml", tmp_path / "results" / "test"
    path.parent.mkdir()
    path.write_text(EXPERIMENT)
    code, err = interrupted(["run", str(path)], folder, signal.SIGINT)
    assert code == 130
    assert "games are kept in" in err
    path.write_text(EXPERIMENT.replace("seed = 5", "seed = 6"))
    process = started("run", str(path), cwd=tmp_path)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 2
    assert "interrupted run of something else" in err
    path.write_text(EXPERIMENT)
    process = started("run", str(path), cwd=tmp_path)
    assert process.wait(300) == 0
    process.communicate()
    assert main(["verify", str(folder)]) == 0


def test_an_interrupted_comparison_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "compared"
    given = ["compare", "convolution", "--rules=published", "--rules=no_first_top", "--games=5e6"]
    given += [f"--out={folder}", "--json"]
    code, _ = interrupted(given, folder, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert [p.name for p in folder.iterdir()] == [journal.NAME]
    process = started(*given, cwd=tmp_path)
    out, _ = process.communicate(timeout=300)
    assert [row["games"] for row in json.loads(out)["variants"]] == [5_000_000] * 2
    assert main(["verify", "--leaves", "20", str(folder)]) == 0
    assert not (folder / journal.NAME).exists()


def test_what_a_run_left_at_its_very_end_is_cleared(tmp_path: Path) -> None:
    """Killed while the tables were written, or after the manifest but before the journal went."""
    folder = tmp_path / "result"
    given = [*SIMULATE, "3000", "--out", str(folder)]
    assert main(given) == 0
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "manifest.json").unlink()
    (folder / ".outcome.tmp").write_bytes(b"PAR1")
    (folder / journal.NAME).write_bytes(b"")
    assert main(given) == 0
    again = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert whole == {name: data for name, data in again.items() if name[0] != "."}
    assert journal.NAME not in again


def test_an_edited_strategy_does_not_continue_the_games_of_the_old(tmp_path: Path) -> None:
    code = "def mine(view):\n    return view.value * {}\n"
    (tmp_path / "plan.py").write_text(code.format(1))
    folder, given = tmp_path / "r", [*SIMULATE, "1e7", "--strategies=plan:mine", "--out=r"]
    ended, _ = interrupted(given, folder, signal.SIGKILL, cwd=tmp_path)
    assert ended == -signal.SIGKILL
    (tmp_path / "plan.py").write_text(code.format(-1))
    process = started(*given, cwd=tmp_path)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "interrupted run of something else" in err


def test_games_are_kept_when_the_disk_is_full(
    tmp_path: Path, monkeypatch: Any, capsys: Text
) -> None:
    def full(self: Any, path: Path, **options: Any) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "r"
    given = [*SIMULATE, "3000", "--out", str(folder)]
    with monkeypatch.context() as patched:
        patched.setattr(pl.DataFrame, "write_parquet", full)
        (line,) = refused(capsys, *given)
        assert "cannot be written: No space left on device" in line
    assert [path.name for path in folder.iterdir()] == [journal.NAME]
    assert main(given) == 0
    assert main(["verify", str(folder)]) == 0


def test_an_interruption_right_after_a_part_was_noted_keeps_it(
    tmp_path: Path, monkeypatch: Any
) -> None:
    folder, noted = tmp_path / "r", journal.writer

    @contextmanager
    def writer(*given: Any) -> Iterator[Any]:
        with noted(*given) as write:

            def write_and_stop(part: Any) -> None:
                write(part)
                raise KeyboardInterrupt

            yield write_and_stop

    with monkeypatch.context() as patched:
        patched.setattr(journal, "writer", writer)
        assert main([*SIMULATE, "3000", "--out", str(folder)]) == 130
    assert [path.name for path in folder.iterdir()] == [journal.NAME]
    assert main([*SIMULATE, "3000", "--out", str(folder)]) == 0
    assert main(["verify", str(folder)]) == 0
