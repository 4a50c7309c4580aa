"""One of several shots is chosen by trials; the base aim stays unless another does better.

The largest of many uncertain means is mostly luck (the optimiser's curse; Smith and Winkler 2006,
"The optimizer's curse", Management Science 52): whoever takes it after a few trials, plays worse
than the base aim. So most shots are given up after a few trials, and the few that are left are
tried much more often, all on the same luck (sequential halving; Karnin, Koren and Somekh 2013,
"Almost optimal exploration in multi-armed bandits", ICML). The base aim is never given up.

A trial tells of two choices: the die may start with its highest face or with its lowest. Choice
``2 s`` is shot ``s`` with the highest face, ``2 s + 1`` the same shot with the lowest.
"""

import numpy as np

from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.outlook import CERTAIN, value

SUM, SQUARE = range(2)  # rows of notes: what choices bring more than the base aim, and squares
NOTE_ROWS = 2

_GIVEN_UP = np.int64(-(2**62))
_BEHIND = CERTAIN // 32  # on average over the first trials: who is so far behind is out
_LEFT = (4, 2)  # shots after the first trials, and after four times as many; the base aim is one
_MORE = 4


@jit_bare
def choose(room, table, sight, shots, count, notes):  # type: ignore[no-untyped-def]
    """Choose a shot, and the face to start with.

    Parameters
    ----------
    room : Room
        Set up.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    shots : array of float64, shape (shots, 5)
        The base aim first.
    count : int
        How many there are.
    notes : array of int64, shape (NOTE_ROWS, 2 x shots)
        Used.

    Returns
    -------
    int
        Which choice.
    """
    first, last = np.int64(table[known.FIRST]), np.int64(table[known.SECOND])
    notes[:] = 0
    done = _try(room, table, sight, shots, count, notes, (np.int64(0), first))
    for left in _LEFT:
        if last > done:
            _give_up(notes, count, left, done)
            more = min(_MORE * first, last) if left > _LEFT[-1] else last
            done = _try(room, table, sight, shots, count, notes, (done, more))
    best = base = is_low(shots[0, FACE])
    for c in range(2 * count):
        if notes[SUM, c] > notes[SUM, best]:
            best = c
    found = is_sure(notes[SUM, best], notes[SQUARE, best], done, table[known.THRESHOLD])
    return best if found else base


@jit_inline
def is_low(face):  # type: ignore[no-untyped-def]
    """Tell which of two faces to start with it is.

    Parameters
    ----------
    face : float
        The highest, or 1.

    Returns
    -------
    int
        1 for the lowest.
    """
    return np.int64(1) if face == 1.0 else np.int64(0)


@jit_bare
def _try(room, table, sight, shots, count, notes, span):  # type: ignore[no-untyped-def]
    """Try all shots that are left on the same luck; tell how many trials there were by now."""
    base = is_low(shots[0, FACE])
    for t in range(span[0], span[1]):
        usual = np.int64(0)
        for c in range(count):
            if notes[SUM, 2 * c] == _GIVEN_UP:
                continue
            high, low = value(room, table, sight, shots[c], t)
            if c == 0:
                usual = low if base else high
            notes[SUM, 2 * c] += high - usual
            notes[SUM, 2 * c + 1] += low - usual
            notes[SQUARE, 2 * c] += (high - usual) * (high - usual)
            notes[SQUARE, 2 * c + 1] += (low - usual) * (low - usual)
    return max(span[0], span[1])


@jit_inline
def _give_up(notes, count, keep, done):  # type: ignore[no-untyped-def]
    """Keep the base aim and the best others."""
    sums, left = notes[SUM], 1
    behind = done * _BEHIND
    for c in range(1, count):
        if max(sums[2 * c], sums[2 * c + 1]) < -behind:
            sums[2 * c], sums[2 * c + 1] = _GIVEN_UP, _GIVEN_UP
        left += 0 if sums[2 * c] == _GIVEN_UP else 1
    while left > keep:
        worst, least = 0, np.int64(2**62)
        for c in range(1, count):
            found = max(sums[2 * c], sums[2 * c + 1])
            if found != _GIVEN_UP and found < least:
                worst, least = c, found
        sums[2 * worst], sums[2 * worst + 1] = _GIVEN_UP, _GIVEN_UP
        left -= 1


@jit_inline
def is_sure(total, squares, count, threshold):  # type: ignore[no-untyped-def]
    """Tell whether a mean difference is above 0 by so many standard errors.

    Parameters
    ----------
    total, squares : int
        Sums of the differences and of their squares.
    count : int
        How many differences.
    threshold : int
        Hundredths of a standard error.

    Returns
    -------
    bool
        Whether it is.
    """
    mean = np.float64(total) / count
    variance = np.float64(squares) / count - mean * mean
    bound = 0.01 * threshold
    return total > 0 and mean * mean * (count - 1) >= bound * bound * variance
