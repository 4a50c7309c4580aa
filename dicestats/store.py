"""Result folders: Parquet tables and a manifest; saved whole or not at all, checked on demand."""

import hashlib
import json
import random
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicestats.cells import Cell, Group
from dicestats.chunks import Part, merge_parts, play_chunks
from dicestats.errors import InputError
from dicestats.games import load
from dicestats.rows import replace
from dicestats.settings import rules_from_mapping, strategies_from
from dicestats.simulate import table_frame
from dicestats.summary import rules_digest

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "manifest.json"
_LIBRARIES = ("numba", "numpy", "polars", "xxhash")


def describe(names: Sequence[str], group: Group, title: str) -> dict[str, Any]:
    """Describe what a result follows from; equal descriptions give equal results.

    Parameters
    ----------
    names : sequence of str
        One a cell.
    group : Group
        The cells.
    title : str
        The experiment's title.

    Returns
    -------
    dict
        Plain JSON: no time, host or path.
    """
    return {
        "title": title,
        "baseline": None if group.baseline is None else names[group.baseline],
        "cells": [
            {
                "name": name,
                "game": cell.game,
                "rules": cell.rules.model_dump(mode="json"),
                "rules_digest": rules_digest(cell),
                "strategies": [strategy.name for strategy in cell.strategies],
                "seats": cell.seats,
                "games": cell.games,
                "seed": cell.seed,
                "chunk": cell.chunk,
            }
            for name, cell in zip(names, group.cells, strict=True)
        ],
    }


def check_folder(folder: Path, description: dict[str, Any]) -> bool:
    """Check that a result may be written to a folder.

    Parameters
    ----------
    folder : Path
        Of the result.
    description : dict
        From ``describe``.

    Returns
    -------
    bool
        True if the folder already holds this very result, complete.

    Raises
    ------
    InputError
        If the folder holds something else or cannot be written.
    """
    if (folder / MANIFEST).exists():
        old = read_manifest(folder)
        if old["experiment"] == json.loads(json.dumps(description)):
            return True
        raise InputError(
            str(folder), "holds the result of another experiment; give another folder or remove it"
        )
    if folder.is_dir() and any(not p.name.startswith(".") for p in folder.iterdir()):
        raise InputError(str(folder), "is not empty and holds no result; give another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(str(folder), f"cannot be written: {error.strerror}") from error
    return False


def save(
    folder: Path, names: Sequence[str], group: Group, *, parts: Sequence[Part], title: str
) -> None:
    """Write the tables of a finished group, the manifest last.

    Parameters
    ----------
    folder : Path
        Checked by ``check_folder``.
    names : sequence of str
        One a cell.
    group : Group
        What was played.
    parts : sequence of Part
        All its chunks, in any order.
    title : str
        The experiment's title.
    """
    description = describe(names, group, title)
    counts, pairs = merge_parts(group, parts)
    frames = _frames(names, group, counts, pairs)
    files = {}
    for table, frame in frames.items():
        path = folder / f"{table}.parquet"
        temporary = folder / f".{table}.tmp"
        frame.write_parquet(temporary, compression="zstd", statistics=False)
        replace(temporary, path)
        files[path.name] = _sha256(path)
    digests = [{c: f"{d:032x}" for p in parts for c, d in p.digests[i].items()}
               for i in range(len(names))]  # fmt: skip
    manifest = {
        "experiment": description,
        "columns": {
            c.name: c.meaning
            for cell in group.cells[:1]
            for c in load(cell.game).columns(cell.rules, cell.seats)
        },
        "digests": {n: f"{c.digest:032x}" for n, c in zip(names, counts, strict=True)},
        "chunk_digests": {
            name: [by_chunk[c] for c in sorted(by_chunk)]
            for name, by_chunk in zip(names, digests, strict=True)
        },
        "files": files,
        "versions": {name: version(name) for name in ("dicestats", *_LIBRARIES)},
    }
    temporary = folder / ".manifest.tmp"
    temporary.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    replace(temporary, folder / MANIFEST)


def _frames(
    names: Sequence[str], group: Group, counts: Sequence[Any], pairs: Sequence[Any]
) -> dict[str, "pl.DataFrame"]:
    import polars as pl

    frames: dict[str, list[pl.DataFrame]] = {}
    for name, cell, count, pair in zip(names, group.cells, counts, pairs, strict=True):
        made = {t: table_frame(cell, count, t) for t in count.tables}
        if len(pair):
            schema = dict.fromkeys(("chunk", "baseline", "cell_winners", "games"), pl.Int64)
            made["paired"] = pl.DataFrame(pair, schema=schema)
        for table, frame in made.items():
            labelled = frame.select(pl.lit(name).alias("cell"), pl.all())
            frames.setdefault(table, []).append(labelled)
    return {table: pl.concat(parts) for table, parts in frames.items()}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a result.

    Parameters
    ----------
    folder : Path
        Of the result.

    Returns
    -------
    dict
        Its content.

    Raises
    ------
    InputError
        If there is none, or it is damaged.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(str(path), f"is damaged: {error}") from error
    wanted = {"experiment", "digests", "chunk_digests", "files"}
    if not isinstance(manifest, dict) or not wanted <= manifest.keys():
        raise InputError(str(path), f"is damaged: it lacks {', '.join(sorted(wanted))}")
    return manifest


def read_table(folder: Path | str, table: str) -> "pl.DataFrame":
    """Read a table of a result.

    Parameters
    ----------
    folder : Path or str
        Of the result.
    table : str
        Such as ``outcome``.

    Returns
    -------
    polars.DataFrame
        Its first column names the cell, its last counts the games.

    Raises
    ------
    InputError
        If there is no such table.
    """
    import polars as pl

    path = Path(folder) / f"{table}.parquet"
    if not path.exists():
        raise InputError(str(folder), f"has no table '{table}'")
    return pl.read_parquet(path)


def verify(folder: Path, chunks: int, rng: random.Random) -> list[str]:
    """Check the files of a result, and play some of its chunks again.

    Parameters
    ----------
    folder : Path
        Of the result.
    chunks : int
        How many chunks of each cell are played again.
    rng : random.Random
        Chooses them.

    Returns
    -------
    list of str
        What is wrong, with the file; empty if nothing is.
    """
    try:
        manifest = read_manifest(folder)
    except InputError as error:
        return [str(error)]
    faults = []
    for name, digest in manifest["files"].items():
        path = folder / name
        if not path.exists():
            faults.append(f"{path}: is missing")
        elif _sha256(path) != digest:
            faults.append(f"{path}: differs from what the manifest says")
    faults += [
        f"{path}: is not in the manifest"
        for path in sorted(folder.glob("*.parquet"))
        if path.name not in manifest["files"]
    ]
    for described in manifest["experiment"]["cells"]:
        faults += _replay(folder, manifest, described, chunks, rng)
    return faults


def _replay(
    folder: Path, manifest: dict[str, Any], described: dict[str, Any], chunks: int,
    rng: random.Random,
) -> list[str]:  # fmt: skip
    """Play chunks again and compare their digests; the cell's digest must be their sum."""
    game, name = load(described["game"]), described["name"]
    place = f"{folder / MANIFEST}, cell '{name}'"
    rules = rules_from_mapping(game, described["rules"], place)
    seated = strategies_from(game, rules, described["strategies"], seats=described["seats"])
    cell = Cell(
        game.name, rules, tuple(seated), described["seed"], described["games"], described["chunk"]
    )
    listed = manifest["chunk_digests"][name]
    total = sum(int(digest, 16) for digest in listed) % (1 << 128)
    faults = []
    if len(listed) != cell.chunks or f"{total:032x}" != manifest["digests"][name]:
        faults.append(f"{place}: the digests of the chunks do not add up to the cell's")
        return faults
    for chunk in sorted(rng.sample(range(cell.chunks), min(chunks, cell.chunks))):
        part = play_chunks(Group((cell,)), (chunk, chunk + 1))
        if f"{part.digests[0][chunk]:032x}" != listed[chunk]:
            faults.append(f"{place}: chunk {chunk} plays differently from what was saved")
    return faults
