"""How the lead in settled categories moves from pair to pair, over a block in lock-step."""

import numpy as np

from dicestats.games.convolution.results import Result
from dicestats.jit import jit


@jit(separate=True, forceinline=True)
def _four(lead, left, fate, sign, now):  # type: ignore[no-untyped-def]
    """Add four categories where they are settled now."""
    a, b, c, d = fate[0], fate[1], fate[2], fate[3]
    p, q, r, s = sign[0], sign[1], sign[2], sign[3]
    here, one, none = np.uint8(now), np.int8(1), np.int8(0)
    for i in range(lead.shape[0]):
        w, x, y, z = p[i], q[i], r[i], s[i]
        won = (w if a[i] == here else none) + (x if b[i] == here else none)
        lead[i] += won + (y if c[i] == here else none) + (z if d[i] == here else none)
        settled = (one if a[i] == here else none) + (one if b[i] == here else none)
        left[i] -= settled + (one if c[i] == here else none) + (one if d[i] == here else none)


@jit(separate=True, forceinline=True)
def _note(open_, changes, last, lead, left):  # type: ignore[no-untyped-def]
    """Note whether the game is still open, and whether the leader has changed."""
    one, none, zero = np.uint8(1), np.uint8(0), np.int8(0)
    for i in range(lead.shape[0]):
        a, b, old = lead[i], left[i], last[i]
        open_[i] += one if (a <= b) & (np.int8(a + b) >= zero) else none
        changes[i] += one if ((a > zero) & (old < zero)) | ((a < zero) & (old > zero)) else none
        last[i] = old if a == zero else a


@jit
def follow(result: Result, pairs: int, categories: int) -> None:
    """Follow the lead in settled categories from pair to pair.

    Parameters
    ----------
    result : Result
        ``fate`` and ``sign`` are read; ``open`` and ``changes`` are filled.
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
        for line in range(0, categories, 4):
            _four(lead, left, result.fate[line : line + 4], result.sign[line : line + 4], pair)
        _note(result.open, result.changes, last, lead, left)
