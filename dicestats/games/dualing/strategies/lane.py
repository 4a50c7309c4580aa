"""One seat's hand and saved dice, read from a lane of the tables, for the compiled strategies."""

import numpy as np

from dicestats.games.dualing.exact.gains import DICE_KINDS
from dicestats.games.dualing.exact.position import (
    CARD,
    DIE,
    DONE,
    FACE,
    FACES,
    FULL,
    HAND,
    KEY,
    MASK,
    MOST_SPOTS,
    REUSE,
    ROUND,
    ROUNDS,
    SIZE,
    SPOTS,
    TYPES,
    WIDTH,
    face_of,
    fits_face,
    fits_of,
    prune,
    save,
)
from dicestats.games.dualing.state import COLOR, WHITE
from dicestats.jit import jit
from dicestats.lending import borrowed

SCRATCH = HAND  # in the room for a hand: where a strategy may note a number for each kind of dice


@jit(forceinline=True)
def decide(see, choose, action, table, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Choose in every lane: ``see`` how the hand that was read stands, then ``choose``."""
    state, room = borrowed(state), np.empty(SCRATCH + DICE_KINDS, np.int64)
    table, hand = borrowed((table, room))
    saved, fits = (state.saved_kind, state.saved_type, state.saved_number), fits_of(table)
    for i in range(lanes.shape[0]):
        read(state.hand, saved, state.round, hand, seat, lanes[i])
        see(table, fits, hand)
        action[i] = choose(table, fits, hand, state, seat, lanes[i])
    room[0] = 0  # so that it lives until here


@jit(inline="always")
def hold(hands, hand, seat, lane):  # type: ignore[no-untyped-def]
    """Write down size and cards of a hand, the cards ascending."""
    size = 0
    while size < hands.shape[1] and hands[seat, size, lane] >= 0:
        size += 1
    hand[SIZE] = size
    for slot in range(size):
        card, place = hands[seat, slot, lane], CARD
        for other in range(size):
            place += 1 if hands[seat, other, lane] < card else 0
        hand[place] = card


@jit(inline="always")
def read(hands, saved, rounds, hand, seat, lane):  # type: ignore[no-untyped-def]
    """Write down the cards of a hand, and the dice saved in the rounds before this one."""
    hold(hands, hand, seat, lane)
    read_dice(saved, rounds, hand, seat, lane)


@jit(inline="always")
def read_dice(saved, rounds, hand, seat, lane):  # type: ignore[no-untyped-def]
    """Write down the dice saved in the rounds before this one."""
    kinds, types, numbers = saved
    hand[ROUND] = rounds[lane]
    for r in range(rounds[lane]):
        kind = kinds[seat, r, lane]
        face = face_of(kind, types[seat, r, lane], numbers[seat, r, lane])
        hand[DIE + r] = face if kind >= 0 else -1


@jit(forceinline=True)
def offer(state, allowed, hand, seat, lane):  # type: ignore[no-untyped-def]
    """Write down the faces that may be saved: the own colour die, then ``allowed`` white ones."""
    rolled = state.rolled
    hand[FACE] = face_of(COLOR, rolled[seat, 0, lane], rolled[seat, 1, lane])
    for s in range(rolled.shape[0]):
        white = face_of(WHITE, rolled[s, 2, lane], rolled[s, 3, lane])
        hand[FACE + 1 + s] = white if (allowed >> s) & 1 else -1


@jit
def _lay(table, hand, fits, die):  # type: ignore[no-untyped-def]
    """Lay one more die on one card or none, in every way."""
    for k in range(hand[SPOTS]):
        for use in range(hand[SIZE]):
            part = fits & (np.int64(MASK) << (WIDTH * use))
            then, points = save(table, hand, hand[KEY + k], part, die)
            old, count = 0, hand[SPOTS]
            while old < count and hand[KEY + old] != then:
                old += 1
            if old == count < MOST_SPOTS:
                hand[KEY + count], hand[DONE + count] = then, hand[DONE + k] + points
                hand[SPOTS] += 1


@jit(forceinline=True)
def stand(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find where the goals of a hand stand after the rounds before this one.

    A spot is a key with the points of the goals already completed. Dice that may serve one card
    each can be laid in several ways: each is a spot (ruling D7).
    """
    hand[KEY], hand[DONE], hand[SPOTS], spent = hand[FULL], 0, 1, np.int64(0)
    for r in range(hand[ROUND]):
        face = hand[DIE + r]
        if face < 0:
            continue
        die, key = face // FACES, fits_face(fits, hand, face)
        if die >= TYPES:
            die -= TYPES
            spent |= np.int64(1) << die
        if key == 0:
            continue
        if table[REUSE]:
            hand[KEY], points = save(table, hand, hand[KEY], key, die)
            hand[DONE] += points
        else:
            _lay(table, hand, key, die)
    left = table[ROUNDS] - hand[ROUND]
    for k in range(hand[SPOTS]):
        hand[KEY + k] = prune(table, hand, hand[KEY + k] | (spent << (WIDTH * hand[SIZE])), left)
