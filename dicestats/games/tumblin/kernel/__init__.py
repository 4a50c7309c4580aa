"""Tumblin' Dice, many games fast: the rules once more, in compiled code."""

from dicestats.games.tumblin.kernel.driver import simulator

__all__ = ["simulator"]
