"""Charts in the terminal show every interval at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicestats.textchart import text_chart

NUMBERS = st.floats(-1e3, 1e3, allow_nan=False, allow_subnormal=False)
NAMES = st.text("abc =;", min_size=1, max_size=30)
ROWS = st.lists(st.tuples(NAMES, st.tuples(NUMBERS, NUMBERS, NUMBERS)), min_size=1, max_size=6)


def test_marks_lie_in_proportion():
    lines = text_chart([("ab", 0.0, -2.0, 4.0), ("c", 3.0, 2.0, 4.0)], width=5 + 61)
    first, second, axis = (line[4:] for line in lines)
    assert [first.index(mark) for mark in "├●┤"] == [0, 20, 60]
    assert [second.index(mark) for mark in "│├●┤"] == [20, 40, 50, 60]
    assert axis.split() == ["-2", "0", "+4"]
    assert axis.index("0") == 20


@given(ROWS, st.integers(40, 120), st.booleans())
def test_every_row_is_drawn_and_fits(rows, width, plain):
    ordered = [(name, sorted(values)) for name, values in rows]
    rows = [(f"{i}{name}", v[1], v[0], v[2]) for i, (name, v) in enumerate(ordered)]
    lines = text_chart(rows, width=width, plain=plain)
    label = max(len(row[0]) for row in rows)
    assert len(lines) == len(rows) + 1
    for line, row in zip(lines, rows, strict=False):
        assert line.startswith(row[0])
        assert ("o" if plain else "●") in line[label:]
        assert len(line) <= max(width, label + 22)
    assert all(line.isascii() for line in lines) or not plain
    assert "0" in lines[-1]


@pytest.mark.parametrize("value", [0.0, 1.0, -1.0, 1e-9])
def test_a_single_place_is_drawn(value):
    assert "●" in text_chart([("a", value, value, value)])[0]
