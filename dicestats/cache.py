"""Where files are kept that can be made again: tables and maps of strategies, trained weights."""

import os
import sys
from pathlib import Path

FOLDER = "DICESTATS_CACHE"  # environment variable: where files are kept


def cache_folder() -> Path:
    """Tell where files are kept.

    Returns
    -------
    Path
        The folder that the environment variable DICESTATS_CACHE names, else one of the user's.
        It may not exist yet.
    """
    if os.environ.get(FOLDER):
        return Path(os.environ[FOLDER])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"), "dicestats")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/dicestats"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dicestats")
