"""Arrays and rule values of the end of a game, over a block of games in lock-step."""

from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dicestats.arrays import aligned
from dicestats.game import Columns
from dicestats.games.convolution.views import Small

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

LINES = 16  # categories with the totals, at most: 13 and 3


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
    """Scratch for one block: lines are the active categories, then the totals, then unused."""

    total: Small  # (seats, totals, games)
    complete: NDArray[np.uint8]  # (seats, totals, games) turn on which it was completed
    sign: NDArray[np.int8]  # (lines, games) 1 seat 0 wins it, -1 seat 1, 0 nobody
    first: NDArray[np.int8]  # (lines, games) 1 seat 0 played or completed it first, else -1
    tied: NDArray[np.int8]  # (lines, games) 1 equal scores
    fate: NDArray[np.uint8]  # (lines, games) the pair after which both have it
    lead: NDArray[np.int8]  # (games) categories won by seat 0 minus seat 1, so far
    left: NDArray[np.int8]  # (games) categories that are not settled yet
    last: NDArray[np.int8]  # (games) sign of the last lead that was not 0
    open: NDArray[np.uint8]  # (games) pairs after which the other could still win
    changes: NDArray[np.uint8]  # (games) changes of the leader
    margin: NDArray[np.int8]  # (games)
    calculated: NDArray[np.int8]  # (games)
    verdict: NDArray[np.uint8]  # (games) winners + 4 x what decided
    low: NDArray[np.uint8]  # (games) bits of lines 0 to 7
    high: NDArray[np.uint8]  # (games) bits of lines 8 to 15
    out: Columns  # (columns, games) outcome columns


def make_result(games: int, small: DTypeLike) -> Result:
    """Allocate the scratch of a block.

    Parameters
    ----------
    games : int
        Games in the block.
    small : dtype
        Of totals.

    Returns
    -------
    Result
        Lines that are not used stay as they are: won by nobody, never settled.
    """
    byte, unsigned = np.int8, np.uint8
    result = Result(
        total=aligned((2, 3, games), small),
        complete=aligned((2, 3, games), unsigned),
        sign=aligned((LINES, games), byte),
        first=aligned((LINES, games), byte),
        tied=aligned((LINES, games), byte),
        fate=aligned((LINES, games), unsigned),
        lead=aligned(games, byte),
        left=aligned(games, byte),
        last=aligned(games, byte),
        open=aligned(games, unsigned),
        changes=aligned(games, unsigned),
        margin=aligned(games, byte),
        calculated=aligned(games, byte),
        verdict=aligned(games, unsigned),
        low=aligned(games, unsigned),
        high=aligned(games, unsigned),
        out=aligned((ROWS, games), np.uint16),
    )
    for lines in (result.sign, result.first, result.tied):
        lines.fill(0)
    result.fate.fill(255)
    return result
