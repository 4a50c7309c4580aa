"""Which goals of a hand the saved dice complete, for any deck: every die of a goal is matched.

The kernel needs this only where a card lists a type twice or a die serves one goal; there are at
most six dice, so a set of used dice is a bit mask, and a set of such masks a 64-bit number.
"""

import numpy as np
from numba import njit

from dicestats.games.dualing.lanes import Numbers
from dicestats.games.dualing.state import EMPTY, State


@njit(cache=True, nogil=True)
def best_goals(state: State, numbers: Numbers, seat: int, lane: int) -> int:
    """Find the goals that a seat reveals.

    Parameters
    ----------
    state : State
        The tables at the end of a set.
    numbers : Numbers
        The rule values.
    seat, lane : int
        Whose goals, in which game.

    Returns
    -------
    int
        Bit mask of hand slots: all goals completed (ruling D8), or where a die serves one goal
        the best set of goals (ruling D7).
    """
    best, slots = 0, state.hand.shape[1]
    if numbers.reuse:
        for slot in range(slots):
            if _can_share(state, numbers, seat, lane, 1 << slot):
                best |= 1 << slot
        return best
    for goals in range(1, 1 << slots):
        if _can_share(state, numbers, seat, lane, goals) and _is_better(
            state, numbers, seat, lane, goals, best
        ):
            best = goals
    return best


@njit(cache=True, nogil=True)
def _can_share(state, numbers, seat, lane, goals):  # type: ignore[no-untyped-def]
    """Tell whether every die that the goals list is met by a saved die of its own."""
    reached = np.uint64(1)  # bit m: the dice listed so far can be met with the saved dice in m
    for slot in range(state.hand.shape[1]):
        if not (goals >> slot) & 1:
            continue
        card = state.hand[seat, slot, lane]
        if card < 0:
            return False
        for needed in range(numbers.listed[card]):
            reached = _match_one(state, numbers, seat, lane, card, needed, reached)
    return reached != 0


@njit(cache=True, nogil=True)
def _match_one(state, numbers, seat, lane, card, needed, reached):  # type: ignore[no-untyped-def]
    """Extend the sets of used dice by one that meets a goal's ``needed``-th die."""
    more = np.uint64(0)
    for die in range(state.saved_kind.shape[1]):
        kind = state.saved_kind[seat, die, lane]
        if kind == EMPTY:
            continue
        type_, number = state.saved_type[seat, die, lane], state.saved_number[seat, die, lane]
        if not (numbers.fit[card, kind, type_, number] >> needed) & 1:
            continue
        for used in range(1 << state.saved_kind.shape[1]):
            if (reached >> np.uint64(used)) & np.uint64(1) and not (used >> die) & 1:
                more |= np.uint64(1) << np.uint64(used | (1 << die))
    return more


@njit(cache=True, nogil=True)
def _is_better(state, numbers, seat, lane, goals, best):  # type: ignore[no-untyped-def]
    """Compare sets of goals: most points, then the fewest goals, then the lowest ids."""
    points, many, other_points, other_many = 0, 0, 0, 0
    for slot in range(state.hand.shape[1]):
        card = state.hand[seat, slot, lane]
        if (goals >> slot) & 1:
            points, many = points + numbers.points[card], many + 1
        if (best >> slot) & 1:
            other_points, other_many = other_points + numbers.points[card], other_many + 1
    if points != other_points:
        return points > other_points
    if many != other_many:
        return many < other_many
    return _lowest(state, seat, lane, goals & ~best) < _lowest(state, seat, lane, best & ~goals)


@njit(cache=True, nogil=True)
def _lowest(state, seat, lane, goals):  # type: ignore[no-untyped-def]
    """Give the lowest card of some goals: cards are in the order of their ids."""
    lowest = 1 << 15
    for slot in range(state.hand.shape[1]):
        if (goals >> slot) & 1:
            lowest = min(lowest, state.hand[seat, slot, lane])
    return lowest
