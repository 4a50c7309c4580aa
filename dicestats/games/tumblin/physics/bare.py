"""How the code of a throw is compiled: it allocates nothing, so numba shall count no references.

Numba counts the references to every array of a tuple wherever the tuple is handed on or taken
apart: five of six parts of all time of a throw. Arrays stay alive through whoever calls.
"""

from typing import Any

from dicestats.jit import jit


def bare(function: Any) -> Any:
    """Decorate a compiled function that allocates nothing.

    Parameters
    ----------
    function : callable
        It takes and returns numbers, records, and arrays that its caller keeps alive.

    Returns
    -------
    callable
        The compiled function.

    Examples
    --------
    >>> @bare
    ... def half(x):
    ...     return x / 2
    >>> half(3)
    1.5
    """
    return jit(_nrt=False)(function)


def inlined(function: Any) -> Any:
    """Decorate the same to become part of whatever calls it: for small functions on the way.

    Parameters
    ----------
    function : callable
        As for ``bare``.

    Returns
    -------
    callable
        The compiled function.

    Examples
    --------
    >>> @inlined
    ... def twice(x):
    ...     return x * 2
    >>> twice(3)
    6
    """
    return jit(_nrt=False, forceinline=True)(function)
