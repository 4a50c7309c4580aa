"""Whether a result still follows from the code: files checked, random leaves played again."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np

from dicestats.cells import Cell, make_cell
from dicestats.chunks import replay, short
from dicestats.errors import InputError
from dicestats.games import load
from dicestats.manifest import NAME, CellEntry, Manifest, entry_of, read_manifest
from dicestats.outcomes import DIGEST_BITS
from dicestats.settings import rules_from_mapping
from dicestats.store import LEAVES, file_fault, read_table


def verify(folder: Path, leaves: int, rng: random.Random) -> list[str]:
    """Check the files of a result, and play some of its leaves again.

    Parameters
    ----------
    folder : Path
        Of the result.
    leaves : int
        How many leaves of each cell are played again; with all of them, the digest of all games
        is compared too.
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
        return str(error).splitlines()
    checked = [(folder / name, file_fault(folder / name, manifest)) for name in manifest.files]
    faults = [f"{path}: {fault}" for path, fault in checked if fault]
    faults += [
        f"{path}: is not in the manifest"
        for path in sorted(folder.glob("*.parquet"))
        if path.name not in manifest.files
    ]
    for entry in manifest.experiment.cells:
        place = f"{folder / NAME}, cell '{entry.name}'"
        try:
            cell = _cell(entry, manifest)
            found = _replayed(folder, manifest, entry.name, cell=cell, leaves=leaves, rng=rng)
            faults += [f"{place}: {fault}" for fault in found]
        except InputError as error:
            faults += [f"{place}: {error.place}: {fault}" for fault in error.faults]
    return faults


def _cell(entry: CellEntry, manifest: Manifest) -> Cell:
    """Make the cell again as it was played; the code must describe it as the manifest does."""
    cell = make_cell(
        entry.game,
        rules=rules_from_mapping(load(entry.game), entry.rules, "rules"),
        strategies=entry.strategies,
        games=entry.games,
        seed=entry.seed,
        seats=entry.seats,
        chunk=entry.chunk,
    )
    again, games = entry_of(entry.name, cell), manifest.games[entry.name]
    for field in CellEntry.model_fields:
        if getattr(again, field) != getattr(entry, field):
            raise InputError(field, "is not what the code makes of it")
    if games > entry.games or (games < entry.games and manifest.experiment.stop is None):
        raise InputError("games", f"{games:,} were saved, {entry.games:,} asked for")
    return replace(cell, games=games)


def _replayed(
    folder: Path, manifest: Manifest, name: str, *, cell: Cell, leaves: int, rng: random.Random
) -> list[str]:
    """Play leaves again and compare their digests; their sum must be the cell's."""
    table = read_table(folder, LEAVES)
    saved = table.filter(table["cell"] == name)["digest"].to_numpy()
    number = -(-cell.games // load(cell.game).leaf)
    digest = int(manifest.digests[name], 16)
    if len(saved) != number or int(saved.sum(dtype=np.uint32)) != short([digest])[0]:
        return [f"the digests in {LEAVES}.parquet do not add up to the cell's"]
    chosen = sorted(rng.sample(range(number), min(leaves, number)))
    played = replay(cell, chosen)
    same = short(played) == saved[chosen]
    wrong = [leaf for leaf, fits in zip(chosen, same, strict=True) if not fits]
    if wrong:
        some = f"{len(wrong)} of {len(chosen)} leaves played again (first: leaf {wrong[0]})"
        return [f"{some} play differently from what was saved"]
    if len(chosen) == number and sum(played) % (1 << DIGEST_BITS) != digest:
        return ["all games together do not have the digest that was saved"]
    return []
