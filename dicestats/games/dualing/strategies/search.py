"""search: tries its dice out by playing the set on, many times, against hands that others may hold.

Candidates are tried on the same hands and the same dice; all seats play on as dp does that denies,
by the values of ``race``, and what they then have is valued by the chance of winning (``outlook``).
Another candidate than the base player's is taken where it is surely better.
"""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.position import CARDS, HAND, ROUND, ROUNDS, fits_of
from dicestats.games.dualing.exact.solver import (
    CLASSES,
    COLORS,
    DICE_KINDS,
    better,
)
from dicestats.games.dualing.state import NOT_YET, SIGNATURE, whites_to_save
from dicestats.games.dualing.strategies import dp
from dicestats.games.dualing.strategies.choosing import _look_at, choose_to_deny
from dicestats.games.dualing.strategies.guess import COLOR_DIE, SEEN, likely, look, see
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import read
from dicestats.games.dualing.strategies.outlook import IDEAS, PLAYOUTS, chance, earned
from dicestats.games.dualing.strategies.playout import (
    copy_table,
    make_table,
    play_on,
    play_pairs,
    play_rolls,
    play_saves,
    word,
)
from dicestats.games.dualing.strategies.worth import without
from dicestats.jit import jit

MOST = 9  # candidates: as many as there are dice to save
_SURE = 0.5  # standard errors by which a candidate must beat the base player's
_LUCK = 1 << 20  # where the luck of hidden hands begins


@jit
def _weigh(table, fits, state, lane, sight, mine, weights):  # type: ignore[no-untyped-def]
    """Weigh every card for another seat; ``sight`` is that seat, and what is seen of it."""
    seat, seen, chosen = sight
    see(state, seat, lane, seen)
    if not chosen:
        seen[COLOR_DIE] = -1
    for card in range(table[CARDS]):
        place, _ = look(table, fits, card, seen)
        weights[card] = max(likely(table, card, place), 1)
    for k in range(mine.shape[0]):
        if mine[k] >= 0:
            weights[mine[k]] = 0


@jit
def _deal(to, me, seed, weights):  # type: ignore[no-untyped-def]
    """Draw hands for the others, by weights (seats, cards), no card twice; the own one stays."""
    seats, slots, at = to.hand.shape[0], to.hand.shape[1], _LUCK
    for turn in range(1, seats):
        seat = (me + turn) % seats
        for k in range(slots):
            total = np.int64(0)
            for card in range(weights.shape[1]):
                total += 0 if _dealt(to, me, turn, k, card) else weights[seat, card]
            luck = (word(seed, at) * total) >> 32
            at += 1
            to.hand[seat, k, 0] = -1
            card = 0
            while total > 0:
                luck -= 0 if _dealt(to, me, turn, k, card) else weights[seat, card]
                if luck < 0:
                    to.hand[seat, k, 0] = card
                    break
                card += 1


@jit
def _dealt(to, me, turn, slots, card):  # type: ignore[no-untyped-def]
    """Tell whether a card is dealt already, to a seat before or in the slots before."""
    seats = to.hand.shape[0]
    for earlier in range(1, turn + 1):
        for k in range(slots if earlier == turn else to.hand.shape[1]):
            if to.hand[(me + earlier) % seats, k, 0] == card:
                return True
    return False


@jit
def _value(table, fits, hand, to, me, totals):  # type: ignore[no-untyped-def]
    """Give the chance of winning at the end of the set, in units."""
    points, cards, plays = totals
    for seat in range(points.shape[0]):
        got, goals = earned(table, fits, hand, to, seat)
        points[seat], cards[seat] = to.points[seat, 0] + got, to.cards[seat, 0] + goals
        plays[seat] = (np.int64(to.playing[0]) >> seat) & 1
    return chance(table, points, cards, plays, me)


@jit
def _try(table, fits, state, lane, place, action, room):  # type: ignore[no-untyped-def]
    """Play the set on after an action; give the chance of winning. ``place``: seat, kind, luck."""
    (me, saves, seed), (hand, to, totals) = place, room
    copy_table(state, lane, to)
    if saves:
        seat = me
        while True:  # who selects from here on has not yet
            to.picked[seat, 0] = NOT_YET
            seat = (seat + 1) % state.points.shape[0]
            if seat == to.order[0]:
                break
        play_saves(table, fits, hand, to, me, action)
    else:
        play_pairs(table, fits, hand, to, me, action)
        play_rolls(table, fits, hand, to, me, seed)
        play_saves(table, fits, hand, to, -1, -1)
    play_on(table, fits, hand, to, me, seed)
    return _value(table, fits, hand, to, me, totals)


@jit
def _choose(table, fits, state, lane, place, ideas, room):  # type: ignore[no-untyped-def]
    """Try the first candidate, which the base player chose, against the others."""
    (me, saves, bits), (hand, to, totals, weights, sums) = place, room
    sums[:] = 0.0
    trials = table[own(table) + PLAYOUTS]
    for k in range(to.hand.shape[1]):
        to.hand[me, k, 0] = state.hand[me, k, lane]
    for trial in range(trials):
        seed, first = np.int64(bits) * 1024 + trial, 0.0
        _deal(to, me, seed, weights)
        for k in range(ideas.shape[0]):
            where = (me, saves, seed)
            value = _try(table, fits, state, lane, where, ideas[k], (hand, to, totals))
            first = value if k == 0 else first
            sums[0, k] += value - first
            sums[1, k] += (value - first) * (value - first)
    best = 0
    for k in range(1, ideas.shape[0]):
        sure = sums[0, k] > _SURE * np.sqrt(sums[1, k])
        if sure and sums[0, k] > sums[0, best]:
            best = k
    return ideas[best]


@jit
def _pairs(table, fits, hand, state, seat, lane, ideas):  # type: ignore[no-untyped-def]
    """List the base player's pair, then those that promise most in this round; count them."""
    colors, whites = np.int64(state.colors[seat, lane]), np.int64(state.whites[lane])
    left, there = table[ROUNDS] - hand[ROUND] - 1, colors | (whites << COLORS)
    number, keys = np.zeros(DICE_KINDS + 1, np.int64), np.empty(CLASSES, np.int64)
    room, nothing = np.empty((3, DICE_KINDS + 1, CLASSES)), without(table, hand, left)
    values = np.full(COLORS * WHITE_TYPES, -1.0)
    for die in range(DICE_KINDS):
        if (there >> die) & 1:
            rows = (room[0, die], room[1, die], keys, room[2, die])
            number[die] = _look_at(table, fits, hand, die, left, nothing, rows)
    for pair in range(values.shape[0]):
        color, white = pair // WHITE_TYPES, COLORS + pair % WHITE_TYPES
        if (there >> color) & 1 and (there >> white) & 1:
            values[pair] = better(number, room[0], room[1], color, white)
    ideas[0], many = dp._pair(table, fits, hand, state, seat, lane), 1
    values[ideas[0]] = -1.0
    while many < min(table[own(table) + IDEAS], MOST):
        best = np.argmax(values)
        if values[best] < 0:
            break
        ideas[many], values[best] = best, -1.0
        many += 1
    return many


@jit
def _saves(table, fits, hand, state, seat, lane, ideas):  # type: ignore[no-untyped-def]
    """List the die that the base player saves, then the others; count them."""
    ideas[0], many = choose_to_deny(table, fits, hand, state, seat, lane), 1
    allowed = whites_to_save(state, seat, lane)
    for action in range(1 + state.points.shape[0]):
        legal = action == 0 or (allowed >> (action - 1)) & 1
        if legal and action != ideas[0]:
            ideas[many] = action
            many += 1
    return many


@jit
def _search(action, table, words, state, lanes, seat, saves):  # type: ignore[no-untyped-def]
    fits, seats = fits_of(table), state.points.shape[0]
    hand, seen, ideas = np.empty(HAND, np.int64), np.empty(SEEN, np.int64), np.empty(9, np.int64)
    to = make_table(seats, state.hand.shape[1], table[ROUNDS])
    totals = (np.empty(seats, np.int64), np.empty(seats, np.int64), np.empty(seats, np.int64))
    weights, sums = np.zeros((seats, table[CARDS]), np.int64), np.empty((2, MOST))
    room, saved = (hand, to, totals, weights, sums), (
        state.saved_kind, state.saved_type, state.saved_number,
    )  # fmt: skip
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        read(state.hand, saved, state.round, hand, seat, lane)
        dp._see(table, fits, hand)
        if saves:
            many = _saves(table, fits, hand, state, seat, lane, ideas)
        else:
            many = _pairs(table, fits, hand, state, seat, lane, ideas)
        for k in range(1, seats):
            other = (seat + k) % seats
            sight, mine = (other, seen, saves), state.hand[seat, :, lane]
            _weigh(table, fits, state, lane, sight, mine, weights[other])
        place = (seat, saves, words[i])
        action[i] = _choose(table, fits, state, lane, place, ideas[:many], room)


@jit([SIGNATURE])
def pair(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the pair that wins most playouts."""
    _search(action, table, words, state, lanes, seat, False)


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die that wins most playouts."""
    _search(action, table, words, state, lanes, seat, True)
