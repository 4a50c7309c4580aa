"""The end of a game of Dualing Dice in its lane: who wins, what is reported, what comes next."""

import numpy as np
from numba import njit

from dicestats.game import Columns
from dicestats.games.dualing.lanes import Block, Numbers
from dicestats.games.dualing.opening import move_game, start_game
from dicestats.games.dualing.state import State
from dicestats.streams import Key

GOES_ON, ENDED, TRUNCATED = 0, 1, 2

# Rows of the outcome columns: those of the game, then four for each seat.
WINNERS, CUT, SETS, MARGIN, TIES, SCARCE, LEADS, PER_SEAT = 0, 1, 2, 3, 4, 5, 6, 7


@njit(cache=True, nogil=True)
def close_games(
    block: Block,
    state: State,
    numbers: Numbers,
    key: Key,
    span: tuple[int, int, int],
    columns: Columns,
) -> tuple[int, int]:
    """Report the games that are over; their lanes take the next games.

    Parameters
    ----------
    block : Block
        After a set.
    numbers : Numbers
        The rule values.
    key : array of uint64, shape (2,)
        The game's Philox key.
    span : tuple of int
        Index of the first game, how many games have begun, lanes in use.
    columns : array of uint16, shape (columns, games)
        Filled for the games that are over.

    Returns
    -------
    begun, live : int
        Games that have begun, lanes in use.
    """
    first, begun, live = span
    most, target, max_sets = block.most, numbers.target, numbers.max_sets
    lane = 0
    while lane < live:
        if most[lane] < target and state.set[lane] < max_sets:
            lane += 1
            continue
        ending = (target, max_sets, numbers.literal, numbers.extra_set)
        fate, winners = judge(
            state.points, state.cards, state.playing[lane], state.set[lane], lane, ending
        )
        if fate == GOES_ON:
            state.playing[lane] = winners
            lane += 1
            continue
        _report(block, state, lane, fate, winners, columns[:, state.game[lane] - first])
        if begun < columns.shape[1]:
            start_game(block, state, key, lane, first + begun)
            begun += 1
            lane += 1
        else:
            live -= 1
            move_game(block, state, live, lane)
    return begun, live


@njit(cache=True, nogil=True)
def judge(points, cards, plays, sets, lane, ending):  # type: ignore[no-untyped-def]
    """See whether a game is over after a set, and who wins (ruling D15).

    Parameters
    ----------
    points, cards : arrays of int16, shape (seats, lanes)
        Points and completed goals.
    plays : int
        Bit mask of the seats that played the set.
    sets : int
        Sets played.
    lane : int
        Which lane.
    ending : tuple
        target, max_sets, literal, extra_set of the rules.

    Returns
    -------
    fate : int
        GOES_ON, ENDED or TRUNCATED.
    winners : int
        Bit mask of seats; if the game goes on, who plays the next set.
    """
    target, max_sets, literal, extra_set = ending
    playing, reached = np.int64(plays), 0
    for seat in range(points.shape[0]):
        if (playing >> seat) & 1 and points[seat, lane] >= target:
            reached |= 1 << seat
    if reached:
        best = reached if literal else _most(points, reached, lane, 1)
        best = _most(cards, best, lane, -1)
        if best & (best - 1) == 0 or not extra_set:
            return ENDED, best
        playing = best
    if sets >= max_sets:
        return TRUNCATED, _most(cards, _most(points, playing, lane, 1), lane, -1)
    return GOES_ON, playing


@njit(cache=True, nogil=True)
def _most(values, seats, lane, sign):  # type: ignore[no-untyped-def]
    """Keep those of some seats that have most, or with sign -1 least."""
    found, most = 0, -(1 << 30)
    for seat in range(values.shape[0]):
        if (seats >> seat) & 1:
            value = sign * np.int64(values[seat, lane])
            if value >= most:
                found = (found if value == most else 0) | (1 << seat)
                most = value
    return found


@njit(cache=True, nogil=True)
def _report(block, state, lane, fate, winners, out):  # type: ignore[no-untyped-def]
    most, second = np.int64(0), np.int64(0)
    for seat in range(block.firsts.shape[0]):
        points, row = np.int64(state.points[seat, lane]), PER_SEAT + 4 * seat
        second = max(second, min(most, points))
        most = max(most, points)
        out[row] = points
        out[row + 1] = state.cards[seat, lane]
        out[row + 2] = block.firsts[seat, lane]
        out[row + 3] = block.others[seat, lane]
    out[WINNERS] = winners
    out[CUT] = fate == TRUNCATED
    out[SETS] = state.set[lane]
    out[MARGIN] = most - second
    out[TIES] = block.ties[lane]
    out[SCARCE] = block.scarce[lane]
    out[LEADS] = block.leads[lane]
