"""What a round brings, compiled: each die, all on the board, seats and sides."""

from dicestats.games.tumblin.kernel.numbers import (
    ALWAYS,
    DISC_GOES,
    DISC_STAYS,
    DOUBLE,
    IF_HIT,
    LOWEST,
    NO_BONUS,
    PLAYING,
    POINTS,
    ROUND,
)
from dicestats.games.tumblin.physics.dice import FOUL, HIT
from dicestats.games.tumblin.physics.world import DISC, OFF
from dicestats.jit import jit


@jit(_nrt=False)
def stays(numbers, level):  # type: ignore[no-untyped-def]
    """Tell whether the rules leave a die where it came to rest (rulings T7, T8).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    level : int
        LOWEST, DISC, 1 to 4, OFF.

    Returns
    -------
    bool
        False where it is taken away, or has left the board by itself.
    """
    if level == DISC:
        return numbers.disc == DISC_STAYS or (numbers.minus_stays and numbers.disc != DISC_GOES)
    return level != OFF and (numbers.minus_stays or level != LOWEST)


@jit(_nrt=False)
def worth(numbers, level, face, fate):  # type: ignore[no-untyped-def]
    """Count one die, bonus die or not (rulings T7 to T10).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    level, face, fate : int
        How it lies.

    Returns
    -------
    int
        Points.
    """
    if fate == FOUL:
        return 0
    if level == OFF:
        against = numbers.eject == ALWAYS or (numbers.eject == IF_HIT and fate == HIT)
        return -face if against else 0
    if not stays(numbers, level) or (level == DISC and numbers.disc == DISC_STAYS):
        return 0
    place = level if level > DISC else 0  # the disc is as the lowest level
    if numbers.minus_adds if place == 0 else numbers.adds:
        return face + numbers.levels[place]
    return face * numbers.levels[place]


@jit(_nrt=False)
def score_round(numbers, match, lying, thrown):  # type: ignore[no-untyped-def]
    """Score a round (rules sheet: How to play; rulings T5 to T11).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    match : Match
        ``seat_scores`` and ``side_scores`` of those who play are filled; dice off are counted.
    lying : Lying
        The dice in the end of the round.
    thrown : int
        How many.
    """
    for place in range(match.facts[PLAYING]):
        side, total, missing = match.order[place], 0, False
        for member in range(numbers.members.shape[1]):
            seat = numbers.members[side, member]
            score, gone = _score_seat(numbers, match, lying, (seat, thrown))
            if not numbers.all_on_side and not gone:
                score += _all_on(numbers, score)
            match.seat_scores[seat] = score
            total += score
            missing = missing or gone
        if numbers.all_on_side and not missing:
            total += _all_on(numbers, total)
        match.side_scores[side] = total
        if match.facts[ROUND] == 0:
            match.first_round[side] = total


@jit(_nrt=False)
def _score_seat(numbers, match, lying, whose):  # type: ignore[no-untyped-def]
    """Count the dice of a seat; gives the points, and whether any is not on the board."""
    seat, thrown = whose
    score, gone = 0, False
    for die in range(thrown):
        if lying.owner[die] != seat:
            continue
        level, face, fate = int(lying.level[die]), int(lying.face[die]), lying.fate[die]
        points = worth(numbers, level, face, fate)
        score += points * (numbers.bonus_factor if lying.bonus[die] else 1)
        gone = gone or fate == FOUL or not stays(numbers, level)
        if level == OFF and fate != FOUL:
            match.ejected[seat] += 1
            match.hit[seat] += 1 if fate == HIT else 0
    return score, gone


@jit(_nrt=False)
def _all_on(numbers, score):  # type: ignore[no-untyped-def]
    """Tell the bonus of somebody whose dice are all on the board (ruling T11)."""
    if numbers.all_on == NO_BONUS:
        return 0
    if numbers.all_on == POINTS:
        return numbers.all_on_points
    return max(score, 0) if numbers.all_on == DOUBLE else 0
