"""Dice as they lie: on which level, which face up, whose, and through whose shot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dicestats.games.tumblin.rules import Rules

NAME = "tumblin"

Level = int | Literal["disc", "off"]
Fate = Literal["shot", "hit", "foul"]

DISC: Literal["disc"] = "disc"
OFF: Literal["off"] = "off"
SHOT: Literal["shot"] = "shot"
HIT: Literal["hit"] = "hit"
FOUL: Literal["foul"] = "foul"

LEVELS = (-1, 1, 2, 3, 4)  # their names, as printed: what each counts is a rule
MINUS = LEVELS[0]


@dataclass(frozen=True)
class Die:
    """A die that was thrown in this round, as it lies.

    ``level`` names the level; ``face`` may be None where it cannot score. ``fate`` tells whether
    its own throw left it there, a later one, or that its throw was a foul.
    """

    owner: int  # seat
    level: Level
    face: int | None
    bonus: bool = False
    fate: Fate = SHOT


def is_off(die: Die) -> bool:
    """Tell whether a die has left the board.

    Parameters
    ----------
    die : Die
        As it lies.

    Returns
    -------
    bool
        Fouled and removed dice were taken away: they have not left it.

    Notes
    -----
    Rulings T8 and T10.

    Examples
    --------
    >>> is_off(Die(0, OFF, None)), is_off(Die(0, OFF, None, fate=FOUL))
    (True, False)
    """
    return die.level == OFF and die.fate != FOUL


def is_on_board(rules: Rules, die: Die) -> bool:
    """Tell whether a die still lies on the board.

    Parameters
    ----------
    rules : Rules
        The rules.
    die : Die
        As it lies, or came to lie before it was taken away.

    Returns
    -------
    bool
        False for dice that are off, fouled or removed.

    Notes
    -----
    Rulings T7 and T8: a 0x level removes what comes to rest on it.

    Examples
    --------
    >>> is_on_board(Rules(), Die(0, -1, 5)), is_on_board(Rules(minus_level="0x"), Die(0, -1, 5))
    (True, False)
    """
    if die.fate == FOUL or die.level == OFF:
        return False
    if die.level == DISC and rules.disc != "minus":
        return rules.disc == "stay"
    return rules.minus_level == "-1x" or die.level not in (DISC, MINUS)


def needs_face(rules: Rules, die: Die) -> bool:
    """Tell whether the face of a die can count.

    Parameters
    ----------
    rules : Rules
        The rules.
    die : Die
        As it lies.

    Returns
    -------
    bool
        True on the board, but for an obstacle on the disc; off it where that counts negative.

    Notes
    -----
    Rulings T7 to T10.

    Examples
    --------
    >>> needs_face(Rules(), Die(0, OFF, None)), needs_face(Rules(), Die(0, 3, 4))
    (False, True)
    """
    if is_off(die):
        return counts_against(rules, die)
    return is_on_board(rules, die) and not (die.level == DISC and rules.disc == "stay")


def counts_against(rules: Rules, die: Die) -> bool:
    """Tell whether a die off the board counts against its owner.

    Parameters
    ----------
    rules : Rules
        The rules.
    die : Die
        As it lies.

    Returns
    -------
    bool
        Under negative ejections: any die that is off, or only one that a later shot knocked off.

    Notes
    -----
    Rules sheet: For the older players; ruling T10.

    Examples
    --------
    >>> rules = Rules(eject="negative", eject_scope="hit")
    >>> counts_against(rules, Die(0, OFF, 6)), counts_against(rules, Die(0, OFF, 6, fate=HIT))
    (False, True)
    """
    wanted = rules.eject_scope == "any" or die.fate == HIT
    return rules.eject == "negative" and is_off(die) and wanted


def read_die(written: Mapping[str, Any]) -> Die:
    """Read a die from a record whose shape was checked.

    Parameters
    ----------
    written : mapping
        owner, face, level; bonus and fate where they are not the usual ones.

    Returns
    -------
    Die
        Fouled dice without level or face: they are ignored.

    Examples
    --------
    >>> read_die({"owner": 1, "level": 3, "face": 4})
    Die(owner=1, level=3, face=4, bonus=False, fate='shot')
    """
    fate = written.get("fate", SHOT)
    owner, bonus = written["owner"], written.get("bonus", False)
    if fate == FOUL:
        return Die(owner, OFF, None, bonus, fate)
    return Die(owner, written["level"], written["face"], bonus, fate)


def write_die(rules: Rules, die: Die) -> dict[str, Any]:
    """Write a die down as a record holds it.

    Parameters
    ----------
    rules : Rules
        The rules.
    die : Die
        As it lies.

    Returns
    -------
    dict
        owner, level, face, bonus and fate. The face is null where a die was taken away, and off
        the board unless ejections are negative.

    Examples
    --------
    >>> write_die(Rules(), Die(1, OFF, 4))["face"] is None
    True
    """
    known = rules.eject == "negative" if is_off(die) else is_on_board(rules, die)
    return {
        "owner": die.owner,
        "level": OFF if die.fate == FOUL else die.level,
        "face": die.face if known else None,
        "bonus": die.bonus,
        "fate": die.fate,
    }
