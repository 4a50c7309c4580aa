"""The records that describe a game and a strategy to the rest of the package."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

Record = dict[str, Any]  # one game as plain JSON (rolls, choices, outcome)
Columns = NDArray[np.uint16]  # (columns, games): value - Column.low of every outcome column


@dataclass(frozen=True)
class Variant:
    """A named set of rules: overrides of the published values, and where they come from."""

    overrides: Mapping[str, Any]
    summary: str
    source: str


@dataclass(frozen=True)
class Column:
    """An outcome column: one whole number per game, from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Joint:
    """A table of joint counts of some columns; by chunk where batch means are wanted."""

    name: str
    columns: tuple[str, ...]
    by_chunk: bool = False


@dataclass(frozen=True)
class Bits:
    """A table that counts, for columns used as bit sets, how often each bit is set."""

    name: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Counted:
    """A table that the kernel itself counts while it plays, with labelled rows."""

    name: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]


Table = Joint | Bits | Counted


@dataclass(frozen=True)
class Compiled:
    """A decision function in machine code, with the table of numbers it reads.

    The game's ``strategies`` module states the signature. ``draws`` says whether it reads
    random words; ``function`` is a numba dispatcher that fills a score matrix. ``rules`` are
    those that the table was made for, None if it fits any: under others machine code might read
    beyond its end.
    """

    function: Any
    table: NDArray[np.int32] = field(default_factory=lambda: np.zeros(1, np.int32))
    draws: bool = False
    rules: BaseModel | None = None

    def __reduce__(self) -> Any:
        """Travel to another process by name: numba sends functions as source, to be compiled."""
        home, name = self.function.__module__, self.function.__name__
        if getattr(sys.modules.get(home), name, None) is self.function:
            return _compiled, (home, name, self.table, self.draws, self.rules)
        return Compiled, (self.function, self.table, self.draws, self.rules)


def _compiled(home: str, name: str, *rest: Any) -> Compiled:
    return Compiled(getattr(import_module(home), name), *rest)


@dataclass(frozen=True)
class Watched:
    """A game as those at the table saw it: more than its record holds."""

    record: Record
    story: str  # as people would read it
    page: Callable[[], str]  # makes a page of pictures, HTML


Decision = Compiled | Callable[[Any], Any]
Trait = BaseModel | str  # what else a seat brings to the table, such as the skill of its hands


@dataclass(frozen=True, init=False)
class Strategy:
    """How a seat decides: a name and one function for each kind of decision.

    Parameters
    ----------
    name : str
        The name shown in results.
    **decisions : callable, Compiled, or trait
        For each kind of decision of the game (Convolution has one, ``choose``) a function from
        a view to scores ``(actions, games)``; the largest score of a legal action wins. A text
        or a model is no decision but a trait: ``skill="expert"`` in Tumblin' Dice.

    Examples
    --------
    >>> Strategy("largest", choose=lambda view: view.effective).name
    'largest'
    """

    name: str
    decisions: Mapping[str, Decision]
    traits: Mapping[str, Trait]

    def __init__(self, name: str, /, **decisions: Decision | Trait) -> None:
        traits = {k: v for k, v in decisions.items() if isinstance(v, Trait)}
        object.__setattr__(self, "name", name)
        object.__setattr__(
            self, "decisions", {k: v for k, v in decisions.items() if k not in traits}
        )
        object.__setattr__(self, "traits", traits)


@dataclass(frozen=True)
class StrategyKind:
    """A built-in strategy: its parameters and how it is made for given rules."""

    summary: str
    parameters: type[BaseModel]
    make: Callable[[Any, Any], Strategy]  # (rules, parameters) -> strategy


class Simulator(Protocol):
    """A fast kernel, set up for rules, strategies and a seed."""

    def run(self, first: int, columns: Columns) -> Mapping[str, NDArray[np.int64]]:
        """Play games ``first``, ``first + 1``, ... and fill one column of outcomes for each.

        Parameters
        ----------
        first : int
            Index of the first game.
        columns : array of uint16, shape (columns, games)
            To be filled.

        Returns
        -------
        mapping of str to array of int64, shape (labels, columns)
            Counts of the game's ``Counted`` tables in these games.
        """

    def records(self, first: int, games: int) -> list[Record]:
        """Play these games and write each down as a record."""


def each_alone(rules: Any, seats: int) -> Sequence[Sequence[int]]:
    """List the sides of a game without teams.

    Parameters
    ----------
    rules : pydantic model
        Any.
    seats : int
        Number of seats.

    Returns
    -------
    sequence of sequence of int
        Every seat by itself.

    Examples
    --------
    >>> each_alone(None, 3)
    [[0], [1], [2]]
    """
    return [[seat] for seat in range(seats)]


class Train(Protocol):
    """Learns what a strategy needs for a set of rules, and keeps it where that finds it."""

    def __call__(
        self,
        rules: Any,
        *,
        games: int | None,
        seed: int,
        out: Path | None,
        told: Callable[[str, int, int], None],
    ) -> dict[str, Any]:
        """Train by so many games; tell each step, how many are done and of how many."""


@dataclass(frozen=True)
class Game:
    """All that the package knows about one game: the only wiring between them."""

    name: str
    title: str
    rules: type[BaseModel]
    variants: Mapping[str, Variant]
    small: BaseModel
    leaf: int  # games to a digest
    bare_decision: str | None  # what a bare function decides; None: not accepted
    seats: Callable[[Any], Sequence[int]]  # rules -> numbers of seats they allow
    columns: Callable[[Any, int], tuple[Column, ...]]  # rules, seats -> outcome columns
    tables: Callable[[Any, int], tuple[Table, ...]]
    strategies: Callable[[], Mapping[str, StrategyKind]]
    simulator: Callable[[Any, Sequence[Strategy], int], Simulator]  # rules, strategies, seed
    play: Callable[[Any, Sequence[Strategy], int, int], Record]  # the reference; ..., game
    score: Callable[[Record], dict[str, Any]]  # record -> outcome, or InputError
    tell: Callable[[Record], str]  # record -> what happened, as people would read it
    watch: Callable[[Any, Sequence[Strategy], int, int], Watched] | None = None  # as play
    sides: Callable[[Any, int], Sequence[Sequence[int]]] = each_alone  # seats that win together
    board: tuple[str, ...] = ()  # fields of the rules that describe what it is played on
    boards: Mapping[str, Variant] = field(default_factory=dict)  # named ones
    train: Train | None = None  # learns what a strategy needs for other rules
    mirror_note: str = ""  # what to mind where deterministic players meet themselves
