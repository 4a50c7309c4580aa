"""What a run has finished so far: an append-only file of checked lines, for resuming."""

import base64
import hashlib
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
from dicestats.outcomes import Counts

NAME = ".journal"
_SYNC_SECONDS = 1.0


def _experiment_digest(description: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()


@contextmanager
def writer(folder: Path, description: dict[str, Any]) -> Iterator[Callable[[Part], None]]:
    """Open the journal of a result folder for appending.

    Parameters
    ----------
    folder : Path
        Of the result.
    description : dict
        What the result follows from; lines of anything else are not trusted later.

    Yields
    ------
    callable
        Appends a part; the file is synced about once a second and at the end.
    """
    digest = _experiment_digest(description)
    with (folder / NAME).open("ab") as file:
        if file.tell():
            file.write(b"\n")  # a line cut off by a kill stays alone
        synced = time.monotonic()

        def write(part: Part) -> None:
            nonlocal synced
            file.write(_line(part, digest))
            file.flush()
            if time.monotonic() - synced > _SYNC_SECONDS:
                os.fsync(file.fileno())
                synced = time.monotonic()

        yield write
        os.fsync(file.fileno())


def read(folder: Path, description: dict[str, Any]) -> list[Part]:
    """Read the parts that an interrupted run has finished.

    Parameters
    ----------
    folder : Path
        Of the result.
    description : dict
        Lines of another experiment are left out.

    Returns
    -------
    list of Part
        Disjoint; lines whose checksum does not hold are left out and played again.
    """
    path = folder / NAME
    if not path.exists():
        return []
    digest, seen, parts = _experiment_digest(description), set[int](), list[Part]()
    for line in path.read_bytes().splitlines():
        text, _, checksum = line.rpartition(b"\t")
        if xxhash.xxh3_128_hexdigest(text).encode() != checksum:
            continue
        content = json.loads(text)
        chunks = set(range(content["first"], content["last"]))
        if content["experiment"] == digest and not chunks & seen:
            seen |= chunks
            parts.append(_part(content))
    return parts


def remove(folder: Path) -> None:
    """Remove the journal of a finished run."""
    (folder / NAME).unlink(missing_ok=True)


def _line(part: Part, digest: str) -> bytes:
    content = {
        "experiment": digest,
        "first": part.first,
        "last": part.last,
        "games": [None if c is None else c.games for c in part.counts],
        "digests": [{str(k): f"{d:x}" for k, d in by.items()} for by in part.digests],
        "arrays": _packed(part),
    }
    text = json.dumps(content).encode()
    return text + b"\t" + xxhash.xxh3_128_hexdigest(text).encode() + b"\n"


def _packed(part: Part) -> str:
    arrays = {f"pairs/{i}": pairs for i, pairs in enumerate(part.pairs)}
    for i, counts in enumerate(part.counts):
        if counts is not None:
            arrays |= {f"table/{i}/{name}": cells for name, cells in counts.tables.items()}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return base64.b64encode(buffer.getvalue()).decode()


def _part(content: dict[str, Any]) -> Part:
    digests = tuple({int(k): int(d, 16) for k, d in by.items()} for by in content["digests"])
    with np.load(io.BytesIO(base64.b64decode(content["arrays"]))) as arrays:
        tables: list[dict[str, Any]] = [{} for _ in content["games"]]
        for name in arrays.files:
            kind, *rest = name.split("/")
            if kind == "table":
                tables[int(rest[0])][rest[1]] = arrays[name]
        pairs = tuple(arrays[f"pairs/{i}"] for i in range(len(tables)))
    counts = tuple(
        None if games is None else Counts(games, sum(by.values()) % (1 << 128), found)
        for games, by, found in zip(content["games"], digests, tables, strict=True)
    )
    return Part(content["first"], content["last"], counts, pairs, digests)
