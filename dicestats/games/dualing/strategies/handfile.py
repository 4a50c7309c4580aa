"""A file that holds one long row of numbers: written bit by bit, checked and mapped when read."""

import io
import os
import uuid
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import numpy as np
import xxhash
from numpy.lib import format as npy
from numpy.typing import NDArray

Row = NDArray[np.int32]
Fill = Callable[[BinaryIO], None]  # writes the numbers, from where the file stands to its end

_CHECK = 16  # bytes of the checksum at the end of a file, behind the numbers
_PIECE = 1 << 20  # bytes that are looked at at once


def read(path: Path) -> Row | None:
    """Map a file into memory.

    Parameters
    ----------
    path : Path
        Where it may be.

    Returns
    -------
    array of int32, or None
        None where there is none, or a damaged one. What is changed stays in this process.
    """
    if not path.exists():
        return None
    try:
        row = np.load(path, mmap_mode="c")
    except (ValueError, EOFError):
        return None
    if row.dtype != np.int32 or row.ndim != 1:
        return None
    with path.open("rb") as file:  # not through the map: what is read there stays in memory
        file.seek(row.offset)
        sound = _checksum(file, row.nbytes) == file.read()
    return row if sound else None


def make(path: Path, fill: Fill) -> Row:
    """Write a file, and map it into memory; where it cannot be kept, stay in memory and warn.

    Parameters
    ----------
    path : Path
        Where it shall be. It appears at once: it is written under another name.
    fill : callable
        Writes the numbers to a file.

    Returns
    -------
    array of int32
        As ``read`` gives it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        hidden = path.with_name(f".{path.stem}-{uuid.uuid4().hex}")
        try:
            with hidden.open("w+b") as file:
                _write(file, fill)
            os.replace(hidden, path)
        finally:
            hidden.unlink(missing_ok=True)
        mapped: Row = np.load(path, mmap_mode="c")
        return mapped
    except OSError as error:
        warnings.warn(f"{path} cannot be kept: it is made each time ({error})", stacklevel=3)
    memory = io.BytesIO()
    begin, size = _write(memory, fill)
    return np.frombuffer(memory.getbuffer()[begin : begin + size], np.int32)


def _write(file: BinaryIO, fill: Fill) -> tuple[int, int]:
    """Write a file as NumPy does, with a checksum behind; return where the numbers are."""
    begin = _head(file, 0)  # as long for any number of numbers
    fill(file)
    size = file.tell() - begin
    file.seek(0)
    _head(file, size // np.dtype(np.int32).itemsize)
    check = _checksum(file, size)
    file.write(check)
    return begin, size


def _head(file: BinaryIO, many: int) -> int:
    shape = {"descr": "<i4", "fortran_order": False, "shape": (many,)}
    npy.write_array_header_1_0(file, shape)
    return file.tell()


def _checksum(file: BinaryIO, size: int) -> bytes:
    """Read so many bytes of a file, from where it stands."""
    digest = xxhash.xxh3_128()
    for first in range(0, size, _PIECE):
        digest.update(file.read(min(_PIECE, size - first)))
    return digest.digest()
