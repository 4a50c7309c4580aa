"""Counting outcome columns into tables."""

from itertools import product

import numpy as np
import pytest

from dicestats import tally
from dicestats.game import Bits, Column, Joint
from dicestats.outcomes import Counts

LAYOUT = (
    Column("few", -1, 1, "few values"),
    Column("many", 10, 2009, "with few: more cells than get four counters"),
    Column("set", 0, 2**10 - 1, "with many: more cells than 16 bits hold"),
)
TABLES = (
    Joint("one", ("few",)),
    Joint("two", ("few", "many"), by_chunk=True),
    Joint("wide", ("many", "set")),
    Bits("bits", ("set",), tuple("abcdefghij")),
)
CHUNK = 5003  # more than are counted at a time, and no multiple of four


def chunks(count: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    sizes = [[column.high - column.low + 1] for column in LAYOUT]
    return (rng.random((count, len(LAYOUT), CHUNK)) * sizes).astype(np.uint16)


def counted(games: np.ndarray) -> Counts:
    found = tally.Tally(LAYOUT, TABLES)
    for chunk, columns in enumerate(games):
        found.add_chunk(chunk, columns, {})
    return found.counts(games.shape[0] * CHUNK, 0)


def test_tables_hold_every_game() -> None:
    games = chunks(3)
    found = counted(games).tables
    few, many, sets = (games[:, i].astype(int) + c.low for i, c in enumerate(LAYOUT))
    assert found["one"].tolist() == [[v, (few == v).sum()] for v in (-1, 0, 1)]
    for chunk, value in product(range(3), (-1, 0, 1)):
        two = found["two"][(found["two"][:, 0] == chunk) & (found["two"][:, 1] == value)]
        values, times = np.unique(many[chunk, few[chunk] == value], return_counts=True)
        assert two[:, 2].tolist() == values.tolist()
        assert two[:, 3].tolist() == times.tolist()
    rows, times = np.unique(np.stack([many, sets]).reshape(2, -1).T, axis=0, return_counts=True)
    assert found["wide"].tolist() == np.column_stack([rows, times]).tolist()
    assert found["bits"].tolist() == [[(sets >> bit & 1).sum() for bit in range(10)]]


def test_counters_are_emptied_before_they_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    games = chunks(3)
    whole = counted(games)
    monkeypatch.setattr(tally, "_MOST_GAMES", 2 * CHUNK)
    emptied = counted(games)
    for name, cells in whole.tables.items():
        assert emptied.tables[name].tolist() == cells.tolist()
