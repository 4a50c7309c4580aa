"""Rules, strategies and a seed in; digested tables of counts out, whatever the engine."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel

from dicestats import engines, outcomes, settings
from dicestats.errors import InputError
from dicestats.game import Columns, Game, Joint, Strategy
from dicestats.games import load
from dicestats.outcomes import Counts

if TYPE_CHECKING:
    import polars as pl

CHUNK = 65_536  # games: the unit of scheduling, resume and re-simulation
MOST_GAMES = 10**13

_TASK_SECONDS = 0.5  # a task is as many chunks as take about this long
_SERIAL_SECONDS = 0.4  # below this no pool is started


@dataclass(frozen=True)
class Cell:
    """One simulation: all that its counts follow from."""

    game: str
    rules: BaseModel
    strategies: tuple[Strategy, ...]  # one a seat
    seed: int
    games: int
    chunk: int = CHUNK  # games

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.strategies)

    @property
    def chunks(self) -> int:
        """Number of chunks; the last may be shorter."""
        return -(-self.games // self.chunk)


@dataclass(frozen=True)
class Group:
    """Cells that are played chunk by chunk together, on the same dice."""

    cells: tuple[Cell, ...]
    baseline: int | None = None  # the cell that the others are paired with, game by game
    keep: tuple[str, ...] = ()  # a folder for each cell's per-game rows; (): not kept

    @property
    def chunks(self) -> int:
        """Chunks of the longest cell."""
        return max(cell.chunks for cell in self.cells)


@dataclass(frozen=True)
class Part:
    """What was counted in the chunks ``first`` to ``last - 1`` of a group."""

    first: int
    last: int
    counts: tuple[Counts | None, ...]  # by cell; None: the cell has no such chunk
    pairs: tuple[Any, ...]  # by cell: rows (chunk, baseline, cell, games) of int64
    digests: tuple[dict[int, int], ...]  # by cell: chunk -> sum of its leaf digests

    @property
    def games(self) -> int:
        """Games in all cells together."""
        return sum(c.games for c in self.counts if c is not None)


def make_cell(
    game: str,
    *,
    strategies: Sequence[Any] = ("random",),
    rules: BaseModel | None = None,
    games: int,
    seed: int = 0,
    seats: int | None = None,
    chunk: int = CHUNK,
) -> Cell:
    """Check what a user gave and make a cell of it.

    Parameters
    ----------
    game : str
        Name of the game.
    strategies : sequence of str, Strategy or callable
        In seat order; one stands for all seats.
    rules : BaseModel, optional
        By default the published rules.
    games : int
        How many games, from 1 to 10^13.
    seed : int
        A whole number from 0.
    seats : int, optional
        By default what the strategies say, else the game's smallest number.
    chunk : int
        Games to a chunk: a multiple of the game's leaf.

    Returns
    -------
    Cell
        Ready to be played.

    Raises
    ------
    InputError
        For anything that the game does not have or allow.
    """
    found = load(game)
    chosen = found.rules() if rules is None else rules
    if not 1 <= games <= MOST_GAMES:
        raise InputError("games", f"{games} is not allowed: give 1 to 10^13")
    if seed < 0:
        raise InputError("seed", f"{seed} is not allowed: give a whole number from 0")
    if chunk < found.leaf or chunk % found.leaf:
        raise InputError("chunk", f"{chunk} is not a multiple of the game's leaf, {found.leaf}")
    made = settings.strategies_from(found, chosen, list(strategies), seats)
    return Cell(game, chosen, tuple(made), seed, games, chunk)


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
        Counts of every cell, joint counts with the baseline.
    """
    first, last = span
    players = [_Player(cell, keep) for cell, keep in _with_folders(group)]
    pairs: list[list[Any]] = [[] for _ in group.cells]
    for chunk in range(first, last):
        played = [player.play(chunk) for player in players]
        base = None if group.baseline is None else played[group.baseline]
        for i, columns in enumerate(played):
            if base is not None and columns is not None and i != group.baseline:
                pairs[i].append(_pair(chunk, base, columns))
    joined = tuple(np.concatenate(p) if p else np.empty((0, 4), np.int64) for p in pairs)
    counts = tuple(player.counts() for player in players)
    return Part(first, last, counts, joined, tuple(player.digests for player in players))


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
        self.tally = outcomes.Tally(self.columns, game.tables(cell.rules, cell.seats))
        self.buffer = np.empty((len(self.columns), min(cell.chunk, cell.games)), np.uint16)
        self.games = 0
        self.digests: dict[int, int] = {}

    def play(self, chunk: int) -> Columns | None:
        start = chunk * self.cell.chunk
        games = min(self.cell.chunk, self.cell.games - start)
        if games <= 0:
            return None
        columns = self.buffer[:, :games]
        self.kernel.run(start, columns)
        leaves = outcomes.leaf_digests(columns, start, self.leaf)
        self.digests[chunk] = sum(leaves) % (1 << outcomes.DIGEST_BITS)
        self.tally.add_chunk(chunk, columns)
        self.games += games
        if self.keep is not None:
            from dicestats.rows import save_rows

            save_rows(self.keep, chunk, self.columns, columns, start)
        return columns

    def counts(self) -> Counts | None:
        if self.games == 0:
            return None
        total = sum(self.digests.values()) % (1 << outcomes.DIGEST_BITS)
        return self.tally.counts(self.games, total)


class _Work:
    """A group's chunks as a picklable function of their span."""

    def __init__(self, group: Group) -> None:
        self.group = group

    def __call__(self, span: tuple[int, int]) -> Part:
        return play_chunks(self.group, span)


def run(
    group: Group,
    *,
    engine: str = "threads",
    n_jobs: int | None = None,
    todo: Sequence[int] | None = None,
) -> Iterator[Part]:
    """Play a group's chunks.

    Parameters
    ----------
    group : Group
        The cells.
    engine : str
        One of ``engines.ENGINES``.
    n_jobs : int, optional
        Number of workers, by default one a core.
    todo : sequence of int, optional
        The chunks to play, by default all.

    Yields
    ------
    Part
        As it is finished, in any order.
    """
    jobs = engines.check(engine, n_jobs)
    left = list(range(group.chunks)) if todo is None else sorted(todo)
    if not left:
        return
    # The first chunk is played here: it compiles before any pool starts, and tells the speed.
    begun = time.perf_counter()
    yield play_chunks(group, (left[0], left[0] + 1))
    seconds = max(time.perf_counter() - begun, 1e-6)
    left = left[1:]
    if engine != "processes" and seconds * len(left) < _SERIAL_SECONDS:
        jobs, engine = 1, "serial"
    length = max(1, min(round(_TASK_SECONDS / seconds), -(-len(left) // (4 * jobs))))
    work = _Work(group)
    for _, part in engines.run(work, _spans(left, length), engine=engine, n_jobs=jobs):
        yield part


def _spans(chunks: Sequence[int], length: int) -> list[tuple[int, int]]:
    """Cut ascending chunk numbers into runs of neighbours, ``length`` at most."""
    spans: list[tuple[int, int]] = []
    for chunk in chunks:
        if spans and spans[-1][1] == chunk and chunk - spans[-1][0] < length:
            spans[-1] = (spans[-1][0], chunk + 1)
        else:
            spans.append((chunk, chunk + 1))
    return spans


def watched(parts: Iterator[Part], games: int, *, done: int = 0, label: str = "") -> Iterator[Part]:
    """Show progress on stderr while parts come in: games done, rate, time left.

    Parameters
    ----------
    parts : iterator of Part
        From ``run``.
    games : int
        Games in all.
    done : int
        Games that were finished before.
    label : str
        Shown in front.

    Yields
    ------
    Part
        Unchanged. Nothing is shown in the first second, nor where the environment variable
        ``DICESTATS_PROGRESS`` is 0.
    """
    from tqdm import tqdm

    quiet = os.environ.get("DICESTATS_PROGRESS") == "0"
    with tqdm(
        total=games, initial=done, desc=label or None, unit=" games", unit_scale=True,
        delay=1, mininterval=0.5, disable=quiet, leave=False, dynamic_ncols=True,
    ) as bar:  # fmt: skip
        for part in parts:
            bar.update(part.games)
            yield part


@dataclass(frozen=True)
class Simulation:
    """The counts of a finished cell."""

    cell: Cell
    counts: Counts
    seconds: float

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that identify the outcomes of all games."""
        return f"{self.counts.digest:032x}"

    def frame(self, table: str) -> "pl.DataFrame":
        """Take a table of counts as a frame; its last column is ``games``."""
        return table_frame(load(self.cell.game), self.cell, self.counts, table)


def simulate(
    game: str,
    *,
    strategies: Sequence[Any] = ("random",),
    games: int,
    rules: BaseModel | None = None,
    seed: int = 0,
    seats: int | None = None,
    engine: str = "threads",
    n_jobs: int | None = None,
    chunk: int = CHUNK,
) -> Simulation:
    """Play many games and count their outcomes.

    Parameters
    ----------
    game : str
        Name of the game.
    strategies : sequence of str, Strategy or callable
        In seat order; one stands for all seats.
    games : int
        How many games, from 1 to 10^13.
    rules : BaseModel, optional
        By default the published rules.
    seed : int
        A whole number from 0.
    seats : int, optional
        Number of seats.
    engine, n_jobs
        Who computes; the counts do not depend on it.
    chunk : int
        Games to a chunk; the digest does not depend on it.

    Returns
    -------
    Simulation
        Digest and tables of counts.

    Raises
    ------
    InputError
        For anything that the game does not have or allow.

    Examples
    --------
    >>> result = simulate("convolution", strategies=["greedy", "random"], games=2048, seed=1)
    >>> result.counts.games
    2048
    """
    cell = make_cell(
        game, strategies=strategies, rules=rules, games=games, seed=seed, seats=seats, chunk=chunk
    )
    return finish(Group((cell,)), engine=engine, n_jobs=n_jobs)[0]


def finish(
    group: Group,
    *,
    engine: str = "threads",
    n_jobs: int | None = None,
    on_pairs: Callable[[list[Any]], None] | None = None,
) -> list[Simulation]:
    """Play a whole group and merge its parts.

    Parameters
    ----------
    group : Group
        The cells.
    engine, n_jobs
        Who computes.
    on_pairs : callable, optional
        Given the joint counts with the baseline, an array a cell.

    Returns
    -------
    list of Simulation
        One a cell.
    """
    begun = time.perf_counter()
    games = sum(cell.games for cell in group.cells)
    parts = list(watched(run(group, engine=engine, n_jobs=n_jobs), games))
    seconds = time.perf_counter() - begun
    counts, pairs = merge_parts(group, parts)
    if on_pairs is not None:
        on_pairs(pairs)
    return [Simulation(c, n, seconds) for c, n in zip(group.cells, counts, strict=True)]


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
        Chunk, winners in the baseline, winners in the cell, games; empty without baseline.
    """
    counts, pairs = [], []
    for i, cell in enumerate(group.cells):
        tables = load(cell.game).tables(cell.rules, cell.seats)
        counts.append(outcomes.merge([c for p in parts if (c := p.counts[i]) is not None], tables))
        pairs.append(outcomes.sum_cells(np.concatenate([p.pairs[i] for p in parts])))
    return counts, pairs


def table_frame(game: Game, cell: Cell, counts: Counts, table: str) -> "pl.DataFrame":
    """Turn a table of counts into a frame.

    Parameters
    ----------
    game : Game
        The game.
    cell : Cell
        What was played.
    counts : Counts
        Its counts.
    table : str
        Name of a table.

    Returns
    -------
    polars.DataFrame
        A joint table: its columns and ``games``. A table of bits: ``label``, a column for each
        bit set, and ``games``, the number of all games.
    """
    import polars as pl

    found = {t.name: t for t in game.tables(cell.rules, cell.seats)}
    if table not in found:
        raise KeyError(f"no table {table!r}; there are: {', '.join(found)}")
    layout, cells = found[table], counts.tables[table]
    if isinstance(layout, Joint):
        names = ["chunk"] * layout.by_chunk + [*layout.columns, "games"]
        return pl.DataFrame(cells, schema=dict.fromkeys(names, pl.Int64))
    data: dict[str, Any] = {"label": list(layout.labels)}
    data |= dict(zip(layout.columns, cells, strict=True))
    return pl.DataFrame(data).with_columns(games=pl.lit(counts.games, pl.Int64))
