"""Files of what takes long to find out: whoever looks for it again reads it.

They lie in the user's cache folder, or in the folder that the environment variable DICESTATS_CACHE
names. A file's name tells all that its numbers follow from, the code too.
"""

import hashlib
import json
import os
import uuid
import warnings
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicestats.cache import cache_folder
from dicestats.games.tumblin.rules import Rules

_FORMAT = 3  # of the files: another one is another file
_CODE = (
    "physics/*.py",
    *(f"strategies/{name}.py" for name in ("faces", "finals", "outcomes", "risk")),
)


def path_of(name: str, rules: Rules, content: Sequence[Any]) -> Path:
    """Name the file of some numbers.

    Parameters
    ----------
    name : str
        What they are.
    rules : Rules
        Their board, throw model and ``line`` matter.
    content : sequence
        All else that the numbers follow from, as plain data.

    Returns
    -------
    Path
        It need not exist.
    """
    plain = rules.model_dump(mode="json", include={"board", "throw", "line"})
    digest = hashlib.sha256(json.dumps([_FORMAT, name, plain, *content]).encode())
    for pattern in _CODE:
        for path in sorted(Path(__file__).parents[1].glob(pattern)):
            digest.update(path.read_bytes())
    return cache_folder() / f"tumblin-{name}-{digest.hexdigest()[:20]}.npz"


def read(path: Path) -> NDArray[Any] | None:
    """Read an array.

    Parameters
    ----------
    path : Path
        From ``path_of``.

    Returns
    -------
    array, or None
        None where there is no file, or a damaged one (its checksums tell).
    """
    try:
        with np.load(path) as file:
            found: NDArray[Any] = file["found"]
    except (FileNotFoundError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        return None
    return found


def keep(path: Path, found: NDArray[Any]) -> None:
    """Write an array at once: under another name first.

    Parameters
    ----------
    path : Path
        From ``path_of``. Where it cannot be written, a warning says so.
    found : array
        What to keep.
    """
    hidden = path.with_name(f".{path.stem}-{uuid.uuid4().hex}.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            np.savez_compressed(hidden, found=found)
            os.replace(hidden, path)
        finally:
            hidden.unlink(missing_ok=True)
    except OSError as error:
        warnings.warn(f"{path} cannot be kept: it is found anew each time ({error})", stacklevel=3)
