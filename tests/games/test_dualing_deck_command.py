"""``dicestats deck``: what the cards of a deck pay, and which are off."""

import json

import pytest

from dicestats.commands.deck import run
from dicestats.errors import InputError
from dicestats.games.dualing.exact import pricing
from dicestats.games.dualing.rules import Rules

DECK = """id,points,copies,requires,condition
1,1,3,ANY:D4,4
2,3,1,COLOR:D20,20
3,9,1,ANY:D4,LOW
"""


def test_the_worst_paid_cards_of_the_reconstruction_are_named(capsys):
    assert run(file="reconstruction", json_out=True) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["worst_paid"] == ["COLOR D20: 1", "COLOR D20: 20"]
    by_text = {card["text"]: card for card in shown["cards"]}
    assert len(by_text) == shown["count"] == 92
    # Ruling D17: .944 for a number on a D4, .226 on a D20; halves .5 for three colour dice.
    assert by_text["ANY D4: 1"]["chance"] == pytest.approx(0.944, abs=5e-4)
    assert by_text["COLOR D20: 20"]["pays"] == pytest.approx(3 * 0.226, abs=2e-3)
    assert by_text["COLOR D4, D6, D20: ODD"]["chance"] == pytest.approx(0.5)
    flags = {card["text"]: card["flag"] for card in shown["cards"]}
    assert flags["COLOR D20: 1"] == flags["COLOR D20: 20"] == "underpriced"
    assert "overpriced" in flags.values()
    assert flags["COLOR D8, D10: ODD"] is None


def test_the_table_says_that_the_deck_is_a_reconstruction(capsys):
    run(file="reconstruction", json_out=False)
    lines = capsys.readouterr().out.splitlines()
    assert "a reconstruction" in lines[0]
    assert "Worst paid: COLOR D20: 1; COLOR D20: 20 (0.679)." in lines
    assert max(map(len, lines)) <= 100


def test_a_deck_of_ones_own(tmp_path, capsys):
    path = tmp_path / "mine.csv"
    path.write_text(DECK)
    run(file=str(path), json_out=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Deck: {path}; 5 cards"
    assert lines[4].split() == ["2", "COLOR", "D20:", "20", "3", "1", "0.2262", "0.679"]
    assert lines[5].split()[-4:] == ["1", "3", "0.9437", "0.944"]
    assert lines[6].split()[-1] == "overpriced"


def test_equal_cards_are_not_flagged():
    cards = [{"id": i, "points": 1, "requires": "ANY:D6", "condition": str(i)} for i in range(1, 7)]
    found = pricing.prices(Rules(deck=cards, target=1))
    assert [price.flag for price in found] == [""] * 6
    assert pricing.worst_paid(found) == pricing.best_paid(found) == found


def test_a_bad_deck_is_refused(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(DECK + "4,1,1,ANY:D4,7\n1,1,1,ANY:D4,1\n")
    with pytest.raises(InputError) as caught:
        run(file=str(path), json_out=True)
    assert caught.value.place == str(path)
    assert [fault.split(":")[0] for fault in caught.value.faults] == ["line 5", "line 6"]
