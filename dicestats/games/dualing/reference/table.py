"""The table of Dualing Dice by the rulebook: what lies where, whose turn it is, how a game ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dicestats.games.dualing.cards import Card
from dicestats.games.dualing.reference.goals import Die
from dicestats.games.dualing.rules import Rules

UNROLLED = -1


@dataclass
class Seat:
    """What lies before a seat, and the goals it holds hidden."""

    hand: list[Card] = field(default_factory=list)
    goals: list[Card] = field(default_factory=list)  # completed, face up
    colors: set[int] = field(default_factory=set)  # own colour dice that can be rolled, by type
    saved: list[Die] = field(default_factory=list)  # on the scoring card

    @property
    def points(self) -> int:
        """Points on completed goals."""
        return sum(card.points for card in self.goals)


@dataclass
class Pair:
    """The two dice that a seat rolls in a round."""

    color: int  # type
    white: int  # type
    color_number: int = UNROLLED
    white_number: int = UNROLLED
    first_roll: tuple[int, int] = (UNROLLED, UNROLLED)  # colour and white, before re-rolls

    def roll(self, color_number: int, white_number: int) -> None:
        """Roll both dice."""
        self.first_roll = self.color_number, self.white_number = color_number, white_number

    def reroll(self, is_color: bool, number: int) -> None:
        """Roll one of them again, in a tie."""
        if is_color:
            self.color_number = number
        else:
            self.white_number = number

    def turn_back(self) -> None:
        """Turn re-rolled dice back to what they showed first."""
        self.color_number, self.white_number = self.first_roll


class End(NamedTuple):
    """How a game ended."""

    winners: list[int]
    truncated: bool


@dataclass
class Table:
    """A game in progress."""

    rules: Rules
    deck: list[Card]  # top first
    seats: list[Seat]
    playing: list[int]  # seats that play this set, ascending: all but in extra sets
    piles: list[int]  # white dice of each type, as the round began
    last: int = 0  # who selected first in the round before
    set: int = 0
    round: int = 0
    pairs: dict[int, Pair] = field(default_factory=dict)  # of this round, by seat
    taken: list[int] = field(default_factory=list)  # seats whose rolled white die is saved
    end: End | None = None  # None while the game goes on


def lay_out(rules: Rules, deck: Sequence[Card], seats: int) -> Table:
    """Set a game up.

    Parameters
    ----------
    rules : Rules
        The rules.
    deck : sequence of Card
        Shuffled, the top first.
    seats : int
        Number of seats.

    Returns
    -------
    Table
        Before the first set.

    Notes
    -----
    Rulebook: Game Setup.

    Examples
    --------
    >>> table = lay_out(Rules(), Rules().cards, 2)
    >>> begin_set(table)
    >>> [card.id for card in table.seats[1].hand], len(table.deck)
    ([4, 5, 6], 86)
    """
    piles = [rules.whites_per_type for _ in rules.white_types]
    everyone = list(range(seats))
    return Table(rules, list(deck), [Seat() for _ in everyone], everyone, piles)


def begin_set(table: Table) -> None:
    """Return the dice of the set before, and let every seat draw until its hand is full.

    Parameters
    ----------
    table : Table
        Before a set.

    Notes
    -----
    Rulebook: Playing a Set, Scoring a Set; ruling D13: seat 0 draws all its cards, then seat 1.
    """
    table.piles = [table.rules.whites_per_type for _ in table.rules.white_types]
    table.round = 0
    for seat in table.seats:
        seat.saved = []
        seat.colors = set(table.rules.color_types)
    for number in table.playing:
        _draw(table, table.seats[number])


def exchange(table: Table, seat: int, cards: Iterable[Card]) -> None:
    """Put cards under the deck, in this order, and draw their replacements.

    Parameters
    ----------
    table : Table
        At the start of a set.
    seat : int
        Who exchanges.
    cards : iterable of Card
        Cards of its hand.

    Notes
    -----
    Rulebook: Playing a Set; ruling D13.
    """
    for card in cards:
        table.seats[seat].hand.remove(card)
        table.deck.append(card)
    _draw(table, table.seats[seat])


def _draw(table: Table, seat: Seat) -> None:
    while len(seat.hand) < table.rules.hand_size and table.deck:  # an empty deck: fewer cards
        seat.hand.append(table.deck.pop(0))


def leaders(numbers: Mapping[int, int]) -> list[int]:
    """List who has the highest number: only a tie for the first selection matters (ruling D10).

    Parameters
    ----------
    numbers : mapping from int to int
        A number for each seat.

    Returns
    -------
    list of int
        Seats, ascending.

    Examples
    --------
    >>> leaders({0: 7, 1: 3, 2: 7})
    [0, 2]
    """
    return sorted(seat for seat, number in numbers.items() if number == max(numbers.values()))


def end_set(table: Table, revealed: Sequence[Sequence[Card]]) -> None:
    """Lay completed goals down, and see whether the game is over.

    Parameters
    ----------
    table : Table
        After the last round of a set. If the game goes on, everyone plays the next set, or
        those who are still equal.
    revealed : sequence of sequence of Card
        For each seat the goals it has completed.

    Notes
    -----
    Rulebook: Scoring a Set, Winning the Game; rulings D13 and D15.
    """
    for seat, cards in zip(table.seats, revealed, strict=True):
        seat.hand = [card for card in seat.hand if card not in cards]
        seat.goals += cards
    table.set += 1
    reached = [s for s in table.playing if table.seats[s].points >= table.rules.target]
    if reached:
        literal = table.rules.end_rule == "fewest_among_reached"
        best = _fewest_goals(table, reached if literal else _most_points(table, reached))
        if len(best) == 1 or table.rules.final_tie == "share":
            table.end = End(best, truncated=False)
            return
        table.playing = best
    if table.set == table.rules.max_sets:
        best = _fewest_goals(table, _most_points(table, table.playing))
        table.end = End(best, truncated=True)


def _most_points(table: Table, seats: Sequence[int]) -> list[int]:
    return leaders({seat: table.seats[seat].points for seat in seats})


def _fewest_goals(table: Table, seats: Sequence[int]) -> list[int]:
    return leaders({seat: -len(table.seats[seat].goals) for seat in seats})
