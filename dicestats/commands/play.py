"""``dicestats play``: one game, turn by turn, as people would read it."""

import json
from collections.abc import Sequence
from pathlib import Path

from dicestats import games
from dicestats.errors import InputError
from dicestats.game import Record
from dicestats.settings import (
    GAME,
    SEATS,
    SEED,
    rules_from,
    split_strategies,
    strategies_from,
    whole_number,
)


def run(
    *,
    game: str,
    index: str,
    strategies: str,
    seats: str | None,
    seed: str,
    rules: Sequence[str],
    record: str | None,
) -> int:
    """Play a game with the reference and tell it; write it down where that is wanted.

    Parameters
    ----------
    game : str
        A game's name.
    index : str
        The game's number under the seed, from 0.
    strategies, seats, seed, rules
        As typed.
    record : str or None
        File for the game's record.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If anything given is wrong.
    """
    played = games.load(game)
    number = whole_number(index, GAME)
    key = whole_number(seed, SEED)
    table = rules_from(played, rules)
    wanted = None if seats is None else whole_number(seats, SEATS)
    seated = strategies_from(played, table, split_strategies(strategies), seats=wanted)
    written = played.play(table, seated, key, number)
    if record is not None:
        _write(Path(record), written)
    print(played.tell(written))
    return 0


def _write(path: Path, record: Record) -> None:
    try:
        path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError("--record", f"{path} cannot be written: {error.strerror}") from error
