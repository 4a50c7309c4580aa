"""What training sees of a position: a few features of each variable, in whole numbers.

A network's first layer weighs features; playing looks up what a value of a variable adds,
features times weights, so both mean the same. Only + - * / make the features: every processor
finds the same ones.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.games.convolution.odds import counts
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.value.layout import Variables, variables, written
from dicestats.games.convolution.value.world import ALONE, WIDTH, Numbers

ONE = 64  # a feature of 1
_NARROW, _MIDDLE, _WIDE = 2, 6, 18  # points at which a difference counts for half

Matrix = NDArray[np.int32]  # (values, features) of one variable


def matrices(rules: Rules) -> list[Matrix]:
    """Make the features of every variable.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    list of array of int32, shape (values, features)
        Of a colour's box, of each other box, of the margin, the tiebreak and three differences;
        values in the order of the rows of ``layout.variables``.

    Examples
    --------
    >>> [matrix.shape for matrix in matrices(Rules())][:3]
    [(84, 27), (84, 27), (84, 27)]
    """
    here = variables(rules)
    kinds = (0, *range(rules.colors, rules.pairs))  # colours are alike
    boxes = [_box(rules, here, c) for c in kinds]
    return [*boxes, _margin(here), _tiebreak(here), *(_difference(most) for most in here.most)]


def _box(rules: Rules, here: Variables, c: int) -> Matrix:
    """Open, or who wrote which score alone; and how good the score is, as two numbers."""
    row, low, scores = counts(rules)[c], rules.lowest[c], written(rules)[c]
    size, many = ALONE + SEATS * here.scores, len(scores)
    out = np.zeros((size, 1 + SEATS * (many + 2)), np.int32)
    out[1, 0] = ONE
    rolls = sum(row)
    middle = sum(count * (low + k) for k, count in enumerate(row)) / rolls
    span = max(1, rules.tops[c] - low)
    for seat in range(SEATS):
        first, last = ALONE + seat * here.scores, 1 + seat * many
        for k, score in enumerate(scores):
            below = sum(row[: max(0, score - low)]) + sum(row[: max(0, score - low + 1)])
            out[first + k, last + k] = ONE
            out[first + k, 1 + SEATS * many + 2 * seat] = round(ONE * below / (2 * rolls))
            distance = round(ONE * (score - middle) * 2 / span)
            out[first + k, 2 + SEATS * many + 2 * seat] = min(max(distance, -2 * ONE), 2 * ONE)
    return out


def _margin(here: Variables) -> Matrix:
    steps = np.arange(-here.most_margin, here.most_margin + 1)
    odd = ONE * (steps % 2)
    return np.stack([ONE * steps // 4, _bent(steps, 1), _bent(steps, 3), odd], axis=1)


def _tiebreak(here: Variables) -> Matrix:
    steps = np.arange(-here.most_tiebreak, here.most_tiebreak + 1)
    calculated = (steps + 1) // 3  # from -1 to 1 beside it stands who played the Bluggard last
    return np.stack([ONE * calculated // 2, ONE * (steps - 3 * calculated)], axis=1)


def _difference(most: int) -> Matrix:
    steps = np.arange(-most, most + 1)
    bent = [_bent(steps, scale) for scale in (_NARROW, _MIDDLE, _WIDE)]
    return np.stack([ONE * steps // 20, *bent, ONE * np.sign(steps) // 2], axis=1)


def _bent(steps: NDArray[np.int64], scale: int) -> NDArray[np.int64]:
    """A difference that saturates: half at ``scale``, one far away."""
    bent: NDArray[np.int64] = np.rint(ONE * steps / (scale + np.abs(steps))).astype(np.int64)
    return bent


def expand(rules: Rules, weights: NDArray[np.int16], bias: Numbers) -> NDArray[np.int16]:
    """Multiply features by weights: what every value of a variable adds to the first layer.

    Parameters
    ----------
    rules : Rules
        Any rules.
    weights : array of int, shape (features, WIDTH)
        Of one network.
    bias : array of int, shape (WIDTH,)
        Added once: to all values of the margin.

    Returns
    -------
    array of int16, shape (rows, WIDTH)
        For ``layout.Layers``.

    Raises
    ------
    InputError
        If the weights are too large for them.
    """
    here = variables(rules)
    rows = np.zeros((here.rows, WIDTH), np.int64)
    at = 0
    for first, matrix in zip(_starts(rules, here), matrices(rules), strict=True):
        part = matrix.astype(np.int64) @ weights[at : at + matrix.shape[1]].astype(np.int64)
        rows[first : first + len(matrix)] = (part + ONE // 2) // ONE
        at += matrix.shape[1]
    margins = here.margin - here.most_margin
    rows[margins : here.margin + here.most_margin + 1] += bias
    if np.abs(rows).max(initial=0) > np.iinfo(np.int16).max:
        raise InputError("training", "the weights grew too large; train with more games")
    return rows.astype(np.int16)


def _starts(rules: Rules, here: Variables) -> list[int]:
    """First row of every matrix."""
    differences = [d - most for d, most in zip(here.differences, here.most, strict=True)]
    boxes = [here.boxes[c] for c in (0, *range(rules.colors, rules.pairs))]
    margins = [here.margin - here.most_margin, here.tiebreak - here.most_tiebreak]
    return [*boxes, *margins, *differences]


def design(
    rules: Rules, features: Sequence[Matrix], positions: NDArray[np.int16]
) -> NDArray[np.float32]:
    """Look up the features of positions.

    Parameters
    ----------
    rules : Rules
        Any rules.
    features : sequence of array
        From ``matrices``.
    positions : array of int16, shape (positions, categories + 8)
        Boxes and states, from ``positions.write_down``.

    Returns
    -------
    array of float32, shape (positions, features)
        In units of 1; those of the colours are added up.
    """
    here, n, colors = variables(rules), rules.pairs, rules.colors
    boxes, state = positions[:, :n].T.astype(np.int64), positions[:, n:].T.astype(np.int64)
    scaled = [(matrix / ONE).astype(np.float32) for matrix in features]
    parts = [np.sum([scaled[0][boxes[c]] for c in range(colors)], axis=0)]
    parts += [scaled[1 + c - colors][boxes[c]] for c in range(colors, n)]
    margin, calculated, late, color, rank, rest = state[:6]
    rows = [margin + here.most_margin, 3 * calculated + late + here.most_tiebreak]
    for value, most in zip((color, rank, color + rank + rest), here.most, strict=True):
        rows.append(np.clip(value, -most, most) + most)
    tables = scaled[1 + n - colors :]
    parts += [table[row] for table, row in zip(tables, rows, strict=True)]
    return np.concatenate(parts, axis=1)
