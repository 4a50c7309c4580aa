"""Which goals of a hand the saved dice complete, for any deck: every die of a goal is matched.

The kernel needs this only where a card lists a type twice or a die serves one goal; there are at
most six dice, so a set of used dice is a bit mask, and a set of such masks a 64-bit number.
"""

import numpy as np

from dicestats.games.dualing.state import EMPTY
from dicestats.jit import jit


@jit
def match_goals(hand, dice, goals, reuse, done, live):  # type: ignore[no-untyped-def]
    """Find the goals that a seat reveals: all that are completed, or the best set of them.

    Parameters
    ----------
    hand : array of int16, shape (slots, lanes)
        The hands of the seat.
    dice : tuple of arrays of int8, shape (rounds, lanes)
        Kinds, types and numbers of its saved dice.
    goals : tuple of arrays
        ``points``, ``listed`` and ``fit`` of ``lanes.Numbers``.
    reuse : bool
        Whether a die may serve several goals (ruling D7).
    done : array of uint8, shape (lanes,)
        Filled: bit masks of hand slots.
    live : int
        Lanes in use.
    """
    points, listed, fit = goals
    for lane in range(live):
        best = 0
        for some in range(1, 1 << hand.shape[0]):
            single = some & (some - 1) == 0
            if (reuse and not single) or not _can_share(hand, dice, listed, fit, lane, some):
                continue
            if reuse:
                best |= some
            elif _is_better(hand, points, lane, some, best):
                best = some
        done[lane] = best


@jit
def _can_share(hand, dice, listed, fit, lane, some):  # type: ignore[no-untyped-def]
    """Tell whether every die that some goals list is met by a saved die of its own (ruling D8)."""
    reached = np.uint64(1)  # bit m: the dice listed so far can be met with the saved dice in m
    for slot in range(hand.shape[0]):
        if not (some >> slot) & 1:
            continue
        card = hand[slot, lane]
        if card < 0:
            return False
        for needed in range(listed[card]):
            reached = _match_one(dice, fit[card], needed, lane, reached)
    return reached != 0


@jit
def _match_one(dice, fit, needed, lane, reached):  # type: ignore[no-untyped-def]
    """Extend the sets of used dice by one that meets a goal's ``needed``-th die."""
    kinds, types, numbers = dice
    more, one = np.uint64(0), np.uint64(1)
    for die in range(kinds.shape[0]):
        kind = kinds[die, lane]
        if kind == EMPTY or not (fit[kind, types[die, lane], numbers[die, lane]] >> needed) & 1:
            continue
        for used in range(1 << kinds.shape[0]):
            if (reached >> np.uint64(used)) & one and not (used >> die) & 1:
                more |= one << np.uint64(used | (1 << die))
    return more


@jit
def _is_better(hand, points, lane, some, best):  # type: ignore[no-untyped-def]
    """Compare sets of goals: most points, then the fewest goals, then the lowest ids (ruling D7).

    Cards are in the order of their ids; what both sets have does not matter.
    """
    more_points, more_goals, none = 0, 0, np.int64(1 << 15)
    lowest, other_lowest = none, none
    for slot in range(hand.shape[0]):
        card, mine = np.int64(hand[slot, lane]), ((some >> slot) & 1) - ((best >> slot) & 1)
        if mine:
            more_points += mine * points[card]
            more_goals += mine
        lowest = min(lowest, card if mine > 0 else none)
        other_lowest = min(other_lowest, card if mine < 0 else none)
    if more_points or more_goals:
        return more_points > 0 or (more_points == 0 and more_goals < 0)
    return lowest < other_lowest
