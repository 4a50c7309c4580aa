"""A round of Dualing Dice by the rulebook: who chooses, who selects first, what is saved."""

from dicestats.games.dualing.cards import D10
from dicestats.games.dualing.reference.goals import Die
from dicestats.games.dualing.reference.table import Table
from dicestats.games.dualing.rules import Rules


def clockwise(table: Table, start: int) -> list[int]:
    """List the seats that play, clockwise.

    Parameters
    ----------
    table : Table
        Of its ``last`` first selector the seats take white dice where a pile is short, in the
        first round of seat 0 (ruling D9).
    start : int
        The seat to begin with, or if it sits out the next one that plays.

    Returns
    -------
    list of int
        Seats.

    Examples
    --------
    >>> from dicestats.games.dualing.reference.table import lay_out
    >>> table = lay_out(Rules(), Rules().cards, 5)
    >>> table.playing = [0, 3, 4]
    >>> clockwise(table, 1)
    [3, 4, 0]
    """
    seats = len(table.seats)
    return sorted(table.playing, key=lambda seat: (seat - start) % seats)


def whites_left(table: Table, white: int) -> int:
    """Count the dice of a white pile that nobody has chosen in this round.

    Parameters
    ----------
    table : Table
        While pairs are chosen.
    white : int
        Type.

    Returns
    -------
    int
        Dice.
    """
    return table.piles[white] - sum(pair.white == white for pair in table.pairs.values())


def number_of(face: int, die: int, rules: Rules) -> int:
    """Give the number that a face counts.

    Parameters
    ----------
    face : int
        From 0 to sides - 1: the face 0 counts 1.
    die : int
        Type.
    rules : Rules
        How the D10's last face, its 0, counts (ruling D5).

    Returns
    -------
    int
        The number.

    Examples
    --------
    >>> number_of(9, 3, Rules()), number_of(9, 3, Rules(d10_zero_is_ten=False))
    (10, 0)
    """
    is_zero = die == D10 and face + 1 == rules.sides[D10] and not rules.d10_zero_is_ten
    return 0 if is_zero else face + 1


def set_first(table: Table) -> int | None:
    """Tell who selects first where no number decides it.

    Parameters
    ----------
    table : Table
        In a round.

    Returns
    -------
    int or None
        The seat; None where the highest colour number decides (ruling D10).
    """
    if table.rules.first_selection == "seat0":
        return clockwise(table, 0)[0]
    if table.rules.first_selection == "rotate":
        is_first_round = table.set == table.round == 0
        return clockwise(table, 0 if is_first_round else table.last + 1)[0]
    return None


def may_save(table: Table, seat: int, owner: int) -> bool:
    """Tell whether a seat may save a rolled white die.

    Parameters
    ----------
    table : Table
        During the selection.
    seat : int
        Who selects.
    owner : int
        Who rolled the die.

    Returns
    -------
    bool
        Whether nobody has saved it, and it is within reach (rulings D10, D11).
    """
    reach = table.playing if table.rules.select_from == "any" else [seat]
    return owner in reach and owner not in table.taken


def save(table: Table, seat: int, owner: int | None) -> Die:
    """Put a rolled die on a scoring card.

    Parameters
    ----------
    table : Table
        During the selection.
    seat : int
        Who selects.
    owner : int or None
        Who rolled the white die; None for the own colour die.

    Returns
    -------
    Die
        What was saved.

    Notes
    -----
    Rulebook: Die Selection; ruling D12.
    """
    pair = table.pairs[seat if owner is None else owner]
    if owner is None:
        saved = Die(True, pair.color, pair.color_number)
        table.seats[seat].colors.discard(pair.color)
    else:
        saved = Die(False, pair.white, pair.white_number)
        table.taken.append(owner)
    table.seats[seat].saved.append(saved)
    return saved


def turn_back(table: Table) -> None:
    """Turn all dice back to what they showed before the re-rolls of a tie.

    Parameters
    ----------
    table : Table
        After a tie, where ``reroll_stands`` is false (ruling D10).
    """
    for pair in table.pairs.values():
        pair.turn_back()


def end_round(table: Table, first: int) -> None:
    """Return the dice that nobody saved (rulebook: Round Cleanup).

    Parameters
    ----------
    table : Table
        After the selection.
    first : int
        Who selected first.
    """
    for owner in table.taken:
        table.piles[table.pairs[owner].white] -= 1
    table.pairs, table.taken = {}, []
    table.last = first
    table.round += 1
