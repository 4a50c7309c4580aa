"""``dicestats train convolution``: weights of the strategy ``value`` for one set of rules."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.value.learning import Lesson, Plan, Progress, learn, lessons_of
from dicestats.games.convolution.value.player import kept_file
from dicestats.games.convolution.value.weights import save


def train(
    rules: Rules,
    *,
    games: int | None,
    seed: int,
    out: Path | None,
    told: Callable[[str, int, int], None],
) -> dict[str, Any]:
    """Train the strategy ``value`` for a set of rules and keep its weights.

    Parameters
    ----------
    rules : Rules
        Any rules whose rolls can be listed.
    games : int or None
        Of the last round; None: as many as for the weights that come with the package.
    seed : int
        Of the games and of the networks.
    out : Path or None
        Where to write the weights; None: where the strategy finds them.
    told : callable
        Gets what was learned, how many networks are learned, and of how many.

    Returns
    -------
    dict
        ``file``, ``plan``, and the ``lessons`` of the last round with their errors.
    """
    plan = Plan(seed=seed) if games is None else Plan(games=games, seed=seed)
    path = out or kept_file(rules)
    steps = lessons_of(rules, plan)
    kept = progress_of(rules, plan, path)
    done = iter(range(1, len(steps) + 1))

    def say(lesson: Lesson) -> None:
        text = f"round {lesson.round}, pair {lesson.pair}: error {lesson.error:.3f}"
        told(text, next(done), len(steps))

    weights, lessons = learn(rules, plan, say, kept=kept)
    last = [asdict(lesson) for lesson in lessons if lesson.round == plan.rounds]
    libraries = {name: version(name) for name in ("numpy", "scikit-learn")}
    about = {"plan": asdict(plan), "lessons": last, "libraries": libraries}
    save(replace(weights, source=about), path)
    kept.end()
    return {"file": str(path), **about}


def progress_of(rules: Rules, plan: Plan, path: Path) -> Progress:
    """Name the files of an unfinished training: other plans have other ones.

    Parameters
    ----------
    rules : Rules
        What is trained for.
    plan : Plan
        How.
    path : Path
        Where the weights will be.

    Returns
    -------
    Progress
        Files beside it.
    """
    name = hashlib.sha256(repr(plan).encode()).hexdigest()[:8]
    file, players = (path.with_name(f".{path.stem}-{name}-{part}.npz") for part in ("so-far", "by"))
    return Progress(rules, plan, file, players)
