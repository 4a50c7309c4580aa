"""The tables of many games of Dualing Dice, as a compiled strategy reads them.

A compiled strategy is a function ``decide(action, table, words, state, lanes, seat)`` with the
signature ``SIGNATURE``: it fills ``action`` with the legal action of largest score (of equal ones
the lowest) for each game in ``lanes``. It is trusted to read of ``state`` only what the seat may
see.

=========  ==============================  =============================================
decision   actions                         legal
=========  ==============================  =============================================
discard    bit masks of hand slots         filled slots, at most ``max_discards`` of them
pair       5 x colour type + white type    bits of ``colors[seat]`` and of ``whites``
reroll     0 colour, 1 own white           both
save       0 own colour,                   0; bits of ``reach[seat] & ~taken``
           1 + s the white of seat s
=========  ==============================  =============================================
"""

from typing import NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.jit import jit

EMPTY = -1  # no card in a slot, no die saved
WHITE, COLOR = 0, 1  # kinds of saved dice
NOT_YET = 255  # no save action yet


class State(NamedTuple):
    """The tables of many games, one game a lane; which fields are up to date when, below.

    ``hand`` holds card indices into ``rules.cards``, filled slots first. ``piles``, ``colors``,
    ``saved_*`` and ``got`` are as the round began; ``saved_type`` and ``saved_number`` count only
    where ``saved_kind`` is not EMPTY, ``got`` holds the same dice as masks (see ``face_bit``).
    ``whites`` tells which white types the seat that chooses a pair now can still take (choosing is
    simultaneous, so nothing else of it shows, ruling D9). ``rolled`` counts once the dice are
    rolled, for who plays; ``tied``, the seats that re-roll, while a tie is broken; ``order``,
    ``taken`` and ``picked`` while dice are selected.
    """

    hand: NDArray[np.int16]  # (seats, slots, lanes) card, EMPTY: none
    points: NDArray[np.int16]  # (seats, lanes)
    cards: NDArray[np.int16]  # (seats, lanes) completed goals
    colors: NDArray[np.uint8]  # (seats, lanes) bit t: own colour die of type t available
    piles: NDArray[np.int8]  # (5 types, lanes)
    whites: NDArray[np.uint8]  # (lanes) bit t: a white die of type t can be chosen
    saved_kind: NDArray[np.int8]  # (seats, rounds, lanes) EMPTY, WHITE, COLOR
    saved_type: NDArray[np.int8]  # (seats, rounds, lanes)
    saved_number: NDArray[np.int8]  # (seats, rounds, lanes)
    got: NDArray[np.uint64]  # (seats, 2 kinds, lanes) saved dice as face bits
    rolled: NDArray[np.int8]  # (seats, 4, lanes) colour type, number, white type, number
    tied: NDArray[np.uint8]  # (lanes) bit s: seat s re-rolls
    taken: NDArray[np.uint8]  # (lanes) bit s: the white die of seat s is saved, or s sits out
    picked: NDArray[np.uint8]  # (seats, lanes) the save actions of this round, NOT_YET: none
    order: NDArray[np.uint8]  # (lanes) the first selector of this round
    last: NDArray[np.uint8]  # (lanes) the first selector of the round before
    reach: NDArray[np.uint8]  # (seats) bit s: the seat may save the white die of seat s
    playing: NDArray[np.uint8]  # (lanes) bit s: seat s plays this set (all but in extra sets)
    set: NDArray[np.int32]  # (lanes) from 0
    round: NDArray[np.int32]  # (lanes) from 0
    game: NDArray[np.int64]  # (lanes) index of the game


def make_state(seats: int, lanes: int, *, slots: int, rounds: int) -> State:
    """Allocate the tables of some games, empty.

    Parameters
    ----------
    seats, lanes : int
        Seats to a game, games.
    slots, rounds : int
        Cards in a full hand, rounds to a set.

    Returns
    -------
    State
        No cards, no dice, every seat reaches every white die.
    """
    saved = (seats, rounds, lanes)
    return State(
        hand=np.full((seats, slots, lanes), EMPTY, np.int16),
        points=np.zeros((seats, lanes), np.int16),
        cards=np.zeros((seats, lanes), np.int16),
        colors=np.zeros((seats, lanes), np.uint8),
        piles=np.zeros((WHITE_TYPES, lanes), np.int8),
        whites=np.zeros(lanes, np.uint8),
        saved_kind=np.full(saved, EMPTY, np.int8),
        saved_type=np.full(saved, EMPTY, np.int8),
        saved_number=np.full(saved, EMPTY, np.int8),
        got=np.zeros((seats, 2, lanes), np.uint64),
        rolled=np.zeros((seats, 4, lanes), np.int8),
        tied=np.zeros(lanes, np.uint8),
        taken=np.zeros(lanes, np.uint8),
        picked=np.full((seats, lanes), NOT_YET, np.uint8),
        order=np.zeros(lanes, np.uint8),
        last=np.zeros(lanes, np.uint8),
        reach=np.full(seats, (1 << seats) - 1, np.uint8),
        playing=np.full(lanes, (1 << seats) - 1, np.uint8),
        set=np.zeros(lanes, np.int32),
        round=np.zeros(lanes, np.int32),
        game=np.zeros(lanes, np.int64),
    )


STATE = typeof(make_state(2, 1, slots=1, rounds=1))
SIGNATURE = types.void(
    types.uint8[::1],  # action (asking): to be filled
    types.int32[::1],  # table: the strategy's own numbers
    types.uint32[::1],  # words (asking): a random word a game, where the strategy draws
    STATE,
    types.int64[::1],  # lanes (asking): the lanes of state that ask, ascending
    types.int64,  # seat
)


@jit(inline="always")
def face_bit(die: int, number: int) -> np.uint64:
    """Give the bit of a saved die in ``got``.

    Parameters
    ----------
    die : int
        Type index.
    number : int
        What it shows; the 0 of a D10 and its 10 are the same face (ruling D5).

    Returns
    -------
    uint64
        A mask with one bit.

    Examples
    --------
    >>> int(face_bit(0, 1)), int(face_bit(1, 1)), face_bit(3, 0) == face_bit(3, 10)
    (1, 16, True)
    >>> from dicestats.games.dualing.cards import SIDES
    >>> [die * (die + 3) for die in range(6)] == [sum(SIDES[:die]) for die in range(6)]
    True
    """
    face = number - 1 if number > 0 else 9
    return np.uint64(1) << np.uint64(die * (die + 3) + face)


@jit(inline="always")
def nth_bit(mask: int, k: int) -> int:
    """Find the k-th bit that is set, from the lowest.

    Parameters
    ----------
    mask : int
        At least k + 1 bits are set.
    k : int
        From 0.

    Returns
    -------
    int
        Its place.

    Examples
    --------
    >>> nth_bit(0b101100, 0), nth_bit(0b101100, 2)
    (2, 5)
    """
    for _ in range(k):
        mask &= mask - 1
    place = 0
    while not (mask >> place) & 1:
        place += 1
    return place


@jit(inline="always")
def whites_to_save(state: State, seat: int, lane: int) -> int:
    """Tell which white dice a seat may save now.

    Parameters
    ----------
    state : State
        In the selection of a round.
    seat, lane : int
        Who asks, in which game.

    Returns
    -------
    int
        Bit s: the white die rolled by seat s (rulings D10, D11).
    """
    return int(state.reach[seat]) & ~int(state.taken[lane])


@jit(inline="always")
def cards_held(state: State, seat: int, lane: int) -> int:
    """Count the cards in a hand.

    Parameters
    ----------
    state : State
        The tables.
    seat, lane : int
        Whose hand, in which game.

    Returns
    -------
    int
        The filled slots, which come first.
    """
    held = 0
    while held < state.hand.shape[1] and state.hand[seat, held, lane] >= 0:
        held += 1
    return held
