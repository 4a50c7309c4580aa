"""What somebody who only reads a record knows: a module for each game, written apart from it.

Each has ``columns(rules, outcome)``: outcome columns that the outcome of the reference implies;
``decisions(rules, record)``: each decision as (seat, what that seat may know, what it chose);
``ACTIONS``: for each kind of decision, the number of actions, given a view; ``GAMES`` that are
enough in a comparison; strategies that are ``SLOW`` to make, and under which rules they are.
"""

from importlib import import_module
from typing import Any


def of(game: str) -> Any:
    return import_module(f"witness.{game}")
