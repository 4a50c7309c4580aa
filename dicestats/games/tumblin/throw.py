"""How dice slide, drop, turn over and bounce: fitted numbers, assumed and never printed."""

from typing import Annotated, Any

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

_FIT = "fitted to rigid bodies (fidelity/rigid_bodies.json)"
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
    tipping_way: Spread | None = None


def _solid(sides: int, **numbers: Any) -> Solid:
    text = f"what differs for {sides}-sided dice, whose faces are as far apart as a die's; {_FIT}"
    return Field(Solid(**numbers), description=text)


class Throw(BaseModel):
    """The model of a throw: discs that slide, drop from level to level, and bump into each other.

    Fields of four numbers are by drops since the die last lay still on a level: 0, 1, 2, 3 or
    more for friction and bumps, the first to the fourth or later drop for everything else. Speeds
    are in metres a second, angles in radians.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields and values outside their range.

    Notes
    -----
    Nothing is printed. The numbers are fitted (``simulations/tumblin/fit.py``) to 12,000 single
    throws and 6,000 throws at four lying dice of a rigid-body simulation at friction 0.25, those
    of other solids to 3,000 single throws each; how well is held by a test. Six numbers of
    bumps (radius, graze, friction, and share, spread and direction on level 1) were set by hand,
    from how far dice on level 1 go that are struck at each distance from their middle; the other
    numbers of bumps by a search around the fit, for the least difference of features. What a bump
    does is the same for all solids: only six-sided dice were thrown at others.

    Examples
    --------
    >>> Throw().friction_share
    (1.0, 1.0187, 0.9552, 0.6207)
    >>> Throw(d20=Solid(drop_loss=0.3)).of(20).drop_loss
    0.3
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    gravity: Positive = Field(9.81, description="acceleration of free fall, m/s^2")
    friction: Positive = Field(0.25, description=f"friction of dice on wood; {_CHOSEN}")
    friction_share: Frictions = Field(
        (1.0, 1.0187, 0.9552, 0.6207),
        description=f"share of the friction that slows a die: after two drops it rolls; {_FIT}",
    )
    glide_factor: Positive = Field(
        1.0562, description=f"length of a fall in terms of speed x sqrt(2 h / g); {_FIT}"
    )
    drop_loss: Share = Field(
        0.2034, description=f"speed lost in a landing in terms of sqrt(2 g h); {_FIT}"
    )
    loss_sd: Spreads = Field(
        (0.0174, 0.0143, 0.1326, 0.1732), description=f"sd of that loss, m/s; {_FIT}"
    )
    turn_sd: Spreads = Field(
        (0.0303, 0.149, 0.2418, 0.3185), description=f"sd of the turn in a landing, rad; {_FIT}"
    )
    face_change: Shares = Field(
        (0.0137, 0.2795, 0.8124, 0.6763),
        description=f"how often a landing changes the face; {_FIT}",
    )
    opposite_share: Shares = Field(
        (0.0357, 0.1107, 0.1864, 0.2858),
        description=f"how often a changed face is the opposite one; {_FIT}",
    )
    tipping_speed: Spread = Field(
        0.39, description=f"below it a die that falls a step always turns over, m/s; {_FIT}"
    )
    tipping_speed_disc: Spread = Field(
        0.2813, description=f"the same for a fall from the landing disc, m/s; {_FIT}"
    )
    tipping_way: Spread = Field(
        1.2138, description=f"a die falls no shorter than this: it tips over, in edges; {_FIT}"
    )
    tipping_turn: Spread = Field(
        0.3782, description=f"sd of the turn of one that lands below the tipping speed, rad; {_FIT}"
    )
    standoff: Spread = Field(
        0.5,
        description="distance of a die's centre from a step behind it, in edges; "
        f"a half where its side leans on it; {_CHOSEN}",
    )
    least_landing: Positive = Field(
        0.02, description=f"no die lands with less speed than this, m/s; {_CHOSEN}"
    )
    landing_spread: Spread = Field(
        0.1, description=f"one that would goes on with up to this much more, m/s; {_CHOSEN}"
    )
    contact_radius: Positive = Field(
        0.66, description=f"radius of the disc that stands for a die, in edges; {_FIT}"
    )
    push_share: Shares = Field(
        (0.715, 0.715, 0.536, 0.48),
        description="share of two dice's closing speed that a push hands on: at 0.5 they stay "
        f"together, at 1 they part as fast; with less one passes the other; {_FIT}",
    )
    push_sd: Shares = Field(
        (0.15, 0.15, 0.48, 0.48),
        description=f"spread of that share: how the dice are turned, in terms of it; {_FIT}",
    )
    graze: Share = Field(
        0.85,
        description="share of the push that a die loses that is met at its rim, as (sine of the "
        f"angle of impact)^4: corners turn and give way; {_FIT}",
    )
    bump_face_change: Shares = Field(
        (0.19, 0.1, 0.08, 0.0),
        description="how often a bump on level 1 changes the face of the die that comes and of "
        f"the one it meets: first two while it slides, last two while it falls; {_FIT}",
    )
    contact_friction: Spread = Field(0.015, description=f"between two dice; {_FIT}")
    slip_share: Annotated[float, Field(ge=0, le=0.5)] = Field(
        0.17,
        description=f"at most this share of two dice's slip goes from one to the other; {_CHOSEN}",
    )
    contact_jitter: Spreads = Field(
        (0.05, 0.05, 0.3244, 0.25),
        description=f"sd of the direction in which dice push each other, rad; {_FIT}",
    )
    clear_share: Share = Field(
        0.2081, description=f"share of a fall from a step in which a die flies above others; {_FIT}"
    )
    peg_restitution: Share = Field(0.4035, description=f"of a die and a peg; {_FIT}")
    peg_jitter: Spread = Field(
        0.3395, description=f"sd of the direction in which a peg pushes a die, rad; {_FIT}"
    )
    wall_restitution: Share = Field(0.6424, description=f"of a die and a step behind it; {_FIT}")
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
    d8: Solid = _solid(
        8,
        friction_share=(1.0, 1.0233, 0.9314, 0.6808),
        glide_factor=1.0576,
        drop_loss=0.1772,
        loss_sd=(0.0142, 0.0667, 0.0952, 0.1937),
        turn_sd=(0.0326, 0.1748, 0.2308, 0.2827),
        face_change=(0.2047, 0.6459, 0.8887, 0.929),
        opposite_share=(0.0098, 0.0265, 0.0959, 0.3044),
        tipping_way=1.1744,
    )
    d10: Solid = _solid(
        10,
        friction_share=(1.0, 1.0255, 0.8416, 0.5289),
        glide_factor=1.0361,
        drop_loss=0.147,
        loss_sd=(0.035, 0.0444, 0.1681, 0.3),
        turn_sd=(0.0764, 0.1601, 0.276, 0.425),
        face_change=(0.6594, 0.7015, 0.6918, 0.5574),
        opposite_share=(0.0197, 0.1675, 0.1347, 0.1914),
        tipping_way=1.2092,
    )
    d12: Solid = _solid(
        12,
        friction_share=(1.0, 0.8618, 0.5635, 0.5573),
        glide_factor=1.0786,
        drop_loss=0.1746,
        loss_sd=(0.0436, 0.1361, 0.1004, 0.2613),
        turn_sd=(0.2115, 0.1881, 0.2384, 0.5209),
        face_change=(0.8673, 0.6017, 0.5841, 0.0844),
        opposite_share=(0.1147, 0.0148, 0.0752, 0.5551),
        tipping_way=1.1061,
    )
    d20: Solid = _solid(
        20,
        friction_share=(1.0, 0.9201, 0.7417, 0.7291),
        glide_factor=1.175,
        drop_loss=0.171,
        loss_sd=(0.0474, 0.1137, 0.0906, 0.2041),
        turn_sd=(0.1812, 0.0994, 0.2833, 0.4254),
        face_change=(0.9164, 0.6249, 0.476, 0.7384),
        opposite_share=(0.0582, 0.1487, 0.2097, 0.0918),
        tipping_way=0.9707,
    )

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
