"""The learned player of Convolution: positions, the exact end, networks in whole numbers."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dicestats.__main__ import main
from dicestats.errors import InputError
from dicestats.game import Compiled, Strategy
from dicestats.games import load
from dicestats.games.convolution import minimax, position
from dicestats.games.convolution.exact import last_two_pairs
from dicestats.games.convolution.kernel import simulator
from dicestats.games.convolution.montecarlo import MonteCarlo, montecarlo
from dicestats.games.convolution.results import ROWS, WINNERS
from dicestats.games.convolution.rules import SMALL, VARIANTS, Rules
from dicestats.games.convolution.value import choice, features, layout, learning, weights, world
from dicestats.games.convolution.value.network import gather, judge
from dicestats.games.convolution.value.player import Value, find_weights, kept_file, value
from dicestats.games.convolution.value.positions import take_up
from dicestats.games.convolution.value.rolls import rolls_of
from dicestats.games.convolution.value.state import empty, may_write, read, verdict, write
from dicestats.games.convolution.value.weights import Weights
from dicestats.games.convolution.views import OPEN
from dicestats.jit import jit
from dicestats.settings import strategies_from

WORLDS = {
    "small": SMALL,
    "no totals": Rules(colors=2, dice_per_color=1, sides=3, calculated=False),
    "ties": Rules(colors=2, dice_per_color=1, sides=3, tied_category="second", tied_total="nobody"),
    "fixed lead": Rules(colors=2, sides=2, lead="fixed", first_top_score="below_min"),
    "far penalties": Rules(colors=2, sides=3, first_top_score=-40, first_top_bluggard=900),
    "no bluggard": Rules(colors=3, dice_per_color=1, sides=3, bluggard=False),
}
NAMED = {name: Rules(**variant.overrides) for name, variant in VARIANTS.items()}
FEW = {name: rules for name, rules in (WORLDS | NAMED).items() if rules.colors < 5}

_empty, _write, _verdict = jit(lambda w: empty(w)), jit(write.py_func), jit(verdict.py_func)


def bare(rules: Rules) -> world.World:
    return world.unpack(layout.pack(rules, layout.no_layers(rules)))


class Walk:
    """One game at random, in all the ways in which it is remembered."""

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self.rules, self.rng, self.world = rules, rng, bare(rules)
        self.layout = position.lay_out(rules)
        self.position = position.start(self.layout)
        self.state, self.boxes = _empty(self.world), np.full(rules.pairs, world.OPEN)
        self.score = np.zeros((2, rules.pairs, 1), np.int16)
        self.when = np.full((2, rules.pairs, 1), OPEN)

    def open(self, seat: int) -> list[int]:
        return [c for c in range(self.rules.pairs) if position.is_open(self.position, seat, c)]

    def turn(self, number: int, roll: tuple[int, ...]) -> None:
        seat = self.rules.leaders[number // 2] ^ (number & 1)
        c = self.rng.choice(self.open(seat))
        face, box = roll[c], self.position.boxes[c]
        first = box == position.OPEN
        written = self.layout.penalties[c].get(face, face) if first else face
        self.position = position.write(self.layout, self.position, seat=seat, category=c, face=face)
        self.boxes[c], self.state = _write(self.world, self.state, self.boxes[c], seat, c, face)
        self.score[seat, c, 0], self.when[seat, c, 0] = written, number


@pytest.mark.parametrize("name", FEW)
def test_a_state_moves_as_a_position_does(name: str) -> None:
    rules, rng = FEW[name], random.Random(name)
    rolls = list(minimax._rolls(rules))
    for _ in range(40):
        walk = Walk(rules, rng)
        for number in range(2 * rules.pairs):
            if number % 2 == 0:
                roll, _ = rng.choice(rolls)
            for seat in range(2):
                open_ = [
                    c for c in range(rules.pairs) if may_write(walk.world, walk.boxes[c], seat)
                ]
                assert open_ == walk.open(seat)
            walk.turn(number, roll)
            now, state = walk.position, walk.state
            assert (now.margin, now.calculated, now.late) == tuple(state[:3])
            assert now.sums == tuple(state[3:6])
            boxes = np.zeros(rules.pairs, np.int64)
            columns = (walk.score[0], walk.score[1]), (walk.when[0], walk.when[1])
            assert tuple(read(walk.world, *columns, 0, boxes)) == tuple(state)
            assert (boxes == walk.boxes).all()
        assert position.decide(walk.layout, walk.position)[0] == _verdict(walk.world, walk.state)


@pytest.mark.parametrize("name", WORLDS)
def test_the_last_two_pairs_are_solved_as_minimax_does(name: str) -> None:
    rules, rng = WORLDS[name], random.Random(name)
    known = minimax.World(position.lay_out(rules), tuple(minimax._rolls(rules)), rules.leaders)
    seen = set()
    for _ in range(15):
        walk = Walk(rules, rng)
        for pair in range(rules.pairs):
            left = rules.pairs - pair
            if left <= 2:
                size = rules.sides ** (rules.dice * left)
                found = last_two_pairs(rules, walk.position)
                assert found == Fraction(minimax._value(known, walk.position, pair), 2 * size)
                seen.add(found)
            roll, _ = rng.choice(known.rolls)
            walk.turn(2 * pair, roll)
            walk.turn(2 * pair + 1, roll)
        assert last_two_pairs(rules, walk.position) in (0, Fraction(1, 2), 1)
    assert len(seen) > 3


def test_more_than_two_boxes_are_refused() -> None:
    with pytest.raises(InputError, match="has 9 and 9 boxes left"):
        last_two_pairs(Rules(), position.start(position.lay_out(Rules())))


def random_weights(rules: Rules, seed: int) -> Weights:
    """Networks that nobody trained: any whole numbers."""
    rng, none = np.random.default_rng(seed), Weights.none(rules)

    def some(part: np.ndarray, most: int) -> np.ndarray:
        return rng.integers(-most, most, part.shape).astype(part.dtype)

    return replace(
        none,
        features=some(none.features, 900),
        bias=some(none.bias, 900),
        second=some(none.second, 3000),
        second_bias=some(none.second_bias, 30_000),
        out=some(none.out, 1500),
        level=some(none.level, 1000),
        shift=np.full_like(none.shift, 9),
    )


def played(rules: Rules, games: int, seed: int = 3) -> list[np.ndarray]:
    plan = learning.Plan(games=games, rounds=1, seed=seed)
    return learning.positions_of(rules, plan, turn=0, weights=None)


@jit
def _judge(row, positions, network, out):
    here = world.unpack(row)
    n = np.int64(here.header[world.PAIRS])
    boxes, work = np.empty(n, np.int64), choice.make_workspace(here)
    for i in range(positions.shape[0]):
        state = take_up(positions[i], n, boxes)
        gather(here, network, boxes, work.base)
        out[i] = judge(here, network, work.base, 0, boxes[0], boxes[0], state, work.units)


@pytest.mark.parametrize("name", ["small", "published", "three_colors"])
def test_a_network_is_what_its_features_and_weights_say(name: str) -> None:
    rules = FEW[name]
    learned, positions = random_weights(rules, 5), played(rules, 400)
    row = layout.pack(rules, weights.layers_of(learned))
    for network, some in enumerate(positions):
        out = np.empty(len(some), np.int64)
        _judge(row, some, network, out)
        x = np.rint(features.design(rules, features.matrices(rules), some) * features.ONE)
        first = x.astype(np.int64) @ learned.features[network] / features.ONE
        units = np.clip(first + learned.bias[network], 0, (1 << 14) - 1)
        off = _whole(units, learned, network) - out
        # features are multiplied out row by row, and rounded
        assert np.sqrt(np.mean(off**2)) < 0.01 * np.std(out)


def _whole(units: np.ndarray, learned: Weights, network: int) -> np.ndarray:
    """The second layer, as its description says."""
    sums = (units / 8) @ learned.second[network].T.astype(float) + learned.second_bias[network]
    second = np.clip(sums / 2.0 ** learned.shift[network], 0, (1 << 14) - 1)
    total: np.ndarray = second @ learned.out[network].astype(float) + learned.level[network]
    return total


@jit
def _moves(row, positions, pair, rolls, moves, best, slow):
    """What the best move is worth, as ``lead`` finds it and with every answer looked at."""
    here = world.unpack(row)
    n = np.int64(here.header[world.PAIRS])
    boxes, faces = np.empty(n, np.int64), np.empty(n, np.int64)
    work, seat = choice.make_workspace(here), here.leaders[pair]
    for i in range(positions.shape[0]):
        state = take_up(positions[i], n, boxes)
        for c in range(n):
            faces[c] = rolls[i % rolls.shape[0], c]
        if pair < n - 2:
            gather(here, pair, boxes, work.base)
        moves[i], best[i] = choice.lead(here, pair, seat, boxes, state, faces, work)
        value = choice.worst(seat)
        for c in range(n):
            old = boxes[c]
            if may_write(here, old, seat):
                boxes[c], after = write(here, state, old, seat, c, faces[c])
                if pair < n - 2:
                    gather(here, pair, boxes, work.led)
                now = choice.reply(here, pair, 1 - seat, boxes, after, faces, work.led, work)[1]
                boxes[c] = old
                if choice.better(seat, now, value):
                    value = now
        slow[i] = value


@pytest.mark.parametrize("name", ["small", "ties", "published"])
def test_dropping_refuted_moves_loses_nothing(name: str) -> None:
    rules = FEW[name]
    row = layout.pack(rules, weights.layers_of(random_weights(rules, 7)))
    rolls = np.ascontiguousarray(rolls_of(rules)[0].T)
    rolls = rolls[np.random.default_rng(1).permutation(len(rolls))]
    for pair, positions in enumerate(played(rules, 400), 1):
        moves, best, slow = (np.empty(len(positions), np.int64) for _ in range(3))
        _moves(row, positions, pair, rolls, moves, best, slow)
        assert (best == slow).all()
        assert len(set(moves.tolist())) > 2


# --- learning ---

LITTLE = learning.Plan(games=20_000, rolls=16, passes=20, rounds=1)


def share(one: Strategy, other: Strategy, rules: Rules, games: int) -> float:
    """Points of the first strategy in both seatings, on the same dice."""
    total = 0.0
    for seat, pair in ((0, (one, other)), (1, (other, one))):
        columns = np.empty((ROWS, games), np.uint16)
        simulator(rules, pair, 9).run(0, columns)
        for bits, points in ((1 << seat, 1.0), (3, 0.5)):
            total += points * np.count_nonzero(columns[WINNERS] == bits)
    return total / (2 * games)


def test_training_on_a_small_world_comes_near_perfect_play() -> None:
    lessons: list[learning.Lesson] = []
    learned, told = learning.learn(SMALL, LITTLE, lessons.append)
    assert told == lessons
    assert [(x.round, x.pair) for x in lessons] == [(1, 3), (1, 2), (1, 1)]
    row = layout.pack(SMALL, weights.layers_of(learned))
    player = Strategy("value", choose=Compiled(choice.choose_by_value, row, rules=SMALL))
    greedy, random_ = strategies_from(load("convolution"), SMALL, ["greedy", "random"])
    assert share(player, greedy, SMALL, 20_000) > 0.5
    assert share(player, random_, SMALL, 20_000) > 0.6
    perfect = float(minimax.minimax(SMALL))
    columns = np.empty((ROWS, 40_000), np.uint16)
    simulator(SMALL, (player, player), 4).run(0, columns)
    won = columns[WINNERS]
    mirror = (np.count_nonzero(won == 1) + np.count_nonzero(won == 3) / 2) / len(won)
    assert abs(mirror - perfect) < 0.03


class StoppedError(Exception):
    """Training was interrupted."""


def test_an_interrupted_training_goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    plan = replace(LITTLE, games=4000, passes=2, rounds=2)
    whole, lessons = learning.learn(SMALL, plan, lambda lesson: None)
    for many in (1, 3, 4):
        kept = learning.Progress(SMALL, plan, tmp_path / f"{many}.npz", tmp_path / f"{many}-by.npz")
        told: list[learning.Lesson] = []

        def stop(lesson: learning.Lesson, told=told, many=many) -> None:
            told.append(lesson)
            if len(told) == many:
                raise StoppedError

        with pytest.raises(StoppedError):
            learning.learn(SMALL, plan, stop, kept=kept)
        again, all_lessons = learning.learn(SMALL, plan, lambda lesson: None, kept=kept)
        assert all_lessons == lessons
        assert all((getattr(again, n) == getattr(whole, n)).all() for n in weights._PARTS)
        kept.end()
    assert list(tmp_path.iterdir()) == []


def test_the_command_trains_and_the_strategy_finds_it(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("DICESTATS_CACHE", str(tmp_path))
    rules = Rules(colors=2, dice_per_color=1, sides=3)
    given = ["--rules", "colors=2", "--rules", "dice_per_color=1", "--rules", "sides=3"]
    player = ["--strategies", "value,random", "--games", "2048"]
    assert main(["simulate", "convolution", *given, *player]) == 2
    told = capsys.readouterr().err
    assert "'value': has no weights for these rules; train them" in told
    assert f"dicestats train convolution {' '.join(given)}" in told
    assert main(["train", "convolution", *given, "--games", "2000"]) == 0
    assert str(kept_file(rules)) in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == [kept_file(rules).name]
    assert main(["simulate", "convolution", *given, *player]) == 0
    other = ["--strategies", f"value(weights={kept_file(rules)})", "--games", "64"]
    capsys.readouterr()
    assert main(["simulate", "convolution", "--rules", "colors=3", *other]) == 2
    told = capsys.readouterr().err
    assert "was trained with colors = 2, not 3" in told
    assert "dicestats train convolution --rules colors=3" in told


@pytest.mark.parametrize("content", [b"", b"no weights", None])
def test_a_file_without_weights_is_refused(content, tmp_path) -> None:
    path = tmp_path / "some.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"some\.npz: (holds no|there is no)"):
        value(Rules(), Value(weights=str(path)))


def test_games_that_have_nothing_to_train_say_so(capsys) -> None:
    assert main(["train", "dualing"]) == 2
    assert "'dualing' has no strategy to train; convolution has" in capsys.readouterr().err


# --- playing ---


def test_weights_of_the_package_belong_to_their_rules() -> None:
    files = sorted(weights.FOLDER.glob("*.npz"))
    assert sum(path.stat().st_size for path in files) <= 1_000_000
    named = NAMED | {"small": SMALL}
    for path in files:
        name, digest = path.stem.rsplit("-", 1)
        assert digest == weights.digest(named[name])
        assert find_weights(named[name]).rules == named[name]


@pytest.mark.parametrize(
    ("other", "least"), [("greedy", 0.66), ("aware", 0.62), ("additive", 0.59)]
)
def test_value_is_stronger_than_the_others(other: str, least: float) -> None:
    one, two = strategies_from(load("convolution"), Rules(), ["value", other])
    assert share(one, two, Rules(), 5000) > least  # the rates asked for, less 3 standard errors


def test_playouts_see_the_same_dice_from_every_box() -> None:
    """More of them are better, and any are better than none."""
    rules = Rules(colors=2, dice_per_color=1, sides=3)
    few, many = (montecarlo(rules, MonteCarlo(playouts=n)) for n in (1, 200))
    assert share(many, few, rules, 2000) > 0.55
    random_ = strategies_from(load("convolution"), rules, ["random"])[0]
    simple = montecarlo(rules, MonteCarlo(playouts=100, policy="random"))
    assert share(simple, random_, rules, 2000) > 0.6


def test_all_rolls_are_listed() -> None:
    for rules in (SMALL, Rules(), Rules(colors=3)):
        values, ways = rolls_of(rules)
        assert ways.sum() == rules.sides**rules.dice
        listed = {tuple(column) for column in values.T.tolist()}
        faces = product(range(1, rules.sides + 1), repeat=rules.dice) if rules == SMALL else []
        for roll in faces:
            totals = sorted(roll, reverse=True)
            assert (*roll, *totals, sum(roll)) in listed
    with pytest.raises(InputError, match="different colour totals"):
        rolls_of(Rules(colors=6, sides=20))
