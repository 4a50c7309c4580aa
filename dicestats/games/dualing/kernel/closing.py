"""The end of a game of Dualing Dice in its lane: who wins, what is reported, what comes next."""

import numpy as np

from dicestats.games.dualing.kernel.opening import move_game, start_game
from dicestats.jit import jit

GOES_ON, ENDED, TRUNCATED = 0, 1, 2

# Rows of the outcome columns: those of the game, then four for each seat.
WINNERS, CUT, SETS, MARGIN, TIES, SCARCE, LEADS = range(7)
REACHED, DISPUTED, PER_SEAT = 7, 8, 9


@jit(inline="always")
def close_games(kept, block, state, numbers, span, columns):  # type: ignore[no-untyped-def]
    """Report the games that are over, and free their lanes.

    Parameters
    ----------
    kept, block, state : Kept, Block, State
        After a set.
    numbers : Numbers
        The rule values.
    span : tuple of int
        Index of the first game, lanes in use.
    columns : array of uint16, shape (columns, games)
        Filled for the games that are over.

    Returns
    -------
    int
        Lanes in use.
    """
    (first, live), lane = span, 0
    ending = (numbers.target, numbers.max_sets, numbers.literal, numbers.extra_set)
    while lane < live:
        fate, winners = GOES_ON, np.int64(state.playing[lane])
        if block.most[lane] >= numbers.target or state.set[lane] >= numbers.max_sets:
            fate, winners = judge(state.points, state.cards, winners, state.set[lane], lane, ending)
        if fate == GOES_ON:
            state.playing[lane] = winners
            lane += 1
            continue
        out = columns[:, state.game[lane] - first]
        out[WINNERS], out[CUT], out[SETS] = winners, fate == TRUNCATED, state.set[lane]
        out[TIES], out[SCARCE], out[LEADS] = block.ties[lane], block.scarce[lane], block.leads[lane]
        out[REACHED], out[DISPUTED] = _reached(state.points, state.cards, numbers.target, lane)
        report_seats(state.points, state.cards, block.firsts, block.others, lane, out)
        live -= 1
        move_game(kept, live, lane)
    return live


@jit(inline="always")
def fill_lanes(kept, shape, key, span):  # type: ignore[no-untyped-def]
    """Begin games in the lanes that are free.

    Parameters
    ----------
    kept : Kept
        Changed in lanes from ``live`` on.
    shape : tuple of int
        Seats, slots of a hand, cards.
    key : array of uint64, shape (2,)
        The game's Philox key.
    span : tuple of int
        Index of the next game, how many are left, lanes in use.

    Returns
    -------
    int
        Games begun.
    """
    game, left, live = span
    many = min(left, kept.game.shape[0] - live)
    for k in range(many):
        start_game(kept, shape, key, live + k, game + k)
    return many


@jit
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


@jit
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


@jit
def _reached(points, cards, target, lane):  # type: ignore[no-untyped-def]
    """Count who has the target, and see whether the two end rules name other winners of these."""
    many, those = 0, 0
    for seat in range(points.shape[0]):
        if points[seat, lane] >= target:
            many, those = many + 1, those | (1 << seat)
    best = _most(cards, _most(points, those, lane, 1), lane, -1)
    return many, best != _most(cards, those, lane, -1)


@jit
def report_seats(points, cards, firsts, others, lane, out):  # type: ignore[no-untyped-def]
    """Report what each seat has, and how far the most points are ahead of the next.

    Parameters
    ----------
    points, cards : arrays of int16, shape (seats, lanes)
        Points and completed goals.
    firsts, others : arrays of uint16, shape (seats, lanes)
        First selections, white dice of others.
    lane : int
        Which lane.
    out : array of uint16, shape (columns,)
        Filled from PER_SEAT on, and at MARGIN.
    """
    most, second = np.int64(0), np.int64(0)
    for seat in range(points.shape[0]):
        row, mine = PER_SEAT + 4 * seat, np.int64(points[seat, lane])
        second = max(second, min(most, mine))
        most = max(most, mine)
        out[row], out[row + 1] = points[seat, lane], cards[seat, lane]
        out[row + 2], out[row + 3] = firsts[seat, lane], others[seat, lane]
    out[MARGIN] = most - second
