"""Playing a record over again at a table, where every step must be one that the rules allow."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicestats.errors import InputError
from dicestats.games.dualing.cards import DICE, Card
from dicestats.games.dualing.reference import rounds, table
from dicestats.games.dualing.reference.goals import Die, completed, may_reveal
from dicestats.games.dualing.reference.records import COLOR, Written
from dicestats.games.dualing.reference.table import Pair, Table

Faults = Generator[str, None, bool]  # gives whether the game can be followed further

_MOST_FAULTS = 20  # one fault may bring others with it


@dataclass(frozen=True)
class SetPlayed:
    """What a set looked like to those who saw all hands."""

    playing: list[int]
    drawn: list[list[Card]]  # by seat: the hand before the exchange
    hands: list[list[Card]]  # by seat: the hand it is played with
    saved: list[list[Die]]  # by seat: the scoring card
    revealed: list[list[Card]]  # by seat: the goals completed in this set
    points: list[int]  # by seat, after the set
    goals: list[int]  # by seat: goals completed since the game began


def replay(written: Written) -> tuple[Table, list[SetPlayed]]:
    """Play a record over again.

    Parameters
    ----------
    written : Written
        From ``records.read``.

    Returns
    -------
    table : Table
        As the game ended.
    sets : list of SetPlayed
        What each set looked like.

    Raises
    ------
    InputError
        With what is illegal and where; a wrong step is taken as it is written as far as that is
        possible, so that later faults are found too.

    Notes
    -----
    Rulebook: Playing a Set to Winning the Game; rulings D1 to D16.
    """
    laid = table.lay_out(written.rules, written.deck, written.seats)
    sets: list[SetPlayed] = []
    faults = list(_sets(laid, written.sets, sets))
    if len(faults) > _MOST_FAULTS:
        more = len(faults) - _MOST_FAULTS
        faults = [*faults[:_MOST_FAULTS], f"and {more} more"]
    if faults:
        raise InputError("record", faults)
    return laid, sets


def _sets(laid: Table, given: Sequence[Mapping[str, Any]], sets: list[SetPlayed]) -> Iterator[str]:
    for number, played in enumerate(given):
        if laid.end is not None:
            yield f"sets[{number}]: the game was over after sets[{number - 1}]"
            return
        if not (yield from _set(laid, played, sets, place=f"sets[{number}]")):
            return
    if laid.end is None:
        most = max(seat.points for seat in laid.seats)
        why = f"the most points are {most} of {laid.rules.target}"
        if most >= laid.rules.target:
            why = f"seats {_list(laid.playing)} are still equal"
        yield f"sets: the record stops early, after {len(given)} sets: {why}"


def _set(laid: Table, played: Mapping[str, Any], sets: list[SetPlayed], *, place: str) -> Faults:
    table.begin_set(laid)
    playing, drawn = laid.playing, [list(seat.hand) for seat in laid.seats]
    for seat, ids in enumerate(played["discards"]):
        yield from _discard(laid, seat, ids, place=f"{place}.discards[{seat}]")
    hands = [list(seat.hand) for seat in laid.seats]
    for number, given in enumerate(played["rounds"]):
        if not (yield from _round(laid, given, f"{place}.rounds[{number}]")):
            return False
    saved = [list(seat.saved) for seat in laid.seats]
    claims = played.get("completed", [None] * len(laid.seats))
    revealed = []
    for seat, claim in enumerate(claims):
        revealed.append((yield from _reveal(laid, seat, claim, place=f"{place}.completed[{seat}]")))
    table.end_set(laid, revealed)
    points, goals = [s.points for s in laid.seats], [len(s.goals) for s in laid.seats]
    sets.append(SetPlayed(playing, drawn, hands, saved, revealed, points, goals))
    return True


def _discard(laid: Table, seat: int, ids: Sequence[int], *, place: str) -> Iterator[str]:
    most = laid.rules.max_discards
    if seat not in laid.playing:
        if ids:
            yield f"{place}: seat {seat} does not play this extra set"
        return  # nor does it draw
    if len(ids) > most:  # ruling D13
        yield f"{place}: {len(ids)} cards given; at most {most} may be exchanged"
    held = {card.id: card for card in laid.seats[seat].hand}
    cards = []
    for i, number in enumerate(ids):
        if number in ids[:i]:
            yield f"{place}[{i}]: card {number} stands here twice"
        elif number not in held:
            yield f"{place}[{i}]: card {number} is not in the hand of seat {seat}: {_list(held)}"
        else:
            cards.append(held[number])
    table.exchange(laid, seat, cards)


def _reveal(
    laid: Table, seat: int, claim: Sequence[int] | None, *, place: str
) -> Generator[str, None, list[Card]]:
    hand, dice = laid.seats[seat].hand, laid.seats[seat].saved
    right = completed(hand, dice, laid.rules) if seat in laid.playing else []
    if claim is None:
        return right
    held = {card.id: card for card in hand}
    for i, number in enumerate(claim):
        if number not in held:
            yield f"{place}[{i}]: card {number} is not in the hand of seat {seat}: {_list(held)}"
            return right
    cards = [held[number] for number in claim]
    if seat in laid.playing and may_reveal(cards, hand, dice, rules=laid.rules):
        return cards
    if sorted(claim) != [card.id for card in right]:
        wanted = _list(card.id for card in right)
        yield f"{place}: {_list(claim)} claimed; the dice of seat {seat} complete {wanted}"
    return right


def _round(laid: Table, given: Mapping[str, Any], place: str) -> Faults:
    choices, rolls = given["choices"], given["rolls"]
    for name, row in (("choices", choices), ("rolls", rolls)):
        wrong = [*_absent(laid, row, f"{place}.{name}")]
        yield from wrong
        if wrong:
            return False
    for seat in rounds.clockwise(laid, laid.last):  # who takes white dice first (ruling D9)
        yield from _choose(laid, seat, choices[seat], place=f"{place}.choices[{seat}]")
    for seat in laid.playing:
        pair, (color, white) = laid.pairs[seat], rolls[seat]
        yield from _off_die(laid, pair.color, color, place=f"{place}.rolls[{seat}][0]")
        yield from _off_die(laid, pair.white, white, place=f"{place}.rolls[{seat}][1]")
        pair.roll(color, white)
    first = yield from _reroll(laid, given["rerolls"], f"{place}.rerolls")
    return (yield from _select(laid, given["saves"], first, place=f"{place}.saves"))


def _absent(laid: Table, row: Sequence[object], place: str) -> Iterator[str]:
    """List who plays and has no dice in a row, or sits out and has some."""
    for seat, value in enumerate(row):
        if (value is None) == (seat in laid.playing):
            word = "plays this set" if value is None else "does not play this extra set"
            yield f"{place}[{seat}]: seat {seat} {word}"


def _choose(laid: Table, seat: int, choice: Sequence[int], *, place: str) -> Iterator[str]:
    color, white = (laid.rules.sides.index(sides) for sides in choice)
    if color not in laid.seats[seat].colors:  # ruling D12
        yield f"{place}[0]: seat {seat} has already saved its color {DICE[color]} in this set"
    if rounds.whites_left(laid, white) < 1:  # ruling D9
        yield f"{place}[1]: no white {DICE[white]} is left for seat {seat}"
    laid.pairs[seat] = Pair(color, white)


def _off_die(laid: Table, die: int, number: int, *, place: str) -> Iterator[str]:
    faces = [rounds.number_of(face, die, laid.rules) for face in range(laid.rules.sides[die])]
    if number not in faces:
        yield f"{place}: {number} is not on a {DICE[die]}: {min(faces)} to {max(faces)}"


def _reroll(laid: Table, given: Sequence[Sequence[Any]], place: str) -> Generator[str, None, int]:
    """Follow the re-rolls of a tie; gives who selects first (ruling D10)."""
    first = rounds.set_first(laid)
    numbers = {seat: laid.pairs[seat].color_number for seat in laid.playing}
    tied = table.leaders(numbers) if first is None else [first]
    for i, row in enumerate(given):
        if len(tied) == 1:
            yield f"{place}[{i}]: nobody is tied: seat {tied[0]} selects first"
            break
        if [seat for seat, _, _ in row] != tied:
            yield f"{place}[{i}]: seats {_list(s for s, _, _ in row)} given; tied are {_list(tied)}"
            break
        for j, (seat, kind, number) in enumerate(row):
            pair, is_color = laid.pairs[seat], kind == COLOR
            die = pair.color if is_color else pair.white
            yield from _off_die(laid, die, number, place=f"{place}[{i}][{j}][2]")
            pair.reroll(is_color, number)
        tied = table.leaders({seat: number for seat, _, number in row})
    else:
        if len(tied) > 1:
            yield f"{place}: seats {_list(tied)} are tied: their re-roll is missing"
    if not laid.rules.reroll_stands:
        rounds.turn_back(laid)
    return tied[0]


def _select(laid: Table, given: Sequence[Sequence[Any]], first: int, *, place: str) -> Faults:
    """Follow the selection, in the order in which it is written."""
    order, seats = rounds.clockwise(laid, first), [save[0] for save in given]
    if seats != order:
        yield f"{place}: seats {_list(seats)} given; the order of selection is {_list(order)}"
    if sorted(seats) != laid.playing:
        return False
    for i, (seat, *what) in enumerate(given):
        owner = None if what == [COLOR] else what[1]
        if owner is None or rounds.may_save(laid, seat, owner):
            rounds.save(laid, seat, owner)
            continue
        yield f"{place}[{i}]: {_why_not(laid, owner)}"
        pair = laid.pairs.get(owner)
        if pair is not None:
            laid.seats[seat].saved.append(Die(False, pair.white, pair.white_number))
    rounds.end_round(laid, seats[0])
    return True


def _why_not(laid: Table, owner: int) -> str:
    if owner in laid.taken:
        return f"the white die of seat {owner} is already saved"
    if owner not in laid.playing:
        return f"seat {owner} does not play this extra set"
    return "only the own two dice may be saved"


def _list(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers)) or "none"
