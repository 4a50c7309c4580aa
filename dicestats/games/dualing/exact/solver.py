"""Best play of a hand alone: own two dice a round, save one, as many rounds as are left.

States are found forwards, one layer for each number of rounds left, then valued backwards.
Under ``die_reuse`` false a saved die is committed to one card at once. Over 803 random hands that
earns 2.356 points a set, and 2.401 where it is decided at the end (see ``exact.hand_value``).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import DICE
from dicestats.games.dualing.exact.gains import (
    CLASSES,
    COLORS,
    DICE_KINDS,
    NO_COLOR,
    NO_WHITE,
    Gains,
    best_pair,
    make_gains,
)
from dicestats.games.dualing.exact.position import (
    LOW,
    MASK,
    REUSE,
    SIDES_OF,
    SIZE,
    WIDTH,
    face_of,
    fits_face,
    prune,
    save,
)
from dicestats.games.dualing.state import COLOR, WHITE
from dicestats.jit import jit
from dicestats.lending import jit_bare, jit_inline

_MOST_ROUNDS = len(DICE)
EARNED = 48  # in a key: from this bit on the numbers of goals completed in the set, summed up


class Events(NamedTuple):
    """The ways to save a die that fills something; numbers that fill the same are one event."""

    die: NDArray[np.int64]  # (events) 0 to 10
    outcome: NDArray[np.int64]  # (events) without reuse, events of one outcome differ by card
    gone: NDArray[np.int64]  # (events) bit of the colour dice that is spent, 0 for white ones
    fits: NDArray[np.int64]  # (events) requirements it may fill, as a key
    chance: NDArray[np.float64]  # (events) of the outcome


class Work(NamedTuple):
    """Room for the states of one hand, used again for the next."""

    begin: NDArray[np.int64]  # (1) what the hash table holds above it is of this hand
    slots: NDArray[np.int64]  # (a power of two) hash table: begin + state + 1
    keys: NDArray[np.int64]  # (states)
    first: NDArray[np.int64]  # (states + 1) first of its moves
    value: NDArray[np.float64]  # (states) expected points still to come
    pair: NDArray[np.uint8]  # (states) best dice to roll, 8 colour + white
    layer: NDArray[np.int64]  # (rounds + 2) first state of each layer
    event: NDArray[np.int64]  # (moves) -1: nothing of use is saved
    child: NDArray[np.int64]  # (moves) the state after it
    points: NDArray[np.int64]  # (moves) completed by it
    gains: Gains  # of the state looked at


@jit(inline="always")
def make_work(states):  # type: ignore[no-untyped-def]
    """Make room for so many states, a power of two; ``solve`` says where they do not suffice."""
    moves = 32 * states
    return Work(
        np.zeros(1, np.int64),
        np.zeros(4 * states, np.int64),
        np.empty(states, np.int64),
        np.empty(states + 1, np.int64),
        np.empty(states, np.float64),
        np.empty(states, np.uint8),
        np.empty(_MOST_ROUNDS + 2, np.int64),
        np.empty(moves, np.int64),
        np.empty(moves, np.int64),
        np.empty(moves, np.int64),
        make_gains(),
    )


@jit
def _group(table, bytes_, hand, d, fits, chance):  # type: ignore[no-untyped-def]
    """Group the numbers of a die by what they fill."""
    kind, die, groups = COLOR if d < COLORS else WHITE, d % COLORS, 0
    for k in range(table[SIDES_OF + die]):
        key = fits_face(bytes_, hand, face_of(kind, die, table[LOW + die] + k))
        j = 0
        while j < groups and fits[j] != key:
            j += 1
        if key:
            groups = max(groups, j + 1)
            fits[j] = key
            chance[j] = chance[j] + 1 / table[SIDES_OF + die]
    return groups


@jit
def list_events(table, bytes_, hand):  # type: ignore[no-untyped-def]
    """List all ways to save a die that fills something of a hand."""
    size, reuse = hand[SIZE], table[REUSE]
    uses = 1 if reuse else size
    most = DICE_KINDS * CLASSES * uses
    whole = np.empty((4, most), np.int64)
    chances = np.empty(most, np.float64)
    at, outcome = 0, 0
    for d in range(DICE_KINDS):
        fits, chance = np.zeros(CLASSES + 1, np.int64), np.zeros(CLASSES + 1, np.float64)
        for j in range(_group(table, bytes_, hand, d, fits, chance)):
            for use in range(uses):
                part = fits[j] if reuse else fits[j] & (MASK << (WIDTH * use))
                if part:
                    whole[0, at], whole[1, at], whole[3, at] = d, outcome, part
                    whole[2, at] = 1 << (WIDTH * size + d) if d < COLORS else 0
                    chances[at] = chance[j]
                    at += 1
            outcome += 1
    return Events(whole[0, :at], whole[1, :at], whole[2, :at], whole[3, :at], chances[:at])


@jit_inline
def _find(slots, keys, key, begin, end, before):  # type: ignore[no-untyped-def]
    """Find or add a state of the layer that begins at ``begin`` and so far ends at ``end``.

    ``before`` is the number from which the slots of this hand count.
    """
    last = slots.shape[0] - 1
    at = ((key * 0x9E3779B1) >> 20) & last
    while slots[at] > before + begin:
        state = slots[at] - before - 1
        if keys[state] == key:
            return state
        at = (at + 1) & last
    slots[at] = before + end + 1
    keys[end] = key
    return end


@jit_bare
def _expand(table, hand, events, work, begin, end, left, at, keep):  # type: ignore[no-untyped-def]
    """List the moves of a layer's states, and the states with ``left`` rounds left after them.

    With ``keep`` the numbers of completed goals stand in the keys of states, not with the moves.
    """
    slots, keys, first = work.slots, work.keys, work.first
    event, child, points = work.event, work.child, work.points
    before = work.begin[0]
    fits, gone, die = events.fits, events.gone, events.die
    after = end
    for state in range(begin, end):
        key = keys[state]
        first[state] = at
        most = fits.shape[0] + 1
        if after + most > keys.shape[0] or at + most > event.shape[0]:
            return -1, at
        for e in range(-1, fits.shape[0]):
            then, done = key, 0
            if e >= 0:
                if key & gone[e] or not key & fits[e]:
                    continue
                then, done = save(table, hand, key, fits[e], die[e] % COLORS)
                then |= gone[e]
            then = prune(table, hand, then, left)
            if keep:
                then, done = then | ((key >> EARNED) + done) << EARNED, 0
            found = _find(slots, keys, then, end, after, before)
            after = max(after, found + 1)
            event[at], child[at], points[at] = e, found, done
            at += 1
    return after, at


@jit_bare
def find_states(table, hand, events, work, many, left, keep):  # type: ignore[no-untyped-def]
    """Find the states from the first ``many`` keys with ``left`` rounds left on.

    With ``keep`` the numbers of completed goals are summed up in the keys, from ``EARNED`` on.
    Tells whether there was room.
    """
    begin, end, after, at = 0, many, many, 0
    for depth in range(left):
        work.layer[depth] = begin
        after, at = _expand(table, hand, events, work, begin, end, left - depth - 1, at, keep)
        if after < 0:
            break
        begin, end = end, after
    work.begin[0] += work.keys.shape[0]
    work.layer[left], work.layer[left + 1] = begin, end
    work.first[begin] = at
    return after >= 0


@jit_inline
def list_gains(events, work, state):  # type: ignore[no-untyped-def]
    """List what each die may gain over saving nothing of use; return the worth of that."""
    number, chance, gain, best, _, _, _ = work.gains
    number[:] = 0
    at, value = work.first[state], work.value
    nothing = value[work.child[at]]
    before = -1
    for move in range(at + 1, work.first[state + 1]):
        e = work.event[move]
        d = events.die[e]
        more = work.points[move] + value[work.child[move]] - nothing
        if events.outcome[e] != before:
            gain[d, number[d]], chance[d, number[d]] = 0.0, events.chance[e]
            best[d, number[d]] = 0
            number[d] += 1
            before = events.outcome[e]
        if more > gain[d, number[d] - 1]:
            gain[d, number[d] - 1], best[d, number[d] - 1] = more, move - work.first[state]
    return nothing


@jit_bare
def solve(table, hand, events, work, key, left):  # type: ignore[no-untyped-def]
    """Value every state that best play may reach from ``key`` with ``left`` rounds left.

    Fills ``work``; returns whether it had room. The value of ``key`` is ``work.value[0]``.
    """
    work.keys[0] = prune(table, hand, key, left)
    if not find_states(table, hand, events, work, 1, left, False):
        return False
    number, chance, gain, _, mean, _, _ = work.gains
    last = work.layer[left]
    for state in range(last, work.layer[left + 1]):
        work.value[state], work.pair[state] = 0.0, 8 * NO_COLOR + NO_WHITE
    for state in range(last - 1, -1, -1):
        nothing = list_gains(events, work, state)
        pair, more = best_pair(number, chance, gain, mean)
        work.value[state], work.pair[state] = nothing + more, pair
    return True
