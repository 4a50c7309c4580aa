"""Which goals to exchange where the end is near: by the chance of winning, not by points.

How likely every hand earns how many points stands in the table, summed up for all replacements.
"""

import numpy as np

from dicestats.games.dualing.exact.alone import opening_size
from dicestats.games.dualing.exact.earnings import GAINS
from dicestats.games.dualing.exact.position import CARD, HAND, MAX_DISCARDS, SIZE
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.discards import EXCHANGE, best_exchange, by_table, slots_of
from dicestats.games.dualing.strategies.handtable import (
    EARNED_AT,
    MOST_SIZE,
    earned_at,
    largest_of,
    part_of,
)
from dicestats.games.dualing.strategies.lane import hold
from dicestats.games.dualing.strategies.outlook import is_near, stakes, standing
from dicestats.jit import jit
from dicestats.lending import borrowed


@jit
def hope(table, cards, size, won, work):  # type: ignore[no-untyped-def]
    """Write down, for every part of a hand but none, how often all hands win that hold it.

    ``won`` is the chance by points of the set: (GAINS). ``work`` is as for ``best_exchange``.
    """
    work[MOST_SIZE] = 0
    for mask in range(1, 1 << size):
        at, total = earned_at(table, work, part_of(cards, 0, size, mask, work)), np.int64(0)
        for k in range(GAINS):
            total += np.int64(table[at + k]) * won[k]
        work[MOST_SIZE + mask] = total


@jit
def _weighed(table, slots):  # type: ignore[no-untyped-def]
    """Tell whether exchanges can be weighed: of hands in the table, never of all cards at once."""
    known = slots == largest_of(table) and table[opening_size(table) + EARNED_AT] > 0
    return known and 0 < table[MAX_DISCARDS] < slots


@jit([SIGNATURE])
def by_chance(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Exchange by the table, or near the end the cards with which most games are won."""
    by_table(action, table, words, state, lanes, seat)
    slots, limit = state.hand.shape[1], np.int64(table[MAX_DISCARDS])
    if not _weighed(table, slots):
        return
    hand, chances, won = np.empty(HAND, np.int64), np.empty(GAINS), np.empty(GAINS, np.int64)
    state, work = borrowed(state), np.empty(EXCHANGE, np.int64)
    for i in range(lanes.shape[0]):
        hold(state.hand, hand, seat, lanes[i])
        mine, theirs, more = standing(state, seat, lanes[i])
        if hand[SIZE] < slots or not is_near(table, mine, theirs):
            continue
        stakes(table, mine, theirs, more, chances)
        for k in range(GAINS):
            won[k] = np.int64(chances[k])
        cards = hand[CARD : CARD + slots]
        hope(table, cards, slots, won, work)
        away, _ = best_exchange(table, slots, limit, work)
        action[i] = slots_of(state.hand, seat, lanes[i], cards, away)
