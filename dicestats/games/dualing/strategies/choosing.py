"""Which dice to roll, save and re-roll: whatever a position is worth, the most of it.

``choose_*(table, fits, hand, state, seat, lane)`` choose once ``lane.decide`` has read the hand.
"""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.gains import (
    CLASSES,
    COLORS,
    DICE_KINDS,
    NO_COLOR,
    NONE,
    best_pair,
)
from dicestats.games.dualing.exact.position import (
    FACE,
    FACES,
    LIKING,
    LOW,
    ROUND,
    ROUNDS,
    SIDES_OF,
    TYPES,
    face_of,
    fits_face,
)
from dicestats.games.dualing.state import COLOR, WHITE, whites_to_save
from dicestats.games.dualing.strategies.lane import offer
from dicestats.games.dualing.strategies.worth import after, opens, without
from dicestats.jit import jit

LIKINGS = 32  # degrees of liking among dice that are worth the same: over twice the most seats


@jit(forceinline=True)
def _left(table, hand):  # type: ignore[no-untyped-def]
    """Count the rounds that follow this one."""
    return table[ROUNDS] - hand[ROUND] - 1


@jit
def look_at(table, fits, hand, d, left, nothing, room):  # type: ignore[no-untyped-def]
    """List what the numbers of a die gain over none: chances of each gain above 0."""
    chance, gain, keys, gains = room
    gone, die, count, known = 1 if d < COLORS else 0, d % COLORS, 0, 0
    kind = COLOR if d < COLORS else WHITE
    for k in range(table[SIDES_OF + die]):
        key = fits_face(fits, hand, face_of(kind, die, table[LOW + die] + k))
        if key == 0:
            continue
        j = 0
        while j < known and keys[j] != key:
            j += 1
        if j == known:
            keys[j] = key
            gains[j] = after(table, hand, key, die, gone, left) - nothing
            known += 1
        more, j = gains[j], 0
        while j < count and gain[j] != more:
            j += 1
        if more > 0 and j == count:
            gain[j], chance[j] = more, 0.0
            count += 1
        if more > 0:
            chance[j] += 1 / table[SIDES_OF + die]
    return count


@jit(forceinline=True)
def pair_action(pair, colors, whites):  # type: ignore[no-untyped-def]
    """Make a legal action of a pair: where no die helps, the largest colour die, the first white.

    A large colour die often selects first.
    """
    color, white = pair >> 3, pair & 7
    if color == NO_COLOR:
        color = COLORS - 1
        while not (colors >> color) & 1:
            color -= 1
    if white == WHITE_TYPES:
        white = 0
        while not (whites >> white) & 1:
            white += 1
    return WHITE_TYPES * color + white


@jit
def _best_pair(table, fits, hand, colors, whites):  # type: ignore[no-untyped-def]
    left = _left(table, hand)
    number, keys = np.zeros(DICE_KINDS + 1, np.int64), np.empty(CLASSES, np.int64)
    room = np.empty((3, DICE_KINDS + 1, CLASSES), np.float64)
    chance, gain, gains = room[0], room[1], room[2]
    nothing, there = without(table, hand, left), colors | (whites << COLORS)
    for d in range(NONE):
        if (there >> d) & 1:
            number[d] = look_at(
                table, fits, hand, d, left, nothing, (chance[d], gain[d], keys, gains[d])
            )
    pair, _ = best_pair(number, chance, gain, np.empty(DICE_KINDS + 1))
    return pair_action(pair, colors, whites)


@jit(forceinline=True)
def choose_pair(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Choose two dice by the expected larger gain."""
    colors, whites = np.int64(state.colors[seat, lane]), np.int64(state.whites[lane])
    return _best_pair(table, fits, hand, colors, whites)


@jit(forceinline=True)
def like_own(hand, seats, seat):  # type: ignore[no-untyped-def]
    """Like the own white die most, then those of others clockwise: no seat gains by its number.

    The own colour die is liked least: unsaved, it comes back.
    """
    hand[LIKING] = 0
    for s in range(seats):
        hand[LIKING + 1 + s] = seat - s + (0 if s < seat else seats)


@jit(forceinline=True)
def like_to_deny(hand, seats, seat, first):  # type: ignore[no-untyped-def]
    """Like the white dice most that the seats chose who select next, the next one's first of all.

    Whoever chose a die wants it. ``first`` selects first.
    """
    for s in range(seats):
        later = (s - first) % seats - (seat - first) % seats
        if later > 0:
            hand[LIKING + 1 + s] = 2 * seats - later


@jit(forceinline=True)
def _best_face(table, fits, hand, seats):  # type: ignore[no-untyped-def]
    """Give the action that saves the face worth most, of equals the one liked most."""
    best, action, left = np.int64(-1), 0, _left(table, hand)
    nothing = without(table, hand, left)
    for a in range(1 + seats):
        face = hand[FACE + a]
        if face < 0:
            continue
        key, total = fits_face(fits, hand, face), nothing
        if a == 0 or opens(hand, key):
            total = after(table, hand, key, face // FACES % TYPES, 1 if a == 0 else 0, left)
        total = LIKINGS * total + hand[LIKING + a]
        if total > best:
            best, action = total, a
    return action


@jit(forceinline=True)
def choose_save(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Choose the face worth most."""
    offer(state, whites_to_save(state, seat, lane), hand, seat, lane)
    like_own(hand, state.rolled.shape[0], seat)
    return _best_face(table, fits, hand, state.rolled.shape[0])


@jit(forceinline=True)
def choose_to_deny(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Choose the face worth most, of equals the one that others want most."""
    offer(state, whites_to_save(state, seat, lane), hand, seat, lane)
    like_own(hand, state.rolled.shape[0], seat)
    like_to_deny(hand, state.rolled.shape[0], seat, np.int64(state.order[lane]))
    return _best_face(table, fits, hand, state.rolled.shape[0])


@jit
def _rerolled(table, fits, hand, kind, die, other, left):  # type: ignore[no-untyped-def]
    """Give the mean of what is better after a re-roll: the new number or the other die."""
    total, sides = np.int64(0), table[SIDES_OF + die]
    for k in range(sides):
        key = fits_face(fits, hand, face_of(kind, die, table[LOW + die] + k))
        total += max(other, after(table, hand, key, die, kind, left))
    return total / sides


@jit
def _best_reroll(table, fits, hand, seat):  # type: ignore[no-untyped-def]
    left = _left(table, hand)
    color, white = hand[FACE] // FACES - TYPES, hand[FACE + 1 + seat] // FACES
    c = after(table, hand, fits_face(fits, hand, hand[FACE]), color, 1, left)
    w = after(table, hand, fits_face(fits, hand, hand[FACE + 1 + seat]), white, 0, left)
    by_color = _rerolled(table, fits, hand, COLOR, color, w, left)
    by_white = _rerolled(table, fits, hand, WHITE, white, c, left)
    if by_color == by_white:
        return 0 if table[SIDES_OF + color] >= table[SIDES_OF + white] else 1
    return 0 if by_color > by_white else 1


@jit(forceinline=True)
def choose_reroll(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Choose the own die whose new number promises most; of equals the one with more sides."""
    offer(state, np.int64(1) << seat, hand, seat, lane)
    return _best_reroll(table, fits, hand, seat)
