"""Compile functions to machine code, and keep the code for the next process.

Numba's own cache numbers its files: two processes that compile at once may take one number, and
a later one then runs the wrong code. It also looks at the function's own file only, so that an
edit of what the function calls goes unseen. Here the name of a file follows from what it holds
(sources, function, types of its arguments, processor); it is read only if it holds just that,
and it appears whole or not at all.
"""

import hashlib
import os
import pickle
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.compiler import Compiler
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.serialize import dumps
from numba.extending import intrinsic

from dicestats.files import writing

_PACKAGE = Path(__file__).parent
_DIGITS = 12  # of each digest in a file name

# Numba warns its users about typed function pointers; nobody who runs a game can act on it.
warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)


class _Separate(Compiler):
    """Compile a function whose arrays do not overlap."""

    def define_pipelines(self) -> Any:
        self.state.flags.noalias = True
        return super().define_pipelines()


def jit(given: Any = None, *, separate: bool = False, **options: Any) -> Any:
    """Decorate a function that shall be compiled to run without the interpreter's lock.

    Parameters
    ----------
    given : callable, or types to compile for at once
        The function where the decorator has no arguments; else a signature or a list of them.
    separate : bool
        Whether none of its array arguments overlaps one that it writes to. Loops over many arrays
        become vector instructions only then: else each pair would be checked for overlaps.
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
    if separate:
        options["pipeline_class"] = _Separate
    if callable(given):
        return _keep(numba.njit(nogil=True, **options)(given))
    if given is None:
        return lambda function: _keep(numba.njit(nogil=True, **options)(function))
    return lambda function: _compile(_keep(numba.njit(nogil=True, **options)(function)), given)


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


@intrinsic
def borrowed(context: Any, kind: Any) -> Any:
    """Give arrays, or tuples of arrays, without their owners, to compiled code that only uses them.

    An array that knows its owner counts a reference for every row that is taken of it: 20 ns.
    The caller keeps the owners alive; what is borrowed must not be returned or kept.

    Parameters
    ----------
    context
        Numba's; not given by the caller.
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


def _is_compiled(function: Any) -> bool:
    return hasattr(function, "py_func")  # not where NUMBA_DISABLE_JIT is set


def _compile(function: Any, given: Any) -> Any:
    if _is_compiled(function):
        for signature in given if isinstance(given, list) else [given]:
            function.compile(signature)
        function.disable_compile()
    return function


def _keep(function: Any) -> Any:
    """Give a function of this package files for its machine code, before there is any."""
    if not _is_compiled(function):
        return function
    source = Path(function.py_func.__code__.co_filename)
    if _PACKAGE not in source.parents:
        return function  # what a notebook compiles has no file
    function.enable_caching()
    own, inside = function._cache, source.parent.relative_to(_PACKAGE).parts
    home = _PACKAGE.joinpath(*inside[:2])  # games/<name>
    own._cache_file = Kept(Path(own.cache_path), own._impl.filename_base, home)
    return function


class Kept:
    """Files of one function's machine code; numba calls them in place of its own.

    Parameters
    ----------
    folder : Path
        Where they lie.
    name : str
        How their names begin.
    home : Path
        The folder of its game, or of the package: where its sources are.
    """

    def __init__(self, folder: Path, name: str, home: Path) -> None:
        self.folder, self.name, self.home = folder, name, home

    def save(self, key: Any, code: Any) -> None:
        """Keep machine code, and drop what came from other sources.

        Parameters
        ----------
        key
            Types of the arguments, processor and digest of the function.
        code
            What numba can load again.

        Raises
        ------
        UnwritableError
            If the folder is full or closed.
        """
        path = self._path(key)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        with writing(path):
            temporary.write_bytes(dumps((key, dumps(code))))
            os.replace(temporary, path)
            for other in self.folder.glob(f"{self.name}.*.nbc"):
                if not other.name.startswith(self._beginning()):
                    other.unlink(missing_ok=True)

    def load(self, key: Any) -> Any:
        """Find the machine code for a key.

        Parameters
        ----------
        key
            As it was saved.

        Returns
        -------
        object or None
            None where it was not kept, or the file holds something else.
        """
        try:
            kept, code = pickle.loads(self._path(key).read_bytes())
        except (FileNotFoundError, EOFError, pickle.UnpicklingError):
            return None  # never written, or cut short when the machine stopped
        return pickle.loads(code) if kept == key else None

    def flush(self) -> None:
        """Forget all code of the function."""
        for path in self.folder.glob(f"{self.name}.*.nbc"):
            path.unlink(missing_ok=True)

    def _beginning(self) -> str:
        return f"{self.name}.{_digest_of_sources(self.home)}."

    def _path(self, key: Any) -> Path:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:_DIGITS]
        return self.folder / f"{self._beginning()}{digest}.nbc"


def sources(home: Path) -> Iterator[Path]:
    """List the modules whose code may be part of a compiled function's machine code.

    Parameters
    ----------
    home : Path
        The folder of the function's game, or of the package.

    Yields
    ------
    Path
        The modules of the game, and whatever is compiled outside games.
    """
    if home != _PACKAGE:
        yield from sorted(home.rglob("*.py"))
    for path in sorted(_PACKAGE.glob("*.py")):
        if b"dicestats.jit" in path.read_bytes():
            yield path


@cache
def _digest_of_sources(home: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sources(home):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:_DIGITS]
