"""Where the goals of a hand stand within a set, as one whole number that solvers look up.

A key holds six bits a card, the requirements still open, and above them six bits for the own
colour dice that are spent. A card without open bits is finished or dead: either way nothing
more comes of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicestats.games.dualing.cards import DICE, SIDES, Card, Qualifier, fit_table, numbers
from dicestats.games.dualing.rules import Rules

WIDTH = 6  # bits of a key for one card: at most six dice a card (ruling D16)
MASK = (1 << WIDTH) - 1
WHITE, COLOR = 0, 1  # kinds of saved dice


class Goals(NamedTuple):
    """The cards of a deck and the rules about them, as compiled code reads them."""

    points: NDArray[np.int32]  # (cards)
    needs: NDArray[np.int32]  # (cards) bit mask of all requirements
    color_only: NDArray[np.int32]  # (cards, 6 types) requirements only the colour die fills
    either: NDArray[np.int32]  # (cards, 6 types) requirements that both kinds fill
    fit: NDArray[np.uint8]  # (cards, 2 kinds, 6 types, 21 numbers) requirements a die fills
    low: NDArray[np.int32]  # (6 types) lowest number
    sides: NDArray[np.int32]  # (6 types)
    any_logic: bool  # one die completes a card (ruling D1)
    reuse: bool  # one die may serve several cards (ruling D7)
    rounds: np.int64  # in a set


def pack(rules: Rules) -> NDArray[np.int32]:
    """Put the deck and the rules about it into one row of numbers: the table of a strategy.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        Number of cards and three rules, then the arrays of ``Goals``.

    Examples
    --------
    >>> pack(Rules())[:4]
    array([92,  0,  1,  5], dtype=int32)
    """
    cards = rules.cards
    low = [numbers(die, zero_is_ten=rules.d10_zero_is_ten)[0] for die in range(len(DICE))]
    rows = [
        [len(cards), rules.card_logic == "any", rules.die_reuse, rules.rounds],
        low,
        SIDES,
        [card.points for card in cards],
        [(1 << len(card.requires)) - 1 for card in cards],
        _by_die(cards, "COLOR").ravel(),
        _by_die(cards, "ANY").ravel(),
        fit_table(cards, rules.d10_zero_is_ten).ravel().view(np.int32),
    ]
    return np.concatenate([np.asarray(row, np.int32) for row in rows])


def _by_die(cards: Sequence[Card], qualifier: Qualifier) -> NDArray[np.int32]:
    """Mask the requirements of each card that have this qualifier, by type."""
    masks = np.zeros((len(cards), len(DICE)), np.int32)
    for row, card in enumerate(cards):
        for bit, needs in enumerate(card.requires):
            masks[row, needs.die] |= (needs.qualifier == qualifier) << bit
    return masks


@njit(cache=True, nogil=True)
def packed_size(table):  # type: ignore[no-untyped-def]
    """Count the numbers of ``pack`` at the start of a table."""
    return 16 + 77 * np.int64(table[0])


@njit(cache=True, nogil=True)
def unpack(table):  # type: ignore[no-untyped-def]
    """Look at the start of a strategy's table as ``Goals``."""
    n = np.int64(table[0])
    masks = table[16 + 2 * n : 16 + 14 * n].reshape((2, n, 6))
    fit = table[16 + 14 * n : 16 + 77 * n].view(np.uint8).reshape((n, 2, 6, 21))
    return Goals(
        table[16 : 16 + n],
        table[16 + n : 16 + 2 * n],
        masks[0],
        masks[1],
        fit,
        table[4:10],
        table[10:16],
        table[1] != 0,
        table[2] != 0,
        np.int64(table[3]),
    )


def lay_out(rules: Rules) -> Goals:
    """Put the deck and the rules about it into arrays.

    Parameters
    ----------
    rules : Rules
        Any rules; a card of a hand is an index into ``rules.cards``.

    Returns
    -------
    Goals
        For the solver.

    Examples
    --------
    >>> goals = lay_out(Rules())
    >>> bin(goals.needs[68]), bin(goals.color_only[68, 3])
    ('0b1111', '0b100')
    """
    goals: Goals = unpack(pack(rules))
    return goals


class Hand(NamedTuple):
    """A hand of cards and what its keys need."""

    cards: NDArray[np.int64]  # (cards of the hand)
    points: NDArray[np.int64]  # (cards of the hand)
    either: NDArray[np.int64]  # (6 types) requirements that both kinds fill, as a key
    color_only: NDArray[np.int64]  # (6 types) requirements only the colour die fills, as a key
    full: np.int64  # key at the start of a set
    any_logic: bool
    reuse: bool


@njit(cache=True, nogil=True)
def take(goals, cards):  # type: ignore[no-untyped-def]
    """Make a hand of some cards of the deck."""
    size = cards.shape[0]
    points, full = np.empty(size, np.int64), np.int64(0)
    either, color_only = np.zeros(6, np.int64), np.zeros(6, np.int64)
    for i in range(size):
        points[i] = goals.points[cards[i]]
        full |= goals.needs[cards[i]] << (WIDTH * i)
        for die in range(6):
            either[die] |= goals.either[cards[i], die] << (WIDTH * i)
            color_only[die] |= goals.color_only[cards[i], die] << (WIDTH * i)
    return Hand(cards, points, either, color_only, full, goals.any_logic, goals.reuse)


@njit(cache=True, nogil=True)
def fit_key(goals, cards, kind, die, number):  # type: ignore[no-untyped-def]
    """Give the requirements that a die fills, as a key."""
    key = np.int64(0)
    for i in range(cards.shape[0]):
        key |= np.int64(goals.fit[cards[i], kind, die, number]) << (WIDTH * i)
    return key


@njit(cache=True, nogil=True, inline="always")
def save(hand, key, fits, die):  # type: ignore[no-untyped-def]
    """Give the key after a die that fits these requirements is saved, and points completed.

    Within a card a die fills one requirement: the most particular, as others may fill the rest
    (ruling D8).
    """
    fits &= key
    points = 0
    for i in range(hand.points.shape[0]):
        shift = WIDTH * i
        mine = fits & (MASK << shift)
        if mine == 0:
            continue
        particular = mine & ~hand.either[die]
        mine = particular if particular else mine
        key ^= key & (MASK << shift) if hand.any_logic else mine & -mine
        if (key >> shift) & MASK == 0:
            points += hand.points[i]
    return key, points


@njit(cache=True, nogil=True, inline="always")
def _count_bits(mask):  # type: ignore[no-untyped-def]
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, nogil=True, inline="always")
def prune(hand, key, left):  # type: ignore[no-untyped-def]
    """Close cards that can no longer be completed, and forget spent dice that no card misses."""
    size = hand.points.shape[0]
    spent, lost = key >> (WIDTH * size), 0
    key &= (1 << (WIDTH * size)) - 1
    for die in range(6):
        if (spent >> die) & 1:
            lost |= hand.color_only[die] & key
    if hand.any_logic:
        key ^= lost
    for i in range(size):
        part = MASK << (WIDTH * i)
        wanted = _count_bits(key & part)
        wanted = min(wanted, 1) if hand.any_logic else wanted
        if wanted > left or (lost & part and not hand.any_logic):
            key &= ~part
    missed = 0
    for die in range(6):
        if hand.either[die] & key:
            missed |= 1 << die
    return key | (spent & missed) << (WIDTH * size)
