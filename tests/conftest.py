"""The longest tests begin first: workers that run out of tests would wait for them."""

import gc
from typing import Any

SELDOM = (100_000, 20, 20)  # garbage is collected: compiling makes a lot that stays for a while
LONGEST = ("test_portability.py", "test_random_leaves_of_every_cell")


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Put them first; the others stay in their order."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in LONGEST))


def pytest_collection_finish() -> None:
    """Leave alone what has been imported when garbage is collected: there is a lot, and it stays.

    One look through all of it takes half a second; statsmodels asks for one in each call.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
