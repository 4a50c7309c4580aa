"""How the lead in settled categories moves from pair to pair, over a block in lock-step."""

import numpy as np

from dicestats.games.convolution.results import Result
from dicestats.jit import jit


@jit
def _three(lead, left, fate, now):  # type: ignore[no-untyped-def]
    """Add three categories where they are settled now."""
    a, b, c = fate[0], fate[1], fate[2]
    here, mask, low, one, none = np.uint8(now), np.uint8(252), np.uint8(3), np.int8(1), np.int8(0)
    for i in range(lead.shape[0]):
        x, y, z = a[i], b[i], c[i]
        p = np.int8(x & low) - one if (x & mask) == here else none
        q = np.int8(y & low) - one if (y & mask) == here else none
        r = np.int8(z & low) - one if (z & mask) == here else none
        lead[i] += p + q + r
        u = one if (x & mask) == here else none
        v = one if (y & mask) == here else none
        w = one if (z & mask) == here else none
        left[i] -= u + v + w


@jit
def _note(result):  # type: ignore[no-untyped-def]
    """Note whether the game is still open, and whether the leader has changed."""
    lead, left, last, open_, changes = (
        result.lead,
        result.left,
        result.last,
        result.open,
        result.changes,
    )
    one, none, zero = np.uint8(1), np.uint8(0), np.int8(0)
    for i in range(lead.shape[0]):
        a, b = lead[i], left[i]
        open_[i] += one if (a <= b) & (np.int8(a + b) >= zero) else none
    for i in range(lead.shape[0]):
        a, b = lead[i], last[i]
        changes[i] += one if ((a > zero) & (b < zero)) | ((a < zero) & (b > zero)) else none
        last[i] = b if a == zero else a


@jit
def follow(result: Result, pairs: int, categories: int) -> None:
    """Follow the lead in settled categories from pair to pair.

    Parameters
    ----------
    result : Result
        ``fate`` is read; ``open`` and ``changes`` are filled.
    pairs, categories : int
        Pairs of turns; active categories and, where they count, totals.
    """
    lead, left, last = result.lead, result.left, result.last
    for i in range(lead.shape[0]):
        lead[i] = 0
    for i in range(lead.shape[0]):
        last[i] = 0
    for i in range(lead.shape[0]):
        left[i] = categories
    for i in range(lead.shape[0]):
        result.open[i] = 0
    for i in range(lead.shape[0]):
        result.changes[i] = 0
    for pair in range(pairs):
        for line in range(0, categories, 3):
            _three(lead, left, result.fate[line : line + 3], 4 * pair)
        _note(result)
