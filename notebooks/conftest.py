"""What nbval compares: charts and other JSON by their numbers to nine digits, not by last bits."""

import json
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
        kept = {key: comparable(value) for key, value in output.items() if key != "$schema"}
        data = [value for key, value in kept.items() if _DATASET.fullmatch(key)]
        data.sort(key=lambda value: json.dumps(value, sort_keys=True))  # a file sorts by digest
        named = {f"data-{i}": value for i, value in enumerate(data)}
        return named | {key: value for key, value in kept.items() if not _DATASET.fullmatch(key)}
    if isinstance(output, list):
        return [comparable(value) for value in output]
    if isinstance(output, float):
        return float(f"{output:.{_DIGITS}g}")
    if isinstance(output, str) and _DATASET.fullmatch(output):
        return "data"
    return output
