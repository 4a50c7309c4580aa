"""The start of a game of Dualing Dice in a lane: the deck is shuffled; moving a game to a lane."""

import numpy as np

from dicestats.games.dualing import luck
from dicestats.games.dualing.kernel.lanes import (
    HEAD,
    HIGH,
    LAST,
    LEADER,
    LEFT,
    LOW,
    PLAYING,
    SET,
    Kept,
)
from dicestats.games.dualing.state import EMPTY
from dicestats.jit import jit
from dicestats.streams import Key, is_rejected, philox, words

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


@jit
def start_game(kept: Kept, shape: tuple[int, int, int], key: Key, lane: int, game: int) -> None:
    """Give a lane a new game: a shuffled deck, empty hands, no points.

    Parameters
    ----------
    kept : Kept
        Changed in this lane.
    shape : tuple of int
        Seats, slots of a hand, cards.
    key : array of uint64, shape (2,)
        The game's Philox key.
    lane, game : int
        Which lane, which game.
    """
    seats, slots, cards = shape
    eight, sixteen, wide = kept.eight, kept.sixteen, kept.wide
    eight[LAST, lane] = 0
    eight[PLAYING, lane] = (1 << seats) - 1
    eight[LEADER, lane] = EMPTY & 0xFF
    for row in range(sixteen.shape[0]):
        sixteen[row, lane] = EMPTY & 0xFFFF if row < seats * slots else 0
    wide[SET, lane] = 0
    wide[HEAD, lane] = 0
    wide[LEFT, lane] = cards
    wide[LOW, lane] = np.uint64(game) & _LOW
    wide[HIGH, lane] = np.uint64(game) >> _32
    kept.game[lane] = game
    shuffle(kept.deck[lane], cards, key, game)


@jit
def move_game(kept: Kept, source: int, target: int) -> None:
    """Put a game into another lane, between two sets.

    Parameters
    ----------
    kept : Kept
        Changed in the lane ``target``.
    source, target : int
        Lanes.
    """
    for row in range(kept.eight.shape[0]):
        kept.eight[row, target] = kept.eight[row, source]
    for row in range(kept.sixteen.shape[0]):
        kept.sixteen[row, target] = kept.sixteen[row, source]
    for row in range(kept.wide.shape[0]):
        kept.wide[row, target] = kept.wide[row, source]
    for place in range(kept.deck.shape[1]):
        kept.deck[target, place] = kept.deck[source, place]
    kept.game[target] = kept.game[source]


@jit
def shuffle(deck, cards, key, game):  # type: ignore[no-untyped-def]
    """Shuffle as ``luck.shuffled`` does, with the words of the whole deck looked up at once.

    Parameters
    ----------
    deck : array of int16, shape (ring,)
        Its first ``cards`` places are filled.
    cards : int
        Cards in the deck.
    key : array of uint64, shape (2,)
        The game's Philox key.
    game : int
        Index of the game.
    """
    blocks = (cards + 3) >> 2
    drawn = np.empty((4, blocks), np.uint32)
    w0, w1, w2, w3 = drawn[0], drawn[1], drawn[2], drawn[3]
    stream, k0, k1 = np.uint64(luck.DECK), key[0], key[1]
    for i in range(blocks):
        w0[i], w1[i], w2[i], w3[i] = philox(np.uint64(game), stream, np.uint64(i), k0, k1)
    for i in range(cards):
        deck[i] = i
    for i in range(cards - 1, 0, -1):
        product = np.uint64(drawn[i & 3, i >> 2]) * np.uint64(i + 1)
        if (product & _LOW) <= np.uint64(i):  # where a rejection is possible at all
            product = _accepted(key, game, i) * np.uint64(i + 1)
        j = np.int64(product >> _32)
        deck[i], deck[j] = deck[j], deck[i]


@jit
def _accepted(key, game, i):  # type: ignore[no-untyped-def]
    attempt = 0
    word = words(key, game, luck.DECK, i >> 2)[i & 3]
    while is_rejected(word, i + 1):
        attempt += 1
        word = words(key, game, luck.DECK, (attempt << 24) | (i >> 2))[i & 3]
    return np.uint64(word)
