"""What a Python strategy sees at the tables of Dualing Dice: a read-only view of its own seat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.games.dualing import luck
from dicestats.games.dualing.cards import DICE, WHITE_TYPES
from dicestats.games.dualing.luck import KINDS
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import EMPTY, State
from dicestats.streams import Key

Lanes = NDArray[np.int64]  # (games) the lanes of a State that are asked

_PUBLIC = ("points", "their_points", "cards", "their_cards", "set", "playing", "seat", "legal")
_ALWAYS = ("hand", *_PUBLIC, "noise")
_TABLE = (*_ALWAYS, "colors", "their_colors", "piles", "saved", "their_saved", "round")
_SHOWN = {
    "discard": _ALWAYS,
    "pair": _TABLE,
    "reroll": (*_TABLE, "rolled", "tied"),
    "save": (*_TABLE, "rolled", "taken", "order", "picked"),
}


@dataclass(frozen=True)
class Asked:
    """Who is asked what, in which lanes of which tables."""

    kind: str
    state: State
    lanes: Lanes
    seat: int
    rules: Rules
    key: Key
    repetition: int

    def rows(self, array: NDArray[Any]) -> NDArray[Any]:
        """Take the lanes that are asked (the last axis)."""
        taken: NDArray[Any] = array[..., self.lanes]
        return taken

    def others(self, array: NDArray[Any]) -> NDArray[Any]:
        """Take the rows of the other seats, clockwise from the one that is asked."""
        seats = array.shape[0]
        return self.rows(array[[(self.seat + k) % seats for k in range(1, seats)]])

    def bits(self, masks: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
        """Spread bit masks ``(..., lanes)`` to 0 and 1, ``(..., width, games)``."""
        return _spread(self.rows(masks), width)

    def saved(self) -> NDArray[np.int8]:
        """Put kind, type and number of every saved die together: (seats, rounds, 3, lanes)."""
        state = self.state
        dice = np.stack([state.saved_kind, state.saved_type, state.saved_number], axis=2)
        return np.where(state.saved_kind[:, :, None] == EMPTY, np.int8(EMPTY), dice)

    @cached_property
    def legal(self) -> NDArray[np.uint8]:
        """Tell which actions the rules allow, 0 or 1: (actions, games)."""
        state, seat, games = self.state, self.seat, len(self.lanes)
        if self.kind == "discard":
            held = self.rows(state.hand[seat]) >= 0  # (slots, games)
            filled = (held << np.arange(len(held))[:, None]).sum(axis=0)
            masks = np.arange(1 << len(held))[:, None]
            few = np.bitwise_count(masks) <= self.rules.max_discards
            allowed: NDArray[np.bool_] = few & (masks & ~filled == 0)
            return allowed.view(np.uint8)
        if self.kind == "pair":
            colors = self.bits(state.colors[seat], len(DICE))
            whites = self.bits(state.whites, WHITE_TYPES)
            return (colors[:, None] & whites[None]).reshape(-1, games)
        if self.kind == "reroll":
            return np.ones((2, games), np.uint8)
        whites = self.bits(state.reach[seat] & ~state.taken, len(state.points))
        return np.concatenate([np.ones((1, games), np.uint8), whites])

    def at(self) -> tuple[int, int, int, int]:
        """Say where the luck of this decision lies."""
        kind = KINDS.index(self.kind)
        round_ = 0 if self.kind == "discard" else int(self.state.round[self.lanes[0]])
        return self.seat, kind, round_, self.repetition


class View:
    """What a Python strategy is shown: read-only arrays, one column a game, made when read.

    Always: ``hand`` (slots) card ids, -1 empty; ``points``, ``cards`` (completed goals), ``set``
    from 0; ``their_points``, ``their_cards`` (seats - 1), clockwise from me; ``playing`` (seats)
    0/1, who plays this set: all but in extra sets; ``seat``; ``legal`` (actions) 0/1;
    ``noise(rows)`` uniform numbers in [0, 1), (rows).

    From the choice of a pair on: ``round`` from 0; ``colors`` (6) 0/1, my colour dice still
    available, and ``their_colors`` (seats - 1, 6); ``piles`` (5) white dice as the round began, 0
    where those who choose before me took the last; ``saved`` (rounds, 3) kind (-1 none, 0 white,
    1 colour), type, number, and ``their_saved`` (seats - 1, rounds, 3), of the rounds before.

    For a re-roll: ``tied`` (seats) 0/1 who re-rolls. For a re-roll and for saving: ``rolled``
    (seats, 4) colour type, colour number, white type, white number, -1 for who sits out. For
    saving: ``taken`` (seats) 0/1, the white dice gone; ``order`` (seats), who selects first,
    second, ...; ``picked`` (seats), what each has selected in this round: -1 nothing yet, 0 its
    colour die, 1 + s the white die of seat s.

    ``their_*`` start at my left neighbour; other rows by seat name it by its number. Shapes lack
    the last axis, the games.
    """

    def __init__(self, kind: str, fields: Mapping[str, Callable[[], Any]]) -> None:
        self._kind, self._fields = kind, fields

    def __dir__(self) -> tuple[str, ...]:
        """List what this view shows."""
        return _SHOWN[self._kind]

    def __getattr__(self, name: str) -> Any:
        shown = _SHOWN[self._kind]
        if name not in shown:
            raise AttributeError(f"a view of '{self._kind}' has no '{name}'; it has {shown}")
        value = self._fields[name]()
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        self.__dict__[name] = value
        return value


def _spread(masks: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    places = np.arange(width, dtype=np.uint8)[:, None]
    spread: NDArray[np.uint8] = (masks[..., None, :] >> places) & np.uint8(1)
    return spread


def view_of(asked: Asked) -> View:
    """Make the view of who is asked.

    Parameters
    ----------
    asked : Asked
        Who is asked what.

    Returns
    -------
    View
        Its arrays are made when they are read.
    """
    state, seat, rows = asked.state, asked.seat, asked.rows
    fields: dict[str, Callable[[], Any]] = {
        "hand": lambda: _hand(asked),
        "points": lambda: rows(state.points[seat]),
        "their_points": lambda: asked.others(state.points),
        "cards": lambda: rows(state.cards[seat]),
        "their_cards": lambda: asked.others(state.cards),
        "set": lambda: rows(state.set),
        "playing": lambda: asked.bits(state.playing, len(state.points)),
        "seat": lambda: seat,
        "legal": lambda: asked.legal.view(),
        "noise": lambda: lambda count: _noise(asked, count),
        "colors": lambda: asked.bits(state.colors[seat], len(DICE)),
        "their_colors": lambda: _spread(asked.others(state.colors), len(DICE)),
        "piles": lambda: _piles(asked),
        "saved": lambda: rows(asked.saved()[seat]),
        "their_saved": lambda: asked.others(asked.saved()),
        "round": lambda: rows(state.round),
        "rolled": lambda: _rolled(asked),
        "tied": lambda: asked.bits(state.tied, len(state.points)),
        "taken": lambda: asked.bits(state.taken, len(state.points)),
        "order": lambda: _order(asked),
        "picked": lambda: rows(state.picked).view(np.int8),  # NOT_YET becomes -1
    }
    return View(asked.kind, fields)


def _hand(asked: Asked) -> NDArray[np.int64]:
    ids = np.array([*(card.id for card in asked.rules.cards), EMPTY], np.int64)
    shown: NDArray[np.int64] = ids[asked.rows(asked.state.hand[asked.seat])]  # EMPTY is the last
    return shown


def _piles(asked: Asked) -> NDArray[np.int16]:
    piles = asked.rows(asked.state.piles)
    if asked.kind == "pair":  # choosing is simultaneous: all that shows is a pile used up (D9)
        piles = piles * asked.bits(asked.state.whites, WHITE_TYPES)
    return piles


def _rolled(asked: Asked) -> NDArray[np.int8]:
    plays = asked.bits(asked.state.playing, len(asked.state.points)).astype(bool)
    return np.where(plays[:, None], asked.rows(asked.state.rolled), np.int8(EMPTY))


def _order(asked: Asked) -> NDArray[np.uint8]:
    seats = len(asked.state.points)
    order = (asked.rows(asked.state.order)[None] + np.arange(seats)[:, None]) % seats
    return order.astype(np.uint8)


def _noise(asked: Asked, rows: int) -> NDArray[np.float64]:
    games, sets = asked.rows(asked.state.game), asked.rows(asked.state.set)
    return luck.noise(rows, asked.key, games, sets=sets, at=asked.at())
