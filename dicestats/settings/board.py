"""What a game is played on: named boards, TOML files and single fields, beside the rules.

A board is made of one or more fields of the rules, each a model of its own, so that digests and
manifests cover it; the names of their fields differ, so that one name finds its place.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from dicestats.errors import InputError, unknown
from dicestats.game import Game
from dicestats.settings.rules import read_toml, split_field
from dicestats.settings.values import Readings, check_fields, check_whole, readings, text_readings


def board_from(game: Game, rules: BaseModel, given: Sequence[str | Mapping[str, Any]]) -> BaseModel:
    """Read ``--board``: names, TOML files and ``field=value``, later over earlier.

    Parameters
    ----------
    game : Game
        Whose board it is.
    rules : pydantic model
        The rules it is played by.
    given : sequence of str or mapping
        As typed, or a table of fields.

    Returns
    -------
    pydantic model
        The rules with that board.

    Raises
    ------
    InputError
        With every fault; also where the game is played without a board.
    """
    if not given:
        return rules
    if not game.board:
        raise InputError("--board", f"{game.title} is played without a board")
    models = {name: type(getattr(rules, name)) for name in game.board}
    parts, faults = {name: dict(getattr(rules, name)) for name in game.board}, list[str]()
    for text in given:
        fields, wrong = _sorted(game, models, text)
        faults += wrong
        for name, means in fields.items():
            values, wrong = check_fields(models[name], means, kind="field")
            parts[name] |= values
            faults += wrong
    made = {name: check_whole(model, parts[name]) for name, model in models.items()}
    faults += [fault for _, wrong in made.values() for fault in wrong]
    if not faults:
        boards = {name: part for name, (part, _) in made.items()}
        whole, faults = check_whole(type(rules), {**dict(rules), **boards})
        if whole is not None:
            return whole
    raise InputError("--board", dict.fromkeys(faults))


def _sorted(
    game: Game, models: Mapping[str, type[BaseModel]], given: str | Mapping[str, Any]
) -> tuple[dict[str, dict[str, Readings]], list[str]]:
    """Say which part of the board each field belongs to, and which belong nowhere."""
    if isinstance(given, str) and given in game.boards:
        tables = game.boards[given].overrides.items()
        return {name: {k: readings(v) for k, v in table.items()} for name, table in tables}, []
    found: dict[str, dict[str, Readings]] = {name: {} for name in models}
    every = [name for model in models.values() for name in model.model_fields]
    fields = _fields(game, given)
    for field, means in fields.items():
        for name, model in models.items():
            if field in model.model_fields:
                found[name][field] = means
    return found, [unknown("field", name, every) for name in fields if name not in every]


def _fields(game: Game, given: str | Mapping[str, Any]) -> dict[str, Readings]:
    if not isinstance(given, str):
        return {str(name): readings(value) for name, value in given.items()}
    if pair := split_field(given):
        return {pair[0]: text_readings(pair[1])}
    if given.endswith(".toml") or Path(given).exists():
        return {name: readings(value) for name, value in read_toml(Path(given)).items()}
    others = "; or give a TOML file, or field=value"
    raise InputError("--board", unknown("board", given, list(game.boards)) + others)
