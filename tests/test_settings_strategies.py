"""Strategies, seats and numbers from what users type."""

import sys
from pathlib import Path
from typing import Any

import pytest
from fake_game import FAKE, fake, faults_of, first
from hypothesis import given
from hypothesis import strategies as st

from dicestats import games
from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.settings import (
    GAMES,
    SEED,
    split_strategies,
    strategies_from,
    strategy_from,
    whole_number,
)


def test_strategies_are_split_outside_parentheses_and_quotes() -> None:
    assert split_strategies("a, b(x=[1,2],y='),('),c:d(e=f(1,2))") == [
        "a", "b(x=[1,2],y='),(')", "c:d(e=f(1,2))"
    ]  # fmt: skip
    for wrong in ("", "a,,b", "a,", "a(", "a)", "a(x=']", "a([)]"):
        assert f"'{wrong}'" in faults_of(split_strategies, wrong)[0]


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "random"),
        ("random()", "random"),
        ("fixed(order=012345678)", "fixed(order=012345678)"),
        ("fixed(depth=3, order=12)", "fixed(order=12,depth=3)"),
        ("fixed(order=1,depth=2,mood=calm)", "fixed(order=1)"),
        ('fixed(order="1,2")', 'fixed(order="1,2")'),
    ],
)
def test_built_in_strategies_have_canonical_names(spec: str, name: str) -> None:
    assert strategy_from(FAKE, FAKE.small, spec).name == name
    assert strategy_from(FAKE, FAKE.small, name).name == name


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ("randon", ["did you mean 'random'"]),
        ("random(x=1)", ["takes no parameters"]),
        ("fixed", ["order is missing: give text"]),
        ("fixed(ordr=1,depth=0,mood=wil)", ["did you mean 'order'", "1 to 9", "'wild'", "missing"]),
        ("fixed(3)", ["'3' is not param=value"]),
        ("fixed(order=1,order=2)", ["given twice"]),
        ("nomodule_x:f", ["there is no module 'nomodule_x'"]),
        ("mine:functio", ["did you mean 'function'"]),
        ("mine:", ["is not package.module:object"]),
        ("mine:NUMBER", ["is 7, not a strategy"]),
        ("mine:factory(pice=1)", ["did you mean 'price'", "price is missing"]),
        ("mine:factory(price=-1)", ["raised ValueError: too cheap (mine.py, line 9)"]),
        ("mine:factory(price=0)", ["is null, not a strategy"]),
        ("mine:PLAN(x=1)", ["is not a factory"]),
        ("mine:Class", ["is a class"]),
        ("broken:f", ["raised SyntaxError"]),
        ("mine:OTHER", ["decides pick: in fake it must decide choose"]),
    ],
)
def test_wrong_strategies_are_named_with_every_fault(
    spec: str, wanted: list[str], mine: None
) -> None:
    with pytest.raises(InputError) as caught:
        strategy_from(FAKE, FAKE.small, spec)
    found = caught.value.faults
    assert len(found) == len(wanted)
    assert all(want in fault for want, fault in zip(wanted, found, strict=True))
    assert spec.split("(")[0] in str(caught.value) or "other" in caught.value.place


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a user's module into the current folder."""
    (tmp_path / "mine.py").write_text(
        "from dicestats.game import Strategy\nNUMBER = 7\ndef function(view): return view\n"
        "class Class: pass\nPLAN = Strategy('plan', choose=function)\n"
        "OTHER = Strategy('other', pick=function)\ndef factory(price, code: str = ''):\n"
        "    if price < 0:\n        raise ValueError('too cheap')\n"
        "    return None if price == 0 else Strategy(f'at {price} {code!r}', choose=function)\n"
    )
    (tmp_path / "broken.py").write_text("def f(:\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    sys.modules.pop("mine", None)


def test_strategies_come_from_the_users_modules(mine: None) -> None:
    for spec in ("mine:function", "mine:PLAN", "mine:factory(price=2, code=012)"):
        made = strategy_from(FAKE, FAKE.small, f" {spec} ")
        assert made.name == spec  # so a saved result finds it again
        assert callable(made.decisions["choose"])
    assert strategy_from(FAKE, FAKE.small, Strategy("plan", choose=first)).name == "plan"
    assert strategy_from(FAKE, FAKE.small, first).name == "first"
    assert "several kinds" in faults_of(strategy_from, fake(bare=None), FAKE.small, first)[0]


@pytest.mark.parametrize("game", games.GAMES)
def test_a_strategy_made_for_other_rules_is_refused(game: str) -> None:
    """Its tables fit the rules that it was made for: with others they were read beyond the end."""
    found = games.load(game)
    rules, other = found.rules(), found.small
    made = strategy_from(found, rules, "aim" if game == "tumblin" else "greedy")
    assert strategy_from(found, rules, made) is made
    (fault,) = faults_of(strategy_from, found, other, made)
    differing = [name for name, value in rules if getattr(other, name) != value]
    assert all(name in fault for name in ("other rules", *differing))
    elsewhere = games.load(next(name for name in games.GAMES if name != game))
    assert "another game" in str(faults_of(strategy_from, elsewhere, elsewhere.small, made))


def test_seats_that_play_alike_share_what_was_made() -> None:
    one, other, same = strategies_from(FAKE, FAKE.small, "random,fixed(order=1),random")
    assert one is same
    assert one is not other


def test_seats_follow_the_strategies_and_the_rules() -> None:
    def seats(specs: Any, number: int | None = None) -> int:
        return len(strategies_from(FAKE, FAKE.small, specs, seats=number))

    assert seats(["random"]) == 2
    assert seats(["random"], 4) == 4
    assert seats(["random", "random", first]) == 3
    assert seats("random,fixed(order=1)") == 2
    for wrong, word in [((["random"], 5), "2 or 3 or 4"), ((["random"] * 5,), "2 or 3 or 4"),
                        ((["random"] * 3, 4), "give 1 or 4"), (([],), "none given")]:  # fmt: skip
        assert word in faults_of(seats, *wrong)[0]
    assert len(faults_of(seats, ["rando", "fixd"])) == 2


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000000", 10**6), ("1_000_000", 10**6), ("1e6", 10**6), ("2.5e5", 250_000),
     ("1E13", 10**13)],
)  # fmt: skip
def test_games_are_written_in_many_ways(text: str, number: int) -> None:
    assert whole_number(text, GAMES) == number


@pytest.mark.parametrize(
    "text", ["0", "-1", "1e30", "1e999999", "1.5", "1e-1", "many", "", "nan", "inf", "1__0", "0x10"]
)
def test_wrong_numbers_of_games_are_refused(text: str) -> None:
    assert "from 1 to 10^13" in faults_of(whole_number, text, GAMES)[0]


@given(st.integers(0, 2**64 - 1))
def test_seeds_are_exact(seed: int) -> None:
    assert whole_number(str(seed), SEED) == seed
    for wrong in (f"-{seed + 1}", str(seed + 2**64)):
        assert "2^64 - 1" in faults_of(whole_number, wrong, SEED)[0]
