"""``dicestats games-needed``: numbers of games, or every fault of the input at once."""

import json

import pytest

from dicestats.__main__ import main

NO_SHARES = ["0", "1", "-0.1", "95", "nan", "inf", "-inf", "x", "1e400", "0.99999999999999999"]
OPTIONS = ("--effect", "--rate", "--power", "--level")


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("value", NO_SHARES)
def test_what_is_no_share_is_refused(option, value, capsys):
    given = {"--effect": "0.01"} | {option: value}
    assert main(["games-needed", *(f"{name}={text}" for name, text in given.items())]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert option in err
    assert "above 0 and below 1" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--effect", "0.6"], "reaches 1.1"),
        (["--effect", "0.1", "--rate", "0.9"], "together they must stay below 1"),
        (["--effect", "1e-200"], "give at least 1e-12"),
        (["--effect", "0.01", "--power", "0.001"], "reached by chance alone"),
    ],
)
def test_what_does_not_fit_together_is_refused(given, words, capsys):
    assert main(["games-needed", *given]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    [
        ["--level", "0.9999999999999999"],
        ["--level", "5e-324"],
        ["--power", "0.9999999999999999"],
        ["--rate", "1e-300"],
        ["--effect", "1e-12"],
    ],
)
def test_extremes_are_computed(given, capsys):
    start = [] if "--effect" in given else ["--effect", "0.01"]
    assert main(["games-needed", *start, *given, "--json"]) == 0
    needed = json.loads(capsys.readouterr().out)
    assert set(needed) == {"interval", "test", "test_two_cells"}
    assert all(type(n) is int and n >= 1 for n in needed.values())


def test_the_table_says_what_each_number_is_for(capsys):
    assert main(["games-needed", "--effect", "0.01"]) == 0
    out = capsys.readouterr().out
    assert "±0.01 (95% interval)  " in out
    assert "9,604" in out
    assert "to tell 0.51 from 0.5 with power 80%" in out
