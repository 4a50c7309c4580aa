"""How likely a hand earns 0, 1, 2, ... points in a set that is played as ``rivals`` plays it."""

import numpy as np

from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.gains import CLASSES, COLORS, MOST, NO_COLOR, NO_WHITE
from dicestats.games.dualing.exact.rivals import FIRST, OTHERS, OWN, TYPES
from dicestats.games.dualing.exact.solver import list_gains
from dicestats.jit import jit
from dicestats.lending import borrowed

GAINS = 16  # points of a set: 0 to 15, more as if 15
COLOR, WHITE, OTHER = 1, 2, 4  # whose die: the own colour and white die, the other's white one
_DICE = 3
_MOST = 2 * CLASSES + MOST  # outcomes of the three dice of a round


@jit(forceinline=True)
def _put(many, gain, weight, dice, listed, weights):  # type: ignore[no-untyped-def]
    """Put an outcome where the gains stay in order, the most first.

    ``dice`` are the place of its die among the three, and its move.
    """
    while many > 0 and weights[0, many - 1] < gain:
        listed[0, many], listed[1, many] = listed[0, many - 1], listed[1, many - 1]
        weights[0, many], weights[1, many] = weights[0, many - 1], weights[1, many - 1]
        many -= 1
    listed[0, many], listed[1, many] = dice
    weights[0, many], weights[1, many] = gain, weight


@jit
def _list_round(gains, pair, odds, listed, weights):  # type: ignore[no-untyped-def]
    """List what the three dice of a round may gain, the most first; count the outcomes."""
    number, chance, gain, move, _, _, _ = gains
    color, white, many = pair >> 3, pair & 7, 0
    for j in range(number[color] if color != NO_COLOR else 0):
        _put(many, gain[color, j], chance[color, j], (0, move[color, j]), listed, weights)
        many += 1
    for kind in range(WHITE_TYPES):
        die = COLORS + kind
        for j in range(number[die]):
            if kind == white and white != NO_WHITE:
                _put(many, gain[die, j], chance[die, j], (1, move[die, j]), listed, weights)
                many += 1
            share = odds[TYPES + kind] * chance[die, j]
            _put(many, gain[die, j], share, (2, move[die, j]), listed, weights)
            many += 1
    return many


@jit
def _choose(dice, share, many, room):  # type: ignore[no-untyped-def]
    """Add how likely each move is made where these dice can be had, and the most is taken."""
    listed, weights, moves, rest = room
    rest[:] = 1.0  # no outcome of the die that gains more
    for k in range(many):
        die, others = listed[0, k], 1.0
        if not (dice >> die) & 1:
            continue
        for other in range(_DICE):
            if other != die and (dice >> other) & 1:
                others *= rest[other]
        moves[listed[1, k]] += share * weights[1, k] * others
        rest[die] -= weights[1, k]
    for die in range(_DICE):
        share *= max(rest[die], 0.0) if (dice >> die) & 1 else 1.0
    moves[0] += share


@jit
def _weigh_moves(gains, pair, odds, room):  # type: ignore[no-untyped-def]
    """Say how likely each move of a state is made, once its pair is rolled."""
    listed, weights, moves, _ = room
    many = _list_round(gains, pair, odds, listed, weights)
    color = pair >> 3
    first = odds[FIRST + min(color, COLORS - 1)]
    moves[:] = 0.0
    _choose(COLOR | OTHER, (1 - first) * odds[OTHERS], many, room)
    _choose(COLOR | WHITE, (1 - first) * odds[OWN], many, room)
    all_three = first + (1 - first) * (1 - odds[OTHERS] - odds[OWN])
    _choose(COLOR | WHITE | OTHER, all_three, many, room)


@jit
def earnings(events, work, odds, rounds, out):  # type: ignore[no-untyped-def]
    """Give, for every state that ``solve_among`` has valued, the chances of points to come.

    Writes ``out`` (states, GAINS); ``odds`` is that of ``rivals``.
    """
    work, events = borrowed(work), borrowed(events)
    moves = np.zeros(1 + events.fits.shape[0])
    kept = np.zeros((2, _MOST), np.int64), np.zeros((2, _MOST)), moves, np.empty(_DICE)
    room, (out, odds) = borrowed(kept), borrowed((out, odds))
    last, depth = work.layer[rounds], rounds - 1
    out[: work.layer[rounds + 1]] = 0.0
    out[last : work.layer[rounds + 1], 0] = 1.0
    for state in range(last - 1, -1, -1):
        while state < work.layer[depth]:
            depth -= 1
        list_gains(events, work, state)
        _weigh_moves(work.gains, np.int64(work.pair[state]), odds[rounds - 1 - depth], room)
        first = work.first[state]
        for k in range(work.first[state + 1] - first):
            if moves[k] > 0:
                points = work.points[first + k]
                for j in range(GAINS):
                    out[state, min(j + points, GAINS - 1)] += (
                        moves[k] * out[work.child[first + k], j]
                    )
    kept[3][0] = 0.0  # so that all of it lives until here
