"""Set a notebook up: reproducible chart output, quiet progress, readable tables."""

import os
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from dicestats import charts

# JupyterLab 4.6 draws this key live, with tooltips; static viewers show the PNG.
_SPEC = "application/vnd.vegalite.v5+json"
_WIDTH = 130  # characters of a table, before its cells are broken into lines


def setup() -> Path:
    """Prepare a notebook: theme, renderer, table format, no progress bars.

    Returns
    -------
    Path
        The root of the repository, relative to the notebook.
    """
    charts.use_theme()
    alt.renderers.register("dicestats", _render)
    alt.renderers.enable("dicestats")
    os.environ["DICESTATS_PROGRESS"] = "0"
    pl.Config.set_tbl_hide_column_data_types(True).set_tbl_hide_dataframe_shape(True)
    pl.Config.set_tbl_rows(40).set_tbl_cols(20).set_float_precision(5)
    pl.Config.set_tbl_width_chars(_WIDTH)
    return root()


def root() -> Path:
    """Find the repository that the notebook lies in.

    Returns
    -------
    Path
        The nearest folder upwards with a ``pyproject.toml``, relative to here.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    folder = Path()
    for _ in Path.cwd().parts:
        if (folder / "pyproject.toml").exists():
            return folder
        folder = folder / ".."
    raise FileNotFoundError("no pyproject.toml in this folder or above")


def _render(spec: dict[str, Any], **_: Any) -> dict[str, Any]:
    import base64

    image = base64.b64encode(charts.png(spec)).decode()
    return {_SPEC: spec, "image/png": image, "text/plain": "chart"}
