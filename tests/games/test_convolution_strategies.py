"""Convolution's table players: their strength, their choices, their training."""

import importlib.util
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from pydantic import ValidationError

from dicestats.errors import InputError
from dicestats.games.convolution import additive, aware, reference
from dicestats.games.convolution.kernel import simulator
from dicestats.games.convolution.reference import play
from dicestats.games.convolution.rules import SMALL, VARIANTS, Rules
from dicestats.games.convolution.sights import Sight
from dicestats.games.convolution.strategies import STRATEGIES, NoParameters
from dicestats.games.convolution.views import OPEN
from dicestats.simulate import simulate

GAMES = 50_000  # in each of the two seat orders
SCRIPT = Path(__file__).parents[2] / "simulations/convolution/train_additive.py"
PUBLISHED = Rules()


def strategy(name, rules=PUBLISHED, **parameters):
    kind = STRATEGIES[name]
    return kind.make(rules, kind.parameters(**parameters))


def script():
    spec = importlib.util.spec_from_file_location("train_additive", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def share(one, two, games=GAMES, seed=1):
    """How often ``one`` beats ``two``, each in both seats on the same dice; a draw is half."""
    won = 0.0
    for bit, seats in ((1, [one, two]), (2, [two, one])):
        frame = simulate("convolution", strategies=seats, games=games, seed=seed).frame("outcome")
        mine = (pl.col("winners") == bit) + (pl.col("winners") == 3) * 0.5
        won += frame.select((mine * pl.col("games")).sum()).item()
    return won / (2 * games)


# Measured with 200,000 games in each order, seed 1.
MEASURED = [
    ("additive", "greedy", 0.587),
    ("aware", "greedy", 0.569),
    ("additive", "aware", 0.557),
]


@pytest.mark.parametrize(("one", "two", "measured"), MEASURED)
def test_strength(one, two, measured):
    error = np.sqrt(measured * (1 - measured) / GAMES)  # as if both orders were one sample
    assert share(one, two) > measured - 4 * error


@pytest.mark.parametrize("rules", [PUBLISHED, Rules(**VARIANTS["below_min"].overrides)])
def test_the_reference_plays_the_kernels_games(rules):
    for seats in (("additive", "aware"), ("aware", "greedy"), ("greedy", "additive")):
        players = [strategy(name, rules) for name in seats]
        logged = simulator(rules, players, 5).records(0, 20)
        for game, record in enumerate(logged):
            assert play(rules, players, 5, game)["choices"] == record["choices"]


@pytest.mark.parametrize("name", STRATEGIES)
def test_numbers_of_bytes_are_wide_enough(name, monkeypatch):
    """Under published rules machine code counts in bytes; in wider numbers it plays the same."""
    few = {"playouts": 3} if name == "montecarlo" else {}
    pair = [strategy(name, **few), strategy("random")]
    games = {}
    for kind in (np.uint8, np.int16):
        monkeypatch.setattr(reference, "small", lambda rules, kind=kind: np.dtype(kind))
        games[kind] = [play(PUBLISHED, pair, 5, game) for game in range(10)]
    assert games[np.uint8] == games[np.int16]


@pytest.mark.parametrize("rules", [SMALL, Rules(colors=6), Rules(bluggard=False, calculated=False)])
def test_aware_plays_any_rules(rules):
    players = [strategy("aware", rules), strategy("greedy", rules)]
    logged = simulator(rules, players, 5).records(0, 3)
    assert [play(rules, players, 5, g)["choices"] for g in range(3)] == [
        record["choices"] for record in logged
    ]


@pytest.mark.parametrize(
    "field", [{"colors": 3}, {"dice_per_color": 3}, {"sides": 8}, {"bluggard": False}]
)
def test_additive_refuses_rules_it_was_not_trained_for(field):
    with pytest.raises(InputError, match=next(iter(field))):
        strategy("additive", Rules(**field))


@pytest.mark.parametrize("name", [*aware.Aware.model_fields])
def test_each_parameter_of_aware_changes_its_choices(name):
    players = [strategy("aware", **{name: 0.0}), strategy("aware")]
    games = [simulator(PUBLISHED, [p, players[1]], 1).records(0, 200) for p in players]
    assert [g["choices"] for g in games[0]] != [g["choices"] for g in games[1]]


def test_parameters_are_checked():
    with pytest.raises(ValidationError, match="hold"):
        strategy("aware", hold=2.0)
    assert strategy("aware", hold=0.5).name == "aware(hold=0.5)"


def scores_of(rules, gains, *, value, theirs, when_theirs):
    """Ask on turn 3 of a game in which I have not written; one column."""
    column = (rules.pairs, 1)
    scores, zero = np.zeros(column, np.int16), np.zeros(column, np.int16)
    mine, when = np.full(column, OPEN), np.full(column, when_theirs, np.uint8)
    now, there = np.full(column, value, np.int16), np.full(column, theirs, np.int16)
    sight = Sight(now, zero, there, mine, when, 3, 0, again=False)
    additive.score_by_gain(scores, additive.table_of(rules, gains), sight)
    return scores[:, 0]


@pytest.mark.parametrize(("owner", "tie"), [("first", 0), ("nobody", 0.5), ("second", 1)])
def test_a_written_box_is_won_tied_or_lost(owner, tie):
    rules = Rules(tied_category=owner)
    shape = additive.shape_of(rules)
    fresh, left = np.full(shape, 77, np.int32), np.full(shape, 10, np.int32)
    gains = additive.Gains(fresh, left, np.arange(9, dtype=np.int32))
    for theirs, won in ((5, 1), (6, tie), (7, 0)):
        scores = scores_of(rules, gains, value=6, theirs=theirs, when_theirs=1)
        assert scores.tolist() == [round(additive.UNIT * won) + 6 * c - 10 for c in range(9)]
    open_box = scores_of(rules, gains, value=6, theirs=0, when_theirs=OPEN)
    assert open_box.tolist() == [77] * 9


@pytest.mark.parametrize(("first_top", "counts_as"), [(1, 1), (-1000, 0), (900, 48)])
def test_a_first_top_gains_what_its_score_does(first_top, counts_as):
    rules = Rules(first_top_score=first_top, first_top_bluggard="off")
    shape = additive.shape_of(rules)
    fresh = np.broadcast_to(np.arange(shape[-1], dtype=np.int32), shape)
    gains = additive.Gains(fresh, np.zeros(shape, np.int32), np.zeros(9, np.int32))
    scores = scores_of(rules, gains, value=12, theirs=0, when_theirs=OPEN)
    assert scores.tolist() == [counts_as] * 8 + [12]


def test_training_gives_the_same_bytes_again(tmp_path):
    train = script().train
    for name in ("one", "two"):
        additive.save(train(seed=3, games=8192, iterations=2), tmp_path / f"{name}.npy")
    one, two = ((tmp_path / f"{name}.npy").read_bytes() for name in ("one", "two"))
    assert one == two
    assert np.load(tmp_path / "one.npy").shape == (2, *additive.shape_of(PUBLISHED))


def test_a_little_training_already_beats_greedy():
    module = script()
    gains = module.train(seed=3, games=65_536, iterations=2)
    player = additive.player("young", PUBLISHED, gains)
    assert share(player, STRATEGIES["greedy"].make(PUBLISHED, NoParameters()), 20_000) > 0.54


def test_the_committed_table_is_small_and_survives_a_round_trip(tmp_path):
    assert additive.FILE.stat().st_size < 200_000
    additive.save(additive.load(), tmp_path / "again.npy")
    assert (tmp_path / "again.npy").read_bytes() == additive.FILE.read_bytes()
