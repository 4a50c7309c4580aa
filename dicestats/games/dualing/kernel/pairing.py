"""The steps in which the seats of Dualing Dice choose their dice in many lanes."""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.kernel.lanes import ALL_WHITES
from dicestats.games.dualing.state import State
from dicestats.jit import jit


@jit
def open_round(piles, whites, playing, taken, full, live):  # type: ignore[no-untyped-def]
    """Show which white piles have dice.

    Parameters
    ----------
    piles : array of int8, shape (5, lanes)
        White dice.
    whites : array of uint8, shape (lanes,)
        Filled: bit masks of the piles that have dice.
    playing, taken : arrays of uint8, shape (lanes,)
        Bit masks of seats: who plays; filled: who does not, as their white dice are not to be had.
    full : int
        Bit mask of all seats.
    live : int
        Lanes in use.
    """
    everyone = np.uint8(full)
    for i in range(live):
        whites[i] = 0
    for i in range(live):
        taken[i] = playing[i] ^ everyone
    for die in range(piles.shape[0]):
        pile, bit, none = piles[die], np.uint8(1 << die), np.uint8(0)
        for i in range(live):
            old, dice = whites[i], pile[i]
            whites[i] = old | (bit if dice > 0 else none)


@jit
def set_pairs(action, rolled, live):  # type: ignore[no-untyped-def]
    """Put the dice that a seat has chosen before it.

    Parameters
    ----------
    action : array of uint8, shape (lanes,)
        5 x colour type + white type.
    rolled : array of int8, shape (4, lanes)
        Its types are set.
    live : int
        Lanes in use.
    """
    color, white = rolled[0], rolled[2]
    for i in range(live):
        color[i] = (action[i] * np.uint16(205)) >> np.uint16(10)  # action // 5, below 64
    for i in range(live):
        a, c = action[i], color[i]
        white[i] = a - np.uint8(c) * np.uint8(WHITE_TYPES)


@jit
def list_short(state: State, lanes, scratch, live):  # type: ignore[no-untyped-def]
    """List the lanes in which a white pile is used up by those who have chosen (ruling D9).

    Parameters
    ----------
    state : State
        All have chosen.
    lanes : array of int64, shape (lanes,)
        Filled.
    scratch : array of uint8, shape (at least 2, lanes)
        Overwritten.
    live : int
        Lanes in use.

    Returns
    -------
    int
        How many.
    """
    short, wanted, playing = scratch[0], scratch[1], state.playing
    for i in range(live):
        short[i] = 0
    for die in range(WHITE_TYPES):
        pile, this = state.piles[die], np.int8(die)
        for i in range(live):
            wanted[i] = 0
        for seat in range(state.rolled.shape[0]):
            _count_wanted(wanted, state.rolled[seat, 2], this, playing, np.uint8(1 << seat), live)
        for i in range(live):
            old, n, dice = short[i], wanted[i], pile[i]
            short[i] = old | np.uint8((n > 0) & (np.int8(n) >= dice))
    n = 0
    for i in range(live):
        lanes[n] = i
        n += short[i]
    return n


@jit
def _count_wanted(wanted, white, this, playing, bit, live):  # type: ignore[no-untyped-def]
    for i in range(live):
        old, kind, plays = wanted[i], white[i], playing[i] & bit
        wanted[i] = old + np.uint8((kind == this) & (plays != 0))


@jit
def sort_short(state: State, lanes, by_last, starts, left):  # type: ignore[no-untyped-def]
    """Sort short lanes by who chooses first, and put the white dice there back on their piles.

    Parameters
    ----------
    state : State
        The last first selector chooses first, then clockwise (ruling D9).
    lanes : array of int64, shape (short,)
        The lanes.
    by_last : array of int64, shape (lanes,)
        Filled: first the lanes in which seat 0 chooses first, then seat 1, ...
    starts : array of int64, shape (seats + 1,)
        Filled: where the lanes of each start.
    left : array of int8, shape (5, lanes)
        Set to the piles in these lanes.
    """
    seats, n = starts.shape[0] - 1, 0
    for seat in range(seats):
        starts[seat] = n
        for lane in lanes:
            by_last[n] = lane
            n += state.last[lane] == seat
    starts[seats] = n
    for die in range(WHITE_TYPES):
        for lane in lanes:
            left[die, lane] = state.piles[die, lane]


@jit
def show_left(left, lanes, whites):  # type: ignore[no-untyped-def]
    """Show which white piles still have dice for the next to choose.

    Parameters
    ----------
    left : array of int8, shape (5, lanes)
        White dice.
    lanes : array of int64, shape (asked,)
        Where.
    whites : array of uint8, shape (lanes,)
        Set to bit masks of the piles that have dice.
    """
    for lane in lanes:
        mask = 0
        for die in range(WHITE_TYPES):
            mask |= (1 if left[die, lane] > 0 else 0) << die
        whites[lane] = mask


@jit
def set_some_pairs(action, rolled, lanes, left):  # type: ignore[no-untyped-def]
    """Put the dice that a seat has chosen in some lanes before it.

    Parameters
    ----------
    action : array of uint8, shape (asked,)
        5 x colour type + white type.
    rolled : array of int8, shape (4, lanes)
        The types of its dice are set.
    lanes : array of int64, shape (asked,)
        Where.
    left : array of int8, shape (5, lanes)
        Changed: white dice.
    """
    for j in range(lanes.shape[0]):
        color, white = action[j] // WHITE_TYPES, action[j] % WHITE_TYPES
        rolled[0, lanes[j]] = color
        rolled[2, lanes[j]] = white
        left[white, lanes[j]] -= 1


@jit
def count_scarce(scarce, whites, live):  # type: ignore[no-untyped-def]
    """Count the rounds in which somebody met an empty pile.

    Parameters
    ----------
    scarce : array of uint16, shape (lanes,)
        Changed.
    whites : array of uint8, shape (lanes,)
        What the last to choose could take.
    live : int
        Lanes in use.
    """
    every = np.uint8(ALL_WHITES)
    for i in range(live):
        old, seen = scarce[i], whites[i]
        scarce[i] = old + np.uint16(seen != every)
