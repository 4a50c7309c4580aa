"""What a game of Tumblin' Dice reports: outcome columns, and the tables counted from them."""

from dicestats.game import Column, Joint, Table
from dicestats.games.tumblin.rules import Rules

_SPAN = (1 << 16) - 1  # a column has two bytes


def outcome_columns(rules: Rules, seats: int) -> tuple[Column, ...]:
    """List the outcome columns, in the order of the kernel's rows.

    Parameters
    ----------
    rules : Rules
        Their bounds depend on the rules.
    seats : int
        Number of seats.

    Returns
    -------
    tuple of Column
        Name, bounds and meaning of each: of the game, of each side, of each seat.

    Examples
    --------
    >>> [column.name for column in outcome_columns(Rules(), 2)][:5]
    ['winners', 'truncated', 'rounds', 'overtime', 'margin']
    """
    sides, dice = len(rules.members(seats)), len(rules.die_sides)
    least, most = score_range(rules)
    worst, best = _within(*rules.round_range)
    rounds = most_rounds(rules)
    game = (
        Column("winners", 0, 2**sides - 1, "bit s is set where side s wins, alone or shared"),
        Column("truncated", 0, 1, "1 where max_rounds cut the game short"),
        Column("rounds", 0, rounds, "rounds played"),
        Column("overtime", 0, rounds, "rounds of them in overtime"),
        Column(
            "margin", 0, most - least, "the highest total less the second highest, of the sides"
        ),
        Column("lead_changes", 0, rounds, "rounds after which another side led alone than before"),
    )
    of_sides = (
        column
        for side in range(sides)
        for column in (
            Column(f"score_{side}", least, most, f"total of side {side}; no further than bounds"),
            Column(f"first_round_{side}", worst, best, f"score of side {side} in the first round"),
            Column(f"place_{side}", 0, sides - 1, f"place of side {side} in the first order"),
        )
    )
    of_seats = (
        column
        for seat in range(seats)
        for column in (
            Column(f"ejected_{seat}", 0, rounds * dice, f"dice of seat {seat} off the board"),
            Column(f"hit_{seat}", 0, rounds * dice, "of them, those that a later shot knocked off"),
        )
    )
    return (*game, *of_sides, *of_seats)


def most_rounds(rules: Rules) -> int:
    """Bound the rounds of a game.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    int
        ``rounds`` where they end the game; ``max_rounds`` where it may last longer.

    Examples
    --------
    >>> most_rounds(Rules()), most_rounds(Rules(final_tie="share"))
    (200, 4)
    """
    is_fixed = rules.end == "rounds" and rules.final_tie == "share"
    return rules.rounds if is_fixed else rules.max_rounds


def score_range(rules: Rules) -> tuple[int, int]:
    """Bound the total of a side, as it is reported.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    least, most : int
        What the rules allow, or as far as two bytes reach: totals beyond are reported as these.

    Examples
    --------
    >>> score_range(Rules(final_tie="share"))
    (-96, 384)
    """
    least, most = rules.round_range
    rounds = most_rounds(rules)
    total = rounds * most
    if rules.end == "target" and rules.final_tie == "share":
        total = min(total, rules.target - 1 + most)
    return _within(rounds * least, total)


def _within(least: int, most: int) -> tuple[int, int]:
    low = max(min(least, 0), -_SPAN // 2)
    return low, min(max(most, 1), low + _SPAN)


def tables(rules: Rules, seats: int) -> tuple[Table, ...]:
    """List the tables that are counted while games are played.

    Parameters
    ----------
    rules : Rules
        The rules.
    seats : int
        Number of seats.

    Returns
    -------
    tuple of Table
        The first is counted by chunk.
    """
    sides = range(len(rules.members(seats)))
    game = (
        Joint("outcome", ("winners", "truncated"), by_chunk=True),
        Joint("rounds", ("rounds", "overtime")),
        Joint("margin", ("margin",)),
        Joint("lead_changes", ("lead_changes",)),
    )
    of_sides = (
        table
        for side in sides
        for table in (
            Joint(f"score_{side}", (f"score_{side}",)),
            Joint(f"first_round_{side}", (f"first_round_{side}",)),
            Joint(f"place_{side}", (f"place_{side}", "winners")),
        )
    )
    of_seats = (
        Joint(f"ejected_{seat}", (f"ejected_{seat}", f"hit_{seat}")) for seat in range(seats)
    )
    return (*game, *of_sides, *of_seats)
