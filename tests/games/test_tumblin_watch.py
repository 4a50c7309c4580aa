"""A game of Tumblin' Dice as it is watched: ways, story, map, filmstrip, and the command."""

import json
import random
import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

from dicestats import streams
from dicestats.__main__ import main
from dicestats.cells import make_cell
from dicestats.commands import demo
from dicestats.games import GAMES, load
from dicestats.games.tumblin import reference, single
from dicestats.games.tumblin.board import PRESETS, Board
from dicestats.games.tumblin.physics.maps import best_aim
from dicestats.games.tumblin.plan import areas
from dicestats.games.tumblin.reference.dice import FOUL, HIT, OFF, Die, is_on_board
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.sights import world_of
from dicestats.games.tumblin.skill import SKILLS
from dicestats.games.tumblin.variants import VARIANTS
from dicestats.games.tumblin.watch import watch
from dicestats.games.tumblin.watch.map import text_map
from dicestats.games.tumblin.watch.page import page
from dicestats.games.tumblin.watch.scenes import Lying, Scene, watched
from dicestats.games.tumblin.watch.story import tell, what_happened
from dicestats.games.tumblin.watch.svg import Picture
from dicestats.games.tumblin.watch.trace import ways

CROWD = {"dice": 9, "sides": (6, 8, 10, 12, 20, 6, 6, 6, 6)}


def players(rules: Rules, seats: int | None = None):
    cell = make_cell("tumblin", strategies=["random"], rules=rules, seats=seats or min(rules.seats),
                     games=1, seed=1)  # fmt: skip
    return cell.strategies


def a_game(game: int = 0, seed: int = 1, **rules):
    made = Rules(**rules)
    return made, *watched(made, players(made), seed=seed, game=game)


# --- ways ---


@pytest.mark.parametrize("board", [{}, PRESETS["medium"].overrides])
def test_a_way_ends_where_the_throw_does(board) -> None:
    rules = Rules(board=Board(**board), **CROWD)
    world, key = world_of(rules), streams.key(5, "tumblin")
    several = 0
    for game in range(6):
        _, throws = reference.watch(rules, players(rules, 2), seed=5, game=game)
        for throw in throws:
            before = [part.copy() for part in throw.before]
            shot = throw.turn.shot
            found, after = ways(
                world, throw.before, shot, shot=throw.thrown, key=key, address=throw.address
            )
            assert all(map(np.array_equal, after, throw.after))
            assert all(map(np.array_equal, before, throw.before))
            several += len(found) > 1
            assert found[shot][-1] == pytest.approx((after.x[shot], after.y[shot]), abs=5e-4)
            for die, way in found.items():
                start = throw.thrown[:2] if die == shot else (before[0][die], before[1][die])
                # A die that another one lay on the disc for is put beside it.
                assert way[0] == pytest.approx(tuple(start), abs=0.03 if die == shot else 5e-4)
    assert several > 50


def test_a_scene_begins_as_the_one_before_ended_and_the_last_one_counts() -> None:
    _, record, rounds = a_game(**CROWD)
    for given, scenes in zip(record["rounds"], rounds, strict=True):
        assert len(scenes) == 18
        for number, scene in enumerate(scenes):
            assert scene.before == (scenes[number - 1].after if number else [])
            told = [(d["owner"], d["level"], d["face"]) for d in given["states"][number]]
            assert [(at.die.owner, at.die.level, at.die.face) for at in scene.after] == told
            assert set(scene.moved) <= set(range(number))
            moved = {i for i in scene.moved if scene.after[i].die.level != OFF}
            assert {i for i in moved if scene.after[i][1:] != scene.before[i][1:]} <= set(
                scene.ways
            )


# --- the story ---


def a_scene(*dice: tuple[Die | None, Die], seat: int = 0, apart: float = 0.0) -> Scene:
    """A throw that changes dice from the first to the second; of the one thrown, from None."""
    before = [Lying(old, 0.1 * i, 0.5) for i, (old, _) in enumerate(dice) if old is not None]
    after = [Lying(new, 0.1 * i + apart * (old is not None), 0.5)
             for i, (old, new) in enumerate(dice)]  # fmt: skip
    aims = (0.0, 0.08, 0.0, 1.4, 6.0)
    return Scene(0, len(dice) - 1, seat, dice[-1][1].bonus, aims, aims, before, after, {})


@pytest.mark.parametrize(
    ("rules", "dice", "told"),
    [
        ({}, [(None, Die(0, 3, 4))], ["3x, 4 up: 12"]),
        ({}, [(None, Die(0, -1, 4))], ["-1x, 4 up: -4"]),
        ({"minus_level": "0x"}, [(None, Die(0, -1, None))], ["0x, taken away"]),
        ({"disc": "remove"}, [(None, Die(0, "disc", None))], ["the disc, taken away"]),
        ({}, [(None, Die(0, "disc", 2))], ["the disc, 2 up: -2"]),
        ({}, [(None, Die(0, OFF, None))], ["off the board"]),
        ({"eject": "negative"}, [(None, Die(0, OFF, 5))], ["off the board: -5"]),
        ({}, [(None, Die(0, OFF, None, fate=FOUL))], ["a foul, taken away"]),
        ({"dice": 5, "bonus_dice": 1}, [(None, Die(0, 4, 6, bonus=True))], ["4x, 6 up: 48"]),
        ({}, [(Die(1, 3, 5), Die(1, OFF, None, fate=HIT)), (None, Die(0, 2, 1))],
         ["2x, 1 up: 2", "knocks 1:5 off 3x (was 15)"]),
        ({"eject": "negative"}, [(Die(1, 3, 5), Die(1, OFF, 2, fate=HIT)), (None, Die(0, 2, 1))],
         ["2x, 1 up: 2", "knocks 1:5 off 3x: -2 (was 15)"]),
        ({}, [(Die(1, 3, 5), Die(1, 4, 6, fate=HIT)), (None, Die(0, 2, 1))],
         ["2x, 1 up: 2", "moves 1:5 from 3x to 4x, now 6 up: 24 (was 15)"]),
        ({}, [(Die(1, 1, 5), Die(1, 1, 5, fate=HIT)), (None, Die(0, 2, 1))],
         ["2x, 1 up: 2", "pushes 1:5 along 1x"]),
        ({}, [(Die(1, 1, 5), Die(1, 1, 3, fate=HIT)), (None, Die(0, 2, 1))],
         ["2x, 1 up: 2", "pushes 1:5 along 1x, now 3 up: 3 (was 5)"]),
    ],
)  # fmt: skip
def test_what_a_throw_did_is_told(rules, dice, told) -> None:
    assert what_happened(a_scene(*dice, apart=0.01), Rules(**rules)) == told


def test_a_die_that_hardly_moved_is_not_told() -> None:
    dice = [(Die(1, 3, 5), Die(1, 3, 5)), (None, Die(0, 2, 1))]
    assert what_happened(a_scene(*dice, apart=0.001), Rules()) == ["2x, 1 up: 2"]


@pytest.mark.parametrize("name", [*VARIANTS, "crowd"])
def test_every_kind_of_game_can_be_watched(name) -> None:
    rules = Rules(**(VARIANTS[name].overrides if name in VARIANTS else CROWD))
    most = max(seats for seats in rules.seats if seats * len(rules.die_sides) <= 20)
    seated = players(rules, most)
    shown = watch(rules, seated, seed=3, game=2)
    assert shown.record == reference.play(rules, seated, 3, 2)
    lines = shown.story.splitlines()
    assert lines[0] == "Tumblin' Dice: game 2 of seed 3"
    assert max(map(len, lines)) <= 100
    rounds = shown.record["rounds"]
    assert sum(line.startswith("Round ") for line in lines) == len(rounds)
    throws = [line for line in lines if re.match(r" {2,3}\d+  Seat \d+ ", line)]
    assert len(throws) == sum(len(given["dice"]) for given in rounds)
    assert lines[-1].endswith(("wins the game.", "share the win."))
    assert shown.page().count("<figure>") == len(throws)


def test_points_told_of_the_last_positions_add_up_to_the_scores() -> None:
    rules, record, rounds = a_game(game=3)
    lines = tell(record, rounds, rules).splitlines()
    for given, told in zip(record["rounds"], record["outcome"]["rounds"], strict=True):
        sums = [line for line in lines if re.match(r"  Seat \d: .*; in all", line)][:2]
        lines = lines[lines.index(sums[1]) + 1 :]
        assert len(given["states"]) == 8
        for line in sums:
            seat, score, total = re.fullmatch(
                r"  Seat (\d): .* = (-?\d+)(?:, .*)?; in all (-?\d+)", line
            ).groups()  # type: ignore[union-attr]
            assert told["seat_scores"][int(seat)] == int(score)
            assert told["totals"][int(seat)] == int(total)


# --- the map ---


def test_dice_on_the_map_stand_on_their_levels() -> None:
    board, rng = Board(), random.Random(1)
    head = text_map(board, [])[0]
    for place in areas(board)[:-1]:
        for _ in range(50):
            x, y = rng.uniform(place.x, place.x2), rng.uniform(place.y, place.y2 - 1e-9)
            lines = text_map(board, [(x, y, "0:12*")])
            (line,) = (text for text in lines if "0:12*" in text)
            start = line.index("0:12*")
            edges = [0, *(round(81 * end / 0.69) for end in (0.22, 0.38, 0.49, 0.6)), 81]
            (level,) = [i for i in range(5) if edges[i] < start and start + 5 <= edges[i + 1]]
            assert ("-1x", "1x", "2x", "3x", "4x")[level] == place.name
    assert head.split() == ["-1x", "1x", "2x", "3x", "4x"]


@pytest.mark.parametrize("size", ["standard", "medium"])
def test_a_crowd_finds_room_on_the_map(size) -> None:
    board = Board(**PRESETS[size].overrides)
    crowd = [(0.0, 0.8 * board.level_3_end, f"{seat}:{face}") for seat in range(4)
             for face in range(1, 5)]  # fmt: skip
    lines = text_map(board, crowd)
    assert sorted(re.findall(r"\d:\d", "\n".join(lines))) == sorted(name for *_, name in crowd)
    assert max(map(len, lines)) <= 82
    bare = text_map(board, [])
    assert bare[1:] == bare[:0:-1]  # left and right are alike
    assert sum(line.count("o") for line in bare) == len(board.pegs)


# --- the filmstrip ---


class Tags(HTMLParser):
    """Checks that elements are closed in order; keeps text and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict]] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict]:
        return [attrs for name, attrs in self.seen if name == tag]


def test_a_filmstrip_needs_nothing_from_elsewhere() -> None:
    rules, record, rounds = a_game()
    text = page(record, rounds, rules)
    assert text.startswith("<!DOCTYPE html>")
    tags = Tags(text)
    assert not {tag for tag, _ in tags.seen} & {"script", "link", "img", "iframe", "object"}
    assert "//" not in text
    assert "url(" not in text.replace("url(#tip)", "")
    assert "default-src 'none'" in next(m["content"] for m in tags.all("meta") if "content" in m)
    assert {attrs["href"] for attrs in tags.all("use")} == {"#board"}
    assert "NaN" not in text
    assert len(text) < 100_000


def test_a_filmstrip_tells_in_words_what_it_shows() -> None:
    rules, record, rounds = a_game(game=4)
    tags = Tags(page(record, rounds, rules))
    alts = [attrs["aria-label"] for attrs in tags.all("svg") if attrs.get("role") == "img"]
    scenes = [scene for round_ in rounds for scene in round_]
    assert len(alts) == len(scenes) == 32
    for alt, scene in zip(alts, scenes, strict=True):
        assert alt.startswith(f"Round {scene.round + 1}, Shot {scene.shot + 1}: seat {scene.seat}")
        assert alt in tags.words  # the title, for those who point at it
        there = [at.die for at in scene.after if is_on_board(rules, at.die)]
        assert len(re.findall(r"\d:\d on ", alt.split("On the board then: ")[1])) == len(there)
    words = " ".join(tags.words)
    assert {attrs["lang"] for attrs in tags.all("html")} == {"en"}
    assert "Tumblin' Dice: game 4 of seed 1" in tags.words
    for told in record["outcome"]["rounds"]:
        for total in told["totals"]:
            assert str(total) in words
    assert re.search(r"(wins the game|share the win)\.", words)


def test_every_picture_shows_all_dice_that_lie_there_and_ghosts_of_those_that_moved() -> None:
    rules, _, rounds = a_game(game=2, **CROWD)
    picture, moved = Picture(rules, ("-1x", "1x", "2x", "3x", "4x")), 0
    for scene in rounds[0]:
        drawn = picture.scene(scene, "told")
        there = [at for at in scene.after if is_on_board(rules, at.die)]
        assert len(re.findall('<path class="d', drawn)) == len(there)
        assert drawn.count('<path class="g"') == len(scene.moved)
        off = [i for i in scene.ways if scene.after[i].die.level == OFF]
        assert drawn.count('<path class="x"') == len(off)
        for at in there:
            assert f"translate({at.x * 1000:.1f}"[:-2] in drawn
        moved += len(scene.moved)
    assert moved > 3


def test_sixteen_seats_have_sixteen_looks() -> None:
    picture = Picture(Rules(dice=1), ("-1x", "1x", "2x", "3x", "4x"))
    assert len({picture.key(seat) for seat in range(16)}) == 16


def test_a_long_first_order_is_told_in_one_piece() -> None:
    teams = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]
    rules = Rules(dice=1, rounds=1, final_tie="share", teams=teams)
    record, rounds = watched(rules, players(rules), seed=5, game=0)
    words = Tags(page(record, rounds, rules)).words
    (told,) = (text for text in words if text.startswith("First order: "))
    assert re.fullmatch(
        r"First order: each side rolls: (Team \d \(seats [\d, ]+\) \d(, )?){4}"
        r"(; tied ones again: (Team \d \(seats [\d, ]+\) \d(, )?)+)*",
        told,
    )
    assert "tied" in told
    alone = Rules(first_order="seats", rounds=1, final_tie="share")
    record, rounds = watched(alone, players(alone), seed=5, game=0)
    assert "First order" not in page(record, rounds, alone)


def test_names_of_strategies_are_no_markup() -> None:
    rules, record, rounds = a_game(rounds=1, final_tie="share")
    record["strategies"][0] = "<script>alert('&')</script>"
    text = page(record, rounds, rules)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


# --- the command ---


def told_wrong(capsys, *argv: str) -> str:
    assert main(["play", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_play_writes_a_filmstrip_and_the_same_record(tmp_path, capsys) -> None:
    strip, one = tmp_path / "strip.html", tmp_path / "one.json"
    strip.write_text("old")
    given = ["tumblin", "--seed", "3", "--rules", "dice=2", "--rules", "bonus_dice=1"]
    assert main(["play", *given, "--game", "1", "--html", str(strip), "--record", str(one)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Tumblin' Dice: game 1 of seed 3\n")
    assert Tags(strip.read_text()).all("figure")
    rules = Rules(dice=2, bonus_dice=1)
    played = reference.play(rules, players(rules), 3, 1)
    assert json.loads(one.read_text()) == json.loads(json.dumps(played))
    assert not list(tmp_path.glob(".*"))


def test_what_cannot_be_written_is_told_and_nothing_is_written(tmp_path, capsys) -> None:
    (tmp_path / "letter").write_text("dear")
    record = tmp_path / "game.json"
    for place in ("nowhere/x.html", "letter/x.html", "."):
        path = str(tmp_path / place)
        err = told_wrong(capsys, "tumblin", "--record", str(record), "--html", path)
        assert f"--html {path}: cannot be written" in err
        assert len(err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]
    err = told_wrong(capsys, "tumblin", "--html", str(record), "--record", str(record))
    assert "name another one" in err
    assert not record.exists()


def test_games_without_pictures_say_so(tmp_path, capsys) -> None:
    path = tmp_path / "x.html"
    err = told_wrong(capsys, "convolution", "--html", str(path))
    assert "there are no pictures of convolution, only of tumblin" in err
    assert list(tmp_path.iterdir()) == []


def test_the_demo_shows_every_game_under_rules_that_there_are() -> None:
    assert [each.game for each in demo.DEMOS] == list(GAMES)
    for each in demo.DEMOS:
        assert load(each.game).rules(**each.variant) != load(each.game).rules()
        for names in each.players:
            assert make_cell(each.game, strategies=names, games=1, seed=1).strategies


def test_the_demo_compiles_its_last_game_on_another_core(monkeypatch) -> None:
    done, nothing = [], [sys.executable, "-c", "pass"]
    monkeypatch.setattr(demo, "simulate", lambda *a, **k: done.append((*a, k["strategies"])))
    demo.prepare("tumblin")
    assert done == [("tumblin", names) for names in demo.DEMOS[-1].players]
    aside, shown = subprocess.Popen(nothing), []
    monkeypatch.setattr(demo, "_compile_aside", lambda last: aside)
    monkeypatch.setattr(demo, "_show", lambda each: shown.append((each.game, aside.returncode)))
    assert demo.run() == 0
    assert [game for game, _ in shown] == list(GAMES)
    assert shown[-1] == ("tumblin", 0)  # it had ended


# --- one die ---


def test_fresh_throws_agree_with_the_map() -> None:
    rules, skill = Rules(), SKILLS["average"]
    found = single.aim_map(rules, skill)
    angle, speed, points = best_aim(found.points, found.grid)
    rests = single.throw(rules, skill, (angle, speed), throws=20_000)
    counted = single.points_of(rules, rests)
    assert counted.mean() == pytest.approx(points, abs=5 * counted.std() / 20_000**0.5)
    a = int(np.argmin(abs(found.grid.angles - angle)))
    s = int(np.argmin(abs(found.grid.speeds - speed)))
    shares = np.bincount(rests.row, minlength=single.ROWS) / 20_000
    assert shares == pytest.approx(found.chances[:, a, s], abs=0.02)
    assert found.chances.sum(axis=0) == pytest.approx(np.ones(found.points.shape))


def test_the_best_aim_for_a_level_puts_most_dice_there() -> None:
    rules, skill = Rules(), SKILLS["good"]
    found = single.aim_map(rules, skill)
    for row in (1, 2, 3):
        aim = single.best_for(found, row)
        assert aim is not None
        rests = single.throw(rules, skill, aim, throws=20_000)
        shares = np.bincount(rests.row, minlength=single.ROWS) / 20_000
        assert shares[row] > max(shares[[r for r in single.LEVEL_ROWS if r != row]]) - 0.02


def test_a_rolled_start_shows_every_face_equally_often() -> None:
    rests = single.throw(Rules(), SKILLS["expert"], (0.1, 1.0), throws=12_000, face=0)
    counts = np.bincount(rests.face[rests.row < 5], minlength=7)[1:]
    assert counts.sum() > 10_000
    assert counts.max() - counts.min() < 5 * (counts.sum() / 6) ** 0.5 * 2**0.5


def test_a_watched_record_is_told_without_its_positions() -> None:
    _, record, _ = a_game(rounds=1, final_tie="share")
    assert "  Shot  8  Seat" in reference.tell(record)
