"""Playing into a result folder: what is finished is kept, and an interrupted run continues."""

import hashlib
import inspect
import shutil
import time
from pathlib import Path

from dicestats import journal, store
from dicestats.cells import Group
from dicestats.chunks import Part
from dicestats.engines import ChunkError
from dicestats.errors import InputError
from dicestats.files import UnwritableError
from dicestats.game import Compiled
from dicestats.manifest import Description
from dicestats.schedule import run, watched
from dicestats.simulate import Simulation, merged


def play_into(
    folder: Path,
    names: list[str],
    group: Group,
    *,
    title: str,
    engine: str = "threads",
    n_jobs: int | None = None,
) -> list[Simulation]:
    """Play a group into a result folder; as ``parts_into``.

    Parameters
    ----------
    folder, names, group, title, engine, n_jobs
        As in ``parts_into``.

    Returns
    -------
    list of Simulation
        One a cell.
    """
    begun = time.perf_counter()
    parts, now = parts_into(folder, names, group, title=title, engine=engine, n_jobs=n_jobs)
    # Of a continued run the time is scaled: its speed is that of the games played now.
    share = sum(part.games for part in parts) / now if now else 1
    return merged(group, parts, (time.perf_counter() - begun) * share)


def parts_into(
    folder: Path,
    names: list[str],
    group: Group,
    *,
    title: str,
    engine: str = "threads",
    n_jobs: int | None = None,
) -> tuple[list[Part], int]:
    """Play a group, note each finished part in a journal, and save the result in the end.

    Parameters
    ----------
    folder : Path
        Of the result; an interrupted run of the same group is continued.
    names : list of str
        One a cell.
    group : Group
        What is played.
    title : str
        The experiment's title.
    engine, n_jobs
        Who computes; the result does not depend on it.

    Returns
    -------
    parts : list of Part
        All of them.
    games : int
        How many games were played now, and not found in the journal.

    Raises
    ------
    InputError
        If the folder holds something else or cannot be written, or a strategy fails.
    KeyboardInterrupt, ChunkError
        If the user interrupts or a worker dies: with the number of games that are kept.
    """
    description = store.describe(names, group, title)
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    store.check_folder(folder, description)
    experiment = _identity(group, description)
    parts = journal.read(folder, experiment)
    done = sum(part.games for part in parts)
    try:
        with journal.writer(folder, experiment) as write:
            played = run(group, engine=engine, n_jobs=n_jobs, done=tuple(parts))
            for part in watched(played, group.games, done=done, label=folder.name):
                write(part)
                parts.append(part)
        store.save(folder, names, group, parts=parts, title=title)
        journal.remove(folder)
    except (KeyboardInterrupt, ChunkError) as error:
        parts = journal.read(folder, experiment)  # what is written counts, and nothing else
        raise type(error)(_kept(error, group, parts, folder)) from error
    except UnwritableError:  # what is finished is kept, as far as there was room
        raise
    except InputError:  # a strategy fails: nothing is written
        if not done:
            parts.clear()
        raise
    finally:
        if not parts:
            _clear(folder, made)
    return parts, sum(part.games for part in parts) - done


def _kept(error: BaseException, group: Group, parts: list[Part], folder: Path) -> str:
    """Say how many games an interruption has left behind, and that they count."""
    whole = "" if group.games is None else f" of {group.games:,}"
    told = f"{error}; " if error.args else ""
    games = f"{sum(part.games for part in parts):,}{whole} games"
    return f"{told}{games} are kept in {folder}; the same command continues"


def _identity(group: Group, description: Description) -> str:
    """Tell apart whatever would play other games or write other files: users' code too."""
    found = hashlib.sha256(f"{description.digest} {bool(group.keep)}".encode())
    for strategy in (strategy for cell in group.cells for strategy in cell.strategies):
        for decision in strategy.decisions.values():
            if not isinstance(decision, Compiled):
                thing = decision if inspect.isfunction(decision) else type(decision)
                source = inspect.getsourcefile(thing)
                found.update(Path(source).read_bytes() if source and Path(source).exists() else b"")
    return found.hexdigest()


def _clear(folder: Path, made: list[Path]) -> None:
    """Remove what a run without any finished part left, and the empty folders it made."""
    journal.remove(folder)
    shutil.rmtree(folder / store.ROWS, ignore_errors=True)
    for path in made:
        if any(path.iterdir()):
            return
        path.rmdir()
