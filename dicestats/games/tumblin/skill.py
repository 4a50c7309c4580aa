"""How steady a hand is: the spread of a shot's angle and speed around what was meant."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from dicestats.errors import InputError, unknown

Spread = Annotated[float, Field(gt=0, le=2, allow_inf_nan=False)]


class Skill(BaseModel):
    """The hand of a seat; it belongs to the player, not to the plan.

    Raises
    ------
    pydantic.ValidationError
        For a spread of zero, below zero, or above 2.

    Notes
    -----
    Nobody has measured players: the five named skills are estimates (rulings: Physics).

    Examples
    --------
    >>> Skill(angle_sd=0.04, speed_sd=0.05).angle_sd
    0.04
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    angle_sd: Spread = Field(description="standard deviation of the angle, radians")
    speed_sd: Spread = Field(description="standard deviation of the speed's logarithm")


SKILLS = {
    "expert": Skill(angle_sd=0.015, speed_sd=0.02),
    "good": Skill(angle_sd=0.03, speed_sd=0.04),
    "average": Skill(angle_sd=0.05, speed_sd=0.07),
    "casual": Skill(angle_sd=0.08, speed_sd=0.11),
    "novice": Skill(angle_sd=0.12, speed_sd=0.18),
}


def named_skill(name: str, place: str = "skill") -> Skill:
    """Look up a skill by its name.

    Parameters
    ----------
    name : str
        A key of ``SKILLS``.
    place : str
        What the name was given for, for the message.

    Returns
    -------
    Skill
        Its spreads.

    Raises
    ------
    InputError
        If there is no such skill.

    Examples
    --------
    >>> named_skill("expert")
    Skill(angle_sd=0.015, speed_sd=0.02)
    """
    if name not in SKILLS:
        raise InputError(place, unknown("skill", name, list(SKILLS)))
    return SKILLS[name]
