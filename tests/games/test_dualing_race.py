"""What race knows: rivals, what others seem to hold, the chance of winning."""

from math import comb

import numpy as np
import pytest

from dicestats.games.dualing.cards import SIDES
from dicestats.games.dualing.exact.earnings import GAINS, earnings
from dicestats.games.dualing.exact.hands import hand_value
from dicestats.games.dualing.exact.position import CARD, FULL, POINTS, deal, fits_of, pack
from dicestats.games.dualing.exact.rivals import FIRST, alone_odds, odds_of, solve_among
from dicestats.games.dualing.exact.solver import list_events, make_work
from dicestats.games.dualing.rules import SMALL, Rules
from dicestats.games.dualing.strategies import guess, leftover, outlook, stakes
from dicestats.games.dualing.strategies.allhands import hand_table, hand_values, rivals_table
from dicestats.games.dualing.strategies.discards import EXCHANGE, best_exchange, exchange_values
from dicestats.games.dualing.strategies.handtable import CERTAIN, earned_at, own, rank
from dicestats.games.dualing.strategies.learning import learned_table

HANDS = [(4, 41, 68), (30, 69, 75), (16, 47, 77)]  # of the published deck
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
    assert (hand_values(rivals_table(SMALL)) != hand_values(hand_table(SMALL))).any()


def test_chances_of_two_add_up_and_grow_with_points():
    table, unit = np.asarray(learned_table(SMALL)), outlook.UNIT
    assert abs(2 * outlook.against(table, 0, 0) - unit) <= 2
    assert abs(outlook.against(table, 1, 0) + outlook.against(table, 0, 1) - unit) <= 2
    assert outlook.against(table, 1, 0) > outlook.against(table, 0, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "more", "share"),
    [(3, 2, -1, 1), (2, 3, 1, 0), (2, 2, 3, 1), (2, 2, -1, 0), (2, 2, 0, 0.5), (0, 2, 1, 0)],
)
def test_the_end_is_valued_by_the_rule(mine, theirs, more, share):
    """Most points of those at the target, then fewest goals (ruling D15)."""
    table = np.asarray(learned_table(SMALL))
    assert outlook.after_set(table, mine, theirs, more) == share * outlook.UNIT


def test_read_literally_fewest_goals_win():
    rules = Rules(**{**SMALL.model_dump(), "end_rule": "fewest_among_reached"})
    table = np.asarray(learned_table(rules))
    assert outlook.after_set(table, 2, 3, 1) == outlook.UNIT
    assert outlook.after_set(table, 1, 3, 1) == 0


def test_held_cards_look_held():
    """A die saved that fills a card makes it likelier that the card is held."""
    table = np.asarray(learned_table(SMALL))
    at = int(own(table)) + guess.GUESS + guess.CLASSES
    looks = table[at : at + guess.LOOKS].reshape(guess.LISTED, 6, guess.FILLED, guess.MISSED, 4)
    assert looks[:, 1, 1, 0].max() > looks[:, 1, 0, 0].max()


def solved(rules, cards, *, odds, won):
    """Solve a hand among rivals; with ``won`` its goals are marked, and marks are worth that."""
    table = pack(rules)
    hand = deal(table, cards)
    if len(won):
        hand[POINTS : POINTS + len(cards)] = 1 << np.arange(len(cards))
    events, work = list_events(table, fits_of(table), hand), make_work(1 << 12)
    work.keys[0] = hand[FULL]
    assert solve_among(table, hand, events, work, odds, 1, rules.rounds, won)
    return events, work


@pytest.mark.parametrize("cards", HANDS)
def test_chances_of_points_are_those_of_best_play(cards):
    """Where nobody touches another's dice, their mean is the exact value of the hand."""
    events, work = solved(Rules(), cards, odds=alone_odds(), won=np.empty(0))
    out = np.empty((len(work.keys), GAINS))
    earnings(events, work, alone_odds(), Rules().rounds, out)
    assert out[0].sum() == pytest.approx(1)
    ids = [Rules().cards[card].id for card in cards]
    assert out[0] @ np.arange(GAINS) == pytest.approx(hand_value(Rules(), ids), abs=1e-9)


@pytest.mark.parametrize("cards", HANDS)
def test_playing_for_the_win_is_playing_for_points_where_each_point_wins_as_much(cards):
    odds, points = odds_of(Rules()), [Rules().cards[card].points for card in cards]
    won = np.array([sum(p for k, p in enumerate(points) if mask >> k & 1) for mask in range(8)])
    _, marked = solved(Rules(), cards, odds=odds, won=won.astype(float))
    _, plain = solved(Rules(), cards, odds=odds, won=np.empty(0))
    assert marked.value[0] == pytest.approx(plain.value[0], abs=1e-9)
    assert marked.pair[0] == plain.pair[0]


@pytest.mark.parametrize("needed", [3, 4])
def test_playing_for_the_win_reaches_what_is_needed_more_often(needed):
    more = []
    for cards in HANDS:
        events, plain = solved(Rules(), cards, odds=alone_odds(), won=np.empty(0))
        out = np.empty((len(plain.keys), GAINS))
        earnings(events, plain, alone_odds(), Rules().rounds, out)
        points = [Rules().cards[card].points for card in cards]
        sums = [sum(p for k, p in enumerate(points) if mask >> k & 1) for mask in range(8)]
        won = (np.array(sums) >= needed).astype(float)
        _, marked = solved(Rules(), cards, odds=alone_odds(), won=won)
        more.append(marked.value[0] - out[0, needed:].sum())
    assert min(more) > -1e-9
    assert max(more) > 0.02


def test_every_exchange_is_weighed_over_all_replacements():
    table, won = np.asarray(learned_table(Rules())), np.arange(GAINS)
    ranks, n, size = np.arange(comb(92, 3)), 92, 3
    first, many = earned_at(table, np.arange(size), size), len(ranks)
    earned = table[first : first + GAINS * many].reshape(many, GAINS).astype(np.int64)
    assert abs(earned.sum(axis=1) - CERTAIN).max() <= GAINS
    rng, room = np.random.default_rng(3), np.empty(EXCHANGE, np.int64)
    held = np.sort(rng.choice(n, size, replace=False)).astype(np.int64)
    others = [card for card in range(n) if card not in held]

    def of(*cards):
        return int(earned[rank(np.sort(np.array(cards, np.int64)), 0, size)] @ won)

    means = {0: of(*held)}
    for k, kept in enumerate(((1, 2), (0, 2), (0, 1))):
        means[1 << k] = np.mean([of(*held[list(kept)], x) for x in others])
    for k, kept in enumerate(held):
        two = [of(kept, x, y) for i, x in enumerate(others) for y in others[i + 1 :]]
        means[0b111 ^ 1 << k] = np.mean(two)
    stakes.hope(table, held, size, won, room)
    for limit in (0, 1, 2):
        allowed = {away: mean for away, mean in means.items() if away.bit_count() <= limit}
        best = max(allowed, key=lambda away: allowed[away])
        away, mean = best_exchange(table, size, limit, room)
        assert (away, mean) == (best, pytest.approx(allowed[best]))


def test_goals_left_over_are_worth_what_the_next_set_brings_more():
    table = np.asarray(learned_table(SMALL))
    values, size, n = exchange_values(table, SMALL.max_discards), SMALL.hand_size, len(SMALL.cards)
    hands = [h for h in np.ndindex(*(n,) * size) if list(h) == sorted(set(h))]
    by_hand = {h: values[rank(np.array(h, np.int64), 0, size)] for h in hands}
    hand, room = deal(table, list(range(size))), np.empty(6, np.int64)
    assert leftover.of_cards(table, hand, (1 << size) - 1, room) == 0
    for done in range((1 << size) - 1):
        left = {int(hand[CARD + k]) for k in range(size) if not done >> k & 1}
        more = np.mean([by_hand[h] for h in hands if left <= set(h)]) - values.mean()
        assert leftover.of_cards(table, hand, done, room) == pytest.approx(more, abs=1e-4)


def test_better_goals_left_over_win_more_but_never_in_the_last_set():
    table = np.asarray(learned_table(SMALL))
    target = SMALL.target
    assert outlook.payoff(table, 0, 0, 0, 0.5) > outlook.payoff(table, 0, 0, 0, 0.0)
    assert outlook.payoff(table, 0, 0, 0, -0.5) < outlook.payoff(table, 0, 0, 0, 0.0)
    assert outlook.payoff(table, target, 0, 0, 0.5) == outlook.payoff(table, target, 0, 0, 0.0)


def test_points_of_the_other_cost_most_where_they_decide():
    table = np.asarray(learned_table(SMALL))
    assert outlook.price(table, 0, 0, 0) > 0
    assert outlook.price(table, SMALL.target + 40, 0, 0) == 0
