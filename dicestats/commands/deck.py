"""``dicestats deck``: what the goal cards of a deck of Dualing Dice pay, and which are off."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from dicestats.games.dualing import deck as decks
from dicestats.games.dualing.exact import pricing
from dicestats.games.dualing.exact.pricing import Price
from dicestats.games.dualing.rules import RECONSTRUCTION, Rules


def run(*, file: str, json_out: bool) -> int:
    """Print every card with points, chance and what it pays.

    Parameters
    ----------
    file : str
        A CSV file, or ``reconstruction``.
    json_out : bool
        One JSON document.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        With every fault of the deck and its line.
    """
    path = None if file == RECONSTRUCTION else file
    cards = decks.load(path, most_dice=Rules().rounds)
    rules = Rules(deck=cards, target=1)  # a deck is shown however few points it has
    found = pricing.prices(rules)
    name = RECONSTRUCTION if rules.deck == RECONSTRUCTION else file
    document = _document(found, name)
    print(json.dumps(document) if json_out else "\n".join(_table(found, document)))
    return 0


def _document(found: Sequence[Price], name: str) -> dict[str, Any]:
    mean, sd = pricing.spread([price.pays for price in found for _ in range(price.copies)])
    return {
        "game": "dualing",
        "deck": name,
        "count": sum(price.copies for price in found),
        "mean": mean,
        "sd": sd,
        "worst_paid": [price.card.text for price in pricing.worst_paid(found)],
        "best_paid": [price.card.text for price in pricing.best_paid(found)],
        "cards": [
            {
                "id": price.card.id,
                "text": price.card.text,
                "family": price.card.family,
                "points": price.card.points,
                "copies": price.copies,
                "chance": price.chance,
                "pays": price.pays,
                "flag": price.flag or None,
            }
            for price in found
        ],
    }


def _table(found: Sequence[Price], document: dict[str, Any]) -> Iterator[str]:
    width = max(len(price.card.text) for price in found)
    kind = "a reconstruction: the published list is not public"
    told = kind if document["deck"] == RECONSTRUCTION else document["deck"]
    yield f"Deck: {told}; {document['count']} cards"
    yield "Chance: to complete the goal alone in a set, by best play. Pays: points times chance."
    yield ""
    yield f"{'id':>5}  {'goal':{width}}  points  copies  chance   pays"
    for price in found:
        card = price.card
        yield (
            f"{card.id:>5}  {card.text:{width}}  {card.points:>6}  {price.copies:>6}  "
            f"{price.chance:.4f}  {price.pays:.3f}  {price.flag}"
        ).rstrip()
    yield ""
    yield f"Mean pay {document['mean']:.3f}, standard deviation {document['sd']:.3f}."
    yield f"Worst paid: {'; '.join(document['worst_paid'])} ({found[0].pays:.3f})."
    yield f"Best paid: {'; '.join(document['best_paid'])} ({found[-1].pays:.3f})."
    yield "Underpriced (overpriced): pays less (more) than the mean by over a standard deviation."
