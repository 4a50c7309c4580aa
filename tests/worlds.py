"""Worlds to test games in: the published rules, every variant, a small one, and random ones."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import witness
from pydantic import BaseModel, ValidationError

from dicestats import settings
from dicestats.errors import InputError
from dicestats.game import Game, Strategy
from dicestats.games import load


def worlds(game: str) -> dict[str, BaseModel]:
    """The small world first: it is the fastest."""
    found = load(game)
    variants = {name: found.rules(**v.overrides) for name, v in found.variants.items()}
    return {"small": found.small, **getattr(witness.of(game), "WORLDS", {}), **variants}


def changed(rules: BaseModel, **fields: Any) -> BaseModel | None:
    """Rules with other values, or None where no table can play them."""
    given = {name: getattr(rules, name) for name in type(rules).model_fields}
    try:
        return type(rules).model_validate({**given, **fields})
    except ValidationError:
        return None


def candidates(game: Game, field: str, now: Any) -> list[Any]:
    """Other values of a rule: those its type lists, neighbours of a number, those of variants."""
    whole = _schema(game.rules)
    found = list(witness.of(game.name).SETTINGS.get(field, []))
    found += _values(whole["properties"][field], whole.get("$defs", {}), now)
    found += [v.overrides[field] for v in game.variants.values() if field in v.overrides]
    return [value for value in found if value != now or type(value) is not type(now)]


@cache
def _schema(rules: type[BaseModel]) -> Any:
    return rules.model_json_schema()


def _values(schema: Any, defs: Any, now: Any) -> Iterator[Any]:
    if "$ref" in schema:
        yield from _values(defs[schema["$ref"].rsplit("/", 1)[-1]], defs, now)
    for part in schema.get("anyOf", []):
        yield from _values(part, defs, now)
    yield from schema.get("enum", [schema["const"]] if "const" in schema else [])
    kind = schema.get("type")
    if kind == "boolean":
        yield from (False, True)
    if kind in ("integer", "number") and "const" not in schema and "enum" not in schema:
        low, high = schema.get("minimum", -1000), schema.get("maximum", 1000)
        here = now if isinstance(now, int | float) and not isinstance(now, bool) else low
        near = [here + 1, here - 1, here + 2, 2 * here, here / 2]
        typed = (float(n) if kind == "number" else int(n) for n in [*near, low])
        yield from (n for n in typed if low <= n <= high)


def random_rules(game: Game, rng: random.Random) -> BaseModel:
    """Rules with up to four fields changed at random, from any world."""
    while True:
        rules: BaseModel | None = rng.choice([*worlds(game.name).values()])
        for field in rng.sample([*game.rules.model_fields], rng.randint(1, 4)):
            if rules is None:
                break
            values = candidates(game, field, getattr(rules, field))
            if values:
                rules = changed(rules, **{field: rng.choice(values)})
        if rules is not None:
            return rules


def players(game: Game, rules: BaseModel) -> dict[str, Strategy]:
    """The built-in strategies that know these rules; slow ones try less out than as a rule."""
    return _players(game.name, rules.model_dump_json(exclude_unset=True))


@cache
def _players(name: str, told: str) -> dict[str, Strategy]:
    """Made once in a process: some learn from many games first."""
    game = load(name)
    rules = game.rules.model_validate_json(told)
    found, slow = {}, witness.of(name).SLOW
    cheap = getattr(witness.of(name), "CHEAP", {})
    for kind in game.strategies():
        if kind in slow and slow[kind](rules):
            continue
        try:
            found[kind] = settings.strategies_from(game, rules, [cheap.get(kind, kind)])[0]
        except InputError as error:
            if kind not in str(error):
                raise
    return found


def seats(game: Game, rules: BaseModel) -> int:
    return min(game.seats(rules))
