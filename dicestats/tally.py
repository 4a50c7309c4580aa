"""Outcome columns counted into tables, in compiled code."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicestats.arrays import aligned
from dicestats.bits import count_bits
from dicestats.game import Bits, Column, Columns, Counted, Joint, Table
from dicestats.jit import jit
from dicestats.outcomes import Counts, sum_cells

_Met = NDArray[np.int64]  # (2, cells that were met): which, and how often
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


@jit
def _occupied(counters):  # type: ignore[no-untyped-def]
    """List the cells that were met, and how often, and begin again at 0: (2, cells met)."""
    found, met = np.empty((2, counters.shape[1]), np.int64), 0
    for cell in range(counters.shape[1]):
        games = np.int64(0)
        for i in range(counters.shape[0]):
            games += counters[i, cell]
            counters[i, cell] = 0
        if games > 0:
            found[0, met], found[1, met] = cell, games
            met += 1
    return found[:, :met].copy()


@dataclass(frozen=True)
class _Cells:
    """The cells of a table over some columns, and their counters."""

    rows: NDArray[np.int64]  # (columns of the table)
    strides: NDArray[np.int64]  # (columns of the table)
    sizes: list[int]
    lows: list[int]
    key: NDArray[np.unsignedinteger]  # (games at a time) 16 bits wide where all cells fit
    counters: NDArray[np.uint32]  # (1 or 4, cells)


def _shape(table: Bits | Counted) -> tuple[int, int]:
    return len(table.columns), len(table.labels)


def _values(layout: _Cells, met: _Met) -> list[NDArray[np.int64]]:
    """List the values of a table's columns in occupied cells, and the games."""
    cells, games = met
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
        self._layouts = {table: self._layout(table) for table in tables if isinstance(table, Joint)}
        self._met: dict[Joint, list[_Met]] = {table: [] for table in self._layouts}
        self._whole = {  # (columns, labels)
            t.name: np.zeros(_shape(t), np.int64) for t in tables if not isinstance(t, Joint)
        }
        self._chunks: list[int] = []
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
        columns = np.ascontiguousarray(columns)
        for table in self._tables:
            if isinstance(table, Counted):
                self._whole[table.name] += counted[table.name].T
            elif isinstance(table, Bits):
                count_bits(columns, self._rows(table), self._whole[table.name])
        if self._held + columns.shape[1] >= _MOST_GAMES:
            self._empty_counters()
        self._held += columns.shape[1]
        self._chunks.append(chunk)
        for table, cells in self._layouts.items():
            _joint(columns, cells.rows, cells.strides, cells.key, cells.counters)
            if table.by_chunk:
                self._met[table].append(_occupied(cells.counters))

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
        if not isinstance(table, Joint):
            return self._whole[table.name].copy()
        layout, parts = self._layouts[table], self._met[table]
        met = np.concatenate(parts, axis=1)
        if not table.by_chunk:
            return np.stack(_values(layout, sum_cells(met.T).T), axis=1)
        chunks = np.repeat(self._chunks, [part.shape[1] for part in parts])
        return np.stack([chunks, *_values(layout, met)], axis=1)

    def _empty_counters(self) -> None:
        for table, cells in self._layouts.items():
            if not table.by_chunk:
                self._met[table].append(_occupied(cells.counters))
        self._held = 0

    def _rows(self, table: Joint | Bits) -> NDArray[np.int64]:
        return np.array([self._places[name] for name in table.columns])

    def _layout(self, table: Joint) -> _Cells:
        rows = self._rows(table)
        columns = [self._columns[row] for row in rows]
        sizes = [column.high - column.low + 1 for column in columns]
        strides = [math.prod(sizes[i + 1 :]) for i in range(len(sizes))]
        size = math.prod(sizes)
        return _Cells(
            rows=rows,
            strides=np.array(strides),
            sizes=sizes,
            lows=[column.low for column in columns],
            key=aligned(_SPAN, np.uint16 if size <= 1 << 16 else np.uint32),
            counters=np.zeros((4 if size <= _FEW_CELLS else 1, size), np.uint32),
        )
