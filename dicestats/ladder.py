"""Every strategy against every other on the same dice: who beats whom, and by how much."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from dicestats.cells import CHUNK, Cell, Group, make_cell
from dicestats.chunks import play_chunks
from dicestats.errors import Faults, InputError
from dicestats.game import Strategy
from dicestats.games import load
from dicestats.settings import strategies_from
from dicestats.stats.matches import Match

if TYPE_CHECKING:
    import polars as pl

_TASKS = 16  # chunks of a cell, about: enough for the workers to share
_ALONE, _BEFORE = " alone", " before "  # in names of cells
_LONG = 0.2  # seconds that tell a speed


@dataclass(frozen=True)
class Ladder:
    """The cells of all matches: first each strategy alone, then each pair in both seatings."""

    names: tuple[str, ...]  # of the strategies
    pairs: tuple[tuple[int, int], ...]  # (pairs) two strategies each
    group: Group

    @property
    def cells(self) -> list[str]:
        """Name the cells."""
        mirrors = [f"{name}{_ALONE}" for name in self.names]
        both = [pair for one, other in self.pairs for pair in ((one, other), (other, one))]
        return mirrors + [f"{self.names[one]}{_BEFORE}{self.names[other]}" for one, other in both]

    @property
    def seats(self) -> tuple[range, range]:
        """The sides of a pair's first strategy in either seating."""
        sides = len(self.group.cells[0].sides)
        return range(0, sides, 2), range(1, sides, 2)

    def matches(self, winners: Sequence[Any]) -> list[Match]:
        """Name whose matches they are: ``winners`` has pairs of each cell (``merge_parts``)."""
        first = len(self.names) + 1  # the second seating of the first pair
        return [
            (self.names[one], self.names[other], winners[first + 2 * number])
            for number, (one, other) in enumerate(self.pairs)
        ]


def make_ladder(
    game: str,
    *,
    strategies: Sequence[Any],
    games: int,
    rules: BaseModel | None = None,
    seats: int | None = None,
    seed: int = 0,
) -> Ladder:
    """Seat every strategy with every other, in both seatings, and with itself.

    Two strategies take the seats in turn, A B A B and so on; then they change places. In teams
    they take the sides in turn.

    Parameters
    ----------
    game : str
        Name of the game.
    strategies : sequence of str, Strategy or callable
        At least two, all different.
    games : int
        Games of each seating.
    rules : BaseModel, optional
        By default the published rules.
    seats : int, optional
        By default the game's smallest number.
    seed : int
        A whole number from 0.

    Returns
    -------
    Ladder
        Ready to be played: all cells on the same dice.

    Raises
    ------
    InputError
        For fewer than two strategies, equal ones, or anything that the game does not allow.

    Examples
    --------
    >>> ladder = make_ladder("convolution", strategies=["random", "greedy"], games=1024)
    >>> ladder.cells
    ['random alone', 'greedy alone', 'random before greedy', 'greedy before random']
    """
    found = load(game)
    chosen = found.rules() if rules is None else rules
    players = _players(game, chosen, strategies)
    chunk = min(CHUNK, found.leaf * max(1, -(-int(games) // (_TASKS * found.leaf))))
    first = make_cell(
        game, strategies=[players[0]], rules=chosen, games=games, seed=seed, seats=seats,
        chunk=chunk,
    )  # fmt: skip
    pairs = tuple(combinations(range(len(players)), 2))
    mirrors = [_seated(first, (player, player)) for player in players]
    cells, paired = list(mirrors), list[int | None]([None] * len(mirrors))
    for one, other in pairs:
        cells += [_seated(first, (players[one], players[other]))]
        cells += [_seated(first, (players[other], players[one]))]
        paired += [None, len(cells) - 2]
    names = tuple(player.name for player in players)
    return Ladder(names, pairs, Group(tuple(cells), paired=tuple(paired)))


def _players(game: str, rules: BaseModel, strategies: Sequence[Any]) -> list[Strategy]:
    players: list[Strategy] = []
    faults = Faults()
    for given in strategies:
        with faults.gathered():
            players.append(strategies_from(load(game), rules, [given])[0])
    faults.check("--strategies")
    names = [player.name for player in players]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError("--strategies", f"given more than once: {', '.join(twice)}")
    if len(players) < 2:
        raise InputError("--strategies", "give at least two strategies to compare")
    return players


def _seated(cell: Cell, pair: tuple[Strategy, Strategy]) -> Cell:
    """Seat two strategies in turn, side by side."""
    table = list(cell.strategies)
    for number, side in enumerate(cell.sides):
        for seat in side:
            table[seat] = pair[number % 2]
    return replace(cell, strategies=tuple(table))


def saved_matches(paired: "pl.DataFrame") -> list[Match]:
    """Read the matches of a saved ladder.

    Parameters
    ----------
    paired : polars.DataFrame
        The table ``paired`` of its result.

    Returns
    -------
    list of Match
        For ``stats.match_table``.

    Examples
    --------
    >>> import polars as pl
    >>> columns = ["cell", "chunk", "baseline", "cell_winners", "games"]
    >>> rows = [("b before a", 0, 1, 1, 50), ("b before a", 0, 1, 2, 50)]
    >>> [(one, other, winners)] = saved_matches(pl.DataFrame(rows, schema=columns, orient="row"))
    >>> one, other, winners.tolist()
    ('a', 'b', [[0, 1, 1, 50], [0, 1, 2, 50]])
    """
    matches = []
    for part in paired.partition_by("cell", maintain_order=True):
        second, first = part["cell"][0].split(_BEFORE)  # the seating that is paired with the first
        matches.append((first, second, part.drop("cell").to_numpy()))
    return matches


def grid(matches: "pl.DataFrame", ranked: "pl.Series") -> "pl.DataFrame":
    """Arrange matches by rank for a chart, with a place for each strategy against itself.

    Parameters
    ----------
    matches : polars.DataFrame
        From ``stats.match_table``.
    ranked : polars.Series
        The strategies, the strongest first.

    Returns
    -------
    polars.DataFrame
        Every strategy against every other, null against itself.
    """
    strategies = ranked.rename("strategy").to_frame()
    every = strategies.join(strategies.rename({"strategy": "against"}), how="cross")
    return every.join(matches, on=["strategy", "against"], how="left", maintain_order="left")


def games_per_second(cell: Cell) -> float:
    """Measure how fast a cell is played on one core, with its tables and digests.

    Parameters
    ----------
    cell : Cell
        What is played; its number of games does not matter.

    Returns
    -------
    float
        Games a second, by the clock: a noisy number, told and never saved.
    """
    games = load(cell.game).leaf
    while True:
        group = Group((replace(cell, games=games, chunk=games),))
        begun = time.perf_counter()
        play_chunks(group, (0, 1))
        took = time.perf_counter() - begun
        if took > _LONG:
            return games / took
        games *= 4
