"""``dicestats variants``: the named variants of a game's rules, one line each."""

from dicestats import games
from dicestats.settings.values import shown


def run(*, game: str) -> int:
    """Print names, what they change, and where they come from.

    Parameters
    ----------
    game : str
        A game's name.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If there is no such game.
    """
    variants = games.load(game).variants
    width = max(map(len, variants))
    for name, variant in variants.items():
        changes = ", ".join(f"{field} = {shown(v)}" for field, v in variant.overrides.items())
        told = f" [{changes}]" if changes else ""
        print(f"{name:{width}}  {variant.summary}{told} ({variant.source})")
    return 0
