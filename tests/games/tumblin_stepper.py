"""A second, slow simulator of single throws: small steps of time instead of solved equations.

Written from the description of the model, not from its code; it reads the board and the throw
model, and the same random words, as normal and uniform numbers made by other means.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics import PHYSICS
from dicestats.games.tumblin.throw import Throw
from dicestats.jit import jit
from dicestats.streams import words

EVENTS = 40  # random events of a throw; no single throw has more


@jit
def _words(key, throws, out):  # type: ignore[no-untyped-def]
    for throw in range(throws):
        for event in range(EVENTS):
            out[throw, event] = words(key, throw, PHYSICS, event)


def noise(key: NDArray, throws: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Normal and uniform numbers of each event: (throws, events, 4)."""
    found = np.empty((throws, EVENTS, 4), np.uint32)
    _words(key, throws, found)
    uniform = (found + 0.5) / 2**32
    return special.ndtri(uniform), uniform


def numbers(board: Board, throw: Throw) -> tuple[NDArray[np.float64], ...]:
    """The parameters as arrays: scalars, the four-number fields, pegs with their level, tongues."""
    scalars = [
        board.disc_width / 2, board.disc_length, board.width / 2, throw.friction * throw.gravity,
        throw.glide_factor * math.sqrt(2 * board.disc_height / throw.gravity),
        throw.glide_factor * math.sqrt(2 * board.step_height / throw.gravity),
        throw.drop_loss * math.sqrt(2 * throw.gravity * board.disc_height),
        throw.drop_loss * math.sqrt(2 * throw.gravity * board.step_height),
        throw.contact_radius * board.die_size + board.peg_radius, throw.peg_restitution,
        throw.peg_jitter, throw.wall_restitution, throw.wall_slide, throw.stop_speed,
        throw.least_landing, throw.landing_spread, throw.tipping_speed_disc, throw.tipping_speed,
        throw.tipping_way * board.die_size, throw.tipping_turn, throw.standoff * board.die_size,
    ]  # fmt: skip
    fours = [throw.friction_share, throw.loss_sd, throw.turn_sd, throw.face_change,
             throw.opposite_share]  # fmt: skip
    pegs = [(x, y, board.peg_level(x, y)) for x, y in board.pegs]
    grip = throw.tongue_grip
    tongues = [(left - grip, right + grip) for left, right in board.tongues]
    edges = (board.disc_length, *board.levels[1:])
    return tuple(np.array(part, float) for part in (scalars, fours, pegs, tongues, edges))


@jit
def step_throw(given, step, normals, uniforms, shot, out):  # type: ignore[no-untyped-def]
    """Follow one throw of a six-sided die; fill x, y, level (9 off), face."""
    scalars, fours, pegs, tongues, edges = given
    x, y, vx, vy = shot[0], shot[1], shot[3] * math.sin(shot[2]), shot[3] * math.cos(shot[2])
    level, drops, flight, face, event = 0, 0, 0.0, int(shot[4]), 0
    while True:
        speed = math.sqrt(vx * vx + vy * vy)
        if flight <= 0:
            slower = speed - scalars[3] * fours[0][min(drops, 3)] * step
            if slower <= 0:
                break
            vx, vy = vx * slower / speed, vy * slower / speed
            mean = 0.5 * step * (1 + speed / slower)
            x, y = x + vx * mean, y + vy * mean
        else:
            x, y, flight = x + vx * step, y + vy * step, flight - speed * step
            if flight <= 0:
                event += 1
                z, u, k, low = normals[event], uniforms[event], drops - 1, level == 1
                face = turn_over(
                    face, u[2], fours, k, speed < (scalars[16] if low else scalars[17])
                )
                slower = speed - (scalars[6] if low else scalars[7]) + fours[1][k] * z[0]
                if slower < scalars[14]:
                    slower = scalars[14] + scalars[15] * u[3]
                aside = fours[2][k]
                if speed < (scalars[16] if low else scalars[17]):
                    aside = max(aside, scalars[19])
                turn = math.atan2(aside * z[1], 1 - (aside * z[1]) ** 2 / 2)
                way = math.atan2(vy, vx) + turn
                vx, vy = slower * math.cos(way), slower * math.sin(way)
        if level == 0:
            if y < 0:
                level = 9
                break
            if y > edges[0] or abs(x) > scalars[0]:
                level, drops, flight = 1, 1, max(scalars[4] * math.hypot(vx, vy), scalars[18], 1e-6)
            continue
        on_tongue = False
        if level >= 3:
            for tongue in tongues:
                on_tongue |= tongue[0] <= x <= tongue[1]
        ends = y > edges[4] or not on_tongue if level == 4 else abs(x) > scalars[2]
        if ends or (level == 1 and y < 0):
            level = 9
            break
        if level < 4 and y > edges[level]:
            if level == 3 and not on_tongue:
                level = 9
                break
            level, drops = level + 1, min(drops + 1, 4)
            flight = max(scalars[5] * math.hypot(vx, vy), scalars[18], 1e-6)
        elif level > 1 and y < edges[level - 1] + scalars[20] and vy < 0:
            vx, vy = vx * scalars[12], -vy * scalars[11]
            if math.hypot(vx, vy) <= scalars[13]:
                break
        for peg in pegs if level >= 3 else pegs[:0]:
            dx, dy = peg[0] - x, peg[1] - y
            near = peg[2] == level and dx * dx + dy * dy < scalars[8] ** 2
            if near and vx * dx + vy * dy > 0:
                event += 1
                turn = scalars[10] * normals[event][0]
                way = math.atan2(dy, dx)
                jittered = way + math.atan2(turn, 1 - turn**2 / 2)
                if vx * math.cos(jittered) + vy * math.sin(jittered) > 0:
                    way = jittered
                push = (1 + scalars[9]) * (vx * math.cos(way) + vy * math.sin(way))
                vx, vy = vx - push * math.cos(way), vy - push * math.sin(way)
        if level >= 3 and vx * vx + vy * vy <= scalars[13] ** 2:
            break
    out[0], out[1], out[2], out[3] = x, y, level, face


@jit
def turn_over(face, u, fours, k, surely):  # type: ignore[no-untyped-def]
    p = 1.0 if surely else fours[3][k]
    if u >= p:
        return face
    if u < p * fours[4][k]:
        return 7 - face
    others = [f for f in range(1, 7) if f not in (face, 7 - face)]
    return others[min(int((u / p - fours[4][k]) / (1 - fours[4][k]) * 4), 3)]


@jit
def step_throws(given, step, normals, uniforms, shots, out):  # type: ignore[no-untyped-def]
    for throw in range(shots.shape[0]):
        step_throw(given, step, normals[throw], uniforms[throw], shots[throw], out[:, throw])
