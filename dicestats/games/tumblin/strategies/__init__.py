"""The built-in strategies of Tumblin' Dice."""

from dicestats.games.tumblin.strategies.builtin import STRATEGIES

__all__ = ["STRATEGIES"]
