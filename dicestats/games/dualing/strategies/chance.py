"""The strategy ``random``: every legal action is equally likely."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Compiled, Strategy
from dicestats.games.dualing.cards import DICE, WHITE_TYPES
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import SIGNATURE, cards_held
from dicestats.jit import jit

_32 = np.uint64(32)
_COLORS, _WHITES = len(DICE), WHITE_TYPES


@jit([SIGNATURE])
def discard_any(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Take the k-th legal set of hand slots; the table lists them by the number of cards held."""
    width = table[0]
    for j in range(lanes.shape[0]):
        start = 1 + cards_held(state, seat, lanes[j]) * width
        k = (np.uint64(words[j]) * np.uint64(table[start])) >> _32
        action[j] = table[start + 1 + np.int64(k)]


# Choosing a pair is done in many short loops over bytes: LLVM turns each into vector instructions,
# three times as fast as one loop that does all.


@jit(literals=True)
def _count(masks, width, out):  # type: ignore[no-untyped-def]
    """Count the bits of masks."""
    for i in range(out.shape[0]):
        out[i] = 0
    for bit in range(width):
        shift, one = np.uint8(bit), np.uint8(1)
        for i in range(out.shape[0]):
            old, mask = out[i], masks[i]
            out[i] = old + ((mask >> shift) & one)


@jit(literals=True)
def _find(masks, k, width, passed, out):  # type: ignore[no-untyped-def]
    """Find the place of the k-th bit that is set: as many places as are passed with k bits."""
    for i in range(out.shape[0]):
        passed[i] = 0
    for i in range(out.shape[0]):
        out[i] = 0
    for bit in range(width - 1):
        shift, one = np.uint8(bit), np.uint8(1)
        for i in range(out.shape[0]):
            old, mask = passed[i], masks[i]
            passed[i] = old + ((mask >> shift) & one)
        for i in range(out.shape[0]):
            bits, wanted, old = passed[i], k[i], out[i]
            out[i] = old + np.uint8(bits <= wanted)


@jit
def _split(words, many, kinds, color, white):  # type: ignore[no-untyped-def]
    """Draw a pair of ``many`` colours x ``kinds`` whites; ``white`` holds its number on the way."""
    for i in range(words.shape[0]):
        white[i] = (np.uint64(words[i]) * np.uint64(np.uint8(many[i] * kinds[i]))) >> _32
    for i in range(words.shape[0]):
        color[i] = 0
    for step in range(1, _COLORS):
        factor = np.uint8(step)
        for i in range(words.shape[0]):
            old, number, width = color[i], white[i], kinds[i]
            color[i] = old + np.uint8(number >= np.uint8(factor * width))
    for i in range(words.shape[0]):
        number, quotient, width = white[i], color[i], kinds[i]
        white[i] = number - np.uint8(quotient * width)


@jit
def _copy(row, lanes, out):  # type: ignore[no-untyped-def]
    """Take some lanes of a row."""
    n = lanes.shape[0]
    if n and lanes[n - 1] - lanes[0] == n - 1:
        part = row[lanes[0] : lanes[0] + n]
        for i in range(n):
            out[i] = part[i]
    else:
        for i in range(n):
            out[i] = row[lanes[i]]


@jit([SIGNATURE])
def pair_any(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Take the k-th legal pair of dice."""
    rows = np.empty((7, lanes.shape[0]), np.uint8)
    colors, whites, many, kinds, color, white, passed = (
        rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6],
    )  # fmt: skip
    _copy(state.colors[seat], lanes, colors)
    _copy(state.whites, lanes, whites)
    _count(colors, _COLORS, many)
    _count(whites, _WHITES, kinds)
    _split(words, many, kinds, color, white)
    _find(colors, color, _COLORS, passed, many)
    _find(whites, white, _WHITES, passed, kinds)
    for i in range(lanes.shape[0]):
        first, second = many[i], kinds[i]
        action[i] = np.uint8(first * np.uint8(_WHITES)) + second


@jit([SIGNATURE])
def reroll_any(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Take either die."""
    for j in range(lanes.shape[0]):
        action[j] = words[j] >> 31


@jit([SIGNATURE])
def save_any(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Take the own colour die or the k-th white one; the table lists the actions by white dice."""
    reach, taken = np.int64(state.reach[seat]), state.taken
    for j in range(lanes.shape[0]):
        start = (reach & ~np.int64(taken[lanes[j]])) * 16
        k = (np.uint64(words[j]) * np.uint64(table[start])) >> _32
        action[j] = table[start + 1 + np.int64(k)]


def _discards(rules: Rules) -> NDArray[np.int32]:
    """List for each number of cards held: how many legal sets, and the sets as bit masks."""
    width = 1 + 2**rules.hand_size
    table = np.zeros((rules.hand_size + 1, width), np.int32)
    for held, row in enumerate(table):
        most = min(held, rules.max_discards)
        sets = [c for size in range(most + 1) for c in combinations(range(held), size)]
        masks = sorted(sum(1 << slot for slot in slots) for slots in sets)
        row[: 1 + len(masks)] = len(masks), *masks
    return np.concatenate([np.array([width], np.int32), table.ravel()])


def _saves() -> NDArray[np.int32]:
    """List for each set of white dice: how many legal actions, and the actions."""
    table = np.zeros((256, 16), np.int32)
    for mask, row in enumerate(table):
        actions = [0, *(1 + seat for seat in range(8) if mask >> seat & 1)]
        row[: 1 + len(actions)] = len(actions), *actions
    return table.ravel()


def random(rules: Rules) -> Strategy:
    """Make the strategy that chooses uniformly among the legal actions.

    The k-th legal action in action order, k = (word x number of legal actions) >> 32.

    Parameters
    ----------
    rules : Rules
        They say what is legal.

    Returns
    -------
    Strategy
        Named ``random``.

    Examples
    --------
    >>> sorted(random(Rules()).decisions)
    ['discard', 'pair', 'reroll', 'save']
    """
    return Strategy(
        "random",
        discard=Compiled(discard_any, _discards(rules), draws=True, rules=rules),
        pair=Compiled(pair_any, draws=True),
        reroll=Compiled(reroll_any, draws=True),
        save=Compiled(save_any, _saves(), draws=True),
    )
