"""The simple players of Convolution: random and greedy, compiled."""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.convolution import exact
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit

_HEADER = 4  # numbers of a category before its steps, in greedy's table


@jit(separate=True, forceinline=True)
def _ranks(rank, words, n_open):  # type: ignore[no-untyped-def]
    n = np.uint64(np.uint32(n_open))  # 32 bits: a multiplication of 64 takes longer
    for i in range(rank.shape[0]):
        rank[i] = (np.uint64(words[i]) * n) >> np.uint64(32)


@jit(separate=True, forceinline=True)
def _pass_four(choice, met, rank, when):  # type: ignore[no-untyped-def]
    """Pass those of four categories at which not enough open ones have been met."""
    a, b, c, d = when[0], when[1], when[2], when[3]
    one, none = np.uint8(1), np.uint8(0)
    for i in range(choice.shape[0]):
        k = rank[i]
        first = np.uint8(met[i] + (one if a[i] == OPEN else none))
        second = np.uint8(first + (one if b[i] == OPEN else none))
        third = np.uint8(second + (one if c[i] == OPEN else none))
        fourth = np.uint8(third + (one if d[i] == OPEN else none))
        passed = (one if first <= k else none) + (one if second <= k else none)
        choice[i] += passed + (one if third <= k else none) + (one if fourth <= k else none)
        met[i] = fourth


@jit(separate=True, forceinline=True)
def _pass_one(choice, met, rank, when):  # type: ignore[no-untyped-def]
    one, none = np.uint8(1), np.uint8(0)
    for i in range(choice.shape[0]):
        k, now = rank[i], np.uint8(met[i] + (one if when[i] == OPEN else none))
        choice[i] += one if now <= k else none
        met[i] = now


@jit
def choose_random(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the k-th open category in index order, k uniform (ruling: Random)."""
    when, rank, met = sight.when_mine, scratch.keys[0], scratch.keys[1]
    _ranks(rank, words, when.shape[0] - (sight.turn >> 1))
    for i in range(choice.shape[0]):
        choice[i] = 0
    for i in range(met.shape[0]):
        met[i] = 0
    c, last = 0, when.shape[0] - 1  # the last is taken where all before it are passed
    while c + 4 <= last:
        _pass_four(choice, met, rank, when[c : c + 4])
        c += 4
    while c < last:
        _pass_one(choice, met, rank, when[c])
        c += 1


@jit(forceinline=True)
def _add_steps(key, face, lowest, steps):  # type: ignore[no-untyped-def]
    """Add four steps: each where the face value reaches it."""
    cast = key.dtype.type
    none, s0, s1, s2, s3 = cast(0), cast(steps[0]), cast(steps[1]), cast(steps[2]), cast(steps[3])
    v0, v1, v2, v3 = cast(lowest), cast(lowest + 1), cast(lowest + 2), cast(lowest + 3)
    for i in range(key.shape[0]):
        x, old = face[i], key[i]
        a = s0 if x >= v0 else none
        b = s1 if x >= v1 else none
        c = s2 if x >= v2 else none
        d = s3 if x >= v3 else none
        key[i] = old + a + b + c + d


@jit(forceinline=True)
def _first_ranks(rank, key, face, there, top, first):  # type: ignore[no-untyped-def]
    """Rank what I would write: a first top ranks low (rulings C4, C5)."""
    cast = key.dtype.type
    highest, low = cast(top), cast(first)
    for i in range(rank.shape[0]):
        old, x = key[i], face[i]
        rank[i] = low if (x == highest) & (there[i] == OPEN) else old


@jit(forceinline=True)
def _take_better(choice, best, rank, mine, this):  # type: ignore[no-untyped-def]
    """Keep the better of the best so far and this category, where it is open (ranks start at 1)."""
    none, category = rank.dtype.type(0), np.uint8(this)
    for i in range(choice.shape[0]):
        here, when, b, old = rank[i], mine[i], best[i], choice[i]
        x = here if when == OPEN else none
        choice[i] = category if x > b else old
        best[i] = x if x > b else b


@jit
def choose_greedy(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Rank what I would write by its mid-percentile in the category's one-roll law.

    The rank grows with the face value, so it is a sum of steps: faster than a look-up.
    """
    categories, keys = sight.value.shape[0], scratch.keys
    best, rank = keys[categories], keys[categories + 1]
    width = (table.shape[0] - 2) // categories
    for i in range(best.shape[0]):
        best[i] = 0
    for c in range(categories):
        row, face, start = keys[c], sight.value[c], c * width
        lowest, steps = table[start], table[start + 1]
        if not sight.again:
            for i in range(row.shape[0]):
                row[i] = 0
            for k in range(0, steps, 4):
                at = start + _HEADER + k
                _add_steps(row, face, lowest + k, table[at : at + 4])
        there, top, first = sight.when_theirs[c], table[start + 2], table[start + 3]
        _first_ranks(rank, row, face, there, top, first)
        if table[-2] and c == categories - 1:
            _first_ranks(rank, rank, face, there, table[-2], table[-1])
        _take_better(choice, best, rank, sight.when_mine[c], c)


def greedy_table(rules: Rules) -> NDArray[np.int32]:
    """Lay greedy's ranks out for ``choose_greedy``.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        For each category: lowest value, number of steps, top, rank of a first top, steps. The
        last two numbers are the Bluggard that falls under the first-to-12 rule, and its rank.
    """
    ranks = exact.percentile_rank(rules)
    most = max(top - low + 1 for top, low in zip(rules.tops, rules.lowest, strict=True))
    width = _HEADER + -(-most // 4) * 4
    table = np.zeros((rules.pairs, width), np.int32)
    firsts = zip(rules.lowest, rules.tops, rules.first_tops, ranks.first_top, strict=True)
    for c, (low, top, first, first_rank) in enumerate(firsts):
        face = ranks.face[c, low : top + 1]
        table[c, :_HEADER] = low, len(face), top, 1 + (face[-1] if first is None else first_rank)
        table[c, _HEADER : _HEADER + len(face)] = np.diff(face, prepend=-1)  # ranks from 1
    twelve = (0, 0) if ranks.first_twelve is None else (rules.tops[0], 1 + ranks.first_twelve)
    return np.concatenate([table.ravel(), np.array(twelve, np.int32)])
