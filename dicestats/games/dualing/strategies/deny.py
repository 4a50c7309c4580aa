"""What the seat that selects next loses if a white die is taken from it.

Its cards are drawn many times from what it seems to hold (see ``guess``); a die is worth to a hand
what it adds to the chances of its goals, and the hand takes what is worth most to it.
"""

import numpy as np

from dicestats.games.dualing.exact.position import (
    CARDS,
    FACES,
    LISTS,
    TYPES,
    face_of,
)
from dicestats.games.dualing.state import COLOR, WHITE
from dicestats.games.dualing.strategies.guess import likely, look, see
from dicestats.games.dualing.strategies.playout import word
from dicestats.jit import jit

DRAWS = 64  # hands drawn
_ROW = 2 * TYPES * FACES
_HIT = 0.6  # that a round meets a requirement, about


@jit
def _pivotal(bits, left):  # type: ignore[no-untyped-def]
    """Give the chance that just one requirement of some is still open after ``left`` rounds."""
    if bits == 0 or bits > left + 1:
        return 0.0
    chance = 1.0
    for k in range(bits - 1):
        chance *= _HIT * (left - k) / (k + 1)
    for _ in range(left - bits + 1):
        chance *= 1 - _HIT
    return chance


@jit
def _gains(table, fits, faces, card, key, worth, out):  # type: ignore[no-untyped-def]
    """Write down what each die adds to a card; tell whether any does."""
    some = False
    for a in range(faces.shape[0]):
        out[a] = 0.0
        if faces[a] >= 0 and np.int64(fits[_ROW * card + faces[a]]) & key:
            out[a], some = worth, True
    return some


@jit
def _holds(hand, card):  # type: ignore[no-untyped-def]
    held = False
    for k in range(hand.shape[0]):
        held = held or hand[k] == card
    return held


@jit
def _weigh(table, fits, mine, seen, faces, left, room):  # type: ignore[no-untyped-def]
    """List the cards to which a die adds something: summed weights, gains; sum of all weights."""
    sums, gains = room
    many, total, rest = 0, np.int64(0), np.int64(0)
    for card in range(table[CARDS]):
        if _holds(mine, card):
            continue
        place, key = look(table, fits, card, seen)
        weight, bits, still = likely(table, card, place), 0, key
        while still:
            still &= still - 1
            bits += 1
        worth = _pivotal(bits, left) * table[LISTS + card]
        if worth > 0 and _gains(table, fits, faces, card, key, worth, gains[many]):
            total += weight
            sums[many] = total
            many += 1
        else:
            rest += weight
    return many, total + rest


@jit
def _draw(sums, many, luck):  # type: ignore[no-untyped-def]
    """Find the card at a place of the summed weights; ``many`` where it is another one."""
    low, high = 0, many
    while low < high:
        middle = (low + high) >> 1
        if sums[middle] > luck:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def _lose(worth, loss):  # type: ignore[no-untyped-def]
    """Note what is lost without the die worth most."""
    most, second, which = 0.0, 0.0, -1
    for a in range(worth.shape[0]):
        if worth[a] > most:
            most, second, which = worth[a], most, a
        elif worth[a] > second:
            second = worth[a]
    if which >= 0:
        loss[which] += (most - second) / DRAWS


@jit
def losses(table, fits, state, seats, lane, left, seed, room, loss):  # type: ignore[no-untyped-def]
    """Estimate, in points, what another seat loses without each die: (1 + seats).

    ``seats`` are the seat that thinks and the other, ``seed`` random bits, ``room`` sums, gains,
    faces, what is seen of the other, and the worth of each die.
    """
    (me, other), (sums, gains, faces, seen, worth) = seats, room
    see(state, other, lane, seen)
    rolled, taken = state.rolled, np.int64(state.taken[lane])
    faces[0] = face_of(COLOR, rolled[other, 0, lane], rolled[other, 1, lane])
    for s in range(rolled.shape[0]):
        gone = (taken >> s) & 1 or not (np.int64(state.reach[other]) >> s) & 1
        white = face_of(WHITE, rolled[s, 2, lane], rolled[s, 3, lane])
        faces[1 + s] = -1 if gone else white
    loss[:] = 0.0
    many, total = _weigh(table, fits, state.hand[me, :, lane], seen, faces, left, (sums, gains))
    slots = state.hand.shape[1]
    for draw in range(DRAWS if many else 0):
        worth[:] = 0.0
        before, earlier = -1, -1
        for k in range(slots):
            card = _draw(sums, many, (word(seed, draw * slots + k) * total) >> 32)
            if card < many and card != before and card != earlier:
                before, earlier = card, before
                for a in range(worth.shape[0]):
                    worth[a] += gains[card, a]
        _lose(worth, loss)
