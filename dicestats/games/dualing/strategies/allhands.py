"""Every hand of a deck solved once: built in parallel, kept in a file, shared by all who play."""

import hashlib
import json
import os
import sys
import uuid
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from dicestats.games.dualing.exact.alone import opening, opening_size
from dicestats.games.dualing.exact.position import CARDS, MAX_DISCARDS, ROUNDS, STANDS, Table, pack
from dicestats.games.dualing.exact.solver import make_work
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.strategies.handtable import (
    HALF,
    HEADER,
    MASKS,
    MOST_SIZE,
    PAIR,
    largest_of,
    solve_hands,
    sum_up,
    units_of,
)

MOST_HANDS = 600_000  # hands of the largest size: of larger decks smaller hands are solved
FOLDER = "DICESTATS_CACHE"  # environment variable: where tables are kept

_FORMAT = 1  # of the file: another one is another file
_SPAN = 2048  # hands to a task
_SLOW = 20_000  # hands that take a few seconds
_CHECK = 16  # bytes of the checksum at a file's end


class Sizes(NamedTuple):
    """How many cards of a hand a table looks at, and how fine its values are."""

    largest: int
    units: int  # of one point


class HandTable(np.ndarray[Any, np.dtype[np.int32]]):
    """A table that travels to other processes as the rules it follows from, not as its content."""

    rules: Rules

    def __reduce__(self) -> Any:
        """Have the receiver look the table up."""
        return hand_table, (self.rules,)


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
        Any rules. Under the published ones it takes some ten seconds, once.

    Returns
    -------
    array of int32
        As ``handtable`` reads it, mapped from the file: threads and processes share it.

    Notes
    -----
    The file lies in the user's cache folder, or in the folder that the environment variable
    DICESTATS_CACHE names; it is written at once and checked when it is read.
    """
    path = cache_folder() / f"dualing-hands-{_digest(rules)}.npy"
    found = _read(path)
    if found is None:
        if comb(len(rules.cards), sizes_of(rules).largest) > _SLOW:
            print("dicestats: solving all hands of the deck, once ...", file=sys.stderr, flush=True)
        found = build(rules)
        _keep(path, found)
    table = found.view(HandTable)
    table.rules = rules
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


def cache_folder() -> Path:
    """Find the folder where tables are kept.

    Returns
    -------
    Path
        It need not exist.
    """
    if os.environ.get(FOLDER):
        return Path(os.environ[FOLDER])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"), "dicestats")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/dicestats"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dicestats")


def _digest(rules: Rules) -> str:
    """Name all that solving depends on; exchanges and re-rolls do not enter."""
    plain = rules.model_copy(update={"max_discards": 0, "reroll_stands": True})
    cards = [[c.points, [str(r) for r in c.requires], c.condition] for c in rules.cards]
    content = [_FORMAT, sizes_of(rules), pack(plain).tolist(), cards]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:20]


def _checksum(table: Table) -> bytes:
    return xxhash.xxh3_128_digest(table.data)


def _read(path: Path) -> Table | None:
    """Map a file into memory; None where there is none, or a damaged one."""
    if not path.exists():
        return None
    try:
        table: Table = np.load(path, mmap_mode="c")  # what is changed stays in this process
    except (ValueError, EOFError):
        return None
    whole = table.dtype == np.int32 and table.ndim == 1
    return table if whole and _ending(path) == _checksum(table) else None


def _ending(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(-_CHECK, os.SEEK_END)
        return file.read()


def _keep(path: Path, table: Table) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, table)
    except OSError as error:
        warnings.warn(f"{path} cannot be kept: hands are solved each time ({error})", stacklevel=3)


def _write(path: Path, table: Table) -> None:
    """Write a file at once: under another name first."""
    hidden = path.with_name(f".{path.stem}-{uuid.uuid4().hex}")
    try:
        with hidden.open("wb") as file:
            np.save(file, table)
            file.write(_checksum(table))
        os.replace(hidden, path)
    finally:
        hidden.unlink(missing_ok=True)


def build(rules: Rules) -> Table:
    """Solve all hands of a deck.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    array of int32
        The table (see ``handtable``).
    """
    table, sizes, n = opening(rules), sizes_of(rules), len(rules.cards)
    spans = [
        (size, first, min(first + _SPAN, comb(n, size)))
        for size in range(1, sizes.largest + 1)
        for first in range(0, comb(n, size), _SPAN)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        solved = list(pool.map(lambda span: _solve(table, sizes.units, span), spans))
    return _join(table, sizes, [size for size, _, _ in spans], solved)


def _solve(table: Table, units: int, span: tuple[int, int, int]) -> tuple[Table, Table]:
    """Solve some hands of one size, with as much room as they take: blocks, and their places."""
    size, first, last = span
    states = 1 << 11  # enough for most decks: a smaller hash table is cleared sooner
    while True:
        out = np.empty((last - first) * states // 4 + 2 * states, np.int32)
        starts = np.empty(last - first, np.int32)
        used = solve_hands(table, size, (first, last), units, make_work(states), out, starts)
        if used >= 0:
            return out[:used].copy(), starts
        states *= 2


def _join(
    head: Table, sizes: Sizes, of_part: Sequence[int], solved: list[tuple[Table, Table]]
) -> Table:
    """Put the parts of a table together."""
    n, largest = int(head[CARDS]), sizes.largest
    sums = [2, *(comb(n, size) for size in range(1, largest + 1))]
    lengths = [len(head), HEADER, *sums, *sums[1:], *(len(blocks) for blocks, _ in solved)]
    ends = np.cumsum(lengths)
    table = np.zeros(ends[-1], np.int32)
    header = table[len(head) : ends[1]]
    table[: len(head)], header[:2] = head, sizes
    header[2 : 3 + largest] = ends[1 : 2 + largest]  # the sums
    header[7 : 7 + largest] = ends[2 + largest : 2 + 2 * largest]  # the places of the blocks
    header[6] = header[7]  # an empty hand may look at any block: its key is 0
    at = [int(place) for place in header[6 : 7 + largest]]
    for part, (first, size) in enumerate(zip(ends[2 + 2 * largest :], of_part, strict=False)):
        blocks, starts = solved[part]
        table[first : first + len(blocks)] = blocks
        table[at[size] : at[size] + len(starts)] = starts + first
        at[size] += len(starts)
    places = table[header[6 + largest] :][: sums[-1]]
    values = table[places + MASKS + head[ROUNDS] + 2].astype(np.int64) // PAIR
    table[ends[1] : ends[2 + largest]] = np.concatenate(_sums(n, largest, values))
    return table


def _sums(cards: int, largest: int, values: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Sum up the values of all largest hands that hold a set of cards, by size of the set."""
    sums = [values]
    for size in range(largest, 0, -1):
        smaller = np.zeros(comb(cards, size - 1), np.int64)
        sum_up(sums[0], size, smaller)
        sums.insert(0, smaller // (largest - size + 1))
    sums[0] = np.array(divmod(int(sums[0][0]), HALF), np.int64)
    return sums
