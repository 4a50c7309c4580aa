"""Files that a settings file names lie beside it, wherever the command is typed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

NAMES_FILE = "names_file"  # in ``json_schema_extra`` of a field that may hold a file's name


def beside(name: str, folder: Path) -> str:
    """Find a file from the folder of the file that names it.

    Parameters
    ----------
    name : str
        What may be a file's name.
    folder : Path
        Where the naming file lies.

    Returns
    -------
    str
        The path, if there is such a file; else the name as it is.

    Examples
    --------
    >>> beside("nowhere.csv", Path("simulations"))
    'nowhere.csv'
    """
    path = folder / name
    return str(path) if path.is_file() else name


def fields_beside(
    model: type[BaseModel], fields: Mapping[str, Any], folder: Path
) -> dict[str, Any]:
    """Find the files that fields name, from the folder of the file that holds the fields.

    Parameters
    ----------
    model : type of pydantic model
        Says by ``NAMES_FILE`` which of its fields may name files.
    fields : mapping from name to value
        As TOML holds them.
    folder : Path
        Where that file lies.

    Returns
    -------
    dict
        The same fields.
    """
    return {
        name: beside(value, folder)
        if isinstance(value, str) and _names_file(model, name)
        else value
        for name, value in fields.items()
    }


def _names_file(model: type[BaseModel], name: str) -> bool:
    extra = model.model_fields[name].json_schema_extra if name in model.model_fields else None
    return isinstance(extra, dict) and extra.get(NAMES_FILE) is True
