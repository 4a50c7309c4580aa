"""Rates by row, and their scatter."""

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
