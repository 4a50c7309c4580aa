"""Dualing Dice, many games fast: lanes in lock-step, compiled or Python strategies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.game import Columns, Record, Strategy
from dicestats.games.dualing.kernel.asking import Course
from dicestats.games.dualing.kernel.closing import PER_SEAT
from dicestats.games.dualing.kernel.engine import Minds, make_minds, play_games
from dicestats.games.dualing.kernel.lanes import Lanes, Numbers, make_lanes, make_numbers
from dicestats.games.dualing.kernel.logbook import Logbook
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.views import refuse_strangers

LANES = 2048  # games side by side: their arrays stay in the second-level cache


@dataclass(frozen=True)
class Kernel:
    """The kernel set up for rules, strategies and a seed.

    One thread at a time may use it: its lanes are kept from call to call.
    """

    rules: Rules
    strategies: tuple[Strategy, ...]
    numbers: Numbers
    minds: Minds | None  # None: some strategy is asked from Python
    key: streams.Key  # (2)
    lanes: int
    tables: dict[int, Lanes]  # by number of lanes

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
            ``cards``, shape (cards, 3): for every card of ``rules.cards`` the hands in which it
            was held through a set, those in which it was completed, and how often it was
            exchanged.
        """
        tables = self._tables(min(self.lanes, columns.shape[1]))
        tables.block.counts[:] = 0
        # A part of a wider array would be another type: all would be compiled once more.
        whole = columns if columns.flags.c_contiguous else np.empty(columns.shape, np.uint16)
        if self.minds is None:
            self._course(tables).play(first, whole)
        else:
            play_games(tables, self.numbers, self.minds, self.key, first, whole)
        if whole is not columns:
            columns[:] = whole
        return {"cards": tables.block.counts[:-1].copy()}

    def records(self, first: int, games: int) -> list[Record]:
        """Play these games and write each down as a record.

        Parameters
        ----------
        first, games : int
            Index of the first game, and how many.

        Returns
        -------
        list of dict
            Rules, seats, deck and sets, without the outcome.
        """
        logged: list[Record] = []
        for start in range(first, first + games, self.lanes):
            count = min(self.lanes, first + games - start)
            tables = self._tables(count)
            columns = np.empty((PER_SEAT + 4 * len(self.strategies), count), np.uint16)
            log = Logbook(self.rules, tables.state, start, count)
            self._course(tables).play(start, columns, log)
            head = {**self.rules.written, "seats": len(self.strategies)}
            logged += [{**head, **record} for record in log.records]
        return logged

    def _course(self, tables: Lanes) -> Course:
        return Course(self.rules, self.numbers, self.strategies, self.key, tables)

    def _tables(self, lanes: int) -> Lanes:
        if lanes not in self.tables:
            self.tables[lanes] = make_lanes(self.numbers, lanes, self.rules)
        return self.tables[lanes]


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
        How many games side by side; no outcome depends on it.

    Returns
    -------
    Kernel
        Ready to ``run``.

    Raises
    ------
    InputError
        If a strategy was made for other rules.
    """
    refuse_strangers(strategies, rules)
    return Kernel(
        rules=rules,
        strategies=tuple(strategies),
        numbers=make_numbers(rules, len(strategies)),
        minds=make_minds(strategies),
        key=streams.key(seed, "dualing"),
        lanes=lanes,
        tables={},
    )
