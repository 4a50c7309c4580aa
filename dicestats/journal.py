"""What a run has finished so far: an append-only file of checked lines, for resuming."""

import base64
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from dicestats.chunks import Part
from dicestats.errors import InputError
from dicestats.files import writing
from dicestats.outcomes import Counts

NAME = ".journal"
_SYNC_SECONDS = 1.0


@contextmanager
def writer(folder: Path, experiment: str) -> Iterator[Callable[[Part], None]]:
    """Open the journal of a result folder for appending.

    Parameters
    ----------
    folder : Path
        Of the result.
    experiment : str
        Digest of what the result follows from.

    Yields
    ------
    callable
        Appends a part; the file is synced about once a second and at the end.
    """
    with (folder / NAME).open("ab", buffering=0) as file:
        synced = time.monotonic()
        if file.tell():
            file.write(b"\n")  # a line cut off by a kill stays alone

        def write(part: Part) -> None:
            nonlocal synced
            with writing(folder):
                line = _line(part, experiment)
                if file.write(line) < len(line):
                    raise OSError("no space left")
                if time.monotonic() - synced > _SYNC_SECONDS:
                    os.fsync(file.fileno())
                    synced = time.monotonic()

        try:
            yield write
        finally:
            os.fsync(file.fileno())


def read(folder: Path, experiment: str) -> list[Part]:
    """Read the parts that an interrupted run has finished.

    Parameters
    ----------
    folder : Path
        Of the result.
    experiment : str
        Digest of what the result follows from.

    Returns
    -------
    list of Part
        Disjoint; lines whose checksum does not hold are left out and played again.

    Raises
    ------
    InputError
        If it is the journal of something else: its games are not thrown away unasked.
    """
    path = folder / NAME
    if not path.exists():
        return []
    seen, parts = set[int](), list[Part]()
    for line in path.read_bytes().splitlines():
        text, _, checksum = line.rpartition(b"\t")
        if xxhash.xxh3_128_hexdigest(text).encode() != checksum:
            continue
        content = json.loads(text)
        if content["experiment"] != experiment:
            told = "holds what an interrupted run of something else has finished"
            raise InputError(str(path), f"{told}: give another folder, or remove this file")
        chunks = set(range(content["first"], content["last"]))
        if not chunks & seen:
            seen |= chunks
            parts.append(_part(content))
    return parts


def remove(folder: Path) -> None:
    """Remove the journal of a finished run."""
    (folder / NAME).unlink(missing_ok=True)


def _line(part: Part, experiment: str) -> bytes:
    content = {
        "experiment": experiment,
        "first": part.first,
        "last": part.last,
        "cells": [None if c is None else [c.games, f"{c.digest:x}"] for c in part.counts],
        "arrays": _packed(part),
    }
    text = json.dumps(content).encode()
    return text + b"\t" + xxhash.xxh3_128_hexdigest(text).encode() + b"\n"


def _packed(part: Part) -> str:
    arrays = {f"pairs/{i}": pairs for i, pairs in enumerate(part.pairs)}
    arrays |= {f"leaves/{i}": leaves for i, leaves in enumerate(part.leaves)}
    for i, counts in enumerate(part.counts):
        if counts is not None:
            arrays |= {f"table/{i}/{name}": cells for name, cells in counts.tables.items()}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return base64.b64encode(buffer.getvalue()).decode()


def _part(content: dict[str, Any]) -> Part:
    cells = range(len(content["cells"]))
    with np.load(io.BytesIO(base64.b64decode(content["arrays"]))) as arrays:
        tables: list[dict[str, Any]] = [{} for _ in cells]
        for name in arrays.files:
            kind, *rest = name.split("/")
            if kind == "table":
                tables[int(rest[0])][rest[1]] = arrays[name]
        pairs = tuple(arrays[f"pairs/{i}"] for i in cells)
        leaves = tuple(arrays[f"leaves/{i}"] for i in cells)
    counts = tuple(
        None if cell is None else Counts(cell[0], int(cell[1], 16), found)
        for cell, found in zip(content["cells"], tables, strict=True)
    )
    return Part(content["first"], content["last"], counts, pairs, leaves)
