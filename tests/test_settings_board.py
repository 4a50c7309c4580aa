"""What a game is played on, from what users type."""

from dataclasses import replace
from pathlib import Path

import pytest
from fake_game import FAKE, STRICT, faults_of
from pydantic import BaseModel, Field, model_validator

from dicestats.cells import Cell
from dicestats.game import Variant
from dicestats.settings import board_from


class Shape(BaseModel):
    model_config = STRICT
    width: float = Field(0.4, gt=0, description="metres")
    pegs: tuple[float, ...] = Field((0.1,), description="metres")


class Surface(BaseModel):
    model_config = STRICT
    friction: float = Field(0.25, gt=0, le=1, description="Coulomb")


class OnBoard(BaseModel):
    model_config = STRICT
    target: int = 301
    board: Shape = Shape()
    throw: Surface = Surface()

    @model_validator(mode="after")
    def _fits(self) -> "OnBoard":
        if self.board.width * 1000 > self.target:
            raise ValueError("the board is too wide for this target")
        return self


SMALL = Variant({"board": {"width": 0.2}, "throw": {"friction": 0.5}}, "smaller", "none")
GAME = replace(FAKE, rules=OnBoard, board=("board", "throw"), boards={"small": SMALL})
RULES = OnBoard(target=501)


def test_fields_find_their_part_and_later_ones_go_over_earlier_ones(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("width = 0.25\npegs = [0.2, 0.3]\n")
    made = board_from(GAME, RULES, ["small", str(file), "friction=0.75", {"width": 0.3}])
    assert made == OnBoard(
        target=501, board=Shape(width=0.3, pegs=(0.2, 0.3)), throw=Surface(friction=0.75)
    )
    assert board_from(GAME, RULES, ["small"]).model_dump() == {
        **RULES.model_dump(), "board": {"width": 0.2, "pegs": (0.1,)}, "throw": {"friction": 0.5}
    }  # fmt: skip
    assert board_from(GAME, RULES, []) is RULES


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["smal"], ["unknown board 'smal'", "did you mean 'small'", "field=value"]),
        (["width=0"], ["width = 0", "above 0"]),
        (["wide=1", "frictoin=2"], ["did you mean 'width'", "did you mean 'friction'"]),
        (["friction=2", "width=-1"], ["friction = 2", "width = -1"]),
        (["width=0.6"], ["too wide"]),
        ([{"pegs": "none", "depth": 1}], ["pegs", "unknown field 'depth'"]),
    ],
)
def test_every_fault_of_a_board_is_told(given: list[str], words: list[str]) -> None:
    faults = " / ".join(faults_of(board_from, GAME, RULES, given))
    assert all(word in faults for word in words), faults


def test_a_game_without_a_board_says_so() -> None:
    assert "without a board" in faults_of(board_from, FAKE, FAKE.small, ["small"])[0]


def test_boards_are_part_of_what_is_simulated() -> None:
    assert Cell("fake", board_from(GAME, RULES, ["small"]), (), seed=0, games=1) != Cell(
        "fake", RULES, (), seed=0, games=1
    )
