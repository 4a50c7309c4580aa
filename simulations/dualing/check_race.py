"""Check how much is left to gain on the strategy ``race`` of Dualing Dice, at two players.

Run ``python simulations/dualing/check_race.py`` to write ``race_checks.json`` again: a player that
tries its dice out by playing the set on, many times, against hands that the other may hold.

Candidates are tried on the same hands and the same dice; both play on as dp does that denies, by
the values of ``race``, and what they then have is valued by the chance of winning (``outlook``).
Another candidate than that of ``race`` is taken where it seems surely better. All is
played in every seating on the same dice. How race fares among more players is measured too.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dicestats import stats
from dicestats.game import Compiled, Strategy
from dicestats.games.dualing.cards import WHITE_TYPES
from dicestats.games.dualing.exact.gains import CLASSES, COLORS, DICE_KINDS, better
from dicestats.games.dualing.exact.position import (
    CARD,
    CARDS,
    DIE,
    FACES,
    FULL,
    HAND,
    MASK,
    ROUND,
    ROUNDS,
    SIZE,
    TYPES,
    WIDTH,
    fits_face,
    fits_of,
    save,
)
from dicestats.games.dualing.kernel import simulator
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.state import EMPTY, NOT_YET, SIGNATURE, whites_to_save
from dicestats.games.dualing.strategies import STRATEGIES, dp
from dicestats.games.dualing.strategies.choosing import look_at
from dicestats.games.dualing.strategies.deny import deal, weigh
from dicestats.games.dualing.strategies.guess import COLOR_DIE, SEEN, see
from dicestats.games.dualing.strategies.handtable import own
from dicestats.games.dualing.strategies.lane import read
from dicestats.games.dualing.strategies.learning import learned_table
from dicestats.games.dualing.strategies.outlook import after_set, earned
from dicestats.games.dualing.strategies.playout import (
    make_table,
    play_on,
    play_pairs,
    play_rolls,
    play_saves,
)
from dicestats.games.dualing.strategies.race import choose_among, choose_dice, make_room
from dicestats.games.dualing.strategies.winning import make_stake
from dicestats.games.dualing.strategies.worth import without
from dicestats.jit import jit

FILE = Path(__file__).with_name("race_checks.json")
SEED = 20_261_201
PLAYOUTS, IDEAS = 2000, 2001  # among the own numbers of the table, where nothing else stands
SEATS, MOST = 2, 8  # candidates at most
UNITS = 840  # of a win: whole numbers, however many share it
SURE = 2.0  # standard errors by which a candidate must beat that of race


@jit
def _goals(table, fits, hand):
    """Count the completed goals of a hand (published rules: a die may serve every card)."""
    key, many = np.int64(hand[FULL]), 0
    for r in range(hand[ROUND]):
        fit = fits_face(fits, hand, hand[DIE + r])
        key, _ = save(table, hand, key, fit, hand[DIE + r] // FACES % TYPES)
    for k in range(hand[SIZE]):
        many += 1 if (key >> (WIDTH * k)) & MASK == 0 else 0
    return many


@jit
def _copy_table(state, lane, to):
    """Copy all that everybody sees of a table: all but the hands."""
    for seat in range(SEATS):
        to.points[seat, 0], to.cards[seat, 0] = state.points[seat, lane], state.cards[seat, lane]
        to.colors[seat, 0], to.picked[seat, 0] = state.colors[seat, lane], state.picked[seat, lane]
        to.reach[seat] = state.reach[seat]
        to.rolled[seat, :, 0] = state.rolled[seat, :, lane]
        to.saved_kind[seat, :, 0] = state.saved_kind[seat, :, lane]
        to.saved_type[seat, :, 0] = state.saved_type[seat, :, lane]
        to.saved_number[seat, :, 0] = state.saved_number[seat, :, lane]
    to.piles[:, 0] = state.piles[:, lane]
    to.taken[0], to.order[0], to.last[0] = state.taken[lane], state.order[lane], state.last[lane]
    to.playing[0], to.set[0], to.round[0] = state.playing[lane], state.set[lane], state.round[lane]


@jit(inline="always")
def _value(table, fits, hand, to, me):
    """Give the chance of winning at the end of the set, in units."""
    points, cards = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    for seat in range(SEATS):
        points[seat] = to.points[seat, 0] + earned(table, fits, hand, to, seat)
        cards[seat] = to.cards[seat, 0] + _goals(table, fits, hand)
    return after_set(table, points[me], points[1 - me], cards[1 - me] - cards[me])


@jit
def _try_pair(table, fits, state, lane, me, seed, pair, room):
    """Play the set on after a pair of dice; give the chance of winning."""
    hand, to = room
    nobody = np.int64(-1)
    _copy_table(state, lane, to)
    play_pairs(table, fits, hand, to, me, pair)
    play_rolls(table, fits, hand, to, me, seed)
    play_saves(table, fits, hand, to, nobody, nobody)
    play_on(table, fits, hand, to, me, seed)
    return _value(table, fits, hand, to, me)


@jit
def _try_save(table, fits, state, lane, me, seed, die, room):
    """Play the set on after a die is saved; give the chance of winning."""
    hand, to = room
    _copy_table(state, lane, to)
    to.picked[me, 0] = NOT_YET
    if to.order[0] == me:
        to.picked[1 - me, 0] = NOT_YET
    play_saves(table, fits, hand, to, me, die)
    play_on(table, fits, hand, to, me, seed)
    return _value(table, fits, hand, to, me)


@jit
def _choose(attempt, table, fits, state, lane, me, luck, ideas, sums, room):
    """Try the first candidate, which is that of ``race``, against the others."""
    hand, to = room
    trials, gain, square = table[own(table) + PLAYOUTS], np.zeros(MOST), np.zeros(MOST)
    for k in range(to.hand.shape[1]):
        to.hand[me, k, 0] = state.hand[me, k, lane]
    for trial in range(trials):
        deal(sums, to.hand.shape[1], luck, trial, hand)
        for k in range(to.hand.shape[1]):
            to.hand[1 - me, k, 0] = hand[CARD + k] if k < hand[SIZE] else EMPTY
        seed, first = luck * 1024 + trial, 0.0
        for k in range(ideas.shape[0]):
            value = attempt(table, fits, state, lane, me, seed, ideas[k], room)
            first = value if k == 0 else first
            gain[k] += value - first
            square[k] += (value - first) * (value - first)
    best = 0
    for k in range(1, ideas.shape[0]):
        if gain[k] > SURE * np.sqrt(square[k]) and gain[k] > gain[best]:
            best = k
    return ideas[best]


@jit
def _pairs(table, fits, hand, state, seat, lane, ideas, stake):
    """List the pair of ``race``, then those that promise most in this round; count them."""
    colors, whites = np.int64(state.colors[seat, lane]), np.int64(state.whites[lane])
    left, there = table[ROUNDS] - hand[ROUND] - 1, colors | (whites << COLORS)
    number, keys = np.zeros(DICE_KINDS + 1, np.int64), np.empty(CLASSES, np.int64)
    room, nothing = np.empty((3, DICE_KINDS + 1, CLASSES)), without(table, hand, left)
    values = np.full(COLORS * WHITE_TYPES, -1.0)
    for die in range(DICE_KINDS):
        if (there >> die) & 1:
            rows = (room[0, die], room[1, die], keys, room[2, die])
            number[die] = look_at(table, fits, hand, die, left, nothing, rows)
    for pair in range(values.shape[0]):
        color, white = pair // WHITE_TYPES, COLORS + pair % WHITE_TYPES
        if (there >> color) & 1 and (there >> white) & 1:
            values[pair] = better(number, room[0], room[1], color, white)
    ideas[0], many = choose_dice(table, fits, hand, state, seat, lane, stake), 1
    values[ideas[0]] = -1.0
    while many < min(table[own(table) + IDEAS], MOST) and values.max() >= 0:
        ideas[many] = np.argmax(values)
        values[ideas[many]] = -1.0
        many += 1
    return many


@jit([SIGNATURE])
def search_pair(action, table, words, state, lanes, seat):
    """Roll the pair that wins most playouts."""
    fits, hand, ideas = fits_of(table), np.empty(HAND, np.int64), np.empty(MOST, np.int64)
    seen, sums = np.empty(SEEN, np.int64), np.empty(table[CARDS], np.int64)
    room = (hand, make_table(np.int64(SEATS), state.hand.shape[1], table[ROUNDS]))
    saved, stake = (
        (state.saved_kind, state.saved_type, state.saved_number),
        make_stake(table, SEATS),
    )
    for i in range(lanes.shape[0]):
        lane, luck = lanes[i], np.int64(words[i])
        read(state.hand, saved, state.round, hand, seat, lane)
        dp.see_hand(table, fits, hand)
        many = _pairs(table, fits, hand, state, seat, lane, ideas, stake)
        see(state, 1 - seat, lane, seen)
        seen[COLOR_DIE] = -1  # the other's dice are not known yet
        weigh(table, fits, state.hand[seat, :, lane], seen, sums)
        mine = ideas[:many]
        action[i] = _choose(_try_pair, table, fits, state, lane, seat, luck, mine, sums, room)


@jit([SIGNATURE])
def search_save(action, table, words, state, lanes, seat):
    """Save the die that wins most playouts."""
    fits, hand, ideas = fits_of(table), np.empty(HAND, np.int64), np.empty(MOST, np.int64)
    seen, sums = np.empty(SEEN, np.int64), np.empty(table[CARDS], np.int64)
    room = (hand, make_table(np.int64(SEATS), state.hand.shape[1], table[ROUNDS]))
    rival = make_room(table, np.int64(SEATS))
    saved = (state.saved_kind, state.saved_type, state.saved_number)
    for i in range(lanes.shape[0]):
        lane, luck = lanes[i], np.int64(words[i])
        read(state.hand, saved, state.round, hand, seat, lane)
        dp.see_hand(table, fits, hand)
        ideas[0] = choose_among(table, fits, hand, state, seat, lane, luck, rival)
        many, allowed = 1, whites_to_save(state, seat, lane)
        for die in range(1 + SEATS):
            if die != ideas[0] and (die == 0 or (allowed >> (die - 1)) & 1):
                ideas[many] = die
                many += 1
        see(state, 1 - seat, lane, seen)
        weigh(table, fits, state.hand[seat, :, lane], seen, sums)
        mine = ideas[:many]
        action[i] = _choose(_try_save, table, fits, state, lane, seat, luck, mine, sums, room)


def search(playouts: int, ideas: int) -> Strategy:
    """Make the player: how often each candidate is tried, how many pairs of dice are."""
    rules, table = Rules(), learned_table(Rules())
    table[own(table) + PLAYOUTS], table[own(table) + IDEAS] = playouts, ideas
    parts = {
        "pair": Compiled(search_pair, table, draws=True, rules=rules),
        "save": Compiled(search_save, table, draws=True, rules=rules),
    }
    return Strategy("search", **{**make("race").decisions, **parts})


def share(one: Strategy, other: Strategy, seats: int, games: int) -> dict[str, float]:
    """How much of the games ``one`` wins among others: mean over all seats, on the same dice."""
    parts = np.zeros(games, np.int64)  # of a win, in units
    for seat in range(seats):
        players = tuple(one if s == seat else other for s in range(seats))
        columns = np.empty((9 + 4 * seats, games), np.uint16)
        simulator(Rules(), players, SEED).run(0, columns)
        winners = columns[0].astype(np.int64)
        parts += UNITS // np.bitwise_count(winners).astype(np.int64) * ((winners >> seat) & 1)
    row = stats.mean_interval(int(parts.sum()), int((parts**2).sum()), games)
    whole = UNITS * seats
    return {key: row[key] / whole for key in ("value", "low", "high")} | {"games": games}


def make(name: str, **options: object) -> Strategy:
    kind = STRATEGIES[name]
    return kind.make(Rules(), kind.parameters(**options))


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="of search, in each seating")
    parser.add_argument("--table-games", type=int, default=2000, help="of race, in each seating")
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--ideas", type=int, default=4)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(argv)
    race, dp_denies = make("race"), make("dp", deny=True)
    found = {
        f"race among {seats}": share(race, dp_denies, seats, given.table_games)
        for seats in (3, 4, 8)
    }
    print(json.dumps(found, indent=2), flush=True)
    player = search(given.playouts, given.ideas)
    plan = {"playouts": given.playouts, "ideas": given.ideas}
    found["search against race"] = share(player, race, SEATS, given.games) | plan
    given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
