"""Rows of tables in compiled code: whoever takes them leaves the arrays to those who hold them."""

from typing import Any

from numba.core.unsafe.refcount import get_refcount

from dicestats.games.tumblin.kernel.tables import desk_of, make_block
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import dice_of, make_state
from dicestats.jit import jit


@jit
def counted_dice(dice: Any) -> Any:
    """Count references like any function does, and take rows of code that counts none."""
    before, total = get_refcount(dice.x), 0.0
    for game in range(dice.x.shape[0]):
        total += dice_of(dice, game).x[0]
    return before, get_refcount(dice.x), total


@jit
def counted_desks(block: Any) -> Any:
    before, total = get_refcount(block.shot), 0.0
    for game in range(block.shot.shape[0]):
        total += desk_of(block, game).shot[0]
    return before, get_refcount(block.shot), total


def test_taking_rows_out_of_tables_gives_no_reference_away() -> None:
    """It did: the arrays were freed while they were used."""
    dice = make_state(5, 8, sides=2, seats=2).dice
    dice.x[:, 0] = range(5)
    before, after, total = counted_dice(dice)
    assert (before, total) == (after, 10)
    block = make_block(Rules(), 5, 2)
    block.shot[:, 0] = range(5)
    before, after, total = counted_desks(block)
    assert (before, total) == (after, 10)
