"""Which die to roll again in a tie: for its number, and for selecting first with it."""

import numpy as np

from dicestats.games.dualing.exact.position import (
    FACE,
    FACES,
    HAND,
    LOW,
    ROUND,
    ROUNDS,
    SIDES_OF,
    STANDS,
    TYPES,
    face_of,
    fits_face,
    fits_of,
)
from dicestats.games.dualing.exact.rivals import OTHERS, OWN, PLACES, WORTH
from dicestats.games.dualing.state import COLOR, SIGNATURE, WHITE
from dicestats.games.dualing.strategies import dp
from dicestats.games.dualing.strategies.handtable import own, units_of
from dicestats.games.dualing.strategies.lane import offer, read
from dicestats.games.dualing.strategies.outlook import UNIT
from dicestats.games.dualing.strategies.winning import ODDS
from dicestats.games.dualing.strategies.worth import after
from dicestats.jit import jit
from dicestats.lending import borrowed


@jit
def _ahead(table, state, seat, lane, number):  # type: ignore[no-untyped-def]
    """Give the chance that no other of the tied rolls more: each rolls either die as often."""
    chance = 1.0
    for other in range(state.rolled.shape[0]):
        if other == seat or not (np.int64(state.tied[lane]) >> other) & 1:
            continue
        below = 0.0
        for row in (0, 2):
            die = np.int64(state.rolled[other, row, lane])
            place = (number - table[LOW + die] + 0.5) / table[SIDES_OF + die]
            below += min(max(place, 0.0), 1.0) / 2
        chance *= below
    return chance


@jit
def _face_points(table, fits, hand, face, left):  # type: ignore[no-untyped-def]
    """Give the points in all, in units, once a face is saved; nothing where there is none."""
    if face < 0:
        return np.int64(0)
    kind, die = face // FACES // TYPES, face // FACES % TYPES
    return after(table, hand, fits_face(fits, hand, face), die, kind, left)


@jit
def _promise(table, fits, hand, state, seat, lane, kind, worth):  # type: ignore[no-untyped-def]
    """Give the mean points in all, in units, if the die of a kind is rolled again.

    ``worth`` are those of the own colour die, the own white die, and the best of the others'.
    """
    left = table[ROUNDS] - hand[ROUND] - 1
    at = own(table) + ODDS + left * PLACES
    others, mine = table[at + OTHERS] / UNIT, table[at + OWN] / UNIT
    lead = table[at + WORTH] / UNIT * units_of(table)
    die = np.int64(state.rolled[seat, 0 if kind == COLOR else 2, lane])
    sides, total = table[SIDES_OF + die], 0.0
    color, white, third = worth[0], worth[1], worth[2]
    for k in range(sides):
        number = table[LOW + die] + k
        if table[STANDS]:
            now = _face_points(table, fits, hand, face_of(kind, die, number), left)
            color, white = (now, white) if kind == COLOR else (color, now)
        first = _ahead(table, state, seat, lane, number)
        most = max(color, white, third)
        second = others * max(color, third) + mine * max(color, white)
        second += (1 - others - mine) * most
        total += first * (most + lead) + (1 - first) * second
    return total / sides


@jit([SIGNATURE])
def reroll(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the die again that promises most: points, and selecting first."""
    state, fits, hand = borrowed(state), fits_of(table), np.empty(HAND, np.int64)
    saved, worth = (state.saved_kind, state.saved_type, state.saved_number), np.empty(3, np.int64)
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(state.hand, saved, state.round, hand, seat, lane)
        dp.see_hand(table, fits, hand)
        offer(state, np.int64(state.reach[seat]) | np.int64(1) << seat, hand, seat, lane)
        left = table[ROUNDS] - hand[ROUND] - 1
        worth[0] = _face_points(table, fits, hand, hand[FACE], left)
        worth[1], worth[2] = _face_points(table, fits, hand, hand[FACE + 1 + seat], left), 0
        for other in range(state.rolled.shape[0]):
            if other != seat:
                more = _face_points(table, fits, hand, hand[FACE + 1 + other], left)
                worth[2] = max(worth[2], more)
        by_color = _promise(table, fits, hand, state, seat, lane, COLOR, worth)
        by_white = _promise(table, fits, hand, state, seat, lane, WHITE, worth)
        action[i] = 0 if by_color >= by_white else 1
