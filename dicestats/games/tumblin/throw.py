"""How dice slide, drop, turn over and bounce: fitted numbers, assumed and never printed."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from dicestats.games.tumblin.board import as_tuple

DROPS = 4  # after 0, 1, 2, 3 or more drops since a die last lay still
CALIBRATED = (8, 10, 12, 20)  # dice that may have numbers of their own, besides d6

Positive = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Spread = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]
Four = BeforeValidator(as_tuple)
Frictions = Annotated[tuple[Positive, Positive, Positive, Positive], Four]
Shares = Annotated[tuple[Share, Share, Share, Share], Four]
Spreads = Annotated[tuple[Spread, Spread, Spread, Spread], Four]

_FIT = "fitted to rigid bodies (rulings: Physics)"
_CHOSEN = "chosen (rulings: Physics)"


class Solid(BaseModel):
    """What differs for dice of another shape; what is left out is as for six-sided dice.

    Examples
    --------
    >>> Solid(glide_factor=1.1).model_dump(exclude_none=True)
    {'glide_factor': 1.1}
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    friction_share: Frictions | None = None
    glide_factor: Positive | None = None
    drop_loss: Share | None = None
    loss_sd: Spreads | None = None
    turn_sd: Spreads | None = None
    face_change: Shares | None = None
    opposite_share: Shares | None = None
    contact_radius: Positive | None = None


def _solid(sides: int) -> Solid:
    text = f"what differs for {sides}-sided dice: a table of fields; none is calibrated yet"
    return Field(Solid(), description=text)


class Throw(BaseModel):
    """The model of a throw: discs that slide, drop from level to level, and bump into each other.

    Fields of four numbers are by drops since the die last lay still on a level: 0, 1, 2, 3 or
    more for friction, the first to the fourth or later drop for everything else. Speeds are in
    metres a second, angles in radians.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields and values outside their range.

    Notes
    -----
    Source of the numbers: rulings, "Physics: assumed, not printed"; fitted there to 16,000 single
    throws and 6,000 throws at four resting dice of a rigid-body simulation, at friction 0.25.
    The fit knew three landings: later ones were as the third. The rulings' fourth numbers belong
    to a row that the fitted program never read; here the fourth landing repeats the third.

    Examples
    --------
    >>> Throw().friction_share
    (1.0, 1.0, 0.8777, 0.5463)
    >>> Throw(d20=Solid(drop_loss=0.3)).of(20).drop_loss
    0.3
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    gravity: Positive = Field(9.81, description="acceleration of free fall, m/s^2")
    friction: Positive = Field(0.25, description=f"friction of dice on wood; {_CHOSEN}")
    friction_share: Frictions = Field(
        (1.0, 1.0, 0.8777, 0.5463),
        description=f"share of the friction that slows a die: after two drops it rolls; {_FIT}",
    )
    glide_factor: Positive = Field(
        1.0363, description=f"length of a fall in terms of speed x sqrt(2 h / g); {_FIT}"
    )
    drop_loss: Share = Field(
        0.2149, description=f"speed lost in a landing in terms of sqrt(2 g h); {_FIT}"
    )
    loss_sd: Spreads = Field(
        (0.0008, 0.0386, 0.1055, 0.1055), description=f"sd of that loss, m/s; {_FIT}"
    )
    turn_sd: Spreads = Field(
        (0.0324, 0.0444, 0.2121, 0.2121), description=f"sd of the turn in a landing, rad; {_FIT}"
    )
    face_change: Shares = Field(
        (0.0, 0.3231, 0.8745, 0.8745), description=f"how often a landing changes the face; {_FIT}"
    )
    opposite_share: Shares = Field(
        (0.1365, 0.0944, 0.2037, 0.2037),
        description=f"how often a changed face is the opposite one; {_FIT}",
    )
    tipping_speed: Spread = Field(
        0.35, description=f"below it a die that falls a step always turns over, m/s; {_CHOSEN}"
    )
    tipping_speed_disc: Spread = Field(
        0.25, description=f"the same for a fall from the landing disc, m/s; {_CHOSEN}"
    )
    least_landing: Positive = Field(
        0.02, description=f"no die lands with less speed than this, m/s; {_CHOSEN}"
    )
    landing_spread: Spread = Field(
        0.1, description=f"one that would goes on with up to this much more, m/s; {_CHOSEN}"
    )
    contact_radius: Positive = Field(
        0.6125, description=f"radius of the disc that stands for a die, in edges; {_FIT}"
    )
    restitution: Share = Field(0.2696, description=f"of two dice; {_FIT}")
    contact_friction: Spread = Field(0.0159, description=f"between two dice; {_FIT}")
    slip_share: Annotated[float, Field(ge=0, le=0.5)] = Field(
        0.17,
        description=f"at most this share of two dice's slip goes from one to the other; {_CHOSEN}",
    )
    contact_jitter: Spread = Field(
        0.0128, description=f"sd of the direction in which dice push each other, rad; {_FIT}"
    )
    clear_share: Share = Field(
        0.252, description=f"share of a fall from a step in which a die flies above others; {_FIT}"
    )
    peg_restitution: Share = Field(0.3103, description=f"of a die and a peg; {_FIT}")
    peg_jitter: Spread = Field(
        0.3854, description=f"sd of the direction in which a peg pushes a die, rad; {_FIT}"
    )
    wall_restitution: Share = Field(0.0872, description=f"of a die and a step behind it; {_FIT}")
    wall_slide: Share = Field(
        0.7, description=f"share of the speed along a step that it leaves; {_CHOSEN}"
    )
    stop_speed: Annotated[float, Field(ge=0.001, le=2, allow_inf_nan=False)] = Field(
        0.01,
        description=f"a die slower than this after a bump lies still, m/s; {_CHOSEN}",
    )
    tongue_grip: Spread = Field(
        0.0003, description=f"how far past a tongue's side a die still lies on it, m; {_CHOSEN}"
    )
    d8: Solid = _solid(8)
    d10: Solid = _solid(10)
    d12: Solid = _solid(12)
    d20: Solid = _solid(20)

    def of(self, sides: int) -> "Throw":
        """Give the model for dice of one shape.

        Parameters
        ----------
        sides : int
            Sides of the die; those that are not calibrated move as six-sided ones do.

        Returns
        -------
        Throw
            The same with that solid's own numbers.
        """
        if sides not in CALIBRATED:
            return self
        solid: Solid = getattr(self, f"d{sides}")
        return self.model_copy(update=solid.model_dump(exclude_none=True))
