"""The rules of Tumblin' Dice as whole numbers, and a game's own numbers, for compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.rules import Rules

LOWEST = -1  # the level below the painted line; the others are those of the physics

BY_SCORE, BY_TOTAL, FIXED, REVERSE, ROTATE = 0, 1, 2, 3, 4
ROUNDS, TARGET, WINS = 0, 1, 2
DISC_MINUS, DISC_STAYS, DISC_GOES = 0, 1, 2
NO_BONUS, POINTS, DOUBLE = 0, 1, 2
NEVER, ALWAYS, IF_HIT = 0, 1, 2  # whether a die off the board counts against its owner

# Facts of a game.
ROUND, PLAYING, OVERTIME, END, WINNERS, LEADER, LEAD_CHANGES = 0, 1, 2, 3, 4, 5, 6
FACTS = 7
# How it ended, as END tells; an end by the rules is ROUNDS, TARGET or WINS.
GOES_ON, IN_OVERTIME, CUT = -1, 3, 4
NOBODY = -1


class Numbers(NamedTuple):
    """The rule values."""

    end: int  # ROUNDS, TARGET, WINS
    goal: int  # the value of that rule
    overtime: bool  # after a tie in the end
    max_rounds: int
    tied_win: bool  # all who are best have won the round
    order: int  # BY_SCORE and so on
    revert: bool
    dice: int
    bonus_dice: int
    bonus_factor: int
    minus_stays: bool
    disc: int  # DISC_MINUS and so on
    adds: bool
    minus_adds: bool
    eject: int  # NEVER, ALWAYS, IF_HIT
    all_on: int  # NO_BONUS, POINTS, DOUBLE
    all_on_points: int
    all_on_side: bool
    levels: NDArray[np.int64]  # (5)
    die_sides: NDArray[np.int64]  # (dice + bonus_dice)
    members: NDArray[np.int64]  # (sides, seats a side) seats, in shooting order


class Match(NamedTuple):
    """One game: what its rounds have brought, and who plays next.

    Scores hold for those who played the last round. ``facts``: ROUND rounds played; PLAYING sides
    in the next one; OVERTIME rounds of it; END and WINNERS (bits of sides); LEADER, the side that
    was last ahead alone, and LEAD_CHANGES.
    """

    facts: NDArray[np.int64]  # (FACTS)
    order: NDArray[np.int64]  # (sides) the sides that play, in order; PLAYING of them count
    totals: NDArray[np.int64]  # (sides)
    wins: NDArray[np.int64]  # (sides) rounds won
    side_scores: NDArray[np.int64]  # (sides) of the last round
    seat_scores: NDArray[np.int64]  # (seats) of the last round
    first_round: NDArray[np.int64]  # (sides) scores of the first round
    places: NDArray[np.int64]  # (sides) in the first order; tied ones share the best of theirs
    ejected: NDArray[np.int64]  # (seats) dice off the board
    hit: NDArray[np.int64]  # (seats) of them, those that a later shot knocked off


class Lying(NamedTuple):
    """The dice of a round in shooting order, those that were taken away or are off, too."""

    owner: NDArray[np.int8]  # (dice) seat
    bonus: NDArray[np.int8]  # (dice) 1: a bonus die
    level: NDArray[np.int8]  # (dice) LOWEST, DISC, 1 to 4, OFF
    face: NDArray[np.int8]  # (dice) what is up; of no account where it cannot score
    fate: NDArray[np.int8]  # (dice) SHOT, HIT, FOUL


def make_numbers(rules: Rules, seats: int) -> Numbers:
    """Write the rules as numbers.

    Parameters
    ----------
    rules : Rules
        The rules.
    seats : int
        Number of seats.

    Returns
    -------
    Numbers
        The rule values.

    Examples
    --------
    >>> numbers = make_numbers(Rules(end="target", all_on=20), 3)
    >>> numbers.end == TARGET, numbers.goal, numbers.all_on_points, numbers.members.tolist()
    (True, 301, 20, [[0], [1], [2]])
    """
    points = rules.all_on if isinstance(rules.all_on, int) else 0
    against = ALWAYS if rules.eject_scope == "any" else IF_HIT
    return Numbers(
        end=("rounds", "target", "wins").index(rules.end),
        goal={"rounds": rules.rounds, "target": rules.target, "wins": rules.wins}[rules.end],
        overtime=rules.final_tie == "overtime",
        max_rounds=rules.max_rounds,
        tied_win=rules.tied_round == "all",
        order=("score", "total", "fixed", "reverse", "rotate").index(rules.order),
        revert=rules.order_tie == "revert",
        dice=rules.dice,
        bonus_dice=rules.bonus_dice,
        bonus_factor=rules.bonus_factor,
        minus_stays=rules.minus_level == "-1x",
        disc=("minus", "stay", "remove").index(rules.disc),
        adds=rules.scoring == "add",
        minus_adds=rules.scoring == "add" and rules.add_minus == "face-1",
        eject=against if rules.eject == "negative" else NEVER,
        all_on={"none": NO_BONUS, "double": DOUBLE}.get(str(rules.all_on), POINTS),
        all_on_points=points,
        all_on_side=rules.all_on_unit == "side",
        levels=np.array(rules.levels, np.int64),
        die_sides=np.array(rules.die_sides, np.int64),
        members=np.array(rules.members(seats), np.int64),
    )


def make_match(sides: int, seats: int) -> Match:
    """Allocate a game.

    Parameters
    ----------
    sides, seats : int
        How many there are.

    Returns
    -------
    Match
        Not begun: see ``ending.begin``.
    """
    by_side = (np.zeros(sides, np.int64) for _ in range(6))
    order, totals, wins, side_scores, first_round, places = by_side
    seat_scores, ejected, hit = (np.zeros(seats, np.int64) for _ in range(3))
    facts = np.zeros(FACTS, np.int64)
    return Match(
        facts, order, totals, wins, side_scores, seat_scores, first_round, places, ejected, hit
    )


def make_lying(dice: int) -> Lying:
    """Allocate the dice of a round.

    Parameters
    ----------
    dice : int
        How many a round has at most.

    Returns
    -------
    Lying
        To be filled as they are thrown.
    """
    return Lying(*(np.zeros(dice, np.int8) for _ in Lying._fields))
