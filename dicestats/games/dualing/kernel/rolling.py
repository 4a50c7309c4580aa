"""The steps of a round of Dualing Dice in many lanes: roll, find who selects first."""

import numpy as np

from dicestats.games.dualing import luck
from dicestats.games.dualing.cards import D10
from dicestats.games.dualing.kernel.lanes import FIRST_ROTATE
from dicestats.games.dualing.state import State
from dicestats.jit import jit
from dicestats.streams import DICE, philox

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_NOBODY = np.int8(-1)  # the number of a seat that sits out


@jit(inline="always")
def _sides(die):  # type: ignore[no-untyped-def]
    """Give the sides of a type: 4, 6, 8, 10, 12, 20."""
    return np.uint64(4) + np.uint64(2) * die + (np.uint64(6) if die == 5 else np.uint64(0))


@jit(inline="always")
def _number(high, low, die):  # type: ignore[no-untyped-def]
    """Scale two words to a number from 1 (see ``luck.scaled``)."""
    s = _sides(die)
    fraction = (high & _LOW) * s + (((low & _LOW) * s) >> _32)
    return (fraction >> _32) + np.uint64(1)


@jit
def roll(rolled, counter, set_, key, seat, round_, live):  # type: ignore[no-untyped-def]
    """Roll the two dice of a seat.

    Parameters
    ----------
    rolled : array of int8, shape (4, lanes)
        Its numbers are set.
    counter, set_, key
        As in ``dealing.draw_words``.
    seat, round_ : int
        Whose, in which round.
    live : int
        Lanes in use.
    """
    color, color_number, white, white_number = rolled[0], rolled[1], rolled[2], rolled[3]
    lower, upper, k0, k1 = counter[0], counter[1], key[0], key[1]
    at, stream = np.uint64(luck.dice_draw(0, round_, seat, 0)), np.uint64(DICE)
    step = np.uint64(luck.dice_draw(1, 0, 0, 0))
    for i in range(live):
        game = np.uint64(lower[i]) | (np.uint64(upper[i]) << _32)
        draw = np.uint64(np.uint32(set_[i])) * step + at
        w0, w1, w2, w3 = philox(game, stream, draw, k0, k1)
        color_number[i] = _number(w0, w1, np.uint64(np.uint8(color[i])))
        white_number[i] = _number(w2, w3, np.uint64(np.uint8(white[i])))


@jit
def tens_to_zero(rolled, live):  # type: ignore[no-untyped-def]
    """Let the D10's last face count 0 (ruling D5).

    Parameters
    ----------
    rolled : array of int8, shape (4, lanes)
        Its numbers are changed.
    live : int
        Lanes in use.
    """
    for row in (0, 2):
        die, number = rolled[row], rolled[row + 1]
        for i in range(live):
            if (die[i] == D10) & (number[i] == 10):
                number[i] = 0


@jit
def compare(rolled, playing, number, top, live):  # type: ignore[no-untyped-def]
    """Find the highest colour number.

    Parameters
    ----------
    rolled : array of int8, shape (seats, 4, lanes)
        What was rolled.
    playing : array of uint8, shape (lanes,)
        Bit masks of the seats that play.
    number : array of int8, shape (seats, lanes)
        Filled: colour numbers, -1 for who sits out.
    top : array of int8, shape (lanes,)
        Filled: the highest of them.
    live : int
        Lanes in use.
    """
    for i in range(live):
        top[i] = _NOBODY
    for seat in range(rolled.shape[0]):
        color, mine, bit = rolled[seat, 1], number[seat], np.uint8(1 << seat)
        for i in range(live):
            x, plays = color[i], playing[i] & bit
            mine[i] = x if plays != 0 else _NOBODY
        for i in range(live):
            x, old = mine[i], top[i]
            top[i] = x if x > old else old


@jit
def find_first(number, top, tied, order, live):  # type: ignore[no-untyped-def]
    """Find who selects first, and who is tied (ruling D10).

    Parameters
    ----------
    number : array of int8, shape (seats, lanes)
        Colour numbers.
    top : array of int8, shape (lanes,)
        The highest of them.
    tied : array of uint8, shape (lanes,)
        Filled: bit masks of the seats with the highest number.
    order : array of uint8, shape (lanes,)
        Filled: the last of those seats.
    live : int
        Lanes in use.
    """
    for i in range(live):
        tied[i] = 0
    for seat in range(number.shape[0]):
        mine, bit, none, this = number[seat], np.uint8(1 << seat), np.uint8(0), np.uint8(seat)
        for i in range(live):
            x, most, old = mine[i], top[i], tied[i]
            tied[i] = old | (bit if x == most else none)
        for i in range(live):
            x, most, old = mine[i], top[i], order[i]
            order[i] = this if x == most else old


@jit
def list_ties(tied, ties, lanes, live):  # type: ignore[no-untyped-def]
    """List and count the lanes in which several seats have the highest number.

    Parameters
    ----------
    tied : array of uint8, shape (lanes,)
        From ``find_first``.
    ties : array of uint16, shape (lanes,)
        Counts rounds with a tie.
    lanes : array of int64, shape (lanes,)
        Filled.
    live : int
        Lanes in use.

    Returns
    -------
    int
        How many.
    """
    n = 0
    for i in range(live):
        lanes[n] = i
        n += (tied[i] & (tied[i] - 1)) != 0
    for j in range(n):
        ties[lanes[j]] += 1
    return n


@jit
def appoint(state: State, first, round_, live):  # type: ignore[no-untyped-def]
    """Let seat 0 select first, or the next seat clockwise; of those who play (ruling D10).

    Parameters
    ----------
    state : State
        ``order`` is set.
    first : int
        FIRST_SEAT0 or FIRST_ROTATE.
    round_ : int
        From 0.
    live : int
        Lanes in use.
    """
    seats = state.rolled.shape[0]
    for i in range(live):
        seat = 0
        if first == FIRST_ROTATE and not (state.set[i] == 0 and round_ == 0):
            seat = (state.last[i] + 1) % seats
        while not (state.playing[i] >> seat) & 1:
            seat = (seat + 1) % seats
        state.order[i] = seat
