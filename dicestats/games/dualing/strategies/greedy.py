"""greedy: each open requirement weighs its card's points, shared among the card's dice.

It rolls the two dice with the largest expected weight, saves the die with the largest weight, and
thinks of nothing else. Unless told to, it exchanges no goals; doing so by the rule, it beats itself
in 54.2 % of the games (two players, seats balanced, 100,000 games in each order, seed 1).

After the opening (see ``alone``) its table holds the place of each card, the weight of one of its
requirements, then for each card, by the mask of requirements still open, the expected weight of
the eleven dice.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.alone import opening, opening_size
from dicestats.games.dualing.exact.gains import COLORS, DICE_KINDS
from dicestats.games.dualing.exact.position import (
    ANY_LOGIC,
    CARD,
    CARDS,
    DONE,
    FACE,
    FACES,
    KEY,
    LIKING,
    LISTS,
    MASK,
    REUSE,
    SIDES_OF,
    SIZE,
    SPOTS,
    TYPES,
    WIDTH,
    Table,
    fits_face,
    fits_of,
    needs_of,
    take,
)
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import SIGNATURE, whites_to_save
from dicestats.games.dualing.strategies.choosing import LIKINGS, like_own
from dicestats.games.dualing.strategies.lane import SCRATCH, decide, offer, stand
from dicestats.jit import jit

POINT = 60  # weight of a point: any share of up to six dice is a whole number
CERTAIN = 120  # a chance is so many parts: whole ones for every die


@jit(forceinline=True)
def _share(table, card):  # type: ignore[no-untyped-def]
    """Look up the weight of a requirement."""
    return np.int64(table[opening_size(table) + table[CARDS] + card])


@jit(forceinline=True)
def _see(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find where the goals stand if the saved dice are laid so that they weigh most."""
    take(table, hand)
    stand(table, fits, hand)
    most, key = np.int64(-1), hand[KEY]
    for k in range(hand[SPOTS] if hand[SPOTS] > 1 else 0):
        total = POINT * hand[DONE + k]
        for i in range(hand[SIZE]):
            still = (hand[KEY + k] >> (WIDTH * i)) & MASK
            filled = needs_of(table, hand[CARD + i]) & ~still if still else 0
            while filled:
                filled &= filled - 1
                total += _share(table, hand[CARD + i])
        if total > most:
            most, key = total, hand[KEY + k]
    hand[KEY] = key


@jit(forceinline=True)
def _expect(table, hand):  # type: ignore[no-untyped-def]
    """Give the expected weight of every die."""
    weight, key = hand[SCRATCH:], hand[KEY]
    weight[:] = 0
    for i in range(hand[SIZE]):
        row = table[opening_size(table) + hand[CARD + i]]
        row += DICE_KINDS * ((key >> (WIDTH * i)) & MASK)
        for d in range(DICE_KINDS):
            more = np.int64(table[row + d])
            weight[d] = weight[d] + more if table[REUSE] else max(weight[d], more)
    return weight


@jit(forceinline=True)
def _weigh(table, fits, hand, face):  # type: ignore[no-untyped-def]
    """Give the weight of a face."""
    total, filled = np.int64(0), fits_face(fits, hand, face) & hand[KEY]
    for i in range(hand[SIZE]):
        if (filled >> (WIDTH * i)) & MASK:
            more = _share(table, hand[CARD + i])
            total = total + more if table[REUSE] else max(total, more)
    return total


@jit(forceinline=True)
def _heaviest(weight, first, kinds, there):  # type: ignore[no-untyped-def]
    """Choose the heaviest of the dice that are there, of equals the first."""
    best = -1
    for die in range(kinds):
        if (there >> die) & 1 and (best < 0 or weight[first + die] > weight[first + best]):
            best = die
    return best


@jit(forceinline=True)
def _pair(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    weight = _expect(table, hand)
    color = _heaviest(weight, 0, TYPES, np.int64(state.colors[seat, lane]))
    white = _heaviest(weight, COLORS, WHITE_TYPES, np.int64(state.whites[lane]))
    return WHITE_TYPES * color + white


@jit([SIGNATURE])
def pair(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the colour die and the white die with the largest expected weight."""
    decide(_see, _pair, action, table, state, lanes, seat)


@jit(forceinline=True)
def _reroll(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    offer(state, np.int64(1) << seat, hand, seat, lane)
    weight, one, other = _expect(table, hand), hand[FACE], hand[FACE + 1 + seat]
    now = _weigh(table, fits, hand, other) - _weigh(table, fits, hand, one)
    more = weight[other // FACES + COLORS] - weight[one // FACES - TYPES] - CERTAIN * now
    return 1 if more > 0 else 0


@jit([SIGNATURE])
def reroll(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Re-roll the die that may gain most weight over what it shows."""
    decide(_see, _reroll, action, table, state, lanes, seat)


@jit(forceinline=True)
def _save(table, fits, hand, state, seat, lane):  # type: ignore[no-untyped-def]
    offer(state, whites_to_save(state, seat, lane), hand, seat, lane)
    like_own(hand, state.rolled.shape[0], seat)
    best, action = np.int64(-1), 0
    for a in range(1 + state.rolled.shape[0]):
        if hand[FACE + a] >= 0:
            total = LIKINGS * _weigh(table, fits, hand, hand[FACE + a]) + hand[LIKING + a]
            if total > best:
                best, action = total, a
    return action


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die with the largest weight; of equals the own white one, then clockwise."""
    decide(_see, _save, action, table, state, lanes, seat)


def greedy_table(rules: Rules) -> Table:
    """Weigh the dice for every position of every card.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        As described above.

    Examples
    --------
    >>> len(greedy_table(Rules())) - len(opening(Rules())) - 2 * 92  # places, weights
    5390
    """
    table = opening(rules)
    n = int(table[CARDS])
    places, weights = np.empty((2, n), np.int32)
    rows: list[NDArray[np.int32]] = []
    at = len(table) + 2 * n
    fits = fits_of(table).reshape(n, 2 * TYPES, -1)  # white dice, then colour dice
    kinds = [*range(TYPES, 2 * TYPES), *range(WHITE_TYPES)]
    parts = CERTAIN // np.tile(table[SIDES_OF : SIDES_OF + TYPES], 2)
    for card in range(n):
        shares = 1 if table[ANY_LOGIC] else len(rules.cards[card].requires)
        weights[card] = POINT * table[LISTS + card] // shares
        masks = np.arange(needs_of(table, card) + 1)
        filled = (fits[card] & masks[:, None, None] != 0).sum(axis=2)  # (masks, dice)
        mean = weights[card] * filled * parts
        rows.append(mean[:, kinds].ravel().astype(np.int32))
        places[card] = at
        at += rows[-1].size
    return np.concatenate([table, places, weights, *rows])
