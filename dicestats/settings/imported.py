"""Strategies that users keep in their own modules: found, imported, and called with parameters."""

import importlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from dicestats.errors import InputError, unknown
from dicestats.game import Strategy
from dicestats.settings.values import toml_value

_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def find_object(path: str, place: str) -> Any:
    """Import ``package.module:object``, looking in the current folder too.

    Parameters
    ----------
    path : str
        Module and object.
    place : str
        The strategy, for the message.

    Returns
    -------
    object
        Whatever it is.

    Raises
    ------
    InputError
        If the module cannot be imported or has no such object.
    """
    module_name, _, names = path.partition(":")
    if not (_PATH.fullmatch(module_name) and _PATH.fullmatch(names)):
        raise InputError(place, f"'{path}' is not package.module:object")
    found: Any = _module(module_name, place)
    for name in names.split("."):
        if not hasattr(found, name):
            raise InputError(place, _missing(found, name, module_name))
        found = getattr(found, name)
    return found


def _module(name: str, place: str) -> ModuleType:
    # Last, so that no file of the user's hides a library; it stays, because worker processes
    # and the user's own imports need it later.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            where = "the current folder and the installed packages"
            raise InputError(place, f"there is no module '{error.name}' in {where}") from error
        raise InputError(place, f"importing '{name}': {raised(error)}") from error
    except (Exception, SystemExit) as error:  # the user's module may raise anything
        raise InputError(place, f"importing '{name}': {raised(error)}") from error


def _missing(owner: Any, name: str, module: str) -> str:
    """Say what the module offers instead: its own functions and strategies."""
    own = (
        [
            key
            for key, value in vars(owner).items()
            if isinstance(value, Strategy)
            or (callable(value) and getattr(value, "__module__", "") == module and key[0] != "_")
        ]
        if hasattr(owner, "__dict__")
        else []
    )
    if not own:
        return f"'{module}' has no '{name}', nor any other function or strategy"
    return unknown(f"object of '{module}'", name, sorted(own))


def raised(error: BaseException) -> str:
    """Tell in one line what a user's code raised, and where.

    Parameters
    ----------
    error : exception
        As caught.

    Returns
    -------
    str
        Kind, message, file and line.
    """
    text = f"raised {type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) or not frames:
        return text
    return f"{text} ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})"


def made_by(factory: Any, given: Mapping[str, str], place: str) -> Any:
    """Call a user's factory with parameters that were typed.

    Parameters
    ----------
    factory : callable
        What was imported.
    given : mapping from name to text
        Each is read as TOML if it parses, else as text; text where the factory says ``str``.
    place : str
        The strategy, for the message.

    Returns
    -------
    object
        What the factory made.

    Raises
    ------
    InputError
        If it is no factory, does not take these parameters, or raises.
    """
    if isinstance(factory, Strategy) or not callable(factory):
        raise InputError(place, "is not a factory: leave the parentheses out")
    known = _signature(factory)
    faults = _misfits(known, given)
    if faults:
        raise InputError(place, faults)
    values = {name: _value(text, known.get(name)) for name, text in given.items()}
    try:
        return factory(**values)
    except InputError as error:
        raise InputError(place, error.faults) from error
    except Exception as error:  # the user's factory may raise anything
        raise InputError(place, f"the factory {raised(error)}") from error


def _signature(factory: Any) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(factory).parameters
    except (TypeError, ValueError):  # functions in C may not tell: then anything may fit
        return {"given": inspect.Parameter("given", inspect.Parameter.VAR_KEYWORD)}


def _misfits(known: Mapping[str, inspect.Parameter], given: Mapping[str, str]) -> list[str]:
    kinds = inspect.Parameter
    named = {
        name: parameter
        for name, parameter in known.items()
        if parameter.kind in (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY)
    }
    anything = any(parameter.kind == kinds.VAR_KEYWORD for parameter in known.values())
    strange = [name for name in given if name not in named and not anything]
    needed = [name for name, parameter in named.items() if parameter.default is kinds.empty]
    return [
        *(unknown("parameter", name, list(named)) for name in strange),
        *(f"{name} is missing" for name in needed if name not in given),
    ]


def _value(text: str, parameter: inspect.Parameter | None) -> Any:
    value = toml_value(text)
    wants_text = parameter is not None and parameter.annotation in (str, "str")
    return text if value is None or (wants_text and not isinstance(value, str)) else value
