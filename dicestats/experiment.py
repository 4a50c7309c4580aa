"""An experiment: a TOML file whose path is also the path of its results."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dicestats import journal, store
from dicestats.cells import CHUNK, Cell, Group, make_cell
from dicestats.chunks import Part
from dicestats.errors import InputError, unknown
from dicestats.games import GAMES, load
from dicestats.settings import rules_from_mapping
from dicestats.settings.rules import read_toml
from dicestats.simulate import run, watched


class CellSetting(BaseModel):
    """One ``[[cell]]`` of an experiment."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field(min_length=1, description="shown in tables and charts")
    strategies: list[str] = Field(["random"], min_length=1, description="in seat order")
    rules: dict[str, Any] = Field({}, description="overrides of the published rules")
    seats: int | None = Field(None, description="number of seats")
    games: int | None = Field(None, description="by default the experiment's")
    chunk: int | None = Field(None, description="games to a chunk")


class Experiment(BaseModel):
    """The settings of an experiment, as written in its TOML file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    title: str = Field(min_length=1, description="the question it answers")
    game: str = Field(description="name of the game")
    games: int = Field(description="games in each cell")
    seed: int = Field(0, description="a whole number from 0")
    baseline: str | None = Field(None, description="the cell that the others are paired with")
    cell: list[CellSetting] = Field(min_length=1, description="what is simulated")


def read(path: Path) -> Experiment:
    """Read an experiment and check it.

    Parameters
    ----------
    path : Path
        A TOML file.

    Returns
    -------
    Experiment
        Its settings.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    given = read_toml(path)
    try:
        experiment = Experiment.model_validate(given)
    except ValidationError as error:
        raise InputError(str(path), [_fault(details) for details in error.errors()]) from None
    names = [cell.name for cell in experiment.cell]
    faults = [f"two cells are named '{name}'" for name in set(names) if names.count(name) > 1]
    if experiment.game not in GAMES:
        faults.append(unknown("game", experiment.game, sorted(GAMES)))
    if experiment.baseline is not None and experiment.baseline not in names:
        faults.append(unknown("baseline", experiment.baseline, names))
    if faults:
        raise InputError(str(path), faults)
    return experiment


def _fault(details: Any) -> str:
    place = ".".join(str(part) for part in details["loc"])
    if details["type"] == "extra_forbidden":
        model = CellSetting if details["loc"][0] == "cell" else Experiment
        return unknown("setting", str(details["loc"][-1]), list(model.model_fields))
    if details["type"] == "missing":
        return f"{place} is missing"
    return f"{place}: {details['input']!r} is not allowed: {details['msg']}"


def group_of(path: Path, experiment: Experiment) -> tuple[list[str], Group]:
    """Make the cells of an experiment.

    Parameters
    ----------
    path : Path
        Names the file in messages.
    experiment : Experiment
        Its settings.

    Returns
    -------
    names : list of str
        One a cell.
    group : Group
        The cells, played together on the same dice.

    Raises
    ------
    InputError
        With the faults of every cell.
    """
    cells: list[Cell] = []
    faults: list[str] = []
    for setting in experiment.cell:
        try:
            cells.append(_cell(path, experiment, setting))
        except InputError as error:
            faults += [f"cell '{setting.name}': {fault}" for fault in error.faults]
    if len({cell.chunk for cell in cells}) > 1:
        faults.append("all cells must have the same chunk: they are played together")
    if faults:
        raise InputError(str(path), faults)
    names = [setting.name for setting in experiment.cell]
    baseline = None if experiment.baseline is None else names.index(experiment.baseline)
    return names, Group(tuple(cells), baseline)


def _cell(path: Path, experiment: Experiment, setting: CellSetting) -> Cell:
    return make_cell(
        experiment.game,
        strategies=setting.strategies,
        rules=rules_from_mapping(load(experiment.game), setting.rules, str(path)),
        games=setting.games or experiment.games,
        seed=experiment.seed,
        seats=setting.seats,
        chunk=setting.chunk or CHUNK,
    )


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
    experiment = read(path)
    names, group = group_of(path, experiment)
    folder = results_folder(path)
    description = store.describe(names, group, experiment.title)
    if store.check_folder(folder, description):
        return False
    parts = journal.read(folder, description)
    done = {chunk for part in parts for chunk in range(part.first, part.last)}
    todo = [chunk for chunk in range(group.chunks) if chunk not in done]
    games = sum(cell.games for cell in group.cells)
    finished = sum(part.games for part in parts)
    with journal.writer(folder, description) as write:
        played = run(group, engine=engine, n_jobs=n_jobs, todo=todo)
        for part in watched(played, games, done=finished, label=path.stem):
            write(part)
            parts.append(part)
    store.save(folder, names, group, parts=_in_order(parts), title=experiment.title)
    journal.remove(folder)
    return True


def _in_order(parts: list[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: part.first)
