"""Chunks handed to an engine: which are left, how many to a task; progress while they come in."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager

from dicestats import engines
from dicestats.cells import Group
from dicestats.chunks import Part, play_chunks

_TASK_SECONDS = 0.5  # a task is as many chunks as take about this long
_SERIAL_SECONDS = 0.4  # below this no pool is started


class _Work:
    """A group's chunks as a picklable function of their span."""

    def __init__(self, group: Group) -> None:
        self.group = group

    def __call__(self, span: tuple[int, int]) -> Part:
        return play_chunks(self.group, span)


def run(
    group: Group,
    *,
    engine: str = "threads",
    n_jobs: int | None = None,
    done: Sequence[Part] = (),
) -> Iterator[Part]:
    """Play a group's chunks.

    Parameters
    ----------
    group : Group
        The cells.
    engine : str
        One of ``engines.ENGINES``.
    n_jobs : int, optional
        Number of workers, by default one a core.
    done : sequence of Part
        What was played before: it is not played again.

    Yields
    ------
    Part
        As it is finished, in any order; in order, one a chunk, where the group may stop early.
    """
    jobs = engines.check(engine, n_jobs)
    earlier = sorted(done, key=lambda part: part.first)
    played = _play(group, engine, jobs, earlier)
    if group.stop is None:
        yield from played
        return
    from dicestats.stopping import until_known

    yield from until_known(group, played, earlier)


def _play(
    group: Group, engine: str, jobs: int, earlier: Sequence[Part]
) -> Generator[Part, None, None]:
    left = list(_gaps(group.chunks, earlier))
    if not left:
        return
    # The first chunk is played here: it compiles before any pool starts, and tells the speed.
    begun, first = time.perf_counter(), left[0][0]
    yield play_chunks(group, (first, first + 1))
    seconds = max(time.perf_counter() - begun, 1e-6)
    left[0] = (first + 1, left[0][1])
    chunks = sum(last - first for first, last in left)
    if chunks == 0:
        return
    if engine != "processes" and seconds * chunks < _SERIAL_SECONDS:
        jobs, engine = 1, "serial"
    length = max(1, min(round(_TASK_SECONDS / seconds), -(-chunks // (4 * jobs))))
    spans = _spans(left, 1 if group.stop else length)
    for _, part in engines.run(_Work(group), spans, engine=engine, n_jobs=jobs):
        yield part


def _gaps(chunks: int, earlier: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """List the runs of chunks that were not played earlier."""
    begin = 0
    for part in earlier:
        if begin < part.first:
            yield begin, part.first
        begin = max(begin, part.last)
    if begin < chunks:
        yield begin, chunks


def _spans(runs: Sequence[tuple[int, int]], length: int) -> Iterator[tuple[int, int]]:
    """Cut runs of chunks into pieces of ``length`` at most, one at a time: there may be many."""
    for begin, end in runs:
        for first in range(begin, end, length):
            yield first, min(first + length, end)


def watched(
    parts: Iterator[Part], games: int | None, *, done: int = 0, label: str = ""
) -> Iterator[Part]:
    """Show progress on stderr while parts come in: games done, rate, time left.

    Parameters
    ----------
    parts : iterator of Part
        From ``run``.
    games : int or None
        Games in all; None where nobody knows yet.
    done : int
        Games that were finished before.
    label : str
        Shown in front.

    Yields
    ------
    Part
        Unchanged. Nothing is shown in the first second, nor where the environment variable
        ``DICESTATS_PROGRESS`` is 0.
    """
    from tqdm import tqdm

    quiet = os.environ.get("DICESTATS_PROGRESS") == "0"
    with tqdm(
        total=games, initial=done, desc=label or None, unit=" games", unit_scale=True,
        delay=1, mininterval=0.5, disable=quiet, leave=False, dynamic_ncols=True,
    ) as bar:  # fmt: skip
        for part in parts:
            bar.update(part.games)
            yield part


@contextmanager
def steps(unit: str) -> Iterator[Callable[[str, int, int], None]]:
    """Show progress on stderr through long steps: what was done, how much of how much, time left.

    Parameters
    ----------
    unit : str
        What is done in one step, in the plural.

    Yields
    ------
    callable
        Takes a text, how many steps are done, and of how many. Nothing is shown where the
        environment variable ``DICESTATS_PROGRESS`` is 0.
    """
    from tqdm import tqdm

    quiet = os.environ.get("DICESTATS_PROGRESS") == "0"
    with tqdm(unit=f" {unit}", delay=1, disable=quiet, leave=False, dynamic_ncols=True) as bar:

        def told(text: str, done: int, total: int) -> None:
            bar.total = total
            bar.set_postfix_str(text, refresh=False)
            bar.update(done - bar.n)

        yield told
