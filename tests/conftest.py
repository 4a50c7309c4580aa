"""The longest test begins first: workers that run out of tests would wait for it."""

import gc
from typing import Any

LONGEST = "test_portability.py"


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Put it first; the others stay in their order."""
    items.sort(key=lambda item: LONGEST not in item.nodeid)


def pytest_collection_finish() -> None:
    """Leave alone what has been imported when garbage is collected: there is a lot, and it stays.

    One look through all of it takes half a second; statsmodels asks for one in each call.
    """
    gc.collect()
    gc.freeze()
