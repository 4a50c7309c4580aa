"""Short ways to write dice, rounds and records of Dualing Dice down, for its tests."""

import re

import pytest

from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.dualing.cards import SIDES, Card
from dicestats.games.dualing.deck import from_list
from dicestats.games.dualing.reference import score
from dicestats.games.dualing.reference.goals import Die

DECISIONS = ("discard", "pair", "reroll", "save")
NOISE = Strategy("noise", **{kind: lambda view: view.noise(len(view.legal)) for kind in DECISIONS})


def dice(text: str) -> list[Die]:
    """Read ``"c8=7 w10=9"``: a colour D8 that shows 7, a white D10 that shows 9."""
    found = re.findall(r"([cw])(\d+)=(\d+)", text)
    return [Die(kind == "c", SIDES.index(int(sides)), int(n)) for kind, sides, n in found]


def goal(text: str, points: int = 1, card_id: int = 1) -> dict:
    """Read ``"ANY D4, D8, COLOR D10: LOW"`` as a card of a record."""
    listed, condition = text.split(": ")
    words, qualifier = [], ""
    for part in listed.split(", "):
        *before, die = part.split()
        qualifier = before[0] if before else qualifier
        words.append(f"{qualifier}:{die}")
    return {"id": card_id, "points": points, "requires": " ".join(words), "condition": condition}


def goals(*texts: str) -> list[dict]:
    """Read goals, with ids from 1 and points in front: ``"2 ANY D4: LOW"``."""
    parts = [text.split(" ", 1) for text in texts]
    return [goal(text, int(points), i) for i, (points, text) in enumerate(parts, 1)]


def cards(*texts: str) -> list[Card]:
    return list(from_list(goals(*texts), "cards"))


def a_round(*rolled: str, saves: str, rerolls: tuple[str, ...] = ()) -> dict:
    """Read a round, by seat and then in the order of selection; "" is a seat that sits out.

    ``a_round("c6=4 w4=2", "c8=4 w6=3", rerolls=["0c5 1w2"], saves="0c 1w0")``
    """
    pairs = [dice(seat) or None for seat in rolled]
    return {
        "choices": [p and [SIDES[die.die] for die in p] for p in pairs],
        "rolls": [p and [die.number for die in p] for p in pairs],
        "rerolls": [
            [
                [int(seat), "color" if kind == "c" else "white", int(number)]
                for seat, kind, number in re.findall(r"(\d)([cw])(\d+)", row)
            ]
            for row in rerolls
        ],
        "saves": [
            [int(seat), "color"] if kind == "c" else [int(seat), "white", int(owner)]
            for seat, kind, owner in re.findall(r"(\d)([cw])(\d*)", saves)
        ],
    }


def a_set(*rounds: dict, discards: list | None = None, completed: list | None = None) -> dict:
    seats = len(rounds[0]["choices"])
    claimed = {} if completed is None else {"completed": completed}
    return {"discards": discards or [[]] * seats, "rounds": list(rounds), **claimed}


def a_game(deck: list[dict], *sets: dict, order: list[int] | None = None, **rules: object) -> dict:
    """Write a record of a deck of its own, by default in the order of its ids."""
    small = {"rounds": len(sets[0]["rounds"]), "hand_size": 1, "target": 1, **rules}
    return {
        "game": "dualing",
        "rules": {"max_discards": min(2, small["hand_size"]), **small},
        "seats": len(sets[0]["discards"]),
        "cards": deck,
        "deck": order or [card["id"] for card in deck],
        "sets": list(sets),
    }


def faults_of(record: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        score(record)
    assert caught.value.place == "record"
    return list(caught.value.faults)
