"""The last pair of Convolution, exactly: each seat has one box left and no choice."""

import numpy as np

from dicestats.games.convolution.value.state import State, compare, may_write, verdict, write
from dicestats.games.convolution.value.world import (
    BLUGGARD,
    CALCULATED,
    GRAND_TIE,
    PAIRS,
    TIED_TOTAL,
)
from dicestats.jit import jit

UNKNOWN = 1 << 40  # no value


@jit(forceinline=True)
def open_box(world, boxes, seat):  # type: ignore[no-untyped-def]
    """Find the first category that a seat may still write in."""
    c = 0
    while not may_write(world, boxes[c], seat):
        c += 1
    return c


@jit(forceinline=True)
def _effects(world, box, seat, c, won, added):  # type: ignore[no-untyped-def]
    """For every value of a category that this seat closes: who wins it, and what it adds."""
    own = c * (np.int64(world.header[PAIRS]) + 1)  # its law: all values, the least first
    least = world.law[world.begin[own], 0]
    o, far = np.int64(0), np.int64(2)  # sections that nothing settles
    nothing = State(o, o, o, o, o, o, far, far)
    for face in range(least, world.law[world.begin[own + 1] - 1, 0] + 1):
        _, s = write(world, nothing, box, seat, c, face)
        won[face], added[face] = s.margin, s.colors + s.ranks + s.rest


@jit(forceinline=True)
def _same_box(world, state, box, leader, c):  # type: ignore[no-untyped-def]
    """Both have the same box left: the leader opens it, the follower closes it."""
    law, at = world.law, c * (np.int64(world.header[PAIRS]) + 1)
    total = np.int64(0)
    for entry in range(world.begin[at], world.begin[at + 1]):
        opened, led = write(world, state, box, leader, c, law[entry, 0])
        _, end = write(world, led, opened, 1 - leader, c, law[entry, 1])
        total += verdict(world, end) * np.int64(law[entry, 2])
    return total


@jit
def last_value(world, boxes, state, work):  # type: ignore[no-untyped-def]
    """Add up, over all rolls of the last pair, who wins: weights of the law, seat 0's less 1's.

    ``work`` (4, faces) is scratch.
    """
    h = world.header
    n, calculated = np.int64(h[PAIRS]), np.int64(h[CALCULATED])
    leader = np.int64(world.leaders[n - 1])
    one, other = open_box(world, boxes, leader), open_box(world, boxes, 1 - leader)
    if one == other:
        return _same_box(world, state, boxes[one], leader, one)
    won, added, won_then, added_then = work[0], work[1], work[2], work[3]
    _effects(world, boxes[one], leader, one, won, added)
    _effects(world, boxes[other], 1 - leader, other, won_then, added_then)
    # a section that is complete was settled before; who closes its last box completes it second
    color, color_then = np.int64(world.section[one] == 0), np.int64(world.section[other] == 0)
    rank, rank_then = np.int64(world.section[one] == 1), np.int64(world.section[other] == 1)
    sign = 1 - 2 * leader
    color_tie = h[TIED_TOTAL] * (sign if color_then else -sign)
    rank_tie = h[TIED_TOTAL] * (sign if rank_then else -sign)
    colors, ranks = calculated & (color | color_then), calculated & (rank | rank_then)
    late = -sign if other == h[BLUGGARD] else (sign if one == h[BLUGGARD] else state.late)
    everything = state.colors + state.ranks + state.rest
    law, at, total = world.law, one * n + other, np.int64(0)
    for entry in range(world.begin[at], world.begin[at + 1]):
        x, y = law[entry, 0], law[entry, 1]
        here, then = added[x], added_then[y]
        c = colors * compare(state.colors + color * here + color_then * then, color_tie)
        r = ranks * compare(state.ranks + rank * here + rank_then * then, rank_tie)
        rest = everything + here + then
        g = calculated * compare(rest, h[GRAND_TIE])
        totals = c + r + g
        margin, decided = state.margin + won[x] + won_then[y] + totals, state.calculated + totals
        who = compare(margin, compare(decided, compare(rest, late)))
        total += who * np.int64(law[entry, 2])
    return total


@jit
def _two_left(world, boxes, seat, out):  # type: ignore[no-untyped-def]
    """List the two categories that a seat may still write in."""
    found = 0
    for c in range(world.header[PAIRS]):
        if found < 2 and may_write(world, boxes[c], seat):
            out[found] = c
            found += 1


@jit
def last_two_values(world, boxes, state, rolls, ways, known, work):  # type: ignore[no-untyped-def]
    """Add up, over all rolls of the last pair but one, what perfect play makes of each.

    ``rolls`` (rolls, categories) can come up in so many ``ways``. ``known`` (2, 2, faces, faces)
    and ``work`` (4, faces) are scratch.
    """
    n = np.int64(world.header[PAIRS])
    leader = np.int64(world.leaders[n - 2])
    mine, theirs = np.empty(2, np.int64), np.empty(2, np.int64)
    _two_left(world, boxes, leader, mine)
    _two_left(world, boxes, 1 - leader, theirs)
    known[:] = UNKNOWN
    sign, total = 1 - 2 * leader, np.int64(0)
    for r in range(ways.shape[0]):
        best = np.int64(-UNKNOWN)
        for i in range(2):
            c, worst = mine[i], np.int64(UNKNOWN)
            for j in range(2):
                d = theirs[j]
                x, y = rolls[r, c], rolls[r, d]
                value = known[i, j, x, y]
                if value == UNKNOWN:
                    value = _after_both(world, boxes, state, leader, c, x, d, y, work)
                    known[i, j, x, y] = value
                worst = min(worst, sign * value)
            best = max(best, worst)
        total += best * ways[r]
    return sign * total


@jit
def _after_both(world, boxes, state, leader, c, x, d, y, work):  # type: ignore[no-untyped-def]
    """Give the value of what a move and its answer leave."""
    old_c = boxes[c]
    boxes[c], led = write(world, state, old_c, leader, c, x)
    old_d = boxes[d]
    boxes[d], end = write(world, led, old_d, 1 - leader, d, y)
    value = last_value(world, boxes, end, work)
    boxes[d] = old_d
    boxes[c] = old_c
    return value
