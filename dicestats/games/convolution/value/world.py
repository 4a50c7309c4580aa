"""The rules of Convolution as one row of whole numbers, and the arrays in it.

Compiled strategies read one row; ``unpack`` looks at it as the arrays of ``World`` again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.jit import jit

CLOSED, OPEN, ALONE = range(3)  # of a box: both wrote, nobody did, from here on one seat alone

# Units of a network's two hidden layers: constants, so that loops over them have no remainder.
WIDTH = 64
SECOND = 32

# Numbers at the start of the row.
(
    PAIRS,  # categories, and pairs
    COLORS,
    FACES,  # values from 0 that a category can show
    SCORES,  # scores that one seat alone can have written in a category, at most
    SPAN,  # scores from the least to the largest
    BLUGGARD,  # index of the Bluggard, -1: none
    CALCULATED,
    TIED_CATEGORY,  # 1: its first player wins it, -1: its second, 0: nobody (ruling C8)
    TIED_TOTAL,  # the same for who completed it (ruling C7)
    GRAND_TIE,  # 1: seat 0, -1: seat 1, 0: nobody
    ROWS,  # of a network's table
    NETWORKS,
    ENTRIES,  # of the laws of pairs of categories
    MARGIN,  # row of a network's table where this variable is 0
    TIEBREAK,
    COLOR_DIFFERENCE,
    RANK_DIFFERENCE,
    GRAND_DIFFERENCE,
    MOST_COLOR,  # largest difference of the colours that has a row
    MOST_RANK,
    MOST_GRAND,
    CHANCE,  # what the weights of a law add up to
) = range(22)
HEADER = 32

Numbers = NDArray[np.int32]


class World(NamedTuple):
    """What compiled code needs to know of the rules, and what was learned."""

    header: Numbers  # (HEADER)
    leaders: Numbers  # (pairs)
    section: Numbers  # (pairs) 0 colours, 1 ranks, 2 no total of its own
    least: Numbers  # (pairs) least score that one seat alone can have written
    box: Numbers  # (pairs) row of a network's table where the category's boxes begin
    first: Numbers  # (pairs, faces) what a first player writes (rulings C4, C5)
    status: Numbers  # (pairs, faces) score of a first player, as an index from 0
    alone: Numbers  # (pairs, scores) the score of an index
    found: Numbers  # (pairs, span) the index of a score, from the least
    quality: Numbers  # (pairs, faces) how good a value is for its category, as a first guess
    begin: Numbers  # (pairs * pairs + 1) where the law of two categories begins
    law: Numbers  # (entries, 3) value of one, value of the other, weight
    rows: NDArray[
        np.int16
    ]  # (networks, rows, WIDTH) what each value of a variable adds to the first layer
    second: NDArray[np.int16]  # (networks, SECOND, WIDTH) what its units add to the second
    bias: Numbers  # (networks, SECOND)
    out: Numbers  # (networks, SECOND) what the second layer's units add to the value
    level: Numbers  # (networks) the value where no unit is active
    shift: Numbers  # (networks) bits of the second layer's units that are dropped


@jit(forceinline=True)
def _wide(number):  # type: ignore[no-untyped-def]
    return np.int64(number)


@jit
def unpack(row: Numbers) -> World:
    """Look at a packed row as the arrays it was made of.

    Parameters
    ----------
    row : array of int32
        From ``pack``.

    Returns
    -------
    World
        Views into it.
    """
    h = row[:HEADER]
    n, faces, scores, span = _wide(h[PAIRS]), _wide(h[FACES]), _wide(h[SCORES]), _wide(h[SPAN])
    rows, networks, entries = _wide(h[ROWS]), _wide(h[NETWORKS]), _wide(h[ENTRIES])
    a = HEADER + 4 * n
    b = a + 3 * n * faces
    c = b + n * scores + n * span
    d = c + n * n + 1 + 3 * entries
    e = d + networks * rows * WIDTH // 2  # two to a number
    f = e + networks * WIDTH * SECOND // 2
    g = f + networks * SECOND
    i = g + networks * SECOND
    return World(
        h,
        row[HEADER : HEADER + n],
        row[HEADER + n : HEADER + 2 * n],
        row[HEADER + 2 * n : HEADER + 3 * n],
        row[HEADER + 3 * n : a],
        row[a : a + n * faces].reshape((n, faces)),
        row[a + n * faces : a + 2 * n * faces].reshape((n, faces)),
        row[b : b + n * scores].reshape((n, scores)),
        row[b + n * scores : c].reshape((n, span)),
        row[a + 2 * n * faces : b].reshape((n, faces)),
        row[c : c + n * n + 1],
        row[c + n * n + 1 : d].reshape((entries, _wide(3))),
        row[d:e].view(np.int16).reshape((networks, rows, _wide(WIDTH))),
        row[e:f].view(np.int16).reshape((networks, _wide(SECOND), _wide(WIDTH))),
        row[f:g].reshape((networks, _wide(SECOND))),
        row[g:i].reshape((networks, _wide(SECOND))),
        row[i : i + networks],
        row[i + networks : i + 2 * networks],
    )
