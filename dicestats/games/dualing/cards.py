"""The goal cards and the dice: which number meets which condition, which die fills which card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

DICE = ("D4", "D6", "D8", "D10", "D12", "D20")
SIDES = (4, 6, 8, 10, 12, 20)
D10 = DICE.index("D10")
WHITE_TYPES = 5  # there is no white D20 (ruling D6)
QUALIFIERS = ("ANY", "COLOR", "WHITE")
HALVES = ("LOW", "HIGH", "EVEN", "ODD")

Qualifier = Literal["ANY", "COLOR", "WHITE"]
Fits = NDArray[np.uint8]  # (cards, 2 kinds: 0 white 1 color, 6 types, 21 numbers)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One die that a goal lists: which kind (ruling D2), and its type as index into ``DICE``."""

    qualifier: Qualifier
    die: int


@dataclass(frozen=True, slots=True)
class Card:
    """A goal card: all its dice must meet its condition, each by its own range (ruling D3)."""

    id: int
    points: int
    requires: tuple[Requirement, ...]
    condition: str  # LOW, HIGH, EVEN, ODD, or a number as text
    family: str
    text: str


def meets(condition: str, die: int, number: int, *, zero_is_ten: bool = True) -> bool:
    """Tell whether a number meets a condition, by the range of its own die.

    Parameters
    ----------
    condition : str
        LOW, HIGH, EVEN, ODD or a number.
    die : int
        Index into ``DICE``.
    number : int
        What the die shows; a D10 shows 1 to 10, or 0 to 9 where ``zero_is_ten`` is false.
    zero_is_ten : bool
        How a D10's 0 counts (ruling D5); a card's 10 means that face under either reading.

    Returns
    -------
    bool
        Whether it does (rulings D3 to D5).

    Examples
    --------
    >>> [n for n in range(1, 9) if meets("LOW", 2, n)]
    [1, 2, 3, 4]
    >>> [n for n in range(10) if meets("10", 3, n, zero_is_ten=False)]
    [0]
    """
    faces = numbers(die, zero_is_ten=zero_is_ten)
    middle = faces[0] + faces[-1]  # twice the average
    if condition in HALVES:
        return {
            "LOW": 2 * number < middle,
            "HIGH": 2 * number > middle,
            "EVEN": number % 2 == 0,
            "ODD": number % 2 == 1,
        }[condition]
    wanted = int(condition)
    return number == (0 if wanted > faces[-1] else wanted)


def numbers(die: int, *, zero_is_ten: bool = True) -> range:
    """Give the numbers on a die.

    Parameters
    ----------
    die : int
        Index into ``DICE``.
    zero_is_ten : bool
        How a D10's 0 counts (ruling D5).

    Returns
    -------
    range
        In rising order.

    Examples
    --------
    >>> numbers(3), numbers(3, zero_is_ten=False)
    (range(1, 11), range(0, 10))
    """
    first = 0 if die == D10 and not zero_is_ten else 1
    return range(first, first + SIDES[die])


def fit_table(cards: Sequence[Card], zero_is_ten: bool) -> Fits:
    """Tabulate which requirements of each card a saved die fills.

    Parameters
    ----------
    cards : sequence of Card
        The deck.
    zero_is_ten : bool
        How a D10's 0 counts (ruling D5).

    Returns
    -------
    array of uint8, shape (cards, 2, 6, 21)
        A bit mask of requirements by card, kind (0 white, 1 color), type and number.

    Examples
    --------
    >>> dice = (Requirement("ANY", 0), Requirement("COLOR", 3))
    >>> table = fit_table([Card(1, 2, dice, "LOW", "", "ANY D4, COLOR D10: LOW")], True)
    >>> int(table[0, 0, 0, 2]), int(table[0, 0, 3, 2]), int(table[0, 1, 3, 2])
    (1, 0, 2)
    """
    table = np.zeros((len(cards), 2, len(DICE), max(SIDES) + 1), np.uint8)
    for card, fits in zip(cards, table, strict=True):
        for bit, needs in enumerate(card.requires):
            kinds = {"ANY": (0, 1), "COLOR": (1,), "WHITE": (0,)}[needs.qualifier]
            for number in numbers(needs.die, zero_is_ten=zero_is_ten):
                if meets(card.condition, needs.die, number, zero_is_ten=zero_is_ten):
                    fits[kinds, needs.die, number] |= 1 << bit
    return table
