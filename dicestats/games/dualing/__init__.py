"""Dualing Dice: sets of five rounds, goal cards, dice that several players want."""
