"""Whole numbers as people write them: ``1000000``, ``1_000_000``, ``1e6``."""

import re
from decimal import Decimal

from dicestats.errors import InputError

MOST_GAMES = 10**13
MOST_SEATS = 64
SEEDS = 2**64

_NUMBER = re.compile(r"[+-]?\d+(_\d+)*(\.\d+)?([eE][+-]?\d{1,6})?", re.ASCII)


def whole_number(text: str | float, *, place: str, low: int, high: int) -> int:
    """Read a whole number within limits.

    Parameters
    ----------
    text : str, int or float
        As typed, or as it stands in a TOML file; underscores and exponents are allowed.
    place : str
        The argument or file cell, for the message.
    low, high : int
        The smallest and the largest number allowed.

    Returns
    -------
    int
        The number, exact.

    Raises
    ------
    InputError
        If it is no number, has a fraction, or lies outside the limits.

    Examples
    --------
    >>> whole_number("2.5e5", place="--games", low=1, high=10**13)
    250000
    """
    written = str(text).strip()
    wanted = f"give a whole number from {_power(low)} to {_power(high)}"
    if not _NUMBER.fullmatch(written):
        raise InputError(place, f"'{text}' is not a number: {wanted}")
    value = Decimal(written.replace("_", ""))
    if not low <= value <= high:
        raise InputError(place, f"{text} is not allowed: {wanted}")
    if value != int(value):
        raise InputError(place, f"{text} has a fraction: {wanted}")
    return int(value)


def _power(number: int) -> str:
    """Write round limits as powers: 10^13, 2^64 - 1."""
    text = str(number)
    if len(text) > 7 and not text.strip("10") and text.count("1") == 1:
        return f"10^{len(text) - 1}"
    return "2^64 - 1" if number == SEEDS - 1 else text


def games_count(text: str | float, place: str = "--games") -> int:
    """Read a number of games.

    Parameters
    ----------
    text : str, int or float
        Such as ``1000000``, ``1_000_000``, ``1e6`` or ``2.5e5``.
    place : str
        The argument or file cell, for the message.

    Returns
    -------
    int
        From 1 to 10^13.

    Raises
    ------
    InputError
        If it is not such a number.

    Examples
    --------
    >>> games_count("1_000_000") == games_count("1e6") == 1000000
    True
    """
    return whole_number(text, place=place, low=1, high=MOST_GAMES)


def seats_count(text: str | float, place: str = "--seats") -> int:
    """Read a number of seats; whether the rules allow it is for ``strategies_from`` to say.

    Parameters
    ----------
    text : str, int or float
        A whole number.
    place : str
        The argument or file cell, for the message.

    Returns
    -------
    int
        From 1 to 64.

    Raises
    ------
    InputError
        If it is not such a number.

    Examples
    --------
    >>> seats_count("2")
    2
    """
    return whole_number(text, place=place, low=1, high=MOST_SEATS)


def seed_from(text: str | float, place: str = "--seed") -> int:
    """Read a seed.

    Parameters
    ----------
    text : str, int or float
        A whole number.
    place : str
        The argument or file cell, for the message.

    Returns
    -------
    int
        From 0 to 2^64 - 1.

    Raises
    ------
    InputError
        If it is not such a number.

    Examples
    --------
    >>> seed_from("2026")
    2026
    """
    return whole_number(text, place=place, low=0, high=SEEDS - 1)
