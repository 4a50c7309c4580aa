"""Reading a record of Dualing Dice: its rules, its deck, and what was rolled and chosen."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dicestats import shapes
from dicestats.errors import InputError, unknown
from dicestats.games.dualing.cards import Card
from dicestats.games.dualing.reference.players import NAME
from dicestats.games.dualing.rules import Rules
from dicestats.shapes import Check, each, fields, null_or, one_of, row, shown, whole

COLOR, WHITE = "color", "white"

REQUIRED = ("game", "rules", "seats", "deck", "sets")
OPTIONAL = ("cards", "seed", "index", "strategies", "outcome")


@dataclass(frozen=True)
class Written:
    """A record that is whole and of the right shape; whether it was played by the rules is open."""

    rules: Rules
    seats: int
    deck: list[Card]  # top first
    sets: list[dict[str, Any]]  # discards, rounds and perhaps completed


def read(record: object) -> Written:
    """Check a record's shape and take out its rules and what was played.

    Parameters
    ----------
    record : object
        Plain JSON: game, rules (overrides), seats, deck, sets; optional cards (a deck of its own),
        seed, index, strategies, outcome.

    Returns
    -------
    Written
        For ``replay``.

    Raises
    ------
    InputError
        With every fault and its place; places count from zero, as in JSON.

    Notes
    -----
    Rulings D16 and D17.

    Examples
    --------
    >>> read({"game": "dualing", "rules": {}, "seats": 9, "deck": [1], "sets": []})
    Traceback (most recent call last):
    ...
    dicestats.errors.InputError: record: 3 faults
      - seats: 9 is not allowed by these rules: they allow 2, 3, 4, 5, 6, 7, 8
      - deck: 1 cards given; these rules have 92
      - deck: these cards are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...
    """
    if not isinstance(record, Mapping):
        raise InputError("record", f"{shown(record)} is not an object with {', '.join(REQUIRED)}")
    rules, faults = _rules(record)
    faults = [*_key_faults(record), *faults]
    if rules is not None:  # without rules nobody can say what a legal record looks like
        faults += _seats_faults(record, rules)
        faults += _deck_faults(record, rules)
        faults += _sets_faults(record, rules)
    if faults or rules is None:
        raise InputError("record", faults)
    by_id = {card.id: card for card in rules.cards}
    deck = [by_id[number] for number in record["deck"]]
    return Written(rules, record["seats"], deck, record["sets"])


def _key_faults(record: Mapping[Any, object]) -> Iterator[str]:
    yield from (unknown("key", str(k), REQUIRED + OPTIONAL) for k in record if k not in _CHECKS)
    yield from (f"{key}: missing" for key in REQUIRED if key not in record)
    for key, check in _CHECKS.items():
        if key in record:
            yield from check(key, record[key])
    names, seats = record.get("strategies"), record.get("seats")
    if isinstance(names, list) and shapes.is_whole(seats) and len(names) != seats:
        yield f"strategies: {len(names)} given; there are {seats} seats"


def _anything(place: str, value: object) -> Iterator[str]:
    return iter(())


_CHECKS: dict[str, Check] = {
    "game": one_of(NAME),
    "rules": shapes.is_object,
    "seats": whole(0),
    "deck": each(whole(1), of="card ids"),
    "sets": _anything,  # see _sets_faults
    "cards": _anything,  # see _rules
    "seed": whole(0),
    "index": whole(0),
    "strategies": each(shapes.is_text, of="names"),
    "outcome": shapes.is_object,
}


def _rules(record: Mapping[str, object]) -> tuple[Rules | None, list[str]]:
    overrides = record.get("rules", {})
    if not isinstance(overrides, Mapping):
        return None, []  # told by _key_faults
    given = dict(overrides)
    if "cards" in record:
        if "deck" in given:
            return None, ["cards: rules.deck names another deck"]
        if not isinstance(record["cards"], list):
            return None, [f"cards: {shown(record['cards'])} is not a list of cards"]
        given["deck"] = record["cards"]
    try:
        return Rules.model_validate(given), []
    except ValidationError as error:
        faults: dict[str, list[str]] = {}
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            faults.setdefault(field, []).append(detail["msg"].removeprefix("Value error, "))
        return None, [_rule_fault(field, given, told) for field, told in faults.items()]


def _rule_fault(field: str, given: Mapping[str, object], told: list[str]) -> str:
    if not field:
        return f"rules: {told[0]}"
    if field not in Rules.model_fields:
        return f"rules: {unknown('rule', field, list(Rules.model_fields))}"
    allowed = "; or ".join(dict.fromkeys(told))
    return f"rules.{field}: {shown(given[field])} is not allowed: {allowed}"


def _seats_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    seats = record.get("seats")
    if shapes.is_whole(seats) and seats not in rules.seats:
        fit = ", ".join(map(str, rules.seats))
        yield f"seats: {seats} is not allowed by these rules: they allow {fit}"


def _deck_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    deck = record.get("deck")
    if not isinstance(deck, list) or not all(map(shapes.is_whole, deck)):
        return  # told by _key_faults
    ids = {card.id for card in rules.cards}
    if len(deck) != len(ids):
        yield f"deck: {len(deck)} cards given; these rules have {len(ids)}"
    for i, number in enumerate(deck):
        if number not in ids:
            yield f"deck[{i}]: there is no card {number}"
    twice = sorted(number for number, count in Counter(deck).items() if count > 1)
    if twice:
        yield f"deck: these cards stand twice: {_some(twice)}"
    missing = sorted(ids - set(deck))
    if missing:
        yield f"deck: these cards are missing: {_some(missing)}"


def _some(numbers: list[int], most: int = 10) -> str:
    return ", ".join(map(str, numbers[:most])) + (", ..." if len(numbers) > most else "")


def _sets_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    seats = record.get("seats")
    if "sets" not in record or not isinstance(seats, int) or seats not in rules.seats:
        return
    yield from each(_set_shape(rules, seats), of="sets")("sets", record["sets"])


def _set_shape(rules: Rules, seats: int) -> Check:
    cards = each(each(whole(1), of="card ids"), seats, of="seats")
    rounds = each(_round_shape(rules, seats), rules.rounds, of="rounds")
    return fields({"discards": cards, "rounds": rounds}, {"completed": cards})


def _round_shape(rules: Rules, seats: int) -> Check:
    seat, number = whole(0, seats - 1), whole(0)
    colors = one_of(*(rules.sides[die] for die in rules.color_types))
    whites = one_of(*(rules.sides[die] for die in rules.white_types))
    choice = null_or(row(colors, whites, of="color die, white die"))
    roll = null_or(row(number, number, of="color number, white number"))
    again = row(seat, one_of(COLOR, WHITE), number, of='seat, "color" or "white", number')
    own = row(seat, one_of(COLOR), of='seat, "color"')
    white = row(seat, one_of(WHITE), seat, of='seat, "white", whose roll')

    def saved(place: str, value: object) -> Iterator[str]:
        is_white = isinstance(value, list) and value[1:2] == [WHITE]
        return (white if is_white else own)(place, value)

    return fields(
        {
            "choices": each(choice, seats, of="seats"),
            "rolls": each(roll, seats, of="seats"),
            "rerolls": each(each(again, of="re-rolled dice"), of="repetitions"),
            "saves": each(saved, of="saves"),
        },
        {},
    )
