"""The turns of Convolution by the rulebook: whose turn, what a roll is worth, what is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicestats.games.convolution.rules import BLUGGARD, SEATS, Rules


@dataclass(frozen=True)
class Box:
    """A filled box of the score sheet: what is written, and on which turn (from 0)."""

    score: int
    turn: int


@dataclass(frozen=True)
class Turn:
    """One turn: who filled which box, with what, and whether that score is circled."""

    number: int  # from 0
    seat: int
    category: str
    value: int  # what the dice show
    written: int  # less than the value where a penalty applies
    first: bool  # the first player of the category: circled


Column = Mapping[str, Box]  # what one seat has written, by category
Sheet = tuple[dict[str, Box], dict[str, Box]]  # the two columns


def turn_order(rules: Rules) -> tuple[int, ...]:
    """List the seats in turn order: in every pair the leader, then the other seat.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    tuple of int
        One seat a turn, two turns a pair.

    Notes
    -----
    Rulebook: Basic Turn Structure; ruling C1.

    Examples
    --------
    >>> turn_order(Rules())[:6]
    (0, 1, 1, 0, 0, 1)
    """
    return tuple(seat for leader in rules.leaders for seat in (leader, SEATS - 1 - leader))


def color_totals(rules: Rules, roll: Sequence[int]) -> tuple[int, ...]:
    """Add up the dice of each colour.

    Parameters
    ----------
    rules : Rules
        The rules.
    roll : sequence of int
        Faces, the dice of red first, then blue, green, yellow, ...

    Returns
    -------
    tuple of int
        One total a colour.

    Notes
    -----
    Rulebook: The Active Categories.

    Examples
    --------
    >>> color_totals(Rules(), [6, 2, 5, 5, 1, 3, 4, 4])
    (8, 10, 4, 8)
    """
    dice = rules.dice_per_color
    return tuple(sum(roll[dice * color : dice * (color + 1)]) for color in range(rules.colors))


def values(rules: Rules, roll: Sequence[int]) -> dict[str, int]:
    """Tell what a roll is worth in each active category, before any penalty.

    Parameters
    ----------
    rules : Rules
        The rules.
    roll : sequence of int
        Faces, by colour.

    Returns
    -------
    dict of str to int
        The value of each active category, in index order.

    Notes
    -----
    Rulebook: The Active Categories.

    Examples
    --------
    >>> list(values(Rules(), [6, 2, 5, 5, 1, 3, 4, 4]).values())
    [8, 10, 4, 8, 10, 8, 8, 4, 30]
    """
    colors = color_totals(rules, roll)
    ranks = sorted(colors, reverse=True)  # ruling C10: ties need no order
    bluggard = [sum(roll)] if rules.bluggard else []
    return dict(zip(rules.active, [*colors, *ranks, *bluggard], strict=True))


def first_score(rules: Rules, category: str, value: int) -> int:
    """Tell what the first player of a category writes for a value.

    Parameters
    ----------
    rules : Rules
        The rules.
    category : str
        An active category.
    value : int
        What the dice show for it.

    Returns
    -------
    int
        The value, or the penalty where the value is the category's largest.

    Notes
    -----
    Rulebook: The First-to-12 Rule, The Bluggard Exception; rulings C4 and C5.

    Examples
    --------
    >>> first_score(Rules(), "red", 12), first_score(Rules(), "bluggard", 48)
    (1, 7)
    >>> first_score(Rules(), "red", 11), first_score(Rules(), "bluggard", 12)
    (11, 12)
    """
    index = rules.active.index(category)
    penalty = None
    if value == rules.tops[index]:
        penalty = rules.first_tops[index]
    elif category == BLUGGARD and value == rules.tops[0]:
        penalty = rules.first_bluggard_twelve  # ruling C5: the literal reading
    return value if penalty is None else penalty


def take_turn(
    rules: Rules, sheet: Sheet, roll: Sequence[int], *, number: int, seat: int, category: str
) -> Turn:
    """Tell what a turn writes; the sheet stays as it is.

    Parameters
    ----------
    rules : Rules
        The rules.
    sheet : pair of columns
        What both seats have written so far.
    roll : sequence of int
        Faces, by colour.
    number, seat : int
        The turn, from 0, and who takes it.
    category : str
        The box that is filled.

    Returns
    -------
    Turn
        The turn with its value, what is written, and whether that is circled.

    Notes
    -----
    Rulebook: Scoring a Turn; ruling C3.

    Examples
    --------
    >>> take_turn(Rules(), ({}, {}), [6] * 8, number=0, seat=0, category="red").written
    1
    """
    value = values(rules, roll)[category]
    first = category not in sheet[SEATS - 1 - seat]  # ruling C3: the other's box is empty
    written = first_score(rules, category, value) if first else value
    return Turn(number, seat, category, value, written, first)


def write(sheet: Sheet, turn: Turn) -> None:
    """Write a turn's score into its box.

    Parameters
    ----------
    sheet : pair of columns
        The column of the turn's seat gets the box.
    turn : Turn
        From ``take_turn``.
    """
    sheet[turn.seat][turn.category] = Box(turn.written, turn.number)


def replay(rules: Rules, rolls: Sequence[Sequence[int]], choices: Sequence[str]) -> list[Turn]:
    """Play a legal game again from its rolls and choices.

    Parameters
    ----------
    rules : Rules
        The rules.
    rolls : sequence of sequences of int, one a pair
        Faces, by colour.
    choices : sequence of str, one a turn
        The category that each turn fills.

    Returns
    -------
    list of Turn
        In turn order.

    Examples
    --------
    >>> choices = ["red", "red", "first_highest", "first_highest"]
    >>> game = replay(Rules(colors=1, bluggard=False), [[1, 2], [6, 6]], choices)
    >>> [(turn.seat, turn.written) for turn in game]
    [(0, 3), (1, 3), (1, 1), (0, 12)]
    """
    sheet: Sheet = ({}, {})
    turns = []
    for number, (seat, category) in enumerate(zip(turn_order(rules), choices, strict=True)):
        roll = rolls[number // SEATS]
        turn = take_turn(rules, sheet, roll, number=number, seat=seat, category=category)
        write(sheet, turn)
        turns.append(turn)
    return turns


def filled(turns: Sequence[Turn]) -> Sheet:
    """Fill a score sheet with turns.

    Parameters
    ----------
    turns : sequence of Turn
        From ``replay``.

    Returns
    -------
    pair of columns
        The active categories that the turns filled.
    """
    sheet: Sheet = ({}, {})
    for turn in turns:
        write(sheet, turn)
    return sheet
