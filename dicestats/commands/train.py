"""``dicestats train``: learn what a strategy needs for a set of rules."""

import json
from collections.abc import Sequence
from pathlib import Path

from dicestats.errors import Faults, InputError
from dicestats.games import load
from dicestats.schedule import steps
from dicestats.settings import SEED, Whole, rules_from, whole_number

_GAMES = Whole("--games", 1000, 10**9)  # fewer teach nothing


def run(
    *,
    game: str,
    rules: Sequence[str],
    games: str | None,
    seed: str,
    out: str | None,
    json_out: bool,
) -> int:
    """Train, and tell how well it went.

    Parameters
    ----------
    game, rules, games, seed, out
        As typed.
    json_out : bool
        One JSON document instead of sentences.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If a setting is wrong, or the game has nothing to train.
    """
    found = load(game)
    if found.train is None:
        raise InputError("game", f"'{game}' has no strategy to train; convolution has")
    faults, wanted, many, start = Faults(), None, None, 0
    with faults.gathered():
        wanted = rules_from(found, rules)
    with faults.gathered():
        many = None if games is None else whole_number(games, _GAMES)
    with faults.gathered():
        start = whole_number(seed, SEED)
    faults.check(game)
    with steps("networks") as told:
        path = None if out is None else Path(out)
        document = found.train(wanted, games=many, seed=start, out=path, told=told)
    if json_out:
        print(json.dumps(document))
        return 0
    for lesson in document["lessons"]:
        print(f"pair {lesson['pair']}: error {lesson['error']:.4f} of a win, against sampled rolls")
    print(f"weights: {document['file']}")
    return 0
