"""What points are worth: the chance of winning, when a set is over.

Among the own numbers of a table stand how often a set earns 0, 1, 2, ... points, and the chance of
one seat against another by the points that both still need. They follow from sets of two who play
alike, as if what is earned in different sets were independent.
"""

import numpy as np

from dicestats.games.dualing.exact.position import (
    DIE,
    DONE,
    FACES,
    FULL,
    MASK,
    POINTS,
    REUSE,
    ROUND,
    SIZE,
    SPOTS,
    TYPES,
    WIDTH,
    fits_face,
    save,
    take,
)
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import read, stand
from dicestats.jit import jit

TARGET, LITERAL, NEAR, PLAYOUTS, IDEAS = range(1, 6)  # among the own numbers, after FIRST
OUTLOOK = 8
NEEDED = 41  # points needed: 0 to 40, and where more, as if both needed so many fewer
GAINS = 16  # points of a set: 0 to 15, more as if 15
UNIT = 1 << 24


@jit
def _fewest(hand, points):  # type: ignore[no-untyped-def]
    """Give the fewest goals of a hand that have so many points."""
    best = np.int64(hand[SIZE])
    for mask in range(1 << hand[SIZE]):
        total, many = np.int64(0), np.int64(0)
        for k in range(hand[SIZE]):
            if (mask >> k) & 1:
                total, many = total + hand[POINTS + k], many + 1
        if total == points and many < best:
            best = many
    return best


@jit
def _completed(table, fits, hand):  # type: ignore[no-untyped-def]
    """Count the completed goals of a hand of which each die may serve any."""
    key, many = np.int64(hand[FULL]), 0
    for r in range(hand[ROUND]):
        face = hand[DIE + r]
        if face >= 0:
            fit = fits_face(fits, hand, face)
            key, _ = save(table, hand, key, fit, face // FACES % TYPES)
    for k in range(hand[SIZE]):
        many += 1 if (key >> (WIDTH * k)) & MASK == 0 else 0
    return many


@jit
def earned(table, fits, hand, state, seat):  # type: ignore[no-untyped-def]
    """Give the points and the goals that a seat completes with the dice it has saved."""
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    read(state.hand, saved, state.round, hand, seat, 0)
    take(table, hand)
    stand(table, fits, hand)
    points = np.int64(0)
    for k in range(hand[SPOTS]):
        points = max(points, hand[DONE + k])
    if points == 0:
        return points, np.int64(0)
    if table[REUSE]:
        return points, np.int64(_completed(table, fits, hand))
    return points, np.int64(_fewest(hand, points))


@jit
def against(table, mine, theirs):  # type: ignore[no-untyped-def]
    """Give the chance, in units, of one seat against another, by their points."""
    target = np.int64(table[own(table) + TARGET])
    a, b = max(target - mine, 0), max(target - theirs, 0)
    over = max(max(a, b) - (NEEDED - 1), 0)
    a, b = max(a - over, 0), max(b - over, 0)
    return np.int64(table[own(table) + OUTLOOK + GAINS + a * NEEDED + b])


@jit
def _ended(table, points, cards, me):  # type: ignore[no-untyped-def]
    """Give the share in the win after a set in which somebody reached the target (D15)."""
    target, literal = table[own(table) + TARGET], table[own(table) + LITERAL]
    shared, most = 0, np.int64(-1) << 40
    mine = most
    for s in range(points.shape[0]):
        rated = -(np.int64(1) << 39)
        if points[s] >= target:
            rated = (np.int64(0) if literal else points[s] << 20) - cards[s]
        if rated >= most:
            shared = (shared if rated == most else 0) + 1
            most = rated
        if s == me:
            mine = rated
    return UNIT / shared if mine == most else 0.0


@jit
def chance(table, points, cards, plays, me):  # type: ignore[no-untyped-def]
    """Give a seat's chance of winning, in units, once a set is over.

    ``points``, ``cards`` (seats) are all that each has completed, ``plays`` (seats) who plays.
    """
    seats, over = points.shape[0], False
    for s in range(seats):
        over = over or (plays[s] and points[s] >= table[own(table) + TARGET])
    if over:
        return _ended(table, points, cards, me)
    total, mine = 0.0, 0.0
    for s in range(seats):
        rated = 1.0 if plays[s] else 0.0
        for other in range(seats):
            if plays[s] and plays[other] and other != s:
                rated *= against(table, points[s], points[other]) / UNIT
        total += rated
        if s == me:
            mine = rated
    return UNIT * mine / total if total > 0 else UNIT / seats


@jit
def stakes(table, mine, theirs, out):  # type: ignore[no-untyped-def]
    """Give the chance against another, in units, by the points that this set earns: (GAINS)."""
    at = own(table) + OUTLOOK
    for k in range(GAINS):
        out[k] = 0.0
        for other in range(GAINS):
            share = table[at + other] / UNIT
            if share > 0:
                out[k] += share * _after(table, mine + k, theirs + other)


@jit
def _after(table, mine, theirs):  # type: ignore[no-untyped-def]
    """Give the chance once a set is over: who has most of those at the target has won."""
    target = table[own(table) + TARGET]
    if max(mine, theirs) < target:
        return float(against(table, mine, theirs))
    if mine == theirs:
        return UNIT / 2
    return float(UNIT) if mine > theirs else 0.0


@jit
def fill(table, counts):  # type: ignore[no-untyped-def]
    """Work the chances out from how often sets earned 0, 1, 2, ... points: (GAINS)."""
    at, total, zeros = own(table) + OUTLOOK, counts.sum(), counts[0]
    target = np.int64(table[own(table) + TARGET])
    for k in range(GAINS):
        table[at + k] = np.int64(UNIT * counts[k] // total)
    share = counts / total
    again = share[0] * share[0] if zeros < total else 0.0
    for needs in range(2, 2 * NEEDED - 1):
        for a in range(max(1, needs - NEEDED + 1), min(NEEDED, needs)):
            value = 0.0
            for k in range(GAINS):
                for other in range(GAINS):
                    if k + other and share[k] * share[other] > 0:
                        then = _after(table, target - a + k, target - (needs - a) + other)
                        value += share[k] * share[other] * then
            table[at + GAINS + a * NEEDED + needs - a] = np.int64(value / (1 - again) + 0.5)
