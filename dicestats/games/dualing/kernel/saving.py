"""The steps of the die selection of Dualing Dice in many lanes, and of the round's end."""

import numpy as np

from dicestats.games.dualing.cards import DICE, WHITE_TYPES
from dicestats.games.dualing.state import COLOR, EMPTY, NOT_YET, WHITE
from dicestats.jit import jit


@jit
def sort_lanes(order, by_first, starts, firsts, live):  # type: ignore[no-untyped-def]
    """Sort the lanes by who selects first, and count first selections.

    Parameters
    ----------
    order : array of uint8, shape (lanes,)
        Who selects first.
    by_first : array of int64, shape (lanes,)
        Filled: first the lanes of seat 0, then of seat 1, ...
    starts : array of int64, shape (seats + 1,)
        Filled: where the lanes of each start.
    firsts : array of uint16, shape (seats, lanes)
        Changed.
    live : int
        Lanes in use.
    """
    seats = firsts.shape[0]
    for seat in range(seats + 1):
        starts[seat] = 0
    for seat in range(seats):
        row, this, n = firsts[seat], np.uint8(seat), 0
        for i in range(live):
            old, first = row[i], order[i]
            row[i] = old + np.uint16(first == this)
        for i in range(live):
            n += order[i] == this
        for later in range(seat + 1, seats + 1):
            starts[later] += n
    for i in range(live):  # moves every start to where the next seat's lanes start
        first = order[i]
        by_first[starts[first]] = i
        starts[first] += 1
    for seat in range(seats, 0, -1):
        starts[seat] = starts[seat - 1]
    starts[0] = 0


@jit
def pick(action, lanes, picked, taken):  # type: ignore[no-untyped-def]
    """Note what a seat has selected (ruling D11).

    Parameters
    ----------
    action : array of uint8, shape (asked,)
        0: its own colour die; 1 + s: the white die of seat s.
    lanes : array of int64, shape (asked,)
        Where.
    picked : array of uint8, shape (lanes,)
        Set to the actions.
    taken : array of uint8, shape (lanes,)
        Bit masks of the seats whose white dice are gone; changed.
    """
    for j in range(lanes.shape[0]):
        lane, chosen = lanes[j], np.uint32(action[j])
        picked[lane] = chosen
        taken[lane] |= (np.uint32(1) << chosen) >> np.uint32(1)


@jit
def save(rolled, picked, seat, kinds, types, numbers, live):  # type: ignore[no-untyped-def]
    """Put the dice that a seat has selected in a round on its scoring card (ruling D12).

    Parameters
    ----------
    rolled : array of int8, shape (seats, 4, lanes)
        The dice of the round.
    picked : array of uint8, shape (lanes,)
        What the seat has selected; NOT_YET: it sits out.
    seat : int
        Whose.
    kinds, types, numbers : arrays of int8, shape (lanes,)
        Filled; ``types`` and ``numbers`` stay where nothing is saved.
    live : int
        Lanes in use.
    """
    own, nothing = np.uint8(0), np.uint8(NOT_YET)
    color, white, empty = np.int8(COLOR), np.int8(WHITE), np.int8(EMPTY)
    for i in range(live):
        chosen = picked[i]
        kind = color if chosen == own else white
        kinds[i] = empty if chosen == nothing else kind
    _take(rolled[seat, 0], rolled[seat, 1], picked, own, types, numbers, live)
    for owner in range(rolled.shape[0]):
        dice, wanted = rolled[owner], np.uint8(1 + owner)
        _take(dice[2], dice[3], picked, wanted, types, numbers, live)


@jit
def _take(die, number, picked, wanted, types, numbers, live):  # type: ignore[no-untyped-def]
    for i in range(live):
        x, old, chosen = die[i], types[i], picked[i]
        types[i] = x if chosen == wanted else old
    for i in range(live):
        x, old, chosen = number[i], numbers[i], picked[i]
        numbers[i] = x if chosen == wanted else old


@jit
def spend(colors, kinds, types, live):  # type: ignore[no-untyped-def]
    """Take a saved colour die from its owner until the set ends (ruling D12).

    Parameters
    ----------
    colors : array of uint8, shape (lanes,)
        Bit masks of the colour dice of a seat; changed.
    kinds, types : arrays of int8, shape (lanes,)
        What it saved in this round.
    live : int
        Lanes in use.
    """
    color = np.int8(COLOR)
    for die in range(len(DICE)):
        this, others = np.int8(die), np.uint8(255 ^ (1 << die))
        for i in range(live):
            old, kind, type_ = colors[i], kinds[i], types[i]
            colors[i] = old & others if (type_ == this) & (kind == color) else old


@jit
def count_others(picked, seat, others, live):  # type: ignore[no-untyped-def]
    """Count the white dice that a seat saved though another rolled them.

    Parameters
    ----------
    picked : array of uint8, shape (lanes,)
        What the seat has selected in this round.
    seat : int
        Which seat.
    others : array of uint16, shape (lanes,)
        Changed.
    live : int
        Lanes in use.
    """
    mine, nothing = np.uint8(1 + seat), np.uint8(NOT_YET)
    for i in range(live):
        old, chosen = others[i], picked[i]
        foreign = (chosen != 0) & (chosen != mine) & (chosen != nothing)
        others[i] = old + np.uint16(foreign)


@jit
def take_off(piles, taken, playing, white, seat, live):  # type: ignore[no-untyped-def]
    """Take the white die of a seat off its pile if it was saved (ruling D12).

    Parameters
    ----------
    piles : array of int8, shape (5, lanes)
        Changed.
    taken, playing : arrays of uint8, shape (lanes,)
        Bit masks of seats: whose white dice are gone, who plays.
    white : array of int8, shape (lanes,)
        Types of the white dice that the seat rolled.
    seat : int
        Whose.
    live : int
        Lanes in use.
    """
    bit = np.uint8(1 << seat)
    for die in range(WHITE_TYPES):
        pile, this = piles[die], np.int8(die)
        for i in range(live):
            old, kind, gone = pile[i], white[i], taken[i] & playing[i] & bit
            pile[i] = old - np.int8((kind == this) & (gone != 0))


@jit
def remember(got, kinds, types, numbers, live):  # type: ignore[no-untyped-def]
    """Put the die that a seat saved in a round into its masks.

    Parameters
    ----------
    got : array of uint64, shape (2, lanes)
        Changed.
    kinds, types, numbers : arrays of int8, shape (lanes,)
        The dice saved in this round.
    live : int
        Lanes in use.
    """
    white, color = got[WHITE], got[COLOR]
    one, none = np.uint64(1), np.uint64(0)
    for i in range(live):
        kind, die, number = kinds[i], np.uint64(types[i]), np.uint64(numbers[i])
        face = number - one if number > none else np.uint64(9)  # see ``state.face_bit``
        bit = one << ((die * (die + np.uint64(3)) + face) & np.uint64(63))
        old_white, old_color = white[i], color[i]
        white[i] = old_white | (bit if kind == WHITE else none)
        color[i] = old_color | (bit if kind == COLOR else none)
