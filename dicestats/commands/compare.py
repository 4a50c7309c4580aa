"""``dicestats compare``: variants on the same dice, with paired differences."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicestats import stats
from dicestats.commands.simulate import cell_from, jobs_from, level_from
from dicestats.errors import InputError
from dicestats.simulate import Group, Simulation, merge_parts, watched
from dicestats.simulate import run as play
from dicestats.summary import seat_rows


def run(
    *,
    game: str,
    rules: Sequence[str],
    games: str,
    strategies: str,
    seats: str | None,
    seed: str,
    level: str,
    json_out: bool,
    out: str | None,
    engine: str,
    scheduler: str | None,
    n_jobs: str | None,
) -> int:
    """Compare variants; the first is the baseline.

    Parameters
    ----------
    game, rules, games, strategies, seats, seed, level, out, engine, n_jobs
        As typed; each of ``rules`` is one variant, its pairs joined by ``;``.
    json_out : bool
        One JSON document instead of a table.
    scheduler : str or None
        Belongs to the engine dask.

    Returns
    -------
    int
        Exit code 0.
    """
    if len(rules) < 2:
        raise InputError("--rules", "give at least two variants; the first is the baseline")
    if len(set(rules)) < len(rules):
        raise InputError("--rules", "the same variant is given twice")
    cells = tuple(
        cell_from(
            game, rules=given.split(";"), strategies=strategies, games=games, seats=seats, seed=seed
        )
        for given in rules
    )
    confidence, jobs, title = level_from(level), jobs_from(n_jobs), "comparison of variants"
    group = Group(cells, baseline=0)
    if out is not None:
        from dicestats import store

        store.check_folder(Path(out), store.describe(list(rules), group, title))
    total = sum(cell.games for cell in cells)
    parts = list(watched(play(group, engine=engine, n_jobs=jobs), total))
    if out is not None:
        store.save(Path(out), list(rules), group, parts=parts, title=title)
    counts, pairs = merge_parts(group, parts)
    rows = [
        _row(name, Simulation(cell, count, 1.0), pair, confidence)
        for name, cell, count, pair in zip(rules, cells, counts, pairs, strict=True)
    ]
    print(json.dumps({"level": confidence, "variants": rows}) if json_out else _told(rows))
    return 0


def _row(name: str, simulation: Simulation, pairs: Any, level: float) -> dict[str, Any]:
    row = {"variant": name, "games": simulation.counts.games, **seat_rows(simulation, level)[0]}
    row["difference"] = stats.paired_difference(pairs, level=level) if len(pairs) else None
    return row


def _told(rows: Sequence[dict[str, Any]]) -> str:
    width = max(len("variant"), *(len(row["variant"]) for row in rows))
    lines = [f"{rows[0]['games']:,} games each, the same dice; rate and difference of seat 0"]
    lines.append(f"{'variant':<{width}}  {'rate':>8}  {'difference':>10}  interval")
    for row in rows:
        paired = row["difference"]
        text = f"{row['variant']:<{width}}  {row['rate']:>8.5f}  "
        text += (
            f"{'baseline':>10}"
            if paired is None
            else f"{paired['estimate']:>+10.5f}  {paired['low']:+.5f} to {paired['high']:+.5f}"
        )
        lines.append(text)
    return "\n".join(lines)
