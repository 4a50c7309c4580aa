"""Laws that every throw keeps: overlaps, energy, what is off, mirrors, distances, distributions."""

import math

import numpy as np
import pytest
from games import tumblin_throws as throws
from games.tumblin_throws import FIRST_FIT, any_shot, fill_boards, rounds, shares, single_throws
from scipy import stats

from dicestats import streams
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.physics import (
    DISC,
    HIT,
    OFF,
    SHOT,
    clear,
    contact,
    hand,
    landing,
    level_of,
    make_dice,
    make_world,
    shoot,
)
from dicestats.games.tumblin.physics.mover import Mover
from dicestats.games.tumblin.physics.several import touching_time
from dicestats.games.tumblin.physics.world import mirror_noise
from dicestats.games.tumblin.throw import Solid, Throw
from dicestats.jit import jit

KEY = streams.key(3, "tumblin")
WORLD = make_world(Board(), Throw())
RADIUS = float(WORLD["radius"][0])
RNG = np.random.default_rng(8)

SOLID = Solid(contact_radius=0.7, turn_sd=(0.1, 0.2, 0.3, 0.4), friction_share=(0.5, 0.4, 0.3, 0.2))
TABLES = {name: Board(**preset.overrides) for name, preset in PRESETS.items()}
ELASTIC = {"push_share": (1.0,) * 4, "push_sd": (0.0,) * 4, "graze": 0.0}
WORLDS = {
    **{name: make_world(board, Throw()) for name, board in TABLES.items()},
    "rolling": make_world(Board(), Throw(d20=SOLID)),
    "smooth": make_world(Board(), Throw(contact_jitter=(0.0,) * 4, contact_friction=0.0)),
    "elastic": make_world(Board(), Throw(**ELASTIC, wall_restitution=1.0)),
    "sticky": make_world(Board(), Throw(push_share=(0.5,) * 4, stop_speed=0.001, friction=0.6)),
}


def filled(world: str, dice: int, boards: int) -> np.ndarray:
    own = make_dice(dice)
    own.sides[1::3] = 20
    seen = np.zeros(7)
    fill_boards(WORLDS[world], own, KEY, boards, seen)
    return seen


@pytest.mark.parametrize("world", WORLDS)
def test_boards_full_of_dice(world: str) -> None:
    """10^5 throws at up to 15 dice on each of the two boards; fewer in stranger worlds."""
    seen = filled(world, 16, 6_250 if world in PRESETS else 1_000)
    assert seen[throws.OVERLAP] < 2e-4  # metres: the most that dice at rest may overlap
    assert seen[throws.ON_PEG] < 2e-4
    assert seen[[throws.OUTSIDE, throws.BACK, throws.WRONG, throws.CUT]].tolist() == [0, 0, 0, 0]
    assert 20 < seen[throws.MOST] < 2000  # events; a throw is cut short at 3,000


def test_more_dice_than_any_rule_allows() -> None:
    seen = filled("standard", 40, 100)
    assert seen[throws.OVERLAP] < 2e-4
    assert seen[throws.CUT] == 0


@pytest.mark.soak
@pytest.mark.parametrize("world", PRESETS)
def test_no_throw_of_many_is_cut_short(world: str) -> None:
    seen = filled(world, 16, 10**7 // 32)
    assert seen[throws.OVERLAP] < 2e-4
    assert seen[[throws.OUTSIDE, throws.BACK, throws.WRONG, throws.CUT]].tolist() == [0, 0, 0, 0]


# --- bumps ---


@jit
def bumps(world, states, words, out):  # type: ignore[no-untyped-def]
    """Energy and momentum of two dice before and after; of one at a peg and at a step."""
    for i in range(states.shape[0]):
        x, y, a, s, b, r = states[i]
        m = Mover(0.0, 0.0, math.sin(a), math.cos(a), s, 0.0, 2, 1, 0)
        o = Mover(x, y, math.sin(b), math.cos(b), r, 0.0, 2, 1, 0)
        n, p, _ = contact.collide(world, m, o, words[i], words[i - 1])
        out[0, i] = s * s + r * r
        out[1, i] = n.speed * n.speed + p.speed * p.speed
        out[2, i] = n.ux * n.speed + p.ux * p.speed - m.ux * s - o.ux * r
        out[3, i] = n.uy * n.speed + p.uy * p.speed - m.uy * s - o.uy * r
        out[4, i] = contact.off_the_peg(world, m, i % 10, words[i]).speed - s
        out[5, i] = contact.off_the_step(world, m).speed - s


@pytest.mark.parametrize("world", WORLDS)
def test_energy_never_grows_in_a_bump(world: str) -> None:
    count = 100_000
    states = RNG.uniform(-1, 1, (count, 6)) * [0.02, 0.02, math.pi, 0, math.pi, 0]
    states[:, [3, 5]] = 10 ** RNG.uniform(-4, 0.4, (count, 2))
    states[::2, 5] = 0  # half of them hit a die at rest
    out = np.empty((6, count))
    bumps(WORLDS[world], states, RNG.integers(0, 2**32, count, dtype=np.uint64), out)
    before, after, px, py, peg, step = out
    assert (after <= before * (1 + 1e-12)).all()
    assert (after < 0.99 * before).any() or world == "elastic"
    assert max(peg.max(), step.max()) < 1e-12
    # Momentum stays, but for dice so slow that they stop.
    lost = 2 * float(WORLDS[world]["stop_speed"]) + 1e-12
    assert max(np.abs(px).max(), np.abs(py).max()) <= lost


def test_two_dice_touch_when_a_fine_search_says_so() -> None:
    t = np.linspace(0, 0.4, 40_001)
    hits = 0
    for _ in range(300):
        way, other = RNG.uniform(-math.pi, math.pi, 2)
        place, apart = RNG.uniform(-math.pi, math.pi), RNG.uniform(2 * RADIUS + 1e-4, 0.06)
        speeds = RNG.uniform(0.02, 1.5, 2)
        flying = RNG.random(2) < 0.3
        m = Mover(0.0, 0.0, math.sin(way), math.cos(way), speeds[0], float(flying[0]), 2, 1, 0)
        o = Mover(apart * math.sin(place), apart * math.cos(place), math.sin(other),
                  math.cos(other), speeds[1], float(flying[1]), 2, 2, 0)  # fmt: skip
        brakes = np.where(flying, 0, [WORLD["brake"][0, 1], WORLD["brake"][0, 2]])
        stops = speeds / np.maximum(brakes, 1e-9)
        limit = min(0.4, *stops)
        now = t[t <= limit]
        ways = [speed * now - 0.5 * brake * now**2
                for speed, brake in zip(speeds, brakes, strict=True)]  # fmt: skip
        gap = np.hypot(o.x + o.ux * ways[1] - m.ux * ways[0],
                       o.y + o.uy * ways[1] - m.uy * ways[0]) - 2 * RADIUS  # fmt: skip
        seconds, touch = touching_time(WORLD, m, o, limit)
        if touch:
            hits += 1
            assert np.interp(seconds, now, gap) < 6e-5
            assert gap[now < seconds].min(initial=1) > 0
        elif math.isinf(seconds):
            assert gap.min() > 0
        else:
            assert gap[now < seconds].min(initial=1) > 0
    assert 50 < hits < 250


# --- mirrors, luck, distances ---


@jit
def mirrored_boards(worlds, tables, key, boards, out):  # type: ignore[no-untyped-def]
    """Play the same throws on a board and on its mirror image; the largest differences."""
    shot, left = np.empty(5), np.empty(5)
    right_dice, left_dice = tables
    for board in range(boards):
        clear(right_dice)
        clear(left_dice)
        for k in range(right_dice.x.shape[0]):
            address = (board, 0, k, 0)
            any_shot(key, address, shot)
            left[:] = shot
            left[0], left[2] = -shot[0], -shot[2]
            first = shoot(worlds[0], right_dice, k, k, shot, key, address)
            out[0] += first != shoot(worlds[1], left_dice, k, k, left, key, address)
            for i in range(k + 1):
                out[1] = max(out[1], abs(right_dice.x[i] + left_dice.x[i]))
                out[2] = max(out[2], abs(right_dice.y[i] - left_dice.y[i]))
                out[3] += right_dice.level[i] != left_dice.level[i]
                out[4] += right_dice.face[i] != left_dice.face[i]
                out[5] += right_dice.mover[i] != left_dice.mover[i]


CROOKED = Board(tongue_centres=(-0.15, 0.02, 0.14), pegs=((0.1, 0.5), (-0.14, 0.68), (0.05, 0.3)))


@pytest.mark.parametrize("board", [Board(), CROOKED], ids=["standard", "crooked"])
def test_a_mirrored_throw_goes_a_mirrored_way(board: Board) -> None:
    worlds = make_world(board, Throw()), mirror_noise(make_world(board.mirrored(), Throw()))
    out = np.zeros(6)
    mirrored_boards(worlds, (make_dice(12), make_dice(12)), KEY, 500, out)
    assert out[[0, 3, 4, 5]].tolist() == [0, 0, 0, 0]
    assert out[1:3].max() < 1e-9


@pytest.mark.parametrize("friction", [0.1, 0.25, 0.7])
def test_a_die_slides_as_far_as_friction_lets_it(friction: float) -> None:
    world, dice = make_world(Board(), Throw(friction=friction)), make_dice(1)
    for speed in RNG.uniform(0.05, math.sqrt(0.19 * friction * 9.81), 50):
        angle = RNG.uniform(-0.4, 0.4)
        shot = np.array([0.0, 0.001, angle, speed, 3.0])
        assert shoot(world, dice, 0, 0, shot, KEY, (0, 0, 0, 0)) == 1
        way = speed**2 / (2 * friction * 9.81)
        assert dice.x[0] == pytest.approx(way * math.sin(angle), abs=1e-12)
        assert dice.y[0] == pytest.approx(0.001 + way * math.cos(angle), abs=1e-12)
        assert (dice.level[0], dice.face[0], dice.fate[0], dice.mover[0]) == (DISC, 3, SHOT, 0)


def test_a_shot_backwards_leaves_the_board_and_gets_a_fair_face() -> None:
    dice, faces = make_dice(1, sides=10), np.zeros(11, int)
    shot = np.array([0.0, 0.05, math.pi, 2.0, 6.0])
    for game in range(20_000):
        shoot(WORLD, dice, 0, 0, shot, KEY, (game, 0, 0, 0))
        assert dice.level[0] == OFF
        faces[dice.face[0]] += 1
    assert faces[0] == 0
    assert stats.chisquare(faces[1:]).pvalue > 1e-4  # one fixed sample


def test_luck_lies_at_an_address_and_not_at_a_place_in_the_order() -> None:
    dice, shot = make_dice(9), np.array([0.0, 0.08, 0.02, 1.3, 6.0])
    found = []
    for die, thrown in ((0, 0), (5, 5), (8, 2)):
        clear(dice)
        shoot(WORLD, dice, thrown, die, shot, KEY, (7, 2, 1, 3))
        found.append((dice.x[die], dice.y[die], dice.level[die], dice.face[die]))
        assert dice.mover[die] == thrown
    assert len(set(found)) == 1
    others = set()
    for address in ((8, 2, 1, 3), (7, 3, 1, 3), (7, 2, 0, 3), (7, 2, 1, 4)):
        shoot(WORLD, dice, 0, 0, shot, KEY, address)
        others.add((dice.x[0], dice.y[0]))
    assert len(others | {found[0][:2]}) == 5


def test_a_die_hit_off_the_disc_was_moved_by_the_later_throw() -> None:
    dice, shot = make_dice(2), np.array([0.0, 0.02, 0.0, 0.3, 2.0])
    shoot(WORLD, dice, 0, 0, shot, KEY, (0, 0, 0, 0))
    assert dice.level[0] == DISC
    shoot(WORLD, dice, 1, 1, np.array([0.0, 0.001, 0.0, 1.5, 5.0]), KEY, (0, 0, 1, 0))
    assert dice.level[0] != DISC
    assert (dice.mover[0], dice.fate[0]) == (1, HIT)
    assert (dice.mover[1], dice.fate[1]) == (1, SHOT)


# --- distributions ---


@jit
def many_hands(world, key, intention, out):  # type: ignore[no-untyped-def]
    shot = np.empty(5)
    for game in range(out.shape[1]):
        hand(world, intention, 0.05, 0.07, key, (game, 1, 2, 3), shot)
        out[:, game] = shot


def test_a_hand_spreads_angle_and_logarithm_of_speed() -> None:
    count, intention = 100_000, np.array([0.01, 0.08, 0.2, 1.4, 4.0])
    out = np.empty((5, count))
    many_hands(WORLD, KEY, intention, out)
    assert (out[[0, 1, 4]] == intention[[0, 1, 4], None]).all()
    aside, harder = (out[2] - 0.2) / 0.05, np.log(out[3] / 1.4) / 0.07
    for z in (aside, harder):
        assert stats.kstest(z, "norm").pvalue > 1e-4  # one fixed sample
    assert abs(np.corrcoef(aside, harder)[0, 1]) < 5 / math.sqrt(count)


@jit
def turned_faces(world, dice, m, words, out):  # type: ignore[no-untyped-def]
    for word in words:
        out[landing.landing_face(world, m, dice, 0, word)] += 1


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20])
@pytest.mark.parametrize("drops", [1, 2, 3])
@pytest.mark.parametrize("speed", [0.1, 1.0])
def test_faces_change_as_often_as_fitted(sides: int, drops: int, speed: float) -> None:
    """Equally spaced words: the counts are exact but for rounding."""
    dice, count, throw = make_dice(1, sides=sides), 2**16, Throw()
    dice.face[0] = face = max(1, sides // 3)
    m = Mover(0.0, 0.3, 0.0, 1.0, speed, 0.0, min(drops, 2), drops, 0)
    words = (np.arange(count, dtype=np.uint64) << np.uint64(16)) + np.uint64(2**15)
    found = np.zeros(sides + 1)
    turned_faces(WORLD, dice, m, words, found)
    change = 1.0 if speed < 0.25 else throw.face_change[drops - 1]
    opposite = 1.0 if sides == 2 else throw.opposite_share[drops - 1]
    wanted = np.full(sides + 1, change * (1 - opposite) / max(sides - 2, 1))
    wanted[[0, face, sides + 1 - face]] = 0, 1 - change, change * opposite
    assert np.abs(found / count - wanted).max() < 3 / count


OLD = make_world(Board(), FIRST_FIT)

# Of 2 x 10^7 throws of an independent program of the same model, written in C; four digits.
WANTED = np.array([0.2187, 0.2007, 0.0924, 0.1160, 0.0639, 0.3083])


def test_single_throws_end_where_an_independent_program_says() -> None:
    count = 400_000
    out = np.empty((5, count))
    single_throws(OLD, make_dice(1), KEY, out)
    error = 5 * np.sqrt(WANTED * (1 - WANTED) / count) + 1e-4
    assert (np.abs(shares(out[2]) - WANTED) < error).all()


# Mean round scores of 4 x 10^4 four-round games of that program: fixed aim, average hands.
@pytest.mark.parametrize(("players", "score"), [(2, 38.22), (3, 37.70), (4, 37.15)])
def test_rounds_bring_what_an_independent_program_says(players: int, score: float) -> None:
    totals = np.zeros(8000)
    rounds(OLD, KEY, players, make_dice(4 * players), totals)
    mean, error = totals.mean() / players, totals.std() / players / math.sqrt(len(totals))
    assert abs(mean - score) < 5 * error + 0.05


def test_the_share_below_the_line_is_below_the_line() -> None:
    dice = make_dice(1)
    dice.level[0] = 1
    strict = make_world(Board(), Throw(), past_line=0.008)
    for y, usual, whole in ((0.219, -1, -1), (0.221, 1, -1), (0.2281, 1, 1)):
        dice.y[0] = y
        assert level_of(WORLD, dice, 0) == usual
        assert level_of(strict, dice, 0) == whole
