"""One row per game, on demand: the outcome columns of a chunk as a Parquet file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicestats.files import replace, writing
from dicestats.game import Column, Columns


def save_rows(
    folder: str, chunk: int, *, columns: Sequence[Column], outcomes: Columns, first: int
) -> None:
    """Write the outcome columns of a chunk, one row a game.

    Parameters
    ----------
    folder : str
        Of the rows.
    chunk : int
        Its index names the file.
    columns : sequence of Column
        Names and lowest values.
    outcomes : array of uint16, shape (columns, games)
        Values less their lowest.
    first : int
        Index of the first game.
    """
    import numpy as np
    import polars as pl

    data: dict[str, Any] = {"game": np.arange(first, first + outcomes.shape[1])}
    data |= {c.name: row.astype(np.int32) + c.low for c, row in zip(columns, outcomes, strict=True)}
    path = Path(folder) / f"games_{chunk:08d}.parquet"
    temporary = path.with_name(f".{path.stem}.tmp")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        pl.DataFrame(data).write_parquet(
            temporary, compression="zstd", compression_level=3, statistics=False
        )
        replace(temporary, path)
