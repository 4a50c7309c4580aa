"""Maps of expected points: against the rulings' numbers, and direct simulation."""

import math

import numpy as np
import pytest
from games.tumblin_throws import FIRST_FIT
from numpy.typing import NDArray

from dicestats import streams
from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics import clear, hand, make_dice, make_world, shoot
from dicestats.games.tumblin.physics.maps import best_aim, exact_map, through_hand
from dicestats.games.tumblin.physics.worth import (
    AWAY,
    MINUS,
    ROWS,
    make_grid,
    multiplied,
    row_of,
)
from dicestats.games.tumblin.skill import SKILLS, Skill
from dicestats.jit import jit

WORLD = make_world(Board(), FIRST_FIT)  # of which the rulings tell the best aims
GRID = make_grid()
KEY = streams.key(4, "tumblin")


@pytest.fixture(scope="module")
def empty() -> NDArray[np.float64]:
    return exact_map(WORLD, multiplied(), GRID, throws=512)


# Rulings, "Physics": best expected points of one die on an empty board, 6-up start.
BEST = {"expert": (10.5, 1.47), "good": (10.1, 1.41), "average": (9.6, 1.38),
        "casual": (8.5, 1.38), "novice": (7.4, 1.35)}  # fmt: skip


@pytest.mark.parametrize("skill", BEST)
def test_the_best_aim_is_that_of_the_rulings(skill: str, empty: NDArray[np.float64]) -> None:
    points, speed = BEST[skill]
    expected = through_hand(empty, GRID, SKILLS[skill])
    _, found, most = best_aim(expected, GRID)
    assert most == pytest.approx(points, abs=0.25)
    assert found == pytest.approx(speed, rel=0.04)
    straight = expected[len(GRID.angles) // 2]
    assert GRID.speeds[straight.argmax()] == pytest.approx(speed, rel=0.04)


@jit
def thrown_by_hand(world, lying, dice, thrown, aim, skill, key, points, out):  # type: ignore[no-untyped-def]
    shot = np.empty(5)
    for game in range(out.shape[0]):
        for i in range(thrown):
            dice.x[i], dice.y[i], dice.level[i] = lying.x[i], lying.y[i], lying.level[i]
        address = (game, 0, 0, 0)
        hand(world, aim, skill[0], skill[1], key, address, shot)
        shoot(world, dice, thrown, thrown, shot, key, address)
        out[game] = points[row_of(world, dice, thrown), dice.face[thrown]]


def a_position(thrown: int) -> object:
    lying, shot = make_dice(thrown), np.empty(5)
    aim = np.array([0.0, 0.08, 0.0, 1.38, 6.0])
    for k in range(thrown):
        hand(WORLD, aim, 0.05, 0.07, KEY, (99, 0, k, 0), shot)
        shoot(WORLD, lying, k, k, shot, KEY, (99, 0, k, 0))
    return lying


@pytest.mark.parametrize("skill", ["expert", "novice"])
@pytest.mark.parametrize("thrown", [0, 9])
def test_a_map_tells_what_hands_throw(skill: str, thrown: int) -> None:
    lying, own = a_position(thrown), SKILLS[skill]
    exact = exact_map(WORLD, multiplied(), GRID, lying=lying, thrown=thrown)
    expected, out = through_hand(exact, GRID, own), np.empty(40_000)
    for a, s in ((48, 56), (40, 50), (60, 62)):
        aim = np.array([0.0, 0.08, GRID.angles[a], GRID.speeds[s], 6.0])
        thrown_by_hand(WORLD, lying, make_dice(thrown + 1), thrown, aim,
                       (own.angle_sd, own.speed_sd), KEY, multiplied(), out)  # fmt: skip
        # The map's own noise: points of sd 8 over 256 throws in each of the cells of the blur.
        cells = 4 * math.pi * max(own.angle_sd / 0.015, 0.4) * max(own.speed_sd / 0.0198, 0.4)
        error = math.hypot(out.std() / math.sqrt(len(out)), 8 / math.sqrt(256 * cells))
        assert abs(out.mean() - expected[a, s]) < 4.5 * error


def test_dice_that_lie_there_change_the_map_and_stay_where_they_are() -> None:
    lying = a_position(9)
    before = [part.copy() for part in lying]
    small = make_grid(0.4, slowest=1.2, steps=(21, 21))
    free = exact_map(WORLD, multiplied(), small, throws=64)
    crowded = exact_map(WORLD, multiplied(), small, lying=lying, thrown=9, throws=64)
    assert np.mean(free != crowded) > 0.3
    assert all((a == b).all() for a, b in zip(lying, before, strict=True))
    clear(lying)
    assert (exact_map(WORLD, multiplied(), small, lying=lying, thrown=9, throws=64) == free).all()


def test_the_start_matters_in_place_and_face() -> None:
    small = make_grid(0.4, slowest=0.9, steps=(5, 40))
    six, one, aside = (
        exact_map(WORLD, multiplied(), small, start=start, throws=64)
        for start in ((0.0, 0.08, 6), (0.0, 0.08, 1), (0.04, 0.08, 6))
    )
    assert six.mean() > one.mean() + 1  # ruling T13
    assert (six != aside).any()


def test_points_by_row_and_face() -> None:
    table = multiplied((-1, 1, 2, 3, 4), sides=20)
    assert table.shape == (ROWS, 21)
    assert [table[row, 20] for row in range(ROWS)] == [-20, 20, 40, 60, 80, -20, 0]
    ones = np.zeros((ROWS, 7))
    ones[AWAY], ones[MINUS] = 1, 1
    lost = exact_map(WORLD, ones, make_grid(0.5, slowest=2.9, steps=(5, 4)), throws=64)
    assert lost.mean() > 0.9  # so fast a die flies over the board


def test_a_blur_keeps_what_is_level_and_averages_what_is_not() -> None:
    level = np.full((len(GRID.angles), len(GRID.speeds)), 3.25)
    slope = np.add.outer(GRID.angles, np.log(GRID.speeds))
    spike = np.zeros_like(level)
    spike[48, 50] = 1.0
    skill = Skill(angle_sd=0.03, speed_sd=0.04)
    assert np.allclose(through_hand(level, GRID, skill), 3.25, rtol=1e-14)
    assert np.allclose(through_hand(slope, GRID, skill)[20:-20, 20:-20], slope[20:-20, 20:-20])
    blurred = through_hand(spike, GRID, skill)
    assert blurred.sum() == pytest.approx(1)
    ratio = blurred[50, 50] / blurred[48, 50]
    assert ratio == pytest.approx(math.exp(-0.5), rel=1e-6)  # two steps are one sd
    steady = Skill(angle_sd=1e-4, speed_sd=1e-4)
    assert np.allclose(through_hand(spike, GRID, steady), spike, rtol=0, atol=1e-300)
