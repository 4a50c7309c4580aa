"""Where the luck of a game of Tumblin' Dice lies, beside that of its throws.

An address is (game, stream, draw) and one of its four words (see ``dicestats.streams``); how throws
use the stream ``PHYSICS`` is told in ``physics.noise``.

====================  ==================  =========================================
what                  stream              draw
====================  ==================  =========================================
roll for the order    ``DICE``            16 repetition + side; words 0 and 1
start face, rolled    ``PHYSICS``         that of the hand; words 2 and 3
words of a strategy   ``SEAT + seat``     2^20 round + 2^12 die + 2^11 kind + 0 or 1
noise of a seat       ``NOISE + seat``    2^20 round + 2^12 die + 2^11 kind + row / 4
====================  ==================  =========================================

Rounds, sides, seats and dice count from 0; a die is the number of the seat's own die of the round
that is asked about. Kinds are BONUS and SHOT.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.noise import HAND, draw_words, luck_of
from dicestats.jit import jit
from dicestats.lending import jit_bare, jit_inline
from dicestats.streams import DICE, SEAT, Key, philox

BONUS, SHOT = 0, 1  # kinds of decision
KINDS = ("bonus", "shot")

NOISE = 128  # stream of seat 0's noise
WORDS = 8  # of a decision
MOST_ROWS = 1 << 13  # of noise

_LOW, _32, _ONE = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1)


@jit_inline
def _scaled(high, low, sides):  # type: ignore[no-untyped-def]
    """Scale 64 random bits to a face; none is more than sides / 2^64 too likely."""
    n = np.uint64(sides)
    return np.int64((high * n + ((low * n) >> _32)) >> _32) + 1


@jit_bare
def order_roll(key: Key, game: int, repetition: int, side: int, sides: int) -> int:
    """Roll a side's die for the first order.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``streams.key``.
    game, repetition, side : int
        Which game, which roll of that side, from 0.
    sides : int
        Sides of the die.

    Returns
    -------
    int
        1 to ``sides``.

    Examples
    --------
    >>> order_roll(np.zeros(2, np.uint64), 0, 0, 0, 6) in range(1, 7)
    True
    """
    draw = np.uint64((repetition << 4) | side)
    high, low, _, _ = philox(np.uint64(game), np.uint64(DICE), draw, key[0], key[1])
    return _scaled(high & _LOW, low & _LOW, sides)  # type: ignore[no-any-return]


@jit_bare
def start_face(key: Key, address: tuple[int, int, int, int], sides: int) -> int:
    """Roll the face that is up before a die is thrown (ruling T13).

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Of the throw: game, round, seat, own die.
    sides : int
        Sides of the die.

    Returns
    -------
    int
        1 to ``sides``.

    Examples
    --------
    >>> start_face(np.zeros(2, np.uint64), (0, 0, 0, 0), 20) in range(1, 21)
    True
    """
    _, _, high, low = draw_words(luck_of(key, address), HAND)
    return _scaled(high, low, sides)  # type: ignore[no-any-return]


@jit_inline
def _draw_of(turn, number, kind):  # type: ignore[no-untyped-def]
    return ((turn & 4095) << 20) | (number << 12) | (kind << 11)


@jit_bare
def decision_words(words, key, address, kind):  # type: ignore[no-untyped-def]
    """Look up the random words of a decision.

    Parameters
    ----------
    words : array of uint32, shape (WORDS,)
        Filled.
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Game, round, seat, own die.
    kind : int
        BONUS or SHOT.
    """
    game, turn, seat, number = address
    draw = np.uint64(_draw_of(turn, number, kind))
    for block in range(WORDS // 4):
        at, stream = draw | np.uint64(block), np.uint64(SEAT + seat)
        w0, w1, w2, w3 = philox(np.uint64(game), stream, at, key[0], key[1])
        first = 4 * block
        words[first], words[first + 1] = np.uint32(w0 & _LOW), np.uint32(w1 & _LOW)
        words[first + 2], words[first + 3] = np.uint32(w2 & _LOW), np.uint32(w3 & _LOW)


@jit
def _fill_noise(out, key, games, rounds, numbers, at):  # type: ignore[no-untyped-def]
    seat, kind = at
    for g in range(games.shape[0]):
        first, stream = _draw_of(rounds[g], numbers[g], kind), np.uint64(NOISE + seat)
        for row in range(out.shape[0]):
            if row & 3 == 0:
                draw = np.uint64(first | (row >> 2))
                w0, w1, w2, w3 = philox(np.uint64(games[g]), stream, draw, key[0], key[1])
            out[row, g] = np.float64(w0 & _LOW) * 2.0**-32
            w0, w1, w2 = w1, w2, w3


def noise(
    rows: int,
    key: Key,
    games: NDArray[np.int64],
    *,
    rounds: NDArray[np.int64],
    numbers: NDArray[np.int64],
    at: tuple[int, int],
) -> NDArray[np.float64]:
    """Look up uniform random numbers for a Python strategy.

    Parameters
    ----------
    rows : int
        How many for each game, at most ``MOST_ROWS``.
    key : array of uint64, shape (2,)
        From ``streams.key``.
    games, rounds, numbers : array of int64, shape (games,)
        Which games, their rounds, and the seat's own dice that are asked about.
    at : tuple of int
        Seat and kind of decision.

    Returns
    -------
    array of float64, shape (rows, games)
        In [0, 1).

    Raises
    ------
    ValueError
        For more rows.
    """
    if not 0 <= rows <= MOST_ROWS:
        raise ValueError(f"noise: {rows} rows wanted; 0 to {MOST_ROWS} there are")
    out = np.empty((rows, len(games)))
    _fill_noise(out, key, games, rounds, numbers, at)
    return out
