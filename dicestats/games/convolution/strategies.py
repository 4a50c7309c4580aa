"""The built-in strategies of Convolution; each fills a score matrix for a block of games."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy, StrategyKind
from dicestats.games.convolution import exact
from dicestats.games.convolution.additive import Additive, additive
from dicestats.games.convolution.aware import Aware, aware
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit

_HEADER = 4  # numbers of a category before its steps, in greedy's table
_DIGITS = "0123456789abc"  # a category's index as one character


class NoParameters(BaseModel):
    """A strategy without parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class FixedOrder(BaseModel):
    """Parameters of ``fixed_order``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    order: Annotated[str, Field(pattern="^[0-9a-c]+$")] = Field(
        "",
        description="category indices in order of play, one character each: 0-9, then a, b, c; "
        "empty: index order",
    )


@jit
def _ranks(rank, words, n_open):  # type: ignore[no-untyped-def]
    n = np.uint64(n_open)
    for i in range(rank.shape[0]):
        rank[i] = (np.uint64(words[i]) * n) >> np.uint64(32)


@jit
def _count_down(choice, rank, when, c):  # type: ignore[no-untyped-def]
    """Pass three categories: take the open one that the rank falls on."""
    one, two, three = when[c], when[c + 1], when[c + 2]
    a, b, d, cast = np.uint8(c), np.uint8(c + 1), np.uint8(c + 2), rank.dtype.type
    for i in range(choice.shape[0]):
        left, old = rank[i], choice[i]
        x, y, z = one[i] == OPEN, two[i] == OPEN, three[i] == OPEN
        after_one = cast(left - x)
        after_two = cast(after_one - y)
        taken = a if x & (left == 0) else old
        taken = b if y & (after_one == 0) else taken
        choice[i] = d if z & (after_two == 0) else taken
        rank[i] = after_two - z


@jit
def _choose_random(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the k-th open category in index order, k uniform (ruling: Random)."""
    when, rank = sight.when_mine, scratch.keys[0]
    categories = when.shape[0]
    _ranks(rank, words, categories - (sight.turn >> 1))
    for c in range(0, categories - 2, 3):
        _count_down(choice, rank, when, c)
    for c in range(categories - categories % 3, categories):
        this, row = np.uint8(c), when[c]
        for i in range(choice.shape[0]):
            left, is_open, old = rank[i], row[i] == OPEN, choice[i]
            choice[i] = this if is_open & (left == 0) else old
            rank[i] = left - is_open


def _random(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("random", choose=Compiled(_choose_random, draws=True))


@jit
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


@jit
def _first_ranks(rank, key, face, there, top, first):  # type: ignore[no-untyped-def]
    """Rank what I would write: a first top ranks low (rulings C4, C5)."""
    cast = key.dtype.type
    highest, low = cast(top), cast(first)
    for i in range(rank.shape[0]):
        old, x = key[i], face[i]
        rank[i] = low if (x == highest) & (there[i] == OPEN) else old


@jit
def _take_better(choice, best, rank, mine, this):  # type: ignore[no-untyped-def]
    """Keep the better of the best so far and this category, where it is open (ranks start at 1)."""
    none, category = rank.dtype.type(0), np.uint8(this)
    for i in range(choice.shape[0]):
        here, when, b, old = rank[i], mine[i], best[i], choice[i]
        x = here if when == OPEN else none
        choice[i] = category if x > b else old
        best[i] = x if x > b else b


@jit
def _choose_greedy(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
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


def _greedy(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("greedy", choose=Compiled(_choose_greedy, _greedy_table(rules), rules=rules))


def _greedy_table(rules: Rules) -> NDArray[np.int32]:
    """Lay out, for each category: lowest value, number of steps, top, rank of a first top, steps.

    The last two numbers are the Bluggard that falls under the first-to-12 rule, and its rank.
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


@jit
def _choose_in_order(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the open category that comes first in the order."""
    for place in range(table.shape[0] - 1, -1, -1):
        this, when = np.uint8(table[place]), sight.when_mine[table[place]]
        for i in range(choice.shape[0]):
            old = choice[i]
            choice[i] = this if when[i] == OPEN else old


def _fixed_order(rules: Rules, parameters: FixedOrder) -> Strategy:
    indices = _DIGITS[: rules.pairs]
    order = parameters.order or indices
    if sorted(order) != sorted(indices):
        raise InputError(
            "strategy 'fixed_order'",
            f"order '{order}' is not allowed: name each of the {rules.pairs} categories once "
            f"by its character, such as {indices}",
        )
    categories = np.array([indices.index(index) for index in order], np.int32)
    name = f"fixed_order(order={parameters.order})" if parameters.order else "fixed_order"
    return Strategy(name, choose=Compiled(_choose_in_order, categories, rules=rules))


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("any open category, all equally likely", NoParameters, _random),
    "greedy": StrategyKind(
        "the category in which this roll's score is best for that category", NoParameters, _greedy
    ),
    "fixed_order": StrategyKind(
        "the categories in one fixed order, whatever the dice", FixedOrder, _fixed_order
    ),
    "aware": StrategyKind(
        "like greedy, but it sees what the opponent has written, and counts the totals",
        Aware,
        aware,
    ),
    "additive": StrategyKind(
        "what a score gains over leaving its box open, from a table trained in self-play",
        Additive,
        additive,
    ),
}
