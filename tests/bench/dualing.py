"""Speed of Dualing Dice on one core, as ratios measured in one run: CPU time, interleaved, best of.

``python -m tests.bench.dualing [FOLDER]``: FOLDER may hold ``dualing_limit.c`` and
``make_deck_bin.py``, a hand-written C yardstick for random play; without it those rows read
"not given".
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dicestats.games import dualing
from dicestats.games.dualing.columns import outcome_columns
from dicestats.games.dualing.kernel import simulator
from dicestats.games.dualing.reference import play
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.strategies import STRATEGIES
from dicestats.games.dualing.strategies.chance import random

SEATS = (2, 3, 4, 8)
GAMES = 24_000  # a run, of two seats
OTHERS = {"greedy": 12_000, "lookahead": 2_000, "dp": 6_000}  # games a run, two seats
ROUNDS = 7

Run = Callable[[], float]  # gives nanoseconds a game


def kernel(strategy: str, seats: int, games: int) -> Run:
    """The kernel with outcome columns and counts of cards."""
    rules, kind = Rules(), STRATEGIES[strategy]
    columns = np.empty((len(outcome_columns(rules, seats)), games), np.uint16)
    playing = simulator(rules, [kind.make(rules, kind.parameters())] * seats, 1)
    playing.run(0, columns[:, :64])

    def run() -> float:
        begun = time.process_time()
        playing.run(0, columns)
        return (time.process_time() - begun) / games * 1e9

    return run


def reference(seats: int) -> Run:
    rules = Rules()
    players = [random(rules)] * seats
    play(rules, players, 1, 0)

    def run() -> float:
        begun = time.process_time()
        play(rules, players, 1, 1)
        return (time.process_time() - begun) * 1e9

    return run


def yardstick(folder: Path, work: Path) -> Callable[[int], Run]:
    """Compile the C yardstick and its deck; the program measures its own CPU time."""
    program, deck = work / "limit", work / "deck.bin"
    source = ["gcc", "-O3", "-march=native", "-o", str(program), str(folder / "dualing_limit.c")]
    subprocess.run(source, check=True)
    table = Path(dualing.__file__).with_name("deck.csv")
    maker = [sys.executable, str(folder / "make_deck_bin.py"), str(table), str(deck)]
    subprocess.run(maker, check=True)

    def of(seats: int) -> Run:
        command = [str(program), str(deck), str(seats), str(GAMES * 2 // seats), "1"]

        def run() -> float:
            told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            return 1e9 / float(re.search(r"(\d+) games/s", told)[1])

        return run

    return of


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        runs: dict[str, Run] = {}
        of = yardstick(Path(sys.argv[1]), Path(work)) if len(sys.argv) > 1 else None
        for seats in SEATS:
            if of:
                runs[f"C random, {seats}"] = of(seats)
            runs[f"random, {seats}"] = kernel("random", seats, GAMES * 2 // seats)
        runs |= {f"{name}, 2": kernel(name, 2, games) for name, games in OTHERS.items()}
        runs["reference random, 2"] = reference(2)
        best = dict.fromkeys(runs, np.inf)
        for _ in range(ROUNDS):
            best = {name: min(best[name], run()) for name, run in runs.items()}
    print(f"{'strategy, seats':24}{'games/s':>12}{'ns a game':>14}{'x C random':>14}")
    for name, value in best.items():
        c = best.get(f"C random, {name.split(', ')[1]}")
        ratio = f"{c / value:.2f}" if c else "not given"
        print(f"{name:24}{1e9 / value:12,.0f}{value:14,.0f}{ratio:>14}")


if __name__ == "__main__":
    main()
