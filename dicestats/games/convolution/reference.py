"""Convolution as the rulebook tells it: play a game, score a record, tell what happened."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dicestats import streams
from dicestats.difference import first_difference
from dicestats.errors import InputError
from dicestats.game import Compiled, Record, Strategy
from dicestats.games.convolution import records, sheet, turns, winners
from dicestats.games.convolution.rules import SEATS, TOTALS, Rules
from dicestats.games.convolution.sights import decide, small
from dicestats.games.convolution.turns import Column, Sheet, Turn
from dicestats.games.convolution.views import OPEN, Seen, Small, ask


def play(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Record:
    """Play one game turn by turn.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed, game : int
        The dice and the luck of the strategies are those of game ``game`` under ``seed``.

    Returns
    -------
    dict
        A complete record with its outcome.

    Raises
    ------
    InputError
        If there are not two strategies, or one of them fails.

    Notes
    -----
    Rulebook: Basic Turn Structure.

    Examples
    --------
    >>> largest = Strategy("largest", choose=lambda view: view.effective)
    >>> record = play(Rules(), [largest, largest], 1, 0)
    >>> len(record["rolls"]), len(record["choices"])
    (9, 18)
    """
    if len(strategies) != SEATS:
        raise InputError("strategies", f"{len(strategies)} given; this game has {SEATS} seats")
    key, kind = streams.key(seed, records.NAME), small(rules)
    filled: Sheet = ({}, {})
    rolls: list[list[int]] = []
    choices: list[str] = []
    for number, seat in enumerate(turns.turn_order(rules)):
        pair = number // SEATS
        if len(rolls) == pair:  # the leader rolls, and both play on this roll
            rolls.append(streams.roll_dice(key, game, pair, rules.dice, rules.sides).tolist())
        options = _options(rules, filled, rolls[pair], number=number, seat=seat)
        seen = _seen(options, filled, kind=kind, key=key, game=game)
        turn = _choose(strategies[seat], options, seen, column=filled[seat])
        turns.write(filled, turn)
        choices.append(turn.category)
    return {
        "game": records.NAME,
        "rules": rules.model_dump(mode="json", exclude_defaults=True),
        "rolls": rolls,
        "choices": choices,
        "seed": seed,
        "index": game,
        "strategies": [strategy.name for strategy in strategies],
        "outcome": _outcome(rules, filled),
    }


def _options(
    rules: Rules, filled: Sheet, roll: Sequence[int], *, number: int, seat: int
) -> list[Turn]:
    """List the turn that each category would make, filled ones included."""
    return [
        turns.take_turn(rules, filled, roll, number=number, seat=seat, category=category)
        for category in rules.active
    ]


def _seen(
    options: Sequence[Turn],
    filled: Sheet,
    *,
    kind: DTypeLike,
    key: streams.Key,
    game: int,
) -> Seen:
    """Show a seat its own view of the table: a batch of one game."""
    number, seat = options[0].number, options[0].seat
    names = [option.category for option in options]
    mine, theirs = filled[seat], filled[SEATS - 1 - seat]
    return Seen(
        value=_rows([option.value for option in options], kind),
        effective=_rows([option.written for option in options], kind),
        mine=_rows([mine[name].score if name in mine else 0 for name in names], kind),
        theirs=_rows([theirs[name].score if name in theirs else 0 for name in names], kind),
        when_mine=_when(mine, names),
        when_theirs=_when(theirs, names),
        turn=number,
        seat=seat,
        key=key,
        first=game,
    )


def _rows(numbers: Sequence[int], kind: DTypeLike) -> Small:
    rows: Small = np.array(numbers, kind).reshape(-1, 1)  # (categories, 1)
    return rows


def _when(column: Column, names: Sequence[str]) -> NDArray[np.uint8]:
    turn = [column[name].turn if name in column else OPEN for name in names]
    return np.array(turn, np.uint8).reshape(-1, 1)  # (categories, 1)


def _choose(strategy: Strategy, options: Sequence[Turn], seen: Seen, *, column: Column) -> Turn:
    """Take the open category with the highest score, of equal ones the first (ruling C2)."""
    choose = strategy.decisions["choose"]
    if isinstance(choose, Compiled):
        return options[int(decide(choose, seen)[0])]
    scores = ask(strategy.name, choose, seen)[:, 0].tolist()
    legal = [index for index, turn in enumerate(options) if turn.category not in column]
    return options[max(legal, key=lambda index: scores[index])]


def score(record: Record) -> dict[str, Any]:
    """Score a record by the rulebook.

    Parameters
    ----------
    record : dict
        Game, rules (overrides), rolls and choices; optional seed, index, strategies, outcome.

    Returns
    -------
    dict
        game, winner, decided_by, categories_won, calculated_won, scores, category_winners and
        circled_by (for totals: who completed first).

    Raises
    ------
    InputError
        With every fault of an illegal record, or the first difference between the outcome it
        gives and the one scored here.

    Notes
    -----
    Rulebook: Scoring a Turn to Tiebreakers; rulings C1 to C11.

    Examples
    --------
    >>> names = [*Rules().active]
    >>> ones = {"game": "convolution", "rules": {}, "rolls": [[1] * 8] * 9}
    >>> outcome = score({**ones, "choices": [name for name in names for _ in range(2)]})
    >>> outcome["winner"], outcome["decided_by"], outcome["calculated_won"]
    (1, 'calculated', [1, 2])
    """
    played = records.read(record)
    outcome = _outcome(played.rules, turns.filled(_turns(played)))
    if "outcome" in record:
        difference = first_difference(record["outcome"], outcome, "outcome")
        if difference:
            raise InputError("record", difference)
    return outcome


def _turns(played: records.Played) -> list[Turn]:
    return turns.replay(played.rules, played.rolls, played.choices)


def _outcome(rules: Rules, filled: Sheet) -> dict[str, Any]:
    columns = [_with_totals(rules, column) for column in filled]
    boxes = {name: (columns[0][name], columns[1][name]) for name in rules.categories}
    won = {name: winners.category_winner(rules, name, pair) for name, pair in boxes.items()}
    winner, decided_by = winners.decide(list(winners.measures(rules, filled, won)))
    calculated = [won[name] for name in TOTALS * rules.calculated]
    return {
        "game": records.NAME,
        "winner": winner,
        "decided_by": decided_by,
        "categories_won": [list(won.values()).count(seat) for seat in range(SEATS)],
        "calculated_won": [calculated.count(seat) for seat in range(SEATS)],
        "scores": [{name: column[name].score for name in boxes} for column in columns],
        "category_winners": won,
        "circled_by": {name: winners.first_to_play(pair) for name, pair in boxes.items()},
    }


def _with_totals(rules: Rules, column: Column) -> Column:
    return {**column, **(winners.totals(rules, column) if rules.calculated else {})}


def tell(record: Record) -> str:
    """Tell a game turn by turn, as a score sheet is filled, and how it ended.

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
    Rulebook: Basic Turn Structure, Scoring a Turn, Completing the Totals.

    Examples
    --------
    >>> largest = Strategy("largest", choose=lambda view: view.effective)
    >>> print(tell(play(Rules(), [largest, largest], 1, 0)).splitlines()[0])
    Convolution: game 0 of seed 1
    """
    outcome = score(record)
    played = records.read(record)
    taken = _turns(played)
    parts = (
        sheet.header(record, played.rules),
        sheet.story(played, taken),
        sheet.table(played.rules, outcome),
        sheet.ending(played.rules, taken, outcome),
    )
    return "\n\n".join("\n".join(part) for part in parts)
