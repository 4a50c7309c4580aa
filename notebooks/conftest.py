"""What nbval compares: charts and other JSON by their numbers to nine digits, not by last bits."""

import re
from typing import Any

import pytest
from nbval.plugin import IPyNbCell

_DIGITS = 9
_DATASET = re.compile(r"data-[0-9a-f]{32}")  # Altair names data by their digest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let every cell compare what ``comparable`` leaves of its outputs."""
    if isinstance(item, IPyNbCell):
        sanitize = item.sanitize
        item.sanitize = lambda output: sanitize(comparable(output))


def comparable(output: Any) -> Any:
    """Round the floats of a JSON output; drop the schema's address and the names of datasets."""
    if isinstance(output, dict):
        kept = [(key, value) for key, value in output.items() if key != "$schema"]
        return {
            f"data-{i}" if _DATASET.fullmatch(key) else key: comparable(value)
            for i, (key, value) in enumerate(kept)
        }
    if isinstance(output, list):
        return [comparable(value) for value in output]
    if isinstance(output, float):
        return float(f"{output:.{_DIGITS}g}")
    if isinstance(output, str) and _DATASET.fullmatch(output):
        return "data"
    return output
