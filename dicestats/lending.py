"""Lend arrays to compiled code, so that numba need not count the references to them.

Numba counts the references to every array of a tuple wherever the tuple is handed on or taken
apart, by atomic operations: up to five of six parts of all time. Arrays stay alive through whoever
calls. So what is called often is compiled ``jit_bare``, or ``jit_inline`` to become part of its
caller, or is given ``borrowed`` arrays.

Whoever counts takes what a call returns for its own, and gives it back in the end. A function
that counts nothing has not taken it: the count then falls one too low with every call, and the
array is freed while it is used. Numba refuses such a function that returns an array, but not one
that returns a tuple of arrays: those must be ``borrowed`` (they have no count).
"""

from typing import Any

from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from dicestats.jit import jit


def _borrowed(context: Any, kind: Any) -> Any:
    """Give arrays, or tuples of arrays, without their owners, to compiled code that only uses them.

    An array that knows its owner counts a reference for every row that is taken of it: 20 ns.
    The caller keeps the owners alive; what is borrowed must not be returned or kept.

    Parameters
    ----------
    context
        Numba's.
    kind : array or tuple
        What is borrowed.

    Returns
    -------
    array or tuple
        The same arrays.
    """

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return _disowned(context, builder, signature.args[0], given[0])

    return kind(kind), code


borrowed: Any = intrinsic(_borrowed)  # compiled code calls it with the array or tuple alone


def _disowned(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        disowned = [
            _disowned(context, builder, part, builder.extract_value(value, i))
            for i, part in enumerate(kind.types)  # type: ignore[attr-defined]
        ]
        return context.make_tuple(builder, kind, disowned)
    if not isinstance(kind, types.Array):
        return value
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = array.meminfo.type(None)
    array.parent = array.parent.type(None)
    return array._getvalue()


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
