"""The end of Convolution by the rulebook: totals, who wins each category, who wins the game."""

from collections.abc import Iterator, Mapping, Sequence

from dicestats.games.convolution.rules import BLUGGARD, SEATS, TOTALS, Rules
from dicestats.games.convolution.turns import Box, Column, Sheet

GRAND_TOTAL = TOTALS[-1]

Pair = tuple[int, int]  # one number for each seat
Measure = tuple[str, Pair]  # a tiebreaker: its name, and the numbers of which the larger wins


def totals(rules: Rules, column: Column) -> dict[str, Box]:
    """Add up the sections of a column that are complete.

    Parameters
    ----------
    rules : Rules
        The rules.
    column : mapping of str to Box
        One seat's active categories.

    Returns
    -------
    dict of str to Box
        The totals that are known, each with the turn that completed it.

    Notes
    -----
    Rulebook: The Calculated Categories, Completing the Totals; rulings C6 and C7.

    Examples
    --------
    >>> totals(Rules(colors=1), {"red": Box(8, 0)})
    {'colors_total': Box(score=8, turn=0)}
    """
    active, colors = rules.active, rules.colors
    # The Grand Total is Colors + Ranks + Bluggard: everything in the column.
    sections = (active[:colors], active[colors : 2 * colors], active)
    return {
        name: Box(
            sum(column[category].score for category in section),
            max(column[category].turn for category in section),
        )
        for name, section in zip(TOTALS, sections, strict=True)
        if all(category in column for category in section)
    }


def first_to_play(boxes: tuple[Box, Box]) -> int:
    """Tell which seat filled or completed a category first: its score is circled.

    Parameters
    ----------
    boxes : pair of Box
        Both seats' boxes of one category.

    Returns
    -------
    int
        The seat.

    Notes
    -----
    Rulebook: Scoring a Turn; ruling C7 for totals.

    Examples
    --------
    >>> first_to_play((Box(8, 5), Box(8, 4)))
    1
    """
    return 0 if boxes[0].turn < boxes[1].turn else 1


def _tie_winner(rules: Rules, category: str, first: int) -> int | None:
    second = SEATS - 1 - first
    setting: str = rules.tied_category  # ruling C8
    if category in TOTALS:
        setting = rules.tied_total  # ruling C7
    if category == GRAND_TOTAL and rules.tied_grand_total != "as_totals":
        setting = rules.tied_grand_total
    winners = {
        "first": first,
        "second": second,
        "first_to_complete": first,
        "second_to_complete": second,
        "first_seat": 0,
        "second_seat": 1,
        "nobody": None,
    }
    return winners[setting]


def category_winner(rules: Rules, category: str, boxes: tuple[Box, Box]) -> int | None:
    """Tell who wins a category: the higher score; of equal scores the one played first.

    Parameters
    ----------
    rules : Rules
        The rules.
    category : str
        An active or calculated category.
    boxes : pair of Box
        Both seats' boxes of it.

    Returns
    -------
    int or None
        The seat; None where nobody wins it.

    Notes
    -----
    Rulebook: Winning Categories; rulings C7 and C8.

    Examples
    --------
    >>> category_winner(Rules(), "red", (Box(8, 5), Box(8, 4)))
    1
    """
    mine, theirs = boxes
    if mine.score != theirs.score:
        return 0 if mine.score > theirs.score else 1
    return _tie_winner(rules, category, first_to_play(boxes))


def measures(rules: Rules, sheet: Sheet, winners: Mapping[str, int | None]) -> Iterator[Measure]:
    """List what decides the game, in order: of each pair of numbers the larger wins.

    Parameters
    ----------
    rules : Rules
        The rules.
    sheet : pair of columns
        The complete active categories.
    winners : mapping of str to int or None
        The winner of each category.

    Yields
    ------
    str
        categories, calculated, grand_total or last_bluggard.
    pair of int
        Categories won, calculated categories won, Grand Totals, turns of the Bluggard.

    Notes
    -----
    Rulebook: Winning the Game, Tiebreakers; rulings C9 and C11.
    """
    yield "categories", _count(list(winners.values()))
    if rules.calculated:
        yield "calculated", _count([winners[name] for name in TOTALS])
    # ruling C11: where no totals are written, the active scores still add up
    one, other = (totals(rules, column)[GRAND_TOTAL].score for column in sheet)
    yield "grand_total", (one, other)
    if rules.bluggard:
        yield "last_bluggard", (sheet[0][BLUGGARD].turn, sheet[1][BLUGGARD].turn)


def _count(winners: Sequence[int | None]) -> Pair:
    return winners.count(0), winners.count(1)


def decide(measured: Sequence[Measure]) -> tuple[int | None, str]:
    """Tell who wins the game and by which measure: the first in which the seats differ.

    Parameters
    ----------
    measured : sequence of (str, pair of int)
        From ``measures``.

    Returns
    -------
    int or None
        The winner; None where nothing decides.
    str
        The measure's name, or ``"none"``.

    Notes
    -----
    Rulebook: Winning the Game, Tiebreakers; rulings C9 and C11.

    Examples
    --------
    >>> decide([("categories", (6, 6)), ("calculated", (1, 2))])
    (1, 'calculated')
    """
    for name, (one, other) in measured:
        if one != other:
            return (0 if one > other else 1), name
    return None, "none"
