"""Games of Tumblin' Dice: what strategies are shown and answer, hands, bonus dice, luck."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.tumblin import exact
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.columns import outcome_columns
from dicestats.games.tumblin.kernel import simulator
from dicestats.games.tumblin.reference import play, score
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.skill import SKILLS, Skill
from dicestats.games.tumblin.strategies import STRATEGIES
from dicestats.games.tumblin.strategies.aim import best_shot, worths
from dicestats.games.tumblin.strategies.parameters import Hand

SEED = 7
BONUS = Rules(dice=5, bonus_dice=1)


def built_in(name: str, rules: Rules, **hand: Any) -> Strategy:
    return STRATEGIES[name].make(rules, Hand(**hand))


def straight(view: Any, speed: float = 1.4) -> Any:
    rows = np.array([0.0, 0.08, 0.0, speed, 6.0])
    return np.repeat(rows[:, None], len(view.round), axis=1)


def outcomes(rules: Rules, strategies: Sequence[Strategy], games: int) -> dict[str, Any]:
    layout = outcome_columns(rules, len(strategies))
    columns = np.zeros((len(layout), games), np.uint16)
    simulator(rules, strategies, SEED).run(0, columns)
    return {c.name: columns[row].astype(int) + c.low for row, c in enumerate(layout)}


def same_on_both(rules: Rules, strategies: Sequence[Strategy], games: int = 4) -> list[Any]:
    """Records of the kernel, which are those of the reference."""
    records = simulator(rules, strategies, SEED).records(0, games)
    for game, record in enumerate(records):
        assert record.items() <= play(rules, strategies, SEED, game).items()
    return records


# --- what a seat sees ---


def test_a_first_shot_follows_from_what_lies_there_not_from_what_will_come() -> None:
    """The board is empty, nobody has points: whoever throws first sees the same in all games."""
    seen: list[Any] = []

    def watch(view: Any) -> Any:
        first = (view.dice[:, 5].sum(axis=0) == 0) & (view.round == 0)
        shown = [n for n in dir(view) if n[0] != "_" and n not in ("noise", "seat")]
        seen.append({n: getattr(view, n)[..., first].astype(float) for n in shown})
        return straight(view)

    same_on_both(Rules(first_order="seats"), [Strategy("watching", shot=watch)] * 2, 50)
    for name in seen[0]:
        values = np.concatenate([one[name] for one in seen], axis=-1)
        assert values.shape[-1] == 100  # in the kernel and in the reference
        assert (values == values[..., :1]).all(), name


def test_a_view_tells_where_dice_lie_whose_they_are_and_what_is_left() -> None:
    seen: list[Any] = []

    def watch(view: Any) -> Any:
        seen.append((view.seat, view.dice[..., 0].copy(), view.shots_left[:, 0].copy(),
                     view.totals[:, 0].copy(), view.skill[:, 0].copy()))  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            view.totals[0] = 1
        return straight(view)

    rules = Rules(rounds=2, first_order="seats", final_tie="share")
    table = [Strategy("watching", shot=watch, skill="good")] * 2
    record = play(rules, table, SEED, 0)
    assert [dice[:, 5].sum() for _, dice, *_ in seen] == [*range(8)] * 2
    assert [left.tolist() for _, _, left, *_ in seen[:3]] == [[4, 4], [3, 4], [3, 3]]
    assert [totals.tolist() for *_, totals, _ in seen[7:9]] == [
        [0, 0], record["outcome"]["rounds"][0]["totals"]]  # fmt: skip
    assert all(skill.tolist() == [0.03, 0.04] for *_, skill in seen)
    seat, dice, *_ = seen[7]
    assert dice[:, 4].tolist() == [0, 1] * 4
    assert seat == 1
    names = {0: "disc", 9: "off"}
    for last, (level, face, owner, _) in zip(record["rounds"][0]["dice"], dice[:7, 2:],
                                             strict=False):  # fmt: skip
        assert last["owner"] == owner
        if last["level"] == names.get(int(level), level) and last["face"] is not None:
            assert last["face"] == face  # nothing has moved it since


# --- what it answers ---


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        (0, 0.06, "x 0.06 is not allowed: give -0.055 to 0.055"),
        (1, -0.01, "y -0.01 is not allowed: give 0 to 0.1"),
        (2, 4.0, "angle 4 is not allowed: give -pi to pi"),
        (3, 0.0, "speed 0 is not allowed: give above 0, to 20"),
        (3, np.inf, "speed inf is not allowed"),
        (4, 7, "start face 7 is not allowed: give a face of the die"),
        (4, 2.5, "start face 2.5 is not allowed"),
        (2, np.nan, "returned NaN"),
    ],
)
def test_what_is_no_shot_is_refused(part: int, value: float, words: str) -> None:
    def shot(view: Any) -> Any:
        rows = straight(view)
        rows[part] = value
        return rows

    for run in (lambda t: outcomes(Rules(), t, 4), lambda t: play(Rules(), t, SEED, 0)):
        with pytest.raises(InputError) as caught:
            run([Strategy("wild", shot=shot)] * 2)
        assert "strategy 'wild'" in str(caught.value)
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (Strategy("idle", bonus=straight), "'idle' decides no shot"),
        (Strategy("odd", shot=straight, bnus=straight), "did you mean 'bonus'"),
        (Strategy("odd", shot=straight, skil="good"), "did you mean 'skill'"),
        (Strategy("odd", shot=straight, skill="exprt"), "did you mean 'expert'"),
        (built_in("aim", Rules(sides=8)), "'aim' was made for sides 8; here it is 6"),
    ],
)
def test_strategies_that_cannot_play_are_refused(strategy: Strategy, words: str) -> None:
    for run in (lambda t: simulator(Rules(), t, 1), lambda t: play(Rules(), t, 1, 0)):
        with pytest.raises(InputError, match=words):
            run([strategy, built_in("random", Rules())])


def test_numbers_of_seats_that_the_rules_lack_are_refused() -> None:
    with pytest.raises(InputError, match="5 given; these rules allow 2, 3, 4 seats"):
        simulator(Rules(), [built_in("random", Rules())] * 5, 1)


# --- bonus dice ---


@pytest.mark.parametrize("when", [0, 2, 5])
def test_the_bonus_die_is_thrown_when_its_owner_likes(when: int) -> None:
    def now(view: Any) -> Any:
        mine = (view.dice[:, 4] == view.seat) & (view.dice[:, 5] == 1)
        wanted = mine.sum(axis=0) == when
        assert (view.is_bonus == 1).all()
        return np.stack([~wanted, wanted])

    records = same_on_both(BONUS, [Strategy("when", shot=straight, bonus=now)] * 2)
    for turn in (turn for record in records for turn in record["rounds"]):
        for seat in (0, 1):
            own = [die["bonus"] for die in turn["dice"] if die["owner"] == seat]
            assert own == [number == when for number in range(6)]


def test_who_has_no_mind_about_the_bonus_die_throws_it_last() -> None:
    (record, *_) = same_on_both(BONUS, [Strategy("plain", shot=straight)] * 2)
    assert [die["bonus"] for die in record["rounds"][0]["dice"]] == [False] * 10 + [True] * 2


def test_a_plain_die_has_the_same_luck_whenever_the_bonus_die_is_thrown() -> None:
    """On an empty board: a seat's first die is thrown alike before and after."""
    lone = Rules(dice=1, bonus_dice=1, first_order="seats", rounds=1, final_tie="share")

    def throws(first: bool) -> Any:
        def shot(view: Any) -> Any:
            rows = straight(view)
            rows[2] = np.where(view.is_bonus == 1, 3.0, 0.0)  # bonus dice leave at once, backward
            return rows

        def bonus(view: Any) -> Any:
            return np.stack([0 * view.round, 0 * view.round + first])

        table = [Strategy("a", shot=shot, bonus=bonus), Strategy("b", shot=shot, bonus=bonus)]
        records = same_on_both(lone, table, 20)
        return [
            [die for die in r["rounds"][0]["dice"] if die["owner"] == 0 and not die["bonus"]]
            for r in records
        ]

    assert sum(a == b for a, b in zip(throws(True), throws(False), strict=True)) > 12


# --- hands ---


def test_skill_belongs_to_the_hands_whatever_the_plan() -> None:
    """The same plan in steadier hands wins; a skill may be a name, or numbers."""
    plans = [Strategy("me", shot=straight, skill=skill) for skill in ("expert", SKILLS["novice"])]
    found = outcomes(Rules(final_tie="share"), plans, 400)
    assert (found["winners"] == 1).mean() > 0.7
    named = built_in("aim", Rules(), skill="good").traits["skill"]
    assert named == Skill(angle_sd=0.03, speed_sd=0.04)
    mixed = built_in("random", Rules(), skill="good", speed_sd=0.5).traits["skill"]
    assert mixed == Skill(angle_sd=0.03, speed_sd=0.5)


def test_better_hands_win_and_aiming_beats_throwing_anywhere() -> None:
    rules = Rules()
    aims = [built_in("aim", rules, skill=skill) for skill in ("expert", "novice")]
    assert (outcomes(rules, aims, 4000)["winners"] == 1).mean() > 0.82
    for skill, rate in (("expert", 0.97), ("average", 0.93), ("novice", 0.78)):
        pair = [built_in(name, rules, skill=skill) for name in ("aim", "random")]
        assert (outcomes(rules, pair, 4000)["winners"] == 1).mean() > rate


def test_aims_score_what_the_rulings_say() -> None:
    """Mean round scores of two players with the best fixed aim, rulings: Physics."""
    for skill, mean in (("average", 38.2), ("casual", 35.5), ("novice", 30.4)):
        aims = [built_in("aim", Rules(), skill=skill)] * 2
        found = outcomes(Rules(), aims, 4000)
        assert found["first_round_0"].mean() == pytest.approx(mean, rel=0.05)


# --- aims ---


def test_an_aim_follows_the_rules_of_scoring() -> None:
    assert worths(Rules(scoring="add"), 6)[1:5, 6].tolist() == [7, 8, 9, 10]
    assert worths(Rules(minus_level="0x"), 6)[:, 3].tolist() == [0, 3, 6, 9, 12, 0, 0]
    assert worths(Rules(disc="stay"), 6)[0].tolist() == [0] * 7
    assert worths(Rules(eject="negative", eject_scope="hit"), 6)[6].tolist() == [0] * 7
    starts = [best_shot(Rules(), SKILLS[skill], 6).shot[4] for skill in ("expert", "novice")]
    assert starts == [1, 6]  # what reaches 3x has turned over
    assert best_shot(Rules(sides=20), SKILLS["novice"], 20).shot[4] == 20


def test_boards_have_their_own_aims() -> None:
    small = Rules(board=Board(**PRESETS["medium"].overrides))
    one, two = built_in("aim", Rules()), built_in("aim", small)
    speeds = [strategy.decisions["shot"].table[3] for strategy in (one, two)]
    assert speeds[0] > speeds[1]
    same_on_both(small, [two, two])


# --- what is known exactly ---


def test_dice_that_slide_straight_stop_where_the_formula_says() -> None:
    """Without noise: shots that stop on the disc, and on level 1x."""
    quiet = Rules().throw.model_copy(update={"loss_sd": (0.0,) * 4, "turn_sd": (0.0,) * 4})
    rules = Rules(dice=1, rounds=1, final_tie="share", disc="stay", throw=quiet)
    hands = Skill(angle_sd=1e-12, speed_sd=1e-12)
    for speed in (0.2, 0.3, 0.9, 1.1):  # slower ones tip over the edge of the disc
        lying: list[Any] = []

        def shot(view: Any, speed: float = speed, lying: list[Any] = lying) -> Any:
            lying.append(view.dice[0, 1, 0])
            return straight(view, speed)

        play(rules, [Strategy("slow", shot=shot, skill=hands)] * 2, SEED, 0)
        stop = 0.08 + exact.sliding_distance(rules, speed)
        if speed > exact.speed_to_drop(rules, 0.08):
            stop = exact.stop_on_level_1(rules, 0.08, speed)
        assert lying[-1] == pytest.approx(stop, abs=1e-9)


@pytest.mark.parametrize("sides", [2, 3])
def test_ties_in_the_first_order_are_as_frequent_as_they_must_be(sides: int) -> None:
    games = 1500
    rules = Rules(dice=1, rounds=1, final_tie="share")
    table = [Strategy("plain", shot=straight)] * sides
    rolls = [r["order_rolls"] for r in simulator(rules, table, SEED).records(0, games)]
    chance = float(exact.tie_chance(sides, 6))
    tied = sum(len(rows) > 1 for rows in rolls)
    assert abs(tied - games * chance) < 5 * np.sqrt(games * chance * (1 - chance))
    mean = float(exact.order_repetitions(sides, 6))
    assert abs(sum(map(len, rolls)) / games - mean) < 0.1
    faces = np.bincount([n for rows in rolls for n in rows[0]], minlength=7)[1:]
    assert abs(faces / faces.sum() - 1 / 6).max() < 0.03


def test_nobody_scores_more_than_all_dice_can_bring() -> None:
    for rules in (Rules(), BONUS, Rules(sides=(6, 8, 10, 20))):
        assert exact.most_points(rules) == rules.round_range[1]


def test_states_of_a_game_are_legal_and_end_as_the_game_does() -> None:
    rules = Rules(minus_level="0x", eject="negative", eject_scope="hit")
    table = [built_in("random", rules, skill="novice")] * 3
    for game in range(5):
        whole = play(rules, table, SEED, game, states=True)
        assert score(whole) == play(rules, table, SEED, game)["outcome"]
