"""A second scorer of Tumblin' Dice, from the rules sheet alone and without the package."""

from typing import Any

PUBLISHED: dict[str, Any] = {
    "end": "rounds", "rounds": 4, "target": 301, "wins": 4, "final_tie": "overtime",
    "max_rounds": 200, "tied_round": "none", "order": "score", "order_tie": "stable",
    "first_order": "roll", "dice": 4, "bonus_dice": 0, "bonus_factor": 2, "teams": [],
    "minus_level": "-1x", "disc": "minus", "scoring": "multiply", "add_minus": "negative",
    "eject": "zero", "eject_scope": "any", "all_on": "none", "all_on_unit": "player",
    "levels": [-1, 1, 2, 3, 4],
}  # fmt: skip


def count(record: dict[str, Any]) -> tuple[list[int], str, list[int], list[list[int]]]:
    """Winners, reason, totals, and who threw the dice of each round."""
    r = PUBLISHED | record["rules"]
    teams = r["teams"] or [[seat] for seat in range(record["seats"])]
    n = len(teams)
    order = sorted(range(n), key=lambda t: [-(row[t] or 0) for row in record["order_rolls"]])
    total, won, fighting, sequence = [0] * n, [0] * n, None, []
    for number, turn in enumerate(record["rounds"], 1):
        thrown = turn["dice"] if "dice" in turn else turn["states"][-1]
        cycle = [teams[t][m] for m in range(len(teams[0])) for t in order]
        sequence.append(cycle * (r["dice"] + r["bonus_dice"]))
        got = {t: team_points(thrown, teams[t], r) for t in order}
        for t, points in got.items():
            total[t] += points
        top = [t for t in got if got[t] == max(got.values())]
        if len(top) == 1 or r["tied_round"] == "all":
            for t in top:
                won[t] += 1
        ahead, over = range(n), fighting is not None
        if over:
            measure = got
            ahead = order
        elif r["end"] == "rounds":
            measure, over = total, number == r["rounds"]
        else:
            measure = total if r["end"] == "target" else won
            over = any(measure[t] >= r[r["end"]] for t in ahead)
        tops = [t for t in ahead if measure[t] == max(measure[u] for u in ahead)]
        if over and (len(tops) == 1 or r["final_tie"] == "share"):
            return sorted(tops), "overtime" if fighting else r["end"], total, sequence
        order = following(order, got, total, r)
        if over:
            fighting = tops
            order = [t for t in order if t in tops]
        if number == r["max_rounds"]:
            most = max(total[t] for t in order)
            return sorted(t for t in order if total[t] == most), "truncated", total, sequence
    return [], "unfinished", total, sequence


def following(order: list[int], got: dict[int, int], total: list[int], r: Any) -> list[int]:
    match r["order"]:
        case "fixed":
            return order
        case "rotate":
            return order[1:] + order[:1]
        case "total":
            key = {t: -total[t] for t in order}
        case "score":
            key = {t: -got[t] for t in order}
        case "reverse":
            key = {t: got[t] for t in order}
    if r["order_tie"] == "revert" and len({*key.values()}) != len(order):
        return order
    return [t for _, _, t in sorted((key[t], place, t) for place, t in enumerate(order))]


def team_points(thrown: list[Any], team: list[int], r: Any) -> int:
    points, everything = 0, []
    for seat in team:
        own = [die for die in thrown if die["owner"] == seat]
        everything += own
        part = sum(worth(die, r) for die in own)
        if r["all_on_unit"] == "player":
            part += extra(own, part, r)
        points += part
    return points + (extra(everything, points, r) if r["all_on_unit"] == "side" else 0)


def extra(own: list[Any], part: int, r: Any) -> int:
    if r["all_on"] == "none" or any(spot(die, r) in ("off", "away") for die in own):
        return 0
    return r["all_on"] if r["all_on"] != "double" else part if part > 0 else 0


def spot(die: Any, r: Any) -> str:
    """off, away (taken), idle (an obstacle), or the level's place in the list of levels."""
    if die.get("fate") == "foul":
        return "away"
    if die["level"] == "off":
        return "off"
    if die["level"] == "disc" and r["disc"] != "minus":
        return {"stay": "idle", "remove": "away"}[r["disc"]]
    if die["level"] in ("disc", -1):
        return "0" if r["minus_level"] == "-1x" else "away"
    return str(die["level"])


def worth(die: Any, r: Any) -> int:
    where = spot(die, r)
    if where in ("away", "idle"):
        value = 0
    elif where == "off":
        bad = r["eject"] == "negative" and (r["eject_scope"] == "any" or die.get("fate") == "hit")
        value = -die["face"] if bad else 0
    else:
        factor = r["levels"][int(where)]
        adds = r["scoring"] == "add" and not (where == "0" and r["add_minus"] == "negative")
        value = die["face"] + factor if adds else die["face"] * factor
    return value * r["bonus_factor"] if die.get("bonus") else value
