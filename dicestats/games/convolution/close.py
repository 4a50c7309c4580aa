"""The end of a game over a block in lock-step: totals, winners, tiebreaks, the outcome columns."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicestats.game import Columns

OWNER_FIRST, OWNER_SECOND, OWNER_NOBODY, OWNER_SEAT_0, OWNER_SEAT_1 = range(5)

# Rows of the outcome columns, in the order of ``columns.outcome_columns``.
(
    WINNERS,
    DECIDED_BY,
    MARGIN,
    CALCULATED_MARGIN,
    SCORE_0,
    SCORE_1,
    CIRCLES,
    LEAD_CHANGES,
    SETTLED,
    WON_0,
    WON_1,
    CIRCLED_0,
    CIRCLE_WON,
    TIED,
) = range(14)
ROWS = 14

CATEGORIES, CALCULATED, GRAND_TOTAL, LAST_BLUGGARD, NONE = range(5)  # decided_by

SEAT_0, SEAT_1, BOTH = np.uint16(1), np.uint16(2), np.uint16(3)  # winners as bits


class Ending(NamedTuple):
    """The rule values that the end of a game needs."""

    colors: int
    bluggard: int  # 0 or 1
    calculated: int  # 0 or 1
    pairs: int
    lowest_total: int  # smallest possible grand total: an offset of the score columns
    tied_category: int  # OWNER_FIRST, OWNER_SECOND or OWNER_NOBODY (ruling C8)
    tied_total: int  # the same (ruling C7)
    tied_grand_total: int  # any OWNER (ruling C7)


class Result(NamedTuple):
    """Scratch for one block: rows are the active categories, then the three totals."""

    total: NDArray[np.int16]  # (seats, totals, games)
    complete: NDArray[np.uint8]  # (seats, totals, games) turn on which it was completed
    sign: NDArray[np.int8]  # (categories, games) 1 seat 0 wins it, -1 seat 1, 0 nobody
    done: NDArray[np.uint8]  # (categories, games) pair after which both have it
    lead: NDArray[np.int8]  # (games) categories won by seat 0 minus seat 1, so far
    left: NDArray[np.int8]  # (games) categories that are not settled yet
    last: NDArray[np.int8]  # (games) sign of the last lead that was not 0
    margin: NDArray[np.int16]  # (games)
    calculated: NDArray[np.int16]  # (games)
    out: Columns  # (columns, games) outcome columns


def make_result(pairs: int, games: int) -> Result:
    """Allocate the scratch of a block.

    Parameters
    ----------
    pairs : int
        Active categories.
    games : int
        Games in the block.

    Returns
    -------
    Result
        Arrays with undefined content.
    """
    byte, wide = np.int8, np.int16
    return Result(
        total=np.empty((2, 3, games), wide),
        complete=np.empty((2, 3, games), np.uint8),
        sign=np.empty((pairs + 3, games), byte),
        done=np.empty((pairs + 3, games), np.uint8),
        lead=np.empty(games, byte),
        left=np.empty(games, byte),
        last=np.empty(games, byte),
        margin=np.empty(games, wide),
        calculated=np.empty(games, wide),
        out=np.empty((ROWS, games), np.uint16),
    )


@njit(cache=True, nogil=True)
def _section(score, when, total, complete, lowest, highest):  # type: ignore[no-untyped-def]
    """Add up a section; it is complete on the latest turn of its boxes."""
    for i in range(total.shape[0]):
        total[i] = 0
    for i in range(total.shape[0]):
        complete[i] = 0
    for c in range(lowest, highest):
        row, turn = score[c], when[c]
        for i in range(total.shape[0]):
            total[i] += row[i]
        for i in range(complete.shape[0]):
            complete[i] = max(complete[i], turn[i])


@njit(cache=True, nogil=True)
def _totals(score, when, ending, result):  # type: ignore[no-untyped-def]
    """Complete the calculated categories of both seats."""
    n, boxes = ending.colors, ending.pairs
    for seat in range(2):
        total, complete = result.total[seat], result.complete[seat]
        _section(score[seat], when[seat], total[0], complete[0], 0, n)
        _section(score[seat], when[seat], total[1], complete[1], n, 2 * n)
        _section(score[seat], when[seat], total[2], complete[2], 0, boxes)


@njit(cache=True, nogil=True)
def _win(sign, ours, theirs, when_ours, when_theirs, owner):  # type: ignore[no-untyped-def]
    """Find who wins a category: the higher score; if equal, whoever owns the tie."""
    one, none = np.int8(1), np.int8(0)
    if owner in (OWNER_FIRST, OWNER_SECOND):
        first = one if owner == OWNER_FIRST else -one
        for i in range(sign.shape[0]):
            sign[i] = first if when_ours[i] < when_theirs[i] else -first
    else:
        fixed = one if owner == OWNER_SEAT_0 else (-one if owner == OWNER_SEAT_1 else none)
        for i in range(sign.shape[0]):
            sign[i] = fixed
    for i in range(sign.shape[0]):
        a, b, tie = ours[i], theirs[i], sign[i]
        higher = one if a > b else -one
        sign[i] = tie if a == b else higher


@njit(cache=True, nogil=True)
def _done(done, ours, theirs):  # type: ignore[no-untyped-def]
    for i in range(done.shape[0]):
        done[i] = max(ours[i], theirs[i]) >> 1


@njit(cache=True, nogil=True)
def _winners(score, when, ending, result):  # type: ignore[no-untyped-def]
    for c in range(ending.pairs):
        ours, theirs, a, b = score[0, c], score[1, c], when[0, c], when[1, c]
        _win(result.sign[c], ours, theirs, a, b, ending.tied_category)
        _done(result.done[c], a, b)
    if ending.calculated:
        for t in range(3):
            owner = ending.tied_grand_total if t == 2 else ending.tied_total
            a, b = result.complete[0, t], result.complete[1, t]
            row = ending.pairs + t
            _win(result.sign[row], result.total[0, t], result.total[1, t], a, b, owner)
            _done(result.done[row], a, b)


@njit(cache=True, nogil=True)
def _set_bits(bits, sign, wanted, bit):  # type: ignore[no-untyped-def]
    mask, none = np.uint16(1 << bit), np.uint16(0)
    for i in range(bits.shape[0]):
        bits[i] |= mask if sign[i] == wanted else none


@njit(cache=True, nogil=True)
def _clear(out):  # type: ignore[no-untyped-def]
    for row in range(out.shape[0]):
        line = out[row]
        for i in range(line.shape[0]):
            line[i] = 0


@njit(cache=True, nogil=True)
def _circle_bits(out, sign, ours, theirs, bit):  # type: ignore[no-untyped-def]
    """Note who played the category first, and whether that seat won it."""
    circled, won = out[CIRCLED_0], out[CIRCLE_WON]
    mask, none = np.uint16(1 << bit), np.uint16(0)
    one = np.int8(1)
    for i in range(circled.shape[0]):
        circled[i] |= mask if ours[i] < theirs[i] else none
    for i in range(won.shape[0]):
        circler = one if ours[i] < theirs[i] else -one
        won[i] |= mask if sign[i] == circler else none


@njit(cache=True, nogil=True)
def _tie_bits(tied, ours, theirs, bit):  # type: ignore[no-untyped-def]
    mask, none = np.uint16(1 << bit), np.uint16(0)
    for i in range(tied.shape[0]):
        tied[i] |= mask if ours[i] == theirs[i] else none


@njit(cache=True, nogil=True)
def _bits(score, when, ending, result, out):  # type: ignore[no-untyped-def]
    for c in range(ending.pairs):
        a, b = when[0, c], when[1, c]
        _circle_bits(out, result.sign[c], a, b, c)
        _tie_bits(out[TIED], score[0, c], score[1, c], c)
        circles = out[CIRCLES]
        for i in range(circles.shape[0]):
            circles[i] += np.uint16(a[i] < b[i])
    for t in range(3 * ending.calculated):
        row = ending.pairs + t
        a, b = result.complete[0, t], result.complete[1, t]
        _circle_bits(out, result.sign[row], a, b, row)
        _tie_bits(out[TIED], result.total[0, t], result.total[1, t], row)
    for row in range(ending.pairs + 3 * ending.calculated):
        _set_bits(out[WON_0], result.sign[row], 1, row)
        _set_bits(out[WON_1], result.sign[row], -1, row)


@njit(cache=True, nogil=True)
def _margins(ending, result, out):  # type: ignore[no-untyped-def]
    margin, calculated = result.margin, result.calculated
    for i in range(margin.shape[0]):
        margin[i] = 0
    for i in range(margin.shape[0]):
        calculated[i] = 0
    for c in range(ending.pairs):
        sign = result.sign[c]
        for i in range(margin.shape[0]):
            margin[i] += sign[i]
    for t in range(3 * ending.calculated):
        sign = result.sign[ending.pairs + t]
        for i in range(margin.shape[0]):
            calculated[i] += sign[i]
    wide, narrow = out[MARGIN], out[CALCULATED_MARGIN]
    most, most_calculated = ending.pairs + 3 * ending.calculated, 3
    for i in range(margin.shape[0]):
        margin[i] += calculated[i]
    for i in range(margin.shape[0]):
        wide[i] = margin[i] + most
    for i in range(margin.shape[0]):
        narrow[i] = calculated[i] + most_calculated


@njit(cache=True, nogil=True)
def _decide(when, ending, result, out):  # type: ignore[no-untyped-def]
    """Apply the tiebreakers in order (rulebook: Tiebreakers; ruling C9), weakest first."""
    winners, by = out[WINNERS], out[DECIDED_BY]
    for i in range(winners.shape[0]):
        winners[i] = BOTH
    for i in range(by.shape[0]):
        by[i] = NONE
    if ending.bluggard:
        a, b = when[0, ending.pairs - 1], when[1, ending.pairs - 1]
        for i in range(winners.shape[0]):
            winners[i] = SEAT_0 if a[i] > b[i] else SEAT_1
        for i in range(by.shape[0]):
            by[i] = LAST_BLUGGARD
    _override(winners, by, result.total[0, 2], result.total[1, 2], GRAND_TOTAL)
    zero = result.left  # free by now: the drama is over
    for i in range(zero.shape[0]):
        zero[i] = 0
    if ending.calculated:
        _override(winners, by, result.calculated, zero, CALCULATED)
    _override(winners, by, result.margin, zero, CATEGORIES)


@njit(cache=True, nogil=True)
def _override(winners, by, ours, theirs, rule):  # type: ignore[no-untyped-def]
    """Let a stronger criterion decide wherever it can."""
    code = np.uint16(rule)
    for i in range(winners.shape[0]):
        a, b, old = ours[i], theirs[i], winners[i]
        higher = SEAT_0 if a > b else SEAT_1
        winners[i] = old if a == b else higher
    for i in range(by.shape[0]):
        old = by[i]
        by[i] = old if ours[i] == theirs[i] else code


@njit(cache=True, nogil=True)
def _drama(ending, result, out):  # type: ignore[no-untyped-def]
    """Follow the lead in settled categories from pair to pair."""
    lead, left, last = result.lead, result.left, result.last
    categories = ending.pairs + 3 * ending.calculated
    changes, settled = out[LEAD_CHANGES], out[SETTLED]
    for i in range(lead.shape[0]):
        lead[i] = 0
    for i in range(lead.shape[0]):
        last[i] = 0
    for i in range(lead.shape[0]):
        left[i] = categories
    for pair in range(ending.pairs):
        now = np.uint8(pair)
        for c in range(categories):
            done, sign = result.done[c], result.sign[c]
            for i in range(lead.shape[0]):
                new = done[i] == now
                lead[i] += sign[i] if new else np.int8(0)
                left[i] -= np.int8(new)
        for i in range(lead.shape[0]):
            a = lead[i]
            settled[i] += np.uint16(max(a, -a) <= left[i])
        for i in range(lead.shape[0]):
            a, b = lead[i], last[i]
            changes[i] += np.uint16(((a > 0) & (b < 0)) | ((a < 0) & (b > 0)))
            last[i] = b if a == 0 else a


@njit(cache=True, nogil=True)
def close(
    score: NDArray[np.int16],
    when: NDArray[np.uint8],
    ending: Ending,
    result: Result,
    out: Columns,
) -> None:
    """Turn finished score sheets into outcome columns.

    Parameters
    ----------
    score : array of int16, shape (seats, categories, games)
        Written scores.
    when : array of uint8, shape (seats, categories, games)
        Turn on which each was written.
    ending : Ending
        The rule values.
    result : Result
        Scratch.
    out : array of uint16, shape (columns, games)
        Filled: the value of each column less its lowest value.
    """
    _clear(out)
    _totals(score, when, ending, result)
    _winners(score, when, ending, result)
    _bits(score, when, ending, result, out)
    _margins(ending, result, out)
    _drama(ending, result, out)
    _decide(when, ending, result, out)
    for seat in range(2):
        column, total = out[SCORE_0 + seat], result.total[seat, 2]
        for i in range(column.shape[0]):
            column[i] = total[i] - ending.lowest_total
