"""The layers of a Tiled map: tiles in any of the ways in which a file holds them, objects, what is hidden."""

from __future__ import annotations

import sys
import zlib
from array import array
from base64 import b64decode
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from hulldown.catalogue import quote
from hulldown.exchange.maps import WIDEST
from hulldown.exchange.model import ImportFault, Remark, RemarkKind
from hulldown.exchange.terrain import plural
from hulldown.exchange.tiled_data import DEEPEST, SHOWN, Data, entries, is_hidden, number, text, whole

MOST_LAYERS = 100
MOST_CHUNKS = 2000
MOST_CELLS = 4_000_000  # of all layers together
MOST_OBJECTS = 5000
FARTHEST = 1_000_000  # columns, rows or pixels from the middle of an infinite map
FLIPS = 0xF0000000  # the bits of a tile that say how it is turned
WINDOW = 24  # of Zstandard: a file that needs more memory than 16 MiB is refused


@dataclass(frozen=True)
class Chunk:
    """A rectangle of tiles, row by row; 0 is none."""

    west: int
    north: int
    columns: int
    rows: int
    tiles: array[int]

    def at(self, column: int, row: int) -> int:
        """The number of the tile in a place; 0 beyond the rectangle."""
        across, down = column - self.west, row - self.north
        if not (0 <= across < self.columns and 0 <= down < self.rows):
            return 0
        return self.tiles[down * self.columns + across] & ~FLIPS


@dataclass(frozen=True)
class TileLayer:
    """A layer of tiles."""

    name: str
    chunks: tuple[Chunk, ...]

    def at(self, column: int, row: int) -> int:
        """The number of the tile in a place; 0 for none."""
        return next((tile for chunk in self.chunks if (tile := chunk.at(column, row))), 0)


@dataclass
class MapContent:
    """What is on a map: layers from the lowest, objects, and what is not taken."""

    layers: list[TileLayer] = field(default_factory=list)
    objects: list[Data] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    cells: int = 0
    chunks: int = 0
    seen: int = 0

    def leave_out(self, where: str, what: str) -> None:
        """Name something that is not taken."""
        self.remarks.append(Remark(RemarkKind.LEFT, where[:120], what))


def layer_name(data: Data) -> str:
    """How a person finds a layer."""
    return f"layer {text(data, 'name')[:SHOWN] or whole(data, 'id', 0, 10**9, 0)}"


def gather(content: MapContent, data: Data, size: tuple[int, int], deep: int = 0) -> None:
    """Collect the layers of a map or a group. ImportFault for one that cannot be read."""
    if deep > DEEPEST:
        raise ImportFault(f"The layers of this map lie in more than {DEEPEST} groups")
    for layer in entries(data, "layers"):
        content.seen += 1
        if content.seen > MOST_LAYERS:
            raise ImportFault(f"This map has more than {MOST_LAYERS} layers")
        kind = text(layer, "type")
        if is_hidden(layer):
            content.leave_out(layer_name(layer), "is hidden, and not taken")
        elif kind == "group":
            gather(content, layer, size, deep + 1)
        elif kind == "tilelayer":
            content.layers.append(tile_layer(content, layer, size))
        elif kind == "objectgroup":
            gather_objects(content, layer)
        else:
            content.leave_out(layer_name(layer), "is a picture, which no board has")


def gather_objects(content: MapContent, layer: Data) -> None:
    """Collect the objects of a layer."""
    objects = entries(layer, "objects")
    shown = [each for each in objects if not is_hidden(each)]
    if len(shown) < len(objects):
        hidden = plural(len(objects) - len(shown), "hidden object")
        content.leave_out(layer_name(layer), f"{hidden}: not taken")
    content.objects += shown
    if len(content.objects) > MOST_OBJECTS:
        raise ImportFault(f"This map has more than {MOST_OBJECTS} objects")


def tile_layer(content: MapContent, layer: Data, size: tuple[int, int]) -> TileLayer:
    """A layer of tiles, in one piece or in chunks."""
    name = layer_name(layer)
    if any(number(layer, key, -FARTHEST, FARTHEST, 0) for key in ("offsetx", "offsety")):
        content.leave_out(name, "is drawn beside its cells by an offset, which does not count here")
    chunks = entries(layer, "chunks")
    pieces = chunks or [{"x": 0, "y": 0, "width": size[0], "height": size[1], "data": layer.get("data", [])}]
    if not chunks and (
        whole(layer, "width", 1, FARTHEST, size[0]) != size[0]
        or whole(layer, "height", 1, FARTHEST, size[1]) != size[1]
    ):
        raise ImportFault(f"{name}: is not as large as the map of {size[0]} by {size[1]} tiles")
    return TileLayer(name, tuple(chunk_of(content, piece, layer, name) for piece in pieces))


def chunk_of(content: MapContent, piece: Data, layer: Data, name: str) -> Chunk:
    """A rectangle of tiles of a layer."""
    columns, rows = whole(piece, "width", 1, WIDEST), whole(piece, "height", 1, WIDEST)
    content.cells += columns * rows
    content.chunks += 1
    if content.cells > MOST_CELLS or content.chunks > MOST_CHUNKS:
        raise ImportFault(
            f"This map is too large: at most {MOST_CELLS} tiles in {MOST_CHUNKS} chunks are read"
        )
    west, north = (whole(piece, key, -FARTHEST, FARTHEST) for key in ("x", "y"))
    tiles = tiles_of(piece.get("data"), layer, columns * rows, name)
    return Chunk(west, north, columns, rows, tiles)


# ---------------------------------------------------------------- the tiles


def tiles_of(data: Any, layer: Data, count: int, name: str) -> array[int]:
    """The numbers of tiles. ImportFault if there are not as many, or one is no number."""
    if isinstance(data, str) and text(layer, "encoding") == "base64":
        raw = unpacked(data, text(layer, "compression"), 4 * count, name)
        result = array("I", raw)
        if sys.byteorder == "big":
            result.byteswap()
        return result
    if text(layer, "encoding") not in ("", "csv", "base64"):
        raise ImportFault(
            f"{name}: its tiles are written as {quote(text(layer, 'encoding')[:SHOWN])}, not as CSV or base64"
        )
    values = data.split(",") if isinstance(data, str) and data.strip() else data or []
    if not isinstance(values, list) or len(values) != count:
        many = len(values) if isinstance(values, list) else 0
        raise ImportFault(f"{name}: has {plural(many, 'tile')}, {count} are needed")
    try:
        return array("I", map(tile_number, values))
    except (ValueError, TypeError, OverflowError):
        raise ImportFault(f"{name}: a tile is a whole number from 0, and not every one of these is") from None


def tile_number(value: Any) -> int:
    """The number of a tile with its bits. ValueError for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError
    return int(value)


def unpacked(data: str, compression: str, size: int, name: str) -> bytes:
    """The bytes of tiles, never more than are needed. ImportFault if there are more or less."""
    if compression not in ("", "zlib", "gzip", "zstd"):
        packed = quote(compression[:SHOWN])
        raise ImportFault(f"{name}: its tiles are packed as {packed}, not with zlib, gzip or Zstandard")
    zstd = zstd_library() if compression == "zstd" else None
    broken = (ValueError, zlib.error, *([zstd.ZstdError] if zstd else []))
    try:
        raw = b64decode("".join(data.split()), validate=True)
        if zstd:
            bounds = {int(zstd.DecompressionParameter.window_log_max): WINDOW}
            raw = zstd.ZstdDecompressor(options=bounds).decompress(raw, max_length=size + 1)
        elif compression:
            raw = zlib.decompressobj(32 + zlib.MAX_WBITS).decompress(raw, size + 1)
    except broken:
        raise ImportFault(f"{name}: its tiles are no whole base64 data") from None
    if len(raw) != size:
        many = "more" if len(raw) > size else str(len(raw) // 4)
        raise ImportFault(f"{name}: has {many} tiles, {size // 4} are needed")
    return raw


def zstd_library() -> Any:
    """What unpacks Zstandard. ImportFault if it is not there."""
    try:
        return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    except ImportError:
        text = "Tiles packed with Zstandard need hulldown[exchange]; save the map with zlib, gzip or CSV"
        raise ImportFault(text) from None


# ---------------------------------------------------------------- how far the map goes


def extent(content: MapContent, size: tuple[int, int], infinite: bool) -> tuple[int, int, int, int]:
    """Where a map begins, and its columns and rows; an infinite map goes as far as it is drawn."""
    if not infinite:
        return 0, 0, *size
    boxes = [box for layer in content.layers for chunk in layer.chunks if (box := chunk_extent(chunk))]
    if not boxes:
        raise ImportFault("Nothing is drawn on this map")
    west, north = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return west, north, max(box[2] for box in boxes) - west + 1, max(box[3] for box in boxes) - north + 1


def chunk_extent(chunk: Chunk) -> tuple[int, int, int, int] | None:
    """The rectangle round the tiles of a chunk: west, north, east, south."""
    wide = chunk.columns
    rows = [row for row in range(chunk.rows) if any(chunk.tiles[row * wide : (row + 1) * wide])]
    if not rows:
        return None
    columns = [column for column in range(wide) if any(chunk.tiles[column::wide])]
    west, north = chunk.west, chunk.north
    return west + columns[0], north + rows[0], west + columns[-1], north + rows[-1]
