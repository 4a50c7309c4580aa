"""The plain Dualing Dice: worked examples, one section a ruling, what must always hold."""

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from dualing_tables import DECISIONS, NOISE, a_game, a_round, a_set, cards, dice, faults_of, goals
from hypothesis import given, settings
from hypothesis import strategies as st

from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.dualing.cards import DICE, HALVES, SIDES, fit_table, meets, numbers
from dicestats.games.dualing.reference import play, score, tell
from dicestats.games.dualing.reference.goals import Die, completed, is_completed
from dicestats.games.dualing.reference.records import read
from dicestats.games.dualing.reference.replay import replay
from dicestats.games.dualing.rules import SMALL, VARIANTS, Rules

RECORDS = Path(__file__).parent / "records"
PRINTED = {card.text: card for card in Rules().cards}
FOUR = "ANY D4, D8, COLOR D10, D12: LOW"
ODD = "COLOR D8, D10: ODD"


def does(text, saved, **rules):
    """Whether saved dice complete one goal."""
    return is_completed(cards(f"1 {text}")[0], dice(saved), Rules(**rules))


def ids(found):
    return [card.id for card in found]


def players(**decisions):
    """A strategy that is indifferent but for some decisions: the lowest legal action."""
    bored = {kind: lambda view: np.zeros(view.legal.shape) for kind in DECISIONS}
    return Strategy("scripted", **{**bored, **decisions})


# --- D1 to D3, D8: what a goal asks for ---


def test_the_rulebooks_goal_of_four_dice():
    assert does(FOUR, "w4=2 w8=4 c10=5 c12=6 w12=1")
    assert not does(FOUR, "w4=2 w8=4 c10=5 w12=6 w12=1")
    assert not does(FOUR, "w4=3 w8=4 c10=5 c12=6 w12=1")  # 3 is HIGH on a D4
    assert not does(FOUR, "w4=2 w8=4 c10=5 w6=1 w12=1")


def test_the_rulebooks_goal_of_two_colour_dice():
    assert does(ODD, "c8=7 c10=9 w4=1 w4=4 w12=12")
    assert not does(ODD, "c8=7 w10=9")


def test_the_rulebooks_goal_of_one_number():
    assert does("ANY D6: 1", "w6=1")
    assert does("ANY D6: 1", "c6=1")
    assert not does("ANY D6: 1", "w6=2 w4=1 c8=1 w10=1")


def test_the_rulebooks_example_scores_two_goals_of_six_laidwith_five_saved():
    hand = [PRINTED[FOUR], PRINTED[ODD], PRINTED["ANY D6: 1"]]
    saved = dice("w4=2 w8=4 c10=5 c12=6 c8=7")
    assert ids(completed(hand, saved, Rules())) == [42, 69]


def test_d1_all_listed_laidor_any_one():
    assert not does("ANY D4, D6: EVEN", "w4=2 w6=3")
    assert does("ANY D4, D6: EVEN", "w4=2 w6=3", card_logic="any")
    assert not does("ANY D4, D6: EVEN", "w4=1 w6=3 w8=2", card_logic="any")


def test_d2_a_qualifier_holds_until_the_next():
    assert PRINTED[ODD].requires[1].qualifier == "COLOR"
    assert [r.qualifier for r in PRINTED[FOUR].requires] == ["ANY", "ANY", "COLOR", "COLOR"]


def test_d3_the_condition_goes_by_each_dies_own_range():
    assert does("ANY D4, D20: HIGH", "w4=3 c20=11")
    assert not does("ANY D4, D20: HIGH", "w4=3 c20=10")
    assert not does("ANY D4, D20: HIGH", "w4=2 c20=20")


def test_d8_a_type_listed_twice_needs_two_dice():
    assert not does("ANY D6, COLOR D6: EVEN", "c6=4")
    assert does("ANY D6, COLOR D6: EVEN", "c6=4 w6=2")
    assert does("ANY D6, COLOR D6: EVEN", "w6=2 c6=4")
    assert not does("ANY D6, COLOR D6: EVEN", "w6=2 w6=4")
    assert does("ANY D4, D4: 1", "w4=1 w4=1")


# --- D4 to D6: what a die shows ---


def test_d4_low_and_high_are_the_halves_of_every_die():
    lows = {0: 2, 1: 3, 2: 4, 3: 5, 4: 6, 5: 10}  # the largest low number, as ruled
    for die, most in lows.items():
        assert [n for n in numbers(die) if meets("LOW", die, n)] == [*range(1, most + 1)]
        assert [n for n in numbers(die) if meets("HIGH", die, n)] == [
            *range(most + 1, SIDES[die] + 1)
        ]


@pytest.mark.parametrize("zero_is_ten", [True, False])
@pytest.mark.parametrize("die", range(len(DICE)))
def test_d4_every_half_has_half_the_faces(die, zero_is_ten):
    faces = numbers(die, zero_is_ten=zero_is_ten)
    for condition in HALVES:
        hits = sum(meets(condition, die, face, zero_is_ten=zero_is_ten) for face in faces)
        assert hits * 2 == SIDES[die] == len(faces)


def test_d5_the_zero_of_a_d10():
    assert does("ANY D10: HIGH", "w10=10")
    assert does("ANY D10: 10", "w10=10")
    zero = {"d10_zero_is_ten": False}
    assert does("ANY D10: LOW", "w10=0", **zero)
    assert does("ANY D10: EVEN", "w10=0", **zero)
    assert does("ANY D10: HIGH", "w10=5", **zero)
    assert does("ANY D10: 10", "w10=0", **zero)
    assert not does("ANY D10: 1", "w10=0", **zero)


def test_d5_a_zero_never_selects_first():
    deck = goals("1 ANY D4: 1", "1 ANY D4: 2")
    played = a_set(a_round("c10=0 w4=1", "c4=1 w6=2", saves="1c 0w0"))
    assert score(a_game(deck, played, d10_zero_is_ten=False))["winners"] == [0]
    assert faults_of(a_game(deck, played)) == [
        "sets[0].rounds[0].rolls[0][0]: 0 is not on a D10: 1 to 10"
    ]


def test_d6_colour_is_ones_own_die():
    assert does("ANY D20: 7", "c20=7")
    assert does("COLOR D20: 7", "c20=7")
    assert does("WHITE D6: 7".replace("7", "3"), "w6=3")
    assert not does("WHITE D6: 3", "c6=3")


# --- D7: dice that serve several goals ---


def test_d7_without_reuse_the_most_points_are_revealed():
    hand = cards("1 ANY D4: LOW", "1 ANY D6: LOW", "3 ANY D4, D6: LOW")
    saved = dice("w4=1 w6=1")
    assert ids(completed(hand, saved, Rules())) == [1, 2, 3]
    assert ids(completed(hand, saved, Rules(die_reuse=False))) == [3]


def test_d7_of_equal_points_the_fewest_goals():
    hand = cards("1 ANY D4: LOW", "1 ANY D6: LOW", "2 ANY D4, D6: LOW")
    assert ids(completed(hand, dice("w4=1 w6=1"), Rules(die_reuse=False))) == [3]


def test_d7_of_equal_sets_the_lowest_ids():
    hand = cards("1 ANY D6: LOW", "1 ANY D4: LOW", "1 ANY D4: ODD", "1 ANY D4: 1")
    for held in permutations(hand[1:]):
        assert ids(completed(held, dice("w4=1"), Rules(die_reuse=False))) == [2]
    assert ids(completed(hand, dice("w4=1 w4=1"), Rules(die_reuse=False))) == [2, 3]


def d7_record(*claim, **rules):
    """Seat 0 holds goals 1, 2 and 3 and saves one die that completes 1 and 2."""
    deck = goals("1 ANY D4: LOW", "1 ANY D4: ODD", "1 ANY D6: 1", *["1 COLOR D20: 1"] * 3)
    played = a_set(a_round("c6=4 w4=1", "c8=2 w6=2", saves="0w0 1c"), completed=[[*claim], []])
    return a_game(deck, played, hand_size=3, **rules)


def test_d7_of_equal_sets_the_owner_may_claim_any():
    rules = {"die_reuse": False}
    assert score(d7_record(1, **rules))["completed"] == [[[1], []]]
    assert score(d7_record(2, **rules))["completed"] == [[[2], []]]
    assert faults_of(d7_record(1, 2, **rules)) == [
        "sets[0].completed[0]: 1, 2 claimed; the dice of seat 0 complete 1"
    ]


def test_d14_no_goal_may_be_held_back():
    assert score(d7_record(2, 1))["completed"] == [[[1, 2], []]]
    for claim in ([], [1], [1, 2, 3]):
        told = ", ".join(map(str, claim)) or "none"
        assert faults_of(d7_record(*claim)) == [
            f"sets[0].completed[0]: {told} claimed; the dice of seat 0 complete 1, 2"
        ]


# --- D9: choosing ---

SCARCE = {"whites_per_type": 1, "target": 1}
HARD = goals(*["1 COLOR D20: 1"] * 8)


def test_d9_a_short_pile_goes_to_the_seats_clockwise_from_the_last_first_selector():
    seen = []

    def watch(view):
        seen.append((view.seat, view.piles[:, 0].tolist()))
        return np.zeros(view.legal.shape)  # the lowest white type there is

    rules = Rules(deck=HARD, rounds=2, hand_size=1, max_discards=1, max_sets=1, **SCARCE)
    record = play(rules, [players(pair=watch)] * 2, 0, 0)
    first = record["sets"][0]["rounds"][0]
    assert seen[:2] == [(0, [1, 1, 1, 1, 1]), (1, [0, 1, 1, 1, 1])]
    assert [choice[1] for choice in first["choices"]] == [4, 6]
    last = first["saves"][0][0]
    assert [seat for seat, _ in seen[2:]] == [last, 1 - last]


def test_d9_no_more_white_laidthan_there_are():
    both = a_set(a_round("c6=4 w4=1", "c8=2 w4=2", saves="0w0 1c"))
    assert faults_of(a_game(HARD, both, max_sets=1, **SCARCE)) == [
        "sets[0].rounds[0].choices[1][1]: no white D4 is left for seat 1"
    ]


def test_d9_the_last_first_selector_carries_over_between_sets():
    rounds = [a_round("c4=1 w4=1", "c8=2 w6=2", saves="1w1 0w0")] * 2
    wanted = a_round("c4=1 w4=1", "c8=2 w4=2", saves="1w1 0w0")
    record = a_game(HARD, a_set(rounds[0]), a_set(wanted), max_sets=2, **SCARCE)
    assert faults_of(record) == ["sets[1].rounds[0].choices[0][1]: no white D4 is left for seat 0"]


# --- D10: who selects first ---

EASY = goals(*["1 ANY D4: LOW", "1 ANY D6: LOW", "1 ANY D8: LOW"], *["1 COLOR D20: 1"] * 5)


def first_round(*rolled, rerolls=(), saves, seats=None, **rules):
    """Score a game of one set of one round, in which seat 0 holds 1, seat 1 holds 2, ..."""
    played = a_set(a_round(*rolled, rerolls=rerolls, saves=saves))
    return a_game(EASY, played, max_sets=1, **rules)


def test_d10_only_a_tie_for_the_highest_number_matters():
    record = first_round("c6=2 w4=1", "c8=2 w6=2", "c20=5 w8=3", saves="2w2 0w0 1w1")
    assert score(record)["completed"] == [[[1], [2], [3]]]


def test_d10_those_tied_roll_again_and_the_die_keeps_its_new_number():
    record = first_round(
        "c6=5 w4=3", "c8=5 w6=2", "c20=4 w8=3", rerolls=["0w2 1c1"], saves="0w0 1w1 2w2"
    )
    assert score(record)["completed"] == [[[1], [2], [3]]]
    turned = {**record, "rules": {**record["rules"], "reroll_stands": False}}
    assert score(turned)["completed"] == [[[], [2], [3]]]


def test_d10_repeated_among_those_still_tied():
    rolled = ("c6=5 w4=3", "c8=5 w6=2", "c20=5 w8=3")
    again = ["0w2 1c3 2c3", "1w1 2w1", "1c6 2w7"]
    record = first_round(*rolled, rerolls=again, saves="2w0 0w1 1w2")
    assert score(record)["winners"] == [0, 1, 2]  # nobody completes anything: shared
    assert score(first_round(*rolled, rerolls=again, saves="2w2 0w0 1w1"))["winners"] == [0, 1]


@pytest.mark.parametrize(
    ("rerolls", "fault"),
    [
        ([], "rerolls: seats 0, 1 are tied: their re-roll is missing"),
        (["0w2 1c2"], "rerolls: seats 0, 1 are tied: their re-roll is missing"),
        (["0w2"], "rerolls[0]: seats 0 given; tied are 0, 1"),
        (["1c1 0w2"], "rerolls[0]: seats 1, 0 given; tied are 0, 1"),
        (["0w2 1c1 2c1"], "rerolls[0]: seats 0, 1, 2 given; tied are 0, 1"),
        (["0w2 1c1", "0w2 1c1"], "rerolls[1]: nobody is tied: seat 0 selects first"),
        (["0w5 1c1"], "rerolls[0][0][2]: 5 is not on a D4: 1 to 4"),
    ],
)
def test_d10_wrong_rerolls_are_refused(rerolls, fault):
    rolled = ("c6=5 w4=3", "c8=5 w6=2", "c20=4 w8=3")
    record = first_round(*rolled, rerolls=rerolls, saves="0w0 1w1 2w2")
    assert faults_of(record) == [f"sets[0].rounds[0].{fault}"]


def test_d10_no_reroll_without_a_tie():
    record = first_round("c6=5 w4=3", "c8=4 w6=2", rerolls=["0c1 1c2"], saves="0w0 1w1")
    assert faults_of(record) == [
        "sets[0].rounds[0].rerolls[0]: nobody is tied: seat 0 selects first"
    ]


def test_d10_the_wrong_order_of_selection_is_refused():
    rolled = ("c6=2 w4=3", "c8=4 w6=2", "c20=3 w8=3")
    for saves in ("0w0 1w1 2w2", "1w1 0w0 2w2", "2w2 1w1 0w0"):
        order = ", ".join(saves[::4])
        assert faults_of(first_round(*rolled, saves=saves)) == [
            f"sets[0].rounds[0].saves: seats {order} given; the order of selection is 1, 2, 0"
        ]
    assert faults_of(first_round(*rolled, saves="1w1 2w2")) == [
        "sets[0].rounds[0].saves: seats 1, 2 given; the order of selection is 1, 2, 0",
    ]


def test_d10_seat_0_may_always_be_first():
    record = first_round("c6=2 w4=1", "c8=2 w6=2", saves="0w0 1w1", first_selection="seat0")
    assert score(record)["winners"] == [0, 1]
    assert "nobody is tied" in faults_of({**record, "sets": [tied(record)]})[0]


def tied(record):
    [played] = record["sets"]
    again = {"rerolls": [[[0, "color", 2], [1, "color", 1]]]}
    return {**played, "rounds": [{**played["rounds"][0], **again}]}


def test_d10_the_first_selection_may_go_round_the_table():
    rules = Rules(first_selection="rotate", max_sets=3, whites_per_type=4)
    record = play(rules, [NOISE] * 4, 1, 0)
    firsts = [r["saves"][0][0] for played in record["sets"] for r in played["rounds"]]
    assert firsts == [turn % 4 for turn in range(15)]


# --- D11, D12: saving ---


def test_d11_any_white_die_may_be_saved_or_only_ones_own():
    record = first_round("c6=5 w6=1", "c8=4 w4=1", saves="0w1 1w0")
    assert score(record)["completed"] == [[[1], [2]]]
    own = {**record, "rules": {**record["rules"], "select_from": "own"}}
    assert faults_of(own) == [
        "sets[0].rounds[0].saves[0]: only the own two dice may be saved",
        "sets[0].rounds[0].saves[1]: only the own two dice may be saved",
    ]
    theirs = first_round("c6=5 w4=1", "c8=4 w6=1", saves="0w0 1w1", select_from="own")
    assert score(theirs)["winners"] == [0, 1]


def test_d11_a_white_die_is_saved_once():
    record = first_round("c6=5 w6=1", "c8=4 w4=1", saves="0w1 1w1")
    assert faults_of(record) == [
        "sets[0].rounds[0].saves[1]: the white die of seat 1 is already saved"
    ]


def test_d12_a_saved_colour_die_is_out_for_the_set_an_unsaved_one_returns():
    one = a_round("c6=5 w4=4", "c8=4 w6=6", saves="0c 1w1")
    two = a_round("c6=3 w4=4", "c8=4 w6=6", saves="1c 0w0")
    assert faults_of(a_game(HARD, a_set(one, two), max_sets=1)) == [
        "sets[0].rounds[1].choices[0][0]: seat 0 has already saved its color D6 in this set"
    ]
    again = a_round("c4=3 w4=4", "c8=4 w6=6", saves="1c 0w0")
    record = a_game(HARD, a_set(one, again), a_set(one, again), max_sets=2)
    assert score(record)["sets"] == 2


def test_d12_saved_white_laidleave_their_pile_until_the_set_ends():
    one = a_round("c6=5 w4=4", "c8=4 w6=6", saves="0w1 1c")
    two = a_round("c6=5 w8=4", "c10=4 w6=6", saves="0w0 1w1")
    assert faults_of(a_game(HARD, a_set(one, two), max_sets=1, **SCARCE)) == [
        "sets[0].rounds[1].choices[1][1]: no white D6 is left for seat 1"
    ]
    fine = a_round("c6=5 w4=4", "c10=4 w8=6", saves="0w0 1w1")
    assert score(a_game(HARD, a_set(one, fine), a_set(one, fine), max_sets=2, **SCARCE))


# --- D13: hands ---


def hands(record):
    """The hands with which each set is played, as ids."""
    return [[ids(hand) for hand in told.hands] for told in replay(read(record))[1]]


def idle(discards=None):
    return a_set(a_round("c6=5 w4=4", "c8=4 w6=6", saves="0w0 1w1"), discards=discards)


def test_d13_seat_0_draws_its_whole_hand_first():
    record = a_game(HARD, idle(), hand_size=3, max_sets=1, order=[8, 7, 6, 5, 4, 3, 2, 1])
    assert hands(record) == [[[8, 7, 6], [5, 4, 3]]]


def test_d13_discards_go_under_the_deck_before_replacements_are_drawn():
    record = a_game(HARD, idle([[3, 1], [6]]), idle(), hand_size=3, max_sets=2)
    assert hands(record) == [[[2, 7, 8], [4, 5, 3]], [[2, 7, 8], [4, 5, 3]]]
    few = a_game(HARD[:6], idle([[3, 1], [5]]), hand_size=3, max_sets=1)
    assert hands(few) == [[[2, 3, 1], [4, 6, 5]]]


def test_d13_unmet_goals_stay_and_an_exhausted_deck_leaves_a_smaller_hand():
    deck = goals("1 WHITE D4: 4", "1 COLOR D20: 1", "1 COLOR D20: 1")
    record = a_game(deck, idle(), idle(), hand_size=2, target=2, max_sets=2)
    assert hands(record) == [[[1, 2], [3]], [[2], [3]]]
    assert score(record)["points"] == [1, 0]


@pytest.mark.parametrize(
    ("discards", "faults"),
    [
        ([[1, 2, 3], []], ["[0]: 3 cards given; at most 2 may be exchanged"]),
        ([[4], []], ["[0][0]: card 4 is not in the hand of seat 0: 1, 2, 3"]),
        ([[1, 1], []], ["[0][1]: card 1 stands here twice"]),
        (
            [[99], [1]],
            [
                "[0][0]: card 99 is not in the hand of seat 0: 1, 2, 3",
                "[1][0]: card 1 is not in the hand of seat 1: 4, 5, 6",
            ],
        ),
    ],
)
def test_d13_wrong_discards_are_refused(discards, faults):
    record = a_game(HARD, idle(discards), hand_size=3, max_sets=1)
    assert faults_of(record) == [f"sets[0].discards{fault}" for fault in faults]


# --- D15: how a game ends ---


def ladder(deck, *faces, **rules):
    """Play sets in which every seat saves its own white die: D4, D6, D8 in seat order."""
    colors, whites = ("c8=5", "c8=4", "c8=3"), ("w4", "w6", "w8")
    sets = []
    for row in faces:
        rolled = [f"{c} {w}={n}" for c, w, n in zip(colors, whites, row, strict=False) if n]
        rolled += [""] * (len(row) - len(rolled))  # those who sit out
        saves = " ".join(f"{seat}w{seat}" for seat, n in enumerate(row) if n)
        sets.append(a_set(a_round(*rolled, saves=saves)))
    return a_game(goals(*deck), *sets, **rules)


def result(record):
    outcome = score(record)
    return outcome["winners"], outcome["points"], outcome["cards"], outcome["truncated"]


def test_d15_the_game_ends_after_the_set_in_which_somebody_reaches_the_target():
    deck = ("3 WHITE D4: 1", "1 WHITE D6: 1", "1 WHITE D4: 2")
    assert result(ladder(deck, (1, 6), target=3)) == ([0], [3, 0], [1, 0], False)
    assert result(ladder(deck, (4, 6), (1, 6), target=3)) == ([0], [3, 0], [1, 0], False)
    assert faults_of(ladder(deck, (1, 6), (1, 6), target=3)) == [
        "sets[1]: the game was over after sets[0]"
    ]
    assert faults_of(ladder(deck, (4, 1), target=3)) == [
        "sets: the record stops early, after 1 sets: the most points are 1 of 3"
    ]


def test_d15_highest_total_wins_and_equal_totals_go_to_the_fewest_goals():
    deck = ("2 WHITE D4: 1", "1 WHITE D6: 1", "1 WHITE D6: 2")
    assert result(ladder(deck, (4, 1), (1, 2), target=2)) == ([0], [2, 2], [1, 2], False)
    more = (*deck[:2], "2 WHITE D6: 2")
    assert result(ladder(more, (4, 1), (1, 2), target=2)) == ([1], [2, 3], [1, 2], False)


def test_d15_or_the_fewest_goals_among_all_who_reached_the_target():
    deck = ("2 WHITE D4: 1", "1 WHITE D6: 1", "2 WHITE D6: 2")
    rules = {"target": 2, "end_rule": "fewest_among_reached"}
    assert result(ladder(deck, (4, 1), (1, 2), **rules)) == ([0], [2, 3], [1, 2], False)
    unequal = ("2 WHITE D4: 1", "3 WHITE D6: 1", "1 WHITE D8: 1")
    assert result(ladder(unequal, (1, 1, 1), **rules)) == ([0, 1], [2, 3, 1], [1, 1, 1], False)


EQUAL = ("1 WHITE D4: 1", "1 WHITE D6: 1", "1 WHITE D8: 1", "1 WHITE D4: 2", "1 WHITE D6: 2")


def test_d15_still_equal_is_a_shared_win():
    assert result(ladder(EQUAL, (1, 1, 8))) == ([0, 1], [1, 1, 0], [1, 1, 0], False)


def test_d15_or_those_still_equal_play_one_more_set():
    rules = {"final_tie": "extra_set"}
    assert faults_of(ladder(EQUAL, (1, 1, 8), **rules)) == [
        "sets: the record stops early, after 1 sets: seats 0, 1 are still equal"
    ]
    assert result(ladder(EQUAL, (1, 1, 8), (2, 6, 0), **rules)) == (
        [0], [2, 1, 0], [2, 1, 0], False,
    )  # fmt: skip
    assert result(ladder(EQUAL, (1, 1, 8), (4, 6, 0), (4, 2, 0), **rules)) == (
        [1], [1, 2, 0], [1, 2, 0], False,
    )  # fmt: skip
    assert faults_of(ladder(EQUAL, (1, 1, 8), (2, 6, 1), **rules))[0] == (
        "sets[1].rounds[0].choices[2]: seat 2 does not play this extra set"
    )


def test_d15_in_an_extra_set_nothing_of_those_who_sit_out_moves():
    rules = {"final_tie": "extra_set"}
    record = ladder(EQUAL, (1, 1, 8), (2, 6, 0), **rules)
    extra = record["sets"][1]

    def faults(**change):
        return faults_of({**record, "sets": [record["sets"][0], {**extra, **change}]})

    assert faults(discards=[[], [], [3]]) == [
        "sets[1].discards[2]: seat 2 does not play this extra set"
    ]
    assert faults(completed=[[4], [], [3]]) == [
        "sets[1].completed[2]: 3 claimed; the dice of seat 2 complete none"
    ]
    taken = {**extra["rounds"][0], "saves": [[0, "white", 2], [1, "white", 1]]}
    assert "sets[1].rounds[0].saves[0]: seat 2 does not play this extra set" in faults(
        rounds=[taken]
    )


def test_d15_who_sits_out_draws_no_cards():
    deck = (*EQUAL, *["1 COLOR D20: 1"] * 6)
    ending = ladder(deck, (1, 1, 8), (4, 6, 0), (4, 6, 0), final_tie="extra_set", max_sets=3)
    assert hands(ending) == [[[1], [2], [3]], [[4], [5], [3]], [[4], [5], [3]]]
    three = ladder(
        ("2 WHITE D4: 1", "2 WHITE D6: 1", "1 WHITE D8: 1", *deck[3:]),
        (1, 1, 1), (4, 6, 0), final_tie="extra_set", max_sets=2, target=2,
    )  # fmt: skip
    assert hands(three)[1] == [[4], [5], []]


def test_d15_a_truncated_game_goes_to_the_most_points_then_the_fewest_goals():
    deck = ("2 WHITE D4: 1", "1 WHITE D6: 1", "1 WHITE D6: 2", "2 WHITE D6: 3")
    for end_rule in ("points", "fewest_among_reached"):
        rules = {"target": 5, "end_rule": end_rule}
        two = ladder(deck, (4, 1), (1, 2), max_sets=2, **rules)
        assert result(two) == ([0], [2, 2], [1, 2], True)
        three = ladder(deck, (4, 1), (1, 2), (4, 4), max_sets=3, **rules)
        assert result(three) == ([0], [2, 2], [1, 2], True)
    assert result(ladder(deck, (4, 6), max_sets=1, target=5)) == ([0, 1], [0, 0], [0, 0], True)


def test_d15_an_extra_set_that_is_cut_short_is_shared_by_those_still_equal():
    rules = {"final_tie": "extra_set", "max_sets": 2}
    assert result(ladder(EQUAL, (1, 1, 8), (4, 6, 0), **rules)) == (
        [0, 1], [1, 1, 0], [1, 1, 0], True,
    )  # fmt: skip


# --- D16: what no table can play ---


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ({"rounds": 7}, "less than or equal to 6"),
        ({"rounds": 5, "whites_per_type": 1}, "2 seats save 10 dice in a set"),
        ({"hand_size": 2, "max_discards": 3}, "max_discards 3 is more than hand_size 2"),
        ({"card_logic": "any", "die_reuse": False}, 'card_logic "any" needs die_reuse'),
        ({"target": 177}, "target 177 is out of reach: the deck has 176 points"),
        ({"rounds": 3}, "requires names 4 dice: a set has 3 rounds"),
        ({"deck": "reconstrution"}, "did you mean 'reconstruction'"),
        ({"sides": 6}, "Extra inputs are not permitted"),
    ],
)
def test_d16_rules_that_no_table_can_play_are_refused(rules, fault):
    with pytest.raises(ValueError, match=fault):
        Rules(**rules)


def test_d16_two_to_eight_seats_and_enough_white_dice():
    assert Rules().seats == (2, 3, 4, 5, 6, 7, 8)
    assert Rules(whites_per_type=3).seats == (2, 3)
    assert Rules(whites_per_type=2, rounds=5).seats == (2,)
    for seats in (1, 4, 9):
        with pytest.raises(InputError, match="allow 2, 3 seats"):
            play(Rules(whites_per_type=3), [NOISE] * seats, 1, 0)


def test_every_variant_is_another_game():
    assert len({repr(Rules(**variant.overrides)) for variant in VARIANTS.values()}) == len(VARIANTS)


# --- what must always hold ---

QUALIFIED = st.tuples(st.sampled_from(["ANY", "COLOR", "WHITE"]), st.integers(0, 4))
CARD = st.tuples(
    st.integers(1, 3),
    st.lists(QUALIFIED, min_size=1, max_size=3),
    st.sampled_from(["LOW", "HIGH", "EVEN", "ODD", "1", "4"]),
)


@st.composite
def worlds(draw):
    """Rules of a tiny world, and a number of seats."""
    deck = [
        {
            "id": 10 * i,
            "points": points,
            "requires": " ".join(f"{qualifier}:{DICE[die]}" for qualifier, die in needs),
            "condition": condition,
        }
        for i, (points, needs, condition) in enumerate(
            draw(st.lists(CARD, min_size=1, max_size=9)), 1
        )
    ]
    logic = draw(st.sampled_from([("all", True), ("all", False), ("any", True)]))
    hand_size = draw(st.integers(1, 4))
    rules = Rules(
        deck=deck,
        rounds=draw(st.integers(3, 4)),
        target=min(draw(st.integers(1, 3)), sum(card["points"] for card in deck)),
        hand_size=hand_size,
        max_discards=draw(st.integers(0, hand_size)),
        whites_per_type=draw(st.integers(3, 4)),
        card_logic=logic[0],
        die_reuse=logic[1],
        d10_zero_is_ten=draw(st.booleans()),
        first_selection=draw(st.sampled_from(["color", "seat0", "rotate"])),
        reroll_stands=draw(st.booleans()),
        select_from=draw(st.sampled_from(["any", "own"])),
        end_rule=draw(st.sampled_from(["points", "fewest_among_reached"])),
        final_tie=draw(st.sampled_from(["share", "extra_set"])),
        max_sets=draw(st.integers(1, 4)),
    )
    return rules, draw(st.sampled_from(rules.seats[:3]))


@settings(max_examples=60, deadline=None)
@given(worlds(), st.integers(0, 2**32))
def test_every_record_of_play_is_legal_and_scores_as_it_says(world, seed):
    rules, seats = world
    record = json.loads(json.dumps(play(rules, [NOISE] * seats, seed, 3)))
    assert read(record).rules == rules
    assert score(record) == record["outcome"]
    unclaimed = [{k: v for k, v in s.items() if k != "completed"} for s in record["sets"]]
    assert score({**record, "sets": unclaimed}) == record["outcome"]
    assert max(map(len, tell(record).splitlines())) <= 100
    assert faults_of({**record, "sets": record["sets"][:-1]})


@settings(max_examples=60, deadline=None)
@given(worlds(), st.integers(0, 2**32))
def test_points_are_those_of_the_goals_and_cards_never_multiply(world, seed):
    rules, seats = world
    record = play(rules, [NOISE] * seats, seed, 0)
    outcome, worth = record["outcome"], {card.id: card.points for card in rules.cards}
    won = [[i for row in outcome["completed"] for i in row[s]] for s in range(seats)]
    assert outcome["points"] == [sum(worth[i] for i in cards) for cards in won]
    assert outcome["cards"] == [len(cards) for cards in won]
    assert len({i for cards in won for i in cards}) == sum(outcome["cards"])
    for told in replay(read(record))[1]:
        held = [card.id for hand in told.hands for card in hand]
        assert len(held) == len(set(held))
        for seat in told.playing:
            colors = [die.die for die in told.saved[seat] if die.color]
            assert len(colors) == len(set(colors))
            assert len(told.saved[seat]) == rules.rounds


@settings(max_examples=200, deadline=None)
@given(
    worlds(), st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.integers(1, 4)), max_size=6)
)
def test_goals_agree_with_the_table_of_fitting_dice(world, saved):
    rules, _ = world
    fits = fit_table(rules.cards, rules.d10_zero_is_ten)
    for card, masks in zip(rules.cards, fits, strict=True):
        found = [int(masks[int(color), die, number]) for color, die, number in saved]
        every = (1 << len(card.requires)) - 1
        union = int(np.bitwise_or.reduce(np.array(found, np.uint8))) if found else 0
        laid = [Die(color, die, number) for color, die, number in saved]
        if rules.card_logic == "any":
            assert is_completed(card, laid, rules) == (union > 0)
        elif len(set(card.requires)) == len(card.requires) == len({r.die for r in card.requires}):
            assert is_completed(card, laid, rules) == (union == every)
        else:
            assert not is_completed(card, laid, rules) or union == every


def test_games_are_found_by_seed_and_index():
    one = play(SMALL, [NOISE] * 2, 1, 5)
    assert one == play(SMALL, [NOISE] * 2, 1, 5)
    assert one["deck"] != play(SMALL, [NOISE] * 2, 1, 6)["deck"]
    assert one["sets"] != play(SMALL, [NOISE] * 2, 2, 5)["sets"]


def test_a_strategy_that_lacks_a_decision_is_refused():
    with pytest.raises(InputError, match="decides discard, but not pair"):
        play(Rules(), [Strategy("half", discard=NOISE.decisions["discard"])] * 2, 1, 0)


# Another value of each field, and what else it needs to matter.
KNOBS = {
    "deck": {"deck": HARD, "target": 8},
    "rounds": {"rounds": 6},
    "target": {"target": 4},
    "hand_size": {"hand_size": 2},
    "max_discards": {"max_discards": 3},
    "whites_per_type": {"whites_per_type": 9},
    "card_logic": {"card_logic": "any"},
    "die_reuse": {"die_reuse": False},
    "d10_zero_is_ten": {"d10_zero_is_ten": False},
    "first_selection": {"first_selection": "seat0"},
    "reroll_stands": {"reroll_stands": False},
    "select_from": {"select_from": "own"},
    "end_rule": {"end_rule": "fewest_among_reached"},
    "final_tie": {"final_tie": "extra_set"},
    "max_sets": {"max_sets": 5},
}


@pytest.mark.parametrize("field", Rules.model_fields)
def test_no_rule_is_a_dead_knob(field):
    base = {"target": 2, "max_sets": 20, "whites_per_type": 3}
    published, other = Rules(**base), Rules(**{**base, **KNOBS[field]})
    for game in range(400):
        one, two = (play(rules, [NOISE] * 2, 1, game)["outcome"] for rules in (published, other))
        if one != two:
            return
    pytest.fail(f"{field} changes nothing")


# --- how a game is told ---


def test_a_set_is_told_as_a_table_sees_it():
    record = json.loads((RECORDS / "dualing_rulebook_example.json").read_text())
    lines = tell(record).splitlines()
    assert lines[2] == "Deck: a reconstruction; the published list of cards is not public"
    for wanted in (
        "            puts COLOR D4, D8, D12: HIGH (3 points); ANY D10: 8 (2 points) under the deck",
        "    Seat 0  rolls  color D12:  6   white D4:  2",
        "    Seat 0 and Seat 1 are tied and re-roll: "
        "Seat 0 its white D8: 4, Seat 1 its color D6: 1",
        "    Seat 0  saves  white D8: 4 (selects first)",
        "    Seat 1  saves  white D12: 12, rolled by Seat 0",
        "            and has 5 points on 2 goals",
        "Seat 0 wins the game.",
    ):
        assert wanted in lines


# --- records kept in the repository ---


def test_committed_records_replay_to_their_outcome():
    records = {path.name: json.loads(path.read_text()) for path in RECORDS.glob("dualing_*.json")}
    assert len(records) >= 6
    for name, record in records.items():
        assert score(record) == record["outcome"], name
        assert " win" in tell(record).splitlines()[-1]
