"""Random play of Convolution in NumPy alone: a yardstick of speed, not a second kernel."""

import numpy as np


def play_random(games: int, seed: int) -> float:
    """Play published rules with random choices; return the share of games that seat 0 wins."""
    rng = np.random.default_rng(seed)
    score = np.zeros((2, 9, games), np.int16)
    when = np.full((2, 9, games), 99, np.int16)
    order = np.argsort(rng.random((2, 9, games)), axis=1)  # a random order is random play
    column = np.arange(games)
    for pair in range(9):
        colors = rng.integers(1, 7, (4, 2, games)).sum(axis=1)
        ranks = -np.sort(-colors, axis=0)
        values = np.concatenate([colors, ranks, colors.sum(axis=0, keepdims=True)])
        for follows in range(2):
            seat = (pair + follows) % 2
            choice = order[seat, pair]
            value = values[choice, column]
            first = when[1 - seat, choice, column] == 99
            value = np.where(first & (choice < 8) & (value == 12), 1, value)
            value = np.where(first & (choice == 8) & (value == 48), 7, value)
            score[seat, choice, column] = value
            when[seat, choice, column] = 2 * pair + follows
    return _share(score, when)


def _share(score, when):
    won = (score[0] > score[1]) | ((score[0] == score[1]) & (when[0] < when[1]))
    sections = [slice(0, 4), slice(4, 8), slice(0, 9)]
    total = np.stack([score[:, s].sum(axis=1) for s in sections], axis=1)
    done = np.stack([when[:, s].max(axis=1) for s in sections], axis=1)
    calculated = (total[0] > total[1]) | ((total[0] == total[1]) & (done[0] < done[1]))
    categories, extra = won.sum(axis=0) + calculated.sum(axis=0), calculated.sum(axis=0)
    return float(((categories > 6) | ((categories == 6) & (extra >= 2))).mean())
