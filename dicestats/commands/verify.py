"""``dicestats verify``: whether saved results still follow from the code."""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from dicestats.errors import InputError
from dicestats.manifest import NAME
from dicestats.settings import LEAVES, whole_number
from dicestats.verify import verify


def run(*, results: Sequence[str], leaves: str) -> int:
    """Check result folders.

    Parameters
    ----------
    results : sequence of str
        Folders; if none is given, all below ``results``.
    leaves : str
        As typed: how many leaves of each cell are played again.

    Returns
    -------
    int
        0 if all is well, 1 if anything is damaged or plays differently.
    """
    count = whole_number(leaves, LEAVES)
    folders = [Path(given) for given in results]
    missing = [str(folder) for folder in folders if not folder.is_dir()]
    if missing:
        raise InputError("RESULT", [f"{folder} is not a folder" for folder in missing])
    if not folders:
        folders = sorted(path.parent for path in Path("results").rglob(NAME))
    if not folders:
        raise InputError("RESULT", "there is no result below results/ here")
    wrong = 0
    for folder in folders:
        faults = verify(folder, count, random.Random())
        wrong += len(faults)
        print(f"{folder}: {'verified' if not faults else 'WRONG'}")
        for fault in faults:
            print(f"  {fault}", file=sys.stderr)
    return 1 if wrong else 0
