"""Where exact shots at an empty board end: simulated once for each board, kept in a file.

Counts of outcomes by angle and speed serve every skill and every way of counting points.
"""

import hashlib
import json
import os
import sys
import uuid
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.board import Board
from dicestats.games.tumblin.physics.bare import jit_bare
from dicestats.games.tumblin.physics.dice import make_dice
from dicestats.games.tumblin.physics.shoot import ANGLE, FACE, SPEED, shoot
from dicestats.games.tumblin.physics.worth import ROWS, Grid, make_grid, row_of
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import address, world_of
from dicestats.streams import key

THROWS = 240  # of each shot: a multiple of 6, 8, 10, 12 and 20 sides
FOLDER = "DICESTATS_CACHE"  # environment variable: where files are kept

_FORMAT = 1  # of the file: another one is another file
_SEED = 0  # of the luck
_FORWARD = 0.8  # share of the landing disc behind a die that is about to be thrown


def start_of(board: Board) -> tuple[float, float]:
    """Say where dice are put on the landing disc.

    Parameters
    ----------
    board : Board
        The board.

    Returns
    -------
    x, y : float
        Metres.

    Examples
    --------
    >>> start_of(Board())
    (0.0, 0.08)
    """
    return 0.0, round(_FORWARD * board.disc_length, 6)


@jit_bare
def _count(world, dice, shot, grid, key, throws, face, shoot, out):  # type: ignore[no-untyped-def]
    """Throw at every cell of the grid, and count where dice end with which face."""
    angles, speeds, sides = grid.angles.shape[0], grid.speeds.shape[0], np.int64(dice.sides[0])
    for a in range(angles):
        for s in range(speeds):
            shot[ANGLE], shot[SPEED] = grid.angles[a], grid.speeds[s]
            for throw in range(throws):
                shot[FACE] = face if face > 0 else 1 + throw % sides
                address = ((a * speeds + s) * throws + throw, 0, 0, 0)
                shoot(world, dice, 0, 0, shot, key, address)
                out[row_of(world, dice, 0) * (sides + 1) + dice.face[0], a, s] += 1


def outcome_map(rules: Rules, sides: int, face: int) -> NDArray[np.uint16]:
    """Count how shots end: from a file, or by throwing two and a half million dice.

    Parameters
    ----------
    rules : Rules
        Their board, throw model and ``line`` matter.
    sides : int
        Sides of the die.
    face : int
        The face that is up before; 0: each in turn.

    Returns
    -------
    array of uint16, shape (ROWS x (sides + 1), angles, speeds)
        Counts of ``THROWS``, by the grid of ``make_grid()``: row (see ``physics.worth``) and face.

    Notes
    -----
    The file lies in the user's cache folder, or in the folder that the environment variable
    DICESTATS_CACHE names.
    """
    path = cache_folder() / f"tumblin-shots-{_digest(rules, sides, face)}.npz"
    found = _read(path)
    if found is None:
        found = _thrown(rules, sides, face, make_grid())
        _keep(path, found)
    return found


def _thrown(rules: Rules, sides: int, face: int, grid: Grid) -> NDArray[np.uint16]:
    shape = (ROWS * (sides + 1), len(grid.angles), len(grid.speeds))
    out = np.zeros(shape, np.uint16)
    shot = np.array([*start_of(rules.board), 0.0, 0.0, 0.0])
    own = key(_SEED, "tumblin shots")
    _count(world_of(rules), make_dice(1, sides), shot, grid, own, THROWS, face, address(shoot), out)
    return out


def cache_folder() -> Path:
    """Find the folder where files are kept.

    Returns
    -------
    Path
        It need not exist.
    """
    if os.environ.get(FOLDER):
        return Path(os.environ[FOLDER])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"), "dicestats")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/dicestats"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dicestats")


def _digest(rules: Rules, sides: int, face: int) -> str:
    """Name all that the counts depend on: the code of the physics, too."""
    plain = {**rules.model_dump(mode="json", include={"board", "throw", "line"})}
    content: list[Any] = [_FORMAT, THROWS, sides, face, plain]
    digest = hashlib.sha256(json.dumps(content).encode())
    for path in sorted(Path(__file__).parents[1].joinpath("physics").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _read(path: Path) -> NDArray[np.uint16] | None:
    """Read counts; None where there is no file, or a damaged one (its checksums tell)."""
    try:
        with np.load(path) as file:
            found: NDArray[np.uint16] = file["counts"]
    except (FileNotFoundError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        return None
    return found


def _keep(path: Path, counts: NDArray[np.uint16]) -> None:
    """Write a file at once: under another name first."""
    hidden = path.with_name(f".{path.stem}-{uuid.uuid4().hex}.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            np.savez_compressed(hidden, counts=counts)
            os.replace(hidden, path)
        finally:
            hidden.unlink(missing_ok=True)
    except OSError as error:
        warnings.warn(f"{path} cannot be kept: shots are thrown each time ({error})", stacklevel=3)
