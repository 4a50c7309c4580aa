"""Which goals saved dice complete: by trying every way to lay dice on goals, for the reference."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from dicestats.games.dualing.cards import Card, Requirement, meets
from dicestats.games.dualing.rules import Rules


class Die(NamedTuple):
    """A die on a scoring card, keeping its rolled number."""

    color: bool  # one's own colour die; else a white one
    die: int  # type, index into DICE
    number: int


def fills(die: Die, needs: Requirement, condition: str, *, zero_is_ten: bool = True) -> bool:
    """Tell whether a saved die is one that a goal lists, and meets its condition.

    Parameters
    ----------
    die : Die
        The saved die.
    needs : Requirement
        One die of the goal.
    condition : str
        The goal's condition, which holds for every die by its own range (ruling D3).
    zero_is_ten : bool
        How a D10's 0 counts (ruling D5).

    Returns
    -------
    bool
        Whether it does.

    Examples
    --------
    >>> fills(Die(False, 0, 3), Requirement("ANY", 0), "LOW")
    False
    """
    kinds = {"ANY": (True, False), "COLOR": (True,), "WHITE": (False,)}[needs.qualifier]  # D6
    fitting = die.die == needs.die and die.color in kinds
    return fitting and meets(condition, die.die, die.number, zero_is_ten=zero_is_ten)


def is_completed(card: Card, dice: Sequence[Die], rules: Rules) -> bool:
    """Tell whether dice complete a goal on their own.

    Parameters
    ----------
    card : Card
        The goal.
    dice : sequence of Die
        The dice on the owner's scoring card.
    rules : Rules
        The rules.

    Returns
    -------
    bool
        Whether all its dice are met, each by a saved die of its own (rulings D1, D8), or
        any one of them, as ``card_logic`` says.

    Examples
    --------
    >>> goals = {card.text: card for card in Rules().cards}
    >>> odd = goals["COLOR D8, D10: ODD"]
    >>> is_completed(odd, [Die(True, 2, 7), Die(True, 3, 9)], Rules())
    True
    >>> is_completed(odd, [Die(True, 2, 7), Die(False, 3, 9)], Rules())
    False
    """
    if rules.card_logic == "any":
        return any(_fills(card, needs, die, rules=rules) for needs in card.requires for die in dice)
    return _can_share([card], dice, rules)


def completed(hand: Sequence[Card], dice: Sequence[Die], rules: Rules) -> list[Card]:
    """Find the goals that a seat reveals: all that are completed, none held back (ruling D14).

    Parameters
    ----------
    hand : sequence of Card
        The goals held.
    dice : sequence of Die
        The dice on the scoring card.
    rules : Rules
        Where dice serve one goal each: the goals with most points, then the fewest, then those
        with the lowest ids (ruling D7).

    Returns
    -------
    list of Card
        By id.

    Examples
    --------
    >>> hand = [card for card in Rules().cards if card.id in (42, 69)]
    >>> dice = [Die(False, 0, 2), Die(False, 2, 4), Die(True, 3, 5), Die(True, 4, 6)]
    >>> [card.text for card in completed(hand, [*dice, Die(True, 2, 1)], Rules())]
    ['COLOR D8, D10: ODD', 'ANY D4, D8, COLOR D10, D12: LOW']
    """
    if rules.die_reuse:
        found = [card for card in hand if is_completed(card, dice, rules)]
        return sorted(found, key=lambda card: card.id)
    return min(_revealed(hand, dice, rules), key=lambda goals: (_worth(goals), _ids(goals)))


def may_reveal(
    claim: Sequence[Card], hand: Sequence[Card], dice: Sequence[Die], *, rules: Rules
) -> bool:
    """Tell whether a claim is as good as what ``completed`` finds: then its owner may choose it.

    Parameters
    ----------
    claim : sequence of Card
        Goals of the hand.
    hand, dice, rules
        As for ``completed``.

    Returns
    -------
    bool
        Whether the rules allow it; where dice serve several goals there is one right claim.

    Notes
    -----
    Ruling D7.
    """
    best = completed(hand, dice, rules)
    if rules.die_reuse:
        return _ids(claim) == _ids(best)
    return _worth(claim) == _worth(best) and _can_share(claim, dice, rules)


def _revealed(hand: Sequence[Card], dice: Sequence[Die], rules: Rules) -> Iterator[list[Card]]:
    """List every set of goals that the dice complete together, a die a goal."""
    for size in range(len(hand) + 1):
        for goals in combinations(sorted(hand, key=lambda card: card.id), size):
            if _can_share(goals, dice, rules):
                yield list(goals)


def _can_share(goals: Iterable[Card], dice: Sequence[Die], rules: Rules) -> bool:
    """Tell whether every die that the goals list can be met by a saved die of its own."""
    open_needs = [(card, needs) for card in goals for needs in card.requires]
    return _can_fill(open_needs, list(dice), rules)


def _can_fill(
    open_needs: Sequence[tuple[Card, Requirement]], dice: Sequence[Die], rules: Rules
) -> bool:
    if not open_needs:
        return True
    card, needs = open_needs[0]
    return any(
        _fills(card, needs, die, rules=rules)
        and _can_fill(open_needs[1:], [*dice[:i], *dice[i + 1 :]], rules)
        for i, die in enumerate(dice)
    )


def _fills(card: Card, needs: Requirement, die: Die, *, rules: Rules) -> bool:
    return fills(die, needs, card.condition, zero_is_ten=rules.d10_zero_is_ten)


def _worth(goals: Sequence[Card]) -> tuple[int, int]:
    """Order sets of goals, the best first: most points, then the fewest goals."""
    return -sum(card.points for card in goals), len(goals)


def _ids(goals: Sequence[Card]) -> list[int]:
    return sorted(card.id for card in goals)
