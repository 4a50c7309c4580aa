"""The one exception for a user's mistake: every fault in one message, exit code 2."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches


class InputError(ValueError):
    """What the user gave is wrong; nothing was written.

    Parameters
    ----------
    place : str
        The argument or file that is wrong, as the user would name it.
    faults : str or iterable of str
        What is wrong: what was given, what is allowed, the nearest valid name.

    Examples
    --------
    >>> print(InputError("--games", "0 is not allowed: give 1 to 10^13"))
    --games: 0 is not allowed: give 1 to 10^13
    """

    def __init__(self, place: str, faults: str | Iterable[str]) -> None:
        self.place = place
        self.faults = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__(place, self.faults)

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.place}: {self.faults[0]}"
        return "\n".join(
            [f"{self.place}: {len(self.faults)} faults", *(f"  - {f}" for f in self.faults)]
        )


class SeveralInputsError(InputError):
    """Several mistakes in one message: each fault names its own place."""


class Faults:
    """Gathers what is wrong with several inputs, so that one message tells it all.

    Examples
    --------
    >>> faults = Faults()
    >>> for option in ("--games", "--seed"):
    ...     with faults.gathered():
    ...         raise InputError(option, "is not a number")
    >>> list(faults)
    ['--games: is not a number', '--seed: is not a number']
    """

    def __init__(self) -> None:
        self._errors: list[InputError] = []

    def __iter__(self) -> Iterator[str]:
        for error in self._errors:
            own = "" if isinstance(error, SeveralInputsError) else f"{error.place}: "
            yield from (own + fault for fault in error.faults)

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Note a user's mistake and go on after the block."""
        try:
            yield
        except InputError as error:
            self._errors.append(error)

    def check(self, place: str) -> None:
        """Stop here if anything was wrong.

        Parameters
        ----------
        place : str
            Named where there are several faults; a single one keeps its own place.

        Raises
        ------
        InputError
            With everything gathered.
        """
        if len(self._errors) == 1:
            raise self._errors[0]
        if self._errors:
            raise SeveralInputsError(place, dict.fromkeys(self))


def unknown(kind: str, given: str, allowed: Sequence[str]) -> str:
    """Say that a name is unknown, which ones there are, and which one was probably meant.

    Parameters
    ----------
    kind : str
        What the name stands for, such as ``"strategy"``.
    given : str
        The name that was given.
    allowed : sequence of str
        The names there are.

    Returns
    -------
    str
        One sentence.

    Examples
    --------
    >>> unknown("strategy", "gredy", ["greedy", "random"])
    "unknown strategy 'gredy' (did you mean 'greedy'?); there are: greedy, random"
    """
    near = get_close_matches(given, allowed, n=1, cutoff=0.5)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    return f"unknown {kind} '{given}'{hint}; there are: {', '.join(allowed)}"
