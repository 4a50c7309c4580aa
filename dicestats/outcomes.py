"""Outcome columns of many games: digest them, count them into tables, merge the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import xxhash
from numba import njit
from numpy.typing import NDArray

from dicestats.game import Bits, Column, Columns, Joint

DIGEST_BITS = 128


@dataclass(frozen=True)
class Counts:
    """What is kept of a range of games: their number, digest and counts.

    ``tables`` holds for a joint table the occupied cells, one row each: the values of its columns
    (chunk first where it is counted by chunk), then the number of games; for a table of bits an
    array ``(columns, bits)``.
    """

    games: int
    digest: int  # sum of leaf digests mod 2^128
    tables: Mapping[str, NDArray[np.int64]]


@njit(cache=True, nogil=True)
def _pack(columns, leaf, out):  # type: ignore[no-untyped-def]
    """Lay the columns of each whole leaf out in one piece."""
    for number in range(out.shape[0]):
        for row in range(columns.shape[0]):
            source, target = columns[row], out[number, row]
            start = number * leaf
            for i in range(leaf):
                target[i] = source[start + i]


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
    rows, games = columns.shape
    whole = games // leaf
    packed = np.empty((whole, rows, leaf), np.uint16)
    _pack(columns, leaf, packed)
    pieces = list(packed)
    if games % leaf:
        pieces.append(np.ascontiguousarray(columns[:, whole * leaf :]))
    start = first // leaf
    return [xxhash.xxh3_128_intdigest(p, start + i) for i, p in enumerate(pieces)]


@njit(cache=True, nogil=True)
def _joint(columns, rows, strides, key, counts):  # type: ignore[no-untyped-def]
    """Count the cells of a joint table; four sub-tables spare waiting for the same cell."""
    for i in range(key.shape[0]):
        key[i] = np.uint32(i & 3)
    for k in range(rows.shape[0]):
        row, stride = columns[rows[k]], np.uint32(4 * strides[k])
        for i in range(key.shape[0]):
            key[i] += row[i] * stride
    for i in range(key.shape[0]):
        counts[key[i]] += np.uint32(1)


@njit(cache=True, nogil=True)
def _bits(row, counts):  # type: ignore[no-untyped-def]
    for bit in range(counts.shape[0]):
        total = np.uint32(0)
        for i in range(row.shape[0]):
            total += np.uint32((row[i] >> bit) & 1)
        counts[bit] += total


class Tally:
    """Counts of one run of consecutive chunks, filled block by block.

    Parameters
    ----------
    columns : sequence of Column
        The game's outcome columns.
    tables : sequence of Joint or Bits
        The tables to count.
    """

    def __init__(self, columns: Sequence[Column], tables: Sequence[Joint | Bits]) -> None:
        self._columns = columns
        self._tables = tables
        self._places = {column.name: i for i, column in enumerate(columns)}
        self._layouts = {t.name: self._layout(t) for t in tables if isinstance(t, Joint)}
        self._dense = {t.name: np.zeros(self._size(t), np.int64) for t in tables}
        self._narrow = {t.name: np.zeros(self._cells(t), np.uint32) for t in tables}
        self._by_chunk: dict[str, list[NDArray[np.int64]]] = {
            t.name: [] for t in tables if isinstance(t, Joint) and t.by_chunk
        }

    def add_chunk(self, chunk: int, columns: Columns) -> None:
        """Count a whole chunk (fewer than 2^32 games).

        Parameters
        ----------
        chunk : int
            Its index.
        columns : array of uint16, shape (columns, games)
            Its outcomes.
        """
        key = np.empty(columns.shape[1], np.uint32)
        for table in self._tables:
            narrow = self._narrow[table.name]
            narrow[:] = 0
            if isinstance(table, Bits):
                for name, counts in zip(table.columns, narrow, strict=True):
                    _bits(columns[self._places[name]], counts)
                self._dense[table.name] += narrow
                continue
            rows, _, strides = self._layouts[table.name]
            _joint(columns, rows, strides, key, narrow)
            dense = narrow.reshape(-1, 4).sum(axis=1, dtype=np.int64)
            if table.by_chunk:
                self._by_chunk[table.name].append(self._sparse(table, dense, chunk))
            else:
                self._dense[table.name] += dense

    def counts(self, games: int, digest: int) -> Counts:
        """Take the counts.

        Parameters
        ----------
        games, digest : int
            Of all chunks added.

        Returns
        -------
        Counts
            With occupied cells only.
        """
        taken: dict[str, NDArray[np.int64]] = {}
        for table in self._tables:
            if isinstance(table, Bits):
                taken[table.name] = self._dense[table.name].copy()
            elif table.by_chunk:
                taken[table.name] = np.concatenate(self._by_chunk[table.name])
            else:
                taken[table.name] = self._sparse(table, self._dense[table.name], None)
        return Counts(games, digest, taken)

    def _layout(self, table: Joint) -> tuple[NDArray[np.int64], list[int], NDArray[np.int64]]:
        rows = [self._places[name] for name in table.columns]
        sizes = [self._columns[r].high - self._columns[r].low + 1 for r in rows]
        strides = [int(np.prod(sizes[i + 1 :], dtype=np.int64)) for i in range(len(sizes))]
        return np.array(rows), sizes, np.array(strides)

    def _size(self, table: Joint | Bits) -> int | tuple[int, int]:
        if isinstance(table, Bits):
            return len(table.columns), len(table.labels)
        return int(np.prod(self._layouts[table.name][1], dtype=np.int64))

    def _cells(self, table: Joint | Bits) -> int | tuple[int, int]:
        size = self._size(table)
        return 4 * size if isinstance(size, int) else size

    def _sparse(
        self, table: Joint, dense: NDArray[np.int64], chunk: int | None
    ) -> NDArray[np.int64]:
        (cells,) = np.nonzero(dense)
        rows, sizes, _ = self._layouts[table.name]
        lows = [self._columns[r].low for r in rows]
        values = [v + low for v, low in zip(np.unravel_index(cells, sizes), lows, strict=True)]
        leading = [] if chunk is None else [np.full(cells.shape, chunk)]
        return np.stack([*leading, *values, dense[cells]], axis=1).astype(np.int64)


def merge(parts: Sequence[Counts], tables: Sequence[Joint | Bits]) -> Counts:
    """Add counts of disjoint ranges of games; the order does not matter.

    Parameters
    ----------
    parts : sequence of Counts
        At least one.
    tables : sequence of Joint or Bits
        The tables that they hold.

    Returns
    -------
    Counts
        Cells in ascending order of their values.
    """
    merged: dict[str, NDArray[np.int64]] = {}
    for table in tables:
        arrays = [part.tables[table.name] for part in parts]
        if isinstance(table, Bits):
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


def moments(counts: Counts, tables: Sequence[Joint | Bits]) -> dict[str, dict[str, float]]:
    """Mean and standard deviation of every column that a joint table counts.

    Parameters
    ----------
    counts : Counts
        Of any number of games.
    tables : sequence of Joint or Bits
        The tables that it holds.

    Returns
    -------
    dict
        Column name to ``{"mean": ..., "sd": ...}``; integers are summed, then divided once.
    """
    found: dict[str, dict[str, float]] = {}
    for table in tables:
        if isinstance(table, Bits):
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
