"""The committed summary of rigid-body throws: tables of counts, with their seeds and settings."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.fidelity.results import (
    Results,
    Share,
    aside_counts,
    face_counts,
    features,
    level_counts,
    stop_counts,
)
from dicestats.games.tumblin.fidelity.setups import Sample, Setups

FILE = Path(__file__).with_name("rigid_bodies.json")


class Tables(NamedTuple):
    """What became of a sample: see the functions of ``results``.

    Parameters
    ----------
    sample : Sample
        Which throws.
    levels : array of int64, shape (BINS, levels)
        From ``level_counts``.
    faces : array of int64, shape (levels on the board, 3)
        From ``face_counts``.
    stops : array of int64, shape (BINS, STOPS)
        From ``stop_counts``.
    aside : array of int64, shape (levels on the board, ASIDES)
        From ``aside_counts``.
    features : dict
        From ``features``; empty where no dice lie.
    """

    sample: Sample
    levels: NDArray[np.int64]
    faces: NDArray[np.int64]
    stops: NDArray[np.int64]
    aside: NDArray[np.int64]
    features: dict[str, Share]


COUNTS = ("levels", "faces", "stops", "aside")


def summarise(setups: Setups, results: Results) -> Tables:
    """Count what became of throws.

    Parameters
    ----------
    setups : Setups
        The throws.
    results : Results
        What became of them.

    Returns
    -------
    Tables
        The counts.
    """
    return Tables(
        setups.sample,
        level_counts(setups, results),
        face_counts(setups, results),
        stop_counts(setups, results),
        aside_counts(setups, results),
        features(setups, results) if setups.sample.lying else {},
    )


def save(path: Path, settings: dict[str, Any], tables: Sequence[Tables]) -> None:
    """Write a summary.

    Parameters
    ----------
    path : Path
        The file.
    settings : dict
        How the throws were made.
    tables : sequence of Tables
        What became of them.
    """
    lines = [json.dumps(_plain(table)) for table in tables]
    text = ",\n  ".join(lines)
    path.write_text(f'{{"settings": {json.dumps(settings)},\n "samples": [\n  {text}\n ]}}\n')


def _plain(table: Tables) -> dict[str, Any]:
    counts = {name: getattr(table, name).tolist() for name in COUNTS}
    return {"sample": table.sample._asdict(), **counts, "features": table.features}


def load(path: Path = FILE) -> list[Tables]:
    """Read a summary.

    Parameters
    ----------
    path : Path
        The file; the committed one by default.

    Returns
    -------
    list of Tables
        What became of the throws.

    Examples
    --------
    >>> load()[0].sample.sides
    6
    """
    return [
        Tables(
            sample=Sample(**entry["sample"]),
            features={name: Share(*share) for name, share in entry["features"].items()},
            **{name: np.array(entry[name]) for name in COUNTS},
        )
        for entry in json.loads(path.read_text())["samples"]
    ]
