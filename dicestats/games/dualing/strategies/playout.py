"""One table played on, from anywhere in a set to its end, by players that all play as dp does.

``play`` functions change a table of one lane. Luck is addressed, by round, seat (counted from the
seat that thinks, so that none is preferred) and die: whatever is tried out meets the same dice.
"""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.gains import COLORS
from dicestats.games.dualing.exact.position import LOW, ROUNDS, SIDES_OF, STANDS
from dicestats.games.dualing.state import COLOR, EMPTY, NOT_YET, WHITE, State, whites_to_save
from dicestats.games.dualing.strategies import dp
from dicestats.games.dualing.strategies.choosing import choose_reroll, choose_to_deny
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import read
from dicestats.jit import jit

FIRST = 0  # among the own numbers of a table: FIRST_BY_COLOR, ...
FIRST_BY_COLOR, FIRST_SEAT_0, FIRST_IN_TURN = 0, 1, 2
MOST_REROLLS = 16  # of one tie; then the first of the tied selects first
ALL_WHITES = (1 << WHITE_TYPES) - 1
_STEPS = 2 + MOST_REROLLS  # words of a seat in a round


@jit
def word(seed, at):  # type: ignore[no-untyped-def]
    """Give 32 random bits (splitmix64)."""
    x = np.uint64(seed) + np.uint64(at + 1) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((x ^ (x >> np.uint64(31))) >> np.uint64(32))


@jit
def make_table(seats, slots, rounds):  # type: ignore[no-untyped-def]
    """Make one empty table."""
    dice = (seats, rounds, 1)
    return State(
        np.full((seats, slots, 1), EMPTY, np.int16),
        np.zeros((seats, 1), np.int16),
        np.zeros((seats, 1), np.int16),
        np.full((seats, 1), (1 << COLORS) - 1, np.uint8),
        np.zeros((WHITE_TYPES, 1), np.int8),
        np.zeros(1, np.uint8),
        np.full(dice, EMPTY, np.int8),
        np.zeros(dice, np.int8),
        np.zeros(dice, np.int8),
        np.zeros((seats, 2, 1), np.uint64),
        np.zeros((seats, 4, 1), np.int8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.full((seats, 1), NOT_YET, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(seats, np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, np.int64),
    )


@jit(inline="always")
def _see(table, fits, hand, state, seat):  # type: ignore[no-untyped-def]
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    read(state.hand, saved, state.round, hand, seat, 0)
    dp.see_hand(table, fits, hand)


@jit(inline="always")
def _plays(state, seat):  # type: ignore[no-untyped-def]
    return (np.int64(state.playing[0]) >> seat) & 1 != 0


@jit(inline="always")
def _pair(table, fits, hand, state, seat):  # type: ignore[no-untyped-def]
    _see(table, fits, hand, state, seat)
    return dp.stored_or_best(table, fits, hand, state, seat, 0)


@jit
def play_pairs(table, fits, hand, state, me, pair):  # type: ignore[no-untyped-def]
    """Let everybody choose dice, clockwise from the last first selector (ruling D9)."""
    seats, left = state.points.shape[0], state.piles[:, 0].copy()
    for k in range(seats):
        seat = (np.int64(state.last[0]) + k) % seats
        if not _plays(state, seat):
            continue
        mask = 0
        for die in range(WHITE_TYPES):
            mask |= (1 if left[die] > 0 else 0) << die
        mask = mask if mask else ALL_WHITES  # no legal table runs out of all
        state.whites[0] = mask
        action = np.int64(pair)
        if seat != me or not (mask >> (pair % WHITE_TYPES)) & 1:
            action = _pair(table, fits, hand, state, seat)
        state.rolled[seat, 0, 0] = action // WHITE_TYPES
        state.rolled[seat, 2, 0] = action % WHITE_TYPES
        left[action % WHITE_TYPES] -= 1


@jit(inline="always")
def _at(state, me, seat, step):  # type: ignore[no-untyped-def]
    """Say where the luck of a seat lies."""
    seats = state.points.shape[0]
    return (np.int64(state.round[0]) * seats + (seat - me) % seats) * _STEPS + step


@jit(inline="always")
def _number(table, die, luck):  # type: ignore[no-untyped-def]
    return table[LOW + die] + ((luck * table[SIDES_OF + die]) >> 32)


@jit(inline="always")
def _throw(table, state, me, seed):  # type: ignore[no-untyped-def]
    """Roll all dice; give those with the highest colour number, as a mask."""
    most, tied = np.int64(-1), 0
    for seat in range(state.points.shape[0]):
        if not _plays(state, seat):
            continue
        rolled, at = state.rolled[seat, :, 0], _at(state, me, seat, 0)
        rolled[1] = _number(table, np.int64(rolled[0]), word(seed, at))
        rolled[3] = _number(table, np.int64(rolled[2]), word(seed, at + 1))
        if rolled[1] >= most:
            tied = (tied if rolled[1] == most else 0) | (1 << seat)
            most = rolled[1]
    return tied


@jit(inline="always")
def _again(table, fits, hand, state, me, seed, tied, step):  # type: ignore[no-untyped-def]
    """Let the tied roll one die again; give those with the highest number now."""
    most, still, shown = np.int64(-1), 0, state.rolled.copy()
    for seat in range(state.points.shape[0]):
        if not (tied >> seat) & 1:
            continue
        _see(table, fits, hand, state, seat)
        which = 2 * choose_reroll(table, fits, hand, state, seat, 0)
        die = np.int64(state.rolled[seat, which, 0])
        number = _number(table, die, word(seed, _at(state, me, seat, step)))
        shown[seat, which + 1, 0] = number
        if number >= most:
            still = (still if number == most else 0) | (1 << seat)
            most = number
    if table[STANDS]:
        state.rolled[:] = shown
    return still


@jit(inline="always")
def _appoint(state, how):  # type: ignore[no-untyped-def]
    """Name who selects first where dice do not decide it (ruling D10)."""
    seats, seat = state.points.shape[0], np.int64(0)
    if how == FIRST_IN_TURN and (state.set[0] or state.round[0]):
        seat = (np.int64(state.last[0]) + 1) % seats
    while not _plays(state, seat):
        seat = (seat + 1) % seats
    return seat


@jit
def play_rolls(table, fits, hand, state, me, seed):  # type: ignore[no-untyped-def]
    """Roll the dice chosen, and find who selects first (ruling D10)."""
    tied, step, how = _throw(table, state, me, seed), 0, table[own(table) + FIRST]
    for seat in range(state.points.shape[0]):
        state.picked[seat, 0] = NOT_YET
    state.taken[0] = (1 << state.points.shape[0]) - 1 - np.int64(state.playing[0])
    if how != FIRST_BY_COLOR:
        state.order[0] = _appoint(state, how)
        return
    while tied & (tied - 1) and step < MOST_REROLLS:
        tied = _again(table, fits, hand, state, me, seed, tied, 2 + step)
        step += 1
    first = me
    while not (tied >> first) & 1:
        first = (first + 1) % state.points.shape[0]
    state.order[0] = first


@jit(inline="always")
def save_die(table, fits, hand, state, seat):  # type: ignore[no-untyped-def]
    """Choose as dp does that denies."""
    _see(table, fits, hand, state, seat)
    return choose_to_deny(table, fits, hand, state, seat, 0)


@jit
def play_saves(table, fits, hand, state, me, action):  # type: ignore[no-untyped-def]
    """Let everybody select who has not yet; ``action`` is what one seat does, -1 as all do."""
    seats, first = state.points.shape[0], np.int64(state.order[0])
    for k in range(seats):
        seat = (first + k) % seats
        if not _plays(state, seat) or state.picked[seat, 0] != NOT_YET:
            continue
        chosen = np.int64(action)
        if seat != me or action < 0:
            chosen = np.int64(save_die(table, fits, hand, state, seat))
        elif chosen > 0 and not (whites_to_save(state, seat, 0) >> (chosen - 1)) & 1:
            chosen = np.int64(0)
        state.picked[seat, 0] = chosen
        if chosen > 0:
            state.taken[0] |= 1 << (chosen - 1)
    state.last[0] = state.order[0]
    _put_away(state)


@jit(inline="always")
def _put_away(state):  # type: ignore[no-untyped-def]
    """Put what was selected on the scoring cards (ruling D12)."""
    r = np.int64(state.round[0])
    for seat in range(state.points.shape[0]):
        if not _plays(state, seat):
            continue
        picked = np.int64(state.picked[seat, 0])
        color = picked == 0 or picked > state.points.shape[0]
        row = 0 if color else 2
        owner = seat if color else picked - 1
        die = np.int64(state.rolled[owner, row, 0])
        state.saved_kind[seat, r, 0] = COLOR if color else WHITE
        state.saved_type[seat, r, 0] = die
        state.saved_number[seat, r, 0] = state.rolled[owner, row + 1, 0]
        if color:
            state.colors[seat, 0] &= ~(1 << die)
        else:
            state.piles[die, 0] -= 1
    state.round[0] = r + 1


@jit(inline="always")
def play_on(table, fits, hand, state, me, seed):  # type: ignore[no-untyped-def]
    """Play the rounds that are left."""
    while state.round[0] < table[ROUNDS]:
        play_pairs(table, fits, hand, state, -1, 0)
        play_rolls(table, fits, hand, state, me, seed)
        play_saves(table, fits, hand, state, -1, -1)
