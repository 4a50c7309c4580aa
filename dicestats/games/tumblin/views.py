"""What a seat sees in Tumblin' Dice and how it is asked: one door for the kernel and the reference.

A Python strategy is a function from a ``View``: for a shot to ``(5, games)``, x, y on the landing
disc, angle, speed and start face as they are meant; for the bonus die to scores ``(2, games)`` of
keeping it and of throwing it now: the larger one wins, equal ones keep it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError, unknown
from dicestats.game import Compiled, Strategy
from dicestats.games.tumblin import luck
from dicestats.games.tumblin.luck import BONUS, KINDS, SHOT
from dicestats.games.tumblin.physics import DISC, World
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import (
    GAME,
    IS_BONUS,
    NUMBER,
    ROUND,
    SIDES,
    THROWN,
    State,
    decide,
)
from dicestats.games.tumblin.skill import skill_of
from dicestats.shapes import shown
from dicestats.streams import Key

Lanes = NDArray[np.int64]  # (games) rows of a State

MOST_ANGLE, MOST_SPEED = pi, 20.0  # radians, metres a second: beyond is no shot
_PARTS = ("x", "y", "angle", "speed", "start face")
_MINUS = -1  # the strip below the painted line


@dataclass(frozen=True)
class Around:
    """What is the same in all games that are asked."""

    rules: Rules
    world: World
    hands: NDArray[np.float64]  # (seats, 2)
    key: Key  # (2)


@dataclass(frozen=True)
class Asked:
    """Who is asked what, in which games."""

    kind: int
    seat: int
    state: State
    lanes: Lanes
    around: Around

    def turn(self, fact: int) -> NDArray[np.int64]:
        """Take a number of the turn: (games)."""
        found: NDArray[np.int64] = self.state.turn[self.lanes, fact]
        return found


class View:
    """What a Python strategy is shown: read-only arrays, one column a game, made when read.

    Parameters
    ----------
    asked : Asked
        Who is asked; the attributes below are made of it.
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked

    @cached_property
    def dice(self) -> NDArray[np.float64]:
        """All dice of the round in shooting order, (dice, 6): x, y, level, face, owner, thrown.

        Metres; the level is -1, 1 to 4, 0 on the landing disc, 9 off the board or in hand; the
        owner is -1 where a round has fewer dice.
        """
        dice, lanes = self._asked.state.dice, self._asked.lanes
        level, y = dice.level[lanes], dice.y[lanes]
        below = (level == 1) & (y < self._asked.around.world["line"])
        thrown = np.arange(level.shape[1]) < self._asked.turn(THROWN)[:, None]
        rows = (dice.x[lanes], y, np.where(below, _MINUS, level), dice.face[lanes],
                self._asked.state.owner[lanes], thrown)  # fmt: skip
        return _shown(np.stack(rows).astype(np.float64).transpose(2, 0, 1))

    @cached_property
    def bonus(self) -> NDArray[np.int8]:
        """1 for bonus dice that were thrown, (dice)."""
        return _shown(self._asked.state.bonus[self._asked.lanes].T)

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """Points of the rounds before, (sides)."""
        return _shown(self._asked.state.totals[self._asked.lanes].T)

    @cached_property
    def round(self) -> NDArray[np.int64]:
        """Number of the round, from 0."""
        return _shown(self._asked.turn(ROUND))

    @cached_property
    def shots_left(self) -> NDArray[np.int64]:
        """Dice that each seat still throws in this round, (seats): mine with this one."""
        return _shown(self._asked.state.left[self._asked.lanes].T)

    @property
    def seat(self) -> int:
        """My seat."""
        return self._asked.seat

    @cached_property
    def skill(self) -> NDArray[np.float64]:
        """My hand, (2): standard deviations of the angle and of the speed's logarithm."""
        hand = self._asked.around.hands[self._asked.seat]
        return _shown(np.repeat(hand[:, None], len(self._asked.lanes), axis=1))

    @cached_property
    def sides(self) -> NDArray[np.int64]:
        """Sides of the die that I am asked about."""
        return _shown(self._asked.turn(SIDES))

    @cached_property
    def is_bonus(self) -> NDArray[np.int64]:
        """1 where it is a bonus die."""
        return _shown(self._asked.turn(IS_BONUS))

    def noise(self, rows: int) -> NDArray[np.float64]:
        """Uniform random numbers in [0, 1), shape (rows, games), from my own stream."""
        asked = self._asked
        return luck.noise(
            rows, asked.around.key, asked.turn(GAME), rounds=asked.turn(ROUND),
            numbers=asked.turn(NUMBER), at=(asked.seat, asked.kind),
        )  # fmt: skip


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def around(rules: Rules, strategies: Sequence[Strategy], *, world: World, key: Key) -> Around:
    """Check the strategies at a table, and say how steady their hands are.

    Parameters
    ----------
    rules : Rules
        What is played.
    strategies : sequence of Strategy
        One for each seat.
    world : record
        From ``sights.world_of``.
    key : array of uint64, shape (2,)
        The game's Philox key.

    Returns
    -------
    Around
        For ``ask``.

    Raises
    ------
    InputError
        If the rules have no such number of seats; for strategies that lack a decision, have
        one that there is not, no such skill, or tables made for other rules.
    """
    faults = []
    if len(strategies) not in rules.seats:
        fit = ", ".join(map(str, rules.seats))
        faults.append(f"{len(strategies)} given; these rules allow {fit} seats")
    faults += [fault for strategy in strategies for fault in _faults(strategy, rules)]
    if faults:
        raise InputError("strategies", list(dict.fromkeys(faults)))
    skills = [skill_of(strategy) for strategy in strategies]
    hands = np.array([[skill.angle_sd, skill.speed_sd] for skill in skills])
    return Around(rules, world, hands, key)


def _faults(strategy: Strategy, rules: Rules) -> list[str]:
    name, given = strategy.name, strategy.decisions
    faults = [
        f"'{name}': {unknown('decision', kind, KINDS)}" for kind in given if kind not in KINDS
    ]
    faults += [f"'{name}': {unknown('trait', trait, ['skill'])}"
               for trait in strategy.traits if trait != "skill"]  # fmt: skip
    if KINDS[SHOT] not in given:
        faults.append(f"'{name}' decides no {KINDS[SHOT]}")
    return faults + [
        f"'{name}' was made for {field} {shown(getattr(decision.rules, field))}; "
        f"here it is {shown(getattr(rules, field))}"
        for decision in given.values()
        if isinstance(decision, Compiled) and decision.rules not in (None, rules)
        for field in Rules.model_fields
        if getattr(decision.rules, field) != getattr(rules, field)
    ]


def ask(strategy: Strategy, asked: Asked) -> NDArray[Any]:
    """Ask a strategy what a seat does.

    Parameters
    ----------
    strategy : Strategy
        Of that seat.
    asked : Asked
        Who is asked what, in which games.

    Returns
    -------
    array of float64, shape (games, 5), or of int64, shape (games,)
        The shots that are meant; or 1 where the bonus die is thrown now. Who has no mind about
        bonus dice throws them last.

    Raises
    ------
    InputError
        If a Python strategy raises, or returns what is no answer.
    """
    kind, lanes, here = asked.kind, asked.lanes, asked.around
    decision = strategy.decisions.get(KINDS[kind])
    if decision is None:
        return np.zeros(len(lanes), np.int64)
    if isinstance(decision, Compiled):
        things = (here.world, here.hands, here.key)
        shots, answers = decide(decision, kind, asked.state, lanes=lanes, around=things)
        found: NDArray[Any] = shots if kind == SHOT else answers
        return found
    answer = _answer(strategy.name, decision, asked)
    if kind == BONUS:
        now: NDArray[np.int64] = (answer[1] > answer[0]).astype(np.int64)
        return now
    if faults := list(_shot_faults(answer, asked)):
        raise InputError(f"strategy '{strategy.name}'", f"shot: {faults[0]}")
    return np.ascontiguousarray(answer.T)


def _answer(name: str, decide: Callable[[View], Any], asked: Asked) -> NDArray[np.float64]:
    place, kind = f"strategy '{name}'", KINDS[asked.kind]
    try:
        answer = np.asarray(decide(View(asked)))
    except Exception as error:
        raise InputError(place, f"{kind}: raised {type(error).__name__}: {error}") from error
    rows, what = (2, "actions") if asked.kind == BONUS else (len(_PARTS), "parts of a shot")
    wanted = (rows, len(asked.lanes))
    if answer.shape != wanted:
        told = f"{kind}: returned shape {answer.shape}; wanted {wanted}: ({what}, games)"
        raise InputError(place, told)
    if answer.dtype.kind not in "biuf":
        told = f"{kind}: returned {answer.dtype} values; wanted integers or floats"
        raise InputError(place, told)
    if answer.dtype.kind == "f" and np.isnan(answer).any():
        raise InputError(place, f"{kind}: returned NaN")
    return answer.astype(np.float64)


def _shot_faults(shots: NDArray[np.float64], asked: Asked) -> list[str]:
    """Say what is no shot: not from the disc, no angle, no speed, no face of the die."""
    world, sides = asked.around.world, asked.turn(SIDES)
    half, front = float(world["half"][DISC]), float(world["front"][DISC])
    x, y, angle, speed, face = shots
    wrong = [
        (abs(x) > half, 0, f"{-half:g} to {half:g}"),
        ((y < 0) | (y > front), 1, f"0 to {front:g}"),
        (abs(angle) > MOST_ANGLE, 2, "-pi to pi"),
        ((speed <= 0) | (speed > MOST_SPEED), 3, f"above 0, to {MOST_SPEED:g}"),
    ]
    if asked.around.rules.start_face == "choice":
        bad = (face < 1) | (face > sides) | (face != np.floor(face))
        wrong.append((bad, 4, "a face of the die"))
    return [
        f"{_PARTS[part]} {shots[part][bad][0]:g} is not allowed: give {allowed}"
        for bad, part, allowed in wrong
        if bad.any()
    ]
