"""What points are worth: the chance of winning, when a set is over.

Among the own numbers of a table stand how often a set earns 0, 1, 2, ... points, and the chance of
one seat against another by the points that both still need. They follow from sets of two who play
alike, as if what is earned in different sets were independent.
"""

import numpy as np

from dicestats.games.dualing.exact.earnings import GAINS
from dicestats.games.dualing.exact.position import (
    CARDS,
    DONE,
    LISTS,
    SPOTS,
    take,
)
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import read, stand
from dicestats.jit import jit

TARGET, LITERAL, NEAR = range(1, 4)  # among the own numbers, after FIRST
OUTLOOK = 8
NEEDED = 41  # points needed: 0 to 40, and where more, as if both needed so many fewer
UNIT = 1 << 24
_LESS = 0.5  # of a goal, where the number is a mean: as many


@jit
def earned(table, fits, hand, state, seat):  # type: ignore[no-untyped-def]
    """Give the points that a seat completes with the dice it has saved."""
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    read(state.hand, saved, state.round, hand, seat, 0)
    take(table, hand)
    stand(table, fits, hand)
    points = np.int64(0)
    for k in range(hand[SPOTS]):
        points = max(points, hand[DONE + k])
    return points


@jit
def standing(state, seat, lane):  # type: ignore[no-untyped-def]
    """Give the points of a seat, of the best of the others, and the goals that one has more.

    Alone, the other has -1 points.
    """
    rival, best = -1, np.int64(-1)
    for s in range(state.points.shape[0]):
        if s != seat and (np.int64(state.playing[lane]) >> s) & 1 and state.points[s, lane] > best:
            rival, best = s, np.int64(state.points[s, lane])
    more = np.int64(state.cards[rival, lane]) - state.cards[seat, lane] if rival >= 0 else 0
    return np.int64(state.points[seat, lane]), best, more


@jit
def is_near(table, mine, theirs):  # type: ignore[no-untyped-def]
    """Tell whether the end is near, and there is a rival."""
    at = own(table)
    return theirs >= 0 and max(mine, theirs) >= table[at + TARGET] - table[at + NEAR]


@jit
def against(table, mine, theirs):  # type: ignore[no-untyped-def]
    """Give the chance, in units, of one seat against another, by their points."""
    target = np.int64(table[own(table) + TARGET])
    a, b = max(target - mine, 0), max(target - theirs, 0)
    over = max(max(a, b) - (NEEDED - 1), 0)
    a, b = max(a - over, 0), max(b - over, 0)
    return np.int64(table[own(table) + OUTLOOK + GAINS + a * NEEDED + b])


@jit
def stakes(table, mine, theirs, more, out):  # type: ignore[no-untyped-def]
    """Give the chance against another, in units, by the points that this set earns: (GAINS).

    ``more`` is how many goals the other has completed more so far.
    """
    at = own(table) + OUTLOOK
    for k in range(GAINS):
        out[k] = 0.0
        for other in range(GAINS):
            share = table[at + other] / UNIT
            if share > 0:
                out[k] += share * after_set(table, mine + k, theirs + other, more)


@jit
def after_set(table, mine, theirs, more):  # type: ignore[no-untyped-def]
    """Give the chance, in units, once a set is over: who has won is told by the rule (D15).

    Of those at the target the one with most points wins, of equals the one with fewest goals;
    read literally, the one with fewest goals.
    """
    target = table[own(table) + TARGET]
    if max(mine, theirs) < target:
        return float(against(table, mine, theirs))
    both = min(mine, theirs) >= target
    if mine == theirs or (both and table[own(table) + LITERAL]):
        return UNIT * (1 + (more > _LESS) - (more < -_LESS)) / 2
    return float(UNIT) if mine > theirs else 0.0


@jit
def goals_of(table):  # type: ignore[no-untyped-def]
    """Give how many goals a point takes, on average over the deck."""
    total = 0
    for card in range(table[CARDS]):
        total += table[LISTS + card]
    return table[CARDS] / max(total, 1)


@jit
def payoff(table, mine, theirs, more, extra):  # type: ignore[no-untyped-def]
    """Give the chance against another, in units, at the end of a set after which one has ``mine``.

    ``theirs`` is before the set, ``more`` how many goals the other had completed more than one has
    now; ``extra`` points are expected in the next set beyond the usual.
    """
    at, total, goals = own(table) + OUTLOOK, 0.0, goals_of(table)
    for k in range(GAINS):
        if table[at + k] > 0:
            ahead = more + goals * k
            chance = after_set(table, mine, theirs + k, ahead)
            if max(mine, theirs + k) < table[own(table) + TARGET]:
                other = mine + 1 if extra > 0 else mine - 1
                chance += abs(extra) * (against(table, other, theirs + k) - chance)
            total += table[at + k] / UNIT * chance
    return total


@jit
def price(table, mine, theirs, more):  # type: ignore[no-untyped-def]
    """Give the chance, in units, that a point of the other in this set costs: a slope, fitted."""
    at, mean, whole, both, square = own(table) + OUTLOOK, 0.0, 0.0, 0.0, 0.0
    for k in range(GAINS):
        share, chance = table[at + k] / UNIT, 0.0
        for j in range(GAINS):
            if share > 0 and table[at + j] > 0:
                chance += table[at + j] / UNIT * after_set(table, mine + j, theirs + k, more)
        mean, whole = mean + share * k, whole + share * chance
        both, square = both + share * k * chance, square + share * k * k
    spread = square - mean * mean
    return max((mean * whole - both) / spread, 0.0) if spread > 0 else 0.0


@jit
def fill(table, counts):  # type: ignore[no-untyped-def]
    """Work the chances out from how often sets earned 0, 1, 2, ... points: (GAINS)."""
    at, total, zeros = own(table) + OUTLOOK, counts.sum(), counts[0]
    target, even = np.int64(table[own(table) + TARGET]), np.int64(0)
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
                        mine, theirs = target - a + k, target - (needs - a) + other
                        then = after_set(table, mine, theirs, even)
                        value += share[k] * share[other] * then
            table[at + GAINS + a * NEEDED + needs - a] = np.int64(value / (1 - again) + 0.5)
