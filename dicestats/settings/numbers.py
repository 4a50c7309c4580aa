"""Whole numbers as people write them: ``1000000``, ``1_000_000``, ``1e6``."""

import re
from dataclasses import dataclass
from decimal import Decimal

from dicestats.errors import InputError


@dataclass(frozen=True)
class Whole:
    """A whole number that people give: the option that it stands for, and its limits."""

    place: str
    low: int
    high: int


GAMES = Whole("--games", 1, 10**13)
GAME = Whole("--game", 0, 10**13)
SEATS = Whole("--seats", 1, 64)  # whether the rules allow it is for ``strategies_from`` to say
SEED = Whole("--seed", 0, 2**64 - 1)
JOBS = Whole("--n-jobs", 1, 1024)
LEAVES = Whole("--leaves", 1, 10**10)

_NUMBER = re.compile(r"[+-]?\d+(_\d+)*(\.\d+)?([eE][+-]?\d{1,6})?", re.ASCII)


def whole_number(text: str | float, wanted: Whole, *, place: str | None = None) -> int:
    """Read a whole number within limits.

    Parameters
    ----------
    text : str, int or float
        As typed, or as it stands in a TOML file; underscores and exponents are allowed.
    wanted : Whole
        What it stands for, the smallest and the largest number allowed.
    place : str, optional
        Where it was given, for the message, if not as that option.

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
    >>> whole_number("2.5e5", GAMES), whole_number("1_000_000", GAMES)
    (250000, 1000000)
    """
    written = str(text).strip()
    where = wanted.place if place is None else place
    give = f"give a whole number from {_power(wanted.low)} to {_power(wanted.high)}"
    if not _NUMBER.fullmatch(written):
        raise InputError(where, f"'{text}' is not a number: {give}")
    value = Decimal(written.replace("_", ""))
    if not wanted.low <= value <= wanted.high:
        raise InputError(where, f"{text} is not allowed: {give}")
    if value != int(value):
        raise InputError(where, f"{text} has a fraction: {give}")
    return int(value)


def _power(number: int) -> str:
    """Write round limits as powers: 10^13, 2^64 - 1."""
    text = str(number)
    if len(text) > 7 and not text.strip("10") and text.count("1") == 1:
        return f"10^{len(text) - 1}"
    return "2^64 - 1" if number == SEED.high else text
