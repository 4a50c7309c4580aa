"""The board and its dice as text: those who shoot stand at the left end."""

from collections.abc import Iterable, Sequence

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.plan import LEVEL_NAMES, areas

_COLUMNS = 82  # from the near to the far end
_ASPECT = 2  # a row is as high as two columns are wide
_REACH = 4  # rows and pairs of columns: how far a name is moved that finds no room

Named = tuple[float, float, str]  # x, y of the centre, metres; what is written there


class _Paper:
    """A sheet of characters, with the board's measures."""

    def __init__(self, board: Board) -> None:
        self._unit = (_COLUMNS - 1) / board.tongue_end  # columns to a metre
        self._middle = round(board.width / 2 * self._unit / _ASPECT)
        self._board = board
        self.lines = [[" "] * _COLUMNS for _ in range(2 * self._middle + 1)]
        self._taken: set[tuple[int, int]] = set()

    def column(self, y: float) -> int:
        return round(y * self._unit)

    def row(self, x: float) -> int:
        return self._middle + round(x * self._unit / _ASPECT)

    def write(self, row: int, column: int, text: str) -> None:
        self.lines[row][column : column + len(text)] = text

    def box(self, x: float, x2: float, y: float, y2: float) -> None:
        """Draw the edges of a rectangle."""
        top, bottom, near, far = self.row(x), self.row(x2), self.column(y), self.column(y2)
        for row in (top, bottom):
            self.write(row, near, "+" + "-" * (far - near - 1) + "+")
        for row in range(top + 1, bottom):
            for column in (near, far):
                self.write(row, column, "|")

    def _level(self, y: float) -> tuple[int, int]:
        """Find the columns of the edges between which a name stays."""
        board = self._board
        edges = [0.0, board.strip_end, *board.levels[1:]]
        far = next((i for i in range(1, len(edges)) if y < edges[i]), len(edges) - 1)
        return self.column(edges[far - 1]), self.column(edges[far])

    def place(self, x: float, y: float, name: str) -> None:
        """Write a name at its place, or as near to it as there is room."""
        row, column = self.row(x), self.column(y) - len(name) // 2
        near, far = self._level(y)
        for down, aside in _NEAREST:
            at, start = row + down, min(max(column + aside, near + 1), far - len(name))
            cells = {(at, c) for c in range(start - 1, start + len(name) + 1)}
            if 0 <= at < len(self.lines) and not cells & self._taken:
                break
        at = min(max(at, 0), len(self.lines) - 1)
        self._taken |= {(at, c) for c in range(start, start + len(name))}
        self.write(at, start, name)


_STEPS = range(-_REACH, _REACH + 1)
_NEAREST = sorted(
    ((down, aside) for down in _STEPS for aside in _STEPS),
    key=lambda step: (_ASPECT * abs(step[0]) + abs(step[1]), step),
)


def text_map(board: Board, dice: Iterable[Named], names: Sequence[str] = LEVEL_NAMES) -> list[str]:
    """Draw the board as text.

    Parameters
    ----------
    board : Board
        The board.
    dice : iterable of (float, float, str)
        x and y of dice on it, metres, and what to write there; a name that finds no room is
        written beside its place.
    names : sequence of str
        What is printed on the levels, the lowest first.

    Returns
    -------
    list of str
        Lines of at most 82 characters; o is a peg.

    Examples
    --------
    >>> for line in text_map(Board(), [(0.0, 0.545, "0:6")])[12:14]:
    ...     print(line)
    |           |             :                  |            |           |          |
    |    disc   |             :                  |            |    0:6    |          |
    """
    paper, places = _Paper(board), areas(board, names)
    *levels, disc = places
    paper.box(-board.width / 2, board.width / 2, 0.0, board.level_3_end)
    for line, sign in ((board.strip_end, ":"), (board.level_1_end, "|"), (board.level_2_end, "|")):
        for row in range(1, len(paper.lines) - 1):
            paper.write(row, paper.column(line), sign)
    for area in (*levels[4:], disc):
        paper.box(area.x, area.x2, area.y, area.y2)
    paper.write(paper.row((disc.x + disc.x2) / 2), paper.column(disc.y2 / 2) - 1, disc.name)
    for x, y in board.pegs:
        paper.write(paper.row(x), paper.column(y), "o")
    for x, y, name in dice:
        paper.place(x, y, name)
    head = [" "] * _COLUMNS
    for area in {area.name: area for area in levels}.values():
        start = paper.column((area.y + area.y2) / 2) - len(area.name) // 2
        head[start : start + len(area.name)] = area.name
    return ["".join(line).rstrip() for line in (head, *paper.lines)]
