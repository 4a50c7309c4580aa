"""How a game stands after a round: totals, rounds won, overtime, and who has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from dicestats.games.tumblin.reference.order import next_order
from dicestats.games.tumblin.rules import Rules

Reason = Literal["rounds", "target", "wins", "overtime", "truncated"]


class End(NamedTuple):
    """Who has won, and what ended the game."""

    winners: list[int]  # sides
    reason: Reason


@dataclass
class Standing:
    """A game between two rounds."""

    rules: Rules
    order: list[int]  # sides that play the next round, in order: all but in overtime
    totals: list[int]  # by side
    wins: list[int]  # by side: rounds won
    round: int = 0  # rounds played
    overtime: bool = field(default=False)
    end: End | None = field(default=None)  # None while the game goes on


def begin(rules: Rules, order: Sequence[int]) -> Standing:
    """Begin a game.

    Parameters
    ----------
    rules : Rules
        The rules.
    order : sequence of int
        The first order: all sides.

    Returns
    -------
    Standing
        Before the first round.
    """
    nothing = [0] * len(order)
    return Standing(rules, list(order), list(nothing), list(nothing))


def end_round(standing: Standing, scores: Mapping[int, int]) -> None:
    """Add the scores of a round, and see whether the game is over or who plays on.

    Parameters
    ----------
    standing : Standing
        As the round began; changed.
    scores : mapping from int to int
        The round's score of each side that played it.

    Notes
    -----
    Rules sheet: Object, Other playing options; rulings T1 to T4.

    Examples
    --------
    >>> standing = begin(Rules(end="target", target=30), [1, 0])
    >>> end_round(standing, {0: 36, 1: 30})
    >>> standing.end
    End(winners=[0], reason='target')
    """
    rules = standing.rules
    standing.round += 1
    for side, score in scores.items():
        standing.totals[side] += score
    _count_wins(standing, scores)
    order = next_order(rules, standing.order, scores, totals=standing.totals)
    leaders = _leaders(standing, scores)
    if len(leaders) == 1 or (leaders and rules.final_tie == "share"):
        standing.end = End(leaders, "overtime" if standing.overtime else rules.end)
        return
    if leaders:  # they are equal: only they play on (ruling T2)
        standing.overtime = True
        order = [side for side in order if side in leaders]
    standing.order = order
    if standing.round >= rules.max_rounds:
        playing = sorted(order)
        totals = {side: standing.totals[side] for side in playing}
        standing.end = End(best(totals), "truncated")


def _count_wins(standing: Standing, scores: Mapping[int, int]) -> None:
    """Note who has won the round (ruling T3)."""
    won = best(scores)
    if len(won) == 1 or standing.rules.tied_round == "all":
        for side in won:
            standing.wins[side] += 1


def _leaders(standing: Standing, scores: Mapping[int, int]) -> list[int]:
    """List who has won, several if they are equal, nobody if the game goes on (ruling T1)."""
    rules = standing.rules
    if standing.overtime:
        return best(scores)
    if rules.end == "rounds":
        return best(dict(enumerate(standing.totals))) if standing.round == rules.rounds else []
    counted, needed = standing.totals, rules.target
    if rules.end == "wins":
        counted, needed = standing.wins, rules.wins
    return best(dict(enumerate(counted))) if max(counted) >= needed else []


def best(scores: Mapping[int, int]) -> list[int]:
    """List who has the most.

    Parameters
    ----------
    scores : mapping from int to int
        By side.

    Returns
    -------
    list of int
        Sides, ascending; several where they are equal.

    Examples
    --------
    >>> best({2: 20, 1: 35, 0: 35})
    [0, 1]
    """
    most = max(scores.values())
    return sorted(side for side, score in scores.items() if score == most)
