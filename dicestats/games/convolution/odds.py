"""How many rolls give each value of each category of Convolution."""

from itertools import accumulate
from math import comb

from dicestats.games.convolution.rules import Rules


def counts(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Count the rolls that give each value of each active category.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    tuple of tuple of int, shape (categories, values)
        For each category, from its lowest value to its top, in how many of the
        ``sides ** dice`` equally likely rolls it has that value.

    Notes
    -----
    Colours and the Bluggard are sums of dice. The r-th highest of m independent colour totals
    is at most v where fewer than r of them exceed v: a binomial sum. Source: rulebook, The
    Active Categories; ruling C10 (ties among colour totals change no rank value).

    Examples
    --------
    >>> for row in counts(Rules(colors=2, dice_per_color=1, sides=2)): print(row)
    (2, 2)
    (2, 2)
    (1, 3)
    (3, 1)
    (1, 2, 1)
    """
    total = _sums(rules.dice_per_color, rules.sides)
    others = rules.sides ** (rules.dice - rules.dice_per_color)
    color = tuple(others * count for count in total)
    ranks = tuple(_ordered(total, rules.colors, rank) for rank in range(rules.colors))
    bluggard = (_sums(rules.dice, rules.sides),) if rules.bluggard else ()
    return (color,) * rules.colors + ranks + bluggard


def _sums(dice: int, sides: int) -> tuple[int, ...]:
    """Count the rolls of each sum: one die more is a window of ``sides`` over the last row."""
    row = [1]
    for _ in range(dice):
        below = [0] * sides + list(accumulate(row)) + [sum(row)] * (sides - 1)
        row = [below[i + sides] - below[i] for i in range(len(row) + sides - 1)]
    return tuple(row)


def _ordered(row: tuple[int, ...], number: int, rank: int) -> tuple[int, ...]:
    """Count the values of the ``rank``-th highest (from 0) of ``number`` draws from ``row``."""
    size = sum(row)
    at_most = [
        sum(
            comb(number, above) * (size - below) ** above * below ** (number - above)
            for above in range(rank + 1)
        )
        for below in accumulate(row)
    ]
    return tuple(high - low for low, high in zip([0, *at_most], at_most, strict=False))
