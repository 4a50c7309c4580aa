"""The built-in strategies of Tumblin' Dice: a plan, and how steady the hands are."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from dicestats.game import Strategy, StrategyKind
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.skill import SKILLS, Skill, Spread

# Compiled functions are imported when a strategy is made: a list of names starts fast.

SkillName = Literal["expert", "good", "average", "casual", "novice"]


class Hand(BaseModel):
    """Parameters of a strategy that has no others: the skill of the seat's hands."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    skill: SkillName = Field("average", description="a named skill of the hands")
    angle_sd: Spread | None = Field(
        None, description="standard deviation of the angle, radians, in place of the skill's"
    )
    speed_sd: Spread | None = Field(
        None, description="standard deviation of the speed's logarithm, in place of the skill's"
    )

    @property
    def spreads(self) -> Skill:
        """The skill in numbers."""
        named = SKILLS[self.skill]
        return Skill(
            angle_sd=named.angle_sd if self.angle_sd is None else self.angle_sd,
            speed_sd=named.speed_sd if self.speed_sd is None else self.speed_sd,
        )


class Trials(Hand):
    """Parameters of a strategy that tries shots out."""

    ideas: int = Field(9, ge=1, le=64, description="most shots that are tried, the base aim too")
    threshold: float = Field(
        0.7,
        ge=0,
        le=10,
        allow_inf_nan=False,
        description="standard errors by which another shot must beat the base aim",
    )
    fastest: float = Field(
        5.0,
        gt=0,
        le=20,
        allow_inf_nan=False,
        description="metres a second: no faster shot is tried; throws were fitted up to 2.3",
    )


class Bump(Trials):
    """Parameters of ``bump``."""

    first: int = Field(8, ge=1, le=1000, description="trials of each shot before any is given up")
    second: int = Field(
        32,
        ge=0,
        le=1000,
        description="trials of the best shot and the base aim on new luck; 0: the best is taken as "
        "it is, and plays worse",
    )


class Rollout(Trials):
    """Parameters of ``rollout``."""

    playouts: int = Field(
        16,
        ge=1,
        le=250,
        description="rounds played on for each shot before any is given up; four times as many, "
        "on new luck, for the best shot and the base aim",
    )
    shots: int = Field(
        8, ge=1, le=200, description="how many shots of the round are played on after one's own"
    )


def _random(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.chance import random

    return random(rules, parameters.spreads)


def _aim(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.aim import aim

    return aim(rules, parameters.spreads)


def _bump(rules: Rules, parameters: Bump) -> Strategy:
    from dicestats.games.tumblin.strategies.ahead import bump

    return bump(rules, parameters)


def _rollout(rules: Rules, parameters: Rollout) -> Strategy:
    from dicestats.games.tumblin.strategies.ahead import rollout

    return rollout(rules, parameters)


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("somewhere on the board, at any sensible speed", Hand, _random),
    "aim": StrategyKind("the best shot at an empty board for these hands and rules", Hand, _aim),
    "bump": StrategyKind(
        "the base aim, or another shot that surely moves more points in trials", Bump, _bump
    ),
    "rollout": StrategyKind(
        "the same by chances to win after the next shots of the round", Rollout, _rollout
    ),
}
