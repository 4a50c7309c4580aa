"""Reading a record of Tumblin' Dice: its rules, the rolls for the first order, the dice thrown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dicestats import shapes
from dicestats.errors import InputError, unknown
from dicestats.games.tumblin.reference.dice import DISC, FOUL, HIT, LEVELS, NAME, OFF, SHOT
from dicestats.games.tumblin.rules import MOST_SEATS, PHYSICAL, USUAL_SEATS, Rules
from dicestats.shapes import Check, each, fields, null_or, one_of, shown, whole

REQUIRED = ("game", "rules", "seats", "order_rolls", "rounds")
OPTIONAL = ("seed", "index", "strategies", "outcome")


@dataclass(frozen=True)
class Written:
    """A record that is whole and of the right shape; whether it was played by the rules is open."""

    rules: Rules
    seats: int
    order_rolls: list[list[int | None]]  # a number for each side and repetition
    rounds: list[dict[str, Any]]  # dice or states


def read(record: object) -> Written:
    """Check a record's shape and take out its rules and what was thrown.

    Parameters
    ----------
    record : object
        Plain JSON: game, rules (overrides), seats, order_rolls, rounds; optional seed, index,
        strategies, outcome.

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
    Ruling T14.

    Examples
    --------
    >>> read({"game": "tumblin", "rules": {}, "seats": 17, "order_rolls": [], "round": []})
    Traceback (most recent call last):
    ...
    dicestats.errors.InputError: record: 3 faults
      - unknown key 'round' (did you mean 'rounds'?); there are: game, rules, seats, order_rolls, \
rounds, seed, index, strategies, outcome
      - rounds: missing
      - seats: 17 is not allowed by these rules: they allow 2, 3, 4
    """
    if not isinstance(record, Mapping):
        raise InputError("record", f"{shown(record)} is not an object with {', '.join(REQUIRED)}")
    rules, faults = _rules(record)
    faults = [*_key_faults(record), *faults]
    if rules is not None:  # without rules nobody can say what a legal record looks like
        faults += _seats_faults(record, rules)
        faults += _played_faults(record, rules)
    if faults or rules is None:
        raise InputError("record", faults)
    return Written(rules, record["seats"], record["order_rolls"], record["rounds"])


def _anything(place: str, value: object) -> Iterator[str]:
    return iter(())


_CHECKS: dict[str, Check] = {
    "game": one_of(NAME),
    "rules": shapes.is_object,
    "seats": whole(0),
    "order_rolls": _anything,  # see _played_faults
    "rounds": _anything,
    "seed": whole(0),
    "index": whole(0),
    "strategies": each(shapes.is_text, of="names"),
    "outcome": shapes.is_object,
}


def _key_faults(record: Mapping[Any, object]) -> Iterator[str]:
    yield from (unknown("key", str(k), REQUIRED + OPTIONAL) for k in record if k not in _CHECKS)
    yield from (f"{key}: missing" for key in REQUIRED if key not in record)
    for key, check in _CHECKS.items():
        if key in record:
            yield from check(key, record[key])
    names, seats = record.get("strategies"), record.get("seats")
    if isinstance(names, list) and shapes.is_whole(seats) and len(names) != seats:
        yield f"strategies: {len(names)} given; there are {seats} seats"


def _rules(record: Mapping[str, object]) -> tuple[Rules | None, list[str]]:
    given = record.get("rules", {})
    if not isinstance(given, Mapping):
        return None, []  # told by _key_faults
    faults = [f"rules.{name}: a record tells where dice lie, on any" for name in _physical(given)]
    try:
        return Rules.model_validate({k: v for k, v in given.items() if k not in PHYSICAL}), faults
    except ValidationError as error:
        told: dict[str, list[str]] = {}
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            told.setdefault(field, []).append(detail["msg"].removeprefix("Value error, "))
        return None, faults + [_rule_fault(field, given, why) for field, why in told.items()]


def _physical(given: Mapping[str, object]) -> Iterator[str]:
    return (name for name in PHYSICAL if name in given)


def _rule_fault(field: str, given: Mapping[str, object], told: Sequence[str]) -> str:
    known = [name for name in Rules.model_fields if name not in PHYSICAL]
    if not field:
        return f"rules: {told[0]}"
    if field not in known:
        return f"rules: {unknown('rule', field, known)}"
    allowed = "; or ".join(dict.fromkeys(told))
    return f"rules.{field}: {shown(given[field])} is not allowed: {allowed}"


def _seats_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    seats = record.get("seats")
    if shapes.is_whole(seats) and seats not in rules.seats:
        fit = ", ".join(map(str, rules.seats))
        few = max(rules.seats) == USUAL_SEATS < seats <= MOST_SEATS and not rules.teams
        more = "; for more, rules.dice must be given" if few else ""
        yield f"seats: {seats} is not allowed by these rules: they allow {fit}{more}"


def _played_faults(record: Mapping[str, object], rules: Rules) -> Iterator[str]:
    seats = record.get("seats")
    if not isinstance(seats, int) or seats not in rules.seats:
        return  # told by _key_faults or _seats_faults
    number = null_or(whole(1, rules.order_sides))
    row = each(number, len(rules.members(seats)), of="sides")
    shape = {
        "order_rolls": each(row, of="repetitions"),
        "rounds": each(_round_shape(rules, seats), of="rounds"),
    }
    for key, check in shape.items():
        if key in record:
            yield from check(key, record[key])


def _round_shape(rules: Rules, seats: int) -> Check:
    dice = each(_die_shape(rules, seats), of="dice")
    either = fields({}, {"dice": dice, "states": each(dice, of="states")})

    def check(place: str, value: object) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{place}: {shown(value)} is not an object with dice or states"
            return
        yield from either(place, value)
        if "dice" in value and "states" in value:
            yield f"{place}: give dice or states, not both"
        if "dice" not in value and "states" not in value:
            yield f"{place}: dice or states are missing"

    return check


def _die_shape(rules: Rules, seats: int) -> Check:
    common: dict[str, Check] = {"owner": whole(0, seats - 1)}
    face = null_or(whole(1, max(rules.die_sides)))
    level = one_of(*LEVELS, OFF, DISC)
    more: dict[str, Check] = {
        "bonus": one_of(False, True),
        "fate": one_of(SHOT, HIT, FOUL),
        "sides": one_of(*sorted(set(rules.die_sides))),
    }
    usual = fields({**common, "level": level, "face": face}, more)
    fouled = fields({**common, "face": face}, {"level": null_or(level), **more})

    def check(place: str, value: object) -> Iterator[str]:
        is_foul = isinstance(value, Mapping) and value.get("fate") == FOUL  # ruling T8
        yield from (fouled if is_foul else usual)(place, value)

    return check
