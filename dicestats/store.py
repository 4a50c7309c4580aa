"""Result folders: Parquet tables and a manifest; saved whole or not at all, read with care."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dicestats import journal
from dicestats.cells import Group
from dicestats.chunks import Part, merge_parts
from dicestats.errors import InputError, unknown
from dicestats.files import replace, sha256, writing
from dicestats.games import load
from dicestats.manifest import (
    NAME,
    Description,
    Manifest,
    describe,
    read_manifest,
    versions,
    write_manifest,
)
from dicestats.outcomes import Counts
from dicestats.simulate import table_frame

if TYPE_CHECKING:
    import polars as pl

__all__ = ["check_folder", "describe", "read_manifest", "read_table", "save"]

LEAVES = "leaves"  # the table of leaf digests

ROWS = "games"  # the folder of per-game rows


def check_folder(folder: Path, description: Description) -> bool:
    """Check that a result may be written to a folder.

    Parameters
    ----------
    folder : Path
        Of the result.
    description : Description
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
    if (folder / NAME).exists():
        if read_manifest(folder).experiment == description:
            return True
        raise InputError(
            str(folder), "holds the result of another experiment; give another folder or remove it"
        )
    with writing(folder):
        names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
        ours = {n for n in names if n == ROWS or n.endswith(".parquet")}
        foreign = {n for n in names if n[0] != "."} - (ours if journal.NAME in names else set())
        if foreign:
            raise InputError(str(folder), "is not empty and holds no result; give another folder")
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
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
    counts, pairs = merge_parts(group, parts)
    files = {}
    for table, frame in _frames(names, group, counts=counts, pairs=pairs, parts=parts).items():
        path = folder / f"{table}.parquet"
        temporary = folder / f".{table}.tmp"
        with writing(path):
            frame.write_parquet(temporary, compression="zstd", statistics=False)
            replace(temporary, path)
        files[path.name] = sha256(path)
    cell = group.cells[0]
    manifest = Manifest(
        experiment=describe(names, group, title),
        columns={c.name: c.meaning for c in load(cell.game).columns(cell.rules, cell.seats)},
        games={name: count.games for name, count in zip(names, counts, strict=True)},
        digests={name: f"{count.digest:032x}" for name, count in zip(names, counts, strict=True)},
        files=files,
        versions=versions(),
    )
    temporary = folder / ".manifest.tmp"
    with writing(folder / NAME):
        temporary.write_text(write_manifest(manifest), encoding="utf-8")
        replace(temporary, folder / NAME)


def _frames(
    names: Sequence[str],
    group: Group,
    *,
    counts: Sequence[Counts],
    pairs: Sequence[Any],
    parts: Sequence[Part],
) -> dict[str, "pl.DataFrame"]:
    import polars as pl

    frames: dict[str, list[pl.DataFrame]] = {}
    in_order = sorted(parts, key=lambda part: part.first)
    for i, (name, cell) in enumerate(zip(names, group.cells, strict=True)):
        made = {table: table_frame(cell, counts[i], table) for table in counts[i].tables}
        if len(pairs[i]):
            schema = dict.fromkeys(("chunk", "baseline", "cell_winners", "games"), pl.Int64)
            made["paired"] = pl.DataFrame(pairs[i], schema=schema)
        digests = np.concatenate([part.leaves[i] for part in in_order])
        made[LEAVES] = pl.DataFrame({"digest": digests})
        for table, frame in made.items():
            labelled = frame.select(pl.lit(name).alias("cell"), pl.all())
            frames.setdefault(table, []).append(labelled)
    return {table: pl.concat(parts) for table, parts in frames.items()}


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
        Its first column names the cell; a table of counts ends with the games.

    Raises
    ------
    InputError
        If there is no such table, or its file is not the one that the manifest describes.
    """
    import polars as pl

    manifest, path = read_manifest(Path(folder)), Path(folder) / f"{table}.parquet"
    if path.name not in manifest.files:
        tables = [name.removesuffix(".parquet") for name in manifest.files]
        raise InputError(str(folder), unknown("table", table, sorted(tables)))
    fault = file_fault(path, manifest)
    if fault:
        raise InputError(str(path), fault)
    return pl.read_parquet(path)


def file_fault(path: Path, manifest: Manifest) -> str | None:
    """Tell what is wrong with a file of a result.

    Parameters
    ----------
    path : Path
        One of ``manifest.files``.
    manifest : Manifest
        Of the result.

    Returns
    -------
    str or None
        None: it is the file that was saved, byte by byte.
    """
    try:
        digest = sha256(path)
    except OSError as error:
        return "is missing" if not path.exists() else f"cannot be read: {error.strerror}"
    return None if digest == manifest.files[path.name] else "differs from what the manifest says"
