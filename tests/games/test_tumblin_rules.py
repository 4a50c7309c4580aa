"""The rules of Tumblin' Dice: published values, variants, and what no table can play."""

import json
import pickle

import pytest
from pydantic import ValidationError

from dicestats.errors import InputError
from dicestats.game import Variant
from dicestats.games.tumblin.columns import outcome_columns, score_range, tables
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.variants import SMALL, VARIANTS
from dicestats.settings.rules import model_from


def faults(**fields: object) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        Rules(**fields)
    [error] = caught.value.errors()
    assert error["loc"] == ()
    return error["msg"].removeprefix("Value error, ").split("; ")


def test_the_published_rules() -> None:
    rules = Rules()
    assert (rules.end, rules.rounds, rules.order, rules.final_tie) == (
        "rounds", 4, "score", "overtime",
    )  # fmt: skip
    assert (rules.dice, rules.die_sides, rules.levels) == (4, (6, 6, 6, 6), (-1, 1, 2, 3, 4))
    assert (rules.round_range, rules.seats) == ((-24, 96), (2, 3, 4))


def test_every_variant_is_playable_and_cited() -> None:
    seen: dict[str, str] = {}
    for name, variant in VARIANTS.items():
        assert isinstance(variant, Variant)
        assert variant.source
        rules = Rules(**variant.overrides)
        assert rules.seats
        assert all(field in Rules.model_fields for field in variant.overrides)
        told = rules.model_dump_json()
        assert seen.setdefault(told, name) == name or rules.dice == 4
    assert Rules(**VARIANTS["published"].overrides) == Rules()
    assert Rules() != SMALL


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_travel_as_json(name: str) -> None:
    rules = Rules(**VARIANTS[name].overrides)
    again = Rules.model_validate(json.loads(rules.model_dump_json()))
    assert again == rules
    for seats in {min(rules.seats), max(rules.seats)}:
        read = Rules.model_validate(json.loads(json.dumps(rules.written(seats))))
        assert read == rules
        assert seats in read.seats


@pytest.mark.parametrize(
    ("fields", "seats"),
    [
        ({}, [2, 3, 4]),
        ({"dice": 4}, [*range(2, 17)]),
        ({"dice": 1}, [*range(2, 17)]),
        ({"bonus_dice": 1}, [2]),
        ({"teams": ((0, 1), (2, 3))}, [4]),
        ({"teams": ((0,), (1,)), "bonus_dice": 1}, [2]),
        ({"teams": tuple((seat,) for seat in range(16)), "dice": 1}, [16]),
    ],
)
def test_who_can_play(fields: dict, seats: list[int]) -> None:
    rules = Rules(**fields)
    assert list(rules.seats) == seats
    assert pickle.loads(pickle.dumps(rules)).seats == rules.seats  # in other processes, too


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"rounds": 3, "max_rounds": 2}, "rounds 3 is more than max_rounds 2"),
        ({"end": "wins", "wins": 3, "max_rounds": 2}, "wins 3 is more than max_rounds 2"),
        (
            {"end": "target", "target": 301, "max_rounds": 3},
            "target 301 is out of reach: max_rounds bring 288 at most",
        ),
        (
            {"end": "target", "target": 41, "max_rounds": 1, "scoring": "add"},
            "target 41 is out of reach: max_rounds bring 40 at most",
        ),
        ({"sides": (6, 6)}, "sides lists 2 dice, but a seat has 4 and 0 bonus dice"),
        ({"teams": ((0, 1, 2, 3),)}, "teams has 1 team: there must be 2 or more"),
        ({"teams": ((), ())}, "teams must have equal sizes, at least 1: these have [0]"),
        (
            {"teams": ((0, 2), (1, 4))},
            "teams must hold each seat from 0 on once: these are [[0, 2], [1, 4]]",
        ),
        (
            {"teams": tuple((seat,) for seat in range(17)), "dice": 1},
            "teams hold 17 seats, but at most 16 can play",
        ),
        ({"teams": ((0, 1, 2), (3, 4, 5))}, "dice must be given for 6 seats"),
        (
            {"teams": ((0, 1), (2, 3)), "bonus_dice": 1},
            "bonus_dice are for 2 seats, but teams hold 4",
        ),
    ],
)
def test_what_no_table_can_play_is_refused(fields: dict, wanted: str) -> None:
    assert "; ".join(faults(**fields)) == wanted


def test_a_target_within_reach_is_allowed() -> None:
    assert Rules(end="target", target=288, max_rounds=3).target == 288
    assert Rules(rounds=3, max_rounds=2, end="target", target=5).seats  # rounds do not count then


def test_all_faults_are_told_at_once() -> None:
    found = faults(
        teams=((0, 1, 4), (2, 3)), bonus_dice=1, rounds=7, max_rounds=3, sides=(6,), dice=2
    )
    assert len(found) == 4
    with pytest.raises(InputError) as caught:
        model_from(Rules, ["sides=7", "end=never", "dises=3"], variants=VARIANTS, place="--rules")
    assert len(caught.value.faults) == 3


def test_rules_are_read_from_the_command_line() -> None:
    given = ["teams=[[0, 2], [1, 3]]", "all_on=10", "sides=[6, 6, 8, 20]", "end=target"]
    rules = model_from(Rules, given, variants=VARIANTS, place="--rules")
    assert (rules.teams, rules.all_on, rules.sides) == (((0, 2), (1, 3)), 10, (6, 6, 8, 20))
    double = model_from(Rules, ["all_on=double", "nine_dice"], variants=VARIANTS, place="--rules")
    assert (double.all_on, double.dice) == ("double", 9)


@pytest.mark.parametrize("name", VARIANTS)
def test_columns_fit_their_two_bytes(name: str) -> None:
    rules = Rules(**VARIANTS[name].overrides)
    for seats in {min(rules.seats), max(rules.seats)}:
        columns = outcome_columns(rules, seats)
        assert all(0 < column.high - column.low < 1 << 16 for column in columns)
        names = [column.name for column in columns]
        assert len(set(names)) == len(names)
        used = {name for table in tables(rules, seats) for name in table.columns}
        assert used <= set(names)


def test_scores_are_bounded_by_the_rules() -> None:
    assert score_range(Rules(final_tie="share")) == (-96, 384)
    assert score_range(Rules(end="target", target=301)) == (-4800, 4800 * 4)
    assert score_range(Rules(end="target", target=301, final_tie="share")) == (-4800, 396)
    assert score_range(Rules(sides=20)) == (-16000, 49535)  # as far as two bytes reach
