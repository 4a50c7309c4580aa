"""Tumblin' Dice as its records tell it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.throw import Throw

ACTIONS: dict[str, Callable[[Any], int]] = {"bonus": lambda view: 2, "shot": lambda view: 5}

GAMES = 3  # that are enough in a comparison
SETTINGS: dict[str, list[Any]] = {  # more values of rules
    "board": [Board(**PRESETS["medium"].overrides)],
    "throw": [Throw(friction=0.3)],
    "levels": [(-2, 1, 2, 3, 5)],
    "max_rounds": [10],
    "teams": [((0, 1), (2, 3))],
    "target": [200],
}
WORLDS = {  # small ones for what is rare, or lies in no other small one
    "ties": Rules(teams=((0,), (1,), (2,)), dice=1, rounds=2, max_rounds=4, levels=(0, 0, 0, 1, 1)),
    "bonus": Rules(dice=2, bonus_dice=1, rounds=2, max_rounds=4),
}
SLOW: dict[str, Callable[[Any], bool]] = dict.fromkeys(  # a throw at very many dice takes long
    ("bump", "rollout"), lambda rules: rules.dice * max(rules.seats) > 16
)
CHEAP = {  # with fewer trials than they have as a rule; steady hands hit
    "bump": "bump(skill=expert, first=2, second=4)",
    "rollout": "rollout(playouts=1, ideas=3, shots=2)",
}


def legal(kind: str, numbers: Any, view: Any) -> Any:
    """Shots from the disc of every board there is here, slow ones and fast ones."""
    if kind == "bonus":
        return numbers
    x, y, angle, speed, face = np.mod(0.61803 * numbers, 1)
    sides = np.floor(face * view.sides)
    return np.stack([0.06 * (x - 0.5), 0.07 * y, 0.6 * (angle - 0.3), 0.1 + 2.2 * speed, 1 + sides])


def columns(rules: Rules, outcome: dict[str, Any]) -> dict[str, int]:
    """Say in the words of the outcome what the kernel's columns must hold."""
    totals, played = outcome["totals"], outcome["rounds"]
    first, second = sorted(totals, reverse=True)[:2]
    found = {
        "winners": sum(1 << side for side in outcome["winners"]),
        "truncated": int(outcome["reason"] == "truncated"),
        "rounds": len(played),
        "overtime": sum(turn["overtime"] for turn in played),
        "margin": first - second,
    }
    for side, total in enumerate(totals):
        found |= {
            f"score_{side}": total,
            f"first_round_{side}": played[0]["side_scores"][side],
            f"place_{side}": played[0]["order"].index(side),
        }
    return found
