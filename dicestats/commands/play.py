"""``dicestats play``: one game, turn by turn, as people would read it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dicestats import games
from dicestats.cells import Cell
from dicestats.commands.simulate import cell_from
from dicestats.errors import Faults, InputError
from dicestats.files import replace, writing
from dicestats.game import Game, Watched
from dicestats.settings import GAME, whole_number


def run(
    *,
    game: str,
    index: str,
    rules: Sequence[str],
    record: str | None,
    html: str | None,
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
    html : str or None
        File for a page of pictures.
    seated
        Strategies, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If anything given is wrong or a file cannot be written: then none is.
    """
    played, faults = games.load(game), Faults()
    number, cell = 0, None
    with faults.gathered():
        number = whole_number(index, GAME)
    with faults.gathered():
        cell = cell_from(game, rules=rules, games="1", **seated)
    with faults.gathered():
        _check_page(played, html, record)
    faults.check("play")
    assert cell is not None
    shown = _watch(played, cell, number)
    texts = {}
    if record is not None:
        texts[f"--record {record}"] = (Path(record), json.dumps(shown.record) + "\n")
    if html is not None:
        texts[f"--html {html}"] = (Path(html), shown.page())
    _save(texts)
    print(shown.story)
    return 0


def _check_page(played: Game, html: str | None, record: str | None) -> None:
    if html is None:
        return
    if played.watch is None:
        drawn = [name for name in games.GAMES if games.load(name).watch is not None]
        told = f"there are no pictures of {played.name}, only of {', '.join(drawn)}"
        raise InputError(f"--html {html}", told)
    if record is not None and Path(html) == Path(record):
        raise InputError(f"--html {html}", "is the file for the record, too: name another one")


def _watch(played: Game, cell: Cell, number: int) -> Watched:
    given = (cell.rules, cell.strategies, cell.seed, number)
    if played.watch is not None:
        return played.watch(*given)
    record = played.play(*given)
    return Watched(record, played.tell(record), page=str)


def _save(texts: Mapping[str, tuple[Path, str]]) -> None:
    """Write files, all or none; a pipe or a device is written to, not replaced."""
    hidden = {}
    try:
        for place, (path, text) in texts.items():
            is_plain = path.is_file() or not path.exists()
            temporary = path.with_name(f".{path.name}.tmp") if is_plain else path
            with writing(place):
                if is_plain:
                    hidden[place] = (temporary, path)
                temporary.write_text(text, encoding="utf-8")
        for place, pair in hidden.items():
            with writing(place):
                replace(*pair)
    finally:
        for temporary, _ in hidden.values():
            if temporary.exists():
                temporary.unlink()
