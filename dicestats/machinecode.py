"""Keep machine code on disk: each process finds what it needs, and nobody another's.

Numba's own cache numbers its files: two processes that compile at once may take one number, and
a later one then runs the wrong code. It also looks at the function's own file only, so that an
edit of what the function calls goes unseen. Here the name of a file follows from what it holds
(sources, function, types of its arguments, processor); it is read only if it holds just that,
and it appears whole or not at all.
"""

import hashlib
import os
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.serialize import dumps

from dicestats.files import writing

_PACKAGE = Path(__file__).parent
_DIGITS = 12  # of each digest in a file name


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
        The modules of the game, whatever is compiled outside games, and what compiles it.
    """
    if home != _PACKAGE:
        yield from sorted(home.rglob("*.py"))
    for path in sorted(_PACKAGE.glob("*.py")):
        if path.stem in ("jit", "linking") or b"dicestats.jit" in path.read_bytes():
            yield path


@cache
def _digest_of_sources(home: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sources(home):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:_DIGITS]
