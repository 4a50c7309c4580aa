"""Laws that hold for every game: kernel and reference play the same, whoever computes."""

import json
from collections.abc import Iterator

import numpy as np
import pytest
from pydantic import BaseModel

from dicestats import schedule, settings, simulate
from dicestats.errors import InputError
from dicestats.games import GAMES, load
from dicestats.outcomes import Counts
from dicestats.simulate import Group, finish, make_cell, merge_parts, play_chunks, run

GAMES_EACH = 40
SEED = 20


def worlds(game: str) -> dict[str, BaseModel]:
    found = load(game)
    variants = {name: found.rules(**v.overrides) for name, v in found.variants.items()}
    return {**variants, "small": found.small}


def cases() -> Iterator[tuple[str, str, str]]:
    for game in GAMES:
        for world in worlds(game):
            for strategy in load(game).strategies():
                if not is_refused(game, world, strategy):
                    yield game, world, strategy


def is_refused(game: str, world: str, strategy: str) -> bool:
    """Tell whether a strategy says itself that it does not know these rules."""
    found = load(game)
    try:
        settings.strategies_from(found, worlds(game)[world], [strategy])
    except InputError as error:
        if strategy not in str(error):
            raise
        return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_plays_the_published_rules(game: str) -> None:
    assert not any(is_refused(game, "published", name) for name in load(game).strategies())


@pytest.mark.parametrize(("game", "world", "strategy"), list(cases()))
def test_the_kernel_plays_the_games_of_the_reference(game: str, world: str, strategy: str) -> None:
    found, rules = load(game), worlds(game)[world]
    seated = settings.strategies_from(found, rules, [strategy])
    first = 1000
    records = found.simulator(rules, seated, SEED).records(first, GAMES_EACH)
    assert len(records) == GAMES_EACH
    for index, record in enumerate(records, first):
        played = found.play(rules, seated, SEED, index)
        assert record.items() <= played.items()
        assert record
        played_back = json.loads(json.dumps(played))  # as it would be read from a file
        assert found.score({**played_back, **record}) == played["outcome"]


@pytest.mark.parametrize("game", GAMES)
def test_seats_may_play_differently(game: str) -> None:
    found, rules = load(game), load(game).rules()
    names = list(found.strategies())
    seats = min(found.seats(rules))
    for turn in range(len(names)):
        mixed = [names[(turn + seat) % len(names)] for seat in range(seats)]
        seated = settings.strategies_from(found, rules, mixed)
        records = found.simulator(rules, seated, SEED).records(0, GAMES_EACH)
        for index, record in enumerate(records):
            assert record.items() <= found.play(rules, seated, SEED, index).items()


def same_counts(one: Counts, two: Counts, *, but: tuple[str, ...] = ()) -> bool:
    return (
        (one.games, one.digest) == (two.games, two.digest)
        and one.tables.keys() == two.tables.keys()
        and all(np.array_equal(one.tables[t], two.tables[t]) for t in one.tables if t not in but)
    )


def group(game: str, games: int, chunk: int) -> Group:
    names = list(load(game).strategies())
    seats = min(load(game).seats(load(game).rules()))
    mixed = [names[seat % len(names)] for seat in range(seats)]
    return Group((make_cell(game, strategies=mixed, games=games, seed=SEED, chunk=chunk),))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("engine", "n_jobs"),
    [("serial", 2), ("threads", 1), ("threads", 2), ("processes", 1), ("processes", 2)],
)
def test_the_engine_does_not_matter(
    game: str, engine: str, n_jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "_SERIAL_SECONDS", 0)  # or so few games never see a pool
    leaf = load(game).leaf
    asked = group(game, 20 * leaf + 7, 2 * leaf)
    plain = merge_parts(asked, [play_chunks(asked, (0, asked.chunks))])[0][0]
    assert same_counts(plain, finish(asked, engine=engine, n_jobs=n_jobs)[0].counts)


@pytest.mark.parametrize("game", GAMES)
def test_the_chunk_size_does_not_matter(game: str) -> None:
    leaf = load(game).leaf
    by_chunk = tuple(
        t.name
        for t in load(game).tables(load(game).rules(), group(game, leaf, leaf).cells[0].seats)
        if getattr(t, "by_chunk", False)
    )
    found = [
        finish(group(game, 20 * leaf + 7, k * leaf), engine="serial")[0].counts
        for k in (1, 2, 5, 7, 64)
    ]
    assert all(same_counts(found[0], other, but=by_chunk) for other in found[1:])


@pytest.mark.parametrize("game", GAMES)
def test_more_games_continue_the_same_games(game: str) -> None:
    leaf = load(game).leaf
    few, many = group(game, 5 * leaf + 9, 2 * leaf), group(game, 12 * leaf + 3, 2 * leaf)
    whole = few.cells[0].games // few.cells[0].chunk
    begun = play_chunks(few, (0, whole))  # the short last chunk is played again, longer
    rest = list(run(many, engine="threads", n_jobs=2, done=[begun]))
    continued = merge_parts(many, [*rest, begun])[0][0]
    assert same_counts(continued, finish(many, engine="serial")[0].counts)


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_tells_games_apart(game: str) -> None:
    leaf = load(game).leaf
    names = list(load(game).strategies())
    seen = [
        simulate.simulate(game, strategies=[name], games=games, seed=seed, engine="serial").digest
        for name in names
        for seed in (0, 1)
        for games in (leaf, leaf + 1)
    ]
    assert len(set(seen)) == len(seen)
