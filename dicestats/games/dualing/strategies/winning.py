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
    KEY,
    LISTS,
    MASK,
    MOST_CARDS,
    POINTS,
    REUSE,
    ROUND,
    ROUNDS,
    SIZE,
    SPOTS,
    WIDTH,
    prune,
    save,
)
from dicestats.games.dualing.exact.rivals import MOST, PLACES, ROWS, WORTH, best_among, solve_among
from dicestats.games.dualing.exact.solver import (
    CLASSES,
    DICE_KINDS,
    EARNED,
    Work,
    list_events,
    list_gains,
    make_work,
)
from dicestats.games.dualing.strategies import leftover
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import stand
from dicestats.games.dualing.strategies.outlook import UNIT, payoff, price, standing
from dicestats.jit import jit

ODDS = 4096  # among the own numbers: those of ``exact.rivals``, in units
STATES = 1 << 12  # room; a hand with more is played for points
NO_ROOM = -1.0
_LIKED = 1e-6  # of a point that no longer matters


class Stake(NamedTuple):
    """What is at stake in a set, and room to solve it."""

    won: NDArray[np.float64]  # (masks of cards) chance of winning by the goals completed in the set
    cost: NDArray[np.float64]  # (1) of a point of the other
    odds: NDArray[np.float64]  # (rounds, places) as in ``exact.rivals``
    cards: NDArray[np.int64]  # (most cards) room
    known: NDArray[np.int64]  # (1) the key that was valued last, -1: none
    worth: NDArray[np.float64]  # (1) its value
    work: Work


@jit(inline="always")
def make_stake(table):  # type: ignore[no-untyped-def]
    """Make room."""
    odds, cards = np.empty((np.int64(table[ROUNDS]), PLACES)), np.empty(MOST_CARDS, np.int64)
    known, worth = np.empty(1, np.int64), np.empty(1)
    return Stake(
        np.empty(1 << MOST_CARDS), np.empty(1), odds, cards, known, worth, make_work(STATES)
    )


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
    stake.known[0] = -1
    stake.cost[0] = price(table, mine, theirs, min(max(more, -1), 1)) / UNIT
    for r in range(stake.odds.shape[0]):
        for k in range(PLACES):
            stake.odds[r, k] = table[own(table) + ODDS + r * PLACES + k] / UNIT
        stake.odds[r, WORTH] *= stake.cost[0]
    return True


@jit
def _prospect(table, hand, events, stake, key, left):  # type: ignore[no-untyped-def]
    """Give the chance of winning from a key that holds the points earned."""
    if left == 0:
        return stake.won[key >> EARNED]
    if not solve_among(table, hand, events, stake.work, stake.odds, key, left, stake.won):
        return NO_ROOM
    return stake.work.value[0]


@jit
def face_chance(table, hand, events, stake, fits, die, gone, left):  # type: ignore[no-untyped-def]
    """Give the chance of winning once a die is saved, with arguments as in ``worth.after``."""
    size, best = hand[SIZE], NO_ROOM
    spent = np.int64(gone) << (WIDTH * size + die)
    for k in range(hand[SPOTS]):
        for use in range(1 if table[REUSE] else size):
            part = fits if table[REUSE] else fits & (np.int64(MASK) << (WIDTH * use))
            key, done = save(table, hand, hand[KEY + k], part, die)
            key = prune(table, hand, key | spent, left) | (hand[DONE + k] + done) << EARNED
            if key != stake.known[0]:  # most dice on offer fill nothing
                value = _prospect(table, hand, events, stake, key, left)
                stake.known[0], stake.worth[0] = key, value
            best = max(best, stake.worth[0])
    return best


@jit
def best_dice(table, fits, hand, colors, stake):  # type: ignore[no-untyped-def]
    """Give the pair with which most games are won, as ``8 colour + white``; -1: no room.

    ``colors`` masks the own colour dice that can be rolled.
    """
    events, left = list_events(table, fits, hand), table[ROUNDS] - hand[ROUND]
    number = np.zeros(DICE_KINDS + 1, np.int64)
    chance = np.zeros((DICE_KINDS + 1, CLASSES), np.float64)
    gain = np.zeros((DICE_KINDS + 1, CLASSES), np.float64)
    move = np.zeros((DICE_KINDS + 1, CLASSES), np.int64)
    room, best, pair = np.zeros((ROWS, MOST + 1)), NO_ROOM, np.int64(-1)
    for k in range(hand[SPOTS]):
        key = hand[KEY + k] | hand[DONE + k] << EARNED
        if not solve_among(table, hand, events, stake.work, stake.odds, key, left, stake.won):
            return np.int64(-1)
        nothing = list_gains(events, stake.work, 0, number, chance, gain, move)
        found, more = best_among(number, chance, gain, colors, stake.odds[left - 1], room)
        if nothing + more > best:
            best, pair = nothing + more, found
    return pair
