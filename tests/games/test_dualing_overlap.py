"""Overlap of goals: the pairs, what they are told by, and values against ``hand_value``."""

from math import comb

import pytest

from dicestats.games.dualing.exact import hand_value
from dicestats.games.dualing.exact.overlap import overlaps
from dicestats.games.dualing.rules import Rules


@pytest.fixture(scope="module")
def found():
    return {tuple(goal.id for goal in pair.goals): pair for pair in overlaps(Rules())}


def test_every_pair_is_there(found):
    assert len(found) == comb(92, 2)


@pytest.mark.parametrize("ids", [(1, 2), (5, 42), (42, 69), (23, 24), (79, 86)])
def test_values_are_those_of_the_hands(found, ids):
    pair = found[ids]
    assert pair.together == pytest.approx(hand_value(Rules(), ids), rel=1e-12)
    assert pair.apart == pytest.approx(sum(hand_value(Rules(), [card]) for card in ids), rel=1e-12)


def test_together_pays_no_more_than_apart_and_no_less_than_the_better_goal(found):
    alone = {card.id: hand_value(Rules(), [card.id]) for card in Rules().cards}
    for (one, other), pair in found.items():
        assert pair.together <= pair.apart + 1e-9
        assert pair.together >= max(alone[one], alone[other]) - 1e-9


@pytest.mark.parametrize(
    ("ids", "shared", "conditions"),
    [
        ((23, 28), 1, "same"),  # ANY D4, D6: LOW; ANY D6, D10: LOW
        ((24, 28), 0, "contrary"),  # ANY D4, D8: HIGH; ANY D6, D10: LOW
        ((23, 25), 1, "compatible"),  # ANY D4, D6: LOW; ANY D4, D10: EVEN
        ((1, 23), 1, "a number"),  # ANY D4: 1; ANY D4, D6: LOW
        ((69, 84), 2, "same"),  # D4, D8, D10, D12 and D6, D8, D12
    ],
)
def test_pairs_are_told_by_what_they_share(found, ids, shared, conditions):
    assert (found[ids].shared, found[ids].conditions) == (shared, conditions)


def test_dice_of_one_goal_each_are_refused():
    with pytest.raises(ValueError, match="several goals"):
        overlaps(Rules(die_reuse=False))
