"""Files that are there whole or not at all; what cannot be written is the user's to know."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dicestats.errors import InputError


class UnwritableError(InputError):
    """A file could not be written: what was computed is not wrong for it."""


@contextmanager
def writing(place: Path | str) -> Iterator[None]:
    """Say what could not be written, and why.

    Parameters
    ----------
    place : Path or str
        The file or folder, as the user would name it.

    Yields
    ------
    None
        For the block that writes.

    Raises
    ------
    UnwritableError
        Where the block raises OSError: no such folder, no permission, no space.
    """
    try:
        yield
    except OSError as error:
        raise UnwritableError(
            str(place), f"cannot be written: {error.strerror or error}"
        ) from error


def replace(temporary: Path, path: Path) -> None:
    """Move a finished file to its place, so that it is there whole or not at all.

    Parameters
    ----------
    temporary, path : Path
        In the same folder.
    """
    with temporary.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(temporary, path)


def sha256(path: Path) -> str:
    """Digest a file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    return hashlib.sha256(path.read_bytes()).hexdigest()
