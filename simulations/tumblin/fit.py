"""Fit the throw model of Tumblin' Dice to the committed summary of rigid-body throws.

Run ``python simulations/tumblin/fit.py`` for six-sided dice: single throws and throws at four
lying dice are fitted together, those at eight are held out. With ``--sides 20`` the numbers of
another solid are fitted to its single throws. Every trial uses the same luck (common random
numbers), so the sum of squares changes little by little, and Gauss-Newton steps find their way to
the nearest dip: the numbers of bumps that the package holds took a start by hand (see
``Throw``).
"""

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.fidelity.fast import distances, tables_of
from dicestats.games.tumblin.fidelity.setups import make_setups
from dicestats.games.tumblin.fidelity.summary import Tables, load
from dicestats.games.tumblin.throw import Solid, Throw

THROWS = 60_000  # of each sample in a trial
CHECK = 200_000  # of each sample in the report
UNSURE = 0.005  # shares that differ by this much are no worse than chance
STEP = 0.04  # of the finite differences, in terms of a parameter's range
WEIGHTS = {"levels": 1.0, "faces": 1.0, "stops": 0.2, "aside": 0.2, "features": 1.3}


class Knob(NamedTuple):
    """A number of the throw model that is fitted.

    Parameters
    ----------
    name : str
        The field.
    at : int or None
        Which of its four numbers; None for a single one.
    low, high : float
        Its range.
    """

    name: str
    at: int | None
    low: float
    high: float


def knobs(name: str, low: float, high: float, at: Sequence[int | None] = (None,)) -> list[Knob]:
    """Name the numbers of a field that are fitted."""
    return [Knob(name, i, low, high) for i in at]


FALLS = [
    *knobs("friction_share", 0.02, 1.5, (1, 2, 3)),
    *knobs("glide_factor", 0.5, 1.6),
    *knobs("drop_loss", 0.0, 0.8),
    *knobs("loss_sd", 0.0, 0.6, range(4)),
    *knobs("turn_sd", 0.0, 0.8, range(4)),
    *knobs("face_change", 0.0, 1.0, range(4)),
    *knobs("opposite_share", 0.0, 0.6, range(4)),
    *knobs("tipping_way", 0.0, 2.0),
]
BUMPS = [
    *knobs("tipping_speed", 0.1, 0.8),
    *knobs("tipping_speed_disc", 0.1, 0.8),
    *knobs("tipping_turn", 0.0, 1.0),
    *knobs("peg_restitution", 0.0, 0.9),
    *knobs("peg_jitter", 0.0, 0.9),
    *knobs("wall_restitution", 0.0, 0.9),
    *knobs("contact_radius", 0.5, 0.72),
    *knobs("push_share", 0.2, 1.0, (1, 2, 3)),
    *knobs("push_sd", 0.0, 1.0, (1, 2, 3)),
    *knobs("graze", 0.0, 1.0),
    *knobs("bump_face_change", 0.0, 1.0, range(4)),
    *knobs("contact_friction", 0.0, 0.3),
    *knobs("contact_jitter", 0.0, 0.8, (1, 2, 3)),
    *knobs("clear_share", 0.0, 0.9),
]


def read(model: Throw, free: list[Knob]) -> NDArray[np.float64]:
    """Give the model's numbers for some knobs, as shares of their ranges."""
    values = [
        getattr(model, k.name) if k.at is None else getattr(model, k.name)[k.at] for k in free
    ]
    return np.array([(v - k.low) / (k.high - k.low) for v, k in zip(values, free, strict=True)])


def changes(model: Throw, free: list[Knob], x: NDArray[np.float64]) -> dict[str, Any]:
    """Give the fields that knobs set."""
    fields: dict[str, Any] = {}
    for knob, share in zip(free, x, strict=True):
        value = round(knob.low + (knob.high - knob.low) * float(share), 4)
        if knob.at is None:
            fields[knob.name] = value
        else:
            four = list(fields.get(knob.name, getattr(model, knob.name)))
            four[knob.at] = value
            fields[knob.name] = tuple(four)
    return fields


def with_solid(model: Throw, sides: int, fields: dict[str, Any]) -> Throw:
    """Give a model other numbers, for d6 or for one of the other solids."""
    if sides == 6:
        return Throw(**{**model.model_dump(exclude_unset=True), **fields})
    return model.model_copy(update={f"d{sides}": Solid(**fields)})


def residuals(rigid: Tables, fast: Tables) -> NDArray[np.float64]:
    """Give all differences of shares in terms of their uncertainty."""
    parts = [
        WEIGHTS[name] * _scaled(_shares(getattr(rigid, name)), _shares(getattr(fast, name)))
        for name in ("levels", "faces", "stops", "aside")
    ]
    for name, share in rigid.features.items():
        other = fast.features[name]
        pair = (share.mean, share.number), (other.mean, other.number)
        parts.append(WEIGHTS["features"] * _scaled(*(tuple(map(np.array, p)) for p in pair)))
    return np.concatenate([part.ravel() for part in parts])


def _shares(counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    rows = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return counts / rows, rows


def _scaled(one: Any, other: Any) -> NDArray[np.float64]:
    (p, n), (q, m) = one, other
    mean = (p * n + q * m) / (n + m)
    return np.atleast_1d((p - q) / np.sqrt(mean * (1 - mean) * (1 / n + 1 / m) + UNSURE**2))


def fit(model: Throw, rigid: list[Tables], free: list[Knob], *, rounds: int) -> Throw:
    """Change a model's numbers until its tables are as near to those of rigid bodies as can be."""
    sides, board = rigid[0].sample.sides, Board()
    start, drawn = read(model.of(sides), free), [make_setups(board, t.sample) for t in rigid]

    def trial(x: NDArray[np.float64]) -> NDArray[np.float64]:
        other = with_solid(model, sides, changes(model.of(sides), free, x))
        return np.concatenate([
            residuals(t, tables_of(board, other, setups, repeats=repeats(THROWS, t)))
            for t, setups in zip(rigid, drawn, strict=True)
        ])  # fmt: skip

    def slopes(x: NDArray[np.float64]) -> NDArray[np.float64]:
        # Fixed steps, large enough to rise above the luck; those of scipy shrink with x.
        steps = np.where(x > 0.5, -STEP, STEP)
        here = trial(x)
        columns = [(trial(x + steps * (i == np.arange(x.size))) - here) / steps[i]
                   for i in range(x.size)]  # fmt: skip
        return np.array(columns).T

    found = least_squares(trial, np.clip(start, 0.005, 0.995), jac=slopes, bounds=(0, 1),
                          ftol=3e-4, max_nfev=rounds)  # fmt: skip
    print(f"sum of squares {np.square(trial(start)).sum():.0f} -> {2 * found.cost:.0f}")
    return with_solid(model, sides, changes(model.of(sides), free, found.x))


def repeats(throws: int, table: Tables) -> int:
    """Tell how often a sample must be thrown for so many throws."""
    return max(1, throws // table.sample.throws)


def report(model: Throw, rigid: list[Tables], name: str) -> None:
    """Print how far a model lies from rigid bodies."""
    for t in rigid:
        fast = tables_of(Board(), model, make_setups(Board(), t.sample), repeats=repeats(CHECK, t))
        print(f"{name}: d{t.sample.sides} at {t.sample.lying} lying dice")
        for what, (value, floor) in distances(t, fast).items():
            print(f"  {what:<18} {value:.4f} (chance alone {floor:.4f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sides", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=12)
    given = parser.parse_args()
    tables = [t for t in load() if t.sample.sides == given.sides]
    used = [t for t in tables if t.sample.lying < 8]
    report(Throw(), tables, "before")
    fitted = fit(Throw(), used, FALLS + BUMPS * (given.sides == 6), rounds=given.rounds)
    report(fitted, tables, "after")
    print(fitted.model_dump(exclude_defaults=True))


if __name__ == "__main__":
    main()
