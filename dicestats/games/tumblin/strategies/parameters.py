"""Parameters of the built-in strategies: how steady the hands are, and how much is tried out."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from dicestats.games.tumblin.skill import SKILLS, Skill, Spread

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

    ideas: int = Field(16, ge=1, le=64, description="most shots that are tried, the base aim too")
    short: bool = Field(
        True,
        description="whether steady hands try a shot that stays a level short, in the way of those "
        "who throw the base aim; against those who do not, it loses points",
    )
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

    first: int = Field(6, ge=1, le=1000, description="trials of each shot before any is given up")
    second: int = Field(
        32,
        ge=0,
        le=1000,
        description="trials of the best shot and the base aim in the end; 0: the best is taken "
        "after the first trials, and plays worse",
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
