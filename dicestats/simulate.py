"""Rules, strategies and a seed in; digested tables of counts out, whatever the engine."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from dicestats.cells import CHUNK, Cell, Group, Stop, make_cell
from dicestats.chunks import Part, merge_parts, play_chunks
from dicestats.game import Joint
from dicestats.games import load
from dicestats.outcomes import Counts
from dicestats.schedule import run, watched

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "CHUNK",
    "Cell",
    "Group",
    "Part",
    "Simulation",
    "Stop",
    "finish",
    "make_cell",
    "merge_parts",
    "play_chunks",
    "run",
    "simulate",
    "table_frame",
    "watched",
]


@dataclass(frozen=True)
class Simulation:
    """The counts of a finished cell."""

    cell: Cell
    counts: Counts
    seconds: float
    stop: Stop | None = None  # where given, it ended when its rates were known this well

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
    stop: Stop | None = None,
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
    stop : Stop, optional
        End as soon as the rates are known well enough; ``games`` is the most then.

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
    return finish(Group((cell,), stop=stop), engine=engine, n_jobs=n_jobs)[0]


def finish(group: Group, *, engine: str = "threads", n_jobs: int | None = None) -> list[Simulation]:
    """Play a whole group and merge its parts.

    Parameters
    ----------
    group : Group
        The cells.
    engine, n_jobs
        Who computes.

    Returns
    -------
    list of Simulation
        One a cell.
    """
    begun = time.perf_counter()
    parts = list(watched(run(group, engine=engine, n_jobs=n_jobs), group.games))
    return merged(group, parts, time.perf_counter() - begun)


def merged(group: Group, parts: Sequence[Part], seconds: float) -> list[Simulation]:
    """Merge the parts of a group that is finished.

    Parameters
    ----------
    group : Group
        The cells.
    parts : sequence of Part
        All its chunks, in any order.
    seconds : float
        What they took.

    Returns
    -------
    list of Simulation
        One a cell.
    """
    cells = zip(group.cells, merge_parts(group, parts)[0], strict=True)
    return [Simulation(cell, counts, seconds, group.stop) for cell, counts in cells]


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
