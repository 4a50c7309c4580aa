"""Paired differences, their borders, and tables of several comparisons."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep

from dicestats.stats import (
    holm,
    paired_difference,
    paired_pvalue,
    paired_table,
    two_proportions,
    wilson,
)

MASKS = list(product((1, 2), repeat=2))
COUNTS = st.lists(st.integers(0, 10**6), min_size=4, max_size=4).filter(any)


@pytest.mark.parametrize("games", [1, 100, 10**6])
def test_unchanged_games_do_not_prove_that_nothing_changes(games):
    row = paired_difference(np.array([[0, 1, 1, games]]))
    assert row["estimate"] == 0
    assert row["high"] == -row["low"] == wilson(0, games)[1] > 0


@pytest.mark.parametrize(("before", "after", "shift"), [(2, 1, 1), (1, 2, -1), (3, 1, 0.5)])
def test_games_that_all_change_alike_leave_room_for_others(before, after, shift):
    row = paired_difference(np.array([[0, before, after, 10]]))
    assert row["estimate"] == shift
    assert -1 <= row["low"] <= shift <= row["high"] <= 1
    assert row["high"] - row["low"] == pytest.approx(2 * wilson(0, 10)[1])
    assert paired_pvalue(np.array([[0, before, after, 10]])) == 2**-9


@given(COUNTS)
def test_paired_differences_stay_between_minus_1_and_1(games):
    pairs = np.array([[0, *masks, n] for masks, n in zip(MASKS, games, strict=True)])
    row = paired_difference(pairs)
    assert -1 <= row["low"] <= row["estimate"] <= row["high"] <= 1
    assert row["low"] < row["high"]


@given(COUNTS)
def test_paired_pvalue_is_mcnemars_of_statsmodels(games):
    pairs = np.array([[0, *masks, n] for masks, n in zip(MASKS, games, strict=True)])
    theirs = mcnemar([games[:2], games[2:]], exact=True).pvalue
    assert paired_pvalue(pairs) == pytest.approx(min(1.0, theirs), rel=1e-6, abs=1e-300)


@pytest.mark.parametrize("masks", list(product((1, 2, 3), repeat=2)))
def test_a_single_game_proves_nothing(masks):
    assert paired_pvalue(np.array([[0, *masks, 1]])) == 1


@settings(max_examples=20)  # each call of theirs collects all garbage first
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(pvalues):
    assert holm(pvalues) == pytest.approx(multipletests(pvalues, method="holm")[1].tolist())


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.floats(0, 1), st.floats(0, 1))
def test_two_proportions_is_newcombes_of_statsmodels(games_a, games_b, share_a, share_b):
    a, b = round(share_a * games_a), round(share_b * games_b)
    row = two_proportions(successes_a=a, games_a=games_a, successes_b=b, games_b=games_b)
    theirs = confint_proportions_2indep(b, games_b, a, games_a, method="newcomb")
    assert (row["low"], row["high"]) == pytest.approx(theirs, abs=1e-9)
    assert row["difference"] == pytest.approx(b / games_b - a / games_a)


def test_a_table_corrects_the_pvalues_for_the_number_of_comparisons():
    base = [[0, 1, 1, 500], [1, 2, 2, 460], [1, 1, 2, 10]]
    pairs = {f"{n} won": np.array([*base, [0, 2, 1, n]]) for n in (10, 25, 40)}
    table = paired_table(pairs, name="rule", level=0.9)
    assert table.columns == [
        "rule", "estimate", "low", "high", "changed", "pvalue", "pvalue_holm", "games",
    ]  # fmt: skip
    for row in table.to_dicts():
        counts = pairs[row["rule"]]
        found = paired_difference(counts, level=0.9)
        assert {key: row[key] for key in found} == found
        assert row["pvalue"] == paired_pvalue(counts)
    assert table["pvalue_holm"].to_list() == holm(table["pvalue"].to_list())
    other = paired_table(pairs, seat=1)
    assert other["estimate"].to_list() == (-table["estimate"]).to_list()
    assert "pvalue_holm" not in paired_table({"one": pairs["10 won"]}).columns
