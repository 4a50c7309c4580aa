"""The steps that break ties for the first selection of Dualing Dice, in the lanes that have one."""

import numpy as np

from dicestats.games.dualing import luck
from dicestats.games.dualing.cards import D10, SIDES
from dicestats.games.dualing.luck import REROLL, WORD
from dicestats.jit import jit
from dicestats.streams import DICE, SEAT, philox

_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)
_SIDES = np.array(SIDES, np.uint64)
_WORD = WORD[REROLL]


@jit
def list_tied(tied, seat, lanes, out):  # type: ignore[no-untyped-def]
    """List the lanes in which a seat is among the tied.

    Parameters
    ----------
    tied : array of uint8, shape (lanes,)
        Bit masks of seats.
    seat : int
        Which seat.
    lanes : array of int64, shape (tied,)
        The lanes with a tie.
    out : array of int64, shape (lanes,)
        Filled.

    Returns
    -------
    int
        How many.
    """
    n = 0
    for lane in lanes:
        out[n] = lane
        n += (tied[lane] >> seat) & 1
    return n


@jit
def late_words(out, counter, set_, key, at, lanes):  # type: ignore[no-untyped-def]
    """Look up the words of decisions about a second re-roll or later ones.

    Parameters
    ----------
    out : array of uint32, shape (lanes,)
        Set in the lanes that ask.
    counter, set_, key
        As in ``dealing.draw_words``.
    at : tuple of int
        Seat, round, repetition.
    lanes : array of int64, shape (asked,)
        Who asks.
    """
    seat, round_, repetition = at
    stream = np.uint64(SEAT + seat + 64 * (repetition - 1))
    for j in range(lanes.shape[0]):
        lane = lanes[j]
        game = np.uint64(counter[0, lane]) | (np.uint64(counter[1, lane]) << _32)
        draw = np.uint64(set_[lane]) * np.uint64(8) + np.uint64(round_)
        out[lane] = philox(game, stream, draw, key[0], key[1])[_WORD]


@jit
def reroll(number, rolled, action, counter, set_, key, at, lanes):  # type: ignore[no-untyped-def]
    """Roll one die of a seat again.

    Parameters
    ----------
    number : array of int8, shape (lanes,)
        Set to the new numbers.
    rolled : array of int8, shape (4, lanes)
        The types of its dice.
    action : array of uint8, shape (asked,)
        0: the colour die, 1: the white one.
    counter, set_, key
        As in ``dealing.draw_words``.
    at : tuple of int
        Seat, round, repetition.
    lanes : array of int64, shape (asked,)
        Where.
    """
    seat, round_, repetition = at
    stream = np.uint64(DICE + 64 * (repetition >> 4))
    first, step = luck.dice_draw(0, round_, seat, repetition), luck.dice_draw(1, 0, 0, 0)
    for j in range(lanes.shape[0]):
        lane, white = lanes[j], action[j] != 0
        die = rolled[2 if white else 0, lane]
        game = np.uint64(counter[0, lane]) | (np.uint64(counter[1, lane]) << _32)
        draw = np.uint64(set_[lane] * step + first)
        w0, w1, w2, w3 = philox(game, stream, draw, key[0], key[1])
        high, low = (w2 if white else w0) & _LOW, (w3 if white else w1) & _LOW
        s = _SIDES[die]
        number[lane] = np.int64((high * s + ((low * s) >> _32)) >> _32) + 1


@jit
def tens_to_zero(number, rolled, action, lanes):  # type: ignore[no-untyped-def]
    """Let the D10's last face count 0 (ruling D5).

    Parameters
    ----------
    number : array of int8, shape (lanes,)
        From ``reroll``; changed.
    rolled : array of int8, shape (4, lanes)
        The types of the dice.
    action : array of uint8, shape (asked,)
        0: the colour die, 1: the white one.
    lanes : array of int64, shape (asked,)
        Where.
    """
    for j in range(lanes.shape[0]):
        lane = lanes[j]
        if rolled[2 if action[j] else 0, lane] == D10 and number[lane] == 10:
            number[lane] = 0


@jit
def spread(action, lanes, row):  # type: ignore[no-untyped-def]
    """Put the answers of a list of lanes into their lanes.

    Parameters
    ----------
    action : array of uint8, shape (asked,)
        The answers.
    lanes : array of int64, shape (asked,)
        The list.
    row : array of uint8, shape (lanes,)
        Set in these lanes.
    """
    for j in range(lanes.shape[0]):
        row[lanes[j]] = action[j]


@jit
def keep_number(number, rolled, action, lanes):  # type: ignore[no-untyped-def]
    """Let re-rolled dice keep their new numbers.

    Parameters
    ----------
    number : array of int8, shape (lanes,)
        From ``reroll``.
    rolled : array of int8, shape (4, lanes)
        The numbers of the dice are set.
    action : array of uint8, shape (lanes,)
        0: the colour die, 1: the white one.
    lanes : array of int64, shape (asked,)
        Where.
    """
    for lane in lanes:
        rolled[3 if action[lane] else 1, lane] = number[lane]


@jit
def copy_dice(rolled, out):  # type: ignore[no-untyped-def]
    """Copy what all dice show, to turn re-rolled ones back (ruling D10).

    Parameters
    ----------
    rolled : array of int8, shape (seats, 4, lanes)
        The dice.
    out : array of int8, shape (seats, 4, lanes)
        Filled.
    """
    for seat in range(rolled.shape[0]):
        for row in range(4):
            source, target = rolled[seat, row], out[seat, row]
            for i in range(source.shape[0]):
                target[i] = source[i]


@jit
def settle(number, tied, order, lanes):  # type: ignore[no-untyped-def]
    """Find who has the highest new number, and keep the lanes that are still tied.

    Parameters
    ----------
    number : array of int8, shape (seats, lanes)
        New numbers of the tied seats.
    tied : array of uint8, shape (lanes,)
        Bit masks of the seats that are tied; changed.
    order : array of uint8, shape (lanes,)
        Set to the one with the highest number.
    lanes : array of int64, shape (tied,)
        The tied lanes; those that still are come first.

    Returns
    -------
    int
        How many still are.
    """
    n = 0
    for j in range(lanes.shape[0]):
        lane = lanes[j]
        mask, most, still = tied[lane], np.int8(-1), 0
        for seat in range(number.shape[0]):
            x = number[seat, lane] if (mask >> seat) & 1 else np.int8(-2)
            still = (1 << seat) if x > most else still | ((x == most) << seat)
            order[lane] = seat if x > most else order[lane]
            most = max(x, most)
        tied[lane] = still
        lanes[n] = lane
        n += (still & (still - 1)) != 0
    return n
