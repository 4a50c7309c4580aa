"""``dicestats demo``: of every game, what the first seat is worth and what one variant changes."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicestats import stats
from dicestats.cells import Group, make_cell
from dicestats.chunks import merge_parts
from dicestats.games import load
from dicestats.simulate import run as play
from dicestats.simulate import simulate, watched
from dicestats.summary import seat_rows

LEVEL = 0.95
_LEAST = 26  # columns for who plays


@dataclass(frozen=True)
class Demo:
    """What is shown of a game."""

    game: str
    games: int  # a line
    players: Sequence[tuple[str, ...]]
    note: str
    question: str
    variant: dict[str, Any]  # overrides of the published rules
    by: str  # who plays it


DEMOS = (
    Demo(
        game="convolution",
        games=1_000_000,
        players=(("random",), ("greedy",), ("greedy", "random"), ("random", "greedy")),
        note="Two identical greedy players copy each other on shared rolls: their first seat's "
        "advantage is an artefact.",
        question="What if an equal Grand Total belonged to seat 1?",
        variant={"tied_grand_total": "second_seat"},
        by="random",
    ),
    Demo(
        game="dualing",
        games=200_000,
        players=(("random",), ("greedy",), ("greedy", "random"), ("random", "greedy")),
        note="The dice decide who selects first: no seat has an advantage. The deck of goals is a "
        "reconstruction.",
        question="What if seat 0 always selected first?",
        variant={"first_selection": "seat0"},
        by="greedy",
    ),
    Demo(
        game="tumblin",
        games=20_000,
        players=(
            ("random",),
            ("aim",),
            ("aim", "random"),
            ("aim(skill=expert)", "aim(skill=novice)"),
        ),
        note="Hands are average unless a skill is named. Board, friction and skill are assumed: "
        "nobody publishes them.",
        question="What if seat 0 always threw first?",
        variant={"first_order": "seats", "order": "fixed"},
        by="aim",
    ),
)


def run() -> int:
    """Print first-seat advantage, balance and one variant of every game, with intervals.

    Returns
    -------
    int
        Exit code 0.
    """
    *_, last = DEMOS
    compiling = _compile_aside(last)
    try:
        for demo in DEMOS:
            if demo is last:
                compiling.wait()
            _show(demo)
    finally:
        compiling.kill()
        compiling.wait()
    return 0


def _compile_aside(demo: Demo) -> subprocess.Popen[bytes]:
    """Let a second core compile a game while others are shown: machine code is kept in files."""
    code = f"from {__name__} import prepare; prepare({demo.game!r})"
    nowhere = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", code], stdout=nowhere, stderr=nowhere)


def prepare(game: str) -> None:
    """Play every line of a game's demo once, so that its code is compiled.

    Parameters
    ----------
    game : str
        A game's name.
    """
    for demo in DEMOS:
        if demo.game == game:
            for names in demo.players:
                simulate(game, strategies=names, games=1, seed=1)


def _show(demo: Demo) -> None:
    print(f"{load(demo.game).title}, {demo.games:,} games a line, {LEVEL:.0%} intervals")
    labels = [" against ".join(names * (2 // len(names))) for names in demo.players]
    wide = max(map(len, [*labels, " " * _LEAST]))
    print(f"  {'who plays':<{wide}} seat 0 wins   interval            first-seat advantage")
    for names, label in zip(demo.players, labels, strict=True):
        played = simulate(demo.game, strategies=names, games=demo.games, seed=1)
        row = seat_rows(played, LEVEL)[0]
        advantage = f"{row['rate'] - 0.5:+.4f}" if len(names) == 1 else ""
        interval = f"{row['low']:.4f} to {row['high']:.4f}"
        print(f"  {label:<{wide}} {row['rate']:>11.4f}   {interval:<20}{advantage}".rstrip())
    print(f"  {demo.note}")
    found = _change(demo)
    print(f"  {demo.question} ({demo.by} players, the same dice)")
    print(
        f"  seat 0 changes by {found['estimate']:+.4f}, "
        f"interval {found['low']:+.4f} to {found['high']:+.4f}\n"
    )


def _change(demo: Demo) -> dict[str, Any]:
    """Play the variant and the published rules on the same dice."""
    rules = load(demo.game).rules
    cells = tuple(
        make_cell(demo.game, strategies=[demo.by], rules=chosen, games=demo.games, seed=1)
        for chosen in (rules(), rules(**demo.variant))
    )
    group = Group(cells, baseline=0)
    parts = list(watched(play(group), len(cells) * demo.games))
    pairs = merge_parts(group, parts)[1][1]
    found: dict[str, Any] = stats.paired_difference(pairs, level=LEVEL)
    return found
