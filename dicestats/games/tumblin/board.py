"""The board of Tumblin' Dice: where its levels, tongues and pegs are. Assumed, not printed."""

import itertools
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from dicestats.game import Variant

MOST_TONGUES = 6
MOST_PEGS = 32


def as_tuple(value: Any) -> Any:
    """Read lists of TOML and JSON, at any depth, as tuples.

    Parameters
    ----------
    value : object
        What was given.

    Returns
    -------
    object
        The same with tuples for lists.

    Examples
    --------
    >>> as_tuple([[1, 2], "a"])
    ((1, 2), 'a')
    """
    return tuple(as_tuple(item) for item in value) if isinstance(value, list | tuple) else value


Length = Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)]
Coordinate = Annotated[float, Field(ge=-10, le=10, allow_inf_nan=False)]
Centres = Annotated[
    tuple[Coordinate, ...], Field(min_length=1, max_length=MOST_TONGUES), BeforeValidator(as_tuple)
]
Pegs = Annotated[
    tuple[tuple[Coordinate, Coordinate], ...],
    Field(max_length=MOST_PEGS),
    BeforeValidator(as_tuple),
]

_PEGS = (
    *((x, 0.684) for x in (-0.165, -0.095, -0.035, 0.035, 0.095, 0.165)),
    *((x, 0.594) for x in (-0.185, -0.065, 0.065, 0.185)),
)


class Board(BaseModel):
    """A board: all lengths in metres, x sideways from the middle, y forward from the back edge.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields and for boards that cannot be built: levels out of order, tongues that
        overlap or stick out, pegs in the air.

    Notes
    -----
    Nobody publishes the dimensions: all are estimates from pictures (rulings: "Physics: assumed,
    not printed"), and every finding that rests on them holds for this board.

    Examples
    --------
    >>> Board().levels
    (0.0, 0.38, 0.49, 0.6, 0.69)
    >>> Board(**PRESETS["medium"].overrides).width
    0.28
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    width: Length = Field(0.400, description="width of levels -1x to 3x, metres")
    disc_width: Length = Field(0.110, description="width of the landing disc, metres")
    disc_length: Length = Field(
        0.100, description="length of the landing disc, from the back edge, metres"
    )
    disc_height: Length = Field(
        0.010, description="height of the landing disc above level 1x, metres"
    )
    strip_end: Length = Field(
        0.220, description="distance of the painted line between -1x and 1x, metres"
    )
    level_1_end: Length = Field(0.380, description="distance of the edge from 1x to 2x, metres")
    level_2_end: Length = Field(0.490, description="distance of the edge from 2x to 3x, metres")
    level_3_end: Length = Field(0.600, description="distance of the edge from 3x to 4x, metres")
    tongue_end: Length = Field(0.690, description="distance of the far end of 4x, metres")
    tongue_width: Length = Field(0.080, description="width of each tongue of 4x, metres")
    tongue_centres: Centres = Field(
        (-0.130, 0.0, 0.130), description="middles of the tongues of 4x; between them is a void"
    )
    step_height: Length = Field(0.018, description="height of the steps between levels, metres")
    peg_radius: Length = Field(0.005, description="radius of the wooden pegs, metres")
    pegs: Pegs = Field(
        _PEGS, description="x and y of the pegs: at the tongues' far corners and before the voids"
    )
    die_size: Length = Field(0.016, description="edge of a die, metres")

    @property
    def levels(self) -> tuple[float, float, float, float, float]:
        """Where levels 1 to 4 begin, and where the last one ends."""
        return 0.0, self.level_1_end, self.level_2_end, self.level_3_end, self.tongue_end

    @property
    def tongues(self) -> tuple[tuple[float, float], ...]:
        """Left and right edge of each tongue of 4x."""
        half = self.tongue_width / 2
        return tuple((centre - half, centre + half) for centre in self.tongue_centres)

    def peg_level(self, x: float, y: float) -> int:
        """Tell on which level a peg stands.

        Parameters
        ----------
        x, y : float
            Where it stands.

        Returns
        -------
        int
            1 to 4; 0 in the air, on the landing disc or outside.

        Examples
        --------
        >>> Board().peg_level(0.065, 0.594), Board().peg_level(0.065, 0.684)
        (3, 0)
        """
        if not (0 <= y < self.tongue_end and abs(x) <= self.width / 2):
            return 0
        if y < self.disc_length and abs(x) < self.disc_width / 2:
            return 0
        level = sum(y >= begin for begin in self.levels[:4])
        return level if level < 4 or any(a <= x <= b for a, b in self.tongues) else 0

    def mirrored(self) -> "Board":
        """Exchange left and right.

        Returns
        -------
        Board
            The mirror image.
        """
        centres = tuple(-x for x in reversed(self.tongue_centres))
        pegs = tuple((-x, y) for x, y in self.pegs)
        return self.model_copy(update={"tongue_centres": centres, "pegs": pegs})

    @model_validator(mode="after")
    def _can_be_built(self) -> Self:
        if faults := [*self._order_faults(), *self._tongue_faults(), *self._peg_faults()]:
            raise ValueError("; ".join(faults))
        return self

    def _order_faults(self) -> list[str]:
        names = ("disc_length", "strip_end", "level_1_end", "level_2_end", "level_3_end",
                 "tongue_end")  # fmt: skip
        pairs = [*itertools.pairwise(names), ("disc_width", "width")]
        return [
            f"{low} {getattr(self, low)} must be less than {high} {getattr(self, high)}"
            for low, high in pairs
            if getattr(self, low) >= getattr(self, high)
        ]

    def _tongue_faults(self) -> list[str]:
        faults = []
        centres, width = self.tongue_centres, self.tongue_width
        for left, right in itertools.pairwise(centres):
            if right <= left:
                faults.append(f"tongue_centres go from left to right, but {right} follows {left}")
            elif right - left <= width:
                faults.append(f"tongues of width {width} at {left} and {right} overlap or touch")
        # A tenth of a micrometre: widths that were scaled are not exact.
        if any(abs(centre) + width / 2 > self.width / 2 + 1e-7 for centre in centres):
            faults.append(f"tongues stick out of the board: its width is {self.width}")
        return faults

    def _peg_faults(self) -> list[str]:
        lost = [peg for peg in self.pegs if self.peg_level(*peg) == 0]
        return [f"there is no level below the peg at x {x}, y {y}" for x, y in lost]


def scaled(board: Board, factor: float) -> Board:
    """Make a board larger or smaller, its dice with it.

    Parameters
    ----------
    board : Board
        The board.
    factor : float
        By which every length is multiplied, to a hundredth of a millimetre.

    Returns
    -------
    Board
        The other board.

    Examples
    --------
    >>> scaled(Board(), 0.7).die_size
    0.0112
    """
    return Board(**_times(board.model_dump(), factor))


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, dict):
        return {name: _times(part, factor) for name, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_times(part, factor) for part in value)
    return round(value * factor, 5)


PRESETS = {
    "standard": Variant({}, "the large board", "estimated from pictures; nothing is printed"),
    "medium": Variant(
        scaled(Board(), 0.7).model_dump(exclude_defaults=True),
        "the medium board: every length, the dice too, by 0.7",
        "estimated from pictures; nothing is printed",
    ),
}
