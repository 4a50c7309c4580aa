"""Outcome columns of many games: digest them, count them into tables, merge the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import xxhash
from numpy.typing import NDArray

from dicestats.game import Columns, Joint, Table

DIGEST_BITS = 128


@dataclass(frozen=True)
class Counts:
    """What is kept of a range of games: their number, digest and counts.

    ``tables`` holds for a joint table the occupied cells, one row each: the values of its columns
    (chunk first where it is counted by chunk), then the number of games; for a table of bits, or
    one that the kernel counts, an array ``(columns, labels)``.
    """

    games: int
    digest: int  # sum of leaf digests mod 2^128
    tables: Mapping[str, NDArray[np.int64]]


def leaf_digests(columns: Columns, first: int, leaf: int) -> list[int]:
    """Digest outcome columns leaf by leaf.

    Parameters
    ----------
    columns : array of uint16, shape (columns, games)
        Outcomes of consecutive games.
    first : int
        Index of the first game, a multiple of ``leaf``.
    leaf : int
        Games to a leaf; the last may be shorter.

    Returns
    -------
    list of int
        XXH3-128 of each leaf's columns, seeded with the leaf's index.
    """
    whole = columns.shape[1] // leaf * leaf
    leaves = columns[:, :whole].reshape(len(columns), -1, leaf)
    piece = np.empty((len(columns), leaf), np.uint16)  # in one piece, and in the cache
    digests = []
    for i in range(leaves.shape[1]):
        np.copyto(piece, leaves[:, i])
        digests.append(xxhash.xxh3_128_intdigest(piece.data, first // leaf + i))
    if whole < columns.shape[1]:
        rest = np.ascontiguousarray(columns[:, whole:], np.uint16)
        digests.append(xxhash.xxh3_128_intdigest(rest.data, (first + whole) // leaf))
    return digests


def merge(parts: Sequence[Counts], tables: Sequence[Table]) -> Counts:
    """Add counts of disjoint ranges of games; the order does not matter.

    Parameters
    ----------
    parts : sequence of Counts
        At least one.
    tables : sequence of Table
        The tables that they hold.

    Returns
    -------
    Counts
        Cells in ascending order of their values.
    """
    merged: dict[str, NDArray[np.int64]] = {}
    for table in tables:
        arrays = [part.tables[table.name] for part in parts]
        if not isinstance(table, Joint):
            merged[table.name] = reduce(np.add, arrays)
        else:
            merged[table.name] = sum_cells(np.concatenate(arrays))
    digest = sum(part.digest for part in parts) % (1 << DIGEST_BITS)
    return Counts(sum(part.games for part in parts), digest, merged)


def sum_cells(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add the counts of equal cells.

    Parameters
    ----------
    cells : array of int64, shape (rows, values + 1)
        Values, then the number of games.

    Returns
    -------
    array of int64, shape (distinct rows, values + 1)
        In ascending order.

    Examples
    --------
    >>> sum_cells(np.array([[1, 5], [0, 2], [1, 1]])).tolist()
    [[0, 2], [1, 6]]
    """
    if len(cells) == 0:
        return cells
    ordered = cells[np.lexsort(cells[:, -2::-1].T)]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered[1:, :-1] != ordered[:-1, :-1]).any(axis=1)
    starts = np.flatnonzero(new)
    summed = ordered[starts].copy()
    summed[:, -1] = np.add.reduceat(ordered[:, -1], starts)
    return summed


def moments(counts: Counts, tables: Sequence[Table]) -> dict[str, dict[str, float]]:
    """Mean and standard deviation of every column that a joint table counts.

    Parameters
    ----------
    counts : Counts
        Of any number of games.
    tables : sequence of Table
        The tables that it holds.

    Returns
    -------
    dict
        Column name to ``{"mean": ..., "sd": ...}``; integers are summed, then divided once.
    """
    found: dict[str, dict[str, float]] = {}
    for table in tables:
        if not isinstance(table, Joint):
            continue
        cells = counts.tables[table.name]
        offset = int(table.by_chunk)
        for place, name in enumerate(table.columns):
            if name not in found and not name.startswith(("won_", "winners")):
                found[name] = _moments(cells[:, place + offset], cells[:, -1])
    return found


def _moments(values: NDArray[np.int64], games: NDArray[np.int64]) -> dict[str, float]:
    n = int(games.sum())
    total, squares = int((values * games).sum()), int((values * values * games).sum())
    return {"mean": total / n, "sd": (max(squares * n - total * total, 0) / (n * n)) ** 0.5}


def winner_counts(counts: Counts, table: Joint) -> dict[int, int]:
    """Count the games by their winners.

    Parameters
    ----------
    counts : Counts
        Of any number of games.
    table : Joint
        A table with the column ``winners``.

    Returns
    -------
    dict of int to int
        Bit mask of winning seats to number of games.
    """
    cells = counts.tables[table.name]
    place = table.columns.index("winners") + int(table.by_chunk)
    found: dict[Any, int] = {}
    for winners, games in zip(cells[:, place].tolist(), cells[:, -1].tolist(), strict=True):
        found[winners] = found.get(winners, 0) + games
    return found
