"""The strategies of Dualing Dice: strength, single choices, and what they may know."""

import pickle
from functools import cache
from itertools import product

import numpy as np
import pytest
from dualing_tables import NOISE
from pydantic import ValidationError

from dicestats import streams
from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.dualing import reference
from dicestats.games.dualing.cards import DICE, SIDES, WHITE_TYPES
from dicestats.games.dualing.columns import outcome_columns
from dicestats.games.dualing.exact.position import HAND, PLACE, fits_of
from dicestats.games.dualing.exact.position import KEY as OPEN
from dicestats.games.dualing.kernel import simulator
from dicestats.games.dualing.rules import SMALL, VARIANTS, Rules
from dicestats.games.dualing.state import COLOR, WHITE, make_state
from dicestats.games.dualing.strategies import STRATEGIES, allhands, dp
from dicestats.games.dualing.strategies.discards import exchange_values
from dicestats.games.dualing.strategies.handtable import state_of
from dicestats.games.dualing.strategies.lane import read
from dicestats.games.dualing.views import ask

PUBLISHED = Rules()
KEY = streams.key(1, "dualing")
KINDS = ("discard", "pair", "reroll", "save")
GAMES = 10_000  # in each of the two seat orders


def strategy(name, rules=PUBLISHED, **parameters):
    kind = STRATEGIES[name]
    return kind.make(rules, kind.parameters(**parameters))


EVERY = [
    ("random", {}),
    ("greedy", {}),
    ("greedy", {"discards": "rule"}),
    ("lookahead", {}),
    ("dp", {}),
    ("dp", {"discards": "rule"}),
    ("dp", {"deny": True}),
    ("race", {}),
]

# ------------------------------------------------------------------- strength


def play(seated, games, rules=PUBLISHED, seed=1):
    """Play games in the kernel; give the outcome columns by name."""
    listed = outcome_columns(rules, len(seated))
    columns = np.empty((len(listed), games), np.uint16)
    simulator(rules, tuple(seated), seed).run(0, columns)
    return {c.name: row.astype(int) + c.low for c, row in zip(listed, columns, strict=True)}


def share(one, two, games=GAMES):
    """How often ``one`` beats ``two``, each in both seats on the same dice; a draw is half."""
    first = play([one, two], games)["winners"]
    second = play([two, one], games)["winners"]
    won = np.array([0, 2, 0, 1])[first] + np.array([0, 0, 2, 1])[second]
    return won.mean() / 4


# Measured with 100,000 games in each order, seed 1.
MEASURED = [
    (("greedy", {}), ("random", {}), 0.9999),
    (("lookahead", {}), ("greedy", {}), 0.560),
    (("dp", {}), ("greedy", {}), 0.758),
    (("dp", {}), ("lookahead", {}), 0.699),
    (("dp", {"deny": True}), ("dp", {}), 0.559),
]


@pytest.mark.parametrize(("one", "two", "measured"), MEASURED)
def test_strength(one, two, measured):
    (one, some), (two, others) = one, two
    error = np.sqrt(measured * (1 - measured) / GAMES)  # as if both orders were one sample
    assert share(strategy(one, **some), strategy(two, **others)) > measured - 4 * error


def test_strength_of_race():
    """It plays slowly: measured with 12,288 games in each order, seed 2026, by the ladder."""
    measured, games = 0.804, 400
    error = np.sqrt(measured * (1 - measured) / games)
    assert share(strategy("race"), strategy("greedy"), games) > measured - 4 * error


@pytest.mark.parametrize(("discards", "limit"), [("none", 0), ("table", 2), ("table", 1)])
def test_dp_alone_earns_what_the_solver_says(discards, limit):
    """Who saves own dice only, and re-rolls none, plays alone: one set earns the exact mean."""
    rules = Rules(select_from="own", first_selection="seat0", max_sets=1, max_discards=limit)
    exact = exchange_values(allhands.hand_table(rules), limit).mean()
    earned = play([strategy("dp", rules, discards=discards)] * 2, 40_000, rules)
    for seat in range(2):
        score = earned[f"score_{seat}"]
        assert score.mean() == pytest.approx(exact, abs=4 * score.std() / np.sqrt(len(score)))


# ------------------------------------------------------------------- what they may know

LANES = 60


def any_tables(rules, seats=3, *, round_=0, seed=0):
    """Make tables in the middle of a set that need not come from sensible play."""
    rng = np.random.default_rng(seed)
    state = make_state(seats, LANES, slots=rules.hand_size, rounds=rules.rounds)
    low = [1 - (die == 3 and not rules.d10_zero_is_ten) for die in range(len(DICE))]
    state.colors[:], state.round[:], state.game[:] = 63, round_, np.arange(LANES)
    state.piles[:], state.whites[:] = rules.whites_per_type, rng.integers(1, 32, LANES)
    state.order[:], state.taken[:] = rng.integers(0, seats, (2, LANES))  # taken: seat 0 at most
    if rules.select_from == "own":
        state.reach[:] = 1 << np.arange(seats)

    def number(die):
        return low[die] + rng.integers(SIDES[die])

    for lane in range(LANES):
        cards = rng.permutation(len(rules.cards))
        for seat in range(seats):
            held = rng.integers(0, rules.hand_size + 1) if lane % 4 == 0 else rules.hand_size
            mine, cards = cards[:held], cards[held:]
            state.hand[seat, : len(mine), lane] = mine
            for r in range(round_):
                own = [die for die in range(6) if state.colors[seat, lane] >> die & 1]
                kind = rng.integers(2)
                die = rng.choice(own) if kind == COLOR else rng.integers(WHITE_TYPES)
                state.colors[seat, lane] &= ~(kind << die) & 63
                for row, value in zip(
                    (state.saved_kind, state.saved_type, state.saved_number),
                    (kind, die, number(die)),
                    strict=True,
                ):
                    row[seat, r, lane] = value
            own = [die for die in range(6) if state.colors[seat, lane] >> die & 1]
            color, white = rng.choice(own), rng.integers(WHITE_TYPES)
            state.rolled[seat, :, lane] = color, number(color), white, number(white)
    return state


def choices(made, rules, state, seat, lanes=None):
    lanes = np.arange(LANES) if lanes is None else lanes
    return {
        kind: ask(made, kind, state, lanes=lanes, seat=seat, rules=rules, key=KEY).tolist()
        for kind in KINDS
        if rules.max_discards or kind != "discard"
    }


def is_legal(rules, state, seat, lane, kind, action):
    held = int((state.hand[seat, :, lane] >= 0).sum())
    if kind == "discard":
        return action < 1 << held and bin(action).count("1") <= rules.max_discards
    if kind == "pair":
        color, white = divmod(action, WHITE_TYPES)
        return state.colors[seat, lane] >> color & 1 and state.whites[lane] >> white & 1
    if kind == "reroll":
        return action in (0, 1)
    reach = state.reach[seat] & ~state.taken[lane]
    return action == 0 or reach >> (action - 1) & 1


WORLDS = {
    "small": SMALL,
    "small, three cards": Rules(**{**SMALL.model_dump(), "hand_size": 3}),
    "small, once": Rules(**{**SMALL.model_dump(), "die_reuse": False}),
    "small, six rounds": Rules(**{**SMALL.model_dump(), "rounds": 6, "whites_per_type": 4}),
    **{
        name: Rules(**VARIANTS[name].overrides)
        for name in ("published", "any_die", "die_serves_once", "hand_of_four", "own_dice")
    },
}


SLOW = ("any_die", "die_serves_once")  # race would solve a whole deck; "small" ones do as well
CASES = [
    (world, name, parameters)
    for world in WORLDS
    for name, parameters in EVERY
    if name != "race" or world not in SLOW
]


@pytest.mark.parametrize(("world", "name", "parameters"), CASES)
def test_choices_are_legal_and_alone_the_same(world, name, parameters):
    rules = WORLDS[world]
    made = strategy(name, rules, **parameters)
    for round_ in range(rules.rounds):
        state = any_tables(rules, round_=round_, seed=round_)
        for seat in range(3):
            found = choices(made, rules, state, seat)
            for kind, actions in found.items():
                for lane, action in enumerate(actions):
                    assert is_legal(rules, state, seat, lane, kind, action), (kind, lane, action)
            lane = np.array([(7 * round_ + seat) % LANES])
            alone = choices(made, rules, state, seat, lane)
            assert alone == {kind: [actions[lane[0]]] for kind, actions in found.items()}


@pytest.mark.parametrize(("name", "parameters"), EVERY)
def test_hidden_hands_change_no_choice(name, parameters):
    made = strategy(name, **parameters)
    for round_ in range(5):
        state = any_tables(PUBLISHED, round_=round_, seed=10 + round_)
        before = choices(made, PUBLISHED, state, 1)
        rng = np.random.default_rng(1)
        for lane in range(LANES):
            others = np.setdiff1d(np.arange(92), state.hand[1, :, lane])
            state.hand[0, :, lane], state.hand[2, :, lane] = rng.permutation(others)[:6].reshape(
                2, 3
            )
        assert choices(made, PUBLISHED, state, 1) == before


@pytest.mark.parametrize(("name", "parameters"), EVERY[1:])
def test_the_order_of_a_hand_changes_no_dice(name, parameters):
    made = strategy(name, **parameters)
    state = any_tables(PUBLISHED, round_=2, seed=3)
    before = choices(made, PUBLISHED, state, 0)
    whole = (state.hand[0] >= 0).all(axis=0)
    state.hand[0][:, whole] = state.hand[0][::-1][:, whole]
    after = choices(made, PUBLISHED, state, 0)
    assert all(after[kind] == before[kind] for kind in ("pair", "reroll", "save"))
    turned = [int(f"{mask:03b}"[::-1], 2) for mask in before["discard"]]
    same = np.array(after["discard"]) == np.where(whole, turned, before["discard"])
    assert same.all()


# ------------------------------------------------------------------- no seat is preferred


def turned(state, by):
    """Let everybody move ``by`` seats on, clockwise, with all that is theirs."""
    seats = len(state.points)

    def mask(bits):
        return (bits << by | bits >> (seats - by)) & ((1 << seats) - 1)

    def seat(numbers):
        return (numbers + by) % seats

    owner = state.picked.astype(int) - 1
    picked = np.where((owner >= 0) & (owner < seats), 1 + seat(owner), state.picked)
    changed = {
        **{name: mask(getattr(state, name).astype(int)) for name in ("tied", "taken", "playing")},
        "reach": np.roll(mask(state.reach.astype(int)), by),
        "picked": np.roll(picked, by, axis=0),
        "order": seat(state.order.astype(int)),
        "last": seat(state.last.astype(int)),
        **{name: np.roll(getattr(state, name), by, axis=0)
           for name in ("hand", "points", "cards", "colors", "rolled", "got",
                        "saved_kind", "saved_type", "saved_number")},
    }  # fmt: skip
    assert {*state._fields} - {*changed} == {"piles", "whites", "set", "round", "game"}
    return state._replace(**{
        name: np.ascontiguousarray(value, getattr(state, name).dtype)
        for name, value in changed.items()
    })  # fmt: skip


def decided(made, kind, state, seat, *, words, lanes):
    """Ask with given random words: those of different seats would differ."""
    action, decision = np.full(len(lanes), 255, np.uint8), made.decisions[kind]
    decision.function(action, decision.table, words, state, lanes, seat)
    return action.astype(int)


@cache
def everybody(world):
    return [strategy(name, WORLDS[world], **parameters) for name, parameters in EVERY]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("world", WORLDS)
def test_who_sits_where_changes_no_choice(world, seats):
    """Everybody moves some seats on, and chooses the same dice of the same people."""
    rules, rng = WORLDS[world], np.random.default_rng(seats)
    made = everybody(world)
    words, lanes = rng.integers(0, 2**32, LANES, np.uint32), np.arange(LANES)
    others = 0  # saved white dice of others
    for round_ in range(rules.rounds):
        state = any_tables(rules, seats, round_=round_, seed=100 * seats + round_)
        state.taken[:], state.tied[:] = rng.integers(0, 1 << seats, (2, LANES))
        state.last[:], state.picked[:] = (
            rng.integers(0, seats, LANES), rng.integers(0, 2 + seats, (seats, LANES))
        )  # fmt: skip
        by, seat = rng.integers(1, seats), rng.integers(seats)
        other, there = turned(state, by), (seat + by) % seats
        for one, kind in product(made, KINDS):
            if kind == "save" and one.name == "random":
                continue  # chance decides by place: see below
            asked = {"words": words, "lanes": lanes}
            before = decided(one, kind, state, seat, **asked)
            after = decided(one, kind, other, there, **asked)
            if kind == "save":
                others += ((before > 0) & (before != 1 + seat)).sum()
                before = np.where(before > 0, 1 + (before - 1 + by) % seats, 0)
            assert after.tolist() == before.tolist(), (one.name, kind)
    assert others > 20 or rules.select_from == "own"


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_chance_prefers_no_seat(seats):
    made, rng = strategy("random"), np.random.default_rng(seats)
    state = any_tables(PUBLISHED, seats, round_=1, seed=seats)
    state.taken[:] = rng.integers(0, 1 << seats, LANES)
    strata = 2520  # a multiple of every number of actions up to 1 + 8
    words = ((np.arange(strata) + 0.5) * 2**32 / strata).astype(np.uint32)
    for lane in range(LANES):
        found = decided(made, "save", state, 0, words=words, lanes=np.full(strata, lane))
        legal = [0, *(1 + s for s in range(seats) if not state.taken[lane] >> s & 1)]
        assert np.bincount(found)[legal].tolist() == [strata // len(legal)] * len(legal)


# ------------------------------------------------------------------- single choices


def one_table(hand, *, saved=(), rolled=(), order=0, taken=0):
    """Make one table of two seats: seat 0 holds ``hand``, by id; dice as (kind, sides, number)."""
    state = make_state(2, 1, slots=3, rounds=5)
    state.hand[0, : len(hand), 0] = [card - 1 for card in hand]
    state.colors[:], state.piles[:], state.whites[:] = 63, 10, 31
    state.round[:], state.order[:], state.taken[:] = len(saved), order, taken
    for r, (kind, sides, number) in enumerate(saved):
        die = SIDES.index(sides)
        state.colors[0, 0] &= ~(kind << die) & 63
        state.saved_kind[0, r, 0], state.saved_type[0, r, 0] = kind, die
        state.saved_number[0, r, 0] = number
    for seat, ((color, number), (white, other)) in enumerate(rolled):
        state.rolled[seat, :, 0] = SIDES.index(color), number, SIDES.index(white), other
    return state


known = cache(strategy)


def decides(name, kind, state, **parameters):
    made = known(name, **parameters)
    (action,) = ask(
        made, kind, state, lanes=np.zeros(1, np.int64), seat=0, rules=PUBLISHED, key=KEY
    )
    return int(action)


def pair(color, white):
    return 5 * SIDES.index(color) + SIDES.index(white)


TABLE_PLAYERS = ["greedy", "lookahead", "dp"]


@pytest.mark.parametrize("name", TABLE_PLAYERS)
def test_a_goal_of_two_colors_is_rolled_for(name):
    # COLOR D4, D6: EVEN, of which the D4 is saved: only the D6 helps.
    state = one_table([33], saved=[(COLOR, 4, 2)])
    assert decides(name, "pair", state) // 5 == SIDES.index(6)


def test_a_die_that_cannot_help_is_the_largest():
    # A dead goal: its colour D4 was saved showing an odd number.
    state = one_table([33], saved=[(COLOR, 4, 1)])
    assert decides("dp", "pair", state) == decides("lookahead", "pair", state) == pair(20, 4)
    state = one_table([33], saved=[(COLOR, 4, 1), (COLOR, 20, 1)])
    assert decides("dp", "pair", state) == pair(12, 4)


@pytest.mark.parametrize("name", TABLE_PLAYERS)
@pytest.mark.parametrize(
    ("hand", "rolled", "action"),
    [
        ([1, 2, 3], [((6, 1), (4, 4)), ((6, 1), (4, 3))], 2),  # ANY D4: 3 from the other seat
        ([3], [((4, 3), (8, 4)), ((6, 1), (8, 3))], 0),  # the own colour D4
        ([1, 2, 3], [((4, 3), (4, 1)), ((6, 1), (8, 3))], 1),  # white, so that the colour returns
        ([1, 2, 3], [((6, 3), (8, 1)), ((6, 1), (4, 4))], 1),  # nothing helps: the own white die
        ([87], [((20, 1), (4, 1)), ((6, 1), (4, 1))], 0),  # COLOR D20: 1
    ],
)
def test_what_is_saved(name, hand, rolled, action):
    assert decides(name, "save", one_table(hand, rolled=rolled)) == action


@pytest.mark.parametrize("order", [0, 1])
def test_what_nobody_needs_is_taken_from_who_selects_next(order):
    rolled = [((6, 3), (8, 1)), ((6, 1), (4, 4))]
    state = one_table([1, 2, 3], rolled=rolled, order=order)
    assert decides("dp", "save", state) == 1
    assert decides("dp", "save", state, deny=True) == (2 if order == 0 else 1)
    rolled = [((4, 1), (8, 1)), ((6, 1), (4, 4))]  # but a goal comes first
    assert decides("dp", "save", one_table([1], rolled=rolled), deny=True) == 0


@pytest.mark.parametrize("name", TABLE_PLAYERS)
def test_the_useless_die_is_rolled_again(name):
    useful = one_table([1], rolled=[((4, 1), (4, 3)), ((4, 1), (4, 1))])
    assert decides(name, "reroll", useful) == 1
    useful = one_table([1], rolled=[((4, 2), (4, 1)), ((4, 2), (4, 1))])
    assert decides(name, "reroll", useful) == 0


def test_exchanges():
    # D20: 1 is worth least, ANY D4, D6: 1 most (see the ratings); exact singles are below the mean.
    assert decides("dp", "discard", one_table([87, 89, 88])) & 0b101 == 0b101
    assert decides("lookahead", "discard", one_table([87, 89, 88])) == 0b101
    assert decides("greedy", "discard", one_table([87, 89, 88])) == 0
    assert decides("greedy", "discard", one_table([87, 89, 88]), discards="rule") == 0b101
    assert decides("dp", "discard", one_table([87, 89, 88]), discards="none") == 0
    assert decides("dp", "discard", one_table([87, 88])) == 0  # the deck is empty
    assert decides("lookahead", "discard", one_table([87, 88, 11])) == 0b011  # two at most


def test_the_exchange_of_dp_is_the_best():
    """Against a plain search over all replacements."""
    values = allhands.hand_values(allhands.hand_table(PUBLISHED))
    rng = np.random.default_rng(5)

    def value(hand):
        a, b, c = sorted(hand)
        return values[a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6]

    for _ in range(5):
        hand = rng.permutation(92)[:3]
        others = np.setdiff1d(np.arange(92), hand)
        means = {0: value(hand)}
        for mask in range(1, 7):
            kept = [card for slot, card in enumerate(hand) if not mask >> slot & 1]
            if len(kept) == 2:
                means[mask] = np.mean([value([*kept, new]) for new in others])
            else:
                means[mask] = np.mean(
                    [value([*kept, x, y]) for x in others for y in others if x < y]
                )
        best = max(means, key=lambda mask: means[mask])
        assert decides("dp", "discard", one_table([card + 1 for card in hand])) == best


def test_dp_meets_only_positions_in_its_table():
    """Whatever the dice show, its choices lead from one stored position to another."""
    made, rng = strategy("dp"), np.random.default_rng(2)
    table = made.decisions["pair"].table
    fits, place, met = fits_of(table), np.zeros(HAND, np.int64), 0
    for _ in range(150):
        ids = (rng.permutation(92)[:3] + 1).tolist()
        saved = []
        for left in range(5, 0, -1):
            state = one_table(ids, saved=saved)
            read(state.hand, saved_dice(state), state.round, place, 0, 0)
            dp.see_hand(table, fits, place)
            stored = state_of(table, place[PLACE], place[OPEN], left)
            assert stored >= 0 or place[OPEN] == 0
            met += place[OPEN] != 0
            color, white = divmod(decides("dp", "pair", state), WHITE_TYPES)
            dice = [(color, white), (rng.integers(6), rng.integers(5))]
            rolled = [
                tuple((SIDES[die], rng.integers(SIDES[die]) + 1) for die in both) for both in dice
            ]
            action = decides("dp", "save", one_table(ids, saved=saved, rolled=rolled))
            die = rolled[0][0] if action == 0 else rolled[action - 1][1]
            saved.append((COLOR if action == 0 else WHITE, *die))
    assert met > 300


def saved_dice(state):
    return state.saved_kind, state.saved_type, state.saved_number


# ------------------------------------------------------------------- parameters


def test_parameters_are_checked():
    for name, parameters in [("dp", {"discards": "best"}), ("greedy", {"discards": "table"})]:
        with pytest.raises(ValidationError, match="discards"):
            strategy(name, **parameters)
    assert strategy("dp", deny=True, discards="rule").name == "dp(discards=rule,deny=True)"


@pytest.mark.parametrize(("name", "parameters"), EVERY)
@pytest.mark.parametrize("change", [{"hand_size": 6}, {"rounds": 6}, {"deck": SMALL.deck}])
def test_a_strategy_of_other_rules_is_refused(name, parameters, change):
    """Its table would be read beyond its end."""
    made, other = strategy(name, **parameters), Rules(**{"target": 5, **change})
    mixed = Strategy("mixed", **{**NOISE.decisions, "discard": made.decisions["discard"]})
    for seated in ([made, NOISE], [NOISE, made], [mixed] * 2):
        for start in (lambda seated=seated: simulator(other, seated, 1),
                      lambda seated=seated: reference.play(other, seated, 1, 0)):  # fmt: skip
            with pytest.raises(InputError, match="was made for") as caught:
                start()
            assert {str(fault).split()[4] for fault in caught.value.faults} == {"target", *change}


def test_a_strategy_travels_by_name():
    made = strategy("dp", deny=True)
    sent = pickle.dumps(made)
    assert len(sent) < 20_000  # the deck, but neither machine code nor the table of all hands
    arrived = pickle.loads(sent)
    for kind in KINDS:
        assert arrived.decisions[kind].function is made.decisions[kind].function
        assert arrived.decisions[kind].rules == made.decisions[kind].rules == PUBLISHED
        assert (arrived.decisions[kind].table == made.decisions[kind].table).all()
