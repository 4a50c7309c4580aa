"""What happens to the face a die starts with: it is kept, turned to the opposite one, or lost.

A landing or a bump treats all faces alike: it keeps the face, takes the opposite one, or any of
the others, each as likely. So throws from one start face tell those from every other exactly, and
a lost face is each of the others with the same chance.
"""

import numpy as np
from numpy.typing import NDArray

from dicestats.games.tumblin.physics.bare import jit_inline
from dicestats.games.tumblin.physics.worth import AWAY, ROWS

KEPT, OPPOSITE, LOST = range(3)
FATES = 3  # of a face


@jit_inline
def fate_of(start, face, sides):  # type: ignore[no-untyped-def]
    """Tell what happened to a face.

    Parameters
    ----------
    start, face : int
        On top before the throw, and now.
    sides : int
        Sides of the die.

    Returns
    -------
    int
        ``KEPT``, ``OPPOSITE`` or ``LOST``.
    """
    if face == start:
        return KEPT
    return OPPOSITE if face == sides + 1 - start else LOST


def starts(rule: str, sides: int) -> tuple[int, ...]:
    """List the faces that are worth starting with, by the rule ``start_face`` (ruling T13).

    Parameters
    ----------
    rule : str
        ``choice`` or ``random``.
    sides : int
        Sides of the die.

    Returns
    -------
    tuple of int
        The highest and the lowest; 0 alone where the face is rolled. Points grow, or shrink, by
        the same for each face more: no other face is better than both.

    Examples
    --------
    >>> starts("choice", 6), starts("random", 6)
    ((6, 1), (0,))
    """
    return (0,) if rule == "random" else (sides, 1)


def by_fate(worths: NDArray[np.float64], start: int) -> NDArray[np.float64]:
    """Average points over the faces that a die may show.

    Parameters
    ----------
    worths : array of float64, shape (ROWS, sides + 1)
        Points by row (see ``physics.worth``) and face.
    start : int
        The face to start with; 0: it is rolled, and any face is as likely in the end.

    Returns
    -------
    array of float64, shape (ROWS, FATES)
        Mean points by row and by what happened to the face. A die that leaves the board is rolled.

    Examples
    --------
    >>> table = np.zeros((ROWS, 7))
    >>> table[4] = 4.0 * np.arange(7)
    >>> by_fate(table, 6)[4].tolist(), by_fate(table, 0)[4].tolist()
    ([24.0, 4.0, 14.0], [14.0, 14.0, 14.0])
    """
    sides = worths.shape[1] - 1
    rolled = _mean(worths, range(1, sides + 1))
    found = np.stack([rolled] * FATES, axis=1)
    if start > 0:
        opposite = sides + 1 - start
        others = [face for face in range(1, sides + 1) if face not in (start, opposite)]
        found[:, KEPT], found[:, OPPOSITE] = worths[:, start], worths[:, opposite]
        found[:, LOST] = _mean(worths, others)
        found[AWAY] = rolled[AWAY]
    return found


def _mean(worths: NDArray[np.float64], faces: range | list[int]) -> NDArray[np.float64]:
    """Average over faces, in one order on every machine."""
    total = np.zeros(ROWS)
    for face in faces:
        total += worths[:, face]
    return total / len(faces)
