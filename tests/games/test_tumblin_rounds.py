"""The compiled rules of Tumblin' Dice play every game as the reference does."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tumblin_tables import every_kind_of_rules, falling

from dicestats.games.tumblin.columns import outcome_columns
from dicestats.games.tumblin.kernel import ending, numbers, order, report, scoring
from dicestats.games.tumblin.physics import DISC, FOUL, HIT, OFF, SHOT
from dicestats.games.tumblin.reference.game import play_game
from dicestats.games.tumblin.rules import Rules

GAMES = 10_000

LEVELS = {"disc": DISC, "off": OFF, -1: numbers.LOWEST, 1: 1, 2: 2, 3: 3, 4: 4}
FATES = {"shot": SHOT, "hit": HIT, "foul": FOUL}
ENDS = {"rounds": 0, "target": 1, "wins": 2, "overtime": 3, "truncated": 4}


def laid(dice: list[dict[str, Any]]) -> numbers.Lying:
    lying = numbers.make_lying(len(dice) + 1)
    for i, die in enumerate(dice):
        lying.owner[i], lying.bonus[i] = die["owner"], die["bonus"]
        lying.level[i], lying.fate[i] = LEVELS[die["level"]], FATES[die["fate"]]
        lying.face[i] = 77 if die["face"] is None else die["face"]  # must not count
        if die["fate"] == "foul":  # its level must not count either
            lying.level[i] = 4
    return lying


def settled(rules: Rules, match: numbers.Match, rolls: list[list[int | None]]) -> None:
    """Find the places from the rolls of a record."""
    sides = len(match.places)
    match.places[:] = 0 if rules.first_order == "roll" else np.arange(sides)
    for row in rolls:
        again = [order.is_tied(match.places, side) for side in range(sides)]
        assert again == [number is not None for number in row]
        order.rank(match.places, np.array([number or 0 for number in row]))
    assert not any(order.is_tied(match.places, side) for side in range(sides))


def replayed(rules: Rules, record: dict[str, Any]) -> Iterator[tuple[numbers.Match, dict, dict]]:
    """Play a record over again with the compiled rules; the match after each round."""
    seats, outcome = record["seats"], record["outcome"]
    found, match = numbers.make_numbers(rules, seats), numbers.make_match(outcome["sides"], seats)
    settled(rules, match, record["order_rolls"])
    ending.begin(match)
    over = False
    for played, told in zip(record["rounds"], outcome["rounds"], strict=True):
        assert not over
        thrown, dice = order.shots(found, match), played["dice"]
        who = [order.shooter(found, match, shot) for shot in range(thrown)]
        assert who == told["shooters"]
        assert match.order[: match.facts[numbers.PLAYING]].tolist() == told["order"]
        assert (match.facts[numbers.END] == numbers.IN_OVERTIME) == told["overtime"]
        scoring.score_round(found, match, laid(dice), thrown)
        over = ending.end_round(found, match)
        yield match, played, told
    assert over


def test_the_compiled_rules_play_as_the_reference() -> None:
    """Orders, shooters, scores, totals, winners and reasons, over all kinds of rules."""
    ends, kinds = Counter[str](), set[str]()
    for seats, rules, rng in every_kind_of_rules(GAMES, seed=1):
        record = play_game(rules, falling(rules, rng), seats=seats)
        outcome = record["outcome"]
        for match, _, told in replayed(rules, record):
            sides = range(outcome["sides"])
            assert match.totals.tolist() == told["totals"]
            assert all(told["side_scores"][s] in (None, match.side_scores[s]) for s in sides)
            assert all(told["seat_scores"][s] in (None, match.seat_scores[s]) for s in range(seats))
        facts = match.facts
        assert [s for s in sides if facts[numbers.WINNERS] >> s & 1] == outcome["winners"]
        assert facts[numbers.END] == ENDS[outcome["reason"]]
        assert facts[numbers.ROUND] == len(outcome["rounds"])
        check_columns(rules, record, match)
        ends[outcome["reason"]] += 1
        kinds.add(rules.model_dump_json(exclude={"rounds", "target", "wins", "max_rounds"}))
    assert ends.keys() == ENDS.keys()
    assert min(ends.values()) > GAMES // 100
    assert len(kinds) > GAMES * 0.8


def check_columns(rules: Rules, record: dict[str, Any], match: numbers.Match) -> None:
    """What is reported, against what the record tells."""
    outcome, seats = record["outcome"], record["seats"]
    layout = outcome_columns(rules, seats)
    out, bounds = np.zeros(len(layout), np.uint16), np.array([(c.low, c.high) for c in layout])
    report.report(match, bounds[:, 0].copy(), bounds[:, 1].copy(), out)
    found = {c.name: int(n) + c.low for c, n in zip(layout, out, strict=True)}
    assert all(c.low <= found[c.name] <= c.high for c in layout)
    totals, told = sorted(outcome["totals"], reverse=True), outcome["rounds"]
    wanted = {
        "winners": sum(1 << side for side in outcome["winners"]),
        "truncated": outcome["reason"] == "truncated",
        "rounds": len(told),
        "overtime": sum(one["overtime"] for one in told),
        "margin": totals[0] - totals[1],
        "lead_changes": lead_changes([one["totals"] for one in told]),
    }
    for side in range(outcome["sides"]):
        wanted[f"score_{side}"] = outcome["totals"][side]
        wanted[f"first_round_{side}"] = told[0]["side_scores"][side]
        wanted[f"place_{side}"] = told[0]["order"].index(side)
    dice = [die for played in record["rounds"] for die in played["dice"]]
    off = [die for die in dice if die["level"] == "off" and die["fate"] != "foul"]
    for seat in range(seats):
        own = [die for die in off if die["owner"] == seat]
        wanted[f"ejected_{seat}"] = len(own)
        wanted[f"hit_{seat}"] = sum(die["fate"] == "hit" for die in own)
    assert found == wanted


def lead_changes(totals: list[list[int]]) -> int:
    alone = [row.index(max(row)) for row in totals if row.count(max(row)) == 1]
    return sum(one != other for one, other in pairwise(alone))


@pytest.mark.parametrize(("value", "wanted"), [(70_000, 49_535), (-20_000, -16_000), (12, 12)])
def test_scores_beyond_two_bytes_are_cut_off(value: int, wanted: int) -> None:
    layout = outcome_columns(Rules(sides=20), 2)
    match, out = numbers.make_match(2, 2), np.zeros(len(layout), np.uint16)
    bounds = np.array([(c.low, c.high) for c in layout])
    match.totals[0] = value
    report.report(match, bounds[:, 0].copy(), bounds[:, 1].copy(), out)
    names = [column.name for column in layout]
    assert int(out[names.index("score_0")]) - 16_000 == wanted
