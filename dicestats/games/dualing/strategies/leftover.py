"""What goals left in hand at the end of a set are worth in the next one.

The next hand is filled up with any cards, and exchanged as is best for its points. Behind the
chances of points in the table of all hands stands, for every set of cards by size and rank, how
many points more the next set then brings than one that begins with no card left, in units.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.exact.alone import opening_size
from dicestats.games.dualing.exact.position import CARD, CARDS, SIZE, Table
from dicestats.games.dualing.strategies.discards import exchange_values
from dicestats.games.dualing.strategies.handsums import sums_by_size
from dicestats.games.dualing.strategies.handtable import (
    LEFT_AT,
    MOST_SIZE,
    choose,
    largest_of,
    rank,
)
from dicestats.jit import jit

UNIT = 1 << 16  # a point


def fill(table: Table, limit: int) -> None:
    """Write down what cards left over are worth, where the table has room for it.

    Parameters
    ----------
    table : array of int32
        From ``allhands.rivals_table``.
    limit : int
        How many cards may be exchanged.
    """
    first = int(table[opening_size(table) + LEFT_AT])
    if not first:
        return
    n, largest = int(table[CARDS]), int(largest_of(table))
    values = np.rint(exchange_values(table, limit) * UNIT).astype(np.int64)
    sums = sums_by_size(n, largest, values)
    means = [s / comb(n - size, largest - size) for size, s in enumerate(sums)]
    found: NDArray[np.float64] = np.concatenate(means[1:]) - means[0][0]
    table[first : first + len(found)] = np.rint(found)


@jit
def of_cards(table, hand, done, cards):  # type: ignore[no-untyped-def]
    """Give what the cards of a hand that are not done are worth in the next set, in points.

    ``done`` is a mask, ``cards`` room for a hand.
    """
    at, many = np.int64(table[opening_size(table) + LEFT_AT]), 0
    if at == 0 or hand[SIZE] > MOST_SIZE:
        return 0.0
    for k in range(hand[SIZE]):
        if not (done >> k) & 1:
            cards[many] = hand[CARD + k]
            many += 1
    if many == 0 or many > largest_of(table):
        return 0.0
    for size in range(1, many):
        at += choose(np.int64(table[CARDS]), size)
    return table[at + rank(cards, 0, many)] / UNIT
