"""Blocks of games whose strategies are asked from Python, between two compiled steps a turn."""

from collections.abc import Sequence

import numpy as np

from dicestats import streams
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution import lanes
from dicestats.games.convolution.sights import decide, pick
from dicestats.games.convolution.views import Seen, ask
from dicestats.jit import jit


@jit
def _before(block, numbers, key, first, turn, seat):  # type: ignore[no-untyped-def]
    """Roll the dice at the start of a pair, and work out what could be written."""
    if turn & 1 == 0:
        lanes.deal(block, numbers, key, first, turn >> 1)
    lanes.see(block, numbers, seat)


@jit
def _after(block, numbers, scores, best, turn, seat):  # type: ignore[no-untyped-def]
    """Choose and write."""
    pick(block.choice, scores, best, block.when[seat])
    lanes.write(block, numbers, seat, turn)


def play(
    block: lanes.Block,
    numbers: lanes.Numbers,
    strategies: Sequence[Strategy],
    *,
    key: streams.Key,
    first: int,
) -> None:
    """Play a block from the first roll to the last turn.

    Parameters
    ----------
    block : Block
        ``score`` and ``when`` are filled.
    numbers : Numbers
        The rule values.
    strategies : sequence of Strategy
        One for each seat, compiled or Python.
    key : array of uint64, shape (2,)
        The game's Philox key.
    first : int
        Index of the block's first game.

    Raises
    ------
    InputError
        If a Python strategy raises, or returns another shape, another type or NaN.
    """
    lanes.start(block)
    for turn in range(2 * numbers.pairs):
        seat = int(numbers.leaders[turn // 2]) ^ (turn % 2)
        _before(block, numbers, key, first, turn, seat)
        seen = Seen(
            block.value,
            block.effective,
            block.score[seat],
            block.score[1 - seat],
            block.when[seat],
            block.when[1 - seat],
            turn,
            seat,
            key,
            first,
        )
        _turn(block, numbers, strategies[seat], seen)


def _turn(block: lanes.Block, numbers: lanes.Numbers, strategy: Strategy, seen: Seen) -> None:
    choose = strategy.decisions["choose"]
    if isinstance(choose, Compiled):
        block.choice[:] = decide(choose, seen)
        lanes.write(block, numbers, seen.seat, seen.turn)
        return
    scores = ask(strategy.name, choose, seen)
    best = np.empty(scores.shape[1], scores.dtype)
    _after(block, numbers, scores, best, seen.turn, seen.seat)
