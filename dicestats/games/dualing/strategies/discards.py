"""Which cards to exchange at the start of a set: none, those rated low, or by the table."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.exact.alone import rating
from dicestats.games.dualing.exact.position import CARD, CARDS, HAND, MAX_DISCARDS, SIZE, Table
from dicestats.games.dualing.state import EMPTY, SIGNATURE
from dicestats.games.dualing.strategies.handtable import (
    MOST_SIZE,
    choose,
    largest_of,
    part_of,
    sum_of,
    units_of,
    unrank,
)
from dicestats.games.dualing.strategies.lane import hold
from dicestats.jit import jit
from dicestats.lending import borrowed

EXCHANGE = MOST_SIZE + (1 << MOST_SIZE)  # room for a part of a hand and the sums of all parts


@jit([SIGNATURE])
def none(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Keep the hand."""
    action[:] = 0


@jit(forceinline=True)
def _rule(table, hands, seat, lane):  # type: ignore[no-untyped-def]
    """Exchange the cards rated below the mean of the deck, the lowest first."""
    mask = 0
    for _ in range(table[MAX_DISCARDS]):
        lowest, slot = np.int64(0), -1
        for k in range(hands.shape[1]):
            card = hands[seat, k, lane]
            if card != EMPTY and not (mask >> k) & 1 and rating(table, card) < lowest:
                lowest, slot = rating(table, card), k
        if slot >= 0:
            mask |= 1 << slot
    return mask


@jit([SIGNATURE])
def by_rule(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Exchange the cards rated below the mean of the deck."""
    state = borrowed(state)
    for i in range(lanes.shape[0]):
        action[i] = _rule(table, state.hand, seat, lanes[i])


@jit(forceinline=True)
def _sums(table, cards, size, work):  # type: ignore[no-untyped-def]
    """Write down, for every part of a hand, the sum of the values of all hands that hold it."""
    for mask in range(1 << size):
        work[MOST_SIZE + mask] = sum_of(table, work, part_of(cards, 0, size, mask, work))


@jit(forceinline=True)
def exchange(table, cards, size, limit, work):  # type: ignore[no-untyped-def]
    """Choose the exchange after which a full hand is worth most, of equals the lowest mask.

    Returns the mask over the ascending cards, and the mean value in units over all replacements.
    ``work`` is room for ``EXCHANGE`` numbers.
    """
    _sums(table, cards, size, work)
    return best_exchange(table, size, limit, work)


@jit(forceinline=True)
def best_exchange(table, size, limit, work):  # type: ignore[no-untyped-def]
    """Choose the exchange after which a hand is worth most, by the sums of all its parts.

    ``work`` holds, for every mask of cards from ``MOST_SIZE`` on, the sum of what all hands are
    worth that hold these. Replacements are drawn from the cards not held: hands with none of those
    given away are counted by inclusion and exclusion.
    """
    best, action, whole = -1.0, 0, (1 << size) - 1
    for away in range(1 << size):
        count, total, lost = 0, np.int64(0), away
        for k in range(size):
            count += (away >> k) & 1
        if count > limit:
            continue
        while True:  # over all parts of what is given away
            value = work[MOST_SIZE + ((whole ^ away) | lost)]
            total += -value if (0b10010110 >> lost) & 1 else value  # an odd part is taken off
            if lost == 0:
                break
            lost = (lost - 1) & away
        ways = choose(np.int64(table[CARDS]) - size, count)
        mean = total / ways if ways > 0 else -1.0
        if mean > best:
            best, action = mean, away
    return action, best


@jit(forceinline=True)
def slots_of(hands, seat, lane, cards, away):  # type: ignore[no-untyped-def]
    """Give the slots of a hand that hold these of its ascending cards, as a mask."""
    mask = 0
    for k in range(hands.shape[1]):
        for j in range(hands.shape[1]):
            if (away >> j) & 1 and cards[j] == hands[seat, k, lane]:
                mask |= 1 << k
    return mask


@jit([SIGNATURE])
def by_table(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Exchange the cards whose replacement is worth most; a hand cut short keeps what it has."""
    state, room = borrowed(state), np.empty(HAND + EXCHANGE, np.int64)
    table, hand = borrowed((table, room))
    hands, limit, cards, work = state.hand, table[MAX_DISCARDS], hand[CARD:], hand[HAND:]
    for i in range(lanes.shape[0]):
        lane, mask = lanes[i], 0
        hold(hands, hand, seat, lane)
        size = hand[SIZE]
        if size > largest_of(table):
            mask = _rule(table, hands, seat, lane)
        elif size == hands.shape[1]:
            away, _ = exchange(table, cards, size, limit, work)
            mask = slots_of(hands, seat, lane, cards, away)
        action[i] = mask
    room[0] = 0  # so that it lives until here


@jit
def _exchange_all(table, size, limit, values):  # type: ignore[no-untyped-def]
    work = np.empty(size + EXCHANGE, np.int64)
    for place in range(values.shape[0]):
        unrank(place, size, work, 0)
        _, values[place] = exchange(table, work, size, limit, work[size:])


def exchange_values(table: Table, limit: int) -> NDArray[np.float64]:
    """Find what each hand is worth when some of its cards may be exchanged.

    Parameters
    ----------
    table : array of int32
        From ``allhands.hand_table``.
    limit : int
        How many cards may be exchanged.

    Returns
    -------
    array, shape (hands,)
        Expected points of the set, each hand with its best exchange; replacements are drawn from
        all cards not held. In the order of ``allhands.hand_values``.

    Examples
    --------
    >>> from dicestats.games.dualing.strategies.allhands import hand_table
    >>> from dicestats.games.dualing.rules import SMALL
    >>> table = hand_table(SMALL)
    >>> bool(exchange_values(table, 2).mean() > exchange_values(table, 0).mean())
    True
    """
    size = int(largest_of(table))
    values = np.empty(comb(int(table[CARDS]), size))
    _exchange_all(table, size, limit, values)
    shares: NDArray[np.float64] = values / units_of(table)
    return shares
