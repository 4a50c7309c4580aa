"""The board seen from above: its levels and pegs as rectangles, for whoever draws it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dicestats.games.tumblin.board import Board

if TYPE_CHECKING:
    import polars as pl

LEVEL_NAMES = ("-1x", "1x", "2x", "3x", "4x")
DISC = "disc"


class Area(NamedTuple):
    """A part of the board that a die can lie on: a rectangle, metres."""

    name: str  # of its level
    x: float  # left
    x2: float
    y: float  # near
    y2: float


def areas(board: Board, names: Sequence[str] = LEVEL_NAMES) -> list[Area]:
    """List the parts of a board, those that lie on others after them.

    Parameters
    ----------
    board : Board
        The board.
    names : sequence of str
        What is printed on its levels, the lowest first.

    Returns
    -------
    list of Area
        The levels, each tongue of the highest, and the landing disc.

    Examples
    --------
    >>> [area.name for area in areas(Board())]
    ['-1x', '1x', '2x', '3x', '4x', '4x', '4x', 'disc']
    """
    half, disc = board.width / 2, board.disc_width / 2
    ends = (0.0, board.strip_end, board.level_1_end, board.level_2_end, board.level_3_end)
    bands = [
        Area(name, -half, half, near, far)
        for name, near, far in zip(names[:4], ends[:4], ends[1:], strict=True)
    ]
    tongues = [
        Area(names[4], left, right, board.level_3_end, board.tongue_end)
        for left, right in board.tongues
    ]
    return [*bands, *tongues, Area(DISC, -disc, disc, 0.0, board.disc_length)]


def board_frame(board: Board, names: Sequence[str] = LEVEL_NAMES) -> pl.DataFrame:
    """Put the parts of a board into a frame, for ``charts.board``.

    Parameters
    ----------
    board : Board
        The board.
    names : sequence of str
        What is printed on its levels, the lowest first.

    Returns
    -------
    polars.DataFrame
        Columns part (``area`` or ``peg``), name (empty for pegs), x, x2, y, y2: metres.

    Examples
    --------
    >>> board_frame(Board())["part"].value_counts(sort=True)["count"].to_list()
    [10, 8]
    """
    import polars as pl

    r = board.peg_radius
    rows = [("area", *area) for area in areas(board, names)]
    rows += [("peg", "", x - r, x + r, y - r, y + r) for x, y in board.pegs]
    return pl.DataFrame(rows, ["part", "name", "x", "x2", "y", "y2"], orient="row")


def dice_frame(board: Board, dice: Iterable[tuple[float, float, int | None, str]]) -> pl.DataFrame:
    """Put dice into a frame, for ``charts.board``.

    Parameters
    ----------
    board : Board
        It tells how large they are.
    dice : iterable of (float, float, int or None, str)
        x and y of the centre, metres; the face on top, None where it is not told; whose it is.

    Returns
    -------
    polars.DataFrame
        Columns x, y, face, owner, size.

    Examples
    --------
    >>> dice_frame(Board(), [(0.0, 0.5, 6, "seat 0")]).row(0)
    (0.0, 0.5, 6, 'seat 0', 0.016)
    """
    import polars as pl

    rows = [(*die, board.die_size) for die in dice]
    kinds = {"x": pl.Float64, "y": pl.Float64, "face": pl.Int64, "owner": pl.String}
    return pl.DataFrame(rows, kinds | {"size": pl.Float64}, orient="row")
