"""Rules from what a user gave: variants, TOML files and single fields; and back to TOML."""

import json
import os
import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from dicestats.errors import InputError, unknown
from dicestats.game import Game, Variant
from dicestats.settings.beside import fields_beside
from dicestats.settings.values import (
    Readings,
    allowed,
    check_fields,
    check_whole,
    readings,
    shown,
    text_readings,
)

Model = TypeVar("Model", bound=BaseModel)

_FIELD = re.compile(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)
_ALMOST_FIELD = re.compile(r"\s*([^\s=/\\]+)\s*=", re.DOTALL)
_WIDTH = 88  # of the comments in a rules file


def rules_from(game: Game, given: Sequence[str]) -> BaseModel:
    """Read ``--rules``: variants, TOML files and ``field=value``, later over earlier.

    Parameters
    ----------
    game : Game
        Whose rules they are.
    given : sequence of str
        The values in the order in which they were typed; none means the published rules.

    Returns
    -------
    pydantic model
        The game's rules.

    Raises
    ------
    InputError
        With every fault of all the values.
    """
    return model_from(game.rules, given, variants=game.variants, place="--rules")


def model_from(
    model: type[Model], given: Sequence[str], *, variants: Mapping[str, Variant], place: str
) -> Model:
    """Read a model of settings from names, TOML files and ``field=value``.

    Parameters
    ----------
    model : type of pydantic model
        What is to be made.
    given : sequence of str
        The values in the order in which they were typed; later ones go over earlier ones.
    variants : mapping from name to Variant
        The names there are.
    place : str
        The option, for the message.

    Returns
    -------
    pydantic model
        The defaults with all that was given.

    Raises
    ------
    InputError
        With every fault of all the values.
    """
    values: dict[str, Any] = {}
    faults: list[str] = []
    for text in given:
        try:
            fields, where = _source(text, model, variants)
        except InputError as error:
            faults += [f"{error.place}: {fault}" for fault in error.faults]
            continue
        good, bad = check_fields(model, fields, kind="field")
        values |= good
        faults += [f"{where}{fault}" for fault in bad]
    return _made(model, values, faults, place)


def rules_from_mapping(
    game: Game, overrides: Mapping[str, Any], place: str, *, folder: Path | None = None
) -> BaseModel:
    """Make rules from overrides that stand in an experiment or a record.

    Parameters
    ----------
    game : Game
        Whose rules they are.
    overrides : mapping
        Fields and their values, as TOML or JSON hold them.
    place : str
        The file, cell or record, for the message.
    folder : Path, optional
        Where the file lies that holds them: files that they name are looked for there first.

    Returns
    -------
    pydantic model
        The game's rules.

    Raises
    ------
    InputError
        With every fault.
    """
    if not isinstance(overrides, Mapping):
        raise InputError(place, f"rules are {shown(overrides)}: give a table of fields")
    if folder is not None:
        overrides = fields_beside(game.rules, overrides, folder)
    given = {str(name): readings(value) for name, value in overrides.items()}
    values, faults = check_fields(game.rules, given, kind="field")
    return _made(game.rules, values, faults, place)


def _made(
    model: type[Model], values: Mapping[str, Any], faults: Sequence[str], place: str
) -> Model:
    made, cross = check_whole(model, values)
    if made is not None and not faults:
        return made
    # Fields that need each other are judged without the wrong ones: say so.
    prefix = "with the faults above left out: " if faults else ""
    raise InputError(place, dict.fromkeys([*faults, *(f"{prefix}{fault}" for fault in cross)]))


def _source(
    text: str, model: type[BaseModel], variants: Mapping[str, Variant]
) -> tuple[dict[str, Readings], str]:
    """Tell which of the three forms a text is, and give its fields and how to cite it."""
    if pair := split_field(text):
        return {pair[0]: text_readings(pair[1])}, ""
    if text in variants:
        return {name: readings(v) for name, v in variants[text].overrides.items()}, f"{text}: "
    if text.endswith(".toml") or os.path.exists(text):
        document = fields_beside(model, read_toml(Path(text)), Path(text).parent)
        return {name: readings(value) for name, value in document.items()}, f"{text}: "
    if almost := _ALMOST_FIELD.match(text):
        raise InputError(text, unknown("field", almost[1], list(model.model_fields)))
    others = "; or give a TOML file of overrides, or field=value"
    raise InputError(f"'{text}'", unknown("variant", text, list(variants)) + others)


def split_field(text: str) -> tuple[str, str] | None:
    """Split ``field=value``.

    Parameters
    ----------
    text : str
        As typed.

    Returns
    -------
    tuple of str or None
        Field and value; None for another form.

    Examples
    --------
    >>> split_field("target = 301"), split_field("small.toml")
    (('target', '301'), None)
    """
    found = _FIELD.fullmatch(text)
    return (found[1], found[2].strip()) if found else None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    dict
        The document.

    Raises
    ------
    InputError
        If it cannot be read, is not UTF-8 text, or is not TOML: with the line.
    """
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(str(path), f"is not TOML: {error}") from error
    except RecursionError as error:
        raise InputError(str(path), "is nested too deeply") from error


def read_text(path: Path) -> str:
    """Read a text file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    str
        Its text, without a byte order mark.

    Raises
    ------
    InputError
        If there is no such file, it cannot be read, or it is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise InputError(str(path), "there is no such file") from error
    except IsADirectoryError as error:
        raise InputError(str(path), "is a folder: give a file") from error
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"is not UTF-8 text (byte {error.start + 1})") from error


def overrides(rules: BaseModel) -> dict[str, Any]:
    """List the fields that differ from the published rules.

    Parameters
    ----------
    rules : pydantic model
        A game's rules.

    Returns
    -------
    dict
        JSON-able: tuples as lists; ``rules_from_mapping`` makes the same rules of it.
    """
    changed = {
        name
        for name, field in type(rules).model_fields.items()
        if getattr(rules, name) != field.get_default(call_default_factory=True)
    }
    return rules.model_dump(mode="json", include=changed)


def rules_toml(game: Game, rules: BaseModel | None = None) -> str:
    """Write rules as a commented TOML file, ready to edit.

    Parameters
    ----------
    game : Game
        Whose rules they are.
    rules : pydantic model, optional
        The rules to write; the published ones if not given.

    Returns
    -------
    str
        Every field with its meaning, what is allowed and its value; ``rules_from`` reads it.
    """
    written = game.rules() if rules is None else rules
    head = f"# The rules of {game.title}. Change what you like; fields left out keep their default."
    values = written.model_dump(mode="json")
    return "\n\n".join([head, *(_field_toml(game.rules, n, v) for n, v in values.items())]) + "\n"


def _field_toml(model: type[BaseModel], name: str, value: Any) -> str:
    words = [model.model_fields[name].description or "", f"allowed: {allowed(model, name)}"]
    lines = [line for text in words for line in textwrap.wrap(text, _WIDTH)]
    setting = f"# {name} is not set" if value is None else f"{name} = {_toml(value)}"
    return "\n".join([*(f"# {line}" for line in lines), setting])


def _toml(value: Any) -> str:
    """Write a JSON-able value as TOML: the two differ only in tables."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{shown(k)} = {_toml(v)}" for k, v in value.items() if v is not None)
        return f"{{ {pairs} }}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)
