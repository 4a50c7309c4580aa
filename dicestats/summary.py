"""A finished simulation as plain JSON: rules, digest, win rates, moments of the columns."""

import hashlib
import json
from typing import Any

from dicestats import outcomes, stats
from dicestats.cells import Cell
from dicestats.game import Joint
from dicestats.games import load
from dicestats.simulate import Simulation


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
    """Win rate of every seat, or of every side where the rules have teams, with its interval.

    Parameters
    ----------
    simulation : Simulation
        Finished.
    level : float
        Confidence of the intervals.

    Returns
    -------
    list of dict
        ``seat`` or ``side``, ``wins, shared, points, rate, low, high``.
    """
    cell = simulation.cell
    return _by_side(cell, stats.seat_points(_winners(simulation), len(cell.sides), level))


def _by_side(cell: Cell, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if len(cell.sides) == cell.seats:
        return rows
    return [{"side" if key == "seat" else key: row[key] for key in row} for row in rows]


def truncated_games(simulation: Simulation) -> int:
    """Count the games that were cut off at the rules' longest game.

    Parameters
    ----------
    simulation : Simulation
        Finished.

    Returns
    -------
    int
        The sum of the outcome column ``truncated``; 0 where the game has none.
    """
    cell = simulation.cell
    for table in load(cell.game).tables(cell.rules, cell.seats):
        if isinstance(table, Joint) and "truncated" in table.columns:
            cells = simulation.counts.tables[table.name]
            place = table.columns.index("truncated") + int(table.by_chunk)
            return int((cells[:, place] * cells[:, -1]).sum())
    return 0


def _rates(simulation: Simulation, level: float) -> dict[str, Any]:
    """Win rates; where the run could stop early, with intervals that allow it, and how it ended."""
    if simulation.stop is None:
        return {"win_rate": seat_rows(simulation, level)}
    from dicestats import stopping

    cell, stop = simulation.cell, simulation.stop
    winners = _winners(simulation)
    return {
        "win_rate": _by_side(cell, stopping.sequence_rows(winners, len(cell.sides), level)),
        "stop": {
            "half_width": stop.half_width,
            "reached": stopping.is_known(winners, len(cell.sides), stop),
            "most_games": cell.games,
            "looks": -(-simulation.counts.games // cell.chunk),
            "intervals": "confidence sequence: valid although the run stopped when it was narrow",
        },
    }


def _winners(simulation: Simulation) -> dict[int, int]:
    cell = simulation.cell
    first = load(cell.game).tables(cell.rules, cell.seats)[0]
    assert isinstance(first, Joint)
    return outcomes.winner_counts(simulation.counts, first)


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
        **({} if len(cell.sides) == cell.seats else {"sides": [list(s) for s in cell.sides]}),
        "games": counts.games,
        "seed": cell.seed,
        "digest": simulation.digest,
        "truncated": truncated_games(simulation),
        "level": level,
        **_rates(simulation, level),
        "columns": outcomes.moments(counts, tables),
        "games_per_second": round(counts.games / simulation.seconds),
    }
