"""Playing a record over again, where everything thrown must be what the rules allow."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dicestats.errors import InputError
from dicestats.games.tumblin.reference.dice import HIT, Die, is_off, needs_face, read_die
from dicestats.games.tumblin.reference.game import Game, add_round, begin_game
from dicestats.games.tumblin.reference.order import who_rolls
from dicestats.games.tumblin.reference.records import Written
from dicestats.games.tumblin.reference.states import changes
from dicestats.games.tumblin.rules import Rules

Dice = Sequence[Mapping[str, Any]]  # as a record holds them

_MOST_FAULTS = 20  # one fault may bring others with it


def replay(written: Written) -> Game:
    """Play a record over again.

    Parameters
    ----------
    written : Written
        From ``records.read``.

    Returns
    -------
    Game
        As the record ends: over, or unfinished.

    Raises
    ------
    InputError
        With what is illegal and where; what is wrong is taken as it is written as far as that is
        possible, so that later faults are found too.

    Notes
    -----
    Rules sheet: Setup to How to play; rulings T4 to T14.
    """
    rules, seats = written.rules, written.seats
    faults = list(_rolls(rules, written.order_rolls, sides=len(rules.members(seats))))
    game = begin_game(rules, [] if faults else written.order_rolls, seats=seats)
    if not faults:
        faults = list(_rounds(game, written.rounds))
    if len(faults) > _MOST_FAULTS:
        more = len(faults) - _MOST_FAULTS
        faults = [*faults[:_MOST_FAULTS], f"and {more} more"]
    if faults:
        raise InputError("record", faults)
    return game


def _rolls(rules: Rules, rolls: Sequence[Sequence[int | None]], *, sides: int) -> Iterator[str]:
    """Check who rolls for the first order, and that it is settled (ruling T4)."""
    for i, row in enumerate(rolls):
        who = who_rolls(rules, rolls[:i], sides)
        if not who:
            why = (
                "sides shoot in the order of their numbers"
                if rules.first_order == "seats"
                else ("nobody is tied")
            )
            yield f"order_rolls[{i}]: {why}"
            return
        wrong = [side for side, number in enumerate(row) if (number is None) == (side in who)]
        for side in wrong:
            word = "must roll" if side in who else "is not tied: null must stand"
            yield f"order_rolls[{i}][{side}]: side {side} {word} here"
        if wrong:
            return
    who = who_rolls(rules, rolls, sides)
    if who:
        why = f"sides {_list(who)} are tied: their next roll is missing"
        yield f"order_rolls: {why if rolls else 'each side must roll a die'}"


def _rounds(game: Game, rounds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for number, given in enumerate(rounds):
        if game.standing.end is not None:
            yield f"rounds[{number}]: the game was over after rounds[{number - 1}]"
            return
        place = f"rounds[{number}]"
        if "states" in given:
            dice = yield from _states(game, given["states"], f"{place}.states")
        else:
            dice = yield from _dice(game, given["dice"], f"{place}.dice")
        if dice is None:
            return
        add_round(game, dice)


def _states(
    game: Game, states: Sequence[Dice], place: str
) -> Generator[str, None, list[Die] | None]:
    """Check a round given shot by shot; gives the dice in its end, if they can be scored."""
    wrong = [k for k, dice in enumerate(states) if len(dice) != k + 1]
    for k in wrong:
        yield f"{place}[{k}]: {len(states[k])} dice given; after shot {k + 1} there are {k + 1}"
    if len(states) != len(game.shooters):
        yield f"{place}: {len(states)} given; {len(game.shooters)} dice are thrown in this round"
    if wrong or len(states) != len(game.shooters):
        return None
    rules, before = game.standing.rules, list[Die]()
    for k, given in enumerate(states[:-1]):
        dice = [read_die(die) for die in given]
        yield from _owners(game, dice, f"{place}[{k}]", first=k)
        yield from changes(rules, before, dice, place=f"{place}[{k}]")
        yield from _faces(rules, given, dice, place=f"{place}[{k}]")
        before = dice
    last = f"{place}[{len(states) - 1}]"
    yield from changes(rules, before, [read_die(die) for die in states[-1]], place=last)
    return (yield from _dice(game, states[-1], last, first=len(states) - 1))


def _dice(
    game: Game, given: Dice, place: str, *, first: int = 0
) -> Generator[str, None, list[Die] | None]:
    """Check the dice in a round's end; gives them, if they can be scored."""
    rules, dice, shooters = game.standing.rules, [read_die(die) for die in given], game.shooters
    if len(dice) != len(shooters):
        yield f"{place}: {len(dice)} dice given; {len(shooters)} are thrown in this round"
        return None
    yield from _owners(game, dice, place, first=first)
    yield from _bonus(rules, dice, shooters, place=place)
    yield from _faces(rules, given, dice, place=place)
    is_whole = Counter(die.owner for die in dice) == Counter(shooters)
    blank = any(die.face is None and needs_face(rules, die) for die in dice)
    return dice if is_whole and not blank else None


def _owners(game: Game, dice: Sequence[Die], place: str, *, first: int) -> Iterator[str]:
    """Check who threw which dice, from ``first`` on (rulings T4 to T6)."""
    for i, (die, seat) in enumerate(zip(dice, game.shooters, strict=False)):
        if i >= first and die.owner != seat:
            yield f"{place}[{i}].owner: {die.owner} given; seat {seat} shoots here"
        if i >= first and die.bonus and not game.standing.rules.bonus_dice:
            yield f"{place}[{i}].bonus: true given; these rules have no bonus dice"
    if is_off(dice[-1]) and dice[-1].fate == HIT:
        yield f'{place}[{len(dice) - 1}].fate: "hit" given; no later throw was there to hit it'


def _bonus(
    rules: Rules, dice: Sequence[Die], shooters: Sequence[int], *, place: str
) -> Iterator[str]:
    """Check that every seat throws its bonus dice, no more (ruling T5)."""
    thrown = Counter(die.owner for die in dice if die.bonus)
    for seat in sorted(set(shooters)):
        if rules.bonus_dice and thrown[seat] != rules.bonus_dice:
            wanted = f"there must be {rules.bonus_dice}"
            yield f"{place}: {thrown[seat]} bonus dice of seat {seat} given; {wanted}"


def _faces(rules: Rules, given: Dice, dice: Sequence[Die], *, place: str) -> Iterator[str]:
    """Check sides and faces, each against the die that a seat throws then (ruling T12)."""
    seen = Counter[tuple[int, bool]]()
    for i, (written, die) in enumerate(zip(given, dice, strict=True)):
        number = seen[die.owner, die.bonus] + (rules.dice if die.bonus else 0)
        seen[die.owner, die.bonus] += 1
        at, face = f"{place}[{i}]", written["face"]
        if face is None and needs_face(rules, die):
            yield f"{at}.face: null given; this die counts"
        if number >= (len(rules.die_sides) if die.bonus else rules.dice):
            continue  # more dice than the seat has: told by _owners or _bonus
        sides = rules.die_sides[number]
        if face is not None and face > sides:
            yield f"{at}.face: {face} is not on a die with {sides} sides"
        if written.get("sides", sides) != sides:
            yield f"{at}.sides: {written['sides']} given; this throw is a die with {sides} sides"


def _list(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))
