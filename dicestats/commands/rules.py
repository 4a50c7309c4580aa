"""``dicestats rules``: the rules of a game as a commented TOML file, ready to edit."""

from collections.abc import Sequence

from dicestats import games
from dicestats.settings import rules_from, rules_toml


def run(*, game: str, rules: Sequence[str]) -> int:
    """Print the rules.

    Parameters
    ----------
    game : str
        A game's name.
    rules : sequence of str
        As typed after ``--rules``.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If there is no such game, or the rules are wrong.
    """
    played = games.load(game)
    print(rules_toml(played, rules_from(played, rules)), end="")
    return 0
