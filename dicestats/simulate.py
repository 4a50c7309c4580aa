"""Rules, strategies and a seed in; digested tables of counts out, whatever the engine."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from dicestats import engines
from dicestats.cells import CHUNK, Cell, Group, make_cell
from dicestats.chunks import Part, merge_parts, play_chunks
from dicestats.game import Joint
from dicestats.games import load
from dicestats.outcomes import Counts

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "CHUNK",
    "Cell",
    "Group",
    "Part",
    "Simulation",
    "finish",
    "make_cell",
    "merge_parts",
    "play_chunks",
    "run",
    "simulate",
    "table_frame",
    "watched",
]

_TASK_SECONDS = 0.5  # a task is as many chunks as take about this long
_SERIAL_SECONDS = 0.4  # below this no pool is started


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
        return table_frame(self.cell, self.counts, table)


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


def table_frame(cell: Cell, counts: Counts, table: str) -> "pl.DataFrame":
    """Turn a table of counts into a frame.

    Parameters
    ----------
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

    found = {t.name: t for t in load(cell.game).tables(cell.rules, cell.seats)}
    if table not in found:
        raise KeyError(f"no table {table!r}; there are: {', '.join(found)}")
    layout, cells = found[table], counts.tables[table]
    if isinstance(layout, Joint):
        names = ["chunk"] * layout.by_chunk + [*layout.columns, "games"]
        return pl.DataFrame(cells, schema=dict.fromkeys(names, pl.Int64))
    data: dict[str, Any] = {"label": list(layout.labels)}
    data |= dict(zip(layout.columns, cells, strict=True))
    return pl.DataFrame(data).with_columns(games=pl.lit(counts.games, pl.Int64))
