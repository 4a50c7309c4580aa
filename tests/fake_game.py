"""A small game for tests: rules of every type of field, strategies with parameters."""

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, model_validator

from dicestats.errors import InputError
from dicestats.game import Game, Strategy, StrategyKind, Variant
from dicestats.games.convolution.rules import VARIANTS, Rules

STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class FakeRules(BaseModel):
    model_config = STRICT
    most: int = Field(4, ge=2, le=6, description="largest number of seats")
    label: str = Field("plain", description="a name")
    speed: float = Field(1.0, gt=0, description="metres a second")
    deal: tuple[int, ...] = Field((1, 2), description="a strict tuple")
    text_or_number: int | Literal["off"] = Field(3, description="either")

    @model_validator(mode="after")
    def _fits(self) -> "FakeRules":
        if len(self.deal) > self.most:
            raise ValueError(f"deal lists {len(self.deal)} but most is {self.most}")
        return self


class Nothing(BaseModel):
    model_config = STRICT


class Fixed(BaseModel):
    model_config = STRICT
    order: str = Field(description="digits")
    depth: int = Field(2, ge=1, le=9, description="turns ahead")
    mood: Literal["calm", "wild"] = Field("calm", description="mood")


def first(view: Any) -> Any:
    return view


def _score(record: dict[str, Any]) -> dict[str, Any]:
    faults = [f"{key} is unknown" for key in record if key not in ("game", "winner")]
    if faults:
        raise InputError("record", faults)
    return {"game": "fake", "winner": record["winner"], "scores": [{"red": 1}, {"red": 2}]}


def fake(model: type[BaseModel] = FakeRules, bare: str | None = "choose") -> Game:
    kinds = {
        "random": StrategyKind("any", Nothing, lambda r, p: Strategy("x", choose=first)),
        "fixed": StrategyKind("in order", Fixed, lambda r, p: Strategy("x", choose=first)),
    }
    parts: dict[str, Any] = dict.fromkeys(("columns", "tables", "simulator"))
    return Game(
        name="fake",
        title="Fake",
        rules=model,
        variants=VARIANTS if model is Rules else {"big": Variant({"most": 6}, "big", "none")},
        small=model(),
        leaf=16,
        bare_decision=bare,
        seats=lambda rules: range(2, getattr(rules, "most", 2) + 1),
        strategies=lambda: kinds,
        play=lambda rules, seated, seed, index: {
            "game": "fake", "seed": seed, "index": index, "strategies": [s.name for s in seated]
        },
        score=_score,
        tell=lambda record: f"game {record['index']}",
        **parts,
    )  # fmt: skip


FAKE, REAL = fake(), fake(Rules)
GAME = FAKE  # what is served where the command line looks for games


def faults_of(function: Any, *given: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        function(*given)
    return list(caught.value.faults)
