"""The steps that begin a set of Dualing Dice in many lanes: draw, exchange, lay dice out."""

import numpy as np

from dicestats.games.dualing.kernel.lanes import ALL_COLORS, EXCHANGED, HELD
from dicestats.games.dualing.state import EMPTY
from dicestats.jit import jit
from dicestats.streams import SEAT, philox

_32 = np.uint64(32)


@jit
def lay_out(colors, saved_kind, got, live):  # type: ignore[no-untyped-def]
    """Return the dice of a seat at the start of a set.

    Parameters
    ----------
    colors : array of uint8, shape (lanes,)
        Filled: all colour dice.
    saved_kind : array of int8, shape (rounds, lanes)
        Emptied.
    got : array of uint64, shape (2, lanes)
        Emptied.
    live : int
        Lanes in use.
    """
    for i in range(live):
        colors[i] = ALL_COLORS
    for round_ in range(saved_kind.shape[0]):
        row = saved_kind[round_]
        for i in range(live):
            row[i] = EMPTY
    for kind in range(2):
        masks = got[kind]
        for i in range(live):
            masks[i] = 0


@jit
def refill(hand, plays, seat, decks, lanes, live):  # type: ignore[no-untyped-def]
    """Let a seat draw until its hand is full or the deck is empty (ruling D13).

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        The seat's hands.
    plays : array of uint8, shape (lanes,)
        Bit masks of the seats that play this set.
    seat : int
        Whose hands.
    decks : tuple of arrays
        ``deck``, ``head`` and ``left`` of the block.
    lanes : array of int64, shape (lanes,)
        Scratch.
    live : int
        Lanes in use.
    """
    deck, head, left = decks
    slots, ring, n = hand.shape[0], deck.shape[1] - 1, 0
    last = hand[slots - 1]
    for i in range(live):
        lanes[n] = i
        n += (last[i] < 0) & ((plays[i] >> seat) & 1)
    for j in range(n):
        lane = lanes[j]
        top, cards = head[lane], left[lane]
        for slot in range(slots):
            if hand[slot, lane] < 0 and cards > 0:
                hand[slot, lane] = deck[lane, top]
                top, cards = (top + 1) & ring, cards - 1
        head[lane], left[lane] = top, cards


@jit
def draw_words(out, counter, set_, key, seat, round_, live):  # type: ignore[no-untyped-def]
    """Look up the random words of a seat's decisions in a round (and in the exchange before).

    Parameters
    ----------
    out : array of uint32, shape (4, lanes)
        Filled.
    counter : array of uint32, shape (2, lanes)
        The games: every array here has 32 bits, so that eight lanes go into a register.
    set_ : array of int32, shape (lanes,)
        Their sets.
    key : array of uint64, shape (2,)
        The game's Philox key.
    seat, round_ : int
        Whose, in which round.
    live : int
        Lanes in use.
    """
    o0, o1, o2, o3, low, high = out[0], out[1], out[2], out[3], counter[0], counter[1]
    stream, k0, k1, r = np.uint64(SEAT + seat), key[0], key[1], np.uint64(round_)
    for i in range(live):
        game = np.uint64(low[i]) | (np.uint64(high[i]) << _32)
        draw = np.uint64(np.uint32(set_[i])) * np.uint64(8) + r
        o0[i], o1[i], o2[i], o3[i] = philox(game, stream, draw, k0, k1)


@jit
def sort_hand(hand, action, many, flags, live):  # type: ignore[no-untyped-def]
    """Move the cards that leave a hand behind those that stay, both in their order.

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        Reordered.
    action : array of uint8, shape (lanes,)
        Bit masks of the slots that leave.
    many : array of uint8, shape (lanes,)
        Filled: how many leave.
    flags : array of uint8, shape (slots, lanes)
        Scratch: 1 for what leaves, 2 for empty slots.
    live : int
        Lanes in use.
    """
    slots = hand.shape[0]
    for i in range(live):
        many[i] = 0
    for slot in range(slots):
        flag, cards = flags[slot], hand[slot]
        for i in range(live):
            leaves = np.uint8((action[i] >> slot) & 1)
            old, card = many[i], cards[i]
            many[i] = old + leaves
            flag[i] = leaves if card >= 0 else np.uint8(2)
    for end in range(slots - 1, 0, -1):
        for slot in range(end):
            _swap(hand[slot], hand[slot + 1], flags[slot], flags[slot + 1], live)


@jit
def _swap(first, second, flag_first, flag_second, live):  # type: ignore[no-untyped-def]
    """Swap two slots where the first leaves and the second stays."""
    for i in range(live):
        a, b, swap = first[i], second[i], flag_first[i] > flag_second[i]
        first[i] = b if swap else a
        second[i] = a if swap else b
    for i in range(live):
        f, g = flag_first[i], flag_second[i]
        flag_first[i] = min(f, g)
        flag_second[i] = max(f, g)


@jit
def exchange(hand, many, decks, max_discards, counts, live):  # type: ignore[no-untyped-def]
    """Put the last cards of sorted hands under the deck, and draw as many (ruling D13).

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        From ``sort_hand``.
    many : array of uint8, shape (lanes,)
        How many leave.
    decks : tuple of arrays
        ``deck``, ``head`` and ``left`` of the block.
    max_discards : int
        The most that may leave.
    counts : array of int64, shape (cards + 1, 3)
        EXCHANGED is counted.
    live : int
        Lanes in use.
    """
    deck, head, left = decks
    slots, ring = hand.shape[0], deck.shape[1] - 1
    for lane in range(live):
        n, top = np.int64(many[lane]), np.int64(head[lane])
        bottom, slot = top + left[lane], slots - n
        while slot + n > 0 and hand[slot + n - 1, lane] < 0:  # a short hand
            slot -= 1
        for k in range(max_discards):
            # Where fewer leave, this writes behind the bottom card, and leaves the hand alone.
            leaves, place = k < n, min(slot + k, slots - 1)
            card = hand[place, lane]
            deck[lane, (bottom + k) & ring] = card
            drawn = deck[lane, (top + k) & ring]
            hand[place, lane] = drawn if leaves else card
            counts[card, EXCHANGED] += leaves
        head[lane] = (top + n) & ring


@jit
def count_held(hand, plays, seat, counts, live):  # type: ignore[no-untyped-def]
    """Count for every card the sets in which it is held.

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        The seat's hands.
    plays : array of uint8, shape (lanes,)
        Bit masks of the seats that play this set.
    seat : int
        Whose hands.
    counts : array of int64, shape (cards + 1, 3)
        HELD is counted.
    live : int
        Lanes in use.
    """
    for slot in range(hand.shape[0]):
        cards = hand[slot]
        for i in range(live):
            counts[cards[i], HELD] += (plays[i] >> seat) & 1
