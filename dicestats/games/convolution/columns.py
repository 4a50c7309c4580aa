"""What a game of Convolution reports: outcome columns, and the tables counted from them."""

from dicestats.game import Bits, Column, Joint, Table
from dicestats.games.convolution.rules import Rules

DECIDED_BY = ("categories", "calculated", "grand_total", "last_bluggard", "none")


def outcome_columns(rules: Rules, seats: int) -> tuple[Column, ...]:
    """List the outcome columns, in the order of the kernel's rows.

    Parameters
    ----------
    rules : Rules
        Their bounds depend on the rules.
    seats : int
        Always 2.

    Returns
    -------
    tuple of Column
        Name, bounds and meaning of each.

    Examples
    --------
    >>> [column.name for column in outcome_columns(Rules(), 2)][:3]
    ['winners', 'decided_by', 'margin']
    """
    n, boxes, totals = len(rules.categories), rules.pairs, 3
    lowest, highest = total_bounds(rules)
    codes = ", ".join(f"{code} {name}" for code, name in enumerate(DECIDED_BY))
    bits = "bit c: category c in index order, then the totals"
    return (
        Column("winners", 0, 3, "bit s is set where seat s wins, alone or shared"),
        Column("decided_by", 0, len(DECIDED_BY) - 1, f"what decided the game: {codes}"),
        Column("margin", -n, n, "categories won by seat 0 less those won by seat 1"),
        Column("calculated_margin", -totals, totals, "the same, of the calculated categories"),
        Column("score_0", lowest, highest, "grand total of seat 0"),
        Column("score_1", lowest, highest, "grand total of seat 1"),
        Column("circles", 0, boxes, "active categories that seat 0 played first"),
        Column("lead_changes", 0, boxes, "changes of the leader in settled categories, by pair"),
        Column("settled", 0, boxes, "pairs after which the other could still win more categories"),
        Column("won_0", 0, 2**n - 1, f"categories won by seat 0; {bits}"),
        Column("won_1", 0, 2**n - 1, f"categories won by seat 1; {bits}"),
        Column(
            "circled_0", 0, 2**n - 1, f"categories that seat 0 played or completed first; {bits}"
        ),
        Column("circle_won", 0, 2**n - 1, f"categories won by who played them first; {bits}"),
        Column("tied", 0, 2**n - 1, f"categories with equal scores; {bits}"),
    )


def total_bounds(rules: Rules) -> tuple[int, int]:
    """Bound the grand total of a seat.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    lowest, highest : int
        The sum over the active categories of the least and the most that can be written.

    Examples
    --------
    >>> total_bounds(Rules())
    (15, 144)
    """
    written = [
        {low, top, low if first is None else first}
        for low, top, first in zip(rules.lowest, rules.tops, rules.first_tops, strict=True)
    ]
    if rules.first_bluggard_twelve is not None:
        written[-1].add(rules.first_bluggard_twelve)
    return sum(min(values) for values in written), sum(max(values) for values in written)


def tables(rules: Rules, seats: int) -> tuple[Table, ...]:
    """List the tables that are counted while games are played.

    Parameters
    ----------
    rules : Rules
        The labels of the categories come from them.
    seats : int
        Always 2.

    Returns
    -------
    tuple of Table
        The first is counted by chunk.
    """
    return (
        Joint("outcome", ("winners", "decided_by", "margin", "calculated_margin"), by_chunk=True),
        Joint("drama", ("settled", "lead_changes", "winners")),
        Joint("circles", ("circles", "winners")),
        Joint("score_0", ("score_0",)),
        Joint("score_1", ("score_1",)),
        Joint("winners", ("won_0", "winners")),
        Bits("categories", ("won_1", "circled_0", "circle_won", "tied"), rules.categories),
    )
