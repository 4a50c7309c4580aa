"""The same throws in the fast model, and how far its tables lie from those of rigid bodies."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.fidelity.results import Results, Share
from dicestats.games.tumblin.fidelity.setups import Setups
from dicestats.games.tumblin.fidelity.summary import COUNTS, Tables, summarise
from dicestats.games.tumblin.physics import level_of, make_dice, make_world, shoot
from dicestats.games.tumblin.throw import Throw
from dicestats.jit import jit
from dicestats.streams import key

_GAME = "tumblin"
_SEED = 20_260  # of the fast model's own luck


@jit
def _throw(world, dice, setups, results, luck_key, first):  # type: ignore[no-untyped-def]
    """Throw one row after the other; return how many were cut short."""
    shots, xs, ys, levels, faces = setups
    end_level, end_x, end_y, end_face = results
    lying, cut = xs.shape[1], 0
    for row in range(shots.shape[0]):
        for i in range(lying):
            dice.x[i], dice.y[i], dice.level[i] = xs[row, i], ys[row, i], levels[row, i]
            dice.face[i], dice.mover[i], dice.drops[i] = faces[row, i], i, 1
            dice.speed[i], dice.glide[i] = 0.0, 0.0
        address = (first + row, 0, 0, 0)
        cut += shoot(world, dice, lying, lying, shots[row], luck_key, address) < 0
        for i in range(lying + 1):
            end_level[row, i], end_face[row, i] = level_of(world, dice, i), dice.face[i]
            end_x[row, i], end_y[row, i] = dice.x[i], dice.y[i]
    return cut


def throw(board: Board, model: Throw, setups: Setups, *, first: int = 0) -> Results:
    """Throw dice in the fast model.

    Parameters
    ----------
    board : Board
        The board.
    model : Throw
        How dice move on it.
    setups : Setups
        The throws.
    first : int
        Where their luck begins: the same number brings the same luck to any model.

    Returns
    -------
    Results
        What became of them.
    """
    shape = (setups.shots.shape[0], setups.sample.lying + 1)
    results = Results(np.zeros(shape, np.int8), np.zeros(shape), np.zeros(shape),
                      np.zeros(shape, np.int8))  # fmt: skip
    dice = make_dice(setups.sample.lying + 1, setups.sample.sides)
    given = (setups.shots, setups.x, setups.y, setups.level, setups.face)
    cut = _throw(make_world(board, model), dice, given, tuple(results), key(_SEED, _GAME), first)
    if cut:
        raise RuntimeError(f"{cut} throws did not come to rest")
    return results


def tables_of(board: Board, model: Throw, setups: Setups, *, repeats: int = 1) -> Tables:
    """Throw a sample in the fast model, several times with other luck, and count.

    Parameters
    ----------
    board : Board
        The board.
    model : Throw
        How dice move on it.
    setups : Setups
        The throws.
    repeats : int
        How often.

    Returns
    -------
    Tables
        The sum of all counts.
    """
    parts = [
        summarise(setups, throw(board, model, setups, first=k * setups.sample.throws))
        for k in range(repeats)
    ]
    return merged(parts)


def merged(parts: list[Tables]) -> Tables:
    """Add counts of the same sample.

    Parameters
    ----------
    parts : list of Tables
        The counts.

    Returns
    -------
    Tables
        Their sum.
    """
    shares = {
        name: Share(sum(p.features[name].hits for p in parts),
                    sum(p.features[name].number for p in parts))
        for name in parts[0].features
    }  # fmt: skip
    sums = {name: sum(getattr(p, name) for p in parts) for name in COUNTS}
    return Tables(sample=parts[0].sample, features=shares, **sums)


class Distance(NamedTuple):
    """How far two tables lie apart, and how far they would if both were draws of one law.

    Parameters
    ----------
    value : float
        The distance.
    floor : float
        What chance alone brings on average.
    """

    value: float
    floor: float


def variation(one: NDArray[np.int64], other: NDArray[np.int64]) -> Distance:
    """Compare two counts by total variation: half the sum of absolute differences of shares.

    Parameters
    ----------
    one, other : array of int64, shape (kinds,)
        The counts.

    Returns
    -------
    Distance
        0 for equal shares, 1 for no kind in common.

    Examples
    --------
    >>> variation(np.array([2, 2]), np.array([4, 0])).value
    0.5
    """
    n, m = one.sum(), other.sum()
    if not (n and m):
        return Distance(0.0 if n == m else 1.0, 0.0)
    share = (one + other) / (n + m)
    noise = np.sqrt(2 / math.pi * share * (1 - share) * (1 / n + 1 / m))
    return Distance(float(abs(one / n - other / m).sum() / 2), float(noise.sum() / 2))


def mean_variation(one: NDArray[np.int64], other: NDArray[np.int64]) -> Distance:
    """Compare tables row by row, and average over the rows by how many cases the first one has.

    Parameters
    ----------
    one, other : array of int64, shape (rows, kinds)
        The counts.

    Returns
    -------
    Distance
        The weighted mean.
    """
    weight = one.sum(axis=1) / one.sum()
    rows = [variation(a, b) for a, b in zip(one, other, strict=True)]
    return Distance(
        float(sum(w * row.value for w, row in zip(weight, rows, strict=True))),
        float(sum(w * row.floor for w, row in zip(weight, rows, strict=True))),
    )


def feature_distance(one: dict[str, Share], other: dict[str, Share]) -> Distance:
    """Average the absolute differences of features.

    Parameters
    ----------
    one, other : dict
        From ``features``.

    Returns
    -------
    Distance
        The mean over all features.
    """
    values, floors = [], []
    for name, a in one.items():
        b = other[name]
        share = (a.hits + b.hits) / (a.number + b.number)
        values.append(abs(a.mean - b.mean))
        floors.append(math.sqrt(2 / math.pi * share * (1 - share) * (1 / a.number + 1 / b.number)))
    return Distance(float(np.mean(values)), float(np.mean(floors)))


def distances(rigid: Tables, fast: Tables) -> dict[str, Distance]:
    """Give all distances between two models on one sample.

    Parameters
    ----------
    rigid, fast : Tables
        What became of the sample in either.

    Returns
    -------
    dict
        ``levels`` (thrown die, all speeds together), ``levels by speed``, ``faces by level``,
        ``stops by speed``, ``aside by level``, and, where dice lie, ``features``.
    """
    found = {
        "levels": variation(rigid.levels.sum(axis=0), fast.levels.sum(axis=0)),
        "levels by speed": mean_variation(rigid.levels, fast.levels),
        "faces by level": mean_variation(rigid.faces, fast.faces),
        "stops by speed": mean_variation(rigid.stops, fast.stops),
        "aside by level": mean_variation(rigid.aside, fast.aside),
    }
    if rigid.features:
        found["features"] = feature_distance(rigid.features, fast.features)
    return found
