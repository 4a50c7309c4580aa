"""What a seat sees in Convolution, and how a Python strategy is asked.

It is a function from a ``View`` to scores ``(categories, games)``; the largest legal one is taken.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats import streams
from dicestats.errors import InputError

OPEN = np.uint8(255)  # in ``when``: nobody has written here yet

NOISE = 1 << 12  # draws of ``View.noise`` start here, after those of compiled strategies

Small = NDArray[np.uint8] | NDArray[np.int16]  # bytes where the rules' totals and ranks fit


class Seen(NamedTuple):
    """All that one seat may see in the games that ask now."""

    value: Small  # (categories, games)
    effective: Small  # (categories, games)
    mine: Small  # (categories, games)
    theirs: Small  # (categories, games)
    when_mine: NDArray[np.uint8]  # (categories, games)
    when_theirs: NDArray[np.uint8]  # (categories, games)
    turn: int  # from 0
    seat: int
    key: streams.Key  # (2)
    first: int  # index of the first game; the others follow


class View:
    """What a Python strategy is shown: read-only arrays ``(categories, games)``, made when asked.

    Parameters
    ----------
    seen : Seen
        All that the seat may see; the attributes below are made of it.
    """

    def __init__(self, seen: Seen) -> None:
        self._seen = seen

    @cached_property
    def value(self) -> NDArray[np.int16]:
        """Face value of this roll."""
        return _shown(self._seen.value.astype(np.int16))

    @cached_property
    def effective(self) -> NDArray[np.float32]:
        """What I would write."""
        return _shown(self._seen.effective.astype(np.float32))

    @cached_property
    def would_write(self) -> NDArray[np.int16]:
        """What I would write, as whole numbers: an index into tables."""
        return _shown(self._seen.effective.astype(np.int16))

    @cached_property
    def open(self) -> NDArray[np.uint8]:
        """1 where I have not written."""
        return _shown((self._seen.when_mine == OPEN).view(np.uint8))

    @cached_property
    def their_open(self) -> NDArray[np.uint8]:
        """1 where the other has not written."""
        return _shown((self._seen.when_theirs == OPEN).view(np.uint8))

    @cached_property
    def mine(self) -> NDArray[np.int16]:
        """Scores that I have written, 0 where open."""
        return _shown(self._seen.mine.astype(np.int16))

    @cached_property
    def theirs(self) -> NDArray[np.int16]:
        """Scores that the other has written, 0 where open."""
        return _shown(self._seen.theirs.astype(np.int16))

    @cached_property
    def circled(self) -> NDArray[np.int8]:
        """Who played the category first: -1 nobody, 0 me, 1 the other."""
        mine, theirs = self._seen.when_mine, self._seen.when_theirs
        nobody = (mine == OPEN) & (theirs == OPEN)
        return _shown(np.where(nobody, np.int8(-1), (theirs < mine).view(np.int8)))

    @property
    def turn(self) -> int:
        """Number of the turn, from 0."""
        return self._seen.turn

    @property
    def pair(self) -> int:
        """Number of the pair, from 0."""
        return self._seen.turn // 2

    @property
    def leading(self) -> bool:
        """Whether I play first on this roll."""
        return self._seen.turn % 2 == 0

    @property
    def seat(self) -> int:
        """My seat."""
        return self._seen.seat

    def noise(self, rows: int) -> NDArray[np.float64]:
        """Uniform random numbers in [0, 1), shape (rows, games), from my own stream."""
        games, seat = self._seen.value.shape[1], streams.SEAT + self._seen.seat
        words = np.empty((-(-rows // 4), 4, games), np.uint32)
        start = NOISE * (1 + self.pair)
        for block, out in enumerate(words):
            streams.fill(out, self._seen.key, self._seen.first, seat, start + block)
        return words.reshape(-1, games)[:rows] / np.float64(2**32)


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def ask(name: str, choose: Callable[[View], Any], seen: Seen) -> NDArray[Any]:
    """Ask a Python strategy for its scores.

    Parameters
    ----------
    name : str
        The strategy's name.
    choose : callable
        Its decision ``choose``.
    seen : Seen
        What the seat may see, for one game or many.

    Returns
    -------
    array, shape (categories, games)
        Integer or floating scores, checked.

    Raises
    ------
    InputError
        If it raises, or returns another shape, another type or NaN.
    """
    try:
        scores = np.asarray(choose(View(seen)))
    except Exception as error:
        raise InputError(f"strategy '{name}'", f"raised {type(error).__name__}: {error}") from error
    if scores.shape != seen.value.shape:
        raise InputError(
            f"strategy '{name}'",
            f"returned shape {scores.shape}; wanted {seen.value.shape}: (categories, games)",
        )
    if scores.dtype.kind not in "biuf":
        raise InputError(
            f"strategy '{name}'", f"returned {scores.dtype} values; wanted integers or floats"
        )
    if scores.dtype.kind == "f" and np.isnan(scores.min()):  # NaN is the least of any numbers
        raise InputError(f"strategy '{name}'", f"returned NaN on turn {seen.turn + 1}")
    return scores
