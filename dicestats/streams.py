"""Addressed random numbers: every word is found by (seed, game, stream, draw), in any order.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3")
turns a key and a counter into four 32-bit words. The key comes from the seed and the game's name,
the counter is (game index, stream, draw). Nothing is consumed, so no result depends on who
computed what when.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from dicestats.jit import jit

DICE = 0  # stream of the dice
SEAT = 1  # stream of seat s is SEAT + s

Key = NDArray[np.uint64]  # (2): two 32-bit words

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_ONE = np.uint64(1)

# The largest number of outcomes drawn from one word: at most one word in 1024 is drawn again.
_OUTCOMES = 2**22


def key(seed: int, game: str) -> Key:
    """Derive the Philox key of a game from a seed.

    Parameters
    ----------
    seed : int
        A whole number from 0.
    game : str
        The game's name; games with the same seed share no random numbers.

    Returns
    -------
    array of uint64, shape (2,)
        Two 32-bit words.

    Examples
    --------
    >>> key(1, "convolution").shape
    (2,)
    """
    name = int.from_bytes(hashlib.sha256(game.encode()).digest()[:4], "little")
    words = np.random.SeedSequence(seed, spawn_key=(name,)).generate_state(2, np.uint32)
    return words.astype(np.uint64)


@jit(inline="always")
def _round(c0, c1, c2, c3, k0, k1):  # type: ignore[no-untyped-def]
    # The words are kept in 64 bits and only their low halves count: twice as fast as uint32.
    p0, p1 = (c0 & _LOW) * _M0, (c2 & _LOW) * _M1
    return (p1 >> _32) ^ (c1 & _LOW) ^ k0, p1, (p0 >> _32) ^ (c3 & _LOW) ^ k1, p0


@jit(inline="always")
def philox(game, stream, draw, k0, k1):  # type: ignore[no-untyped-def]
    """Look up the four words at one address, in compiled code that loops over addresses.

    Parameters
    ----------
    game, stream, draw : uint64
        The address; ``game`` below 2^64, the others below 2^32.
    k0, k1 : uint64
        The key.

    Returns
    -------
    tuple of uint64
        Four numbers whose low 32 bits are the words: mask them, or store them as uint32.
    """
    c0, c1, c2, c3 = game & _LOW, game >> _32, stream, draw
    for _ in range(10):
        c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@jit
def words(key: Key, game: int, stream: int, draw: int) -> NDArray[np.uint32]:
    """Look up the four words at one address.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``key``.
    game, stream, draw : int
        The address; ``game`` below 2^64, the others below 2^32.

    Returns
    -------
    array of uint32, shape (4,)
        The words.

    Examples
    --------
    >>> import numpy as np
    >>> [hex(word) for word in words(np.zeros(2, np.uint64), 0, 0, 0)]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    out = np.empty(4, np.uint32)
    c0, c1, c2, c3 = philox(np.uint64(game), np.uint64(stream), np.uint64(draw), key[0], key[1])
    out[0], out[1], out[2], out[3] = c0, c1, c2, c3
    return out


@jit
def fill(out: NDArray[np.uint32], key: Key, first: int, stream: int, draw: int) -> None:
    """Look up the same address in many consecutive games.

    Parameters
    ----------
    out : array of uint32, shape (4, games)
        Filled with the words of games ``first``, ``first + 1``, ...
    key : array of uint64, shape (2,)
        From ``key``.
    first, stream, draw : int
        The address.
    """
    o0, o1, o2, o3 = out[0], out[1], out[2], out[3]
    base, s, d, k0, k1 = np.uint64(first), np.uint64(stream), np.uint64(draw), key[0], key[1]
    for i in range(o0.shape[0]):
        c0, c1, c2, c3 = philox(base + np.uint64(i), s, d, k0, k1)
        o0[i], o1[i], o2[i], o3[i] = c0, c1, c2, c3


@jit
def dice_per_word(sides: int) -> int:
    """Tell how many dice one word yields without bias and with few words drawn again.

    Parameters
    ----------
    sides : int
        Sides of each die, from 2.

    Returns
    -------
    int
        The largest k with ``sides ** k`` at most 2^22: 8 for six-sided dice.

    Examples
    --------
    >>> dice_per_word(6), dice_per_word(20), dice_per_word(2)
    (8, 5, 22)
    """
    k, outcomes = 0, 1
    while outcomes * sides <= _OUTCOMES:
        k += 1
        outcomes *= sides
    return k


@jit
def roll_draw(word: int, roll: int, attempt: int) -> int:
    """Give the draw at which the words of a roll lie; its lane is ``roll % 4``.

    Parameters
    ----------
    word : int
        Which of the roll's words (a roll of many dice takes several).
    roll : int
        Which roll of the game, from 0.
    attempt : int
        0, or how often the word was rejected before.

    Returns
    -------
    int
        The draw, for ``words`` and ``fill``.
    """
    return (attempt << 24) | (word << 16) | (roll >> 2)


@jit
def is_rejected(word: int, outcomes: int) -> bool:
    """Tell whether a word must be drawn again for ``outcomes`` to be equally likely.

    Parameters
    ----------
    word : int
        A 32-bit word.
    outcomes : int
        Number of equally likely outcomes.

    Returns
    -------
    bool
        True where the low half of the product is below 2^32 mod ``outcomes``.

    References
    ----------
    Lemire 2019, "Fast random integer generation in an interval", ACM TOMACS 29.
    """
    product = (np.uint64(word) * np.uint64(outcomes)) & _LOW
    return bool(product < (_ONE << _32) % np.uint64(outcomes))


@jit
def roll_word(key: Key, game: int, roll: int, word: int, sides: int) -> int:
    """Look up the first accepted word of a roll.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``key``.
    game, roll, word : int
        Which game, which of its rolls, which of the roll's words.
    sides : int
        Sides of the dice that the word is cut into.

    Returns
    -------
    int
        A 32-bit word whose leading base-``sides`` digits are fair dice.
    """
    outcomes = sides ** dice_per_word(sides)
    attempt = 0
    while True:
        draw = roll_draw(word, roll, attempt)
        found = words(key, game, DICE, draw)[roll & 3]
        if not is_rejected(found, outcomes):
            return int(found)
        attempt += 1


@jit
def roll_dice(key: Key, game: int, roll: int, dice: int, sides: int) -> NDArray[np.int64]:
    """Roll dice: the digits of addressed words, the first die in the most significant digit.

    Fewer dice of the same kind show the same faces, so that variants share their luck.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``key``.
    game, roll : int
        Which game, which of its rolls, both from 0.
    dice, sides : int
        How many dice with how many sides each.

    Returns
    -------
    array of int64, shape (dice,)
        Faces from 1 to ``sides``.

    Examples
    --------
    >>> k = key(1, "convolution")
    >>> bool((roll_dice(k, 0, 0, 8, 6)[:4] == roll_dice(k, 0, 0, 4, 6)).all())
    True
    """
    faces = np.empty(dice, np.int64)
    capacity = dice_per_word(sides)
    fraction = np.uint64(0)
    for die in range(dice):
        if die % capacity == 0:
            fraction = np.uint64(roll_word(key, game, roll, die // capacity, sides))
        product = fraction * np.uint64(sides)
        faces[die] = np.int64(product >> _32) + 1
        fraction = product & _LOW
    return faces
