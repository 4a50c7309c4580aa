"""Who computes: chunks in, results out in any order, on one thread, many threads or processes."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from os import cpu_count
from typing import Any, TypeVar

from dicestats.errors import InputError, unknown

ENGINES = ("serial", "threads", "processes")

Task = TypeVar("Task")
Result = TypeVar("Result")


class ChunkError(RuntimeError):
    """A task failed twice; it is named, the results of the others are kept."""


def check(engine: str, n_jobs: int | None) -> int:
    """Check the choice of engine and find the number of workers.

    Parameters
    ----------
    engine : str
        One of ``ENGINES``.
    n_jobs : int or None
        Number of workers; None: one a core.

    Returns
    -------
    int
        Number of workers.

    Raises
    ------
    InputError
        For an unknown engine or a number of workers below 1.
    """
    if engine not in ENGINES:
        raise InputError("--engine", unknown("engine", engine, ENGINES))
    jobs = (cpu_count() or 1) if n_jobs is None else n_jobs
    if jobs < 1:
        raise InputError("--n-jobs", f"{n_jobs} is not allowed: give at least 1")
    return 1 if engine == "serial" else jobs


def run(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    engine: str = "threads",
    n_jobs: int | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Compute a function of every task.

    Parameters
    ----------
    function : callable
        Must be picklable for processes.
    tasks : iterable
        Independent of each other, hashable; taken when a worker is free.
    engine : {"threads", "processes", "serial"}
        Who computes.
    n_jobs : int, optional
        Number of workers, by default one a core.

    Yields
    ------
    task, result
        As they are finished, in any order.

    Raises
    ------
    ChunkError
        If a task fails twice; after the results of all the others.
    """
    jobs = check(engine, n_jobs)
    failed: list[tuple[Task, Exception]] = []
    for task, result in _all(_guard(function), tasks, engine=engine, jobs=jobs):
        if isinstance(result, InputError):
            raise result
        if isinstance(result, Exception):
            failed.append((task, result))
        else:
            yield task, result
    lost = []
    for task, _ in failed:  # once more, here
        again = _guard(function)(task)[1]
        if isinstance(again, Exception):
            lost.append((task, again))
        else:
            yield task, again
    if lost:
        names = "; ".join(f"{task}: {type(e).__name__}: {e}" for task, e in lost)
        raise ChunkError(f"failed twice: {names}") from lost[0][1]


def _guard(function: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, Any]]:
    return _Guarded(function)


class _Guarded:
    """Return errors as values, so that one failed task does not end the others."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __call__(self, task: Any) -> tuple[Any, Any]:
        try:
            return task, self.function(task)
        except Exception as error:
            return task, error


def _all(
    function: Callable[[Any], tuple[Any, Any]], tasks: Iterable[Any], *, engine: str, jobs: int
) -> Iterator[tuple[Any, Any]]:
    if engine == "serial" or (engine == "threads" and jobs == 1):
        yield from map(function, tasks)
        return
    from joblib.externals.loky.process_executor import BrokenProcessPool

    left, started = iter(tasks), set[Any]()
    try:
        yield from _pooled(function, left, started, engine=engine, jobs=jobs)
        return
    except BrokenProcessPool:  # a worker died: what it had, and all after it, once more
        left = chain(sorted(started), left)
        started = set()
    try:
        yield from _pooled(function, left, started, engine=engine, jobs=jobs)
    except BrokenProcessPool as error:
        lost = ", ".join(map(str, sorted(started)))
        reason = "a worker process died twice (did memory run out?) while these were played"
        raise ChunkError(f"{reason}: {lost}") from error


def _pooled(
    function: Callable[[Any], tuple[Any, Any]],
    tasks: Iterator[Any],
    started: set[Any],
    *,
    engine: str,
    jobs: int,
) -> Iterator[tuple[Any, Any]]:
    """Compute in a pool; ``started`` holds the tasks that have begun and are not finished."""
    from joblib import Parallel, delayed

    # Who stops early knows that some tasks were for nothing.
    warnings.filterwarnings("ignore", ".*tasks (have been|which were)", UserWarning, "joblib")

    def calls() -> Iterator[Any]:
        for task in tasks:
            started.add(task)
            yield delayed(function)(task)

    backend = {"threads": "threading", "processes": "loky"}[engine]
    pool = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    with closing(pool(calls())) as results:
        for task, result in results:
            started.discard(task)
            yield task, result
