"""The end of a game over a block in lock-step: totals, winners, tiebreaks, the outcome columns."""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.convolution.drama import follow
from dicestats.games.convolution.results import (
    CALCULATED_MARGIN,
    CIRCLE_WON,
    CIRCLED_0,
    CIRCLES,
    DECIDED_BY,
    LEAD_CHANGES,
    LINES,
    MARGIN,
    OWNER_FIRST,
    OWNER_SEAT_0,
    OWNER_SEAT_1,
    OWNER_SECOND,
    SCORE_0,
    SETTLED,
    TIED,
    WINNERS,
    WON_0,
    WON_1,
    Ending,
    Result,
)
from dicestats.games.convolution.views import Small
from dicestats.jit import jit

CATEGORIES, CALCULATED, GRAND_TOTAL, LAST_BLUGGARD, NONE = range(5)  # decided_by

SEAT_0, SEAT_1, BOTH = 1, 2, 3  # winners as bits


@jit(forceinline=True)
def _add_up(total, rows, start, stop):  # type: ignore[no-untyped-def]
    """Add up rows, four at a time."""
    for i in range(total.shape[0]):
        total[i] = 0
    row = start
    while row + 4 <= stop:
        a, b, c, d = rows[row], rows[row + 1], rows[row + 2], rows[row + 3]
        for i in range(total.shape[0]):
            total[i] += a[i] + b[i] + c[i] + d[i]
        row += 4
    while row < stop:
        a = rows[row]
        for i in range(total.shape[0]):
            total[i] += a[i]
        row += 1


@jit(forceinline=True)
def _latest(complete, when, start, stop):  # type: ignore[no-untyped-def]
    """Find the largest of rows, four at a time."""
    for i in range(complete.shape[0]):
        complete[i] = 0
    row = start
    while row + 4 <= stop:
        a, b, c, d = when[row], when[row + 1], when[row + 2], when[row + 3]
        for i in range(complete.shape[0]):
            complete[i] = max(complete[i], max(max(a[i], b[i]), max(c[i], d[i])))
        row += 4
    while row < stop:
        a = when[row]
        for i in range(complete.shape[0]):
            complete[i] = max(complete[i], a[i])
        row += 1


@jit
def _totals(score, when, ending, result):  # type: ignore[no-untyped-def]
    """Complete the calculated categories of both seats, on the latest turn of their boxes."""
    n, boxes = ending.colors, ending.pairs
    for seat in range(2):
        total, complete = result.total[seat], result.complete[seat]
        for t, start, stop in ((0, 0, n), (1, n, 2 * n), (2, 2 * n, boxes)):
            _add_up(total[t], score[seat], start, stop)
            _latest(complete[t], when[seat], start, stop)
        a, b, c = total[0], total[1], total[2]
        for i in range(c.shape[0]):
            c[i] += a[i] + b[i]
        d, e, f = complete[0], complete[1], complete[2]
        for i in range(f.shape[0]):
            f[i] = max(max(d[i], e[i]), f[i])


@jit
def _tie_signs(owner):  # type: ignore[no-untyped-def]
    """Who wins a tie that seat 0 played first, and one that seat 1 did."""
    one, none, minus = np.int8(1), np.int8(0), np.int8(-1)
    if owner == OWNER_FIRST:
        return one, minus
    if owner == OWNER_SECOND:
        return minus, one
    fixed = one if owner == OWNER_SEAT_0 else (minus if owner == OWNER_SEAT_1 else none)
    return fixed, fixed


@jit(separate=True, forceinline=True)
def _settle(sign, first, tied, fate, ours, theirs, when_ours, when_theirs, owner):  # type: ignore[no-untyped-def]
    """Find who wins a category: the higher score; if equal, whoever owns the tie."""
    one, none, minus = np.int8(1), np.int8(0), np.int8(-1)  # -one would have 64 bits
    if_ours, if_theirs = _tie_signs(owner)
    for i in range(sign.shape[0]):
        a, b, x, y = ours[i], theirs[i], when_ours[i], when_theirs[i]
        tie = if_ours if x < y else if_theirs
        higher = one if a > b else minus
        sign[i] = tie if a == b else higher
        first[i] = one if x < y else minus
        tied[i] = one if a == b else none
        fate[i] = max(x, y) >> 1


@jit
def _winners(score, when, ending, result):  # type: ignore[no-untyped-def]
    sign, first, tied, fate = result.sign, result.first, result.tied, result.fate
    for c in range(ending.pairs):
        written = score[0, c], score[1, c], when[0, c], when[1, c]
        _settle(sign[c], first[c], tied[c], fate[c], *written, ending.tied_category)
    for t in range(3 * ending.calculated):
        line = ending.pairs + t
        total, complete = result.total, result.complete
        written = total[0, t], total[1, t], complete[0, t], complete[1, t]
        owner = ending.tied_grand_total if t == 2 else ending.tied_total
        _settle(sign[line], first[line], tied[line], fate[line], *written, owner)


@jit
def _eight(bits, lines, at, wanted):  # type: ignore[no-untyped-def]
    """Note in the bits of a byte which of eight lines hold the wanted number."""
    a, b, c, d = lines[at], lines[at + 1], lines[at + 2], lines[at + 3]
    e, f, g, h = lines[at + 4], lines[at + 5], lines[at + 6], lines[at + 7]
    w, o = np.int8(wanted), np.uint8(0)
    b0, b1, b2, b3 = np.uint8(1), np.uint8(2), np.uint8(4), np.uint8(8)
    b4, b5, b6, b7 = np.uint8(16), np.uint8(32), np.uint8(64), np.uint8(128)
    for i in range(bits.shape[0]):
        low = (b0 if a[i] == w else o) | (b1 if b[i] == w else o)
        low |= (b2 if c[i] == w else o) | (b3 if d[i] == w else o)
        high = (b4 if e[i] == w else o) | (b5 if f[i] == w else o)
        bits[i] = low | high | (b6 if g[i] == w else o) | (b7 if h[i] == w else o)


@jit
def _bits(column, lines, wanted, result):  # type: ignore[no-untyped-def]
    low, high = result.low, result.high
    _eight(low, lines, 0, wanted)
    _eight(high, lines, LINES // 2, wanted)
    for i in range(column.shape[0]):
        column[i] = np.uint16(low[i]) | (np.uint16(high[i]) << 8)


@jit
def _sets(result):  # type: ignore[no-untyped-def]
    """Fill the columns that hold sets of categories."""
    out = result.out
    _bits(out[WON_0], result.sign, 1, result)
    _bits(out[WON_1], result.sign, -1, result)
    _bits(out[CIRCLED_0], result.first, 1, result)
    _bits(out[TIED], result.tied, 1, result)
    ours, theirs, first, won = out[WON_0], out[WON_1], out[CIRCLED_0], out[CIRCLE_WON]
    for i in range(won.shape[0]):
        won[i] = (ours[i] & first[i]) | (theirs[i] & ~first[i])


@jit
def _widen(column, numbers, offset):  # type: ignore[no-untyped-def]
    for i in range(column.shape[0]):
        column[i] = numbers[i] + offset


@jit
def _margins(ending, result):  # type: ignore[no-untyped-def]
    boxes, margin, calculated = ending.pairs, result.margin, result.calculated
    lines = boxes + 3 * ending.calculated
    _add_up(calculated, result.first, 0, boxes)  # circles of seat 0, less those of seat 1
    circles = result.out[CIRCLES]
    for i in range(circles.shape[0]):
        circles[i] = (calculated[i] + boxes) >> 1
    _add_up(margin, result.sign, 0, lines)
    _add_up(calculated, result.sign, boxes, lines)
    _widen(result.out[MARGIN], margin, lines)
    _widen(result.out[CALCULATED_MARGIN], calculated, 3)


@jit
def _last_resort(verdict, ours, theirs, when_ours, when_theirs):  # type: ignore[no-untyped-def]
    """Decide by the Grand Total, else for the later Bluggard; the same turn: nobody."""
    grand, last, none = 4 * GRAND_TOTAL, 4 * LAST_BLUGGARD, np.uint8(4 * NONE + BOTH)
    grand_0, grand_1 = np.uint8(grand + SEAT_0), np.uint8(grand + SEAT_1)
    last_0, last_1 = np.uint8(last + SEAT_0), np.uint8(last + SEAT_1)
    for i in range(verdict.shape[0]):
        a, b, x, y = ours[i], theirs[i], when_ours[i], when_theirs[i]
        later = last_0 if x > y else (last_1 if y > x else none)
        higher = grand_0 if a > b else grand_1
        verdict[i] = later if a == b else higher


@jit
def _override(verdict, margin, rule):  # type: ignore[no-untyped-def]
    """Let a stronger criterion decide wherever it can."""
    ours, theirs, none = np.uint8(4 * rule + SEAT_0), np.uint8(4 * rule + SEAT_1), np.int8(0)
    for i in range(verdict.shape[0]):
        lead, old = margin[i], verdict[i]
        ahead = ours if lead > none else theirs
        verdict[i] = old if lead == none else ahead


@jit
def _decide(when, ending, result):  # type: ignore[no-untyped-def]
    """Apply the tiebreakers in order (rulebook: Tiebreakers; ruling C9), weakest first."""
    verdict, last = result.verdict, ending.pairs - 1
    a, b = when[0, last], when[1, last if ending.bluggard else 0]
    if not ending.bluggard:
        a = b
    _last_resort(verdict, result.total[0, 2], result.total[1, 2], a, b)
    _override(verdict, result.calculated, CALCULATED)
    _override(verdict, result.margin, CATEGORIES)
    winners, by = result.out[WINNERS], result.out[DECIDED_BY]
    for i in range(verdict.shape[0]):
        winners[i] = verdict[i] & np.uint8(3)
    for i in range(verdict.shape[0]):
        by[i] = verdict[i] >> 2


@jit
def close(score: Small, when: NDArray[np.uint8], ending: Ending, result: Result) -> None:
    """Turn finished score sheets into outcome columns.

    Parameters
    ----------
    score : array, shape (seats, categories, games)
        Written scores.
    when : array of uint8, shape (seats, categories, games)
        Turn on which each was written.
    ending : Ending
        The rule values.
    result : Result
        ``out`` is filled: the value of each column less its lowest value.
    """
    _totals(score, when, ending, result)
    _winners(score, when, ending, result)
    _sets(result)
    _margins(ending, result)
    _decide(when, ending, result)
    follow(result, ending.pairs, ending.pairs + 3 * ending.calculated)
    _widen(result.out[LEAD_CHANGES], result.changes, 0)
    _widen(result.out[SETTLED], result.open, 0)
    for seat in range(2):
        _widen(result.out[SCORE_0 + seat], result.total[seat, 2], -ending.lowest_total)
