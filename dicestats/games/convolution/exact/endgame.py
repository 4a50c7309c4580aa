"""Perfect play of the last two pairs of Convolution, from any position."""

from fractions import Fraction

import numpy as np

from dicestats.errors import InputError
from dicestats.games.convolution.position import CLOSED, OPEN, Position, decide, is_open, lay_out
from dicestats.games.convolution.rules import SEATS, Rules
from dicestats.games.convolution.value import world
from dicestats.games.convolution.value.last import last_two_values, last_value
from dicestats.games.convolution.value.layout import no_layers, pack, written
from dicestats.games.convolution.value.rolls import rolls_of
from dicestats.games.convolution.value.state import State
from dicestats.jit import jit

LARGEST = 2  # boxes that each seat may have left


@jit
def _solve(row, boxes, numbers, left, rolls, ways):  # type: ignore[no-untyped-def]
    """Add up over all rolls who wins: seat 0's less seat 1's."""
    here, n = world.unpack(row), numbers
    state = State(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
    faces = np.int64(here.header[world.FACES])
    work = np.empty((4, faces), np.int64)
    if left == 1:
        return last_value(here, boxes, state, work)
    known = np.empty((2, 2, faces, faces), np.int64)
    return last_two_values(here, boxes, state, rolls, ways, known, work)


def last_two_pairs(rules: Rules, position: Position) -> Fraction:
    """Solve a position with one or two boxes left each: the points of seat 0 under perfect play.

    Parameters
    ----------
    rules : Rules
        Rules whose rolls can be listed.
    position : Position
        Before a roll; both seats have as many boxes left.

    Returns
    -------
    Fraction
        P(seat 0 wins) + P(the win is shared) / 2, exact.

    Raises
    ------
    InputError
        If more boxes are left, or the rules have too many rolls.

    Notes
    -----
    Both seats move knowing the roll and all that is written (rulings C1, C2). The last pair is
    no choice; in the one before, the leader takes the best of two boxes, the follower answering
    with its best.

    Examples
    --------
    >>> from dicestats.games.convolution.position import start
    >>> one = Rules(colors=1, bluggard=False, dice_per_color=1, sides=2, first_top_score="off")
    >>> last_two_pairs(one, start(lay_out(one)))
    Fraction(0, 1)
    """
    layout = lay_out(rules)
    left = [sum(is_open(position, seat, c) for c in range(rules.pairs)) for seat in range(SEATS)]
    if left[0] != left[1] or left[0] > LARGEST:
        raise InputError(
            "position",
            f"has {left[0]} and {left[1]} boxes left; allowed are equally many, at most {LARGEST}",
        )
    if left[0] == 0:
        return Fraction(1 + decide(layout, position)[0], 2)
    values, ways = rolls_of(rules)
    row, rolls = pack(rules, no_layers(rules)), np.ascontiguousarray(values.T)
    boxes, numbers = _boxes(rules, position), _numbers(rules, position)
    total = int(_solve(row, boxes, numbers, left[0], rolls, ways))
    chance = int(world.unpack(row).header[world.CHANCE])
    size = chance if left[0] == 1 else chance * int(ways.sum())
    return (1 + Fraction(total, size)) / 2


def _boxes(rules: Rules, position: Position) -> np.ndarray:
    """Number what stands in each category, as ``world`` does."""
    scores = written(rules)
    most = max(len(row) for row in scores)
    boxes = np.empty(rules.pairs, np.int64)
    for c, box in enumerate(position.boxes):
        if box in (OPEN, CLOSED):
            boxes[c] = world.OPEN if box == OPEN else world.CLOSED
        else:
            boxes[c] = world.ALONE + box[0] * most + scores[c].index(box[1])
    return boxes


def _numbers(rules: Rules, position: Position) -> np.ndarray:
    """Give the numbers of a ``State``."""
    n = rules.colors
    waits = [sum(box != CLOSED for box in position.boxes[k : k + n]) or -1 for k in (0, n)]
    if not rules.calculated:
        waits = [n, n]  # no total waits for a section
    return np.array([*position[1:3], position.late, *position.sums, *waits], np.int64)
