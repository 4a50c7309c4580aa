"""What a network makes of a position: whole numbers, so that every processor finds the same.

The first layer is a sum of one row for each variable of the position, so a move changes only a
few of them. Its units, where they are positive, are weighed for the units of the second, and
those for the value: the chance that seat 0 wins less that of seat 1.
"""

import numpy as np

from dicestats.games.convolution.value.world import (
    COLOR_DIFFERENCE,
    GRAND_DIFFERENCE,
    MARGIN,
    MOST_COLOR,
    MOST_GRAND,
    MOST_RANK,
    PAIRS,
    RANK_DIFFERENCE,
    SECOND,
    TIEBREAK,
    WIDTH,
)
from dicestats.jit import jit

UNIT = 1 << 21  # a value of 1
MOST_UNIT = (1 << 14) - 1  # hidden units are cut off at 16, in 1/2^10
DROPPED = 3  # bits of a unit that the second layer does not look at


@jit(forceinline=True)
def _clip(x, most):  # type: ignore[no-untyped-def]
    return min(max(x, -np.int64(most)), np.int64(most))


@jit(forceinline=True)
def rows_of(world, state):  # type: ignore[no-untyped-def]
    """Give the rows of a state's five variables."""
    h, s = world.header, state
    return (
        h[MARGIN] + s.margin,
        h[TIEBREAK] + 3 * s.calculated + s.late,
        h[COLOR_DIFFERENCE] + _clip(s.colors, h[MOST_COLOR]),
        h[RANK_DIFFERENCE] + _clip(s.ranks, h[MOST_RANK]),
        h[GRAND_DIFFERENCE] + _clip(s.colors + s.ranks + s.rest, h[MOST_GRAND]),
    )


@jit(forceinline=True)
def gather(world, network, boxes, base):  # type: ignore[no-untyped-def]
    """Add up the rows of all boxes."""
    rows = world.rows[network]
    for j in range(WIDTH):
        base[j] = 0
    for c in range(world.header[PAIRS]):
        row = rows[world.box[c] + boxes[c]]
        for j in range(WIDTH):
            base[j] = np.int32(base[j] + np.int32(row[j]))


@jit(forceinline=True)
def change(world, network, base, c, old, new, out):  # type: ignore[no-untyped-def]
    """Change one box."""
    rows = world.rows[network]
    a, b = rows[world.box[c] + old], rows[world.box[c] + new]
    for j in range(WIDTH):
        out[j] = np.int32(base[j] - a[j] + b[j])


@jit(separate=True)
def _first_layer(units, base, rows, old, new, margin, tiebreak, colors, ranks, grand):  # type: ignore[no-untyped-def]
    """Add the rows that the change of a box and the state's variables bring."""
    most, none, dropped = np.int32(MOST_UNIT), np.int32(0), np.int32(DROPPED)
    a, b, m, t = rows[old], rows[new], rows[margin], rows[tiebreak]
    x, y, z = rows[colors], rows[ranks], rows[grand]
    for j in range(WIDTH):
        unit = np.int32(base[j] - a[j] + b[j] + m[j] + t[j] + x[j] + y[j] + z[j])
        units[j] = np.int16(min(max(unit, none), most) >> dropped)


@jit(separate=True)
def _second_layer(units, second, bias, weights, shift):  # type: ignore[no-untyped-def]
    most, none, value = np.int32(MOST_UNIT), np.int32(0), np.int32(0)
    for k in range(SECOND):
        row, total = second[k], np.int32(0)
        for j in range(WIDTH):
            total = np.int32(total + np.int32(np.int32(units[j]) * np.int32(row[j])))
        unit = min(max(np.int32(total + bias[k]), none) >> shift, most)
        value = np.int32(value + np.int32(unit * weights[k]))
    return value


@jit(forceinline=True)
def judge(world, network, base, c, old, new, state, units):  # type: ignore[no-untyped-def]
    """Judge the position that one more change of a box, and this state, make.

    ``units`` (WIDTH) is scratch.
    """
    m, t, x, y, z = rows_of(world, state)
    box = np.int64(world.box[c])
    _first_layer(units, base, world.rows[network], box + old, box + new, m, t, x, y, z)
    out, shift = world.out[network], np.int32(world.shift[network])
    value = _second_layer(units, world.second[network], world.bias[network], out, shift)
    return np.int64(value) + world.level[network]
