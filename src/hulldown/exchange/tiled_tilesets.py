"""The tilesets of a Tiled map: what each tile is called."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from hulldown.exchange.model import ImportFault
from hulldown.exchange.terrain import BY_WORD, words_of
from hulldown.exchange.tiled_data import SHOWN, Data, entries, properties, text, whole
from hulldown.exchange.tiled_layers import FLIPS, MapContent

MOST_TILESETS = 100
MOST_TILES = 100_000  # that tilesets describe
HIGHEST = 2**28 - 1  # of the numbers of tiles: four bits say how one is turned
NAMED_BY = ("terrain", "ground", "kind", "name")  # properties that say what a tile is


@dataclass(frozen=True)
class Tileset:
    """A tileset: the number of its first tile, its name, and the names of those tiles that have some.

    `count` is how many tiles it has, 0 if nobody says so.
    """

    first: int
    name: str
    count: int
    names: dict[int, str] = field(default_factory=dict)


class Tilesets:
    """The tilesets of a map."""

    def __init__(self, given: Data, content: MapContent) -> None:
        """Read what names tiles. ImportFault if a number is none; files that are not at hand are named."""
        sets = entries(given, "tilesets")
        if len(sets) > MOST_TILESETS or sum(len(entries(each, "tiles")) for each in sets) > MOST_TILES:
            raise ImportFault(
                f"This map has more than {MOST_TILESETS} tilesets or {MOST_TILES} tiles in them"
            )
        self.sets = sorted((tileset(each) for each in sets), key=lambda each: each.first)
        self.firsts = [each.first for each in self.sets]
        files = dict.fromkeys(text(each, "source")[:SHOWN] for each in sets if text(each, "source"))
        if files:
            content.leave_out(", ".join(files), "is not at hand: its tiles are called by their numbers")

    def find(self, tile: int) -> tuple[Tileset, int]:
        """The tileset of a tile, and its number there. ImportFault for a tile of none."""
        tile &= ~FLIPS
        place = bisect_right(self.firsts, tile) - 1
        if place < 0:
            raise ImportFault(f"Tile {tile} is of no tileset of this map")
        found_in = self.sets[place]
        local = tile - found_in.first
        if found_in.count and local >= found_in.count and local not in found_in.names:
            raise ImportFault(f"Tile {tile} is beyond the {found_in.count} tiles of {found_in.name}")
        return found_in, local

    def tileset_name(self, tile: int) -> str:
        """What a tile is called by its tileset; nothing for one without a name."""
        of, local = self.find(tile)
        return of.names.get(local, "")

    def name(self, tile: int, layer: str) -> str:
        """What a tile is called: by its tileset, by a layer that is called like ground, or by its number."""
        of, local = self.find(tile)
        if name := of.names.get(local, ""):
            return name
        return layer if names_ground(layer) else f"{of.name} tile {local}"


def names_ground(name: str) -> bool:
    """Whether the name of a layer says what lies on it: "layer Trees"."""
    return any(word in BY_WORD and word != "ground" for word in words_of(name))


# ---------------------------------------------------------------- one tileset


def tileset(data: Data) -> Tileset:
    """A tileset of a map."""
    source = PurePosixPath(text(data, "source").replace("\\", "/")).stem
    name = (text(data, "name") or source or "tileset")[:SHOWN]
    names: dict[int, str] = wang_names(data)
    terrains = [text(each, "name") for each in entries(data, "terrains")]
    for tile in entries(data, "tiles"):
        if named := tile_name(tile, terrains):
            names[whole(tile, "id", 0, HIGHEST)] = named[:SHOWN]
    return Tileset(whole(data, "firstgid", 1, HIGHEST), name, whole(data, "tilecount", 0, HIGHEST, 0), names)


def tile_name(tile: Data, terrains: list[str]) -> str:
    """What a tile is called: by its class, a property, the terrain of its corners, or its picture."""
    given = properties(tile)
    by_property = next((given[key] for key in NAMED_BY if given.get(key)), "")
    corners = numbers_in(tile.get("terrain"))
    by_terrain = most_common(terrains[corner] for corner in corners if 0 <= corner < len(terrains))
    picture = PurePosixPath(text(tile, "image").replace("\\", "/")).stem
    return text(tile, "class", "type") or by_property or by_terrain or picture


def wang_names(data: Data) -> dict[int, str]:
    """Names of tiles by the terrain sets of a tileset: of each the terrain that it has most of."""
    names: dict[int, str] = {}
    for each in entries(data, "wangsets"):
        colors = [text(color, "name") for color in entries(each, "colors")]
        for tile in entries(each, "wangtiles"):
            edges = numbers_in(tile.get("wangid"))
            name = most_common(colors[edge - 1] for edge in edges if 1 <= edge <= len(colors))
            if name:
                names.setdefault(whole(tile, "tileid", 0, HIGHEST), name[:SHOWN])
    return names


def numbers_in(value: object) -> list[int]:
    """The whole numbers of a list, or of a text with commas."""
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return [int(part) for part in parts if str(part).strip().lstrip("-").isdecimal() and len(str(part)) < 10]


def most_common(names: Iterable[str]) -> str:
    """The name that is there most often; nothing for none."""
    counts = Counter(name for name in names if name)
    return counts.most_common(1)[0][0] if counts else ""
