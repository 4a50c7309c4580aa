"""Every hand of a deck solved once: built in parallel, kept in a file, shared by all who play."""

import hashlib
import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from dicestats.cache import cache_folder
from dicestats.games.dualing.exact.alone import opening, opening_size
from dicestats.games.dualing.exact.earnings import GAINS
from dicestats.games.dualing.exact.gains import CLASSES, DICE_KINDS
from dicestats.games.dualing.exact.position import (
    CARDS,
    HAND,
    MAX_DISCARDS,
    ROUNDS,
    STANDS,
    Table,
    pack,
)
from dicestats.games.dualing.exact.rivals import Odds, odds_of
from dicestats.games.dualing.exact.solver import make_work
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.strategies import handfile
from dicestats.games.dualing.strategies.handsums import sums_by_size
from dicestats.games.dualing.strategies.handtable import (
    EARNED_AT,
    HALF,
    HEADER,
    LEFT_AT,
    MASKS,
    MOST_SIZE,
    PAIR,
    describe_hands,
    largest_of,
    solve_hands,
    units_of,
)

MOST_HANDS = 600_000  # hands of the largest size: of larger decks smaller hands are solved

_FORMAT = 5  # of the file: another one is another file
_SPAN = 1024  # hands to a task
_SLOW = 20_000  # hands that take a few seconds


class Sizes(NamedTuple):
    """How many cards of a hand a table looks at, and how fine its values are."""

    largest: int
    units: int  # of one point


class _Solved(NamedTuple):
    """What is written down of some hands of one size."""

    blocks: Table
    starts: NDArray[np.int64]  # (hands) place of each block among them
    values: NDArray[np.int64]  # (hands) in units
    earned: NDArray[np.int64]  # (hands or none, GAINS) how likely points are


class HandTable(np.ndarray[Any, np.dtype[np.int32]]):
    """A table that travels to other processes as what it follows from, not as its content."""

    source: tuple[Callable[..., Table], tuple[Any, ...]]

    def __reduce__(self) -> Any:
        """Have the receiver look the table up."""
        return self.source


def sizes_of(rules: Rules) -> Sizes:
    """Find the size of hands that are solved, and the units that keep sums within 32 bits.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    Sizes
        Hands of three cards, or fewer where fewer are held or where the deck is large.

    Examples
    --------
    >>> sizes_of(Rules()).largest, sizes_of(Rules(hand_size=2)).largest
    (3, 2)
    """
    n = len(rules.cards)
    most = min(rules.hand_size, MOST_SIZE, n)
    largest = max(s for s in range(1, most + 1) if s == 1 or comb(n, s) <= MOST_HANDS)
    points = sum(sorted(card.points for card in rules.cards)[-largest:])
    return Sizes(largest, (2**31 - 1) // (points * max(comb(n - 1, largest - 1), 128)))


def hand_table(rules: Rules) -> Table:
    """Get the table of all hands: from its file, or by solving them all.

    Parameters
    ----------
    rules : Rules
        Any rules. Under the published ones it takes a few seconds, once.

    Returns
    -------
    array of int32
        As ``handtable`` reads it, mapped from the file: threads and processes share it.

    Notes
    -----
    The file lies in the user's cache folder, or in the folder that the environment variable
    DICESTATS_CACHE names; it appears at once and is checked when it is read.
    """
    table = _kept(rules, odds_of(rules)[:0])
    table.source = hand_table, (rules,)
    return table


def rivals_table(rules: Rules) -> HandTable:
    """Get the table of all hands as they are played among rivals (see ``exact.rivals``).

    Parameters
    ----------
    rules : Rules
        Any rules. Under the published ones it takes some ten seconds, once.

    Returns
    -------
    array of int32
        As ``hand_table`` gives it; the same where nobody can take another's die.
    """
    table = _kept(rules, odds_of(rules))
    table.source = rivals_table, (rules,)
    return table


def _kept(rules: Rules, odds: Odds) -> HandTable:
    """Read a table, or make it and keep it."""
    name = "rivals" if len(odds) else "hands"
    path = cache_folder() / f"dualing-{name}-{_digest(rules, odds)}.npy"
    found = handfile.read(path)
    if found is None:
        if comb(len(rules.cards), sizes_of(rules).largest) > _SLOW:
            print("dicestats: solving all hands of the deck, once ...", file=sys.stderr, flush=True)
        found = handfile.make(path, lambda file: build(rules, file, odds))
    table = found.view(HandTable)
    table[[MAX_DISCARDS, STANDS]] = rules.max_discards, rules.reroll_stands
    return table


def hand_values(table: Table) -> NDArray[np.float64]:
    """Give what every hand is worth when it is played alone.

    Parameters
    ----------
    table : array of int32
        From ``hand_table``.

    Returns
    -------
    array, shape (hands,)
        Expected points of a set, for all hands of the largest size in the table: hand a < b < c
        of indices into the deck at place C(a, 1) + C(b, 2) + C(c, 3).

    Examples
    --------
    >>> from dicestats.games.dualing.rules import SMALL
    >>> hand_values(hand_table(SMALL))[:3].round(3).tolist()  # cards 0 1, 0 2, 1 2
    [1.437, 1.437, 1.313]
    """
    size, n = int(largest_of(table)), int(table[CARDS])
    first = int(table[opening_size(table) + 2 + size])
    values: NDArray[np.float64] = table[first : first + comb(n, size)] / units_of(table)
    return values


def _digest(rules: Rules, odds: Odds) -> str:
    """Name all that solving depends on; exchanges and re-rolls do not enter."""
    plain = rules.model_copy(update={"max_discards": 0, "reroll_stands": True})
    cards = [[c.points, [str(r) for r in c.requires], c.condition] for c in rules.cards]
    content = [_FORMAT, sizes_of(rules), pack(plain).tolist(), cards, odds.tolist()]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:20]


def build(rules: Rules, file: BinaryIO, odds: Odds) -> None:
    """Solve all hands of a deck into a file, block after block: few are in memory at once.

    Parameters
    ----------
    rules : Rules
        Any rules.
    file : binary file
        The numbers of the table (see ``handtable``) are written to it, from where it stands.
    odds : array of float64
        From ``exact.rivals``; without rows for hands played alone.
    """
    table, sizes, n = opening(rules), sizes_of(rules), len(rules.cards)
    begin, front = file.tell(), _front(table, sizes, among=len(odds) > 0)
    file.seek(begin + front.nbytes)
    at, places = len(front), list[NDArray[np.int64]]()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for size in range(1, sizes.largest + 1):
            ranks, alike = _kinds(table, size, pool)
            spans = np.split(ranks, range(_SPAN, len(ranks), _SPAN))
            starts, values, earned = [], [], []
            for solved in pool.map(partial(_solve, table, size, sizes.units, odds), spans):
                file.write(solved.blocks.data)
                starts.append(solved.starts + at)
                values.append(solved.values)
                earned.append(solved.earned)
                at += len(solved.blocks)
            places.append(np.concatenate(starts)[alike])
    sums = sums_by_size(n, sizes.largest, np.concatenate(values)[alike])
    sums[0] = np.array(divmod(int(sums[0][0]), HALF), np.int64)
    chances = _sum_chances(n, sizes.largest, np.concatenate(earned)[alike]) if len(odds) else []
    found = np.concatenate([*sums, *places, *chances])
    front[len(table) + HEADER :][: len(found)] = found
    file.seek(begin)
    file.write(front.data)
    file.seek(0, os.SEEK_END)


def _kinds(
    table: Table, size: int, pool: ThreadPoolExecutor
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find hands that are alike: the ranks of one of each kind, and the kind of every hand."""
    n = comb(int(table[CARDS]), size)
    spans = [(first, min(first + _SPAN, n)) for first in range(0, n, _SPAN)]
    looks = [look for part in pool.map(partial(_looks, table, size), spans) for look in part]
    first: dict[bytes, int] = {}
    kinds = [first.setdefault(look, len(first)) for look in looks]
    alike = np.array(kinds, np.int64)
    return np.unique(alike, return_index=True)[1].astype(np.int64), alike


def _looks(table: Table, size: int, span: tuple[int, int]) -> list[bytes]:
    """Digest all that solving each hand depends on."""
    many = span[1] - span[0]
    out = np.empty(many * (HAND + 4 * size * DICE_KINDS * CLASSES), np.float64)
    ends = np.empty(many, np.int64)
    describe_hands(table, size, span, out, ends)
    parts = np.split(out[: ends[-1]], ends[:-1])
    return [xxhash.xxh3_128_digest(part.data) for part in parts]


def _solve(table: Table, size: int, units: int, odds: Odds, ranks: NDArray[np.int64]) -> _Solved:
    """Solve some hands of one size, with as much room as they take."""
    many, first = len(ranks), MASKS + int(table[ROUNDS]) + 2  # where the first value stands
    earned = np.zeros((many if len(odds) else 0, GAINS), np.int64)
    states = 1 << 11  # enough for most decks: a smaller hash table is in reach sooner
    while True:
        out = np.empty(many * states // 4 + 2 * states, np.int32)
        starts, work = np.empty(many, np.int64), make_work(states)
        used = solve_hands(table, size, ranks, units, odds, work, out, starts, earned)
        if used >= 0:
            values = out[starts + first].astype(np.int64) // PAIR
            return _Solved(out[:used].copy(), starts, values, earned)
        states *= 2


def _sum_chances(cards: int, largest: int, earned: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Sum up the chances of points of all largest hands that hold a set, for every set by size."""
    each = [sums_by_size(cards, largest, np.ascontiguousarray(row)) for row in earned.T]
    return [np.stack(sums, axis=1).ravel() for sums in list(zip(*each, strict=True))[1:]]


def _front(head: Table, sizes: Sizes, *, among: bool) -> Table:
    """Make what stands before the blocks: all but what is found by solving is filled."""
    n, largest = int(head[CARDS]), sizes.largest
    sums = [2, *(comb(n, size) for size in range(1, largest + 1))]
    left = sum(sums[1:]) if among else 0
    earned = GAINS * left
    ends = np.cumsum([len(head), HEADER, *sums, *sums[1:], earned, left])
    front = np.zeros(ends[-1], np.int32)
    header = front[len(head) : ends[1]]
    front[: len(head)], header[:2] = head, sizes
    header[2 : 3 + largest] = ends[1 : 2 + largest]  # the sums
    header[7 : 7 + largest] = ends[2 + largest : -3]  # the places of the blocks
    header[[EARNED_AT, LEFT_AT]] = ends[-3:-1] if among else 0
    header[6] = header[7]  # an empty hand may look at any block: its key is 0
    return front
