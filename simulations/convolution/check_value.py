"""Check how much is left to gain on Convolution's strategy ``value``.

Run ``python simulations/convolution/check_value.py`` to write ``value_checks.json`` again:

- error: what the networks say of positions with two boxes left each, against perfect play
- look_ahead: one more pair, on sampled rolls, against the strategy as it is
- look_ahead_additive, value_additive: both against ``additive``, on the same dice
- response: networks trained against the frozen strategy, one for each seat, against it

Matches are played in both seatings on the same dice.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dicestats import stats, streams
from dicestats.game import Compiled, Strategy
from dicestats.games import load
from dicestats.games.convolution.kernel import simulator
from dicestats.games.convolution.results import ROWS, WINNERS
from dicestats.games.convolution.rules import Rules
from dicestats.games.convolution.value import learning, world
from dicestats.games.convolution.value.choice import (
    after_reply,
    better,
    choose_by_value,
    lead,
    make_workspace,
    reply,
    worst,
)
from dicestats.games.convolution.value.last import last_two_values
from dicestats.games.convolution.value.layout import pack
from dicestats.games.convolution.value.network import UNIT, change, gather, judge
from dicestats.games.convolution.value.player import find_weights
from dicestats.games.convolution.value.positions import take_up
from dicestats.games.convolution.value.rolls import rolls_of
from dicestats.games.convolution.value.state import may_write, read, write
from dicestats.games.convolution.value.weights import Weights, layers_of, quantised
from dicestats.games.convolution.value.world import PAIRS, unpack
from dicestats.settings import strategy_from

FILE = Path(__file__).with_name("value_checks.json")
SEED = 20_261_130


Numbers = NDArray[np.int32]


@njit(nogil=True)
def _faces_of(ways, rolls, word, part, parts, faces):
    """Look up a roll at a random place in one of equal parts of all rolls."""
    at = np.searchsorted(ways, np.int64((part + word / 2.0**32) / parts * ways[-1]), side="right")
    for c in range(faces.shape[0]):
        faces[c] = rolls[at, c]


@njit(nogil=True)
def _endgames(row, positions, rolls, ways, exact, judged):
    """Solve positions with two boxes left each, and let the network judge them."""
    here = unpack(row)
    n = np.int64(here.header[PAIRS])
    boxes, work = np.empty(n, np.int64), make_workspace(here)
    most = np.int64(here.header[world.FACES])
    known = np.empty((2, 2, most, most), np.int64)
    for i in range(positions.shape[0]):
        state = take_up(positions[i], n, boxes)
        exact[i] = last_two_values(here, boxes, state, rolls, ways, known, work.last)
        gather(here, n - 3, boxes, work.base)
        judged[i] = judge(here, n - 3, work.base, (0, boxes[0], boxes[0]), state, work)


@njit(nogil=True)
def _next_roll(here, pair, boxes, state, sample, rolls, faces, work):
    """Judge what stands after a pair by best play of the next one, over a sample of rolls."""
    n, total, unit = here.header[PAIRS], 0.0, float(UNIT)
    if pair + 1 == n - 2:
        unit = float(here.header[world.CHANCE])
    else:
        gather(here, pair + 1, boxes, work.base)
    for at in sample:
        for c in range(n):
            faces[c] = rolls[at, c]
        total += lead(here, pair + 1, here.leaders[pair + 1], boxes, state, faces, work)[1] / unit
    return total / sample.shape[0]


@njit(nogil=True)
def _best_reply_ahead(here, pair, seat, boxes, state, faces, sample, rolls, scratch, work):
    best, value = np.int64(-1), -2.0 if seat == 0 else 2.0
    for d in range(here.header[PAIRS]):
        old = boxes[d]
        if may_write(here, old, seat):
            boxes[d], after = write(here, state, old, seat, d, faces[d])
            now = _next_roll(here, pair, boxes, after, sample, rolls, scratch, work)
            boxes[d] = old
            if better(seat, now, value):
                best, value = np.int64(d), now
    return best, value


@njit(nogil=True)
def _best_lead_ahead(here, pair, seat, boxes, state, faces, sample, rolls, scratch, work):
    best, value = np.int64(-1), -2.0 if seat == 0 else 2.0
    for c in range(here.header[PAIRS]):
        old = boxes[c]
        if may_write(here, old, seat):
            boxes[c], after = write(here, state, old, seat, c, faces[c])
            now = _best_reply_ahead(
                here, pair, 1 - seat, boxes, after, faces, sample, rolls, scratch, work
            )[1]
            boxes[c] = old
            if better(seat, now, value):
                best, value = np.int64(c), now
    return best, value


@njit(nogil=True)
def _look_ahead(choice, scratch, table, words, sight):
    """Judge moves by best play of one more pair; where the network needs no help, by value."""
    choose_by_value(choice, scratch, table, words, sight)
    here = unpack(table)
    n, pair, seat = np.int64(here.header[PAIRS]), sight.turn >> 1, sight.seat
    if pair >= n - 2:
        return  # exact
    many, listed = np.int64(table[-1]), np.int64(table[-2])
    end = table.shape[0] - 2 - listed
    ways = table[end : end + listed].astype(np.int64)
    rolls = table[end - listed * n : end].reshape((listed, n))
    boxes, faces, other = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    work, sample = make_workspace(here), np.empty(many, np.int64)
    mine, theirs = (sight.mine, sight.when_mine), (sight.theirs, sight.when_theirs)
    ours, others = (mine, theirs) if seat == 0 else (theirs, mine)
    score, when = (ours[0], others[0]), (ours[1], others[1])
    key = np.empty(2, np.uint64)
    for i in range(choice.shape[0]):
        state = read(here, score, when, i, boxes)
        key[0], key[1] = words[i], sight.turn
        for k in range(many):
            word = streams.words(key, 0, 0, k >> 2)[k & 3]
            place = np.int64((k + word / 2.0**32) / many * ways[-1])
            sample[k] = np.searchsorted(ways, place, side="right")
        for c in range(n):
            faces[c] = sight.value[c, i]
        best = _best_reply_ahead if sight.turn & 1 else _best_lead_ahead
        choice[i] = best(here, pair, seat, boxes, state, faces, sample, rolls, other, work)[0]


@njit(nogil=True)
def _respond(own, model, pair, seat, boxes, state, faces, work, theirs):
    """Lead a pair against a follower whose answer is known: the model's."""
    n, best, value = own.header[PAIRS], np.int64(-1), worst(seat)
    for c in range(n):
        old = boxes[c]
        if not may_write(own, old, seat):
            continue
        new, after = write(own, state, old, seat, c, faces[c])
        if pair < n - 2:
            change(own, pair, work.base, (c, old, new), work.led[c])
            change(model, pair, theirs.base, (c, old, new), theirs.led[c])
        boxes[c] = new
        d = reply(model, pair, 1 - seat, boxes, after, faces, theirs.led[c], theirs)[0]
        now = after_reply(own, pair, 1 - seat, boxes, after, faces, d, work.led[c], work)
        boxes[c] = old
        if better(seat, now, value):
            best, value = np.int64(c), now
    return best, value


@njit(nogil=True)
def _response(choice, scratch, table, words, sight):
    """Play against the model, whose networks stand in the second half of the table."""
    half = table.shape[0] // 2
    own, model = unpack(table[:half]), unpack(table[half:])
    n, pair, seat = np.int64(own.header[PAIRS]), sight.turn >> 1, sight.seat
    boxes, faces = np.empty(n, np.int64), np.empty(n, np.int64)
    work, theirs = make_workspace(own), make_workspace(model)
    mine, others = (sight.mine, sight.when_mine), (sight.theirs, sight.when_theirs)
    first, second = (mine, others) if seat == 0 else (others, mine)
    score, when = (first[0], second[0]), (first[1], second[1])
    for i in range(choice.shape[0]):
        state = read(own, score, when, i, boxes)
        for c in range(n):
            faces[c] = sight.value[c, i]
        if pair < n - 2:
            gather(own, pair, boxes, work.base)
            gather(model, pair, boxes, theirs.base)
        if sight.turn & 1 or pair == n - 1:
            choice[i] = reply(own, pair, seat, boxes, state, faces, work.base, work)[0]
        else:
            choice[i] = _respond(own, model, pair, seat, boxes, state, faces, work, theirs)[0]


@njit(nogil=True)
def _judge_response(table, positions, pair, seat, rolls, ways, repeats, key, out):
    """Mean over sampled rolls of the value of the best response in a pair."""
    half = table.shape[0] // 2
    own, model = unpack(table[:half]), unpack(table[half:])
    n = np.int64(own.header[PAIRS])
    boxes, faces = np.empty(n, np.int64), np.empty(n, np.int64)
    work, theirs = make_workspace(own), make_workspace(model)
    unit = float(UNIT) if pair < n - 2 else float(own.header[world.CHANCE])
    for i in range(positions.shape[0]):
        state, total = take_up(positions[i], n, boxes), 0.0
        for r in range(repeats):
            word = streams.words(key, i, 7, r >> 2)[r & 3]
            _faces_of(ways, rolls, word, r, repeats, faces)
            if pair < n - 2:
                gather(own, pair, boxes, work.base)
                gather(model, pair, boxes, theirs.base)
            if own.leaders[pair] == seat:
                value = _respond(own, model, pair, seat, boxes, state, faces, work, theirs)[1]
            else:
                c = lead(model, pair, 1 - seat, boxes, state, faces, theirs)[0]
                old = boxes[c]
                new, after = write(own, state, old, 1 - seat, c, faces[c])
                if pair < n - 2:
                    change(own, pair, work.base, (c, old, new), work.led[c])
                boxes[c] = new
                value = reply(own, pair, seat, boxes, after, faces, work.led[c], work)[1]
                boxes[c] = old
            total += value
        out[i] = total / repeats / unit


def points(one: Strategy, other: Strategy, seed: int, games: int) -> NDArray[np.float64]:
    """Points of the first strategy: mean of its two seatings on each game's dice."""
    rules, total = Rules(), np.zeros(games)
    for seat, pair in ((0, (one, other)), (1, (other, one))):
        columns = np.empty((ROWS, games), np.uint16)
        simulator(rules, pair, seed).run(0, columns)
        won = (columns[WINNERS] & 1).astype(float) - (columns[WINNERS] >> 1) * 1.0
        total += (1 + (won if seat == 0 else -won)) / 2
    return total / 2


def rate(gains: NDArray[np.float64]) -> dict[str, float]:
    """Mean with a 95 % interval and the number of games of each seating."""
    quarters = np.rint(4 * gains).astype(np.int64)
    row = stats.mean_interval(int(quarters.sum()), int((quarters**2).sum()), len(quarters))
    return {key: row[key] / 4 for key in ("value", "low", "high")} | {"games": len(gains)}


def error(weights: Weights, games: int) -> dict[str, float]:
    """Root mean square error, in chance to win, with two boxes left each."""
    rules = weights.rules
    rolls, ways = rolls_of(rules)
    row = pack(rules, layers_of(weights))
    plan = replace(learning.Plan(), games=games, rounds=1, seed=SEED)
    positions = learning.positions_of(rules, plan, turn=0, weights=weights)[
        -1
    ]  # after these, two boxes are left each
    exact, judged = np.empty(len(positions)), np.empty(len(positions))
    _endgames(row, positions, np.ascontiguousarray(rolls.T), ways, exact, judged)
    off = (judged / UNIT - exact / float(ways.sum()) ** 2) / 2
    return {"rmse": float(np.sqrt(np.mean(off**2))), "bias": float(off.mean()), "games": len(off)}


def ahead(weights: Weights, rolls_ahead: int, games: int) -> dict[str, dict[str, float]]:
    """Points of one more pair of look-ahead against the strategy as it is, and what it adds."""
    rules = weights.rules
    rolls, ways = rolls_of(rules)
    row = pack(rules, layers_of(weights))
    listed = [rolls.T.ravel(), np.cumsum(ways), np.array([len(ways), rolls_ahead])]
    table = np.concatenate([row, *(part.astype(np.int32) for part in listed)])
    looking = Strategy("ahead", choose=Compiled(_look_ahead, table, draws=True))
    plain = Strategy("value", choose=Compiled(choose_by_value, row))
    additive = strategy_from(load("convolution"), rules, "additive")
    rolled = {"rolls": rolls_ahead}
    return {
        "look_ahead": rate(points(looking, plain, SEED, games)) | rolled,
        "look_ahead_additive": rate(points(looking, additive, SEED, games)) | rolled,
        "value_additive": rate(points(plain, additive, SEED, games)),
    }


def respond(weights: Weights, seat: int, plan: learning.Plan) -> Weights:
    """Train networks for one seat against the frozen strategy in the other."""
    rules, model = weights.rules, pack(weights.rules, layers_of(weights))
    rolls, ways = rolls_of(rules)
    listed, up_to = np.ascontiguousarray(rolls.T), np.cumsum(ways)
    positions, own = learning.positions_of(rules, plan, turn=0, weights=weights), weights
    for pair in reversed(range(rules.pairs - 2)):
        seed = plan.seed * 16 + pair
        values = np.empty(len(positions[pair]), np.float32)
        table = np.concatenate([pack(rules, layers_of(own)), model])
        key = streams.key(seed, "convolution response")
        _judge_response(
            table, positions[pair], pair + 1, seat, listed, up_to, plan.rolls, key, values
        )
        fitted, off = learning.fit(rules, positions[pair], values, passes=plan.passes, seed=seed)
        own = own.put(pair, quantised(fitted))
        print(f"response of seat {seat}, pair {pair + 1}: error {off:.3f}", flush=True)
    return own


def response(weights: Weights, plan: learning.Plan, games: int) -> dict[str, object]:
    """Points of trained responses, one for each seat, against the frozen strategy."""
    rules, model = weights.rules, pack(weights.rules, layers_of(weights))
    plain = Strategy("value", choose=Compiled(choose_by_value, model))
    gains = []
    for seat in range(2):
        own = np.concatenate([pack(rules, layers_of(respond(weights, seat, plan))), model])
        strategy = Strategy("response", choose=Compiled(_response, own))
        pair = (strategy, plain) if seat == 0 else (plain, strategy)
        columns = np.empty((ROWS, games), np.uint16)
        simulator(rules, pair, SEED).run(0, columns)
        won = (columns[WINNERS] & 1).astype(float) - (columns[WINNERS] >> 1) * 1.0
        gains.append((1 + (won if seat == 0 else -won)) / 2)
    return rate((gains[0] + gains[1]) / 2) | {"plan": asdict(plan)}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--endgames", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--ahead-games", type=int, default=2000)
    parser.add_argument("--ahead-rolls", type=int, default=64)
    parser.add_argument("--training-games", type=int, default=200_000)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(argv)
    weights = find_weights(Rules())
    plan = learning.Plan(games=given.training_games, rounds=1, seed=SEED)
    found = {
        "error": error(weights, given.endgames),
        **ahead(weights, given.ahead_rolls, given.ahead_games),
        "response": response(weights, plan, given.games),
    }
    given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
