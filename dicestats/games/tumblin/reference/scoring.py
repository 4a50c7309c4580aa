"""What a round brings: points of each die, the bonus for all on the board, scores of sides."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dicestats.games.tumblin.reference.dice import (
    DISC,
    LEVELS,
    MINUS,
    Die,
    counts_against,
    is_on_board,
)
from dicestats.games.tumblin.rules import Rules


class Scores(NamedTuple):
    """Scores of one round; None for those who do not play it."""

    seats: list[int | None]
    sides: list[int | None]


def points(rules: Rules, die: Die) -> int:
    """Count one die.

    Parameters
    ----------
    rules : Rules
        The rules.
    die : Die
        As it lies when the round ends.

    Returns
    -------
    int
        Points for its owner.

    Notes
    -----
    Rules sheet: How to play, For the youngest players, For the older players; rulings T5 to T10.

    Examples
    --------
    >>> points(Rules(), Die(0, 3, 4)), points(Rules(scoring="add"), Die(0, 3, 4))
    (12, 7)
    >>> points(Rules(dice=5, bonus_dice=1), Die(0, 4, 6, bonus=True))
    48
    """
    factor = rules.bonus_factor if die.bonus else 1
    return factor * _points(rules, die)


def _points(rules: Rules, die: Die) -> int:
    """Count a die once, bonus die or not."""
    if counts_against(rules, die):
        assert die.face is not None
        return -die.face
    if not is_on_board(rules, die) or (die.level == DISC and rules.disc == "stay"):
        return 0
    assert die.face is not None
    level = MINUS if die.level == DISC else die.level  # ruling T8
    return rules.points(LEVELS.index(level), die.face)


def all_on_bonus(rules: Rules, dice: Iterable[Die], score: int) -> int:
    """Tell the bonus for having all dice on the board.

    Parameters
    ----------
    rules : Rules
        The rules.
    dice : iterable of Die
        All that a player, or a side, threw in the round.
    score : int
        What they count without the bonus.

    Returns
    -------
    int
        0 if any of the dice is off, fouled or removed.

    Notes
    -----
    Rules sheet: For the older players; ruling T11.

    Examples
    --------
    >>> dice = [Die(0, 4, 6), Die(0, -1, 2)]
    >>> all_on_bonus(Rules(all_on="double"), dice, 22), all_on_bonus(Rules(all_on=10), dice, 22)
    (22, 10)
    """
    if rules.all_on == "none" or not all(is_on_board(rules, die) for die in dice):
        return 0
    if rules.all_on == "double":
        return max(score, 0)
    return rules.all_on


def score_round(rules: Rules, dice: Sequence[Die], order: Sequence[int], *, seats: int) -> Scores:
    """Score a round.

    Parameters
    ----------
    rules : Rules
        The rules.
    dice : sequence of Die
        All dice that were thrown, as they lie when the round ends; their order is of no account.
    order : sequence of int
        The sides that play.
    seats : int
        Number of seats.

    Returns
    -------
    Scores
        A side has what its seats have, and the bonus where it goes to sides.

    Notes
    -----
    Rules sheet: How to play, Team rules; rulings T5 to T11.

    Examples
    --------
    >>> dice = [Die(0, 3, 4), Die(1, 2, 2), Die(0, 4, 6), Die(1, -1, 5)]
    >>> score_round(Rules(dice=2), dice, [0, 1], seats=2)
    Scores(seats=[36, -1], sides=[36, -1])
    """
    members = rules.members(seats)
    by_seat: list[int | None] = [None] * seats
    by_side: list[int | None] = [None] * len(members)
    for side in order:
        thrown = {seat: [die for die in dice if die.owner == seat] for seat in members[side]}
        scores = {seat: sum(points(rules, die) for die in thrown[seat]) for seat in thrown}
        if rules.all_on_unit == "player":
            scores = {s: n + all_on_bonus(rules, thrown[s], n) for s, n in scores.items()}
        total = sum(scores.values())
        if rules.all_on_unit == "side":
            total += all_on_bonus(rules, [die for own in thrown.values() for die in own], total)
        by_side[side] = total
        for seat, score in scores.items():
            by_seat[seat] = score
    return Scores(by_seat, by_side)
