"""Charts as files: PNG without any network, packed small, and the specification as JSON."""

import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


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
    """Compress the pixels of a PNG again at level 9, as one chunk, and drop remarks.

    Parameters
    ----------
    image : bytes
        A PNG.

    Returns
    -------
    bytes
        A PNG of the same pixels.
    """
    chunks, place = [], len(_SIGNATURE)
    while place < len(image):
        (length,) = struct.unpack(">I", image[place : place + 4])
        chunks.append((image[place + 4 : place + 8], image[place + 8 : place + 8 + length]))
        place += length + 12
    pixels = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    head = [(kind, data) for kind, data in chunks if kind in (b"IHDR", b"PLTE", b"tRNS", b"pHYs")]
    packed = [*head, (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(map(_chunk, packed))


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, data = chunk
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


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
