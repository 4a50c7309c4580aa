"""A watched game as a filmstrip: one page that needs no network, with a picture of every throw."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from dicestats.game import Record
from dicestats.games.tumblin.reference import score, story
from dicestats.games.tumblin.reference.dice import is_on_board
from dicestats.games.tumblin.reference.records import Written, read
from dicestats.games.tumblin.rules import Rules
from dicestats.games.tumblin.watch.scenes import Scene
from dicestats.games.tumblin.watch.story import aim, level_names, lies_on, what_happened
from dicestats.games.tumblin.watch.svg import Picture

_STYLE = """
:root{color-scheme:light}
body{font:16px/1.45 "Liberation Sans",Arial,Helvetica,sans-serif;color:#222;background:#fff;
max-width:80rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem;
border-top:2px solid #8C8067;padding-top:.6rem;break-after:avoid}
p{margin:.4rem 0;max-width:60rem}ul{list-style:none;padding:0;margin:.5rem 0;display:flex;
flex-wrap:wrap;gap:.3rem 1.5rem}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem}
figure{margin:0;break-inside:avoid}figure svg{width:100%;height:auto;display:block}
figcaption{font-size:.9rem;padding:.2rem .3rem}figcaption b{display:block}
figcaption span{display:block;color:#595959}
table{border-collapse:collapse;margin:.8rem 0;break-inside:avoid}
th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid #ddd}
td+td{text-align:right}.key{width:1.2em;height:1.2em;vertical-align:-.25em;margin-right:.4em}
.a{stroke:#8C8067}.p{fill:#5B4A32}.l{font-size:16px;fill:#6b6250;text-anchor:end;
dominant-baseline:central}
.f{font-weight:bold;text-anchor:middle;dominant-baseline:central}
.d{stroke:#000;stroke-width:.1}.n{stroke-width:.26}
.g{stroke:#595959;stroke-width:.14;stroke-dasharray:.3 .2}
.b{fill:none;stroke:#000;stroke-width:.1}
.w,.m{fill:none;stroke-width:2.6;stroke-linejoin:round}.t{marker-end:url(#tip)}
.m{stroke-width:1.8;stroke-dasharray:5 3}.x{stroke:#000;stroke-width:3.2;fill:none}
@page{margin:10mm}
@media print{body{font-size:10pt;padding:0;max-width:none}h2{margin-top:3mm}
.strip{grid-template-columns:repeat(3,1fr);gap:2mm 4mm;max-width:172mm}
figcaption{font-size:8.5pt;line-height:1.3}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
"""
_TIP = (
    '<marker id="tip" viewBox="-6 -4 7 8" refX="0" refY="0" markerWidth="5" markerHeight="5" '
    'orient="auto" markerUnits="strokeWidth"><path d="M-6,-3.4L0,0L-6,3.4Z" fill="#000"/></marker>'
)
_HELP = (
    "A picture a throw, with the dice as they lie after it. Colour and shape tell whose a die is, "
    "the number what is on top. A thick edge marks the die that was thrown, an arrow its way; "
    "dashed outlines show where dice lay that it moved, dashed arrows their ways; a cross is where "
    "a die left the board. Points are those of the die as it lies then."
)


def page(record: Record, rounds: Sequence[Sequence[Scene]], rules: Rules) -> str:
    """Write the filmstrip.

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
        HTML: no script, nothing from elsewhere.
    """
    found, written = score(record), read(record)
    picture = Picture(rules, level_names(rules))
    title, *lines = story.header(record, rules)
    seats = range(written.seats)
    strategies = record["strategies"]
    keys = "".join(
        f"<li>{picture.key(seat)}Seat {seat}: {escape(strategies[seat])}</li>" for seat in seats
    )
    about = " ".join(line for line in lines if not line.startswith("Seat "))
    parts = [
        f"<h1>{escape(title)}</h1><ul>{keys}</ul>",
        f"<p>{escape(about)}</p><p>{_HELP}</p>",
        *_first_order(written),
    ]
    for number, (scenes, told) in enumerate(zip(rounds, found["rounds"], strict=True)):
        parts += _round(written, scenes, told, picture=picture, rules=rules, number=number)
    ending = "".join(f"<p>{escape(line)}</p>" for line in story.ending(rules, found))
    return _document(title, [*parts, f"<h2>The end</h2>{ending}"], picture)


def _document(title: str, parts: Sequence[str], picture: Picture) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n<body>\n"
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        f"{_TIP}{picture.board()}</defs></svg>\n{body}\n</body></html>\n"
    )


def _first_order(written: Written) -> list[str]:
    title, *lines = story.first_order(written) or [""]
    rolls = re.split(r"\n(?=  \S)", "\n".join(lines))  # long ones go on in the next line
    told = "; ".join(" ".join(roll.split()) for roll in rolls)
    return [f"<p>{escape(title)}: {escape(told)}</p>"] if title else []


def _round(
    written: Written,
    scenes: Sequence[Scene],
    told: Mapping[str, Any],
    *,
    picture: Picture,
    rules: Rules,
    number: int,
) -> Iterator[str]:
    title = " ".join(line.strip() for line in story.title(written, told, number))
    yield f'<section><h2>{escape(title)}</h2><div class="strip">'
    for scene in scenes:
        yield _figure(scene, picture, rules)
    yield "</div>"
    lines = story.scores(written, [at.die for at in scenes[-1].after], told)
    rows = "".join(_row(line) for line in lines)
    yield f"<table><tr><th>Who</th><th>This round</th><th>In all</th></tr>{rows}</table></section>"


def _row(line: str) -> str:
    who, _, rest = line.strip().partition(": ")
    this, _, total = rest.partition("; in all ")
    return f"<tr><td>{escape(who)}</td><td>{escape(this)}</td><td>{escape(total)}</td></tr>"


def _figure(scene: Scene, picture: Picture, rules: Rules) -> str:
    happened = what_happened(scene, rules)
    die = " with the bonus die" if scene.bonus else ""
    who = f"Shot {scene.shot + 1}: seat {scene.seat}{die}"
    aims = (f"meant {aim(scene.meant)}", f"thrown {aim(scene.thrown)}")
    there = [lies_on(at.die, rules) for at in scene.after if is_on_board(rules, at.die)]
    told = f"Round {scene.round + 1}, {who}, {', '.join(aims)}: {'; '.join(happened)}."
    alt = f"{told} On the board then: {', '.join(there) or 'no dice'}."
    lines = "".join(f"<div>{escape(line)}</div>" for line in happened)
    caption = f"<b>{escape(who)}</b>{''.join(f'<span>{each}</span>' for each in aims)}{lines}"
    return f"<figure>{picture.scene(scene, alt)}<figcaption>{caption}</figcaption></figure>"
