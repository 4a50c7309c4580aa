"""A game of Convolution in progress as a few whole numbers, in compiled code.

It holds what ``position.Position`` holds, and moves as that does; this is the fast one. Every
difference is seat 0 less seat 1.
"""

from typing import NamedTuple

import numpy as np

from dicestats.games.convolution.value.world import (
    ALONE,
    BLUGGARD,
    CALCULATED,
    CLOSED,
    COLORS,
    GRAND_TIE,
    OPEN,
    PAIRS,
    SCORES,
    TIED_CATEGORY,
    TIED_TOTAL,
)
from dicestats.games.convolution.views import OPEN as EMPTY
from dicestats.jit import jit

STATE = 8  # numbers of a state


class State(NamedTuple):
    """What has been decided and written so far; the boxes are kept beside it."""

    margin: np.int64  # categories won, calculated ones included
    calculated: np.int64  # calculated categories won
    late: np.int64  # who played the Bluggard last: 1 seat 0, -1 seat 1, 0 still open
    colors: np.int64  # scores written in colours, until both have completed them
    ranks: np.int64  # the same in ranks
    rest: np.int64  # scores that no section's total waits for
    open_colors: np.int64  # colours that are not closed
    open_ranks: np.int64


@jit(forceinline=True)
def compare(difference, tie):  # type: ignore[no-untyped-def]
    """Give the sign of a difference, or ``tie``."""
    sign = np.int64(difference > 0) - np.int64(difference < 0)
    return sign if difference != 0 else np.int64(tie)


@jit(forceinline=True)
def empty(world):  # type: ignore[no-untyped-def]
    """Give the state of two empty columns."""
    n, o = np.int64(world.header[COLORS]), np.int64(0)
    return State(o, o, o, o, o, o, n, n)


@jit(forceinline=True)
def may_write(world, box, seat):  # type: ignore[no-untyped-def]
    """Tell whether a seat's box is still empty (ruling C2)."""
    if box == CLOSED:
        return False
    if box == OPEN:
        return True
    return (box - ALONE < world.header[SCORES]) == (seat == 1)


@jit(forceinline=True)
def _settle(world, state, tie):  # type: ignore[no-untyped-def]
    """Settle the totals of sections that both columns have just completed."""
    s = state
    if not world.header[CALCULATED]:
        return s
    if s.open_colors == 0:
        won = compare(s.colors, tie)
        s = State(
            s.margin + won,
            s.calculated + won,
            s.late,
            np.int64(0),
            s.ranks,
            s.rest + s.colors,
            np.int64(-1),
            s.open_ranks,
        )
    if s.open_ranks == 0:
        won = compare(s.ranks, tie)
        s = State(
            s.margin + won,
            s.calculated + won,
            s.late,
            s.colors,
            np.int64(0),
            s.rest + s.ranks,
            s.open_colors,
            np.int64(-1),
        )
    return s


@jit(forceinline=True)
def _added(state, section, calculated, score):  # type: ignore[no-untyped-def]
    """Add to the sum of a section; without totals there is only one."""
    s = state
    into_colors = score if calculated and section == 0 else np.int64(0)
    into_ranks = score if calculated and section == 1 else np.int64(0)
    return State(
        s.margin,
        s.calculated,
        s.late,
        s.colors + into_colors,
        s.ranks + into_ranks,
        s.rest + score - into_colors - into_ranks,
        s.open_colors,
        s.open_ranks,
    )


@jit(forceinline=True)
def write(world, state, box, seat, c, face):  # type: ignore[no-untyped-def]
    """Let a seat write a category's value; settle what that closes (rulings C3 to C8).

    Returns the box and the state afterwards.
    """
    h, sign = world.header, np.int64(1 - 2 * seat)
    section, calculated = world.section[c], h[CALCULATED]
    if box == OPEN:
        score = sign * np.int64(world.first[c, face])
        after = ALONE + np.int64(world.status[c, face]) + seat * np.int64(h[SCORES])
        return np.int64(after), _added(state, section, calculated, score)
    before = np.int64(world.alone[c, box - ALONE - (1 - seat) * np.int64(h[SCORES])])
    won = compare(sign * (np.int64(face) - before), -sign * h[TIED_CATEGORY])
    s = _added(state, section, calculated, sign * np.int64(face))
    s = State(
        s.margin + won,
        s.calculated,
        sign if c == h[BLUGGARD] else s.late,
        s.colors,
        s.ranks,
        s.rest,
        s.open_colors - (1 if section == 0 else 0),
        s.open_ranks - (1 if section == 1 else 0),
    )
    return np.int64(CLOSED), _settle(world, s, -sign * h[TIED_TOTAL])


@jit(forceinline=True)
def verdict(world, state):  # type: ignore[no-untyped-def]
    """Say who won a finished game: 1 seat 0, -1 seat 1, 0 shared (ruling C9)."""
    h, grand = world.header, np.int64(0)
    if h[CALCULATED]:
        grand = compare(state.rest, h[GRAND_TIE])
    last = compare(state.rest, compare(state.late, 0))
    return compare(state.margin + grand, compare(state.calculated + grand, last))


@jit(forceinline=True)
def _section_of(world, c):  # type: ignore[no-untyped-def]
    return np.int64(0) if c < world.header[COLORS] else np.int64(1)


@jit
def read(world, score, when, i, boxes):  # type: ignore[no-untyped-def]
    """Read game ``i`` of the columns ``(categories, games)`` of both seats; fill ``boxes``.

    Replays nothing: who closed a category or a section is seen from the turns of writing.
    """
    h, state = world.header, empty(world)
    latest = np.zeros(2, np.int64)  # by section: the last turn, and whose it was
    owner = np.zeros(2, np.int64)
    for c in range(h[PAIRS]):
        a, b = np.int64(score[0][c, i]), np.int64(score[1][c, i])
        x, y = when[0][c, i], when[1][c, i]
        section = world.section[c]
        boxes[c] = OPEN
        if x == EMPTY and y == EMPTY:
            continue
        written = (a if x != EMPTY else np.int64(0)) - (b if y != EMPTY else np.int64(0))
        state = _added(state, section, h[CALCULATED], written)
        if x == EMPTY or y == EMPTY:
            seat = np.int64(1) if x == EMPTY else np.int64(0)
            own = a if seat == 0 else b
            index = np.int64(world.found[c, own - world.least[c]])
            boxes[c] = ALONE + index + seat * np.int64(h[SCORES])
            continue
        boxes[c] = CLOSED
        first = np.int64(1) if x < y else np.int64(-1)
        won = compare(a - b, first * h[TIED_CATEGORY])
        if section < 2 and np.int64(max(x, y)) >= latest[section]:
            latest[section], owner[section] = np.int64(max(x, y)), -first
        state = State(
            state.margin + won,
            state.calculated,
            -first if c == h[BLUGGARD] else state.late,
            state.colors,
            state.ranks,
            state.rest,
            state.open_colors - (1 if section == 0 else 0),
            state.open_ranks - (1 if section == 1 else 0),
        )
    return _settle_both(world, state, -owner[0] * h[TIED_TOTAL], -owner[1] * h[TIED_TOTAL])


@jit
def _settle_both(world, s, color_tie, rank_tie):  # type: ignore[no-untyped-def]
    """Settle complete sections, each with its own tie."""
    waiting = s.open_ranks
    s = _settle(world, _hide_ranks(s, np.int64(1)), color_tie)
    return _settle(world, _hide_ranks(s, waiting), rank_tie)


@jit(forceinline=True)
def _hide_ranks(s, open_ranks):  # type: ignore[no-untyped-def]
    return State(
        s.margin, s.calculated, s.late, s.colors, s.ranks, s.rest, s.open_colors, open_ranks
    )
