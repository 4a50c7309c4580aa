"""Compile what a game needs before its tests start: ``python -m tests.compiled GAME``.

Test workers begin together, and each would compile all of it for itself.
"""

import gc
import sys

from dicestats.games import load
from dicestats.settings import strategies_from
from dicestats.simulate import simulate


def play_everything(name: str) -> None:
    """Play a few games with every strategy, in the kernel and in the reference."""
    game, rules = load(name), load(name).rules()
    for strategy in game.strategies():
        simulate(name, strategies=[strategy], games=8, engine="serial")
        players = strategies_from(game, rules, [strategy])
        game.play(rules, players, 1, 0)
        game.simulator(rules, players, 1).records(0, 1)


if __name__ == "__main__":
    gc.disable()  # little of it is garbage
    play_everything(sys.argv[1])
