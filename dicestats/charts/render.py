"""Charts as files: PNG without any network, packed small, and the specification as JSON."""

import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEFT = 1  # the filter of a line that holds differences to the left
_OPAQUE = 255


def png(spec: dict[str, Any], scale: float = 1.5) -> bytes:
    """Render a chart's specification to PNG; the same bytes for the same specification.

    Parameters
    ----------
    spec : dict
        Vega-Lite, with its data in it.
    scale : float
        Pixels to a unit.

    Returns
    -------
    bytes
        The image, packed as tightly as zlib can.

    Raises
    ------
    ValueError
        If the specification asks for data from elsewhere.
    """
    import vl_convert

    return repacked(vl_convert.vegalite_to_png(spec, scale=scale, allowed_base_urls=[]))


def repacked(image: bytes) -> bytes:
    """Pack the pixels of a PNG as tightly as zlib can: a palette where 256 colours are enough.

    Parameters
    ----------
    image : bytes
        A PNG as the renderer writes it: eight bits a channel, opacity, differences to the left.

    Returns
    -------
    bytes
        A PNG of the same pixels, without opacity where all are opaque, and without remarks; a
        PNG of another form is left as it is.
    """
    import numpy as np

    pixels = _pixels(image)
    if pixels is None:
        return image
    height, width = pixels.shape[:2]
    if (pixels[..., 3] == _OPAQUE).all():
        pixels = pixels[..., :3]
    channels = pixels.shape[2]
    colors, places = np.unique(pixels.reshape(-1, channels), axis=0, return_inverse=True)
    kind, palette = {3: 2, 4: 6}[channels], []
    if channels == 3 and len(colors) <= 256:
        kind, pixels = 3, places.astype(np.uint8)
        palette = [(b"PLTE", colors.tobytes())]
    rows = np.zeros((height, 1 + pixels.size // height), np.uint8)  # filter 0, then the pixels
    rows[:, 1:] = pixels.reshape(height, -1)
    head = (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    packed = [head, *palette, (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(map(_chunk, packed))


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, data = chunk
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixels(image: bytes) -> Any:
    """Read the pixels (height, width, 4) of what the renderer writes; None: of another form."""
    import numpy as np

    chunks, place = [], len(_SIGNATURE)
    while place < len(image):
        (length,) = struct.unpack(">I", image[place : place + 4])
        chunks.append((image[place + 4 : place + 8], image[place + 8 : place + 8 + length]))
        place += length + 12
    width, height, *form = struct.unpack(">IIBBBBB", chunks[0][1])
    if form != [8, 6, 0, 0, 0]:
        return None
    raw = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    rows = np.frombuffer(raw, np.uint8).reshape(height, -1)
    if (rows[:, 0] != _LEFT).any():
        return None
    lines = rows[:, 1:].reshape(height, width, 4)  # each the difference to its left neighbour
    return np.cumsum(lines, axis=1, dtype=np.uint8)


def save_png(chart: Any, path: Path | str, scale: float = 2.0) -> None:
    """Render a chart to a PNG file.

    Parameters
    ----------
    chart : altair chart
        Any.
    path : Path or str
        The file; it is there whole or not at all.
    scale : float
        Pixels to a unit.
    """
    _write(Path(path), png(chart.to_dict(), scale))


def save(chart: Any, folder: Path | str, name: str, *, scale: float = 2.0) -> None:
    """Write a chart twice: ``NAME.vl.json``, its Vega-Lite specification, and ``NAME.png``.

    Parameters
    ----------
    chart : altair chart
        Any.
    folder : Path or str
        Must exist.
    name : str
        Of both files; each is there whole or not at all.
    scale : float
        Pixels to a unit of the PNG.
    """
    spec = chart.to_dict()
    text = json.dumps(spec, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    _write(Path(folder) / f"{name}.vl.json", text.encode())
    _write(Path(folder) / f"{name}.png", png(spec, scale))


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
