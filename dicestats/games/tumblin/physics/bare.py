"""How the code of a throw is compiled: it allocates nothing, so numba shall count no references.

Numba counts the references to every array of a tuple wherever the tuple is handed on or taken
apart: five of six parts of all time of a throw. Arrays stay alive through whoever calls.

Whoever counts takes what a call returns for its own, and gives it back in the end. A function
that counts nothing has not taken it: the count then falls one too low with every call, and the
array is freed while it is used. Numba refuses such a function that returns an array, but not one
that returns a tuple of arrays: those must be ``dicestats.jit.borrowed`` (they have no count).
"""

from typing import Any

from numba import types
from numba.core.typing.templates import Signature

from dicestats.jit import jit


def jit_bare(given: Any) -> Any:
    """Decorate a compiled function that allocates nothing.

    Parameters
    ----------
    given : callable, or signature
        The function: it takes numbers, records, and arrays that its caller keeps alive; tuples of
        arrays that it returns are ``borrowed``. Or the types to compile it for at once, and for no
        others.

    Returns
    -------
    callable
        The compiled function, or a decorator.

    Examples
    --------
    >>> @jit_bare
    ... def half(x):
    ...     return x / 2
    >>> half(3)
    1.5
    """
    if callable(given) and not isinstance(given, types.Type | Signature):
        return jit(_nrt=False)(given)
    return jit([given], _nrt=False)


def jit_inline(function: Any) -> Any:
    """Decorate the same to become part of whatever calls it: for small functions on the way.

    Parameters
    ----------
    function : callable
        As for ``jit_bare``.

    Returns
    -------
    callable
        The compiled function.

    Examples
    --------
    >>> @jit_inline
    ... def twice(x):
    ...     return x * 2
    >>> twice(3)
    6
    """
    return jit(_nrt=False, forceinline=True)(function)
