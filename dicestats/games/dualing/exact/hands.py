"""What Dualing Dice gives a hand played alone, exactly: own two dice a round, one is saved.

This depends on the deck, except for single cards: then it is a fact of the dice.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product, starmap

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.games.dualing.exact.gains import COLORS, DICE_KINDS
from dicestats.games.dualing.exact.position import (
    FULL,
    MASK,
    REUSE,
    ROUNDS,
    SIZE,
    WIDTH,
    Hand,
    Table,
    deal,
    fits_of,
    pack,
    save,
)
from dicestats.games.dualing.exact.solver import Events, Work, list_events, make_work, solve
from dicestats.games.dualing.rules import Rules

Saved = tuple[int, ...]  # events, ascending


def completion(rules: Rules, card: int) -> float:
    """Find how likely a card is completed alone in one set.

    Parameters
    ----------
    rules : Rules
        Any rules.
    card : int
        Its id.

    Returns
    -------
    float
        The probability under best play: own two dice a round, one of them saved.

    Raises
    ------
    InputError
        If the deck has no such card.

    Examples
    --------
    >>> round(completion(Rules(), 1), 3)  # ANY D4: 1
    0.944
    """
    points = {c.id: c.points for c in rules.cards}
    return hand_value(rules, [card]) / points[card]


def hand_value(rules: Rules, hand: Sequence[int]) -> float:
    """Find the expected points of one set from a hand played alone.

    Parameters
    ----------
    rules : Rules
        Any rules; without ``die_reuse`` a hand takes seconds.
    hand : sequence of int
        Ids of cards.

    Returns
    -------
    float
        Under best play: own two dice a round, one of them saved, goals counted at the end.

    Raises
    ------
    InputError
        If the deck has no such card, or a card is given twice.

    Notes
    -----
    Rulings D1 to D8, D17. Without reuse the state is the set of useful dice saved so far, and
    goals are chosen at the end (ruling D7).

    Examples
    --------
    >>> round(hand_value(Rules(), [5, 42, 69]), 6)  # the cards printed in the rulebook
    2.689725
    """
    cards, table = indices(rules, hand), pack(rules)
    if not cards.size:
        return 0.0
    if not rules.die_reuse:
        table[REUSE] = True  # a number that fits several cards is one event
        return _disjoint_value(table, deal(table, cards))
    return float(solved(table, deal(table, cards)).value[0])


def indices(rules: Rules, hand: Sequence[int]) -> NDArray[np.int64]:
    """Look cards up in the deck.

    Parameters
    ----------
    rules : Rules
        Their deck.
    hand : sequence of int
        Ids.

    Returns
    -------
    array of int64
        Indices into ``rules.cards``.

    Raises
    ------
    InputError
        If the deck has no such card, or a card is given twice.

    Examples
    --------
    >>> indices(Rules(), [1, 92])
    array([ 0, 91])
    """
    places = {card.id: place for place, card in enumerate(rules.cards)}
    faults = [f"card {card} is not in the deck" for card in hand if card not in places]
    faults += [f"card {card} is given twice" for card in set(hand) if list(hand).count(card) > 1]
    if faults:
        raise InputError("hand", faults)
    return np.array([places[card] for card in hand], np.int64)


def solved(table: Table, hand: Hand) -> Work:
    """Solve a hand from the start of a set, with as much room as it takes.

    Parameters
    ----------
    table : array of int32
        From ``pack``.
    hand : array of int64
        From ``deal``.

    Returns
    -------
    Work
        Values of all states that matter; the hand's own is the first.
    """
    work: Work = make_work(1 << 13)
    events = list_events(table, fits_of(table), hand)
    while not solve(table, hand, events, work, hand[FULL], table[ROUNDS]):
        work = make_work(2 * len(work.keys))
    return work


def _disjoint_value(table: Table, hand: Hand) -> float:
    """Solve a hand whose dice serve one card each: the state is what is saved."""
    events = list_events(table, fits_of(table), hand)

    @cache
    def value(saved: Saved, left: int) -> float:
        if left == 0:
            return _most_points(table, hand, events=events, saved=saved)
        nothing = value(saved, left - 1)
        gains: list[list[tuple[float, float]]] = [[] for _ in range(DICE_KINDS)]
        gone = {int(events.die[e]) for e in saved if events.die[e] < COLORS}
        for e, die in enumerate(events.die.tolist()):
            if die not in gone:
                then = value(tuple(sorted((*saved, e))), left - 1)
                gains[die].append((float(events.chance[e]), max(then - nothing, 0.0)))
        pairs = product([[], *gains[:COLORS]], [[], *gains[COLORS:]])
        return nothing + max(starmap(_mean_of_larger, pairs))

    return value((), int(table[ROUNDS]))


def _mean_of_larger(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> float:
    """Give the expected larger gain of two dice, each a list of chances and gains above 0."""
    total = 0.0
    for chance, gain in [*a, (1 - sum(chance for chance, _ in a), 0.0)]:
        rest = 1 - sum(other for other, _ in b)
        total += chance * (rest * gain + sum(other * max(gain, more) for other, more in b))
    return total


def _most_points(table: Table, hand: Hand, *, events: Events, saved: Saved) -> int:
    """Lay every die on the card that makes the most of all together (ruling D7)."""
    most = {int(hand[FULL]): 0}
    for e in saved:
        die, fits = events.die[e] % COLORS, events.fits[e]
        for key, points in list(most.items()):
            for card in range(hand[SIZE]):
                then, done = save(table, hand, key, fits & (MASK << (WIDTH * card)), die)
                most[int(then)] = points + int(done)
    return max(most.values())
