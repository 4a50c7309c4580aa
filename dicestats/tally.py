"""Outcome columns counted into tables, in compiled code."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicestats.arrays import aligned
from dicestats.game import Bits, Column, Columns, Counted, Joint, Table
from dicestats.jit import jit
from dicestats.outcomes import Counts

_Extra = Mapping[str, NDArray[np.int64]]

_SPAN = 4096  # games that are counted at a time: their keys stay in the first-level cache
_FEW_CELLS = 4096  # up to so many, every cell of a table gets four counters
_MOST_GAMES = 1 << 32  # that a counter can hold


@jit
def _count(key, counts):  # type: ignore[no-untyped-def]
    """Count keys; each cell has one or four counters, used in turn.

    Four counters spare waiting for the cell that was just counted.
    """
    last, one, whole = counts.shape[0] - 1, np.uint32(1), key.shape[0] & ~3
    a, b, c, d = counts[0], counts[1 & last], counts[2 & last], counts[3 & last]
    for i in range(0, whole, 4):
        a[key[i]] += one
        b[key[i + 1]] += one
        c[key[i + 2]] += one
        d[key[i + 3]] += one
    for i in range(whole, key.shape[0]):
        a[key[i]] += one


@jit
def _joint(columns, rows, strides, key, counts):  # type: ignore[no-untyped-def]
    """Count the cells of a joint table: a number of their own, the key, stands for the values."""
    if rows.shape[0] == 1:
        _count(columns[rows[0]], counts)
        return
    for start in range(0, columns.shape[1], key.shape[0]):
        part = key[: min(key.shape[0], columns.shape[1] - start)]
        row, stride = columns[rows[0], start : start + part.shape[0]], np.uint32(strides[0])
        for i in range(part.shape[0]):
            part[i] = row[i] * stride
        for k in range(1, rows.shape[0]):
            row, stride = columns[rows[k], start : start + part.shape[0]], np.uint32(strides[k])
            for i in range(part.shape[0]):
                part[i] += row[i] * stride
        _count(part, counts)


@dataclass(frozen=True)
class _Cells:
    """The cells of a table over some columns, and their counters."""

    rows: NDArray[np.int64]  # (columns of the table)
    strides: NDArray[np.int64]  # (columns of the table)
    sizes: list[int]
    lows: list[int]
    key: NDArray[np.unsignedinteger]  # (games at a time) 16 bits wide where all cells fit
    counters: NDArray[np.uint32]  # (1 or 4, cells)

    def taken(self) -> NDArray[np.int64]:
        """Take the counts so far, and begin again at 0."""
        dense: NDArray[np.int64] = self.counters.sum(axis=0, dtype=np.int64)
        self.counters.fill(0)
        return dense


def _counted(table: Table) -> list[tuple[str, ...]]:
    """List what is counted jointly: bits are read off the counts of each column's values."""
    if isinstance(table, Joint):
        return [table.columns]
    return [(name,) for name in table.columns] if isinstance(table, Bits) else []


def _shape(table: Counted) -> tuple[int, int]:
    return len(table.columns), len(table.labels)


def _bits(counts: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Count how often each bit is set, from the counts of each value."""
    total, found = counts, []
    for _ in range(bits):  # halve the values: the odd ones hold the lowest bit
        found.append(total[1::2].sum())
        total = total[0::2] + total[1::2]
    return np.array(found, np.int64)


def _occupied(dense: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the cells that were met, and how often."""
    cells = np.flatnonzero(dense)
    return np.stack([cells, dense[cells]])


def _rows(layout: _Cells, occupied: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """List the values of a table's columns in occupied cells, and the games."""
    cells, games = occupied
    places = zip(np.unravel_index(cells, layout.sizes), layout.lows, strict=True)
    return [*(place + low for place, low in places), games]


class Tally:
    """Counts of one run of consecutive chunks, filled block by block.

    Parameters
    ----------
    columns : sequence of Column
        The game's outcome columns.
    tables : sequence of Table
        The tables to count.
    """

    def __init__(self, columns: Sequence[Column], tables: Sequence[Table]) -> None:
        self._columns = columns
        self._tables = tables
        self._places = {column.name: i for i, column in enumerate(columns)}
        self._layouts = {(t.name, n): self._layout(n) for t in tables for n in _counted(t)}
        self._dense = {
            k: np.zeros(cells.counters.shape[1], np.int64) for k, cells in self._layouts.items()
        }
        self._extra = {
            t.name: np.zeros(_shape(t), np.int64) for t in tables if isinstance(t, Counted)
        }
        self._chunks: list[int] = []
        self._by_chunk: dict[str, list[NDArray[np.int64]]] = {
            t.name: [] for t in tables if isinstance(t, Joint) and t.by_chunk
        }
        self._held = 0  # games in the counters

    def add_chunk(self, chunk: int, columns: Columns, counted: _Extra) -> None:
        """Count a whole chunk (fewer than 2^32 games).

        Parameters
        ----------
        chunk : int
            Its index.
        columns : array of uint16, shape (columns, games)
            Its outcomes.
        counted : mapping of str to array of int64, shape (labels, columns)
            What the kernel has counted itself.
        """
        for name, extra in self._extra.items():
            extra += counted[name].T
        columns = np.ascontiguousarray(columns)
        if self._held + columns.shape[1] >= _MOST_GAMES:
            self._empty_counters()
        self._held += columns.shape[1]
        self._chunks.append(chunk)
        for (name, _), cells in self._layouts.items():
            _joint(columns, cells.rows, cells.strides, cells.key, cells.counters)
            if name in self._by_chunk:
                self._by_chunk[name].append(_occupied(cells.taken()))

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
        self._empty_counters()
        return Counts(games, digest, {table.name: self._taken(table) for table in self._tables})

    def _taken(self, table: Table) -> NDArray[np.int64]:
        if isinstance(table, Counted):
            return self._extra[table.name].copy()
        keys = [(table.name, names) for names in _counted(table)]
        if isinstance(table, Bits):
            return np.stack([_bits(self._dense[key], len(table.labels)) for key in keys])
        layout = self._layouts[keys[0]]
        if not table.by_chunk:
            return np.stack(_rows(layout, _occupied(self._dense[keys[0]])), axis=1)
        parts = self._by_chunk[table.name]
        chunks = np.repeat(self._chunks, [part.shape[1] for part in parts])
        return np.stack([chunks, *_rows(layout, np.concatenate(parts, axis=1))], axis=1)

    def _empty_counters(self) -> None:
        for key, dense in self._dense.items():
            dense += self._layouts[key].taken()
        self._held = 0

    def _layout(self, names: tuple[str, ...]) -> _Cells:
        rows = [self._places[name] for name in names]
        columns = [self._columns[row] for row in rows]
        sizes = [column.high - column.low + 1 for column in columns]
        strides = [math.prod(sizes[i + 1 :]) for i in range(len(sizes))]
        size = math.prod(sizes)
        return _Cells(
            rows=np.array(rows),
            strides=np.array(strides),
            sizes=sizes,
            lows=[column.low for column in columns],
            key=aligned(_SPAN, np.uint16 if size <= 1 << 16 else np.uint32),
            counters=np.zeros((4 if size <= _FEW_CELLS else 1, size), np.uint32),
        )
