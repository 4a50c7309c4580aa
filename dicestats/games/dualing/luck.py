"""Where the luck of a game of Dualing Dice lies: the addresses of its dice, deck and decisions.

An address is (game, stream, draw) and one of its four words (see ``dicestats.streams``):

=================  =====================  ==========================  ==================
what               stream                 draw                        words
=================  =====================  ==========================  ==================
dice of a seat     ``DICE + 64 (r >> 4)``  ``1024 set + 128 round      colour 0, 1;
                                          + 16 seat + (r & 15)``      white 2, 3
deck, position i   ``DECK``               ``2^24 attempt + (i >> 2)``  ``i & 3``
a decision         ``SEAT + seat``        ``8 set + round``           pair 0, save 1,
                                                                      re-roll 2,
                                                                      discard 3
noise of a seat    ``NOISE + seat +       ``4 (8 set + round) + kind``  ``row & 3``
                   64 (row >> 2)``
=================  =====================  ==========================  ==================

Sets, rounds and seats count from 0; r is 0 for the first roll and k for the k-th re-roll of a
round. Decisions about re-roll k lie 64 (k - 1) streams further on, their noise 2^22 (k - 1).
A number comes from a 64-bit uniform scaled by the die's sides, so that a die of another type
shows the same fraction of its sides: variants and strategies share their luck.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.jit import jit
from dicestats.streams import DICE, SEAT, Key, philox

DECK = 16  # stream of the deck
NOISE = SEAT + 32  # stream of the first row of seat 0's noise

DISCARD, PAIR, REROLL, SAVE = 0, 1, 2, 3  # the kinds of decision
KINDS = ("discard", "pair", "reroll", "save")
WORD = (3, 0, 2, 1)  # the word of each kind of decision

MOST_SETS = 2**20  # draws stay below 2^32

_32 = np.uint64(32)


@jit(inline="always")
def scaled(high: int, low: int, sides: int) -> int:
    """Scale a 64-bit uniform, given as two words, to a face.

    Parameters
    ----------
    high, low : int
        The words, the more significant one first.
    sides : int
        Sides of the die.

    Returns
    -------
    int
        From 0 to ``sides - 1``; no face is more than ``sides / 2^64`` too likely.

    Examples
    --------
    >>> scaled(2**31, 0, 20), scaled(2**32 - 1, 2**32 - 1, 6)
    (10, 5)
    """
    s = np.uint64(sides)
    return int((np.uint64(high) * s + ((np.uint64(low) * s) >> _32)) >> _32)


@jit
def dice_draw(set_: int, round_: int, seat: int, repetition: int) -> int:
    """Give the draw of a seat's dice; the stream is ``DICE + 64 (repetition >> 4)``.

    Parameters
    ----------
    set_, round_, seat : int
        Which set of the game, round of the set, seat, from 0.
    repetition : int
        0 for the first roll, k for the k-th re-roll.

    Returns
    -------
    int
        The draw, for ``streams.words``.
    """
    return ((set_ * 8 + round_) * 8 + seat) * 16 + (repetition & 15)


@jit
def faces(
    key: Key, game: int, set_: int, round_: int, seat: int, repetition: int, sides: tuple[int, int]
) -> tuple[int, int]:
    """Roll a seat's two dice.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``streams.key(seed, "dualing")``.
    game : int
        Index of the game.
    set_, round_, seat, repetition : int
        As in ``dice_draw``.
    sides : tuple of int
        Sides of the colour die and of the white die.

    Returns
    -------
    color, white : int
        Faces from 0 to sides - 1. A re-roll uses one of the two.

    Examples
    --------
    >>> key = streams.key(1, "dualing")
    >>> big, small = faces(key, 0, 0, 0, 0, 0, (20, 12)), faces(key, 0, 0, 0, 0, 0, (4, 12))
    >>> big[0] // 5 == small[0], big[1] == small[1]
    (True, True)
    """
    draw = dice_draw(set_, round_, seat, repetition)
    w = streams.words(key, game, DICE + 64 * (repetition >> 4), draw)
    return scaled(w[0], w[1], sides[0]), scaled(w[2], w[3], sides[1])


@jit
def shuffled(key: Key, game: int, cards: int) -> NDArray[np.int64]:
    """Shuffle the deck: Fisher and Yates, from the last position down.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``streams.key(seed, "dualing")``.
    game : int
        Index of the game.
    cards : int
        Cards in the deck.

    Returns
    -------
    array of int64, shape (cards,)
        Indices of cards, the top of the deck first; every order is equally likely.

    Examples
    --------
    >>> sorted(shuffled(streams.key(1, "dualing"), 0, 5).tolist())
    [0, 1, 2, 3, 4]
    """
    deck = np.arange(cards)
    for i in range(cards - 1, 0, -1):
        attempt = 0
        word = streams.words(key, game, DECK, i >> 2)[i & 3]
        while streams.is_rejected(word, i + 1):
            attempt += 1
            word = streams.words(key, game, DECK, (attempt << 24) | (i >> 2))[i & 3]
        j = np.int64((np.uint64(word) * np.uint64(i + 1)) >> _32)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


@jit
def decision_words(
    out: NDArray[np.uint32],
    key: Key,
    games: NDArray[np.int64],
    sets: NDArray[np.int32],
    at: tuple[int, int, int, int],
) -> None:
    """Look up the word of a decision in many games.

    Parameters
    ----------
    out : array of uint32, shape (games,)
        Filled.
    key : array of uint64, shape (2,)
        From ``streams.key(seed, "dualing")``.
    games : array of int64, shape (games,)
        Their indices.
    sets : array of int32, shape (games,)
        The set that each is in, from 0.
    at : tuple of int
        Seat, kind of decision, round (0 for a discard), re-roll (from 1; else 1).
    """
    seat, kind, round_, repetition = at
    lane = WORD[kind]
    stream = SEAT + seat + 64 * (repetition - 1)
    for i in range(out.shape[0]):
        draw = np.uint64(8 * sets[i] + round_)
        out[i] = philox(np.uint64(games[i]), np.uint64(stream), draw, key[0], key[1])[lane]


@jit
def _noise_words(
    out: NDArray[np.uint32],
    key: Key,
    games: NDArray[np.int64],
    sets: NDArray[np.int32],
    at: tuple[int, int, int, int],
) -> None:
    seat, kind, round_, repetition = at
    first = NOISE + seat + (repetition - 1) * 2**22
    lanes = np.empty((4, games.shape[0]), np.uint32)
    for block in range((out.shape[0] + 3) // 4):
        w0, w1, w2, w3, stream = (
            lanes[0],
            lanes[1],
            lanes[2],
            lanes[3],
            np.uint64(first + 64 * block),
        )
        for i in range(games.shape[0]):
            draw = np.uint64((8 * sets[i] + round_) * 4 + kind)
            w0[i], w1[i], w2[i], w3[i] = philox(np.uint64(games[i]), stream, draw, key[0], key[1])
        for row in range(4 * block, min(4 * block + 4, out.shape[0])):
            for i in range(games.shape[0]):
                out[row, i] = lanes[row & 3, i]


def noise(
    rows: int,
    key: Key,
    games: NDArray[np.int64],
    *,
    sets: NDArray[np.int32],
    at: tuple[int, int, int, int],
) -> NDArray[np.float64]:
    """Draw the uniform numbers that a Python strategy asks for.

    Parameters
    ----------
    rows : int
        How many a game.
    key, games, sets, at
        As in ``decision_words``.

    Returns
    -------
    array of float64, shape (rows, games)
        In [0, 1).
    """
    words = np.empty((rows, len(games)), np.uint32)
    _noise_words(words, key, games, sets, at)
    return words / np.float64(2**32)
