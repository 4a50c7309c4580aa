"""The course of a game, compiled: how it begins, what a round adds, who has won or plays on."""

from dicestats.games.tumblin.kernel.numbers import (
    CUT,
    END,
    GOES_ON,
    IN_OVERTIME,
    LEAD_CHANGES,
    LEADER,
    NOBODY,
    OVERTIME,
    PLAYING,
    ROUND,
    ROUNDS,
    TARGET,
    WINNERS,
)
from dicestats.games.tumblin.kernel.order import reorder
from dicestats.jit import jit


@jit(_nrt=False)
def begin(match):  # type: ignore[no-untyped-def]
    """Begin a game in which all sides play.

    Parameters
    ----------
    match : Match
        ``places`` tell the first order, all different; the rest is cleared.
    """
    for side in range(match.order.shape[0]):
        match.order[match.places[side]] = side
    for cleared in (match.totals, match.wins, match.ejected, match.hit, match.facts):
        cleared[:] = 0
    match.facts[PLAYING] = match.order.shape[0]
    match.facts[END], match.facts[LEADER] = GOES_ON, NOBODY


@jit(_nrt=False)
def end_round(numbers, match):  # type: ignore[no-untyped-def]
    """Add a round's scores, see whether the game is over, else who plays on (rulings T1 to T4).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    match : Match
        Its ``side_scores`` are those of the round.

    Returns
    -------
    bool
        Whether the game is over; ``facts`` tell how, and who has won.
    """
    facts, order = match.facts, match.order
    for place in range(facts[PLAYING]):
        match.totals[order[place]] += match.side_scores[order[place]]
    _count_win(numbers, match)
    _follow_lead(match)
    facts[ROUND] += 1
    facts[OVERTIME] += 1 if facts[END] == IN_OVERTIME else 0
    leading, is_one = _leading(numbers, match)
    if leading != 0 and (is_one or not numbers.overtime):
        facts[WINNERS] = leading
        facts[END] = IN_OVERTIME if facts[OVERTIME] > 0 else numbers.end
        return True
    reorder(numbers, match)
    if leading != 0:
        _keep(match, leading)
        facts[END] = IN_OVERTIME  # which goes on for now
    if facts[ROUND] >= numbers.max_rounds:
        facts[WINNERS], facts[END] = _most(match, match.totals)[0], CUT
        return True
    return False


@jit(_nrt=False)
def _most(match, counted):  # type: ignore[no-untyped-def]
    """Find who has the most, of the sides that play: bits, and whether it is one alone."""
    best, found, many = -(1 << 62), 0, 0
    for place in range(match.facts[PLAYING]):
        side = match.order[place]
        if counted[side] > best:
            best, found, many = counted[side], 1 << side, 1
        elif counted[side] == best:
            found, many = found | (1 << side), many + 1
    return found, many == 1


@jit(_nrt=False)
def _count_win(numbers, match):  # type: ignore[no-untyped-def]
    """Note who has won the round (ruling T3)."""
    best, is_one = _most(match, match.side_scores)
    for side in range(match.wins.shape[0]):
        if (is_one or numbers.tied_win) and (best >> side) & 1:
            match.wins[side] += 1


@jit(_nrt=False)
def _leading(numbers, match):  # type: ignore[no-untyped-def]
    """Find who has won, or is tied in the end: bits, none if the end has not come; one alone."""
    if match.facts[END] == IN_OVERTIME:
        return _most(match, match.side_scores)
    if numbers.end == ROUNDS:
        over, counted = match.facts[ROUND] >= numbers.goal, match.totals
    else:
        counted, over = match.totals if numbers.end == TARGET else match.wins, False
        for side in range(counted.shape[0]):
            over = over or counted[side] >= numbers.goal
    if over:
        return _most(match, counted)
    return 0, False


@jit(_nrt=False)
def _keep(match, sides):  # type: ignore[no-untyped-def]
    """Let only some sides play on, in the order that they have (ruling T2)."""
    kept = 0
    for place in range(match.facts[PLAYING]):
        side = match.order[place]
        if (sides >> side) & 1:
            match.order[kept] = side
            kept += 1
    match.facts[PLAYING] = kept


@jit(_nrt=False)
def _follow_lead(match):  # type: ignore[no-untyped-def]
    """Count the rounds after which another side is ahead alone than the last that was."""
    best, ahead, last = -(1 << 62), NOBODY, match.facts[LEADER]
    for side in range(match.totals.shape[0]):
        total = match.totals[side]
        if total >= best:
            ahead = side if total > best else NOBODY
            best = total
    if ahead != NOBODY:
        match.facts[LEAD_CHANGES] += 1 if last != NOBODY and last != ahead else 0
        match.facts[LEADER] = ahead
