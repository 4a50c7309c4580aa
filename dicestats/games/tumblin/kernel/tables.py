"""Games in progress, side by side: tables of many, and the desk of one of them."""

from typing import NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from dicestats.games.tumblin.kernel.numbers import FACTS, Lying, Match, Numbers, make_numbers
from dicestats.games.tumblin.luck import WORDS
from dicestats.games.tumblin.physics import WORLD, Dice, World
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import State, dice_of, make_state
from dicestats.lending import borrowed, jit_inline
from dicestats.streams import Key

PLAIN, BONUS_DICE = 0, 1  # rows of ``done``


class Setting(NamedTuple):
    """What is the same in all games that are played."""

    numbers: Numbers
    rolls: bool  # whether dice settle the first order
    rolled_start: bool  # whether the start face is rolled
    world: World
    hands: NDArray[np.float64]  # (seats, 2)
    key: Key  # (2)


class Desk(NamedTuple):
    """One game: arrays that are rows of a block's."""

    dice: Dice
    lying: Lying
    match: Match
    turn: NDArray[np.int64]  # (TURN)
    left: NDArray[np.int64]  # (seats)
    done: NDArray[np.int64]  # (2, seats) plain and bonus dice thrown in this round
    meant: NDArray[np.float64]  # (5) the shot that is meant
    shot: NDArray[np.float64]  # (5) as it leaves the hand
    words: NDArray[np.uint32]  # (WORDS)


class Block(NamedTuple):
    """Many games: what seats see, and what belongs to the rules."""

    state: State
    lying: Lying  # (games, dice) each; owner and bonus are those of the state
    match: Match  # (games, ...) each; totals are those of the state
    done: NDArray[np.int64]  # (games, 2, seats)
    meant: NDArray[np.float64]  # (games, 5)
    shot: NDArray[np.float64]  # (games, 5)
    words: NDArray[np.uint32]  # (games, WORDS)
    waits: NDArray[np.int64]  # (games) what the game waits for


def make_block(rules: Rules, games: int, seats: int) -> Block:
    """Allocate games.

    Parameters
    ----------
    rules : Rules
        The rules.
    games, seats : int
        How many.

    Returns
    -------
    Block
        Not begun.
    """
    sides, dice = len(rules.members(seats)), seats * len(rules.die_sides)
    state = make_state(games, dice, sides=sides, seats=seats)
    level, face, fate = (np.zeros((games, dice), np.int8) for _ in range(3))
    order, wins, side_scores, first_round, places = (
        np.zeros((games, sides), np.int64) for _ in range(5)
    )
    seat_scores, ejected, hit = (np.zeros((games, seats), np.int64) for _ in range(3))
    facts = np.zeros((games, FACTS), np.int64)
    match = Match(facts, order, state.totals, wins, side_scores, seat_scores, first_round, places,
                  ejected, hit)  # fmt: skip
    return Block(
        state, Lying(state.owner, state.bonus, level, face, fate), match,
        np.zeros((games, 2, seats), np.int64), np.zeros((games, 5)), np.zeros((games, 5)),
        np.zeros((games, WORDS), np.uint32), np.zeros(games, np.int64),
    )  # fmt: skip


def make_setting(rules: Rules, world: World, hands: NDArray[np.float64], *, key: Key) -> Setting:
    """Write down what is the same in all games.

    Parameters
    ----------
    rules : Rules
        The rules.
    world : record
        Their board.
    hands : array of float64, shape (seats, 2)
        How steady each seat's are.
    key : array of uint64, shape (2,)
        The game's Philox key.

    Returns
    -------
    Setting
        For compiled code.
    """
    numbers = make_numbers(rules, len(hands))
    rolls, rolled_start = rules.first_order == "roll", rules.start_face == "random"
    return Setting(numbers, rolls, rolled_start, world, hands, key)


_EXAMPLE = Rules()
BLOCK = typeof(make_block(_EXAMPLE, 1, 2))
SETTING = types.NamedTuple(
    [typeof(make_numbers(_EXAMPLE, 2)), types.boolean, types.boolean, WORLD,
     types.float64[:, ::1], types.uint64[::1]],
    Setting,
)  # fmt: skip


@jit_inline
def desk_of(block, game):  # type: ignore[no-untyped-def]
    """Take one game out of a block.

    Parameters
    ----------
    block : Block
        Many games.
    game : int
        Its row.

    Returns
    -------
    Desk
        The same memory, borrowed.
    """
    state, lying, match = block.state, block.lying, block.match
    desk = Desk(
        dice_of(state.dice, game),
        Lying(lying.owner[game], lying.bonus[game], lying.level[game], lying.face[game],
              lying.fate[game]),
        Match(match.facts[game], match.order[game], match.totals[game], match.wins[game],
              match.side_scores[game], match.seat_scores[game], match.first_round[game],
              match.places[game], match.ejected[game], match.hit[game]),
        state.turn[game], state.left[game], block.done[game], block.meant[game],
        block.shot[game], block.words[game],
    )  # fmt: skip
    return borrowed(desk)
