"""The kernel of Convolution against the reference, against exact numbers, and when misused."""

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest
from witness.convolution import columns

from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games import load
from dicestats.games.convolution.columns import DECIDED_BY
from dicestats.games.convolution.rules import SMALL, VARIANTS, Rules
from dicestats.settings import strategies_from
from dicestats.simulate import Simulation, simulate

GAME = load("convolution")
GAMES = 40
MILLION = 10**6
WORLDS = {**{name: Rules(**v.overrides) for name, v in VARIANTS.items()}, "small": SMALL}

# What no variant switches: shared wins, ties for the second to complete, short games.
WORLDS |= {
    "one_color": Rules(colors=1, dice_per_color=1, sides=2, bluggard=False, calculated=False),
    "nobody": SMALL.model_copy(update={"tied_category": "nobody", "tied_total": "nobody"}),
    "second": SMALL.model_copy(
        update={"tied_total": "second_to_complete", "tied_category": "second"}
    ),
    "bluggard_twelve": SMALL.model_copy(update={"bluggard_twelve": True, "sides": 3}),
    "first_seat": SMALL.model_copy(update={"tied_grand_total": "first_seat", "lead": "fixed"}),
    "ranks_only": Rules(colors=2, sides=2, first_top_scope="ranks", first_top_score=-1000),
}


def noisy(view: Any) -> Any:
    return view.noise(len(view.value))


def all_seeing(view: Any) -> Any:
    """Depend on everything that a view shows: one wrong number changes the choice."""
    mixed = 31 * view.value + 17 * view.effective + 13 * view.mine + 11 * view.theirs
    mixed = mixed + 7 * view.circled + 5 * view.their_open + 3 * view.open
    mixed = mixed + 19 * view.turn + 23 * view.pair + 29 * view.leading + 37 * view.seat
    return mixed % 41 + view.noise(5)[4]


SEATED: dict[str, list[Any]] = {
    "random": ["random"],
    "greedy": ["greedy"],
    "fixed_order": ["fixed_order"],
    "noisy": [Strategy("noisy", choose=noisy)],
    "all_seeing": [Strategy("all_seeing", choose=all_seeing)],
    "mixed": ["random", Strategy("noisy", choose=noisy)],
}


@pytest.mark.parametrize("seated", SEATED)
@pytest.mark.parametrize("world", WORLDS)
def test_choices_and_outcome_columns_are_those_of_the_reference(world: str, seated: str) -> None:
    rules, seed, first = WORLDS[world], 7, 4096
    strategies = strategies_from(GAME, rules, SEATED[seated])
    kernel = GAME.simulator(rules, strategies, seed)
    layout = GAME.columns(rules, 2)
    filled = np.zeros((len(layout), GAMES), np.uint16)
    kernel.run(first, filled)
    for i, record in enumerate(kernel.records(first, GAMES)):
        played = GAME.play(rules, strategies, seed, first + i)
        assert record["rolls"] == played["rolls"]
        assert record["choices"] == played["choices"]
        head = {"game": "convolution", "rules": played["rules"]}
        wanted = columns(rules, GAME.score({**head, **record}))
        found = {c.name: int(v) + c.low for c, v in zip(layout, filled[:, i], strict=True)}
        assert {name: found[name] for name in wanted} == wanted
        assert all(c.low <= found[c.name] <= c.high for c in layout)


def test_games_do_not_depend_on_the_block_they_are_played_in() -> None:
    strategies = strategies_from(GAME, Rules(), ["random", "greedy"])
    kernel = GAME.simulator(Rules(), strategies, 3)
    long = kernel.records(0, 4100)  # more than a block
    assert long[4090:] == kernel.records(4090, 10)
    for index in (4095, 4096):
        assert long[index]["choices"] == GAME.play(Rules(), strategies, 3, index)["choices"]


def test_a_python_strategy_plays_as_the_compiled_one() -> None:
    def in_order(view: Any) -> Any:
        return np.zeros(view.value.shape) - np.arange(len(view.value))[:, None]

    games = 20_000
    compiled = simulate("convolution", strategies=["fixed_order", "random"], games=games)
    asked = simulate(
        "convolution", strategies=[Strategy("in_order", choose=in_order), "random"], games=games
    )
    assert asked.digest == compiled.digest


def test_a_view_holds_numbers_that_do_not_wrap_around() -> None:
    def watch(view: Any) -> Any:
        for name in ("value", "would_write", "mine", "theirs"):
            assert getattr(view, name).dtype == np.int16
        assert view.effective.dtype == np.float32
        assert (view.effective == view.would_write).all()
        return view.value - 100

    simulate("convolution", strategies=[Strategy("watch", choose=watch)], games=100)


def of_million(strategy: str) -> Simulation:
    return simulate("convolution", strategies=[strategy], games=MILLION, seed=1)


def tolerance(p: float, unsure: float = 0.0) -> float:
    return 5 * sqrt(p * (1 - p) / MILLION) + unsure


@pytest.mark.parametrize(
    ("strategy", "wins", "halves", "unsure"),
    [
        ("random", 0.51797, 0.1697, (0.00002, 0.00005)),
        ("greedy", 0.9061, 0.0522, (0.0001, 0.0001)),
        ("fixed_order", 0.0555993004680, 0.7976170100, (0.0, 0.0)),
        ("fixed_order(order=801234567)", 0.9500283736223, None, (0.0, 0.0)),
    ],
)
def test_win_rates_are_the_exact_ones(
    strategy: str, wins: float, halves: float | None, unsure: tuple[float, float]
) -> None:
    table = of_million(strategy).frame("outcome")
    won = table.filter(table["winners"] == 1)["games"].sum() / MILLION
    assert abs(won - wins) < tolerance(wins, unsure[0])
    if halves is not None:
        level = table.filter(table["margin"] == 0)["games"].sum() / MILLION
        assert abs(level - halves) < tolerance(halves, unsure[1])
    # Twelve categories, none unwon: three calculated ones cannot be split evenly (ruling C9).
    assert {DECIDED_BY[code] for code in table["decided_by"]} == {"categories", "calculated"}
    assert set(table["winners"]) == {1, 2}


def test_random_play_circles_and_wins_each_category_as_computed() -> None:
    p_top = [1 / 36] * 4 + [0.106567, 4.4603e-3, 8.395e-5, 5.954e-7] + [6.0**-8]
    found = of_million("random")
    table, winners = found.frame("categories"), found.frame("winners")
    assert winners["games"].sum() == MILLION
    won_0 = winners["won_0"].to_numpy()
    for c, top in enumerate(p_top):
        circled = table["circled_0"][c] / MILLION
        assert abs(circled - 41 / 81) < tolerance(41 / 81)
        wins = 4 / 9 + (5 - top) / 81
        seat_0 = winners["games"].to_numpy()[(won_0 >> c) & 1 == 1].sum() / MILLION
        assert abs(seat_0 - wins) < tolerance(wins)
        # ... and what seat 0 does not win, seat 1 does.
        assert table["won_1"][c] / MILLION == pytest.approx(1 - seat_0)


def raising(view: Any) -> Any:
    raise LookupError("no idea")


def late_nan(view: Any) -> Any:
    return np.full(view.value.shape, np.nan if view.turn == 17 else 1.0)


def writing(view: Any) -> Any:
    view.value[:] = 0
    return view.value


@pytest.mark.parametrize(
    ("choose", "told"),
    [
        (lambda view: view.value[:4], "shape"),
        (lambda view: view.value.T, "shape"),
        (lambda view: 1, "shape"),
        (lambda view: view.value.astype(str), "integers or floats"),
        (lambda view: view.value * np.nan, "NaN on turn 1"),
        (late_nan, "NaN on turn 18"),
        (raising, "raised LookupError: no idea"),
        (writing, "read-only"),
    ],
)
def test_a_wrong_strategy_is_named(choose: Callable[[Any], Any], told: str) -> None:
    bad = Strategy("clumsy", choose=choose)
    with pytest.raises(InputError, match="strategy 'clumsy'") as caught:
        simulate("convolution", strategies=[bad, bad], games=2048)
    assert told in str(caught.value)
    with pytest.raises(InputError, match="strategy 'clumsy'") as caught:
        GAME.play(Rules(), [bad, bad], 0, 0)
    assert told in str(caught.value)
