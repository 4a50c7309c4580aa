"""The game in compiled steps: many tables side by side, logged as records where asked."""

from dicestats.games.dualing.kernel.driver import simulator

__all__ = ["simulator"]
