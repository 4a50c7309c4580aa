"""Convolution as its records tell it."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from dicestats.games.convolution.columns import DECIDED_BY
from dicestats.games.convolution.rules import Rules

GAMES = 40  # that are enough in a comparison
SETTINGS: dict[str, list[Any]] = {}  # more values of rules
SLOW: dict[str, Callable[[Any], bool]] = {}  # strategies that may take long to make

# Search players as they are tested: with few trials.
CHEAP = {"montecarlo": "montecarlo(playouts=3)"}

ACTIONS: dict[str, Callable[[Any], int]] = {"choose": lambda view: len(view.value)}


def legal(kind: str, numbers: Any, view: Any) -> Any:
    """Any numbers are scores of actions."""
    return numbers


def decisions(rules: Rules, record: Any) -> Iterator[tuple[int, Hashable, str]]:
    """Everything lies open on the table, apart from rolls to come (ruling C1: who is on turn)."""
    rolls, choices = record["rolls"], record["choices"]
    for turn, choice in enumerate(choices):
        pair, follows = divmod(turn, 2)
        known = (*map(tuple, rolls[: pair + 1]), *choices[:turn])
        yield rules.leaders[pair] ^ follows, known, choice


def columns(rules: Rules, outcome: dict[str, Any]) -> dict[str, int]:
    """Say in the words of the outcome what the kernel's columns must hold."""
    won, circled, scores = (outcome[k] for k in ("category_winners", "circled_by", "scores"))
    names, winner = rules.categories, outcome["winner"]

    def bits(wanted: Callable[[str], bool]) -> int:
        return sum(1 << c for c, name in enumerate(names) if wanted(name))

    def grand(seat: int) -> int:
        return sum(scores[seat][name] for name in rules.active)

    return {
        "winners": 3 if winner is None else 1 << winner,
        "decided_by": DECIDED_BY.index(outcome["decided_by"]),
        "margin": outcome["categories_won"][0] - outcome["categories_won"][1],
        "calculated_margin": outcome["calculated_won"][0] - outcome["calculated_won"][1],
        "score_0": grand(0),
        "score_1": grand(1),
        "circles": sum(circled[name] == 0 for name in rules.active),
        "won_0": bits(lambda name: won[name] == 0),
        "won_1": bits(lambda name: won[name] == 1),
        "circled_0": bits(lambda name: circled[name] == 0),
        "circle_won": bits(lambda name: won[name] == circled[name]),
        "tied": bits(lambda name: bool(scores[0][name] == scores[1][name])),
    }
