"""Strategies from what a user gave: built-in names, imported objects, Python functions."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from dicestats.errors import Faults, InputError, unknown
from dicestats.game import Compiled, Game, Strategy, StrategyKind
from dicestats.settings.imported import find_object, made_by
from dicestats.settings.values import check_fields, check_whole, shown, text_readings

Spec = str | Strategy | Callable[..., Any]

_SPEC = re.compile(r"([^()]+?)\s*(?:\((.*)\))?", re.DOTALL)
_PARAMETER = re.compile(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|[][(){},"\']', re.DOTALL)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_PLAIN = re.compile(r"[\w.+-]+")  # text that needs no quotes in a strategy's name


def split_strategies(text: str) -> list[str]:
    """Cut a list of strategies at the commas outside parentheses and quotes.

    Parameters
    ----------
    text : str
        As typed after ``--strategies``.

    Returns
    -------
    list of str
        One for each strategy, in seat order.

    Raises
    ------
    InputError
        If a parenthesis or quote is open at the end, or a name is empty.

    Examples
    --------
    >>> split_strategies("greedy, fixed(order=[1, 0])")
    ['greedy', 'fixed(order=[1, 0])']
    """
    names = _split(text, "--strategies")
    if "" in names:
        raise InputError(
            "--strategies", f"'{text}' has an empty name: give one, or one a seat, as in a,b"
        )
    return names


def _split(text: str, place: str) -> list[str]:
    pieces, start = [], 0
    open_brackets: list[str] = []
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in ('"', "'"):
            raise InputError(place, f"'{text}': the quote at character {token.end()} never closes")
        if mark in _CLOSING:
            open_brackets.append(_CLOSING[mark])
        elif mark in _CLOSING.values() and (not open_brackets or open_brackets.pop() != mark):
            raise InputError(
                place, f"'{text}': the '{mark}' at character {token.end()} opens nowhere"
            )
        elif mark == "," and not open_brackets:
            pieces.append(text[start : token.start()].strip())
            start = token.end()
    if open_brackets:
        raise InputError(place, f"'{text}': a '{open_brackets[-1]}' is missing at the end")
    return [*pieces, text[start:].strip()]


def strategy_from(game: Game, rules: BaseModel, spec: Spec) -> Strategy:
    """Make one strategy.

    Parameters
    ----------
    game : Game
        The game it is to play.
    rules : pydantic model
        The game's rules.
    spec : str, Strategy or callable
        ``name``, ``name(param=value)``, ``package.module:object``,
        ``package.module:factory(param=value)``, a strategy, or a function for the only kind of
        decision of the game.

    Returns
    -------
    Strategy
        A built-in one is named as it was made: ``name(a=1,b=x)``, defaults left out.

    Raises
    ------
    InputError
        With every fault of this strategy, which it names.
    """
    if not isinstance(spec, str):
        name = getattr(spec, "__name__", type(spec).__name__)
        return _wrapped(game, rules, spec, name)
    place = f"strategy '{spec}'"
    found = _SPEC.fullmatch(spec.strip())
    if not found:
        raise InputError(place, "is not name, name(param=value) or package.module:object")
    given = None if found[2] is None else _parameters(found[2], place)
    if ":" not in found[1]:
        return _built_in(game, rules, name=found[1], given=given or {}, place=place)
    thing = find_object(found[1], place)
    if given is not None:
        thing = made_by(thing, given, place)
    # Named as it was given, so that a result or a record tells where to find it again.
    made = _wrapped(game, rules, thing, spec.strip())
    return Strategy(spec.strip(), **made.decisions, **made.traits)


def _parameters(text: str, place: str) -> dict[str, str]:
    """Read ``a=1, b=x`` into names and texts."""
    given: dict[str, str] = {}
    faults = []
    for piece in _split(text, place) if text.strip() else []:
        found = _PARAMETER.fullmatch(piece)
        if not found:
            faults.append(f"'{piece}' is not param=value")
        elif found[1] in given:
            faults.append(f"{found[1]} is given twice")
        else:
            given[found[1]] = found[2].strip()
    if faults:
        raise InputError(place, faults)
    return given


def _built_in(
    game: Game, rules: BaseModel, *, name: str, given: Mapping[str, str], place: str
) -> Strategy:
    kinds = game.strategies()
    if name not in kinds:
        forms = "; or give package.module:object"
        raise InputError(place, unknown("strategy", name, sorted(kinds)) + forms)
    parameters = _checked(kinds[name], given, place)
    try:
        made = kinds[name].make(rules, parameters)
    except InputError as error:
        raise InputError(place, error.faults) from error
    return Strategy(name + _shown_parameters(parameters), **made.decisions, **made.traits)


def _checked(kind: StrategyKind, given: Mapping[str, str], place: str) -> BaseModel:
    if given and not kind.parameters.model_fields:
        raise InputError(place, f"takes no parameters, but {', '.join(given)} was given")
    fields = {name: text_readings(text) for name, text in given.items()}
    values, faults = check_fields(kind.parameters, fields, kind="parameter")
    made, others = check_whole(kind.parameters, values, given)
    if made is None or faults:
        raise InputError(place, [*faults, *others])
    return made


def _shown_parameters(parameters: BaseModel) -> str:
    fields = type(parameters).model_fields.items()
    pairs = [
        f"{name}={_plain(getattr(parameters, name))}"
        for name, field in fields
        if getattr(parameters, name) != field.get_default(call_default_factory=True)
    ]
    return f"({','.join(pairs)})" if pairs else ""


def _plain(value: Any) -> str:
    return (
        value if isinstance(value, str) and _PLAIN.fullmatch(value) else shown(value, longest=None)
    )


def _wrapped(game: Game, rules: BaseModel, thing: Any, name: str) -> Strategy:
    """Make a strategy of what was imported or handed over; a strategy keeps its own name."""
    place = f"strategy '{thing.name if isinstance(thing, Strategy) else name}'"
    decision = game.bare_decision
    if isinstance(thing, Strategy):
        for made in thing.decisions.values():
            if isinstance(made, Compiled) and made.rules not in (None, rules):
                raise InputError(place, _made_for_others(made.rules, rules))
        if decision is not None and set(thing.decisions) != {decision}:
            had = ", ".join(thing.decisions) or "nothing"
            raise InputError(place, f"decides {had}: in {game.name} it must decide {decision}")
        return thing
    if isinstance(thing, type):
        raise InputError(place, f"is a class: call it, as in {name}()")
    if not (callable(thing) or isinstance(thing, Compiled)):
        raise InputError(
            place, f"is {shown(thing)}, not a strategy, a function or a factory of them"
        )
    if decision is None:
        raise InputError(
            place,
            f"is a bare function, but {game.name} has several kinds of decision: "
            "give Strategy(name, ...) with one function for each",
        )
    return Strategy(name, **{decision: thing})


def _made_for_others(had: BaseModel | None, rules: BaseModel) -> str:
    """Its tables would be read beyond their ends."""
    if type(had) is not type(rules):
        return "was made for another game: make it again"
    fields = [name for name, value in rules if getattr(had, name) != value]
    return f"was made for other rules, which differ in {', '.join(fields)}: make it again"


def strategies_from(
    game: Game, rules: BaseModel, specs: str | Sequence[Spec], *, seats: int | None = None
) -> tuple[Strategy, ...]:
    """Make the strategies of all seats.

    Parameters
    ----------
    game : Game
        The game they are to play.
    rules : pydantic model
        The game's rules.
    specs : sequence of specs, or str
        One for all seats, or one a seat; a text is cut at its commas.
    seats : int, optional
        Number of seats; by default as many as there are strategies where there are several,
        else the game's smallest number.

    Returns
    -------
    tuple of Strategy
        One a seat.

    Raises
    ------
    InputError
        With every fault of all strategies, or the numbers of seats that fit.
    """
    given = split_strategies(specs) if isinstance(specs, str) else list(specs)
    number = _seats(game, rules, given=len(given), seats=seats)
    made, faults = list[Strategy](), Faults()
    known: dict[str, Strategy] = {}  # seats that play alike share one: some take long to make
    for spec in given:
        with faults.gathered():
            same = known.get(spec) if isinstance(spec, str) else None
            made.append(same or strategy_from(game, rules, spec))
            if isinstance(spec, str):
                known[spec] = made[-1]
    if any(faults):
        raise InputError("--strategies", dict.fromkeys(faults))
    return tuple(made) if len(made) == number else tuple(made * number)


def _seats(game: Game, rules: BaseModel, *, given: int, seats: int | None) -> int:
    fitting = list(game.seats(rules))
    if given == 0:
        raise InputError("--strategies", "none given: give one for all seats, or one a seat")
    number = seats or (given if given > 1 else min(fitting))
    if number not in fitting:
        place = "--seats" if seats else "--strategies"
        fit = " or ".join(map(str, fitting))
        raise InputError(place, f"{number} seats are not allowed by these rules: they allow {fit}")
    if given not in (1, number):
        raise InputError(
            "--strategies", f"{given} strategies for {number} seats: give 1 or {number}"
        )
    return number
