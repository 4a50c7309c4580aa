"""What the seat that selects next loses if a white die is taken from it.

Its hand is drawn many times from what it seems to hold (see ``guess``), and played as one's own
would be: a hand that would have rolled other dice than it did counts less.
"""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.position import (
    CARD,
    CARDS,
    FACE,
    FACES,
    HAND,
    MOST_CARDS,
    PLACE,
    SIZE,
    TYPES,
    fits_face,
)
from dicestats.games.dualing.strategies import dp
from dicestats.games.dualing.strategies.choosing import pair_action
from dicestats.games.dualing.strategies.guess import SEEN, likely, look, see
from dicestats.games.dualing.strategies.handtable import MASKS, largest_of, place_of
from dicestats.games.dualing.strategies.lane import offer, read_dice
from dicestats.games.dualing.strategies.playout import word
from dicestats.games.dualing.strategies.worth import after, opens, without
from dicestats.jit import jit

DRAWS = 128  # hands drawn
_TRIES = 8  # to draw a card that was not drawn before
_OTHERWISE = 0.05  # what a hand counts that would have rolled other dice
_SKIPPED = 8  # of such hands one in so many is looked at
_HEAD = 3  # numbers about a drawn hand before its cards
_WHITES = (1 << WHITE_TYPES) - 1


@jit
def face_worth(table, fits, hand, action, left, nothing):  # type: ignore[no-untyped-def]
    """Give the points in all, in units, once an action saves the face that is on offer.

    ``nothing`` is what ``worth.without`` gives.
    """
    face = hand[FACE + action]
    key = fits_face(fits, hand, face)
    if action > 0 and not opens(hand, key):
        return nothing
    return after(table, hand, key, face // FACES % TYPES, 1 if action == 0 else 0, left)


@jit
def weigh(table, fits, mine, seen, sums):  # type: ignore[no-untyped-def]
    """Sum up the weights of the cards: (cards); one's own weigh nothing."""
    total = np.int64(0)
    for card in range(table[CARDS]):
        held = False
        for k in range(mine.shape[0]):
            held = held or mine[k] == card
        if not held:
            place, _ = look(table, fits, card, seen)
            total += max(likely(table, card, place), 1)
        sums[card] = total
    return total


@jit
def _place(sums, luck):  # type: ignore[no-untyped-def]
    """Find the card at a place of the summed weights."""
    low, high = 0, sums.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if sums[middle] > luck:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def deal(sums, slots, seed, draw, hand):  # type: ignore[no-untyped-def]
    """Draw a hand by weights, its cards ascending; short where the same come again and again."""
    size, total = 0, sums[sums.shape[0] - 1]
    for k in range(slots):
        for step in range(_TRIES):
            card = _place(sums, (word(seed, (draw * slots + k) * _TRIES + step) * total) >> 32)
            at = size
            while at > 0 and hand[CARD + at - 1] > card:
                at -= 1
            if at == 0 or hand[CARD + at - 1] != card:
                for j in range(size, at, -1):
                    hand[CARD + j] = hand[CARD + j - 1]
                hand[CARD + at] = card
                size += 1
                break
    hand[SIZE] = size


@jit
def _draw_all(table, sums, slots, seed, hand, drawn):  # type: ignore[no-untyped-def]
    """Draw all hands: size, place of the block, what stands there first, and cards of each.

    They lie anywhere in the table: to wait for many of them at once takes less time.
    """
    for draw in range(DRAWS):
        deal(sums, slots, seed, draw, hand)
        drawn[draw, 0] = hand[SIZE]
        drawn[draw, 1] = place_of(table, hand) if hand[SIZE] <= largest_of(table) else 0
        for k in range(hand[SIZE]):
            drawn[draw, _HEAD + k] = hand[CARD + k]
    for draw in range(DRAWS):
        drawn[draw, 1] = table[drawn[draw, 1]]
    for draw in range(DRAWS):
        drawn[draw, 2] = table[drawn[draw, 1] + MASKS]


@jit(forceinline=True)
def _take(table, fits, drawn, hand):  # type: ignore[no-untyped-def]
    """Take a drawn hand; find where it stands."""
    hand[SIZE], hand[PLACE] = drawn[0], drawn[1]
    for k in range(hand[SIZE]):
        hand[CARD + k] = drawn[_HEAD + k]
    if hand[SIZE] > largest_of(table):
        dp.see_hand(table, fits, hand)
    else:
        dp.see_block(table, fits, hand)


@jit
def _meant(table, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Tell whether a drawn hand would roll the dice that the seat rolls."""
    pair = dp.stored_pair(table, hand, np.int64(state.colors[seat, lane]), np.int64(_WHITES))
    if pair < 0:
        return True
    rolled = WHITE_TYPES * np.int64(state.rolled[seat, 0, lane]) + state.rolled[seat, 2, lane]
    return pair_action(pair, state.colors[seat, lane], _WHITES) == rolled


@jit
def _lose(table, fits, hand, left, loss, count):  # type: ignore[no-untyped-def]
    """Note what is lost without the die worth most, if it is a white one."""
    nothing = without(table, hand, left)
    most, second, which = nothing, nothing, 0
    for action in range(loss.shape[0]):
        if hand[FACE + action] < 0:
            continue
        value = face_worth(table, fits, hand, action, left, nothing)
        if value > most:
            most, second, which = value, most, action
        elif value > second:
            second = value
    loss[which] += count * (most - second)


@jit(inline="always")
def make_room(table):  # type: ignore[no-untyped-def]
    """Make room for what is seen of another, summed weights, a hand, and the hands drawn."""
    seen, sums = np.empty(SEEN, np.int64), np.empty(table[CARDS], np.int64)
    return seen, sums, np.empty(HAND, np.int64), np.empty((DRAWS, _HEAD + MOST_CARDS), np.int64)


@jit
def losses(table, fits, state, seats, lane, left, seed, room, loss):  # type: ignore[no-untyped-def]
    """Estimate, in units, what another seat loses without each die: (1 + seats).

    ``seats`` are the seat that thinks and the other, ``seed`` random bits, ``room`` that of
    ``make_room``.
    """
    (me, other), (seen, sums, hand, drawn) = seats, room
    see(state, other, lane, seen)
    loss[:] = 0.0
    if weigh(table, fits, state.hand[me, :, lane], seen, sums) == 0:
        return
    saved, whole = (state.saved_kind, state.saved_type, state.saved_number), 0.0
    read_dice(saved, state.round, hand, other, lane)
    there = np.int64(state.reach[other]) & ~np.int64(state.taken[lane])
    offer(state, there, hand, other, lane)
    _draw_all(table, sums, state.hand.shape[1], np.int64(seed), hand, drawn)
    for draw in range(DRAWS):
        _take(table, fits, drawn[draw], hand)
        count = 1.0
        if not _meant(table, hand, state, other, lane):
            if draw % _SKIPPED:
                continue
            count = _SKIPPED * _OTHERWISE
        _lose(table, fits, hand, left, loss, count)
        whole += count
    for action in range(loss.shape[0]):
        loss[action] /= whole
