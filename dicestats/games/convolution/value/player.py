"""The strategy ``value``: it finds its weights, and plays by them."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from dicestats.cache import cache_folder
from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.value.choice import choose_by_value
from dicestats.games.convolution.value.layout import pack
from dicestats.games.convolution.value.weights import (
    FOLDER,
    Weights,
    command,
    digest,
    layers_of,
    load,
)

_KNOWN = 2  # pairs at the end that need no network


class Value(BaseModel):
    """Parameters of ``value``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    weights: str = Field(
        "",
        description="a file that 'dicestats train convolution' wrote; empty: the weights for "
        "these rules that came with the package or were trained here",
    )


def kept_file(rules: Rules) -> Path:
    """Tell where training keeps the weights of a set of rules.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Path
        In the user's cache folder.
    """
    return cache_folder() / f"convolution-value-{digest(rules)}.npz"


def find_weights(rules: Rules) -> Weights:
    """Find the weights for a set of rules: the package's, or those trained here.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Weights
        Of those rules.

    Raises
    ------
    InputError
        If there are none; the message tells how to train them.
    """
    if rules.pairs <= _KNOWN:
        return Weights.none(rules)
    for path in [*FOLDER.glob(f"*-{digest(rules)}.npz"), kept_file(rules)]:
        if path.exists():
            return load(path, rules)
    raise InputError(
        "strategy 'value'", f"has no weights for these rules; train them: {command(rules)}"
    )


def value(rules: Rules, parameters: Value) -> Strategy:
    """Make the strategy that plays for its chance to win.

    Parameters
    ----------
    rules : Rules
        Rules that weights were trained for.
    parameters : Value
        Which weights.

    Returns
    -------
    Strategy
        Compiled, in whole numbers.

    Raises
    ------
    InputError
        If there are no weights for these rules.

    Examples
    --------
    >>> value(Rules(), Value()).name
    'value'
    """
    given = parameters.weights
    weights = load(Path(given), rules) if given else find_weights(rules)
    name = f"value(weights={given})" if given else "value"
    row = pack(rules, layers_of(weights))
    return Strategy(name, choose=Compiled(choose_by_value, row, rules=rules))
