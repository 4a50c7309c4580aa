"""Throw dice as rigid bodies in MuJoCo, to hold the fast model of Tumblin' Dice to.

Run ``python simulations/tumblin/rigid_bodies.py`` (with ``pip install 'dicestats[physics]'``) to
write the package's summary again: the same seeds and version of MuJoCo give the same bytes. Dice
are free boxes or convex meshes; the board is boxes and cylinders (rulings: "Physics: assumed, not
printed"). Dice that lie still sleep until they are touched, which saves nine tenths of the time.
"""

import argparse
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from solids import Solid, solid

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.fidelity.results import Results
from dicestats.games.tumblin.fidelity.setups import Floats, Sample, Setups, make_setups
from dicestats.games.tumblin.fidelity.summary import FILE, Tables, save, summarise

FRICTION, DENSITY = 0.25, 1100  # of dice on wood; kg/m^3
SPIN = 8.0  # rad/s: spread of a thrown die's turning
STEP, STEPS = 0.0005, 20  # seconds; steps between two looks
LOOKS = 400  # a throw is given four seconds
ASLEEP = 0.008  # m/s: a die that is slower for ten steps lies still
THICK = 0.03  # half the thickness of the board's levels, metres
PEG_HEIGHT = 0.03  # above their level: higher than any die
TABLE = -0.5  # metres: where dice go that left the board
OFF = 9

SAMPLES = (
    Sample(sides=6, lying=0, throws=12_000, seed=1),
    Sample(sides=6, lying=4, throws=6_000, seed=2),
    Sample(sides=6, lying=8, throws=5_000, seed=3),
    *(Sample(sides=sides, lying=0, throws=3_000, seed=10 + sides) for sides in (8, 10, 12, 20)),
)
CHUNK = 250  # throws of one task


def tops(board: Board) -> Floats:
    """Give the height of the landing disc and of levels 1 to 4; that of level 4 is 0."""
    levels = [(4 - level) * board.step_height for level in (1, 2, 3, 4)]
    return np.array([levels[0] + board.disc_height, *levels])


def board_xml(board: Board) -> str:
    """Describe the board as MuJoCo's geoms."""
    height, ends = tops(board), board.levels
    parts = [_slab(0, board.disc_width, (0, board.disc_length), height[0])]
    parts += [_slab(0, board.width, ends[k : k + 2], height[k + 1]) for k in range(3)]
    parts += [_slab(x, board.tongue_width, ends[3:], height[4]) for x in board.tongue_centres]
    for x, y in board.pegs:
        z = height[board.peg_level(x, y)]
        size = f"{board.peg_radius} {PEG_HEIGHT}"
        parts.append(f'<geom type="cylinder" pos="{x} {y} {z}" size="{size}"/>')
    return "".join(parts) + f'<geom type="plane" pos="0 0 {TABLE}" size="1 1 1"/>'


def _slab(x: float, width: float, ends: tuple[float, ...], top: float) -> str:
    middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
    size = f"{width / 2} {half} {THICK}"
    return f'<geom type="box" pos="{x} {middle} {top - THICK}" size="{size}"/>'


def model_of(board: Board, shape: Solid, poses: Floats) -> Any:
    """Compile a model with dice at poses (x, y, z, quaternion); all but the last one sleep."""
    half = board.die_size / 2
    if len(shape.normals) == 6:
        geom, mesh = f'<geom type="box" size="{half} {half} {half}"', ""
    else:
        corners = " ".join(f"{c:.12g}" for c in (shape.corners * half).ravel())
        geom, mesh = '<geom type="mesh" mesh="die"', f'<mesh name="die" vertex="{corners}"/>'
    dice = ""
    for i, pose in enumerate(poses):
        pos, quat = (" ".join(f"{c:.17g}" for c in part) for part in (pose[:3], pose[3:]))
        sleep = "auto" if i == len(poses) - 1 else "init"
        dice += (f'<body pos="{pos}" quat="{quat}" sleep="{sleep}"><freejoint/>'
                 f'{geom} density="{DENSITY}"/></body>')  # fmt: skip
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP}" cone="elliptic" impratio="10"'
        f' sleep_tolerance="{ASLEEP}"><flag sleep="enable"/></option>'
        f'<default><geom friction="{FRICTION} .005 .0001" solref=".004 .25"/></default>'
        f"<asset>{mesh}</asset><worldbody>{board_xml(board)}{dice}</worldbody></mujoco>"
    )


def pose_of(shape: Solid, face: int, yaw: float) -> Floats:
    """Turn a die so that a face is on top, and then about the vertical: a quaternion."""
    x, y, z = shape.normals[face - 1]
    tilt = np.array([1 + z, y, -x, 0.0]) if z > -1 + 1e-9 else np.array([0.0, 1.0, 0.0, 0.0])
    tilt /= np.linalg.norm(tilt)
    out = np.empty(4)
    mujoco.mju_mulQuat(out, np.array([math.cos(yaw / 2), 0, 0, math.sin(yaw / 2)]), tilt)
    return out


def poses_of(board: Board, shape: Solid, setups: Setups, row: int) -> Floats:
    """Give the poses of all dice before a throw, the thrown die last, shape (dice, 7)."""
    shot, lying, height = setups.shots[row], setups.sample.lying, tops(board)
    poses = np.empty((lying + 1, 7))
    poses[:lying, 0], poses[:lying, 1] = setups.x[row], setups.y[row]
    poses[:lying, 2], poses[lying, :3] = height[setups.level[row]], (*shot[:2], height[0])
    poses[:, 2] += board.die_size / 2
    faces = [*setups.face[row], int(shot[4])]
    for i, face in enumerate(faces):
        poses[i, 3:] = pose_of(shape, face, setups.yaw[row, i])
    return poses


def run(data: Any, model: Any, board: Board, dice: int) -> set[int]:
    """Wait until all dice sleep; take those that left the board to the table, and name them."""
    gone: set[int] = set()
    for _ in range(LOOKS):
        mujoco.mj_step(model, data, STEPS)
        for i in np.flatnonzero(data.qpos[2::7] < -0.75 * board.die_size):
            if i not in gone:
                gone.add(int(i))
                place = 0.1 * i - 0.4, -0.5, TABLE + board.die_size
                data.qpos[7 * i : 7 * i + 7] = *place, 1, 0, 0, 0
                data.qvel[6 * i : 6 * i + 6] = 0
        if (data.tree_asleep >= 0).all() or len(gone) == dice:
            break
    return gone


def level_at(board: Board, x: float, y: float, z: float) -> int:
    """Tell the level below a die's centre."""
    on_disc = abs(x) < board.disc_width / 2 and y < board.disc_length
    if on_disc and z > tops(board)[0]:
        return 0
    if y < board.level_1_end:
        return -1 if y < board.strip_end else 1
    return 2 + (y >= board.level_2_end) + (y >= board.level_3_end)


def throw(board: Board, setups: Setups, rows: range) -> Results:
    """Throw dice, one row after the other."""
    shape, dice = solid(setups.sample.sides), setups.sample.lying + 1
    level = np.full((len(rows), dice), OFF, np.int8)
    x, y, face = np.zeros(level.shape), np.zeros(level.shape), np.zeros(level.shape, np.int8)
    model = None
    for k, row in enumerate(rows):
        poses, shot = poses_of(board, shape, setups, row), setups.shots[row]
        if model is None or dice > 1:
            model = model_of(board, shape, poses)
            data = mujoco.MjData(model)
        mujoco.mj_resetData(model, data)
        data.qpos[-7:] = poses[-1]
        data.qvel[-6:-4] = shot[3] * math.sin(shot[2]), shot[3] * math.cos(shot[2])
        data.qvel[-3:] = SPIN * setups.spin[row] * shape.normals[int(shot[4]) - 1]  # its own axes
        gone = run(data, model, board, dice)
        for i in set(range(dice)) - gone:
            place = data.qpos[7 * i : 7 * i + 3]
            up = data.xmat[i + 1].reshape(3, 3)[2]
            level[k, i], x[k, i], y[k, i] = level_at(board, *place), *place[:2]
            face[k, i] = 1 + np.argmax(shape.normals @ up)
    return Results(level, x, y, face)


def _chunk(task: tuple[Sample, int]) -> Results:
    sample, first = task
    rows = range(first, min(first + CHUNK, sample.throws))
    return throw(Board(), make_setups(Board(), sample), rows)


def throw_all(sample: Sample, pool: ProcessPoolExecutor) -> Results:
    """Throw a whole sample, in parallel."""
    tasks = [(sample, first) for first in range(0, sample.throws, CHUNK)]
    parts = list(pool.map(_chunk, tasks))
    return Results(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def tables(workers: int) -> Iterator[Tables]:
    """Throw all samples, one after the other, and count what becomes of them."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for sample in SAMPLES:
            yield summarise(make_setups(Board(), sample), throw_all(sample, pool))


def settings() -> dict[str, Any]:
    """Say how the throws are made."""
    return {
        "mujoco": mujoco.__version__, "timestep": STEP, "friction": FRICTION, "cone": "elliptic",
        "impratio": 10, "solref": [0.004, 0.25], "spin_sd": SPIN, "density": DENSITY,
        "sleep_tolerance": ASLEEP, "board": Board().model_dump(mode="json"),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    save(given.out, settings(), list(tables(given.workers)))


if __name__ == "__main__":
    main()
