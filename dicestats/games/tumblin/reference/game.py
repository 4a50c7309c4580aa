"""A game as the rules sheet tells it: the first order, rounds, totals, overtime, the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dicestats.game import Record
from dicestats.games.tumblin.reference.dice import NAME, Die, write_die
from dicestats.games.tumblin.reference.ending import Standing, begin, end_round
from dicestats.games.tumblin.reference.order import first_order, shooters
from dicestats.games.tumblin.reference.rounds import States, Table, play_round, roll_order
from dicestats.games.tumblin.reference.scoring import score_round
from dicestats.games.tumblin.rules import Rules


@dataclass
class Game:
    """A game in progress, and what its rounds have brought."""

    seats: int
    standing: Standing
    rounds: list[dict[str, Any]] = field(default_factory=list)  # as an outcome tells them

    @property
    def shooters(self) -> list[int]:
        """Who throws each die of the next round."""
        return shooters(self.standing.rules, self.standing.order, self.seats)


def begin_game(rules: Rules, rolls: Sequence[Sequence[int | None]], *, seats: int) -> Game:
    """Begin a game.

    Parameters
    ----------
    rules : Rules
        The rules.
    rolls : sequence of sequence of (int or None)
        What was rolled for the first order.
    seats : int
        Number of seats.

    Returns
    -------
    Game
        Before the first round.
    """
    return Game(seats, begin(rules, first_order(rolls, len(rules.members(seats)))))


def add_round(game: Game, dice: Sequence[Die]) -> None:
    """Score a round, and go on to the next one or to the end.

    Parameters
    ----------
    game : Game
        As the round began; changed.
    dice : sequence of Die
        All dice thrown, as they lie.

    Notes
    -----
    Rules sheet: How to play; rulings T1 to T11.
    """
    standing, who = game.standing, game.shooters
    order, overtime = list(standing.order), standing.overtime
    scores = score_round(standing.rules, dice, order, seats=game.seats)
    end_round(
        standing, {side: score for side, score in enumerate(scores.sides) if score is not None}
    )
    game.rounds.append(
        {
            "order": order,
            "shooters": who,
            "seat_scores": scores.seats,
            "side_scores": scores.sides,
            "totals": list(standing.totals),
            "overtime": overtime,
        }
    )


def outcome(game: Game) -> dict[str, Any]:
    """Tell how a game went.

    Parameters
    ----------
    game : Game
        Over or not.

    Returns
    -------
    dict
        game, winners (sides), reason, sides (their number), totals, rounds.

    Examples
    --------
    >>> outcome(begin_game(Rules(), [[5, 2]], seats=2))["reason"]
    'unfinished'
    """
    end = game.standing.end
    return {
        "game": NAME,
        "winners": end.winners if end else [],
        "reason": end.reason if end else "unfinished",
        "sides": len(game.standing.totals),
        "totals": list(game.standing.totals),
        "rounds": game.rounds,
    }


def play_game(rules: Rules, table: Table, *, seats: int, states: bool = False) -> Record:
    """Play a game from the first order to the end.

    Parameters
    ----------
    rules : Rules
        The rules.
    table : Table
        Whose hands and luck it is.
    seats : int
        Number of seats.
    states : bool
        Whether to write down how the dice lie after every shot, not only in the end of a round.

    Returns
    -------
    dict
        A complete record with its outcome.

    Notes
    -----
    Rules sheet: Object to How to play; rulings T1 to T14.

    Examples
    --------
    >>> def shoot(turn, dice):
    ...     return [*dice, Die(turn.seat, 2, 5)]
    >>> table = Table(lambda side, repetition: 6 - side, None, shoot)
    >>> record = play_game(Rules(dice=1, final_tie="share"), table, seats=2)
    >>> record["rounds"][0]["dice"][0]
    {'owner': 0, 'level': 2, 'face': 5, 'bonus': False, 'fate': 'shot'}
    >>> record["outcome"]["totals"], record["outcome"]["winners"]
    ([40, 40], [0, 1])
    """
    rolls = roll_order(rules, table, sides=len(rules.members(seats)))
    game, written = begin_game(rules, rolls, seats=seats), []
    while game.standing.end is None:
        table.see(game)
        order, number = game.standing.order, game.standing.round
        played = play_round(rules, order, table, seats=seats, number=number)
        add_round(game, played[-1])
        written.append(_write_round(rules, played, states=states))
    return {
        "game": NAME,
        "rules": rules.written(seats),
        "seats": seats,
        "order_rolls": rolls,
        "rounds": written,
        "outcome": outcome(game),
    }


def _write_round(rules: Rules, played: States, *, states: bool) -> Record:
    written = [
        [write_die(rules, die) for die in dice] for dice in (played if states else played[-1:])
    ]
    return {"states": written} if states else {"dice": written[-1]}
