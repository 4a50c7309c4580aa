"""Playing a set for the win: what a hand may still earn, valued by the chance to win the game.

The rest of the set is solved anew from where the hand stands. What comes of it is valued by the
goals completed and those left over; selecting first is worth what it costs the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.exact.position import (
    CARD,
    DONE,
    FACE,
    FACES,
    KEY,
    LISTS,
    MASK,
    MOST_CARDS,
    MOST_SPOTS,
    POINTS,
    REUSE,
    ROUND,
    ROUNDS,
    SIZE,
    SPOTS,
    TYPES,
    WIDTH,
    fits_face,
    prune,
    save,
)
from dicestats.games.dualing.exact.rivals import PLACES, WORTH, best_among, solve_among
from dicestats.games.dualing.exact.solver import EARNED, Work, list_events, list_gains, make_work
from dicestats.games.dualing.strategies import leftover
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import stand
from dicestats.games.dualing.strategies.outlook import UNIT, payoff, price, standing
from dicestats.jit import jit

ODDS = 4096  # among the own numbers: those of ``exact.rivals``, in units
STATES = 1 << 12  # room; a hand with more is played for points
_LIKED = 1e-6  # of a point that no longer matters


class Stake(NamedTuple):
    """What is at stake in a set, and room to solve it."""

    won: NDArray[np.float64]  # (masks of cards) chance of winning by the goals completed in the set
    cost: NDArray[np.float64]  # (1) of a point of the other
    odds: NDArray[np.float64]  # (rounds, places) as in ``exact.rivals``
    cards: NDArray[np.int64]  # (most cards) room
    way: NDArray[np.int64]  # (actions x ways to lay a die) place of the key after it, in ``work``
    work: Work


@jit(inline="always")
def make_stake(table, seats):  # type: ignore[no-untyped-def]
    """Make room."""
    odds, cards = np.empty((np.int64(table[ROUNDS]), PLACES)), np.empty(MOST_CARDS, np.int64)
    way = np.empty((1 + seats) * MOST_SPOTS * MOST_CARDS, np.int64)
    return Stake(np.empty(1 << MOST_CARDS), np.empty(1), odds, cards, way, make_work(STATES))


@jit
def _fill_won(table, hand, standing, stake):  # type: ignore[no-untyped-def]
    """Find the chance of winning by the goals completed in the set."""
    mine, theirs, more = standing
    for mask in range(1 << hand[SIZE]):
        points, goals = np.int64(0), 0
        for k in range(hand[SIZE]):
            if (mask >> k) & 1:
                points += table[LISTS + hand[CARD + k]]
                goals += 1
        extra = leftover.of_cards(table, hand, mask, stake.cards)
        won = payoff(table, mine + points, theirs, more - goals, extra)
        stake.won[mask] = won / UNIT + _LIKED * points


@jit
def see_stake(table, fits, hand, state, seat, lane, stake):  # type: ignore[no-untyped-def]
    """Find what is at stake, and where a hand stands: points of its goals become marks.

    Tells whether there is a rival.
    """
    mine, theirs, more = standing(state, seat, lane)
    if theirs < 0:
        return False
    for k in range(hand[SIZE]):
        hand[POINTS + k] = 1 << k
    stand(table, fits, hand)
    _fill_won(table, hand, (mine, theirs, more), stake)
    stake.cost[0] = price(table, mine, theirs, more) / UNIT
    for r in range(stake.odds.shape[0]):
        for k in range(PLACES):
            stake.odds[r, k] = table[own(table) + ODDS + r * PLACES + k] / UNIT
        stake.odds[r, WORTH] *= stake.cost[0]
    return True


@jit(forceinline=True)
def _place_of(keys, many, key):  # type: ignore[no-untyped-def]
    """Find or add a key among the first ``many``."""
    at = 0
    while at < many and keys[at] != key:
        at += 1
    keys[at] = key
    return at


@jit
def _list_ways(table, hand, stake, saved, left, many, at):  # type: ignore[no-untyped-def]
    """List the keys once a die is saved, new ones behind the first ``many``; count both.

    ``saved`` is what it fills, which die it is, and 1 for an own colour die; ``at`` the first way.
    """
    (fits, die, gone), size, keys = saved, hand[SIZE], stake.work.keys
    spent = np.int64(gone) << (WIDTH * size + die)
    for k in range(hand[SPOTS]):
        for use in range(1 if table[REUSE] else size):
            part = fits if table[REUSE] else fits & (np.int64(MASK) << (WIDTH * use))
            key, done = save(table, hand, hand[KEY + k], part, die)
            key = prune(table, hand, key | spent, left) | (hand[DONE + k] + done) << EARNED
            stake.way[at] = _place_of(keys, many, key)
            many, at = max(many, stake.way[at] + 1), at + 1
    return many, at


@jit
def value_faces(table, fits, hand, stake, left, worth):  # type: ignore[no-untyped-def]
    """Write down the chance of winning once each die on offer is saved: (actions).

    Tells whether there was room.
    """
    events, many, ways = list_events(table, fits, hand), 0, 0
    for a in range(worth.shape[0]):
        face = hand[FACE + a]
        if face >= 0:
            saved = fits_face(fits, hand, face), face // FACES % TYPES, np.int64(a == 0)
            many, ways = _list_ways(table, hand, stake, saved, left, many, ways)
    if not solve_among(table, hand, events, stake.work, stake.odds, many, left, stake.won):
        return False
    each, at = hand[SPOTS] if table[REUSE] else hand[SPOTS] * hand[SIZE], 0
    for a in range(worth.shape[0]):
        if hand[FACE + a] >= 0:
            worth[a] = 0.0
            for way in range(at, at + each):
                worth[a] = max(worth[a], stake.work.value[stake.way[way]])
            at += each
    return True


@jit
def best_dice(table, fits, hand, colors, stake):  # type: ignore[no-untyped-def]
    """Give the pair with which most games are won, as ``8 colour + white``; -1: no room.

    ``colors`` masks the own colour dice that can be rolled.
    """
    events, left = list_events(table, fits, hand), table[ROUNDS] - hand[ROUND]
    work, odds, many, best, pair = stake.work, stake.odds, hand[SPOTS], -1.0, np.int64(-1)
    for k in range(many):
        work.keys[k] = hand[KEY + k] | hand[DONE + k] << EARNED
    if not solve_among(table, hand, events, work, odds, many, left, stake.won):
        return np.int64(-1)
    for k in range(many):
        nothing = list_gains(events, work, k)
        found, more = best_among(work.gains, colors, odds[left - 1])
        if nothing + more > best:
            best, pair = nothing + more, found
    return pair
