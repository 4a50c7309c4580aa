"""``dicestats play``: one game, turn by turn, as people would read it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dicestats import games
from dicestats.commands.simulate import cell_from
from dicestats.errors import Faults
from dicestats.files import writing
from dicestats.settings import GAME, whole_number


def run(
    *,
    game: str,
    index: str,
    rules: Sequence[str],
    record: str | None,
    seated: Mapping[str, Any],
) -> int:
    """Play a game with the reference and tell it; write it down where that is wanted.

    Parameters
    ----------
    game : str
        A game's name.
    index : str
        The game's number under the seed, from 0.
    rules
        As typed.
    record : str or None
        File for the game's record.
    seated
        Strategies, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If anything given is wrong.
    """
    played, faults = games.load(game), Faults()
    number, cell = 0, None
    with faults.gathered():
        number = whole_number(index, GAME)
    with faults.gathered():
        cell = cell_from(game, rules=rules, games="1", **seated)
    faults.check("play")
    assert cell is not None
    written = played.play(cell.rules, cell.strategies, cell.seed, number)
    if record is not None:
        with writing(f"--record {record}"):
            Path(record).write_text(json.dumps(written) + "\n", encoding="utf-8")
    print(played.tell(written))
    return 0
