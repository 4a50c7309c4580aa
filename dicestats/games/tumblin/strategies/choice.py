"""One of several shots is chosen by trials; the base aim stays unless another is surely better.

The largest of many uncertain means is mostly luck (the optimiser's curse; Smith and Winkler 2006,
"The optimizer's curse", Management Science 52): whoever takes it, plays worse than the base aim.
So shots that fall behind are given up, twice as many trials for half as many shots; the last one
is compared with the base aim once more, on new luck, and must win by some standard errors.
"""

import numpy as np

from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.outlook import CERTAIN, value

_GIVEN_UP = np.int64(-(2**62))
_BEHIND = 3 * known.UNIT  # points, on average over the first trials: who is so far behind is out
_BEHIND_CHANCE = CERTAIN // 32  # the same where chances are compared


@jit_bare
def choose(room, table, sight, shots, count, sums):  # type: ignore[no-untyped-def]
    """Choose a shot.

    Parameters
    ----------
    room : Room
        Set up.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    shots : array of float64, shape (shots, 5)
        The base aim first.
    count : int
        How many there are.
    sums : array of int64, shape (shots,)
        Used.

    Returns
    -------
    int
        Which one.
    """
    first, done, left = np.int64(table[known.FIRST]), np.int64(0), count
    for c in range(count):
        sums[c] = 0
    while left > 1 and (done == 0 or left > 2):
        for c in range(count):
            if sums[c] != _GIVEN_UP:
                for t in range(done, done + first):
                    sums[c] += value(room, table, sight, shots[c], t)
        done += first
        first = min(2 * first, 4 * np.int64(table[known.FIRST]))
        left = _give_up(table, sums, count, max((left + 2) // 3, 2))
    best = 0
    for c in range(1, count):
        if sums[c] > sums[best]:
            best = c
    if best == 0 or table[known.SECOND] == 0:
        return best
    return best if _is_better(room, table, sight, shots, best, done) else 0


@jit_inline
def _give_up(table, sums, count, keep):  # type: ignore[no-untyped-def]
    """Keep the base aim and the best others; tell how many are left."""
    behind = np.int64(table[known.FIRST]) * (_BEHIND_CHANCE if table[known.AHEAD] else _BEHIND)
    left = 1
    for c in range(1, count):
        if sums[c] != _GIVEN_UP:
            if sums[c] < sums[0] - behind:
                sums[c] = _GIVEN_UP
            else:
                left += 1
    while left > keep:
        worst = 0
        for c in range(1, count):
            if sums[c] != _GIVEN_UP and (worst == 0 or sums[c] < sums[worst]):
                worst = c
        sums[worst] = _GIVEN_UP
        left -= 1
    return left


@jit_bare
def _is_better(room, table, sight, shots, best, done):  # type: ignore[no-untyped-def]
    """Compare a shot with the base aim on new luck."""
    total, squares, trials = np.int64(0), np.int64(0), np.int64(table[known.SECOND])
    for t in range(done, done + trials):
        more = value(room, table, sight, shots[best], t) - value(room, table, sight, shots[0], t)
        total, squares = total + more, squares + more * more
    return is_sure(total, squares, trials, table[known.THRESHOLD])


@jit_inline
def is_sure(total, squares, count, threshold):  # type: ignore[no-untyped-def]
    """Tell whether a mean difference is above 0 by so many standard errors.

    Parameters
    ----------
    total, squares : int
        Sums of the differences and of their squares.
    count : int
        How many differences.
    threshold : int
        Hundredths of a standard error.

    Returns
    -------
    bool
        Whether it is.
    """
    mean = np.float64(total) / count
    variance = np.float64(squares) / count - mean * mean
    bound = 0.01 * threshold
    return total > 0 and mean * mean * (count - 1) > bound * bound * variance
