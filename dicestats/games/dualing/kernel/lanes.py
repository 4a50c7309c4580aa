"""Many games of Dualing Dice side by side: one game a lane, all at the same point of a set.

Every lane has a set number and a game of its own. When a game ends, its lane takes the next one;
when there is none left, the last lane takes its place, so that the lanes in use stay together.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing.cards import DICE, SIDES, WHITE_TYPES, Card, fit_table
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import State, face_bit, make_state

FIRST_COLOR, FIRST_SEAT0, FIRST_ROTATE = 0, 1, 2  # who selects first (ruling D10)

ALL_COLORS = (1 << len(DICE)) - 1
ALL_WHITES = (1 << WHITE_TYPES) - 1

HELD, COMPLETED, EXCHANGED = 0, 1, 2  # what is counted of every card

LAST, PLAYING, LEADER = 0, 1, 2  # rows of ``Kept.eight``
SET, HEAD, LEFT, LOW, HIGH = 0, 1, 2, 3, 4  # rows of ``Kept.wide``

_NEVER = np.uint64(1) << np.uint64(63)  # a face bit that no die has


class Numbers(NamedTuple):
    """The rule values that the steps need."""

    seats: int
    rounds: int
    target: int
    max_discards: int
    max_sets: int
    whites_per_type: int
    zero_is_ten: bool
    first: int  # FIRST_COLOR, FIRST_SEAT0 or FIRST_ROTATE
    stands: bool  # a re-rolled die keeps its new number
    literal: bool  # fewest goals among all who reached the target
    extra_set: bool
    reuse: bool  # a die may serve several goals
    by_mask: bool  # ``accepts`` and ``needs`` tell all about a goal
    points: NDArray[np.int16]  # (cards)
    listed: NDArray[np.int64]  # (cards) dice that a goal lists
    accepts: NDArray[np.uint64]  # (2 kinds, cards + 1) faces that meet the goal; last: no card
    needs: NDArray[np.uint64]  # (cards + 1) the highest face of each type that it lists
    fit: NDArray[np.uint8]  # (cards, 2 kinds, 6 types, 21 numbers) requirements that a die fills


class Kept(NamedTuple):
    """All that lasts from set to set, by width, so that a game can be moved to another lane.

    The other fields that last are views of these rows.
    """

    eight: NDArray[np.uint8]  # (3, lanes) LAST, PLAYING, LEADER
    sixteen: NDArray[np.uint16]  # (rows, lanes) hands, then rows that start at 0
    wide: NDArray[np.uint32]  # (5, lanes) SET, HEAD, LEFT, LOW, HIGH
    game: NDArray[np.int64]  # (lanes) index of the game
    deck: NDArray[np.int16]  # (lanes, ring) card indices


class Block(NamedTuple):
    """The arrays of the lanes beside ``State``, used again for the next games."""

    head: NDArray[np.int32]  # (lanes) place of the top card in the ring
    left: NDArray[np.int32]  # (lanes) cards in the deck
    counter: NDArray[np.uint32]  # (2, lanes) low and high half of the game's index
    leader: NDArray[np.int8]  # (lanes) who was last ahead alone, EMPTY: nobody
    most: NDArray[np.int16]  # (lanes) the most points of a seat
    ties: NDArray[np.uint16]  # (lanes) rounds with a re-roll
    scarce: NDArray[np.uint16]  # (lanes) rounds in which somebody met an empty pile
    leads: NDArray[np.uint16]  # (lanes) changes of the leader
    firsts: NDArray[np.uint16]  # (seats, lanes) first selections
    others: NDArray[np.uint16]  # (seats, lanes) saved white dice that another seat rolled
    words: NDArray[np.uint32]  # (seats, 4, lanes) words of drawing strategies, see luck
    action: NDArray[np.uint8]  # (seats, lanes) what the seats decided
    every: NDArray[np.int64]  # (lanes) 0, 1, 2, ...
    by_first: NDArray[np.int64]  # (lanes + 1) lanes sorted by their first selector
    starts: NDArray[np.int64]  # (seats + 1) where each first selector's lanes start
    some: NDArray[np.int64]  # (2, lanes) lists of lanes
    some_words: NDArray[np.uint32]  # (lanes) scratch
    some_action: NDArray[np.uint8]  # (lanes) scratch
    bytes: NDArray[np.uint8]  # (8, lanes) scratch
    pile: NDArray[np.int8]  # (5, lanes) white dice while they are chosen
    number: NDArray[np.int8]  # (seats, lanes) the numbers that decide a tie
    shown: NDArray[np.int8]  # (seats, 4, lanes) what dice showed before they were re-rolled
    counts: NDArray[np.int64]  # (cards + 1, 3) sets held, completed, exchanged; last: no card


class Lanes(NamedTuple):
    """The arrays of some games side by side."""

    kept: Kept
    block: Block
    state: State


def make_numbers(rules: Rules, seats: int) -> Numbers:
    """Put the rules into numbers.

    Parameters
    ----------
    rules : Rules
        The rules.
    seats : int
        Number of seats.

    Returns
    -------
    Numbers
        For the steps.
    """
    cards = rules.cards
    fit = fit_table(cards, rules.d10_zero_is_ten)
    any_die = rules.card_logic == "any"
    accepts, needs = _masks(cards, fit, any_die=any_die)
    twice = any(len({n.die for n in card.requires}) < len(card.requires) for card in cards)
    return Numbers(
        seats=seats,
        rounds=rules.rounds,
        target=rules.target,
        max_discards=rules.max_discards,
        max_sets=rules.max_sets,
        whites_per_type=rules.whites_per_type,
        zero_is_ten=rules.d10_zero_is_ten,
        first={"color": FIRST_COLOR, "seat0": FIRST_SEAT0, "rotate": FIRST_ROTATE}[
            rules.first_selection
        ],
        stands=rules.reroll_stands,
        literal=rules.end_rule == "fewest_among_reached",
        extra_set=rules.final_tie == "extra_set",
        reuse=rules.die_reuse,
        by_mask=any_die or (rules.die_reuse and not twice),
        points=np.array([card.points for card in cards], np.int16),
        listed=np.array([len(card.requires) for card in cards], np.int64),
        accepts=accepts,
        needs=needs,
        fit=fit,
    )


def _masks(
    cards: tuple[Card, ...], fit: NDArray[np.uint8], *, any_die: bool
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Put goals into masks of faces: accepted by kind, and the highest of each type listed."""
    accepts = np.zeros((2, len(cards) + 1), np.uint64)
    needs = np.full(len(cards) + 1, _NEVER, np.uint64)
    for index, card in enumerate(cards):
        for kind, die, number in np.argwhere(fit[index]).tolist():
            accepts[kind, index] |= face_bit(die, number)
        highest = [face_bit(needed.die, SIDES[needed.die]) for needed in card.requires]
        needs[index] = 0 if any_die else np.bitwise_or.reduce(np.array(highest, np.uint64))
    return accepts, needs


def make_lanes(numbers: Numbers, lanes: int, rules: Rules) -> Lanes:
    """Allocate the arrays of some lanes.

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    lanes : int
        How many games side by side.
    rules : Rules
        The rules.

    Returns
    -------
    Lanes
        Without games yet.
    """
    seats, cards, slots = numbers.seats, len(numbers.points), rules.hand_size
    # A power of two that leaves room for a hand behind all cards (see ``dealing.exchange``).
    ring = 1 << (cards + slots).bit_length()
    eight, wide = np.zeros((3, lanes), np.uint8), np.zeros((5, lanes), np.uint32)
    sixteen = np.zeros((seats * (slots + 4) + 4, lanes), np.uint16)
    kept = Kept(eight, sixteen, wide, np.zeros(lanes, np.int64), np.zeros((lanes, ring), np.int16))
    hand, points, completed, firsts, others, rest = np.split(
        sixteen, np.cumsum([seats * slots, seats, seats, seats, seats])
    )
    state = make_state(seats, lanes, slots=slots, rounds=numbers.rounds)._replace(
        hand=hand.view(np.int16).reshape(seats, slots, lanes),
        points=points.view(np.int16),
        cards=completed.view(np.int16),
        last=eight[LAST],
        playing=eight[PLAYING],
        reach=np.array([_reach(rules, seats, seat) for seat in range(seats)], np.uint8),
        set=wide[SET].view(np.int32),
        game=kept.game,
    )
    block = Block(
        head=wide[HEAD].view(np.int32),
        left=wide[LEFT].view(np.int32),
        counter=wide[LOW:],
        leader=eight[LEADER].view(np.int8),
        most=rest[0].view(np.int16),
        ties=rest[1],
        scarce=rest[2],
        leads=rest[3],
        firsts=firsts,
        others=others,
        counts=np.zeros((cards + 1, 3), np.int64),
        **_scratch(seats, lanes),
    )
    return Lanes(kept, block, state)


def _reach(rules: Rules, seats: int, seat: int) -> int:
    """Give a bit mask of the seats whose white dice a seat may save (rulings D10, D11)."""
    return 1 << seat if rules.select_from == "own" else (1 << seats) - 1


def _scratch(seats: int, lanes: int) -> dict[str, NDArray[Any]]:
    return {
        "words": np.zeros((seats, 4, lanes), np.uint32),
        "action": np.zeros((seats, lanes), np.uint8),
        "every": np.arange(lanes),
        "by_first": np.zeros(lanes + 1, np.int64),
        "starts": np.zeros(seats + 1, np.int64),
        "some": np.zeros((2, lanes), np.int64),
        "some_words": np.zeros(lanes, np.uint32),
        "some_action": np.zeros(lanes, np.uint8),
        "bytes": np.zeros((8, lanes), np.uint8),
        "pile": np.zeros((WHITE_TYPES, lanes), np.int8),
        "number": np.zeros((seats, lanes), np.int8),
        "shown": np.zeros((seats, 4, lanes), np.int8),
    }
