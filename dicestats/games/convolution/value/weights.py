"""What the strategy ``value`` has learned, as a file: whole numbers, and where they came from."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.files import writing
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.value.features import expand, matrices
from dicestats.games.convolution.value.layout import Layers
from dicestats.games.convolution.value.network import DROPPED, MOST_UNIT
from dicestats.games.convolution.value.world import SECOND, WIDTH

FOLDER = Path(__file__).parent  # weights that come with the package

_FIRST, _OUT = 10, 11  # bits behind the point: of the first layer, of the last weights
_UNIT = _FIRST - DROPPED  # of a unit as the second layer sees it
_MOST_SECOND = 12  # of the second layer's weights, at most
_WHOLE = 1 << 31  # sums in 32 bits stay below
_PARTS = ("features", "bias", "second", "second_bias", "out", "level", "shift")


@dataclass(frozen=True)
class Weights:
    """The networks of a set of rules, in the units of ``layout.Layers``; n is their number."""

    rules: Rules
    features: NDArray[np.int16]  # (n, features, WIDTH)
    bias: NDArray[np.int32]  # (n, WIDTH)
    second: NDArray[np.int16]  # (n, SECOND, WIDTH)
    second_bias: NDArray[np.int32]  # (n, SECOND)
    out: NDArray[np.int16]  # (n, SECOND)
    level: NDArray[np.int32]  # (n)
    shift: NDArray[np.int32]  # (n)
    source: Mapping[str, Any] = field(default_factory=dict)  # how they were trained

    @classmethod
    def none(cls, rules: Rules) -> Self:
        """Make networks that find every position level.

        Parameters
        ----------
        rules : Rules
            Any rules.

        Returns
        -------
        Weights
            Zeros.
        """
        n, features = max(0, rules.pairs - 2), sum(m.shape[1] for m in matrices(rules))
        return cls(
            rules,
            np.zeros((n, features, WIDTH), np.int16),
            np.zeros((n, WIDTH), np.int32),
            np.zeros((n, SECOND, WIDTH), np.int16),
            np.zeros((n, SECOND), np.int32),
            np.zeros((n, SECOND), np.int16),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
        )

    def put(self, pair: int, network: Mapping[str, Any]) -> Self:
        """Put the network of a pair in its place.

        Parameters
        ----------
        pair : int
            From 0.
        network : mapping of str to array
            From ``quantised``.

        Returns
        -------
        Weights
            New ones.
        """
        changed = {name: getattr(self, name).copy() for name in _PARTS}
        for name, part in network.items():
            changed[name][pair] = part
        return replace(self, **changed)


def quantised(model: Any) -> dict[str, Any]:
    """Round the weights of a fitted network to whole numbers.

    Parameters
    ----------
    model : sklearn.neural_network.MLPRegressor
        With two hidden layers.

    Returns
    -------
    dict of str to array
        Parts of ``Weights``; no sum of the layers can leave 32 bits.

    Raises
    ------
    InputError
        If the weights are so large that even coarse ones would.
    """
    (first, second, out), (bias, second_bias, level) = (
        [np.asarray(part, np.float64) for part in parts]
        for parts in (model.coefs_, model.intercepts_)
    )
    most = MOST_UNIT >> DROPPED
    bits = _MOST_SECOND
    while _largest(second, second_bias, bits, most) >= _WHOLE:
        bits -= 1
    whole = {
        "features": np.rint(first * 2.0**_FIRST),
        "bias": np.rint(bias * 2.0**_FIRST),
        "second": np.rint(second.T * 2.0**bits),
        "second_bias": np.rint(second_bias * 2.0 ** (bits + _UNIT)),
        "out": np.rint(out[:, 0] * 2.0**_OUT),
        "level": np.rint(level[0] * 2.0 ** (_FIRST + _OUT)),
        "shift": bits + _UNIT - _FIRST,
    }
    small = all(np.abs(whole[name]).max() < 1 << 15 for name in ("features", "second", "out"))
    if bits + _UNIT < _FIRST or not small or np.abs(whole["out"]).sum() * MOST_UNIT >= _WHOLE:
        raise InputError("training", "the weights grew too large; train with more games")
    return whole


def _largest(second: Any, bias: Any, bits: int, most: int) -> float:
    """Bound the sums of the second layer."""
    sums = most * np.abs(np.rint(second * 2.0**bits)).sum(axis=0)
    return float((sums + np.abs(bias) * 2.0 ** (bits + _UNIT)).max())


def layers_of(weights: Weights) -> Layers:
    """Multiply out what compiled code looks up.

    Parameters
    ----------
    weights : Weights
        From a file or from training.

    Returns
    -------
    Layers
        For ``layout.pack``.
    """
    w = weights
    rows = [expand(w.rules, part, bias) for part, bias in zip(w.features, w.bias, strict=True)]
    shape = (0, 0, WIDTH)
    return Layers(
        rows=np.stack(rows) if rows else np.zeros(shape, np.int16),
        second=w.second,
        bias=w.second_bias,
        out=w.out.astype(np.int32),
        level=w.level,
        shift=w.shift,
    )


def digest(rules: Rules) -> str:
    """Name a set of rules in eight characters.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    str
        The beginning of a SHA-256.

    Examples
    --------
    >>> digest(Rules()) == digest(Rules(colors=4))
    True
    """
    return hashlib.sha256(rules.model_dump_json().encode()).hexdigest()[:8]


def save(weights: Weights, path: Path) -> None:
    """Write weights to a file.

    Parameters
    ----------
    weights : Weights
        What was learned.
    path : Path
        Where to; it appears at once.

    Raises
    ------
    UnwritableError
        If the folder is full or closed.
    """
    text = json.dumps({"rules": json.loads(weights.rules.model_dump_json()), **weights.source})
    parts = {name: getattr(weights, name) for name in _PARTS}
    temporary = path.with_name(f".{path.name}.tmp.npz")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(temporary, about=np.array(text), allow_pickle=False, **parts)
        temporary.replace(path)


def load(path: Path, rules: Rules) -> Weights:
    """Read weights, and check that they belong to the rules.

    Parameters
    ----------
    path : Path
        A file from ``save``.
    rules : Rules
        Those that are played.

    Returns
    -------
    Weights
        As they were saved.

    Raises
    ------
    InputError
        If there is no such file, it holds something else, or weights for other rules.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            parts = {name: file[name] for name in _PARTS}
    except FileNotFoundError as error:
        raise InputError(str(path), "there is no such file of weights") from error
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise InputError(str(path), f"holds no weights of 'value': {error}") from error
    trained = about.pop("rules")
    wanted = json.loads(rules.model_dump_json())
    faults = [
        f"was trained with {name} = {trained.get(name)!r}, not {value!r}"
        for name, value in wanted.items()
        if trained.get(name) != value
    ]
    if faults:
        raise InputError(str(path), [*faults, f"train weights for these rules: {command(rules)}"])
    return Weights(rules=rules, source=about, **parts)


def command(rules: Rules) -> str:
    """Spell the command that trains weights for these rules.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    str
        For the shell.

    Examples
    --------
    >>> command(Rules(tied_grand_total="second_seat"))
    'dicestats train convolution --rules tied_grand_total=second_seat'
    """
    published = Rules().model_dump()
    given = rules.model_dump()
    changed = [f"{k}={_typed(v)}" for k, v in given.items() if v != published[k]]
    return " ".join(["dicestats train convolution", *(f"--rules {text}" for text in changed)])


def _typed(value: Any) -> str:
    if isinstance(value, tuple):
        return f"'[{', '.join(map(str, value))}]'"
    return str(value).lower() if isinstance(value, bool) else str(value)
