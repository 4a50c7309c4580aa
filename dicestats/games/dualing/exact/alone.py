"""Every card by itself: what it is worth, and how likely it is completed from everywhere.

The table of every strategy but ``random`` opens with the numbers of ``pack``, then the ratings:
for each card the expected points of a set from it alone, less the mean of the deck, in units.

In the table of ``lookahead`` follow the place of each card, then for each card the chances, in
units, by rounds left from 0, by requirements still open and by requirements whose own colour die
is spent, both as bit masks.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.exact.hands import solved
from dicestats.games.dualing.exact.position import (
    CARD,
    CARDS,
    MASK,
    POINTS,
    ROUNDS,
    SIZE,
    TYPES,
    WIDTH,
    Table,
    deal,
    either_of,
    fits_of,
    needs_of,
    pack,
    packed_size,
    prune,
)
from dicestats.games.dualing.exact.solver import list_events, make_work, solve
from dicestats.games.dualing.rules import Rules
from dicestats.jit import jit

UNIT = 1 << 20  # a certain completion, a point


def opening(rules: Rules) -> Table:
    """Make the numbers that the tables of strategies open with.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        Those of ``pack``, then the ratings.

    Examples
    --------
    >>> ratings = opening(Rules())[-92:]
    >>> [Rules().cards[i].text for i in (ratings.argmin(), ratings.argmax())]
    ['COLOR D20: 1', 'ANY D4, D6: 1']
    """
    table = pack(rules)
    values = [float(solved(table, deal(table, [card])).value[0]) for card in range(table[CARDS])]
    mean = sum(values) / len(values)
    ratings = np.array([np.floor(UNIT * (value - mean) + 0.5) for value in values])
    return np.concatenate([table, ratings.astype(np.int32)])


@jit(forceinline=True)
def opening_size(table):  # type: ignore[no-untyped-def]
    """Count the numbers that ``opening`` puts at the start of a table."""
    return packed_size(table) + table[CARDS]


@jit(forceinline=True)
def rating(table, card):  # type: ignore[no-untyped-def]
    """Look up a card's rating."""
    return np.int64(table[packed_size(table) + card])


@jit(forceinline=True)
def _spent_bits(table, card, spent):  # type: ignore[no-untyped-def]
    """Mask the requirements that both kinds fill whose own colour die is spent."""
    bits = np.int64(0)
    for die in range(TYPES):
        if (spent >> die) & 1:
            bits |= either_of(table, card, die)
    return bits


@jit(forceinline=True)
def worth_alone(table, hand, key, left):  # type: ignore[no-untyped-def]
    """Add up what is still to come, in units, as if each card were played alone."""
    total, spent = np.int64(0), key >> (WIDTH * hand[SIZE])
    for i in range(hand[SIZE]):
        still = (key >> (WIDTH * i)) & MASK
        if still:
            card = hand[CARD + i]
            bits = _spent_bits(table, card, spent) if spent else np.int64(0)
            span = needs_of(table, card) + 1
            at = table[opening_size(table) + card] + (left * span + still) * span + bits
            total += hand[POINTS + i] * table[at]
    return total


@jit
def _fill_card(table, hand, work, out):  # type: ignore[no-untyped-def]
    """Solve a card alone from everywhere; return whether there was room."""
    events = list_events(table, fits_of(table), hand)
    for left in range(1, table[ROUNDS] + 1):
        for still in range(1, out.shape[1]):
            for spent in range(1 << TYPES):
                bits = _spent_bits(table, hand[CARD], spent)
                key = np.int64(still) | (np.int64(spent) << WIDTH)
                if prune(table, hand, key, left) != key or out[left, still, bits] >= 0:
                    continue
                if not solve(table, hand, events, work, key, left):
                    return False
                out[left, still, bits] = np.int32(work.value[0] / hand[POINTS] * UNIT + 0.5)
    return True


def alone_table(rules: Rules) -> Table:
    """Solve every card alone from everywhere.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        As described above.

    Examples
    --------
    >>> len(alone_table(Rules())) - len(opening(Rules())) - 92  # places
    25896
    """
    table = opening(rules)
    n, rounds = int(table[CARDS]), int(table[ROUNDS])
    parts: list[NDArray[np.int32]] = []
    places, at = np.empty(n, np.int32), len(table) + n
    for card in range(n):
        span, states = int(needs_of(table, card)) + 1, 1 << 10
        out = np.full((rounds + 1, span, span), -1, np.int32)
        while not _fill_card(table, deal(table, [card]), make_work(states), out):
            states *= 2
        parts.append(np.maximum(out, 0).ravel())
        places[card] = at
        at += out.size
    return np.concatenate([table, places, *parts])
