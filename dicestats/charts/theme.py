"""What all charts share: fonts, colours that colour-blind readers tell apart, sizes, titles."""

from typing import Any

import altair as alt

# Okabe and Ito 2008, "Color universal design": told apart with any colour blindness.
SERIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
BLUE, ORANGE = SERIES[:2]
GREY = "#595959"  # text and reference lines: 7 to 1 against white
WIDTH = 520  # pixels of a chart's inside

# The PNG renderer brings Liberation Sans; it draws no text at all in a font that it lacks.
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


def use_theme() -> None:
    """Make the house theme the active one: readable sizes, quiet grid, safe colours."""

    @alt.theme.register("dicestats", enable=True)
    def _theme() -> alt.theme.ThemeConfig:
        return {
            "config": {
                "font": _FONT,
                "axis": {
                    "labelFontSize": 12,
                    "titleFontSize": 12,
                    "titleFontWeight": "normal",
                    "titleColor": GREY,
                    "titlePadding": 8,
                    "labelLimit": 260,
                    "labelPadding": 5,
                    "gridColor": "#E6E6E6",
                    "domainColor": "#B0B0B0",
                    "tickColor": "#B0B0B0",
                },
                "legend": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"},
                "title": {
                    "fontSize": 15,
                    "subtitleFontSize": 12,
                    "subtitleColor": GREY,
                    "subtitlePadding": 5,
                    "offset": 14,
                    "anchor": "start",
                    "frame": "group",
                },
                "range": {"category": list(SERIES)},
                "view": {"stroke": "transparent"},
            }
        }


def titled(chart: Any, title: str, subtitle: str) -> Any:
    """Put a title, and a subtitle where there is one, above a chart.

    Parameters
    ----------
    chart : altair chart
        Any.
    title : str
        What is shown.
    subtitle : str
        For whom, how many games, which interval; may be empty.

    Returns
    -------
    altair chart
        The same with its title.
    """
    return chart.properties(title=alt.TitleParams(title, subtitle=subtitle or alt.Undefined))
