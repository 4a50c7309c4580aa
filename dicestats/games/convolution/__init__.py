"""Convolution: two players, shared rolls, twelve categories; the record that wires it up."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicestats.game import Game, Record, Simulator, Strategy, StrategyKind
from dicestats.games.convolution import columns
from dicestats.games.convolution.rules import SEATS, SMALL, VARIANTS, Rules

# The kernel and the reference are imported when they are used: the command line starts fast.


def _strategies() -> Mapping[str, StrategyKind]:
    from dicestats.games.convolution.strategies import STRATEGIES

    return STRATEGIES


def _simulator(rules: Rules, strategies: Sequence[Strategy], seed: int) -> Simulator:
    from dicestats.games.convolution.kernel import simulator

    return simulator(rules, strategies, seed)


def _play(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Record:
    from dicestats.games.convolution.reference import play

    return play(rules, strategies, seed, game)


def _score(record: Record) -> dict[str, Any]:
    from dicestats.games.convolution.reference import score

    return score(record)


def _tell(record: Record) -> str:
    from dicestats.games.convolution.reference import tell

    return tell(record)


def _train(rules: Rules, **given: Any) -> dict[str, Any]:
    from dicestats.games.convolution.value.train import train

    return train(rules, **given)


GAME = Game(
    name="convolution",
    title="Convolution",
    rules=Rules,
    variants=VARIANTS,
    small=SMALL,
    leaf=1024,
    bare_decision="choose",
    seats=lambda rules: (SEATS,),
    columns=columns.outcome_columns,
    tables=columns.tables,
    strategies=_strategies,
    simulator=_simulator,
    play=_play,
    score=_score,
    tell=_tell,
    train=_train,
    mirror_note="Deterministic players copy each other on shared rolls; "
    "the rate says little about the game itself.",
)
