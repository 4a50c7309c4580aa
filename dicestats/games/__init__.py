"""The games there are: a name and the folder that holds its record."""

from importlib import import_module

from dicestats.errors import InputError, unknown
from dicestats.game import Game

GAMES = {
    "convolution": "dicestats.games.convolution",
    "dualing": "dicestats.games.dualing",
    "tumblin": "dicestats.games.tumblin",
}


def load(name: str) -> Game:
    """Look up a game by its name.

    Parameters
    ----------
    name : str
        A key of ``GAMES``.

    Returns
    -------
    Game
        The game's record; its kernel and reference are imported only when they are used.

    Raises
    ------
    InputError
        If there is no such game.

    Examples
    --------
    >>> load("convolution").name
    'convolution'
    """
    if name not in GAMES:
        raise InputError("GAME", unknown("game", name, sorted(GAMES)))
    game: Game = import_module(GAMES[name]).GAME
    return game
