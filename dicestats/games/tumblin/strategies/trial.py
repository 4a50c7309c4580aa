"""Shots tried out before one is made: on a copy of the board, with luck that is not the game's.

A trial is the real physics with the seats' own hands. Its luck is addressed by two random words of
the seat's strategy and by the number of the trial: all shots that are compared meet the same luck,
and it tells nothing of the luck to come.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.luck import start_face
from dicestats.games.tumblin.physics import OFF, SHOT, Dice, hand
from dicestats.games.tumblin.physics.bare import jit_bare, jit_inline
from dicestats.games.tumblin.physics.maps import lie_as
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.physics.worth import AWAY, MINUS, ON_DISC, row_of
from dicestats.games.tumblin.sights import THROWN
from dicestats.games.tumblin.strategies import known
from dicestats.games.tumblin.strategies.faces import fate_of
from dicestats.games.tumblin.strategies.known import aim_at, side_of, sides_of, worth_lying
from dicestats.games.tumblin.strategies.later import LYING, worth_later

# Rows of ``by_die``: seat, bonus die, own number, taken away, the face before its throw; what it
# will count if the trial does not move it.
OWNER, BONUS, OWN, TAKEN, START, WORTH = range(6)
DIE_ROWS = 6
# Rows of ``by_seat``: before a trial, in a trial, and there by side.
PLAIN_DONE, BONUS_DONE, LOST, POINTS, SCORE, GONE, SIDE, SIDE_GONE, PLAYS = range(9)
SEAT_ROWS = 9
# Of ``span``: the die that is thrown now, the last one of a trial, and how many come after it.
HERE, LAST, LEFT = range(3)


class Room(NamedTuple):
    """Where shots are tried out: the dice that are on the board, then those to be thrown."""

    dice: Dice  # (dice) each
    lying: Dice  # (dice) each: where they lie before
    by_die: NDArray[np.int64]  # (DIE_ROWS, dice)
    by_seat: NDArray[np.int64]  # (SEAT_ROWS, MOST_SEATS)
    span: NDArray[np.int64]  # (3)
    meant: NDArray[np.float64]  # (5)
    shot: NDArray[np.float64]  # (5) as it leaves the hand
    key: NDArray[np.uint64]  # (2)


@jit_bare
def set_up(room, table, words, sight, is_bonus):  # type: ignore[no-untyped-def]
    """Copy what lies there, and line up the dice that are still to be thrown.

    Parameters
    ----------
    room : Room
        Filled.
    table : array of int32
        From ``known.known``.
    words : array of uint32
        Random words of the decision: the first two are the key of all luck in trials.
    sight : Sight
        What the seat sees.
    is_bonus : int
        Whether its bonus die is thrown now.

    Notes
    -----
    A die that the rules have taken away looks like one that left the board, and counts as one.
    """
    room.key[0], room.key[1] = np.uint64(words[0]), np.uint64(words[1])
    room.by_seat[:] = 0
    here, thrown = 0, sight.turn[THROWN]
    for i in range(thrown):
        seat, doubled = np.int64(sight.owner[i]), np.int64(sight.bonus[i])
        room.by_seat[BONUS_DONE if doubled else PLAIN_DONE, seat] += 1
        room.by_seat[PLAYS, side_of(table, seat)] = 1
        room.by_die[OWNER, here], room.by_die[BONUS, here] = seat, doubled
        if sight.dice.level[i] == OFF:
            row = AWAY if sight.dice.fate[i] == SHOT else known.HIT
            worth = worth_lying(table, sight.dice.sides[i], row, sight.dice.face[i])
            room.by_seat[LOST, seat] = 1
            room.by_seat[POINTS, seat] += worth * (table[known.BONUS_FACTOR] if doubled else 1)
        else:
            _copy(room, sight.dice, i, here)
            here += 1
    room.span[HERE], room.span[LAST] = here, here
    _line_up(room, table, sight, is_bonus)


@jit_inline
def _copy(room, dice, i, here):  # type: ignore[no-untyped-def]
    """Copy a die that lies still."""
    lying = room.lying
    lying.x[here], lying.y[here], lying.level[here] = dice.x[i], dice.y[i], dice.level[i]
    lying.face[here], lying.fate[here], lying.mover[here] = dice.face[i], dice.fate[i], -1
    room.dice.sides[here], room.dice.drops[here] = dice.sides[i], dice.drops[i]
    room.dice.speed[here], room.dice.glide[here] = 0.0, 0.0
    room.dice.ux[here], room.dice.uy[here] = 0.0, 1.0


@jit_inline
def _line_up(room, table, sight, is_bonus):  # type: ignore[no-untyped-def]
    """List the die that is thrown now and those after it: bonus dice come first."""
    at, here, by_seat = room.span[HERE], room.span[HERE], room.by_seat
    for i in range(sight.turn[THROWN], sight.owner.shape[0]):
        seat = np.int64(sight.owner[i])
        if seat < 0:
            break  # a round with fewer dice
        done = by_seat[PLAIN_DONE, seat]
        waits = by_seat[BONUS_DONE, seat] < table[known.BONUS_DICE]
        doubled = is_bonus if at == here else (1 if waits else 0)
        number = done
        if doubled:
            number = table[known.PLAIN_DICE] + by_seat[BONUS_DONE, seat]
        room.by_die[OWNER, at], room.by_die[BONUS, at], room.by_die[OWN, at] = seat, doubled, number
        room.dice.sides[at] = sides_of(table, number)
        by_seat[BONUS_DONE if doubled else PLAIN_DONE, seat] += 1
        by_seat[PLAYS, side_of(table, seat)] = 1
        at += 1
    last = min(at - 1, here + table[known.AHEAD])
    room.span[LAST], room.span[LEFT] = last, at - 1 - last
    for i in range(here):
        row, lying = row_of(sight.world, room.lying, i), room.lying
        room.by_die[WORTH, i] = worth_later(
            table, room.dice.sides[i], row, lying.face[i], LYING, 0, lying.x[i], lying.y[i],
            room.span[LEFT],
        )  # fmt: skip


@jit_bare
def attempt(room, table, sight, meant, number):  # type: ignore[no-untyped-def]
    """Make a shot on the copy of the board; in a strategy that looks ahead, finish the round.

    Parameters
    ----------
    room : Room
        Set up; where its dice lie is changed.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    meant : array of float64, shape (5,)
        The shot; its face is of no account.
    number : int
        Of the trial: its luck.

    Notes
    -----
    The die starts with its highest face: how it moves does not depend on it, and what another
    start face would have come to is known (see ``faces``).
    """
    dice, here = room.dice, room.span[HERE]
    lie_as(dice, room.lying, here)
    for i in range(here, room.span[LAST] + 1):
        dice.level[i] = OFF
    for i in range(room.span[LAST] + 1):
        room.by_die[TAKEN, i] = 0
    for i in range(here, room.span[LAST] + 1):
        seat, own = room.by_die[OWNER, i], room.by_die[OWN, i]
        if i == here:
            for part in range(FACE):
                room.meant[part] = meant[part]
            room.meant[FACE] = np.float64(dice.sides[i])
        else:
            aim_at(table, own, room.meant)
        address = (number, np.int64(0), seat, own)
        if table[known.ROLLED_FACE]:
            room.meant[FACE] = start_face(room.key, address, dice.sides[i])
        room.by_die[START, i] = np.int64(room.meant[FACE])
        angle_sd, speed_sd = sight.hands[seat, 0], sight.hands[seat, 1]
        hand(sight.world, room.meant, angle_sd, speed_sd, room.key, address, room.shot)
        sight.shoot(sight.world, dice, i, i, room.shot, room.key, address)
        _take_away(room, table, sight.world, i)


@jit_inline
def _take_away(room, table, world, last):  # type: ignore[no-untyped-def]
    """Take away what the rules do not leave on the board (rulings T7, T8)."""
    if table[known.MINUS_GOES] or table[known.DISC_GOES]:
        for i in range(last + 1):
            row = row_of(world, room.dice, i)
            if (row == MINUS and table[known.MINUS_GOES]) or (
                row == ON_DISC and table[known.DISC_GOES]
            ):
                room.dice.level[i], room.by_die[TAKEN, i] = OFF, 1


@jit_bare
def count_up(room, table, sight, is_low):  # type: ignore[no-untyped-def]
    """Count the points of all sides as the dice of a trial lie.

    Parameters
    ----------
    room : Room
        After ``attempt``; ``by_seat[SIDE]`` is filled, in units of 1 / UNIT points.
    table : array of int32
        From ``known.known``.
    sight : Sight
        What the seat sees.
    is_low : int
        1: as if the die that is thrown now had started with its lowest face.

    Notes
    -----
    The face of a die that was thrown in the trial is luck where it was lost: it counts what dice
    count there on average. That takes half of the noise away.
    """
    dice, by_seat, seats = room.dice, room.by_seat, sight.left.shape[0]
    for seat in range(seats):
        by_seat[SCORE, seat], by_seat[GONE, seat] = by_seat[POINTS, seat], by_seat[LOST, seat]
        by_seat[SIDE, seat], by_seat[SIDE_GONE, seat] = 0, 0
    for i in range(room.span[LAST] + 1):
        seat, row = room.by_die[OWNER, i], row_of(sight.world, dice, i)
        by_seat[GONE, seat] |= 1 if row == AWAY else 0
        if room.by_die[TAKEN, i]:
            continue
        worth = _counted(room, table, i, row, is_low)
        by_seat[SCORE, seat] += worth * (table[known.BONUS_FACTOR] if room.by_die[BONUS, i] else 1)
    for seat in range(seats):
        side, score, gone = side_of(table, seat), by_seat[SCORE, seat], by_seat[GONE, seat]
        if not gone and not table[known.ALL_ON_SIDE]:
            score += _all_on(table, score)
        by_seat[SIDE, side] += score
        by_seat[SIDE_GONE, side] |= gone
    if table[known.ALL_ON_SIDE]:
        for side in range(sight.totals.shape[0]):
            if not by_seat[SIDE_GONE, side]:
                by_seat[SIDE, side] += _all_on(table, by_seat[SIDE, side])


@jit_bare
def _counted(room, table, i, row, is_low):  # type: ignore[no-untyped-def]
    """Tell what a die will count in the end of the round."""
    dice, left = room.dice, room.span[LEFT]
    if i < room.span[HERE] and dice.mover[i] < 0:
        return room.by_die[WORTH, i]
    fate, low, sides = np.int64(LYING), np.int64(0), np.int64(dice.sides[i])
    if i >= room.span[HERE]:
        fate = fate_of(room.by_die[START, i], np.int64(dice.face[i]), sides)
        low = np.int64(room.by_die[START, i] != sides if i > room.span[HERE] else is_low)
    x, y = dice.x[i], dice.y[i]
    at = known.HIT if row == AWAY and dice.fate[i] != SHOT else row
    return worth_later(table, sides, at, dice.face[i], fate, low, x, y, left)


@jit_inline
def _all_on(table, score):  # type: ignore[no-untyped-def]
    """Tell the bonus for having all dice on the board (ruling T11)."""
    if table[known.ALL_ON] == known.POINTS:
        return known.UNIT * np.int64(table[known.ALL_ON_POINTS])
    return max(score, 0) if table[known.ALL_ON] == known.DOUBLE else 0
