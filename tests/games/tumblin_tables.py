"""Tables of Tumblin' Dice for tests: short ways to write rounds, dice that fall at random."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from dicestats.errors import InputError
from dicestats.games.tumblin.reference import score
from dicestats.games.tumblin.reference.dice import FOUL, HIT, OFF, Die, is_on_board
from dicestats.games.tumblin.reference.rounds import Table, Turn
from dicestats.games.tumblin.rules import Rules

LEVELS = ["disc", -1, 1, 2, 3, 4, "off"]
DOWN = {"disc": 0, -1: 1, 1: 1, 2: 2, 3: 3, 4: 4, "off": 5}  # steps below the disc
FATES = {"": "shot", "!": "hit", "?": "foul"}


def dice(text: str) -> list[dict[str, Any]]:
    """Read ``"0:3x4 1:off6! 0:4x6*"``: seat, level and face; ! hit, ? foul, * bonus, - no face."""
    found = []
    for word in text.split():
        owner, rest = word.split(":")
        bonus, rest = rest.endswith("*"), rest.rstrip("*")
        fate = FATES[rest[-1]] if rest[-1] in "!?" else "shot"
        rest = rest.rstrip("!?")
        name = next(n for n in ("disc", "off", "-1x", "1x", "2x", "3x", "4x") if rest.startswith(n))
        face = None if rest[len(name) :] == "-" else int(rest[len(name) :])
        level = name if name in ("disc", "off") else int(name[:-1])
        die = {"owner": int(owner), "level": level, "face": face, "fate": fate}
        found.append({**die, **({"bonus": True} if bonus else {})})
    return found


def a_game(
    *rounds: str | list[str], rolls: list | None = None, seats: int = 2, **rules: Any
) -> Any:
    """Write a record; a round is the dice in its end, or a list of them after each shot."""
    sides = len(rules.get("teams", ())) or seats
    return {
        "game": "tumblin",
        "rules": rules,
        "seats": seats,
        "order_rolls": [list(range(6, 6 - sides, -1))] if rolls is None else rolls,
        "rounds": [
            {"dice": dice(r)} if isinstance(r, str) else {"states": [dice(state) for state in r]}
            for r in rounds
        ],
    }


def faults_of(record: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        score(record)
    assert caught.value.place == "record"
    return list(caught.value.faults)


def falling(rules: Rules, rng: random.Random) -> Table:
    """A table without a board: dice land anywhere and knock others further down, or off."""
    dull = rng.random() < 0.5  # little happens: many ties
    high = {sides: 2 if dull else sides for sides in rules.die_sides}
    touched, usual = (0.05, [1, 2]) if dull else (0.2, LEVELS[1:6])

    def face(sides: int) -> int:
        return rng.randint(1, high[sides])

    def shoot(turn: Turn, lying: Sequence[Die]) -> list[Die]:
        after = []
        for die in lying:
            lower = [level for level in LEVELS if DOWN[level] >= DOWN[die.level]]
            if is_on_board(rules, die) and rng.random() < touched:
                die = replace(die, level=rng.choice(lower), face=rng.randint(1, 6), fate=HIT)
            after.append(die)
        if rng.random() < 0.05:
            return [*after, Die(turn.seat, OFF, None, turn.bonus, FOUL)]
        level = rng.choice(LEVELS if rng.random() < 2 * touched else usual)
        return [*after, Die(turn.seat, level, face(turn.sides), turn.bonus)]

    return Table(
        roll=lambda side, repetition: rng.randint(1, rng.choice([2, rules.order_sides])),
        bonus=lambda turn, lying: rng.random() < 0.4,
        shoot=shoot,
    )


ENDINGS = {
    "end": ["rounds", "target", "wins"],
    "final_tie": ["overtime", "share"],
    "tied_round": ["none", "all"],
    "order": ["score", "total", "fixed", "reverse", "rotate"],
    "order_tie": ["stable", "revert"],
    "first_order": ["roll", "seats"],
}
SCORINGS = {
    "minus_level": ["-1x", "0x"],
    "disc": ["minus", "stay", "remove"],
    "scoring": ["multiply", "add"],
    "add_minus": ["negative", "face-1"],
    "eject": ["zero", "negative"],
    "eject_scope": ["any", "hit"],
    "all_on": ["none", 10, "double"],
    "all_on_unit": ["player", "side"],
}
PARTIES: list[tuple[int, dict[str, Any]]] = [  # seats, rules
    (2, {"dice": 2}),
    (3, {"dice": 1}),
    (4, {"dice": 2, "sides": 20}),
    (2, {"dice": 1, "bonus_dice": 1}),
    (
        2,
        {"dice": 2, "bonus_dice": 1, "bonus_factor": 3, "sides": (8, 6, 20), "teams": ((1,), (0,))},
    ),
    (2, {"dice": 3, "sides": (10, 6, 12)}),
    (2, {"dice": 2, "levels": (-2, 0, 1, 3, 7)}),
    (4, {"dice": 1, "teams": ((0, 2), (1, 3))}),
    (4, {"dice": 2, "teams": ((3, 0), (1, 2))}),
    (6, {"dice": 1, "teams": ((0, 2, 4), (1, 3, 5))}),
    (6, {"dice": 1, "teams": ((5, 0), (1, 4), (3, 2))}),
    (5, {"dice": 2}),
    (16, {"dice": 1, "teams": tuple(tuple(range(k, 16, 4)) for k in range(4))}),
    (16, {"dice": 1}),
]


def combinations(options: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def every_kind_of_rules(number: int, seed: int = 0) -> Iterator[tuple[int, Rules, random.Random]]:
    """Rules for so many games: each party meets every way to score and every way to end."""
    rng = random.Random(seed)
    scorings, endings = combinations(SCORINGS), combinations(ENDINGS)
    rng.shuffle(scorings)
    rng.shuffle(endings)
    for i in range(number):
        place, (seats, party) = i // len(PARTIES), PARTIES[i % len(PARTIES)]
        limits = {"rounds": rng.randint(1, 3), "target": rng.randint(1, 20), "wins": 2}
        options = {**scorings[place % len(scorings)], **endings[place % len(endings)]}
        most = rng.randint(3, 6)
        yield seats, Rules(**options, **party, **limits, max_rounds=most), random.Random(i)
