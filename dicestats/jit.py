"""Compile functions to machine code, and keep the code for the next process.

Numba adds to each function what takes its arguments over from Python: a third of all the time to
compile. Few functions are ever called from there, so here it is added when one is.
"""

import threading
import warnings
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import NumbaExperimentalFeatureWarning

from dicestats.linking import KeptParts, Part, Whole
from dicestats.machinecode import Kept

_PACKAGE = Path(__file__).parent
_FOR_COMPILED_CALLERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_FIRST_CALL = threading.RLock()

# Numba warns its users about typed function pointers; nobody who runs a game can act on it.
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)


def _pipeline(library: type[JITCodeLibrary], *, separate: bool) -> type[Compiler]:
    """Give numba's steps to machine code, with another place for it."""

    class Pipeline(Compiler):
        def define_pipelines(self) -> Any:
            state = self.state
            state.flags.noalias = separate  # its arrays do not overlap
            state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return super().define_pipelines()

    return Pipeline


_WHOLES = {separate: _pipeline(Whole, separate=separate) for separate in (False, True)}
_PARTS = {separate: _pipeline(Part, separate=separate) for separate in (False, True)}


def jit(
    given: Any = None, *, separate: bool = False, literals: bool = False, **options: Any
) -> Any:
    """Decorate a function that shall be compiled to run without the interpreter's lock.

    Parameters
    ----------
    given : callable, or types to compile for at once
        The function where the decorator has no arguments; else a signature or a list of them.
    separate : bool
        Whether none of its array arguments overlaps one that it writes to. Loops over many arrays
        become vector instructions only then: else each pair would be checked for overlaps.
    literals : bool
        Whether to compile once more for each literal argument, such as 6 or True: a loop of six
        steps is unrolled then.
    **options
        What ``numba.njit`` takes, such as ``inline="always"``.

    Returns
    -------
    callable
        The compiled function, or a decorator.

    Examples
    --------
    >>> @jit
    ... def double(x):
    ...     return 2 * x
    >>> double(21)
    42
    """
    if callable(given):
        return _part(given, options, separate=separate, literals=literals)
    if given is None:
        return lambda function: _part(function, options, separate=separate, literals=literals)
    return lambda function: _compile(_whole(function, options, separate=separate), given)


def entry(function: Any, signature: Any) -> Any:
    """Compile a function for one signature, and call it without a look at its arguments.

    That look costs a microsecond for each tuple of arrays, and more for functions.

    Parameters
    ----------
    function : callable
        What to compile.
    signature
        Types of its arguments.

    Returns
    -------
    callable
        Of positional arguments. Others than those of the signature corrupt memory.
    """
    compiled = jit(signature)(function)
    return compiled.get_compile_result(signature).entry_point


def compiled(function: Any, signature: Any) -> Any:
    """Compile a function for one signature, to be called from anywhere: also by its address.

    Parameters
    ----------
    function : callable
        Decorated with ``jit``, without a signature or with this one.
    signature
        Types of its arguments.

    Returns
    -------
    CompileResult
        Numba's.
    """
    return getattr(function, "whole", lambda: function)().get_compile_result(signature)


def _whole(python: Any, options: Any, *, separate: bool) -> Any:
    """Make a function that Python and compiled code may call."""
    return _keep(numba.njit(nogil=True, pipeline_class=_WHOLES[separate], **options)(python))


def _part(python: Any, options: Any, *, separate: bool, literals: bool) -> Any:
    """Make a function for compiled code; when Python calls it first, a whole one as well."""
    if not _is_ours(python):
        return _whole(python, options, separate=separate)  # a notebook calls what it compiles
    function = numba.njit(nogil=True, pipeline_class=_PARTS[separate], **options)(python)
    if not _is_compiled(function):
        return function
    insert = function._insert
    made: list[Any] = []

    def whole() -> Any:
        with _FIRST_CALL:
            if not made:
                made.append(_whole(python, options, separate=separate))
                made[0]._insert = insert  # later calls from Python find it without a detour
            return made[0]

    function.whole = whole
    if not literals:
        function.get_call_template = _for_any_number(function.get_call_template)
    how = function._compiler
    how.targetoptions = {**how.targetoptions, **_FOR_COMPILED_CALLERS}
    function._insert = lambda *code: None  # it cannot be called from Python
    function._compile_for_args = lambda *given, **named: whole()._compile_for_args(*given, **named)
    return _keep(function, part=True)


def _for_any_number(get_call_template: Any) -> Any:
    """Compile once where numba would once more for each literal argument."""

    def plain(args: Any, kws: Any) -> Any:
        named = {name: types.unliteral(kind) for name, kind in kws.items()}
        return get_call_template(tuple(map(types.unliteral, args)), named)

    return plain


def _is_ours(python: Any) -> bool:
    return _PACKAGE in Path(python.__code__.co_filename).parents


def _is_compiled(function: Any) -> bool:
    return hasattr(function, "py_func")  # not where NUMBA_DISABLE_JIT is set


def _compile(function: Any, given: Any) -> Any:
    if _is_compiled(function):
        for signature in given if isinstance(given, list) else [given]:
            function.compile(signature)
        function.disable_compile()
    return function


def _keep(function: Any, *, part: bool = False) -> Any:
    """Give a function of this package files for its machine code, before there is any."""
    if not _is_compiled(function) or not _is_ours(function.py_func):
        return function  # what a notebook compiles has no file
    function.enable_caching()
    own, source = function._cache, Path(function.py_func.__code__.co_filename)
    home = _PACKAGE.joinpath(*source.parent.relative_to(_PACKAGE).parts[:2])  # games/<name>
    name = own._impl.filename_base
    own._cache_file = Kept(Path(own.cache_path), f"{name}-part" if part else name, home)
    if part:
        own._impl = KeptParts(function.py_func)
    return function
