"""The command line: every command with its options; the bodies are imported when they run."""

from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from dicestats.errors import InputError

GameName = Annotated[str, Parameter(help="convolution, dualing or tumblin")]
Rules = Annotated[
    list[str] | None,
    Parameter(
        "--rules",
        help="A variant, a TOML file of overrides, or field=value; repeat to merge, later over "
        "earlier.",
    ),
]
Compared = Annotated[
    list[str],
    Parameter("--rules", help="One variant each, pairs joined by ';'; the first is the baseline."),
]
Games = Annotated[str, Parameter(help="1000000, 1_000_000 or 1e6; at most 10^13.")]
Level = Annotated[str, Parameter(help="Confidence of the intervals.")]
Json = Annotated[bool, Parameter("--json", help="One JSON document on standard output.")]
Folder = Annotated[str | None, Parameter("--out", help="Result folder to write.")]


@Parameter(name="*")
@dataclass(frozen=True)
class Table:
    """Who plays, and with which luck."""

    strategies: Annotated[
        str,
        Parameter(
            help="In seat order, or one for all seats: name, name(param=value), "
            "package.module:object or package.module:factory(param=value)."
        ),
    ] = "random"
    seats: Annotated[str | None, Parameter(help="Number of seats.")] = None
    seed: Annotated[str, Parameter(help="A whole number from 0.")] = "0"
    board: Annotated[
        list[str] | None,
        Parameter(
            help="What it is played on: a name, a TOML file, or field=value; repeat to merge."
        ),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class Workers:
    """Who computes: the result does not depend on it."""

    engine: Annotated[
        Literal["serial", "threads", "processes", "dask"], Parameter(help="Where the chunks run.")
    ] = "threads"
    scheduler: Annotated[
        str | None, Parameter(help="Address of a Dask scheduler; else a local cluster.")
    ] = None
    n_jobs: Annotated[str | None, Parameter("--n-jobs", help="Workers; default: cores.")] = None


_TABLE, _WORKERS = Table(), Workers()


def _seated(given: Table) -> dict[str, Any]:
    return {**vars(given), "board": given.board or []}


app = App(
    name="dicestats",
    help="Fast simulators and honest statistics for three real dice games.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
    suppress_keyboard_interrupt=False,  # the entry point turns it into an exit code
)


def _run(command: str, **given: Any) -> int:
    """Import a command's body only now, so that the command line starts fast."""
    if given.get("scheduler") is not None and given["engine"] != "dask":
        raise InputError("--scheduler", f"belongs to --engine dask, not to {given['engine']}")
    code: int = import_module(f"dicestats.commands.{command}").run(**given)
    return code


@app.command
def demo() -> int:
    """Play every game there is and show first-seat advantage, balance and one variant each."""
    return _run("demo")


@app.command
def simulate(
    game: GameName,
    /,
    *,
    games: Games,
    table: Table = _TABLE,
    rules: Rules = None,
    level: Level = "0.95",
    json_out: Json = False,
    out: Folder = None,
    keep_games: Annotated[bool, Parameter(help="Add one row per game as Parquet.")] = False,
    stop_when: Annotated[
        str | None,
        Parameter(help="Stop when each rate is known to this half width; --games is the most."),
    ] = None,
    workers: Workers = _WORKERS,
) -> int:
    """Simulate many games: win rate by seat with interval, shared wins, length, margin."""
    kept = {"out": out, "keep_games": keep_games}
    told = {"level": level, "json_out": json_out, "stop_when": stop_when}
    given = {"game": game, "games": games, "rules": rules or [], **kept, **told}
    return _run("simulate", **given, seated=_seated(table), **vars(workers))


@app.command
def run(
    experiment: Annotated[str, Parameter(help="A TOML file of simulations/.")],
    /,
    *,
    workers: Workers = _WORKERS,
) -> int:
    """Run an experiment into its result folder, or continue one that was interrupted."""
    return _run("run", experiment=experiment, **vars(workers))


@app.command
def verify(
    *results: Annotated[str, Parameter(help="Result folders; all committed ones if none.")],
    leaves: Annotated[str, Parameter(help="Leaves re-simulated in each cell.")] = "1",
) -> int:
    """Re-simulate random leaves of results and check every file; exit code 1 if wrong."""
    return _run("verify", results=results, leaves=leaves)


@app.command
def compare(
    game: GameName,
    /,
    *,
    rules: Compared,
    games: Games,
    table: Table = _TABLE,
    level: Level = "0.95",
    json_out: Json = False,
    out: Folder = None,
    workers: Workers = _WORKERS,
) -> int:
    """Compare variants on the same dice: paired differences with intervals, table and chart."""
    given = {"game": game, "rules": rules, "games": games}
    told = {"level": level, "json_out": json_out, "out": out}
    return _run("compare", **given, **told, seated=_seated(table), **vars(workers))


@app.command
def ladder(
    game: GameName,
    /,
    *,
    games: Annotated[str, Parameter(help="Of each pair in each seating, such as 2e4.")],
    table: Table = _TABLE,
    rules: Rules = None,
    level: Level = "0.95",
    json_out: Json = False,
    out: Folder = None,
    workers: Workers = _WORKERS,
) -> int:
    """Let every one of the strategies play every other: who beats whom, ratings, charts."""
    given = {"game": game, "games": games, "rules": rules or []}
    told = {"level": level, "json_out": json_out, "out": out}
    return _run("ladder", **given, **told, seated=_seated(table), **vars(workers))


@app.command
def train(
    game: GameName,
    /,
    *,
    rules: Rules = None,
    games: Annotated[
        str | None, Parameter(help="Of the last round of self-play; default: 600000.")
    ] = None,
    seed: Annotated[str, Parameter(help="A whole number from 0.")] = "1",
    out: Annotated[
        str | None, Parameter(help="File for the weights; else where the strategy finds them.")
    ] = None,
    json_out: Json = False,
) -> int:
    """Train the strategy 'value' for a set of rules; goes on where it was interrupted."""
    given = {"game": game, "rules": rules or [], "games": games, "seed": seed}
    return _run("train", **given, out=out, json_out=json_out)


@app.command
def play(
    game: GameName,
    /,
    *,
    index: Annotated[str, Parameter("--game", help="Which game of the seed, from 0.")] = "0",
    table: Table = _TABLE,
    rules: Rules = None,
    record: Annotated[str | None, Parameter(help="File for the game's record.")] = None,
    html: Annotated[
        str | None, Parameter(help="File for a page with a picture of every shot (tumblin).")
    ] = None,
) -> int:
    """Play one game and tell it turn by turn, as people would read it."""
    given = {"game": game, "index": index, "rules": rules or [], "record": record, "html": html}
    return _run("play", **given, seated=_seated(table))


@app.command
def record(
    game: GameName,
    /,
    *,
    games: Games,
    out: Annotated[str, Parameter(help="JSON lines file to write.")],
    table: Table = _TABLE,
    rules: Rules = None,
) -> int:
    """Play games in the fast kernel and write each as a record, one JSON object a line."""
    given = {"game": game, "games": games, "out": out, "rules": rules or []}
    return _run("record", **given, seated=_seated(table))


@app.command
def score(
    file: Annotated[str, Parameter(help="One JSON object, or JSON lines.")],
    /,
    *,
    json_out: Json = False,
) -> int:
    """Score records of games with the reference; illegal ones are refused with the reason."""
    return _run("score", file=file, json_out=json_out)


@app.command
def rules(game: GameName, /, *, rules: Rules = None) -> int:
    """Print the published rules as a commented TOML file, ready to edit."""
    return _run("rules", game=game, rules=rules or [])


@app.command
def strategies(game: GameName, /) -> int:
    """List the built-in strategies of a game."""
    return _run("listing", game=game, what="strategies")


@app.command
def variants(game: GameName, /) -> int:
    """List the named variants of a game's rules."""
    return _run("listing", game=game, what="variants")


@app.command
def games_needed(
    *,
    effect: Annotated[str, Parameter(help="Half width wanted, or difference to find.")],
    rate: Annotated[str, Parameter(help="The rate expected.")] = "0.5",
    power: Annotated[str, Parameter(help="Chance that the test finds the difference.")] = "0.8",
    level: Level = "0.95",
    json_out: Json = False,
) -> int:
    """Tell how many games an interval of that half width, or a test of that power, takes."""
    return _run(
        "games_needed", effect=effect, rate=rate, power=power, level=level, json_out=json_out
    )


@app.command
def deck(
    file: Annotated[str, Parameter(help="A CSV file of goal cards.")] = "reconstruction",
    /,
    *,
    json_out: Json = False,
) -> int:
    """Show what the goal cards of a deck of Dualing Dice pay, and which are off."""
    return _run("deck", file=file, json_out=json_out)
