"""Sums over all hands that hold a set of cards: what replacements are worth on average."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.strategies.handtable import rank, unrank
from dicestats.jit import jit


@jit
def _sum_up(values, larger, smaller):  # type: ignore[no-untyped-def]
    """Add the sums of every set of ``larger`` cards to those of its subsets of one card less.

    A hand of h cards that holds a set T of k cards is counted h - k times.
    """
    cards, part = np.empty(larger, np.int64), np.empty(larger, np.int64)
    for place in range(values.shape[0]):
        unrank(place, larger, cards, 0)
        for out in range(larger):
            at = 0
            for i in range(larger):
                if i != out:
                    part[at] = cards[i]
                    at += 1
            smaller[rank(part, 0, larger - 1)] += values[place]


def sums_by_size(cards: int, largest: int, values: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Sum up the values of all largest hands that hold a set of cards, for every set.

    Parameters
    ----------
    cards : int
        Of the deck.
    largest : int
        Cards of a hand.
    values : array, shape (hands,)
        Of all hands, by rank.

    Returns
    -------
    list of arrays
        For sets of 0, 1, ... cards, by rank; the last are the values.

    Examples
    --------
    >>> [sums.tolist() for sums in sums_by_size(3, 2, np.array([1, 2, 4]))]  # cards 0 1, 0 2, 1 2
    [[7], [3, 5, 6], [1, 2, 4]]
    """
    sums = [values]
    for size in range(largest, 0, -1):
        smaller = np.zeros(comb(cards, size - 1), np.int64)
        _sum_up(sums[0], size, smaller)
        sums.insert(0, smaller // (largest - size + 1))
    return sums
