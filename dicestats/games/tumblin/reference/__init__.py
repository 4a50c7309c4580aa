"""Tumblin' Dice as the rules sheet tells it: play a game, score a record, tell what happened."""

from collections.abc import Sequence
from typing import Any

from dicestats import streams
from dicestats.difference import first_difference
from dicestats.errors import InputError
from dicestats.game import Record, Strategy
from dicestats.games.tumblin.reference import records, story
from dicestats.games.tumblin.reference.dice import NAME
from dicestats.games.tumblin.reference.game import outcome, play_game
from dicestats.games.tumblin.reference.players import Players, Throw
from dicestats.games.tumblin.reference.replay import replay
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import world_of
from dicestats.games.tumblin.views import around


def play(
    rules: Rules, strategies: Sequence[Strategy], seed: int, game: int, *, states: bool = False
) -> Record:
    """Play one game round by round.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed, game : int
        Dice, throws and the luck of the strategies are those of game ``game`` under ``seed``.
    states : bool
        Whether to write down how the dice lie after every shot, not only in the end of a round.

    Returns
    -------
    dict
        A complete record with its outcome.

    Raises
    ------
    InputError
        If the rules have no such number of seats, or a strategy cannot play them or fails.

    Notes
    -----
    Rules sheet: Object to How to play; how dice move is assumed, not printed.

    Examples
    --------
    >>> def flick(view):
    ...     return [row + 0 * view.round for row in (0.0, 0.08, 0.0, 1.4, 6.0)]
    >>> record = play(Rules(), [Strategy("straight", shot=flick)] * 2, 1, 0)
    >>> len(record["rounds"][0]["dice"]), record["outcome"]["reason"]
    (8, 'rounds')
    """
    return _played(rules, strategies, (seed, game), states=states)


def watch(
    rules: Rules, strategies: Sequence[Strategy], *, seed: int, game: int
) -> tuple[Record, list[Throw]]:
    """Play one game, and note what a record does not hold: every throw.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed, game : int
        As for ``play``.

    Returns
    -------
    record : dict
        How the dice lie after every shot.
    throws : list of Throw
        Of all rounds.

    Raises
    ------
    InputError
        As ``play`` does.
    """
    throws: list[Throw] = []
    return _played(rules, strategies, (seed, game), states=True, throws=throws), throws


def _played(
    rules: Rules,
    strategies: Sequence[Strategy],
    at: tuple[int, int],
    *,
    states: bool,
    throws: list[Throw] | None = None,
) -> Record:
    seed, game = at
    key = streams.key(seed, NAME)
    seen = around(rules, strategies, world=world_of(rules), key=key)
    table = Players(rules, strategies, seen, game=game, throws=throws).table()
    played = play_game(rules, table, seats=len(strategies), states=states)
    outcome = played.pop("outcome")
    names = [strategy.name for strategy in strategies]
    return {**played, "seed": seed, "index": game, "strategies": names, "outcome": outcome}


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
