"""A game of Convolution in progress, reduced to what can still decide it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from dicestats.games.convolution.rules import BLUGGARD, Rules

Box = tuple[int, int]  # a category on both columns: the seat that alone wrote, and its score
OPEN: Box = (-1, 0)
CLOSED: Box = (2, 0)

COLOR, RANK, REST = range(3)  # where a score is summed: a section's total, or none of its own

DecidedBy = Literal["categories", "calculated", "grand_total", "last_bluggard", "none"]


@dataclass(frozen=True)
class Layout:
    """Rules laid out by category, as moves and results need them."""

    colors: int
    penalties: tuple[Mapping[int, int], ...]  # (categories): face -> what its first player writes
    sums: tuple[int, ...]  # (categories): COLOR, RANK or REST
    bluggard: int  # index of the Bluggard, -1: none
    calculated: bool
    tied_category: int  # 1: its first player wins it, -1: its second, 0: nobody
    tied_total: int  # 1: who completed it first wins it, -1: second, 0: nobody
    grand_tie: int  # 1: seat 0 wins it, -1: seat 1, 0: nobody


class Position(NamedTuple):
    """Where two columns stand; every difference is seat 0 minus seat 1.

    A category that both have written is known by its winner alone; a section that both have
    completed, by the winner of its total. So positions that can only end alike are equal.
    """

    boxes: tuple[Box, ...]  # (categories)
    margin: int  # categories won so far, calculated ones included
    calculated: int  # calculated categories won so far
    sums: tuple[int, int, int]  # scores written: open colours, open ranks, everything else
    late: int  # who played the Bluggard last: 1 seat 0, -1 seat 1, 0 still open


def lay_out(rules: Rules) -> Layout:
    """Lay the rules out by category.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Layout
        Penalties (rulings C4, C5) and tie rules (C7, C8) as numbers.

    Examples
    --------
    >>> layout = lay_out(Rules())
    >>> layout.penalties[0], layout.penalties[8], layout.grand_tie
    ({12: 1}, {48: 7}, 1)
    """
    sections = (COLOR,) * rules.colors + (RANK,) * rules.colors + (REST,) * rules.bluggard
    tied_total = {"first_to_complete": 1, "nobody": 0, "second_to_complete": -1}[rules.tied_total]
    # ruling C7: the last pair completes the Grand Total, its leader first
    first = 1 - 2 * rules.leaders[-1]
    ties = {"as_totals": tied_total * first, "first_seat": 1, "second_seat": -1, "nobody": 0}
    return Layout(
        colors=rules.colors,
        penalties=_penalties(rules),
        sums=sections if rules.calculated else (REST,) * rules.pairs,
        bluggard=rules.active.index(BLUGGARD) if rules.bluggard else -1,
        calculated=rules.calculated,
        tied_category={"first": 1, "nobody": 0, "second": -1}[rules.tied_category],
        tied_total=tied_total,
        grand_tie=ties[rules.tied_grand_total],
    )


def _penalties(rules: Rules) -> tuple[Mapping[int, int], ...]:
    tops = zip(rules.tops, rules.first_tops, strict=True)
    penalties = [{} if written is None else {top: written} for top, written in tops]
    if rules.first_bluggard_twelve is not None:
        penalties[-1][rules.tops[0]] = rules.first_bluggard_twelve  # ruling C5
    return tuple(penalties)


def start(layout: Layout) -> Position:
    """Lay out two empty columns.

    Parameters
    ----------
    layout : Layout
        The rules, laid out.

    Returns
    -------
    Position
        Nothing written.

    Examples
    --------
    >>> start(lay_out(Rules(colors=1))).boxes
    ((-1, 0), (-1, 0), (-1, 0))
    """
    return Position((OPEN,) * len(layout.sums), 0, 0, (0, 0, 0), 0)


def is_open(position: Position, seat: int, category: int) -> bool:
    """Tell whether a seat may still write in a category (ruling C2).

    Parameters
    ----------
    position : Position
        Before the move.
    seat, category : int
        Who, and where.

    Returns
    -------
    bool
        Whether that box of that column is empty.

    Examples
    --------
    >>> is_open(start(lay_out(Rules())), 0, 8)
    True
    """
    return position.boxes[category][0] in (-1, 1 - seat)


def write(layout: Layout, position: Position, *, seat: int, category: int, face: int) -> Position:
    """Let a seat write one value; settle what that closes.

    Parameters
    ----------
    layout : Layout
        The rules, laid out.
    position : Position
        Before the move; the seat's box must be open.
    seat, category : int
        Who writes where.
    face : int
        The category's value in the roll, before any penalty.

    Returns
    -------
    Position
        After the move.

    Notes
    -----
    Rulings C3 to C8. The second seat to write in a category closes it, and the one that closes
    a section's last box completed that section second.

    Examples
    --------
    >>> layout = lay_out(Rules())
    >>> leader = write(layout, start(layout), seat=0, category=0, face=12)
    >>> leader.boxes[0], write(layout, leader, seat=1, category=0, face=12).margin
    ((0, 1), -1)
    """
    box, sign = position.boxes[category], 1 - 2 * seat
    score = layout.penalties[category].get(face, face) if box == OPEN else face
    sums = _added(position.sums, layout.sums[category], sign * score)
    if box == OPEN:
        return position._replace(boxes=_put(position.boxes, category, (seat, score)), sums=sums)
    won = _compare(sign * (score - box[1]), -sign * layout.tied_category)
    closed = Position(
        _put(position.boxes, category, CLOSED),
        position.margin + won,
        position.calculated,
        sums,
        sign if category == layout.bluggard else position.late,
    )
    return _total(layout, closed, section=layout.sums[category], tie=-sign * layout.tied_total)


def _total(layout: Layout, position: Position, *, section: int, tie: int) -> Position:
    """Settle a section's total once both columns have completed it."""
    if section == REST:
        return position
    first = section * layout.colors
    if any(box != CLOSED for box in position.boxes[first : first + layout.colors]):
        return position
    total = position.sums[section]
    won = _compare(total, tie)
    sums = _added(_added(position.sums, section, -total), REST, total)
    return position._replace(
        margin=position.margin + won, calculated=position.calculated + won, sums=sums
    )


def _put(boxes: tuple[Box, ...], category: int, box: Box) -> tuple[Box, ...]:
    return (*boxes[:category], box, *boxes[category + 1 :])


def _added(sums: tuple[int, int, int], section: int, score: int) -> tuple[int, int, int]:
    color, rank, rest = sums
    if section == COLOR:
        return color + score, rank, rest
    return (color, rank + score, rest) if section == RANK else (color, rank, rest + score)


def _compare(difference: int, tie: int) -> int:
    """Sign of a difference, or ``tie``."""
    return (difference > 0) - (difference < 0) or tie


def final_margin(layout: Layout, position: Position) -> tuple[int, int]:
    """Count the categories won, the Grand Total included.

    Parameters
    ----------
    layout : Layout
        The rules, laid out.
    position : Position
        The end: every box closed.

    Returns
    -------
    tuple of int
        All categories, and calculated ones: seat 0's minus seat 1's.

    Examples
    --------
    >>> final_margin(lay_out(Rules()), Position((CLOSED,) * 9, 0, 0, (0, 0, 0), 1))
    (1, 1)
    """
    if not layout.calculated:
        return position.margin, 0
    grand = _compare(position.sums[REST], layout.grand_tie)
    return position.margin + grand, position.calculated + grand


def decide(layout: Layout, position: Position) -> tuple[int, DecidedBy]:
    """Say who won a finished game, and what decided it.

    Parameters
    ----------
    layout : Layout
        The rules, laid out.
    position : Position
        The end: every box closed.

    Returns
    -------
    int
        1 seat 0, -1 seat 1, 0 shared.
    str
        The first criterion of ruling C9 that is not level.

    Examples
    --------
    >>> decide(lay_out(Rules()), Position((CLOSED,) * 9, -1, 0, (0, 0, 2), 1))
    (1, 'calculated')
    """
    margin, calculated = final_margin(layout, position)
    criteria: tuple[tuple[int, DecidedBy], ...] = (
        (margin, "categories"),
        (calculated, "calculated"),
        (position.sums[REST], "grand_total"),
        (position.late, "last_bluggard"),
    )
    for difference, name in criteria:
        if difference:
            return _compare(difference, 0), name
    return 0, "none"
