"""Telling a game of Tumblin' Dice: every round with a drawing of the board, as text."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from dicestats.game import Record
from dicestats.games.tumblin.reference.dice import DISC, FOUL, LEVELS, OFF, Die, Level, read_die
from dicestats.games.tumblin.reference.records import Written
from dicestats.games.tumblin.reference.scoring import points
from dicestats.games.tumblin.rules import PHYSICAL, Rules
from dicestats.shapes import shown

WIDTH = 100
_ENDS = {
    "rounds": "The rounds are played.",
    "target": "The target is reached.",
    "wins": "The rounds are won.",
    "overtime": "Overtime decides.",
}


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
    title = "Tumblin' Dice"
    if "index" in record:
        title += f": game {record['index']}"
    if "seed" in record:
        title += f" of seed {record['seed']}" if "index" in record else f": seed {record['seed']}"
    names = record.get("strategies", [])
    seats = [line for seat, name in enumerate(names) for line in _lines(f"Seat {seat}: {name}")]
    changed = rules.model_dump(mode="json", exclude_defaults=True, exclude=set(PHYSICAL))
    told = ", ".join(f"{name} = {shown(value)}" for name, value in changed.items())
    return [title, *seats, *_lines(f"Rules: {told or 'as published'}")]


def first_order(written: Written) -> list[str]:
    """Tell who rolled what for the first order.

    Parameters
    ----------
    written : Written
        The record.

    Returns
    -------
    list of str
        Lines; none where nobody rolled.
    """
    lines = []
    for repetition, row in enumerate(written.order_rolls):
        rolled = [(side, number) for side, number in enumerate(row) if number is not None]
        told = ", ".join(f"{_side(written, side)} {number}" for side, number in rolled)
        lines += _lines(f"  {'tied ones again' if repetition else 'each side rolls'}: {told}")
    return ["First order", *lines] if lines else []


def rounds(written: Written, outcome: Mapping[str, Any]) -> list[str]:
    """Tell the rounds.

    Parameters
    ----------
    written : Written
        The record.
    outcome : mapping
        From ``score``.

    Returns
    -------
    list of str
        Lines; rounds are set apart by empty ones.
    """
    lines: list[str] = []
    for number, (given, told) in enumerate(zip(written.rounds, outcome["rounds"], strict=True)):
        lines += [""] * (number > 0)
        lines += title(written, told, number)
        states = [[read_die(die) for die in dice] for dice in given.get("states", [])]
        lines += _shots(states)
        dice = states[-1] if states else [read_die(die) for die in given["dice"]]
        lines += _drawing(dice)
        lines += scores(written, dice, told)
    return lines


def title(written: Written, told: Mapping[str, Any], number: int) -> list[str]:
    """Say which round begins, and who throws in which order.

    Parameters
    ----------
    written : Written
        The record.
    told : mapping
        The round, from ``score``.
    number : int
        Of the round, from 0.

    Returns
    -------
    list of str
        Lines.
    """
    extra = ", overtime" if told["overtime"] else ""
    order = ", ".join(_side(written, side) for side in told["order"])
    return _lines(f"Round {number + 1}{extra}: {order} in turn")


def _shots(states: Sequence[Sequence[Die]]) -> Iterator[str]:
    before: Sequence[Die] = []
    for shot, dice in enumerate(states, 1):
        thrown = dice[-1]
        what = f"{_where(thrown)}{_up(thrown)}" if thrown.fate != FOUL else "a foul, taken away"
        kind = " the bonus die" if thrown.bonus else ""
        moved = [
            f"{name_of(old)} {_where(old)} goes {_whither(new)}{_up(new)}"
            for old, new in zip(before, dice, strict=False)
            if (old.level, old.face) != (new.level, new.face)
        ]
        told = "; ".join([f"Seat {thrown.owner} throws{kind}: {what}", *moved])
        yield from _lines(f"  Shot {shot:>2}  {told}")
        before = dice


def _drawing(dice: Sequence[Die]) -> Iterator[str]:
    """Draw the levels as those who shoot see them, the highest number far away."""
    places: tuple[Level, ...] = (*reversed(LEVELS), DISC, OFF)
    for level in places:
        lying = [die for die in dice if die.level == level and die.fate != FOUL]
        if lying or level not in (DISC, OFF):
            name = f"{level}x" if isinstance(level, int) else level
            yield from _level(name, lying)
    fouled = [die for die in dice if die.fate == FOUL]
    if fouled:
        yield from _level("foul", fouled)


def _level(name: str, lying: Sequence[Die]) -> list[str]:
    start, told = f"  {name:>6} |", "  ".join(map(name_of, lying))
    return wrap(f"{start}  {told}", WIDTH, subsequent_indent=f"  {'':>6} |  ") if told else [start]


def scores(written: Written, dice: Sequence[Die], told: Mapping[str, Any]) -> Iterator[str]:
    """Tell what a round brings each side.

    Parameters
    ----------
    written : Written
        The record.
    dice : sequence of Die
        As they lie in the end of the round.
    told : mapping
        The round, from ``score``.

    Yields
    ------
    str
        Lines.
    """
    members = written.rules.members(written.seats)
    for side in told["order"]:
        seats = members[side]
        own = {seat: [die for die in dice if die.owner == seat] for seat in seats}
        sums = {seat: _sum(written.rules, own[seat], told["seat_scores"][seat]) for seat in seats}
        score, total = told["side_scores"][side], told["totals"][side]
        extra = score - sum(told["seat_scores"][seat] for seat in seats)
        bonus = f", {extra} more for all on the board" if extra else ""
        if written.rules.teams:
            yield from (line for seat in seats for line in _lines(f"  Seat {seat}: {sums[seat]}"))
            yield from _lines(f"  {_side(written, side)}: {score}{bonus}; in all {total}")
        else:
            yield from _lines(f"  Seat {side}: {sums[side]}{bonus}; in all {total}")


def _sum(rules: Rules, dice: Sequence[Die], score: int) -> str:
    """Write the points of a seat's dice as a sum."""
    counted = [points(rules, die) for die in dice]
    extra = score - sum(counted)
    first, *others = counted
    rest = "".join(f" {'-' if number < 0 else '+'} {abs(number)}" for number in others)
    sign = "-" if extra < 0 else "+"
    bonus = f" {sign} {abs(extra)} for all on the board" if extra else ""
    return f"{first}{rest}{bonus} = {score}"


def ending(rules: Rules, outcome: Mapping[str, Any]) -> list[str]:
    """Say how the game ended, and who wins.

    Parameters
    ----------
    rules : Rules
        The rules.
    outcome : mapping
        From ``score``.

    Returns
    -------
    list of str
        Lines.
    """
    totals, played = outcome["totals"], len(outcome["rounds"])
    kind = "Team" if rules.teams else "Seat"
    lines = _lines(f"Points: {' to '.join(map(str, totals))}.")
    if outcome["reason"] == "unfinished":
        return [*lines, f"The record ends after {_count(played, 'round')}: the game is unfinished."]
    how = _ENDS.get(outcome["reason"], f"The game is cut short after {_count(played, 'round')}.")
    *first, last = [f"{kind} {side}" for side in outcome["winners"]]
    who = f"{', '.join(first)} and {last} share the win." if first else f"{last} wins the game."
    return [*lines, how, *_lines(who)]


def _side(written: Written, side: int) -> str:
    if not written.rules.teams:
        return f"Seat {side}"
    seats = written.rules.teams[side]
    return f"Team {side} (seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))})"


def name_of(die: Die) -> str:
    """Write down whose a die is, and its face.

    Parameters
    ----------
    die : Die
        As it lies.

    Returns
    -------
    str
        Seat and face; a bonus die has a star.

    Examples
    --------
    >>> name_of(Die(0, 4, 6, bonus=True)), name_of(Die(1, OFF, None))
    ('0:6*', '1:-')
    """
    face = "-" if die.face is None else die.face
    return f"{die.owner}:{face}{'*' if die.bonus else ''}"


def _where(die: Die) -> str:
    if die.fate == FOUL:
        return "away"
    if die.level == OFF:
        return "off the board"
    return "on the disc" if die.level == DISC else f"on {die.level}x"


def _whither(die: Die) -> str:
    return _where(die).replace("on ", "to ", 1)


def _up(die: Die) -> str:
    return "" if die.face is None else f", {die.face} up"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _lines(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="      ")
