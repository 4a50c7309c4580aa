"""Tumblin' Dice: dice flicked down a board of steps; the record that wires it up."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicestats.game import Game, Record, Simulator, Strategy, StrategyKind, Variant, Watched
from dicestats.games.tumblin import columns
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.rules import PHYSICAL, Rules
from dicestats.games.tumblin.variants import SMALL, VARIANTS

# The kernel and the reference are imported when they are used: the command line starts fast.


def _strategies() -> Mapping[str, StrategyKind]:
    from dicestats.games.tumblin.strategies import STRATEGIES

    return STRATEGIES


def _simulator(rules: Rules, strategies: Sequence[Strategy], seed: int) -> Simulator:
    from dicestats.games.tumblin.kernel import simulator

    return simulator(rules, strategies, seed)


def _play(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Record:
    from dicestats.games.tumblin.reference import play

    return play(rules, strategies, seed, game)


def _score(record: Record) -> dict[str, Any]:
    from dicestats.games.tumblin.reference import score

    return score(record)


def _tell(record: Record) -> str:
    from dicestats.games.tumblin.reference import tell

    return tell(record)


def _watch(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Watched:
    from dicestats.games.tumblin.watch import watch

    return watch(rules, strategies, seed=seed, game=game)


def _boards() -> Mapping[str, Variant]:
    """Name whole boards: one takes the place of another."""
    return {
        name: Variant(
            {"board": Board(**preset.overrides).model_dump()}, preset.summary, preset.source
        )
        for name, preset in PRESETS.items()
    }


GAME = Game(
    name="tumblin",
    title="Tumblin' Dice",
    rules=Rules,
    variants=VARIANTS,
    small=SMALL,
    leaf=64,  # games that look several shots ahead are slow
    bare_decision=None,  # there are two kinds of decision
    seats=lambda rules: rules.seats,
    columns=columns.outcome_columns,
    tables=columns.tables,
    strategies=_strategies,
    simulator=_simulator,
    play=_play,
    score=_score,
    tell=_tell,
    watch=_watch,
    sides=lambda rules, seats: rules.members(seats),
    board=PHYSICAL,
    boards=_boards(),
)
