"""Who shoots when: the first order, the order of the next round, the shooters of a round."""

from collections.abc import Mapping, Sequence

from dicestats.games.tumblin.rules import Rules


def tied_groups(rolls: Sequence[Sequence[int | None]], sides: int) -> list[list[int]]:
    """Find who is where in the first order after some rolls.

    Parameters
    ----------
    rolls : sequence of sequence of (int or None)
        A number for each side and repetition, None for sides that did not roll again.
    sides : int
        Number of sides.

    Returns
    -------
    list of list of int
        Sides, the first to shoot first; those that are still tied stand together.

    Notes
    -----
    Rules sheet: Setup; ruling T4: the tied roll again among themselves.

    Examples
    --------
    >>> tied_groups([[5, 6, 5]], 3), tied_groups([[5, 6, 5], [3, None, 4]], 3)
    ([[1], [0, 2]], [[1], [2], [0]])
    """
    rolled = {side: tuple(row[side] or 0 for row in rolls) for side in range(sides)}
    numbers = sorted(set(rolled.values()), reverse=True)
    return [[side for side in range(sides) if rolled[side] == each] for each in numbers]


def who_rolls(rules: Rules, rolls: Sequence[Sequence[int | None]], sides: int) -> list[int]:
    """List the sides that roll a die for the first order now.

    Parameters
    ----------
    rules : Rules
        The rules.
    rolls : sequence of sequence of (int or None)
        What was rolled before.
    sides : int
        Number of sides.

    Returns
    -------
    list of int
        All at first, then those that are tied; empty once the order is settled.

    Notes
    -----
    Ruling T4.

    Examples
    --------
    >>> who_rolls(Rules(), [], 2), who_rolls(Rules(), [[5, 6, 5]], 3)
    ([0, 1], [0, 2])
    """
    if rules.first_order == "seats":
        return []
    groups = tied_groups(rolls, sides)
    return sorted(side for group in groups if len(group) > 1 for side in group)


def first_order(rolls: Sequence[Sequence[int | None]], sides: int) -> list[int]:
    """Tell the order of the first round.

    Parameters
    ----------
    rolls : sequence of sequence of (int or None)
        All that was rolled for it; none where sides shoot in the order of their numbers.
    sides : int
        Number of sides.

    Returns
    -------
    list of int
        Sides.

    Notes
    -----
    Rules sheet: Setup; ruling T4.

    Examples
    --------
    >>> first_order([[2, 6, 5]], 3), first_order([], 3)
    ([1, 2, 0], [0, 1, 2])
    """
    return [side for group in tied_groups(rolls, sides) for side in group]


def next_order(
    rules: Rules, order: Sequence[int], scores: Mapping[int, int], *, totals: Sequence[int]
) -> list[int]:
    """Tell the order of the next round.

    Parameters
    ----------
    rules : Rules
        The rules.
    order : sequence of int
        The sides in the order of this round.
    scores : mapping from int to int
        The score of each of them in this round.
    totals : sequence of int
        Of every side, this round included.

    Returns
    -------
    list of int
        The same sides.

    Notes
    -----
    Rules sheet: How to play; ruling T4.

    Examples
    --------
    >>> scores = {0: 20, 1: 35, 2: 20}
    >>> next_order(Rules(), [2, 1, 0], scores, totals=[20, 35, 20])
    [1, 2, 0]
    >>> next_order(Rules(order_tie="revert"), [2, 1, 0], scores, totals=[20, 35, 20])
    [2, 1, 0]
    """
    if rules.order == "fixed":
        return list(order)
    if rules.order == "rotate":
        return [*order[1:], order[0]]
    counted = {side: totals[side] if rules.order == "total" else scores[side] for side in order}
    if rules.order_tie == "revert" and len(set(counted.values())) < len(order):
        return list(order)
    sign = 1 if rules.order == "reverse" else -1
    return sorted(order, key=lambda side: sign * counted[side])  # equals stay as they were


def shooters(rules: Rules, order: Sequence[int], seats: int) -> list[int]:
    """List who throws each die of a round.

    Parameters
    ----------
    rules : Rules
        The rules.
    order : sequence of int
        The sides that play, in order.
    seats : int
        Number of seats.

    Returns
    -------
    list of int
        Seats: sides in turn, and in each the members in turn.

    Notes
    -----
    Rules sheet: How to play, Other playing options; ruling T6: A1 B1 A2 B2 and so on.

    Examples
    --------
    >>> shooters(Rules(dice=1, teams=((0, 2), (1, 3))), [1, 0], 4)
    [1, 0, 3, 2]
    """
    members = rules.members(seats)
    size = len(members[0])
    throws = size * len(rules.die_sides)
    return [members[side][throw % size] for throw in range(throws) for side in order]
