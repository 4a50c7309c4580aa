"""``dicestats compare``: the same numbers as table, chart, JSON and files."""

import io
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from dicestats import charts, stats, store
from dicestats.__main__ import main

RULES = ["published", "tied_grand_total=second_seat", "no_first_top;lead=fixed"]
PNG = b"\x89PNG\r\n\x1a\n"


def line(*rules: str, games: int = 4_000) -> list[str]:
    given = [part for rule in rules for part in ("--rules", rule)]
    return ["compare", "convolution", *given, "--games", str(games), "--seed", "3"]


def compared(capsys: pytest.CaptureFixture[str], *rules: str, more: tuple[str, ...] = ()) -> dict:
    assert main([*line(*rules), "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("rules", [RULES, RULES[:2]], ids=["three", "two"])
def test_json_holds_the_differences_and_corrects_several_tests(capsys, rules):
    found = compared(capsys, *rules)
    assert found["baseline"] == "published"
    assert [row["variant"] for row in found["variants"]] == rules
    first, *others = found["variants"]
    assert first["difference"] is None
    for row in others:
        difference = row["difference"]
        assert difference["estimate"] == pytest.approx(row["rate"] - first["rate"])
        assert difference["low"] < difference["estimate"] < difference["high"]
        assert 0 <= difference["pvalue"] <= difference.get("pvalue_holm", 1) <= 1
        assert difference["games"] == row["games"] == 4_000
    if len(others) > 1:
        raw = [row["difference"]["pvalue"] for row in others]
        assert [row["difference"]["pvalue_holm"] for row in others] == stats.holm(raw)
    else:
        assert "pvalue_holm" not in others[0]["difference"]


def test_the_terminal_shows_a_table_and_a_chart_of_the_same_numbers(capsys):
    found = compared(capsys, *RULES)
    assert main(line(*RULES)) == 0
    out = capsys.readouterr().out
    table, chart = out.split("Change against published, in percentage points\n")
    for row in found["variants"][1:]:
        difference = row["difference"]
        (told,) = (each for each in table.splitlines() if each.startswith(row["variant"]))
        for number in (difference["estimate"], difference["low"], difference["high"]):
            assert f"{100 * number:+.3f}" in told
        assert f"{row['rate']:.3%}" in told
        assert f"{difference['changed']:.1%}" in told
        (drawn,) = (each for each in chart.splitlines() if each.startswith(row["variant"]))
        assert "●" in drawn
    assert "p (Holm)" in table
    assert "corrected for 2 comparisons" in chart
    assert "4,000 games a variant" in table
    assert max(map(len, out.splitlines())) < 100


def test_two_variants_need_no_correction_and_a_plain_terminal_gets_plain_characters(
    capsys, monkeypatch
):
    assert main(line(*RULES[:2])) == 0
    assert "Holm" not in capsys.readouterr().out
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(line(*RULES[:2])) == 0
    screen.seek(0)
    assert "o" in screen.read()


def test_out_holds_the_result_and_its_chart_and_can_be_verified(tmp_path: Path, capsys):
    folder = tmp_path / "result"
    found = compared(capsys, *RULES, more=("--out", str(folder)))
    spec = json.loads((folder / "differences.vl.json").read_text())
    drawn = {row["variant"]: row for rows in spec["datasets"].values() for row in rows
             if "variant" in row}  # fmt: skip
    assert list(drawn) == RULES[1:]
    for row in found["variants"][1:]:
        for key in ("estimate", "low", "high"):
            wanted = 100 * row["difference"][key]
            assert drawn[row["variant"]][key] == pytest.approx(wanted, rel=1e-6)
    assert "4,000 games" in spec["title"]["subtitle"]
    assert (folder / "differences.png").read_bytes() == charts.png(spec, 2.0)
    paired = store.read_table(folder, "paired").filter(pl.col("cell") == RULES[1])
    table = stats.paired_table({RULES[1]: paired.drop("cell").to_numpy()})
    assert table["estimate"][0] == found["variants"][1]["difference"]["estimate"]
    assert main(["verify", str(folder)]) == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main([*line(*RULES), "--out", str(folder)]) == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_table_needs_neither_charts_nor_statsmodels():
    code = (
        "import sys; from dicestats.__main__ import main;"
        f"assert main({line(*RULES, games=100)!r}) == 0;"
        "heavy = {'altair', 'statsmodels', 'pandas', 'scipy.stats'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("rules", "word"),
    [(RULES[:1], "at least two variants"), ([RULES[0]] * 2, "given twice"),
     (["published", "no_such"], "no_such")],
)  # fmt: skip
def test_mistakes_write_nothing(rules, word, tmp_path: Path, capsys):
    folder = tmp_path / "result"
    assert main([*line(*rules), "--out", str(folder)]) == 2
    assert word in capsys.readouterr().err
    assert not folder.exists()
