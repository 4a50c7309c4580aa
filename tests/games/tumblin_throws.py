"""Many throws in compiled code, and what was seen; shared by the tests of the physics."""

import math

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics import clear, hand, level_of, shoot
from dicestats.games.tumblin.physics.noise import draw_words, luck_of
from dicestats.games.tumblin.physics.portable import normal, uniform
from dicestats.games.tumblin.physics.world import LAST_LEVEL, OFF
from dicestats.games.tumblin.throw import Throw
from dicestats.jit import jit

RESULT = ("x", "y", "level", "face", "events")  # of a single throw
OVERLAP, ON_PEG, OUTSIDE, BACK, WRONG, MOST, CUT = range(7)  # what ``fill_boards`` counts
UNUSED = 3800  # an event that no throw reaches: its words choose the shots


# The numbers that the independent program knows: the first fit, where no die tips over, leans on
# a step or passes another.
FIRST_FIT = Throw(
    friction_share=(1.0, 1.0, 0.8777, 0.5463), glide_factor=1.0363, drop_loss=0.2149,
    loss_sd=(0.0008, 0.0386, 0.1055, 0.1055), turn_sd=(0.0324, 0.0444, 0.2121, 0.2121),
    face_change=(0.0, 0.3231, 0.8745, 0.8745), opposite_share=(0.1365, 0.0944, 0.2037, 0.2037),
    tipping_speed=0.35, tipping_speed_disc=0.25, tipping_way=0.0, tipping_turn=0.0, standoff=0.0,
    contact_radius=0.6125, push_share=(0.6348,) * 4, push_sd=(0.0,) * 4, graze=0.0,
    bump_face_change=(0.0,) * 4, contact_friction=0.0159, contact_jitter=(0.0128,) * 4,
    clear_share=0.252, peg_restitution=0.3103, peg_jitter=0.3854, wall_restitution=0.0872,
)  # fmt: skip


@jit
def any_shot(key, address, shot):  # type: ignore[no-untyped-def]
    """Speeds of 0.5 to 2.3 m/s from anywhere on the disc, angles of 0.12 rad around straight."""
    words = draw_words(luck_of(key, address), UNUSED)
    shot[0], shot[1] = 0.09 * (uniform(words[0]) - 0.5), 0.015 + 0.07 * uniform(words[1])
    shot[2], shot[3], shot[4] = 0.12 * normal(words[2]), 0.5 + 1.8 * uniform(words[3]), 6.0


@jit
def single_throws(world, dice, key, out):  # type: ignore[no-untyped-def]
    """Throw one die at an empty board, as many times as ``out`` has columns."""
    shot = np.empty(5)
    for game in range(out.shape[1]):
        any_shot(key, (game, 0, 0, 0), shot)
        events = shoot(world, dice, 0, 0, shot, key, (game, 0, 0, 0))
        level = level_of(world, dice, 0)
        out[0, game], out[1, game], out[2, game] = dice.x[0], dice.y[0], level
        out[3, game], out[4, game] = dice.face[0], events


@jit
def fill_boards(world, dice, key, boards, seen):  # type: ignore[no-untyped-def]
    """Fill boards with dice that are flicked straight, and look at everything after each throw."""
    aim, shot = np.array([0.0, 0.08, 0.0, 1.4, 6.0]), np.empty(5)
    before = np.empty(dice.x.shape[0], np.int8)
    for board in range(boards):
        clear(dice)
        for k in range(dice.x.shape[0]):
            address = (board, 0, k & 15, k >> 4)
            aim[0] = 0.09 * (uniform(draw_words(luck_of(key, address), UNUSED)[0]) - 0.5)
            hand(world, aim, 0.12, 0.15, key, address, shot)
            before[:] = dice.level
            events = shoot(world, dice, k, k, shot, key, address)
            seen[MOST], seen[CUT] = max(seen[MOST], abs(events)), seen[CUT] + (events < 0)
            look(world, dice, k, before, seen)


@jit
def look(world, dice, throw, before, seen):  # type: ignore[no-untyped-def]
    for i in range(throw + 1):
        level, moved = dice.level[i], dice.mover[i] == throw
        seen[WRONG] += not (1 <= dice.face[i] <= dice.sides[i])
        seen[WRONG] += dice.mover[i] < i or dice.mover[i] > throw or dice.speed[i] != 0
        seen[WRONG] += (dice.fate[i] == 1) != (dice.mover[i] != i)
        seen[BACK] += i < throw and before[i] == OFF and (level != OFF or moved)
        if level > LAST_LEVEL:
            continue
        middle = 0.0 if level < LAST_LEVEL else nearest(world, dice.x[i])
        half = world.half[level] if level < LAST_LEVEL else world.tongue_half
        inside = world.back[level] <= dice.y[i] <= world.front[level]
        seen[OUTSIDE] += not (inside and abs(dice.x[i] - middle) <= half + 1e-12)
        radius = world.radius[world.kind[dice.sides[i]]]
        for j in range(i):
            if dice.level[j] == level:
                reach = radius + world.radius[world.kind[dice.sides[j]]]
                apart = math.hypot(dice.x[i] - dice.x[j], dice.y[i] - dice.y[j])
                seen[OVERLAP] = max(seen[OVERLAP], reach - apart)
        for k in range(world.peg_begin[level], world.peg_begin[level + 1]):
            apart = math.hypot(dice.x[i] - world.peg_x[k], dice.y[i] - world.peg_y[k])
            seen[ON_PEG] = max(seen[ON_PEG], radius + world.peg_radius - apart)


@jit
def nearest(world, x):  # type: ignore[no-untyped-def]
    found = world.centre[0]
    for k in range(1, world.tongues):
        if abs(x - world.centre[k]) < abs(x - found):
            found = world.centre[k]
    return found


@jit
def rounds(world, key, players, dice, totals):  # type: ignore[no-untyped-def]
    """Rounds of four dice each with one fixed aim and an average hand; points of each die."""
    aim, shot = np.array([0.0, 0.08, 0.0, 1.38, 6.0]), np.empty(5)
    for game in range(totals.shape[0]):
        clear(dice)
        for k in range(4 * players):
            address = (game, 0, k % players, k // players)
            hand(world, aim, 0.05, 0.07, key, address, shot)
            shoot(world, dice, k, k, shot, key, address)
        for i in range(4 * players):
            level = level_of(world, dice, i)
            multiplier = 0 if level == OFF else -1 if level == 0 else level
            totals[game] += multiplier * dice.face[i]


def shares(levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares of -1x (with the disc), 1x to 4x, off."""
    rows = [levels == level for level in (1, 2, 3, 4, OFF)]
    return np.array([np.mean(levels <= 0), *(np.mean(row) for row in rows)])
