"""What can be rolled in Convolution, and which values two categories then have."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.games.convolution.odds import counts
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.value.world import Numbers

MOST_ROLLS = 4_000_000  # different colour totals of one roll that are listed
FINEST = 1 << 30  # weights of a law add up to no more than this


def rolls_of(rules: Rules) -> tuple[Numbers, NDArray[np.int64]]:
    """List what can be rolled.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    values : array of int32, shape (categories, rolls)
        Of every category, for each combination of colour totals.
    ways : array of int64, shape (rolls,)
        In how many rolls of all dice it comes up.

    Raises
    ------
    InputError
        If there are too many to list.

    Examples
    --------
    >>> values, ways = rolls_of(Rules())
    >>> values.shape, int(ways.sum()) == 6**8
    ((9, 14641), True)
    """
    span = rules.dice_per_color * (rules.sides - 1) + 1
    if span**rules.colors > MOST_ROLLS or rules.sides**rules.dice >= 1 << 62:
        raise InputError(
            "strategy 'value'",
            f"{rules.dice} dice of {rules.sides} sides in {rules.colors} colors give "
            f"{span**rules.colors:.1e} different colour totals; {MOST_ROLLS:.0e} are allowed: "
            "use fewer colors, dice or sides",
        )
    one = rules.model_copy(update={"colors": 1, "lead": "fixed"})
    totals = np.arange(span, dtype=np.int32) + rules.dice_per_color
    colors = np.array(list(product(totals, repeat=rules.colors)), np.int32).T
    law = np.array(counts(one)[0], np.int64)
    ways = np.prod(law[colors - rules.dice_per_color], axis=0)
    parts = [colors, -np.sort(-colors, axis=0)]  # ruling C10
    if rules.bluggard:
        parts.append(colors.sum(axis=0, keepdims=True, dtype=np.int32))
    return np.concatenate(parts), ways


def _weights(ways: NDArray[np.int64]) -> NDArray[np.int64]:
    """Scale the ways of a law down to at most FINEST in all; its likeliest value takes the rest."""
    total = int(ways.sum())
    if total <= FINEST:
        return ways
    scaled = np.array([int(way) * FINEST // total for way in ways], np.int64)
    scaled[np.argmax(scaled)] += FINEST - scaled.sum()
    return scaled


def laws_of(rules: Rules, faces: int) -> tuple[Numbers, Numbers]:
    """List, for every two categories, the values that come up together in one roll.

    Parameters
    ----------
    rules : Rules
        Any rules.
    faces : int
        Values from 0 that a category can show.

    Returns
    -------
    begin : array of int32, shape (pairs * pairs + 1,)
        Where the law of two categories begins.
    law : array of int32, shape (entries, 3)
        Value of one, value of the other, weight; sorted.
    """
    values, ways = rolls_of(rules)
    begin, laws = [0], []
    for one, other in product(values, values):
        joint = np.zeros(faces * faces, np.int64)
        np.add.at(joint, one.astype(np.int64) * faces + other, ways)
        keys = np.flatnonzero(joint)
        laws.append(np.stack([keys // faces, keys % faces, _weights(joint[keys])], axis=1))
        begin.append(begin[-1] + len(keys))
    return np.array(begin, np.int32), np.concatenate(laws).astype(np.int32)
