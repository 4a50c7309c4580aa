"""What the goals of a deck pay: points times the chance to complete a goal alone in a set."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from dicestats.games.dualing.cards import Card
from dicestats.games.dualing.exact.hands import completion
from dicestats.games.dualing.rules import Rules

_SAME = 1e-9  # chances that differ by less are equal


@dataclass(frozen=True)
class Price:
    """A goal, how many copies the deck has, and what it pays."""

    card: Card
    copies: int
    chance: float  # to complete it alone in a set
    flag: str  # overpriced, underpriced or nothing

    @property
    def pays(self) -> float:
        """Expected points of a set played for this goal alone."""
        return self.card.points * self.chance


def prices(rules: Rules) -> list[Price]:
    """Price every goal of a deck.

    Parameters
    ----------
    rules : Rules
        The rules with the deck.

    Returns
    -------
    list of Price
        Copies together, the worst paid first. A goal is underpriced where its points times its
        chance are more than a standard deviation below the mean of the deck, overpriced where
        they are as far above.

    Notes
    -----
    The chance is exact: own two dice a round, one of them saved, best play. Ruling D17.

    Examples
    --------
    >>> found = prices(Rules())
    >>> [(price.card.text, round(price.pays, 3), price.flag) for price in found[:2]]
    [('COLOR D20: 1', 0.679, 'underpriced'), ('COLOR D20: 20', 0.679, 'underpriced')]
    """
    kinds: dict[object, list[Card]] = {}
    for card in rules.cards:
        kinds.setdefault((card.points, card.requires, card.condition), []).append(card)
    chances = {same[0].id: completion(rules, same[0].id) for same in kinds.values()}
    pays = [same[0].points * chances[same[0].id] for same in kinds.values() for _ in same]
    mean, sd = spread(pays)
    found = []
    for card, *others in kinds.values():
        off = card.points * chances[card.id] - mean
        flag = "" if abs(off) <= sd + _SAME else "overpriced" if off > 0 else "underpriced"
        found.append(Price(card, 1 + len(others), chances[card.id], flag))
    return sorted(found, key=lambda price: (round(price.pays, 9), price.card.id))


def spread(pays: Sequence[float]) -> tuple[float, float]:
    """Give mean and standard deviation of what the cards of a deck pay.

    Parameters
    ----------
    pays : sequence of float
        For each card.

    Returns
    -------
    mean, sd : float
        Of the whole deck, not of a sample.

    Examples
    --------
    >>> spread([1.0, 3.0])
    (2.0, 1.0)
    """
    mean = sum(pays) / len(pays)
    return mean, sqrt(sum((pay - mean) ** 2 for pay in pays) / len(pays))


def worst_paid(found: Sequence[Price]) -> list[Price]:
    """List the goals that pay least.

    Parameters
    ----------
    found : sequence of Price
        From ``prices``.

    Returns
    -------
    list of Price
        All with the lowest pay.
    """
    return [price for price in found if price.pays - found[0].pays < _SAME]


def best_paid(found: Sequence[Price]) -> list[Price]:
    """List the goals that pay most.

    Parameters
    ----------
    found : sequence of Price
        From ``prices``.

    Returns
    -------
    list of Price
        All with the highest pay.
    """
    return [price for price in found if found[-1].pays - price.pays < _SAME]
