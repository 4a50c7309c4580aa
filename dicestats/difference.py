"""Where two pieces of plain JSON differ: a record's outcome as given, and as scored."""

from collections.abc import Mapping

from dicestats.errors import unknown
from dicestats.shapes import shown


def first_difference(given: object, scored: object, place: str) -> str | None:
    """Find the first place where a given outcome is not the scored one.

    Parameters
    ----------
    given, scored : object
        Plain JSON; the order of ``scored`` is the order of search.
    place : str
        The path of both, dotted.

    Returns
    -------
    str or None
        The place, the given and the scored value; None where they are equal.

    Examples
    --------
    >>> first_difference({"scores": [{"red": 8}]}, {"scores": [{"red": 9}]}, "outcome")
    'outcome.scores[0].red: 8 given; 9 scored'
    """
    if isinstance(given, dict) and isinstance(scored, dict):
        return _first_difference_in_keys(given, scored, place)
    if isinstance(given, list) and isinstance(scored, list):
        if len(given) != len(scored):
            return f"{place}: {len(given)} entries given; {len(scored)} scored"
        pairs = enumerate(zip(given, scored, strict=True))
        found = (first_difference(one, two, f"{place}[{i}]") for i, (one, two) in pairs)
        return next((difference for difference in found if difference), None)
    if type(given) is type(scored) and given == scored:  # true is not 1
        return None
    return f"{place}: {shown(given)} given; {shown(scored)} scored"


def _first_difference_in_keys(
    given: Mapping[str, object], scored: Mapping[str, object], place: str
) -> str | None:
    for key, value in scored.items():
        if key not in given:
            return f"{place}.{key}: missing; {shown(value)} scored"
        difference = first_difference(given[key], value, f"{place}.{key}")
        if difference:
            return difference
    extra = [key for key in given if key not in scored]
    return f"{place}: {unknown('key', str(extra[0]), list(scored))}" if extra else None
