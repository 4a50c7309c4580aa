"""One card as a row of values: what is wrong with it, or the cards it stands for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dicestats.errors import unknown
from dicestats.games.dualing.cards import (
    DICE,
    HALVES,
    QUALIFIERS,
    SIDES,
    WHITE_TYPES,
    Card,
    Qualifier,
    Requirement,
)
from dicestats.shapes import is_whole, shown

COPY = 1000  # copy k of a card has its id + COPY (k - 1) (ruling D17)
MOST_ID = 32_767
MOST_POINTS = 99
MOST_COPIES = 20
FIELDS = ("id", "points", "requires", "condition")
OPTIONAL = ("copies", "family", "text")
WHOLE = {"id": MOST_ID, "points": MOST_POINTS, "copies": MOST_COPIES}  # from 1 to ...


def faults(row: Mapping[str, Any], most_dice: int) -> Iterator[str]:
    """List what is wrong with a card.

    Parameters
    ----------
    row : mapping
        Its values by name.
    most_dice : int
        Dice that a card may list.

    Yields
    ------
    str
        A fault, without its place.

    Notes
    -----
    Rulings D6 and D17.

    Examples
    --------
    >>> row = {"id": 7, "points": 1, "requires": "ANY:D4", "condition": "5"}
    >>> list(faults(row, 5))
    ['condition 5 is not on a D4: 1 to 4']
    """
    names = FIELDS + OPTIONAL
    if None in row:  # the CSV reader's key for what is left over
        yield "more values than columns"
    yield from (unknown("key", str(n), names) for n in row if n is not None and n not in names)
    yield from (f"{name} is missing" for name in FIELDS if name not in row)
    for name, high in WHOLE.items():
        if not _is_whole(row.get(name, 1), high):
            yield f"{name} {shown(row[name])} is not a whole number from 1 to {high}"
    for card_id in [number for number in ids(row) if number > MOST_ID]:
        yield f"a copy gets id {card_id}: {MOST_ID} is the largest"
    for name in ("family", "text"):
        if not isinstance(row.get(name, ""), str):
            yield f"{name} {shown(row[name])} is not text"
    if "requires" in row:
        yield from _requires_faults(row["requires"], most_dice)
    if "condition" in row:
        yield from _condition_faults(row["condition"], row.get("requires", ""))


def _is_whole(value: Any, high: int) -> bool:
    return is_whole(value) and 1 <= value <= high


def ids(row: Mapping[str, Any]) -> list[int]:
    """List the ids that a row takes, one for each copy.

    Parameters
    ----------
    row : mapping
        Its values by name; where they are wrong, there are none.

    Returns
    -------
    list of int
        Ids (ruling D17).

    Examples
    --------
    >>> ids({"id": 7, "copies": 3})
    [7, 1007, 2007]
    """
    first: Any = row.get("id")
    copies: Any = row.get("copies", 1)
    if not (_is_whole(first, MOST_ID) and _is_whole(copies, MOST_COPIES)):
        return []
    return [first + COPY * k for k in range(copies)]


def _words(requires: Any) -> list[Any]:
    """Cut the dice apart: text as in the file, or a list of its words."""
    return requires.split() if isinstance(requires, str) else list(requires)


def _requires_faults(requires: Any, most_dice: int) -> Iterator[str]:
    if not isinstance(requires, str | list | tuple):
        yield f"requires {shown(requires)} is not text such as ANY:D4 COLOR:D10"
        return
    words = _words(requires)
    if not words:
        yield "requires names no die"
    if len(words) > most_dice:
        yield f"requires names {len(words)} dice: a set has {most_dice} rounds, a die each"
    for word in words:
        yield from _word_faults(word)


def _word_faults(word: Any) -> Iterator[str]:
    if not isinstance(word, str) or word.count(":") != 1:
        yield f"{shown(word)} is not QUALIFIER:DIE, such as ANY:D4"
        return
    qualifier, die = word.split(":")
    if qualifier not in QUALIFIERS:
        yield unknown("qualifier", qualifier, QUALIFIERS)
    if die not in DICE:
        yield unknown("die", die, DICE)
    elif qualifier == "WHITE" and DICE.index(die) >= WHITE_TYPES:  # ruling D6
        yield f"there is no white {die}"


def _condition_faults(condition: Any, requires: Any) -> Iterator[str]:
    text = str(condition)
    if isinstance(condition, bool) or not isinstance(condition, str | int):
        yield f"condition {shown(condition)} is not {', '.join(HALVES)} or a number"
    elif text in HALVES:
        return
    elif not (text.isascii() and text.isdecimal()):
        yield unknown("condition", text, [*HALVES, "or a number"])
    elif isinstance(requires, str | list | tuple):
        for word in dict.fromkeys(map(str, _words(requires))):
            die = word.rpartition(":")[2]
            if die in DICE and not 1 <= int(text) <= SIDES[DICE.index(die)]:
                zero = "; its 0 is written 10" if int(text) == 0 and die == "D10" else ""
                yield f"condition {text} is not on a {die}: 1 to {SIDES[DICE.index(die)]}{zero}"


def cards(row: Mapping[str, Any]) -> Iterator[Card]:
    """Make the cards of a faultless row.

    Parameters
    ----------
    row : mapping
        Its values by name.

    Yields
    ------
    Card
        One for each copy (ruling D17).

    Examples
    --------
    >>> row = {"id": 7, "points": 1, "requires": "ANY:D4", "condition": "4", "copies": 2}
    >>> [(card.id, card.text) for card in cards(row)]
    [(7, 'ANY D4: 4'), (1007, 'ANY D4: 4')]
    """
    requires = tuple(_requirement(word) for word in _words(row["requires"]))
    text = str(row["condition"])
    condition = text if text in HALVES else str(int(text))
    for card_id in ids(row):
        yield Card(
            id=card_id,
            points=row["points"],
            requires=requires,
            condition=condition,
            family=row.get("family", ""),
            text=row.get("text") or f"{_listed(requires)}: {condition}",
        )


def _requirement(word: str) -> Requirement:
    qualifier, die = word.split(":")
    known: dict[str, Qualifier] = {"ANY": "ANY", "COLOR": "COLOR", "WHITE": "WHITE"}
    return Requirement(known[qualifier], DICE.index(die))


def _listed(requires: Sequence[Requirement]) -> str:
    """Print the dice as on a card: a qualifier holds until the next one (ruling D2)."""
    words: list[str] = []
    before = ""
    for needs in requires:
        words.append(
            DICE[needs.die]
            if needs.qualifier == before
            else str(needs.qualifier) + " " + DICE[needs.die]
        )
        before = needs.qualifier
    return ", ".join(words)
