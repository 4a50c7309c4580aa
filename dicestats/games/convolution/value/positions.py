"""Positions of many games for training, and what best play of the next roll makes of them."""

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.games.convolution.value.choice import choose_by_value, lead, make_workspace
from dicestats.games.convolution.value.network import UNIT, gather
from dicestats.games.convolution.value.state import State, read
from dicestats.games.convolution.value.world import CHANCE, PAIRS, Numbers, unpack
from dicestats.games.convolution.views import OPEN, Small
from dicestats.jit import jit

Positions = NDArray[np.int16]  # (positions, categories + STATE): boxes, then a state

_ROLLS = 7  # stream of the rolls that positions are judged by


@jit
def write_down(
    row: Numbers, score: Small, when: NDArray[np.uint8], pair: int, out: Positions
) -> None:
    """Write down where finished games stood after a pair.

    Parameters
    ----------
    row : array of int32
        From ``layout.pack``.
    score, when : array, shape (seats, categories, games)
        Of finished games: what was written, and on which turn.
    pair : int
        From 0.
    out : array of int16, shape (games, categories + STATE)
        Filled.
    """
    world = unpack(row)
    n, turns = np.int64(world.header[PAIRS]), 2 * (pair + 1)
    boxes = np.empty(n, np.int64)
    then, columns = np.empty((2, n, 1), np.uint8), np.empty((2, n, 1), score.dtype)
    for i in range(score.shape[2]):
        for seat in range(2):
            for c in range(n):
                turn = when[seat, c, i]
                then[seat, c, 0] = turn if turn < turns else OPEN
                columns[seat, c, 0] = score[seat, c, i]
        state = read(world, (columns[0], columns[1]), (then[0], then[1]), 0, boxes)
        for c in range(n):
            out[i, c] = boxes[c]
        for k, number in enumerate(state):
            out[i, n + k] = number


@jit
def take_up(position, n, boxes):  # type: ignore[no-untyped-def]
    """Read a position: fill ``boxes``, return the state."""
    for c in range(n):
        boxes[c] = position[c]
    p = position[n:].astype(np.int64)
    return State(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7])


@jit
def judge_by_rolls(  # type: ignore[no-untyped-def]
    row, positions, pair, rolls, ways, repeats, key, out
):
    """Fill ``out`` with the mean, over sampled rolls of a pair, of the value of best play.

    ``rolls`` (rolls, categories) come up in ``ways``, added up; the sample is spread evenly over
    them. Values are seat 0's chance to win less seat 1's.
    """
    world = unpack(row)
    n = np.int64(world.header[PAIRS])
    boxes, faces, work = np.empty(n, np.int64), np.empty(n, np.int64), make_workspace(world)
    unit = float(UNIT) if pair < n - 2 else float(world.header[CHANCE])
    leader = np.int64(world.leaders[pair])
    for i in range(positions.shape[0]):
        state = take_up(positions[i], n, boxes)
        if pair < n - 2:
            gather(world, pair, boxes, work.base)
        total = 0.0
        for r in range(repeats):
            word = streams.words(key, i, _ROLLS, r >> 2)[r & 3]
            place = (r + word / 2.0**32) / repeats * ways[-1]
            at = np.searchsorted(ways, np.int64(place), side="right")
            for c in range(n):
                faces[c] = rolls[at, c]
            total += lead(world, pair, leader, boxes, state, faces, work)[1]
        out[i] = total / repeats / unit


@jit
def explore(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Play for value, but at random in one turn of as many as the table's last number says."""
    choose_by_value(choice, scratch, table, words, sight)
    often, when = np.uint64(table[-1]), sight.when_mine
    n = when.shape[0]
    left = np.uint64(n - (sight.turn >> 1))
    for i in range(choice.shape[0]):
        word = np.uint64(words[i])
        if word % often == 0:
            nth = np.int64(((word >> np.uint64(8)) * left) >> np.uint64(24))
            for c in range(n):
                if when[c, i] == OPEN:
                    if nth == 0:
                        choice[i] = c
                        break
                    nth -= 1
