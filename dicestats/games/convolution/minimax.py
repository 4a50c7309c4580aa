"""Perfect play of Convolution, solved exactly where the world is small enough."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

from dicestats.errors import InputError
from dicestats.games.convolution.odds import counts
from dicestats.games.convolution.position import (
    Layout,
    Position,
    decide,
    is_open,
    lay_out,
    start,
    write,
)
from dicestats.games.convolution.rules import Rules

LARGEST = 50_000_000  # estimated moves that are still solved: about a minute

Roll = tuple[tuple[int, ...], int]  # value of each category, and how many ways to roll that


@dataclass(frozen=True)
class World:
    """A small set of rules, and the positions solved so far."""

    layout: Layout
    rolls: tuple[Roll, ...]
    leaders: tuple[int, ...]  # (pairs)
    solved: dict[Position, int] = field(default_factory=dict)


def minimax(rules: Rules) -> Fraction:
    """Solve a small world: the points of seat 0 when both seats play perfectly.

    Parameters
    ----------
    rules : Rules
        Rules of few categories and values.

    Returns
    -------
    Fraction
        P(seat 0 wins) + P(the win is shared) / 2, exact.

    Raises
    ------
    InputError
        If the estimated number of moves exceeds ``LARGEST``.

    Notes
    -----
    Each seat moves knowing the roll and all that is written (rulings C1, C2); points are
    zero-sum. A position at the start of a pair is worth the mean over rolls of the leader's
    best move, the follower answering with its best. Values are whole numbers: twice the points
    times the number of ways to roll the pairs that are left.

    Examples
    --------
    >>> rules = {"colors": 1, "dice_per_color": 1, "sides": 2}
    >>> minimax(Rules(**rules, first_top_score="below_min", first_top_bluggard="below_min"))
    Fraction(1, 2)
    """
    moves = estimated_moves(rules)
    if moves > LARGEST:
        raise InputError(
            "rules",
            f"{rules.pairs} categories and {rules.dice} dice of {rules.sides} sides take about "
            f"{moves:.1e} moves to solve; {LARGEST:.1e} are allowed: "
            "use fewer colors, dice or sides",
        )
    layout = lay_out(rules)
    world = World(layout, tuple(_rolls(rules)), rules.leaders)
    size = (rules.sides**rules.dice) ** rules.pairs
    return Fraction(_value(world, start(layout), 0), 2 * size)


def estimated_moves(rules: Rules) -> int:
    """Estimate how many pairs of moves a solution looks at.

    Parameters
    ----------
    rules : Rules
        Any rules.

    Returns
    -------
    int
        For each pair: positions, times rolls, times choices of leader and follower. Positions
        are bounded twice: by the moves that lead to them, and (roughly) by the ways to have
        written k boxes a column, times the margins and differences of totals.

    Examples
    --------
    >>> estimated_moves(Rules(colors=1, dice_per_color=1, sides=2))
    450
    """
    span = rules.dice_per_color * (rules.sides - 1)
    rolls, widest = (span + 1) ** rules.colors, span * rules.colors
    moves, positions = 0, 1
    for pair in range(rules.pairs):
        here = _columns(rules.pairs, pair, span + 1) * (2 * pair + 1) * (2 * pair * widest + 1)
        positions = min(positions, here) * rolls * (rules.pairs - pair) ** 2
        moves += positions
    return moves


def _columns(categories: int, written: int, values: int) -> int:
    """Count pairs of columns with so many boxes written each; closed boxes all look alike."""
    alone = range(min(written, categories - written) + 1)  # written by one seat only
    return sum(
        comb(categories, k)
        * comb(categories - k, k)
        * comb(categories - 2 * k, written - k)
        * values ** (2 * k)
        for k in alone
    )


def _rolls(rules: Rules) -> Iterator[Roll]:
    """List what can be rolled: rank values are the sorted colour totals (ruling C10)."""
    one = rules.model_copy(update={"colors": 1, "lead": "fixed"})
    totals = list(enumerate(counts(one)[0], rules.dice_per_color))
    for roll in product(totals, repeat=rules.colors):
        colors = tuple(total for total, _ in roll)
        ranks = tuple(sorted(colors, reverse=True))
        faces = colors + ranks + (sum(colors),) * rules.bluggard
        yield faces, prod(ways for _, ways in roll)


def _value(world: World, position: Position, pair: int) -> int:
    """Value of a position before the pair's roll."""
    if pair == len(world.leaders):
        return 1 + decide(world.layout, position)[0]
    # Colours are alike before a roll: their order decides nothing.
    colors = world.layout.colors
    boxes = (*sorted(position.boxes[:colors]), *position.boxes[colors:])
    position = position._replace(boxes=boxes)
    if position not in world.solved:
        world.solved[position] = _mean(world, position, pair)
    return world.solved[position]


def _mean(world: World, position: Position, pair: int) -> int:
    """Sum over rolls of what best play makes of them."""
    leader = world.leaders[pair]
    best, answer = (max, min) if leader == 0 else (min, max)
    categories = range(len(position.boxes))
    mine = [c for c in categories if is_open(position, leader, c)]
    theirs = [c for c in categories if is_open(position, 1 - leader, c)]

    @cache  # different rolls share moves
    def after(first: int, face: int, second: int, reply: int) -> int:
        led = write(world.layout, position, seat=leader, category=first, face=face)
        done = write(world.layout, led, seat=1 - leader, category=second, face=reply)
        return _value(world, done, pair + 1)

    return sum(
        ways * best(answer(after(c, faces[c], d, faces[d]) for d in theirs) for c in mine)
        for faces, ways in world.rolls
    )
