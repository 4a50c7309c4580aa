"""The rules of Dualing Dice as one frozen value: every number of the rulebook is a field."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    field_serializer,
    model_validator,
)

from dicestats.errors import InputError, unknown
from dicestats.game import Variant
from dicestats.games.dualing import deck as decks
from dicestats.games.dualing.cards import DICE, SIDES, WHITE_TYPES, Card

FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_ROUNDS = len(DICE)  # each takes at most one of the own colour dice (ruling D16)
RECONSTRUCTION = "reconstruction"


_as_tuple = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)


class Rules(BaseModel):
    """The rules of one game of Dualing Dice.

    Every field has the published value as its default; a variant is another value.

    Raises
    ------
    pydantic.ValidationError
        For unknown fields, values outside the allowed range, combinations that no table can
        play, and decks with any fault.

    Notes
    -----
    Source: the Dualing Dice rulebook; points it leaves open are settled by rulings D1 to D17.
    The published list of goal cards is not public: the default deck is a reconstruction.

    Examples
    --------
    >>> rules = Rules()
    >>> len(rules.cards), rules.seats, Rules(whites_per_type=3).seats
    (92, (2, 3, 4, 5, 6, 7, 8), (2, 3))
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    deck: str | Annotated[tuple[Any, ...], _as_tuple] = Field(
        RECONSTRUCTION,
        description="the goal cards: reconstruction (92 cards made to resemble the published "
        "ones, whose list is not public), a CSV file, or a list of cards with id, points, "
        "requires and condition (rulebook: Components; ruling D17)",
        json_schema_extra={"names_file": True},
    )
    rounds: int = Field(
        5, ge=1, le=MOST_ROUNDS, description="rounds of a set (rulebook: Game Objective; D15, D16)"
    )
    target: int = Field(
        15,
        ge=1,
        le=1000,
        description="points that end the game after the set in which somebody has them "
        "(rulebook: Winning the Game; ruling D15)",
    )
    hand_size: int = Field(
        3,
        ge=1,
        le=6,
        description="goal cards held when a set begins (rulebook: Playing a Set; ruling D13)",
    )
    max_discards: int = Field(
        2,
        ge=0,
        le=6,
        description="goal cards that may be exchanged at the start of a set "
        "(rulebook: Playing a Set; ruling D13)",
    )
    whites_per_type: int = Field(
        10,
        ge=1,
        le=99,
        description="white dice of each type, D4 to D12 (rulebook: Components; ruling D9)",
    )
    card_logic: Literal["all", "any"] = Field(
        "all",
        description="which of a goal's dice must be met: all, each by a die of its own, or any "
        "one (rulebook: Scoring a Set; ruling D1)",
    )
    die_reuse: bool = Field(
        True,
        description="one saved die may serve several goals; false: each die serves one goal, "
        "for the most points, then the fewest goals (rulebook: Scoring a Set; ruling D7)",
    )
    d10_zero_is_ten: bool = Field(
        True,
        description="a D10's 0 counts 10; false: it counts 0 (rulebook: Components; ruling D5)",
    )
    first_selection: Literal["color", "seat0", "rotate"] = Field(
        "color",
        description="who selects first: the highest color number, seat 0 always, or one seat "
        "further clockwise every round, seat 0 in the first; the last two need no re-rolls "
        "(rulebook: Playing a Round; ruling D10)",
    )
    reroll_stands: bool = Field(
        True,
        description="a die re-rolled in a tie keeps its new number; false: it is turned back "
        "once the tie is broken (rulebook: Tiebreaking; ruling D10)",
    )
    select_from: Literal["any", "own"] = Field(
        "any",
        description="what a selector may save besides its own color die: any rolled white die "
        "not yet saved, or only its own (rulebook: Die Selection; ruling D11)",
    )
    end_rule: Literal["points", "fewest_among_reached"] = Field(
        "points",
        description="who wins: most points, then fewest goals; or fewest goals among all who "
        "reached the target (rulebook: Winning the Game; ruling D15)",
    )
    final_tie: Literal["share", "extra_set"] = Field(
        "share",
        description="what follows if the winners are still equal: they share the win, or play "
        "one more set among themselves (rulebook: Winning the Game; ruling D15)",
    )
    max_sets: int = Field(
        1000,
        ge=1,
        le=10_000,
        description="sets after which a game is cut short and goes to the most points, then "
        "the fewest goals (ruling D15)",
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        faults = self._faults()
        try:
            cards = self._read_deck()
        except InputError as error:
            raise ValueError("; ".join([*faults, str(error)])) from error
        total = sum(card.points for card in cards)
        if total < self.target:
            faults.append(f"target {self.target} is out of reach: the deck has {total} points")
        if faults:
            raise ValueError("; ".join(faults))
        # The content takes the name's place, so that no later change of a file changes the rules.
        known = self.deck == RECONSTRUCTION or decks.to_list(cards) == decks.to_list(decks.load())
        object.__setattr__(self, "deck", RECONSTRUCTION if known else cards)
        return self

    def _read_deck(self) -> tuple[Card, ...]:
        if not isinstance(self.deck, str):
            return decks.from_list(self.deck, "deck", most_dice=self.rounds)
        if self.deck == RECONSTRUCTION:
            return decks.load(most_dice=self.rounds)
        if not Path(self.deck).exists():
            names = unknown("deck", self.deck, [RECONSTRUCTION])
            raise InputError("deck", f"{names}; or give a CSV file: there is none of that name")
        return decks.load(self.deck, most_dice=self.rounds)

    def _faults(self) -> list[str]:
        faults = []
        if not self.seats:
            dice = FEWEST_SEATS * self.rounds
            faults.append(f"{FEWEST_SEATS} seats save {dice} dice in a set: whites_per_type is low")
        if self.max_discards > self.hand_size:
            faults.append(
                f"max_discards {self.max_discards} is more than hand_size {self.hand_size}"
            )
        if self.card_logic == "any" and not self.die_reuse:
            faults.append('card_logic "any" needs die_reuse: true')
        return faults

    @field_serializer("deck")
    def _plain_deck(self, deck: str | tuple[Card, ...]) -> str | list[dict[str, Any]]:
        return deck if isinstance(deck, str) else decks.to_list(deck)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The deck, every copy for itself, by id (ruling D17)."""
        return decks.load() if isinstance(self.deck, str) else self.deck

    @cached_property
    def places(self) -> dict[int, int]:
        """Where each card stands in ``cards``, by its id."""
        return {card.id: place for place, card in enumerate(self.cards)}

    @property
    def written(self) -> dict[str, Any]:
        """The rules as a record holds them: overrides, and the cards of a deck of one's own."""
        changed = self.model_dump(mode="json", exclude_defaults=True, exclude={"deck"})
        return {"rules": changed, **({} if self.deck == RECONSTRUCTION else self.content)}

    @property
    def content(self) -> dict[str, Any]:
        """What the field ``deck`` only names, as plain JSON: it belongs to the rules' digest."""
        return {"cards": decks.to_list(self.cards)}

    @property
    def white_types(self) -> range:
        """Types of the white dice, as indices into ``DICE``: all but the D20 (ruling D6)."""
        return range(WHITE_TYPES)

    @property
    def color_types(self) -> range:
        """Types of the colour dice that each seat owns."""
        return range(len(DICE))

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice, by type."""
        return SIDES

    @property
    def seats(self) -> tuple[int, ...]:
        """Numbers of seats for which a set cannot run out of white dice (ruling D16)."""
        every = range(FEWEST_SEATS, MOST_SEATS + 1)
        whites = self.whites_per_type * len(self.white_types)
        return tuple(seats for seats in every if seats * self.rounds <= whites)


# Small enough that ties, short piles, empty decks and shared wins are common (tests run on it).
SMALL = Rules(
    deck=(
        {"id": 1, "points": 1, "requires": "ANY:D4", "condition": "ODD", "copies": 2},
        {"id": 2, "points": 1, "requires": "COLOR:D6", "condition": "LOW"},
        {"id": 3, "points": 1, "requires": "WHITE:D8", "condition": "EVEN"},
        {"id": 4, "points": 2, "requires": "ANY:D4 ANY:D4", "condition": "HIGH"},
    ),
    rounds=2,
    target=2,
    hand_size=2,
    max_discards=1,
    whites_per_type=1,
    max_sets=8,
)

VARIANTS = {
    "published": Variant({}, "the published rules", "rulebook"),
    "any_die": Variant(
        {"card_logic": "any"}, "one of a goal's dice is enough", "rulebook: Scoring a Set; D1"
    ),
    "zero_is_zero": Variant(
        {"d10_zero_is_ten": False},
        "a D10's 0 counts 0: it is low, even, and the lowest number there is",
        "rulebook: Components; ruling D5",
    ),
    "die_serves_once": Variant(
        {"die_reuse": False}, "each saved die serves one goal", "rulebook: Scoring a Set; D7"
    ),
    "turned_back": Variant(
        {"reroll_stands": False},
        "a die re-rolled in a tie is turned back to the number it showed",
        "rulebook: Tiebreaking; ruling D10",
    ),
    "seat0_first": Variant(
        {"first_selection": "seat0"},
        "seat 0 always selects first: the upper bound of going first",
        "ruling D10",
    ),
    "rotating_first": Variant(
        {"first_selection": "rotate"}, "the first selection goes round the table", "ruling D10"
    ),
    "own_dice": Variant(
        {"select_from": "own"},
        "a selector saves one of its own two dice",
        "rulebook: Die Selection; ruling D11",
    ),
    "fewest_goals": Variant(
        {"end_rule": "fewest_among_reached"},
        "of all who reached the target, the one with the fewest goals wins",
        "rulebook: Winning the Game, read literally; ruling D15",
    ),
    "extra_set": Variant(
        {"final_tie": "extra_set"}, "those who are still equal play one more set", "ruling D15"
    ),
    "no_exchange": Variant(
        {"max_discards": 0}, "no goal card may be exchanged", "rulebook: Playing a Set; D13"
    ),
    "open_exchange": Variant(
        {"max_discards": 3}, "the whole hand may be exchanged", "rulebook: Playing a Set; D13"
    ),
    "hand_of_four": Variant(
        {"hand_size": 4}, "four goal cards are held", "rulebook: Playing a Set; D13"
    ),
    "six_rounds": Variant(
        {"rounds": 6}, "a set has six rounds: every own die is rolled", "ruling D15, D16"
    ),
    "short_game": Variant({"target": 10}, "10 points end the game", "ruling D15"),
    "long_game": Variant({"target": 20}, "20 points end the game", "ruling D15"),
    "scarce_whites": Variant(
        {"whites_per_type": 3},
        "three white dice of each type, for 2 or 3 seats: piles run short",
        "rulebook: Components; ruling D9",
    ),
}
