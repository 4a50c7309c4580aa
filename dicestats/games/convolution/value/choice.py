"""The move of a seat in Convolution: the best answer to the other's best, on the same roll.

Values are seat 0's, so seat 0 looks for the largest and seat 1 for the least. The network of a
pair judges what stands after it, before the next roll; the pair before the last is judged by
what the last one brings.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicestats.games.convolution.value.last import last_value
from dicestats.games.convolution.value.network import change, gather, judge
from dicestats.games.convolution.value.state import may_write, read, write
from dicestats.games.convolution.value.world import FACES, PAIRS, WIDTH, World, unpack
from dicestats.jit import borrowed, jit


class Workspace(NamedTuple):
    """Arrays that moves are judged with."""

    base: NDArray[np.int32]  # (WIDTH) what the boxes add to the first layer
    led: NDArray[np.int32]  # (WIDTH) the same after the leader's move
    units: NDArray[np.int16]  # (WIDTH)
    last: NDArray[np.int64]  # (4, faces)


@jit
def make_workspace(world):  # type: ignore[no-untyped-def]
    """Allocate the arrays."""
    return Workspace(
        np.empty(WIDTH, np.int32),
        np.empty(WIDTH, np.int32),
        np.empty(WIDTH, np.int16),
        np.empty((4, np.int64(world.header[FACES])), np.int64),
    )


@jit(forceinline=True)
def worst(seat):  # type: ignore[no-untyped-def]
    """Give a value that is worse than any other for a seat."""
    return np.int64(-(1 << 62)) if seat == 0 else np.int64(1 << 62)


@jit(forceinline=True)
def better(seat, new, old):  # type: ignore[no-untyped-def]
    """Tell whether a value is better for a seat than another."""
    return new > old if seat == 0 else new < old


@jit(forceinline=True)
def after_reply(world, pair, seat, boxes, state, faces, d, base, work):  # type: ignore[no-untyped-def]
    """Give what the position is worth when the follower takes a category."""
    old, n = boxes[d], world.header[PAIRS]
    new, after = write(world, state, old, seat, d, faces[d])
    if pair < n - 2:
        return judge(world, pair, base, d, old, new, after, work.units)
    if pair == n - 1:
        return np.int64(0)  # the last box is no choice
    boxes[d] = new
    value = last_value(world, boxes, after, work.last)
    boxes[d] = old
    return value


@jit
def reply(world, pair, seat, boxes, state, faces, base, work):  # type: ignore[no-untyped-def]
    """Find the follower's best category in a pair, and what the position is worth then.

    ``base`` is what the boxes add to the first layer.
    """
    best, value = np.int64(-1), worst(seat)
    for d in range(world.header[PAIRS]):
        if may_write(world, boxes[d], seat):
            here = after_reply(world, pair, seat, boxes, state, faces, d, base, work)
            if better(seat, here, value):  # ties to the lowest index
                best, value = np.int64(d), here
    return best, value


@jit
def _refute(world, pair, seat, boxes, state, faces, work, limit, guess):  # type: ignore[no-untyped-def]
    """Find a follower's answer, the guess first, that leaves the leader no more than a limit.

    Returns it, or else the best, with what the position is worth then.
    """
    best, value, leader = np.int64(-1), worst(seat), 1 - seat
    for k in range(-1, world.header[PAIRS]):
        d = guess if k < 0 else np.int64(k)
        if (k == guess) or not may_write(world, boxes[d], seat):
            continue
        here = after_reply(world, pair, seat, boxes, state, faces, d, work.led, work)
        if better(seat, here, value):
            best, value = d, here
            if not better(leader, value, limit):
                break
    return best, value


@jit(forceinline=True)
def _first_guess(world, seat, boxes, faces):  # type: ignore[no-untyped-def]
    """Find the box in which the roll is best for its category."""
    best, most = np.int64(-1), -1
    for c in range(world.header[PAIRS]):
        if may_write(world, boxes[c], seat) and world.quality[c, faces[c]] > most:
            best, most = np.int64(c), world.quality[c, faces[c]]
    return best


@jit
def lead(world, pair, seat, boxes, state, faces, work):  # type: ignore[no-untyped-def]
    """Find the leader's best category in a pair, and what the position is worth then.

    A category is dropped as soon as one answer to it leaves no more than the best so far: the
    same value, with fewer positions to judge, most of all where a good one comes first.
    """
    best, value, answer = np.int64(-1), worst(seat), np.int64(0)
    guess = _first_guess(world, seat, boxes, faces)
    for k in range(-1, world.header[PAIRS]):
        c = guess if k < 0 else np.int64(k)
        old = boxes[c]
        if k == guess or not may_write(world, old, seat):
            continue
        new, after = write(world, state, old, seat, c, faces[c])
        if pair < world.header[PAIRS] - 2:
            change(world, pair, work.base, c, old, new, work.led)
        boxes[c] = new
        answer, here = _refute(world, pair, 1 - seat, boxes, after, faces, work, value, answer)
        boxes[c] = old
        if better(seat, here, value):  # ties to the guess, then to the lowest index
            best, value = c, here
    return best, value


@jit
def choose_by_value(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the category that is best for my chance to win."""
    world: World = borrowed(unpack(table))  # type: ignore[call-arg]
    n, pair, seat = world.header[PAIRS], sight.turn >> 1, sight.seat
    boxes, faces = np.empty(n, np.int64), np.empty(n, np.int64)
    work = make_workspace(world)
    mine, theirs = (sight.mine, sight.when_mine), (sight.theirs, sight.when_theirs)
    ours, others = (mine, theirs) if seat == 0 else (theirs, mine)
    score, when = (ours[0], others[0]), (ours[1], others[1])
    follows = sight.turn & 1 == 1 or pair == n - 1  # the last box is no choice
    for i in range(choice.shape[0]):
        state = read(world, score, when, i, boxes)
        for c in range(n):
            faces[c] = sight.value[c, i]
        if pair < n - 2:
            gather(world, pair, boxes, work.base)
        if follows:
            choice[i] = reply(world, pair, seat, boxes, state, faces, work.base, work)[0]
        else:
            choice[i] = lead(world, pair, seat, boxes, state, faces, work)[0]
