"""The manifest of a result: what it follows from, and digests of what came out; plain JSON."""

import hashlib
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dicestats.cells import Cell, Group
from dicestats.errors import InputError
from dicestats.settings import GAMES, SEED
from dicestats.summary import rules_digest

NAME = "manifest.json"

_STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)
_LIBRARIES = ("numba", "numpy", "polars", "xxhash")

Games = Annotated[int, Field(ge=GAMES.low, le=GAMES.high)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^\w+\.parquet$")]


class CellEntry(BaseModel):
    """What a cell follows from."""

    model_config = _STRICT

    name: str
    game: str
    rules: dict[str, Any]
    rules_digest: str
    strategies: list[str]
    seats: int
    games: Games
    seed: Annotated[int, Field(ge=SEED.low, le=SEED.high)]
    chunk: Annotated[int, Field(ge=1)]


class StopEntry(BaseModel):
    """When a cell may stop early: ``games`` is the most then."""

    model_config = _STRICT

    half_width: float
    level: float


class Description(BaseModel):
    """What a result follows from: equal descriptions give equal results."""

    model_config = _STRICT

    title: str
    baseline: str | None
    stop: StopEntry | None = None
    cells: Annotated[list[CellEntry], Field(min_length=1)]

    @property
    def digest(self) -> str:
        """64 hexadecimal digits."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


class Manifest(BaseModel):
    """A result as it was saved: no time, host or path, so the same run gives the same file."""

    model_config = _STRICT

    experiment: Description
    columns: dict[str, str]  # outcome column -> meaning
    games: dict[str, Games]  # by cell: how many were played
    digests: dict[str, Digest]  # by cell: the sum of its leaf digests mod 2^128
    files: dict[FileName, Sha256]
    versions: dict[str, str]

    @model_validator(mode="after")
    def _names_fit(self) -> Self:
        names = [cell.name for cell in self.experiment.cells]
        for given in (self.games, self.digests):
            if sorted(given) != sorted(names):
                raise ValueError("games and digests must name every cell once")
        return self


def describe(names: Sequence[str], group: Group, title: str) -> Description:
    """Describe what a result follows from.

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
    Description
        Plain values.
    """
    stop = group.stop
    return Description(
        title=title,
        baseline=None if group.baseline is None else names[group.baseline],
        stop=None if stop is None else StopEntry(half_width=stop.half_width, level=stop.level),
        cells=[entry_of(name, cell) for name, cell in zip(names, group.cells, strict=True)],
    )


def entry_of(name: str, cell: Cell) -> CellEntry:
    """Describe what a cell follows from.

    Parameters
    ----------
    name : str
        Shown in tables and charts.
    cell : Cell
        What is played.

    Returns
    -------
    CellEntry
        Plain values.
    """
    return CellEntry(
        name=name,
        game=cell.game,
        rules=cell.rules.model_dump(mode="json"),
        rules_digest=rules_digest(cell),
        strategies=[strategy.name for strategy in cell.strategies],
        seats=cell.seats,
        games=cell.games,
        seed=cell.seed,
        chunk=cell.chunk,
    )


def versions() -> dict[str, str]:
    """List the versions of what a result was computed with.

    Returns
    -------
    dict
        Library to version.
    """
    return {name: version(name) for name in ("dicestats", *_LIBRARIES)}


def write_manifest(manifest: Manifest) -> str:
    """Write a manifest as text.

    Parameters
    ----------
    manifest : Manifest
        Of a result.

    Returns
    -------
    str
        JSON.
    """
    content = manifest.model_dump(mode="json", exclude_none=False)
    if content["experiment"]["stop"] is None:
        del content["experiment"]["stop"]
    return json.dumps(content, indent=1) + "\n"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a result.

    Parameters
    ----------
    folder : Path
        Of the result.

    Returns
    -------
    Manifest
        Its content.

    Raises
    ------
    InputError
        If there is none, or it is damaged.
    """
    path = folder / NAME
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from error
    except ValidationError as error:
        told = [_place(fault["loc"]) + fault["msg"] for fault in error.errors()]
        raise InputError(str(path), f"is damaged: {'; '.join(told)}") from error


def _place(location: Sequence[int | str]) -> str:
    return f"{'.'.join(map(str, location))}: " if location else ""
