"""How often each bit is set in many small numbers, counted by adding in columns, not one by one.

Sixteen words at a time go through a tree of full adders that work on all bits at once (a
carry-save adder: Harley's and Seal's way of counting set bits, as in Warren, Hacker's Delight,
2nd edition 2012, section 5-1): what is left to look at is one word in sixteen.
"""

import numpy as np

from dicestats.jit import jit

WIDTH = 16  # bits of a number
_LANES = 64  # words that are added at a time: four numbers lie in a word of 64 bits
_GROUP = 16 * _LANES  # words to a round of adders
_PACKED = 4  # numbers in a word
_LOWEST = np.uint64(0x0001_0001_0001_0001)  # bit 0 of each of them
_NUMBER = np.uint64(0xFFFF)


@jit(forceinline=True)
def _two(ones, a, b):  # type: ignore[no-untyped-def]
    """Add two words to the ones: what is left of them, and the twos that are carried."""
    half = ones ^ a
    return half ^ b, (ones & a) | (half & b)


@jit(forceinline=True)
def _four(ones, twos, words, i):  # type: ignore[no-untyped-def]
    ones, first = _two(ones, words[i], words[i + _LANES])
    ones, second = _two(ones, words[i + 2 * _LANES], words[i + 3 * _LANES])
    twos, fours = _two(twos, first, second)
    return ones, twos, fours


@jit(forceinline=True)
def _eight(ones, twos, fours, words, i):  # type: ignore[no-untyped-def]
    ones, twos, first = _four(ones, twos, words, i)
    ones, twos, second = _four(ones, twos, words, i + 4 * _LANES)
    fours, eights = _two(fours, first, second)
    return ones, twos, fours, eights


@jit
def _add_group(words, left, carried):  # type: ignore[no-untyped-def]
    """Add sixteen words in every lane: what is left below sixteen, and what is carried."""
    ones, twos, fours, eights = left[0], left[1], left[2], left[3]
    for i in range(_LANES):
        one, two, four, first = _eight(ones[i], twos[i], fours[i], words, i)
        one, two, four, second = _eight(one, two, four, words, i + 8 * _LANES)
        ones[i], twos[i], fours[i] = one, two, four
        eights[i], carried[i] = _two(eights[i], first, second)


@jit
def _read(words, weight, counts):  # type: ignore[no-untyped-def]
    """Count the bits of some words, each as ``weight`` many; fewer than 2^16 words."""
    for bit in range(counts.shape[0]):
        packed = np.uint64(0)
        for i in range(words.shape[0]):
            packed += (words[i] >> np.uint64(bit)) & _LOWEST
        for part in range(_PACKED):
            counts[bit] += weight * np.int64((packed >> np.uint64(WIDTH * part)) & _NUMBER)


@jit
def _count(numbers, counts):  # type: ignore[no-untyped-def]
    groups = numbers.shape[0] // (_PACKED * _GROUP)
    words = numbers[: groups * _PACKED * _GROUP].view(np.uint64)
    left, carried = np.zeros((4, _LANES), np.uint64), np.empty(_LANES, np.uint64)
    for group in range(groups):
        _add_group(words[group * _GROUP : (group + 1) * _GROUP], left, carried)
        _read(carried, 16, counts)
    for level in range(4):
        _read(left[level], 1 << level, counts)
    for i in range(groups * _PACKED * _GROUP, numbers.shape[0]):
        for bit in range(counts.shape[0]):
            counts[bit] += (numbers[i] >> bit) & 1


@jit
def count_bits(columns, rows, counts):  # type: ignore[no-untyped-def]
    """Add to the counts in how many games each bit of some columns is set.

    Parameters
    ----------
    columns : array of uint16, shape (columns, games)
        In one piece.
    rows : array of int64, shape (sets,)
        The columns to look at.
    counts : array of int64, shape (sets, bits)
        Added to, from bit 0; at most ``WIDTH`` bits.

    Examples
    --------
    >>> counts = np.zeros((1, 3), np.int64)
    >>> count_bits(np.array([[1, 5, 6, 8]], np.uint16), np.array([0]), counts)
    >>> counts.tolist()
    [[2, 1, 2]]
    """
    for i in range(rows.shape[0]):
        _count(columns[rows[i]], counts[i])
