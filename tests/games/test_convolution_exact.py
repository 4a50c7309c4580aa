"""Exact results against published numbers and against plain enumeration of tiny worlds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicestats.errors import InputError
from dicestats.games.convolution.exact import counts, fixed_order_mirror, law, percentile_rank
from dicestats.games.convolution.minimax import LARGEST, estimated_moves, minimax
from dicestats.games.convolution.rules import Rules

Values = tuple[int, ...]  # face value of each active category
Move = tuple[int, int, int]  # seat, category, face value

BELOW = {"first_top_score": "below_min", "first_top_bluggard": "below_min"}
OFF = {"first_top_score": "off", "first_top_bluggard": "off"}
EXTREME = Rules(colors=6, dice_per_color=10, sides=100)


def naive_values(rules: Rules) -> Iterator[Values]:
    """Every roll, die by die."""
    for dice in product(range(1, rules.sides + 1), repeat=rules.dice):
        n = rules.dice_per_color
        colors = [sum(dice[i : i + n]) for i in range(0, rules.dice, n)]
        ranks = sorted(colors, reverse=True)
        yield (*colors, *ranks, *([sum(dice)] if rules.bluggard else []))


def naive_written(rules: Rules, category: int, value: int, *, first: bool) -> int:
    """Rulings C4 and C5, straight from the rule fields."""
    if not first:
        return value
    color_top = rules.dice_per_color * rules.sides
    is_bluggard = category == 2 * rules.colors
    setting: Any = "off"
    if is_bluggard and value == rules.dice * rules.sides:
        setting, lowest = rules.first_top_bluggard, rules.dice
    elif value == color_top:
        setting, lowest = rules.first_top_score, rules.dice_per_color
        section = "colors" if category < rules.colors else "ranks"
        if is_bluggard:
            setting = setting if rules.bluggard_twelve else "off"
        elif rules.first_top_scope not in ("both", section):
            setting = "off"
    if setting == "off":
        return value
    return lowest - 1 if setting == "below_min" else setting


def naive_winner(scores: Sequence[int], first: int | None) -> int | None:
    if scores[0] != scores[1]:
        return 0 if scores[0] > scores[1] else 1
    return first


def naive_tie(rule: str, first: int) -> int | None:
    if rule == "nobody":
        return None
    return first if rule in ("first", "first_to_complete") else 1 - first


def naive_score(rules: Rules, moves: Sequence[Move]) -> tuple[int | None, str, bool]:
    """Winner, what decided, and whether both won equally many categories, from a whole game."""
    score: list[dict[int, int]] = [{}, {}]
    when: list[dict[int, int]] = [{}, {}]
    for turn, (seat, category, value) in enumerate(moves):
        first = category not in score[1 - seat]
        score[seat][category] = naive_written(rules, category, value, first=first)
        when[seat][category] = turn
    won: Counter[int | None] = Counter()
    for c in range(rules.pairs):
        tie = naive_tie(rules.tied_category, 0 if when[0][c] < when[1][c] else 1)
        won[naive_winner((score[0][c], score[1][c]), tie)] += 1
    calculated: Counter[int | None] = Counter()
    sections = [range(rules.colors), range(rules.colors, 2 * rules.colors), range(rules.pairs)]
    for part, section in enumerate(sections if rules.calculated else []):
        done = [max(when[seat][c] for c in section) for seat in (0, 1)]
        tie = naive_tie(rules.tied_total, 0 if done[0] < done[1] else 1)
        if part == 2 and rules.tied_grand_total != "as_totals":
            tie = {"first_seat": 0, "second_seat": 1, "nobody": None}[rules.tied_grand_total]
        totals = [sum(score[seat][c] for c in section) for seat in (0, 1)]
        calculated[naive_winner(totals, tie)] += 1
    won += calculated
    grand = [sum(score[seat].values()) for seat in (0, 1)]
    late = [when[seat].get(2 * rules.colors, 0) for seat in (0, 1)]
    criteria = {
        "categories": (won[0], won[1]),
        "calculated": (calculated[0], calculated[1]),
        "grand_total": grand,
        "last_bluggard": late,
    }
    level = won[0] == won[1]
    for name, (a, b) in criteria.items():
        if a != b:
            return (0 if a > b else 1), name, level
    return None, "none", level


def naive_minimax(rules: Rules, rolls: Sequence[Values], moves: tuple[Move, ...]) -> Fraction:
    """Points of seat 0 by walking the whole tree, with no memory and no reduced positions."""
    pair = len(moves) // 2
    if pair == rules.pairs:
        winner, _, _ = naive_score(rules, moves)
        return Fraction(1, 2) if winner is None else Fraction(1 - winner)
    leader = rules.leaders[pair]
    best, answer = (max, min) if leader == 0 else (min, max)

    def left(seat: int) -> set[int]:
        return set(range(rules.pairs)) - {c for s, c, _ in moves if s == seat}

    total = Fraction(0)
    for values, ways in Counter(rolls).items():
        total += ways * best(
            answer(
                naive_minimax(
                    rules, rolls, (*moves, (leader, c, values[c]), (1 - leader, d, values[d]))
                )
                for d in left(1 - leader)
            )
            for c in left(leader)
        )
    return total / len(rolls)


def naive_mirror(rules: Rules, order: Sequence[int]) -> tuple[dict[Any, Fraction], Fraction]:
    """Probability of each (winner, reason), and of equal categories, over all dice."""
    results: Counter[Any] = Counter()
    level, games = 0, 0
    for rolls in product(list(naive_values(rules)), repeat=rules.pairs):
        moves: list[Move] = []
        for leader, category, values in zip(rules.leaders, order, rolls, strict=True):
            moves += [(seat, category, values[category]) for seat in (leader, 1 - leader)]
        winner, reason, equal = naive_score(rules, moves)
        results[winner, reason] += 1
        level += equal
        games += 1
    return {key: Fraction(n, games) for key, n in results.items()}, Fraction(level, games)


penalties = st.sampled_from(["below_min", "off"]) | st.integers(-3, 14)


@st.composite
def tiny_rules(draw: st.DrawFn, colors: int | None = None) -> Rules:
    colors = colors or draw(st.integers(1, 2))
    bluggard = draw(st.booleans())
    pairs = 2 * colors + bluggard
    return Rules(
        colors=colors,
        dice_per_color=1 if colors == 2 else draw(st.integers(1, 2)),
        sides=2 if colors == 2 else draw(st.integers(2, 3)),
        bluggard=bluggard,
        calculated=draw(st.booleans()),
        lead=draw(
            st.sampled_from(["alternate", "fixed"]) | st.tuples(*[st.integers(0, 1)] * pairs)
        ),
        first_top_score=draw(penalties),
        first_top_scope=draw(st.sampled_from(["both", "colors", "ranks"])),
        first_top_bluggard=draw(penalties),
        bluggard_twelve=draw(st.booleans()),
        tied_category=draw(st.sampled_from(["first", "second", "nobody"])),
        tied_total=draw(st.sampled_from(["first_to_complete", "nobody", "second_to_complete"])),
        tied_grand_total=draw(
            st.sampled_from(["as_totals", "first_seat", "second_seat", "nobody"])
        ),
    )


def swapped(rules: Rules) -> Rules:
    """The same rules with the seats' names exchanged."""
    grand = {"first_seat": "second_seat", "second_seat": "first_seat"}
    tie = grand.get(rules.tied_grand_total, rules.tied_grand_total)
    lead = tuple(1 - leader for leader in rules.leaders)
    return Rules(**rules.model_dump() | {"lead": lead, "tied_grand_total": tie})


# One-roll laws


def test_law_matches_published_numbers() -> None:
    laws = law(Rules())
    means = [7.0] * 4 + [9.493471, 7.751068, 6.248932, 4.506529, 28.0]
    sds = [2.4152] * 4 + [1.5837, 1.5418, 1.5418, 1.5837, 4.8305]
    p_tops = [1 / 36] * 4 + [0.106567, 4.4603e-3, 8.395e-5, 5.954e-7, 5.954e-7]
    assert [each.mean for each in laws] == pytest.approx(means, abs=5e-7)
    assert [each.sd for each in laws] == pytest.approx(sds, abs=5e-5)
    assert [each.p_top for each in laws] == pytest.approx(p_tops, rel=1e-4)
    assert [each.category for each in laws] == list(Rules().active)
    assert laws[-1].p_top == 6**-8


@given(st.integers(1, 6), st.integers(1, 10), st.integers(2, 100), st.booleans())
@settings(max_examples=40, deadline=None)
def test_counts_add_up(colors: int, dice: int, sides: int, bluggard: bool) -> None:
    rules = Rules(colors=colors, dice_per_color=dice, sides=sides, bluggard=bluggard)
    rows = counts(rules)
    assert len(rows) == rules.pairs
    sizes = [top - low + 1 for low, top in zip(rules.lowest, rules.tops, strict=True)]
    assert [len(row) for row in rows] == sizes
    assert {sum(row) for row in rows} == {sides**rules.dice}
    assert min(map(min, rows)) > 0


@pytest.mark.parametrize(
    ("colors", "dice", "sides"),
    [(1, 1, 2), (1, 3, 5), (2, 2, 4), (3, 1, 7), (3, 2, 3), (4, 1, 6), (2, 3, 3), (6, 1, 3)],
)
def test_counts_match_enumeration(colors: int, dice: int, sides: int) -> None:
    rules = Rules(colors=colors, dice_per_color=dice, sides=sides)
    columns = list(zip(*naive_values(rules), strict=True))
    for row, seen, low in zip(counts(rules), columns, rules.lowest, strict=True):
        assert dict(enumerate(row, low)) == Counter(seen)


# Greedy's ranks


def mid_percentile(row: Sequence[int], low: int, score: int) -> Fraction:
    value_counts = dict(enumerate(row, low))
    below = sum(n for value, n in value_counts.items() if value < score)
    return Fraction(2 * below + value_counts.get(score, 0), 2 * sum(row))


def all_scores(rules: Rules) -> list[tuple[Fraction, int]]:
    """Percentile and rank of every score that can be written."""
    ranks, found = percentile_rank(rules), []
    for c, (row, low) in enumerate(zip(counts(rules), rules.lowest, strict=True)):
        top, first = rules.tops[c], rules.first_tops[c]
        written = top if first is None else first
        found += [(mid_percentile(row, low, v), int(ranks.face[c, v])) for v in range(low, top + 1)]
        found.append((mid_percentile(row, low, written), int(ranks.first_top[c])))
        assert not ranks.face[c, :low].any()
        assert not ranks.face[c, top + 1 :].any()
    if rules.first_bluggard_twelve is not None:
        percentile = mid_percentile(row, low, rules.first_bluggard_twelve)
        assert ranks.first_twelve is not None
        found.append((percentile, ranks.first_twelve))
    else:
        assert ranks.first_twelve is None
    return found


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        BELOW,
        OFF,
        {"bluggard_twelve": True},
        {"bluggard_twelve": True, "first_top_score": 9, "first_top_bluggard": 28},
        {"first_top_score": 1000, "first_top_bluggard": -1000, "first_top_scope": "ranks"},
        {"colors": 3, "dice_per_color": 1, "sides": 4, "bluggard_twelve": True},
        {"colors": 1, "dice_per_color": 1, "sides": 2, "bluggard": False},
    ],
)
def test_ranks_order_percentiles_without_gaps(overrides: dict[str, Any]) -> None:
    found = sorted(all_scores(Rules(**overrides)))
    for (low, rank), (high, following) in pairwise(found):
        assert following == rank + (high > low)
    percentile, rank = found[0]
    assert rank == (0 if percentile == 0 else 1)


def test_72_pairs_tie_in_the_published_game() -> None:
    face = percentile_rank(Rules()).face
    scores = [(c, int(v)) for c, row in enumerate(face) for v in np.flatnonzero(row)]
    ties = [(a, b) for a, b in combinations(scores, 2) if face[a] == face[b]]
    assert len(ties) == 72
    colors_only = [tie for tie in ties if max(c for c, _ in tie) < 4]
    assert len(colors_only) == 66  # six pairs of colours, eleven values
    others = set(ties) - set(colors_only)
    bluggard_28 = {((color, 7), (8, 28)) for color in range(4)}
    assert others == bluggard_28 | {((4, 2), (8, 8)), ((7, 12), (8, 48))}


def test_penalised_scores_are_ranked_where_they_fall() -> None:
    assert percentile_rank(Rules()).first_top.tolist() == [0] * 9
    ranks = percentile_rank(Rules(first_top_score=8, first_top_bluggard="off"))
    assert ranks.first_top[:8].tolist() == ranks.face[:8, 8].tolist()
    assert ranks.first_top[8] == ranks.face[8, 48]
    assert percentile_rank(Rules(bluggard_twelve=True)).first_twelve == 0


def test_extreme_rules_fit_16_bits() -> None:
    ranks = percentile_rank(EXTREME)
    assert ranks.face.shape == (13, 6001)
    assert ranks.face.dtype == np.int32
    assert 0 < ranks.face.max() < 2**15


# Fixed orders


def test_mirror_matches_published_numbers() -> None:
    in_order = fixed_order_mirror(Rules(), range(9))
    assert float(in_order.wins[0]) == pytest.approx(0.0555993004680, abs=5e-14)
    assert float(in_order.level) == pytest.approx(0.7976170100, abs=5e-11)
    assert in_order.shared == 0
    bluggard_first = fixed_order_mirror(Rules(), [8, *range(8)])
    assert float(bluggard_first.wins[0]) == pytest.approx(0.9500283736223, abs=5e-14)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_mirror_matches_enumeration(data: st.DataObject) -> None:
    rules = data.draw(tiny_rules())
    check_mirror(rules, data.draw(st.permutations(range(rules.pairs))))


@pytest.mark.parametrize("sides", [2, 3])  # twelve is the smallest Bluggard, and the next one
@pytest.mark.parametrize("penalty", [-3, 9, "below_min"])
def test_mirror_with_a_penalised_bluggard_of_twelve(sides: int, penalty: Any) -> None:
    world = {"colors": 2, "dice_per_color": 1, "sides": sides, "first_top_score": penalty}
    literal, plain = Rules(**world, bluggard_twelve=True), Rules(**world)
    order = [4, 0, 1, 2, 3]
    assert fixed_order_mirror(literal, order) != fixed_order_mirror(plain, order)
    check_mirror(literal, order)


def check_mirror(rules: Rules, order: Sequence[int]) -> None:
    results, level = naive_mirror(rules, order)
    mirror = fixed_order_mirror(rules, order)
    chances = {
        winner: sum((p for (w, _), p in results.items() if w == winner), Fraction(0))
        for winner in (0, 1, None)
    }
    reasons = {r: sum(p for (_, q), p in results.items() if q == r) for _, r in results}
    assert (*mirror.wins, mirror.shared) == (chances[0], chances[1], chances[None])
    assert mirror.level == level
    assert mirror.decided_by == reasons


@given(tiny_rules(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_mirror_with_seats_exchanged(rules: Rules, random: Any) -> None:
    order = random.sample(range(rules.pairs), rules.pairs)
    mirror, other = fixed_order_mirror(rules, order), fixed_order_mirror(swapped(rules), order)
    assert other.wins == mirror.wins[::-1]
    assert sum(mirror.wins) + mirror.shared == 1


def test_mirror_of_the_largest_game_is_a_probability() -> None:
    mirror = fixed_order_mirror(EXTREME, range(13))
    assert sum(mirror.wins) + mirror.shared == 1
    assert sum(mirror.decided_by.values()) == 1


@pytest.mark.parametrize("order", [[0], [0] * 9, range(1, 10)])
def test_mirror_refuses_other_orders(order: Sequence[int]) -> None:
    with pytest.raises(InputError, match="each of 0 to 8 once"):
        fixed_order_mirror(Rules(), order)


# Perfect play


@pytest.mark.parametrize(
    ("world", "below_min", "off"),
    [
        ({"colors": 1, "dice_per_color": 1, "sides": 2}, 0.5, 0.875),
        ({"colors": 1, "dice_per_color": 2, "sides": 2}, 0.734375, 0.953125),
        ({"colors": 1, "dice_per_color": 2, "sides": 6}, 0.9258616255, 0.9498885460),
        ({"colors": 2, "dice_per_color": 1, "sides": 2}, 0.4365234375, 0.71875),
    ],
)
def test_minimax_matches_published_numbers(
    world: dict[str, Any], below_min: float, off: float
) -> None:
    assert float(minimax(Rules(**world, **BELOW))) == pytest.approx(below_min, abs=5e-11)
    assert float(minimax(Rules(**world, **OFF))) == pytest.approx(off, abs=5e-11)


@given(tiny_rules(colors=1))
@settings(max_examples=60, deadline=None)
def test_minimax_matches_the_whole_tree(rules: Rules) -> None:
    assert minimax(rules) == naive_minimax(rules, list(naive_values(rules)), ())


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {
            "calculated": False,
            "lead": (1, 1, 0, 1),
            "first_top_score": 0,
            "tied_category": "nobody",
        },
    ],
)
def test_minimax_of_two_colors_matches_the_whole_tree(overrides: dict[str, Any]) -> None:
    rules = Rules(colors=2, dice_per_color=1, sides=2, bluggard=False, **overrides)
    assert minimax(rules) == naive_minimax(rules, list(naive_values(rules)), ())


@given(tiny_rules(colors=1))
@settings(max_examples=40, deadline=None)
def test_minimax_with_seats_exchanged(rules: Rules) -> None:
    assert minimax(swapped(rules)) == 1 - minimax(rules)


def test_minimax_refuses_large_worlds() -> None:
    assert estimated_moves(Rules()) > LARGEST
    with pytest.raises(InputError, match=r"9 categories and 8 dice of 6 sides.*fewer"):
        minimax(Rules())
    with pytest.raises(InputError, match="to solve"):
        minimax(EXTREME)
