"""What another seat seems to hold: every card weighed by the dice the seat has saved and chosen.

Among the own numbers of a table stand weights, in units: how much likelier a card of a class of
ratings is held than another, and how much likelier a held card than another looks as it does. A
look is: the round, how many of the dice saved fill it, how many are of a type that it still
misses yet show another number, and whether the colour and the white die just chosen may fill it.
"""

import numpy as np

from dicestats.games.dualing.exact.alone import UNIT as RATED
from dicestats.games.dualing.exact.alone import rating
from dicestats.games.dualing.exact.position import (
    CARDS,
    FACES,
    LISTS,
    TYPES,
    either_of,
    face_of,
    needs_of,
)
from dicestats.games.dualing.strategies.handtable import own
from dicestats.jit import jit

_ROW = 2 * TYPES * FACES
CLASSES, LISTED, FILLED, MISSED = 8, 4, 4, 3
LOOKS = LISTED * 6 * FILLED * MISSED * 4
GUESS = 2048  # among the own numbers
MOST_WEIGHT = 64.0
WEIGHT = 1 << 12  # of what is as likely for a card held as for another
SAVED, COLOR_DIE, WHITE_DIE, FACE_0 = 0, 1, 2, 3  # places in what is seen of a seat
SEEN = FACE_0 + 6


@jit
def class_of(table, card):  # type: ignore[no-untyped-def]
    """Give the class of a card by its rating."""
    place = (rating(table, card) * 8 + 4 * RATED) // RATED
    return min(max(place, 0), CLASSES - 1)


@jit
def see(state, seat, lane, seen):  # type: ignore[no-untyped-def]
    """Write down what a seat has saved in this set, and the types of the dice it rolls."""
    seen[SAVED] = 0
    for r in range(state.round[lane]):
        kind = state.saved_kind[seat, r, lane]
        if kind >= 0:
            die, number = state.saved_type[seat, r, lane], state.saved_number[seat, r, lane]
            seen[FACE_0 + seen[SAVED]] = face_of(kind, die, number)
            seen[SAVED] += 1
    seen[COLOR_DIE], seen[WHITE_DIE] = state.rolled[seat, 0, lane], state.rolled[seat, 2, lane]


@jit
def _takes(table, card, kind, die):  # type: ignore[no-untyped-def]
    """Mask the requirements that a die of a kind and a type may fill."""
    key = either_of(table, card, die)
    if kind:
        only = LISTS + 2 * np.int64(table[CARDS])
        key |= np.int64(table[only + TYPES * card + die])
    return key


@jit
def look(table, fits, card, seen):  # type: ignore[no-untyped-def]
    """Give how a card looks, and the requirements still open."""
    key, filled, missed = needs_of(table, card), 0, 0
    listed, rest = -1, key
    while rest:
        rest &= rest - 1
        listed += 1
    for r in range(seen[SAVED]):
        face = seen[FACE_0 + r]
        fit = np.int64(fits[_ROW * card + face]) & key
        if fit:
            key ^= fit & -fit
            filled += 1
        else:
            kind, die = face // FACES // TYPES, face // FACES % TYPES
            missed += 1 if _takes(table, card, kind, die) & key else 0
    chosen = 0
    if seen[COLOR_DIE] >= 0:  # -1: nothing is chosen yet
        chosen = 1 if _takes(table, card, 1, seen[COLOR_DIE]) & key else 0
        chosen += 2 if _takes(table, card, 0, seen[WHITE_DIE]) & key else 0
    filled, missed = min(filled, FILLED - 1), min(missed, MISSED - 1)
    listed = min(listed, LISTED - 1)
    place = (((listed * 6 + seen[SAVED]) * FILLED + filled) * MISSED + missed) * 4 + chosen
    return place, key


@jit
def count_looks(table, fits, hand, seen, counts):  # type: ignore[no-untyped-def]
    """Count how all cards look, those in hand and the others: (2, CLASSES + LOOKS)."""
    for card in range(table[CARDS]):
        held = 0
        for k in range(hand.shape[0]):
            held |= 1 if hand[k] == card else 0
        place, _ = look(table, fits, card, seen)
        counts[held, class_of(table, card)] += 1
        counts[held, CLASSES + place] += 1


@jit
def likely(table, card, place):  # type: ignore[no-untyped-def]
    """Weigh a card that looks so, in units."""
    at = own(table) + GUESS
    by_class, by_look = table[at + class_of(table, card)], table[at + CLASSES + place]
    return np.int64(by_class) * by_look // WEIGHT


@jit
def fill(table, counts):  # type: ignore[no-untyped-def]
    """Put weights in the table, from how often cards looked so: (2, CLASSES + LOOKS)."""
    at = own(table) + GUESS
    held, other = counts[1, :CLASSES].sum(), counts[0, :CLASSES].sum()
    for k in range(CLASSES + LOOKS):
        mine, theirs = counts[1, k] + 0.5, counts[0, k] + 0.5
        weight = (mine / theirs) if k < CLASSES else (mine / held) / (theirs / other)
        table[at + k] = np.int64(min(weight, MOST_WEIGHT) * WEIGHT)
