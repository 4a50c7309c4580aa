"""Scoring of Tumblin' Dice: worked examples, and random games over all kinds of rules."""

import json
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tumblin_by_hand import count
from tumblin_tables import (
    ENDINGS,
    PARTIES,
    SCORINGS,
    a_game,
    combinations,
    dice,
    every_kind_of_rules,
    falling,
)

from dicestats.games.tumblin.reference import score
from dicestats.games.tumblin.reference.dice import Die
from dicestats.games.tumblin.reference.game import play_game
from dicestats.games.tumblin.reference.order import next_order, shooters, tied_groups, who_rolls
from dicestats.games.tumblin.reference.rounds import Table, Turn, play_round
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.variants import SMALL, VARIANTS

GAMES = 10_000


def round_scores(text: str, **rules: object) -> list[int]:
    game = a_game(text, **{"dice": len(text.split()) // 2, "rounds": 1, "max_rounds": 1, **rules})
    return score(game)["rounds"][0]["seat_scores"]


# --- worked examples (rulings) ---

ONES = "1:1x1"  # what the other seat throws


def against_ones(text: str) -> str:
    return " ".join(f"0:{die} {ONES}" for die in text.split())


@pytest.mark.parametrize(
    ("text", "rules", "wanted"),
    [
        ("3x4 4x6 -1x5 off6", {}, 31),
        ("4x5 3x4 -1x5 1x1", {"scoring": "add"}, 13),
        ("4x5 3x4 -1x5 1x1", {"scoring": "add", "add_minus": "face-1"}, 22),
        ("2x3 off6! off4 1x2", {"eject": "negative"}, -2),
        ("2x3 off6! off4 1x2", {"eject": "negative", "eject_scope": "hit"}, 2),
        ("4x6 1x1", {}, 25),  # T12: 24 is the most of a d6
        ("4x20 1x1", {"sides": 20}, 81),
        ("4x10 1x1", {"sides": 10}, 41),
        ("-1x5 1x1", {"minus_level": "0x"}, 1),  # T7
        ("-1x- 1x1", {"minus_level": "0x"}, 1),
        ("disc5 1x1", {}, -4),  # T8
        ("disc5 1x1", {"minus_level": "0x"}, 1),
        ("disc5 1x1", {"disc": "stay"}, 1),
        ("disc- 1x1", {"disc": "remove"}, 1),
        ("disc5 2x1", {"scoring": "add"}, -2),
        ("disc5 2x1", {"scoring": "add", "add_minus": "face-1"}, 7),
        ("4x6? 1x1", {}, 1),
        ("off6? 1x1", {"eject": "negative"}, 1),
        ("-1x6 1x1", {"all_on": 10}, 5),  # T11: -1 is on the board
        ("3x6 1x1", {"all_on": "double"}, 38),
        ("-1x6 1x1", {"all_on": "double"}, -5),  # a positive score only
        ("off6 1x1", {"all_on": 20}, 1),
        ("4x6? 1x1", {"all_on": 20}, 1),
        ("-1x6 1x1", {"all_on": 20, "minus_level": "0x"}, 1),
        ("disc6 1x1", {"all_on": 20, "disc": "stay"}, 21),
        ("disc6 1x1", {"all_on": 20, "disc": "remove"}, 1),
        ("4x2 3x1 2x1 1x1", {"levels": [-3, 0, 1, 5, 9]}, 24),
        ("-1x2 4x1", {"levels": [-3, 1, 2, 3, 4]}, -2),
    ],
)
def test_worked_examples(text: str, rules: dict, wanted: int) -> None:
    both = {"dice": 4 if len(text.split()) == 4 else 2, **rules}
    assert round_scores(against_ones(text), **both)[0] == wanted


def test_a_bonus_die_counts_double() -> None:
    rules = {"dice": 1, "bonus_dice": 1}
    assert round_scores("0:4x6* 1:1x1 0:1x2 1:-1x3*", **rules) == [50, -5]
    rules |= {"eject": "negative", "bonus_factor": 3}
    assert round_scores("0:off6* 1:1x1 0:1x2 1:-1x3*", **rules) == [-16, -8]


def test_the_next_order_follows_the_scores() -> None:
    scores = {0: 20, 1: 35, 2: 20}
    wanted = {"score": [1, 2, 0], "reverse": [2, 0, 1], "fixed": [2, 1, 0], "rotate": [1, 0, 2]}
    for order, sides in wanted.items():
        assert next_order(Rules(order=order), [2, 1, 0], scores, totals=[20, 35, 20]) == sides
    revert = Rules(order_tie="revert")
    assert next_order(revert, [2, 1, 0], scores, totals=[20, 35, 20]) == [2, 1, 0]
    assert next_order(Rules(order="total"), [2, 1, 0], scores, totals=[40, 35, 50]) == [2, 0, 1]
    total = Rules(order="total", order_tie="revert")
    assert next_order(total, [2, 1, 0], {0: 1, 1: 2, 2: 3}, totals=[40, 35, 40]) == [2, 1, 0]


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_higher_of_two_past_the_target_wins_whoever_shot_first(order: list[int]) -> None:
    points = {0: "4x6 4x3", 1: "4x6 3x2"}
    thrown = [f"{seat}:{points[seat].split()[k]}" for k in range(2) for seat in order]
    rolls = [[6, 5] if order[0] == 0 else [5, 6]]
    found = score(a_game(" ".join(thrown), rolls=rolls, dice=2, end="target", target=30))
    assert (found["winners"], found["reason"], found["totals"]) == ([0], "target", [36, 30])


def test_the_tied_roll_again_among_themselves() -> None:
    assert tied_groups([[5, 5, 6, 6], [3, 4, 2, 2], [None, None, 1, 5]], 4) == [[3], [2], [1], [0]]
    assert who_rolls(Rules(), [[5, 5, 6, 6], [3, 4, 2, 2]], 4) == [2, 3]
    assert who_rolls(Rules(first_order="seats"), [], 4) == []
    found = score(a_game("2:1x1 1:1x2 0:1x3", seats=3, dice=1, rolls=[[2, 5, 5], [None, 1, 4]]))
    assert found["rounds"][0]["order"] == [2, 1, 0]


def test_teams_alternate() -> None:
    pairs, fours = VARIANTS["teams_2x2"], VARIANTS["teams_4x4"]
    assert shooters(Rules(**pairs.overrides), [1, 0], 4) == [1, 0, 3, 2] * 4
    assert shooters(Rules(**fours.overrides), [3, 0, 2, 1], 16)[:9] == [3, 0, 2, 1, 7, 4, 6, 5, 11]
    game = a_game(
        "1:4x6 0:3x6 3:1x1 2:1x2", "1:1x1 0:1x1 3:1x1 2:1x1",
        seats=4, dice=1, teams=[[0, 2], [1, 3]], rolls=[[1, 2]], all_on=5, all_on_unit="side",
    )  # fmt: skip
    found = score(game)
    assert found["sides"] == 2
    assert found["rounds"][0] == {
        "order": [1, 0],
        "shooters": [1, 0, 3, 2],
        "seat_scores": [18, 24, 2, 1],
        "side_scores": [25, 30],
        "totals": [25, 30],
        "overtime": False,
    }
    assert (found["winners"], found["reason"]) == ([], "unfinished")


def test_overtime_is_between_those_who_are_equal() -> None:
    rules = {"seats": 3, "dice": 1, "rounds": 2, "rolls": [[1, 3, 2]]}
    first = ["1:2x3 2:1x5 0:1x4", "1:-1x2 2:1x1 0:1x2"]  # 4, 6, 6: sides 0 and 2 play on
    found = score(a_game(*first, "0:1x1 2:1x1", "0:-1x1 2:1x4", **rules))
    assert (found["winners"], found["reason"], found["totals"]) == ([2], "overtime", [6, 4, 11])
    assert found["rounds"][1]["order"] == [1, 2, 0]
    assert found["rounds"][2] == {
        "order": [0, 2],
        "shooters": [0, 2],
        "seat_scores": [1, None, 1],
        "side_scores": [1, None, 1],
        "totals": [7, 4, 7],
        "overtime": True,
    }
    shared = score(a_game(*first, final_tie="share", **rules))
    assert (shared["winners"], shared["reason"]) == ([0, 2], "rounds")
    assert score(a_game(*first, **rules))["reason"] == "unfinished"
    cut = score(a_game(*first, max_rounds=2, **rules))
    assert (cut["winners"], cut["reason"]) == ([0, 2], "truncated")


def test_overtime_may_lose_points_to_one_who_is_out() -> None:
    """Only the tied play for the win, also where the game is cut short (T1, T2)."""
    rules = {"seats": 3, "dice": 1, "rounds": 1, "rolls": [[3, 2, 1]]}
    begun = ["0:1x5 1:1x5 2:1x4", "0:-1x3 1:-1x3"]
    cut = score(a_game(*begun, max_rounds=2, **rules))
    assert (cut["winners"], cut["totals"]) == ([0, 1], [2, 2, 4])
    decided = score(a_game(*begun, "0:-1x2 1:-1x1", **rules))
    assert (decided["winners"], decided["totals"]) == ([1], [0, 1, 4])


def test_rounds_won() -> None:
    rules = {"dice": 1, "end": "wins", "wins": 2}
    tied = ["0:1x3 1:1x3", "0:1x4 1:1x3", "0:1x6 1:1x1"]
    assert score(a_game(*tied, **rules))["winners"] == [0]
    assert score(a_game(*tied[:2], **rules))["reason"] == "unfinished"
    assert score(a_game(*tied[:2], tied_round="all", **rules))["winners"] == [0]
    both = score(a_game(*["0:1x3 1:1x3"] * 2, tied_round="all", final_tie="share", **rules))
    assert (both["winners"], both["reason"]) == ([0, 1], "wins")
    cut = score(a_game("0:1x3 1:1x2", "0:1x1 1:4x6", max_rounds=2, **rules))
    assert (cut["winners"], cut["reason"], cut["totals"]) == ([1], "truncated", [4, 26])


def test_every_die_has_its_own_number() -> None:
    """Bonus dice come last, whenever they are thrown; the last throw is never asked about."""
    turns: list[Turn] = []

    def shoot(turn: Turn, lying: Sequence[Die]) -> list[Die]:
        turns.append(turn)
        return [*lying, Die(turn.seat, 1, 1, turn.bonus)]

    def bonus(turn: Turn, lying: Sequence[Die]) -> bool:
        assert (turn.number, turn.bonus, turn.sides, len(lying)) == (2, True, 20, turn.shot)
        return turn.seat == 1 and turn.shot == 3

    rules = Rules(dice=2, bonus_dice=1, sides=(6, 8, 20))
    play_round(rules, [0, 1], Table(lambda side, time: 1, bonus, shoot), seats=2, number=5)
    assert [(turn.round, turn.seat, turn.number, turn.bonus, turn.sides) for turn in turns] == [
        (5, 0, 0, False, 6),
        (5, 1, 0, False, 6),
        (5, 0, 1, False, 8),
        (5, 1, 2, True, 20),
        (5, 0, 2, True, 20),
        (5, 1, 1, False, 8),
    ]


# --- random games ---


def test_random_games_are_scored_as_they_were_played() -> None:
    """Every party of players meets every way to score, and every way to end a game."""
    met, reasons = [set(), set()], Counter[str]()
    for i, (seats, rules, rng) in enumerate(every_kind_of_rules(GAMES)):
        played = play_game(rules, falling(rules, rng), seats=seats, states=i % 2 == 0)
        record = json.loads(json.dumps(played))
        outcome = score(record)
        assert outcome == record["outcome"]
        winners, reason, totals, sequence = count(record)
        assert (winners, reason, totals) == (
            outcome["winners"],
            outcome["reason"],
            outcome["totals"],
        )
        assert sequence == [one["shooters"] for one in outcome["rounds"]]
        reasons[reason] += 1
        for seen, options in zip(met, (SCORINGS, ENDINGS), strict=True):
            seen.add((i % len(PARTIES), *(getattr(rules, name) for name in options)))
    for seen, options in zip(met, (SCORINGS, ENDINGS), strict=True):
        assert len(seen) == len(PARTIES) * len(combinations(options))
    assert all(reasons[reason] > GAMES // 20 for reason in ("rounds", "target", "wins"))
    assert all(reasons[reason] > GAMES // 100 for reason in ("overtime", "truncated"))


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_are_scored_as_they_were_played(name: str) -> None:
    rules = Rules(**VARIANTS[name].overrides)
    for seats in {min(rules.seats), max(rules.seats)}:
        for seed in range(3):
            played = play_game(rules, falling(rules, random.Random(seed)), seats=seats)
            record = json.loads(json.dumps(played))
            outcome = score(record)
            assert outcome == record["outcome"]
            assert count(record)[:3] == (outcome["winners"], outcome["reason"], outcome["totals"])


def small_games() -> st.SearchStrategy:
    return st.integers(0, 10**6).map(
        lambda seed: json.loads(
            json.dumps(play_game(SMALL, falling(SMALL, random.Random(seed)), seats=seed % 3 + 2))
        )
    )


@settings(max_examples=100, deadline=None)
@given(small_games(), st.randoms())
def test_seats_have_no_part_in_the_score(record: dict, rng: random.Random) -> None:
    """Other seats for the same people: the same scores for each of them."""
    new = list(range(record["seats"]))
    rng.shuffle(new)  # seat s becomes seat new[s]

    def moved(row: list) -> list:
        return [row[new.index(seat)] for seat in range(len(row))]

    outcome = record.pop("outcome")
    record["order_rolls"] = [moved(row) for row in record["order_rolls"]]
    for played in record["rounds"]:
        played["dice"] = [{**die, "owner": new[die["owner"]]} for die in played["dice"]]
    found = score(record)
    assert found["totals"] == moved(outcome["totals"])
    assert found["winners"] == sorted(new[seat] for seat in outcome["winners"])
    for one, other in zip(found["rounds"], outcome["rounds"], strict=True):
        assert one["seat_scores"] == moved(other["seat_scores"])
        assert one["order"] == [new[seat] for seat in other["order"]]


@settings(max_examples=100, deadline=None)
@given(small_games(), st.randoms())
def test_the_order_of_own_dice_has_no_part_in_the_score(record: dict, rng: random.Random) -> None:
    """Which of its throws a seat's die came from does not count."""
    for played in record["rounds"]:
        by_seat: dict[int, list] = {}
        for die in played["dice"][:-1]:  # the last one can have been hit by no other
            by_seat.setdefault(die["owner"], []).append(die)
        for own in by_seat.values():
            rng.shuffle(own)
        rest = [by_seat[die["owner"]].pop() for die in played["dice"][:-1]]
        played["dice"] = [*rest, played["dice"][-1]]
    assert score(record) == record["outcome"]


@settings(max_examples=100, deadline=None)
@given(small_games(), st.data())
def test_a_record_may_end_after_any_round(record: dict, data: st.DataObject) -> None:
    outcome = record.pop("outcome")
    kept = data.draw(st.integers(0, len(record["rounds"]) - 1))
    found = score({**record, "rounds": record["rounds"][:kept]})
    assert (found["winners"], found["reason"]) == ([], "unfinished")
    assert found["rounds"] == outcome["rounds"][:kept]


@settings(max_examples=50, deadline=None)
@given(small_games(), st.integers(0, 3), st.integers(1, 3))
def test_a_better_face_on_a_level_is_worth_the_level(record: dict, which: int, more: int) -> None:
    played = record["rounds"][0]["dice"]
    die = played[which]
    if die["level"] not in (-1, 1, 2, 3, 4) or die["fate"] == "foul" or die["face"] + more > 6:
        return
    cut = {key: value for key, value in record.items() if key != "outcome"}
    cut["rounds"] = cut["rounds"][:1]
    before = score(cut)["totals"][die["owner"]]
    played[which] = {**die, "face": die["face"] + more}
    assert score(cut)["totals"][die["owner"]] == before + more * die["level"]


def test_dice_are_written_shortly() -> None:
    assert dice("0:3x4 1:off6!") == [
        {"owner": 0, "level": 3, "face": 4, "fate": "shot"},
        {"owner": 1, "level": "off", "face": 6, "fate": "hit"},
    ]
