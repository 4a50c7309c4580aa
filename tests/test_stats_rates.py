"""Rates by row, their scatter, and what tables by seat tell of several at the target."""

from itertools import product

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2_contingency

from dicestats import stats


def test_rates_have_the_interval_of_each_row():
    counts = pl.DataFrame({"card": ["a", "b"], "held": [40, 10], "completed": [10, 10]})
    found = stats.add_rates(counts, hits="completed", trials="held")
    assert found["card"].to_list() == ["a", "b"]
    for row, (hits, trials) in zip(found.to_dicts(), [(10, 40), (10, 10)], strict=True):
        assert row["rate"] == hits / trials
        assert (row["low"], row["high"]) == stats.wilson(hits, trials)


def test_rates_need_trials():
    with pytest.raises(ValueError, match="0"):
        stats.add_rates(pl.DataFrame({"n": [0], "k": [0]}), hits="k", trials="n")


def test_scatter_is_pearsons_test():
    hits, trials = np.array([30, 44, 70]), np.array([100, 120, 150])
    known = chi2_contingency(np.array([hits, trials - hits]), correction=False)
    found = stats.scatter(hits.tolist(), trials.tolist())
    assert found["ratio"] == pytest.approx(known.statistic / 2, rel=1e-12)
    assert found["pvalue"] == pytest.approx(known.pvalue, rel=1e-12)


@pytest.mark.parametrize("counts", [([1], [2]), ([0, 0], [3, 3]), ([3, 3], [3, 3])])
def test_scatter_needs_rates_that_can_differ(counts):
    with pytest.raises(ValueError, match="two rows"):
        stats.scatter(*counts)


def frames(games: np.ndarray) -> list[pl.DataFrame]:  # (games, seats)
    return [pl.DataFrame({"score": seat, "games": 1}) for seat in games.T]


def test_seats_at_the_target_are_counted_by_game():
    rng = np.random.default_rng(5)
    points = rng.integers(8, 18, (500, 4))
    points = points[(points >= 15).any(axis=1)]
    counted = (points >= 15).sum(axis=1)
    found = stats.seats_reached(frames(points), 15)
    assert found["value"] == pytest.approx(counted.mean(), rel=1e-12)
    assert found["extra"] == (counted - 1).sum()
    half = 1.96 * counted.std() / len(points) ** 0.5
    assert found["high"] - found["low"] > 2 * half  # never narrower than with the variance known


def test_two_seats_have_wilsons_interval():
    points = np.array([[15, 16]] * 3 + [[15, 9]] * 7)
    found = stats.seats_reached(frames(points), 15)
    assert (found["low"] - 1, found["high"] - 1) == pytest.approx(stats.wilson(3, 10))


def test_games_that_nobody_ended_are_refused():
    with pytest.raises(ValueError, match="nobody"):
        stats.seats_reached(frames(np.array([[9, 8], [15, 3]]))[:1] * 2, 16)


def test_games_must_be_the_same():
    one, other = frames(np.array([[15, 15], [15, 9]]))
    with pytest.raises(ValueError, match="same games"):
        stats.seats_reached([one, other.head(1)], 15)


def counted(rows: list[tuple[int, int]]) -> pl.DataFrame:
    frame = pl.DataFrame(rows, schema=["margin", "winners"], orient="row")
    return frame.with_columns(pl.lit(1).alias("games"))


def test_other_winners_are_never_more_than_those_that_changed():
    rng = np.random.default_rng(6)
    for _ in range(20):
        margins, before, after = rng.integers(0, 3, 60), *rng.integers(1, 4, (2, 60))
        found = stats.other_winners(
            counted(list(zip(margins.tolist(), before.tolist(), strict=True))),
            counted(list(zip(margins.tolist(), after.tolist(), strict=True))),
            alike="margin",
        )
        assert found["changed"] <= (before != after).sum()


def test_other_winners_is_the_fewest_of_all_ways_to_pair_the_games():
    before, after = [1, 1, 2, 3], [1, 2, 3, 3]
    ways = [order for order in product(range(4), repeat=4) if len(set(order)) == 4]
    fewest = min(sum(before[i] != after[j] for i, j in enumerate(order)) for order in ways)
    frames = [counted([(0, winner) for winner in each]) for each in (before, after)]
    assert stats.other_winners(*frames, alike="margin")["changed"] == fewest == 1


def test_other_winners_refuses_other_games():
    with pytest.raises(ValueError, match="margin differs"):
        stats.other_winners(counted([(0, 1)]), counted([(1, 1)]), alike="margin")


def test_sums_of_groups_lose_nothing():
    counts = pl.DataFrame(
        {"cell": [*"aaab"], "label": [*"1231"], "held": [1, 2, 4, 8], "games": [9] * 4}
    )
    groups = [{"label": label, "family": f} for label, f in zip("123", "xyx", strict=True)]
    found = stats.sum_groups(counts, groups)
    assert found.rows() == [("a", "x", 5), ("a", "y", 2), ("b", "x", 8)]


def test_a_label_without_a_group_is_refused():
    counts = pl.DataFrame({"cell": ["a"], "label": ["7"], "held": [1], "games": [1]})
    with pytest.raises(ValueError, match="without a group: 7"):
        stats.sum_groups(counts, [{"label": "1", "family": "x"}])
