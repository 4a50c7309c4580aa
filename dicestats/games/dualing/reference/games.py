"""Dualing Dice as the rulebook tells it: play a game, score a record, tell what happened."""

from collections.abc import Sequence
from typing import Any

from dicestats import streams
from dicestats.difference import first_difference
from dicestats.errors import InputError
from dicestats.game import Record, Strategy
from dicestats.games.dualing.cards import Card
from dicestats.games.dualing.reference import records, rounds, story, table
from dicestats.games.dualing.reference.goals import completed
from dicestats.games.dualing.reference.players import NAME, Players
from dicestats.games.dualing.reference.records import COLOR, WHITE
from dicestats.games.dualing.reference.replay import replay
from dicestats.games.dualing.reference.table import Table
from dicestats.games.dualing.rules import Rules
from dicestats.games.dualing.views import refuse_strangers


def play(rules: Rules, strategies: Sequence[Strategy], seed: int, game: int) -> Record:
    """Play one game set by set.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : sequence of Strategy
        One for each seat.
    seed, game : int
        Dice, deck and the luck of the strategies are those of game ``game`` under ``seed``.

    Returns
    -------
    dict
        A complete record with its outcome.

    Raises
    ------
    InputError
        If the rules have no such number of seats, or a strategy was made for other rules or
        fails.

    Notes
    -----
    Rulebook: Game Setup to Winning the Game.

    Examples
    --------
    >>> decisions = ("discard", "pair", "reroll", "save")
    >>> luck = {kind: lambda view: view.noise(len(view.legal)) for kind in decisions}
    >>> record = play(Rules(), [Strategy("luck", **luck)] * 2, 1, 0)
    >>> len(record["deck"]), len(record["sets"][0]["rounds"])
    (92, 5)
    """
    seats = len(strategies)
    if seats not in rules.seats:
        fit = ", ".join(map(str, rules.seats))
        raise InputError("strategies", f"{seats} given; these rules allow {fit} seats")
    refuse_strangers(strategies, rules)
    players = Players(rules, strategies, streams.key(seed, NAME), game)
    deck = players.deck()
    laid, sets = table.lay_out(rules, deck, seats), []
    while laid.end is None:
        sets.append(_play_set(laid, players))
    return {
        "game": NAME,
        **rules.written,
        "seats": seats,
        "deck": _ids(deck),
        "sets": sets,
        "seed": seed,
        "index": game,
        "strategies": [strategy.name for strategy in strategies],
        "outcome": _outcome(laid, [played["completed"] for played in sets]),
    }


def _play_set(laid: Table, players: Players) -> Record:
    """Draw, exchange goals, play the rounds, reveal what is completed (rulebook: Playing a Set)."""
    table.begin_set(laid)
    discards: list[list[int]] = [[] for _ in laid.seats]
    for seat in laid.playing:
        cards = players.discards(laid, seat)
        discards[seat] = _ids(cards)
        table.exchange(laid, seat, cards)
    played = [_play_round(laid, players) for _ in range(laid.rules.rounds)]
    revealed: list[list[Card]] = [[] for _ in laid.seats]
    for seat in laid.playing:
        revealed[seat] = completed(laid.seats[seat].hand, laid.seats[seat].saved, laid.rules)
    table.end_set(laid, revealed)
    return {"discards": discards, "rounds": played, "completed": [_ids(c) for c in revealed]}


def _play_round(laid: Table, players: Players) -> Record:
    """Choose dice, roll them, settle who is first, select (rulebook: Playing a Round)."""
    everyone, sides = range(len(laid.seats)), laid.rules.sides
    for seat in rounds.clockwise(laid, laid.last):
        laid.pairs[seat] = players.pair(laid, seat)
    for seat in laid.playing:
        laid.pairs[seat].roll(*players.roll(laid, seat, 0))
    pairs = [laid.pairs.get(seat) for seat in everyone]
    choices = [p and [sides[p.color], sides[p.white]] for p in pairs]
    rolls = [p and [p.color_number, p.white_number] for p in pairs]
    first, rerolls = _settle(laid, players)
    saves = [_select(laid, players, seat, first=first) for seat in rounds.clockwise(laid, first)]
    rounds.end_round(laid, first)
    return {"choices": choices, "rolls": rolls, "rerolls": rerolls, "saves": saves}


def _settle(laid: Table, players: Players) -> tuple[int, list[list[list[Any]]]]:
    """Find who selects first: those tied for it roll again (rulebook: Tiebreaking, D10)."""
    fixed = rounds.set_first(laid)
    if fixed is not None:
        return fixed, []
    tied = table.leaders({seat: laid.pairs[seat].color_number for seat in laid.playing})
    rerolls: list[list[list[Any]]] = []
    while len(tied) > 1:
        time = len(rerolls) + 1
        chosen = {s: players.rerolls_color(laid, s, tied=tied, repetition=time) for s in tied}
        rolled = {}
        for seat, is_color in chosen.items():  # all have chosen before any die rolls
            rolled[seat] = players.roll(laid, seat, time)[0 if is_color else 1]
            laid.pairs[seat].reroll(is_color, rolled[seat])
        rerolls.append([[s, COLOR if chosen[s] else WHITE, rolled[s]] for s in tied])
        tied = table.leaders(rolled)
    if not laid.rules.reroll_stands:
        rounds.turn_back(laid)
    return tied[0], rerolls


def _select(laid: Table, players: Players, seat: int, *, first: int) -> list[Any]:
    """Save a die (rulebook: Die Selection)."""
    owner = players.saves(laid, seat, first=first)
    rounds.save(laid, seat, owner)
    return [seat, COLOR] if owner is None else [seat, WHITE, owner]


def _ids(cards: Sequence[Card]) -> list[int]:
    return [card.id for card in cards]


def _outcome(laid: Table, completed: list[list[list[int]]]) -> dict[str, Any]:
    assert laid.end is not None
    return {
        "game": NAME,
        "winners": laid.end.winners,
        "points": [seat.points for seat in laid.seats],
        "cards": [len(seat.goals) for seat in laid.seats],
        "completed": completed,
        "sets": laid.set,
        "truncated": laid.end.truncated,
    }


def score(record: Record) -> dict[str, Any]:
    """Score a record by the rulebook.

    Parameters
    ----------
    record : dict
        Game, rules (overrides), seats, deck and sets; optional cards, seed, index, strategies,
        outcome.

    Returns
    -------
    dict
        game, winners, points, cards (completed goals), completed (ids by set and seat), sets and
        truncated.

    Raises
    ------
    InputError
        With every fault of an illegal record, or the first difference between the outcome it
        gives and the one scored here.

    Notes
    -----
    Rulebook: Game Setup to Winning the Game; rulings D1 to D17.
    """
    laid, sets = replay(records.read(record))
    outcome = _outcome(laid, [[sorted(_ids(c)) for c in played.revealed] for played in sets])
    if "outcome" in record:
        difference = first_difference(record["outcome"], outcome, "outcome")
        if difference:
            raise InputError("record", difference)
    return outcome


def tell(record: Record) -> str:
    """Tell a game set by set, as a table sees it with all hands open, and how it ended.

    Parameters
    ----------
    record : dict
        A legal record.

    Returns
    -------
    str
        Lines of at most 100 characters.

    Raises
    ------
    InputError
        As ``score`` does.

    Notes
    -----
    Rulebook: Playing a Set to Winning the Game.

    Examples
    --------
    >>> decisions = ("discard", "pair", "reroll", "save")
    >>> luck = {kind: lambda view: view.noise(len(view.legal)) for kind in decisions}
    >>> print(tell(play(Rules(), [Strategy("luck", **luck)] * 2, 1, 0)).splitlines()[0])
    Dualing Dice: game 0 of seed 1
    """
    outcome = score(record)
    written = records.read(record)
    _, sets = replay(written)
    parts = (
        story.header(record, written.rules),
        story.sets(record, sets),
        story.ending(written.rules, outcome),
    )
    return "\n\n".join("\n".join(part) for part in parts)
