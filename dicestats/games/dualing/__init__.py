"""Dualing Dice: sets of five rounds, hidden goals, dice that several seats want; the wiring."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicestats.game import Game, Record, Simulator, Strategy, StrategyKind
from dicestats.games.dualing import columns
from dicestats.games.dualing.rules import SMALL, VARIANTS, Rules

# The kernel and the reference are imported when they are used: the command line starts fast.


def _strategies() -> Mapping[str, StrategyKind]:
    from dicestats.games.dualing.strategies import STRATEGIES

    return STRATEGIES


def _simulator(rules: Rules, strategies: Sequence[Strategy], seed: int) -> Simulator:
    from dicestats.games.dualing.kernel import simulator

    return simulator(rules, strategies, seed)


def _play(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Record:
    from dicestats.games.dualing.reference import play

    return play(rules, strategies, seed, game)


def _score(record: Record) -> dict[str, Any]:
    from dicestats.games.dualing.reference import score

    return score(record)


def _tell(record: Record) -> str:
    from dicestats.games.dualing.reference import tell

    return tell(record)


GAME = Game(
    name="dualing",
    title="Dualing Dice",
    rules=Rules,
    variants=VARIANTS,
    small=SMALL,
    leaf=1024,
    bare_decision=None,  # there are four kinds of decision
    seats=lambda rules: rules.seats,
    columns=columns.outcome_columns,
    tables=columns.tables,
    strategies=_strategies,
    simulator=_simulator,
    play=_play,
    score=_score,
    tell=_tell,
)
