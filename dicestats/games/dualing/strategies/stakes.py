"""Which goals to exchange where the end is near: by the chance of winning, not by points.

How likely the goals of a hand are completed is taken from the table: what each adds to the worth
of the others, on average over their orders, as if one's completion said nothing of another's.
"""

import numpy as np

from dicestats.games.dualing.exact.position import (
    CARD,
    CARDS,
    HAND,
    LISTS,
    MAX_DISCARDS,
    ROUNDS,
    SIZE,
)
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.discards import by_table
from dicestats.games.dualing.strategies.handtable import (
    MASKS,
    PAIR,
    block_of,
    largest_of,
    own,
    units_of,
)
from dicestats.games.dualing.strategies.lane import hold
from dicestats.games.dualing.strategies.outlook import GAINS, NEAR, TARGET, stakes
from dicestats.games.dualing.strategies.playout import word
from dicestats.jit import jit

_PAIRS = 100  # pairs of replacements that are tried out; single ones all
_SLOTS = 3


@jit
def _worth(table, cards, mask, hand):  # type: ignore[no-untyped-def]
    """Look up what some of three cards are worth alone, in points."""
    hand[SIZE] = 0
    for k in range(_SLOTS):
        if (mask >> k) & 1:
            hand[CARD + hand[SIZE]] = cards[k]
            hand[SIZE] += 1
    first = block_of(table, hand) + MASKS + table[ROUNDS] + 1
    return (table[first + 1] // PAIR) / units_of(table)


@jit
def _chances(table, cards, hand, values, out):  # type: ignore[no-untyped-def]
    """Estimate how likely each of three cards is completed."""
    values[0] = 0.0
    for mask in range(1, 1 << _SLOTS):
        values[mask] = _worth(table, cards, mask, hand)
    for k in range(_SLOTS):
        one, two, three = 1 << k, 1 << ((k + 1) % _SLOTS), 1 << ((k + 2) % _SLOTS)
        adds = 2 * (values[7] - values[7 ^ one]) + 2 * values[one]
        adds += values[one | two] - values[two] + values[one | three] - values[three]
        out[k] = min(max(adds / (6 * table[LISTS + cards[k]]), 0.0), 1.0)


@jit
def _hope(table, cards, won, room):  # type: ignore[no-untyped-def]
    """Estimate the chance of winning with three cards; ``won`` by points of the set."""
    hand, values, chances = room
    _chances(table, cards, hand, values, chances)
    total = 0.0
    for mask in range(1 << _SLOTS):
        chance, points = 1.0, np.int64(0)
        for k in range(_SLOTS):
            if (mask >> k) & 1:
                chance *= chances[k]
                points += table[LISTS + cards[k]]
            else:
                chance *= 1 - chances[k]
        total += chance * won[min(points, GAINS - 1)]
    return total


@jit
def _insert(cards, many, card):  # type: ignore[no-untyped-def]
    """Put a card among ascending ones."""
    while many > 0 and cards[many - 1] > card:
        cards[many] = cards[many - 1]
        many -= 1
    cards[many] = card


@jit
def _other(held, place):  # type: ignore[no-untyped-def]
    """Give a card by its place among those not held."""
    for k in range(_SLOTS):
        place += 1 if place >= held[k] else 0
    return place


@jit
def _exchanged(table, held, away, won, cards, room):  # type: ignore[no-untyped-def]
    """Estimate the mean chance of winning if some of three cards are exchanged."""
    many, others = 0, np.int64(table[CARDS]) - _SLOTS
    for k in range(_SLOTS):
        many += (away >> k) & 1
    if many == 0:
        return _hope(table, held, won, room)
    trials, total = others if many == 1 else np.int64(_PAIRS), 0.0
    for t in range(trials):
        kept = 0
        for k in range(_SLOTS):
            if not (away >> k) & 1:
                _insert(cards, kept, held[k])
                kept += 1
        first = t if many == 1 else (word(0, 2 * t) * others) >> 32
        _insert(cards, kept, _other(held, first))
        if many == 2:
            second = (word(0, 2 * t + 1) * (others - 1)) >> 32
            _insert(cards, kept + 1, _other(held, second + (1 if second >= first else 0)))
        total += _hope(table, cards, won, room)
    return total / trials


@jit
def _best(table, held, won, cards, room):  # type: ignore[no-untyped-def]
    best, away = -1.0, 0
    for mask in range((1 << _SLOTS) - 1):
        many = (mask & 1) + ((mask >> 1) & 1) + (mask >> 2)
        if many <= table[MAX_DISCARDS]:
            value = _exchanged(table, held, mask, won, cards, room)
            if value > best:
                best, away = value, mask
    return away


@jit
def _rival(state, seat, lane):  # type: ignore[no-untyped-def]
    """Name the seat with most points of the others who play."""
    rival = -1
    for s in range(state.points.shape[0]):
        if s == seat or not (np.int64(state.playing[lane]) >> s) & 1:
            continue
        if rival < 0 or state.points[s, lane] > state.points[rival, lane]:
            rival = s
    return rival


@jit([SIGNATURE])
def by_chance(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Exchange by the table, or near the end the cards with which most games are won."""
    by_table(action, table, words, state, lanes, seat)
    if state.hand.shape[1] != _SLOTS or largest_of(table) != _SLOTS:
        return
    if table[CARDS] < 3 * _SLOTS or table[MAX_DISCARDS] == 0 or table[MAX_DISCARDS] > 2:
        return
    hand, cards, won = np.empty(HAND, np.int64), np.empty(_SLOTS, np.int64), np.empty(GAINS)
    held, room = np.empty(_SLOTS, np.int64), (hand, np.empty(1 << _SLOTS), np.empty(_SLOTS))
    near = table[own(table) + TARGET] - table[own(table) + NEAR]
    for i in range(lanes.shape[0]):
        rival = _rival(state, seat, lanes[i])
        hold(state.hand, hand, seat, lanes[i])
        if rival < 0 or hand[SIZE] < _SLOTS:
            continue
        mine, theirs = (
            np.int64(state.points[seat, lanes[i]]),
            np.int64(state.points[rival, lanes[i]]),
        )
        if max(mine, theirs) < near:
            continue
        for k in range(_SLOTS):
            held[k] = hand[CARD + k]
        more = np.int64(state.cards[rival, lanes[i]]) - state.cards[seat, lanes[i]]
        stakes(table, mine, theirs, min(max(more, -1), 1), won)
        away, mask = _best(table, held, won, cards, room), 0
        for k in range(_SLOTS):
            for j in range(_SLOTS):
                if (away >> j) & 1 and held[j] == state.hand[seat, k, lanes[i]]:
                    mask |= 1 << k
        action[i] = mask
