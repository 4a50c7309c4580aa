"""Laws that hold for every game there is: a new one is tested as soon as it is in ``GAMES``."""

import json
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product, tee, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import witness
from pydantic import BaseModel
from worlds import candidates, changed, players, random_rules, seats, worlds

from dicestats import journal, resume, schedule, settings, simulate, store
from dicestats.cells import Group, make_cell
from dicestats.chunks import merge_parts, play_chunks, replay, short
from dicestats.commands.record import records as written
from dicestats.errors import InputError
from dicestats.game import Bits, Counted, Game, Strategy
from dicestats.games import GAMES, load
from dicestats.outcomes import Counts, leaf_digests
from dicestats.schedule import run
from dicestats.simulate import finish

SOAK_TIMES = 2500  # as many games as are enough in a comparison, in all worlds together
SOAK_WORLDS = 60  # named ones, and random rules besides
SEED = 20
RECORDS = Path(__file__).parent / "games" / "records"

of_every_game = pytest.mark.parametrize("game", GAMES)


def games_each(game: str, strategy: str = "") -> int:
    """Say how many games are enough: strategies that try shots out decide a lot in one."""
    if strategy in getattr(witness.of(game), "CHEAP", {}):
        return 1
    number: int = witness.of(game).GAMES
    return number


def seated(
    game: Game, rules: BaseModel, *names: str | Strategy, number: int | None = None
) -> tuple[Strategy, ...]:
    """Strategies in turn, for so many seats, or as many as the game needs at least."""
    number, made = number or seats(game, rules), players(game, rules)
    named = [made.get(name, name) if isinstance(name, str) else name for name in names]
    return settings.strategies_from(game, rules, [named[s % len(named)] for s in range(number)])


def one_of_each(game: Game, rules: BaseModel) -> tuple[Strategy, ...]:
    """Every strategy that is not slow at one table, or as many of them as have a seat."""
    slow = getattr(witness.of(game.name), "CHEAP", {})
    names = [name for name in game.strategies() if name not in slow]
    number = max(n for n in game.seats(rules) if n <= max(len(names), seats(game, rules)))
    return seated(game, rules, *names, number=number)


def watchful(game: str) -> Strategy:
    """A strategy that mixes up all it is shown: one number more in the view, another choice."""
    actions = witness.of(game).ACTIONS

    def decide(kind: str, view: Any) -> Any:
        shown = [getattr(view, name) for name in dir(view) if name[0] != "_"]
        numbers = [v for v in shown if isinstance(v, np.ndarray | int | float)]
        assert len(numbers) > 3
        mixed = 0
        for place, value in enumerate(numbers):
            # Whole numbers: their sums do not depend on the order in which they are added.
            rows = np.rint(4096 * np.atleast_2d(np.asarray(value, np.float64)))
            rows = rows.reshape(-1, rows.shape[-1])
            weights = 1 + (7 * place + 3 * np.arange(len(rows))[:, None]) % 31
            mixed = mixed + (rows * weights).sum(axis=0)
        wanted = (mixed * (1 + np.arange(actions[kind](view))[:, None]) * 17) % 41
        return witness.of(game).legal(kind, wanted, view)

    kinds = {kind: lambda view, kind=kind: decide(kind, view) for kind in actions}
    return Strategy("watchful", **kinds)


def dull(game: str) -> Strategy:
    """A strategy that looks at nothing: any legal action, all equally likely."""
    actions, legal = witness.of(game).ACTIONS, witness.of(game).legal

    def decide(kind: str, view: Any) -> Any:
        return legal(kind, view.noise(actions[kind](view)), view)

    return Strategy("dull", **{kind: partial(decide, kind) for kind in actions})


# --- kernel and reference play the same games ---


def agree(game: Game, rules: BaseModel, strategies: Sequence[Strategy], games: int) -> int:
    """Compare rolls, choices, outcomes and columns of logged games; give their number."""
    kernel, first = game.simulator(rules, strategies, SEED), 1000
    layout = game.columns(rules, len(strategies))
    columns = np.zeros((len(layout), games), np.uint16)
    kernel.run(first, columns)
    records = kernel.records(first, games)
    for place, record in enumerate(records):
        played = game.play(rules, strategies, SEED, first + place)
        assert record
        assert record.items() <= played.items()
        outcome = game.score({**played, **record})
        assert outcome == played["outcome"]
        found = {c.name: int(n) + c.low for c, n in zip(layout, columns[:, place], strict=True)}
        assert all(c.low <= found[c.name] <= c.high for c in layout)
        assert witness.of(game.name).columns(rules, outcome).items() <= found.items()
    return len(records)


def cases() -> Iterator[tuple[str, str, str]]:
    """Every strategy in every world."""
    for game in GAMES:
        for world, rules in worlds(game).items():
            for strategy in players(load(game), rules):
                yield game, world, strategy


@pytest.mark.parametrize(("game", "world", "strategy"), list(cases()))
def test_the_kernel_plays_the_games_of_the_reference(game: str, world: str, strategy: str) -> None:
    found, rules = load(game), worlds(game)[world]
    games = games_each(game, strategy)
    assert agree(found, rules, seated(found, rules, strategy), games) == games


@of_every_game
def test_seats_may_play_differently(game: str) -> None:
    found, rules = load(game), load(game).rules()
    for pair in product(players(found, rules), repeat=2):
        agree(found, rules, seated(found, rules, *pair), games_each(game))


def more_seats() -> Iterator[tuple[str, str, int]]:
    """Every third number of seats, each world beginning with another one."""
    for game in GAMES:
        for place, (world, rules) in enumerate(worlds(game).items()):
            more = [n for n in load(game).seats(rules) if n > seats(load(game), rules)]
            yield from ((game, world, number) for number in more[place % 3 :: 3])


@pytest.mark.parametrize(("game", "world", "number"), list(more_seats()))
def test_they_agree_at_tables_of_any_size(game: str, world: str, number: int) -> None:
    """All strategies in turn, each world and number of seats beginning with another one."""
    found, rules = load(game), worlds(game)[world]
    names = [*players(found, rules)]
    first = (number + [*worlds(game)].index(world)) % len(names)
    table = seated(found, rules, *names[first:], *names[:first], number=number)
    agree(found, rules, table, 2)


@of_every_game
@pytest.mark.parametrize("number", range(20))
def test_they_agree_under_random_rules(game: str, number: int) -> None:
    found, rng = load(game), random.Random(number)
    rules = random_rules(found, rng)
    pair = rng.choices([*players(found, rules)], k=2)
    table = seated(found, rules, *pair, number=rng.choice(found.seats(rules)))
    agree(found, rules, table, games_each(game))


def soak(game: Game, number: int) -> Iterator[tuple[BaseModel, tuple[Strategy, ...], int]]:
    """All pairs of strategies in a named world or under random rules; every number of seats."""
    named = [*worlds(game.name).values()]
    rules = named[number] if number < len(named) else random_rules(game, random.Random(number))
    pairs, allowed = [*product(players(game, rules), repeat=2)], game.seats(rules)
    each = -(-SOAK_TIMES * games_each(game.name) // (SOAK_WORLDS * len(pairs)))
    for turn, pair in enumerate(pairs):
        seated_at = allowed[(turn + number) % len(allowed)]
        yield rules, seated(game, rules, *pair, number=seated_at), each


@pytest.mark.soak
@of_every_game
@pytest.mark.parametrize("number", range(SOAK_WORLDS))
def test_they_agree_on_very_many_games(game: str, number: int) -> None:
    found = load(game)
    for rules, table, games in soak(found, number):
        assert agree(found, rules, table, games) == games


@of_every_game
def test_every_strategy_plays_the_published_rules(game: str) -> None:
    assert players(load(game), load(game).rules()).keys() == load(game).strategies().keys()


# --- no dead knobs ---


def reference_results(game: Game, rules: BaseModel, table: Sequence[Strategy]) -> Iterator[Any]:
    """Play game by game: one that differs is enough."""
    return (game.play(rules, table, SEED, index)["outcome"] for index in range(24))


def kernel_results(game: Game, rules: BaseModel, table: Sequence[Strategy]) -> Iterator[Any]:
    layout, kernel = game.columns(rules, len(table)), game.simulator(rules, table, SEED)
    columns = np.zeros((len(layout), 32), np.uint16)
    for first in range(0, 512, columns.shape[1]):  # a few that differ are enough
        kernel.run(first, columns)
        yield {c.name: (columns[row].astype(int) + c.low).tolist() for row, c in enumerate(layout)}


def differ(one: Any, other: Any) -> bool:
    """Kernels report columns: those that only one of them has do not count."""
    if isinstance(one, dict):
        return any(one[name] != other[name] for name in one.keys() & other.keys())
    return bool(one != other)


def any_in_turn(rows: list[Iterator[bool]]) -> bool:
    """Look at one of each in turn: some tables play for very long and tell nothing."""
    while rows:
        for row in list(rows):
            found = next(row, None)
            if found:
                return True
            if found is None:
                rows.remove(row)
    return False


def settings_of(game: Game, field: str) -> Iterator[tuple[BaseModel, BaseModel]]:
    """Rules that differ in this field alone, with as many seats: one value in every world first.

    The smallest worlds come first, with variants that set the field: others may not show it.
    """

    def others(rules: BaseModel) -> Iterator[tuple[BaseModel, BaseModel]]:
        for value in candidates(game, field, getattr(rules, field)):
            other = changed(rules, **{field: value})
            if other is not None and seats(game, rules) == seats(game, other):
                yield rules, other

    told = {name for name, variant in game.variants.items() if field in variant.overrides}
    told |= worlds(game.name).keys() - game.variants.keys()
    for likely in (True, False):
        named = [rules for name, rules in worlds(game.name).items() if (name in told) == likely]
        for pairs in zip_longest(*map(others, named)):
            yield from (pair for pair in pairs if pair is not None)


def knobs() -> list[tuple[str, str]]:
    return [(game, field) for game in GAMES for field in load(game).rules.model_fields]


@pytest.mark.parametrize("results", [reference_results, kernel_results])
@pytest.mark.parametrize(("game", "field"), knobs())
def test_every_rule_changes_a_result(
    game: str, field: str, results: Callable[[Game, BaseModel, Sequence[Strategy]], Iterator[Any]]
) -> None:
    # Strategies that do not look at the rules: or a knob might seem to work through them alone.
    found = load(game)
    before: dict[tuple[int, str], Iterator[Any]] = {}
    for rules, other in settings_of(found, field):
        compared = []
        for strategy in (dull(game), watchful(game)):
            table, known = seated(found, rules, strategy), (id(rules), strategy.name)
            played = before.get(known) or results(found, rules, table)
            before[known], played = tee(played)
            compared.append(map(differ, played, results(found, other, table)))
        if any_in_turn(compared):
            return
    pytest.fail(f"no setting of {field} changes anything")


# --- no strategy knows what is hidden or still to come ---


def draws(strategy: Strategy) -> bool:
    return any(getattr(decision, "draws", False) for decision in strategy.decisions.values())


def choices_by_knowledge(
    game: Game, records: Sequence[Any], seat: int
) -> tuple[dict[Hashable, set[Any]], Counter[Hashable]]:
    """What a seat chose whenever it knew the same, and how often it did."""
    chosen: dict[Hashable, set[Any]] = {}
    times = Counter[Hashable]()
    for record in records:
        for who, known, choice in witness.of(game.name).decisions(game.small, record):
            if who == seat:
                chosen.setdefault(known, set()).add(choice)
                times[known] += 1
    return chosen, times


@pytest.mark.parametrize("game", [g for g in GAMES if hasattr(witness.of(g), "decisions")])
@pytest.mark.parametrize("path", ["kernel", "reference"])
def test_a_choice_follows_from_what_the_seat_may_know(game: str, path: str) -> None:
    """Games that a seat cannot tell apart, but that go on differently, get the same choice."""
    found = load(game)
    rules, number = found.small, seats(found, found.small)
    known = [s for s in players(found, rules).values() if not draws(s)] + [watchful(game)]
    dice = settings.strategies_from(found, rules, ["random"])[0]
    for strategy, seat in product(known, range(number)):
        table = [strategy if place == seat else dice for place in range(number)]
        if path == "kernel":
            records = found.simulator(rules, table, SEED).records(0, 2000)
        else:
            records = [found.play(rules, table, SEED, index) for index in range(400)]
        chosen, times = choices_by_knowledge(found, records, seat)
        assert sum(n > 1 for n in times.values()) > 20  # or the law says nothing
        assert all(len(choices) == 1 for choices in chosen.values()), strategy.name


# --- what is written is read again as it was ---


@of_every_game
@pytest.mark.parametrize("number", range(10))
def test_rules_come_back_from_toml_and_json(game: str, number: int, tmp_path: Path) -> None:
    found = load(game)
    rules = random_rules(found, random.Random(number))
    path = tmp_path / "rules.toml"
    path.write_text(settings.rules_toml(found, rules), encoding="utf-8")
    assert settings.rules_from(found, [str(path)]) == rules
    plain = json.loads(json.dumps(settings.overrides(rules)))
    assert settings.rules_from_mapping(found, plain, "test") == rules
    whole = json.loads(json.dumps(rules.model_dump(mode="json")))
    assert settings.rules_from_mapping(found, whole, "test") == rules


@of_every_game
def test_strategies_come_back_from_their_names(game: str) -> None:
    found, rules = load(game), load(game).rules()
    for name, strategy in players(found, rules).items():
        assert settings.strategy_from(found, rules, strategy.name).name == strategy.name
        assert strategy.name.startswith(name)


@of_every_game
@pytest.mark.parametrize("number", range(4))
def test_records_come_back_from_json(game: str, number: int) -> None:
    found = load(game)
    rules = random_rules(found, random.Random(number))
    names = [*players(found, rules)]
    most = max(found.seats(rules))
    table = seated(found, rules, *names[number:], *names, number=most if number % 2 else None)
    cell = make_cell(game, strategies=table, rules=rules, games=games_each(game), seed=SEED)
    for record in written(cell, 0, games_each(game)):
        back = json.loads(json.dumps(record))
        assert found.score(back) == record["outcome"]
        played = found.play(rules, cell.strategies, SEED, record["index"])
        assert back == json.loads(json.dumps(played))
        assert found.tell(back)
        wrong = {**back["outcome"], "game": "another"}
        with pytest.raises(InputError, match="game"):
            found.score({**back, "outcome": wrong})


def committed(game: str) -> list[Any]:
    kept = [json.loads(path.read_text("utf-8")) for path in RECORDS.glob(f"{game}*.json")]
    for path in RECORDS.glob(f"{game}*.jsonl"):
        kept += [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return kept


@of_every_game
def test_committed_records_are_scored_and_played_as_ever(game: str) -> None:
    found, kept = load(game), committed(game)
    assert all(record["game"] == game for record in kept)
    assert all(found.score(record) == record["outcome"] for record in kept)
    addressed = [record for record in kept if "index" in record]
    played = {name for record in addressed for name in record["strategies"]}
    assert played >= found.strategies().keys()
    for record in addressed:
        rules = settings.rules_from_mapping(found, record["rules"], "test")
        table = settings.strategies_from(found, rules, record["strategies"])
        seed, index = record["seed"], record["index"]
        assert json.loads(json.dumps(found.play(rules, table, seed, index))) == record
        (again,) = found.simulator(rules, table, seed).records(index, 1)
        assert json.loads(json.dumps(again)).items() <= record.items()


# --- whoever computes, in whatever pieces ---


def same_counts(one: Counts, two: Counts, *, but: tuple[str, ...] = ()) -> bool:
    return (
        (one.games, one.digest) == (two.games, two.digest)
        and one.tables.keys() == two.tables.keys()
        and all(np.array_equal(one.tables[t], two.tables[t]) for t in one.tables if t not in but)
    )


def group(game: str, games: int, chunk: int) -> Group:
    found, rules = load(game), load(game).rules()
    few, most = [*found.strategies()][:2], max(found.seats(rules))
    mixed = seated(found, rules, *few, number=min(3, most))
    return Group((make_cell(game, strategies=mixed, games=games, seed=SEED, chunk=chunk),))


@of_every_game
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


@of_every_game
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


@of_every_game
@pytest.mark.parametrize("asked", [False, True])
def test_the_block_size_does_not_matter(game: str, asked: bool) -> None:
    """Games played one by one, in odd pieces or at once, compiled or asked from Python."""
    found, rules = load(game), load(game).rules()
    table = one_of_each(found, rules)
    if asked:
        table = (watchful(game), *table[1:])
    games = 9000 if asked else 5000
    kernel = found.simulator(rules, table, SEED)
    whole = np.zeros((len(found.columns(rules, len(table))), games), np.uint16)
    kernel.run(0, whole)
    for first, size in [(0, 1), (1, 1), (2, 7), (9, 1000), (1009, games - 1009)]:
        piece = np.zeros((len(whole), size), np.uint16)
        found.simulator(rules, table, SEED).run(first, piece)
        kernel.run(first, again := np.zeros_like(piece))
        assert np.array_equal(piece, again)
        assert np.array_equal(piece, whole[:, first : first + size])


@of_every_game
def test_a_leaf_can_be_played_alone(game: str) -> None:
    leaf = load(game).leaf
    asked = group(game, 6 * leaf + 7, 2 * leaf)
    (saved,) = play_chunks(asked, (0, asked.chunks)).leaves
    assert len(saved) == 7
    for leaves in ([6], [0, 3], [5, 2]):
        assert short(replay(asked.cells[0], leaves)).tolist() == saved[leaves].tolist()


@of_every_game
def test_more_games_continue_the_same_games(game: str) -> None:
    leaf = load(game).leaf
    few, many = group(game, 5 * leaf + 9, 2 * leaf), group(game, 12 * leaf + 3, 2 * leaf)
    whole = few.cells[0].games // few.cells[0].chunk
    begun = play_chunks(few, (0, whole))  # the short last chunk is played again, longer
    rest = list(run(many, engine="threads", n_jobs=2, done=[begun]))
    continued = merge_parts(many, [*rest, begun])[0][0]
    assert same_counts(continued, finish(many, engine="serial")[0].counts)


@of_every_game
def test_an_interrupted_run_ends_as_an_undisturbed_one(game: str, tmp_path: Path) -> None:
    leaf = load(game).leaf
    asked = group(game, 12 * leaf + 3, 2 * leaf)
    for folder, kept in ((tmp_path / "whole", []), (tmp_path / "torn", [(1, 2), (3, 5)])):
        digest = resume._identity(asked, store.describe(["cell"], asked, "test"))
        folder.mkdir()
        with journal.writer(folder, digest) as write:
            for span in kept:
                write(play_chunks(asked, span))
        resume.play_into(folder, ["cell"], asked, title="test")
    whole, torn = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("whole", "torn")
    )
    assert whole == torn


@of_every_game
def test_the_digest_tells_games_apart(game: str) -> None:
    found, leaf = load(game), load(game).leaf
    seen = [
        simulate.simulate(game, strategies=[one], games=games, seed=seed, engine="serial").digest
        for one in players(found, found.rules()).values()
        for seed in (0, 1)
        for games in (leaf, leaf + 1)
    ]
    assert len(set(seen)) == len(seen)


@of_every_game
def test_the_tables_hold_the_columns(game: str) -> None:
    """Counts are those of the columns, and what cuts a game off is counted."""
    found, leaf = load(game), load(game).leaf
    asked = group(game, 2 * leaf, leaf)
    cell = asked.cells[0]
    layout = found.columns(cell.rules, cell.seats)
    columns = np.zeros((len(layout), cell.games), np.uint16)
    counted = found.simulator(cell.rules, cell.strategies, cell.seed).run(0, columns)
    values = {c.name: columns[row].astype(int) + c.low for row, c in enumerate(layout)}
    counts = finish(asked)[0].counts
    assert counts.digest == sum(leaf_digests(columns, 0, leaf)) % (1 << 128)
    tables = found.tables(cell.rules, cell.seats)
    for table in tables:
        cells = counts.tables[table.name]
        if isinstance(table, Counted):
            assert cells.shape == (len(table.columns), len(table.labels))
            assert np.array_equal(cells, counted[table.name].T)
        elif isinstance(table, Bits):
            wanted = [[int((values[c] >> b & 1).sum()) for b in range(len(table.labels))]
                      for c in table.columns]  # fmt: skip
            assert cells.tolist() == wanted
        else:
            keys = zip(*(values[name].tolist() for name in table.columns), strict=True)
            sums = Counter[tuple[int, ...]]()
            for row in cells.tolist():
                sums[tuple(row[int(table.by_chunk) : -1])] += row[-1]
            assert sums == Counter(keys)
    if "truncated" in values:
        assert any("truncated" in table.columns for table in tables)
