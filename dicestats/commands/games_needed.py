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
        If a value is no share, or they do not fit together.
    """
    options = {"--effect": effect, "--rate": rate, "--power": power, "--level": level}
    share = _shares(options)

    from dicestats.stats import games_needed

    needed = games_needed(
        share["--effect"], rate=share["--rate"], power=share["--power"], level=share["--level"]
    )
    print(json.dumps(needed) if json_out else _told(needed, share))
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


def _told(needed: Mapping[str, int], share: Mapping[str, float]) -> str:
    rate, effect = share["--rate"], share["--effect"]
    level, power = f"{100 * share['--level']:g}%", f"{100 * share['--power']:g}%"
    lines = {
        f"to know a rate near {rate:g} to \N{PLUS-MINUS SIGN}{effect:g} ({level} interval)":
            f"{needed['interval']:,}",
        f"to tell {rate + effect:g} from {rate:g} with power {power} ({level} test)":
            f"{needed['test']:,}",
        "to tell two cells so far apart, each on dice of its own":
            f"{needed['test_two_cells']:,} each",
    }  # fmt: skip
    width = max(map(len, lines))
    return "\n".join(["Games needed", *(f"  {text:<{width}}  {n}" for text, n in lines.items())])
