"""The compiled course of many games of Dualing Dice: lanes from set to set, strategies asked."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.typed import List
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.dualing.kernel import dealing, pairing, rolling, saving, scoring, ties
from dicestats.games.dualing.kernel.closing import close_games, fill_lanes
from dicestats.games.dualing.kernel.lanes import FIRST_COLOR
from dicestats.games.dualing.kernel.matching import match_goals
from dicestats.games.dualing.luck import DISCARD, KINDS, PAIR, REROLL, SAVE, WORD
from dicestats.games.dualing.state import NOT_YET, SIGNATURE
from dicestats.jit import jit
from dicestats.lending import borrowed

_DECISION = types.FunctionType(SIGNATURE)


class Minds(NamedTuple):
    """The strategies of all seats; decision ``kind`` of a seat is number ``4 seat + kind``.

    The functions are in a list that numba keeps: handing one over anew costs as much as ten games.
    """

    functions: Any  # numba list of compiled decisions
    tables: Any  # numba list of arrays of int32
    draws: NDArray[np.bool_]  # (seats) whether it reads random words


_FUNCTIONS, _TABLES = types.ListType(_DECISION), types.ListType(types.int32[::1])


# What ``numba.typed.List`` does from Python is compiled anew in every process: two seconds.
@jit([types.Tuple((_FUNCTIONS, _TABLES))()])
def _empty():  # type: ignore[no-untyped-def]
    return List.empty_list(_DECISION), List.empty_list(types.int32[::1])


@jit([types.void(_FUNCTIONS, _TABLES, _DECISION, types.int32[::1])])
def _add(functions, tables, function, table):  # type: ignore[no-untyped-def]
    functions.append(function)
    tables.append(table)


def make_minds(strategies: Sequence[Strategy]) -> Minds | None:
    """Put compiled strategies together.

    Parameters
    ----------
    strategies : sequence of Strategy
        One a seat.

    Returns
    -------
    Minds or None
        None if any decision is not compiled.
    """
    functions, tables = _empty()
    draws = []
    for strategy in strategies:
        decisions = [strategy.decisions[kind] for kind in KINDS]
        compiled = [decision for decision in decisions if isinstance(decision, Compiled)]
        if len(compiled) < len(decisions):
            return None
        for decision in compiled:
            _add(functions, tables, decision.function, decision.table)
        draws.append(any(decision.draws for decision in compiled))
    return Minds(functions, tables, np.array(draws))


@jit(inline="always")
def _ask(state, minds, which, words, lanes, action):  # type: ignore[no-untyped-def]
    """Ask a seat in some lanes; ``action`` is filled."""
    minds.functions[which](action, minds.tables[which], words, state, lanes, which >> 2)


@jit
def _pick_words(drawn, lanes, words):  # type: ignore[no-untyped-def]
    for j in range(lanes.shape[0]):
        words[j] = drawn[lanes[j]]


@jit(inline="always")
def _ask_some(block, state, minds, kind, seat, lanes):  # type: ignore[no-untyped-def]
    """Ask a seat in some lanes; return the actions."""
    n = lanes.shape[0]
    words, action = block.some_words[:n], block.some_action[:n]
    _pick_words(block.words[seat, WORD[kind]], lanes, words)
    _ask(state, minds, 4 * seat + kind, words, lanes, action)
    return action


@jit(inline="always")
def _ask_all(block, state, numbers, minds, kind, seat, live):  # type: ignore[no-untyped-def]
    """Ask a seat in all lanes in which it plays; its row of ``action`` is filled, else with 0."""
    action, lanes = block.action[seat, :live], block.every[:live]
    if not numbers.extra_set:
        _ask(state, minds, 4 * seat + kind, block.words[seat, WORD[kind], :live], lanes, action)
        return
    for i in range(live):
        action[i] = 0
    lanes = block.some[0, : ties.list_tied(state.playing, seat, lanes, block.some[0])]
    ties.spread(_ask_some(block, state, minds, kind, seat, lanes), lanes, action)


@jit(inline="always")
def _begin_set(deck, block, state, numbers, minds, key, live):  # type: ignore[no-untyped-def]
    decks = (deck, block.head, block.left)
    for die in range(state.piles.shape[0]):
        pile = state.piles[die]
        for i in range(live):
            pile[i] = numbers.whites_per_type
    for seat in range(numbers.seats):
        dealing.lay_out(state.colors[seat], state.saved_kind[seat], state.got[seat], live)
        dealing.refill(state.hand[seat], state.playing, seat, decks, block.some[0], live)
    for seat in range(numbers.seats):
        hand, many = state.hand[seat], block.bytes[0]
        if minds.draws[seat]:
            dealing.draw_words(block.words[seat], block.counter, state.set, key, seat, 0, live)
        if numbers.max_discards:
            _ask_all(block, state, numbers, minds, DISCARD, seat, live)
            dealing.sort_hand(hand, block.action[seat], many, block.bytes[1:], live)
            dealing.exchange(hand, many, decks, numbers.max_discards, block.counts, live)
        dealing.count_held(hand, state.playing, seat, block.counts, live)


@jit(inline="always")
def _choose(block, state, numbers, minds, key, round_, live):  # type: ignore[no-untyped-def]
    everyone = (1 << numbers.seats) - 1
    pairing.open_round(state.piles, state.whites, state.playing, state.taken, everyone, live)
    for seat in range(numbers.seats):
        if minds.draws[seat] and round_:
            dealing.draw_words(block.words[seat], block.counter, state.set, key, seat, round_, live)
        _ask_all(block, state, numbers, minds, PAIR, seat, live)
        pairing.set_pairs(block.action[seat], state.rolled[seat], live)
    if numbers.whites_per_type < numbers.seats * numbers.rounds:
        _choose_in_turn(block, state, numbers, minds, live)
        pairing.count_scarce(block.scarce, state.whites, live)


@jit(inline="always")
def _choose_in_turn(block, state, numbers, minds, live):  # type: ignore[no-untyped-def]
    """Choose again, clockwise, in the lanes where a white pile is short (ruling D9)."""
    n = pairing.list_short(state, block.some[0], block.bytes, live)
    starts = block.starts
    pairing.sort_short(state, block.some[0, :n], block.by_first, starts, block.pile)
    for place in range(numbers.seats if n else 0):
        for seat in range(numbers.seats):
            first = (seat - place) % numbers.seats
            lanes = block.by_first[starts[first] : starts[first + 1]]
            if numbers.extra_set:
                lanes = block.some[1, : ties.list_tied(state.playing, seat, lanes, block.some[1])]
            if lanes.shape[0]:
                pairing.show_left(block.pile, lanes, state.whites)
                action = _ask_some(block, state, minds, PAIR, seat, lanes)
                pairing.set_some_pairs(action, state.rolled[seat], lanes, block.pile)


@jit(inline="always")
def _roll(block, state, numbers, minds, key, round_, live):  # type: ignore[no-untyped-def]
    for seat in range(numbers.seats):
        rolling.roll(state.rolled[seat], block.counter, state.set, key, seat, round_, live)
        if not numbers.zero_is_ten:
            rolling.tens_to_zero(state.rolled[seat], live)
    if numbers.first != FIRST_COLOR:
        rolling.appoint(state, numbers.first, round_, live)
        return
    top = block.bytes[0].view(np.int8)
    rolling.compare(state.rolled, state.playing, block.number, top, live)
    rolling.find_first(block.number, top, state.tied, state.order, live)
    tied, repetition = rolling.list_ties(state.tied, block.ties, block.some[0], live), 0
    if not numbers.stands:
        ties.copy_dice(state.rolled, block.shown)
    while tied:
        repetition += 1
        at, lanes = (round_, repetition), block.some[0, :tied]
        _reroll(block, state, numbers, minds, key, at, lanes)
        tied = ties.settle(block.number, state.tied, state.order, lanes)
    if not numbers.stands:
        ties.copy_dice(block.shown, state.rolled)


@jit(inline="always")
def _reroll(block, state, numbers, minds, key, at, lanes):  # type: ignore[no-untyped-def]
    """Let the tied say which die they re-roll, and roll it; ``number`` is filled."""
    for seat in range(numbers.seats):
        mine = block.some[1, : ties.list_tied(state.tied, seat, lanes, block.some[1])]
        if mine.shape[0] == 0:
            continue
        if minds.draws[seat] and at[1] > 1:
            words = block.words[seat, WORD[REROLL]]
            ties.late_words(words, block.counter, state.set, key, (seat, *at), mine)
        action = _ask_some(block, state, minds, REROLL, seat, mine)
        ties.spread(action, mine, block.action[seat])
        number, rolled, where = block.number[seat], state.rolled[seat], (seat, *at)
        ties.reroll(number, rolled, action, block.counter, state.set, key, where, mine)
        if not numbers.zero_is_ten:
            ties.tens_to_zero(number, rolled, action, mine)
    for seat in range(numbers.seats):
        mine = block.some[1, : ties.list_tied(state.tied, seat, lanes, block.some[1])]
        ties.keep_number(block.number[seat], state.rolled[seat], block.action[seat], mine)


@jit(inline="always")
def _select(block, state, numbers, minds, live):  # type: ignore[no-untyped-def]
    starts = block.starts
    saving.sort_lanes(state.order, block.by_first, starts, block.firsts, live)
    for seat in range(numbers.seats):
        picked = state.picked[seat]
        for i in range(live):
            picked[i] = NOT_YET
    for place in range(numbers.seats):
        for seat in range(numbers.seats):
            first = (seat - place) % numbers.seats
            lanes = block.by_first[starts[first] : starts[first + 1]]
            if numbers.extra_set:
                lanes = block.some[0, : ties.list_tied(state.playing, seat, lanes, block.some[0])]
            if lanes.shape[0]:
                action = _ask_some(block, state, minds, SAVE, seat, lanes)
                saving.pick(action, lanes, state.picked[seat], state.taken)


@jit(inline="always")
def _save(block, state, numbers, round_, live):  # type: ignore[no-untyped-def]
    for i in range(live):
        state.last[i] = state.order[i]
    for seat in range(numbers.seats):
        picked, rolled = state.picked[seat], state.rolled
        kinds, types_ = state.saved_kind[seat, round_], state.saved_type[seat, round_]
        faces = state.saved_number[seat, round_]
        saving.save(rolled, picked, seat, kinds, types_, faces, live)
        saving.spend(state.colors[seat], kinds, types_, live)
        saving.remember(state.got[seat], kinds, types_, faces, live)
        saving.count_others(picked, seat, block.others[seat], live)
        saving.take_off(state.piles, state.taken, state.playing, rolled[seat, 2], seat, live)


@jit(inline="always")
def _score(block, state, numbers, live):  # type: ignore[no-untyped-def]
    done, lanes, counts = block.bytes[0], block.some[0], block.counts
    for seat in range(numbers.seats):
        hand, points, cards = state.hand[seat], state.points[seat], state.cards[seat]
        if numbers.by_mask:
            scoring.find_done(hand, state.got[seat], numbers.accepts, numbers.needs, done, live)
        else:
            dice = (state.saved_kind[seat], state.saved_type[seat], state.saved_number[seat])
            goals = (numbers.points, numbers.listed, numbers.fit)
            match_goals(hand, dice, goals, numbers.reuse, done, live)
        scoring.reveal(hand, done, points, cards, numbers.points, counts, lanes, live)
    scoring.follow_lead(state.points, block.most, done, block.leader, block.leads, live)
    scoring.count_set(state.set, live)


@jit
def play_games(lanes, numbers, minds, key, first, columns):  # type: ignore[no-untyped-def]
    """Play games from the first card to the last set with compiled strategies.

    Parameters
    ----------
    lanes : Lanes
        Used.
    numbers : Numbers
        The rule values.
    minds : Minds
        The strategies.
    key : array of uint64, shape (2,)
        The game's Philox key.
    first : int
        Index of the first game.
    columns : array of uint16, shape (columns, games)
        Filled.
    """
    kept, block, state = borrowed(lanes.kept), borrowed(lanes.block), borrowed(lanes.state)
    numbers = borrowed(numbers)
    shape = (numbers.seats, state.hand.shape[1], numbers.points.shape[0])
    begun, live = 0, 0
    while True:
        games = fill_lanes(kept, shape, key, (first + begun, columns.shape[1] - begun, live))
        begun, live = begun + games, live + games
        if live == 0:
            break
        _begin_set(kept.deck, block, state, numbers, minds, key, live)
        for round_ in range(numbers.rounds):
            for i in range(live):
                state.round[i] = round_
            _choose(block, state, numbers, minds, key, round_, live)
            _roll(block, state, numbers, minds, key, round_, live)
            _select(block, state, numbers, minds, live)
            _save(block, state, numbers, round_, live)
        _score(block, state, numbers, live)
        live = close_games(kept, block, state, numbers, (first, live), columns)
