"""Committed notebooks are executed from top to bottom, hold their outputs, and claim no more."""

import copy
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(p for p in ROOT.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
MOST_BYTES, MOST_BYTES_TOGETHER = 300_000, 4_000_000
MOST_LINES = 10  # of code in a cell
NO_CODE = r"\s*|import .*|from \S+ import .*|[\s()\[\]{},]+"  # lines that do not count
SPEC = "application/vnd.vegalite.v5+json"
MIMES = {SPEC, "image/png", "text/plain"}
ABSOLUTE = r"(?<![\w.:/~-])/(?:home|root|tmp|Users|mnt|opt|work|var|usr)/\w|\b[A-Z]:\\\w"

# Numbers in prose that no cell prints, and why they may stand there.
ALLOWED = {
    r"\b[Ss]eats? \d(?:(?:,| and| or) \d)*\b": "names of the seats",
    r"\bfirst-to-12\b": "name of a rule",
    r"\b6-6\b": "an even split of the twelve categories, by the rules",
    r"\bD\d+\b": "names of dice",
    r"\b95 ?%": "the level of all intervals, fixed beforehand",
    r"\b(?:19|20)\d\d\b": "a year",
}


def code_cells(book: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def numbers(text: str) -> set[str]:
    found = re.findall(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:\s?%)?", text)
    return {re.sub(r"[,\s]", "", number) for number in found}


def prose(book: dict[str, Any]) -> str:
    """Markdown without code, addresses and what is allowed."""
    text = "\n".join(joined(c["source"]) for c in book["cells"] if c["cell_type"] == "markdown")
    for pattern in (r"```.*?```", r"`[^`]*`", r"\]\([^)]*\)", *ALLOWED):
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    return text


def words_in(value: Any) -> list[str]:
    """All text in a chart, such as its title."""
    if isinstance(value, dict):
        return [word for each in value.values() for word in words_in(each)]
    if isinstance(value, list):
        return [word for each in value for word in words_in(each)]
    return [value] if isinstance(value, str) else []


def printed(book: dict[str, Any]) -> str:
    """All text that the cells put out."""
    told = []
    for cell in code_cells(book):
        for output in cell["outputs"]:
            data = output.get("data", {})
            told += [joined(output.get("text", "")), joined(data.get("text/plain", ""))]
            told += words_in(data.get(SPEC, {}))
    return "\n".join(told)


def faults(book: dict[str, Any], *, front: bool = False) -> list[str]:
    """What is wrong with a notebook; ``front``: it introduces the others."""
    cells = code_cells(book)
    found = [f"{what} (cell {i})" for i, cell in enumerate(cells, 1) for what in wrong_in(cell)]
    if [cell["execution_count"] for cell in cells] != list(range(1, len(cells) + 1)):
        found.append("was not executed from top to bottom")
    if book["metadata"].keys() - {"kernelspec", "language_info"}:
        found.append("its metadata hold more than kernel and language")
    answer = "".join(joined(output.get("text", "")) for output in cells[0]["outputs"])
    if len(re.findall(r"[.!?](?=\s)", answer)) != 2:
        found.append("its first cell does not print the answer in two sentences")
    first = book["cells"][0]
    if not re.match(r"# [^\n]*\?\n" if not front else "# ", joined(first["source"]) + "\n"):
        found.append("its title is no question")
    text = "\n".join(joined(cell["source"]) for cell in book["cells"])
    found += [
        f"has no section '{title}'"
        for title in ("## How sure are we?", "## Limits")
        if title not in text and not front
    ]
    if re.search(ABSOLUTE, text + "\n" + printed(book)):
        found.append("holds an absolute path")
    lost = sorted(numbers(prose(book)) - numbers(printed(book)))
    return found + [f"claims {number}, which no cell prints" for number in lost]


def wrong_in(cell: dict[str, Any]) -> list[str]:
    found = [] if cell["outputs"] else ["shows nothing"]
    lines = joined(cell["source"]).splitlines()
    code = [line for line in lines if not re.fullmatch(NO_CODE, line)]
    if len(code) > MOST_LINES:
        found.append(f"has {len(code)} lines of code, more than {MOST_LINES}")
    if cell["metadata"]:
        found.append("has metadata, such as the time of its execution")
    streams = [output.get("name") for output in cell["outputs"]]
    if any(name and name == before for before, name in pairwise(streams)):
        found.append("has its output in pieces, which may differ from run to run")
    for output in cell["outputs"]:
        if output["output_type"] == "error":
            found.append("ended with an error")
        if output.get("name") == "stderr":
            found.append("wrote to stderr")
        kinds = output.get("data", {}).keys()
        if kinds & {SPEC, "image/png"} and kinds != MIMES:
            found.append(f"shows a chart as {', '.join(sorted(kinds))} only")
    return found


# ---- the committed notebooks ----------------------------------------------------------------


def test_every_result_is_shown_in_a_notebook_of_its_game():
    for experiment in ROOT.parent.glob("simulations/*/*.toml"):
        books = ROOT.glob(f"{experiment.parent.name}/*.ipynb")
        shown = "\n".join(path.read_text(encoding="utf-8") for path in books)
        assert re.search(rf'[/"]{experiment.stem}\b', shown), experiment


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_nothing_is_wrong_with(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(nbformat.from_dict(book))
    assert faults(book, front=path.parent == ROOT) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_small_and_listed(path):
    assert path.stat().st_size <= MOST_BYTES
    assert f"({path.relative_to(ROOT).as_posix()})" in (ROOT / "README.md").read_text()


def test_all_together_are_small_and_all_that_is_listed_exists():
    assert sum(path.stat().st_size for path in NOTEBOOKS) <= MOST_BYTES_TOGETHER
    listed = re.findall(r"\(([\w/]+\.ipynb)\)", (ROOT / "README.md").read_text())
    assert sorted(listed) == sorted(path.relative_to(ROOT).as_posix() for path in NOTEBOOKS)


@pytest.mark.parametrize("pattern", ALLOWED)
def test_exceptions_are_needed_or_belong_to_every_game(pattern):
    general = {"names of dice", "a year"}
    texts = [joined(cell["source"]) for path in NOTEBOOKS
             for cell in json.loads(path.read_text())["cells"]
             if cell["cell_type"] == "markdown"]  # fmt: skip
    assert ALLOWED[pattern] in general or any(re.search(pattern, text) for text in texts)


# ---- the guard itself -----------------------------------------------------------------------


def good() -> dict[str, Any]:
    """A small notebook with which nothing is wrong."""
    answer = {"output_type": "stream", "name": "stdout", "text": "Yes, in 51.8%.\nOf 1,000 games."}
    chart = {
        "output_type": "execute_result",
        "metadata": {},
        "execution_count": 2,
        "data": {SPEC: {"title": "99 games"}, "image/png": "AAAA", "text/plain": "chart"},
    }
    cells = [
        ("markdown", "# Who wins?\n\nSeat 0, by the first-to-12 rule; see `x.py` (9)", None),
        ("code", "import os\n\nprint('Yes')", [answer | {"text": answer["text"] + "\n"}]),
        ("markdown", "It wins 51.8 % of 1000 games, not of 99, with 95 % intervals.", None),
        ("code", "chart", [chart]),
        ("markdown", "## How sure are we?\n\n## Limits", None),
    ]  # fmt: skip
    book: dict[str, Any] = {"cells": [], "metadata": {"kernelspec": {}}}
    for kind, source, outputs in cells:
        cell = {"cell_type": kind, "metadata": {}, "source": source}
        if outputs is not None:
            cell |= {"outputs": outputs, "execution_count": 1 + len(code_cells(book))}
        book["cells"].append(cell)
    book["cells"][0]["source"] = book["cells"][0]["source"].replace("(9)", "")
    return book


def broken(change: str) -> dict[str, Any]:
    book = copy.deepcopy(good())
    title, first, told, second, _ = book["cells"]
    match change:
        case "stripped":
            first["outputs"], second["outputs"] = [], []
        case "out of order":
            second["execution_count"] = 7
        case "never executed":
            first["execution_count"] = second["execution_count"] = None
        case "stderr":
            second["outputs"].append({"output_type": "stream", "name": "stderr", "text": "hm"})
        case "pieces":
            first["outputs"].append({"output_type": "stream", "name": "stdout", "text": "\n"})
        case "error":
            second["outputs"].append({"output_type": "error", "ename": "KeyError"})
        case "path":
            first["outputs"][0]["text"] += f"{Path('/') / 'home' / 'me' / 'dicestats'}\n"
        case "path in code":
            first["source"] += f"\nopen('{Path('/') / 'tmp' / 'x'}')"
        case "long cell":
            first["source"] += "\nx = 1" * 10
        case "timing":
            first["metadata"] = {"execution": {}}
        case "widgets":
            book["metadata"]["widgets"] = {}
        case "no image":
            del second["outputs"][0]["data"]["image/png"]
        case "number":
            told["source"] += " Or 52.8 %."
        case "number after rounding":
            told["source"] += " Or 52 %."
        case "one sentence":
            first["outputs"][0]["text"] = "51.8% of 1,000 games\n"
        case "no question":
            title["source"] = "# Winners"
        case "no limits":
            book["cells"].pop()
    return book


def test_a_good_notebook_passes():
    assert faults(good()) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("stripped", ["shows nothing (cell 1)", "two sentences", "claims 1000", "claims 51.8%"]),
        ("out of order", ["top to bottom"]),
        ("never executed", ["top to bottom"]),
        ("stderr", ["wrote to stderr (cell 2)"]),
        ("pieces", ["output in pieces"]),
        ("error", ["ended with an error (cell 2)"]),
        ("path", ["absolute path"]),
        ("path in code", ["absolute path"]),
        ("long cell", ["11 lines of code"]),
        ("timing", ["has metadata"]),
        ("widgets", ["metadata hold more"]),
        ("no image", ["shows a chart as"]),
        ("number", ["claims 52.8%, which no cell prints"]),
        ("number after rounding", ["claims 52%"]),
        ("one sentence", ["two sentences"]),
        ("no question", ["title is no question"]),
        ("no limits", ["no section '## How sure are we?'", "no section '## Limits'"]),
    ],
)
def test_every_fault_is_found(change, words):
    found = "; ".join(faults(broken(change)))
    assert all(word in found for word in words)
