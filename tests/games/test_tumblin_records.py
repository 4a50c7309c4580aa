"""Records of Tumblin' Dice that are wrong: refused, with the place of every fault."""

import contextlib
import copy
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tumblin_tables import a_game, dice, falling, faults_of

from dicestats.errors import InputError
from dicestats.games.tumblin.reference import score, tell
from dicestats.games.tumblin.reference.game import play_game
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.variants import SMALL, VARIANTS

RECORDS = Path(__file__).parent / "records"

GOOD = a_game(
    "0:3x4 1:2x5 0:off- 1:1x1",
    "0:disc2 1:off6! 0:4x6 1:1x1",
    dice=2,
    rounds=2,
    rolls=[[4, 4], [2, 1]],
)


def changed(place: str, value: object, record: dict = GOOD) -> dict:
    """The record with one place changed, as in ``rounds.0.dice.2.level``; None removes a key."""
    record = copy.deepcopy(record)
    *path, last = place.split(".")
    inner = record
    for key in path:
        inner = inner[int(key) if isinstance(inner, list) else key]
    if isinstance(inner, list):
        inner[int(last)] = value
    elif value is None and last != "face":
        del inner[last]
    else:
        inner[last] = value
    return record


def faults(record: dict) -> tuple[str, ...]:
    """The faults of a record that may have none."""
    try:
        score(record)
    except InputError as error:
        return error.faults
    return ()


def test_the_good_record_is_legal() -> None:
    found = score(GOOD)
    assert (found["winners"], found["totals"], found["reason"]) == ([0], [34, 12], "rounds")


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        ("game", "tumble", 'game: "tumble" is not "tumblin"'),
        ("game", None, "game: missing"),
        ("rules", [], "rules: [] is not an object"),
        ("rules.die", 3, "rules: unknown rule 'die' (did you mean 'dice'?)"),
        ("rules.dice", True, "rules.dice: true is not allowed"),
        ("rules.dice", 13, "rules.dice: 13 is not allowed"),
        ("rules.sides", 7, "rules.sides: 7 is not allowed"),
        ("rules.sides", [6, 6, 6], "rules: sides lists 3 dice, but a seat has 2 and 0 bonus dice"),
        ("rules.rounds", 500, "rules: rounds 500 is more than max_rounds 200"),
        ("rules.board", {}, "rules.board: a record tells where dice lie, on any"),
        ("rules.teams", [[0], [1, 2]], "rules: teams must have equal sizes, at least 1: these"),
        ("rules.teams", [[0, 1], [1, 2]], "rules: teams must hold each seat from 0 on once: these"),
        ("rules.teams", [[0, 1]], "rules: teams has 1 team: there must be 2 or more"),
        ("seats", 17, "seats: 17 is not allowed by these rules: they allow 2, 3, 4"),
        ("seats", 1, "seats: 1 is not allowed by these rules: they allow 2, 3, 4"),
        ("seats", "2", 'seats: "2" is not a whole number from 0'),
        ("seats", None, "seats: missing"),
        ("players", 2, "unknown key 'players'"),
        ("strategies", ["a"], "strategies: 1 given; there are 2 seats"),
        ("seed", -1, "seed: -1 is not a whole number from 0"),
        ("index", 1.0, "index: 1.0 is not a whole number from 0"),
        ("outcome", [], "outcome: [] is not an object"),
        ("order_rolls", None, "order_rolls: missing"),
        ("order_rolls", [], "order_rolls: each side must roll a die"),
        ("order_rolls", [[4, 4]], "order_rolls: sides 0, 1 are tied: their next roll is missing"),
        ("order_rolls", [[4, 4], [2, 2]], "order_rolls: sides 0, 1 are tied"),
        ("order_rolls", [[4, 3], [2, 1]], "order_rolls[1]: nobody is tied"),
        ("order_rolls", [[4, 4], [2, None]], "order_rolls[1][1]: side 1 must roll here"),
        ("order_rolls.0", [4, 4, 4], "order_rolls[0]: 3 sides given; there must be 2"),
        ("order_rolls.0.0", 7, "order_rolls[0][0]: 7 is not a whole number from 1 to 6"),
        ("order_rolls.0.0", 0, "order_rolls[0][0]: 0 is not a whole number from 1 to 6"),
        ("rules.first_order", "seats", "order_rolls[0]: sides shoot in the order of their"),
        ("rounds", {}, "rounds: {} is not a list of rounds"),
        ("rounds.0", [], "rounds[0]: [] is not an object with dice or states"),
        ("rounds.0", {}, "rounds[0]: dice or states are missing"),
        ("rounds.0.states", [], "rounds[0]: give dice or states, not both"),
        ("rounds.0.die", [], "rounds[0]: unknown key 'die' (did you mean 'dice'?)"),
        ("rounds.0.dice", [], "rounds[0].dice: 0 dice given; 4 are thrown in this round"),
        ("rounds.0.dice.1", 3, "rounds[0].dice[1]: 3 is not an object with owner, level, face"),
        ("rounds.0.dice.1.color", 3, "rounds[0].dice[1]: unknown key 'color'"),
        ("rounds.0.dice.1.owner", None, "rounds[0].dice[1].owner: missing"),
        ("rounds.0.dice.1.owner", 2, "rounds[0].dice[1].owner: 2 is not a whole number from 0 to"),
        ("rounds.0.dice.1.owner", 0, "rounds[0].dice[1].owner: 0 given; seat 1 shoots here"),
        ("rounds.0.dice.1.level", 5, 'rounds[0].dice[1].level: 5 is not -1, 1, 2, 3, 4, "off" or'),
        ("rounds.0.dice.1.level", 0, "rounds[0].dice[1].level: 0 is not -1"),
        ("rounds.0.dice.1.level", "1x", 'rounds[0].dice[1].level: "1x" is not -1'),
        ("rounds.0.dice.1.face", 7, "rounds[0].dice[1].face: 7 is not a whole number from 1 to 6"),
        ("rounds.0.dice.1.face", None, "rounds[0].dice[1].face: null given; this die counts"),
        ("rounds.0.dice.1.fate", "lost", 'rounds[0].dice[1].fate: "lost" is not "shot", "hit" or'),
        ("rounds.0.dice.1.bonus", True, "rounds[0].dice[1].bonus: true given; these rules have no"),
        ("rounds.0.dice.1.bonus", 1, "rounds[0].dice[1].bonus: 1 is not false or true"),
        ("rounds.0.dice.1.sides", 8, "rounds[0].dice[1].sides: 8 is not 6"),
        ("rounds.1.dice.0.face", None, "rounds[1].dice[0].face: null given; this die counts"),
        ("rounds.1.dice.3", dice("1:off6!")[0], 'rounds[1].dice[3].fate: "hit" given; no later'),
        ("rules.rounds", 1, "rounds[1]: the game was over after rounds[0]"),
        ("rules.eject", "negative", "rounds[0].dice[2].face: null given; this die counts"),
    ],
)
def test_a_wrong_record_is_refused_with_the_place(place: str, value: object, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults_of(changed(place, value)))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("rounds.0.dice.2.face", 3),  # of a die that is off
        ("rounds.0.dice.1.fate", "hit"),
        ("rounds.0.dice.1.bonus", False),
        ("rounds.0.dice.1.sides", 6),
        ("rounds.0.dice.3.fate", "foul"),
        ("rules.disc", "stay"),
        ("seed", 0),
    ],
)
def test_what_makes_no_difference_is_legal(place: str, value: object) -> None:
    assert score(changed(place, value))["winners"] == [0]


def test_the_face_may_be_left_out_only_where_it_cannot_count() -> None:
    some = {"dice": 1, "rounds": 1, "max_rounds": 1}

    def refused(text: str, **rules: object) -> bool:
        found = faults(a_game(text, **some, **rules))
        assert set(found) <= {"rounds[0].dice[0].face: null given; this die counts"}
        return bool(found)

    for text in ("0:3x- 1:1x1", "0:-1x- 1:1x1", "0:disc- 1:1x1"):
        assert refused(text)
    assert refused("0:off- 1:1x1", eject="negative")
    assert refused("0:off-! 1:1x1", eject="negative", eject_scope="hit")
    for text in ("0:off- 1:1x1", "0:off-! 1:1x1", "0:3x-? 1:1x1"):
        assert not refused(text)
    assert not refused("0:off-? 1:1x1", eject="negative")
    assert not refused("0:off- 1:1x1", eject="negative", eject_scope="hit")
    assert not refused("0:disc- 1:1x1", disc="remove")
    assert not refused("0:-1x- 1:1x1", minus_level="0x")


def test_a_foul_needs_no_level() -> None:
    foul = {"owner": 0, "face": None, "fate": "foul"}
    for die in (foul, {**foul, "level": None}, {**foul, "level": 4}):
        assert score(changed("rounds.1.dice.2", die))["totals"] == [10, 12]
    assert faults_of(changed("rounds.0.dice.0", {**foul, "fate": "hit"})) == [
        "rounds[0].dice[0].level: missing"
    ]


def test_what_is_no_record_is_refused() -> None:
    for thing in (None, [], "x", 3):
        wanted = "is not an object with game, rules, seats, order_rolls, rounds"
        assert wanted in faults_of(thing)[0]


def test_many_seats_need_to_be_told_their_dice() -> None:
    [fault] = faults_of(a_game(seats=5, rolls=[[5, 4, 3, 2, 1]]))
    assert fault.endswith("they allow 2, 3, 4; for more, rules.dice must be given")
    assert score(a_game(seats=5, rolls=[[5, 4, 3, 2, 1]], dice=4))["sides"] == 5


def test_every_seat_throws_its_bonus_die() -> None:
    rules = {"dice": 1, "bonus_dice": 1}
    assert faults_of(a_game("0:1x1 1:1x2* 0:1x2 1:1x1*", **rules)) == [
        "rounds[0].dice: 0 bonus dice of seat 0 given; there must be 1",
        "rounds[0].dice: 2 bonus dice of seat 1 given; there must be 1",
    ]
    assert faults_of(a_game("0:1x1 1:1x2 2:1x1", seats=3, **rules)) == [
        "seats: 3 is not allowed by these rules: they allow 2"
    ]


def test_faces_are_those_of_the_die() -> None:
    rules = {"dice": 2, "bonus_dice": 1, "sides": [6, 8, 20]}
    assert score(a_game("0:1x20* 1:1x6 0:1x6 1:1x20* 0:1x8 1:1x8", **rules))["totals"] == [54, 54]
    assert faults_of(a_game("0:1x7 1:1x7* 0:1x9 1:1x6 0:1x20* 1:1x9", **rules)) == [
        "rounds[0].dice[0].face: 7 is not on a die with 6 sides",
        "rounds[0].dice[2].face: 9 is not on a die with 8 sides",
        "rounds[0].dice[5].face: 9 is not on a die with 8 sides",
    ]
    game = a_game("0:1x1 1:1x1 0:1x1 1:1x1 0:1x1* 1:1x1*", **rules)
    for place, sides in enumerate((6, 6, 8, 8, 20, 20)):
        score(changed(f"rounds.0.dice.{place}.sides", sides, game))
        [fault] = faults_of(changed(f"rounds.0.dice.{place}.sides", 26 - sides, game))[:1]
        assert fault.startswith(f"rounds[0].dice[{place}].sides: ")


def test_the_order_of_the_next_round_follows_the_scores() -> None:
    early = "0:1x1 1:4x6"
    assert faults_of(a_game(early, "0:1x1 1:1x1", "0:1x1 1:1x2", dice=1)) == [
        "rounds[1].dice[0].owner: 0 given; seat 1 shoots here",
        "rounds[1].dice[1].owner: 1 given; seat 0 shoots here",
        "rounds[2].dice[0].owner: 0 given; seat 1 shoots here",
        "rounds[2].dice[1].owner: 1 given; seat 0 shoots here",
    ]
    assert score(a_game(early, "1:1x1 0:1x1", "1:1x1 0:1x2", dice=1))["totals"] == [4, 26]


def test_who_is_not_tied_does_not_shoot_in_overtime() -> None:
    rules = {"dice": 1, "rounds": 1, "seats": 3}
    tied = "0:1x3 1:1x3 2:1x1"
    assert faults_of(a_game(tied, "0:1x1 1:1x1 2:1x1", **rules)) == [
        "rounds[1].dice: 3 dice given; 2 are thrown in this round"
    ]
    assert faults_of(a_game(tied, "0:1x1 2:1x1", **rules)) == [
        "rounds[1].dice[1].owner: 2 given; seat 1 shoots here"
    ]


# --- states: how the dice lie after every shot ---

LOOSE = {"dice": 2, "rounds": 1, "max_rounds": 1}
SHOTS = ["0:3x4", "0:3x4 1:2x5", "0:4x4! 1:2x5 0:1x1", "0:off-! 1:3x5 0:1x1 1:4x2"]


def test_states_are_scored_as_their_last_one() -> None:
    assert score(a_game(SHOTS, **LOOSE)) == score(a_game(SHOTS[-1], **LOOSE))


@pytest.mark.parametrize(
    ("shot", "text", "fault"),
    [
        (1, "0:3x4", "[1]: 1 dice given; after shot 2 there are 2"),
        (1, "1:3x4 1:2x5", "[1][0].owner: 1 given; seat 0 threw this die"),
        (1, "0:3x4 0:2x5", "[1][1].owner: 0 given; seat 1 shoots here"),
        (1, "0:3x4 1:2x5*", "[1][1].bonus: true given; these rules have no bonus dice"),
        (1, "0:2x4 1:2x5", "[1][0].level: 2 given; it lay on 3 and cannot climb"),
        (1, "0:disc4 1:2x5", '[1][0].level: "disc" given; it lay on 3 and cannot climb'),
        (1, "0:3x4? 1:2x5", '[1][0].fate: "foul" given; this die had been thrown well before'),
        (1, "0:3x- 1:2x5", "[1][0].face: null given; this die counts"),
        (1, "0:3x4 1:off5!", '[1][1].fate: "hit" given; no later throw was there to hit it'),
        (2, "0:off4! 1:2x5 0:1x1", None),
        (2, "0:off4 1:2x5 0:1x1", '[3][0].fate: "hit" given; it had gone before, with "shot"'),
        (2, "0:4x4 1:off5! 0:1x1", "[3][1].level: 3 given; it left the board and cannot return"),
        (0, "0:3x4?", "[1][0].level: 3 given; it was taken away and cannot return"),
        (3, "0:off-! 1:3x5 0:1x1 1:4x7", "[3][3].face: 7 is not a whole number from 1 to 6"),
        (3, "0:off-! 1:3x5 0:-1x1 1:4x2", None),  # a painted line is no step
    ],
)
def test_what_no_shot_can_do_is_refused(shot: int, text: str, fault: str | None) -> None:
    states = [*SHOTS[:shot], text, *SHOTS[shot + 1 :]]
    if fault is None:
        score(a_game(states, **LOOSE))
        return
    found = faults_of(a_game(states, **LOOSE))
    assert any(one.startswith(f"rounds[0].states{fault}") for one in found), found


def test_the_number_of_states_is_the_number_of_shots() -> None:
    assert faults_of(a_game(SHOTS[:3], **LOOSE)) == [
        "rounds[0].states: 3 given; 4 dice are thrown in this round"
    ]


def test_the_bonus_mark_stays() -> None:
    states = ["0:3x4*", "0:3x4 1:2x5*", "0:3x4 1:2x5* 0:1x1*", "0:3x4 1:2x5* 0:1x1* 1:1x1"]
    assert faults_of(a_game(states, dice=1, bonus_dice=1)) == [
        "rounds[0].states[1][0].bonus: false given; it was true before"
    ]


def test_what_has_gone_stays_as_it_went() -> None:
    rules = {**LOOSE, "eject": "negative"}
    one = ["0:off4", "0:off4 1:1x1", "0:off4 1:1x1 0:1x1", "0:off3 1:1x1 0:1x1 1:1x1"]
    assert faults_of(a_game(one, **rules)) == [
        "rounds[0].states[3][0].face: 3 given; it had gone before, with 4 up"
    ]
    zero = ["0:-1x-", "0:off- 1:1x1", "0:off- 1:1x1 0:1x1", "0:off- 1:1x1 0:1x1 1:1x1"]
    assert faults_of(a_game(zero, **LOOSE, minus_level="0x")) == [
        'rounds[0].states[1][0].level: "off" given; it had gone before, on -1'
    ]
    rolled = ["0:-1x4", "0:1x4! 1:1x1", "0:1x4 1:1x1 0:1x1", "0:1x4 1:1x1 0:1x1 1:1x1"]
    assert score(a_game(rolled, **LOOSE))["totals"] == [5, 2]
    assert faults_of(a_game(rolled, **LOOSE, minus_level="0x")) == [
        "rounds[0].states[1][0].level: 1 given; it was taken away and cannot return"
    ]


def test_a_throw_that_knocks_a_die_off_is_told_where_it_counts() -> None:
    states = ["0:3x4", "0:off4 1:1x1", "0:off4 1:1x1 0:1x1", "0:off4 1:1x1 0:1x1 1:1x1"]
    assert score(a_game(states, **LOOSE))["totals"] == [1, 2]
    assert score(a_game(states, **LOOSE, eject="negative"))["totals"] == [-3, 2]
    assert faults_of(a_game(states, **LOOSE, eject="negative", eject_scope="hit")) == [
        'rounds[0].states[1][0].fate: "shot" given; this throw knocked it off: "hit"'
    ]


# --- many faults ---


def test_faults_in_different_places_are_all_told() -> None:
    record = changed("rounds.0.dice.1.owner", 0)
    record["rounds"][1]["dice"][1]["owner"] = 0
    assert faults_of(record) == ["rounds[0].dice[1].owner: 0 given; seat 1 shoots here"]
    record = changed("rounds.0.dice.1.face", 9)
    record["rounds"][1]["dice"][2]["level"] = "gone"
    assert [fault.split(":")[0] for fault in faults_of(record)] == [
        "rounds[0].dice[1].face",
        "rounds[1].dice[2].level",
    ]


def test_a_list_of_faults_ends() -> None:
    wrong = " ".join(f"{seat}:1x1*" for _ in range(12) for seat in (1, 0))
    found = faults_of(a_game(wrong, dice=12))
    assert len(found) == 21
    assert found[-1] == "and 28 more"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"winners": [0, 1]}, "outcome.winners: 2 entries given; 1 scored"),
        ({"totals": [34, 13]}, "outcome.totals[1]: 13 given; 12 scored"),
        ({"reason": "target"}, 'outcome.reason: "target" given; "rounds" scored'),
        ({"total": 1}, "outcome: unknown key 'total' (did you mean 'totals'?)"),
    ],
)
def test_another_outcome_is_refused_at_its_first_difference(change: dict, fault: str) -> None:
    [found] = faults_of({**GOOD, "outcome": {**score(GOOD), **change}})
    assert found.startswith(fault)


# --- written down once ---


def test_committed_records_are_scored_as_ever() -> None:
    records = {path.name: json.loads(path.read_text()) for path in RECORDS.glob("tumblin_*.json")}
    found = {name: score(record) for name, record in records.items()}
    assert found == {name: record["outcome"] for name, record in records.items()}
    told = {outcome["reason"] for outcome in found.values()}
    assert told == {"rounds", "target", "wins", "overtime", "unfinished"}
    orders = [one["order"] for one in found["tumblin_three_seats.json"]["rounds"]]
    assert orders == [[1, 2, 0], [1, 2, 0], [2, 0]]


# --- anything at all ---

LEGAL = [
    json.loads(
        json.dumps(play_game(rules, falling(rules, random.Random(k)), seats=seats, states=s))
    )
    for rules, seats in ((SMALL, 3), (Rules(dice=1, bonus_dice=1, sides=(6, 20), rounds=2), 2))
    for k in range(10)
    for s in (False, True)
]


def leaves(value: object, place: tuple = ()) -> object:
    """Every number, word and list of a record, by its place."""
    yield place
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*place, key))


JUNK = st.sampled_from(
    [None, True, -1, 0, 3, 10**30, 1.5, "", "off", "hit", [], [[]], {}, {"a": 1}]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_no_junk_in_a_record_is_more_than_a_fault(data: st.DataObject) -> None:
    record = copy.deepcopy(data.draw(st.sampled_from(LEGAL)))
    place, junk = data.draw(st.sampled_from([*leaves(record)])), data.draw(JUNK)
    if not place:
        assert faults_of(junk)
        return
    inner = record
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    with contextlib.suppress(InputError):
        assert score(record) == record["outcome"]


# --- the story ---


TOLD = """\
Tumblin' Dice
Rules: rounds = 2, dice = 2

First order
  each side rolls: Seat 0 4, Seat 1 4
  tied ones again: Seat 0 2, Seat 1 1

Round 1: Seat 0, Seat 1 in turn
      4x |
      3x |  0:4
      2x |  1:5
      1x |  1:1
     -1x |
     off |  0:-
  Seat 0: 12 + 0 = 12; in all 12
  Seat 1: 10 + 1 = 11; in all 11

Round 2: Seat 0, Seat 1 in turn
      4x |  0:6
      3x |
      2x |
      1x |  1:1
     -1x |
    disc |  0:2
     off |  1:6
  Seat 0: -2 + 24 = 22; in all 34
  Seat 1: 0 + 1 = 1; in all 12

Points: 34 to 12.
The rounds are played.
Seat 0 wins the game."""


def test_a_game_is_told() -> None:
    assert tell(GOOD) == TOLD


def test_shots_are_told() -> None:
    team = {"teams": [[0], [1]], "all_on": 5, "all_on_unit": "side"}
    lines = tell(a_game(SHOTS, **LOOSE, **team)).splitlines()
    assert lines[7:11] == [
        "  Shot  1  Seat 0 throws: on 3x, 4 up",
        "  Shot  2  Seat 1 throws: on 2x, 5 up",
        "  Shot  3  Seat 0 throws: on 1x, 1 up; 0:4 on 3x goes to 4x, 4 up",
        "  Shot  4  Seat 1 throws: on 4x, 2 up; 0:4 on 4x goes off the board; "
        "1:5 on 2x goes to 3x, 5 up",
    ]
    assert lines[-4:-1] == ["", "Points: 1 to 28.", "The rounds are played."]
    assert "  Team 1 (seat 1): 28, 5 more for all on the board; in all 28" in lines


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("states", [False, True])
def test_every_kind_of_game_can_be_told(name: str, states: bool) -> None:
    rules = Rules(**VARIANTS[name].overrides)
    played = play_game(
        rules, falling(rules, random.Random(1)), seats=max(rules.seats), states=states
    )
    lines = tell(json.loads(json.dumps({**played, "seed": 3, "index": 2}))).splitlines()
    assert lines[0] == "Tumblin' Dice: game 2 of seed 3"
    assert max(map(len, lines)) <= 100
    assert sum(line.startswith("Round ") for line in lines) == len(played["outcome"]["rounds"])
    assert lines[-1].endswith(("wins the game.", "share the win."))
