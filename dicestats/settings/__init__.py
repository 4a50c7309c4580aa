"""What a user types, turned into rules, strategies and numbers; every fault in one message."""

from dicestats.settings.numbers import games_count, seats_count, seed_from, whole_number
from dicestats.settings.rules import overrides, rules_from, rules_from_mapping, rules_toml
from dicestats.settings.strategies import split_strategies, strategies_from, strategy_from

__all__ = [
    "games_count",
    "overrides",
    "rules_from",
    "rules_from_mapping",
    "rules_toml",
    "seats_count",
    "seed_from",
    "split_strategies",
    "strategies_from",
    "strategy_from",
    "whole_number",
]
