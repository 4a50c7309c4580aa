"""What somebody who only reads a record knows: a module for each game, written apart from it.

Each has ``columns(rules, outcome)``: outcome columns that the outcome of the reference implies;
``decisions(rules, record)``: each decision as (seat, what that seat may know, what it chose);
none where all lies open and places are real numbers: then a test of the game's own looks at it;
``ACTIONS``: for each kind of decision, the number of actions, given a view; ``legal(kind, numbers,
view)``: what a strategy answers that has made up numbers for those actions; ``GAMES`` that are
enough in a comparison; strategies that are ``SLOW`` to make, and under which rules they are;
``CHEAP``: slow ones, as they are tested; ``WORLDS``, more rules to play by.
"""

from importlib import import_module
from typing import Any


def of(game: str) -> Any:
    return import_module(f"witness.{game}")
