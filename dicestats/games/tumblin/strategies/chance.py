"""Shots at random: the weakest player that still throws at the board."""

import math

import numpy as np

from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin.physics import DISC
from dicestats.games.tumblin.physics.portable import uniform
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, X, Y
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import SIDES, SIGNATURE
from dicestats.games.tumblin.skill import Skill
from dicestats.lending import jit_bare

SLOWEST, FASTEST = 0.9, 2.1  # metres a second
_UNIT = 1e-6  # of whole numbers in a table


@jit_bare(SIGNATURE)
def shot(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Throw from anywhere on the disc, between the far corners of 4x, at any sensible speed.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``; the table holds the largest angle, the lowest speed and how much more
        the highest is, in millionths.

    Returns
    -------
    int
        0.
    """
    half, front = sight.world.half[DISC], sight.world.front[DISC]
    out[X] = half * (2.0 * uniform(words[0]) - 1.0)
    out[Y] = front * uniform(words[1])
    out[ANGLE] = table[0] * _UNIT * (2.0 * uniform(words[2]) - 1.0)
    out[SPEED] = table[1] * _UNIT + table[2] * _UNIT * uniform(words[3])
    sides = np.uint64(sight.turn[SIDES])
    out[FACE] = np.float64(((np.uint64(words[4]) * sides) >> np.uint64(32)) + np.uint64(1))
    return 0


@jit_bare(SIGNATURE)
def bonus(out, table, words, sight):  # type: ignore[no-untyped-def]
    """Throw the bonus die now with a chance of one half.

    Parameters
    ----------
    out, table, words, sight
        As in ``sights``.

    Returns
    -------
    int
        0 or 1.
    """
    return np.int64(words[0]) & 1


def random(rules: Rules, skill: Skill) -> Strategy:
    """Make the strategy.

    Parameters
    ----------
    rules : Rules
        Their board tells where it ends.
    skill : Skill
        Of the hands.

    Returns
    -------
    Strategy
        Compiled.
    """
    board = rules.board
    widest = math.atan2(board.width / 2, board.tongue_end - board.disc_length / 2)
    numbers = (widest, SLOWEST, FASTEST - SLOWEST)
    table = np.array([round(number / _UNIT) for number in numbers], np.int32)
    return Strategy(
        "random",
        bonus=Compiled(bonus, table, draws=True),
        shot=Compiled(shot, table, draws=True),
        skill=skill,
    )
