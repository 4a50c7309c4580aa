"""Asking strategies at one table: the table is shown as a batch of one game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from dicestats import streams
from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.dualing import luck, views
from dicestats.games.dualing.cards import Card
from dicestats.games.dualing.reference.rounds import clockwise, number_of, whites_left
from dicestats.games.dualing.reference.table import UNROLLED, Pair, Table
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.views import COLOR, WHITE, State

NAME = "dualing"
_ONE = np.zeros(1, np.int64)  # the only lane


@dataclass(frozen=True)
class Players:
    """The strategies at a table, and the luck of their game."""

    rules: Rules
    strategies: Sequence[Strategy]
    key: streams.Key  # (2)
    game: int

    def deck(self) -> list[Card]:
        """Shuffle the goal cards (rulebook: Game Setup)."""
        order = luck.shuffled(self.key, self.game, len(self.rules.cards))
        return [self.rules.cards[index] for index in order]

    def discards(self, table: Table, seat: int) -> list[Card]:
        """Ask which cards a seat exchanges, in the order of its hand (ruling D13)."""
        mask = self._ask("discard", table, seat)
        return [card for slot, card in enumerate(table.seats[seat].hand) if mask >> slot & 1]

    def pair(self, table: Table, seat: int) -> Pair:
        """Ask which two dice a seat rolls (rulebook: Playing a Round)."""
        color, white = divmod(self._ask("pair", table, seat), len(self.rules.white_types))
        return Pair(color, white)

    def rerolls_color(
        self, table: Table, seat: int, *, tied: Iterable[int], repetition: int
    ) -> bool:
        """Ask which die a tied seat rolls again (ruling D10)."""
        return self._ask("reroll", table, seat, tied=tied, repetition=repetition) == 0

    def saves(self, table: Table, seat: int, *, first: int) -> int | None:
        """Ask which die a seat saves: whose white one, or None for its own colour die."""
        action = self._ask("save", table, seat, first=first)
        return action - 1 if action else None

    def roll(self, table: Table, seat: int, repetition: int) -> tuple[int, int]:
        """Roll a seat's two dice: colour number, white number; a re-roll uses one of them."""
        pair, rules = table.pairs[seat], self.rules
        sides = rules.sides[pair.color], rules.sides[pair.white]
        color, white = luck.faces(
            self.key, self.game, table.set, table.round, seat, repetition, sides
        )
        return number_of(color, pair.color, rules), number_of(white, pair.white, rules)

    def _ask(
        self,
        kind: str,
        table: Table,
        seat: int,
        *,
        tied: Iterable[int] = (),
        first: int = 0,
        repetition: int = 1,
    ) -> int:
        strategy = self.strategies[seat]
        if kind not in strategy.decisions:
            had = ", ".join(strategy.decisions) or "nothing"
            raise InputError(f"strategy '{strategy.name}'", f"decides {had}, but not {kind}")
        state = shown(table, self.game)
        state.tied[0], state.order[0] = _bits(tied), first
        if kind == "save":
            _show_picks(state, table, first)
        rules, key = self.rules, self.key
        actions = views.ask(
            strategy,
            kind,
            state,
            lanes=_ONE,
            seat=seat,
            rules=rules,
            key=key,
            repetition=repetition,
        )
        return int(actions[0])


def shown(table: Table, game: int) -> State:
    """Write a table down as a batch of one game, for strategies to read.

    Parameters
    ----------
    table : Table
        The table.
    game : int
        The game's index.

    Returns
    -------
    State
        One lane; ``tied``, ``order`` and ``picked`` are left empty.
    """
    rules, seats = table.rules, len(table.seats)
    state = views.make_state(seats, 1, slots=rules.hand_size, rounds=rules.rounds)
    state.set[0], state.round[0], state.game[0], state.last[0] = (
        table.set, table.round, game, table.last,
    )  # fmt: skip
    state.piles[:, 0] = table.piles
    state.whites[0] = _bits(white for white in rules.white_types if whites_left(table, white))
    state.playing[0] = _bits(table.playing)
    away = set(range(seats)) - set(table.playing)
    state.taken[0] = _bits({*table.taken, *away})
    for seat in range(seats):
        _show_seat(state, table, seat)
    return state


def _show_seat(state: State, table: Table, number: int) -> None:
    seat, places = table.seats[number], table.rules.places
    state.hand[number, : len(seat.hand), 0] = [places[card.id] for card in seat.hand]
    state.points[number, 0], state.cards[number, 0] = seat.points, len(seat.goals)
    # Dice that are selected in this round lie before their seats until it ends.
    before, now = seat.saved[: table.round], seat.saved[table.round :]
    state.colors[number, 0] = _bits(seat.colors | {die.die for die in now if die.color})
    if table.rules.select_from == "own":
        state.reach[number] = 1 << number
    for slot, die in enumerate(before):
        kind = COLOR if die.color else WHITE
        state.saved_kind[number, slot, 0] = kind
        state.saved_type[number, slot, 0] = die.die
        state.saved_number[number, slot, 0] = die.number
        state.got[number, kind, 0] |= views.face_bit(die.die, die.number)
    pair = table.pairs.get(number)
    if pair is not None and pair.color_number != UNROLLED:
        state.rolled[number, :, 0] = (
            pair.color, pair.color_number, pair.white, pair.white_number,
        )  # fmt: skip


def _show_picks(state: State, table: Table, first: int) -> None:
    owners = iter(table.taken)  # in the order of selection
    for number in clockwise(table, first):
        now = table.seats[number].saved[table.round :]
        if now:
            state.picked[number, 0] = 0 if now[0].color else 1 + next(owners)


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
