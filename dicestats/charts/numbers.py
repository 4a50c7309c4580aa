"""Numbers on charts: which part of an axis is shown, its ticks, and as many digits as tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isfinite, log10

from dicestats.errors import InputError, unknown

_MOST_STEPS = 8  # between the ticks of an axis


@dataclass(frozen=True)
class Unit:
    """How numbers are drawn: times ``scale``, with or without a sign, as percentages or not."""

    scale: int
    signed: bool
    percent: bool
    name: str  # for the axis title

    def title(self, text: str) -> str:
        """Add the unit to an axis title.

        Parameters
        ----------
        text : str
            What is measured.

        Returns
        -------
        str
            Such as ``change (percentage points)``.
        """
        return f"{text} ({self.name})" if self.name else text

    def text(self, value: float | None, digits: int) -> str:
        """Write a number as it is shown beside a mark.

        Parameters
        ----------
        value : float or None
            As drawn; None: unknown.
        digits : int
            After the point.

        Returns
        -------
        str
            With a true minus sign; a dash for an unknown number.

        Examples
        --------
        >>> UNITS["percent"].text(0.51813, 2), UNITS["points"].text(2.1, 1)
        ('51.81%', '+2.1')
        """
        if value is None or not isfinite(value):
            return "\N{EN DASH}"
        places = digits + 2 * self.percent
        shown = round(value, places) + 0.0  # no minus sign before a zero
        sign = "+" if self.signed and shown else ""
        kind = "%" if self.percent else "f"
        return f"{shown:{sign},.{digits}{kind}}".replace("-", "\N{MINUS SIGN}")

    def axis(self, digits: int) -> str:
        """Give the d3 format of an axis.

        Parameters
        ----------
        digits : int
            After the point.

        Returns
        -------
        str
            For ``alt.Axis``.
        """
        return f"{'+' * self.signed},.{digits}{'%' if self.percent else 'f'}"

    def digits(self, step: float) -> int:
        """Tell how many digits after the point a step of this size needs.

        Parameters
        ----------
        step : float
            As drawn, above 0.

        Returns
        -------
        int
            From 0 up.

        Examples
        --------
        >>> UNITS["percent"].digits(0.05), UNITS["percent"].digits(0.0005)
        (0, 2)
        """
        return max(0, -floor(log10(step) + 1e-9) - 2 * self.percent)


UNITS = {
    "percent": Unit(1, False, True, ""),
    "points": Unit(100, True, False, "percentage points"),
    "number": Unit(1, False, False, ""),
    "change": Unit(1, True, False, ""),
}


def unit_of(name: str) -> Unit:
    """Find a unit.

    Parameters
    ----------
    name : str
        ``percent`` (a share), ``points`` (a difference of shares), ``number``, or ``change`` (a
        difference of numbers).

    Returns
    -------
    Unit
        How such numbers are shown.

    Raises
    ------
    InputError
        For any other name.
    """
    if name not in UNITS:
        raise InputError("chart", unknown("unit", name, list(UNITS)))
    return UNITS[name]


def domain(
    values: Iterable[float | None], unit: Unit, *, zero: bool = False
) -> tuple[float, float]:
    """Choose the part of an axis that holds all values, with a little room beside them.

    Parameters
    ----------
    values : iterable of float or None
        Estimates, ends of intervals, references.
    unit : Unit
        Shares are never drawn below 0 or above 1, where they all lie between.
    zero : bool
        Begin at 0, for bars.

    Returns
    -------
    low, high : float
        The ends, different from each other.

    Examples
    --------
    >>> domain([0.0, 0.9], UNITS["percent"])[0], domain([-0.1, 0.1], UNITS["points"])[0] < -0.1
    (0.0, True)
    """
    known = [value for value in values if value is not None and isfinite(value)] or [0.0, 1.0]
    if zero:
        known.append(0.0)
    least, most = min(known), max(known)
    room = 0.05 * ((most - least) or abs(most) or 1.0)
    low, high = least - room * (not zero), most + room
    if unit.percent and least >= 0 and most <= 1:
        low, high = max(low, 0.0), min(high, 1.0)
    return low, high


def ticks(low: float, high: float) -> list[float]:
    """Choose round numbers between two ends, in steps of 1, 2 or 5 times a power of ten.

    Parameters
    ----------
    low, high : float
        Ends of the axis.

    Returns
    -------
    list of float
        Three to nine.

    Examples
    --------
    >>> ticks(0.5177, 0.5182)
    [0.5177, 0.5178, 0.5179, 0.518, 0.5181, 0.5182]
    """
    least = (high - low) / _MOST_STEPS
    power = floor(log10(least))
    step = next(f * 10.0**power for f in (1, 2, 5, 10) if f * 10.0**power >= least * (1 - 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, max(0, 1 - power)) + 0.0 for i in range(first, last + 1)]


def axis_digits(places: list[float], unit: Unit) -> int:
    """Tell how many digits keep the labels of neighbouring ticks apart.

    Parameters
    ----------
    places : list of float
        From ``ticks``.
    unit : Unit
        Of the axis.

    Returns
    -------
    int
        After the point.
    """
    return unit.digits(min((b - a for a, b in pairwise(places)), default=1.0))


def told_digits(low: float | None, high: float | None, unit: Unit) -> int:
    """Tell how many digits of an estimate its interval vouches for.

    Parameters
    ----------
    low, high : float or None
        Ends of the interval, as drawn.
    unit : Unit
        Of the numbers.

    Returns
    -------
    int
        After the point: the half width has one digit that is not 0, and 1 where it is unknown.

    Examples
    --------
    >>> told_digits(0.51789, 0.51836, UNITS["percent"]), told_digits(0.6, 0.64, UNITS["percent"])
    (2, 0)
    """
    if low is None or high is None or not low < high:
        return 1
    return unit.digits((high - low) / 2)
