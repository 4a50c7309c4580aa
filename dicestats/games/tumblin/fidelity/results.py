"""What became of throws, and the numbers that models are compared by."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.fidelity.setups import SPEEDS, Floats, Setups

LEVELS = (0, -1, 1, 2, 3, 4, 9)  # the landing disc, -1x to 4x, off the board
BINS = 12  # of speed
STOPS, STOP_BIN = 36, 0.02  # metres
ASIDES, ASIDE_BIN = 16, 0.005  # metres
STRUCK = 0.001  # metres: a die that moves further was struck
MOVES = (0.01, 0.03, 0.1)  # metres


class Share(NamedTuple):
    """How often something is so.

    Parameters
    ----------
    hits, number : int
        In how many cases, of how many.
    """

    hits: int
    number: int

    @property
    def mean(self) -> float:
        """The share."""
        return self.hits / self.number


class Results(NamedTuple):
    """Where dice are after a throw, one throw a row; the thrown die is the last of its row.

    Parameters
    ----------
    level : array of int8, shape (throws, lying + 1)
        One of ``LEVELS``.
    x, y : array of float64, shape (throws, lying + 1)
        Where they lie, metres; of no meaning for dice off the board.
    face : array of int8, shape (throws, lying + 1)
        What they show; of no meaning for dice off the board.
    """

    level: NDArray[np.int8]
    x: Floats
    y: Floats
    face: NDArray[np.int8]


def level_counts(setups: Setups, results: Results) -> NDArray[np.int64]:
    """Count where thrown dice end, by their speed.

    Parameters
    ----------
    setups : Setups
        The throws.
    results : Results
        What became of them.

    Returns
    -------
    array of int64, shape (BINS, levels)
        Rows of equal width from the slowest to the fastest throws that are drawn.
    """
    row, level = _speed_bins(setups), results.level[:, -1]
    ends = [np.bincount(row[level == k], minlength=BINS) for k in LEVELS]
    return np.array(ends).T


def _speed_bins(setups: Setups) -> NDArray[np.int64]:
    low, high = SPEEDS[setups.sample.lying > 0]
    share = (setups.shots[:, 3] - low) / (high - low)
    return np.clip((share * BINS).astype(np.int64), 0, BINS - 1)


def face_counts(setups: Setups, results: Results) -> NDArray[np.int64]:
    """Count whether thrown dice show the start face, the opposite one or another, by level.

    Parameters
    ----------
    setups : Setups
        The throws.
    results : Results
        What became of them.

    Returns
    -------
    array of int64, shape (levels on the board, 3)
        A row for each of ``LEVELS`` but the last.
    """
    start, face = setups.shots[:, 4], results.face[:, -1]
    kind = np.where(face == start, 0, np.where(face == setups.sample.sides + 1 - start, 1, 2))
    level = results.level[:, -1]
    return np.array([np.bincount(kind[level == k], minlength=3) for k in LEVELS[:-1]])


def stop_counts(setups: Setups, results: Results) -> NDArray[np.int64]:
    """Count how far thrown dice get that stay on the board, by their speed.

    Parameters
    ----------
    setups : Setups
        The throws.
    results : Results
        What became of them.

    Returns
    -------
    array of int64, shape (BINS, STOPS)
        Rows as in ``level_counts``; columns of 20 mm of y.
    """
    on = results.level[:, -1] != LEVELS[-1]
    column = np.clip((results.y[:, -1] / STOP_BIN).astype(int), 0, STOPS - 1)
    cell = (_speed_bins(setups) * STOPS + column)[on]
    return np.bincount(cell, minlength=BINS * STOPS).reshape(BINS, STOPS)


def aside_counts(setups: Setups, results: Results) -> NDArray[np.int64]:
    """Count how far thrown dice lie from the straight line of the shot, by level.

    Parameters
    ----------
    setups : Setups
        The throws.
    results : Results
        What became of them.

    Returns
    -------
    array of int64, shape (levels on the board, ASIDES)
        A row for each of ``LEVELS`` but the last; columns of 5 mm, the last one for all beyond.
    """
    x, y, angle = setups.shots[:, 0], setups.shots[:, 1], setups.shots[:, 2]
    dx, dy = results.x[:, -1] - x, results.y[:, -1] - y
    aside = abs(dx * np.cos(angle) - dy * np.sin(angle))
    column = np.clip((aside / ASIDE_BIN).astype(int), 0, ASIDES - 1)
    level = results.level[:, -1]
    return np.array([np.bincount(column[level == k], minlength=ASIDES) for k in LEVELS[:-1]])


def features(setups: Setups, results: Results) -> dict[str, Share]:
    """Describe what throws do to dice that lie there.

    Parameters
    ----------
    setups : Setups
        The throws, with lying dice.
    results : Results
        What became of them.

    Returns
    -------
    dict
        Name of a feature to how often it is so: of all throws, or of all struck dice. A die is
        struck if it lies more than a millimetre from where it lay.
    """
    level, lying = results.level, setups.sample.lying
    before, after = setups.level, level[:, :lying]
    gone = after == LEVELS[-1]
    way = np.hypot(results.x[:, :lying] - setups.x, results.y[:, :lying] - setups.y)
    way = np.where(gone, np.inf, way)
    struck = way > STRUCK
    thrown = level[:, -1]
    here = ~gone[struck]
    old, new = before[struck], np.abs(after[struck])
    changed = (results.face[:, :lying] != setups.face)[struck]
    found = {f"thrown die ends on {k}": thrown == k for k in LEVELS[1:]}
    found |= {f"struck: {name}": which for name, which in _numbers(struck.sum(axis=1)).items()}
    found |= {f"knocked off: {name}": which for name, which in _numbers(gone.sum(axis=1)).items()}
    found |= {f"struck moves {1000 * k:.0f} mm": way[struck] > k for k in MOVES}
    found |= {f"struck on {k}": old == k for k in (1, 2, 3, 4)}
    found |= {f"struck on {k} goes off": gone[struck][old == k] for k in (1, 2, 3, 4)}
    found |= {f"struck on {k} goes down": (here & (new > k))[old == k] for k in (1, 2, 3)}
    found |= {f"struck ends on {k}": here & (new == k) for k in (1, 2, 3, 4)}
    found["struck changes its face where it lies"] = changed[here & (new == old)]
    found["struck changes its face as it goes down"] = changed[here & (new > old)]
    return {name: Share(int(which.sum()), which.size) for name, which in found.items()}


def _numbers(count: NDArray[np.int64]) -> dict[str, NDArray[np.bool]]:
    return {"one": count == 1, "two or more": count >= 2}
