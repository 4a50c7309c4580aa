"""dp: plays every hand as it is best played alone, with the values of all hands at hand.

What others do enters only where the rules let it: a selector may also save their white dice.
Of a hand larger than those in the table it plays the cards that are worth most together.

With seats balanced on the same dice (two players, 100,000 games in each order, seed 1) it beats
greedy in 75.8 % of the games, lookahead in 69.9 %; with ``deny`` it beats itself without in 55.8 %.
"""

import numpy as np

from dicestats.games.dualing.exact.gains import NO_COLOR, NO_WHITE
from dicestats.games.dualing.exact.position import (
    CARD,
    EITHER,
    FULL,
    KEY,
    LISTS,
    MOST_CARDS,
    PLACE,
    POINTS,
    ROUND,
    ROUNDS,
    SIZE,
    SPOTS,
    UNITS,
    WIDTH,
    needs_of,
)
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.choosing import (
    choose_pair,
    choose_reroll,
    choose_save,
    choose_to_deny,
    pair_action,
)
from dicestats.games.dualing.strategies.handtable import (
    MASKS,
    PAIR,
    block_of,
    largest_of,
    part_of,
    state_of,
    sum_of,
    units_of,
)
from dicestats.games.dualing.strategies.lane import decide, stand
from dicestats.jit import jit


@jit
def _narrow(table, hand, size):  # type: ignore[no-untyped-def]
    """Keep the cards that are worth most together."""
    whole, part, best, most = hand[SIZE], np.empty(MOST_CARDS, np.int64), 0, np.int64(-1)
    for mask in range(1 << whole):
        if part_of(hand, CARD, whole, mask, part) == size:
            value = sum_of(table, part, size)
            if value > most:
                best, most = mask, value
    part_of(hand, CARD, whole, best, part)
    for k in range(size):
        hand[CARD + k] = part[k]
    hand[SIZE] = size


@jit(forceinline=True)
def see_hand(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find the hand's numbers in the table, and where its goals stand."""
    if hand[SIZE] > largest_of(table):
        _narrow(table, hand, largest_of(table))
    hand[PLACE] = block_of(table, hand)
    see_block(table, fits, hand)


@jit(forceinline=True)
def see_block(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find the same where the hand's block is known."""
    hand[FULL], hand[UNITS] = 0, units_of(table)
    for i in range(hand[SIZE]):
        card = hand[CARD + i]
        hand[POINTS + i] = table[LISTS + card]
        hand[FULL] |= needs_of(table, card) << (WIDTH * i)
    for k in range(MASKS):
        hand[EITHER + k] = table[hand[PLACE] + k]
    stand(table, fits, hand)


@jit(forceinline=True)
def stored_pair(table, hand, colors, whites):  # type: ignore[no-untyped-def]
    """Look up the best pair; -1 where it is not there, or not to be had."""
    if hand[KEY] == 0 and hand[SPOTS] == 1:
        return np.int64(8 * NO_COLOR + NO_WHITE)
    found = state_of(table, hand[PLACE], hand[KEY], table[ROUNDS] - hand[ROUND])
    if found < 0 or hand[SPOTS] > 1:
        return np.int64(-1)
    pair = found % PAIR
    color, white = pair >> 3, pair & 7
    if color != NO_COLOR and not (colors >> color) & 1:
        return np.int64(-1)
    if white != NO_WHITE and not (whites >> white) & 1:
        return np.int64(-1)
    return pair


@jit(forceinline=True)
def stored_or_best(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    """Choose the stored pair, or where a pile is empty the best of what there is."""
    colors, whites = np.int64(state.colors[seat, lane]), np.int64(state.whites[lane])
    best = stored_pair(table, hand, colors, whites)
    if best >= 0:
        return pair_action(best, colors, whites)
    return choose_pair(table, fits, hand, state, seat, lane)


@jit([SIGNATURE])
def pair(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the stored pair, or where a pile is empty the best of what there is."""
    decide(see_hand, stored_or_best, action, table, state, lanes, seat)


@jit([SIGNATURE])
def reroll(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Re-roll the die whose new number promises most."""
    decide(see_hand, choose_reroll, action, table, state, lanes, seat)


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die after which the hand is worth most."""
    decide(see_hand, choose_save, action, table, state, lanes, seat)


@jit([SIGNATURE])
def deny(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die after which the hand is worth most, of equals the one others want most."""
    decide(see_hand, choose_to_deny, action, table, state, lanes, seat)
