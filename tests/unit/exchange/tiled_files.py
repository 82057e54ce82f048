"""Maps of Tiled as tests write them, by hand after the format."""

from __future__ import annotations

import gzip
import json
import zlib
from array import array
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from backports import zstd

PACKED = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd.compress}
WAYS = ("csv", "xml", "base64", "base64 zlib", "base64 gzip", "base64 zstd", "json", "json base64 zlib")


def base64(tiles: Sequence[int], packed: str = "") -> str:
    """Tiles as base64 data."""
    return b64encode(PACKED[packed](array("I", tiles).tobytes())).decode()


def data_tag(tiles: Sequence[int], way: str = "csv", tag: str = "data", attributes: str = "") -> str:
    """Tiles as they stand in XML."""
    encoding, _, packed = way.partition(" ")
    said = f'encoding="{encoding}"' if encoding != "xml" and tag == "data" else ""
    said += f' compression="{packed}"' if packed and tag == "data" else ""
    if encoding == "xml":
        inner = "".join(f'<tile gid="{tile}"/>' for tile in tiles)
    else:
        inner = ",".join(map(str, tiles)) if encoding == "csv" else base64(tiles, packed)
    return f"<{tag} {attributes} {said}>\n{inner}\n</{tag}>"


def layer(tiles: Sequence[int], columns: int, way: str = "csv", name: str = "Tiles", more: str = "") -> str:
    """A layer of tiles in XML."""
    rows = len(tiles) // columns
    return (
        f'<layer id="1" name="{name}" width="{columns}" height="{rows}" {more}>{data_tag(tiles, way)}</layer>'
    )


def tileset(names: Sequence[str], first: int = 1) -> str:
    """A tileset whose tiles have classes."""
    tiles = "".join(f'<tile id="{n}" type={quoteattr(name)}/>' for n, name in enumerate(names) if name)
    return f'<tileset firstgid="{first}" name="ground" tilecount="{len(names)}">{tiles}</tileset>'


def tmx(columns: int, rows: int, *parts: str, more: str = 'orientation="orthogonal"') -> bytes:
    """A map in XML."""
    size = f'width="{columns}" height="{rows}" tilewidth="32" tileheight="32"'
    return f'<?xml version="1.0"?>\n<map version="1.10" {size} {more}>{"".join(parts)}</map>'.encode()


def tmj(columns: int, rows: int, tiles: Sequence[int], names: Sequence[str], way: str, **more: Any) -> bytes:
    """A map in JSON."""
    _, encoding, packed = [*way.split(), "", ""][:3]
    laid: Mapping[str, Any] = {
        **{"type": "tilelayer", "id": 1, "name": "Tiles", "width": columns, "height": rows, "visible": True},
        "data": base64(tiles, packed) if encoding else list(tiles),
        **({"encoding": encoding, "compression": packed} if encoding else {}),
    }
    classes = [{"id": n, "type": name} for n, name in enumerate(names)]
    sets = [{"firstgid": 1, "name": "ground", "tilecount": len(names), "tiles": classes}]
    size = {"width": columns, "height": rows, "tilewidth": 32, "tileheight": 32}
    return json.dumps(
        {"type": "map", "orientation": "orthogonal", **size, "tilesets": sets, "layers": [laid], **more}
    ).encode()


def written(
    columns: int, rows: int, tiles: Sequence[int], names: Sequence[str], way: str, hexes: bool = False
) -> bytes:
    """A map in one of `WAYS`, of squares or of hexes that lie as those of our boards."""
    shape = {"orientation": "hexagonal" if hexes else "orthogonal", "staggeraxis": "x", "staggerindex": "odd"}
    if way.startswith("json"):
        return tmj(columns, rows, tiles, names, way, **shape)
    more = " ".join(f'{key}="{value}"' for key, value in shape.items())
    return tmx(columns, rows, tileset(names), layer(tiles, columns, way), more=more)
