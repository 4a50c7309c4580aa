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
from dicestats.games.convolution.value.world import (
    FACES,
    OPEN,
    PAIRS,
    SECOND,
    WIDTH,
    unpack,
)
from dicestats.jit import jit
from dicestats.lending import jit_bare, jit_inline

FAR = 1 << 60  # beyond every value


class Workspace(NamedTuple):
    """Arrays that moves are judged with."""

    base: NDArray[np.int32]  # (WIDTH) what the boxes add to the first layer
    led: NDArray[np.int32]  # (pairs, WIDTH) the same after each of the leader's moves
    units: NDArray[np.int16]  # (WIDTH)
    sums: NDArray[np.int32]  # (SECOND)
    last: NDArray[np.int64]  # (4, faces)
    bound: NDArray[np.int64]  # (pairs) what a move brings the leader at most
    left: NDArray[np.int64]  # (pairs) a bit for each answer to it that was not judged yet
    harm: NDArray[np.int64]  # (pairs) what an answer left him when it was last judged


@jit
def make_workspace(world):  # type: ignore[no-untyped-def]
    """Allocate the arrays."""
    n, faces = np.int64(world.header[PAIRS]), np.int64(world.header[FACES])
    return Workspace(
        np.empty(WIDTH, np.int32),
        np.empty((n, WIDTH), np.int32),
        np.empty(WIDTH, np.int16),
        np.empty(SECOND, np.int32),
        np.empty((4, faces), np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )


@jit_inline
def worst(seat):  # type: ignore[no-untyped-def]
    """Give a value that is worse than any other for a seat."""
    return np.int64(-(1 << 62)) if seat == 0 else np.int64(1 << 62)


@jit_inline
def better(seat, new, old):  # type: ignore[no-untyped-def]
    """Tell whether a value is better for a seat than another."""
    return new > old if seat == 0 else new < old


@jit_inline
def after_reply(world, pair, seat, boxes, state, faces, d, base, work):  # type: ignore[no-untyped-def]
    """Give what the position is worth when the follower takes a category."""
    old, n = boxes[d], world.header[PAIRS]
    new, after = write(world, state, old, seat, d, faces[d])
    if pair < n - 2:
        return judge(world, pair, base, (d, old, new), after, work)
    if pair == n - 1:
        return np.int64(0)  # the last box is no choice
    boxes[d] = new
    value = last_value(world, boxes, after, work.last)
    boxes[d] = old
    return value


@jit_bare
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


@jit_inline
def _first_guess(world, seat, boxes, faces):  # type: ignore[no-untyped-def]
    """Find the box in which the roll is best for its category."""
    best, most = np.int64(-1), -1
    for c in range(world.header[PAIRS]):
        if may_write(world, boxes[c], seat) and world.quality[c, faces[c]] > most:
            best, most = np.int64(c), world.quality[c, faces[c]]
    return best


@jit_inline
def _open_to(world, boxes, seat):  # type: ignore[no-untyped-def]
    """Give a bit for each category that a seat may write in."""
    bits = np.int64(0)
    for c in range(world.header[PAIRS]):
        bits |= np.int64(may_write(world, boxes[c], seat)) << c
    return bits


@jit_bare
def _begin(world, pair, seat, boxes, state, faces, work):  # type: ignore[no-untyped-def]
    """Set up all moves of the leader; rolls that are good for him are taken for harmful answers."""
    own, others = _open_to(world, boxes, seat), _open_to(world, boxes, 1 - seat)
    for c in range(world.header[PAIRS]):
        old, bit = boxes[c], np.int64(1) << c
        work.harm[c] = FAR - world.quality[c, faces[c]]
        work.bound[c] = FAR if own & bit else -FAR
        work.left[c] = others | bit if old == OPEN else others & ~bit
        if own & bit and pair < world.header[PAIRS] - 2:
            new = write(world, state, old, seat, c, faces[c])[0]
            change(world, pair, work.base, (c, old, new), work.led[c])


@jit_inline
def _most_hopeful(work, guess):  # type: ignore[no-untyped-def]
    """Find the move that may bring most; ties to the guess, then to the lowest index."""
    found, most = guess, work.bound[guess]
    for c in range(work.bound.shape[0]):
        found = np.int64(c) if work.bound[c] > most else found
        most = max(most, work.bound[c])
    return found


@jit_inline
def _most_harmful(work, left):  # type: ignore[no-untyped-def]
    """Find the answer, of those that are left, that did most harm; -1: none is left."""
    found, least = np.int64(-1), np.int64(2 * FAR)
    for d in range(work.harm.shape[0]):
        harm = work.harm[d] if (left >> d) & 1 else np.int64(2 * FAR)
        found = np.int64(d) if harm < least else found
        least = min(least, harm)
    return found


@jit_bare
def lead(world, pair, seat, boxes, state, faces, work):  # type: ignore[no-untyped-def]
    """Find the leader's best category in a pair, and what the position is worth then.

    The move that may still be best is looked at again and again: each time one more answer to it
    is judged. When none is left, it is the best (Stockman 1979, "A minimax algorithm better than
    alpha-beta?", Artificial Intelligence 12).
    """
    sign, other = np.int64(1 - 2 * seat), 1 - seat  # bounds are as the leader sees them
    _begin(world, pair, seat, boxes, state, faces, work)
    guess = _first_guess(world, seat, boxes, faces)
    while True:
        c = _most_hopeful(work, guess)
        d = _most_harmful(work, work.left[c])
        if d < 0:
            return c, sign * work.bound[c]
        old = boxes[c]
        boxes[c], after = write(world, state, old, seat, c, faces[c])
        here = after_reply(world, pair, other, boxes, after, faces, d, work.led[c], work)
        boxes[c] = old
        work.harm[d] = sign * here
        work.bound[c] = min(work.bound[c], sign * here)
        work.left[c] &= ~(np.int64(1) << d)


@jit_bare
def _choose_in_all(choice, world, sight, boxes, faces, work):  # type: ignore[no-untyped-def]
    n, pair, seat = world.header[PAIRS], sight.turn >> 1, sight.seat
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


@jit
def choose_by_value(choice, scratch, table, words, sight):  # type: ignore[no-untyped-def]
    """Take the category that is best for my chance to win."""
    world = unpack(table)
    n = world.header[PAIRS]
    boxes, faces = np.empty(n, np.int64), np.empty(n, np.int64)
    _choose_in_all(choice, world, sight, boxes, faces, make_workspace(world))
