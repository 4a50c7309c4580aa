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
_FEW_CELLS = 1024  # up to so many, every cell of a table gets four counters


@jit
def _joint(columns, rows, strides, key, counts):  # type: ignore[no-untyped-def]
    """Count the cells of a joint table; each cell has one or four counters, used in turn.

    Four counters spare waiting for the cell that was just counted.
    """
    span, last = key.shape[0], np.uint32(counts.shape[1] - 1)
    copies, flat = np.uint32(counts.shape[1]), counts.reshape(-1)
    for start in range(0, columns.shape[1], span):
        games = min(span, columns.shape[1] - start)
        for i in range(games):
            key[i] = np.uint32(i) & last
        for k in range(rows.shape[0]):
            row, stride = columns[rows[k], start : start + games], copies * np.uint32(strides[k])
            for i in range(games):
                key[i] += row[i] * stride
        for i in range(games):
            flat[key[i]] += np.uint32(1)


@dataclass(frozen=True)
class _Cells:
    """The cells of a table over some columns, and their counters."""

    rows: NDArray[np.int64]  # (columns of the table)
    strides: NDArray[np.int64]  # (columns of the table)
    sizes: list[int]
    lows: list[int]
    size: int
    counters: NDArray[np.uint32]  # (cells, 1 or 4)


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


def _occupied(cells: _Cells, dense: NDArray[np.int64], chunk: int | None) -> NDArray[np.int64]:
    """List the occupied cells: chunk, if given, values of the columns, games."""
    (found,) = np.nonzero(dense)
    places = zip(np.unravel_index(found, cells.sizes), cells.lows, strict=True)
    leading = [] if chunk is None else [np.full(found.shape, chunk)]
    rows = [*leading, *(place + low for place, low in places), dense[found]]
    return np.stack(rows, axis=1).astype(np.int64)


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
        self._dense = {k: np.zeros(cells.size, np.int64) for k, cells in self._layouts.items()}
        self._extra = {
            t.name: np.zeros(_shape(t), np.int64) for t in tables if isinstance(t, Counted)
        }
        self._key = aligned(_SPAN, np.uint32)
        self._by_chunk: dict[str, list[NDArray[np.int64]]] = {t.name: [] for t in tables}

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
        for table in self._tables:
            for names in _counted(table):
                cells = self._layouts[table.name, names]
                cells.counters.fill(0)
                _joint(columns, cells.rows, cells.strides, self._key, cells.counters)
                dense = cells.counters.sum(axis=1, dtype=np.int64)
                if isinstance(table, Joint) and table.by_chunk:
                    self._by_chunk[table.name].append(_occupied(cells, dense, chunk))
                else:
                    self._dense[table.name, names] += dense

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
            if isinstance(table, Counted):
                taken[table.name] = self._extra[table.name].copy()
            elif isinstance(table, Bits):
                dense = [self._dense[table.name, names] for names in _counted(table)]
                taken[table.name] = np.stack([_bits(row, len(table.labels)) for row in dense])
            elif table.by_chunk:
                taken[table.name] = np.concatenate(self._by_chunk[table.name])
            else:
                key = (table.name, table.columns)
                taken[table.name] = _occupied(self._layouts[key], self._dense[key], None)
        return Counts(games, digest, taken)

    def _layout(self, names: tuple[str, ...]) -> _Cells:
        rows = [self._places[name] for name in names]
        columns = [self._columns[row] for row in rows]
        sizes = [column.high - column.low + 1 for column in columns]
        strides = [math.prod(sizes[i + 1 :]) for i in range(len(sizes))]
        size = math.prod(sizes)
        counters = np.zeros((size, 4 if size <= _FEW_CELLS else 1), np.uint32)
        lows = [column.low for column in columns]
        return _Cells(np.array(rows), np.array(strides), sizes, lows, size, counters)
