"""Where the luck of a throw lies: the addresses of its random words.

An address is (game, stream, draw) and one of its four words (see ``dicestats.streams``). All
throws use the stream ``PHYSICS``; a draw is 2^20 round + 2^16 seat + 2^12 own die + event:

===================  =============================================
event                words
===================  =============================================
0, the hand          angle 0, log speed 1
1, 2, ... in turn    landing: speed 0, turn 1, face 2, slow die 3;
                     peg, or two dice: direction 0
4095 - number        face of a die that leaves the board: 0 and 1
===================  =============================================

Rounds count from 0 and wrap after 4096; an own die is the number of a seat's throw in the round.
The shooting position is nowhere: another order, or another shot before it, changes no luck.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from dicestats.lending import jit_bare, jit_inline
from dicestats.streams import philox

PHYSICS = 64  # stream of all throws
HAND = 0  # event of the hand's noise
LAST = 4095  # event of the face with which die 0 leaves

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


class Luck(NamedTuple):
    """The random words of one throw.

    Parameters
    ----------
    k0, k1 : uint64
        The key.
    game : uint64
        Which game.
    draw : uint64
        The draw of event 0.
    """

    k0: np.uint64
    k1: np.uint64
    game: np.uint64
    draw: np.uint64


ADDRESS = types.UniTuple(types.int64, 4)  # game; round, seat, which of the seat's throws


@jit_inline
def luck_of(key, address):  # type: ignore[no-untyped-def]
    """Address the random words of a throw.

    Parameters
    ----------
    key : array of uint64, shape (2,)
        From ``streams.key``.
    address : tuple of int
        Game, round (from 0), seat (0 to 15), which of the seat's throws of the round (0 to 15).

    Returns
    -------
    Luck
        Where they lie.

    Examples
    --------
    >>> luck_of(np.zeros(2, np.uint64), (5, 1, 0, 2)).draw
    1056768
    """
    game, turn, seat, own = address
    draw = ((turn & 4095) << 20) | (seat << 16) | (own << 12)
    return Luck(key[0], key[1], np.uint64(game), np.uint64(draw))


@jit_inline
def draw_words(luck, event):  # type: ignore[no-untyped-def]
    """Look up the four words of an event.

    Parameters
    ----------
    luck : Luck
        Of the throw.
    event : int
        0 to 4095.

    Returns
    -------
    tuple of uint64
        Four words.
    """
    draw = luck.draw | np.uint64(event)
    w0, w1, w2, w3 = philox(luck.game, np.uint64(PHYSICS), draw, luck.k0, luck.k1)
    return w0 & _LOW, w1 & _LOW, w2 & _LOW, w3 & _LOW


@jit_bare
def fair_face(luck: Luck, die: int, sides: int) -> int:
    """Roll the face with which a die comes to rest off the board.

    Parameters
    ----------
    luck : Luck
        Of the throw through which it left.
    die : int
        Its number.
    sides : int
        Its sides.

    Returns
    -------
    int
        1 to ``sides``; no face is more than ``sides / 2^64`` too likely.

    Examples
    --------
    >>> fair_face(Luck(np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)), 3, 6) in range(1, 7)
    True
    """
    high, low, _, _ = draw_words(luck, LAST - die)
    n = np.uint64(sides)
    return int(np.int64((high * n + ((low * n) >> _32)) >> _32) + 1)
