"""How much of what two goals pay apart is left when one hand holds both, exactly, alone."""

from dataclasses import dataclass
from itertools import combinations

from dicestats.games.dualing.cards import HALVES, Card
from dicestats.games.dualing.exact.hands import indices, solved
from dicestats.games.dualing.exact.position import deal, pack
from dicestats.games.dualing.rules import Rules

_CONTRARY = ({"LOW", "HIGH"}, {"EVEN", "ODD"})


@dataclass(frozen=True)
class Overlap:
    """Two goals of a deck, and the expected points of a set in which they are held."""

    goals: tuple[Card, Card]
    apart: float  # sum over both, each held alone
    together: float

    @property
    def kept(self) -> float:
        """Share of the points apart that is left together."""
        return self.together / self.apart

    @property
    def shared(self) -> int:
        """Types of dice that both goals list."""
        one, other = ({needs.die for needs in goal.requires} for goal in self.goals)
        return len(one & other)

    @property
    def conditions(self) -> str:
        """What one number has to be for both: same, compatible, contrary, or a number is named."""
        found = {goal.condition for goal in self.goals}
        if not found <= set(HALVES):
            return "a number"
        if len(found) == 1:
            return "same"
        return "contrary" if found in _CONTRARY else "compatible"


def overlaps(rules: Rules) -> list[Overlap]:
    """Value every pair of goals of a deck.

    Parameters
    ----------
    rules : Rules
        The rules with the deck, with ``die_reuse``: for other rules see ``exact.hand_value``.

    Returns
    -------
    list of Overlap
        By the ids of the goals.

    Raises
    ------
    ValueError
        If a die serves one goal only.

    Notes
    -----
    Best play of own two dice a round, one of them saved. Rulings D7, D17.

    Examples
    --------
    >>> from dicestats.games.dualing.rules import SMALL
    >>> [(pair.conditions, round(pair.kept, 3)) for pair in overlaps(SMALL)[:2]]
    [('compatible', 0.852), ('contrary', 0.852)]
    """
    if not rules.die_reuse:
        raise ValueError("overlaps are found for dice that may serve several goals")
    table = pack(rules)

    def value(*cards: Card) -> float:
        hand = deal(table, indices(rules, [card.id for card in cards]))
        return float(solved(table, hand).value[0])

    alone = {card.id: value(card) for card in rules.cards}
    return [
        Overlap((one, other), alone[one.id] + alone[other.id], value(one, other))
        for one, other in combinations(rules.cards, 2)
    ]
