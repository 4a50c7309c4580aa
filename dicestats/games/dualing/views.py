"""What a seat sees in Dualing Dice and how it is asked: one door for the kernel and the reference.

A compiled strategy reads a ``State`` (see ``state``) and gives actions. A Python strategy is a
function from a ``View`` (see ``seen``) to scores ``(actions, games)``; the largest score of a
legal action wins, ties go to the lowest action.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games.dualing import luck
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.seen import Asked, Lanes, View, view_of
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
from dicestats.jit import jit
from dicestats.shapes import shown
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
    "refuse_strangers",
    "whites_to_save",
]


def refuse_strangers(strategies: Iterable[Strategy], rules: Rules) -> None:
    """Refuse compiled strategies that were made for other rules: their tables do not fit these.

    Parameters
    ----------
    strategies : iterable of Strategy
        Those at the table.
    rules : Rules
        What is played.

    Raises
    ------
    InputError
        With the rules that differ, for every such strategy.
    """
    faults = [
        f"'{strategy.name}' was made for {name} {shown(getattr(decision.rules, name))}; "
        f"here it is {shown(getattr(rules, name))}"
        for strategy in strategies
        for decision in strategy.decisions.values()
        if isinstance(decision, Compiled) and decision.rules not in (None, rules)
        for name in Rules.model_fields
        if getattr(decision.rules, name) != getattr(rules, name)
    ]
    if faults:
        raise InputError("strategies", list(dict.fromkeys(faults)))


def ask(
    strategy: Strategy,
    kind: str,
    state: State,
    *,
    lanes: Lanes,
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
    asked = Asked(kind, state, lanes, seat, rules, key, repetition)
    if not isinstance(decide, Compiled):
        scores = _scores(strategy.name, decide, asked)
        best: NDArray[np.uint8] = _largest(np.ascontiguousarray(scores), asked.legal)
        return best
    action, words = np.zeros(len(lanes), np.uint8), np.zeros(len(lanes), np.uint32)
    if decide.draws:
        luck.decision_words(words, key, asked.rows(state.game), asked.rows(state.set), asked.at())
    decide.function(action, decide.table, words, state, lanes, seat)
    return action


@jit
def _largest(scores, legal):  # type: ignore[no-untyped-def]
    """Find the legal action with the largest score, of equal ones the lowest."""
    none, best = np.uint8(255), scores[0].copy()
    action = np.full(scores.shape[1], none, np.uint8)
    for a in range(scores.shape[0]):
        this = np.uint8(a)
        for i in range(scores.shape[1]):
            score, most, allowed, old = scores[a, i], best[i], legal[a, i], action[i]
            better = (allowed != 0) & ((score > most) | (old == none))
            best[i] = score if better else most
            action[i] = this if better else old
    return action


def _scores(name: str, decide: Callable[[View], Any], asked: Asked) -> NDArray[Any]:
    place = f"strategy '{name}'"
    try:
        scores = np.asarray(decide(view_of(asked)))
    except Exception as error:
        raise InputError(place, f"{asked.kind}: raised {type(error).__name__}: {error}") from error
    wanted = asked.legal.shape
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
