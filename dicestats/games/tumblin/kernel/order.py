"""Who shoots when, compiled: places rolled for, the order of a round, the seat of each shot."""

from dicestats.games.tumblin.kernel.numbers import BY_TOTAL, FIXED, PLAYING, REVERSE, ROTATE
from dicestats.games.tumblin.rules import MOST_SEATS
from dicestats.jit import jit

_PLACES = MOST_SEATS


@jit(_nrt=False)
def rank(places, rolled):  # type: ignore[no-untyped-def]
    """Tell tied sides apart by one more roll of each (ruling T4).

    Parameters
    ----------
    places : array of int64, shape (sides,)
        How many sides are ahead of each; those with the same number are tied. Changed.
    rolled : array of int64, shape (sides,)
        What they rolled; of no account where a side is not tied.

    Returns
    -------
    int
        How many sides are still tied.

    Examples
    --------
    >>> import numpy as np
    >>> places = np.zeros(3, np.int64)
    >>> rank(places, np.array([5, 6, 5])), places.tolist()
    (2, [1, 0, 1])
    """
    sides, tied = places.shape[0], 0
    for side in range(sides):
        for other in range(sides):
            is_equal = places[other] % _PLACES == places[side] % _PLACES
            if is_equal and rolled[other] > rolled[side]:
                places[side] += _PLACES  # to be moved back once all were compared
    for side in range(sides):
        places[side] = places[side] % _PLACES + places[side] // _PLACES
    for side in range(sides):
        tied += 1 if is_tied(places, side) else 0
    return tied


@jit(_nrt=False)
def is_tied(places, side):  # type: ignore[no-untyped-def]
    """Tell whether another side has the same place.

    Parameters
    ----------
    places : array of int64, shape (sides,)
        As ``rank`` leaves them.
    side : int
        Which side.

    Returns
    -------
    bool
        Whether it rolls again.
    """
    sharing = 0
    for other in range(places.shape[0]):
        sharing += 1 if places[other] == places[side] else 0
    return sharing > 1


@jit(_nrt=False)
def shooter(numbers, match, shot):  # type: ignore[no-untyped-def]
    """Find who throws the next die (ruling T6).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    match : Match
        Between two rounds, or in one.
    shot : int
        Dice thrown in this round.

    Returns
    -------
    int
        A seat: sides in turn, and in each the members in turn.
    """
    playing = match.facts[PLAYING]
    turn = shot // playing
    return numbers.members[match.order[shot - turn * playing], turn % numbers.members.shape[1]]


@jit(_nrt=False)
def shots(numbers, match):  # type: ignore[no-untyped-def]
    """Count the dice thrown in a round.

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    match : Match
        Between two rounds, or in one.

    Returns
    -------
    int
        All dice of all who play it (ruling T14).
    """
    each = numbers.dice + numbers.bonus_dice
    return match.facts[PLAYING] * numbers.members.shape[1] * each


@jit(_nrt=False)
def reorder(numbers, match):  # type: ignore[no-untyped-def]
    """Put the sides in the order of the next round (rules sheet: How to play; ruling T4).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    match : Match
        After a round: scores and totals hold; ``order`` is changed.
    """
    order, playing = match.order, match.facts[PLAYING]
    if numbers.order == FIXED:
        return
    if numbers.order == ROTATE:
        first = order[0]
        for place in range(playing - 1):
            order[place] = order[place + 1]
        order[playing - 1] = first
        return
    counted = match.totals if numbers.order == BY_TOTAL else match.side_scores
    if not (numbers.revert and _any_equal(counted, order, playing)):
        _sort(order, counted, playing, -1 if numbers.order == REVERSE else 1)


@jit(_nrt=False)
def _any_equal(counted, order, playing):  # type: ignore[no-untyped-def]
    for place in range(playing):
        for later in range(place + 1, playing):
            if counted[order[place]] == counted[order[later]]:
                return True
    return False


@jit(_nrt=False)
def _sort(order, counted, playing, sign):  # type: ignore[no-untyped-def]
    """Sort the sides that play by what they have, most first; equals stay as they were."""
    for end in range(1, playing):
        side, place = order[end], end
        while place > 0 and sign * counted[order[place - 1]] < sign * counted[side]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = side
