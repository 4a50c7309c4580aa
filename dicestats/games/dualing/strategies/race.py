"""race: plays among rivals for the win, not alone for points.

It values hands as they are played among rivals who take one's dice (``exact.rivals``), and saves a
die that others seem to want (``deny``) where that costs less than it takes from them. Close to the
end it exchanges goals by the chance of winning.
"""

import numpy as np

from dicestats.games.dualing.borrowed import borrowed
from dicestats.games.dualing.exact.position import (
    CARDS,
    FACE,
    FACES,
    HAND,
    LIKING,
    ROUND,
    ROUNDS,
    TYPES,
    UNITS,
    fits_face,
    fits_of,
)
from dicestats.games.dualing.state import SIGNATURE, whites_to_save
from dicestats.games.dualing.strategies import dp
from dicestats.games.dualing.strategies.choosing import like_own, like_to_deny
from dicestats.games.dualing.strategies.deny import losses
from dicestats.games.dualing.strategies.guess import SEEN
from dicestats.games.dualing.strategies.lane import offer, read
from dicestats.games.dualing.strategies.worth import after, opens, without
from dicestats.jit import jit

_SHARE = 0.8  # of what others lose: what was guessed of them is noisy


@jit
def _next(state, seat, lane):  # type: ignore[no-untyped-def]
    """Give the seat that selects next, -1: nobody."""
    seats = state.points.shape[0]
    for k in range(1, seats):
        other = (seat + k) % seats
        if other == state.order[lane]:
            return -1
        if (np.int64(state.playing[lane]) >> other) & 1:
            return other
    return -1


@jit
def _save(table, fits, hand, state, seat, lane, loss):  # type: ignore[no-untyped-def]
    """Save the die that is worth most to have or to deny."""
    seats, left = state.points.shape[0], table[ROUNDS] - hand[ROUND] - 1
    offer(state, whites_to_save(state, seat, lane), hand, seat, lane)
    like_own(hand, seats, seat)
    like_to_deny(hand, seats, seat, np.int64(state.order[lane]))
    nothing, best, action = without(table, hand, left), -1.0, 0
    for a in range(1 + seats):
        face = hand[FACE + a]
        if face < 0:
            continue
        key, total = fits_face(fits, hand, face), nothing
        if a == 0 or opens(hand, key):
            total = after(table, hand, key, face // FACES % TYPES, 1 if a == 0 else 0, left)
        value = total + 0.001 * hand[LIKING + a]
        if a > 0:
            value += _SHARE / (seats - 1) * loss[a] * hand[UNITS]
        if value > best:
            best, action = value, a
    return action


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die that is worth most to have or to deny."""
    state, fits, seats = borrowed(state), fits_of(table), state.points.shape[0]
    hand, seen, faces = np.empty(HAND, np.int64), np.empty(SEEN, np.int64), np.empty(9, np.int64)
    sums, gains = np.empty(table[CARDS], np.int64), np.empty((table[CARDS], 1 + seats))
    loss, worth = np.empty(1 + seats), np.empty(1 + seats)
    room = (sums, gains, faces[: 1 + seats], seen, worth)
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(state.hand, saved, state.round, hand, seat, lane)
        dp._see(table, fits, hand)
        other, left = _next(state, seat, lane), table[ROUNDS] - hand[ROUND] - 1
        loss[:] = 0.0
        if other >= 0:
            losses(table, fits, state, (seat, other), lane, left, words[i], room, loss)
        action[i] = _save(table, fits, hand, state, seat, lane, loss)
