"""``dicestats strategies``: the built-in strategies of a game, one line each."""

from pydantic import BaseModel

from dicestats import games
from dicestats.settings.values import shown


def run(*, game: str) -> int:
    """Print names, parameters with their defaults, and what they do.

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
    kinds = games.load(game).strategies()
    calls = {name: name + _parameters(kind.parameters) for name, kind in kinds.items()}
    width = max(map(len, calls.values()))
    for name, kind in kinds.items():
        print(f"{calls[name]:{width}}  {kind.summary}")
    return 0


def _parameters(model: type[BaseModel]) -> str:
    pairs = [
        name if field.is_required() else f"{name}={shown(field.get_default())}"
        for name, field in model.model_fields.items()
    ]
    return f"({', '.join(pairs)})" if pairs else ""
