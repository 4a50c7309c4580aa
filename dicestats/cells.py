"""What is simulated: a cell is rules, strategies, a seed and a number of games, all checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from dicestats import settings
from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games import load

CHUNK = 65_536  # games: the unit of scheduling, resume and re-simulation
MOST_GAMES = 10**13


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
    made = settings.strategies_from(found, chosen, list(strategies), seats=seats)
    return Cell(game, chosen, tuple(made), seed, games, chunk)
