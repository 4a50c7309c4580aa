"""Best play of a hand among rivals who may take one's white die, and leave theirs.

As ``solver``, but of a round's dice some are gone or added: who selects first has the white die of
another too; else the other may have taken one's white die, or his own. How often, and what it is
worth to select first (others then miss what they want), was measured where dp plays dp.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import SIDES, WHITE_TYPES
from dicestats.games.dualing.exact.gains import (
    CLASSES,
    COLORS,
    DICE_KINDS,
    NO_COLOR,
    NO_WHITE,
    better,
)
from dicestats.games.dualing.exact.position import SIZE, WIDTH, prune
from dicestats.games.dualing.exact.solver import EARNED, find_states, list_gains
from dicestats.games.dualing.rules import Rules
from dicestats.lending import jit_bare, jit_inline

# By rounds that follow, 0 to 5. In 20,000 sets of two dp that deny: how often who selects first
# takes the other's white die, and his own; and the white types rolled, D4 to D12.
_OTHERS = (0.66, 0.42, 0.34, 0.31, 0.28, 0.28)
_OWN = (0.16, 0.24, 0.24, 0.23, 0.22, 0.22)
_TYPES = (
    (0.47, 0.12, 0.12, 0.15, 0.14),
    (0.32, 0.15, 0.15, 0.20, 0.18),
    (0.25, 0.17, 0.16, 0.23, 0.19),
    (0.21, 0.16, 0.16, 0.25, 0.22),
    (0.18, 0.15, 0.15, 0.28, 0.24),
    (0.18, 0.15, 0.15, 0.28, 0.24),
)
# What selecting first is worth besides, in shares of the points of a mean card: tried out.
_WORTH = (0.105, 0.078, 0.063, 0.052, 0.042, 0.042)

OTHERS, OWN, WORTH, FIRST = 0, 1, 2, 3  # places in a row of the odds
TYPES = FIRST + COLORS
PLACES = TYPES + WHITE_TYPES
ALONE = CLASSES + 1  # behind what is listed of a die
_WHITES = ((1 << WHITE_TYPES) - 1) << COLORS
ROUNDING = 1e-9  # of sums of gains

Odds = NDArray[np.float64]  # (rounds that follow, places)


def odds_of(rules: Rules) -> Odds:
    """Say what is likely to happen to the dice of a round.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array, shape (6, 14) or (0, 14)
        By rounds that follow: how often who selects first takes the other's white die, and his
        own; what it is worth to select first, in points; the chance to, by the own colour die;
        how often the other rolls which white die. No rows where nobody can take another's die.

    Examples
    --------
    >>> odds_of(Rules()).shape, odds_of(Rules(select_from="own")).shape
    ((6, 14), (0, 14))
    """
    if rules.select_from == "own":
        return np.empty((0, PLACES))
    mean = sum(card.points for card in rules.cards) / len(rules.cards)
    by_color = rules.first_selection == "color"
    first = [_ahead(sides) if by_color else 0.5 for sides in SIDES]
    rows = zip(_OTHERS, _OWN, _WORTH, _TYPES, strict=True)
    return np.array([[q, h, worth * mean, *first, *types] for q, h, worth, types in rows])


def alone_odds() -> Odds:
    """Give odds under which nobody touches another's dice, and selecting first is worth nothing.

    Returns
    -------
    array, shape (6, 14)
        As ``odds_of`` gives them.
    """
    odds = np.zeros((len(_WORTH), PLACES))
    odds[:, OWN] = 1.0
    return odds


def _ahead(sides: int) -> float:
    """Give the chance to roll more than another colour die, any type; of ties, half."""
    total = 0.0
    for other in SIDES:
        ahead = sum(min(k - 1, other) for k in range(1, sides + 1))
        total += (ahead + min(sides, other) / 2) / (sides * other)
    return total / len(SIDES)


@jit_bare
def _mix(gains, odds):  # type: ignore[no-untyped-def]
    """List what the other's white die gains, the most first: gains, then chances.

    Below stand the sums over all that gain more, of both multiplied and of what is left of 1.
    """
    number, chance, gain, _, _, _, mixed = gains
    many = 0
    for white in range(WHITE_TYPES):
        die = COLORS + white
        for j in range(number[die]):
            more, k = gain[die, j], many
            while k > 0 and mixed[0, k - 1] < more:
                mixed[0, k], mixed[1, k] = mixed[0, k - 1], mixed[1, k - 1]
                k -= 1
            mixed[0, k], mixed[1, k] = more, chance[die, j] * odds[TYPES + white]
            many += 1
    total, rest = 0.0, 1.0
    for k in range(many):
        mixed[2, k], mixed[3, k] = total, rest
        total += mixed[0, k] * mixed[1, k]
        rest -= mixed[1, k]
    mixed[2, many], mixed[3, many] = total, rest
    return many


@jit_inline
def _with(mixed, many, gain):  # type: ignore[no-untyped-def]
    """Give the mean of the larger of a gain and that of the other's white die."""
    low, high = 0, many
    while low < high:
        middle = (low + high) >> 1
        if mixed[0, middle] <= gain:
            high = middle
        else:
            low = middle + 1
    return mixed[2, low] + mixed[3, low] * gain


@jit_inline
def _all_three(gains, a, b):  # type: ignore[no-untyped-def]
    """Give the mean of the largest of two dice and the other's."""
    number, chance, gain, _, _, more, _ = gains
    total, none = 0.0, 1.0
    for j in range(number[b]):
        none -= chance[b, j]
    rest = 1.0
    for i in range(number[a] + 1):
        last = i == number[a]
        here, mine = rest if last else chance[a, i], 0.0 if last else gain[a, i]
        if not last:
            rest -= chance[a, i]
        inner = none * more[a, i]
        for j in range(number[b]):
            inner += chance[b, j] * (more[b, j] if gain[b, j] > mine else more[a, i])
        total += here * inner
    return total


@jit_bare
def _summed(gains, many):  # type: ignore[no-untyped-def]
    """Write down ``_with`` of all that each die gains, and of nothing, and both their means."""
    number, chance, gain, _, means, more, mixed = gains
    nothing = _with(mixed, many, 0.0)
    for die in range(DICE_KINDS):
        mean, alone = 0.0, nothing
        for j in range(number[die]):
            more[die, j] = _with(mixed, many, gain[die, j])
            mean += chance[die, j] * gain[die, j]
            alone += chance[die, j] * (more[die, j] - nothing)
        more[die, number[die]] = nothing
        means[die], more[die, ALONE] = mean, alone


@jit_inline
def _in_all(three, alone, own, first, odds):  # type: ignore[no-untyped-def]
    """Give the mean of what is saved, by the dice there are: who selects first has all three."""
    second = odds[OTHERS] * alone + odds[OWN] * own
    second += (1 - odds[OTHERS] - odds[OWN]) * three
    return first * odds[WORTH] + first * three + (1 - first) * second


@jit_inline
def _of_pair(gains, color, white, odds, least):  # type: ignore[no-untyped-def]
    """Give the mean of what is saved of a colour die, a white die, and the other's white die.

    Or less than ``least``, where it can be seen to be less.
    """
    three, first = _all_three(gains, color, white), odds[FIRST + color]
    if first * odds[WORTH] + three < least - ROUNDING:
        return least - ROUNDING
    own = better(gains.number, gains.chance, gains.gain, color, white)
    return _in_all(three, gains.more[color, ALONE], own, first, odds)


@jit_inline
def _at_most(gains, color, white, odds):  # type: ignore[no-untyped-def]
    """Give what ``_of_pair`` cannot exceed: of two dice that gain, the sum."""
    mean, other, alone = gains.mean[color], gains.mean[white], gains.more[color, ALONE]
    three = min(alone + other, gains.more[white, ALONE] + mean)
    return _in_all(three, alone, mean + other, odds[FIRST + color], odds) + ROUNDING


@jit_inline
def _promising(mean, colors, odds):  # type: ignore[no-untyped-def]
    """Find the two dice that could gain most if both numbers counted."""
    color, white, most = 0, 0, -1.0
    for die in range(COLORS):
        could = mean[die] + odds[FIRST + die] * odds[WORTH]
        if (colors >> die) & 1 and could > most:
            color, most = die, could
    for kind in range(1, WHITE_TYPES):
        if mean[COLORS + kind] > mean[COLORS + white]:
            white = kind
    return color, COLORS + white


@jit_inline
def _worth_a_look(number, first, last, step, there):  # type: ignore[no-untyped-def]
    """Mask the dice that are there: all that gain, and of those that gain nothing the first."""
    found, idle = np.int64(0), False
    for die in range(first, last, step):
        if (there >> die) & 1 and (number[die] or not idle):
            idle = idle or number[die] == 0
            found |= np.int64(1) << die
    return found


@jit_bare
def best_among(gains, colors, odds):  # type: ignore[no-untyped-def]
    """Give the best two dice to roll, as ``8 colour + white``, and what they gain in all.

    ``gains`` list what each die may gain, ``colors`` masks the own colour dice, ``odds`` is a row.
    A promising pair comes first, then all others: those that cannot gain as much are passed over.
    Of those that are equal but for rounding the largest colour die is taken, and the smallest
    white one.
    """
    _summed(gains, _mix(gains, odds))
    there = _worth_a_look(gains.number, COLORS - 1, -1, -1, colors)
    there |= _worth_a_look(gains.number, COLORS, DICE_KINDS, 1, _WHITES)
    best, pair, place = -1.0, np.int64(8 * NO_COLOR + NO_WHITE), -1
    color, white = _promising(gains.mean, colors, odds)
    there |= np.int64(colors > 0) << color | np.int64(1) << white
    then = COLORS - 1, COLORS
    for k in range(1 + COLORS * WHITE_TYPES):
        looked = (there >> color) & (there >> white) & 1 and k != place
        if looked and _at_most(gains, color, white, odds) > best - ROUNDING:
            value = _of_pair(gains, color, white, odds, best)
            if value > best + ROUNDING or (value > best - ROUNDING and k < place):
                best, pair = value, np.int64(8 * color + white - COLORS)
                place = 1 + WHITE_TYPES * (COLORS - 1 - color) + white - COLORS
        color, white = then
        then = (color - 1, COLORS) if white + 1 == DICE_KINDS else (color, white + 1)
    return pair, best


@jit_bare
def solve_among(table, hand, events, work, odds, many, left, won):  # type: ignore[no-untyped-def]
    """Value every state from the first ``many`` keys in ``work`` on, as ``solve`` does.

    The lead of the largest colour die is worth 0. ``won`` is what the goals completed in the set
    are worth when it is over: the keys, and each state, then hold the sum of their numbers
    (``POINTS``) so far, where ``won`` is looked up. If it is empty, points are worth themselves.
    """
    for k in range(many):
        key = work.keys[k]
        work.keys[k] = prune(table, hand, key, left) | key >> EARNED << EARNED
    if not find_states(table, hand, events, work, many, left, won.shape[0] > 0):
        return False
    last = work.layer[left]
    for state in range(last, work.layer[left + 1]):
        work.value[state], work.pair[state] = 0.0, 8 * NO_COLOR + NO_WHITE
        if won.shape[0] > 0:
            work.value[state] = won[work.keys[state] >> EARNED]
    depth = left - 1
    for state in range(last - 1, -1, -1):
        while state < work.layer[depth]:
            depth -= 1
        row = odds[left - 1 - depth]
        nothing = list_gains(events, work, state)
        spent = work.keys[state] >> (WIDTH * hand[SIZE])
        colors = ((1 << COLORS) - 1) & ~spent
        pair, more = best_among(work.gains, colors, row)
        largest = row[WORTH] * row[FIRST + COLORS - 1]
        work.value[state], work.pair[state] = nothing + more - largest, pair
    return True
