"""Decks and records of Dualing Dice that are wrong: refused, with the place of every fault."""

import contextlib
import copy
import json

import pytest
from dualing_tables import NOISE, a_game, a_round, a_set, faults_of, goals
from hypothesis import given, settings
from hypothesis import strategies as st

from dicestats.errors import InputError
from dicestats.games.dualing.cards import HALVES
from dicestats.games.dualing.deck import from_list, load, to_list
from dicestats.games.dualing.reference import play, score
from dicestats.games.dualing.rules import RECONSTRUCTION, SMALL, Rules

HEAD = "id,points,copies,requires,condition,family,text\n"


def deck_faults(tmp_path, text, **given):
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(path, **given)
    assert caught.value.place == str(path)
    return list(caught.value.faults)


# --- D17: decks ---


def test_the_default_deck_is_the_reconstruction():
    cards = load()
    points = [card.points for card in cards]
    assert [points.count(n) for n in (1, 2, 3)] == [32, 36, 24]
    assert [card.id for card in cards] == list(range(1, 93))
    printed = {"ANY D4, D8, COLOR D10, D12: LOW": 3, "COLOR D8, D10: ODD": 2, "ANY D6: 1": 1}
    assert printed.items() <= {card.text: card.points for card in cards}.items()
    assert Rules(deck=to_list(cards)).deck == RECONSTRUCTION
    halves = [card.condition for card in cards if not card.condition.isdecimal()]
    assert all(halves.count(condition) >= len(halves) // 5 for condition in HALVES)


def test_the_text_of_a_card_follows_from_its_dice():
    plain = [
        {k: card[k] for k in ("id", "points", "requires", "condition")} for card in to_list(load())
    ]
    assert [card.text for card in from_list(plain, "cards")] == [card.text for card in load()]


def test_copies_have_ids_of_their_own(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(HEAD + "7,1,3,ANY:D4,LOW,x,one\n2,2,1,COLOR:D20 ANY:D6,03,y,\n")
    cards = load(path)
    assert [(card.id, card.text) for card in cards] == [
        (2, "COLOR D20, ANY D6: 3"), (7, "one"), (1007, "one"), (2007, "one"),
    ]  # fmt: skip
    rules = Rules(deck=str(path), target=5)
    path.unlink()  # the rules hold the cards themselves
    assert rules.cards == cards
    assert Rules.model_validate(json.loads(rules.model_dump_json())).cards[0].id == 2


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1,1,1,ANY:D5,LOW,x,x", "unknown die 'D5' (did you mean 'D8'?); there are: D4, D6"),
        ("1,1,1,COLOUR:D6,LOW,x,x", "unknown qualifier 'COLOUR' (did you mean 'COLOR'?)"),
        ("1,1,1,WHITE:D20,LOW,x,x", "there is no white D20"),
        ("1,1,1,ANY-D6,LOW,x,x", '"ANY-D6" is not QUALIFIER:DIE, such as ANY:D4'),
        ("1,1,1,ANY:D4,LOWER,x,x", "unknown condition 'LOWER' (did you mean 'LOW'?)"),
        ("1,1,1,ANY:D4,5,x,x", "condition 5 is not on a D4: 1 to 4"),
        ("1,1,1,ANY:D8 ANY:D4,5,x,x", "condition 5 is not on a D4: 1 to 4"),
        ("1,1,1,ANY:D10,0,x,x", "condition 0 is not on a D10: 1 to 10; its 0 is written 10"),
        ("1,1,1,ANY:D10,-1,x,x", "unknown condition '-1'"),
        ("1,1,1,ANY:D4,,x,x", "condition is missing"),
        ("1,1,1,,LOW,x,x", "requires is missing"),
        ("1,0,1,ANY:D4,LOW,x,x", "points 0 is not a whole number from 1 to 99"),
        ("1,two,1,ANY:D4,LOW,x,x", 'points "two" is not a whole number from 1 to 99'),
        ("1,1,0,ANY:D4,LOW,x,x", "copies 0 is not a whole number from 1 to 20"),
        ("x,1,1,ANY:D4,LOW,x,x", 'id "x" is not a whole number from 1 to 32767'),
        (",1,1,ANY:D4,LOW,x,x", "id is missing"),
        ("32000,1,2,ANY:D4,LOW,x,x", "a copy gets id 33000: 32767 is the largest"),
        ("1,1,1,ANY:D4,LOW,x,x,more", "more values than columns"),
        (
            "1,1,1,ANY:D4 ANY:D6 ANY:D8 ANY:D10,LOW,x,x",
            "requires names 4 dice: a set has 3 rounds, a die each",
        ),
    ],
)
def test_a_bad_card_is_refused_with_its_line(tmp_path, line, fault):
    good = "50,1,1,ANY:D4,LOW,x,x"
    [found] = deck_faults(tmp_path, f"{HEAD}{good}\n{line}\n", most_dice=3)
    assert found.startswith(f"line 3: {fault}")


def test_every_fault_of_a_deck_is_told_at_once(tmp_path):
    text = HEAD + "1,1,1,ANY:D5 COLOR:D7,LOW,x,x\n1,9,1,ANY:D4,7,x,x\n2,1,1,ANY:D4,1,x,x\n"
    found = deck_faults(tmp_path, text)
    assert [fault.split(":")[0] for fault in found] == ["line 2", "line 2", "line 3", "line 3"]
    assert found[3] == "line 3: id 1 is already taken (line 2)"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: there is no column 'id'"),
        (HEAD, "has no cards"),
        ("id,points,requires\n1,1,ANY:D4\n", "line 1: there is no column 'condition'"),
        (
            "id,point,requires,condition\n",
            "line 1: unknown column 'point' (did you mean 'points'?)",
        ),
        ("id,id,points,requires,condition\n", "line 1: the column 'id' stands twice"),
    ],
)
def test_a_deck_without_its_columns_is_refused(tmp_path, text, fault):
    assert deck_faults(tmp_path, text)[0].startswith(fault)


def test_a_deck_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"unknown deck 'nowhere\.csv'"):
        Rules(deck="nowhere.csv")
    (tmp_path / "bytes.csv").write_bytes(b"id,\xff\n")
    for path in (tmp_path, tmp_path / "bytes.csv"):
        with pytest.raises(ValueError, match=r"is not UTF-8 text|cannot be read"):
            Rules(deck=str(path))


# --- records ---

HARD = goals(*["1 COLOR D20: 1"] * 8)
GOOD = a_game(
    HARD,
    a_set(
        a_round("c6=5 w4=4", "c8=4 w6=6", saves="0w0 1w1"),
        a_round("c6=5 w4=4", "c8=5 w6=6", rerolls=["0c2 1w3"], saves="1w1 0w0"),
        discards=[[1], []],
        completed=[[], []],
    ),
    hand_size=3,
    max_sets=1,
)


def changed(place, value):
    """The good record with one place changed, as in ``sets.0.rounds``; None removes a key."""
    record = copy.deepcopy(GOOD)
    *path, last = place.split(".")
    inner = record
    for key in path:
        inner = inner[int(key) if isinstance(inner, list) else key]
    if isinstance(inner, list):
        inner[int(last)] = value
    elif value is None:
        del inner[last]
    else:
        inner[last] = value
    return record


def test_the_good_record_is_legal():
    assert score(GOOD)["winners"] == [0, 1]


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        ("game", "duel", 'game: "duel" is not "dualing"'),
        ("game", None, "game: missing"),
        ("rules", [], "rules: [] is not an object"),
        ("rules.hand", 3, "rules: unknown rule 'hand' (did you mean 'hand_size'?)"),
        ("rules.hand_size", True, "rules.hand_size: true is not allowed"),
        ("rules.max_discards", 4, "rules: max_discards 4 is more than hand_size 3"),
        ("rules.deck", "reconstruction", "cards: rules.deck names another deck"),
        ("cards", {}, "cards: {} is not a list of cards"),
        ("cards.2.condition", "21", "rules: deck: deck[2]: condition 21 is not on a D20: 1 to 20"),
        ("cards.2.text2", "x", "rules: deck: deck[2]: unknown key 'text2'"),
        ("seats", 3, "sets[0].discards: 2 seats given; there must be 3"),
        ("seats", 9, "seats: 9 is not allowed by these rules: they allow 2, 3"),
        ("seats", "2", 'seats: "2" is not a whole number from 0'),
        ("deck", [1, 2], "deck: 2 cards given; these rules have 8"),
        ("deck.0", 9, "deck[0]: there is no card 9"),
        ("deck.0", 2, "deck: these cards stand twice: 2"),
        ("deck.0", "1", 'deck[0]: "1" is not a whole number from 1'),
        ("players", ["a", "b"], "unknown key 'players'"),
        ("strategies", ["a"], "strategies: 1 given; there are 2 seats"),
        ("strategies", ["a", 1], "strategies[1]: 1 is not text"),
        ("seed", -1, "seed: -1 is not a whole number from 0"),
        ("index", 1.0, "index: 1.0 is not a whole number from 0"),
        ("outcome", [], "outcome: [] is not an object"),
        ("sets", {}, "sets: {} is not a list of sets"),
        ("sets", [], "sets: the record stops early, after 0 sets: the most points are 0 of 1"),
        ("sets.0", [], "sets[0]: [] is not an object with discards, rounds"),
        ("sets.0.hands", [], "sets[0]: unknown key 'hands'"),
        ("sets.0.discards", None, "sets[0].discards: missing"),
        ("sets.0.discards", [[]], "sets[0].discards: 1 seats given; there must be 2"),
        ("sets.0.discards.0", [8], "sets[0].discards[0][0]: card 8 is not in the hand of seat 0"),
        ("sets.0.discards.0", [1, 2, 3], "sets[0].discards[0]: 3 cards given; at most 2 may be"),
        ("sets.0.completed.0", [2], "sets[0].completed[0]: 2 claimed; the dice of seat 0"),
        ("sets.0.completed.0", [8], "sets[0].completed[0][0]: card 8 is not in the hand"),
        ("sets.0.rounds", [], "sets[0].rounds: 0 rounds given; there must be 2"),
        ("sets.0.rounds.1.roll", [], "sets[0].rounds[1]: unknown key 'roll' (did you mean 'rolls"),
        ("sets.0.rounds.1.rerolls", None, "sets[0].rounds[1].rerolls: missing"),
        ("sets.0.rounds.1.choices.0", None, "sets[0].rounds[1].choices[0]: seat 0 plays this set"),
        ("sets.0.rounds.1.choices.0", [6], "sets[0].rounds[1].choices[0]: [6] is not a list of"),
        ("sets.0.rounds.1.choices.0", [7, 4], "sets[0].rounds[1].choices[0][0]: 7 is not 4, 6, 8"),
        ("sets.0.rounds.1.choices.0", [6, 20], "sets[0].rounds[1].choices[0][1]: 20 is not 4, 6"),
        ("sets.0.rounds.1.rolls.0", None, "sets[0].rounds[1].rolls[0]: seat 0 plays this set"),
        ("sets.0.rounds.1.rolls.0", [5, 5], "sets[0].rounds[1].rolls[0][1]: 5 is not on a D4"),
        ("sets.0.rounds.1.rolls.0", [5, 0], "sets[0].rounds[1].rolls[0][1]: 0 is not on a D4"),
        ("sets.0.rounds.1.rerolls", [], "sets[0].rounds[1].rerolls: seats 0, 1 are tied"),
        ("sets.0.rounds.1.rerolls.0", [[0, "c", 2]], "sets[0].rounds[1].rerolls[0][0][1]: "),
        ("sets.0.rounds.0.rerolls", [[]], "sets[0].rounds[0].rerolls[0]: nobody is tied: seat 0"),
        ("sets.0.rounds.0.saves.0", [0, "red"], "sets[0].rounds[0].saves[0][1]: \"red\" is not"),
        ("sets.0.rounds.0.saves.0", [0], "sets[0].rounds[0].saves[0]: [0] is not a list of seat"),
        ("sets.0.rounds.0.saves.0", [0, "white", 2], "sets[0].rounds[0].saves[0][2]: 2 is not a"),
        ("sets.0.rounds.0.saves.0", [0, "white", 1], "sets[0].rounds[0].saves[1]: the white die"),
        ("sets.0.rounds.0.saves.0", [1, "color"], "sets[0].rounds[0].saves: seats 1, 1 given; the"),
        ("sets.0.rounds.0.saves.0", [0, "color"], "sets[0].rounds[1].choices[0][0]: seat 0 has"),
    ],
)  # fmt: skip
def test_a_wrong_record_is_refused_with_the_place(place, value, fault):
    assert any(found.startswith(fault) for found in faults_of(changed(place, value)))


def test_what_is_no_record_is_refused():
    for thing in (None, [], "x", 3):
        assert "is not an object with game, rules, seats, deck, sets" in faults_of(thing)[0]


def test_faults_in_different_sets_are_all_told():
    early = a_set(a_round("c6=7 w4=4", "c8=4 w6=6", saves="0w0 1w1"))
    late = a_set(a_round("c6=5 w4=4", "c8=4 w6=6", saves="0w0 1w1"), discards=[[], [9]])
    assert faults_of(a_game(HARD, early, late, max_sets=2)) == [
        "sets[0].rounds[0].rolls[0][0]: 7 is not on a D6: 1 to 6",
        "sets[1].discards[1][0]: card 9 is not in the hand of seat 1: 2",
    ]


def test_a_list_of_faults_ends():
    bad = a_set(a_round("c6=7 w4=5", "c8=9 w6=7", saves="1w1 0w0"))
    found = faults_of(a_game(HARD, *[bad] * 9, max_sets=9))
    assert len(found) == 21
    assert found[-1] == "and 16 more"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"winners": [0]}, "outcome.winners: 1 entries given; 2 scored"),
        ({"points": [0, 1]}, "outcome.points[1]: 1 given; 0 scored"),
        ({"truncated": 1}, "outcome.truncated: 1 given; true scored"),
        ({"set": 1}, "outcome: unknown key 'set' (did you mean 'sets'?)"),
        ({"completed": [[[], [4]]]}, "outcome.completed[0][1]: 1 entries given; 0 scored"),
    ],
)
def test_another_outcome_is_refused_at_its_first_difference(change, fault):
    [found] = faults_of({**GOOD, "outcome": {**score(GOOD), **change}})
    assert found.startswith(fault)


LEGAL = [json.loads(json.dumps(play(SMALL, [NOISE] * 2, 4, game))) for game in range(20)]


def leaves(value, place=()):
    """Every number, word and list of a record, by its place."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value)
    if isinstance(value, dict | list):
        for key, inner in items:
            if isinstance(inner, dict | list):
                yield from leaves(inner, (*place, key))
            else:
                yield (*place, key)


JUNK = st.sampled_from([None, True, -1, 0, 3, 10**30, 1.5, "", "color", [], [[]], {}, {"a": 1}])


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_no_junk_in_a_record_is_more_than_a_fault(data):
    record = copy.deepcopy(data.draw(st.sampled_from(LEGAL)))
    place = data.draw(st.sampled_from([*leaves(record)]))
    junk = data.draw(JUNK)
    if not place:
        assert faults_of(junk)
        return
    inner = record
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    with contextlib.suppress(InputError):
        assert score(record) == record["outcome"]
