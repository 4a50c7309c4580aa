"""Tumblin' Dice, many games fast: compiled or Python strategies, games written down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.game import Columns, Record, Strategy
from dicestats.games.tumblin.columns import outcome_columns
from dicestats.games.tumblin.kernel import asking
from dicestats.games.tumblin.kernel.course import Minds, make_minds, play_games
from dicestats.games.tumblin.kernel.logbook import Logbook
from dicestats.games.tumblin.kernel.tables import Block, Setting, make_block, make_setting
from dicestats.games.tumblin.physics import shoot
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.games.tumblin.views import Around, around

NAME = "tumblin"
LANES = 1024  # games side by side where Python is asked


@dataclass(frozen=True)
class Kernel:
    """The kernel set up for rules, strategies and a seed.

    One thread at a time may use it: its games are kept from call to call.
    """

    rules: Rules
    strategies: tuple[Strategy, ...]
    setting: Setting
    around: Around
    minds: Minds | None  # None: some strategy is asked from Python
    bounds: tuple[NDArray[np.int64], NDArray[np.int64]]  # lows and highs of the columns
    lanes: int
    blocks: dict[int, Block]  # by number of games

    def run(self, first: int, columns: Columns) -> Mapping[str, NDArray[np.int64]]:
        """Play games ``first``, ``first + 1``, ... and fill one column of outcomes for each.

        Parameters
        ----------
        first : int
            Index of the first game.
        columns : array of uint16, shape (columns, games)
            Filled, as ``columns.outcome_columns`` lists them.

        Returns
        -------
        dict
            Empty: all tables are counted from the columns.
        """
        # A part of a wider array would be another type: all would be compiled once more.
        whole = columns if columns.flags.c_contiguous else np.empty(columns.shape, np.uint16)
        if self.minds is not None:
            block = self._block(1)
            play_games(block, self.setting, self.minds, address(shoot), first, *self.bounds, whole)
        else:
            for start in range(0, columns.shape[1], self.lanes):
                whole[:, start : start + self.lanes] = self._ask(
                    first + start, min(self.lanes, columns.shape[1] - start)
                )
        if whole is not columns:
            columns[:] = whole
        return {}

    def records(self, first: int, games: int) -> list[Record]:
        """Play these games and write each down as a record.

        Parameters
        ----------
        first, games : int
            Index of the first game, and how many.

        Returns
        -------
        list of dict
            Rules, seats, order_rolls and rounds, without the outcome.
        """
        logged: list[Record] = []
        for start in range(first, first + games, self.lanes):
            log = Logbook(self.rules, self.setting, start, min(self.lanes, first + games - start))
            self._ask(start, len(log.records), note=log.note)
            logged += log.records
        return logged

    def _ask(self, first: int, games: int, **note: Any) -> Columns:
        columns = np.empty((len(self.bounds[0]), games), np.uint16)
        asking.play(
            self._block(games), self.setting, self.strategies,
            around=self.around, first=first, bounds=self.bounds, columns=columns, **note,
        )  # fmt: skip
        return columns

    def _block(self, games: int) -> Block:
        if games not in self.blocks:
            self.blocks[games] = make_block(self.rules, games, len(self.strategies))
        return self.blocks[games]


def simulator(
    rules: Rules, strategies: Sequence[Strategy], seed: int, *, lanes: int = LANES
) -> Kernel:
    """Set the kernel up.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed : int
        A whole number from 0.
    lanes : int
        How many games side by side where Python is asked; no outcome depends on it.

    Returns
    -------
    Kernel
        Ready to ``run``.

    Raises
    ------
    InputError
        For strategies that cannot play these rules.
    """
    world, key = world_of(rules), streams.key(seed, NAME)
    seen = around(rules, strategies, world=world, key=key)
    columns = outcome_columns(rules, len(strategies))
    lows, highs = (
        np.array(bound) for bound in zip(*((c.low, c.high) for c in columns), strict=True)
    )
    return Kernel(
        rules=rules,
        strategies=tuple(strategies),
        setting=make_setting(rules, world, seen.hands, key=key),
        around=seen,
        minds=make_minds(strategies),
        bounds=(lows, highs),
        lanes=lanes,
        blocks={},
    )
