"""Counting set bits."""

import numpy as np
import pytest

from dicestats.bits import WIDTH, count_bits

GROUP = 4096  # numbers that are added at a time


@pytest.mark.parametrize("games", [0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP + 5])
@pytest.mark.parametrize("bits", [1, 12, WIDTH])
@pytest.mark.parametrize("more", [0, 1])  # also where a row does not begin on a word
def test_bits_are_counted(games: int, bits: int, more: int) -> None:
    rng = np.random.default_rng(games)
    columns = rng.integers(0, 1 << WIDTH, (3, games + more)).astype(np.uint16)
    before = np.arange(2 * bits).reshape(2, bits)
    counts, rows = before.copy(), [2, 1]
    count_bits(columns, np.array(rows), counts)
    found = [[int((columns[row] >> bit & 1).sum()) for bit in range(bits)] for row in rows]
    assert (counts - before).tolist() == found


def test_every_carry_is_kept() -> None:
    columns = np.full((1, 100 * GROUP), (1 << WIDTH) - 1, np.uint16)
    counts = np.zeros((1, WIDTH), np.int64)
    count_bits(columns, np.array([0]), counts)
    assert counts.tolist() == [[100 * GROUP] * WIDTH]
