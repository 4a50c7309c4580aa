"""Lays the rules of Convolution out as the numbers of ``world``."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicestats.games.convolution.odds import counts
from dicestats.games.convolution.position import lay_out
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.value import world
from dicestats.games.convolution.value.rolls import laws_of
from dicestats.games.convolution.value.world import ALONE, HEADER, SECOND, WIDTH, Numbers

_FINE = 1 << 16  # of a quality

Parts = list[tuple[int, int]]  # of a network's table: first row, number of rows


@dataclass(frozen=True)
class Variables:
    """Where the variables of a position have their rows in a network's table.

    A box has a row for closed, open, and every score that seat 0 or seat 1 alone has written;
    a difference, seat 0 less seat 1, has one for every value from ``-most`` to ``most``.
    """

    boxes: tuple[int, ...]  # (categories) first row: all colours share theirs
    scores: int  # rows for scores of each seat
    margin: int  # row of the margin 0
    most_margin: int
    tiebreak: int  # row of a tiebreak 0
    most_tiebreak: int
    differences: tuple[int, int, int]  # rows of the differences 0: colours, ranks, everything
    most: tuple[int, int, int]
    rows: int


def written(rules: Rules) -> list[list[int]]:
    """List the scores that a first player can write in each category.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    list of list of int
        Ascending; a penalty takes the place of the largest value (rulings C4, C5).

    Examples
    --------
    >>> written(Rules())[0]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    layout, rows = lay_out(rules), zip(rules.lowest, rules.tops, strict=True)
    return [
        sorted({penalties.get(face, face) for face in range(low, top + 1)})
        for penalties, (low, top) in zip(layout.penalties, rows, strict=True)
    ]


def variables(rules: Rules) -> Variables:
    """Give every value of every variable of a position its row.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Variables
        Where they are.

    Examples
    --------
    >>> variables(Rules()).boxes[:5], variables(Rules()).most
    ((0, 0, 0, 0, 84), (44, 44, 129))
    """
    scores, n = written(rules), rules.colors
    most_scores = max(len(row) for row in scores)
    size = ALONE + SEATS * most_scores
    boxes = [0] * n + [size * (c - n + 1) for c in range(n, rules.pairs)]
    spread = [
        max(top, row[-1]) - min(low, row[0])
        for low, top, row in zip(rules.lowest, rules.tops, scores, strict=True)
    ]
    most = (sum(spread[:n]), sum(spread[n : 2 * n]), sum(spread))
    lines = rules.pairs + 3 * rules.calculated
    at = boxes[-1] + size
    rows = []
    for half in (lines, 11, *most):  # tiebreak: 3 x calculated (-3 to 3) + late (-1 to 1)
        rows.append(at + half)
        at += 2 * half + 1
    return Variables(
        tuple(boxes),
        most_scores,
        rows[0],
        lines,
        rows[1],
        11,
        (rows[2], rows[3], rows[4]),
        most,
        at,
    )


@dataclass(frozen=True)
class Layers:
    """The networks of all pairs but the last two, in whole numbers."""

    rows: NDArray[np.int16]  # (networks, rows, WIDTH) in 1/2^10
    second: NDArray[np.int16]  # (networks, SECOND, WIDTH) in 1/2^(shift + 3)
    bias: Numbers  # (networks, SECOND) in 1/2^(shift + 10)
    out: Numbers  # (networks, SECOND) in 1/2^11
    level: Numbers  # (networks) in 1/2^21
    shift: Numbers  # (networks)


def no_layers(rules: Rules) -> Layers:
    """Make networks that find every position level.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Layers
        Zeros.

    Examples
    --------
    >>> no_layers(Rules()).out.shape
    (7, 32)
    """
    n = max(0, rules.pairs - 2)
    return Layers(
        rows=np.zeros((n, variables(rules).rows, WIDTH), np.int16),
        second=np.zeros((n, SECOND, WIDTH), np.int16),
        bias=np.zeros((n, SECOND), np.int32),
        out=np.zeros((n, SECOND), np.int32),
        level=np.zeros(n, np.int32),
        shift=np.zeros(n, np.int32),
    )


def _quality(rules: Rules, first: Numbers) -> Numbers:
    """Rank what is written for each value by how many rolls are lower in its category."""
    out = np.zeros_like(first)
    rolls = rules.sides**rules.dice
    for c, (low, row) in enumerate(zip(rules.lowest, counts(rules), strict=True)):
        for face in range(low, low + len(row)):
            below = sum(row[: max(0, first[c, face] - low)])
            out[c, face] = _FINE * below // rolls
    return out


def pack(rules: Rules, layers: Layers) -> Numbers:
    """Pack the rules, and what was learned, into one row of numbers for compiled code.

    Parameters
    ----------
    rules : Rules
        Any rules.
    layers : Layers
        What was learned for them.

    Returns
    -------
    array of int32
        For ``world.unpack``.
    """
    faces = max(rules.tops) + 1
    begin, law = laws_of(rules, faces)
    header, here = _header(rules, faces), variables(rules)
    header[[world.NETWORKS, world.ENTRIES]] = len(layers.rows), len(law)
    header[world.CHANCE] = law[begin[0] : begin[1], 2].sum()
    first, status, alone, found = _writing(rules, faces)
    parts = [
        header,
        np.array(rules.leaders),
        np.array(lay_out(rules).sums),
        np.array([row[0] for row in written(rules)]),
        np.array(here.boxes),
        *(part.ravel() for part in (first, status, _quality(rules, first), alone, found)),
        *(begin, law.ravel()),
        *(np.ascontiguousarray(x).ravel().view(np.int32) for x in (layers.rows, layers.second)),
        *(part.ravel() for part in (layers.bias, layers.out, layers.level, layers.shift)),
    ]
    return np.concatenate([part.astype(np.int32) for part in parts])


def _header(rules: Rules, faces: int) -> Numbers:
    """Write down the numbers of the rules, and where a network's variables are."""
    layout, scores, here = lay_out(rules), written(rules), variables(rules)
    fields = {
        world.PAIRS: rules.pairs,
        world.COLORS: rules.colors,
        world.FACES: faces,
        world.SCORES: here.scores,
        world.SPAN: _span(scores),
        world.BLUGGARD: layout.bluggard,
        world.CALCULATED: int(rules.calculated),
        world.TIED_CATEGORY: layout.tied_category,
        world.TIED_TOTAL: layout.tied_total,
        world.GRAND_TIE: layout.grand_tie,
        world.ROWS: here.rows,
        world.MARGIN: here.margin,
        world.TIEBREAK: here.tiebreak,
        world.COLOR_DIFFERENCE: here.differences[0],
        world.RANK_DIFFERENCE: here.differences[1],
        world.GRAND_DIFFERENCE: here.differences[2],
        world.MOST_COLOR: here.most[0],
        world.MOST_RANK: here.most[1],
        world.MOST_GRAND: here.most[2],
    }
    header = np.zeros(HEADER, np.int32)
    header[[*fields]] = [*fields.values()]
    return header


def _span(scores: list[list[int]]) -> int:
    return max(row[-1] - row[0] for row in scores) + 1


def _writing(rules: Rules, faces: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """What a first player writes, its index; the score of an index, the index of a score."""
    layout, scores, n = lay_out(rules), written(rules), rules.pairs
    first = np.tile(np.arange(faces, dtype=np.int32), (n, 1))
    status, found = np.zeros((n, faces), np.int32), np.zeros((n, _span(scores)), np.int32)
    alone = np.zeros((n, max(map(len, scores))), np.int32)
    for c, (penalties, row) in enumerate(zip(layout.penalties, scores, strict=True)):
        for face in range(rules.lowest[c], rules.tops[c] + 1):
            first[c, face] = penalties.get(face, face)
            status[c, face] = row.index(first[c, face])
        alone[c, : len(row)] = row
        found[c, np.array(row) - row[0]] = np.arange(len(row))
    return first, status, alone, found
