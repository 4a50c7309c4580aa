"""``dicestats games-needed``: how many games an effect of a given size takes."""

import json
import math
from collections.abc import Mapping

from dicestats.errors import InputError


def run(*, effect: str, rate: str, power: str, level: str, json_out: bool) -> int:
    """Print the sample size for an interval of that half width, and for a test of that power.

    Parameters
    ----------
    effect, rate, power, level : str
        As typed: shares between 0 and 1.
    json_out : bool
        One JSON document instead of sentences.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If a value is no share.
    """
    options = {"--effect": effect, "--rate": rate, "--power": power, "--level": level}
    share = _shares(options)

    from dicestats.stats import games_needed

    needed = games_needed(
        share["--effect"], rate=share["--rate"], power=share["--power"], level=share["--level"]
    )
    print(json.dumps(needed) if json_out else _told(needed))
    return 0


def _shares(options: dict[str, str]) -> dict[str, float]:
    shares, faults = {}, []
    for option, text in options.items():
        try:
            shares[option] = float(text)
        except ValueError:
            shares[option] = math.nan
        if not 0 < shares[option] < 1:
            faults.append(f"{option} {text}: give a number above 0 and below 1, such as 0.01")
    if faults:
        raise InputError("games-needed", faults)
    return shares


def _told(needed: Mapping[str, int]) -> str:
    width = max(map(len, needed))
    return "\n".join(f"{name.replace('_', ' '):{width}}  {n:,}" for name, n in needed.items())
