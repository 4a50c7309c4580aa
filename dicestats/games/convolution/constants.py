"""Rule values as the plain numbers that compiled steps need."""

import numpy as np
from numpy.typing import DTypeLike

from dicestats.games.convolution.columns import total_bounds
from dicestats.games.convolution.lanes import Numbers
from dicestats.games.convolution.results import (
    OWNER_FIRST,
    OWNER_NOBODY,
    OWNER_SEAT_0,
    OWNER_SEAT_1,
    OWNER_SECOND,
    Ending,
)
from dicestats.games.convolution.rules import Rules


def make_numbers(rules: Rules, kind: DTypeLike) -> Numbers:
    """Take what the steps of a turn need from the rules.

    Parameters
    ----------
    rules : Rules
        The rules.
    kind : dtype
        Of scores.

    Returns
    -------
    Numbers
        Plain numbers and arrays.
    """
    tops = rules.tops
    first_tops = [
        top if first is None else first for top, first in zip(tops, rules.first_tops, strict=True)
    ]
    first_twelve = rules.first_bluggard_twelve
    return Numbers(
        colors=rules.colors,
        dice_per_color=rules.dice_per_color,
        sides=rules.sides,
        bluggard=int(rules.bluggard),
        pairs=rules.pairs,
        twelve=0 if first_twelve is None else tops[0],
        leaders=np.array(rules.leaders, np.int64),
        tops=np.array(tops, kind),
        first_tops=np.array([*first_tops, first_twelve or 0], kind),
    )


def make_ending(rules: Rules) -> Ending:
    """Take what the end of a game needs from the rules.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    Ending
        Plain numbers.
    """
    owners = {
        "first": OWNER_FIRST,
        "second": OWNER_SECOND,
        "nobody": OWNER_NOBODY,
        "first_to_complete": OWNER_FIRST,
        "second_to_complete": OWNER_SECOND,
        "first_seat": OWNER_SEAT_0,
        "second_seat": OWNER_SEAT_1,
        "as_totals": -1,
    }
    tied_total = owners[rules.tied_total]
    tied_grand_total = owners[rules.tied_grand_total]
    return Ending(
        colors=rules.colors,
        bluggard=int(rules.bluggard),
        calculated=int(rules.calculated),
        pairs=rules.pairs,
        lowest_total=total_bounds(rules)[0],
        tied_category=owners[rules.tied_category],
        tied_total=tied_total,
        tied_grand_total=tied_total if tied_grand_total < 0 else tied_grand_total,
    )
