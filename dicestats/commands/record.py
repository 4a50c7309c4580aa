"""``dicestats record``: games played in the fast kernel, each written as a record."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from dicestats.cells import Cell
from dicestats.commands.simulate import cell_from
from dicestats.files import replace, writing
from dicestats.game import Record
from dicestats.games import load
from dicestats.settings import overrides

_AT_ONCE = 4096  # games


def run(
    *,
    game: str,
    games: str,
    out: str,
    rules: Sequence[str],
    seated: Mapping[str, Any],
) -> int:
    """Write records, one JSON object a line; the file appears when it is complete.

    Parameters
    ----------
    game, games, out, rules
        As typed.
    seated
        Strategies, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If anything given is wrong or the file cannot be written.
    """
    cell = cell_from(game, rules=rules, games=games, **seated)
    path = Path(out)
    with writing(f"--out {path}"):
        if path.exists() and not path.is_file():  # a pipe or a device is written to, not replaced
            with path.open("w", encoding="utf-8") as file:
                _write(file, cell)
            return 0
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            with temporary.open("w", encoding="utf-8") as file:
                _write(file, cell)
            replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    return 0


def _write(file: TextIO, cell: Cell) -> None:
    for first in range(0, cell.games, _AT_ONCE):
        for record in records(cell, first, min(_AT_ONCE, cell.games - first)):
            file.write(json.dumps(record) + "\n")


def records(cell: Cell, first: int, games: int) -> list[Record]:
    """Play games in the kernel and complete their records.

    Parameters
    ----------
    cell : Cell
        What is played.
    first, games : int
        Index of the first game, and how many.

    Returns
    -------
    list of dict
        Game, rules, rolls, choices, seed, index, strategies, outcome.
    """
    game = load(cell.game)
    kernel = game.simulator(cell.rules, cell.strategies, cell.seed)
    complete = []
    for index, played in enumerate(kernel.records(first, games), first):
        rules = {n: v for n, v in overrides(cell.rules).items() if n not in game.board}
        record = {"game": game.name, "rules": rules, **played}
        record |= {"seed": cell.seed, "index": index}
        record["strategies"] = [strategy.name for strategy in cell.strategies]
        record["outcome"] = game.score(record)
        complete.append(record)
    return complete
