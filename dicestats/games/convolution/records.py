"""Reading a record of Convolution: it is legal in every detail, or all its faults are listed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dicestats.errors import InputError, unknown
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.turns import turn_order

NAME = "convolution"
REQUIRED = ("game", "rules", "rolls", "choices")
OPTIONAL = ("seed", "index", "strategies", "outcome")


@dataclass(frozen=True)
class Played:
    """A legal record: the rules and everything that was rolled and chosen."""

    rules: Rules
    rolls: list[list[int]]  # (pairs, dice)
    choices: list[str]  # (turns)


def read(record: object) -> Played:
    """Check a record and take out what was played.

    Parameters
    ----------
    record : object
        Plain JSON: game, rules (overrides), rolls, choices; optional seed, index, strategies,
        outcome.

    Returns
    -------
    Played
        The game, safe to score.

    Raises
    ------
    InputError
        With every fault and its place; places count from zero, as in JSON.

    Notes
    -----
    What makes a record illegal: rulebook, The Active Categories; rulings C1, C2 and C11.

    Examples
    --------
    >>> rules = {"colors": 1, "dice_per_color": 1, "bluggard": False}
    >>> rolls, choices = [[3], [7]], ["red", "red", "first_highest", "first_highest"]
    >>> read({"game": "convolution", "rules": rules, "rolls": rolls, "choices": choices})
    Traceback (most recent call last):
    ...
    dicestats.errors.InputError: record: rolls[1][0]: face 7 is not on a die of 6 sides
    """
    if not isinstance(record, dict):
        raise InputError("record", f"{show(record)} is not an object with {', '.join(REQUIRED)}")
    faults = [*_key_faults(record), *_extra_faults(record)]
    rules, rules_faults = _read_rules(record.get("rules", {}))
    faults += rules_faults
    if rules is not None:  # without rules nobody can say what a legal roll is
        faults += [*_rolls_faults(record, rules), *_choices_faults(record, rules)]
    if faults or rules is None:
        raise InputError("record", faults)
    return Played(rules, record["rolls"], record["choices"])


def show(value: object) -> str:
    """Write a value as it stands in JSON, shortened.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    str
        At most 60 characters.

    Examples
    --------
    >>> show(None), show("red"), show([1, True])
    ('null', '"red"', '[1, true]')
    """
    text = json.dumps(value, default=repr, skipkeys=True)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _key_faults(record: Mapping[Any, object]) -> Iterator[str]:
    allowed = REQUIRED + OPTIONAL
    yield from (unknown("key", str(key), allowed) for key in record if key not in allowed)
    yield from (f"{key}: missing" for key in REQUIRED if key not in record)
    if "game" in record and record["game"] != NAME:
        yield f'game: {show(record["game"])} is not "{NAME}"'


def _extra_faults(record: Mapping[str, object]) -> Iterator[str]:
    for key in ("seed", "index"):
        value = record.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            yield f"{key}: {show(value)} is not a whole number from 0"
    names = record.get("strategies", [""] * SEATS)
    if (
        not isinstance(names, list)
        or len(names) != SEATS
        or not all(isinstance(name, str) for name in names)
    ):
        yield f"strategies: {show(names)} is not a list of {SEATS} names"
    if not isinstance(record.get("outcome", {}), dict):
        yield f"outcome: {show(record['outcome'])} is not an object"


def _read_rules(overrides: object) -> tuple[Rules | None, list[str]]:
    if not isinstance(overrides, dict):
        return None, [f"rules: {show(overrides)} is not an object of overrides"]
    try:
        return Rules.model_validate(overrides), []
    except ValidationError as error:
        faults: dict[str, list[str]] = {}
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            faults.setdefault(field, []).append(detail["msg"])
        return None, [_rule_fault(field, overrides, told) for field, told in faults.items()]


def _rule_fault(field: str, overrides: Mapping[str, object], told: list[str]) -> str:
    if not field:
        return f"rules: {told[0].removeprefix('Value error, ')}"
    if field not in Rules.model_fields:
        return f"rules: {unknown('rule', field, list(Rules.model_fields))}"
    allowed = "; or ".join(dict.fromkeys(told))
    return f"rules.{field}: {show(overrides[field])} is not allowed: {allowed}"


def _rolls_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    rolls = record.get("rolls")
    if not isinstance(rolls, list):
        if "rolls" in record:
            yield f"rolls: {show(rolls)} is not a list"
        return
    if len(rolls) != rules.pairs:
        yield f"rolls: {len(rolls)} given; these rules have {rules.pairs}, one a pair"
    for pair, roll in enumerate(rolls):
        yield from _roll_faults(f"rolls[{pair}]", roll, rules)


def _roll_faults(place: str, roll: object, rules: Rules) -> Iterator[str]:
    if not isinstance(roll, list):
        yield f"{place}: {show(roll)} is not a list of faces"
        return
    if len(roll) != rules.dice:
        yield f"{place}: {len(roll)} dice given; these rules roll {rules.dice}"
    for die, face in enumerate(roll):
        if not _is_whole(face):
            yield f"{place}[{die}]: {show(face)} is not a whole number"
        elif not 1 <= face <= rules.sides:
            yield f"{place}[{die}]: face {face} is not on a die of {rules.sides} sides"


def _choices_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    choices = record.get("choices")
    if not isinstance(choices, list):
        if "choices" in record:
            yield f"choices: {show(choices)} is not a list"
        return
    order = turn_order(rules)
    if len(choices) != len(order):
        yield f"choices: {len(choices)} given; these rules have {len(order)}, one a turn"
    played: dict[tuple[int, str], int] = {}
    for number, choice in enumerate(choices):
        place = f"choices[{number}]"
        if not isinstance(choice, str):
            yield f"{place}: {show(choice)} is not a category's name"
        elif choice not in rules.active:
            yield f"{place}: {unknown('category', choice, rules.active)}"
        elif number < len(order):
            seat = order[number]
            before = played.setdefault((seat, choice), number)
            if before != number:  # ruling C2: open in the player's own column
                yield f"{place}: seat {seat} has already played '{choice}' (choices[{before}])"
