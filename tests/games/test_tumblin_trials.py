"""Strategies that try shots out: what they see, what they gain, and how luck would fool them."""

from typing import Any

import numpy as np
import pytest
from test_contract import agree

from dicestats import settings, streams
from dicestats.errors import InputError
from dicestats.game import Compiled
from dicestats.games import load
from dicestats.games.tumblin.columns import outcome_columns
from dicestats.games.tumblin.kernel import simulator
from dicestats.games.tumblin.luck import SHOT
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import State, decide, make_state, world_of

GAME = load("tumblin")


def paired(rules: Rules, one: str, other: str, games: int) -> tuple[Any, Any]:
    """Points of one strategy above the other, and its wins above a half: means of both seatings."""
    names = [column.name for column in outcome_columns(rules, 2)]
    points, wins = np.zeros(games), np.zeros(games)
    for seat in (0, 1):
        strategies = settings.strategies_from(GAME, rules, [one, other][:: -1 if seat else 1])
        out = np.zeros((len(names), games), np.uint16)
        simulator(rules, strategies, 3).run(0, out)
        scores = [out[names.index(f"score_{s}")].astype(float) for s in (seat, 1 - seat)]
        points += 0.5 * (scores[0] - scores[1])
        wins += 0.5 * (out[names.index("winners")] == 1 + seat) - 0.25
    return points, wins


def margins(rules: Rules, one: str, other: str, games: int) -> Any:
    return paired(rules, one, other, games)[0]


def above(points: Any) -> float:
    """Give a mean in standard errors."""
    return float(points.mean() / (points.std(ddof=1) / len(points) ** 0.5))


def test_trials_bring_points_and_the_best_of_a_few_trials_brings_less() -> None:
    """The optimiser's curse: the same first stage, with and without a second look."""
    own, other = "skill=expert, short=false", "aim(skill=expert)"
    sure = margins(Rules(), f"bump({own}, second=96)", other, 250)
    best = margins(Rules(), f"bump({own}, first=1, second=0)", other, 250)
    assert above(sure - best) > 3
    assert above(best) < 0


def test_a_shot_that_stays_in_the_way_beats_who_throws_the_same_again() -> None:
    """And loses to who does not."""
    found = margins(Rules(), "bump(skill=expert)", "aim(skill=expert)", 100)
    assert above(found) > 5
    other = "bump(skill=expert, short=false)"
    assert above(margins(Rules(), "bump(skill=expert)", other, 200)) < -3


@pytest.mark.parametrize("skill", ["average", "novice"])
def test_unsteady_hands_lose_no_games_by_trials(skill: str) -> None:
    """They may lose points: the chance to win is what they compare."""
    _, wins = paired(Rules(), f"bump(skill={skill})", f"aim(skill={skill})", 300)
    assert above(wins) > -2


@pytest.mark.parametrize("name", ["bump", "rollout"])
def test_one_idea_is_the_base_aim(name: str) -> None:
    asked = f"{name}(skill=expert, ideas=1)"
    assert (margins(Rules(), asked, "aim(skill=expert)", 4) == 0).all()


def position(game: int) -> State:
    """The fourth shot of a round: two valuable dice of another, one behind the other on 3x."""
    state, dice = make_state(1, 8, sides=2, seats=2), ((0.03, 0.56), (-0.1, 0.5), (0.03, 0.59))
    for i, (x, y) in enumerate(dice):
        state.dice.x[0, i], state.dice.y[0, i], state.dice.level[0, i] = x, y, 3
        state.dice.face[0, i], state.dice.uy[0, i], state.dice.drops[0, i] = 6, 1, 1
    state.dice.sides[:] = 6
    state.owner[0] = [0, 1] * 4
    state.turn[0] = [game, 0, 3, 1, 1, 0, 6]
    state.left[0] = 2, 3
    return state


@pytest.mark.parametrize("name", ["bump", "rollout"])
def test_a_choice_follows_from_the_board_and_the_seats_own_words(name: str) -> None:
    """Whatever the game and its luck: the same words of the strategy give the same shot."""
    strategy = settings.strategy_from(GAME, Rules(), f"{name}(skill=expert)")
    decision = strategy.decisions["shot"]
    assert isinstance(decision, Compiled)
    same_words = Compiled(decision.function, decision.table)
    world, hands = world_of(Rules()), np.array([[0.015, 0.02]] * 2)
    shots = [
        decide(same_words, SHOT, position(game), lanes=np.zeros(1, np.int64),
               around=(world, hands, streams.key(seed, "tumblin")))[0][0].tolist()
        for game, seed in ((0, 1), (0, 2), (7, 1))
    ]  # fmt: skip
    assert shots[0] == shots[1] == shots[2]
    assert shots[0][0] == pytest.approx(0.03)  # below the two dice
    assert shots[0][3] > 2  # metres a second: hard


def test_nine_dice_and_a_bonus_die_are_played_alike_on_both_paths() -> None:
    for rules in (Rules(dice=9, rounds=1), Rules(dice=3, bonus_dice=1, rounds=1)):
        names = ["rollout(skill=expert, playouts=2)", "bump(skill=expert)"]
        assert agree(GAME, rules, settings.strategies_from(GAME, rules, names), 2) == 2


@pytest.mark.parametrize("wrong", ["ideas=0", "first=0", "threshold=-1", "fastest=0", "playouts=0"])
def test_numbers_of_trials_that_make_no_sense_are_refused(wrong: str) -> None:
    name = "rollout" if wrong.startswith("playouts") else "bump"
    with pytest.raises(InputError, match=wrong.split("=")[0]):
        settings.strategies_from(GAME, Rules(), [f"{name}({wrong})"])
