"""Who sits at the reference's table: strategies asked one game at a time, the board, and luck."""

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Strategy
from dicestats.games.tumblin import physics
from dicestats.games.tumblin.luck import BONUS, SHOT, order_roll, start_face
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.reference.dice import (
    DISC,
    FOUL,
    HIT,
    LEVELS,
    MINUS,
    OFF,
    Die,
    Fate,
    Level,
    is_on_board,
)
from dicestats.games.tumblin.reference.dice import SHOT as OWN
from dicestats.games.tumblin.reference.game import Game
from dicestats.games.tumblin.reference.rounds import Table, Turn
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import make_state
from dicestats.games.tumblin.views import Around, Asked, ask

_ONE = np.zeros(1, np.int64)  # the only game of a batch
_LEVELS: dict[int, Level] = {physics.DISC: DISC, physics.OFF: OFF}  # others have their number
_FATES: dict[int, Fate] = {physics.SHOT: OWN, physics.HIT: HIT, physics.FOUL: FOUL}


class Throw(NamedTuple):
    """A throw as those at the table see it: a record tells only where dice lie afterwards."""

    turn: Turn
    address: tuple[int, int, int, int]  # of its luck
    meant: NDArray[np.float64]  # (5) x, y, angle, speed, start face
    thrown: NDArray[np.float64]  # (5) as it left the hand
    before: physics.Dice
    after: physics.Dice


class Players:
    """The strategies of all seats, in one game.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    around : Around
        Board, hands and key.
    game : int
        Index of the game.
    throws : list of Throw, optional
        Where to note every throw.
    """

    def __init__(
        self,
        rules: Rules,
        strategies: Sequence[Strategy],
        around: Around,
        *,
        game: int,
        throws: list[Throw] | None = None,
    ) -> None:
        self._rules, self._strategies, self._around, self._game = rules, strategies, around, game
        self._throws = throws
        sides, seats = len(rules.members(len(strategies))), len(strategies)
        self._seen = make_state(1, seats * len(rules.die_sides), sides=sides, seats=seats)
        self._dice = physics.Dice(*(part[0] for part in self._seen.dice))
        self._plain = [0] * seats  # plain dice thrown in this round

    def table(self) -> Table:
        """Let them play: what the rules leave to people and their dice."""
        return Table(self._roll, self._throws_bonus, self._shoot, self._begin_round)

    def _roll(self, side: int, repetition: int) -> int:
        sides = self._rules.order_sides
        return int(order_roll(self._around.key, self._game, repetition, side, sides))

    def _begin_round(self, game: Game) -> None:
        seen, shooters = self._seen, game.shooters
        physics.clear(self._dice)
        seen.bonus[:], seen.owner[:] = 0, -1
        seen.owner[0, : len(shooters)] = shooters
        seen.totals[0] = game.standing.totals
        seen.left[0] = [shooters.count(seat) for seat in range(game.seats)]
        self._plain = [0] * game.seats

    def _ask(self, kind: int, turn: Turn, number: int) -> NDArray[np.float64]:
        """Ask about a die; ``number`` tells where the luck of the decision lies."""
        self._seen.turn[0] = (
            self._game, turn.round, turn.shot, turn.seat, number, turn.bonus, turn.sides,
        )  # fmt: skip
        asked = Asked(kind, turn.seat, self._seen, _ONE, self._around)
        answer: NDArray[np.float64] = ask(self._strategies[turn.seat], asked)[0]
        return answer

    def _throws_bonus(self, turn: Turn, lying: Sequence[Die]) -> bool:
        return bool(self._ask(BONUS, turn, self._plain[turn.seat]))

    def _shoot(self, turn: Turn, lying: Sequence[Die]) -> list[Die]:
        around, dice = self._around, self._dice
        shot = self._ask(SHOT, turn, turn.number).copy()
        address = (self._game, turn.round, turn.seat, turn.number)
        if self._rules.start_face == "random":
            shot[FACE] = start_face(around.key, address, turn.sides)
        dice.sides[turn.shot], thrown = turn.sides, np.zeros(5)
        physics.hand(around.world, shot, *around.hands[turn.seat], around.key, address, thrown)
        before = deepcopy(dice)
        physics.shoot(around.world, dice, turn.shot, turn.shot, thrown, around.key, address)
        if self._throws is not None:
            self._throws.append(Throw(turn, address, shot, thrown, before, deepcopy(dice)))
        self._seen.left[0, turn.seat] -= 1
        self._seen.bonus[0, turn.shot] = turn.bonus
        self._plain[turn.seat] += not turn.bonus
        return self._look([*lying, Die(turn.seat, DISC, None, turn.bonus)])

    def _look(self, lying: Sequence[Die]) -> list[Die]:
        """See how the dice lie now, and take away what the rules do not leave there."""
        found = list(lying)
        for i, die in enumerate(lying):
            if is_on_board(self._rules, die) or i == len(lying) - 1:
                face, fate = int(self._dice.face[i]), _FATES[int(self._dice.fate[i])]
                found[i] = Die(die.owner, self._level(i), face, die.bonus, fate)
                if not is_on_board(self._rules, found[i]):
                    self._dice.level[i] = physics.OFF
        return found

    def _level(self, i: int) -> Level:
        """Name the level that a die lies on: the strip before the painted line is -1x (T15)."""
        level = int(self._dice.level[i])
        if level == LEVELS[1] and self._dice.y[i] < self._around.world["line"]:
            return MINUS
        return _LEVELS.get(level, level)
