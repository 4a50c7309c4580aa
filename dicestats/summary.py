"""A finished simulation as plain JSON: rules, digest, win rates, moments of the columns."""

import hashlib
import json
from typing import Any

from dicestats import outcomes, stats
from dicestats.game import Joint
from dicestats.games import load
from dicestats.simulate import Cell, Simulation


def rules_digest(cell: Cell) -> str:
    """Digest all rule fields of a cell, and the content of a deck that they name.

    Parameters
    ----------
    cell : Cell
        What is simulated.

    Returns
    -------
    str
        16 hexadecimal digits, the same for equal rules.
    """
    named = getattr(cell.rules, "content", {})  # what a field only names, such as a deck
    text = json.dumps({**cell.rules.model_dump(mode="json"), **named}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def seat_rows(simulation: Simulation, level: float) -> list[dict[str, Any]]:
    """Win rate of every seat with its interval.

    Parameters
    ----------
    simulation : Simulation
        Finished.
    level : float
        Confidence of the intervals.

    Returns
    -------
    list of dict
        ``seat, wins, shared, points, rate, low, high``.
    """
    cell = simulation.cell
    first = load(cell.game).tables(cell.rules, cell.seats)[0]
    assert isinstance(first, Joint)
    counts = outcomes.winner_counts(simulation.counts, first)
    return stats.seat_points(counts, cell.seats, level)


def truncated_games(simulation: Simulation) -> int:
    """Count the games that a cap cut short.

    Parameters
    ----------
    simulation : Simulation
        Finished.

    Returns
    -------
    int
        Games; 0 where the game's first table has no column ``truncated``.
    """
    cell = simulation.cell
    first = load(cell.game).tables(cell.rules, cell.seats)[0]
    assert isinstance(first, Joint)
    if "truncated" not in first.columns:
        return 0
    cells = simulation.counts.tables[first.name]
    place = first.columns.index("truncated") + int(first.by_chunk)
    return int(cells[cells[:, place] == 1, -1].sum())


def summary(simulation: Simulation, level: float) -> dict[str, Any]:
    """Summarise a simulation as one JSON document.

    Parameters
    ----------
    simulation : Simulation
        Finished.
    level : float
        Confidence of the intervals.

    Returns
    -------
    dict
        What ``dicestats simulate --json`` prints.
    """
    cell, counts = simulation.cell, simulation.counts
    tables = load(cell.game).tables(cell.rules, cell.seats)
    return {
        "game": cell.game,
        "rules": cell.rules.model_dump(mode="json"),
        "rules_digest": rules_digest(cell),
        "strategies": [strategy.name for strategy in cell.strategies],
        "seats": cell.seats,
        "games": counts.games,
        "seed": cell.seed,
        "digest": simulation.digest,
        "truncated": truncated_games(simulation),
        "level": level,
        "win_rate": seat_rows(simulation, level),
        "columns": outcomes.moments(counts, tables),
        "games_per_second": round(counts.games / simulation.seconds),
    }
