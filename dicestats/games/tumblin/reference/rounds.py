"""One round as the rules sheet tells it; what hands and luck do is asked of those who play."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from dicestats.games.tumblin.reference.dice import Die
from dicestats.games.tumblin.reference.order import shooters, who_rolls
from dicestats.games.tumblin.rules import Rules

States = list[list[Die]]  # after each shot: the dice thrown so far, in shooting order


class Turn(NamedTuple):
    """Whose turn it is, and which die it is about."""

    round: int  # from 0
    shot: int  # of this round, from 0
    seat: int
    number: int  # the seat's own number of the die, from 0; bonus dice come last
    bonus: bool
    sides: int  # of the die


class Table(NamedTuple):
    """What the rules leave to people and their dice.

    ``roll`` gives the number that a side rolls for the first order: of (side, repetition).
    ``bonus`` tells whether a seat throws its bonus die now, while it still has others: of the
    turn with the bonus die. ``shoot`` throws a die: of the turn and the dice of this round as
    they lie, to the same dice and the new one as they lie then. What the rules take off the board
    (``dice.is_on_board``) is not there for the next shot. ``see`` is told how the game stands
    before each round.
    """

    roll: Callable[[int, int], int]
    bonus: Callable[[Turn, Sequence[Die]], bool]
    shoot: Callable[[Turn, Sequence[Die]], Sequence[Die]]
    see: Callable[[Any], None] = lambda game: None


def roll_order(rules: Rules, table: Table, *, sides: int) -> list[list[int | None]]:
    """Roll for the first order.

    Parameters
    ----------
    rules : Rules
        The rules.
    table : Table
        Whose dice roll.
    sides : int
        Number of sides.

    Returns
    -------
    list of list of (int or None)
        A number for each side and repetition; None for those that do not roll again.

    Notes
    -----
    Rules sheet: Setup; ruling T4.

    Examples
    --------
    >>> numbers = {(0, 0): 5, (1, 0): 5, (0, 1): 2, (1, 1): 6}
    >>> table = Table(lambda side, repetition: numbers[side, repetition], None, None)
    >>> roll_order(Rules(), table, sides=2)
    [[5, 5], [2, 6]]
    """
    rolls: list[list[int | None]] = []
    while again := who_rolls(rules, rolls, sides):
        repetition = len(rolls)
        rolls.append(
            [table.roll(side, repetition) if side in again else None for side in range(sides)]
        )
    return rolls


def play_round(
    rules: Rules, order: Sequence[int], table: Table, *, seats: int, number: int
) -> States:
    """Throw all dice of a round.

    Parameters
    ----------
    rules : Rules
        The rules.
    order : sequence of int
        The sides that play, in order.
    table : Table
        Whose hands throw.
    seats : int
        Number of seats.
    number : int
        Of the round, from 0.

    Returns
    -------
    list of list of Die
        How the dice lie after each shot; after the last one they count.

    Notes
    -----
    Rules sheet: How to play, Rules for 2 players; rulings T5, T6 and T14.

    Examples
    --------
    >>> table = Table(None, None, lambda turn, dice: [*dice, Die(turn.seat, 2, 5)])
    >>> [die.owner for die in play_round(Rules(dice=2), [1, 0], table, seats=2, number=0)[-1]]
    [1, 0, 1, 0]
    """
    states: States = []
    lying: list[Die] = []
    plain, bonus = dict.fromkeys(range(seats), 0), dict.fromkeys(range(seats), 0)
    for shot, seat in enumerate(shooters(rules, order, seats)):
        turn = Turn(number, shot, seat, plain[seat], False, 0)
        if bonus[seat] < rules.bonus_dice:
            last = turn._replace(number=rules.dice + bonus[seat], bonus=True)
            if plain[seat] == rules.dice or table.bonus(_with_sides(rules, last), lying):
                turn = last
        thrown = bonus if turn.bonus else plain
        thrown[seat] += 1
        lying = list(table.shoot(_with_sides(rules, turn), lying))
        states.append(lying)
    return states


def _with_sides(rules: Rules, turn: Turn) -> Turn:
    return turn._replace(sides=rules.die_sides[turn.number])
