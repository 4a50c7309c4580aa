"""Convolution, many games fast: blocks of games in lock-step, compiled or Python strategies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import typeof, types
from numba.core.types import CompileResultWAP
from numpy.typing import NDArray

from dicestats import streams
from dicestats.game import Columns, Compiled, Record, Strategy
from dicestats.games.convolution import asking, lanes
from dicestats.games.convolution.close import close
from dicestats.games.convolution.constants import make_ending, make_numbers
from dicestats.games.convolution.results import ROWS, Ending, Result, make_result
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.sights import Sight, signature, small
from dicestats.jit import compiled, entry, jit
from dicestats.lending import borrowed

BLOCK = 1024  # games in lock-step: half of their arrays stay in the first-level cache
ASKING_BLOCK = 8192  # the same where Python is asked on every turn


@jit
def _play(block, numbers, key, first, choose, tables, draws, same):  # type: ignore[no-untyped-def]
    """Play a block from the first roll to the last turn with compiled strategies."""
    lanes.start(block)
    for turn in range(2 * numbers.pairs):
        pair, follows = turn >> 1, turn & 1
        seat = numbers.leaders[pair] ^ follows
        if not follows:
            lanes.deal(block, numbers, key, first, pair)
        if draws[seat] and pair & 3 == 0 and pair + 1 < numbers.pairs:  # the last turn is forced
            streams.fill(block.luck[seat], key, first, streams.SEAT + seat, pair >> 2)
        sight = Sight(
            block.value,
            block.score[seat],
            block.score[1 - seat],
            block.when[seat],
            block.when[1 - seat],
            turn,
            seat,
            same and follows == 1,
        )
        words = block.luck[seat, pair & 3]
        choose[seat](block.choice, block.scratch, tables[seat], words, sight)
        lanes.write(block, numbers, seat, turn)


def _play_blocks(  # type: ignore[no-untyped-def]
    block, numbers, result, ending, key, first, choose, tables, draws, same, columns
):
    """Play whole blocks: handing the functions over costs as much as a thousand games."""
    block, numbers, result = borrowed((block, numbers, result))
    tables, columns = borrowed((tables, columns))
    size = block.choice.shape[0]
    for start in range(0, columns.shape[1], size):
        _play(block, numbers, key, first + start, choose, tables, draws, same)
        close(block.score, block.when, ending, result)
        for row in range(columns.shape[0]):
            source, target = result.out[row], columns[row, start : start + size]
            for i in range(size):
                target[i] = source[i]


@cache
def _driver(kind: np.dtype[Any]) -> Callable[..., None]:
    """Compile ``_play_blocks`` for scores of this type, or load it from numba's cache."""
    numbers = make_numbers(Rules(), kind)
    types_ = types.void(
        typeof(lanes.make_block(numbers, 1)),
        typeof(numbers),
        typeof(make_result(1, kind)),
        typeof(make_ending(Rules())),
        types.uint64[::1],  # key (2)
        types.int64,  # index of the first game
        types.UniTuple(types.FunctionType(signature(kind)), 2),  # a function for each seat
        types.UniTuple(types.int32[::1], 2),  # its table
        types.UniTuple(types.boolean, 2),  # whether it draws
        types.boolean,  # whether both seats play alike
        types.uint16[:, ::1],  # columns (columns, games): whole blocks
    )
    driver: Callable[..., None] = entry(_play_blocks, types_)
    return driver


@dataclass(frozen=True)
class Kernel:
    """The kernel set up for rules, two strategies and a seed.

    One thread at a time may use it: its blocks are kept from call to call.
    """

    rules: Rules
    strategies: tuple[Strategy, Strategy]
    seed: int
    numbers: lanes.Numbers
    ending: Ending
    key: streams.Key  # (2)
    size: int  # games to a block
    functions: tuple[CompileResultWAP, ...]  # addresses of compiled strategies; (): ask each turn
    arrays: dict[int, tuple[lanes.Block, Result]]  # by number of games

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
        games = columns.shape[1]
        whole = games // self.size * self.size
        for start, stop in ((0, whole), (whole, games)):
            part = columns[:, start:stop]
            if part.flags.c_contiguous:
                self._fill(first + start, part)
            else:
                copy = np.empty(part.shape, part.dtype)
                self._fill(first + start, copy)
                part[:] = copy
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
            Rolls and choices, without the outcome.
        """
        logged: list[Record] = []
        for start in range(first, first + games, self.size):
            count = min(self.size, first + games - start)
            self._fill(start, np.empty((ROWS, count), np.uint16))
            block, _ = self._arrays(count)
            logged += [self._record(block, start + game, game) for game in range(count)]
        return logged

    def _fill(self, first: int, columns: Columns) -> None:
        """Play whole blocks, or one that is smaller."""
        if columns.shape[1] == 0:
            return
        size = min(self.size, columns.shape[1])
        block, result = self._arrays(size)
        one, two = (strategy.decisions["choose"] for strategy in self.strategies)
        if self.functions and isinstance(one, Compiled) and isinstance(two, Compiled):
            _driver(self.numbers.tops.dtype)(
                block,
                self.numbers,
                result,
                self.ending,
                self.key,
                first,
                self.functions,
                (one.table, two.table),
                (one.draws, two.draws),
                one.function is two.function and np.array_equal(one.table, two.table),
                columns,
            )
            return
        for start in range(0, columns.shape[1], size):
            asking.play(block, self.numbers, self.strategies, key=self.key, first=first + start)
            close(block.score, block.when, self.ending, result)
            columns[:, start : start + size] = result.out

    def _arrays(self, games: int) -> tuple[lanes.Block, Result]:
        if games not in self.arrays:
            small = self.numbers.tops.dtype
            made = (
                lanes.make_block(self.numbers, games),
                make_result(games, small),
            )
            self.arrays[games] = made
        return self.arrays[games]

    def _record(self, block: lanes.Block, game: int, column: int) -> Record:
        rules, names = self.rules, self.rules.active
        when = block.when[:, :, column]  # (seats, categories)
        played = {int(when[s, c]): name for s in range(2) for c, name in enumerate(names)}
        rolls = [
            streams.roll_dice(self.key, game, pair, rules.dice, rules.sides).tolist()
            for pair in range(rules.pairs)
        ]
        return {"rolls": rolls, "choices": [played[turn] for turn in range(2 * rules.pairs)]}


def simulator(rules: Rules, strategies: Sequence[Strategy], seed: int) -> Kernel:
    """Set the kernel up.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each of the two seats.
    seed : int
        A whole number from 0.

    Returns
    -------
    Kernel
        Ready to ``run``.
    """
    one, two = strategies
    choose = [strategy.decisions["choose"] for strategy in strategies]
    functions = [decision.function for decision in choose if isinstance(decision, Compiled)]
    fast = len(functions) == len(choose)
    kind = small(rules)
    addresses = [CompileResultWAP(compiled(f, signature(kind))) for f in functions]
    return Kernel(
        rules=rules,
        strategies=(one, two),
        seed=seed,
        numbers=make_numbers(rules, kind),
        ending=make_ending(rules),
        key=streams.key(seed, "convolution"),
        size=BLOCK if fast else ASKING_BLOCK,
        functions=tuple(addresses) if fast else (),
        arrays={},
    )
