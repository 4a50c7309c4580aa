"""The built-in strategies of Tumblin' Dice: a plan, and how steady the hands are."""

from collections.abc import Mapping

from dicestats.game import Strategy, StrategyKind
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.strategies.parameters import Bump, Hand, Rollout

# Compiled functions are imported when a strategy is made: a list of names starts fast.


def _random(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.chance import random

    return random(rules, parameters.spreads)


def _aim(rules: Rules, parameters: Hand) -> Strategy:
    from dicestats.games.tumblin.strategies.aim import aim

    return aim(rules, parameters.spreads)


def _bump(rules: Rules, parameters: Bump) -> Strategy:
    from dicestats.games.tumblin.strategies.ahead import bump

    return bump(rules, parameters)


def _rollout(rules: Rules, parameters: Rollout) -> Strategy:
    from dicestats.games.tumblin.strategies.ahead import rollout

    return rollout(rules, parameters)


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("somewhere on the board, at any sensible speed", Hand, _random),
    "aim": StrategyKind("the best shot at an empty board for these hands and rules", Hand, _aim),
    "bump": StrategyKind(
        "the base aim, or another shot that surely moves more points in trials", Bump, _bump
    ),
    "rollout": StrategyKind(
        "the same by chances to win after the next shots of the round", Rollout, _rollout
    ),
}
