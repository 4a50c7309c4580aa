"""What race knows: rivals, what others seem to hold, the chance of winning."""

import numpy as np
import pytest

from dicestats.games.dualing.cards import SIDES
from dicestats.games.dualing.exact.rivals import FIRST, odds_of
from dicestats.games.dualing.rules import SMALL, Rules
from dicestats.games.dualing.strategies import guess, outlook
from dicestats.games.dualing.strategies.allhands import hand_table, rivals_table
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.learning import learned_table

OWN = Rules(**{**SMALL.model_dump(), "select_from": "own"})


def test_the_chance_to_select_first_is_that_of_the_dice():
    first = odds_of(SMALL)[0, FIRST : FIRST + 6]
    for mine, chance in zip(SIDES, first, strict=True):
        won = [
            np.mean([[(a > b) + (a == b) / 2 for a in range(mine)] for b in range(other)])
            for other in SIDES
        ]
        assert chance == pytest.approx(np.mean(won))


def test_who_cannot_take_from_others_plays_alone():
    assert (np.asarray(rivals_table(OWN)) == np.asarray(hand_table(OWN))).all()
    assert (np.asarray(rivals_table(SMALL)) != np.asarray(hand_table(SMALL))).any()


def test_chances_of_two_add_up_and_grow_with_points():
    table, unit = np.asarray(learned_table(SMALL)), outlook.UNIT
    assert abs(2 * outlook.against(table, 0, 0) - unit) <= 2
    assert abs(outlook.against(table, 1, 0) + outlook.against(table, 0, 1) - unit) <= 2
    assert outlook.against(table, 1, 0) > outlook.against(table, 0, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "fewer", "share"),
    [(3, 2, -1, 1), (2, 3, 1, 0), (2, 2, 1, 1), (2, 2, -1, 0), (2, 2, 0, 0.5), (0, 2, 1, 0)],
)
def test_the_end_is_valued_by_the_rule(mine, theirs, fewer, share):
    """Most points of those at the target, then fewest goals (ruling D15)."""
    table = np.asarray(learned_table(SMALL))
    assert outlook.after_set(table, mine, theirs, fewer) == share * outlook.UNIT


def test_read_literally_fewest_goals_win():
    rules = Rules(**{**SMALL.model_dump(), "end_rule": "fewest_among_reached"})
    table = np.asarray(learned_table(rules))
    assert outlook.after_set(table, 2, 3, 1) == outlook.UNIT
    assert outlook.after_set(table, 1, 3, 1) == 0


def test_held_cards_look_held():
    """A die saved that fills a card makes it likelier that the card is held."""
    table = np.asarray(learned_table(SMALL))
    at = int(own(table)) + guess.GUESS + guess.CLASSES
    looks = table[at : at + guess.LOOKS].reshape(6, guess.FILLED, guess.MISSED, 4)
    assert looks[1, 1, 0].max() > looks[1, 0, 0].max()
