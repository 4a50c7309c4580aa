"""Train the table of Convolution's strategy ``additive`` by counting in self-play.

Run ``python simulations/convolution/train_additive.py`` to write the package's file again: the
same seed, games and iterations give the same bytes. Each iteration plays the table of the last
one against itself (the first: percentiles of one roll), with a random choice in one turn of 16,
and counts how often a category was won after a score was written first, and after its box was
left open.
"""

import argparse
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.convolution.additive import (
    FILE,
    POINTS,
    UNIT,
    Gains,
    points_of,
    save,
    score_by_gain,
    shape_of,
    table_of,
)
from dicestats.games.convolution.columns import outcome_columns
from dicestats.games.convolution.exact import counts
from dicestats.games.convolution.kernel import simulator
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.sights import pick

SEED = 20_240_501
GAMES = 1_048_576  # in each iteration
ITERATIONS = 5
EXPLORE = 16  # one turn in so many is random
SHRINK = 30  # games that the mean over all turns counts for in each cell

Counts = NDArray[np.int64]  # (3, turns, categories, values)


# Not cached: numba would not see that the package's function has changed.
@njit(nogil=True)
def _explore(choice, scratch, table, words, sight):
    """Play by the table, but at random in one turn of ``EXPLORE``."""
    score_by_gain(scratch.scores, table, sight)
    for c in range(scratch.scores.shape[0]):
        row, odd = scratch.scores[c], np.uint64(2654435761) * np.uint64(2 * c + 1)
        for i in range(row.shape[0]):
            word = np.uint64(words[i])
            if word >> np.uint64(4) << np.uint64(4) == word:
                row[i] = np.int16(((word * odd) >> np.uint64(20)) & np.uint64(0x7FFF))
    pick(choice, scratch.scores, scratch.best, sight.when_mine)


@njit(nogil=True)
def _count(score, when, sign, leaders, points, sums, hits):
    """Add up what every category brought: written first (0), left: theirs written (1), open (2)."""
    for seat in range(2):
        for c in range(score.shape[1]):
            for i in range(score.shape[2]):
                mine, theirs = when[seat, c, i], when[1 - seat, c, i]
                v, t = score[seat, c, i], score[1 - seat, c, i]
                worth = UNIT * ((sign[c, i] > 0) == (seat == 0)) + points[c] * v
                if mine < theirs:
                    sums[0, mine, c, v] += worth
                    hits[0, mine, c, v] += 1
                for pair in range(leaders.shape[0]):
                    turn = 2 * pair + (leaders[pair] != seat)
                    if turn < mine:
                        kind, at = (1, t) if theirs < turn else (2, 0)
                        sums[kind, turn, c, at] += worth
                        hits[kind, turn, c, at] += 1


def play(strategy: Strategy, seed: int, games: int) -> tuple[Counts, Counts]:
    """Play a strategy against itself; return sums of worth and numbers of cases.

    Whole blocks are played: ``games`` is rounded up to them.
    """
    rules = Rules()
    kernel = simulator(rules, (strategy, strategy), seed)
    sums, hits = (np.zeros((3, *shape_of(rules)), np.int64) for _ in range(2))
    points, leaders = points_of(rules, POINTS), np.array(rules.leaders)
    size = min(kernel.size, games)
    columns = np.empty((len(outcome_columns(rules, SEATS)), size), np.uint16)
    for first in range(0, games, size):
        kernel.run(first, columns)
        block, result = kernel.arrays[size]  # one block: it still holds the score sheets
        _count(block.score, block.when, result.sign, leaders, points, sums, hits)
    return sums, hits


def estimate(sums: Counts, hits: Counts) -> Gains:
    """Turn counts into gains; thin cells lean on the mean over all turns."""
    first, closed = (_means(sums[kind], hits[kind]) for kind in range(2))
    left_open = sums[2, :, :, :1] / np.maximum(hits[2, :, :, :1], 1)
    fresh, left = (np.rint(part).astype(np.int32) for part in (first - left_open, closed))
    return Gains(fresh, left, points_of(Rules(), POINTS))


def _means(sums: Counts, hits: Counts) -> NDArray[np.float64]:
    """Mean of each cell, shrunk to the category's mean for the value, whatever the turn."""
    total, number = sums.sum(axis=0), hits.sum(axis=0)  # (categories, values)
    values = np.arange(total.shape[1])
    means = np.zeros(total.shape)
    for mean, s, n in zip(means, total, number, strict=True):
        if n.any():
            mean[:] = np.interp(values, values[n > 0], s[n > 0] / n[n > 0])
    return (sums + SHRINK * means) / (hits + SHRINK)


def begin() -> Gains:
    """Start from one roll: its mid-percentile first, its chance to beat a score later."""
    rules = Rules()
    fresh, left = (np.zeros(shape_of(rules), np.int32) for _ in range(2))
    rolls = rules.sides**rules.dice
    for c, (low, row) in enumerate(zip(rules.lowest, counts(rules), strict=True)):
        for value in range(fresh.shape[2]):
            below = sum(row[: max(0, value - low)])
            up_to = sum(row[: max(0, value - low + 1)])
            fresh[:, c, value] = UNIT * (below + up_to) // (2 * rolls)
            left[:, c, value] = UNIT * (rolls - up_to) // rolls
    return Gains(fresh, left, points_of(rules, (0, 0, 0)))


def train(*, seed: int, games: int, iterations: int) -> Gains:
    """Refine the table: each iteration counts how the last table plays against itself."""
    gains = begin()
    for iteration in range(iterations):
        table = table_of(Rules(), gains)
        strategy = Strategy("exploring", choose=Compiled(_explore, table, draws=True))
        gains = estimate(*play(strategy, seed + iteration, games))
    return gains


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    save(train(seed=given.seed, games=given.games, iterations=given.iterations), given.out)


if __name__ == "__main__":
    main()
