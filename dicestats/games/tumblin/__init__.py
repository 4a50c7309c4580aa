"""Tumblin' Dice: dice flicked down a stepped board, where others may knock them on or off."""
