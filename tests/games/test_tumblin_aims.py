"""The search for a base aim: what it knows of faces, and how near to the best it comes."""

from typing import Any

import numpy as np
import pytest

from dicestats.games.tumblin import single
from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics.maps import through_hand
from dicestats.games.tumblin.physics.worth import make_grid
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.skill import SKILLS
from dicestats.games.tumblin.strategies.aim import best_shot, by_face, worths
from dicestats.games.tumblin.strategies.faces import FATES, by_fate, fate_of
from dicestats.games.tumblin.strategies.finals import AIMS, peaks
from dicestats.games.tumblin.strategies.outcomes import outcome_map
from dicestats.games.tumblin.strategies.risk import CELLS, risk

THROWS = 200_000


def shares(found: single.Rests, start: int, sides: int) -> Any:
    counts = np.zeros((7, FATES))
    for row, face in zip(found.row.tolist(), found.face.tolist(), strict=True):
        counts[row, fate_of(start, face, sides)] += 1
    return counts / counts.sum()


@pytest.mark.parametrize("sides", [6, 12])
def test_throws_from_one_start_face_tell_those_from_every_other(sides: int) -> None:
    rules, hand, aim, throws = Rules(sides=sides), SKILLS["average"], (0.15, 1.39), 30_000
    seen = []
    for start in (sides, 1, 3):
        found = single.throw(rules, hand, aim, throws=throws, face=start, sides=sides)
        seen.append(shares(found, start, sides))
        told = seen[0].ravel() @ by_fate(worths(rules, sides), start).ravel()
        counted = single.points_of(rules, found, sides)
        assert told == pytest.approx(counted.mean(), abs=5 * counted.std() / throws**0.5)
    assert seen[1][:6] == pytest.approx(seen[0][:6], abs=0.02)  # five standard errors
    assert seen[2][:6] == pytest.approx(seen[0][:6], abs=0.02)


@pytest.mark.parametrize("skill", ["expert", "average"])
def test_the_aim_that_is_taken_is_as_good_as_any_on_fresh_luck(skill: str) -> None:
    rules, hand, grid = Rules(), SKILLS[skill], make_grid()
    mine = best_shot(rules, hand, 6)
    counts, points = outcome_map(rules, 6), by_face(rules, 6)
    chances = [through_hand((counts * p[:, None, None]).sum(axis=0), grid, hand)
               for p in points.values()]  # fmt: skip
    others = peaks(np.max(chances, axis=0), grid, hand)
    assert len(others) == AIMS
    own = single.points(rules, hand, mine.shot[2:4], throws=THROWS, face=mine.shot[4])
    assert own.mean() == pytest.approx(mine.points, abs=5 * mine.sd / THROWS**0.5)
    for aim in others[:6]:
        for face in points:
            apart = own - single.points(rules, hand, aim, throws=THROWS, face=face)
            assert apart.mean() > -0.02 - 3 * apart.std() / THROWS**0.5


def test_the_side_of_an_aim_is_no_accident() -> None:
    """Where both sides are as good; a board with one tongue aside has a better one."""
    for skill, hand in SKILLS.items():
        _, _, angle, _, face = best_shot(Rules(), hand, 6).shot
        assert (angle > 0) == (face == 6), skill
    board = Board(tongue_centres=(-0.13, 0.0), pegs=())
    assert best_shot(Rules(board=board), SKILLS["good"], 6).shot[2] < 0


def test_what_moves_a_die_is_known_by_cells() -> None:
    hand = SKILLS["expert"]
    found = risk(Rules(), hand, best_shot(Rules(), hand, 6).shot, sides=6)
    moved = found.moved.reshape(CELLS)
    assert moved[: CELLS[0] // 2].max() == 1  # to the left, where an expert throws
    assert moved[CELLS[0] // 2 + 4 :].max() < 0.1
    assert np.isin(found.rows.sum(axis=1).round(9), (0.0, 1.0)).all()
    assert ((found.moved > 0) == (found.rows.sum(axis=1) > 0)).all()
