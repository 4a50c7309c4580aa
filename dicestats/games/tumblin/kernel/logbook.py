"""What the kernel writes down of its games: rolls for the first order, dice as a round ends."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Record
from dicestats.games.tumblin.kernel.numbers import NEVER
from dicestats.games.tumblin.kernel.order import is_tied, rank
from dicestats.games.tumblin.kernel.scoring import stays
from dicestats.games.tumblin.kernel.tables import Block, Setting
from dicestats.games.tumblin.luck import order_roll
from dicestats.games.tumblin.physics import DISC, OFF
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import THROWN

_NAMES = {DISC: "disc", OFF: "off"}  # other levels are called by their number
_FATES = ("shot", "hit", "foul")


class Logbook:
    """Records of games that are played side by side.

    Parameters
    ----------
    rules : Rules
        The rules.
    setting : Setting
        What is the same in all games.
    first, games : int
        Which games.
    """

    def __init__(self, rules: Rules, setting: Setting, first: int, games: int) -> None:
        seats = len(setting.hands)
        self._numbers = setting.numbers
        self.records: list[Record] = [
            {
                "rules": rules.written(seats),
                "seats": seats,
                "order_rolls": _order_rolls(setting, game) if setting.rolls else [],
                "rounds": [],
            }
            for game in range(first, first + games)
        ]

    def note(self, block: Block, lanes: NDArray[np.int64]) -> None:
        """Write down rounds that are done.

        Parameters
        ----------
        block : Block
            The games.
        lanes : array of int64, shape (games,)
            Which of them.
        """
        for lane in lanes.tolist():
            thrown = int(block.state.turn[lane, THROWN])
            rows = [part[lane, :thrown].tolist() for part in block.lying]
            dice = [self._die(*die) for die in zip(*rows, strict=True)]
            self.records[lane]["rounds"].append({"dice": dice})

    def _die(self, owner: int, bonus: int, level: int, face: int, fate: int) -> dict[str, Any]:
        known = stays(self._numbers, level) or (level == OFF and self._numbers.eject != NEVER)
        return {
            "owner": owner,
            "level": _NAMES.get(level, level),
            "face": face if known else None,
            "bonus": bool(bonus),
            "fate": _FATES[fate],
        }


def _order_rolls(setting: Setting, game: int) -> list[list[int | None]]:
    sides, rolls = len(setting.numbers.members), list[list[int | None]]()
    places, rolled, tied = np.zeros(sides, np.int64), np.zeros(sides, np.int64), sides
    while tied:
        row: list[int | None] = [None] * sides
        for side in range(sides):
            if is_tied(places, side):
                kind = int(setting.numbers.die_sides[0])
                rolled[side] = order_roll(setting.key, game, len(rolls), side, kind)
                row[side] = int(rolled[side])
        rolls.append(row)
        tied = rank(places, rolled)
    return rolls
