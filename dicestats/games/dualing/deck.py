"""A deck of goal cards: read from a CSV file or from plain JSON, and checked."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from dicestats.errors import InputError, unknown
from dicestats.games.dualing import deckrows
from dicestats.games.dualing.cards import (
    DICE,
    HALVES,
    QUALIFIERS,
    SIDES,
    WHITE_TYPES,
    Card,
    Fits,
    Qualifier,
    Requirement,
    fit_table,
    meets,
    numbers,
)
from dicestats.games.dualing.deckrows import FIELDS, OPTIONAL, WHOLE
from dicestats.shapes import shown

__all__ = [
    "DICE", "HALVES", "QUALIFIERS", "SIDES", "WHITE_TYPES", "Card", "Fits", "Qualifier",
    "Requirement", "fit_table", "from_list", "load", "meets", "numbers", "to_list",
]  # fmt: skip

Row = tuple[str, Mapping[str, Any]]  # its place, and its values by name


def load(path: str | Path | None = None, *, most_dice: int = len(DICE)) -> tuple[Card, ...]:
    """Read a deck from a CSV file, every copy of a card for itself.

    Parameters
    ----------
    path : str or Path, optional
        The file; by default the packaged deck, a reconstruction: the real list of cards is not
        public.
    most_dice : int
        Dice that a card may list: the rounds of a set.

    Returns
    -------
    tuple of Card
        By id; copy k of a card has its id + 1000 (k - 1).

    Raises
    ------
    InputError
        If the file cannot be read, or with every fault of the deck and its line.

    Notes
    -----
    The columns id, points, requires, condition are needed; copies, family and text are not.
    Source: ruling D17.

    Examples
    --------
    >>> cards = load()
    >>> len(cards), cards[68].text
    (92, 'ANY D4, D8, COLOR D10, D12: LOW')
    """
    name = "the reconstructed deck" if path is None else str(path)
    text = _packaged() if path is None else _file_text(Path(path))
    rows, faults = _csv_rows(text)
    return _checked(rows, faults, name, most_dice=most_dice)


def from_list(cards: object, place: str, *, most_dice: int = len(DICE)) -> tuple[Card, ...]:
    """Read a deck that stands in a record or in a rules file.

    Parameters
    ----------
    cards : list
        Cards, or objects with id, points, requires and condition, and if wanted copies, family
        and text; requires is text as in the CSV file, or a list of such words.
    place : str
        Where the list stands, for the message.
    most_dice : int
        Dice that a card may list: the rounds of a set.

    Returns
    -------
    tuple of Card
        As ``load`` does.

    Raises
    ------
    InputError
        With every fault and its place.

    Examples
    --------
    >>> card = {"id": 7, "points": 1, "requires": "ANY:D4 COLOR:D6", "condition": "ODD"}
    >>> from_list([card], "cards")[0].text
    'ANY D4, COLOR D6: ODD'
    """
    if not isinstance(cards, list | tuple):
        raise InputError(place, f"{shown(cards)} is not a list of cards")
    rows: list[Row] = []
    faults = []
    for i, card in enumerate(cards):
        if isinstance(card, Card):
            rows.append(
                (f"{place}[{i}]", {**_plain(card), "family": card.family, "text": card.text})
            )
        elif isinstance(card, Mapping):
            rows.append((f"{place}[{i}]", card))
        else:
            faults.append(f"{place}[{i}]: {shown(card)} is not a card: {', '.join(FIELDS)}")
    return _checked(rows, faults, "deck", most_dice=most_dice)


def to_list(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Write a deck as plain JSON, as ``from_list`` reads it.

    Parameters
    ----------
    cards : sequence of Card
        The deck.

    Returns
    -------
    list of dict
        id, points, requires and condition of each card.

    Examples
    --------
    >>> to_list(load()[86:87])
    [{'id': 87, 'points': 3, 'requires': 'COLOR:D20', 'condition': '1'}]
    """
    return [_plain(card) for card in cards]


def _plain(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "points": card.points,
        "requires": " ".join(f"{r.qualifier}:{DICE[r.die]}" for r in card.requires),
        "condition": card.condition,
    }


def _packaged() -> str:
    return resources.files(__package__).joinpath("deck.csv").read_text(encoding="utf-8")


def _file_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(str(path), f"is not UTF-8 text: byte {error.start}") from error


def _csv_rows(text: str) -> tuple[list[Row], list[str]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    names = FIELDS + OPTIONAL
    header = list(reader.fieldnames or [])
    faults = [f"line 1: {unknown('column', str(n), names)}" for n in header if n not in names]
    faults += [f"line 1: there is no column '{name}'" for name in FIELDS if name not in header]
    faults += [f"line 1: the column '{n}' stands twice" for n in names if header.count(n) > 1]
    rows: list[Row] = []
    if faults:  # without its columns no line can be read
        return rows, faults
    try:
        for row in reader:
            values = {name: _from_text(name, text) for name, text in row.items() if text}
            rows.append((f"line {reader.line_num}", values))
    except csv.Error as error:
        faults.append(f"line {reader.line_num}: is not CSV: {error}")
    return rows, faults


def _from_text(name: str, text: Any) -> Any:
    if name in WHOLE and text.strip().isdecimal():
        return int(text)
    return text.strip() if isinstance(text, str) else text


def _checked(
    rows: Iterable[Row], faults: Iterable[str], name: str, *, most_dice: int
) -> tuple[Card, ...]:
    found = list(faults)
    places: dict[int, str] = {}
    cards: list[Card] = []
    for place, row in rows:
        wrong = list(deckrows.faults(row, most_dice))
        for card_id in deckrows.ids(row):
            before = places.setdefault(card_id, place)
            if before != place:
                wrong.append(f"id {card_id} is already taken ({before})")
        found += [f"{place}: {fault}" for fault in wrong]
        cards += [] if wrong else deckrows.cards(row)
    if not cards and not found:
        found.append("has no cards")
    if found:
        raise InputError(name, found)
    return tuple(sorted(cards, key=lambda card: card.id))
