"""Addressed random numbers: published vectors, the same words by every way, fair faces."""

import numpy as np
import pytest
from scipy import stats

from dicestats import streams

ALL = 0xFFFFFFFF
SIDES = (2, 3, 6, 10, 20, 100)


@pytest.mark.parametrize(
    ("counter", "key", "wanted"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ALL,) * 4, (ALL, ALL), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (  # the digits of pi
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_words_are_the_published_philox4x32_10(
    counter: tuple[int, ...], key: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    low, high, stream, draw = counter
    game = np.uint64(high << 32 | low)
    found = streams.words(np.array(key, np.uint64), game, np.uint64(stream), np.uint64(draw))
    assert tuple(found.tolist()) == wanted


@pytest.mark.parametrize("first", [0, 1000, 2**32 - 3])
def test_fill_gives_the_words_of_consecutive_games(first: int) -> None:
    key = streams.key(5, "convolution")
    out = np.zeros((4, 7), np.uint32)
    streams.fill(out, key, first, 2, 9)
    for i in range(7):
        assert (out[:, i] == streams.words(key, first + i, 2, 9)).all()


def test_keys_differ_by_seed_and_by_game() -> None:
    keys = {
        tuple(streams.key(seed, game).tolist())
        for seed in range(50)
        for game in ("convolution", "other")
    }
    assert len(keys) == 100
    assert max(max(key) for key in keys) <= ALL


@pytest.mark.parametrize("sides", [*range(2, 101)])
def test_as_many_dice_in_a_word_as_leave_few_words_rejected(sides: int) -> None:
    dice = streams.dice_per_word(sides)
    assert sides**dice <= 2**22 < sides ** (dice + 1)


@pytest.mark.parametrize("sides", SIDES)
def test_words_are_rejected_below_the_remainder(sides: int) -> None:
    outcomes = sides ** streams.dice_per_word(sides)
    for word in (0, 1, 12345, 2**31, 3**20, ALL):
        low = word * outcomes % 2**32
        assert streams.is_rejected(word, outcomes) == (low < 2**32 % outcomes)
    assert streams.is_rejected(0, outcomes) == (2**32 % outcomes > 0)


@pytest.mark.parametrize("sides", SIDES)
def test_dice_are_the_leading_digits_of_their_word(sides: int) -> None:
    key, dice = streams.key(3, "convolution"), streams.dice_per_word(sides)
    for game in range(50):
        word = streams.roll_word(key, game, 2, 0, sides)
        number = word * sides**dice >> 32
        digits = [number // sides ** (dice - 1 - die) % sides for die in range(dice)]
        faces = streams.roll_dice(key, game, 2, dice, sides)
        assert (faces - 1).tolist() == digits


@pytest.mark.parametrize("sides", SIDES)
def test_fewer_dice_show_the_same_faces(sides: int) -> None:
    key, most = streams.key(1, "convolution"), 2 * streams.dice_per_word(sides) + 1
    for roll in range(9):
        faces = streams.roll_dice(key, 11, roll, most, sides)
        for dice in range(most):
            assert (streams.roll_dice(key, 11, roll, dice, sides) == faces[:dice]).all()


@pytest.mark.parametrize("sides", SIDES)
def test_faces_are_fair_and_independent(sides: int) -> None:
    dice = streams.dice_per_word(sides) + 1  # the last die is in the second word
    key, games, rolls = streams.key(2024, "convolution"), 4000, 3
    faces = np.array(
        [streams.roll_dice(key, g, r, dice, sides) for g in range(games) for r in range(rolls)]
    )  # (rolls, dice)
    assert faces.min() == 1
    assert faces.max() == sides
    counts = [np.bincount(column, minlength=sides + 1)[1:] for column in faces.T]
    # One chance in a million for each statistic, split between the dice.
    for observed in counts:
        assert stats.chisquare(observed).pvalue > 1e-6 / dice
    if len(faces) < 5 * sides**2:  # too few expected in a cell for the test to hold
        return
    for other in range(1, dice):
        cells = (faces[:, 0] - 1) * sides + faces[:, other] - 1
        assert stats.chisquare(np.bincount(cells, minlength=sides**2)).pvalue > 1e-6 / dice
