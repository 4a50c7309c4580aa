"""What a game of Dualing Dice reports: outcome columns, and the tables counted from them."""

from dicestats.game import Column, Counted, Joint, Table
from dicestats.games.dualing.rules import Rules

# Of every card of the deck the kernel counts, over all games: the hands in which it was held
# through a set, the hands in which it was completed then, and how often it was exchanged.
CARD_COUNTS = ("held", "completed", "exchanged")


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
        Name, bounds and meaning of each.

    Examples
    --------
    >>> [column.name for column in outcome_columns(Rules(), 2)][:4]
    ['winners', 'truncated', 'sets', 'margin']
    """
    sets, points = rules.max_sets, most_points(rules)
    rounds = sets * rules.rounds
    game = (
        Column("winners", 0, 2**seats - 1, "bit s is set where seat s wins, alone or shared"),
        Column("truncated", 0, 1, "1 where max_sets cut the game short"),
        Column("sets", 0, sets, "sets played"),
        Column("margin", 0, points, "the most points less the second most, of the seats"),
        Column("ties", 0, rounds, "rounds in which dice were re-rolled for the first selection"),
        Column("empty_piles", 0, rounds, "rounds in which a seat met an empty white pile"),
        Column(
            "lead_changes", 0, sets, "sets after which another seat was ahead alone than before"
        ),
        Column("reached", 0, seats, "seats that have the target when the game ends"),
        Column(
            "disputed", 0, 1, "1 where the end rules points and fewest_among_reached name others"
        ),
    )
    return game + tuple(
        column
        for seat in range(seats)
        for column in (
            Column(f"score_{seat}", 0, points, f"points of seat {seat}"),
            Column(f"cards_{seat}", 0, len(rules.cards), f"goals that seat {seat} completed"),
            Column(f"first_selections_{seat}", 0, rounds, f"rounds seat {seat} selected first in"),
            Column(f"others_whites_{seat}", 0, rounds, f"others' white dice seat {seat} saved"),
        )
    )


def most_points(rules: Rules) -> int:
    """Bound the points of a seat.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    int
        Those of the deck; less where the game ends once the target is reached.

    Examples
    --------
    >>> most_points(Rules())
    23
    """
    worth = sorted((card.points for card in rules.cards), reverse=True)
    if rules.final_tie == "extra_set":
        return sum(worth)
    return min(sum(worth), rules.target - 1 + sum(worth[: rules.hand_size]))


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
    game = (
        Joint("outcome", ("winners", "truncated"), by_chunk=True),
        Joint("sets", ("sets",)),
        Joint("margin", ("margin", "winners")),
        Joint("ties", ("ties",)),
        Joint("empty_piles", ("empty_piles",)),
        Joint("lead_changes", ("lead_changes",)),
        Joint("reached", ("reached", "disputed")),
        Counted("cards", CARD_COUNTS, tuple(str(card.id) for card in rules.cards)),
    )
    return game + tuple(
        table
        for seat in range(seats)
        for table in (
            Joint(f"score_{seat}", (f"score_{seat}",)),
            Joint(f"cards_{seat}", (f"cards_{seat}",)),
            Joint(f"first_selections_{seat}", (f"first_selections_{seat}",)),
            Joint(f"others_whites_{seat}", (f"others_whites_{seat}",)),
        )
    )
