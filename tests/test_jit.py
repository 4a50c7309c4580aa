"""Machine code on disk: each process finds what it needs, and nobody another's."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import int64, typeof, types
from numba.core.serialize import dumps

import dicestats
from dicestats.errors import InputError
from dicestats.jit import entry, jit
from dicestats.lending import borrowed
from dicestats.machinecode import Kept, sources
from dicestats.streams import words

PACKAGE = Path(dicestats.__file__).parent
KEYS = [((kind,), "processor", "function") for kind in (int64, types.uint8, types.float32[::1])]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path, "module.function-1.py311", PACKAGE)


def test_code_is_found_under_its_own_key_only(kept: Kept) -> None:
    for number, key in enumerate(KEYS):
        assert kept.load(key) is None
        kept.save(key, ("code", number))
    assert [kept.load(key) for key in KEYS] == [("code", number) for number in range(len(KEYS))]


def test_processes_that_compile_at_once_do_not_take_each_others_files(kept: Kept) -> None:
    """However their steps are interleaved: a name depends on nothing that another one wrote."""
    others = [Kept(kept.folder, kept.name, kept.home) for _ in KEYS]
    names = {other._path(key) for other, key in zip(others, KEYS, strict=True)}
    assert len(names) == len(KEYS)
    for other, key in zip(others, KEYS, strict=True):
        other.save(key, key[0])
    assert all(kept.load(key) == key[0] for key in KEYS)


def test_a_file_that_holds_something_else_is_not_read(kept: Kept) -> None:
    kept.save(KEYS[0], "code")
    shutil.copy(kept._path(KEYS[0]), kept._path(KEYS[1]))
    assert kept.load(KEYS[1]) is None


@pytest.mark.parametrize("left", [0, 1, 100])
def test_a_file_cut_short_is_written_anew(kept: Kept, left: int) -> None:
    kept.save(KEYS[0], "code")
    path = kept._path(KEYS[0])
    path.write_bytes(path.read_bytes()[:left])
    assert kept.load(KEYS[0]) is None
    kept.save(KEYS[0], "code")
    assert kept.load(KEYS[0]) == "code"


def test_code_of_earlier_sources_is_dropped(kept: Kept, tmp_path: Path) -> None:
    old, other = tmp_path / f"{kept.name}.0123456789ab.0123456789ab.nbc", tmp_path / "other-1.nbc"
    for path in (old, other):
        path.write_bytes(b"")
    kept.save(KEYS[0], "code")
    assert not old.exists()
    assert other.exists()
    kept.flush()
    assert [*tmp_path.iterdir()] == [other]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "missing", "module.function-1.py311", PACKAGE)
    with pytest.raises(InputError, match="missing"):
        kept.save(KEYS[0], "code")


def test_an_edit_anywhere_in_a_game_or_below_it_makes_new_code() -> None:
    game = PACKAGE / "games" / "convolution"
    found = {*sources(game)}
    assert found > {*game.rglob("*.py")}
    assert {PACKAGE / f"{name}.py" for name in ("streams", "jit", "linking")} <= found
    assert {*sources(PACKAGE)} == found - {*game.rglob("*.py")}


CODE = """
import numpy as np
from dicestats.streams import words
print(*words(np.zeros(2, np.uint64), 0, 0, 0), sum(words.whole().stats.cache_hits.values()))
"""


def test_the_next_process_loads_the_code(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    said, files = [], []
    for _ in range(2):
        command = [sys.executable, "-c", CODE]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        said.append([int(word) for word in done.stdout.split()])
        files.append(sorted(path.name for path in tmp_path.rglob("*.nb*")))
    assert said[0] == [*said[1][:-1], 0]
    assert said[1][-1] == 1  # and the second time it was loaded
    assert files[0] == files[1]
    assert files[0]


SPEAKING = """
import dicestats.jit
SOURCE = '''
from dicestats.jit import jit

@jit
def part(number):
    print("part", number)
    if number > 1:
        raise ValueError("too many:", number)
    return number

@jit
def other(number):
    return -number

@jit
def whole(number):
    return part(number)

@jit
def later(number):
    return other(part(number))
'''
made = {"__name__": "dicestats.jit"}
exec(compile(SOURCE, dicestats.jit.__file__, "exec"), made)
print("whole", made["whole"](1))
try:
    made["whole"](2)
except ValueError as error:
    print(*error.args)
print("later", made["later"](1))
found = sum(made["whole"].whole().stats.cache_hits.values())
print(sum(code.library.get_pointer_to_function(code.fndesc.llvm_func_name)
          for code in made["part"].overloads.values()), found)
"""


def test_parts_of_a_whole_speak_and_raise_in_it(tmp_path: Path) -> None:
    """Where it was just compiled, and where it comes from a file; they have no machine code."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    for found in range(2):
        for path in tmp_path.rglob("*later*"):
            path.unlink()  # it is compiled again, of parts that come from files
        command = [sys.executable, "-c", SPEAKING]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        said = ["part 1", "whole 1", "part 2", "too many: 2", "part 1", "later -1", f"0 {found}"]
        assert done.stdout.splitlines() == said
    assert len({*tmp_path.rglob("*.nbc")}) == 4


def taken_over(function: Any) -> bool:
    """Whether there is code that takes the arguments over from Python."""
    (found,) = function.overloads.values()
    wrapper = found.fndesc.llvm_cpython_wrapper_name
    return found.library.get_pointer_to_function(wrapper) != 0


def test_what_only_compiled_code_calls_takes_nothing_over_from_python() -> None:
    """And what Python calls as well is compiled for both, and gives both the same."""
    key, inner = np.zeros(2, np.uint64), jit(words.py_func)

    @jit
    def doubled(key):  # type: ignore[no-untyped-def]
        return 2 * inner(key, 1, 2, 3)[0]

    wanted = words(key, 1, 2, 3)
    assert doubled(key) == 2 * wanted[0]
    for _ in range(2):  # the second time it is found without a detour
        assert np.array_equal(inner(key, 1, 2, 3), wanted)
    assert not taken_over(inner)
    assert taken_over(inner.whole())


@pytest.mark.parametrize(("literals", "compiled"), [(False, 1), (True, 3)])
def test_literal_arguments_make_more_machine_code_where_it_is_asked_for(
    literals: bool, compiled: int
) -> None:
    key, inner = np.zeros(2, np.uint64), jit(words.py_func, literals=literals)

    @jit
    def three(key, game):  # type: ignore[no-untyped-def]
        return inner(key, 1, 0, 0)[0], inner(key, 2, 0, 0)[0], inner(key, game, game, game)[0]

    wanted = [words(key, *place)[0] for place in ((1, 0, 0), (2, 0, 0), (3, 3, 3))]
    assert [*three(key, 3)] == wanted
    assert len(inner.signatures) == compiled


def test_threads_may_call_a_function_first_at_once() -> None:
    inner = jit(words.py_func)
    keys = [np.full(2, number, np.uint64) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda key: inner(key, 0, 0, 0), keys)]
    assert np.array_equal(found, [words(key, 0, 0, 0) for key in keys])


RECEIVE = """
import pickle, sys
import numpy as np
print(*pickle.loads(sys.stdin.buffer.read())(np.zeros(2, np.uint64), 0, 0, 0))
"""


def test_a_function_can_be_sent_to_another_process() -> None:
    command = [sys.executable, "-c", RECEIVE]
    done = subprocess.run(command, input=dumps(words), capture_output=True, check=True)
    wanted = words(np.zeros(2, np.uint64), 0, 0, 0)
    assert [int(word) for word in done.stdout.split()] == wanted.tolist()


def test_a_function_of_a_notebook_is_compiled_without_a_file() -> None:
    @jit
    def double(x):  # type: ignore[no-untyped-def]
        return 2 * x

    assert double(21) == 42
    assert double.stats.cache_path is None


@jit(separate=True)
def add_up(total, rows):  # type: ignore[no-untyped-def]
    a, b, c = rows[0], rows[1], rows[2]
    for i in range(total.shape[0]):
        total[i] += a[i] + b[i] + c[i]


def test_arrays_that_do_not_overlap_are_not_compared() -> None:
    total, rows = np.ones(100, np.uint8), np.arange(300, dtype=np.uint8).reshape(3, 100)
    add_up(total, rows)
    assert (total == 1 + rows.sum(axis=0, dtype=np.uint8)).all()
    code = next(iter(add_up.inspect_llvm().values()))
    assert code.count("noalias") > 4  # the result's and the error's, and those of the arrays


def test_borrowed_arrays_are_the_same_arrays() -> None:
    def fill(given, number):  # type: ignore[no-untyped-def]
        rows, (row, size) = borrowed(given)  # type: ignore[call-arg]
        for i in range(size):
            rows[1, i] = row[i] + number

    rows, row = np.zeros((2, 4), np.int64), np.arange(4)
    given = (rows, (row, 3))
    called = entry(fill, types.void(typeof(given), types.int64))
    owners = sys.getrefcount(rows), sys.getrefcount(row)
    called(given, 10)
    assert rows.tolist() == [[0, 0, 0, 0], [10, 11, 12, 0]]
    assert (sys.getrefcount(rows), sys.getrefcount(row)) == owners
