"""Values a user gave, checked against a model's fields; faults in words people understand."""

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from dicestats.errors import unknown

Model = TypeVar("Model", bound=BaseModel)
Schema = Mapping[str, Any]
Readings = tuple[Any, ...]  # what a value may mean, the likeliest first

_LONGEST = 60  # characters of a value shown in a message
_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "string": "text",
    "object": "a table",
    "null": "nothing",
}


def toml_value(text: str) -> Any:
    """Read a value as TOML; None where it is not TOML.

    Parameters
    ----------
    text : str
        What stands after the equals sign.

    Returns
    -------
    object or None
        The value. TOML has no null, so None is never a value.

    Examples
    --------
    >>> toml_value("[0, 1]"), toml_value("off"), toml_value("012")
    ([0, 1], None, None)
    """
    try:
        document = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None  # then it is text: that is the convention, not a fault
    return document["value"] if len(document) == 1 else None


def readings(value: Any) -> Readings:
    """List what a value from a file may mean: itself, and a list also as a tuple.

    Parameters
    ----------
    value : object
        From TOML, JSON or Python.

    Returns
    -------
    tuple of object
        The likeliest first.
    """
    return (value, tuple(value)) if isinstance(value, list) else (value,)


def text_readings(text: str) -> Readings:
    """List what typed text may mean: TOML if it parses, else the text itself.

    Parameters
    ----------
    text : str
        What stands after the equals sign.

    Returns
    -------
    tuple of object
        The likeliest first.

    Examples
    --------
    >>> text_readings("3"), text_readings("012")
    ((3, '3'), ('012',))
    """
    value = toml_value(text)
    return (text,) if value is None else (*readings(value), text)


def check_fields(
    model: type[BaseModel], given: Mapping[str, Readings], *, kind: str
) -> tuple[dict[str, Any], list[str]]:
    """Check each value against the type of its own field.

    Parameters
    ----------
    model : type of pydantic model
        Whose fields they are.
    given : mapping from name to readings
        The first reading that the field's type accepts is taken.
    kind : str
        What a field is called in messages, such as ``"field"`` or ``"parameter"``.

    Returns
    -------
    values : dict
        The values that are right.
    faults : list of str
        One for each that is not.
    """
    values: dict[str, Any] = {}
    faults = []
    for name, means in given.items():
        if name not in model.model_fields:
            faults.append(unknown(kind, name, list(model.model_fields)))
            continue
        fitting = [value for value in means if not _errors(model, name, value)]
        if fitting:
            values[name] = fitting[0]
        else:
            faults.append(_fault(model, name, means[0], _errors(model, name, means[0])))
    return values, faults


def check_whole(
    model: type[Model], values: Mapping[str, Any], given: Collection[str] = ()
) -> tuple[Model | None, list[str]]:
    """Check values together: what is missing, what does not fit the others.

    Parameters
    ----------
    model : type of pydantic model
        What is to be made.
    values : mapping
        Values that are right, each for itself.
    given : collection of str
        Names that were given, right or wrong: they are not missing.

    Returns
    -------
    made : model or None
        None where there are faults.
    faults : list of str
        In human words.
    """
    try:
        return model.model_validate(dict(values)), []
    except ValidationError as error:
        left = [e for e in error.errors() if e["type"] != "missing" or e["loc"][0] not in given]
        return None, [_whole_fault(model, details) for details in left]


def _whole_fault(model: type[BaseModel], details: ErrorDetails) -> str:
    name = str(details["loc"][0]) if details["loc"] else ""
    if details["type"] == "missing":
        return f"{name} is missing: give {allowed(model, name)}"
    return _fault(model, name, details["input"], [details]) if name else _own_words(details)


def _errors(model: type[BaseModel], name: str, value: Any) -> list[ErrorDetails]:
    """Find the faults of one field alone; what other fields lack does not count."""
    try:
        model.model_validate({name: value})
    except ValidationError as error:
        return [details for details in error.errors() if details["loc"][:1] == (name,)]
    return []


def _own_words(details: ErrorDetails) -> str:
    """Give the message that the model's author wrote, without the library's prefix."""
    return str(details.get("ctx", {}).get("error", details["msg"]))


def _fault(model: type[BaseModel], name: str, value: Any, errors: Sequence[ErrorDetails]) -> str:
    own = [_own_words(e) for e in errors if e["type"] in ("value_error", "assertion_error")]
    if own:
        return f"{name} = {shown(value)}: {own[0]}"
    near = get_close_matches(str(value), _choices(model, name), n=1, cutoff=0.5)
    hint = f" (did you mean '{near[0]}'?)" if near and isinstance(value, str) else ""
    return f"{name} = {shown(value)} is not allowed{hint}: give {allowed(model, name)}"


def shown(value: Any, longest: int | None = _LONGEST) -> str:
    """Write a value as it would stand in TOML or JSON, shortened where it is long.

    Parameters
    ----------
    value : object
        Any value.
    longest : int, optional
        How many characters to show; None for all.

    Returns
    -------
    str
        JSON.

    Examples
    --------
    >>> shown(True), shown("off"), shown((0, 1))
    ('true', '"off"', '[0, 1]')
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if longest is None or len(text) <= longest else f"{text[: longest - 4]} ..."


def allowed(model: type[BaseModel], name: str) -> str:
    """Say what a field accepts.

    Parameters
    ----------
    model : type of pydantic model
        Whose field it is.
    name : str
        The field.

    Returns
    -------
    str
        Such as ``a whole number from 1 to 6``.
    """
    *first, last = _alternatives(*_schema(model, name))
    return f"{', '.join(first)} or {last}" if first else last


def _schema(model: type[BaseModel], name: str) -> tuple[Schema, Schema]:
    whole = model.model_json_schema()
    return whole["properties"][name], whole.get("$defs", {})


def _alternatives(schema: Schema, defs: Schema) -> list[str]:
    if "$ref" in schema:
        return _alternatives(defs[schema["$ref"].rsplit("/", 1)[-1]], defs)
    if "anyOf" in schema:
        return [word for part in schema["anyOf"] for word in _alternatives(part, defs)]
    if "const" in schema:
        return [shown(schema["const"])]
    if "enum" in schema:
        return [shown(choice) for choice in schema["enum"]]
    if schema.get("type") == "array":
        return [_list_words(schema, defs)]
    return [_KINDS.get(schema.get("type", ""), "a value") + _limits(schema)]


def _list_words(schema: Schema, defs: Schema) -> str:
    if "prefixItems" in schema:
        parts = [" or ".join(_alternatives(part, defs)) for part in schema["prefixItems"]]
        return f"a list of {len(parts)}: {', '.join(parts)}"
    low, high = schema.get("minItems"), schema.get("maxItems")
    size = {(low, None): f", at least {low}", (None, high): f", at most {high}", (None, None): ""}
    items = " or ".join(_alternatives(schema.get("items", {}), defs))
    return f"a list, each {items}{size.get((low, high), f', {low} to {high} of them')}"


def _limits(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    words = [
        "" if low is None else f" from {low}",
        "" if above is None else f" above {above}",
        "" if high is None else f" to {high}" if low is not None else f" up to {high}",
        "" if below is None else f" below {below}",
        f" like {schema['pattern']}" if "pattern" in schema else "",
    ]
    return "".join(words)


def _choices(model: type[BaseModel], name: str) -> list[str]:
    schema, _ = _schema(model, name)
    parts = schema.get("anyOf", [schema])
    found = [choice for part in parts for choice in part.get("enum", [part.get("const")])]
    return [choice for choice in found if isinstance(choice, str)]
