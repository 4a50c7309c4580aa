"""Convolution's table players: what writing a score now gains over leaving its box open.

The gain of a category is the chance to win it with this score, less the chance to win it later,
plus what the written points are worth in the totals. Categories are added up as if they did not
depend on each other, hence the name ``additive``. The table was counted in self-play by
``simulations/convolution/train_additive.py``. With seats balanced on the same dice (200,000 games
in each order, seed 1) it beats greedy in 58.7 % of the games and ``aware`` in 55.7 %.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.sights import pick
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit

UNIT = 4096  # one category, in the numbers of a table
OFFSET = np.array([32768, 0], np.int32).reshape(2, 1, 1, 1)  # added to the file's two planes
FILE = Path(__file__).with_name("additive.npy")

# What one written point is worth in the totals, in 1/UNIT categories: colours, ranks, Bluggard.
# Tuned by hand: of about 20 settings these were among the strongest, and the optimum is flat.
POINTS = (2000, 2000, 900)

_LIMIT = 32000  # largest score, a little below that of int16


class Additive(BaseModel):
    """Parameters of ``additive``: none."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True)
class Gains:
    """The numbers of a table player, in units of 1/UNIT category."""

    fresh: NDArray[np.int32]  # (turns, categories, values) gain of writing a value first
    left: NDArray[np.int32]  # (turns, categories, values) worth of my open box, by their score
    points: NDArray[np.int32]  # (categories) worth of one point


@jit
def score_by_gain(scores, table, sight):  # type: ignore[no-untyped-def]
    """Score each face value: by look-up where their box is open, else by whether it wins."""
    width, tie, low, high = table[0], table[1], np.int32(-_LIMIT), np.int32(_LIMIT)
    categories, none, unit, most = scores.shape[0], np.int32(0), np.int32(UNIT), table[0] - 1
    at = 2 + categories + sight.turn * categories * width
    half = 2 * categories * categories * width
    for c in range(categories):
        row, now, there, when = scores[c], sight.value[c], sight.theirs[c], sight.when_theirs[c]
        point = table[2 + c]
        fresh = table[at : at + width]
        left = table[at + half : at + half + width]
        at += width
        for i in range(row.shape[0]):
            mine_now, other = np.int32(now[i]), np.int32(there[i])
            first = fresh[mine_now]
            later = left[min(max(other, none), most)]
            equal = tie if mine_now == other else none
            won = unit if mine_now > other else equal
            second = won + point * mine_now - later
            gain = first if when[i] == OPEN else second
            row[i] = np.int16(min(max(gain, low), high))


@jit
def _choose_by_gain(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the open category that gains most."""
    score_by_gain(scratch.scores, table, sight)
    pick(choice, scratch.scores, scratch.best, sight.when_mine)


def player(name: str, rules: Rules, gains: Gains) -> Strategy:
    """Make a strategy of a table of gains.

    Parameters
    ----------
    name : str
        The name shown in results.
    rules : Rules
        Say who wins a tie (ruling C8).
    gains : Gains
        Its numbers; a score outside its values counts as the nearest one.

    Returns
    -------
    Strategy
        Compiled.

    Examples
    --------
    >>> player("additive", Rules(), load()).name
    'additive'
    """
    return Strategy(name, choose=Compiled(_choose_by_gain, table_of(rules, gains), rules=rules))


def table_of(rules: Rules, gains: Gains) -> NDArray[np.int32]:
    """Lay gains out as one row of numbers for ``score_by_gain``.

    Parameters
    ----------
    rules : Rules
        Say who wins a tie, and what a first top writes.
    gains : Gains
        The numbers.

    Returns
    -------
    array of int32
        Number of values, worth of a tie to the second player, points, fresh by face value, left.

    Examples
    --------
    >>> table_of(Rules(), load())[:2]
    array([49,  0], dtype=int32)
    """
    tie = {"first": 0, "nobody": UNIT // 2, "second": UNIT}[rules.tied_category]
    header = np.array([gains.fresh.shape[-1], tie], np.int32)
    fresh = _by_face(rules, gains.fresh)
    return np.concatenate([header, gains.points, fresh.ravel(), gains.left.ravel()])


def _by_face(rules: Rules, fresh: NDArray[np.int32]) -> NDArray[np.int32]:
    """Move the gain of a first top's score to the face value that writes it (rulings C4, C5)."""
    by_face, most = fresh.copy(), fresh.shape[-1] - 1
    written = [(c, *pair) for c, pair in enumerate(zip(rules.tops, rules.first_tops, strict=True))]
    written.append((-1, rules.tops[0], rules.first_bluggard_twelve))
    for c, face, score in written:
        if score is not None:
            by_face[:, c, face] = fresh[:, c, min(max(score, 0), most)]
    return by_face


def shape_of(rules: Rules) -> tuple[int, int, int]:
    """Count turns, categories and values (from 0) of a table for these rules.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    tuple of int
        The shape of ``Gains.fresh``.

    Examples
    --------
    >>> shape_of(Rules())
    (18, 9, 49)
    """
    return SEATS * rules.pairs, rules.pairs, max(rules.tops) + 1


def points_of(rules: Rules, worth: tuple[int, int, int]) -> NDArray[np.int32]:
    """Spread the worth of a point in colours, ranks and Bluggard over the categories.

    Parameters
    ----------
    rules : Rules
        Any rules.
    worth : tuple of int
        For each section.

    Returns
    -------
    array of int32, shape (categories,)
        For each category; all 0 where there are no totals.

    Examples
    --------
    >>> points_of(Rules(colors=2), (3, 2, 1))
    array([3, 3, 2, 2, 1], dtype=int32)
    """
    repeats = [rules.colors, rules.colors, int(rules.bluggard)]
    return np.repeat(np.array(worth, np.int32), repeats) * np.int32(rules.calculated)


def load(path: Path = FILE) -> Gains:
    """Read the trained table.

    Parameters
    ----------
    path : Path
        A file written by ``save``.

    Returns
    -------
    Gains
        For the published categories and dice.

    Examples
    --------
    >>> load().fresh.shape
    (18, 9, 49)
    """
    fresh, left = np.load(path).astype(np.int32) - OFFSET
    return Gains(fresh, left, points_of(Rules(), POINTS))


def save(gains: Gains, path: Path = FILE) -> None:
    """Write a trained table: uint16, shape (2, turns, categories, values).

    Parameters
    ----------
    gains : Gains
        What was trained.
    path : Path
        Where to.
    """
    np.save(path, (np.stack([gains.fresh, gains.left]) + OFFSET).astype(np.uint16))


def additive(rules: Rules, parameters: Additive) -> Strategy:
    """Make the strategy that plays by the trained table.

    Parameters
    ----------
    rules : Rules
        Any with the published categories and dice; penalties, ties and leads may differ.
    parameters : Additive
        None.

    Returns
    -------
    Strategy
        Compiled, in whole numbers.

    Raises
    ------
    InputError
        For other categories or dice: the table holds none of their scores.

    Examples
    --------
    >>> additive(Rules(), Additive()).name
    'additive'
    """
    published = Rules()
    faults = [
        f"{name} = {getattr(rules, name)} is not allowed: its table was trained with "
        f"{getattr(published, name)}; 'aware' and 'greedy' play any rules"
        for name in ("colors", "dice_per_color", "sides", "bluggard")
        if getattr(rules, name) != getattr(published, name)
    ]
    if faults:
        raise InputError("strategy 'additive'", faults)
    gains = load()
    return player("additive", rules, Gains(gains.fresh, gains.left, points_of(rules, POINTS)))
