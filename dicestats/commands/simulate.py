"""``dicestats simulate``: one cell, win rates by seat with their intervals."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicestats.cells import Cell, Group, make_cell
from dicestats.chunks import merge_parts
from dicestats.errors import InputError
from dicestats.games import load
from dicestats.settings import (
    games_count,
    rules_from,
    seats_count,
    seed_from,
    split_strategies,
    whole_number,
)
from dicestats.simulate import Simulation, watched
from dicestats.simulate import run as play
from dicestats.summary import summary

_MOST_JOBS = 1024


def level_from(text: str) -> float:
    """Read the confidence of an interval.

    Parameters
    ----------
    text : str
        As typed.

    Returns
    -------
    float
        Above 0 and below 1.

    Raises
    ------
    InputError
        If it is no such number.
    """
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise InputError("--level", f"'{text}' is not allowed: give a number such as 0.95")
    return level


def jobs_from(text: str | None) -> int | None:
    """Read the number of workers.

    Parameters
    ----------
    text : str or None
        As typed; None: a worker a core.

    Returns
    -------
    int or None
        At least 1.
    """
    return None if text is None else whole_number(text, place="--n-jobs", low=1, high=_MOST_JOBS)


def cell_from(
    game: str,
    *,
    rules: Sequence[str],
    strategies: str,
    games: str,
    seats: str | None,
    seed: str,
) -> Cell:
    """Make a cell of what was typed.

    Parameters
    ----------
    game, rules, strategies, games, seats, seed
        As typed.

    Returns
    -------
    Cell
        Checked.
    """
    found = load(game)
    return make_cell(
        game,
        rules=rules_from(found, rules),
        strategies=split_strategies(strategies),
        games=games_count(games),
        seats=None if seats is None else seats_count(seats),
        seed=seed_from(seed),
    )


def run(
    *,
    game: str,
    games: str,
    strategies: str,
    seats: str | None,
    seed: str,
    rules: Sequence[str],
    level: str,
    json_out: bool,
    out: str | None,
    keep_games: bool,
    engine: str,
    scheduler: str | None,
    n_jobs: str | None,
) -> int:
    """Simulate one cell and print it; write a result folder where that is wanted.

    Parameters
    ----------
    game, games, strategies, seats, seed, rules, level, out, engine, n_jobs
        As typed.
    json_out : bool
        One JSON document instead of a table.
    keep_games : bool
        Write a row per game into the result folder.
    scheduler : str or None
        Belongs to the engine dask.

    Returns
    -------
    int
        Exit code 0.
    """
    cell = cell_from(game, rules=rules, strategies=strategies, games=games, seats=seats, seed=seed)
    confidence, jobs = level_from(level), jobs_from(n_jobs)
    if keep_games and out is None:
        raise InputError("--keep-games", "needs --out FOLDER to keep them in")
    group = Group((cell,), keep=(str(Path(out) / "games"),) if keep_games and out else ())
    simulation = _finish(group, out, engine, jobs)
    found = summary(simulation, confidence)
    print(json.dumps(found) if json_out else told(found))
    return 0


def _finish(group: Group, out: str | None, engine: str, jobs: int | None) -> Simulation:
    cell, title = group.cells[0], "one simulation"
    if out is not None:
        from dicestats import store

        store.check_folder(Path(out), store.describe(["cell"], group, title))
    begun = time.perf_counter()
    parts = list(watched(play(group, engine=engine, n_jobs=jobs), cell.games))
    seconds = time.perf_counter() - begun
    if out is not None:
        store.save(Path(out), ["cell"], group, parts=parts, title=title)
    return Simulation(cell, merge_parts(group, parts)[0][0], seconds)


def told(found: dict[str, Any]) -> str:
    """Write a summary as a table.

    Parameters
    ----------
    found : dict
        From ``summary.summary``.

    Returns
    -------
    str
        A few lines.
    """
    lines = [
        f"{found['game']}: {found['games']:,} games, seed {found['seed']}, "
        f"{found['games_per_second']:,} games/s",
        f"{'seat':<5} {'strategy':<24} {'rate':>8}   {found['level']:.0%} interval     shared wins",
    ]
    for row, name in zip(found["win_rate"], found["strategies"], strict=True):
        interval = f"{row['low']:.5f} to {row['high']:.5f}"
        lines.append(
            f"{row['seat']:<5} {name:<24} {row['rate']:>8.5f}   {interval}   {row['shared']:,}"
        )
    for name, column in found["columns"].items():
        lines.append(f"{name:<20} mean {column['mean']:>10.4f}   sd {column['sd']:>9.4f}")
    lines.append(f"digest {found['digest']}")
    if len(set(found["strategies"])) == 1 and found["strategies"][0] != "random":
        lines.append(
            "Note: both seats play the same strategy. Deterministic players copy each other on "
            "shared rolls; the rate says little about the game itself."
        )
    return "\n".join(lines)
