"""Tumblin' Dice: dice are flicked down a board of steps; rules, and the physics of the throw."""
