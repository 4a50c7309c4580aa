"""The steps at the end of a set of Dualing Dice in many lanes: reveal goals, see who leads."""

import numpy as np

from dicestats.games.dualing.kernel.lanes import COMPLETED
from dicestats.games.dualing.state import COLOR, EMPTY, WHITE
from dicestats.jit import jit

# In a mask of faces: the highest face of each type, and all the other faces (see ``face_bit``).
_HIGHEST = np.uint64(sum(1 << place for place in (3, 9, 17, 27, 39, 59)))
_LOWER = np.uint64((1 << 60) - 1) ^ _HIGHEST


@jit
def find_done(hand, got, accepts, needs, done, live):  # type: ignore[no-untyped-def]
    """Find completed goals where each type that a goal lists must show one accepted face.

    Adding the lower faces to themselves carries into the highest face of a type if any is set.

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        The hands of a seat; EMPTY is the last card of ``needs``: never met.
    got : array of uint64, shape (2, lanes)
        Its saved dice.
    accepts, needs : arrays of uint64, shapes (2, cards + 1) and (cards + 1,)
        As in ``lanes.Numbers``.
    done : array of uint8, shape (lanes,)
        Filled: bit masks of completed slots.
    live : int
        Lanes in use.
    """
    on_white, on_color, white, color = accepts[WHITE], accepts[COLOR], got[WHITE], got[COLOR]
    for i in range(live):
        done[i] = 0
    for slot in range(hand.shape[0]):
        cards, bit, none = hand[slot], np.uint8(1 << slot), np.uint8(0)
        for i in range(live):
            card = cards[i]
            hits = (white[i] & on_white[card]) | (color[i] & on_color[card])
            met = ((hits & _LOWER) + _LOWER) | hits
            full = ((met & needs[card]) == needs[card]) & (hits != 0)
            done[i] |= bit if full else none


@jit
def reveal(hand, done, points, cards, worth, counts, lanes, live):  # type: ignore[no-untyped-def]
    """Lay completed goals down; the others stay in hand (rulings D13, D14).

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        The hands of a seat; changed.
    done : array of uint8, shape (lanes,)
        Bit masks of completed slots.
    points, cards : arrays of int16, shape (lanes,)
        Its points and completed goals; changed.
    worth : array of int16, shape (cards,)
        Points of the goals.
    counts : array of int64, shape (cards + 1, 3)
        COMPLETED is counted.
    lanes : array of int64, shape (lanes,)
        Scratch.
    live : int
        Lanes in use.
    """
    n = 0
    for i in range(live):
        lanes[n] = i
        n += done[i] != 0
    for j in range(n):
        lane, kept = lanes[j], 0
        for slot in range(hand.shape[0]):
            card = hand[slot, lane]
            if (done[lane] >> slot) & 1:
                points[lane] += worth[card]
                cards[lane] += 1
                counts[card, COMPLETED] += 1
            else:
                hand[kept, lane] = card
                kept += 1
        for slot in range(kept, hand.shape[0]):
            hand[slot, lane] = EMPTY


@jit
def follow_lead(points, most, ahead, leader, leads, live):  # type: ignore[no-untyped-def]
    """Count the sets after which another seat is ahead alone than was before.

    Parameters
    ----------
    points : array of int16, shape (seats, lanes)
        Points of the seats.
    most : array of int16, shape (lanes,)
        Filled: the most of them.
    ahead : array of uint8, shape (lanes,)
        Overwritten.
    leader : array of int8, shape (lanes,)
        Who was last ahead alone, EMPTY: nobody; changed.
    leads : array of uint16, shape (lanes,)
        Changed.
    live : int
        Lanes in use.
    """
    shared = np.uint8(255)
    for i in range(live):
        most[i] = points[0, i]
    for i in range(live):
        ahead[i] = 0
    for seat in range(1, points.shape[0]):
        mine, this = points[seat], np.uint8(seat)
        for i in range(live):
            x, old, who = mine[i], most[i], ahead[i]
            who = shared if x == old else who
            ahead[i] = this if x > old else who
        for i in range(live):
            x, old = mine[i], most[i]
            most[i] = x if x > old else old
    for i in range(live):
        old, new, count = leader[i], np.int8(ahead[i]), leads[i]
        leads[i] = count + np.uint16((new >= 0) & (old >= 0) & (new != old))
    for i in range(live):
        old, new = leader[i], np.int8(ahead[i])
        leader[i] = new if new >= 0 else old


@jit
def count_set(set_, live):  # type: ignore[no-untyped-def]
    """Count a set as played.

    Parameters
    ----------
    set_ : array of int32, shape (lanes,)
        Changed.
    live : int
        Lanes in use.
    """
    for i in range(live):
        set_[i] += 1
