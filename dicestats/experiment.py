"""An experiment: a TOML file whose path is also the path of its results."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from dicestats import journal, settings, store
from dicestats.cells import CHUNK, Cell, Group, make_cell
from dicestats.errors import Faults, InputError, unknown
from dicestats.game import Game
from dicestats.games import GAMES, load
from dicestats.ladder import Ladder, make_ladder
from dicestats.resume import play_into
from dicestats.settings.beside import beside
from dicestats.settings.rules import read_toml
from dicestats.settings.values import Readings, check_fields, check_whole, readings

_STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)

Games = Annotated[int, Field(ge=settings.GAMES.low, le=settings.GAMES.high)]
Seats = Annotated[int, Field(ge=settings.SEATS.low, le=settings.SEATS.high)]
Seed = Annotated[int, Field(ge=settings.SEED.low, le=settings.SEED.high)]


class CellSetting(BaseModel):
    """One ``[[cell]]`` of an experiment."""

    model_config = _STRICT

    name: str = Field(min_length=1, description="shown in tables and charts")
    strategies: list[str] = Field(["random"], min_length=1, description="in seat order")
    rules: dict[str, Any] = Field({}, description="overrides of the published rules")
    board: str | dict[str, Any] = Field({}, description="what it is played on")
    seats: Seats | None = Field(None, description="number of seats")
    games: Games | None = Field(None, description="by default the experiment's")
    chunk: Games | None = Field(None, description="games to a chunk")


class ExperimentSetting(BaseModel):
    """The settings of an experiment, as written in its TOML file."""

    model_config = _STRICT

    title: str = Field(min_length=1, description="the question it answers")
    game: str = Field(description="name of the game")
    games: Games = Field(description="games in each cell")
    seed: Seed = Field(0, description="a whole number from 0")
    baseline: str | None = Field(None, description="the cell that the others are paired with")
    cell: list[dict[str, Any]] = Field([], description="what is simulated")
    ladder: list[str] = Field([], description="strategies, each against each: in place of cells")
    rules: dict[str, Any] = Field({}, description="of a ladder: overrides of the published rules")
    board: str | dict[str, Any] = Field({}, description="of a ladder: what it is played on")
    seats: Seats | None = Field(None, description="of a ladder: number of seats")


@dataclass(frozen=True)
class Experiment:
    """An experiment, checked: its cells are played together on the same dice."""

    title: str
    names: list[str]  # one a cell
    group: Group


def read(path: Path) -> Experiment:
    """Read an experiment and make its cells.

    Parameters
    ----------
    path : Path
        A TOML file.

    Returns
    -------
    Experiment
        Ready to be run.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    given = read_toml(path)
    values, faults = check_fields(ExperimentSetting, _means(given), kind="setting")
    faults += check_whole(ExperimentSetting, values, given)[1]
    tables = values.get("cell", [])
    names = [str(table.get("name", f"number {i}")) for i, table in enumerate(tables, 1)]
    faults += [f"two cells are named '{n}'" for n in dict.fromkeys(names) if names.count(n) > 1]
    baseline = values.get("baseline")
    if baseline is not None and baseline not in names:
        faults.append(unknown("baseline", baseline, names))
    game = load(values["game"]) if values.get("game") in GAMES else None
    if game is None and "game" in values:
        faults.append(unknown("game", values["game"], sorted(GAMES)))
    ladder, found = _ladder(values, game, path.parent)
    faults += found
    if ladder is not None and not faults:
        return Experiment(values["title"], ladder.cells, ladder.group)
    cells: list[Cell] = []
    for name, table in zip(names, tables, strict=True):
        cell, found = _cell(table, game, values, path.parent)
        faults += [f"cell '{name}': {fault}" for fault in found]
        cells += [] if cell is None else [cell]
    if len({cell.chunk for cell in cells}) > 1:
        faults.append("all cells must have the same chunk: they are played together")
    if faults:
        raise InputError(str(path), faults)
    place = None if baseline is None else names.index(baseline)
    return Experiment(values["title"], names, Group(tuple(cells), place))


def _ladder(
    values: dict[str, Any], game: Game | None, folder: Path
) -> tuple[Ladder | None, Sequence[str]]:
    """Make the cells of a ladder, or list what is wrong: it takes the place of cells."""
    names, of_ladders = values.get("ladder", []), ("rules", "board", "seats")
    if not names:
        alone = [name for name in of_ladders if values.get(name)]
        wrong = [f"'{name}' belongs to a ladder, or into each cell" for name in alone]
        if not values.get("cell"):
            wrong.append("there is neither a [[cell]] nor a ladder: nothing to simulate")
        return None, wrong
    if values.get("cell") or values.get("baseline"):
        return None, ["a ladder has cells of its own: leave out [[cell]] and baseline"]
    if game is None:
        return None, []
    faults = Faults()
    with faults.gathered():
        rules = settings.rules_from_mapping(game, values.get("rules", {}), "rules", folder=folder)
        board = values.get("board")
        named = beside(board, folder) if isinstance(board, str) else board
        rules = settings.board_from(game, rules, [named] if named else [])
        return make_ladder(
            game.name,
            strategies=names,
            games=values.get("games", 1),
            rules=rules,
            seats=values.get("seats"),
            seed=values.get("seed", 0),
        ), []
    return None, list(faults)


def _means(given: dict[str, Any]) -> dict[str, Readings]:
    """List what the values may mean: 1e6 is a whole number too."""
    return {
        name: (value, int(value)) if isinstance(value, float) and value.is_integer()
        else readings(value)
        for name, value in given.items()
    }  # fmt: skip


def _cell(
    table: dict[str, Any], game: Game | None, values: dict[str, Any], folder: Path
) -> tuple[Cell | None, Sequence[str]]:
    """Make a cell, or list its faults; without a game only its settings can be judged."""
    own, wrong = check_fields(CellSetting, _means(table), kind="setting")
    wrong += check_whole(CellSetting, own, table)[1]
    if game is None:
        return None, wrong
    faults, rules = Faults(), None
    with faults.gathered():
        rules = settings.rules_from_mapping(game, own.get("rules", {}), "rules", folder=folder)
        board = own.get("board")
        named = beside(board, folder) if isinstance(board, str) else board
        rules = settings.board_from(game, rules, [named] if named else [])
    with faults.gathered():
        cell = make_cell(
            game.name,
            strategies=own.get("strategies", ["random"]),
            rules=rules,
            games=own.get("games", values.get("games", 1)),
            seed=values.get("seed", 0),
            seats=own.get("seats"),
            chunk=own.get("chunk", CHUNK),
        )
    wrong += faults
    return (None if wrong else cell), wrong


def results_folder(path: Path) -> Path:
    """Find the result folder of an experiment: the same path below ``results``.

    Parameters
    ----------
    path : Path
        A TOML file below a folder ``simulations``.

    Returns
    -------
    Path
        The folder; it need not exist.

    Raises
    ------
    InputError
        If the file does not lie below ``simulations``.

    Examples
    --------
    >>> results_folder(Path("simulations/convolution/balance.toml")).as_posix()
    'results/convolution/balance'
    """
    parts = path.parts
    if "simulations" not in parts[:-1]:
        raise InputError(str(path), "does not lie below a folder named simulations")
    place = len(parts) - 1 - parts[::-1].index("simulations")
    return Path(*parts[:place], "results", *parts[place + 1 : -1], path.stem)


def run_experiment(path: Path, *, engine: str = "threads", n_jobs: int | None = None) -> bool:
    """Run an experiment, or continue one that was interrupted.

    Parameters
    ----------
    path : Path
        Its TOML file.
    engine, n_jobs
        Who computes; the result does not depend on it.

    Returns
    -------
    bool
        False if the result was complete already.

    Raises
    ------
    InputError
        If the file is wrong or the result folder holds something else.
    """
    experiment, folder = read(path), results_folder(path)
    names, group, title = experiment.names, experiment.group, experiment.title
    if store.check_folder(folder, store.describe(names, group, title)):
        journal.remove(folder)  # left where the end of a run was cut off
        return False
    play_into(folder, names, group, title=title, engine=engine, n_jobs=n_jobs)
    return True
