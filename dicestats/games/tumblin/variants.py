"""Named rules of Tumblin' Dice, each with its source, and a small world for tests."""

from dicestats.game import Variant
from dicestats.games.tumblin.rules import Rules

# Small enough that ties, overtime, shared wins and games cut short are common (tests run on it).
SMALL = Rules(dice=2, rounds=2, max_rounds=4, tied_round="all", eject="negative", all_on=3)

_PAIRS = ((0, 2), (1, 3))
_TRIPLES = ((0, 2, 4), (1, 3, 5))
_FOURS = tuple(tuple(range(first, 16, 4)) for first in range(4))

_OPTIONS = "sheet: Other playing options"
_OLDER = "sheet, French: For the older players"
_TWO = "sheet, French: Rules for 2 players"
_TEAMS = "sheet, French: Team rules"
_SPECIAL = "sheet, French: Being ridiculous never killed anyone"

VARIANTS = {
    "published": Variant(
        {}, "four rounds; the best of a round shoots first in the next", "sheet, English column"
    ),
    "french": Variant(
        {"end": "target", "target": 301, "order": "fixed", "final_tie": "share"},
        "the first to 301 points; the order is rolled once, equals share the win",
        "sheet, French column; ruling T1",
    ),
    "to_301": Variant({"end": "target", "target": 301}, "301 points end the game", _OPTIONS),
    "to_501": Variant({"end": "target", "target": 501}, "501 points end the game", _OPTIONS),
    "four_wins": Variant({"end": "wins", "wins": 4}, "four rounds won end the game", _OLDER),
    "four_wins_tied": Variant(
        {"end": "wins", "wins": 4, "tied_round": "all"},
        "four rounds won; a tied round is won by all who are best",
        f"{_OLDER}; ruling T3",
    ),
    "shared": Variant({"final_tie": "share"}, "equals share the win", "ruling T1"),
    "revert": Variant(
        {"order_tie": "revert"},
        "a tied round keeps the whole order as it was",
        "sheet: How to play, read literally; ruling T4",
    ),
    "leader_first": Variant({"order": "total"}, "the highest total shoots first", "ruling T4"),
    "loser_first": Variant({"order": "reverse"}, "the lowest round score shoots first", "T4"),
    "fixed_order": Variant({"order": "fixed"}, "the first order stays", "ruling T4"),
    "rotating_order": Variant({"order": "rotate"}, "the first shoots last next time", "T4"),
    "seats_first": Variant(
        {"first_order": "seats"}, "seat 0 shoots first in the first round", "ruling T4"
    ),
    "negative_ejections": Variant(
        {"eject": "negative"}, "a die off the board counts its face against its owner", _OLDER
    ),
    "negative_hits": Variant(
        {"eject": "negative", "eject_scope": "hit"},
        "a die that a later shot knocked off counts its face against its owner",
        f"{_OLDER}; ruling T10",
    ),
    "bonus_10": Variant({"all_on": 10}, "10 points for having all dice on the board", _OLDER),
    "bonus_20": Variant({"all_on": 20}, "20 points for having all dice on the board", _OLDER),
    "bonus_double": Variant(
        {"all_on": "double"}, "points count double with all dice on the board", _OLDER
    ),
    "children": Variant(
        {"scoring": "add"}, "level plus face, not times", f"{_OPTIONS}; For the youngest players"
    ),
    "children_face_less_1": Variant(
        {"scoring": "add", "add_minus": "face-1"},
        "level plus face, level -1 too",
        f"{_OPTIONS}; ruling T9",
    ),
    "five_dice": Variant({"dice": 5}, "five dice each", _TWO),
    "five_and_bonus": Variant(
        {"dice": 5, "bonus_dice": 1}, "five dice and a bonus die that counts double", _TWO
    ),
    "nine_dice": Variant({"dice": 9}, "two colors of dice each: nine", _TWO),
    "teams_2x2": Variant({"teams": _PAIRS}, "two teams of two", f"{_OPTIONS}; {_TEAMS}"),
    "teams_2x3": Variant(
        {"teams": _TRIPLES, "dice": 3}, "two teams of three with nine dice", _TEAMS
    ),
    "teams_4x4": Variant(
        {"teams": _FOURS, "dice": 1}, "four teams of four with a die each", _SPECIAL
    ),
    "teams_to_501": Variant(
        {"teams": _PAIRS, "end": "target", "target": 501, "order": "fixed", "final_tie": "share"},
        "the French game of two teams, to 501",
        _OLDER,
    ),
    "teams_all_on": Variant(
        {"teams": _PAIRS, "all_on": 20, "all_on_unit": "side"},
        "20 points for a team with all its dice on the board",
        f"{_OLDER}; ruling T11",
    ),
    "six_players": Variant({"dice": 3}, "three dice each: for more than four seats, too", _SPECIAL),
    "sixteen_players": Variant({"dice": 1}, "one die each: up to 16 play", _SPECIAL),
    "d8": Variant({"sides": 8}, "dice with 8 faces", _SPECIAL),
    "d10": Variant({"sides": 10}, "dice with 10 faces; the 0 counts 10", _SPECIAL),
    "d12": Variant({"sides": 12}, "dice with 12 faces", _SPECIAL),
    "d20": Variant({"sides": 20}, "dice with 20 faces", _SPECIAL),
    "mixed_dice": Variant(
        {"sides": (6, 6, 10, 20)}, "each throw with another die", f"{_SPECIAL}; ruling T12"
    ),
    "zero_board": Variant(
        {"minus_level": "0x"}, "a board whose lowest level is 0x: dice there go", "ruling T7"
    ),
    "disc_stays": Variant({"disc": "stay"}, "a die left on the disc scores 0", "ruling T8"),
    "disc_clears": Variant({"disc": "remove"}, "a die left on the disc is removed", "ruling T8"),
    "rolled_start": Variant(
        {"start_face": "random"}, "the face up before a flick is rolled", "ruling T13"
    ),
    "whole_die": Variant(
        {"line": "whole"}, "a die counts for a level once it is wholly past the line", "T15"
    ),
}
