"""lookahead: weighs both numbers of a roll exactly, and each card by its chance alone after it.

With seats balanced on the same dice (two players, 100,000 games in each order, seed 1) it beats
greedy in 56.0 % of the games, and in 52.7 % if greedy exchanges goals by the same rule.
"""

from dicestats.games.dualing.exact.alone import UNIT
from dicestats.games.dualing.exact.position import PLACE, UNITS, take
from dicestats.games.dualing.state import SIGNATURE
from dicestats.games.dualing.strategies.choosing import (
    choose_pair,
    choose_reroll,
    choose_save,
)
from dicestats.games.dualing.strategies.lane import decide, stand
from dicestats.games.dualing.strategies.worth import ALONE
from dicestats.jit import jit


@jit(forceinline=True)
def _see(table, fits, hand):  # type: ignore[no-untyped-def]
    """Find where the goals of a hand stand."""
    take(table, hand)
    hand[PLACE], hand[UNITS] = ALONE, UNIT
    stand(table, fits, hand)


@jit([SIGNATURE])
def pair(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Roll the pair whose better number promises most."""
    decide(_see, choose_pair, action, table, state, lanes, seat)


@jit([SIGNATURE])
def reroll(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Re-roll the die whose new number promises most."""
    decide(_see, choose_reroll, action, table, state, lanes, seat)


@jit([SIGNATURE])
def save(action, table, words, state, lanes, seat):  # type: ignore[no-untyped-def]
    """Save the die after which the cards promise most."""
    decide(_see, choose_save, action, table, state, lanes, seat)
