"""The start of a game of Dualing Dice in a lane: the deck is shuffled; moving a game to a lane."""

import numpy as np
from numba import njit

from dicestats.games.dualing import luck
from dicestats.games.dualing.lanes import Block
from dicestats.games.dualing.state import EMPTY, State
from dicestats.streams import Key, is_rejected, philox, words

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


@njit(cache=True, nogil=True)
def start_game(block: Block, state: State, key: Key, lane: int, game: int) -> None:
    """Give a lane a new game: a shuffled deck, empty hands, no points.

    Parameters
    ----------
    block : Block
        Changed in this lane.
    key : array of uint64, shape (2,)
        The game's Philox key.
    lane, game : int
        Which lane, which game.
    """
    cards, seats = block.counts.shape[0] - 1, block.action.shape[0]
    for row in range(block.kept8.shape[0]):
        block.kept8[row, lane] = 0
    for row in range(block.kept16.shape[0]):
        block.kept16[row, lane] = 0
    for row in range(block.kept32.shape[0]):
        block.kept32[row, lane] = 0
    for seat in range(seats):
        for slot in range(state.hand.shape[1]):
            state.hand[seat, slot, lane] = EMPTY
    block.leader[lane] = EMPTY
    block.left[lane] = cards
    state.playing[lane] = (1 << seats) - 1
    state.game[lane] = game
    block.counter[0, lane] = np.uint64(game) & _LOW
    block.counter[1, lane] = np.uint64(game) >> _32
    shuffle(block.deck[lane], cards, key, game)


@njit(cache=True, nogil=True)
def move_game(block: Block, state: State, source: int, target: int) -> None:
    """Put a game into another lane, between two sets.

    Parameters
    ----------
    block : Block
        Changed in the lane ``target``.
    source, target : int
        Lanes.
    """
    for row in range(block.kept8.shape[0]):
        block.kept8[row, target] = block.kept8[row, source]
    for row in range(block.kept16.shape[0]):
        block.kept16[row, target] = block.kept16[row, source]
    for row in range(block.kept32.shape[0]):
        block.kept32[row, target] = block.kept32[row, source]
    for place in range(block.deck.shape[1]):
        block.deck[target, place] = block.deck[source, place]
    state.game[target] = state.game[source]
    block.most[target] = block.most[source]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _accepted(key, game, i):  # type: ignore[no-untyped-def]
    attempt = 0
    word = words(key, game, luck.DECK, i >> 2)[i & 3]
    while is_rejected(word, i + 1):
        attempt += 1
        word = words(key, game, luck.DECK, (attempt << 24) | (i >> 2))[i & 3]
    return np.uint64(word)
