"""What a strategy learns from sets that two play against each other before the first game."""

import numpy as np

from dicestats.games.dualing.exact.earnings import GAINS
from dicestats.games.dualing.exact.position import CARDS, HAND, ROUNDS, fits_of
from dicestats.games.dualing.exact.rivals import alone_odds, odds_of
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.strategies import guess, leftover, outlook
from dicestats.games.dualing.strategies.allhands import HandTable, rivals_table
from dicestats.games.dualing.strategies.discards import by_table
from dicestats.games.dualing.strategies.handtable import largest_of, own
from dicestats.games.dualing.strategies.outlook import (
    LITERAL,
    NEAR,
    TARGET,
    earned,
)
from dicestats.games.dualing.strategies.playout import (
    FIRST,
    FIRST_BY_COLOR,
    FIRST_IN_TURN,
    FIRST_SEAT_0,
    make_table,
    play_pairs,
    play_rolls,
    play_saves,
    word,
)
from dicestats.games.dualing.strategies.winning import ODDS
from dicestats.jit import jit

SETS = 3000
SEATS = 2
_NEAR = 3  # sets of mean points from the target


@jit
def _deal(table, cards, state, seed, draws):  # type: ignore[no-untyped-def]
    """Deal two hands and let them be exchanged by the table; where cards run out, hands are short.

    ``draws`` are random bits for the exchange: nobody reads them.
    """
    n, slots, at = cards.shape[0], state.hand.shape[1], 0
    for i in range(n - 1):
        j = i + ((word(seed, i) * (n - i)) >> 32)
        cards[i], cards[j] = cards[j], cards[i]
    action, lanes = np.zeros(1, np.uint8), np.zeros(1, np.int64)
    for seat in range(SEATS):
        for k in range(slots):
            if at < n:
                state.hand[seat, k, 0] = cards[at]
                at += 1
    for seat in range(SEATS):
        by_table(action, table, draws, state, lanes, seat)
        for k in range(slots):
            if (action[0] >> k) & 1 and at < n:
                state.hand[seat, k, 0] = cards[at]
                at += 1


@jit
def _play(table, slots, whites, looks, points):  # type: ignore[no-untyped-def]
    """Play sets; count how cards look (see ``guess``) and the points earned: (GAINS)."""
    fits, hand, seen = fits_of(table), np.empty(HAND, np.int64), np.empty(guess.SEEN, np.int64)
    cards, draws = np.arange(np.int64(table[CARDS])), np.zeros(1, np.uint32)
    seats, first, nobody = np.int64(SEATS), np.int64(0), np.int64(-1)
    for seed in range(SETS):
        state = make_table(seats, slots, table[ROUNDS])
        state.reach[:], state.playing[:] = (1 << SEATS) - 1, (1 << SEATS) - 1
        state.piles[:] = whites
        _deal(table, cards, state, -1 - seed, draws)
        while state.round[0] < table[ROUNDS]:
            play_pairs(table, fits, hand, state, nobody, first)
            for seat in range(SEATS):
                guess.see(state, seat, 0, seen)
                guess.count_looks(table, fits, state.hand[seat, :, 0], seen, looks)
            play_rolls(table, fits, hand, state, first, seed)
            play_saves(table, fits, hand, state, nobody, nobody)
        for seat in range(SEATS):
            got = earned(table, fits, hand, state, seat)
            points[min(got, GAINS - 1)] += 1


def learned_table(rules: Rules) -> HandTable:
    """Get the table of all hands among rivals, and what is learned from sets played with it.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        As ``allhands.rivals_table`` gives it; its own numbers are those that ``playout``,
        ``outlook``, ``guess`` and ``winning`` read.
    """
    table: HandTable = rivals_table(rules)
    table.source = learned_table, (rules,)
    first = {"color": FIRST_BY_COLOR, "seat0": FIRST_SEAT_0, "rotate": FIRST_IN_TURN}
    numbers, at = np.asarray(table), int(own(table))
    numbers[at + FIRST], numbers[at + TARGET] = first[rules.first_selection], rules.target
    numbers[at + LITERAL] = rules.end_rule == "fewest_among_reached"
    if rules.hand_size == largest_of(numbers):
        leftover.fill(numbers, rules.max_discards)
    looks = np.zeros((2, guess.CLASSES + guess.LOOKS), np.int64)
    points = np.zeros(GAINS, np.int64)
    _play(numbers, rules.hand_size, rules.whites_per_type, looks, points)
    outlook.fill(numbers, points)
    guess.fill(numbers, looks)
    odds = odds_of(rules)
    odds = odds if len(odds) else alone_odds()
    numbers[at + ODDS : at + ODDS + odds.size] = np.rint(odds.ravel() * outlook.UNIT)
    total = int((points * np.arange(GAINS)).sum())
    numbers[at + NEAR] = _NEAR * total // int(points.sum())
    return table
