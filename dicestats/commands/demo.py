"""``dicestats demo``: the first-seat advantage of Convolution and what one variant changes."""

from dicestats import stats
from dicestats.cells import Group, make_cell
from dicestats.chunks import merge_parts
from dicestats.games import load
from dicestats.simulate import run as play
from dicestats.simulate import simulate, watched
from dicestats.summary import seat_rows

GAMES = 1_000_000
LEVEL = 0.95


def run() -> int:
    """Print first-seat advantage, balance and one variant with intervals.

    Returns
    -------
    int
        Exit code 0.
    """
    print(f"Convolution, {GAMES:,} games a line, {LEVEL:.0%} intervals")
    print("Who wins?                      seat 0   interval")
    for names in (["random"], ["greedy"], ["greedy", "random"], ["random", "greedy"]):
        row = seat_rows(simulate("convolution", strategies=names, games=GAMES, seed=1), LEVEL)[0]
        label = " against ".join(names * (2 // len(names)))
        print(f"  {label:<26} {row['rate']:>8.4f}   {row['low']:.4f} to {row['high']:.4f}")
    print("  Two identical greedy players copy each other on shared rolls: 0.906 is an artefact.")
    game = load("convolution")
    variant = game.rules(tied_grand_total="second_seat")
    group = Group(
        tuple(
            make_cell("convolution", rules=rules, games=GAMES, seed=1)
            for rules in (game.rules(), variant)
        ),
        baseline=0,
    )
    parts = list(watched(play(group), 2 * GAMES))
    found = stats.paired_difference(merge_parts(group, parts)[1][1], level=LEVEL)
    print("What if an equal Grand Total belonged to seat 1? (random players, the same dice)")
    print(
        f"  seat 0 changes by {found['estimate']:+.4f}, "
        f"interval {found['low']:+.4f} to {found['high']:+.4f}"
    )
    return 0
