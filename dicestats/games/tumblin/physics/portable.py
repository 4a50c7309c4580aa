"""Elementary functions that give the same bits on every processor: + - * / sqrt and integers.

The C library and vectorised NumPy pick their sin, cos, exp and log by processor; a throw whose
last bit differs may end on another level, so what decides a throw is computed here.
"""

import math

import numpy as np

from dicestats.lending import jit_bare, jit_inline

_PIO2_HIGH = 1.5707963267341256  # the leading 33 bits of pi / 2, then the rest
_PIO2_LOW = 6.077100506506192e-11
_LN2_HIGH = 0.693147180369123816490  # the leading 32 bits of log 2, then the rest
_LN2_LOW = 1.90821492927058770002e-10
_SQRT2 = 1.4142135623730951
_MANTISSA = np.int64(0x000FFFFFFFFFFFFF)
_ONE = np.int64(0x3FF0000000000000)  # the bits of 1.0
_52 = np.int64(52)  # bits of the mantissa
_WORD = 1.0 / 4294967296.0

# Taylor series, the highest power first: enough terms for the last bit on |x| <= pi / 4 and
# |x| <= log(2) / 2, and for the logarithm with |s| <= 0.172.
_SIN = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(8, -1, -1))
_COS = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(8, -1, -1))
_EXP = tuple(1.0 / math.factorial(k) for k in range(13, -1, -1))
_LOG = tuple(2.0 / (2 * k + 1) for k in range(10, -1, -1))


@jit_inline
def _series(coefficients, x):  # type: ignore[no-untyped-def]
    """Horner's rule."""
    total = coefficients[0]
    for power in range(1, len(coefficients)):
        total = total * x + coefficients[power]
    return total


@jit_bare
def sin_cos(angle: float) -> tuple[float, float]:
    """Sine and cosine.

    Parameters
    ----------
    angle : float
        Radians, at most 10^5 from 0.

    Returns
    -------
    sine, cosine : float
        Within 3e-16.

    Examples
    --------
    >>> sin_cos(0.0)
    (0.0, 1.0)
    """
    quarter = math.floor(abs(angle) * (2.0 / math.pi) + 0.5)
    x = (abs(angle) - quarter * _PIO2_HIGH) - quarter * _PIO2_LOW
    sine, cosine = x * _series(_SIN, x * x), _series(_COS, x * x)
    turns = int(quarter) & 3
    if turns & 1:
        sine, cosine = cosine, -sine
    if turns & 2:
        sine, cosine = -sine, -cosine
    return -sine if angle < 0 else sine, cosine


@jit_bare
def exp(x: float) -> float:
    """Exponential function.

    Parameters
    ----------
    x : float
        Beyond -700 and 700 it counts as those.

    Returns
    -------
    float
        With a relative error below 4e-16.

    Examples
    --------
    >>> exp(0.0)
    1.0
    """
    x = min(max(x, -700.0), 700.0)
    power = math.floor(x * (1.0 / (_LN2_HIGH + _LN2_LOW)) + 0.5)
    rest = (x - power * _LN2_HIGH) - power * _LN2_LOW
    two = np.int64((np.int64(power) << _52) + _ONE).view(np.float64)
    return float(_series(_EXP, rest) * two)


@jit_bare
def log(x: float) -> float:
    """Natural logarithm.

    Parameters
    ----------
    x : float
        Above 10^-300.

    Returns
    -------
    float
        Within 3e-16, or that times the result.

    Examples
    --------
    >>> log(1.0)
    0.0
    """
    bits = np.float64(x).view(np.int64)
    power = (bits >> _52) - np.int64(1023)
    mantissa = np.int64((bits & _MANTISSA) | _ONE).view(np.float64)
    if mantissa > _SQRT2:
        mantissa, power = 0.5 * mantissa, power + np.int64(1)
    s = (mantissa - 1.0) / (mantissa + 1.0)
    return float(power * _LN2_HIGH + (s * _series(_LOG, s * s) + power * _LN2_LOW))


@jit_inline
def uniform(word: int) -> float:
    """Turn a 32-bit word into a number between 0 and 1, never either of them.

    Parameters
    ----------
    word : int
        A word from 0 to 2^32 - 1.

    Returns
    -------
    float
        (word + 1/2) / 2^32, exactly.

    Examples
    --------
    >>> uniform(2**31) - 0.5 == 2**-33
    True
    """
    return (float(word) + 0.5) * _WORD


@jit_inline
def normal(word: int) -> float:
    """Turn a 32-bit word into a standard normal number.

    Parameters
    ----------
    word : int
        A word from 0 to 2^32 - 1.

    Returns
    -------
    float
        The quantile of ``uniform(word)``, with a relative error below 2e-7; between -6.4 and 6.4.

    References
    ----------
    Wichura 1988, "Algorithm AS 241: The percentage points of the normal distribution", Applied
    Statistics 37, function PPND7.

    Examples
    --------
    >>> normal(2**32 - 1) == -normal(0), round(normal(0), 3)
    (True, -6.338)
    """
    p = uniform(word)
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        above = _series((59.109374720, 159.29113202, 50.434271938, 3.3871327179), r)
        return float(q * above / _series((67.187563600, 78.757757664, 17.895169469, 1.0), r))
    return float(_tail(p if q < 0 else 1.0 - p, q < 0))


@jit_bare
def _tail(p, is_low):  # type: ignore[no-untyped-def]
    """Normal quantile with probability ``p`` below 0.075 beyond it."""
    r = math.sqrt(-log(p)) - 1.6
    above = _series((0.17023821103, 1.3067284816, 2.7568153900, 1.4234372777), r)
    found = above / _series((0.12021132975, 0.73700164250, 1.0), r)
    return -found if is_low else found
