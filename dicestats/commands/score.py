"""``dicestats score``: outcomes of written games, replayed by the reference."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dicestats import games
from dicestats.errors import InputError
from dicestats.settings.rules import read_text
from dicestats.settings.values import shown

Outcome = dict[str, Any]

_MOST_FAULTS = 20  # faulty lines named in a message
_RECORD_LINE = re.compile(r'\{\s*"')  # a pretty-printed record opens with a lone brace


def run(*, file: str, json_out: bool) -> int:
    """Print the outcome of each record.

    Parameters
    ----------
    file : str
        One JSON object, or JSON lines.
    json_out : bool
        One JSON document: an object, or for JSON lines an array in order.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    InputError
        If the file or any record is wrong: with every faulty line.
    """
    text = read_text(Path(file))
    if not text.strip():
        raise InputError(file, "is empty: give one JSON object, or JSON lines")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and any(_RECORD_LINE.match(line) for _, line in lines):
        scored = _score_lines(file, lines)
        print(json.dumps(scored) if json_out else _summaries(lines, scored))
        return 0
    outcome = _score(text.rstrip(), file)
    print(json.dumps(outcome) if json_out else "\n".join(_summary(outcome)))
    return 0


def _score_lines(file: str, lines: list[tuple[int, str]]) -> list[Outcome]:
    scored, faults = [], []
    for number, line in lines:
        try:
            scored.append(_score(line, file))
        except InputError as error:
            faults.append(f"line {number}: {'; '.join(error.faults)}")
    if len(faults) > _MOST_FAULTS:
        more = len(faults) - _MOST_FAULTS
        faults = [*faults[:_MOST_FAULTS], f"and {more} more faulty lines"]
    if faults:
        raise InputError(file, faults)
    return scored


def _score(text: str, file: str) -> Outcome:
    record = _record(text, file)
    if "game" not in record:
        raise InputError(file, f'the record has no "game": give {" or ".join(games.GAMES)}')
    name = record["game"]
    if not isinstance(name, str):
        raise InputError(file, f'"game" is {shown(name)}: give {" or ".join(games.GAMES)}')
    try:
        return games.load(name).score(record)
    except InputError as error:
        raise InputError(file, error.faults) from error


def _record(text: str, file: str) -> dict[str, Any]:
    try:
        record = json.loads(text, object_pairs_hook=_once)
    except InputError as error:
        raise InputError(file, error.faults) from error
    except json.JSONDecodeError as error:
        where = (
            f"line {error.lineno}, column {error.colno}"
            if "\n" in text.strip()
            else (f"column {error.colno}")
        )
        cut = " (cut short?)" if error.pos >= len(text) else ""
        raise InputError(file, f"is not JSON: {error.msg} at {where}{cut}") from error
    except (RecursionError, ValueError) as error:  # nested too deeply; a number too long
        raise InputError(file, f"is not JSON that can be read: {error}") from error
    if not isinstance(record, dict):
        raise InputError(file, f"is {shown(record)}: give one JSON object, or JSON lines")
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice in one object: which one counts, nobody can know."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        raise InputError("JSON", [f'"{key}" stands twice in one object' for key in twice])
    return found


def _summaries(lines: list[tuple[int, str]], scored: list[Outcome]) -> str:
    told = []
    for (number, _), outcome in zip(lines, scored, strict=True):
        told.append("\n".join([f"line {number}", *(f"  {row}" for row in _summary(outcome))]))
    return "\n".join(told)


def _summary(outcome: Outcome) -> Iterator[str]:
    width = max(map(len, outcome))
    for name, value in outcome.items():
        first, *others = _rows(value)
        yield f"{name.replace('_', ' '):{width}}  {first}"
        yield from (f"{'':{width}}  {row}" for row in others)


def _rows(value: Any) -> list[str]:
    """Write a value in one row, a list of tables in one row each."""
    if isinstance(value, dict):
        return [", ".join(f"{key} {_rows(item)[0]}" for key, item in value.items()) or "none"]
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return [_rows(item)[0] for item in value]
    if isinstance(value, list):
        return [" ".join(_rows(item)[0] for item in value) or "none"]
    return ["nobody" if value is None else str(value)]
