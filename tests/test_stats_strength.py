"""Ratings, mixtures and survival from tables of matches."""

from math import exp, expm1

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from dicestats.stats import (
    alpha_rank,
    bradley_terry,
    larger_margins,
    nash_mixture,
    ratings,
    square,
    strength,
)
from dicestats.stats.strength import ELO, _fixation

CYCLE = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])  # rock, paper, scissors
MANY = 10**8


def predicted(strengths: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def symmetric(above: list[float], count: int) -> np.ndarray:
    rates = np.full((count, count), 0.5)
    rates[np.triu_indices(count, 1)] = above
    rates.T[np.triu_indices(count, 1)] = 1 - np.array(above)
    return rates


tables = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.floats(0.05, 0.95), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2)
    .map(lambda above: symmetric(above, n))
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.floats(-2, 2), min_size=2, max_size=5))
def test_strengths_are_found_again(strengths: list[float]) -> None:
    wanted = np.array(strengths) - np.mean(strengths)
    rates = predicted(wanted)
    found = bradley_terry(rates, np.full(rates.shape, float(MANY)))
    assert found == pytest.approx(wanted, abs=1e-4)


def matches(rates: np.ndarray, half: float) -> pl.DataFrame:
    names = "abc"
    rows = [
        (names[i], names[j], rates[i, j], rates[i, j] - half, rates[i, j] + half, MANY)
        for i in range(3)
        for j in range(3)
        if i != j
    ]
    columns = ["strategy", "against", "rate", "low", "high", "games"]
    return pl.DataFrame(rows, schema=columns, orient="row")


def test_a_strategy_that_never_lost_has_a_strength() -> None:
    found = bradley_terry(np.array([[0.5, 1.0], [0.0, 0.5]]), np.full((2, 2), 1000.0))
    assert found[0] - found[1] == pytest.approx(np.log(1000.5 / 0.5))


def test_intervals_of_ratings_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 tables with errors of half a point each, about 95 % of the intervals hold."""
    monkeypatch.setattr(strength, "_DRAWS", 200)
    true, rng, error, runs = (
        predicted(np.array([0.3, 0.0, -0.3])),
        np.random.default_rng(4),
        0.005,
        300,
    )
    held = 0
    for _ in range(runs):
        above = true[np.triu_indices(3, 1)] + error * rng.standard_normal(3)
        table = ratings("abc", matches(symmetric(above.tolist(), 3), error * norm.ppf(0.975)))
        c = table.row(by_predicate=pl.col("strategy") == "c", named=True)
        held += c["low"] <= -0.6 * ELO <= c["high"]
    assert abs(held / runs - 0.95) < 4 * (0.95 * 0.05 / runs) ** 0.5


@settings(deadline=None)
@given(tables)
def test_nothing_beats_the_mixture(rates: np.ndarray) -> None:
    mixture = nash_mixture(rates)
    assert mixture.sum() == pytest.approx(1)
    assert mixture.min() >= 0
    assert (rates @ mixture).max() <= 0.5 + 1e-9


@settings(deadline=None)
@given(tables)
def test_time_shares_stay_as_they_are(rates: np.ndarray) -> None:
    """Simulated step by step: the shares do not change."""
    intensity, population = 3.0, 5
    shares = alpha_rank(rates, intensity=intensity, population=population)
    count, after = len(rates), shares.copy()
    for now in range(count):
        for other in range(count):
            if now != other:
                gain = intensity * (rates[other, now] - rates[now, other])
                moved = shares[now] * _fixation(gain, population) / (count - 1)
                after[now] -= moved
                after[other] += moved
    assert after == pytest.approx(shares, abs=1e-9)
    assert shares.sum() == pytest.approx(1)


def test_a_cycle_is_no_ladder() -> None:
    assert alpha_rank(CYCLE) == pytest.approx([1 / 3] * 3)
    assert nash_mixture(CYCLE) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("gain", [-0.7, -1e-3, 1e-3, 0.7])
def test_the_fixation_probability_is_that_of_the_formula(gain: float) -> None:
    assert _fixation(gain, 20) == pytest.approx((1 - exp(-gain)) / -expm1(-20 * gain))
    assert _fixation(0, 20) == 1 / 20
    assert _fixation(-100, 50) == 0  # without overflow
    assert _fixation(100, 50) == pytest.approx(1)


def test_larger_margins_are_told_only_beyond_doubt() -> None:
    rates = symmetric([0.55, 0.6, 0.7], 3)  # a beats b, but b beats c by more
    (found,) = larger_margins("abc", matches(rates, 0.02), "abc")
    assert (found["stronger"], found["weaker"], found["against"]) == ("a", "b", "c")
    assert (found["stronger_rate"], found["weaker_rate"]) == pytest.approx((0.6, 0.7))
    assert larger_margins("abc", matches(rates, 0.1), "abc") == []
    assert larger_margins("abc", matches(symmetric([0.55, 0.7, 0.6], 3), 0.02), "abc") == []


def test_a_table_of_matches_becomes_matrices() -> None:
    rates = symmetric([0.55, 0.6, 0.7], 3)
    found, errors, games = square("cab", matches(rates, 0.0196), level=0.95)
    assert found[0].tolist() == pytest.approx([0.5, rates[2, 0], rates[2, 1]])
    assert errors[0].tolist() == pytest.approx([0, 0.01, 0.01], rel=1e-3)
    assert games[1].tolist() == [MANY, 0, MANY]
