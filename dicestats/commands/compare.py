"""``dicestats compare``: variants on the same dice, with paired differences, table and chart."""

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicestats import stats
from dicestats.commands.simulate import cell_from, jobs_from, level_from
from dicestats.errors import InputError
from dicestats.simulate import Group, Part, Simulation, merge_parts, watched
from dicestats.simulate import run as play
from dicestats.summary import seat_rows
from dicestats.textchart import text_chart

if TYPE_CHECKING:
    import polars as pl

TITLE = "comparison of variants"
CHART = "differences"  # name of the chart's files in a result folder
_WIDEST = 100  # columns of the chart in a terminal


def run(
    *,
    game: str,
    rules: Sequence[str],
    games: str,
    level: str,
    json_out: bool,
    out: str | None,
    engine: str,
    scheduler: str | None,
    n_jobs: str | None,
    seated: Mapping[str, Any],
) -> int:
    """Compare variants; the first is the baseline.

    Parameters
    ----------
    game, rules, games, level, out, engine, n_jobs
        As typed; each of ``rules`` is one variant, its pairs joined by ``;``.
    json_out : bool
        One JSON document instead of a table and a chart.
    scheduler : str or None
        Belongs to the engine dask.
    seated
        Strategies, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.
    """
    _check(rules)
    cells = tuple(cell_from(game, rules=given.split(";"), games=games, **seated) for given in rules)
    confidence, jobs = level_from(level), jobs_from(n_jobs)
    group, folder = Group(cells, baseline=0), None if out is None else Path(out)
    parts = _played(rules, group, folder, engine=engine, n_jobs=jobs)
    counts, pairs = merge_parts(group, parts)
    table = stats.paired_table(dict(zip(rules[1:], pairs[1:], strict=True)), level=confidence)
    simulations = [Simulation(c, n, 1.0) for c, n in zip(cells, counts, strict=True)]
    rows = _rows(rules, simulations, table, level=confidence)
    if folder is not None:
        _draw(folder, table, rules[0], told=_played_by(simulations[0], confidence))
    if json_out:
        print(json.dumps({"level": confidence, "baseline": rules[0], "variants": rows}))
    else:
        print(_told(rows, _played_by(simulations[0], confidence)))
    return 0


def _check(rules: Sequence[str]) -> None:
    if len(rules) < 2:
        raise InputError("--rules", "give at least two variants; the first is the baseline")
    if len(set(rules)) < len(rules):
        raise InputError("--rules", "the same variant is given twice")


def _played(
    rules: Sequence[str], group: Group, folder: Path | None, *, engine: str, n_jobs: int | None
) -> list[Part]:
    if folder is None:
        return list(watched(play(group, engine=engine, n_jobs=n_jobs), group.games))
    from dicestats.resume import parts_into

    return parts_into(folder, list(rules), group, title=TITLE, engine=engine, n_jobs=n_jobs)[0]


def _rows(
    rules: Sequence[str], simulations: Sequence[Simulation], table: "pl.DataFrame", *, level: float
) -> list[dict[str, Any]]:
    """Give each variant's rate of seat 0, and its difference from the baseline."""
    differences = [None, *table.drop("variant").to_dicts()]
    return [
        {
            "variant": name,
            "games": simulation.counts.games,
            **seat_rows(simulation, level)[0],
            "difference": difference,
        }
        for name, simulation, difference in zip(rules, simulations, differences, strict=True)
    ]


def _played_by(simulation: Simulation, level: float) -> str:
    """Say who played how many games, for a title."""
    names = [strategy.name for strategy in simulation.cell.strategies]
    players = f"{names[0]} players" if len(set(names)) == 1 else " against ".join(names)
    return (
        f"{players}, {simulation.counts.games:,} games a variant on the same dice, "
        f"{level * 100:g}% intervals"
    )


def _draw(folder: Path, table: "pl.DataFrame", baseline: str, *, told: str) -> None:
    from dicestats import charts

    charts.use_theme()
    chart = charts.intervals(
        table,
        label="variant",
        value="estimate",
        title=f"Change of seat 0's win rate against: {baseline}",
        subtitle=told,
        x_title="change of the win rate",
        unit="points",
        reference=0,
    )
    charts.save(chart, folder, CHART)


def _told(rows: Sequence[dict[str, Any]], told: str) -> str:
    """Write the table, then the chart of the differences, then what the columns mean."""
    corrected = len(rows) > 2
    width = max(len("variant"), *(len(row["variant"]) for row in rows))
    head = f"{'variant':<{width}}  {'win rate':>8}  {'change':>7}  {'interval':^16}  changed"
    lines = [f"Win rate of seat 0: {told}", "", f"{head}  {'p (Holm)' if corrected else 'p':>8}"]
    for row in rows:
        line = f"{row['variant']:<{width}}  {row['rate']:>8.3%}  "
        lines.append(line + _difference(row["difference"], corrected))
    points = [
        (row["variant"], *(100 * row["difference"][key] for key in ("estimate", "low", "high")))
        for row in rows[1:]
    ]
    lines += ["", f"Change against {rows[0]['variant']}, in percentage points"]
    columns = min(_WIDEST, shutil.get_terminal_size((80, 24)).columns) - 1
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    lines += text_chart(points, width=columns, plain=plain)
    lines += [
        "",
        "change, interval: percentage points; changed: games that give seat 0 other points;",
    ]
    lines.append("p: chance of such a change, or a larger one, if the variant changed nothing")
    if corrected:
        lines.append(f"   (corrected for {len(rows) - 1} comparisons by Holm's method)")
    return "\n".join(lines)


def _difference(found: dict[str, Any] | None, corrected: bool) -> str:
    if found is None:
        return f"{'baseline':>7}"
    p = found["pvalue_holm" if corrected else "pvalue"]
    interval = f"{100 * found['low']:+.3f} to {100 * found['high']:+.3f}"
    chance = "<0.0001" if p < 0.0001 else f"{p:.4f}"
    return (
        f"{100 * found['estimate']:>+7.3f}  {interval:^16}  {found['changed']:>7.1%}  {chance:>8}"
    )
