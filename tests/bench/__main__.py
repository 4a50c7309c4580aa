"""Speed of Convolution on one core, as ratios measured in one run: CPU time, interleaved, best of.

``python -m tests.bench [FOLDER]``: FOLDER may hold ``convolution_limit.c``, a hand-written C
yardstick; without it those rows read "not given".
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dicestats.games import load
from dicestats.games.convolution.exact import law, percentile_rank
from dicestats.settings import strategies_from
from dicestats.simulate import Group, make_cell, play_chunks, simulate
from tests.bench.numpy_only import play_random

GAMES = 16 * 65_536
ROUNDS = 5


def standard_score() -> Callable:
    rows = law(load("convolution").rules())
    mean = np.array([[row.mean] for row in rows], np.float32)
    sd = np.array([[row.sd] for row in rows], np.float32)
    return lambda view: (view.effective - mean) / sd


def percentile() -> Callable:
    """The greedy percentile in NumPy: nine look-ups a turn."""
    rules = load("convolution").rules()
    ranks = percentile_rank(rules)
    table = np.zeros((rules.pairs, rules.tops[-1] + 1), np.int16)
    table[:, : ranks.face.shape[1]] = ranks.face
    for row, first, rank in zip(table, rules.first_tops, ranks.first_top, strict=True):
        row[first] = rank
    start = np.arange(0, table.size, table.shape[1], dtype=np.int16)[:, None]
    return lambda view: table.take(view.would_write + start)


def whole(strategy, games: int = GAMES) -> Callable[[], int]:
    """The whole pipeline of one thread: kernel, columns, tables and digests."""
    chunk = min(games, 65_536)
    cell = make_cell("convolution", strategies=[strategy], games=games, seed=1, chunk=chunk)
    return lambda: play_chunks(Group((cell,)), (0, games // chunk)).games


def kernel(strategy) -> Callable[[], int]:
    cell = make_cell("convolution", strategies=[strategy], games=GAMES, seed=1)
    simulator = load("convolution").simulator(cell.rules, cell.strategies, 1)
    columns = np.empty((len(load("convolution").columns(cell.rules, 2)), 65_536), np.uint16)

    def run() -> int:
        for first in range(0, GAMES, 65_536):
            simulator.run(first, columns)
        return GAMES

    return run


def reference() -> int:
    game = load("convolution")
    rules = game.rules()
    players = strategies_from(game, rules, ["random"])
    for index in range(200):
        game.score(game.play(rules, players, 1, index))
    return 200


def numpy_only() -> int:
    play_random(65_536, 1)
    return 65_536


def nanoseconds(run: Callable[[], int]) -> float:
    begun = time.process_time()
    games = run()
    return (time.process_time() - begun) / games * 1e9


def seconds(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def on_cores(jobs: int) -> Callable[[], object]:
    return lambda: simulate("convolution", games=8 * GAMES, seed=1, n_jobs=jobs)


def command(*given: str) -> Callable[[], object]:
    """A command in a process of its own, as from the shell."""
    argv = [sys.executable, "-m", "dicestats", *given]
    return lambda: subprocess.run(argv, check=True, capture_output=True)


def at_the_clock() -> None:
    """What a user waits for: best wall-clock times, true only on idle cores."""
    runs = {
        "1 core": on_cores(1),
        "2 cores": on_cores(2),
        "--help": command("--help"),
        "simulate --games 1e6": command("simulate", "convolution", "--games", "1e6"),
    }
    best = {name: min(seconds(run) for _ in range(3)) for name, run in runs.items()}
    print(f"2 cores: {best['1 core'] / best['2 cores']:.2f} times as fast as 1 (wall-clock)")
    for name in ("--help", "simulate --games 1e6"):
        print(f"dicestats {name}: {best[name]:.2f} s")


def yardstick(folder: str) -> dict[str, float]:
    """Compile and run the C yardstick; best nanoseconds a game by row."""
    with tempfile.TemporaryDirectory() as work:
        program = f"{work}/limit"
        source = str(Path(folder) / "convolution_limit.c")
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source], check=True)
        text = subprocess.run([program, "1000000"], check=True, capture_output=True, text=True)
    found = re.findall(r"^(scalar_random|scalar_greedy|lock_\w+) +([\d.]+)", text.stdout, re.M)
    best: dict[str, float] = {}
    for name, rate in found:
        best[f"C {name}"] = min(1e3 / float(rate), best.get(f"C {name}", np.inf))
    return best


def main() -> None:
    folder = sys.argv[1] if len(sys.argv) > 1 else ""
    runs = {
        "random, whole": whole("random"),
        "greedy, whole": whole("greedy"),
        "random, kernel": kernel("random"),
        "greedy, kernel": kernel("greedy"),
        "NumPy standard score": whole(standard_score()),
        "NumPy greedy": whole(percentile()),
        "value, whole": whole("value", 16_384),
        "montecarlo, whole": whole("montecarlo", 1024),
        "NumPy only, random": numpy_only,
        "plain Python, random": reference,
    }
    for run in runs.values():
        run()
    best = dict.fromkeys(runs, np.inf)
    for _ in range(ROUNDS):
        if folder:
            for name, value in yardstick(folder).items():
                best[name] = min(value, best.get(name, np.inf))
        best |= {name: min(best[name], nanoseconds(run)) for name, run in runs.items()}
    random, greedy = best.get("C scalar_random"), best.get("C scalar_greedy")
    print(f"{'':24}{'ns a game':>12}{'x C scalar random':>20}{'x C scalar greedy':>20}")
    for name, value in best.items():
        ratios = [f"{c / value:.2f}" if c else "not given" for c in (random, greedy)]
        print(f"{name:24}{value:12.1f}{ratios[0]:>20}{ratios[1]:>20}")
    for name in ("random", "greedy"):
        print(f"{name}: whole / kernel {best[f'{name}, whole'] / best[f'{name}, kernel']:.2f}")
    for name in ("value", "montecarlo"):
        print(f"{name}: {1e9 / best[f'{name}, whole']:,.0f} games a second and core, both seats")
    at_the_clock()


if __name__ == "__main__":
    main()
