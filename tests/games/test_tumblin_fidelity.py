"""The fast throw model against rigid bodies: the committed summary, and MuJoCo itself."""

import importlib.util
import json
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.fidelity.fast import Distance, distances, tables_of, variation
from dicestats.games.tumblin.fidelity.results import LEVELS, Share
from dicestats.games.tumblin.fidelity.setups import Sample, make_setups
from dicestats.games.tumblin.fidelity.summary import FILE, Tables, load, summarise
from dicestats.games.tumblin.throw import Solid, Throw

SCRIPTS = Path(__file__).parents[2] / "simulations" / "tumblin"
THROWS = 60_000  # of each sample in the fast model

# What the model is held to; 0.030 for solids means: as good as six-sided dice.
LIMITS = {
    (6, 0): {"levels by speed": 0.030, "faces by level": 0.030},
    (6, 4): {"levels": 0.025, "levels by speed": 0.030, "faces by level": 0.030, "features": 0.012},
    (6, 8): {"levels": 0.025, "faces by level": 0.030, "features": 0.013},
    (8, 0): {"levels by speed": 0.030, "faces by level": 0.030},
    (10, 0): {"levels by speed": 0.030, "faces by level": 0.030},
    (12, 0): {"levels by speed": 0.030, "faces by level": 0.032},
    (20, 0): {"levels by speed": 0.030, "faces by level": 0.030},
}
USUAL = Throw()
RIGID = {(t.sample.sides, t.sample.lying): t for t in load()}


@cache
def compared(sides: int, lying: int, model: Throw = USUAL) -> dict[str, Distance]:
    rigid = RIGID[sides, lying]
    setups = make_setups(Board(), rigid.sample)
    repeats = max(1, THROWS // rigid.sample.throws)
    return distances(rigid, tables_of(Board(), model, setups, repeats=repeats))


def test_every_sample_has_its_limits() -> None:
    assert set(RIGID) == set(LIMITS)
    assert FILE.stat().st_size < 300_000


@pytest.mark.parametrize(("sides", "lying"), LIMITS)
def test_the_fast_model_is_near_rigid_bodies(sides: int, lying: int) -> None:
    found = compared(sides, lying)
    for name, limit in LIMITS[sides, lying].items():
        assert found[name].value <= limit, name


@pytest.mark.parametrize("sides", [8, 10, 12, 20])
def test_each_solid_needs_its_own_numbers(sides: int) -> None:
    guessed = compared(sides, 0, Throw(**{f"d{sides}": Solid()}))
    found = compared(sides, 0)
    for name in ("levels by speed", "faces by level"):
        assert found[name].value < guessed[name].value - 0.005, name


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tipping_way", 0.0),
        ("standoff", 0.0),
        ("push_share", (0.9,) * 4),
        ("push_sd", (0.0,) * 4),
        ("graze", 0.0),
        ("bump_face_change", (0.0,) * 4),
        ("contact_jitter", (0.0,) * 4),
        ("clear_share", 0.9),
        ("friction", 0.3),
    ],
)
def test_what_the_model_says_of_bumps_is_needed(field: str, value: float) -> None:
    """Some distance grows by more than luck explains when a number is taken away."""
    other = [compared(6, lying, Throw(**{field: value})) for lying in (0, 4)]
    ours = [compared(6, lying) for lying in (0, 4)]
    worse = [b[k].value - a[k].value for a, b in zip(ours, other, strict=True) for k in a]
    assert max(worse) > 0.002


def test_the_same_sample_is_drawn_again_without_overlaps() -> None:
    sample = Sample(sides=10, lying=8, throws=300, seed=5)
    one, two = make_setups(Board(), sample), make_setups(Board(), sample)
    for a, b in zip(one[:-1], two[:-1], strict=True):
        assert (a == b).all()
    apart = np.hypot(one.x[:, :, None] - one.x[:, None], one.y[:, :, None] - one.y[:, None])
    assert apart[:, ~np.eye(8, dtype=bool)].min() > 0.0226  # the diagonal of a die's side
    assert set(np.unique(one.level)) == {1, 2, 3, 4}
    assert set(np.unique(one.face)) == set(range(1, 11))
    wide = make_setups(Board(), sample._replace(seed=6))
    assert (wide.x != one.x).any()


def test_distances_and_what_chance_brings() -> None:
    """The floor is the mean distance of two draws from one law."""
    law, rng = np.array([0.5, 0.3, 0.15, 0.05]), np.random.default_rng(4)
    found = [variation(rng.multinomial(500, law), rng.multinomial(2000, law)) for _ in range(2000)]
    value, floor = np.mean(found, axis=0)
    assert value == pytest.approx(floor, rel=0.03)
    assert variation(np.array([3, 1]), np.array([0, 0])) == (1.0, 0.0)
    assert Share(1, 4).mean == 0.25


def test_the_summary_says_how_it_was_made() -> None:
    written = json.loads(FILE.read_text())
    assert Board(**written["settings"]["board"]) == Board()
    for table in RIGID.values():
        assert table.levels.sum() == table.sample.throws
        on_board = table.levels[:, : len(LEVELS) - 1].sum(axis=0)
        assert (table.faces.sum(axis=1) == on_board).all()
        assert table.stops.sum() == table.aside.sum() == on_board.sum()
        assert bool(table.features) == (table.sample.lying > 0)


@pytest.mark.soak
@pytest.mark.parametrize(("sides", "lying"), [(6, 0), (6, 4), (20, 0)])
def test_mujoco_throws_the_summary_again(sides: int, lying: int) -> None:
    """1,000 other throws of each kind lie as far away as luck brings them, and no further."""
    pytest.importorskip("mujoco", reason="the extra physics is not installed")
    rigid = RIGID[sides, lying]
    sample = rigid.sample._replace(throws=1_000, seed=rigid.sample.seed + 1000)
    found: Tables = summarise(make_setups(Board(), sample), thrown(sample))
    for name, (value, floor) in distances(found, rigid).items():
        assert value < 1.6 * floor + 0.005, name


def thrown(sample: Sample):  # type: ignore[no-untyped-def]
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec = importlib.util.spec_from_file_location("rigid_bodies", SCRIPTS / "rigid_bodies.py")
        module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
        spec.loader.exec_module(module)  # type: ignore[union-attr]
    finally:
        sys.path.remove(str(SCRIPTS))
    return module.throw(Board(), make_setups(Board(), sample), range(sample.throws))
