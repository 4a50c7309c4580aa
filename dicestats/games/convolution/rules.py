"""The rules of Convolution as one frozen value: every number of the rulebook is a field."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from dicestats.game import Variant

COLORS = ("red", "blue", "green", "yellow", "orange", "purple")
RANKS = (
    "first_highest",
    "second_highest",
    "third_highest",
    "fourth_highest",
    "fifth_highest",
    "sixth_highest",
)
BLUGGARD = "bluggard"
TOTALS = ("colors_total", "ranks_total", "grand_total")

SEATS = 2

Penalty = Annotated[int, Field(ge=-1000, le=1000)] | Literal["below_min", "off"]


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Leaders = Annotated[tuple[Annotated[int, Field(ge=0, le=1)], ...], BeforeValidator(_as_tuple)]


class Rules(BaseModel):
    """The rules of one game of Convolution.

    Every field has the published value as its default; a variant is another value.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields, values outside the allowed range, and combinations that no table
        can play.

    Notes
    -----
    Source: the Convolution rulebook; points it leaves open are settled by rulings C1 to C11.

    Examples
    --------
    >>> Rules().active[:4], Rules().pairs, Rules(colors=2).pairs
    (('red', 'blue', 'green', 'yellow'), 9, 5)
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    colors: int = Field(
        4,
        ge=1,
        le=6,
        description="colours of dice: red, blue, green, yellow, orange, purple; ranks follow "
        "(rulebook: Equipment; ruling C11)",
    )
    dice_per_color: int = Field(
        2, ge=1, le=10, description="dice of each colour (rulebook: Equipment; ruling C11)"
    )
    sides: int = Field(
        6, ge=2, le=100, description="sides of a die, numbered from 1 (rulebook: Equipment; C11)"
    )
    bluggard: bool = Field(
        True, description="the total of all dice is a category (rulebook: Active Categories; C11)"
    )
    calculated: bool = Field(
        True,
        description="the three totals are categories and the first tiebreaker "
        "(rulebook: Calculated Categories; ruling C11)",
    )
    lead: Literal["alternate", "fixed"] | Leaders = Field(
        "alternate",
        description="who rolls and plays first in each pair: alternate, fixed (seat 0 always), "
        "or a list of seats, one a pair (rulebook: Basic Turn Structure; ruling C1)",
    )
    first_top_score: Penalty = Field(
        1,
        description="what the first player of a colour or rank writes for its largest value: "
        "a number from -1000 to 1000, below_min (smallest value - 1) or off "
        "(rulebook: First-to-12 Rule; ruling C4)",
    )
    first_top_scope: Literal["both", "colors", "ranks"] = Field(
        "both", description="the sections the first-to-12 rule holds for (ruling C4)"
    )
    first_top_bluggard: Penalty = Field(
        7,
        description="what the first player of the Bluggard writes for its largest value: a "
        "number from -1000 to 1000, below_min or off (rulebook: Bluggard Exception; ruling C5)",
    )
    bluggard_twelve: bool = Field(
        False,
        description="the literal reading: a first Bluggard equal to the largest colour value "
        "(12) also falls under the first-to-12 rule, unless it is the largest Bluggard "
        "(ruling C5)",
    )
    tied_category: Literal["first", "second", "nobody"] = Field(
        "first",
        description="who wins an active category with equal scores: its first player, its "
        "second player, nobody (rulebook: Winning Categories; ruling C8)",
    )
    tied_total: Literal["first_to_complete", "nobody", "second_to_complete"] = Field(
        "first_to_complete",
        description="who wins an equal Colors or Ranks total (rulebook: Winning Categories; C7)",
    )
    tied_grand_total: Literal["as_totals", "first_seat", "second_seat", "nobody"] = Field(
        "as_totals",
        description="who wins an equal Grand Total: as tied_total says, seat 0, seat 1, nobody "
        "(rulebook: Winning Categories; ruling C7)",
    )

    @model_validator(mode="after")
    def _leads_fit(self) -> Self:
        if isinstance(self.lead, tuple) and len(self.lead) != self.pairs:
            raise ValueError(
                f"lead lists {len(self.lead)} leaders, but these rules have {self.pairs} pairs"
            )
        return self

    @property
    def active(self) -> tuple[str, ...]:
        """Names of the categories that are played, in index order."""
        return COLORS[: self.colors] + RANKS[: self.colors] + (BLUGGARD,) * self.bluggard

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of all categories that can be won: the active ones, then the totals."""
        return self.active + TOTALS * self.calculated

    @property
    def pairs(self) -> int:
        """Number of rolls: one for each active category."""
        return 2 * self.colors + self.bluggard

    @property
    def dice(self) -> int:
        """Number of dice rolled at once."""
        return self.colors * self.dice_per_color

    @property
    def leaders(self) -> tuple[int, ...]:
        """Seat that plays first in each pair (ruling C1)."""
        if self.lead == "alternate":
            return tuple(pair % SEATS for pair in range(self.pairs))
        if self.lead == "fixed":
            return (0,) * self.pairs
        return self.lead

    @property
    def lowest(self) -> tuple[int, ...]:
        """Smallest possible value of each active category."""
        section = (self.dice_per_color,) * self.colors
        return section + section + (self.dice,) * self.bluggard

    @property
    def tops(self) -> tuple[int, ...]:
        """Largest possible value of each active category: 12 and 48 in the published game."""
        return tuple(low * self.sides for low in self.lowest)

    @property
    def first_tops(self) -> tuple[int | None, ...]:
        """What the first player writes for the top of each active category; None: the top."""
        section = _penalty(self.first_top_score, self.dice_per_color)
        colors = section if self.first_top_scope in ("both", "colors") else None
        ranks = section if self.first_top_scope in ("both", "ranks") else None
        bluggard = _penalty(self.first_top_bluggard, self.dice)
        return (colors,) * self.colors + (ranks,) * self.colors + (bluggard,) * self.bluggard

    @property
    def first_bluggard_twelve(self) -> int | None:
        """What the first player of the Bluggard writes for a 12; None: the 12 (ruling C5)."""
        if not (self.bluggard and self.bluggard_twelve and self.colors > 1):
            return None
        return _penalty(self.first_top_score, self.dice_per_color)


def _penalty(setting: int | str, lowest: int) -> int | None:
    if isinstance(setting, int):
        return setting
    return lowest - 1 if setting == "below_min" else None


# Small enough that ties, double tops and null winners are common (tests run on it).
SMALL = Rules(colors=2, dice_per_color=1, sides=2)

VARIANTS = {
    "published": Variant({}, "the published rules", "rulebook"),
    "no_first_top": Variant(
        {"first_top_score": "off", "first_top_bluggard": "off"},
        "nobody is punished for a first 12 or a first 48",
        "rulebook: First-to-12 Rule and Bluggard Exception, switched off; ruling C4, C5",
    ),
    "literal_twelve": Variant(
        {"bluggard_twelve": True},
        "a first Bluggard of 12 writes 1, as the rule's wording can be read",
        "rulebook: First-to-12 Rule; ruling C5",
    ),
    "below_min": Variant(
        {"first_top_score": "below_min", "first_top_bluggard": "below_min"},
        "a first top value writes one less than the smallest value, for any dice",
        "ruling C4, C5",
    ),
    "fixed_lead": Variant(
        {"lead": "fixed"}, "seat 0 rolls and plays first in every pair", "ruling C1"
    ),
    "odd_lead_second": Variant(
        {"lead": (1, 0, 1, 0, 1, 0, 1, 0, 1)},
        "seat 1 has the odd, fifth lead",
        "ruling C1 (a balance lever)",
    ),
    "grand_tie_second": Variant(
        {"tied_grand_total": "second_seat"},
        "an equal Grand Total belongs to seat 1",
        "ruling C7 (a balance lever)",
    ),
    "grand_tie_nobody": Variant(
        {"tied_grand_total": "nobody"}, "nobody wins an equal Grand Total", "ruling C7"
    ),
    "ties_second": Variant(
        {"tied_category": "second"}, "the second player of a category wins its ties", "ruling C8"
    ),
    "no_totals": Variant(
        {"calculated": False}, "only the nine active categories are won", "ruling C11"
    ),
    "three_colors": Variant({"colors": 3}, "six dice of three colours, seven pairs", "ruling C11"),
    "five_colors": Variant({"colors": 5}, "ten dice of five colours, eleven pairs", "ruling C11"),
    "six_colors": Variant({"colors": 6}, "twelve dice of six colours, 13 pairs", "ruling C11"),
}
