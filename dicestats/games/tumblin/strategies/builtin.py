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


def _random(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.chance import random

    return random(rules, parameters.spreads)


def _aim(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.aim import aim

    return aim(rules, parameters.spreads)


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("somewhere on the board, at any sensible speed", Hand, _random),
    "aim": StrategyKind("the best shot at an empty board for these hands and rules", Hand, _aim),
}
