"""Chunks of games: played, counted and digested, in any order; their counts are added up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats import outcomes
from dicestats.arrays import aligned
from dicestats.cells import Cell, Group
from dicestats.errors import InputError
from dicestats.game import Columns
from dicestats.games import load
from dicestats.outcomes import Counts
from dicestats.tally import Tally

# (leaves): the low 32 bits of their digests, in order. A leaf that plays differently is found
# with all but one chance in 2^32, in a quarter of the room.
Leaves = NDArray[np.uint32]

_LOW = (1 << 32) - 1
_MODULUS = 1 << outcomes.DIGEST_BITS


@dataclass(frozen=True)
class Part:
    """What was counted in the chunks ``first`` to ``last - 1`` of a group."""

    first: int
    last: int
    counts: tuple[Counts | None, ...]  # by cell; None: the cell has no such chunk
    pairs: tuple[Any, ...]  # by cell: rows (chunk, baseline, cell, games) of int64
    leaves: tuple[Leaves, ...]  # by cell

    @property
    def games(self) -> int:
        """Games in all cells together."""
        return sum(c.games for c in self.counts if c is not None)


def play_chunks(group: Group, span: tuple[int, int]) -> Part:
    """Play some consecutive chunks of a group and count their outcomes.

    Parameters
    ----------
    group : Group
        The cells.
    span : tuple of int
        First chunk, and one past the last.

    Returns
    -------
    Part
        Counts of every cell, joint counts with the cell that it is paired with.
    """
    first, last = span
    players = [_Player(cell, keep) for cell, keep in _with_folders(group)]
    pairs: list[list[Any]] = [[] for _ in group.cells]
    for chunk in range(first, last):
        played = [player.play(chunk) for player in players]
        for i, columns in enumerate(played):
            partner = group.partner(i)
            base = None if partner is None else played[partner]
            if base is not None and columns is not None:
                pairs[i].append(_pair(chunk, base, columns))
    joined = tuple(np.concatenate(p) if p else np.empty((0, 4), np.int64) for p in pairs)
    counts = tuple(player.counts() for player in players)
    return Part(first, last, counts, joined, tuple(player.leaves() for player in players))


def _with_folders(group: Group) -> list[tuple[Cell, str | None]]:
    keep = group.keep or (None,) * len(group.cells)
    return list(zip(group.cells, keep, strict=True))


def _pair(chunk: int, base: Columns, other: Columns) -> Any:
    """Count the winners in both cells, game by game; row 0 is ``winners`` in every game."""
    games = min(base.shape[1], other.shape[1])
    width = 1 << 8
    key = base[0, :games].astype(np.int64) * width + other[0, :games]
    values, counts = np.unique(key, return_counts=True)
    return np.stack([np.full(len(values), chunk), values // width, values % width, counts], axis=1)


class _Player:
    """One cell in one task: its kernel, its tally and a buffer for outcome columns."""

    def __init__(self, cell: Cell, keep: str | None) -> None:
        game = load(cell.game)
        self.cell, self.keep, self.leaf = cell, keep, game.leaf
        self.columns = game.columns(cell.rules, cell.seats)
        self.kernel = game.simulator(cell.rules, cell.strategies, cell.seed)
        self.tally = Tally(self.columns, game.tables(cell.rules, cell.seats))
        self.buffer = aligned((len(self.columns), min(cell.chunk, cell.games)), np.uint16)
        self.games = 0
        self.digests: list[int] = []  # of leaves

    def play(self, chunk: int) -> Columns | None:
        start = chunk * self.cell.chunk
        games = min(self.cell.chunk, self.cell.games - start)
        if games <= 0:
            return None
        columns = self.buffer[:, :games]
        try:
            counted = self.kernel.run(start, columns)
        except SystemExit as error:  # a user's strategy may raise anything
            names = ", ".join(strategy.name for strategy in self.cell.strategies)
            raise InputError(f"strategies {names}", f"raised SystemExit: {error}") from error
        self.digests += outcomes.leaf_digests(columns, start, self.leaf)
        self.tally.add_chunk(chunk, columns, counted)
        self.games += games
        if self.keep is not None:
            from dicestats.rows import save_rows

            save_rows(self.keep, chunk, columns=self.columns, outcomes=columns, first=start)
        return columns

    def counts(self) -> Counts | None:
        if self.games == 0:
            return None
        return self.tally.counts(self.games, sum(self.digests) % _MODULUS)

    def leaves(self) -> Leaves:
        return short(self.digests)


def short(digests: Sequence[int]) -> Leaves:
    """Shorten the digests of leaves to what is saved of them.

    Parameters
    ----------
    digests : sequence of int
        128 bits each.

    Returns
    -------
    array of uint32, shape (leaves,)
        The low 32 bits: their sum is the sum of the digests, mod 2^32.
    """
    return np.array([digest & _LOW for digest in digests], np.uint32)


def replay(cell: Cell, leaves: Sequence[int]) -> list[int]:
    """Play some leaves of a cell again.

    Parameters
    ----------
    cell : Cell
        What was played.
    leaves : sequence of int
        Which ones, from 0.

    Returns
    -------
    list of int
        Their digests, 128 bits each.
    """
    game = load(cell.game)
    kernel = game.simulator(cell.rules, cell.strategies, cell.seed)
    columns = np.empty((len(game.columns(cell.rules, cell.seats)), game.leaf), np.uint16)
    digests = []
    for leaf in leaves:
        start = leaf * game.leaf
        played = columns[:, : cell.games - start]
        kernel.run(start, played)
        digests += outcomes.leaf_digests(played, start, game.leaf)
    return digests


def merge_parts(group: Group, parts: Sequence[Part]) -> tuple[list[Counts], list[Any]]:
    """Add up the parts of a group.

    Parameters
    ----------
    group : Group
        The cells.
    parts : sequence of Part
        Disjoint, in any order.

    Returns
    -------
    counts : list of Counts
        One a cell.
    pairs : list of array of int64, shape (rows, 4)
        Chunk, winners in the other cell, winners in the cell, games; empty where it has none.
    """
    counts, pairs = [], []
    for i, cell in enumerate(group.cells):
        tables = load(cell.game).tables(cell.rules, cell.seats)
        counts.append(outcomes.merge([c for p in parts if (c := p.counts[i]) is not None], tables))
        pairs.append(outcomes.sum_cells(np.concatenate([p.pairs[i] for p in parts])))
    return counts, pairs
