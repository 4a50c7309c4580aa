"""The five dice as convex solids: corners and the directions of their faces."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GOLDEN = (1 + math.sqrt(5)) / 2


class Solid(NamedTuple):
    """A die whose opposite faces are 2 apart, around the origin.

    Parameters
    ----------
    corners : array of float64, shape (corners, 3)
        Where its corners are.
    normals : array of float64, shape (sides, 3)
        Where its faces point to, face 1 first; opposite faces add up to sides + 1.
    """

    corners: Floats
    normals: Floats


def solid(sides: int) -> Solid:
    """Build a d6, d8, d10, d12 or d20.

    Parameters
    ----------
    sides : int
        How many sides.

    Returns
    -------
    Solid
        Its shape; a d10 is a trapezohedron whose apex is as far as its equator.
    """
    cube = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    shapes = {
        6: (cube, axes),
        8: (axes, cube),
        10: (_trapezohedron(), None),
        12: (np.concatenate([cube, _ring(GOLDEN, 1 / GOLDEN)]), _ring(1, GOLDEN)),
        20: (_ring(1, GOLDEN), np.concatenate([cube, _ring(GOLDEN, 1 / GOLDEN)])),
    }
    corners, given = shapes[sides]
    normals = _kites() if given is None else given
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return Solid(corners / (corners @ normals[0]).max(), _numbered(normals))


def _ring(small: float, large: float) -> Floats:
    """Give (0, +-small, +-large) and its cyclic permutations."""
    first = [(0.0, a * small, b * large) for a in (-1, 1) for b in (-1, 1)]
    return np.array([np.roll(corner, shift) for shift in range(3) for corner in first])


def _trapezohedron() -> Floats:
    height = (1 - math.cos(math.pi / 5)) / (1 + math.cos(math.pi / 5))
    turns = [math.pi / 5 * k for k in range(10)]
    ring = [(math.cos(a), math.sin(a), height * (-1) ** k) for k, a in enumerate(turns)]
    return np.array([*ring, (0, 0, 1), (0, 0, -1)])


def _kites() -> Floats:
    """Give the directions of a trapezohedron's faces: above the ring's lower corners, and below."""
    cosine = math.cos(math.pi / 5)
    rise = (1 + cosine) / 2  # the slope of a face is minus its inverse
    upper = [(math.cos(a), math.sin(a), rise) for a in (math.pi / 5 * k for k in (1, 3, 5, 7, 9))]
    return np.array([*upper, *(-np.array(upper))])


def _numbered(normals: Floats) -> Floats:
    """Order faces so that opposite ones add up to their number + 1."""
    half = [n for n in normals if tuple(np.sign(np.round(n, 9))) > (0, 0, 0)]
    return np.array([*half, *(-n for n in reversed(half))])
