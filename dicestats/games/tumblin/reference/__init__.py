"""Tumblin' Dice as the rules sheet tells it: score a record, tell what happened."""

from typing import Any

from dicestats.difference import first_difference
from dicestats.errors import InputError
from dicestats.game import Record
from dicestats.games.tumblin.reference import records, story
from dicestats.games.tumblin.reference.game import outcome
from dicestats.games.tumblin.reference.replay import replay


def score(record: Record) -> dict[str, Any]:
    """Score a record by the rules sheet.

    Parameters
    ----------
    record : dict
        Game, rules (overrides), seats, order_rolls and rounds; optional seed, index, strategies,
        outcome. It may end before the game does, after a whole round.

    Returns
    -------
    dict
        game, winners (sides), reason, sides (their number), totals and rounds.

    Raises
    ------
    InputError
        With every fault of an illegal record, or the first difference between the outcome it
        gives and the one scored here.

    Notes
    -----
    Rules sheet: Object to How to play; rulings T1 to T14.

    Examples
    --------
    >>> dice = [{"owner": seat, "level": level, "face": 5} for seat, level in [(1, 3), (0, -1)]]
    >>> rules = {"dice": 1, "rounds": 1}
    >>> game = {"game": "tumblin", "rules": rules, "seats": 2}
    >>> score({**game, "order_rolls": [[2, 4]], "rounds": [{"dice": dice}]})["totals"]
    [-5, 15]
    """
    found = outcome(replay(records.read(record)))
    if "outcome" in record:
        difference = first_difference(record["outcome"], found, "outcome")
        if difference:
            raise InputError("record", difference)
    return found


def tell(record: Record) -> str:
    """Tell a game round by round, and how it ended.

    Parameters
    ----------
    record : dict
        A legal record.

    Returns
    -------
    str
        Lines of at most 100 characters.

    Raises
    ------
    InputError
        As ``score`` does.

    Notes
    -----
    Rules sheet: How to play.
    """
    found = score(record)
    written = records.read(record)
    parts = (
        story.header(record, written.rules),
        story.first_order(written),
        story.rounds(written, found),
        story.ending(written.rules, found),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)
