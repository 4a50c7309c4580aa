"""Comparisons, sample sizes and sequences against scipy, statsmodels and simulations."""

import inspect
from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm
from statsmodels.stats.weightstats import ttost_paired

from dicestats import stats
from dicestats.errors import InputError
from dicestats.stats.comparisons import (
    holm,
    paired_pvalue,
    seat_balanced,
    tost_paired,
    two_proportions,
)
from dicestats.stats.power import detectable, half_width
from dicestats.stats.sequential import confidence_sequence, log_mixture

LEVELS = st.sampled_from([0.5, 0.8, 0.95, 0.99, 0.999])


@st.composite
def counted(draw, most=10**13):
    games = draw(st.integers(1, most))
    return draw(st.integers(0, games)), games


# Standard deviations of a simulated share that a test tolerates: one false alarm in 10^5.
SIGMAS = 4.5


def shortfall(level: float, runs: int) -> float:
    return SIGMAS * (level * (1 - level) / runs) ** 0.5


# ---- two cells ------------------------------------------------------------------------------

PAIRS = np.array([[0, 1, 1, 500], [0, 2, 2, 460], [1, 1, 2, 10], [1, 2, 1, 30]])
SHARED = np.array([[0, 1, 3, 40], [0, 3, 1, 10], [0, 2, 3, 60], [0, 1, 1, 300], [0, 3, 3, 90]])


def each_game(pairs, seat):
    """Points in the baseline and in the cell, one entry a game."""

    def points(masks):
        return np.array([(m >> seat & 1) / m.bit_count() for m in masks.tolist()])

    return tuple(np.repeat(points(pairs[:, column]), pairs[:, 3]) for column in (1, 2))


def test_two_proportions_is_newcombes_square_and_add():
    row = two_proportions(successes_a=56, games_a=70, successes_b=48, games_b=80)
    low_a, high_a = stats.wilson(56, 70)
    low_b, high_b = stats.wilson(48, 80)
    difference = 48 / 80 - 56 / 70
    below = ((48 / 80 - low_b) ** 2 + (high_a - 56 / 70) ** 2) ** 0.5
    above = ((high_b - 48 / 80) ** 2 + (56 / 70 - low_a) ** 2) ** 0.5
    assert row["low"] == pytest.approx(difference - below)
    assert row["high"] == pytest.approx(difference + above)
    # Newcombe 1998, table II, contrast (a): 56/70 - 48/80 = 0.2 (0.0524, 0.3339)
    assert (-row["high"], -row["low"]) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize("pairs", [PAIRS, SHARED], ids=["whole", "shared"])
@pytest.mark.parametrize("seat", [0, 1])
def test_paired_difference_is_that_of_the_single_games(pairs, seat):
    before, after = each_game(pairs, seat)
    row = stats.paired_difference(pairs, seat)
    assert row["estimate"] == pytest.approx((after - before).mean())
    half = norm.ppf(0.975) * (after - before).std() / len(after) ** 0.5
    assert (row["high"] - row["low"]) / 2 == pytest.approx(half)
    assert row["changed"] == pytest.approx((after != before).mean())
    assert row["games"] == len(after)


def test_common_dice_narrow_the_interval():
    paired = stats.paired_difference(PAIRS)
    apart = two_proportions(successes_a=510, games_a=1000, successes_b=530, games_b=1000)
    assert paired["high"] - paired["low"] < (apart["high"] - apart["low"]) / 3


def test_paired_pvalue_is_the_exact_binomial_test_of_the_changed_games():
    assert paired_pvalue(PAIRS) == pytest.approx(binomtest(30, 40).pvalue)
    assert paired_pvalue(PAIRS, seat=1) == pytest.approx(binomtest(10, 40).pvalue)
    assert paired_pvalue(PAIRS[:2]) == 1


def test_paired_pvalue_of_shared_wins_is_the_z_test():
    before, after = each_game(SHARED, 0)
    change = after - before
    z = change.mean() / (change.std(ddof=1) / len(change) ** 0.5)
    assert paired_pvalue(SHARED) == pytest.approx(2 * norm.sf(abs(z)))


def test_paired_pvalue_is_rarely_small_where_nothing_differs():
    runs, games = 1500, 400
    rng = np.random.default_rng(11)
    counts = rng.multinomial(games, [0.45, 0.45, 0.05, 0.05], size=runs)
    found = 0
    for n in counts.tolist():
        found += paired_pvalue(np.column_stack([PAIRS[:, :3], n])) < 0.05
    assert found / runs < 0.05 + shortfall(0.05, runs)


@given(st.lists(st.integers(1, 10**6), min_size=9, max_size=9))
def test_seat_balanced_of_a_strategy_and_of_its_mirror_add_to_one(games):
    masks = list(product((1, 2, 3), repeat=2))
    pairs = np.array([[0, ab, ba, n] for (ab, ba), n in zip(masks, games, strict=True)])
    row, mirror = seat_balanced(pairs), seat_balanced(pairs[:, [0, 2, 1, 3]])
    assert row["score"] + mirror["score"] == pytest.approx(1)
    assert row["low"] <= row["score"] <= row["high"]


def test_seat_balanced_is_the_mean_over_both_seats():
    score = (each_game(SHARED, 0)[0] + each_game(SHARED, 1)[1]) / 2
    row = seat_balanced(SHARED)
    assert row["score"] == pytest.approx(score.mean())
    half = norm.ppf(0.975) * score.std() / len(score) ** 0.5
    assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=0.01)
    same = seat_balanced(np.array([[0, 1, 1, 90], [0, 2, 2, 10]]))
    assert same["score"] == 0.5


@given(st.lists(st.integers(0, 300), min_size=9, max_size=9).filter(any))
def test_a_balanced_match_is_tested_by_its_interval(games):
    """Where the interval of one level ends at 1/2, the p-value is what it leaves out."""
    masks = list(product((1, 2, 3), repeat=2))
    pairs = np.array([[0, ab, ba, n] for (ab, ba), n in zip(masks, games, strict=True)])
    row = seat_balanced(pairs)
    assert 0 <= row["pvalue"] <= 1
    if 1e-9 < row["pvalue"] < 1 - 1e-9:
        ends = [seat_balanced(pairs, 1 - row["pvalue"])[end] for end in ("low", "high")]
        assert min(abs(end - 0.5) for end in ends) < 1e-9


def test_a_balanced_match_of_equals_is_rarely_beyond_doubt():
    runs, games = 1500, 400
    rng = np.random.default_rng(12)
    counts = rng.multinomial(games, [0.3, 0.3, 0.2, 0.2], size=runs)
    masks = np.array([[0, 1, 2], [0, 2, 1], [0, 1, 1], [0, 2, 2]])
    found = sum(seat_balanced(np.column_stack([masks, n]))["pvalue"] < 0.05 for n in counts)
    assert found / runs < 0.05 + shortfall(0.05, runs)


def test_matches_are_corrected_for_their_number():
    table = stats.match_table([("a", "b", SHARED), ("a", "c", SHARED), ("b", "c", SHARED)])
    single = seat_balanced(SHARED)["pvalue"]
    assert table["pvalue_holm"].to_list() == pytest.approx([min(1, 3 * single)] * 6)


def test_holm_is_the_step_down_of_bonferroni():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5]) == [0.5]
    assert holm([]) == []


@pytest.mark.parametrize("pairs", [PAIRS, SHARED], ids=["whole", "shared"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("margin", [0.01, 0.03, 0.2])
def test_tost_is_that_of_statsmodels_and_agrees_with_its_interval(pairs, seat, margin):
    before, after = each_game(pairs, seat)
    row = tost_paired(pairs, seat, margin=margin)
    assert row["difference"] == pytest.approx((after - before).mean())
    assert row["pvalue"] == pytest.approx(ttost_paired(after, before, -margin, margin)[0])
    assert (row["pvalue"] < 0.05) == (row["low"] > -margin and row["high"] < margin)
    assert row["games"] == len(after)


@pytest.mark.parametrize("margin", [0, 1, -0.1, float("nan")])
def test_tost_refuses_what_is_no_margin(margin):
    with pytest.raises(InputError, match="margin"):
        tost_paired(PAIRS, margin=margin)
    with pytest.raises(ValueError, match="no scatter"):
        tost_paired(PAIRS[:2], margin=0.1)


# ---- how many games -------------------------------------------------------------------------


def test_games_needed_gives_the_wanted_power_exactly_counted():
    games = stats.games_needed(0.05, rate=0.5, power=0.8)["test"]
    null, other = 0.5, 0.55
    reach = norm.ppf(0.975) * (null * (1 - null) / games) ** 0.5
    wins = np.arange(games + 1)
    rejected = np.abs(wins / games - null) > reach
    assert binom.pmf(wins[rejected], games, other).sum() == pytest.approx(0.8, abs=0.02)


def test_games_needed_gives_two_cells_the_wanted_power_exactly_counted():
    games = stats.games_needed(0.1, rate=0.4, power=0.8)["test_two_cells"]
    wins = np.arange(games + 1)
    rates = wins / games
    chances = np.outer(binom.pmf(wins, games, 0.4), binom.pmf(wins, games, 0.5))
    spread = rates * (1 - rates)
    reach = norm.ppf(0.975) * ((spread[:, None] + spread) / games) ** 0.5
    rejected = np.abs(rates - rates[:, None]) > reach
    assert chances[rejected].sum() == pytest.approx(0.8, abs=0.01)


@given(st.floats(0.001, 0.2), st.floats(0.05, 0.75), st.sampled_from([0.5, 0.8, 0.9, 0.99]), LEVELS)
@settings(max_examples=50)
def test_half_width_and_detectable_invert_games_needed(effect, rate, power, level):
    needed = stats.games_needed(effect, rate, power=power, level=level)
    assert half_width(needed["interval"], rate=rate, level=level) <= effect * (1 + 1e-9)
    if needed["interval"] > 1:
        assert half_width(needed["interval"] - 1, rate=rate, level=level) > effect * (1 - 1e-6)
    if needed["test"] > 50:
        assert detectable(needed["test"], rate=rate, power=power, level=level) <= effect + 1e-9
        assert detectable(needed["test"] - 1, rate=rate, power=power, level=level) > effect - 1e-6


NO_SHARES = [0, 1, -0.2, 1.5, 95, float("nan"), float("inf")]
PLANS = {
    "games_needed": lambda effect=0.01, **shares: stats.games_needed(effect, **shares),
    "half_width": lambda games=100, **shares: half_width(games, **shares),
    "detectable": lambda games=1000, **shares: detectable(games, **shares),
}


@pytest.mark.parametrize("value", NO_SHARES)
@pytest.mark.parametrize(
    ("plan", "name"),
    [("games_needed", name) for name in ("effect", "rate", "power", "level")]
    + [("half_width", name) for name in ("rate", "level")]
    + [("detectable", name) for name in ("rate", "power", "level")],
)
def test_plans_refuse_what_is_no_share(plan, name, value):
    with pytest.raises(InputError, match=rf"{name} {value} is not allowed: give more than 0"):
        PLANS[plan](**{name: value})


@pytest.mark.parametrize("plan", ["half_width", "detectable"])
@pytest.mark.parametrize("games", [0, -5, 10**13 + 1, 10**400])
def test_plans_refuse_impossible_numbers_of_games(plan, games):
    with pytest.raises(InputError, match=r"is not allowed: give 1 to 10\^13"):
        PLANS[plan](games=games)


@pytest.mark.parametrize(
    ("plan", "given", "words"),
    [
        ("games_needed", {"effect": 0.6}, "reaches 1.1"),
        ("games_needed", {"effect": 0.5}, "stay below 1"),
        ("games_needed", {"effect": 1e-200}, "at least 1e-12"),
        ("games_needed", {"power": 0.025}, "by chance alone"),
        ("detectable", {"power": 0.02}, "by chance alone"),
        ("detectable", {"games": 2}, "no effect"),
    ],
)
def test_plans_refuse_what_does_not_fit_together(plan, given, words):
    with pytest.raises(InputError, match=words):
        PLANS[plan](**given)


def test_all_faults_of_a_plan_are_told_at_once():
    with pytest.raises(InputError) as caught:
        stats.games_needed(0, 1, power=2, level=float("nan"))
    assert len(caught.value.faults) == 4


def told(plan, *given, **shares):
    """The result, or the message of what is wrong."""
    try:
        return plan(*given, **shares)
    except InputError as error:
        return str(error)


INSIDE = st.floats(0, 1, exclude_min=True, exclude_max=True)


@given(INSIDE, INSIDE, INSIDE, INSIDE)
def test_any_shares_give_numbers_of_games_or_a_clear_message(effect, rate, power, level):
    needed = told(stats.games_needed, effect, rate, power=power, level=level)
    if isinstance(needed, str):
        assert any(word in needed for word in ("reaches", "too small", "by chance"))
    else:
        assert min(needed.values()) >= 1


@given(st.integers(1, 10**13), INSIDE, INSIDE, INSIDE)
def test_any_number_of_games_gives_an_effect_or_a_clear_message(games, rate, power, level):
    assert half_width(games, rate=rate, level=level) >= 0
    effect = told(detectable, games, rate=rate, power=power, level=level)
    if isinstance(effect, str):
        assert any(word in effect for word in ("no effect", "by chance"))
    else:
        assert 0 <= effect <= 1 - rate


# ---- levels ---------------------------------------------------------------------------------

OUTCOMES = pl.DataFrame({"winners": [1, 2, 3], "games": [50, 40, 10]})
MATCHES = stats.match_table([("a", "b", SHARED)])
WITH_A_LEVEL = {
    "match_table": lambda level: stats.match_table([("a", "b", SHARED)], level),
    "square": lambda level: stats.square("ab", MATCHES, level=level),
    "ratings": lambda level: stats.ratings("ab", MATCHES, level=level),
    "add_rates": lambda level: stats.add_rates(
        pl.DataFrame({"hits": [1], "trials": [3]}), hits="hits", trials="trials", level=level
    ),
    "wilson": lambda level: stats.wilson(1, 5, level),
    "score_interval": lambda level: stats.score_interval(1, 1, 5, level=level),
    "mean_interval": lambda level: stats.mean_interval(3, 10, 5, level=level),
    "chunk_means": lambda level: stats.chunk_means_interval([0.5, 0.6], [10, 10], level),
    "seat_points": lambda level: stats.seat_points({1: 5, 2: 5}, 2, level),
    "win_rates": lambda level: stats.win_rates(OUTCOMES, 2, level),
    "first_seat_advantage": lambda level: stats.first_seat_advantage(OUTCOMES, 2, level),
    "cell_rates": lambda level: stats.cell_rates(
        OUTCOMES.with_columns(cell=pl.lit("a")), 2, level=level
    ),
    "decisiveness": lambda level: stats.decisiveness(OUTCOMES, level),
    "goodman": lambda level: stats.seat_shares_goodman(OUTCOMES, 2, level),
    "share_rows": lambda level: stats.share_rows(["a"], [1], 5, name="b", level=level),
    "paired_difference": lambda level: stats.paired_difference(PAIRS, level=level),
    "paired_table": lambda level: stats.paired_table({"a": PAIRS}, level=level),
    "seat_balanced": lambda level: seat_balanced(PAIRS, level),
    "two_proportions": lambda level: two_proportions(
        successes_a=1, games_a=5, successes_b=2, games_b=5, level=level
    ),
    "tost_paired": lambda level: tost_paired(PAIRS, margin=0.1, level=level),
    "confidence_sequence": lambda level: confidence_sequence(3, 5, level=level),
}


def test_every_function_with_a_level_is_listed():
    found = {name for name in stats.__all__
             if "level" in inspect.signature(getattr(stats, name)).parameters}  # fmt: skip
    short = {"goodman": "seat_shares_goodman", "chunk_means": "chunk_means_interval"}
    listed = {short.get(name, name) for name in WITH_A_LEVEL}
    planned = set(PLANS)
    assert found - planned <= listed | {
        "category_wins", "pivotal", "settled_shares", "count_mean", "winners_share",
    }  # fmt: skip


@pytest.mark.parametrize("level", NO_SHARES)
@pytest.mark.parametrize("name", WITH_A_LEVEL)
def test_impossible_levels_are_refused(name, level):
    with pytest.raises(InputError, match=f"{level} is not allowed"):
        WITH_A_LEVEL[name](level)


@pytest.mark.parametrize("level", [5e-324, 0.5, 1 - 2**-53])
@pytest.mark.parametrize("name", WITH_A_LEVEL)
def test_extreme_levels_are_computed(name, level):
    assert WITH_A_LEVEL[name](level) is not None


# ---- at every number of games ---------------------------------------------------------------


@given(counted(10**7), LEVELS)
def test_confidence_sequence_ends_where_the_mixture_crosses(counts, level):
    wins, games = counts
    low, high = confidence_sequence(wins, games, level=level)
    assert 0 <= low <= wins / games <= high <= 1
    if wins == 0:
        assert low == 0
    else:
        crossing = log_mixture(wins, games, low)
        assert float(crossing) == pytest.approx(-np.log(1 - level), abs=1e-6)
    mirrored = confidence_sequence(games - wins, games, level=level)
    assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]), abs=1e-12)


def test_log_mixture_is_the_integral_over_all_rates():
    rates = (np.arange(200_000) + 0.5) / 200_000
    ratios = (rates / 0.3) ** 7 * ((1 - rates) / 0.7) ** 13
    assert float(log_mixture(7, 20, 0.3)) == pytest.approx(np.log(ratios.mean()), abs=1e-8)


def test_confidence_sequence_holds_however_often_one_looks_and_wilson_does_not():
    runs, games, level, rate = 2000, 4000, 0.95, 0.52
    wins = np.cumsum(np.random.default_rng(1).random((runs, games)) < rate, axis=1, dtype=np.int32)
    looks = np.arange(1, games + 1)
    weights = log_mixture(wins, looks, rate)
    missed = (weights >= -np.log(1 - level)).any(axis=1).mean()
    assert missed < 1 - level + shortfall(level, runs)
    some = np.arange(99, games, 100)  # 40 looks
    z = (wins[:, some] / looks[some] - rate) / (rate * (1 - rate) / looks[some]) ** 0.5
    fooled = (np.abs(z) > norm.ppf(0.975)).any(axis=1).mean()  # Wilson's interval misses the rate
    assert fooled > 0.25


def test_confidence_sequence_also_holds_for_shared_wins():
    runs, games, level = 1500, 2000, 0.9
    points = np.random.default_rng(4).choice([0, 0.5, 1], (runs, games), p=[0.3, 0.2, 0.5])
    weights = log_mixture(np.cumsum(points, axis=1), np.arange(1, games + 1), 0.6)
    missed = (weights >= -np.log(1 - level)).any(axis=1).mean()
    assert missed < 1 - level + shortfall(level, runs)


def test_confidence_sequence_without_games_says_nothing():
    assert confidence_sequence(0, 0) == (0, 1)
    for wrong in ({"successes": 3, "games": 2}, {"successes": 1, "games": 2, "level": 1.0}):
        with pytest.raises(ValueError, match=r"wanted|not allowed"):
            confidence_sequence(**wrong)
