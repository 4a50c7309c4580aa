"""``dicestats ladder``: every strategy against every other, their ratings, table and charts."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicestats import stats
from dicestats.commands.simulate import jobs_from, level_from
from dicestats.errors import Faults
from dicestats.files import writing
from dicestats.games import load
from dicestats.ladder import Ladder, games_per_second, grid, make_ladder
from dicestats.settings import (
    GAMES,
    SEATS,
    SEED,
    board_from,
    rules_from,
    split_strategies,
    whole_number,
)
from dicestats.simulate import Part, Simulation, merge_parts, watched
from dicestats.simulate import run as play
from dicestats.summary import rules_digest, seat_rows

if TYPE_CHECKING:
    import polars as pl

TITLE = "ladder of strategies"
DOCUMENT = "ladder.json"  # in a result folder


def run(
    *,
    game: str,
    games: str,
    rules: Sequence[str],
    level: str,
    json_out: bool,
    out: str | None,
    engine: str,
    scheduler: str | None,
    n_jobs: str | None,
    seated: Mapping[str, Any],
) -> int:
    """Play all matches, rate the strategies and print both.

    Parameters
    ----------
    game, games, rules, level, out, engine, n_jobs
        As typed.
    json_out : bool
        One JSON document instead of tables.
    scheduler : str or None
        Belongs to the engine dask.
    seated
        The strategies to compare, seats, seed and board, as typed.

    Returns
    -------
    int
        Exit code 0.
    """
    ladder, confidence, jobs = _read(game, games, rules, level=level, n_jobs=n_jobs, seated=seated)
    folder = None if out is None else Path(out)
    counts, pairs = merge_parts(ladder.group, _played(ladder, folder, engine=engine, n_jobs=jobs))
    matches = stats.match_table(ladder.matches(pairs), confidence, seats=ladder.seats)
    rated = stats.ratings(ladder.names, matches, level=confidence)
    alone = [Simulation(c, n, 1.0) for c, n in zip(ladder.group.cells, counts, strict=False)]
    firsts = {
        name: seat_rows(played, confidence)[0]
        for name, played in zip(ladder.names, alone, strict=False)
    }
    strategies = [_with_seat_0(row, firsts[row["strategy"]]) for row in rated.to_dicts()]
    document = _document(ladder, matches, strategies, level=confidence)
    if folder is not None:
        _save(folder, document, matches, rated, told=_told_of(ladder, confidence))
    speeds = [games_per_second(cell) for cell in ladder.group.cells[: len(ladder.names)]]
    speed = dict(zip(ladder.names, speeds, strict=True))
    if json_out:
        for row in document["strategies"]:
            row["games_per_second"] = speed[row["strategy"]]
        print(json.dumps(document))
    else:
        print(_told(ladder, document, speed))
    return 0


def _read(
    game: str,
    games: str,
    rules: Sequence[str],
    *,
    level: str,
    n_jobs: str | None,
    seated: Mapping[str, Any],
) -> tuple[Ladder, float, int | None]:
    faults, found = Faults(), load(game)
    table, wanted, number, seed, confidence, jobs = None, None, 1, 0, 0.95, None
    with faults.gathered():
        table = board_from(found, rules_from(found, rules), seated["board"])
    with faults.gathered():
        wanted = None if seated["seats"] is None else whole_number(seated["seats"], SEATS)
    with faults.gathered():
        number = whole_number(games, GAMES)
    with faults.gathered():
        seed = whole_number(seated["seed"], SEED)
    with faults.gathered():
        confidence, jobs = level_from(level), jobs_from(n_jobs)
    with faults.gathered():
        ladder = make_ladder(
            game,
            strategies=split_strategies(seated["strategies"]),
            games=number,
            rules=table,
            seats=wanted,
            seed=seed,
        )
    faults.check(game)
    return ladder, confidence, jobs


def _played(
    ladder: Ladder, folder: Path | None, *, engine: str, n_jobs: int | None
) -> Sequence[Part]:
    group = ladder.group
    if folder is None:
        return list(watched(play(group, engine=engine, n_jobs=n_jobs), group.games))
    from dicestats.resume import parts_into

    return parts_into(folder, ladder.cells, group, title=TITLE, engine=engine, n_jobs=n_jobs)[0]


def _with_seat_0(row: dict[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    return row | {f"seat_0_{key}": first[key] for key in ("rate", "low", "high")}


def _document(
    ladder: Ladder,
    matches: "pl.DataFrame",
    strategies: Sequence[Mapping[str, Any]],
    *,
    level: float,
) -> dict[str, Any]:
    ranked = [row["strategy"] for row in strategies]
    cell = ladder.group.cells[0]
    return {
        "game": cell.game,
        "rules_digest": rules_digest(cell),
        "seats": cell.seats,
        "seed": cell.seed,
        "games": cell.games,  # of each seating
        "level": level,
        "strategies": strategies,
        "matches": matches.to_dicts(),
        "larger_margins": stats.larger_margins(ladder.names, matches, ranked),
    }


def _save(
    folder: Path,
    document: Mapping[str, Any],
    matches: "pl.DataFrame",
    rated: "pl.DataFrame",
    *,
    told: str,
) -> None:
    from dicestats import charts

    path = folder / DOCUMENT
    with writing(path):
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    charts.use_theme()
    table = charts.heat(
        grid(matches, rated["strategy"]), x="against", y="strategy", middle=0.5,
        title="Who beats whom?", subtitle=told, value_title="points a game",
    )  # fmt: skip
    charts.save(table, folder, "matches")
    ranked = charts.intervals(
        rated, label="strategy", value="elo", unit="number", title="How strong are they?",
        subtitle=told, x_title="Elo rating (the strongest: 0; 100 more win 64% of the points)",
    )  # fmt: skip
    charts.save(ranked, folder, "ratings")


def _told_of(ladder: Ladder, level: float) -> str:
    games = ladder.group.cells[0].games
    return f"each pair 2 x {games:,} games on the same dice, {level * 100:g}% intervals"


def _told(ladder: Ladder, document: Mapping[str, Any], speed: Mapping[str, float]) -> str:
    """Write the table of matches, then the ratings, then what the columns mean."""
    rows = document["strategies"]
    names = [row["strategy"] for row in rows]
    found = {(match["strategy"], match["against"]): match for match in document["matches"]}
    game, wide = load(document["game"]), max(len("strategy"), *map(len, names))
    column = max(12, *(len(name) + 2 for name in names))
    lines = [
        f"{game.title}, {document['seats']} seats: {_told_of(ladder, document['level'])}",
        "",
        "Points a game of the row against the column, seats balanced, in %",
        " " * wide + "".join(f"{name:>{column}}" for name in names),
    ]
    for one in names:
        cells = [_match(found.get((one, other))) for other in names]
        lines.append(f"{one:<{wide}}" + "".join(f"{cell:>{column}}" for cell in cells))
    lines += ["", f"{'strategy':<{wide}}  {'Elo':>12}  {'Nash':>6}  {'alpha-rank':>10}"
              f"  {'seat 0 wins':>13}  {'games/s':>10}"]  # fmt: skip
    for row in rows:
        half = (row["high"] - row["low"]) / 2
        elo = f"{row['elo']:.0f} ±{half:.1f}" if half else "0"  # the others are compared with it
        first = _match({key: row[f"seat_0_{key}"] for key in ("rate", "low", "high")})
        lines.append(
            f"{row['strategy']:<{wide}}  {elo:>12}  {row['nash']:>6.1%}  {row['alpha_rank']:>10.1%}"
            f"  {first:>13}  {speed[row['strategy']]:>10,.0f}"
        )
    lines += ["", *(_margin(found) for found in document["larger_margins"])]
    return "\n".join([*lines, *_MEANINGS])


_MEANINGS = (
    "Elo: 100 more win 64 % of the points; Nash: shares of a mixture that nothing here beats;",
    "alpha-rank: shares of time in a population that copies what wins; seat 0 wins: the strategy",
    "against itself (where it draws no lots of its own, players who copy each other); games/s: the",
    "same, on one core",
)


def _match(match: Mapping[str, Any] | None) -> str:
    if match is None:
        return "-"
    return f"{100 * match['rate']:.1f} ±{50 * (match['high'] - match['low']):.2f}"


def _margin(found: Mapping[str, Any]) -> str:
    names = f"{found['weaker']} beats {found['against']} by more than {found['stronger']} does"
    rates = f"{found['weaker_rate']:.1%} against {found['stronger_rate']:.1%}"
    return f"Not transitive in margin: {names} ({rates})."
