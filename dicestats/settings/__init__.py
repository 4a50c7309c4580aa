"""What a user types, turned into rules, strategies and numbers; every fault in one message."""

from dicestats.settings.board import board_from
from dicestats.settings.numbers import GAME, GAMES, JOBS, LEAVES, SEATS, SEED, Whole, whole_number
from dicestats.settings.rules import overrides, rules_from, rules_from_mapping, rules_toml
from dicestats.settings.strategies import split_strategies, strategies_from, strategy_from

__all__ = [
    "GAME",
    "GAMES",
    "JOBS",
    "LEAVES",
    "SEATS",
    "SEED",
    "Whole",
    "board_from",
    "overrides",
    "rules_from",
    "rules_from_mapping",
    "rules_toml",
    "split_strategies",
    "strategies_from",
    "strategy_from",
    "whole_number",
]
