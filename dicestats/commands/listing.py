"""``dicestats strategies`` and ``dicestats variants``: what a game has, one line each."""

from collections.abc import Iterator

from pydantic import BaseModel

from dicestats import games
from dicestats.game import Game
from dicestats.settings.values import shown


def run(*, game: str, what: str) -> int:
    """Print names and what they mean.

    Parameters
    ----------
    game : str
        A game's name.
    what : {"strategies", "variants"}
        Strategies with their parameters and defaults, or variants with what they change and
        where they come from.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If there is no such game.
    """
    lines = {"strategies": _strategies, "variants": _variants}[what]
    listed = list(lines(games.load(game)))
    width = max(len(name) for name, _ in listed)
    for name, told in listed:
        print(f"{name:{width}}  {told}")
    return 0


def _strategies(game: Game) -> Iterator[tuple[str, str]]:
    for name, kind in game.strategies().items():
        yield name + _parameters(kind.parameters), kind.summary


def _parameters(model: type[BaseModel]) -> str:
    pairs = [
        name if field.is_required() else f"{name}={shown(field.get_default())}"
        for name, field in model.model_fields.items()
    ]
    return f"({', '.join(pairs)})" if pairs else ""


def _variants(game: Game) -> Iterator[tuple[str, str]]:
    for name, variant in game.variants.items():
        changes = ", ".join(f"{field} = {shown(v)}" for field, v in variant.overrides.items())
        told = f" [{changes}]" if changes else ""
        yield name, f"{variant.summary}{told} ({variant.source})"
