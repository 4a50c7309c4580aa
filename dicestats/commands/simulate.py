"""``dicestats simulate``: one cell, win rates by seat with their intervals."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dicestats.cells import Cell, Group, Stop, make_cell
from dicestats.errors import Faults, InputError
from dicestats.games import load
from dicestats.settings import (
    JOBS,
    SEATS,
    board_from,
    rules_from,
    whole_number,
)
from dicestats.simulate import Simulation, finish
from dicestats.summary import summary


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
    return None if text is None else whole_number(text, JOBS)


def cell_from(
    game: str,
    *,
    rules: Sequence[str],
    strategies: str,
    games: str,
    seats: str | None,
    seed: str,
    board: Sequence[str] = (),
) -> Cell:
    """Make a cell of what was typed.

    Parameters
    ----------
    game, rules, strategies, games, seats, seed, board
        As typed.

    Returns
    -------
    Cell
        Checked.
    """
    found, faults = load(game), Faults()
    table, wanted = None, None
    with faults.gathered():
        table = board_from(found, rules_from(found, rules), board)
    with faults.gathered():
        wanted = None if seats is None else whole_number(seats, SEATS)
    with faults.gathered():
        cell = make_cell(
            game, rules=table, strategies=strategies, games=games, seats=wanted, seed=seed
        )
    faults.check(game)
    return cell


def run(
    *,
    game: str,
    games: str,
    rules: Sequence[str],
    level: str,
    json_out: bool,
    out: str | None,
    keep_games: bool,
    stop_when: str | None,
    engine: str,
    scheduler: str | None,
    n_jobs: str | None,
    seated: Mapping[str, Any],
) -> int:
    """Simulate one cell and print it; write a result folder where that is wanted.

    Parameters
    ----------
    game, games, rules, level, out, engine, n_jobs
        As typed.
    json_out : bool
        One JSON document instead of a table.
    keep_games : bool
        Write a row per game into the result folder.
    stop_when : str or None
        As typed: stop when every rate is known this well; ``games`` is the most then.
    scheduler : str or None
        Belongs to the engine dask.
    seated
        Strategies, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.
    """
    faults, stop = Faults(), None
    with faults.gathered():
        cell = cell_from(game, rules=rules, games=games, **seated)
    with faults.gathered():
        confidence = level_from(level)
    with faults.gathered():
        jobs = jobs_from(n_jobs)
    with faults.gathered():
        if stop_when is not None:
            stop = Stop(_half_width(stop_when))
    with faults.gathered():
        if keep_games and out is None:
            raise InputError("--keep-games", "needs --out FOLDER to keep them in")
    faults.check("simulate")
    if stop is not None:
        stop = Stop(stop.half_width, confidence)
    group = Group((cell,), keep=(f"{out}/games",) if keep_games else (), stop=stop)
    found = summary(_finish(group, out, engine=engine, n_jobs=jobs), confidence)
    print(json.dumps(found) if json_out else told(found))
    return 0


def _half_width(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0  # Stop tells what is allowed


def _finish(group: Group, out: str | None, *, engine: str, n_jobs: int | None) -> Simulation:
    if out is None:
        return finish(group, engine=engine, n_jobs=n_jobs)[0]
    from dicestats.resume import play_into

    title = "one simulation"
    return play_into(Path(out), ["cell"], group, title=title, engine=engine, n_jobs=n_jobs)[0]


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
    kind = "sequence" if "stop" in found else "interval"
    who = "side" if "sides" in found else "seat"
    lines = [
        f"{found['game']}: {found['games']:,} games, seed {found['seed']}, "
        f"{found['games_per_second']:,} games/s",
        f"{who:<5} {'strategy':<24} {'rate':>8}   {found['level']:.0%} {kind}     shared wins",
    ]
    sides = found.get("sides", [[seat] for seat in range(found["seats"])])
    for side, (row, members) in enumerate(zip(found["win_rate"], sides, strict=True)):
        name = " + ".join(dict.fromkeys(found["strategies"][seat] for seat in members))
        interval = f"{row['low']:.5f} to {row['high']:.5f}"
        lines.append(f"{side:<5} {name:<24} {row['rate']:>8.5f}   {interval}   {row['shared']:,}")
    for name, column in found["columns"].items():
        lines.append(f"{name:<20} mean {column['mean']:>10.4f}   sd {column['sd']:>9.4f}")
    if "stop" in found:
        lines.append(_told_stop(found["stop"]))
    lines.append(f"digest {found['digest']}")
    note = load(found["game"]).mirror_note
    if note and len(set(found["strategies"])) == 1 and found["strategies"][0] != "random":
        lines.append(f"Note: all seats play the same strategy. {note}")
    return "\n".join(lines)


def _told_stop(stop: dict[str, Any]) -> str:
    looked = f"looked after each of {stop['looks']:,} chunks"
    if stop["reached"]:
        return f"stopped when every rate was known to {stop['half_width']:g}: {looked}"
    return f"the rates are not known to {stop['half_width']:g} yet: {looked}; give more --games"
