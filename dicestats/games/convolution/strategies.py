"""The built-in strategies of Convolution; each fills a score matrix for a block of games."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy, StrategyKind
from dicestats.games.convolution import exact
from dicestats.games.convolution.additive import Additive, additive
from dicestats.games.convolution.aware import Aware, aware
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.views import OPEN, SIGNATURE

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


@njit([SIGNATURE], cache=True, nogil=True)
def _choose_random(  # type: ignore[no-untyped-def]
    scores, table, words, value, effective, mine, theirs, when_mine, when_theirs, turn, seat
):
    """Score 1 for the k-th open category in index order, k uniform (ruling: Random)."""
    n_open = np.uint64(scores.shape[0] - (turn >> 1))
    rank = np.empty(words.shape[0], np.int16)
    for i in range(words.shape[0]):
        rank[i] = np.int16((np.uint64(words[i]) * n_open) >> np.uint64(32))
    for c in range(scores.shape[0]):
        row, when = scores[c], when_mine[c]
        for i in range(words.shape[0]):
            left = rank[i]
            row[i] = np.int16(1) if left == 0 else np.int16(0)
            rank[i] = left - np.int16(1) if when[i] == OPEN else left


def _random(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("random", choose=Compiled(_choose_random, draws=True))


@njit(cache=True, nogil=True)
def _add_steps(row, face, lowest, s0, s1, s2, s3):  # type: ignore[no-untyped-def]
    """Add four steps: each where the face value reaches it."""
    none = np.int16(0)
    v0, v1, v2, v3 = lowest, np.int16(lowest + 1), np.int16(lowest + 2), np.int16(lowest + 3)
    for i in range(row.shape[0]):
        x, old = face[i], row[i]
        a = s0 if x >= v0 else none
        b = s1 if x >= v1 else none
        c = s2 if x >= v2 else none
        d = s3 if x >= v3 else none
        row[i] = old + a + b + c + d


@njit([SIGNATURE], cache=True, nogil=True)
def _choose_greedy(  # type: ignore[no-untyped-def]
    scores, table, words, value, effective, mine, theirs, when_mine, when_theirs, turn, seat
):
    """Rank what I would write by its mid-percentile in the category's one-roll law.

    The rank grows with the face value, so it is a sum of steps: faster than a look-up.
    """
    width = (table.shape[0] - 2) // scores.shape[0]
    for c in range(scores.shape[0]):
        row, face, when, start = scores[c], value[c], when_theirs[c], c * width
        lowest, steps = table[start], table[start + 1]
        top, first = np.int16(table[start + 2]), np.int16(table[start + 3])
        for i in range(row.shape[0]):
            row[i] = 0
        for k in range(0, steps, 4):
            at, v = start + _HEADER + k, np.int16(lowest + k)
            s0, s1 = np.int16(table[at]), np.int16(table[at + 1])
            s2, s3 = np.int16(table[at + 2]), np.int16(table[at + 3])
            _add_steps(row, face, v, s0, s1, s2, s3)
        for i in range(row.shape[0]):
            old, x, there = row[i], face[i], when[i]
            row[i] = first if (x == top) & (there == OPEN) else old
    if table[-2]:
        twelve, rank, last = np.int16(table[-2]), np.int16(table[-1]), scores.shape[0] - 1
        for i in range(scores.shape[1]):
            if (value[last, i] == twelve) & (when_theirs[last, i] == OPEN):
                scores[last, i] = rank


def _greedy(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("greedy", choose=Compiled(_choose_greedy, _greedy_table(rules)))


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
        table[c, :_HEADER] = low, len(face), top, face[-1] if first is None else first_rank
        table[c, _HEADER : _HEADER + len(face)] = np.diff(face, prepend=0)
    twelve = (0, 0) if ranks.first_twelve is None else (rules.tops[0], ranks.first_twelve)
    return np.concatenate([table.ravel(), np.array(twelve, np.int32)])


@njit([SIGNATURE], cache=True, nogil=True)
def _choose_in_order(  # type: ignore[no-untyped-def]
    scores, table, words, value, effective, mine, theirs, when_mine, when_theirs, turn, seat
):
    """Score each category by its place in the order, earlier places higher."""
    for c in range(scores.shape[0]):
        row, place = scores[c], np.int16(table[c])
        for i in range(row.shape[0]):
            row[i] = place


def _fixed_order(rules: Rules, parameters: FixedOrder) -> Strategy:
    indices = _DIGITS[: rules.pairs]
    order = parameters.order or indices
    if sorted(order) != sorted(indices):
        raise InputError(
            "strategy 'fixed_order'",
            f"order '{order}' is not allowed: name each of the {rules.pairs} categories once "
            f"by its character, such as {indices}",
        )
    places = np.array([rules.pairs - order.index(index) for index in indices], np.int32)
    name = f"fixed_order(order={parameters.order})" if parameters.order else "fixed_order"
    return Strategy(name, choose=Compiled(_choose_in_order, places))


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
