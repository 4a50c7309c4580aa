"""The built-in strategies: decision functions that see what their seat sees."""

from dicestats.games.dualing.strategies.builtin import STRATEGIES

__all__ = ["STRATEGIES"]
