"""The outcome columns of a game that is over, compiled."""

from dicestats.games.tumblin.kernel.numbers import (
    CUT,
    END,
    LEAD_CHANGES,
    OVERTIME,
    ROUND,
    WINNERS,
)
from dicestats.jit import jit

# Rows of the outcome columns: those of the game, then some for each side, and for each seat.
OF_GAME, OF_SIDE, OF_SEAT = 6, 3, 2


@jit(_nrt=False)
def report(match, lows, highs, out):  # type: ignore[no-untyped-def]
    """Write the outcome columns of a game.

    Parameters
    ----------
    match : Match
        A game that is over.
    lows, highs : arrays of int64, shape (columns,)
        Bounds of the columns; values beyond, which only scores can have, are written as these.
    out : array of uint16, shape (columns,)
        Filled as ``columns.outcome_columns`` lists them: values less their lows.
    """
    facts, sides = match.facts, match.totals.shape[0]
    _write(out, lows, highs, 0, facts[WINNERS])
    _write(out, lows, highs, 1, 1 if facts[END] == CUT else 0)
    _write(out, lows, highs, 2, facts[ROUND])
    _write(out, lows, highs, 3, facts[OVERTIME])
    _write(out, lows, highs, 4, _margin(match.totals))
    _write(out, lows, highs, 5, facts[LEAD_CHANGES])
    for side in range(sides):
        row = OF_GAME + OF_SIDE * side
        _write(out, lows, highs, row, match.totals[side])
        _write(out, lows, highs, row + 1, match.first_round[side])
        _write(out, lows, highs, row + 2, match.places[side])
    for seat in range(match.ejected.shape[0]):
        row = OF_GAME + OF_SIDE * sides + OF_SEAT * seat
        _write(out, lows, highs, row, match.ejected[seat])
        _write(out, lows, highs, row + 1, match.hit[seat])


@jit(_nrt=False)
def _write(out, lows, highs, row, value):  # type: ignore[no-untyped-def]
    out[row] = min(max(value, lows[row]), highs[row]) - lows[row]


@jit(_nrt=False)
def _margin(totals):  # type: ignore[no-untyped-def]
    """Find how far the highest total is ahead of the second highest."""
    best, second = max(totals[0], totals[1]), min(totals[0], totals[1])
    for side in range(2, totals.shape[0]):
        second = max(second, min(best, totals[side]))
        best = max(best, totals[side])
    return best - second
