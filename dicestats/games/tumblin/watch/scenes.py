"""A game as it is watched: every throw with where dice lie before and after, and their ways."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from dicestats import streams
from dicestats.game import Record, Strategy
from dicestats.games.tumblin import reference
from dicestats.games.tumblin.physics import Dice, World
from dicestats.games.tumblin.reference.dice import NAME, Die, is_on_board, read_die
from dicestats.games.tumblin.reference.players import Throw
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import world_of
from dicestats.games.tumblin.watch.trace import Way, ways
from dicestats.streams import Key

SEEN = 0.002  # metres: a smaller move is not told


class Lying(NamedTuple):
    """A die of the round, as it lies or after it left."""

    die: Die
    x: float  # metres; of a die that left the board, where it did
    y: float


class Scene(NamedTuple):
    """One throw."""

    round: int  # from 0
    shot: int  # of the round, from 0; the number of the die that is thrown
    seat: int
    bonus: bool
    meant: tuple[float, ...]  # x, y, angle, speed, start face
    thrown: tuple[float, ...]  # the same as it left the hand
    before: list[Lying]
    after: list[Lying]  # as before, and the die that was thrown
    ways: dict[int, Way]  # of the dice that moved, by number

    @property
    def moved(self) -> list[int]:
        """Numbers of the dice that lay there and were moved, knocked off or turned."""
        return [
            i
            for i, (old, new) in enumerate(zip(self.before, self.after, strict=False))
            if _far(old, new) or _seen(old.die) != _seen(new.die)
        ]


def _far(old: Lying, new: Lying) -> bool:
    return max(abs(new.x - old.x), abs(new.y - old.y)) >= SEEN


def _seen(die: Die) -> tuple[object, ...]:
    return die.level, die.face


def watched(
    rules: Rules, strategies: Sequence[Strategy], *, seed: int, game: int
) -> tuple[Record, list[list[Scene]]]:
    """Play a game and look at every throw.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed, game : int
        As for ``reference.play``.

    Returns
    -------
    record : dict
        With how the dice lie after every shot.
    rounds : list of list of Scene
        The throws of each round.

    Examples
    --------
    >>> def flick(view):
    ...     return [row + 0 * view.round for row in (0.0, 0.08, 0.0, 1.4, 6.0)]
    >>> _, rounds = watched(Rules(), [Strategy("straight", shot=flick)] * 2, seed=1, game=0)
    >>> len(rounds[0]), rounds[0][0].seat, rounds[0][0].ways[0][0]
    (8, 0, (0.0, 0.08))
    """
    record, throws = reference.watch(rules, strategies, seed=seed, game=game)
    around, left = (world_of(rules), streams.key(seed, NAME)), iter(throws)
    rounds = [list(_scenes(rules, given["states"], left, around)) for given in record["rounds"]]
    return record, rounds


def _scenes(
    rules: Rules,
    states: Sequence[Sequence[Record]],
    left: Iterator[Throw],
    around: tuple[World, Key],
) -> Iterator[Scene]:
    world, key = around
    before: list[Lying] = []
    for state, throw in zip(states, islice(left, len(states)), strict=True):
        turn = throw.turn
        dice = [read_die(die) for die in state]
        after = [_lying(die, throw.after, i) for i, die in enumerate(dice)]
        found, _ = ways(
            world, throw.before, turn.shot, shot=throw.thrown, key=key, address=throw.address
        )
        kept = {i: way for i, way in found.items() if i == turn.shot or _is_there(rules, before, i)}
        yield Scene(
            turn.round, turn.shot, turn.seat, turn.bonus,
            tuple(throw.meant.tolist()), tuple(throw.thrown.tolist()), before, after, kept,
        )  # fmt: skip
        before = after


def _lying(die: Die, dice: Dice, i: int) -> Lying:
    return Lying(die, float(dice.x[i]), float(dice.y[i]))


def _is_there(rules: Rules, lying: Sequence[Lying], i: int) -> bool:
    return is_on_board(rules, lying[i].die)
