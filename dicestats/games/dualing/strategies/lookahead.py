"""lookahead: weighs both numbers of a roll exactly, and each card by its chance alone after it.

With seats balanced on the same dice (two players, 100,000 games in each order, seed 1) it beats
greedy in 56.0 % of the games, and in 52.7 % if greedy exchanges goals by the same rule.
"""

import numpy as np

from dicestats.games.dualing.borrowed import borrowed
from dicestats.games.dualing.exact.alone import UNIT
from dicestats.games.dualing.exact.position import HAND, PLACE, ROUNDS, UNITS, fits_of, take
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.choosing import (
    choose_pair,
    choose_reroll,
    choose_save,
    like_own,
)
from dicestats.games.dualing.strategies.lane import offer, read, stand
from dicestats.games.dualing.strategies.worth import ALONE
from dicestats.jit import jit


@jit(forceinline=True)
def _see(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find where the goals of a hand stand."""
    take(table, hand)
    hand[PLACE], hand[UNITS] = ALONE, UNIT
    stand(table, fits, hand)


@jit([SIGNATURE])
def pair(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the pair whose better number promises most."""
    state, room = borrowed(state), np.empty(HAND, np.int64)
    table, hand = borrowed((table, room))
    hands, rounds, fits = state.hand, state.round, fits_of(table)
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    colors, whites = state.colors, state.whites
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(hands, saved, rounds, hand, seat, lane)
        _see(table, fits, hand)
        left = table[ROUNDS] - rounds[lane] - 1
        mine, there = np.int64(colors[seat, lane]), np.int64(whites[lane])
        action[i] = choose_pair(table, fits, hand, mine, there, left)
    room[0] = 0  # so that it lives until here


@jit([SIGNATURE])
def reroll(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Re-roll the die whose new number promises most."""
    state, room = borrowed(state), np.empty(HAND, np.int64)
    table, hand = borrowed((table, room))
    hands, rounds, fits = state.hand, state.round, fits_of(table)
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    rolled, own = state.rolled, 1 << seat
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(hands, saved, rounds, hand, seat, lane)
        _see(table, fits, hand)
        offer(rolled, own, hand, seat, lane)
        left = table[ROUNDS] - rounds[lane] - 1
        action[i] = choose_reroll(table, fits, hand, seat, left)
    room[0] = 0  # so that it lives until here


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die after which the cards promise most."""
    state, room = borrowed(state), np.empty(HAND, np.int64)
    table, hand = borrowed((table, room))
    hands, rounds, fits = state.hand, state.round, fits_of(table)
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    rolled, taken, reach = state.rolled, state.taken, np.int64(state.reach[seat])
    like_own(hand, rolled.shape[0], seat)
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(hands, saved, rounds, hand, seat, lane)
        _see(table, fits, hand)
        offer(rolled, reach & ~np.int64(taken[lane]), hand, seat, lane)
        left = table[ROUNDS] - rounds[lane] - 1
        action[i] = choose_save(table, fits, hand, rolled.shape[0], left)
    room[0] = 0  # so that it lives until here
