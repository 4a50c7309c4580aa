"""Speed of throws of Tumblin' Dice on one core, as ratios measured in one run: CPU time, best of.

``python -m tests.bench.tumblin [FOLDER]``: FOLDER may hold ``tumblin_limit.c``, a hand-written C
yardstick; without it those rows read "not given". One row is a build whose sine, cosine,
exponential and logarithm come from the C library: what portable results cost.
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import numpy as np

THROWS = 1_000_000
GAMES_OF = {2: 4_000, 3: 1_000, 4: 500}  # players -> whole games a run
ROUNDS_OF = {2: 12_000, 3: 4_000, 4: 2_000}  # players -> rounds a run
REPEATS = 7
PHYSICS = "dicestats.games.tumblin.physics"
CHILD = """
import json
from tests.bench import tumblin
tumblin.use_c_library()
print(json.dumps(tumblin.ours()))
"""


def use_c_library() -> None:
    """Exchange the elementary functions before anything that calls them is compiled."""
    from importlib import import_module

    from dicestats.jit import jit

    package = ModuleType(PHYSICS)  # without its own imports, which would compile the throw
    package.__path__ = [str(Path("dicestats/games/tumblin/physics").resolve())]
    sys.modules[PHYSICS] = package
    portable = import_module(f"{PHYSICS}.portable")
    portable.exp = jit(lambda x: math.exp(x))
    portable.log = jit(lambda x: math.log(x))
    portable.sin_cos = jit(lambda x: (math.sin(x), math.cos(x)))
    for name in ("dice", "shoot", "world", "noise"):
        module = import_module(f"{PHYSICS}.{name}")
        vars(package).update({n: v for n, v in vars(module).items() if not n.startswith("__")})


def ours() -> dict[str, float]:
    """Nanoseconds of a single throw and of a shot in rounds; events of a throw; best of three."""
    from dicestats import streams
    from dicestats.games.tumblin.board import Board
    from dicestats.games.tumblin.physics.dice import make_dice
    from dicestats.games.tumblin.physics.world import make_world
    from dicestats.games.tumblin.throw import Throw
    from tests.games.tumblin_throws import rounds, single_throws

    key, world = streams.key(1, "tumblin"), make_world(Board(), Throw())
    found: dict[str, float] = {}
    out, die = np.empty((5, THROWS)), make_dice(1)
    single_throws(world, die, key, out[:, :2].copy())
    for _ in range(3):
        begun = time.process_time()
        single_throws(world, die, key, out)
        spent = (time.process_time() - begun) / THROWS * 1e9
        found["single throw"] = min(spent, found.get("single throw", math.inf))
    found["events"] = float(out[4].mean())
    for players, count in ROUNDS_OF.items():
        dice, name = make_dice(4 * players), f"shot, {players} players"
        rounds(world, key, players, dice, np.zeros(2))
        begun = time.process_time()
        rounds(world, key, players, dice, np.zeros(count))
        found[name] = (time.process_time() - begun) / (count * 4 * players) * 1e9
    return found | {f"game, {players} players": game(players) for players in GAMES_OF}


def game(players: int) -> float:
    """Nanoseconds of a whole game: kernel and outcome columns, the C program's fixed aim."""
    from dicestats.game import Compiled, Strategy
    from dicestats.games.tumblin.columns import outcome_columns
    from dicestats.games.tumblin.kernel import simulator
    from dicestats.games.tumblin.rules import Rules
    from dicestats.games.tumblin.strategies import aim

    rules, millionths = Rules(final_tie="share"), [0, 80_000, 0, 1_380_000, 6]
    table = np.array(millionths * rules.dice, np.int32)
    straight = Strategy("straight", shot=Compiled(aim.shot, table), skill="average")
    columns = np.empty((len(outcome_columns(rules, players)), GAMES_OF[players]), np.uint16)
    kernel = simulator(rules, [straight] * players, 1)
    kernel.run(0, columns[:, :8])
    begun = time.process_time()
    kernel.run(0, columns)
    return (time.process_time() - begun) / columns.shape[1] * 1e9


def c_library(cache: str) -> dict[str, float]:
    """The same from a process with the C library's functions."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", CHILD]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return dict(json.loads(done.stdout))


def yardstick(program: Path) -> dict[str, float]:
    """The C program's own measurements."""
    command = [str(program), str(THROWS), "3000"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    single = re.search(r"ns/throw (\d+) events/throw ([\d.]+)", told)
    assert single
    rates = re.findall(r"(\d) players: games/s (\S+) +shots/s (\S+)", told)
    found = {f"shot, {players} players": 1e9 / float(shots) for players, _, shots in rates}
    found |= {f"game, {players} players": 1e9 / float(games) for players, games, _ in rates}
    return {"single throw": float(single[1]), "events": float(single[2]), **found}


def main() -> None:
    best: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as work:
        runs = {"ours": ours, "ours, C library": lambda: c_library(work)}
        if len(sys.argv) > 1:
            program = Path(work) / "limit"
            source = str(Path(sys.argv[1]) / "tumblin_limit.c")
            subprocess.run(["gcc", "-O3", "-o", str(program), source, "-lm"], check=True)
            runs["C"] = lambda: yardstick(program)
        for _ in range(REPEATS):
            for name, run in runs.items():
                found, so_far = run(), best.get(name, {})
                best[name] = {k: min(v, so_far.get(k, math.inf)) for k, v in found.items()}
    print(f"{'ns':22}{'ours':>10}{'C':>12}{'x C':>12}{'x C library':>14}")
    for name, value in best["ours"].items():
        c, libm = best.get("C", {}).get(name), best["ours, C library"][name]
        told = (f"{c:12.2f}", f"{c / value:12.2f}") if c else ("   not given", "   not given")
        print(f"{name:22}{value:10.2f}{told[0]}{told[1]}{libm / value:14.2f}")


if __name__ == "__main__":
    main()
