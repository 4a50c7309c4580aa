"""What each die may gain in a state over saving nothing of use, and the best two dice to roll."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.jit import jit
from dicestats.lending import jit_bare, jit_inline

DICE_KINDS = 11  # six colour dice, then five white ones
COLORS = 6
CLASSES = 21  # kinds of numbers on one die
MOST = WHITE_TYPES * CLASSES  # of numbers on any white die
NONE = DICE_KINDS  # stands for a die that never helps
NO_COLOR, NO_WHITE = 6, 5  # in a pair: no die of this kind helps


class Gains(NamedTuple):
    """What each die may gain in a state over saving nothing of use."""

    number: NDArray[np.int64]  # (dice + 1) how many gains; the last die is none
    chance: NDArray[np.float64]  # (dice + 1, classes)
    gain: NDArray[np.float64]  # (dice + 1, classes)
    move: NDArray[np.int64]  # (dice + 1, classes) that gains it, counted from the state's first
    mean: NDArray[np.float64]  # (dice + 1) of each die
    more: NDArray[np.float64]  # (dice + 1, classes + 2) room of ``rivals``
    mixed: NDArray[np.float64]  # (4, most + 1) the same


@jit(inline="always")
def make_gains():  # type: ignore[no-untyped-def]
    """Make room."""
    dice = DICE_KINDS + 1
    real = np.zeros((2, dice, CLASSES), np.float64)
    return Gains(
        np.zeros(dice, np.int64),
        real[0],
        real[1],
        np.zeros((dice, CLASSES), np.int64),
        np.zeros(dice, np.float64),
        np.zeros((dice, CLASSES + 2), np.float64),
        np.zeros((4, MOST + 1), np.float64),
    )


@jit_inline
def better(number, chance, gain, a, b):  # type: ignore[no-untyped-def]
    """Give the expected larger gain of two dice."""
    total, none = 0.0, 1.0
    for j in range(number[b]):
        none -= chance[b, j]
    for i in range(number[a]):
        mine = none * gain[a, i]
        for j in range(number[b]):
            mine += chance[b, j] * max(gain[a, i], gain[b, j])
        total += chance[a, i] * mine
    left = 1.0
    for i in range(number[a]):
        left -= chance[a, i]
    for j in range(number[b]):
        total += left * chance[b, j] * gain[b, j]
    return total


@jit_bare
def best_pair(number, chance, gain, mean):  # type: ignore[no-untyped-def]
    """Give the best two dice to roll, as ``8 colour + white``, and what they gain.

    ``mean`` (dice + 1) is overwritten.
    """
    best, pair = 0.0, 8 * NO_COLOR + NO_WHITE
    for d in range(DICE_KINDS + 1):
        mean[d] = 0.0
        for j in range(number[d]):
            mean[d] += chance[d, j] * gain[d, j]
    for color in range(NO_COLOR, -1, -1):
        a = NONE if color == NO_COLOR else color
        if color < NO_COLOR and number[a] == 0:
            continue
        for white in range(NO_WHITE, -1, -1):
            b = NONE if white == NO_WHITE else COLORS + white
            if mean[a] + mean[b] <= best or (white < NO_WHITE and number[b] == 0):
                continue
            more = better(number, chance, gain, a, b)
            if more > best:
                best, pair = more, 8 * color + white
    return pair, best
