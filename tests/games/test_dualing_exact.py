"""Exact values of hands against the published numbers and against plain recursion."""

import pickle
from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicestats.cache import FOLDER
from dicestats.errors import InputError
from dicestats.games.dualing.cards import DICE, SIDES, WHITE_TYPES, meets, numbers
from dicestats.games.dualing.exact.hands import completion, hand_value, indices, solved
from dicestats.games.dualing.exact.position import PLACE, deal, pack
from dicestats.games.dualing.reference.goals import Die, completed
from dicestats.games.dualing.rules import SMALL, Rules
from dicestats.games.dualing.strategies import allhands
from dicestats.games.dualing.strategies.discards import exchange_values
from dicestats.games.dualing.strategies.handtable import PAIR, block_of, state_of, units_of

PUBLISHED = Rules()


def naive_value(rules, hand):
    """Best play over whole scoring cards: only numbers that no goal tells apart are merged."""

    def alike(die, number):
        zero = rules.d10_zero_is_ten
        return tuple(meets(card.condition, die, number, zero_is_ten=zero) for card in hand)

    faces = []  # of each die: what it may show, one number for all that are alike, and how often
    for die, sides in enumerate(SIDES):
        shown = list(numbers(die, zero_is_ten=rules.d10_zero_is_ten))
        first = {alike(die, n): n for n in reversed(shown)}
        weights = Counter(first[alike(die, n)] for n in shown)
        faces.append([(n, count / sides) for n, count in weights.items()])

    @cache
    def value(saved, left):
        if left == 0:
            return float(sum(card.points for card in completed(hand, saved, rules)))
        own = [die for die in range(len(DICE)) if not any(d.color and d.die == die for d in saved)]
        return max(roll(saved, left, a, b) for a, b in product(own, range(WHITE_TYPES)))

    @cache
    def after(saved, die, left):
        return value(tuple(sorted((*saved, die))), left)

    def roll(saved, left, color, white):
        return sum(
            p * q * max(after(saved, Die(color_, t, n), left - 1) for color_, t, n in both)
            for (a, p), (b, q) in product(faces[color], faces[white])
            for both in [((True, color, a), (False, white, b))]
        )

    return value((), rules.rounds)


def cards_of(rules, ids):
    by_id = {card.id: card for card in rules.cards}
    return [by_id[i] for i in ids]


# ------------------------------------------------------------------- the published numbers

# Rows: ANY dice from 0; columns: COLOR dice from 0 (rulings, Dualing Dice, exact numbers).
HALVES = [
    [None, 0.969, 0.8125, 0.500, 0.1875, 0.031],
    [0.999, 0.959, 0.773, 0.422, 0.109],
    [0.984, 0.881, 0.578, 0.1875],
    [0.896, 0.627, 0.227],
    [0.633, 0.236],
    [0.237],
]
KINDS = [(a, c) for a, row in enumerate(HALVES) for c in range(len(row)) if a + c]


@pytest.mark.parametrize(("any_dice", "color_dice"), KINDS)
@pytest.mark.parametrize("condition", ["LOW", "ODD"])
def test_a_card_of_halves(any_dice, color_dice, condition):
    words = [f"ANY:{d}" for d in DICE[:any_dice]] + [f"COLOR:{d}" for d in DICE[6 - color_dice :]]
    card = {"id": 1, "points": 2, "requires": " ".join(words), "condition": condition}
    rules = Rules(deck=[card], target=1)
    digits = 4 if str(HALVES[any_dice][color_dice]).endswith("5") else 3
    assert completion(rules, 1) == pytest.approx(
        HALVES[any_dice][color_dice], abs=0.5 * 10**-digits + 1e-9
    )


@pytest.mark.parametrize(
    ("card", "published"),
    [(1, 0.944), (5, 0.838), (11, 0.737), (58, 0.651), (63, 0.581), (87, 0.226)],
)
def test_a_card_with_one_number(card, published):
    assert completion(PUBLISHED, card) == pytest.approx(published, abs=0.0005)


HANDS = {
    (5, 42, 69): 2.689724,  # the cards printed in the rulebook
    (31, 70, 76): 2.589600,
    (17, 48, 78): 2.537443,
    (61, 75, 81): 2.457664,
    (2, 9, 78): 2.502225,
}


@pytest.mark.parametrize(("hand", "published"), HANDS.items())
def test_a_hand(hand, published):
    assert hand_value(PUBLISHED, hand) == pytest.approx(published, abs=1e-6)
    assert hand_value(PUBLISHED, hand[::-1]) == pytest.approx(published, abs=1e-6)


def test_all_hands():
    values = allhands.hand_values(allhands.hand_table(PUBLISHED))
    assert len(values) == 125_580
    assert values.mean() == pytest.approx(2.614, abs=0.0005)
    assert values.min() == pytest.approx(1.455, abs=0.0005)
    assert values.max() == pytest.approx(4.918, abs=0.0005)


@pytest.mark.parametrize(("limit", "published"), [(0, 2.614), (1, 2.810), (2, 2.858), (3, 2.863)])
def test_the_worth_of_exchanging(limit, published):
    values = exchange_values(allhands.hand_table(PUBLISHED), limit)
    assert values.mean() == pytest.approx(published, abs=0.001)  # 2.8585 at a limit of two


# ------------------------------------------------------------------- against plain recursion

SHORT = {
    "published": PUBLISHED.model_copy(update={"rounds": 2}),
    "any": PUBLISHED.model_copy(update={"rounds": 2, "card_logic": "any"}),
    "zero": PUBLISHED.model_copy(update={"rounds": 2, "d10_zero_is_ten": False}),
    "once": PUBLISHED.model_copy(update={"rounds": 2, "die_reuse": False}),
}


@pytest.mark.parametrize("rules", SHORT.values(), ids=SHORT)
@given(ids=st.lists(st.integers(1, 92), min_size=1, max_size=3, unique=True))
@settings(max_examples=15, deadline=None)
def test_short_sets(rules, ids):
    assert hand_value(rules, ids) == pytest.approx(naive_value(rules, cards_of(rules, ids)))


AWKWARD = [  # dice listed twice, white dice, a number on several dice
    ("ANY:D4 COLOR:D4", "HIGH"),
    ("ANY:D4 ANY:D4", "ODD"),
    ("WHITE:D4 ANY:D4 COLOR:D4", "LOW"),
    ("COLOR:D4 COLOR:D4", "EVEN"),
    ("WHITE:D10 ANY:D10", "10"),
    ("COLOR:D20 ANY:D4", "3"),
]


@pytest.mark.parametrize("overrides", [{}, {"card_logic": "any"}, {"die_reuse": False}])
@pytest.mark.parametrize("hand", [(1, 2, 6), (1, 3, 4), (2, 5, 6), (3, 5, 1)])
def test_awkward_cards(overrides, hand):
    deck = [
        {"id": i, "points": i, "requires": requires, "condition": condition}
        for i, (requires, condition) in enumerate(AWKWARD, 1)
    ]
    rules = Rules(deck=deck, rounds=3, target=5, **overrides)
    assert hand_value(rules, hand) == pytest.approx(naive_value(rules, cards_of(rules, hand)))


@pytest.mark.parametrize("hand", [(33, 41, 5), (69, 42, 24)])
def test_more_rounds(hand):
    rules = PUBLISHED.model_copy(update={"rounds": 3})
    assert hand_value(rules, hand) == pytest.approx(naive_value(rules, cards_of(rules, hand)))


# ------------------------------------------------------------------- more


def test_dice_that_serve_once_are_worth_less():
    once = Rules(die_reuse=False)
    for hand in [(5, 42, 69), (47, 22, 86)]:
        table = pack(once)
        at_once = solved(table, deal(table, indices(once, hand))).value[0]
        assert 0.9 * hand_value(once, hand) < at_once <= hand_value(once, hand)
        assert hand_value(once, hand) < hand_value(PUBLISHED, hand)


def test_an_empty_hand_is_worth_nothing():
    assert hand_value(PUBLISHED, []) == 0


def test_unknown_cards_are_refused():
    with pytest.raises(InputError, match=r"card 93 is not in the deck[\s\S]*card 5 is given twice"):
        hand_value(PUBLISHED, [93, 5, 5])
    with pytest.raises(InputError, match="card 0"):
        completion(SMALL, 0)


# ------------------------------------------------------------------- the table of all hands


def hands_of(rules, size):
    """Hands in the order of the table: C(a, 1) + C(b, 2) + ..."""
    hands = combinations(range(len(rules.cards)), size)
    return sorted(hands, key=lambda hand: hand[::-1])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_table_holds_the_exact_values():
    values = allhands.hand_values(allhands.hand_table(PUBLISHED))
    hands = hands_of(PUBLISHED, 3)
    for place in np.random.default_rng(1).integers(0, len(hands), 50):
        exact = hand_value(PUBLISHED, [PUBLISHED.cards[i].id for i in hands[place]])
        assert values[place] == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize(
    "overrides", [{}, {"card_logic": "any"}, {"hand_size": 1, "max_discards": 0}, {"hand_size": 3}]
)
def test_a_small_table_holds_the_exact_values(folder, overrides):
    rules = Rules(**{**SMALL.model_dump(), **overrides})
    values = allhands.hand_values(allhands.hand_table(rules))
    exact = [
        hand_value(rules, [rules.cards[i].id for i in hand])
        for hand in hands_of(rules, rules.hand_size)
    ]
    assert values.tolist() == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_exchanging_draws_from_the_cards_not_held(folder, size, limit):
    rules = Rules(**{**SMALL.model_dump(), "hand_size": size})
    table, hands = allhands.hand_table(rules), hands_of(rules, size)
    value = dict(zip(map(frozenset, hands), allhands.hand_values(table), strict=True))
    everything = frozenset(range(len(rules.cards)))

    def mean(kept, held):
        drawn = list(combinations(everything - held, len(held) - len(kept)))
        return sum(value[kept | set(new)] for new in drawn) / len(drawn) if drawn else 0.0

    best = [
        max(
            mean(frozenset(kept), frozenset(hand))
            for gone in range(min(limit, size) + 1)
            for kept in combinations(hand, size - gone)
        )
        for hand in hands
    ]
    assert exchange_values(table, limit).tolist() == pytest.approx(best, abs=1e-6)


def hand_of(*texts):
    """Find goals of the published deck by their text; give a hand with its place in the table."""
    by_text = {card.text: k for k, card in enumerate(PUBLISHED.cards)}
    hand = deal(pack(PUBLISHED), sorted(by_text[text] for text in texts))
    hand[PLACE] = block_of(allhands.hand_table(PUBLISHED), hand)
    return hand


def test_hands_that_differ_only_in_their_numbers_share_their_states():
    two, other = "ANY D6: 3", "COLOR D20: LOW"
    assert hand_of("ANY D4: 1", two, other)[PLACE] == hand_of("ANY D4: 2", two, other)[PLACE]
    low = "COLOR D4, D8: LOW"  # 1 to 4 of a D8
    assert hand_of("ANY D8: 2", two, low)[PLACE] == hand_of("ANY D8: 3", two, low)[PLACE]
    assert hand_of("ANY D8: 2", two, low)[PLACE] != hand_of("ANY D8: 6", two, low)[PLACE]
    assert hand_of("ANY D4: 1", two, other)[PLACE] != hand_of("ANY D10: 2", two, other)[PLACE]


def test_all_states_of_every_hand_are_in_the_table():
    table, rng = allhands.hand_table(PUBLISHED), np.random.default_rng(7)
    for _ in range(30):
        hand = deal(table, np.sort(rng.choice(len(PUBLISHED.cards), 3, replace=False)))
        work, block = solved(pack(PUBLISHED), hand), block_of(table, hand)
        for depth in range(PUBLISHED.rounds):
            for state in range(work.layer[depth], work.layer[depth + 1]):
                kept = state_of(table, block, work.keys[state], PUBLISHED.rounds - depth)
                value = int(work.value[state] * units_of(table) + 0.5)
                assert kept == PAIR * value + int(work.pair[state])


def test_a_table_is_kept_and_mended(folder):
    table = np.array(allhands.hand_table(SMALL))
    (file,) = folder.iterdir()
    written = file.read_bytes()
    for damaged in (written[:-1], written[:200], b"", written[:-40] + b"x" * 40):
        file.write_bytes(damaged)
        assert (np.array(allhands.hand_table(SMALL)) == table).all()
        assert file.read_bytes() == written
    assert [*folder.iterdir()] == [file]


def test_a_table_read_is_a_table_not_solved_again(folder, monkeypatch):
    table = np.array(allhands.hand_table(SMALL))
    monkeypatch.setattr(allhands, "build", None)
    assert (allhands.hand_table(SMALL) == table).all()
    other = Rules(**{**SMALL.model_dump(), "reroll_stands": False, "max_discards": 0})
    assert (allhands.hand_table(other) != table).sum() == 2  # those two rules
    assert (pickle.loads(pickle.dumps(allhands.hand_table(other))) != table).sum() == 2
    with pytest.raises(TypeError):
        allhands.hand_table(Rules(**{**SMALL.model_dump(), "die_reuse": False}))


def test_a_table_that_cannot_be_kept_still_serves(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file"))
    with pytest.warns(UserWarning, match="cannot be kept"):
        table = allhands.hand_table(SMALL)
    assert len(allhands.hand_values(table)) == len(hands_of(SMALL, 2))


def test_the_hands_of_a_large_deck_are_cut_down():
    row = {"points": 1, "requires": "ANY:D4", "condition": "ODD"}
    deck = [{**row, "id": i} for i in range(1, 301)]
    assert allhands.sizes_of(Rules(deck=deck)).largest == 2
