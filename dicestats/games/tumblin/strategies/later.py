"""What a die that lies still will count in the end of the round, if nobody aims at it.

Whoever shoots after is taken to throw the own base aim at an empty board: ``risk`` tells how often
that moves a die from where it lies, and where to.
"""

import numpy as np

from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.worth import AWAY, ROWS
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.known import worth_lying, worth_thrown
from dicestats.games.tumblin.strategies.risk import CELLS

LYING = -1  # fate of the face of a die that is not thrown: it shows what it shows


@jit_inline
def _cell(table, x, y):  # type: ignore[no-untyped-def]
    """Tell where in the table a die's cell is."""
    across = np.int64((x * 1e6 / table[known.WIDTH] + 0.5) * CELLS[0])
    along = np.int64(y * 1e6 / table[known.LENGTH] * CELLS[1])
    cell = _within(across, CELLS[0]) * CELLS[1] + _within(along, CELLS[1])
    return table[known.RISK] + cell * known.PER_CELL


@jit_inline
def _within(cell, cells):  # type: ignore[no-untyped-def]
    return min(max(cell, 0), cells - 1)


@jit_inline
def _worth(table, sides, row, face, fate, is_low):  # type: ignore[no-untyped-def]
    if fate == LYING and row != known.HIT:
        return worth_lying(table, sides, row, face)
    return worth_thrown(table, sides, row, max(fate, 0), is_low)


@jit_bare
def worth_later(table, sides, row, face, fate, is_low, x, y, left):  # type: ignore[no-untyped-def]
    """Tell what a die will count on average after more shots.

    Parameters
    ----------
    table : array of int32
        From ``known.known``.
    sides, row : int
        Of the die, and where it lies now.
    face : int
        What it shows.
    fate : int
        What happened to the face of a die that was thrown; else ``LYING``.
    is_low : int
        1 if a die that was thrown started with its lowest face.
    x, y : float
        Where it lies.
    left : int
        How many shots are to come.

    Returns
    -------
    int
        In units of 1 / UNIT points; a bonus die once.
    """
    now = _worth(table, sides, row, face, fate, is_low)
    if left == 0 or row == AWAY or row == known.HIT:
        return now
    at = _cell(table, x, y)
    if table[at + known.MOVED] == 0:
        return now
    then, stays = 0.0, 1.0
    for r in range(ROWS):
        share = table[at + known.ENDS + r]
        if share > 0:
            to = known.HIT if r == AWAY else r
            then += share * 1e-6 * _worth(table, sides, to, face, fate, is_low)
    moved = 1e-6 * table[at + known.MOVED]
    for _ in range(left):
        stays *= 1.0 - moved
    return np.int64(now * stays + then * (1.0 - stays))
