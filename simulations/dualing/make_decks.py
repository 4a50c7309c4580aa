"""Write decks that differ from the default one in the share of dice of any colour alone.

    python simulations/dualing/make_decks.py

Of the dice that the goals of the default deck ask for, 57 % may be white or the player's own
colour (ANY). Every deck written here has another share: dice change between ANY and COLOR, spread
evenly over the goals; points, conditions and everything else stay.
"""

import csv
from pathlib import Path

from dicestats.games.dualing import deck
from dicestats.games.dualing.cards import SIDES, Card, Requirement

FOLDER = Path(__file__).parent / "decks"
SHARES = (0, 25, 75, 100)  # per cent
PHI = 0.6180339887498949  # multiples of it, less their whole parts, are spread evenly


def changed(cards: tuple[Card, ...], share: int) -> dict[tuple[int, int], str]:
    """Choose a qualifier for each die of each goal: (id, place) -> ANY or COLOR."""
    dice = [(card.id, place) for card in cards for place in range(len(card.requires))]
    of = {(c.id, p): c.requires[p].qualifier for c in cards for p in range(len(c.requires))}
    are_any = [die for die in dice if of[die] == "ANY"]
    wanted = round(share * len(dice) / 100)
    pool, new = (are_any, "COLOR") if wanted < len(are_any) else (
        [die for die in dice if of[die] == "COLOR"], "ANY")  # fmt: skip
    spread = sorted(range(len(pool)), key=lambda n: (n * PHI) % 1)
    for n in spread[: abs(wanted - len(are_any))]:
        of[pool[n]] = new
    return of


def written(requires: tuple[Requirement, ...], qualifiers: list[str]) -> str:
    """Write a goal's dice as the deck's file does."""
    return " ".join(f"{q}:D{SIDES[r.die]}" for q, r in zip(qualifiers, requires, strict=True))


def main() -> None:
    """Write every deck and read it again."""
    cards = deck.load()
    FOLDER.mkdir(exist_ok=True)
    for share in SHARES:
        of, path = changed(cards, share), FOLDER / f"any_{share:03}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["id", "points", "requires", "condition"])
            for card in cards:
                qualifiers = [of[card.id, place] for place in range(len(card.requires))]
                dice = written(card.requires, qualifiers)
                rows.writerow([card.id, card.points, dice, card.condition])
        read = deck.load(path)
        every = [r.qualifier for card in read for r in card.requires]
        print(f"{path.name}: {every.count('ANY')} of {len(every)} dice are ANY")


if __name__ == "__main__":
    main()
