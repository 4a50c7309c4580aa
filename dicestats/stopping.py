"""Stopping early, by a rule that does not depend on who computed which chunk first."""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from math import log
from typing import Any

from dicestats import outcomes, stats
from dicestats.cells import Group, Stop
from dicestats.chunks import Part
from dicestats.game import Joint
from dicestats.games import load


def until_known(
    group: Group, played: Generator[Part, None, None], done: Sequence[Part]
) -> Iterator[Part]:
    """Pass the chunks of a cell on, in order, until its rates are known well enough.

    Parameters
    ----------
    group : Group
        One cell, and ``stop``.
    played : generator of Part
        Its chunks, one a part, in any order; closed in the end.
    done : sequence of Part
        Chunks that were passed on before: an interrupted run goes on where it would have been.

    Yields
    ------
    Part
        The chunks after those that were done; the last is the first after which ``is_known``.
    """
    (cell,), stop = group.cells, group.stop
    assert stop is not None
    table = load(cell.game).tables(cell.rules, cell.seats)[0]
    assert isinstance(table, Joint)
    waiting, winners, chunk = dict[int, Part](), Counter[int](), 0
    passed = {part.first for part in done}
    with closing(played):
        for arrived in chain(done, played):
            waiting[arrived.first] = arrived
            while chunk in waiting:
                part = waiting.pop(chunk)
                (counts,) = part.counts
                assert counts is not None
                winners.update(outcomes.winner_counts(counts, table))
                if part.first not in passed:
                    yield part
                if is_known(winners, len(cell.sides), stop):
                    return
                chunk = part.last


def is_known(winners: Mapping[int, int], seats: int, stop: Stop) -> bool:
    """Tell whether the rate of every seat is known well enough.

    Parameters
    ----------
    winners : mapping of int to int
        Bit mask of winning seats to number of games.
    seats : int
        Number of seats.
    stop : Stop
        Half width and level.

    Returns
    -------
    bool
        True if the confidence sequence of each seat's rate (points a game) lies within
        ``stop.half_width`` of the rate.

    Examples
    --------
    >>> [is_known({1: 500 * n, 2: 500 * n}, 2, Stop(0.02)) for n in (1, 100)]
    [False, True]
    """
    from dicestats.stats.sequential import log_mixture

    games, reach = sum(winners.values()), -log(1 - stop.level)
    for row in stats.seat_points(winners, seats):
        low, high = row["rate"] - stop.half_width, row["rate"] + stop.half_width
        ends = [end for end in (low, high) if 0 < end < 1]  # others bound nothing
        if ends and min(log_mixture(row["points"], games, ends)) < reach:
            return False
    return True


def sequence_rows(winners: Mapping[int, int], seats: int, level: float) -> list[dict[str, Any]]:
    """Give each seat's points and win rate with an interval that holds whenever one stops.

    Parameters
    ----------
    winners : mapping of int to int
        Bit mask of winning seats to number of games.
    seats : int
        Number of seats.
    level : float
        Of the confidence sequence.

    Returns
    -------
    list of dict
        As ``stats.seat_points``; ``low`` and ``high`` from the confidence sequence.
    """
    games, rows = sum(winners.values()), []
    for row in stats.seat_points(winners, seats, level):
        low, high = stats.confidence_sequence(row["points"], games, level=level)
        rows.append({**row, "low": low, "high": high})
    return rows
