"""Statistics against scipy, statsmodels, exact oracles and coverage by simulation."""

import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm, ttest_1samp
from scipy.stats import t as student
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from dicestats import stats

LEVELS = st.sampled_from([0.5, 0.8, 0.95, 0.99, 0.999])


@st.composite
def counted(draw, most=10**13):
    games = draw(st.integers(1, most))
    return draw(st.integers(0, games)), games


@dataclass(frozen=True)
class Lottery:
    """Points of a game, their probabilities, and the exact mean."""

    points: tuple[Fraction, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(float(p) * c for p, c in zip(self.points, self.chances, strict=True))


# Standard deviations of a simulated coverage that a test tolerates: one false alarm in 10^5.
SIGMAS = 4.5


def shortfall(level: float, runs: int) -> float:
    return SIGMAS * (level * (1 - level) / runs) ** 0.5


# ---- one proportion -------------------------------------------------------------------------


@given(counted(), LEVELS)
def test_wilson_is_that_of_statsmodels_and_scipy(counts, level):
    wins, games = counts
    low, high = stats.wilson(wins, games, level)
    theirs = proportion_confint(wins, games, 1 - level, method="wilson")
    assert (low, high) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
    scipy = binomtest(wins, games).proportion_ci(level, method="wilson")
    assert (low, high) == pytest.approx((scipy.low, scipy.high), rel=1e-9, abs=1e-12)


@given(counted(), LEVELS)
def test_wilson_holds_the_estimate_and_mirrors(counts, level):
    wins, games = counts
    low, high = stats.wilson(wins, games, level)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= wins / games <= high + 1e-12
    mirrored = stats.wilson(games - wins, games, level)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(counted(10**6), st.integers(2, 1000))
def test_more_games_of_the_same_rate_narrow_the_interval(counts, times):
    wins, games = counts
    low, high = stats.wilson(wins, games)
    more_low, more_high = stats.wilson(times * wins, times * games)
    assert more_high - more_low < high - low


def test_no_win_and_only_wins_touch_the_border():
    assert stats.wilson(0, 50)[0] == 0
    assert stats.wilson(50, 50)[1] == 1


@pytest.mark.parametrize(("rate", "games"), [(0.5, 40), (0.9061, 200), (0.05, 100), (0.52, 1000)])
def test_wilson_covers_nearly_as_it_says(rate, games):
    # Exact coverage: the probability of all counts whose interval holds the rate.
    bounds = [stats.wilson(wins, games) for wins in range(games + 1)]
    chances = binom.pmf(np.arange(games + 1), games, rate)
    coverage = sum(p for p, (low, high) in zip(chances, bounds, strict=True) if low <= rate <= high)
    assert 0.93 < coverage < 0.97


@pytest.mark.parametrize(
    ("wins", "games", "level"), [(-1, 5, 0.95), (6, 5, 0.95), (0, 0, 0.95), (1, 5, 95), (1, 5, 0)]
)
def test_impossible_counts_and_levels_are_refused(wins, games, level):
    with pytest.raises(ValueError, match=r"wanted|needs|must"):
        stats.wilson(wins, games, level)


@given(counted(10**6), LEVELS)
def test_score_interval_of_whole_points_is_wilson(counts, level):
    wins, games = counts
    exact = stats.score_interval(Fraction(wins), Fraction(wins), games, level=level)
    assert exact == stats.wilson(wins, games, level)


def test_score_interval_counts_shared_wins_as_more_games():
    # p = 0.51, own variance (2 + 98/4)/100 - 0.51^2 = 0.0049, so 100 * 0.2499 / 0.0049 games.
    games = 100 * 0.2499 / 0.0049
    expected = proportion_confint(0.51 * games, games, method="wilson")
    assert stats.score_interval(51, 26.5, 100) == pytest.approx(expected, rel=1e-9)


def test_score_interval_where_all_games_are_shared_alike():
    upper = stats.wilson(0, 100)[1]  # bound of the rate of games that are not shared
    low, high = stats.score_interval(Fraction(100, 3), Fraction(100, 9), 100)
    assert low == pytest.approx((1 - upper) / 3)
    assert high == pytest.approx(1 / 3 + upper * 2 / 3)


@pytest.mark.parametrize(
    "lottery",
    [
        Lottery((Fraction(0), Fraction(1, 2), Fraction(1)), (0.4, 0.2, 0.4)),
        Lottery((Fraction(0), Fraction(1, 2), Fraction(1)), (0.05, 0.25, 0.7)),
        Lottery((Fraction(0), Fraction(1, 3), Fraction(1)), (0.6, 0.1, 0.3)),
    ],
)
def test_score_interval_covers_points_with_shares(lottery):
    runs, games, level = 4000, 300, 0.95
    rng = np.random.default_rng(7)
    held = 0
    for counts in rng.multinomial(games, lottery.chances, size=runs).tolist():
        weighted = list(zip(lottery.points, counts, strict=True))
        total = sum(p * n for p, n in weighted)
        low, high = stats.score_interval(total, sum(p * p * n for p, n in weighted), games)
        held += low <= lottery.mean <= high
    # The score interval may miss its level by half a per cent at 300 games.
    assert abs(held / runs - level) < shortfall(level, runs) + 0.005


# ---- means ----------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-200, 200), st.integers(1, 50)), min_size=1, max_size=12))
def test_moments_and_mean_interval_are_those_of_the_repeated_values(pairs):
    values = np.repeat([v for v, _ in pairs], [n for _, n in pairs])
    mean, sd = stats.moments(*zip(*pairs, strict=True))
    assert mean == pytest.approx(values.mean(), abs=1e-9)
    assert sd == pytest.approx(values.std(), abs=1e-9)
    if len(values) > 1:
        row = stats.mean_interval(int(values.sum()), int((values**2).sum()), len(values))
        assert row["se"] == pytest.approx(values.std(ddof=1) / len(values) ** 0.5, abs=1e-9)
        half = norm.ppf(0.975) * row["se"]
        assert (row["low"], row["high"]) == pytest.approx((mean - half, mean + half), abs=1e-9)


def test_moments_do_not_wrap_or_round():
    assert stats.moments(np.array([144], np.uint8), np.array([10**13])) == (144.0, 0.0)
    big = 10**9
    assert stats.moments([big, big + 2], [1, 1]) == (big + 1.0, 1.0)


def test_chunk_means_interval_is_students_for_equal_chunks():
    values = np.random.default_rng(3).normal(0.5, 0.01, 20)
    row = stats.chunk_means_interval(values, np.full(20, 1024))
    theirs = ttest_1samp(values, 0).confidence_interval(0.95)
    assert (row["low"], row["high"]) == pytest.approx((theirs.low, theirs.high))


def test_chunk_means_interval_covers_with_three_chunks_where_the_normal_one_does_not():
    runs, chunks, level = 4000, 3, 0.95
    means = np.random.default_rng(5).binomial(1024, 0.5, (runs, chunks)) / 1024
    rows = [stats.chunk_means_interval(m, [1024] * chunks, level) for m in means[:1500]]
    held = np.mean([row["low"] <= 0.5 <= row["high"] for row in rows])
    assert abs(held - level) < shortfall(level, len(rows)) + 0.005
    normal = norm.ppf(0.975) * means.std(axis=1, ddof=1) / chunks**0.5
    expected = 1 - 2 * student.sf(norm.ppf(0.975), chunks - 1)  # 0.811
    share = np.mean(np.abs(means.mean(axis=1) - 0.5) <= normal)
    assert abs(share - expected) < shortfall(expected, runs) + 0.01


def test_unequal_chunks_weigh_by_their_games():
    row = stats.chunk_means_interval([0.0, 1.0], [100, 300])
    assert row["value"] == 0.75
    assert row["games"] == 400
    with pytest.raises(ValueError, match="at least 2 chunks"):
        stats.chunk_means_interval([0.5], [100])


# ---- seats ----------------------------------------------------------------------------------


@given(st.dictionaries(st.integers(1, 7), st.integers(0, 10**6), min_size=1))
def test_seat_points_are_those_of_every_game(counts):
    if not sum(counts.values()):
        counts[1] = 1
    rows, games = stats.seat_points(counts, seats=3), sum(counts.values())
    for seat, row in enumerate(rows):
        assert list(row) == ["seat", "wins", "shared", "points", "rate", "low", "high"]
        points = sum(
            Fraction(n, mask.bit_count()) for mask, n in counts.items() if mask >> seat & 1
        )
        assert row["wins"] == counts.get(1 << seat, 0)
        assert row["points"] == float(points)
        assert row["rate"] == float(points / games)
        assert 0 <= row["low"] <= row["rate"] + 1e-12
        assert row["rate"] <= row["high"] + 1e-12 <= 1 + 2e-12
    assert sum(row["points"] for row in rows) == pytest.approx(games)


@pytest.mark.parametrize("counts", [{}, {1: 0}, {0: 3}, {4: 3}, {-1: 3}])
def test_seat_points_refuses_no_games_and_strange_winners(counts):
    with pytest.raises(ValueError, match=r"no games|no sets"):
        stats.seat_points(counts, seats=2)


def test_win_rates_adds_up_the_chunks():
    frame = pl.DataFrame(
        {"chunk": [0, 0, 1, 1], "winners": [1, 2, 1, 3], "games": [40, 50, 4, 6]},
        schema_overrides={"games": pl.UInt32, "winners": pl.UInt8},
    )
    rates = stats.win_rates(frame, seats=2)
    assert rates["points"].to_list() == [47.0, 53.0]
    assert rates["games"].to_list() == [100, 100]
    assert stats.decisiveness(frame)["rate"] == 0.94
    row = stats.first_seat_advantage(frame, seats=2)
    assert row["advantage"] == pytest.approx(-0.03)
    assert row["low"] == pytest.approx(rates["low"][0] - 0.5)
    assert row["games"] == 100


def test_cell_rates_are_the_win_rates_of_each_cell_in_their_order():
    frame = pl.DataFrame(
        {"cell": ["b", "b", "a", "a"], "winners": [1, 2, 2, 3], "games": [30, 70, 50, 50]}
    )
    for seat in (0, 1):
        table = stats.cell_rates(frame, 2, seat=seat, level=0.9)
        assert table["cell"].to_list() == ["b", "a"]
        for row in table.to_dicts():
            rates = stats.win_rates(frame.filter(pl.col("cell") == row["cell"]), 2, 0.9)
            assert (
                rates.row(seat, named=True).items()
                >= {k: v for k, v in row.items() if k != "cell"}.items()
            )


def test_goodman_is_that_of_statsmodels_with_shared_wins_as_a_row():
    frame = pl.DataFrame({"winners": [1, 2, 4, 3, 7], "games": [40, 35, 15, 6, 4]})
    table = stats.seat_shares_goodman(frame, seats=3)
    theirs = multinomial_proportions_confint([40, 35, 15, 10], method="goodman")
    assert table["winner"].to_list() == ["seat 0", "seat 1", "seat 2", "shared"]
    assert table.select("low", "high").to_numpy() == pytest.approx(theirs)
    assert table["games"].to_list() == [100] * 4


# ---- what decides a game --------------------------------------------------------------------


@given(st.dictionaries(st.integers(0, 31), st.integers(1, 10**9), min_size=1))
def test_pivotal_and_category_wins_by_brute_force(counts):
    labels = ["a", "b", "c", "d", "total"]  # the last one is calculated

    def seat_0_wins(won):
        return sum(won) > len(won) - sum(won)  # five categories: no ties

    frame = pl.DataFrame({"won_0": list(counts), "games": list(counts.values())})
    flips, wins, games = [0] * 5, [0] * 5, sum(counts.values())
    for bits, n in counts.items():
        won = [bits >> c & 1 for c in range(5)]
        for c in range(5):
            other = [*won[:c], 1 - won[c], *won[c + 1 :]]
            flips[c] += n * (seat_0_wins(other) != seat_0_wins(won))
            wins[c] += n * won[c]
    pivotal = stats.pivotal(frame, labels, calculated=1)
    assert pivotal["rate"].to_list() == pytest.approx([n / games for n in flips])
    shares = stats.category_wins(frame, labels)
    assert shares["rate"].to_list() == pytest.approx([n / games for n in wins])
    for table in (pivotal, shares):
        assert table.columns == ["category", "rate", "low", "high", "games"]
        assert table["games"].to_list() == [games] * 5


def test_pivotal_asks_the_calculated_categories_where_wins_are_level():
    # a and b to seat 0, c and the total to seat 1: level, so the total decides for seat 1.
    frame = pl.DataFrame({"won_0": [0b0011], "games": [10]})
    table = stats.pivotal(frame, ["a", "b", "c", "total"], calculated=1)
    # Losing a or b leaves seat 1 the winner; winning c or the total makes seat 0 win 3-1.
    assert table["rate"].to_list() == [0, 0, 1, 1]


def test_settled_shares_grow_to_what_needs_no_tiebreaker():
    frame = pl.DataFrame(
        {"settled": [2, 3, 3, 4], "lead_changes": [0, 0, 1, 2], "games": [1, 2, 3, 4]}
    )
    table = stats.settled_shares(frame)
    assert table["pair"].to_list() == ["1", "2", "3", "4"]
    assert table["rate"].to_list() == pytest.approx([0, 0, 0.1, 0.6])


@given(st.lists(st.tuples(st.integers(0, 31), st.integers(1, 3), st.integers(1, 50)), min_size=2))
def test_winners_share_and_count_mean_are_those_of_the_single_games(rows):
    frame = pl.DataFrame(rows, schema=["won_0", "winners", "games"], orient="row")
    shares = [
        (bits.bit_count() if winner == 1 else 5 - bits.bit_count()) / 5
        for bits, winner, games in rows
        for _ in range(games)
        if winner < 3
    ]
    if len(shares) > 1:
        row = stats.winners_share(frame, 5)
        assert row["value"] == pytest.approx(np.mean(shares))
        assert row["se"] == pytest.approx(np.std(shares, ddof=1) / len(shares) ** 0.5, abs=1e-9)
        assert row["games"] == len(shares)
        assert row["low"] <= row["value"] <= row["high"]
    values = np.repeat([bits for bits, _, _ in rows], [games for _, _, games in rows])
    mean = stats.count_mean(frame, "won_0")
    assert mean["value"] == pytest.approx(values.mean())
    assert mean["games"] == len(values)


# ---- what is imported -----------------------------------------------------------------------


def test_a_win_rate_needs_no_heavy_library():
    code = (
        "import sys; from dicestats.stats import seat_points, wilson, games_needed;"
        "seat_points({1: 50, 2: 40, 3: 10}, 2); wilson(5, 10); games_needed(0.01);"
        "heavy = {'scipy', 'statsmodels', 'polars', 'pandas', 'altair'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
