"""The same games on any processor: digests once more with the plainest machine code.

That code also checks every index: where compiled code reaches beyond an array, it says so.
"""

import json
import os
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import witness
from worlds import players, random_rules, worlds

from dicestats.cells import make_cell
from dicestats.games import GAMES, load
from dicestats.games.tumblin.physics.worth import make_grid
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.strategies import outcomes
from dicestats.simulate import Group, finish

MANY = 2048  # games of a cell whose rules are played most
TIMES = 2  # other rules: as often as games are enough in a comparison
RANDOM_WORLDS = 6

# No vector instructions in numba's code, in the C library, or in NumPy, and code that is made
# better in other ways, and less; nothing from a cache.
PLAIN = {
    "NUMBA_OPT": "1",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 X86_V3",
    "NUMBA_BOUNDSCHECK": "1",
}


def machine() -> list[object]:
    """Tell numba's target, and whether NumPy uses vectors beyond the baseline."""
    features = np._core._multiarray_umath.__cpu_features__
    return [numba.config.CPU_NAME, features.get("X86_V3", False), features.get("X86_V4", False)]


def digests() -> dict[str, str]:
    """Of every game and every built-in strategy, under all named rules and some random ones."""
    found = {}
    for game in GAMES:
        named, rng = worlds(game), random.Random(game)
        others = {str(n): random_rules(load(game), rng) for n in range(RANDOM_WORLDS)}
        for world, rules in (named | others).items():
            for name in players(load(game), rules):
                seats = rng.choice(load(game).seats(rules))
                found[f"{game}, {world}, {seats} x {name}"] = digest(
                    game,
                    strategies=[name],
                    rules=rules,
                    seats=seats,
                    games=games_of(game, world, name),
                    seed=1,
                )
    return found


def games_of(game: str, world: str, strategy: str) -> int:
    """Say how many games are enough: strategies that try shots out decide a lot in one."""
    if strategy in getattr(witness.of(game), "CHEAP", {}):
        return 1
    return MANY if world in ("published", "small") else TIMES * witness.of(game).GAMES


def shots() -> str:
    """Of thrown dice that a file may keep: what ``aim`` looks at."""
    thrown = outcomes._thrown(Rules(), 6, make_grid(steps=(9, 14)))
    return sha256(thrown.data).hexdigest()


def digest(game: str, **given: Any) -> str:
    (done,) = finish(Group((make_cell(game, **given),)), engine="serial")
    return done.digest


def in_the_plainest_code(told: str, cache: Path) -> Any:
    """What an expression of this module gives there, in a process of its own."""
    tests = Path(__file__).parent
    environment = {**os.environ, **PLAIN, "NUMBA_CACHE_DIR": str(cache),
                   "PYTHONPATH": os.pathsep.join([str(tests.parent), str(tests)])}  # fmt: skip
    code = (
        "import gc, json, test_portability as t; gc.disable();"  # compiling leaves little garbage
        f"print(json.dumps([t.machine(), {told}]))"
    )
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert "IndexError" not in done.stderr  # all that a strategy's call by its address can say
    machine, found = json.loads(done.stdout)
    assert machine == ["generic", False, False]
    assert any(cache.rglob("*.nbc"))  # it was compiled anew
    return found


def test_every_strategy_plays_the_same_games_in_the_plainest_machine_code(tmp_path: Path) -> None:
    assert in_the_plainest_code("t.digests()", tmp_path) == digests()


def test_the_same_dice_are_thrown_again() -> None:
    assert shots() == shots()


@pytest.mark.soak  # it takes a minute to compile
def test_dice_are_thrown_alike_in_the_plainest_machine_code(tmp_path: Path) -> None:
    assert in_the_plainest_code("t.shots()", tmp_path) == shots()
