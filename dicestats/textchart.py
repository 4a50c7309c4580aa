"""A chart for the terminal: estimates with their intervals, one line each."""

from collections.abc import Sequence

Estimate = tuple[str, float, float, float]  # label, value, low, high

_MARKS = "├─●┤│"  # start, line, estimate, end of an interval; the reference
_PLAIN = "[-o]|"
_LEAST = 20  # columns of the drawing, however long the labels are


def text_chart(
    rows: Sequence[Estimate], *, reference: float = 0.0, width: int = 79, plain: bool = False
) -> list[str]:
    """Draw intervals as text.

    Parameters
    ----------
    rows : sequence of (str, float, float, float)
        Label, estimate, low, high.
    reference : float
        Marked by a vertical line in every row.
    width : int
        Columns of the terminal.
    plain : bool
        Draw with ASCII characters only.

    Returns
    -------
    list of str
        One line a row, then a line with the numbers at both ends of the axis and at the reference.

    Examples
    --------
    >>> for line in text_chart([("a", -2, -3, -1), ("bc", 0.1, 0, 0.2)], width=30, plain=True):
    ...     print(line)
    a   [-------o------]      |
    bc                        [o]
        -3                    0
    """
    label = max(len(row[0]) for row in rows)
    columns = max(_LEAST, width - label - 2 - 1)
    low = min(reference, *(row[2] for row in rows))
    high = max(reference, *(row[3] for row in rows))
    unit = (columns - 1) / ((high - low) or 1.0)

    def place(value: float) -> int:
        return round((value - low) * unit)

    marks = _PLAIN if plain else _MARKS
    lines = []
    for name, value, least, most in rows:
        drawn = [" "] * columns
        drawn[place(reference)] = marks[4]
        start, end = place(least), place(most)
        drawn[start : end + 1] = marks[1] * (end - start + 1)
        drawn[start], drawn[end] = marks[0], marks[3]
        drawn[place(value)] = marks[2]
        lines.append(f"{name:<{label}}  {''.join(drawn)}".rstrip())
    told = [(place(v), f"{v:+.3g}" if v else "0") for v in (reference, low, high)]
    return [*lines, f"{'':<{label}}  {_numbers(told, columns)}"]


def _numbers(told: Sequence[tuple[int, str]], columns: int) -> str:
    """Write numbers below their places; those that find no room are left out."""
    line = " " * columns
    for place, number in told:
        start = max(0, min(place - len(number) // 2, columns - len(number)))
        end = start + len(number)
        if not line[max(0, start - 1) : end + 1].strip():
            line = line[:start] + number + line[end:]
    return line.rstrip()
