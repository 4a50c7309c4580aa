"""Blocks of games whose strategies are asked from Python, between two compiled steps."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from dicestats import streams
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution import lanes
from dicestats.games.convolution.constants import make_numbers
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.sights import decide, pick
from dicestats.games.convolution.views import Seen, ask
from dicestats.jit import entry, jit
from dicestats.lending import borrowed


def _advance(block, numbers, key, first, turn):  # type: ignore[no-untyped-def]
    """Write what was chosen on the turn before, roll a pair's dice, work out what could be written.

    Turn 0 begins the games, one past the last ends them.
    """
    block, numbers = borrowed((block, numbers))
    if turn == 0:
        lanes.start(block)
    else:
        lanes.write(block, numbers, _seat(numbers, turn - 1), turn - 1)
    if turn < 2 * numbers.pairs:
        if turn & 1 == 0:
            lanes.deal(block, numbers, key, first, turn >> 1)
        lanes.see(block, numbers, _seat(numbers, turn))


@jit
def _seat(numbers, turn):  # type: ignore[no-untyped-def]
    return numbers.leaders[turn >> 1] ^ (turn & 1)


@cache
def _advancing(kind: np.dtype[Any]) -> Callable[..., None]:
    numbers = make_numbers(Rules(), kind)
    types_ = types.void(
        typeof(lanes.make_block(numbers, 1)),
        typeof(numbers),
        types.uint64[::1],  # key (2)
        types.int64,  # index of the first game
        types.int64,  # turn
    )
    compiled: Callable[..., None] = entry(_advance, types_)
    return compiled


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
    advance = _advancing(numbers.tops.dtype)
    for turn in range(2 * numbers.pairs):
        advance(block, numbers, key, first, turn)
        seat = int(numbers.leaders[turn // 2]) ^ (turn % 2)
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
        _choose(block.choice, strategies[seat], seen)
    advance(block, numbers, key, first, 2 * numbers.pairs)


def _choose(choice: NDArray[np.uint8], strategy: Strategy, seen: Seen) -> None:
    decision = strategy.decisions["choose"]
    if isinstance(decision, Compiled):
        choice[:] = decide(decision, seen)
        return
    scores = ask(strategy.name, decision, seen)
    pick(choice, scores, np.empty(choice.shape, scores.dtype), seen.when_mine)
