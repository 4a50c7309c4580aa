"""Single throws against a slow simulator in small steps of time, on the same random words."""

import numpy as np
import pytest
from games.tumblin_stepper import noise, numbers, step_throws
from games.tumblin_throws import any_shot, shares, single_throws

from dicestats import streams
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.physics import OFF, make_dice, make_world
from dicestats.games.tumblin.throw import Throw

SIZES = {"quick": (10_000, 2e-4), "long": (100_000, 2e-5)}  # throws, seconds a step


LONG = [pytest.param("long", board, marks=pytest.mark.soak) for board in PRESETS]


@pytest.mark.parametrize(("size", "board"), [("quick", "standard"), *LONG])
def test_a_slow_simulator_agrees(size: str, board: str) -> None:
    (count, step), key = SIZES[size], streams.key(11, "tumblin")
    table = Board(**PRESETS[board].overrides)
    world, dice = make_world(table, Throw()), make_dice(1)
    ours, theirs = np.empty((5, count)), np.empty((4, count))
    single_throws(world, dice, key, ours)
    shots = np.empty((count, 5))
    for throw in range(count):
        any_shot(key, (throw, 0, 0, 0), shots[throw])
    step_throws(numbers(table, Throw()), step, *noise(key, count), shots, theirs)
    minus = (theirs[2] == 1) & (theirs[1] < table.strip_end)
    levels = np.where(minus, -1, theirs[2])
    assert 0.5 * np.abs(shares(levels) - shares(ours[2])).sum() < 0.005
    there = (levels != OFF) & (ours[2] != OFF)
    assert there.mean() > 0.4
    assert np.abs((theirs[:2] - ours[:2])[:, there].mean(axis=1)).max() < 1e-3  # metres
    same = there & (levels == ours[2])
    assert np.median(np.hypot(*(theirs[:2] - ours[:2])[:, same])) < 10 * step
    assert np.mean(same) > 0.97 * np.mean(there)
    assert np.mean(theirs[3][same] == ours[3][same]) > 0.99
