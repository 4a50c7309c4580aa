"""Which goals to exchange where the end is near: by the chance of winning, not by points.

How likely every hand earns how many points stands in the table; all replacements are weighed.
"""

import numpy as np

from dicestats.games.dualing.exact.earnings import GAINS
from dicestats.games.dualing.exact.position import CARD, CARDS, HAND, MAX_DISCARDS, SIZE
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.discards import by_table
from dicestats.games.dualing.strategies.handtable import earned_of, largest_of, rank
from dicestats.games.dualing.strategies.lane import hold
from dicestats.games.dualing.strategies.outlook import is_near, stakes, standing
from dicestats.jit import jit

_SLOTS = 3


@jit(forceinline=True)
def _insert(cards, many, card):  # type: ignore[no-untyped-def]
    """Put a card among ascending ones."""
    while many > 0 and cards[many - 1] > card:
        cards[many] = cards[many - 1]
        many -= 1
    cards[many] = card


@jit(forceinline=True)
def _hope(earned, cards, won):  # type: ignore[no-untyped-def]
    """Give the chance of winning with three cards; ``won`` by points of the set."""
    at, total = rank(cards, 0, _SLOTS) * GAINS, np.int64(0)
    for k in range(GAINS):
        total += np.int64(earned[at + k]) * won[k]
    return total


@jit
def _one_more(earned, kept, card, others, first, won, cards):  # type: ignore[no-untyped-def]
    """Sum up the chances of winning with a card and each of the others from ``first`` on."""
    total, size = np.int64(0), kept.shape[0]
    for k in range(first, others.shape[0]):
        cards[:size] = kept
        at = size
        if card >= 0:
            _insert(cards, at, card)
            at += 1
        _insert(cards, at, others[k])
        total += _hope(earned, cards, won)
    return total


@jit
def _exchanged(earned, held, others, away, won, cards):  # type: ignore[no-untyped-def]
    """Give the mean chance of winning if some of three cards are exchanged, over all there are."""
    kept, many = cards[_SLOTS:], 0
    for k in range(_SLOTS):
        if not (away >> k) & 1:
            kept[many] = held[k]
            many += 1
    kept, n = kept[:many], others.shape[0]
    if many == _SLOTS:
        return float(_hope(earned, held, won))
    if many == _SLOTS - 1:
        return _one_more(earned, kept, np.int64(-1), others, 0, won, cards) / n
    total = np.int64(0)
    for k in range(n - 1):
        total += _one_more(earned, kept, others[k], others, k + 1, won, cards)
    return 2 * total / (n * (n - 1))


@jit
def _best(table, held, won):  # type: ignore[no-untyped-def]
    """Choose which of three ascending cards to exchange, as a mask; of equals the lowest."""
    earned, cards, others = earned_of(table), np.empty(2 * _SLOTS, np.int64), _others(table, held)
    best, action = -1.0, 0
    for away in range((1 << _SLOTS) - 1):
        many = (away & 1) + ((away >> 1) & 1) + (away >> 2)
        if many <= table[MAX_DISCARDS]:
            value = _exchanged(earned, held, others, away, won, cards)
            if value > best:
                best, action = value, away
    return action


@jit
def _others(table, held):  # type: ignore[no-untyped-def]
    """List the cards that are not held."""
    others, at = np.empty(np.int64(table[CARDS]) - _SLOTS, np.int64), 0
    for card in range(table[CARDS]):
        if card != held[0] and card != held[1] and card != held[2]:
            others[at] = card
            at += 1
    return others


@jit
def _slots_of(hand, held, away):  # type: ignore[no-untyped-def]
    """Give the slots of a hand that hold these of three ascending cards, as a mask."""
    mask = 0
    for k in range(_SLOTS):
        for j in range(_SLOTS):
            if (away >> j) & 1 and held[j] == hand[k]:
                mask |= 1 << k
    return mask


@jit
def _weighed(table, slots):  # type: ignore[no-untyped-def]
    """Tell whether exchanges can be weighed: hands of three that others may take dice from."""
    fits = slots == _SLOTS and largest_of(table) == _SLOTS and table[CARDS] >= 3 * _SLOTS
    return fits and 0 < table[MAX_DISCARDS] < _SLOTS and earned_of(table).shape[0] > 0


@jit([SIGNATURE])
def by_chance(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Exchange by the table, or near the end the cards with which most games are won."""
    by_table(action, table, words, state, lanes, seat)
    if not _weighed(table, state.hand.shape[1]):
        return
    hand, chances, won = np.empty(HAND, np.int64), np.empty(GAINS), np.empty(GAINS, np.int64)
    for i in range(lanes.shape[0]):
        hold(state.hand, hand, seat, lanes[i])
        mine, theirs, more = standing(state, seat, lanes[i])
        if hand[SIZE] < _SLOTS or not is_near(table, mine, theirs):
            continue
        stakes(table, mine, theirs, min(max(more, -1), 1), chances)
        for k in range(GAINS):
            won[k] = np.int64(chances[k])
        held = hand[CARD : CARD + _SLOTS]
        action[i] = _slots_of(state.hand[seat, :, lanes[i]], held, _best(table, held, won))
