"""Dualing Dice as its records tell it."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from dicestats.games.dualing.rules import Rules

ACTIONS: dict[str, Callable[[Any], int]] = {
    "discard": lambda view: 1 << len(view.hand),
    "pair": lambda view: len(view.colors) * len(view.piles),
    "reroll": lambda view: 2,
    "save": lambda view: 1 + len(view.taken),
}

GAMES = 6  # that are enough in a comparison: the reference needs long for each
SETTINGS: dict[str, list[Any]] = {  # more values of rules
    "deck": [
        tuple(
            {"id": number, "points": 1, "requires": "ANY:D4", "condition": condition}
            for number, condition in enumerate(("LOW", "HIGH", "ODD", "EVEN", "1", "2"), 1)
        )
    ]
}
WORLDS = {"short": Rules(card_logic="any")}  # a few sets a game, and shared wins are common
# dp solves a whole deck first: one of few cards, or that of the published rules, which is kept.
DECIDE_WORTH = ("deck", "rounds", "card_logic", "die_reuse", "d10_zero_is_ten")
SLOW: dict[str, Callable[[Any], bool]] = dict.fromkeys(
    ("dp", "race"),
    lambda rules: (
        len(rules.cards) > 20
        and (
            rules.hand_size < Rules().hand_size
            or any(getattr(rules, name) != getattr(Rules(), name) for name in DECIDE_WORTH)
        )
    ),
)
CHEAP = {"race": "race"}  # a game of it takes long: few are played in each world


def legal(kind: str, numbers: Any, view: Any) -> Any:
    """Any numbers are scores of actions."""
    return numbers


class _Hands:
    """Who holds which cards, and what each seat has seen of its own ones."""

    def __init__(self, rules: Rules, record: Any) -> None:
        self.size, self.deck = rules.hand_size, list(record["deck"])
        self.held: list[list[int]] = [[] for _ in range(record["seats"])]
        self.seen: list[list[Hashable]] = [[] for _ in self.held]

    def refill(self, seat: int) -> None:
        while len(self.held[seat]) < self.size and self.deck:
            self.held[seat].append(self.deck.pop(0))
            self.seen[seat].append(self.held[seat][-1])

    def give_up(self, seat: int, cards: list[int], *, under_deck: bool) -> None:
        for card in cards:
            self.held[seat].remove(card)
            self.seen[seat].append(("gone", card))
            if under_deck:
                self.deck.append(card)


def decisions(rules: Rules, record: Any) -> Iterator[tuple[int, Hashable, Any]]:
    """What happens on the table is seen by all; a hand by its owner only (ruling D13)."""
    hands, table, last = _Hands(rules, record), list[Hashable](), 0
    seats = range(record["seats"])
    for played in record["sets"]:
        for seat in seats:
            hands.refill(seat)
        for seat, cards in enumerate(played["discards"]):
            yield seat, (*table, "discard", *hands.seen[seat]), tuple(cards)
            hands.give_up(seat, cards, under_deck=True)
            hands.refill(seat)
            table.append(len(cards))
        whites = dict.fromkeys(rules.white_types, rules.whites_per_type)
        for turn in played["rounds"]:
            yield from _round(turn, whites, (table, hands.seen, last))
            last = turn["saves"][0][0]
        for seat, cards in enumerate(played["completed"]):
            hands.give_up(seat, cards, under_deck=False)
        table.append(_plain(played["completed"]))


def _round(turn: Any, whites: dict[Any, int], known: Any) -> Iterator[tuple[int, Hashable, Any]]:
    """Choices are made at once, but who comes later meets empty piles (ruling D9)."""
    table, seen, last = known
    left, seats = list(whites.values()), len(turn["choices"])
    sides = [(4, 6, 8, 10, 12)[kind] for kind in range(len(left))]
    for seat in [(last + step) % seats for step in range(seats)]:
        empty = tuple(number == 0 for number in left)
        chosen = turn["choices"][seat]
        yield seat, (*table, "pair", empty, *seen[seat]), tuple(chosen)
        left[sides.index(chosen[1])] -= 1
    table += [_plain(turn["choices"]), _plain(turn["rolls"])]
    for repetition in turn["rerolls"]:
        for seat, what, _ in repetition:
            yield seat, (*table, "reroll", *seen[seat]), what
        table.append(_plain(repetition))
    for seat, *what in turn["saves"]:
        yield seat, (*table, "save", *seen[seat]), tuple(what)
        table.append((seat, *what))
        if what[0] == "white":
            place = sides.index(turn["choices"][what[1]][1])
            whites[[*whites][place]] -= 1


def _plain(value: Any) -> Hashable:
    return tuple(map(_plain, value)) if isinstance(value, list) else value


def columns(rules: Rules, outcome: dict[str, Any]) -> dict[str, int]:
    """Say in the words of the outcome what the kernel's columns must hold."""
    points = sorted(outcome["points"], reverse=True)
    found = {
        "winners": sum(1 << seat for seat in outcome["winners"]),
        "truncated": int(outcome["truncated"]),
        "sets": outcome["sets"],
        "margin": points[0] - points[1],
    }
    for seat, (score, cards) in enumerate(zip(outcome["points"], outcome["cards"], strict=True)):
        found |= {f"score_{seat}": score, f"cards_{seat}": cards}
    return found
