"""The built-in strategies of Convolution; each fills a score matrix for a block of games."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy, StrategyKind
from dicestats.games.convolution.additive import Additive, additive
from dicestats.games.convolution.aware import Aware, aware
from dicestats.games.convolution.montecarlo import MonteCarlo, montecarlo
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.simple import choose_greedy, choose_random, greedy_table
from dicestats.games.convolution.value.player import Value, value
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit

_DIGITS = "0123456789abc"  # a category's index as one character


class NoParameters(BaseModel):
    """A strategy without parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class FixedOrder(BaseModel):
    """Parameters of ``fixed_order``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    order: Annotated[str, Field(pattern="^[0-9a-c]+$")] = Field(
        "",
        description="category indices in order of play, one character each: 0-9, then a, b, c; "
        "empty: index order",
    )


def _random(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("random", choose=Compiled(choose_random, draws=True))


def _greedy(rules: Rules, parameters: NoParameters) -> Strategy:
    return Strategy("greedy", choose=Compiled(choose_greedy, greedy_table(rules), rules=rules))


@jit
def _choose_in_order(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the open category that comes first in the order."""
    for place in range(table.shape[0] - 1, -1, -1):
        this, when = np.uint8(table[place]), sight.when_mine[table[place]]
        for i in range(choice.shape[0]):
            old = choice[i]
            choice[i] = this if when[i] == OPEN else old


def _fixed_order(rules: Rules, parameters: FixedOrder) -> Strategy:
    indices = _DIGITS[: rules.pairs]
    order = parameters.order or indices
    if sorted(order) != sorted(indices):
        raise InputError(
            "strategy 'fixed_order'",
            f"order '{order}' is not allowed: name each of the {rules.pairs} categories once "
            f"by its character, such as {indices}",
        )
    categories = np.array([indices.index(index) for index in order], np.int32)
    name = f"fixed_order(order={parameters.order})" if parameters.order else "fixed_order"
    return Strategy(name, choose=Compiled(_choose_in_order, categories, rules=rules))


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("any open category, all equally likely", NoParameters, _random),
    "greedy": StrategyKind(
        "the category in which this roll's score is best for that category", NoParameters, _greedy
    ),
    "fixed_order": StrategyKind(
        "the categories in one fixed order, whatever the dice", FixedOrder, _fixed_order
    ),
    "aware": StrategyKind(
        "like greedy, but it sees what the opponent has written, and counts the totals",
        Aware,
        aware,
    ),
    "additive": StrategyKind(
        "what a score gains over leaving its box open, from a table trained in self-play",
        Additive,
        additive,
    ),
    "value": StrategyKind(
        "plays for its chance to win, as networks trained in self-play judge it",
        Value,
        value,
    ),
    "montecarlo": StrategyKind(
        "tries every open box by playing on to the end many times, on the same dice",
        MonteCarlo,
        montecarlo,
    ),
}
