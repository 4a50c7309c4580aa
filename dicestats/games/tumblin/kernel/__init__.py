"""Tumblin' Dice, many games fast: compiled rules of order, scores and endings, one game a time."""
