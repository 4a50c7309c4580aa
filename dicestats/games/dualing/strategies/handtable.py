"""The table of all hands: where a hand's states lie in it, what they are worth, what to roll.

After the numbers of ``opening`` stand:

- header: largest size of a hand, units of a point, place of the sums by size, of the starts by
  size, of the chances of points, of cards left over; then from ``OWN`` on room for what a strategy
  knows besides
- sums by size 0, 1, ...: for every set of so many cards, by rank, the sum of the values of all
  largest hands that hold it (of size 0 in two parts); for the largest size that is its value
- starts by size 1, 2, ...: for every hand of so many cards, by rank, the place of its block
- chances of points by size 1, 2, ..., of play among rivals only: for every set of so many cards, by
  rank, how likely a set earns 0, 1, ... points, in parts of ``CERTAIN``, summed up over all largest
  hands that hold it
- room for what ``leftover`` fills in, of such play only
- blocks, one for all hands that are alike but for the numbers they want: the masks ``either`` and
  ``color_only``, the bounds of the layers of states with rounds, rounds - 1, ..., 1 rounds left,
  then pairs (key, 64 value + pair), by key in a layer

The rank of cards a < b < c is C(a, 1) + C(b, 2) + C(c, 3). Values are in units.
"""

import numpy as np

from dicestats.games.dualing.exact.alone import opening_size
from dicestats.games.dualing.exact.earnings import GAINS, earnings
from dicestats.games.dualing.exact.position import (
    CARD,
    CARDS,
    COLOR_ONLY,
    EITHER,
    FULL,
    HAND,
    POINTS,
    ROUNDS,
    SIZE,
    TYPES,
    fits_of,
    take,
)
from dicestats.games.dualing.exact.rivals import solve_among
from dicestats.games.dualing.exact.solver import list_events, solve
from dicestats.jit import jit

MOST_SIZE = 3  # cards of a hand in the table
HEADER = 1 << 14
EARNED_AT, LEFT_AT, OWN = 10, 11, 16  # in the header
CERTAIN = 1 << 16
MASKS = 2 * TYPES  # numbers of a block before its bounds
PAIR = 64  # a state's second number is this times its value, plus the pair to roll
HALF = 1 << 20  # the sum over all hands is kept in two parts
MISSING = -1


@jit(forceinline=True)
def choose(n, k):  # type: ignore[no-untyped-def]
    """Give the number of ways to choose 0 to 3 of n."""
    if k == 0:
        return 1
    if k == 1:
        return n
    return n * (n - 1) // 2 if k == 2 else n * (n - 1) * (n - 2) // 6


@jit(forceinline=True)
def rank(cards, first, size):  # type: ignore[no-untyped-def]
    """Give the rank of ``size`` ascending cards among all sets of their size."""
    out = np.int64(0)
    for i in range(size):
        out += choose(np.int64(cards[first + i]), i + 1)
    return out


@jit(forceinline=True)
def part_of(cards, first, size, mask, part):  # type: ignore[no-untyped-def]
    """Write down the cards of a mask over ``size`` of them; return how many."""
    count = 0
    for k in range(size):
        if (mask >> k) & 1:
            part[count] = cards[first + k]
            count += 1
    return count


@jit
def unrank(place, size, cards, first):  # type: ignore[no-untyped-def]
    """Write down the cards of a rank, ascending."""
    for k in range(size, 0, -1):
        card = k - 1
        while choose(card + 1, k) <= place:
            card += 1
        cards[first + k - 1] = card
        place -= choose(card, k)


@jit(forceinline=True)
def largest_of(table):  # type: ignore[no-untyped-def]
    """Look up the largest size of a hand."""
    return np.int64(table[opening_size(table)])


@jit(forceinline=True)
def units_of(table):  # type: ignore[no-untyped-def]
    """Look up the units of a point."""
    return np.int64(table[opening_size(table) + 1])


@jit(forceinline=True)
def own(table):  # type: ignore[no-untyped-def]
    """Give the place of a strategy's own numbers."""
    return opening_size(table) + OWN


@jit(forceinline=True)
def sum_of(table, cards, size):  # type: ignore[no-untyped-def]
    """Give the sum of the values of all largest hands that hold these ascending cards."""
    at = table[opening_size(table) + 2 + size]
    if size == 0:
        return np.int64(table[at]) * HALF + table[at + 1]
    return np.int64(table[at + rank(cards, 0, size)])


@jit(forceinline=True)
def earned_at(table, cards, size):  # type: ignore[no-untyped-def]
    """Find the chances of points of all largest hands that hold these ascending cards: GAINS."""
    place = rank(cards, 0, size)
    for smaller in range(1, size):
        place += choose(np.int64(table[CARDS]), smaller)
    return np.int64(table[opening_size(table) + EARNED_AT]) + GAINS * place


@jit(forceinline=True)
def place_of(table, hand):  # type: ignore[no-untyped-def]
    """Find where the place of a hand's block stands."""
    size = hand[SIZE]
    return np.int64(table[opening_size(table) + 6 + size]) + rank(hand, CARD, size)


@jit(forceinline=True)
def block_of(table, hand):  # type: ignore[no-untyped-def]
    """Find the block of a hand."""
    return np.int64(table[place_of(table, hand)])


@jit(forceinline=True)
def state_of(table, block, key, left):  # type: ignore[no-untyped-def]
    """Find 64 value + pair of a state with at least one round left; MISSING: it is not there."""
    bounds = block + MASKS + table[ROUNDS] - left
    first = block + MASKS + table[ROUNDS] + 1
    low, high = np.int64(table[bounds]), np.int64(table[bounds + 1])
    end = high
    while low < high:
        middle = (low + high) >> 1
        if table[first + 2 * middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < end and table[first + 2 * low] == key:
        return np.int64(table[first + 2 * low + 1])
    return np.int64(MISSING)


@jit
def _write_block(hand, work, rounds, units, out, at):  # type: ignore[no-untyped-def]
    """Write down what was solved of a hand; return the place after it."""
    for die in range(TYPES):
        out[at + die], out[at + TYPES + die] = hand[EITHER + die], hand[COLOR_ONLY + die]
    first = at + MASKS + rounds + 1
    for depth in range(rounds):
        begin, end = work.layer[depth], work.layer[depth + 1]
        out[at + MASKS + depth], out[at + MASKS + depth + 1] = begin, end
        order = np.argsort(work.keys[begin:end])
        for i in range(end - begin):
            state = begin + order[i]
            value = np.int64(work.value[state] * units + 0.5)
            out[first + 2 * (begin + i)] = work.keys[state]
            out[first + 2 * (begin + i) + 1] = PAIR * value + work.pair[state]
    return first + 2 * work.layer[rounds]


@jit
def _keep_earned(chances, earned):  # type: ignore[no-untyped-def]
    """Write down how likely points are, in parts."""
    for k in range(GAINS):
        earned[k] = min(np.int64(chances[k] * CERTAIN + 0.5), CERTAIN - 1)


@jit
def describe_hands(table, size, span, out, ends):  # type: ignore[no-untyped-def]
    """Write down all that solving each hand depends on: hands that are alike look the same.

    Of the hands of ranks from ``span[0]`` to before ``span[1]``; ``ends`` says where each ends.
    """
    fits, hand, at = fits_of(table), np.zeros(HAND, np.int64), 0
    hand[SIZE] = size
    for place in range(span[0], span[1]):
        unrank(place, size, hand, CARD)
        take(table, hand)
        out[at] = hand[FULL]
        for k in range(size):
            out[at + 1 + k] = hand[POINTS + k]
        at += 1 + size
        for k in range(TYPES):
            out[at + k], out[at + TYPES + k] = hand[EITHER + k], hand[COLOR_ONLY + k]
        at += 2 * TYPES
        die, outcome, _, filled, chance = list_events(table, fits, hand)
        for e in range(die.shape[0]):
            out[at], out[at + 1], out[at + 2], out[at + 3] = (
                die[e],
                outcome[e],
                filled[e],
                chance[e],
            )
            at += 4
        ends[place - span[0]] = at


@jit
def solve_hands(table, size, ranks, units, odds, work, out, starts, earned):  # type: ignore[no-untyped-def]
    """Solve the hands of these ranks, alone or among rivals.

    ``odds`` is that of ``exact.rivals``, without rows for play alone. Writes their blocks into
    ``out``, where they start into ``starts``, and among rivals, how likely points are into
    ``earned`` (hands, GAINS). Returns how much of ``out`` is used, or -1 where ``out`` or ``work``
    is too small.
    """
    at, rounds, fits, points = 0, np.int64(table[ROUNDS]), fits_of(table), np.empty(0)
    hand, chances = np.zeros(HAND, np.int64), np.empty((work.keys.shape[0], GAINS))
    hand[SIZE] = size
    for k in range(ranks.shape[0]):
        unrank(ranks[k], size, hand, CARD)
        take(table, hand)
        events = list_events(table, fits, hand)
        if odds.shape[0]:
            work.keys[0] = hand[FULL]
            room = solve_among(table, hand, events, work, odds, 1, rounds, points)
        else:
            room = solve(table, hand, events, work, hand[FULL], rounds)
        if not room:
            return -1
        if at + MASKS + rounds + 1 + 2 * work.layer[rounds] > out.shape[0]:
            return -1
        if odds.shape[0]:
            earnings(events, work, odds, rounds, chances)
            _keep_earned(chances[0], earned[k])
        starts[k] = at
        at = _write_block(hand, work, rounds, units, out, at)
    return at
