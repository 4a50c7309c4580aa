"""Rules from what users type: variants, TOML files, single fields; and back to TOML."""

import json
from pathlib import Path
from typing import Any

import pytest
from fake_game import FAKE, REAL, faults_of

from dicestats.errors import InputError
from dicestats.games.convolution.rules import VARIANTS, Rules
from dicestats.settings import overrides, rules_from, rules_from_mapping, rules_toml


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("first_top_score=off", "first_top_score", "off"),
        ('first_top_score="off"', "first_top_score", "off"),
        ("first_top_score=3", "first_top_score", 3),
        ("lead=[0,1,1,0,0,1,1,0,0]", "lead", (0, 1, 1, 0, 0, 1, 1, 0, 0)),
        (" lead = fixed", "lead", "fixed"),
        ("calculated=false", "calculated", False),
        ("below_min", "first_top_bluggard", "below_min"),
    ],
)
def test_rules_are_read_by_the_type_of_their_field(text: str, field: str, value: Any) -> None:
    assert getattr(rules_from(REAL, [text]), field) == value


def test_text_fields_keep_text_and_strict_types_are_met() -> None:
    assert rules_from(FAKE, ["label=012"]).label == "012"
    assert rules_from(FAKE, ["label=12"]).label == "12"
    assert rules_from(FAKE, ["label=true"]).label == "true"
    assert rules_from(FAKE, ["label=a=b/c"]).label == "a=b/c"
    assert rules_from(FAKE, ["deal=[3]"]).deal == (3,)
    assert rules_from(FAKE, ["speed=2"]).speed == 2


def test_later_rules_go_over_earlier_ones(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("colors = 3\nsides = 8\n")
    rules = rules_from(REAL, ["five_colors", str(path), "sides=10"])
    assert (rules.colors, rules.sides) == (3, 10)
    assert rules_from(REAL, [str(path), "five_colors"]).colors == 5
    assert rules_from(REAL, []) == Rules()


def test_a_file_with_five_faults_lists_all_five(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('colours = 3\nsides = 1\nbluggard = 1\ntied_total = "nobdy"\nlead = [0, 1]\n')
    found = faults_of(rules_from, REAL, [str(path)])
    assert len(found) == 5
    wanted = ["did you mean 'colors'",
              "sides = 1 is not allowed: give a whole number from 2 to 100",
              "bluggard = 1 is not allowed: give true or false", "did you mean 'nobody'",
              "lead lists 2 leaders"]  # fmt: skip
    assert all(want in fault for want, fault in zip(wanted, found, strict=True))
    assert not any("Input should" in fault for fault in found)
    with_another = faults_of(rules_from, REAL, [str(path), "dice_per_color=99", "nonsense"])
    assert len(with_another) == 7


def test_what_a_field_allows_is_said_in_words() -> None:
    (fault,) = faults_of(rules_from, REAL, ["first_top_score=of"])
    assert fault == (
        "first_top_score = \"of\" is not allowed (did you mean 'off'?): "
        'give a whole number from -1000 to 1000, "below_min" or "off"'
    )
    (fault,) = faults_of(rules_from, FAKE, ["speed=0"])
    assert fault == "speed = 0 is not allowed: give a number above 0"
    (fault,) = faults_of(rules_from, FAKE, ["deal=[1,2,3,4,5]"])
    assert fault == "deal lists 5 but most is 4"


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    (tmp_path / "not.toml").write_text("colors = 3\nsides = = 2\n")
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    cases = {"none.toml": "no such file", ".": "is a folder", "not.toml": "line 2",
             "latin.toml": "not UTF-8 text (byte 6)"}  # fmt: skip
    for name, reason in cases.items():
        (fault,) = faults_of(rules_from, REAL, [str(tmp_path / name)])
        assert reason in fault
    (fault,) = faults_of(rules_from, REAL, ["three_colours"])
    assert "did you mean 'three_colors'" in fault
    assert "TOML file" in fault
    assert "field=value" in fault
    (fault,) = faults_of(rules_from, REAL, ["first-top-score=1"])
    assert "did you mean 'first_top_score'" in fault


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_round_trip_through_toml_and_overrides(name: str, tmp_path: Path) -> None:
    rules = rules_from(REAL, [name])
    path = tmp_path / "rules.toml"
    path.write_text(rules_toml(REAL, rules))
    assert rules_from(REAL, [str(path)]) == rules
    plain = json.loads(json.dumps(overrides(rules)))
    assert rules_from_mapping(REAL, plain, "cell") == rules
    assert set(plain) == set(VARIANTS[name].overrides)


def test_published_toml_is_complete() -> None:
    text = rules_toml(REAL)
    assert all(f"\n{name} = " in text for name in Rules.model_fields)
    assert '# allowed: "both", "colors" or "ranks"' in text


def test_mapping_names_its_place() -> None:
    with pytest.raises(InputError, match=r"cell 'a'.*unknown field 'mos'") as caught:
        rules_from_mapping(FAKE, {"mos": 3}, "cell 'a'")
    assert caught.value.place == "cell 'a'"
    assert "give a table" in faults_of(rules_from_mapping, FAKE, [1], "cell")[0]
