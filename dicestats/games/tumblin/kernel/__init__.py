"""Tumblin' Dice, many games fast: compiled rules of order, scores and endings, one game a time.

None of these functions makes an array, so that none needs numba to count references to arrays
(``_nrt=False``): for as little as they do, the counting would take most of the time.
"""
