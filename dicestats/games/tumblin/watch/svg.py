"""Pictures of throws as SVG: the board in millimetres, dice at rest, ways and where dice lay."""

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.plan import areas
from dicestats.games.tumblin.reference.dice import OFF, Die, is_on_board
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.watch.scenes import Lying, Scene
from dicestats.games.tumblin.watch.trace import Way

# Okabe and Ito 2008, as in the charts: told apart with any colour blindness; and in grey the
# shapes are. A number is black or white, whichever is read better.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
SHAPES = (
    "M-1,-1H1V1H-1Z",
    "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z",
    "M0,-1.3L1.3,0L0,1.3L-1.3,0Z",
    "M-0.6,-1.05H0.6L1.2,0L0.6,1.05H-0.6L-1.2,0Z",
    "M0,-1.2L1.2,-0.3L0.75,1.05H-0.75L-1.2,-0.3Z",
    "M-1.2,-1H1.2L0.75,1H-0.75Z",
)
_DARK = COLORS[0]
_SHADES = ("#F4F1EA", "#E9E3D6", "#DDD4C1", "#D0C4AB", "#C2B394")
_MM = 1000  # to a metre
_MARGIN = 0.035  # of the board's length
_LARGER = 1.15  # dice that touch are drawn without a gap: they meet at their corners


class Picture:
    """Draws throws on one board.

    Parameters
    ----------
    rules : Rules
        The rules, with the board.
    names : sequence of str
        What is printed on the levels, the lowest first.
    """

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        self._rules, self._names = rules, names
        board = rules.board
        room = _MARGIN * board.tongue_end
        corner = (-board.width / 2 - room, -board.tongue_end - room)
        size = (board.width + 2 * room, board.tongue_end + 2 * room)
        self.box = " ".join(_mm(number) for number in (*corner, *size))
        self._half = _LARGER * board.die_size / 2

    def board(self) -> str:
        """Draw the empty board, as a symbol that every picture uses."""
        parts = "".join(_board(self._rules.board, self._names))
        return f'<symbol id="board" viewBox="{self.box}" overflow="visible">{parts}</symbol>'

    def scene(self, scene: Scene, told: str) -> str:
        """Draw a throw; ``told`` says the same in words, for those who do not see it."""
        there = [(i, at) for i, at in enumerate(scene.after) if is_on_board(self._rules, at.die)]
        ghosts = [scene.before[i] for i in scene.moved]
        parts = [
            *(self._die(at, ghost=True) for at in ghosts),
            *(self._way(way, i == scene.shot, scene.after[i]) for i, way in _in_order(scene)),
            *(self._die(at, new=i == scene.shot) for i, at in there),
        ]
        words = escape(told)
        return (
            f'<svg viewBox="{self.box}" role="img" aria-label="{words}"><title>{words}</title>'
            f'<use href="#board" {_placed(self.box)}/>{"".join(parts)}</svg>'
        )

    def key(self, seat: int) -> str:
        """Draw a seat's die, small, for the legend."""
        shape = f'<path class="d" d="{SHAPES[_shape(seat)]}" fill="{_color(seat)}"/>'
        return f'<svg class="key" viewBox="-1.4 -1.4 2.8 2.8" aria-hidden="true">{shape}</svg>'

    def _die(self, at: Lying, *, ghost: bool = False, new: bool = False) -> str:
        die, size = at.die, self._half * _MM
        color, outline = _color(die.owner), SHAPES[_shape(die.owner)]
        kind = "g" if ghost else "d n" if new else "d"
        fill = "none" if ghost else color
        shape = f'<path class="{kind}" d="{outline}" fill="{fill}"/>'
        if die.bonus:  # a second outline
            shape += f'<path class="b" d="{outline}" transform="scale(1.5)"/>'
        body = f'<g transform="scale({size:.1f})">{shape}</g>'
        return f'<g transform="translate({_xy(at.x, at.y)})">{body}{_face(die, ghost, size)}</g>'

    def _way(self, way: Way, own: bool, end: Lying) -> str:
        is_off, (x, y) = end.die.level == OFF, way[-1]
        corners = way if is_off else _shortened(way, 1.2 * self._half)
        kind = f"{'w' if own else 'm'}{'' if is_off else ' t'}"
        points = " ".join(_xy(*corner) for corner in corners)
        line = f'<polyline class="{kind}" points="{points}" stroke="{_color(end.die.owner)}"/>'
        if is_off:
            cross = "M-7,-7L7,7M-7,7L7,-7"
            line += f'<path class="x" transform="translate({_xy(x, y)})" d="{cross}"/>'
        return line


def _shortened(way: Way, by: float) -> Way:
    """End a way before the die, so that the tip of its arrow can be seen."""
    *corners, (x, y) = way
    while corners:
        back_x, back_y = corners[-1][0] - x, corners[-1][1] - y
        length = hypot(back_x, back_y)
        if length > by:
            return [*corners, (x + back_x * by / length, y + back_y * by / length)]
        corners.pop()
    return []


def _in_order(scene: Scene) -> Iterator[tuple[int, Way]]:
    """List ways, that of the die that was thrown on top."""
    yield from ((i, way) for i, way in scene.ways.items() if i in scene.moved)
    if scene.shot in scene.ways:
        yield scene.shot, scene.ways[scene.shot]


def _board(board: Board, names: Sequence[str]) -> Iterator[str]:
    places = areas(board, names)
    shades = dict(zip(names, _SHADES, strict=True))
    for area in places:
        fill = shades.get(area.name, "#FFFFFF")
        size = f'width="{_mm(area.x2 - area.x)}" height="{_mm(area.y2 - area.y)}"'
        yield f'<rect class="a" x="{_mm(area.x)}" y="{_mm(-area.y2)}" {size} fill="{fill}"/>'
    for name, area in {area.name: area for area in places[:-1]}.items():
        at = _xy(area.x2 - 0.012 * board.tongue_end, (area.y + area.y2) / 2)
        yield f'<text class="l" transform="translate({at})">{_minus(name)}</text>'
    for x, y in board.pegs:
        yield f'<circle class="p" cx="{_mm(x)}" cy="{_mm(-y)}" r="{_mm(board.peg_radius)}"/>'


def _face(die: Die, ghost: bool, size: float) -> str:
    """Write the number on top."""
    ink = "#595959" if ghost else "#FFFFFF" if _color(die.owner) == _DARK else "#000000"
    face = "" if die.face is None else str(die.face)
    large = size * (1.7 if len(face) < 2 else 1.35)
    return f'<text class="f" font-size="{large:.1f}" fill="{ink}">{face}</text>'


def _color(seat: int) -> str:
    return COLORS[seat % len(COLORS)]


def _shape(seat: int) -> int:
    """Choose a shape: with the colour it is the seat's alone, at the largest table, too."""
    return (seat + seat // len(COLORS)) % len(SHAPES)


def _minus(name: str) -> str:
    return escape(name.replace("-", "\N{MINUS SIGN}"))


def _mm(metres: float) -> str:
    return f"{metres * _MM:.1f}".removesuffix(".0")


def _xy(x: float, y: float) -> str:
    return f"{_mm(x)},{_mm(-y)}"


def _placed(box: str) -> str:
    x, y, width, height = box.split()
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'
