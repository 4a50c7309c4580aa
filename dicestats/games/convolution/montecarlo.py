"""Convolution's search player: it tries every open box by playing on to the end, many times.

All boxes are tried with the same dice, so that they differ by what they are and not by luck, and
everybody plays on by one simple policy. The playouts of a decision are a block of games in
lock-step, played by the same steps as real ones.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from dicestats import streams
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution import lanes
from dicestats.games.convolution.close import SEAT_0, SEAT_1, close
from dicestats.games.convolution.constants import make_ending, make_numbers
from dicestats.games.convolution.lanes import Block, Numbers
from dicestats.games.convolution.results import LINES, ROWS, WINNERS, Ending, Result
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.sights import Scratch, Sight
from dicestats.games.convolution.simple import choose_greedy, choose_random, greedy_table
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit

_USED, _HEADER = 13, 16  # numbers that are used, and all, before the leaders
POLICIES = ("greedy", "random")
GREEDY = 0


class MonteCarlo(BaseModel):
    """Parameters of ``montecarlo``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    playouts: int = Field(100, ge=1, le=100_000, description="games played on from each open box")
    policy: Literal["greedy", "random"] = Field(
        "greedy", description="how both seats play on: greedy or random"
    )


@jit(forceinline=True)
def _wide(number):  # type: ignore[no-untyped-def]
    return np.int64(number)


@jit
def _numbers(table, kind):  # type: ignore[no-untyped-def]
    """Read the rule values of the steps."""
    n = _wide(table[6])
    leaders = table[_HEADER : _HEADER + n].astype(np.int64)
    tops = table[_HEADER + n : _HEADER + 2 * n].astype(kind)
    first_tops = table[_HEADER + 2 * n : _HEADER + 3 * n + 1].astype(kind)
    colors, dice, sides = _wide(table[2]), _wide(table[3]), _wide(table[4])
    twelve = _wide(table[7])
    return Numbers(colors, dice, sides, _wide(table[5]), n, twelve, leaders, tops, first_tops)


@jit
def _ending(table):  # type: ignore[no-untyped-def]
    """Read the rule values of the end."""
    return Ending(
        _wide(table[2]),
        _wide(table[5]),
        _wide(table[8]),
        _wide(table[6]),
        _wide(table[9]),
        _wide(table[10]),
        _wide(table[11]),
        _wide(table[12]),
    )


@jit
def _block(numbers, games, kind):  # type: ignore[no-untyped-def]
    """Allocate the arrays of a block, as ``lanes.make_block`` does."""
    n, dice = numbers.pairs, numbers.colors * numbers.dice_per_color
    words = -(-dice // streams.dice_per_word(numbers.sides))
    scratch = Scratch(
        np.empty((n, games), np.int16), np.empty(games, np.int16), np.empty((n + 2, games), kind)
    )
    return Block(
        np.empty((words, 4, games), np.uint32),
        np.empty(games, np.uint32),
        np.empty((n, games), kind),
        np.empty((n, games), kind),
        scratch,
        np.empty(games, np.uint8),
        np.empty((2, n, games), kind),
        np.empty((2, n, games), np.uint8),
        np.empty((2, 4, games), np.uint32),
    )


@jit
def _result(games, kind):  # type: ignore[no-untyped-def]
    """Allocate the scratch of the end, as ``results.make_result`` does."""
    line = (LINES, games)
    return Result(
        np.empty((2, 3, games), kind),
        np.empty((2, 3, games), np.uint8),
        np.zeros(line, np.int8),
        np.zeros(line, np.int8),
        np.zeros(line, np.int8),
        np.full(line, np.uint8(255)),
        np.empty(games, np.int8),
        np.empty(games, np.int8),
        np.empty(games, np.int8),
        np.empty(games, np.uint8),
        np.empty(games, np.uint8),
        np.empty(games, np.int8),
        np.empty(games, np.int8),
        np.empty(games, np.uint8),
        np.empty(games, np.uint8),
        np.empty(games, np.uint8),
        np.empty((ROWS, games), np.uint16),
    )


@jit
def _place(block, sight, i, own):  # type: ignore[no-untyped-def]
    """Put all playouts where the game is now."""
    for c in range(block.value.shape[0]):
        block.value[c, :] = sight.value[c, i]
        block.score[own, c, :] = sight.mine[c, i]
        block.score[1 - own, c, :] = sight.theirs[c, i]
        block.when[own, c, :] = sight.when_mine[c, i]
        block.when[1 - own, c, :] = sight.when_theirs[c, i]


@jit
def _go_on(block, numbers, key, turn, policy, table):  # type: ignore[no-untyped-def]
    """Take all turns from this one by the policy, on rolls that are numbered from 0."""
    next_pair = (turn + 1) >> 1
    for now in range(turn, 2 * numbers.pairs):
        pair, follows = now >> 1, now & 1
        seat = numbers.leaders[pair] ^ follows
        if not follows:
            lanes.deal(block, numbers, key, 0, pair - next_pair)
        sight = Sight(
            block.value,
            block.score[seat],
            block.score[1 - seat],
            block.when[seat],
            block.when[1 - seat],
            now,
            seat,
            False,
        )
        if policy == GREEDY:
            choose_greedy(block.choice, block.scratch, table, block.luck[seat, 0], sight)
        else:
            streams.fill(block.luck[seat], key, 0, streams.SEAT + seat, now)
            choose_random(block.choice, block.scratch, table, block.luck[seat, 0], sight)
        lanes.write(block, numbers, seat, now)


@jit
def _points(winners, seat):  # type: ignore[no-untyped-def]
    """Add up twice the points of a seat: 2 for a win, 1 for a shared one."""
    total, mine, theirs = 0, SEAT_0 << seat, SEAT_1 >> seat
    for i in range(winners.shape[0]):
        total += 1 + ((winners[i] & mine) != 0) - ((winners[i] & theirs) != 0)
    return total


@jit
def choose_by_playouts(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the open category from which most playouts are won."""
    playouts, policy = np.int64(table[0]), table[1]
    numbers, ending = _numbers(table, sight.value.dtype.type), _ending(table)
    block = _block(numbers, playouts, sight.value.dtype.type)
    result = _result(playouts, sight.value.dtype.type)
    key, greedy = np.empty(2, np.uint64), table[_HEADER + 3 * numbers.pairs + 1 :]
    for i in range(choice.shape[0]):
        key[0], key[1] = words[i], sight.turn
        most = -1
        for c in range(numbers.pairs):
            if sight.when_mine[c, i] != OPEN:
                continue
            _place(block, sight, i, sight.seat)
            block.choice[:] = c
            lanes.write(block, numbers, sight.seat, sight.turn)
            _go_on(block, numbers, key, sight.turn + 1, policy, greedy)
            close(block.score, block.when, ending, result)
            points = _points(result.out[WINNERS], sight.seat)
            if points > most:  # ties to the lowest index
                most, choice[i] = points, c


def montecarlo(rules: Rules, parameters: MonteCarlo) -> Strategy:
    """Make the search player.

    Parameters
    ----------
    rules : Rules
        Any rules.
    parameters : MonteCarlo
        How many playouts, by which policy.

    Returns
    -------
    Strategy
        Compiled, in whole numbers; its playouts are addressed by the seat's own random words.

    Examples
    --------
    >>> montecarlo(Rules(), MonteCarlo(playouts=50)).name
    'montecarlo(playouts=50)'
    """
    given = parameters.model_dump(exclude_defaults=True)
    inner = ",".join(f"{name}={value}" for name, value in given.items())
    name = f"montecarlo({inner})" if inner else "montecarlo"
    table = _table(rules, parameters)
    return Strategy(name, choose=Compiled(choose_by_playouts, table, draws=True, rules=rules))


def _table(rules: Rules, parameters: MonteCarlo) -> NDArray[np.int32]:
    """Lay out the parameters, the rule values and greedy's table."""
    numbers, ending = make_numbers(rules, np.int32), make_ending(rules)
    header = np.zeros(_HEADER, np.int32)
    header[:_USED] = (
        parameters.playouts,
        POLICIES.index(parameters.policy),
        numbers.colors,
        numbers.dice_per_color,
        numbers.sides,
        numbers.bluggard,
        numbers.pairs,
        numbers.twelve,
        ending.calculated,
        ending.lowest_total,
        ending.tied_category,
        ending.tied_total,
        ending.tied_grand_total,
    )
    rows = (numbers.leaders, numbers.tops, numbers.first_tops, greedy_table(rules))
    return np.concatenate([header, *(row.astype(np.int32) for row in rows)])
