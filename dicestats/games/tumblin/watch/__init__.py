"""Watching a game of Tumblin' Dice throw by throw: as text with maps, or as pictures on a page."""

from collections.abc import Sequence

from dicestats.game import Strategy, Watched
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.watch.page import page
from dicestats.games.tumblin.watch.scenes import watched
from dicestats.games.tumblin.watch.story import tell


def watch(rules: Rules, strategies: Sequence[Strategy], *, seed: int, game: int) -> Watched:
    """Play a game before people's eyes.

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
    Watched
        Its record, its story, and its filmstrip.
    """
    record, rounds = watched(rules, strategies, seed=seed, game=game)
    states = [given["states"] for given in record["rounds"]]
    plain = {**record, "rounds": [{"dice": dice[-1]} for dice in states]}
    return Watched(plain, tell(record, rounds, rules), lambda: page(record, rounds, rules))
