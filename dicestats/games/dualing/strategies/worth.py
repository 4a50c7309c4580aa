"""What a position is worth to a compiled strategy: looked up, or added up over the cards alone."""

import numpy as np

from dicestats.games.dualing.exact.alone import worth_alone
from dicestats.games.dualing.exact.position import (
    DONE,
    KEY,
    MASK,
    PLACE,
    REUSE,
    SIZE,
    SPOTS,
    UNITS,
    WIDTH,
    prune,
    save,
)
from dicestats.games.dualing.strategies.handtable import PAIR, state_of
from dicestats.jit import jit

ALONE = -1  # as a hand's place: the table has cards only


@jit(forceinline=True)
def worth(table, hand, key, left):  # type: ignore[no-untyped-def]
    """Give the points still to come, in units, of a position with so many rounds left.

    A position that best play never meets, for a colour die was wasted, counts as if it were not
    spent, or where that cannot be either, nothing.
    """
    if left == 0 or key == 0:
        return np.int64(0)
    if hand[PLACE] == ALONE:
        return worth_alone(table, hand, key, left)
    found = state_of(table, hand[PLACE], key, left)
    if found < 0:
        unspent = (np.int64(1) << (WIDTH * hand[SIZE])) - 1
        found = max(state_of(table, hand[PLACE], key & unspent, left), 0)
    return found // PAIR


@jit(forceinline=True)
def without(table, hand, left):  # type: ignore[no-untyped-def]
    """Give the points in all, in units, where a round adds nothing and ``left`` follow."""
    best = np.int64(0)
    for k in range(hand[SPOTS]):
        key = prune(table, hand, hand[KEY + k], left)
        best = max(best, hand[DONE + k] * hand[UNITS] + worth(table, hand, key, left))
    return best


@jit(forceinline=True)
def opens(hand, fits):  # type: ignore[no-untyped-def]
    """Tell whether a die that fits these requirements fills any that is open."""
    still = np.int64(0)
    for k in range(hand[SPOTS]):
        still |= hand[KEY + k]
    return (still & fits) != 0


@jit(forceinline=True)
def after(table, hand, fits, die, gone, left):  # type: ignore[no-untyped-def]
    """Give the points in all, in units, once a die is saved and ``left`` rounds follow.

    ``fits`` are the requirements it fills, as a key; ``gone`` is 1 for an own colour die.
    """
    size, best = hand[SIZE], np.int64(0)
    spent = np.int64(gone) << (WIDTH * size + die)
    for k in range(hand[SPOTS]):
        for use in range(1 if table[REUSE] else size):
            part = fits if table[REUSE] else fits & (np.int64(MASK) << (WIDTH * use))
            key, points = save(table, hand, hand[KEY + k], part, die)
            key = prune(table, hand, key | spent, left)
            total = (hand[DONE + k] + points) * hand[UNITS] + worth(table, hand, key, left)
            best = max(best, total)
    return best
