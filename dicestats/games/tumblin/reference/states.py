"""What a shot may change about the dice that lie there, and what it cannot."""

from collections.abc import Iterator, Sequence

from dicestats.games.tumblin.reference.dice import (
    DISC,
    FOUL,
    OFF,
    SHOT,
    Die,
    Level,
    is_off,
    is_on_board,
)
from dicestats.games.tumblin.rules import Rules
from dicestats.shapes import shown


def changes(
    rules: Rules, before: Sequence[Die], after: Sequence[Die], *, place: str
) -> Iterator[str]:
    """Check what happened to the dice that lay there before a shot.

    Parameters
    ----------
    rules : Rules
        The rules.
    before, after : sequence of Die
        The dice of the round before the shot, and after it with one more.
    place : str
        Where those after it stand in the record.

    Yields
    ------
    str
        What is impossible, and where.

    Notes
    -----
    Rules sheet: How to play; rulings T5, T7, T8 and T15: a die that left cannot return, none can
    climb, owners and bonus dice stay what they are.

    Examples
    --------
    >>> before, after = [Die(0, 3, 4)], [Die(0, 2, 4), Die(1, 3, 6)]
    >>> list(changes(Rules(), before, after, place="states[1]"))
    ['states[1][0].level: 2 given; it lay on 3 and cannot climb']
    """
    for i, (old, new) in enumerate(zip(before, after, strict=False)):
        at = f"{place}[{i}]"
        if new.owner != old.owner:
            yield f"{at}.owner: {new.owner} given; seat {old.owner} threw this die"
        if new.bonus != old.bonus:
            yield f"{at}.bonus: {shown(new.bonus)} given; it was {shown(old.bonus)} before"
        judge = _moved if is_on_board(rules, old) else _gone
        yield from judge(rules, old, new, place=at)


def _gone(rules: Rules, old: Die, new: Die, *, place: str) -> Iterator[str]:
    """Check a die that had left the board, or was taken away: nothing touches it."""
    if is_on_board(rules, new):
        left = "left the board" if is_off(old) else "was taken away"
        yield f"{place}.level: {shown(new.level)} given; it {left} and cannot return"
        return
    if new.fate != old.fate:
        yield f"{place}.fate: {shown(new.fate)} given; it had gone before, with {shown(old.fate)}"
    elif new.level != old.level:
        yield f"{place}.level: {shown(new.level)} given; it had gone before, {_where(old.level)}"
    elif None not in (old.face, new.face) and new.face != old.face:
        yield f"{place}.face: {new.face} given; it had gone before, with {old.face} up"


def _moved(rules: Rules, old: Die, new: Die, *, place: str) -> Iterator[str]:
    """Check a die that lay on the board."""
    if new.fate == FOUL:
        yield f'{place}.fate: "foul" given; this die had been thrown well before'
        return
    if new.level != OFF and _depth(new.level) < _depth(old.level):
        lay = _where(old.level)
        yield f"{place}.level: {shown(new.level)} given; it lay {lay} and cannot climb"
    counts = rules.eject == "negative" and rules.eject_scope == "hit"
    if counts and is_off(new) and new.fate == SHOT:  # elsewhere it makes no difference
        yield f'{place}.fate: "shot" given; this throw knocked it off: "hit"'


def _depth(level: Level) -> int:
    """Count the steps down from the disc: -1x and 1x are one level with a painted line."""
    if level == DISC:
        return 0
    return max(int(level), 1)


def _where(level: Level) -> str:
    return level if level == OFF else "on the disc" if level == DISC else f"on {level}"
