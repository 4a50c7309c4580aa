"""The built-in strategies of Dualing Dice; each has a compiled function for every decision."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from dicestats.game import Compiled, Strategy, StrategyKind
from dicestats.games.dualing.rules import Rules

# Compiled functions are imported when a strategy is made: a list of names starts fast.


class NoParameters(BaseModel):
    """A strategy without parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Greedy(BaseModel):
    """Parameters of ``greedy``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    discards: Literal["rule", "none"] = Field(
        "none", description="goals exchanged: those rated below the mean of the deck, or none"
    )


class Lookahead(BaseModel):
    """Parameters of ``lookahead``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    discards: Literal["rule", "none"] = Field(
        "rule", description="goals exchanged: those rated below the mean of the deck, or none"
    )


class Dp(BaseModel):
    """Parameters of ``dp``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    discards: Literal["table", "rule", "none"] = Field(
        "table",
        description="goals exchanged: those after which the hand is worth most, those rated below "
        "the mean of the deck, or none",
    )
    deny: bool = Field(
        False,
        description="where no die helps, save the white die that those who select next want most",
    )


def _random(rules: Rules, parameters: NoParameters) -> Strategy:
    from dicestats.games.dualing.strategies.chance import random

    return random(rules)


def _greedy(rules: Rules, parameters: Greedy) -> Strategy:
    from dicestats.games.dualing.strategies import greedy

    return _made("greedy", parameters, greedy, rules=rules, table=greedy.greedy_table(rules))


def _lookahead(rules: Rules, parameters: Lookahead) -> Strategy:
    from dicestats.games.dualing.exact.alone import alone_table
    from dicestats.games.dualing.strategies import lookahead

    return _made("lookahead", parameters, lookahead, rules=rules, table=alone_table(rules))


def _dp(rules: Rules, parameters: Dp) -> Strategy:
    from dicestats.games.dualing.strategies import dp
    from dicestats.games.dualing.strategies.allhands import hand_table

    table = hand_table(rules)
    strategy = _made("dp", parameters, dp, rules=rules, table=table)
    if not parameters.deny:
        return strategy
    deny = Compiled(dp.deny, table, rules=rules)
    return Strategy(strategy.name, **{**strategy.decisions, "save": deny})


def _race(rules: Rules, parameters: NoParameters) -> Strategy:
    from dicestats.games.dualing.strategies import race, rerolls, stakes
    from dicestats.games.dualing.strategies.learning import learned_table

    table = learned_table(rules)
    return Strategy(
        "race",
        discard=Compiled(stakes.by_chance, table, rules=rules),
        pair=Compiled(race.pair, table, rules=rules),
        reroll=Compiled(rerolls.reroll, table, rules=rules),
        save=Compiled(race.save, table, draws=True, rules=rules),
    )


def _made(
    kind: str,
    parameters: Greedy | Lookahead | Dp,
    module: Any,
    *,
    rules: Rules,
    table: NDArray[np.int32],
) -> Strategy:
    """Put the functions of a module and a table together; name it by what was given."""
    from dicestats.games.dualing.strategies import discards

    ways = {"table": discards.by_table, "rule": discards.by_rule, "none": discards.none}
    given = parameters.model_dump(exclude_defaults=True)
    inner = ",".join(f"{name}={value}" for name, value in given.items())
    return Strategy(
        f"{kind}({inner})" if inner else kind,
        discard=Compiled(ways[parameters.discards], table, rules=rules),
        pair=Compiled(module.pair, table, rules=rules),
        reroll=Compiled(module.reroll, table, rules=rules),
        save=Compiled(module.save, table, rules=rules),
    )


STRATEGIES: Mapping[str, StrategyKind] = {
    "random": StrategyKind("any legal action, all equally likely", NoParameters, _random),
    "greedy": StrategyKind(
        "the dice with the largest share of the points of unmet goals", Greedy, _greedy
    ),
    "lookahead": StrategyKind(
        "both dice weighed by what they add to each goal's chance alone", Lookahead, _lookahead
    ),
    "dp": StrategyKind("every hand played as it is best played alone", Dp, _dp),
    "race": StrategyKind(
        "every set played for the win among rivals, who are denied what they seem to want",
        NoParameters,
        _race,
    ),
}
