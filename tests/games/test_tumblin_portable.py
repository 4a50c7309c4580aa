"""Our own elementary functions: error bounds, and the distribution of normal numbers."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats

from dicestats.games.tumblin.physics.portable import exp, log, normal, sin_cos, uniform
from dicestats.jit import jit

RNG = np.random.default_rng(5)
LAST = 2**32 - 1


@jit
def each(function, values, out):  # type: ignore[no-untyped-def]
    for i in range(values.shape[0]):
        out[i] = function(values[i])


def applied(function: object, values: NDArray) -> NDArray[np.float64]:
    out = np.empty(len(values))
    each(function, values, out)
    return out


@jit
def sine(x: float) -> float:
    return sin_cos(x)[0]


@jit
def cosine(x: float) -> float:
    return sin_cos(x)[1]


@jit
def quantile(word: int) -> float:
    return normal(word)


ANGLES = np.concatenate([RNG.uniform(-100, 100, 50_000), np.arange(-99, 100) * (math.pi / 4)])


@pytest.mark.parametrize(("ours", "theirs"), [(sine, np.sin), (cosine, np.cos)])
def test_sine_and_cosine(ours: object, theirs: np.ufunc) -> None:
    assert np.abs(applied(ours, ANGLES) - theirs(ANGLES)).max() < 3e-16
    assert (applied(sine, -ANGLES) == -applied(sine, ANGLES)).all()
    assert (applied(cosine, -ANGLES) == applied(cosine, ANGLES)).all()


def test_exponential_function() -> None:
    x = np.concatenate([RNG.uniform(-700, 700, 50_000), RNG.normal(0, 1, 50_000), [0.0]])
    assert np.abs(applied(exp, x) / np.exp(x) - 1).max() < 4e-16
    assert exp(-1e9) == exp(-700.0)
    assert exp(1e9) == exp(700.0)


def test_logarithm() -> None:
    x = np.concatenate([np.exp(RNG.uniform(-690, 700, 50_000)), 1 + RNG.uniform(-0.3, 0.5, 50_000)])
    right = np.log(x)
    assert (np.abs(applied(log, x) - right) < 3e-16 * np.maximum(1, np.abs(right))).all()
    assert log(1.0) == 0
    assert log(math.e) == pytest.approx(1, abs=1e-15)


def test_uniform_numbers_are_symmetric_and_inside() -> None:
    assert uniform(0) == 2**-33
    assert uniform(LAST) == 1 - 2**-33


def test_normal_numbers_are_quantiles() -> None:
    ends = [0, 1, 2, LAST, LAST - 1, 2**31, 2**31 - 1]
    edge = int(0.075 * 2**32)
    words = np.concatenate([RNG.integers(0, 2**32, 200_000, dtype=np.uint64),
                            np.array(ends, np.uint64), np.arange(20_000, dtype=np.uint64),
                            np.arange(edge - 500, edge + 500, dtype=np.uint64)])  # fmt: skip
    right = special.ndtri((words + 0.5) / 2**32)
    assert np.abs(applied(quantile, words) / right - 1).max() < 2e-7
    assert (applied(quantile, LAST - words) == -applied(quantile, words)).all()


def test_normal_numbers_have_the_moments_of_the_distribution() -> None:
    # The middles of 2^20 equal parts: no sampling error, only that of the sum near the tails.
    words = (np.arange(2**20, dtype=np.uint64) << 12) + np.uint64(2048)
    z = applied(quantile, words)
    assert abs(z.mean()) < 1e-8
    assert [np.mean(z**2), np.mean(z**4)] == pytest.approx([1, 3], abs=2e-3)


def test_normal_numbers_fit_the_distribution() -> None:
    words = RNG.integers(0, 2**32, 10**6, dtype=np.uint64)
    z = applied(quantile, words)
    # One fixed sample: its distance has probability above 1e-4 under the hypothesis.
    assert stats.kstest(z, "norm").pvalue > 1e-4
    beyond = np.count_nonzero(np.abs(z) > 3)
    p = 2 * stats.norm.sf(3)
    assert abs(beyond - p * len(z)) < 5 * math.sqrt(p * len(z))
