"""The board, the throw model and the skills as values: what is refused, and that all is used."""

import math

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from dicestats.errors import InputError
from dicestats.games.tumblin.board import PRESETS, Board, scaled
from dicestats.games.tumblin.physics.world import MOST_SIDES, make_world, mirror_noise
from dicestats.games.tumblin.skill import SKILLS, Skill, named_skill
from dicestats.games.tumblin.throw import Solid, Throw

IMPOSSIBLE = {
    "levels out of order": ({"level_2_end": 0.37}, "level_1_end 0.38 must be less than"),
    "strip on the disc": ({"strip_end": 0.1}, "disc_length 0.1 must be less than strip_end 0.1"),
    "disc wider than the board": ({"disc_width": 0.4}, "disc_width 0.4 must be less than width"),
    "tongues overlap": ({"tongue_width": 0.14}, "at -0.13 and 0.0 overlap or touch"),
    "tongues touch": ({"tongue_centres": (-0.04, 0.04)}, "at -0.04 and 0.04 overlap or touch"),
    "tongues stick out": ({"tongue_centres": (-0.17, 0.0, 0.13)}, "stick out of the board"),
    "tongues backwards": ({"tongue_centres": (0.13, 0.0)}, "0.0 follows 0.13"),
    "a peg in the void": ({"pegs": ((0.065, 0.684),)}, "no level below the peg at x 0.065"),
    "a peg outside": ({"pegs": ((0.3, 0.2),)}, "no level below the peg at x 0.3"),
    "a peg on the disc": ({"pegs": ((0.0, 0.05),)}, "no level below the peg at x 0.0"),
    "no width": ({"width": 0.0}, "greater than 0"),
    "no number": ({"step_height": math.nan}, "finite number"),
    "an unknown field": ({"colour": 1}, "Extra inputs"),
}


@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_board_that_cannot_be_built_is_refused(fault: str) -> None:
    changed, told = IMPOSSIBLE[fault]
    with pytest.raises(ValidationError, match=told):
        Board(**changed)


def test_all_faults_of_a_board_are_told_at_once() -> None:
    with pytest.raises(ValidationError) as caught:
        Board(strip_end=0.5, tongue_width=0.2, pegs=[[0, 0.05]])
    told = str(caught.value)
    assert all(part in told for part in ("strip_end 0.5", "overlap or touch", "no level below"))


def test_the_default_board_is_that_of_the_rulings() -> None:
    board = Board()
    assert board.tongues[0] == (-0.17, -0.09)
    assert len(board.pegs) == 10
    assert sorted(board.peg_level(*peg) for peg in board.pegs) == [3] * 4 + [4] * 6


def test_every_preset_is_a_board() -> None:
    boards = {name: Board(**variant.overrides) for name, variant in PRESETS.items()}
    assert boards["standard"] == Board()
    for name, value in boards["medium"].model_dump().items():
        assert np.allclose(value, np.multiply(0.7, Board().model_dump()[name]), atol=1e-5)


def test_lists_are_read_as_tuples_and_back() -> None:
    for model in (Board(), Throw(), scaled(Board(), 2.0)):
        assert type(model)(**model.model_dump(mode="json")) == model


def test_boards_and_throws_share_no_name() -> None:
    assert not set(Board.model_fields) & set(Throw.model_fields)
    fields = {**Board.model_fields, **Throw.model_fields}
    assert all(field.description for field in fields.values())


def other(value: object) -> object:
    """Another allowed value for a field."""
    if isinstance(value, BaseModel):
        return Solid(drop_loss=0.5)
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return value[1:]
    if isinstance(value, tuple):
        return (*(0.999 * part for part in value[:-1]), 0.998 * value[-1])
    return 0.999 * value


@pytest.mark.parametrize("name", [*Board.model_fields, *Throw.model_fields])
def test_every_field_is_read(name: str) -> None:
    board, throw = Board(), Throw()
    if name in Board.model_fields:
        board = Board(**{name: other(getattr(board, name))})
    else:
        throw = Throw(**{name: other(getattr(throw, name))})
    assert make_world(board, throw).tobytes() != make_world(Board(), Throw()).tobytes()


def test_special_dice_have_their_own_rows_and_others_move_as_six_sided_ones() -> None:
    plain, world = (
        make_world(Board(), Throw()),
        make_world(Board(), Throw(d12=Solid(drop_loss=0.4))),
    )
    kinds = [int(world["kind"][sides]) for sides in range(MOST_SIDES + 1)]
    assert [kinds[sides] for sides in (6, 8, 10, 12, 20)] == [0, 1, 2, 3, 4]
    assert sum(kinds) == 10
    changed = (world["loss"] != plain["loss"]).any(axis=1)
    assert changed.tolist() == [False, False, False, True, False]


def test_the_painted_line_may_be_read_strictly() -> None:
    board = Board()
    strict = make_world(board, Throw(), past_line=board.die_size / 2)
    assert float(strict["line"]) == pytest.approx(0.228)


def test_a_mirror_image_has_a_mirror_image() -> None:
    board = Board(tongue_centres=(-0.15, 0.02, 0.14), pegs=((0.1, 0.5), (-0.14, 0.68)))
    assert board.mirrored() != board
    assert board.mirrored().mirrored() == board
    world = make_world(board, Throw())
    assert mirror_noise(mirror_noise(world)).tobytes() == world.tobytes()
    assert mirror_noise(world).tobytes() != world.tobytes()


IMPOSSIBLE_THROWS = [
    {"friction": 0.0},
    {"gravity": -9.81},
    {"graze": 1.1},
    {"slip_share": 0.6},
    {"stop_speed": 0.0},
    {"loss_sd": (0.1, 0.1)},
    {"d8": {"drop_loss": 2.0}},
    {"d6": {}},
]


@pytest.mark.parametrize("changed", IMPOSSIBLE_THROWS)
def test_a_throw_that_cannot_be_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Throw(**changed)


@pytest.mark.parametrize("spread", [0.0, -0.1, 2.5, math.nan, math.inf])
def test_a_skill_needs_a_spread_above_zero(spread: float) -> None:
    with pytest.raises(ValidationError):
        Skill(angle_sd=spread, speed_sd=0.1)
    with pytest.raises(ValidationError):
        Skill(angle_sd=0.1, speed_sd=spread)


def test_skills_are_named_from_steady_to_shaky() -> None:
    assert [*SKILLS] == ["expert", "good", "average", "casual", "novice"]
    spreads = [(skill.angle_sd, skill.speed_sd) for skill in SKILLS.values()]
    assert spreads == sorted(spreads)
    assert named_skill("novice") is SKILLS["novice"]
    with pytest.raises(InputError, match="did you mean 'expert'"):
        named_skill("exprt")
