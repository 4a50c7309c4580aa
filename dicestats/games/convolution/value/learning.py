"""Learning the chance to win in self-play, from the last pairs back to the first.

What stands before the last pair is known exactly. So the network of the pair before it learns
what best play of one more roll makes of positions, the network before that learns the same from
the first one, and so on back to the first pair. Positions come from games of the last round's
players, with a random choice now and then.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
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
from dicestats.games.convolution.value.layout import no_layers, pack
from dicestats.games.convolution.value.positions import (
    Positions,
    explore,
    judge_by_rolls,
    write_down,
)
from dicestats.games.convolution.value.rolls import rolls_of
from dicestats.games.convolution.value.state import STATE
from dicestats.games.convolution.value.weights import Weights, layers_of, load, quantised, save
from dicestats.games.convolution.value.world import SECOND, WIDTH

if TYPE_CHECKING:
    from sklearn.neural_network import MLPRegressor

_RARELY, _OFTEN = 1 << 20, 8  # one choice in so many is random
_PIECE = 100_000  # positions whose features are made at a time
_HELD = 20  # one position in so many only measures the error
_RATE = 0.003  # of learning
_BATCHES = (256, 16_384)  # positions to a step, in the first pass and in the last
_ROUND, _PAIR = 1000, 16  # seeds of rounds and pairs are so far apart
_FEWER = 4  # times fewer games in all rounds but the last


@dataclass(frozen=True)
class Plan:
    """How much is played and learned."""

    games: int = 600_000  # each gives a position of every pair
    rolls: int = 8  # of the next pair that a position is judged by
    passes: int = 12  # over the positions
    rounds: int = 2  # of play and learning
    seed: int = 1


@dataclass(frozen=True)
class Lesson:
    """How well one network learned."""

    round: int  # from 1
    pair: int  # from 1
    error: float  # root mean square, in chance to win, against sampled rolls: their noise included


def lessons_of(rules: Rules, plan: Plan) -> list[tuple[int, int]]:
    """List the networks in the order in which they are learned.

    Parameters
    ----------
    rules : Rules
        Any rules.
    plan : Plan
        How many rounds.

    Returns
    -------
    list of (int, int)
        Round and pair of each, from 0; in every round the last pair first.

    Examples
    --------
    >>> lessons_of(Rules(colors=2), Plan(rounds=2))
    [(0, 2), (0, 1), (0, 0), (1, 2), (1, 1), (1, 0)]
    """
    pairs = range(max(0, rules.pairs - 2))
    return [(turn, pair) for turn in range(plan.rounds) for pair in reversed(pairs)]


def learn(
    rules: Rules,
    plan: Plan,
    told: Callable[[Lesson], object],
    *,
    kept: "Progress | None" = None,
) -> tuple[Weights, list[Lesson]]:
    """Learn the networks for a set of rules.

    Parameters
    ----------
    rules : Rules
        Any rules that ``rolls.rolls_of`` takes.
    plan : Plan
        How much is played and learned.
    told : callable
        Gets every lesson when it is learned, also those that were kept.
    kept : Progress, optional
        Where what was learned so far is kept, so that an interrupted training goes on.

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
    need_library()
    rolls, ways = rolls_of(rules)
    listed = np.ascontiguousarray(rolls.T), np.cumsum(ways)
    weights, players, lessons = kept.found() if kept else (None, None, [])
    weights = weights or Weights.none(rules)
    positions: list[Positions] = []
    for lesson in lessons:
        told(lesson)
    for turn, pair in lessons_of(rules, plan)[len(lessons) :]:
        if pair == rules.pairs - 3:
            players = weights if turn else None
            if kept:
                kept.begin(players)
        if pair == rules.pairs - 3 or not positions:
            positions = positions_of(rules, plan, turn=turn, weights=players)
        seed = (plan.seed * _ROUND + turn) * _PAIR + pair
        key = streams.key(seed, "convolution training")
        values = np.empty(len(positions[pair]), np.float32)
        row = pack(rules, layers_of(weights))
        judge_by_rolls(row, positions[pair], pair + 1, *listed, plan.rolls, key, values)
        model, error = fit(rules, positions[pair], values, passes=plan.passes, seed=seed)
        weights = weights.put(pair, quantised(model))
        lessons.append(Lesson(turn + 1, pair + 1, round(error, 4)))
        if kept:
            kept.keep(weights, lessons)
        told(lessons[-1])
    return weights, lessons


@dataclass(frozen=True)
class Progress:
    """Files that hold an unfinished training of these rules by this plan."""

    rules: Rules
    plan: Plan
    file: Path  # the weights so far
    players: Path  # those of the round's players

    def found(self) -> tuple[Weights | None, Weights | None, list[Lesson]]:
        """Read what was learned before, by whom its positions were played, and the lessons."""
        if not self.file.exists():
            return None, None, []
        weights = load(self.file, self.rules)
        lessons = [Lesson(**lesson) for lesson in weights.source["lessons"]]
        second = len(lessons) >= self.rules.pairs - 2 and self.players.exists()
        return weights, load(self.players, self.rules) if second else None, lessons

    def begin(self, players: Weights | None) -> None:
        """Keep the players of a round; the first round's need no weights."""
        if players is not None:
            save(replace(players, source={}), self.players)

    def keep(self, weights: Weights, lessons: list[Lesson]) -> None:
        """Keep what was learned so far."""
        save(replace(weights, source={"lessons": [asdict(x) for x in lessons]}), self.file)

    def end(self) -> None:
        """Forget it: training is complete."""
        self.file.unlink(missing_ok=True)
        self.players.unlink(missing_ok=True)


def need_library() -> None:
    """Tell what to install where scikit-learn is missing.

    Raises
    ------
    InputError
        If it is.
    """
    try:
        import sklearn  # noqa: F401
    except ImportError as error:
        raise InputError(
            "training", "scikit-learn is missing: install it with pip install 'dicestats[train]'"
        ) from error


def positions_of(
    rules: Rules, plan: Plan, *, turn: int, weights: Weights | None
) -> list[Positions]:
    """Play a round, half of it with many random choices; list the positions after each pair.

    Parameters
    ----------
    rules : Rules
        What is played.
    plan : Plan
        How many games.
    turn : int
        The round, from 0.
    weights : Weights or None
        Of the players; None: ``aware`` and ``random`` play.

    Returns
    -------
    list of array of int16, shape (games, categories + STATE)
        In random order, for each pair but the last two.
    """
    half = (plan.games if turn == plan.rounds - 1 else plan.games // _FEWER) // 2
    if weights is None:
        simple = aware(rules, Aware()).decisions["choose"]
        players = [simple, Compiled(choose_random, draws=True)]
    else:
        row = pack(rules, layers_of(weights))
        tables = [np.append(row, np.int32(one_in)) for one_in in (_RARELY, _OFTEN)]
        players = [Compiled(explore, table, draws=True) for table in tables]
    seed = plan.seed * _ROUND + turn
    halves = [
        _play(rules, Strategy("training", choose=player), half, seed * len(players) + k)
        for k, player in enumerate(players)
    ]
    order = np.random.default_rng(seed).permutation(2 * half)
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


def fit(
    rules: Rules, positions: Positions, values: NDArray[np.float32], *, passes: int, seed: int
) -> tuple["MLPRegressor", float]:
    """Fit one network, with larger and larger steps; measure its error on positions held back.

    Parameters
    ----------
    rules : Rules
        What is played.
    positions : array of int16, shape (positions, categories + STATE)
        Boxes and states.
    values : array of float32, shape (positions,)
        What they are worth: seat 0's chance to win less seat 1's.
    passes : int
        Over the positions.
    seed : int
        Of the network.

    Returns
    -------
    model : MLPRegressor
        Fitted.
    error : float
        Root mean square, in chance to win.
    """
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
        for first in range(held, len(positions), _PIECE):
            last = min(first + _PIECE, len(positions))
            model.set_params(batch_size=min(int(batch), last - first))
            x = design(rules, features, positions[first:last])
            model.partial_fit(x, values[first:last])
    found = model.predict(design(rules, features, positions[:held]))
    return model, float(np.sqrt(np.mean((found - values[:held]) ** 2))) / 2
