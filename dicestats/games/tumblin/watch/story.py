"""Telling a watched game: every throw, then the board as text in the end of each round."""

from collections.abc import Iterator, Mapping, Sequence
from math import degrees
from textwrap import wrap
from typing import Any

from dicestats.game import Record
from dicestats.games.tumblin.physics.shoot import ANGLE, SPEED
from dicestats.games.tumblin.plan import LEVEL_NAMES
from dicestats.games.tumblin.reference import score, story
from dicestats.games.tumblin.reference.dice import FOUL, LEVELS, MINUS, OFF, Die, is_on_board
from dicestats.games.tumblin.reference.records import Written, read
from dicestats.games.tumblin.reference.scoring import points
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.watch.map import text_map
from dicestats.games.tumblin.watch.scenes import Lying, Scene

WIDTH = 100
_FIRST = 52  # columns before what a throw did
_HELP = (
    "0:6 is a die of seat 0 with 6 up (* a bonus die), o a peg; the numbers behind a die are its",
    "points as it lies. Angles are from straight ahead; on the map, left is up.",
)


def tell(record: Record, rounds: Sequence[Sequence[Scene]], rules: Rules) -> str:
    """Tell a game throw by throw.

    Parameters
    ----------
    record : dict
        From ``watched``.
    rounds : sequence of sequence of Scene
        From ``watched``.
    rules : Rules
        The rules, with the board that was played on.

    Returns
    -------
    str
        Lines of at most 100 characters.

    Notes
    -----
    Rules sheet: How to play.
    """
    found, written = score(record), read(record)
    parts = [[*story.header(record, rules), *_HELP], story.first_order(written)]
    for number, (scenes, told) in enumerate(zip(rounds, found["rounds"], strict=True)):
        parts.append(list(_round(written, scenes, told, number=number, rules=rules)))
    parts.append(story.ending(rules, found))
    return "\n\n".join("\n".join(part) for part in parts if part)


def level_names(rules: Rules) -> tuple[str, ...]:
    """Say what is printed on the levels.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    tuple of str
        The lowest first.

    Examples
    --------
    >>> level_names(Rules(minus_level="0x"))
    ('0x', '1x', '2x', '3x', '4x')
    """
    return (rules.minus_level, *LEVEL_NAMES[1:])


def _round(
    written: Written,
    scenes: Sequence[Scene],
    told: Mapping[str, Any],
    *,
    number: int,
    rules: Rules,
) -> Iterator[str]:
    yield from story.title(written, told, number)
    yield f"      {'':<10}{'meant (m/s)':<18}{'thrown (m/s)':<18}what it did"
    for scene in scenes:
        yield from _throw(scene, rules)
    yield ""
    lying, names = scenes[-1].after, level_names(rules)
    there = [(at.x, at.y, story.name_of(at.die)) for at in lying if is_on_board(rules, at.die)]
    yield from text_map(rules.board, there, names)
    gone = [story.name_of(at.die) for at in lying if not is_on_board(rules, at.die)]
    if gone:
        yield from wrap(f"off: {'  '.join(gone)}", WIDTH, subsequent_indent="     ")
    yield ""
    yield from story.scores(written, [at.die for at in lying], told)


def _throw(scene: Scene, rules: Rules) -> Iterator[str]:
    who = f"Seat {scene.seat}{' *' if scene.bonus else ''}"
    shots = (aim(shot, "  ").ljust(18) for shot in (scene.meant, scene.thrown))
    start = f"  {scene.shot + 1:>2}  {who:<10}{''.join(shots)}"
    for line in what_happened(scene, rules):
        yield from wrap(start + line, WIDTH, subsequent_indent=" " * (_FIRST + 2))
        start = " " * _FIRST


def aim(shot: Sequence[float], unit: str = " m/s, ") -> str:
    """Write speed and angle of a shot.

    Parameters
    ----------
    shot : sequence of float
        x, y, angle, speed, start face.
    unit : str
        Written behind the speed.

    Returns
    -------
    str
        Metres a second; degrees to the left or right.

    Examples
    --------
    >>> aim((0.0, 0.08, -0.02, 1.472, 6.0)), aim((0.0, 0.08, 0.0, 0.9, 6.0))
    ('1.47 m/s, 1.1° left', '0.90 m/s, 0.0°')
    """
    turn = round(degrees(shot[ANGLE]), 1)
    side = " right" if turn > 0 else " left" if turn < 0 else ""
    return f"{shot[SPEED]:.2f}{unit}{abs(turn):.1f}°{side}"


def what_happened(scene: Scene, rules: Rules) -> list[str]:
    """Say where a die came to rest, and what became of those that it moved.

    Parameters
    ----------
    scene : Scene
        The throw.
    rules : Rules
        The rules.

    Returns
    -------
    list of str
        One for the die that was thrown, and one for each other die that moved.
    """
    thrown = scene.after[scene.shot].die
    told = [f"{_lies(thrown, rules)}{_counts(thrown, rules)}"]
    return [*told, *(_moved(scene.before[i], scene.after[i], rules) for i in scene.moved)]


def lies_on(die: Die, rules: Rules) -> str:
    """Say where a die on the board lies.

    Parameters
    ----------
    die : Die
        As it lies.
    rules : Rules
        The rules.

    Returns
    -------
    str
        Its name and level.

    Examples
    --------
    >>> lies_on(Die(0, 3, 5), Rules())
    '0:5 on 3x'
    """
    return f"{story.name_of(die)} on {_level(die, rules)}"


def _lies(die: Die, rules: Rules) -> str:
    if die.fate == FOUL:
        return "a foul, taken away"
    if die.level == OFF:
        return "off the board"
    up = f", {die.face} up" if die.face is not None else ""
    taken = "" if is_on_board(rules, die) else ", taken away"
    return f"{_level(die, rules)}{up}{taken}"


def _level(die: Die, rules: Rules) -> str:
    if isinstance(die.level, str):
        return f"the {die.level}"
    return rules.minus_level if die.level == MINUS else LEVEL_NAMES[LEVELS.index(die.level)]


def _counts(die: Die, rules: Rules) -> str:
    number = points(rules, die)
    return f": {number}" if number or is_on_board(rules, die) else ""


def _moved(old: Lying, new: Lying, rules: Rules) -> str:
    """Tell what became of a die that lay there: pushed on, to another level, or off."""
    was, now = old.die, new.die
    name, before = f"{was.owner}:{was.face}{'*' * was.bonus}", _level(was, rules)
    if now.level == OFF:
        return f"knocks {name} off {before}{_counts(now, rules)} (was {points(rules, was)})"
    turned = f", now {now.face} up" if now.face != was.face else ""
    if now.level == was.level:
        change = f"{_counts(now, rules)} (was {points(rules, was)})" if turned else ""
        return f"pushes {name} along {before}{turned}{change}"
    taken = "" if is_on_board(rules, now) else ", taken away"
    change = f"{_counts(now, rules)} (was {points(rules, was)})"
    return f"moves {name} from {before} to {_level(now, rules)}{turned}{taken}{change}"
