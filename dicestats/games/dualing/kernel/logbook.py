"""Writing games of the kernel down as records while they are played."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Record
from dicestats.games.dualing.cards import SIDES
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import NOT_YET, State

_KINDS = ("color", "white")  # of a re-rolled die, by action


class Logbook:
    """Records of the games that are in the lanes of a kernel, filled step by step.

    Parameters
    ----------
    rules : Rules
        The rules.
    state : State
        The tables of the games; every step is noted for lanes 0 to ``live - 1``.
    first, games : int
        Index of the first game, and how many.
    """

    def __init__(self, rules: Rules, state: State, first: int, games: int) -> None:
        self.state, self.first = state, first
        self.seats = len(state.points)
        self.ids = np.array([card.id for card in rules.cards])
        self.records: list[Record] = [{"deck": [], "sets": []} for _ in range(games)]

    def note_decks(self, decks: NDArray[np.int16], cards: NDArray[np.int32]) -> None:
        """Write the shuffled decks of all lanes down, top first."""
        for lane, deck in enumerate(decks):
            self._record(lane)["deck"] = self.ids[deck[: cards[lane]]].tolist()

    def begin_set(self, live: int) -> None:
        """Open a set in every lane."""
        for lane in range(live):
            lists: list[list[list[int]]] = [[[] for _ in range(self.seats)] for _ in range(2)]
            played = {"discards": lists[0], "rounds": [], "completed": lists[1]}
            self._record(lane)["sets"].append(played)

    def note_cards(self, key: str, seat: int, masks: NDArray[np.uint8], *, live: int) -> None:
        """Write down which cards leave hands, as bit masks of slots: discards or completed."""
        hands = self.state.hand[seat]
        for lane in np.flatnonzero(masks[:live]).tolist():
            slots = [slot for slot in range(len(hands)) if masks[lane] >> slot & 1]
            cards = self.ids[hands[slots, lane]].tolist()
            self._set(lane)[key][seat] = cards if key == "discards" else sorted(cards)

    def note_rolls(self, live: int) -> None:
        """Open a round: what was chosen and rolled."""
        for lane in range(live):
            dice = [
                self.state.rolled[seat, :, lane].tolist() if self._plays(seat, lane) else None
                for seat in range(self.seats)
            ]
            played = {
                "choices": [die and [SIDES[die[0]], SIDES[die[2]]] for die in dice],
                "rolls": [die and [die[1], die[3]] for die in dice],
                "rerolls": [],
                "saves": [],
            }
            self._set(lane)["rounds"].append(played)

    def note_rerolls(
        self, lanes: NDArray[np.int64], action: NDArray[np.uint8], number: NDArray[np.int8]
    ) -> None:
        """Write down what was rolled again in tied lanes."""
        for lane in lanes.tolist():
            rolled = [
                [seat, _KINDS[action[seat, lane]], int(number[seat, lane])]
                for seat in range(self.seats)
                if self.state.tied[lane] >> seat & 1
            ]
            self._set(lane)["rounds"][-1]["rerolls"].append(rolled)

    def note_saves(self, live: int) -> None:
        """Write down what was selected, clockwise from the first selector."""
        for lane in range(live):
            saves: list[list[Any]] = []
            for place in range(self.seats):
                seat = (int(self.state.order[lane]) + place) % self.seats
                chosen = int(self.state.picked[seat, lane])
                if chosen != NOT_YET:
                    saves.append([seat, "white", chosen - 1] if chosen else [seat, "color"])
            self._set(lane)["rounds"][-1]["saves"] = saves

    def _record(self, lane: int) -> Record:
        return self.records[int(self.state.game[lane]) - self.first]

    def _set(self, lane: int) -> dict[str, Any]:
        played: dict[str, Any] = self._record(lane)["sets"][-1]
        return played

    def _plays(self, seat: int, lane: int) -> bool:
        return bool(self.state.playing[lane] >> seat & 1)
