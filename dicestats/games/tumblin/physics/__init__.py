"""The board as a physical thing: throws of dice, compiled, the same on every processor."""

from dicestats.games.tumblin.physics.dice import (
    DICE,
    FOUL,
    HIT,
    SHOT,
    Dice,
    clear,
    level_of,
    make_dice,
)
from dicestats.games.tumblin.physics.noise import ADDRESS, PHYSICS
from dicestats.games.tumblin.physics.shoot import hand, shoot
from dicestats.games.tumblin.physics.world import DISC, OFF, WORLD, World, make_world

__all__ = [
    "ADDRESS",
    "DICE",
    "DISC",
    "FOUL",
    "HIT",
    "OFF",
    "PHYSICS",
    "SHOT",
    "WORLD",
    "Dice",
    "World",
    "clear",
    "hand",
    "level_of",
    "make_dice",
    "make_world",
    "shoot",
]
