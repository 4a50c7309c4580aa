"""The kernel of Dualing Dice against the reference, for fairness, and when misused."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from dicestats import streams
from dicestats.errors import InputError
from dicestats.game import Strategy
from dicestats.games.dualing import luck, views
from dicestats.games.dualing.cards import SIDES
from dicestats.games.dualing.columns import outcome_columns, tables
from dicestats.games.dualing.kernel import asking, opening
from dicestats.games.dualing.kernel.driver import Kernel, simulator
from dicestats.games.dualing.luck import KINDS
from dicestats.games.dualing.reference import play, score
from dicestats.games.dualing.rules import SMALL, VARIANTS, Rules
from dicestats.games.dualing.strategies.chance import random
from dicestats.tally import Tally

PUBLISHED = Rules()
SEED = 7
GAMES = 6

WORLDS = {name: Rules(**{"max_sets": 12, **v.overrides}) for name, v in VARIANTS.items()}


def small(**overrides: Any) -> Rules:
    return Rules(**{**SMALL.model_dump(), **overrides})


def crowd(**overrides: Any) -> Rules:
    """Give rules under which several of many seats are often equal, and play extra sets."""
    deck = (
        {"id": 1, "points": 1, "requires": "ANY:D4", "condition": "ODD", "copies": 8},
        {"id": 2, "points": 1, "requires": "ANY:D10", "condition": "LOW", "copies": 8},
        {"id": 3, "points": 2, "requires": "COLOR:D4 ANY:D8", "condition": "EVEN", "copies": 4},
    )
    settings: dict[str, Any] = {"rounds": 2, "target": 2, "hand_size": 2, "whites_per_type": 2}
    return Rules(
        **{"deck": deck, "final_tie": "extra_set", "max_sets": 40, **settings, **overrides}
    )


# What no variant switches: short games in which ties, empty piles and empty decks are common.
SMALL_WORLDS = {
    "small": SMALL,
    "small_extra_set": small(final_tie="extra_set", max_sets=9),
    "small_fewest": small(end_rule="fewest_among_reached", final_tie="extra_set"),
    "small_turned_back": small(reroll_stands=False, d10_zero_is_ten=False),
    "small_once": small(die_reuse=False, hand_size=3, max_discards=3),
    "small_any": small(card_logic="any"),
    "small_own": small(select_from="own", first_selection="rotate"),
    "small_seat0": small(first_selection="seat0", final_tie="extra_set", hand_size=1),
    "crowd": crowd(),
    "crowd_rotates": crowd(first_selection="rotate", end_rule="fewest_among_reached"),
    "crowd_seat0": crowd(first_selection="seat0", die_reuse=False),
    "crowd_turned_back": crowd(reroll_stands=False, select_from="own", d10_zero_is_ten=False),
}


def weigh(array: Any, rows: int) -> Any:
    """Mix numbers ``(..., games)`` into a score for each row: all of them matter."""
    flat = np.asarray(array, np.int64).reshape(-1, np.shape(array)[-1])
    primes = np.arange(1, rows + 1)[:, None, None] * 31 + np.arange(len(flat))[:, None] * 17 + 7
    return (flat[None] * primes).sum(axis=1)


def all_seeing(view: Any) -> Any:
    """Depend on everything that a view shows: one wrong number changes the choice."""
    rows = len(view.legal)
    names = ["hand", "points", "their_points", "cards", "their_cards", "set", "legal", "playing"]
    if hasattr(view, "piles"):
        names += ["colors", "their_colors", "piles", "saved", "their_saved", "round"]
    names += [
        name for name in ("rolled", "tied", "taken", "order", "picked") if hasattr(view, name)
    ]
    mixed = sum((k + 3) * weigh(getattr(view, name), rows) for k, name in enumerate(names))
    return (mixed + 5 * view.seat) % 41 + view.noise(rows)


def noisy(view: Any) -> Any:
    return view.noise(len(view.legal))


def everywhere(name: str, decide: Callable[[Any], Any]) -> Strategy:
    return Strategy(name, **dict.fromkeys(KINDS, decide))


def seat_all(rules: Rules, name: str, seats: int) -> list[Strategy]:
    asked = [everywhere("all_seeing", all_seeing), everywhere("noisy", noisy)]
    compiled = random(rules)
    if name == "random":
        return [compiled] * seats
    if name == "mixed":
        half = Strategy("half", **{**compiled.decisions, "save": all_seeing})
        return [[compiled, *asked, half][seat % 4] for seat in range(seats)]
    return [asked[0]] * seats


def run(kernel: Kernel, first: int, games: int) -> np.ndarray:
    layout = outcome_columns(kernel.rules, len(kernel.strategies))
    columns = np.full((len(layout), games), 9999, np.uint16)
    kernel.run(first, columns)
    return columns


def bits(seats: Any) -> int:
    return sum(1 << seat for seat in seats)


def clockwise(seats: list[int], start: int, total: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - start) % total)


def expected(rules: Rules, record: dict[str, Any], outcome: dict[str, Any]) -> dict[str, int]:
    """Say in the words of the record and its outcome what the kernel's columns must hold."""
    seats, points = record["seats"], {card.id: card.points for card in rules.cards}
    rounds = [played for a_set in record["sets"] for played in a_set["rounds"]]
    firsts = Counter(played["saves"][0][0] for played in rounds)
    others = Counter(s for p in rounds for s, _, *owner in p["saves"] if owner and owner[0] != s)
    most, second = sorted(outcome["points"], reverse=True)[:2]
    found = {
        "winners": bits(outcome["winners"]),
        "truncated": int(outcome["truncated"]),
        "sets": outcome["sets"],
        "margin": most - second,
        "ties": sum(played["rerolls"] != [] for played in rounds),
        "empty_piles": sum(count_scarce(rules, record)),
        **dispute(rules, outcome),
        "lead_changes": count_lead_changes(record, points),
    }
    for seat in range(seats):
        found |= {
            f"score_{seat}": outcome["points"][seat],
            f"cards_{seat}": outcome["cards"][seat],
            f"first_selections_{seat}": firsts[seat],
            f"others_whites_{seat}": others[seat],
        }
    return found


def dispute(rules: Rules, outcome: dict[str, Any]) -> dict[str, int]:
    """Say who has the target, and whether both readings of the end rule agree (ruling D15)."""
    there = [(p, -c) for p, c in zip(outcome["points"], outcome["cards"], strict=True)]
    there = [seat for seat in there if seat[0] >= rules.target]
    by_points = [seat == max(there) for seat in there]
    by_cards = [seat[1] == max(c for _, c in there) for seat in there]
    return {"reached": len(there), "disputed": int(by_points != by_cards)}


def count_scarce(rules: Rules, record: dict[str, Any]) -> list[bool]:
    """Tell for each round whether somebody who chose dice met an empty white pile (ruling D9)."""
    last, met = 0, []
    for a_set in record["sets"]:
        piles = dict.fromkeys(SIDES[:5], rules.whites_per_type)
        for played in a_set["rounds"]:
            left, empty = dict(piles), False
            playing = [s for s, pair in enumerate(played["choices"]) if pair]
            for seat in clockwise(playing, last, record["seats"]):
                empty |= 0 in left.values()
                left[played["choices"][seat][1]] -= 1
            for _, _, *owner in played["saves"]:
                for seat in owner:
                    piles[played["choices"][seat][1]] -= 1
            last = played["saves"][0][0]
            met.append(empty)
    return met


def count_lead_changes(record: dict[str, Any], points: dict[int, int]) -> int:
    total, leaders = [0] * record["seats"], []
    for a_set in record["sets"]:
        for seat, ids in enumerate(a_set["completed"]):
            total[seat] += sum(points[number] for number in ids)
        ahead = [seat for seat, have in enumerate(total) if have == max(total)]
        leaders += ahead if len(ahead) == 1 and ahead != leaders[-1:] else []
    return max(len(leaders) - 1, 0)


def compare(rules: Rules, strategies: list[Strategy], games: int, first: int = 100) -> None:
    kernel = simulator(rules, strategies, SEED)
    layout = outcome_columns(rules, len(strategies))
    columns = run(kernel, first, games)
    for i, record in enumerate(kernel.records(first, games)):
        played = play(rules, strategies, SEED, first + i)
        assert record.items() <= played.items()
        outcome = score({"game": "dualing", **record})
        assert outcome == played["outcome"]
        found = dict(zip((c.name for c in layout), columns[:, i].tolist(), strict=True))
        assert found == expected(rules, record, outcome)
        assert all(c.low <= found[c.name] <= c.high for c in layout)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("world", WORLDS)
def test_random_games_are_those_of_the_reference(world: str, seats: int) -> None:
    compare(WORLDS[world], seat_all(WORLDS[world], "random", seats), GAMES)


@pytest.mark.parametrize("seated", ["random", "mixed", "all_seeing"])
@pytest.mark.parametrize("world", SMALL_WORLDS)
def test_small_games_are_those_of_the_reference(world: str, seated: str) -> None:
    rules = SMALL_WORLDS[world]
    for seats in {min(rules.seats), max(rules.seats)}:
        games = {"random": 200, "mixed": 60, "all_seeing": 40}[seated] // seats
        compare(rules, seat_all(rules, seated, seats), games)


@pytest.mark.parametrize("world", [name for name in SMALL_WORLDS if "crowd" in name])
def test_some_seats_sit_out_extra_sets(world: str) -> None:
    rules = SMALL_WORLDS[world]
    records = simulator(rules, seat_all(rules, "random", 5), SEED).records(0, 400)
    first = [a_set["rounds"][0]["choices"] for record in records for a_set in record["sets"]]
    assert sum(None in choices for choices in first) > 30
    assert sum(choices.count(None) == 2 for choices in first) > 3


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_many_seats_play_as_in_the_reference(seats: int) -> None:
    rules, few = Rules(max_sets=5), Rules(max_sets=2)
    compare(rules, seat_all(rules, "random", seats), GAMES)
    compare(few, seat_all(few, "mixed", seats), 2)


def test_a_whole_published_game_is_that_of_the_reference() -> None:
    compare(PUBLISHED, seat_all(PUBLISHED, "random", 2), 2)
    short = Rules(target=5)
    compare(short, seat_all(short, "mixed", 3), 2)


@pytest.mark.parametrize("first", [500, 2**32 - 300])  # an index has two words
@pytest.mark.parametrize("world", ["small_extra_set", "small_once", "crowd"])
def test_games_do_not_depend_on_the_lanes(world: str, first: int) -> None:
    rules = SMALL_WORLDS[world]
    strategies = seat_all(rules, "random", max(rules.seats))
    wanted = run(simulator(rules, strategies, SEED), first, 700)
    for lanes in (1, 3, 64, 700):
        kernel = simulator(rules, strategies, SEED, lanes=lanes)
        assert np.array_equal(run(kernel, first, 700), wanted)
        wide = np.zeros((len(wanted), 40), np.uint16)
        kernel.run(first + 277, wide[:, 20:33])
        assert np.array_equal(wide[:, 20:33], wanted[:, 277:290])
        assert not wide[:, :20].any()


def test_games_far_away_are_those_of_the_reference() -> None:
    for first in (2**32 - 5, 10**13):
        compare(SMALL, seat_all(SMALL, "random", 2), 10, first)


def test_published_games_do_not_depend_on_the_lanes() -> None:
    for seats in (2, 5):
        strategies = seat_all(PUBLISHED, "random", seats)
        wanted = run(simulator(PUBLISHED, strategies, SEED), 0, 600)
        for lanes in (17, 256):
            assert np.array_equal(
                run(simulator(PUBLISHED, strategies, SEED, lanes=lanes), 0, 600), wanted
            )


@pytest.mark.parametrize("world", ["published", "scarce_whites", "turned_back", "hand_of_four"])
def test_compiled_strategies_play_the_same_when_they_are_asked_from_python(world: str) -> None:
    rules = WORLDS[world]
    strategies = seat_all(rules, "random", 3)
    compiled = simulator(rules, strategies, SEED, lanes=40)
    asked = Kernel(**{**vars(compiled), "minds": None, "tables": {}})
    assert np.array_equal(run(asked, 300, 100), run(compiled, 300, 100))


def test_games_that_cannot_end_are_cut_short() -> None:
    # Nobody has two own D4, and no D4 shows 1 and 2 at once.
    deck = [
        {"id": 1, "points": 3, "requires": "COLOR:D4 COLOR:D4", "condition": "LOW", "copies": 9},
    ]
    rules = Rules(deck=deck, target=4, max_sets=7)
    kernel = simulator(rules, seat_all(rules, "random", 3), SEED)
    columns = run(kernel, 0, 50)
    names = [column.name for column in outcome_columns(rules, 3)]
    found = {name: set(row.tolist()) for name, row in zip(names, columns, strict=True)}
    assert found["truncated"] == {1}
    assert found["sets"] == {7}
    assert found["winners"] == {0b111}
    assert found["score_0"] == found["cards_2"] == found["margin"] == {0}
    for index, record in enumerate(kernel.records(0, 3)):
        assert record.items() <= play(rules, kernel.strategies, SEED, index).items()


def test_columns_fit_their_bounds_and_tables() -> None:
    kernel = simulator(PUBLISHED, seat_all(PUBLISHED, "random", 2), SEED)
    layout = outcome_columns(PUBLISHED, 2)
    columns = np.full((len(layout), 2000), 9999, np.uint16)
    counted = kernel.run(0, columns)
    for column, row in zip(layout, columns, strict=True):
        assert column.low <= row.min() <= row.max() <= column.high
    tally = Tally(layout, tables(PUBLISHED, 2))
    tally.add_chunk(0, columns, counted)
    counts = tally.counts(2000, 0)
    assert np.array_equal(counts.tables["cards"], counted["cards"].T)
    joint = [table for name, table in counts.tables.items() if name != "cards"]
    assert all(table[:, -1].sum() == 2000 for table in joint)


@pytest.mark.parametrize("rules", [Rules(max_sets=20), SMALL_WORLDS["crowd"]])
def test_cards_are_counted(rules: Rules) -> None:
    seats, games = max(rules.seats[:3]), 200
    kernel = simulator(rules, seat_all(rules, "random", seats), SEED)
    columns = np.zeros((len(outcome_columns(rules, seats)), games), np.uint16)
    held, completed, exchanged = kernel.run(0, columns)["cards"].T
    records = kernel.records(0, games)
    sets = [a_set for record in records for a_set in record["sets"]]
    for counts, key in ((completed, "completed"), (exchanged, "discards")):
        ids = Counter(number for a_set in sets for hand in a_set[key] for number in hand)
        assert counts.tolist() == [ids[card.id] for card in rules.cards]
    assert (completed <= held).all()
    hands = len(sets) * seats * rules.hand_size
    assert held.sum() == hands if len(rules.cards) > 90 else held.sum() < hands  # short hands


def is_fair(found: Counter, outcomes: int) -> bool:
    """Tell whether equally likely outcomes are: false once in a million sound dice."""
    return bool(chisquare([found[k] for k in range(outcomes)]).pvalue > 1e-6)


def test_dice_are_fair_and_independent() -> None:
    rules = Rules(max_sets=10)
    records = simulator(rules, seat_all(rules, "random", 2), SEED).records(0, 1500)
    rolled: dict[tuple[str, int], Counter] = {}
    halves: Counter = Counter()
    for played in (p for r in records for a_set in r["sets"] for p in a_set["rounds"]):
        high = []
        for pair, numbers in zip(played["choices"], played["rolls"], strict=True):
            for kind, sides, number in zip(("color", "white"), pair, numbers, strict=True):
                rolled.setdefault((kind, sides), Counter())[number - 1] += 1
                high.append(2 * number > sides)
        halves[bits(np.flatnonzero(high))] += 1
        for seat, kind, number in (again for row in played["rerolls"] for again in row):
            sides = played["choices"][seat][kind == "white"]
            rolled.setdefault((f"re-rolled {kind}", sides), Counter())[number - 1] += 1
    assert is_fair(halves, 16)
    assert len(rolled) == 2 * (6 + 5)
    assert min(counter.total() for counter in rolled.values()) > 200
    assert all(is_fair(counter, sides) for (_, sides), counter in rolled.items())


def test_decks_are_fair_and_the_kernel_shuffles_as_the_reference() -> None:
    key = streams.key(SEED, "dualing")
    at: list[Counter] = [Counter() for _ in range(4)]
    for game in range(20_000):
        deck = luck.shuffled(key, game, 92)
        places = np.argsort(deck)
        at[0][int(deck[0])] += 1
        at[1][int(deck[45])] += 1
        at[2][int(places[0])] += 1
        at[3][int((places[1] - places[0]) % 92) - 1] += 1
    assert all(
        is_fair(found, outcomes) for found, outcomes in zip(at, (92, 92, 92, 91), strict=True)
    )
    for cards in (1, 2, 5, 92, 300):
        ring = np.zeros(512, np.int16)
        for game in (0, 1, 2**40):
            opening.shuffle(ring, cards, key, game)
            assert ring[:cards].tolist() == luck.shuffled(key, game, cards).tolist()


def test_first_selection_is_tied_as_often_as_computed() -> None:
    # Both colour dice are of random type: equal numbers happen once in the sides of the larger.
    exact = np.mean([1 / max(a, b) for a in SIDES for b in SIDES])
    rules, games = Rules(rounds=5, max_sets=1), 40_000
    columns = run(simulator(rules, seat_all(rules, "random", 2), SEED), 0, games)
    records = simulator(rules, seat_all(rules, "random", 2), SEED).records(0, 4000)
    first = np.mean([record["sets"][0]["rounds"][0]["rerolls"] != [] for record in records])
    assert abs(first - exact) < 5 * np.sqrt(exact * (1 - exact) / 4000)
    names = [column.name for column in outcome_columns(rules, 2)]
    selected = columns[names.index("first_selections_0")].sum() / (5 * games)
    assert abs(selected - 0.5) < 5 * 0.5 / np.sqrt(5 * games)


def test_random_discards_and_saves_are_uniform() -> None:
    rules = Rules(max_sets=1)
    records = simulator(rules, seat_all(rules, "random", 2), SEED).records(0, 6000)
    many = Counter(len(hand) for r in records for hand in r["sets"][0]["discards"])
    assert chisquare([many[k] for k in range(3)], np.array([1, 3, 3]) * 12_000 / 7).pvalue > 1e-6
    saves = Counter()
    pairs = Counter()
    for played in (r["sets"][0]["rounds"][0] for r in records):
        (seat, *what), _ = played["saves"]
        saves[0 if what == ["color"] else 1 + (what[1] != seat)] += 1
        for color, white in played["choices"]:
            pairs[SIDES.index(color) * 5 + SIDES.index(white)] += 1
    assert is_fair(saves, 3)
    assert is_fair(pairs, 30)


def test_no_strategy_sees_the_hands_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    generator, asked = np.random.default_rng(1), Counter()
    ask = views.ask

    def twice(strategy: Strategy, kind: str, state: Any, lanes: Any, **rest: Any) -> Any:
        actions = ask(strategy, kind, state, lanes=lanes, **rest)
        hand = state.hand.copy()
        for seat in range(len(hand)):
            if seat != rest["seat"]:
                hand[seat] = generator.permuted(hand[seat].ravel()).reshape(hand[seat].shape)
        hidden = state._replace(hand=hand)
        assert np.array_equal(ask(strategy, kind, hidden, lanes=lanes, **rest), actions)
        asked[kind] += len(lanes)
        return actions

    monkeypatch.setattr(asking.views, "ask", twice)
    rules = Rules(max_sets=3)
    for strategies in (seat_all(rules, "mixed", 4), seat_all(rules, "random", 3)):
        simulator(rules, strategies, SEED).records(0, 50)
    assert min(asked[kind] for kind in KINDS) > 50


def late_nan(view: Any) -> Any:
    return np.full(view.legal.shape, np.nan if view.set.max() == 1 else 1.0)


def raising(view: Any) -> Any:
    raise LookupError("no idea")


def writing(view: Any) -> Any:
    view.hand[:] = 0


@pytest.mark.parametrize(
    ("kind", "decide", "told"),
    [
        ("discard", lambda view: view.legal[:4], "discard: returned shape (4, "),
        ("pair", lambda view: view.legal.T, "wanted (30, "),
        ("reroll", lambda view: 1, "reroll: returned shape ()"),
        ("save", lambda view: view.legal.astype(str), "integers or floats"),
        ("save", late_nan, "save: returned NaN"),
        ("pair", raising, "pair: raised LookupError: no idea"),
        ("discard", writing, "read-only"),
        ("discard", lambda view: view.rolled, "a view of 'discard' has no 'rolled'"),
        ("pair", lambda view: view.taken, "a view of 'pair' has no 'taken'"),
    ],
)
def test_a_wrong_strategy_is_named(kind: str, decide: Callable[[Any], Any], told: str) -> None:
    bad = Strategy("clumsy", **{**random(PUBLISHED).decisions, kind: decide})
    with pytest.raises(InputError, match="strategy 'clumsy'") as caught:
        run(simulator(PUBLISHED, [bad, bad], SEED), 0, 64)
    assert told in str(caught.value)
    with pytest.raises(InputError, match="strategy 'clumsy'"):
        play(PUBLISHED, [bad, bad], SEED, 0)


def test_infinite_scores_and_ties_are_settled_by_the_lowest_legal_action() -> None:
    def nothing(view: Any) -> Any:
        return np.full(view.legal.shape, -np.inf)

    def everything(view: Any) -> Any:
        return np.zeros(view.legal.shape, np.int64) + np.iinfo(np.int64).min

    rules = Rules(max_sets=2)
    for decide in (nothing, everything):
        (record,) = simulator(rules, [everywhere("dull", decide)] * 2, SEED).records(0, 1)
        first = record["sets"][0]["rounds"][0]
        assert record["sets"][0]["discards"] == [[], []]
        assert first["choices"] == [[4, 4], [4, 4]]
        assert sorted(first["saves"]) == [[0, "color"], [1, "color"]]
        assert record["sets"][0]["rounds"][1]["choices"] == [[6, 4], [6, 4]]
