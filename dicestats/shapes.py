"""Shapes of plain JSON: small checks, put together; each lists every fault with its place."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from dicestats.errors import unknown

Check = Callable[[str, object], Iterator[str]]  # place, value -> faults

_LONGEST = 60  # characters of a value shown in a message


def shown(value: object) -> str:
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
    >>> shown(None), shown("red"), shown([1, True])
    ('null', '"red"', '[1, true]')
    """
    text = json.dumps(value, default=repr, skipkeys=True)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether a value is a whole number; true and false are not.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    bool
        Whether it is.
    """
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(*allowed: object) -> Check:
    """Accept some values only.

    Parameters
    ----------
    *allowed : object
        The values; 1 is not true.

    Returns
    -------
    callable
        The check.

    Examples
    --------
    >>> list(one_of("color", "white")("saves[0][1]", "red"))
    ['saves[0][1]: "red" is not "color" or "white"']
    """

    def check(place: str, value: object) -> Iterator[str]:
        if not any(type(value) is type(right) and value == right for right in allowed):
            *first, last = map(shown, allowed)
            words = f"{', '.join(first)} or {last}" if first else last
            yield f"{place}: {shown(value)} is not {words}"

    return check


def whole(low: int, high: int | None = None) -> Check:
    """Accept whole numbers within limits.

    Parameters
    ----------
    low, high : int
        The smallest, and the largest if there is one.

    Returns
    -------
    callable
        The check.

    Examples
    --------
    >>> list(whole(0, 1)("saves[0][0]", 2))
    ['saves[0][0]: 2 is not a whole number from 0 to 1']
    """

    def check(place: str, value: object) -> Iterator[str]:
        if not (is_whole(value) and low <= value and (high is None or value <= high)):
            limits = f"from {low}" + (f" to {high}" if high is not None else "")
            yield f"{place}: {shown(value)} is not a whole number {limits}"

    return check


def is_text(place: str, value: object) -> Iterator[str]:
    """Accept text.

    Parameters
    ----------
    place : str
        Where the value stands.
    value : object
        Anything.

    Yields
    ------
    str
        The fault, if it is none.
    """
    if not isinstance(value, str):
        yield f"{place}: {shown(value)} is not text"


def is_object(place: str, value: object) -> Iterator[str]:
    """Accept any object.

    Parameters
    ----------
    place : str
        Where the value stands.
    value : object
        Anything.

    Yields
    ------
    str
        The fault, if it is none.
    """
    if not isinstance(value, Mapping):
        yield f"{place}: {shown(value)} is not an object"


def each(item: Check, length: int | None = None, *, of: str) -> Check:
    """Accept lists.

    Parameters
    ----------
    item : callable
        The check of every item.
    length : int, optional
        How many there must be.
    of : str
        What the items are, such as ``"seats"``.

    Returns
    -------
    callable
        The check.

    Examples
    --------
    >>> list(each(whole(1), 2, of="numbers")("rolls[0]", [3]))
    ['rolls[0]: 1 numbers given; there must be 2']
    """

    def check(place: str, value: object) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place}: {shown(value)} is not a list of {of}"
            return
        if length is not None and len(value) != length:
            yield f"{place}: {len(value)} {of} given; there must be {length}"
        for i, part in enumerate(value):
            yield from item(f"{place}[{i}]", part)

    return check


def row(*items: Check, of: str) -> Check:
    """Accept lists whose items each have a meaning of their own.

    Parameters
    ----------
    *items : callable
        A check for each item.
    of : str
        What the row says, such as ``"seat, die, number"``.

    Returns
    -------
    callable
        The check.

    Examples
    --------
    >>> list(row(whole(0), whole(1), of="seat, number")("rolls[0]", [0]))
    ['rolls[0]: [0] is not a list of seat, number']
    """

    def check(place: str, value: object) -> Iterator[str]:
        if not isinstance(value, list) or len(value) != len(items):
            yield f"{place}: {shown(value)} is not a list of {of}"
            return
        for i, (item, part) in enumerate(zip(items, value, strict=True)):
            yield from item(f"{place}[{i}]", part)

    return check


def null_or(item: Check) -> Check:
    """Accept null besides.

    Parameters
    ----------
    item : callable
        The check of everything else.

    Returns
    -------
    callable
        The check.
    """
    return lambda place, value: iter(()) if value is None else item(place, value)


def fields(required: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    """Accept objects with certain keys only.

    Parameters
    ----------
    required, optional : mapping from str to callable
        The check of each key's value.

    Returns
    -------
    callable
        The check.

    Examples
    --------
    >>> list(fields({"seats": whole(2)}, {})("", {"seat": 2}))
    ["unknown key 'seat' (did you mean 'seats'?); there are: seats", 'seats: missing']
    """
    known = {**required, **optional}

    def check(place: str, value: object) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{place}: {shown(value)} is not an object with {', '.join(required)}"
            return
        start, at = (f"{place}.", f"{place}: ") if place else ("", "")
        yield from (f"{at}{unknown('key', str(k), [*known])}" for k in value if k not in known)
        yield from (f"{start}{key}: missing" for key in required if key not in value)
        for key, item in known.items():
            if key in value:
                yield from item(f"{start}{key}", value[key])

    return check
