"""The same games on any processor: digests once more with the plainest machine code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
from worlds import players, worlds

from dicestats.cells import make_cell
from dicestats.games import GAMES, load
from dicestats.simulate import Group, finish

GAMES_EACH = 2048

# No vector instructions in numba's code, in the C library, or in NumPy; nothing from a cache.
PLAIN = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 X86_V3",
}


def machine() -> list[object]:
    """Tell numba's target, and whether NumPy uses vectors beyond the baseline."""
    features = np._core._multiarray_umath.__cpu_features__
    return [numba.config.CPU_NAME, features.get("X86_V3", False), features.get("X86_V4", False)]


def digests() -> dict[str, str]:
    """Of every game, every built-in strategy, under the published and the small rules."""
    found = {}
    for game in GAMES:
        for world in ("published", "small"):
            rules = worlds(game)[world]
            for name in players(load(game), rules):
                cell = make_cell(game, strategies=[name], rules=rules, games=GAMES_EACH, seed=1)
                (done,) = finish(Group((cell,)), engine="serial")
                found[f"{game}, {world}, {name}"] = done.digest
    return found


def test_every_strategy_plays_the_same_games_without_vector_instructions(tmp_path: Path) -> None:
    tests = Path(__file__).parent
    environment = {**os.environ, **PLAIN, "NUMBA_CACHE_DIR": str(tmp_path),
                   "PYTHONPATH": os.pathsep.join([str(tests.parent), str(tests)])}  # fmt: skip
    code = "import json, test_portability as t; print(json.dumps([t.machine(), t.digests()]))"
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    machine, found = json.loads(done.stdout)
    assert machine == ["generic", False, False]
    assert found == digests()
    assert any(tmp_path.rglob("*.nbc"))  # it was compiled anew
