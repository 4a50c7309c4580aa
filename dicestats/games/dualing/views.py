"""What a seat sees in Dualing Dice and how it is asked: one door for the kernel and the reference.

A compiled strategy reads a ``State`` (see ``state``) and gives actions. A Python strategy is a
function from a ``View`` to scores ``(actions, games)``; the largest score of a legal action wins,
ties go to the lowest action.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games.dualing import luck
from dicestats.games.dualing.cards import DICE, WHITE_TYPES
from dicestats.games.dualing.luck import KINDS
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import (
    COLOR,
    EMPTY,
    SIGNATURE,
    WHITE,
    State,
    cards_held,
    face_bit,
    make_state,
    nth_bit,
    whites_to_save,
)
from dicestats.streams import Key

__all__ = [
    "COLOR",
    "EMPTY",
    "SIGNATURE",
    "WHITE",
    "State",
    "View",
    "ask",
    "cards_held",
    "face_bit",
    "make_state",
    "nth_bit",
    "whites_to_save",
]

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
class _Asked:
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


def _view(asked: _Asked) -> View:
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
        "legal": lambda: _legal(asked).view(np.uint8),
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


def _hand(asked: _Asked) -> NDArray[np.int64]:
    ids = np.array([*(card.id for card in asked.rules.cards), EMPTY], np.int64)
    shown: NDArray[np.int64] = ids[asked.rows(asked.state.hand[asked.seat])]  # EMPTY is the last
    return shown


def _piles(asked: _Asked) -> NDArray[np.int16]:
    piles = asked.rows(asked.state.piles)
    if asked.kind == "pair":  # choosing is simultaneous: all that shows is a pile used up (D9)
        piles = piles * asked.bits(asked.state.whites, WHITE_TYPES)
    return piles


def _rolled(asked: _Asked) -> NDArray[np.int8]:
    plays = asked.bits(asked.state.playing, len(asked.state.points)).astype(bool)
    return np.where(plays[:, None], asked.rows(asked.state.rolled), np.int8(EMPTY))


def _order(asked: _Asked) -> NDArray[np.uint8]:
    seats = len(asked.state.points)
    order = (asked.rows(asked.state.order)[None] + np.arange(seats)[:, None]) % seats
    return order.astype(np.uint8)


def _noise(asked: _Asked, rows: int) -> NDArray[np.float64]:
    games, sets = asked.rows(asked.state.game), asked.rows(asked.state.set)
    return luck.noise(rows, asked.key, games, sets=sets, at=asked.at())


def _legal(asked: _Asked) -> NDArray[np.bool_]:
    """Tell which actions the rules allow: (actions, games)."""
    state, seat = asked.state, asked.seat
    if asked.kind == "discard":
        held = asked.rows(state.hand[seat]) >= 0  # (slots, games)
        slots = 1 << np.arange(len(held))
        masks = np.arange(1 << len(held))
        few = np.bitwise_count(masks) <= asked.rules.max_discards
        filled = (held * slots[:, None]).sum(axis=0)
        allowed: NDArray[np.bool_] = few[:, None] & (masks[:, None] & ~filled == 0)
        return allowed
    if asked.kind == "pair":
        colors = asked.bits(state.colors[seat], len(DICE))
        whites = asked.bits(state.whites, WHITE_TYPES)
        return (colors[:, None] & whites[None]).reshape(-1, len(asked.lanes)).astype(bool)
    if asked.kind == "reroll":
        return np.ones((2, len(asked.lanes)), bool)
    whites = asked.bits(state.reach[seat] & ~state.taken, len(state.points))
    return np.concatenate([np.ones((1, len(asked.lanes)), bool), whites.astype(bool)])


def ask(
    strategy: Strategy,
    kind: str,
    state: State,
    lanes: Lanes,
    *,
    seat: int,
    rules: Rules,
    key: Key,
    repetition: int = 1,
) -> NDArray[np.uint8]:
    """Ask a strategy what a seat does.

    Parameters
    ----------
    strategy : Strategy
        With a compiled or Python function for this kind of decision.
    kind : str
        discard, pair, reroll or save.
    state : State
        The tables.
    lanes : array of int64, shape (games,)
        The tables that wait for this decision, ascending, all in the same round.
    seat : int
        Who decides.
    rules : Rules
        What is legal.
    key : array of uint64, shape (2,)
        The game's Philox key.
    repetition : int
        For a re-roll: which of this round, from 1.

    Returns
    -------
    array of uint8, shape (games,)
        Legal actions.

    Raises
    ------
    InputError
        If a Python strategy raises, or returns another shape, another type or NaN.
    """
    decide = strategy.decisions[kind]
    asked = _Asked(kind, state, lanes, seat, rules, key, repetition)
    if not isinstance(decide, Compiled):
        scores, legal = _scores(strategy.name, decide, asked), _legal(asked)
        lowest = np.iinfo(scores.dtype).min if scores.dtype.kind in "iu" else -np.inf
        masked = np.where(legal, scores, lowest)
        best: NDArray[np.int64] = (legal & (masked == masked.max(axis=0))).argmax(axis=0)
        return best.astype(np.uint8)
    action, words = np.zeros(len(lanes), np.uint8), np.zeros(len(lanes), np.uint32)
    if decide.draws:
        luck.decision_words(words, key, asked.rows(state.game), asked.rows(state.set), asked.at())
    decide.function(action, decide.table, words, state, lanes, seat)
    return action


def _scores(name: str, decide: Callable[[View], Any], asked: _Asked) -> NDArray[Any]:
    place = f"strategy '{name}'"
    try:
        scores = np.asarray(decide(_view(asked)))
    except Exception as error:
        raise InputError(place, f"{asked.kind}: raised {type(error).__name__}: {error}") from error
    wanted = _legal(asked).shape
    if scores.shape != wanted:
        raise InputError(
            place,
            f"{asked.kind}: returned shape {scores.shape}; wanted {wanted}: (actions, games)",
        )
    if scores.dtype.kind not in "biuf":
        raise InputError(
            place, f"{asked.kind}: returned {scores.dtype} values; wanted integers or floats"
        )
    if scores.dtype.kind == "f" and np.isnan(scores).any():
        raise InputError(place, f"{asked.kind}: returned NaN")
    return scores.astype(np.uint8) if scores.dtype.kind == "b" else scores
