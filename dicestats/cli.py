"""The command line: every command with its options; the bodies are imported when they run."""

from importlib import import_module
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

GameName = Annotated[str, Parameter(help="convolution or dualing")]
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
Strategies = Annotated[
    str,
    Parameter(
        help="In seat order, or one for all seats: name, name(param=value), package.module:object "
        "or package.module:factory(param=value)."
    ),
]
Seats = Annotated[str | None, Parameter(help="Number of seats.")]
Seed = Annotated[str, Parameter(help="A whole number from 0.")]
Games = Annotated[str, Parameter(help="1000000, 1_000_000 or 1e6; at most 10^13.")]
Level = Annotated[str, Parameter(help="Confidence of the intervals.")]
Json = Annotated[bool, Parameter("--json", help="One JSON document on standard output.")]
Folder = Annotated[str | None, Parameter("--out", help="Result folder to write.")]
Engine = Annotated[
    Literal["serial", "threads", "processes", "dask"], Parameter(help="Where the chunks run.")
]
Scheduler = Annotated[
    str | None, Parameter(help="Address of a Dask scheduler; else a local cluster.")
]
Jobs = Annotated[str | None, Parameter("--n-jobs", help="Workers; default: cores.")]

app = App(
    name="dicestats",
    help="Fast simulators and honest statistics for three real dice games.",
    help_format="plaintext",
    default_parameter=Parameter(negative=()),
    suppress_keyboard_interrupt=False,  # the entry point turns it into an exit code
)


def _run(command: str, **given: Any) -> int:
    """Import a command's body only now, so that the command line starts fast."""
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
    strategies: Strategies = "random",
    seats: Seats = None,
    seed: Seed = "0",
    rules: Rules = None,
    level: Level = "0.95",
    json_out: Json = False,
    out: Folder = None,
    keep_games: Annotated[bool, Parameter(help="Add one row per game as Parquet.")] = False,
    engine: Engine = "threads",
    scheduler: Scheduler = None,
    n_jobs: Jobs = None,
) -> int:
    """Simulate many games: win rate by seat with interval, shared wins, length, margin."""
    return _run(
        "simulate",
        game=game,
        games=games,
        strategies=strategies,
        seats=seats,
        seed=seed,
        rules=rules or [],
        level=level,
        json_out=json_out,
        out=out,
        keep_games=keep_games,
        engine=engine,
        scheduler=scheduler,
        n_jobs=n_jobs,
    )


@app.command
def run(
    experiment: Annotated[str, Parameter(help="A TOML file of simulations/.")],
    /,
    *,
    engine: Engine = "threads",
    scheduler: Scheduler = None,
    n_jobs: Jobs = None,
) -> int:
    """Run an experiment into its result folder, or continue one that was interrupted."""
    return _run("run", experiment=experiment, engine=engine, scheduler=scheduler, n_jobs=n_jobs)


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
    strategies: Strategies = "random",
    seats: Seats = None,
    seed: Seed = "0",
    level: Level = "0.95",
    json_out: Json = False,
    out: Folder = None,
    engine: Engine = "threads",
    scheduler: Scheduler = None,
    n_jobs: Jobs = None,
) -> int:
    """Compare variants on the same dice: paired differences with intervals, table and chart."""
    return _run(
        "compare",
        game=game,
        rules=rules,
        games=games,
        strategies=strategies,
        seats=seats,
        seed=seed,
        level=level,
        json_out=json_out,
        out=out,
        engine=engine,
        scheduler=scheduler,
        n_jobs=n_jobs,
    )


@app.command
def play(
    game: GameName,
    /,
    *,
    index: Annotated[str, Parameter("--game", help="Which game of the seed, from 0.")] = "0",
    strategies: Strategies = "random",
    seats: Seats = None,
    seed: Seed = "0",
    rules: Rules = None,
    record: Annotated[str | None, Parameter(help="File for the game's record.")] = None,
) -> int:
    """Play one game and tell it turn by turn, as people would read it."""
    return _run(
        "play",
        game=game,
        index=index,
        strategies=strategies,
        seats=seats,
        seed=seed,
        rules=rules or [],
        record=record,
    )


@app.command
def record(
    game: GameName,
    /,
    *,
    games: Games,
    out: Annotated[str, Parameter(help="JSON lines file to write.")],
    strategies: Strategies = "random",
    seats: Seats = None,
    seed: Seed = "0",
    rules: Rules = None,
) -> int:
    """Play games in the fast kernel and write each as a record, one JSON object a line."""
    return _run(
        "record",
        game=game,
        games=games,
        out=out,
        strategies=strategies,
        seats=seats,
        seed=seed,
        rules=rules or [],
    )


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
    return _run("strategies", game=game)


@app.command
def variants(game: GameName, /) -> int:
    """List the named variants of a game's rules."""
    return _run("variants", game=game)


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
