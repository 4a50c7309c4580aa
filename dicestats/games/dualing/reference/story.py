"""Telling a game of Dualing Dice: hands, rolls, selections and goals of every set, as text."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from dicestats.game import Record
from dicestats.games.dualing.cards import DICE, Card
from dicestats.games.dualing.reference.goals import Die
from dicestats.games.dualing.reference.records import COLOR
from dicestats.games.dualing.reference.replay import SetPlayed
from dicestats.games.dualing.rules import RECONSTRUCTION, Rules
from dicestats.shapes import shown

WIDTH = 100
_HARD = "\0"  # a space at which no line is broken, until it is printed


def header(record: Record, rules: Rules) -> list[str]:
    """Say which game this is: its number and seed, the seats, the rules that were changed.

    Parameters
    ----------
    record : dict
        A legal record.
    rules : Rules
        Its rules.

    Returns
    -------
    list of str
        Lines.
    """
    title = "Dualing Dice"
    if "index" in record:
        title += f": game {record['index']}"
    if "seed" in record:
        title += f" of seed {record['seed']}" if "index" in record else f": seed {record['seed']}"
    names = record.get("strategies", [])
    seats = [line for seat, name in enumerate(names) for line in _lines(f"Seat {seat}: {name}")]
    changed = rules.model_dump(mode="json", exclude_defaults=True, exclude={"deck"})
    told = ", ".join(f"{name} = {shown(value)}" for name, value in changed.items())
    deck = "Deck: a reconstruction; the published list of cards is not public"
    if rules.deck != RECONSTRUCTION:
        deck = f"Deck: {len(rules.cards)} cards of one's own"
    return [title, *seats, *_lines(f"Rules: {told or 'as published'}"), deck]


def sets(record: Record, played: Sequence[SetPlayed]) -> list[str]:
    """Tell the sets.

    Parameters
    ----------
    record : dict
        A legal record.
    played : sequence of SetPlayed
        From ``replay``.

    Returns
    -------
    list of str
        Lines; sets and rounds are set apart by empty ones.
    """
    lines: list[str] = []
    for number, (given, told) in enumerate(zip(record["sets"], played, strict=True)):
        lines += [""] * (number > 0)
        lines += _set(given, told, number)
    return lines


def _set(given: Mapping[str, Any], told: SetPlayed, number: int) -> Iterator[str]:
    extra = "" if len(told.playing) == len(told.hands) else ", among those who are still equal"
    yield f"Set {number + 1}{extra}"
    yield "  Hands"
    for seat in told.playing:
        yield from _hand(given["discards"][seat], told, seat)
    for i, played in enumerate(given["rounds"]):
        yield f"  Round {i + 1}"
        yield from _round(played, told, i)
    yield "  Scoring"
    for seat in told.playing:
        yield from _scoring(told, seat)


def _hand(discards: Sequence[int], told: SetPlayed, seat: int) -> Iterator[str]:
    drawn, hand = told.drawn[seat], told.hands[seat]
    yield from _by_seat(seat, _cards(drawn) or "no card left to draw")
    if discards:
        held = {card.id: card for card in drawn}
        new = hand[len(drawn) - len(discards) :]
        yield from _by_seat(None, f"puts {_cards([held[i] for i in discards])} under the deck")
        yield from _by_seat(None, f"and draws {_cards(new)}")


def _round(played: Mapping[str, Any], told: SetPlayed, number: int) -> Iterator[str]:
    choices, rolls = played["choices"], played["rolls"]
    for seat in told.playing:
        (color, white), (high, low) = choices[seat], rolls[seat]
        yield (
            _start(seat)
            + f"rolls  color D{color}:".ljust(18)
            + f"{high:>2}   white D{white}: {low:>2}"
        )
    for repetition in played["rerolls"]:
        seats = _and([f"Seat {seat}" for seat, _, _ in repetition])
        again = ", ".join(
            f"Seat {s} its {_die(choices[s], kind)}: {n}" for s, kind, n in repetition
        )
        yield from _lines(f"    {seats} are tied and re-roll: {again}")
    for i, save in enumerate(played["saves"]):
        yield _start(save[0]) + _saved(save, told.saved[save[0]][number], is_first=i == 0)


def _die(choice: Sequence[int], kind: str) -> str:
    return f"color D{choice[0]}" if kind == COLOR else f"white D{choice[1]}"


def _saved(save: Sequence[Any], die: Die, *, is_first: bool) -> str:
    seat, kind, *owner = save
    whose = "" if kind == COLOR or owner == [seat] else f", rolled by Seat {owner[0]}"
    return f"saves  {_shown(die)}{whose}{' (selects first)' * is_first}"


def _scoring(told: SetPlayed, seat: int) -> Iterator[str]:
    yield from _by_seat(seat, ", ".join(map(_shown, told.saved[seat])))
    revealed = told.revealed[seat]
    yield from _by_seat(None, f"completes {_cards(revealed) or 'nothing'}")
    points, goals = told.points[seat], told.goals[seat]
    yield from _by_seat(None, f"and has {_count(points, 'point')} on {_count(goals, 'goal')}")


def _shown(die: Die) -> str:
    return f"{'color' if die.color else 'white'} {DICE[die.die]}: {die.number}"


def _cards(cards: Sequence[Card]) -> str:
    told = [f"{card.text} ({_count(card.points, 'point')})" for card in cards]
    return "; ".join(card.replace(" ", _HARD) for card in told)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _and(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _start(seat: int | None) -> str:
    return " " * 12 if seat is None else f"    Seat {seat}  "


def _by_seat(seat: int | None, text: str) -> list[str]:
    lines = wrap(_start(seat) + text, WIDTH, subsequent_indent=" " * 14)
    return [line.replace(_HARD, " ") for line in lines]


def _lines(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="      ")


def ending(rules: Rules, outcome: Mapping[str, Any]) -> list[str]:
    """Say how the game ended, who wins, and what decided it.

    Parameters
    ----------
    rules : Rules
        The rules.
    outcome : mapping
        From ``reference.score``.

    Returns
    -------
    list of str
        Lines.
    """
    points, goals, winners = outcome["points"], outcome["cards"], outcome["winners"]
    lines = [f"Points: {' to '.join(map(str, points))}; goals: {' to '.join(map(str, goals))}."]
    if outcome["truncated"]:
        lines.insert(0, f"The game is cut short after {_count(outcome['sets'], 'set')}.")
    if rules.end_rule == "fewest_among_reached" and not outcome["truncated"]:
        lines.append(f"Of all who reached {rules.target} points, the fewest goals win.")
    elif points.count(points[winners[0]]) > len(winners):
        lines.append("Of equal points, the fewest goals win.")
    seats = _and([f"Seat {seat}" for seat in winners])
    if len(winners) > 1:
        return [*lines, f"{seats} share the win."]
    return [*lines, f"{seats} wins the game."]
