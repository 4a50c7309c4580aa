"""The course of many games of Dualing Dice where strategies are asked from Python.

Step by step the same as ``engine``, which does it in compiled code: for strategies written in
Python, and for games that are written down.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicestats.game import Columns, Strategy
from dicestats.games.dualing import views
from dicestats.games.dualing.kernel import dealing, pairing, rolling, saving, scoring, ties
from dicestats.games.dualing.kernel.closing import close_games, fill_lanes
from dicestats.games.dualing.kernel.lanes import FIRST_COLOR, Block, Lanes, Numbers
from dicestats.games.dualing.kernel.logbook import Logbook
from dicestats.games.dualing.kernel.matching import match_goals
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import NOT_YET, State
from dicestats.streams import Key

Some = NDArray[np.int64]  # (games) some of the lanes


@dataclass(frozen=True)
class Course:
    """Lanes, and the strategies that play in them."""

    rules: Rules
    numbers: Numbers
    strategies: Sequence[Strategy]
    key: Key  # (2)
    lanes: Lanes

    def play(self, first: int, columns: Columns, log: Logbook | None = None) -> None:
        """Play games ``first``, ``first + 1``, ...; a log needs a lane for each."""
        kept, block, state = self.lanes
        shape = (self.numbers.seats, state.hand.shape[1], len(self.numbers.points))
        begun, live = 0, 0
        while True:
            span = (first + begun, columns.shape[1] - begun, live)
            games = fill_lanes(kept, shape, self.key, span)
            begun, live = begun + games, live + games
            if live == 0:
                break
            if log and games:
                log.note_decks(kept.deck[:games], block.left[:games])
            self._begin_set(live, log)
            for round_ in range(self.numbers.rounds):
                state.round[:live] = round_
                self._choose(live)
                self._roll(round_, live, log)
                self._select(live)
                if log:
                    log.note_saves(live)
                self._save(round_, live)
            self._score(live, log)
            live = close_games(kept, block, state, self.numbers, (first, live), columns)

    @property
    def block(self) -> Block:
        """Arrays beside the tables."""
        return self.lanes.block

    @property
    def state(self) -> State:
        """The tables."""
        return self.lanes.state

    def _ask(self, kind: str, seat: int, lanes: Some, repetition: int = 1) -> NDArray[np.uint8]:
        return views.ask(
            self.strategies[seat], kind, self.state,
            lanes=lanes, seat=seat, rules=self.rules, key=self.key, repetition=repetition,
        )  # fmt: skip

    def _playing(self, seat: int, lanes: Some) -> Some:
        """Keep the lanes in which a seat plays: all but in extra sets."""
        kept: Some = lanes[self.state.playing[lanes] >> seat & 1 == 1]
        return kept

    def _ask_all(self, kind: str, seat: int, live: int) -> None:
        lanes = self._playing(seat, self.block.every[:live])
        self.block.action[seat, :live] = 0
        if len(lanes):
            self.block.action[seat, lanes] = self._ask(kind, seat, lanes)

    def _begin_set(self, live: int, log: Logbook | None) -> None:
        block, state, numbers = self.block, self.state, self.numbers
        decks = (self.lanes.kept.deck, block.head, block.left)
        state.piles[:, :live] = numbers.whites_per_type
        if log:
            log.begin_set(live)
        for seat in range(numbers.seats):
            dealing.lay_out(state.colors[seat], state.saved_kind[seat], state.got[seat], live)
            dealing.refill(state.hand[seat], state.playing, seat, decks, block.some[0], live)
        for seat in range(numbers.seats):
            hand, many, action = state.hand[seat], block.bytes[0], block.action[seat]
            if numbers.max_discards:
                self._ask_all("discard", seat, live)
                if log:
                    log.note_cards("discards", seat, action, live=live)
                dealing.sort_hand(hand, action, many, block.bytes[1:], live)
                dealing.exchange(hand, many, decks, numbers.max_discards, block.counts, live)
            dealing.count_held(hand, state.playing, seat, block.counts, live)

    def _choose(self, live: int) -> None:
        block, state, numbers = self.block, self.state, self.numbers
        everyone = (1 << numbers.seats) - 1
        pairing.open_round(state.piles, state.whites, state.playing, state.taken, everyone, live)
        for seat in range(numbers.seats):
            self._ask_all("pair", seat, live)
            pairing.set_pairs(block.action[seat], state.rolled[seat], live)
        if numbers.whites_per_type < numbers.seats * numbers.rounds:
            self._choose_in_turn(live)
            pairing.count_scarce(block.scarce, state.whites, live)

    def _choose_in_turn(self, live: int) -> None:
        block, state, seats = self.block, self.state, self.numbers.seats
        short = block.some[0, : pairing.list_short(state, block.some[0], block.bytes, live)]
        pairing.sort_short(state, short, block.by_first, block.starts, block.pile)
        for place in range(seats if len(short) else 0):
            for seat in range(seats):
                first = (seat - place) % seats
                lanes = block.by_first[block.starts[first] : block.starts[first + 1]]
                lanes = self._playing(seat, lanes)
                if len(lanes):
                    pairing.show_left(block.pile, lanes, state.whites)
                    action = self._ask("pair", seat, lanes)
                    pairing.set_some_pairs(action, state.rolled[seat], lanes, block.pile)

    def _roll(self, round_: int, live: int, log: Logbook | None) -> None:
        block, state, numbers = self.block, self.state, self.numbers
        for seat in range(numbers.seats):
            rolled = state.rolled[seat]
            rolling.roll(rolled, block.counter, state.set, self.key, seat, round_, live)
            if not numbers.zero_is_ten:
                rolling.tens_to_zero(rolled, live)
        if log:
            log.note_rolls(live)
        if numbers.first != FIRST_COLOR:
            rolling.appoint(state, numbers.first, round_, live)
            return
        top = block.bytes[0].view(np.int8)
        rolling.compare(state.rolled, state.playing, block.number, top, live)
        rolling.find_first(block.number, top, state.tied, state.order, live)
        self._break_ties(
            round_, rolling.list_ties(state.tied, block.ties, block.some[0], live), log
        )

    def _break_ties(self, round_: int, tied: int, log: Logbook | None) -> None:
        block, state, repetition = self.block, self.state, 0
        ties.copy_dice(state.rolled, block.shown)
        while tied:
            repetition += 1
            lanes = block.some[0, :tied]
            self._reroll(round_, repetition, lanes)
            if log:
                log.note_rerolls(lanes, block.action, block.number)
            tied = ties.settle(block.number, state.tied, state.order, lanes)
        if not self.numbers.stands:
            ties.copy_dice(block.shown, state.rolled)

    def _reroll(self, round_: int, repetition: int, lanes: Some) -> None:
        block, state, key = self.block, self.state, self.key
        tied = [lanes[state.tied[lanes] >> seat & 1 == 1] for seat in range(self.numbers.seats)]
        for seat, mine in enumerate(tied):
            if len(mine):
                action = self._ask("reroll", seat, mine, repetition)
                block.action[seat, mine] = action
                number, rolled, at = (
                    block.number[seat],
                    state.rolled[seat],
                    (seat, round_, repetition),
                )
                ties.reroll(number, rolled, action, block.counter, state.set, key, at, mine)
                if not self.numbers.zero_is_ten:
                    ties.tens_to_zero(number, rolled, action, mine)
        for seat, mine in enumerate(tied):  # after all have said what they roll
            ties.keep_number(block.number[seat], state.rolled[seat], block.action[seat], mine)

    def _select(self, live: int) -> None:
        block, state, seats = self.block, self.state, self.numbers.seats
        saving.sort_lanes(state.order, block.by_first, block.starts, block.firsts, live)
        state.picked[:, :live] = NOT_YET
        for place in range(seats):
            for seat in range(seats):
                first = (seat - place) % seats
                lanes = block.by_first[block.starts[first] : block.starts[first + 1]]
                lanes = self._playing(seat, lanes)
                if len(lanes):
                    action = self._ask("save", seat, lanes)
                    saving.pick(action, lanes, state.picked[seat], state.taken)

    def _save(self, round_: int, live: int) -> None:
        block, state = self.block, self.state
        state.last[:live] = state.order[:live]
        for seat in range(self.numbers.seats):
            picked, rolled = state.picked[seat], state.rolled
            kinds, types = state.saved_kind[seat, round_], state.saved_type[seat, round_]
            numbers = state.saved_number[seat, round_]
            saving.save(rolled, picked, seat, kinds, types, numbers, live)
            saving.spend(state.colors[seat], kinds, types, live)
            saving.remember(state.got[seat], kinds, types, numbers, live)
            saving.count_others(picked, seat, block.others[seat], live)
            saving.take_off(state.piles, state.taken, state.playing, rolled[seat, 2], seat, live)

    def _score(self, live: int, log: Logbook | None) -> None:
        block, state, numbers = self.block, self.state, self.numbers
        done, lanes, counts = block.bytes[0], block.some[0], block.counts
        for seat in range(numbers.seats):
            hand, points, cards = state.hand[seat], state.points[seat], state.cards[seat]
            if numbers.by_mask:
                got, accepts = state.got[seat], numbers.accepts
                scoring.find_done(hand, got, accepts, numbers.needs, done, live)
            else:
                dice = (state.saved_kind[seat], state.saved_type[seat], state.saved_number[seat])
                goals = (numbers.points, numbers.listed, numbers.fit)
                match_goals(hand, dice, goals, numbers.reuse, done, live)
            if log:
                log.note_cards("completed", seat, done, live=live)
            scoring.reveal(hand, done, points, cards, numbers.points, counts, lanes, live)
        scoring.follow_lead(state.points, block.most, done, block.leader, block.leads, live)
        scoring.count_set(state.set, live)
