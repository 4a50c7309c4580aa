"""The rules of Tumblin' Dice as one frozen value: every number of the rules sheet is a field."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.throw import Throw

FEWEST_SEATS, MOST_SEATS = 2, 16
USUAL_SEATS = 4  # for more of them the number of dice must be given (ruling T14)
BONUS_SEATS = 2  # the bonus die is for two players (rules sheet: Rules for 2 players)
PHYSICAL = ("board", "throw")  # what records hold no word of: they tell where dice lie

DieSides = Literal[6, 8, 10, 12, 20]


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


_as_tuples = BeforeValidator(_tuples)


class Rules(BaseModel):
    """The rules of one game of Tumblin' Dice.

    Every field has the published value as its default; a variant is another value. A *side* is a
    player or a team.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields, values outside the allowed range, and combinations that no table can
        play: all of them at once.

    Notes
    -----
    Source: the rules sheet of Tumblin' Dice, whose English and French columns disagree. Defaults
    follow the English one; points it leaves open are settled by rulings T1 to T15.

    Examples
    --------
    >>> Rules().seats, Rules(bonus_dice=1).seats, Rules(teams=((0, 2), (1, 3))).seats
    ((2, 3, 4), (2,), (4,))
    >>> Rules(sides=(6, 6, 8, 20)).die_sides, Rules().members(3)
    ((6, 6, 8, 20), ((0,), (1,), (2,)))
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    end: Literal["rounds", "target", "wins"] = Field(
        "rounds",
        description="what ends the game: a number of rounds, a side at or past the target after a "
        "round, or a number of rounds won (sheet: Object; Other playing options; ruling T1)",
    )
    rounds: int = Field(4, ge=1, le=1000, description="rounds of a game (sheet: Object; T1)")
    target: int = Field(
        301, ge=1, le=10_000, description="points to reach, such as 301 or 501 (sheet; ruling T1)"
    )
    wins: int = Field(
        4, ge=1, le=1000, description="rounds to win (sheet: For the older players; ruling T1)"
    )
    final_tie: Literal["overtime", "share"] = Field(
        "overtime",
        description="sides that are equal in the end play on among themselves, or share the win "
        "(sheet, English: Object; French: Aim of the game; rulings T1, T2)",
    )
    max_rounds: int = Field(
        200,
        ge=1,
        le=1000,
        description="rounds after which a game is cut short: the highest total wins (ruling T1)",
    )
    tied_round: Literal["none", "all"] = Field(
        "none", description="who has won a round in which several sides are best (ruling T3)"
    )
    order: Literal["score", "total", "fixed", "reverse", "rotate"] = Field(
        "score",
        description="who shoots first in the next round: the highest score of this round, the "
        "highest total, the same as before, the lowest score, or the one who was second "
        "(sheet: How to play; ruling T4)",
    )
    order_tie: Literal["stable", "revert"] = Field(
        "stable",
        description="sides with the same score keep their order relative to each other, or any "
        "such tie keeps the whole order as it was (sheet: How to play; ruling T4)",
    )
    first_order: Literal["roll", "seats"] = Field(
        "roll",
        description="the first order: each side rolls a die, the highest first, or side 0 first "
        "(sheet: Setup; ruling T4)",
    )
    dice: int = Field(
        4,
        ge=1,
        le=12,
        description="dice of each seat, without bonus dice; 4 for 2 to 4 seats, for more it must "
        "be given (sheet: How to play, Rules for 2 players, Team rules; rulings T5, T14)",
    )
    bonus_dice: int = Field(
        0,
        ge=0,
        le=1,
        description="bonus dice of each seat, for two players: thrown when their owner likes "
        "(sheet: Rules for 2 players; ruling T5)",
    )
    bonus_factor: int = Field(
        2,
        ge=0,
        le=10,
        description="how often the points of a bonus die count (sheet: Rules for 2 players; T5)",
    )
    teams: Annotated[tuple[tuple[int, ...], ...], _as_tuples] = Field(
        (),
        description="the seats of each team in shooting order; none: everybody plays alone "
        "(sheet: Other playing options, Team rules; rulings T5, T6)",
    )
    minus_level: Literal["-1x", "0x"] = Field(
        "-1x",
        description="the lowest level: a die stays and counts against its owner, or it is removed "
        "at once and scores 0 (sheet: How to play; ruling T7)",
    )
    disc: Literal["minus", "stay", "remove"] = Field(
        "minus",
        description="a die left on the landing disc: as one on the lowest level, an obstacle that "
        "scores 0, or removed (ruling T8)",
    )
    scoring: Literal["multiply", "add"] = Field(
        "multiply",
        description="level times face, or for children level plus face (sheet: How to play, "
        "For the youngest players; ruling T9)",
    )
    add_minus: Literal["negative", "face-1"] = Field(
        "negative",
        description="what a die on level -1 counts when levels are added: its face against its "
        "owner, or the face less 1 (sheet: For the youngest players; ruling T9)",
    )
    eject: Literal["zero", "negative"] = Field(
        "zero",
        description="what a die off the board counts: nothing, or its face against its owner "
        "(sheet: For the older players; ruling T10)",
    )
    eject_scope: Literal["any", "hit"] = Field(
        "any",
        description="which dice off the board count against their owner: all, or those that a "
        "later shot knocked off (sheet: For the older players; ruling T10)",
    )
    all_on: Literal["none", "double"] | Annotated[int, Field(ge=-1000, le=1000)] = Field(
        "none",
        description="bonus for having all dice on the board in the end of a round: none, points "
        "such as 10 or 20, or a positive round score doubled (sheet: For the older players; T11)",
    )
    all_on_unit: Literal["player", "side"] = Field(
        "player", description="whose dice must all be on the board, and who has the bonus (T11)"
    )
    sides: DieSides | Annotated[tuple[DieSides, ...], _as_tuples] = Field(
        6,
        description="sides of the dice, or a list with one entry for each throw of a seat, the "
        "bonus die last (sheet: Being ridiculous never killed anyone; ruling T12)",
    )
    levels: Annotated[
        tuple[Annotated[int, Field(ge=-100, le=100)], ...],
        Field(min_length=5, max_length=5),
        _as_tuples,
    ] = Field(
        (-1, 1, 2, 3, 4),
        description="what the levels printed -1x, 1x, 2x, 3x and 4x count (sheet: Setup; T12)",
    )
    start_face: Literal["choice", "random"] = Field(
        "choice",
        description="the face that is up before a die is flicked: as its owner likes, or rolled "
        "(sheet: Rules for individual play; ruling T13)",
    )
    line: Literal["centre", "whole"] = Field(
        "centre",
        description="where a die on a painted line is: where its centre is, or on the higher "
        "level only if it lies wholly past the line (ruling T15)",
    )

    board: Annotated[Board, Strict(False)] = Field(
        Board(), description="the board's lengths: assumed, not printed (rulings: Physics)"
    )
    throw: Annotated[Throw, Strict(False)] = Field(
        Throw(), description="how dice slide, drop and bump: fitted, not printed (rulings: Physics)"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        faults = [*self._end_faults(), *self._dice_faults(), *self._team_faults()]
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def _end_faults(self) -> list[str]:
        faults, needed = [], {"rounds": self.rounds, "wins": self.wins}.get(self.end, 1)
        if needed > self.max_rounds:
            faults.append(f"{self.end} {needed} is more than max_rounds {self.max_rounds}")
        if self.end == "target" and self.max_rounds * self.round_range[1] < self.target:
            most = self.max_rounds * self.round_range[1]
            faults.append(f"target {self.target} is out of reach: max_rounds bring {most} at most")
        return faults

    def _dice_faults(self) -> list[str]:
        faults, throws = [], self.dice + self.bonus_dice
        if isinstance(self.sides, tuple) and len(self.sides) != throws:
            listed = f"sides lists {len(self.sides)} dice"
            faults.append(f"{listed}, but a seat has {self.dice} and {self.bonus_dice} bonus dice")
        seats = sum(map(len, self.teams))
        if self.bonus_dice and self.teams and seats != BONUS_SEATS:
            faults.append(f"bonus_dice are for {BONUS_SEATS} seats, but teams hold {seats}")
        if seats > USUAL_SEATS and "dice" not in self.model_fields_set:
            faults.append(f"dice must be given for {seats} seats")
        return faults

    def _team_faults(self) -> list[str]:
        faults, seats = [], [seat for team in self.teams for seat in team]
        sizes = sorted({len(team) for team in self.teams})
        if len(self.teams) == 1:
            faults.append("teams has 1 team: there must be 2 or more")
        if len(sizes) > 1 or sizes == [0]:
            faults.append(f"teams must have equal sizes, at least 1: these have {sizes}")
        if len(seats) > MOST_SEATS:
            faults.append(f"teams hold {len(seats)} seats, but at most {MOST_SEATS} can play")
        if sorted(seats) != list(range(len(seats))):
            shown = [list(team) for team in self.teams]
            faults.append(f"teams must hold each seat from 0 on once: these are {shown}")
        return faults

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of seats that can play (rulings T5, T14)."""
        if self.teams:
            return (sum(map(len, self.teams)),)
        if self.bonus_dice:
            return (BONUS_SEATS,)
        # That 4 dice are meant for more than 4 seats, too, must be said: given, not left out.
        most = MOST_SEATS if "dice" in self.model_fields_set else USUAL_SEATS
        return tuple(range(FEWEST_SEATS, most + 1))

    def members(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """List the seats of each side, in shooting order (ruling T6)."""
        return self.teams or tuple((seat,) for seat in range(seats))

    @property
    def die_sides(self) -> tuple[int, ...]:
        """Sides of a seat's dice by their own number, the bonus die last (ruling T12)."""
        if isinstance(self.sides, tuple):
            return self.sides
        return (self.sides,) * (self.dice + self.bonus_dice)

    @property
    def order_sides(self) -> int:
        """Sides of the die that is rolled for the first order: a seat's first one (ruling T4)."""
        return self.die_sides[0]

    @property
    def round_range(self) -> tuple[int, int]:
        """The least and the most that a side can score in a round."""
        least = most = 0
        for number, sides in enumerate(self.die_sides):
            factor = self.bonus_factor if number >= self.dice else 1
            worth = [0, -sides if self.eject == "negative" else 0]
            for face in (1, sides):
                worth += [self.points(place, face) for place in range(len(self.levels))]
            least, most = least + factor * min(worth), most + factor * max(worth)
        if self.all_on == "double":
            most *= 2
        elif self.all_on != "none":
            least, most = least + min(0, self.all_on), most + max(0, self.all_on)
        size = len(self.teams[0]) if self.teams else 1
        return least * size, most * size

    def points(self, place: int, face: int) -> int:
        """Count a die on one of the ``levels``, the lowest of which is place 0 (ruling T9)."""
        level = self.levels[place]
        if self.scoring == "multiply" or (place == 0 and self.add_minus == "negative"):
            return level * face
        return level + face

    def written(self, seats: int) -> dict[str, Any]:
        """List the overrides as a record of a game with so many seats holds them."""
        kept = self.model_dump(mode="json", exclude_defaults=True, exclude=set(PHYSICAL))
        return {**kept, "dice": self.dice} if seats > USUAL_SEATS else kept
