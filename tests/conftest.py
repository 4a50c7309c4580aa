"""The longest test begins first: workers that run out of tests would wait for it."""

from typing import Any

LONGEST = "test_portability.py"


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Put it first; the others stay in their order."""
    items.sort(key=lambda item: LONGEST not in item.nodeid)
