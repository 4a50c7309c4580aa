"""Learning the chance to win in self-play, from the last pairs back to the first.

What stands before the last pair is known exactly. So the network of the pair before it learns
what best play of one more roll makes of positions, the network before that learns the same from
the first one, and so on back to the first pair. Positions come from games of the last round's
players, with a random choice now and then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution.aware import Aware, aware
from dicestats.games.convolution.kernel import simulator
from dicestats.games.convolution.results import ROWS
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.simple import choose_random
from dicestats.games.convolution.value.features import Matrix, design, matrices
from dicestats.games.convolution.value.layout import Layers, no_layers, pack, rolls_of
from dicestats.games.convolution.value.positions import (
    Positions,
    explore,
    judge_by_rolls,
    write_down,
)
from dicestats.games.convolution.value.state import STATE
from dicestats.games.convolution.value.weights import Weights, layers_of, quantised
from dicestats.games.convolution.value.world import SECOND, WIDTH

if TYPE_CHECKING:
    from sklearn.neural_network import MLPRegressor

_RARELY, _OFTEN = 1 << 20, 8  # one choice in so many is random
_PIECE = 100_000  # positions whose features are made at a time
_HELD = 20  # one position in so many only measures the error
_RATE = 0.003  # of learning
_BATCHES = (256, 16_384)  # positions to a step, in the first pass and in the last
_ROUND, _PAIR = 1000, 16  # seeds of rounds and pairs are so far apart

Told = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How much is played and learned."""

    games: int = 600_000  # each gives a position of every pair
    rolls: int = 8  # of the next pair that a position is judged by
    passes: int = 10  # over the positions
    rounds: int = 2  # of play and learning; all but the last with a quarter of the games
    seed: int = 1


@dataclass(frozen=True)
class Lesson:
    """How well one network learned."""

    round: int
    pair: int
    error: float  # root mean square, in chance to win, against sampled rolls: their noise included


def learn(rules: Rules, plan: Plan, told: Told = print) -> tuple[Weights, list[Lesson]]:
    """Learn the networks for a set of rules.

    Parameters
    ----------
    rules : Rules
        Any rules that ``layout.rolls_of`` takes.
    plan : Plan
        How much is played and learned.
    told : callable
        Gets a line of progress now and then.

    Returns
    -------
    weights : Weights
        In whole numbers.
    lessons : list of Lesson
        One for each round and network.

    Raises
    ------
    InputError
        If scikit-learn is missing, or the rules are too large.
    """
    _need_library()
    rolls, ways = rolls_of(rules)
    listed = np.ascontiguousarray(rolls.T), np.cumsum(ways)
    layers, lessons, weights = no_layers(rules), [], Weights.none(rules)
    for turn in range(plan.rounds):
        games = plan.games if turn == plan.rounds - 1 else plan.games // 4
        positions = _positions(rules, layers if turn else None, games, plan.seed * _ROUND + turn)
        told(f"round {turn + 1} of {plan.rounds}: {games} games played")
        for pair in reversed(range(rules.pairs - 2)):
            seed = (plan.seed * _ROUND + turn) * _PAIR + pair
            values = _values(rules, layers, positions[pair], pair + 1, listed, plan.rolls, seed)
            model, error = _fit(rules, positions[pair], values, plan.passes, seed)
            weights = weights.put(pair, quantised(model))
            layers = layers_of(weights)
            lessons.append(Lesson(turn + 1, pair + 1, error))
            told(f"round {turn + 1} of {plan.rounds}, pair {pair + 1}: error {error:.3f}")
    return weights, lessons


def _need_library() -> None:
    try:
        import sklearn  # noqa: F401
    except ImportError as error:
        raise InputError(
            "training", "scikit-learn is missing: install it with pip install 'dicestats[train]'"
        ) from error


def _positions(rules: Rules, layers: Layers | None, games: int, seed: int) -> list[Positions]:
    """Play games, half of them with many random choices; list the positions after each pair."""
    if layers is None:
        simple = aware(rules, Aware()).decisions["choose"]
        players = [simple, Compiled(choose_random, draws=True)]
    else:
        row = pack(rules, layers)
        tables = [np.append(row, np.int32(one_in)) for one_in in (_RARELY, _OFTEN)]
        players = [Compiled(explore, table, draws=True) for table in tables]
    halves = [
        _play(rules, Strategy("training", choose=player), games // 2, seed * len(players) + k)
        for k, player in enumerate(players)
    ]
    order = np.random.default_rng(seed).permutation(2 * (games // 2))
    return [np.concatenate(pair)[order] for pair in zip(*halves, strict=True)]


def _play(rules: Rules, strategy: Strategy, games: int, seed: int) -> list[Positions]:
    """Play a strategy against itself; write down the positions after each pair but the last two."""
    kernel, row = simulator(rules, (strategy, strategy), seed), pack(rules, no_layers(rules))
    out = [np.empty((games, rules.pairs + STATE), np.int16) for _ in range(rules.pairs - 2)]
    for first in range(0, games, kernel.size):
        size = min(kernel.size, games - first)
        kernel.run(first, np.empty((ROWS, size), np.uint16))
        block, _ = kernel.arrays[size]  # one block: it still holds the score sheets
        for pair, positions in enumerate(out):
            write_down(row, block.score, block.when, pair, positions[first : first + size])
    return out


def _values(
    rules: Rules,
    layers: Layers,
    positions: Positions,
    pair: int,
    listed: tuple[NDArray[np.int32], NDArray[np.int64]],
    rolls: int,
    seed: int,
) -> NDArray[np.float32]:
    """Judge positions by sampled rolls of the next pair."""
    values = np.empty(len(positions), np.float32)
    key = streams.key(seed, "convolution training")
    judge_by_rolls(pack(rules, layers), positions, pair, *listed, rolls, key, values)
    return values


def _fit(
    rules: Rules, positions: Positions, values: NDArray[np.float32], passes: int, seed: int
) -> tuple["MLPRegressor", float]:
    """Fit one network, with larger and larger steps; measure its error on positions held back."""
    from sklearn.neural_network import MLPRegressor

    features: list[Matrix] = matrices(rules)
    held = len(positions) // _HELD
    model: Any = MLPRegressor(
        hidden_layer_sizes=(WIDTH, SECOND),
        alpha=1e-7,
        learning_rate_init=_RATE,
        random_state=seed % (1 << 32),
    )
    for batch in np.geomspace(*_BATCHES, passes):
        model.set_params(batch_size=int(batch))
        for first in range(held, len(positions), _PIECE):
            last = min(first + _PIECE, len(positions))
            x = design(rules, features, positions[first:last])
            model.partial_fit(x, values[first:last])
    found = model.predict(design(rules, features, positions[:held]))
    return model, float(np.sqrt(np.mean((found - values[:held]) ** 2))) / 2
