"""The board and the throw model as numbers that compiled code reads: one record."""

import math

import numpy as np
from numba import from_dtype

from dicestats.games.tumblin.board import MOST_PEGS, MOST_TONGUES, Board
from dicestats.games.tumblin.throw import CALIBRATED, Throw

MOST_SIDES = 100

DISC, FIRST, LAST_LEVEL, OFF = 0, 1, 4, 9  # levels: the landing disc, 1x, 4x, off the board
FROM_DISC, FROM_STEP = 0, 1  # what a die falls from
DROPS = LAST_LEVEL  # the most drops a die can have made since it lay still

KINDS = 1 + len(CALIBRATED)  # kind 0: d6 and what is not calibrated

_LEAST_GLIDE = 1e-6  # metres: a glide of nothing would be no glide

World = np.void  # a record of type ``LAYOUT``

LAYOUT = np.dtype(
    [
        # the board, by level (0 is the landing disc); y of back and front, half the width
        ("back", "f8", LAST_LEVEL + 1),  # as near to the step behind as centres come
        ("front", "f8", LAST_LEVEL + 1),
        ("half", "f8", LAST_LEVEL),
        ("line", "f8"),  # what lies beyond it on level 1 is on 1x, else on -1x
        ("centre", "f8", MOST_TONGUES),
        ("tongues", "i8"),
        ("tongue_half", "f8"),  # with the grip of its sides
        ("peg_x", "f8", MOST_PEGS),
        ("peg_y", "f8", MOST_PEGS),
        ("peg_begin", "i8", LAST_LEVEL + 2),  # level l has the pegs from here to that of l + 1
        ("peg_row", "f8", (LAST_LEVEL + 1, 2)),  # the y between which they stand
        ("peg_radius", "f8"),
        # dice, by kind; then by drops since rest (0 to 4), or by what it falls from
        ("kind", "i8", MOST_SIDES + 1),  # by sides
        ("radius", "f8", KINDS),
        ("brake", "f8", (KINDS, DROPS + 1)),  # deceleration
        ("slide", "f8", (KINDS, DROPS + 1)),  # way to a stop = slide x speed^2
        ("fall", "f8", (KINDS, 2)),  # seconds of a fall
        ("loss", "f8", (KINDS, 2)),
        ("loss_sd", "f8", (KINDS, DROPS + 1)),
        ("turn_sd", "f8", (KINDS, DROPS + 1)),
        ("face_change", "f8", (KINDS, DROPS + 1)),
        ("opposite_share", "f8", (KINDS, DROPS + 1)),
        ("least_glide", "f8", KINDS),
        ("tipping_speed", "f8", 2),
        ("tipping_turn", "f8"),
        ("least_landing", "f8"),
        ("landing_spread", "f8"),
        # contacts
        ("push_share", "f8", DROPS + 1),
        ("push_sd", "f8", DROPS + 1),
        ("graze", "f8"),
        ("bump_face_change", "f8", 4),
        ("contact_friction", "f8"),
        ("slip_share", "f8"),
        ("contact_jitter", "f8", DROPS + 1),
        ("unclear_share", "f8"),  # of a fall from a step: where a die no longer clears others
        ("peg_restitution", "f8"),
        ("peg_jitter", "f8"),
        ("wall_restitution", "f8"),
        ("wall_slide", "f8"),
        ("stop_speed", "f8"),
    ],
    align=True,
)
WORLD = from_dtype(LAYOUT)  # numba's type of it

_SAME = ("tipping_turn", "least_landing", "landing_spread", "graze",
         "bump_face_change", "contact_friction", "slip_share", "peg_restitution", "peg_jitter",
         "wall_restitution", "wall_slide", "stop_speed")  # fmt: skip
_BUMPS = ("push_share", "push_sd", "contact_jitter")
_BY_DROPS = ("loss_sd", "turn_sd", "face_change", "opposite_share")
_SIDEWAYS = ("turn_sd", "tipping_turn", "contact_jitter", "peg_jitter")


def make_world(board: Board, throw: Throw, *, past_line: float = 0.0) -> World:
    """Put a board and a throw model into one record.

    Parameters
    ----------
    board : Board
        The board.
    throw : Throw
        How dice move on it.
    past_line : float
        How far past the painted line a die's centre must be to lie on 1x, metres: 0, or half a
        die where it must lie wholly past it (ruling T15).

    Returns
    -------
    record
        What compiled code takes; keep it alive while that runs.

    Examples
    --------
    >>> world = make_world(Board(), Throw())
    >>> world["front"].tolist(), round(float(world["brake"][0, 0]), 4)
    ([0.1, 0.38, 0.49, 0.6, 0.69], 2.4525)
    """
    world: World = np.zeros(1, LAYOUT)[0]
    _put_levels(world, board, throw)
    world["line"] = board.strip_end + past_line
    _put_pegs(world, board)
    for name in _SAME:
        world[name] = getattr(throw, name)
    for name in _BUMPS:
        numbers = getattr(throw, name)
        world[name] = *numbers, numbers[-1]
    world["unclear_share"] = 1 - throw.clear_share
    world["tipping_speed"] = throw.tipping_speed_disc, throw.tipping_speed
    for kind, sides in enumerate((6, *CALIBRATED)):
        world["kind"][sides] = kind
        _put_kind(world, kind, board, throw.of(sides))
    return world


def _put_levels(world: World, board: Board, throw: Throw) -> None:
    off = throw.standoff * board.die_size
    world["back"] = 0.0, 0.0, *(begin + off for begin in board.levels[1:4])
    world["front"] = board.disc_length, *board.levels[1:]
    world["half"] = board.disc_width / 2, *[board.width / 2] * 3
    count = len(board.tongue_centres)
    world["tongues"] = count
    world["centre"][:count] = board.tongue_centres
    world["tongue_half"] = board.tongue_width / 2 + throw.tongue_grip


def _put_pegs(world: World, board: Board) -> None:
    pegs = sorted((board.peg_level(x, y), i, x, y) for i, (x, y) in enumerate(board.pegs))
    levels = [peg[0] for peg in pegs]
    world["peg_x"][: len(pegs)] = [peg[2] for peg in pegs]
    world["peg_y"][: len(pegs)] = [peg[3] for peg in pegs]
    world["peg_begin"] = [sum(on < level for on in levels) for level in range(LAST_LEVEL + 2)]
    for level in range(LAST_LEVEL + 1):
        rows = [peg[3] for peg in pegs if peg[0] == level]
        world["peg_row"][level] = (min(rows), max(rows)) if rows else (math.inf, -math.inf)
    world["peg_radius"] = board.peg_radius


def _put_kind(world: World, kind: int, board: Board, throw: Throw) -> None:
    shares = throw.friction_share
    brake = throw.friction * throw.gravity * np.array([*shares, shares[-1]])
    heights = np.array([board.disc_height, board.step_height])
    world["radius"][kind] = throw.contact_radius * board.die_size
    world["brake"][kind] = brake
    world["least_glide"][kind] = max(throw.tipping_way * board.die_size, _LEAST_GLIDE)
    world["slide"][kind] = 1 / (2 * brake)
    world["fall"][kind] = throw.glide_factor * np.sqrt(2 * heights / throw.gravity)
    world["loss"][kind] = throw.drop_loss * np.sqrt(2 * throw.gravity * heights)
    for name in _BY_DROPS:
        world[name][kind][1:] = getattr(throw, name)


def mirror_noise(world: World) -> World:
    """Turn every random turn to the other side, so that a mirrored shot takes a mirrored way.

    Parameters
    ----------
    world : record
        From ``make_world``, of the mirrored board.

    Returns
    -------
    record
        A copy; the same words now turn a die to the left where they turned it to the right.

    Examples
    --------
    >>> world = mirror_noise(make_world(Board(), Throw()))
    >>> float(world["peg_jitter"])
    -0.3395
    """
    other: World = np.array([world], LAYOUT)[0]
    for name in _SIDEWAYS:
        other[name] = -other[name]
    return other
