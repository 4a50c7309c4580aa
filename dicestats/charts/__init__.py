"""Charts of estimates and counts: small frames in, Altair charts out, one theme."""

from dicestats.charts.board import board
from dicestats.charts.data import MOST_ROWS
from dicestats.charts.heat import heat
from dicestats.charts.intervals import intervals
from dicestats.charts.lines import lines
from dicestats.charts.render import png, save, save_png
from dicestats.charts.shares import shares
from dicestats.charts.surface import surface
from dicestats.charts.theme import BLUE, GREY, ORANGE, SERIES, use_theme

__all__ = [
    "BLUE",
    "GREY",
    "MOST_ROWS",
    "ORANGE",
    "SERIES",
    "board",
    "heat",
    "intervals",
    "lines",
    "png",
    "save",
    "save_png",
    "shares",
    "surface",
    "use_theme",
]
