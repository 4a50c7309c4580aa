"""Telling a game of Convolution: its turns, its filled score sheet and what decided it, as text."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any

from dicestats.game import Record
from dicestats.games.convolution import turns, winners
from dicestats.games.convolution.records import Played, show
from dicestats.games.convolution.rules import BLUGGARD, COLORS, RANKS, SEATS, TOTALS, Rules
from dicestats.games.convolution.turns import Box, Sheet, Turn

WIDTH = 100
LABEL = 14  # of a category: "Colors Total", "1st Highest"
SCORE = 12  # of a seat's column on the score sheet

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def label(category: str) -> str:
    """Give the name that a category has on the score sheet.

    Parameters
    ----------
    category : str
        An active or calculated category.

    Returns
    -------
    str
        Its name.

    Examples
    --------
    >>> label("red"), label("first_highest"), label("colors_total")
    ('Red', '1st Highest', 'Colors Total')
    """
    if category in RANKS:
        return f"{_ORDINALS[RANKS.index(category)]} Highest"
    return category.replace("_", " ").title()


def header(record: Record, rules: Rules) -> list[str]:
    """Say which game this is: its number and seed, the seats, the rules that were changed.

    Parameters
    ----------
    record : dict
        A legal record.
    rules : Rules
        Its rules.

    Returns
    -------
    list of str
        Lines.
    """
    title = "Convolution"
    if "index" in record:
        title += f": game {record['index']}"
    if "seed" in record:
        title += f" of seed {record['seed']}" if "index" in record else f": seed {record['seed']}"
    names = record.get("strategies", [])
    seats = [line for seat, name in enumerate(names) for line in _wrapped(f"Seat {seat}: {name}")]
    changed = rules.model_dump(mode="json", exclude_defaults=True)
    told = ", ".join(f"{name} = {show(value)}" for name, value in changed.items()) or "as published"
    return [title, *seats, *_wrapped(f"Rules: {told}"), "A score in brackets is circled."]


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="    ")


def story(played: Played, taken: Sequence[Turn]) -> list[str]:
    """Tell the turns, two to a roll, as the sheet is filled.

    Parameters
    ----------
    played : Played
        The game.
    taken : sequence of Turn
        Its turns.

    Returns
    -------
    list of str
        Lines, pairs set apart by an empty one.
    """
    lines: list[str] = []
    sheet: Sheet = ({}, {})
    for turn in taken:
        pair, follows = divmod(turn.number, SEATS)
        if not follows:
            lines += [""] * (pair > 0)
            lines += _roll_lines(
                played.rules, played.rolls[pair], f"Roll {pair + 1} by Seat {turn.seat}"
            )
        lines.append(_turn_line(turn))
        before = winners.totals(played.rules, sheet[turn.seat])
        turns.write(sheet, turn)
        if played.rules.calculated:
            lines += _total_lines(played.rules, sheet, turn.seat, known=before)
    return lines


def _roll_lines(rules: Rules, roll: Sequence[int], start: str) -> list[str]:
    """Arrange the dice by colour, the highest total first (rulebook: Basic Turn Structure)."""
    totals = turns.color_totals(rules, roll)
    ranked = sorted(range(rules.colors), key=lambda color: -totals[color])
    items = [_dice(rules, roll, color) for color in ranked]
    # Items hold together when the line is broken: their spaces come back afterwards.
    text = ", ".join(item.replace(" ", "\0") for item in items)
    text = f"{start}: {text}; all dice\0{sum(roll)}"
    lines = wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False)
    return [line.replace("\0", " ") for line in lines]


def _dice(rules: Rules, roll: Sequence[int], color: int) -> str:
    first = color * rules.dice_per_color
    faces = roll[first : first + rules.dice_per_color]
    total = f" = {sum(faces)}" if len(faces) > 1 else ""
    return f"{COLORS[color].capitalize()} {'+'.join(map(str, faces))}{total}"


def _turn_line(turn: Turn) -> str:
    note = ""
    if turn.written != turn.value:  # rulings C4, C5
        note = f"   first to play it: {turn.value} is written as {turn.written}"
    start = f"  Turn {turn.number + 1:>2}  Seat {turn.seat}  {label(turn.category):<{LABEL}}"
    return (start + _score(turn.written, circled=turn.first) + note).rstrip()


def _score(score: int, *, circled: bool) -> str:
    return f"({score})".rjust(8) if circled else f"{score} ".rjust(8)


def _total_lines(
    rules: Rules, sheet: Sheet, seat: int, *, known: Mapping[str, Box]
) -> Iterator[str]:
    """Write the totals that a turn completed, circled where the other's is still unknown."""
    theirs = winners.totals(rules, sheet[SEATS - 1 - seat])
    for name, box in winners.totals(rules, sheet[seat]).items():
        if name not in known:
            score = _score(box.score, circled=name not in theirs)
            yield f"{'':11}Seat {seat}  {label(name):<{LABEL}}{score}   completed"


def table(rules: Rules, outcome: Mapping[str, Any]) -> list[str]:
    """Draw the filled score sheet: circled scores in brackets, a star for who wins a category.

    Parameters
    ----------
    rules : Rules
        The rules.
    outcome : mapping
        From ``reference.score``.

    Returns
    -------
    list of str
        Lines, the sections set apart by rules.
    """
    line = "-" * (LABEL + SEATS * SCORE)
    heads = "".join(f"Seat {seat}  ".rjust(SCORE) for seat in range(SEATS)).rstrip()
    lines = [f"{'Score sheet':<{LABEL}}{heads}", line]
    for above, name in pairwise((rules.categories[0], *rules.categories)):
        if _section(above) != _section(name):
            lines.append(line)
        lines.append(_row(name, outcome))
    won = "".join(f"{count}  ".rjust(SCORE) for count in outcome["categories_won"]).rstrip()
    return [*lines, line, f"{'Won (*)':<{LABEL}}{won}"]


def _section(category: str) -> int:
    """Colors, Ranks, and the bottom of the sheet (rulebook: The Calculated Categories)."""
    return (category in RANKS) + 2 * (category == BLUGGARD or category in TOTALS)


def _row(name: str, outcome: Mapping[str, Any]) -> str:
    circled, winner = outcome["circled_by"][name], outcome["category_winners"][name]
    cells = [
        _score(outcome["scores"][seat][name], circled=seat == circled).rjust(SCORE - 2)
        + (" *" if seat == winner else "  ")
        for seat in range(SEATS)
    ]
    return f"{label(name):<{LABEL}}{''.join(cells)}".rstrip()


def ending(rules: Rules, taken: Sequence[Turn], outcome: Mapping[str, Any]) -> list[str]:
    """Say who wins, and what decided it after which ties.

    Parameters
    ----------
    rules : Rules
        The rules.
    taken : sequence of Turn
        All turns.
    outcome : mapping
        From ``reference.score``.

    Returns
    -------
    list of str
        One line for each tiebreaker that was needed, then the winner.
    """
    lines = []
    for name, pair in winners.measures(rules, turns.filled(taken), outcome["category_winners"]):
        lines.append(_measure_line(name, pair))
        if name == outcome["decided_by"]:
            return [*lines, f"Seat {outcome['winner']} wins the game."]
    return [*lines, "Nothing decides: the win is shared."]


def _measure_line(name: str, pair: winners.Pair) -> str:
    if name == "last_bluggard":
        last = max(pair)
        return f"Last to play the Bluggard: Seat {pair.index(last)}, on turn {last + 1}."
    titles = {
        "categories": "Categories won",
        "calculated": "Calculated categories won",
        "grand_total": "Grand Total",
    }
    equal = ", equal" if pair[0] == pair[1] else ""
    return f"{titles[name]}: {pair[0]} to {pair[1]}{equal}."
