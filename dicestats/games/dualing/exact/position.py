"""Where the goals of a hand stand within a set, as one whole number that solvers look up.

A key holds six bits a card, the requirements still open, and above them six bits for the own
colour dice that are spent. A card without open bits is finished or dead: either way nothing
more comes of it.

Compiled code reads the deck from a table of int32 and a hand from an array of int64, each with
fixed places: a call that passes many arrays costs more than what is done with them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import DICE, SIDES, Card, Qualifier, fit_table, numbers
from dicestats.games.dualing.rules import MOST_SEATS, Rules
from dicestats.jit import jit

WIDTH = 6  # bits of a key for one card: at most six dice a card (ruling D16)
MASK = (1 << WIDTH) - 1
TYPES = len(DICE)

# Places in a table: first some rules, then for each of n cards the points, the requirements, those
# that only the colour die of a type fills, those that both kinds fill, and bytes: those that a die
# fills, by kind, type and number.
CARDS, ANY_LOGIC, REUSE, ROUNDS, MAX_DISCARDS, STANDS = range(6)
LOW, SIDES_OF, LISTS = 6, 12, 18
FACES = max(SIDES) + 1
_ROW = 2 * TYPES * FACES  # bytes of a card

# Places in a hand: its size, the key at the start of a set, where its numbers lie in the table, the
# units of a point there, the number of spots (where its goals may stand), the round, then cards,
# their points, the masks of both kinds of requirements by type as keys, the faces saved in the
# rounds before, for each spot its key and the points of the goals completed; by action, the faces
# that may be saved (-1: none) and how much each is liked among those that are worth the same.
SIZE, FULL, PLACE, UNITS, SPOTS, ROUND, CARD = range(7)
MOST_CARDS, MOST_DICE, MOST_SPOTS = 6, 6, 64
POINTS = CARD + MOST_CARDS
EITHER = POINTS + MOST_CARDS
COLOR_ONLY = EITHER + TYPES
DIE = COLOR_ONLY + TYPES
KEY = DIE + MOST_DICE
DONE = KEY + MOST_SPOTS
FACE = DONE + MOST_SPOTS
LIKING = FACE + 1 + MOST_SEATS
HAND = LIKING + 1 + MOST_SEATS

# Bits of a key that stand in every card: the first, the last; for counting those that are set.
_FIRST = sum(1 << (WIDTH * card) for card in range(MOST_CARDS))
_LAST = _FIRST << (WIDTH - 1)
_ONES, _THREES = _FIRST * 0b001001, _FIRST * 0b011011
_SIXES = _FIRST * 0b000111

Table = NDArray[np.int32]
Hand = NDArray[np.int64]


def pack(rules: Rules) -> Table:
    """Put the deck and the rules about it into one row of numbers: the start of every table.

    Parameters
    ----------
    rules : Rules
        Any rules; a card of a hand is an index into ``rules.cards``.

    Returns
    -------
    array of int32
        Some rules, then the cards (see above).

    Examples
    --------
    >>> table = pack(Rules())
    >>> table[:6], len(table) == packed_size(table)
    (array([92,  0,  1,  5,  2,  1], dtype=int32), True)
    """
    cards = rules.cards
    low = [numbers(die, zero_is_ten=rules.d10_zero_is_ten)[0] for die in range(TYPES)]
    rows = [
        [len(cards), rules.card_logic == "any", rules.die_reuse, rules.rounds],
        [rules.max_discards, rules.reroll_stands],
        low,
        SIDES,
        [card.points for card in cards],
        [(1 << len(card.requires)) - 1 for card in cards],
        _by_die(cards, "COLOR"),
        _by_die(cards, "ANY"),
        fit_table(cards, rules.d10_zero_is_ten).ravel().view(np.int32),
    ]
    return np.concatenate([np.asarray(row, np.int32) for row in rows])


def _by_die(cards: Sequence[Card], qualifier: Qualifier) -> NDArray[np.int32]:
    """Mask the requirements of each card that have this qualifier, by type: (cards x types)."""
    masks = np.zeros((len(cards), TYPES), np.int32)
    for row, card in enumerate(cards):
        for bit, needs in enumerate(card.requires):
            masks[row, needs.die] |= (needs.qualifier == qualifier) << bit
    return masks.ravel()


@jit(forceinline=True)
def packed_size(table):  # type: ignore[no-untyped-def]
    """Count the numbers that ``pack`` puts at the start of a table."""
    return LISTS + (2 + 2 * TYPES + _ROW // 4) * np.int64(table[CARDS])


@jit(forceinline=True)
def fits_of(table):  # type: ignore[no-untyped-def]
    """Look at the bytes of a table: requirements that a die fills."""
    size = packed_size(table)
    return table[size - _ROW // 4 * np.int64(table[CARDS]) : size].view(np.uint8)


@jit(forceinline=True)
def needs_of(table, card):  # type: ignore[no-untyped-def]
    """Look up the mask of all requirements of a card."""
    return np.int64(table[LISTS + table[CARDS] + card])


@jit(forceinline=True)
def either_of(table, card, die):  # type: ignore[no-untyped-def]
    """Look up the requirements of a card that both kinds of this type fill."""
    return np.int64(table[LISTS + (2 + TYPES) * table[CARDS] + TYPES * card + die])


@jit(forceinline=True)
def take(table, hand):  # type: ignore[no-untyped-def]
    """Complete a hand of which size and cards are given."""
    full, only = np.int64(0), LISTS + 2 * np.int64(table[CARDS])
    hand[EITHER : EITHER + 2 * TYPES] = 0
    for i in range(hand[SIZE]):
        card, shift = hand[CARD + i], WIDTH * i
        hand[POINTS + i] = table[LISTS + card]
        full |= needs_of(table, card) << shift
        for die in range(TYPES):
            hand[EITHER + die] |= either_of(table, card, die) << shift
            hand[COLOR_ONLY + die] |= np.int64(table[only + TYPES * card + die]) << shift
    hand[FULL] = full


def deal(table: Table, cards: Sequence[int] | NDArray[np.int64]) -> Hand:
    """Make a hand of some cards.

    Parameters
    ----------
    table : array of int32
        From ``pack``.
    cards : sequence of int
        Indices into the deck, at most six.

    Returns
    -------
    array of int64
        With the places named above.

    Examples
    --------
    >>> hand = deal(pack(Rules()), [0, 68])
    >>> bin(hand[FULL])
    '0b1111000001'
    """
    hand = np.zeros(HAND, np.int64)
    hand[SIZE] = len(cards)
    hand[CARD : CARD + len(cards)] = cards
    take(table, hand)
    return hand


@jit(forceinline=True)
def face_of(kind, die, number):  # type: ignore[no-untyped-def]
    """Number the faces of all dice: of white ones, then of colour ones."""
    return (TYPES * np.int64(kind) + die) * FACES + number


@jit(forceinline=True)
def fits_face(fits, hand, face):  # type: ignore[no-untyped-def]
    """Give the requirements that a face fills, as a key."""
    key = np.int64(0)
    for i in range(hand[SIZE]):
        key |= np.int64(fits[_ROW * hand[CARD + i] + face]) << (WIDTH * i)
    return key


@jit(forceinline=True)
def save(table, hand, key, fits, die):  # type: ignore[no-untyped-def]
    """Give the key after a die that fits these requirements is saved, and points completed.

    Within a card a die fills one requirement: the most particular, as others may fill the rest
    (ruling D8). Under ``card_logic`` any it closes the card (ruling D1).
    """
    fits &= key
    points, i = np.int64(0), 0
    while fits:
        part = np.int64(MASK) << (WIDTH * i)
        mine = fits & part
        fits ^= mine
        if mine & (mine - 1):
            particular = mine & ~hand[EITHER + die]
            mine = particular if particular else mine
            mine &= -mine
        if mine:
            key ^= key & part if table[ANY_LOGIC] else mine
            points += hand[POINTS + i] if key & part == 0 else 0
        i += 1
    return key, points


@jit(forceinline=True)
def _any_bit(key):  # type: ignore[no-untyped-def]
    """Set the last bit of each card that has any bit."""
    return (((key & (_LAST - _FIRST)) + (_LAST - _FIRST)) | key) & _LAST


@jit(forceinline=True)
def _too_many(key, left):  # type: ignore[no-untyped-def]
    """Set the last bit of each card that has more than ``left`` bits."""
    by_three = key - ((key >> 1) & _THREES) - ((key >> 2) & _ONES)
    counts = (by_three + (by_three >> 3)) & _SIXES
    return (counts + (_LAST - _FIRST * (left + 1))) & _LAST


@jit(forceinline=True)
def prune(table, hand, key, left):  # type: ignore[no-untyped-def]
    """Close cards that can no longer be completed, and forget spent dice that no card misses."""
    spent, lost, missed = key >> (WIDTH * hand[SIZE]), np.int64(0), np.int64(0)
    key &= (np.int64(1) << (WIDTH * hand[SIZE])) - 1
    for die in range(TYPES if spent else 0):
        if (spent >> die) & 1:
            lost |= hand[COLOR_ONLY + die] & key
    if table[ANY_LOGIC]:
        key = key ^ lost if left else np.int64(0)
    else:
        dead = _any_bit(lost) | _too_many(key, left)
        key &= ~((dead << 1) - (dead >> (WIDTH - 1)))  # all bits of those cards
    for die in range(TYPES if spent else 0):
        if (spent >> die) & 1 and hand[EITHER + die] & key:
            missed |= np.int64(1) << die
    return key | missed << (WIDTH * hand[SIZE])
