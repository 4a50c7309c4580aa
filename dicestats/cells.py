"""What is simulated: a cell is rules, strategies, a seed and a number of games, all checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from dicestats.errors import Faults, InputError
from dicestats.game import Strategy
from dicestats.games import load
from dicestats.settings import GAMES, SEED, strategies_from, whole_number

CHUNK = 65_536  # games: the unit of scheduling, resume and re-simulation


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
    def sides(self) -> Sequence[Sequence[int]]:
        """The seats that win together: teams where the rules have them, else each seat alone."""
        return load(self.game).sides(self.rules, self.seats)

    @property
    def chunks(self) -> int:
        """Number of chunks; the last may be shorter."""
        return -(-self.games // self.chunk)


@dataclass(frozen=True)
class Stop:
    """Play only until every seat's rate is known well enough, looking after each chunk.

    Stopping is at the first chunk, in order, after which the confidence sequence of every seat
    lies within ``half_width`` of its rate: the same games whoever plays them.
    """

    half_width: float
    level: float = 0.95

    def __post_init__(self) -> None:
        if not 0 < self.half_width < 0.5:
            raise InputError(
                "--stop-when", f"{self.half_width} is not allowed: give a half width such as 0.001"
            )


@dataclass(frozen=True)
class Group:
    """Cells that are played chunk by chunk together, on the same dice."""

    cells: tuple[Cell, ...]
    baseline: int | None = None  # the cell that the others are paired with, game by game
    keep: tuple[str, ...] = ()  # a folder for each cell's per-game rows; (): not kept
    stop: Stop | None = None  # for one cell alone: its number of games is the most then
    paired: tuple[int | None, ...] = ()  # for each cell the one it is paired with; (): the baseline

    def partner(self, cell: int) -> int | None:
        """Find the cell that a cell is paired with, if any."""
        if self.paired:
            return self.paired[cell]
        return None if cell == self.baseline else self.baseline

    @property
    def games(self) -> int | None:
        """Games in all cells together; None where the run may stop early."""
        return None if self.stop else sum(cell.games for cell in self.cells)

    @property
    def chunks(self) -> int:
        """Chunks of the longest cell."""
        return max(cell.chunks for cell in self.cells)


def make_cell(
    game: str,
    *,
    strategies: Sequence[Any] | str = ("random",),
    rules: BaseModel | None = None,
    games: int | str,
    seed: int | str = 0,
    seats: int | None = None,
    chunk: int = CHUNK,
) -> Cell:
    """Check what a user gave and make a cell of it.

    Parameters
    ----------
    game : str
        Name of the game.
    strategies : sequence of str, Strategy or callable, or str
        In seat order; one stands for all seats; a text is cut at its commas.
    rules : BaseModel, optional
        By default the published rules.
    games : int or str
        How many games, from 1 to 10^13; as typed where it is a text.
    seed : int or str
        A whole number from 0; as typed where it is a text.
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
    faults = Faults()
    with faults.gathered():
        games = whole_number(games, GAMES)
    with faults.gathered():
        seed = whole_number(seed, SEED)
    with faults.gathered():
        if chunk < found.leaf or chunk % found.leaf:
            raise InputError("chunk", f"{chunk} is not a multiple of the game's leaf, {found.leaf}")
    with faults.gathered():
        seated = strategies_from(found, chosen, strategies, seats=seats)
    faults.check("simulation")
    return Cell(game, chosen, seated, seed, games, chunk)
