"""Maps of Tiled (`.tmx` and `.tmj`) become scenarios: the uppermost tile of a cell is its ground.

Tilesets in files of their own are not at hand: their tiles are called by their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import cos, floor, radians, sin

from hulldown.catalogue import quote
from hulldown.exchange.maps import ForeignMap, ForeignUnit, Grid, scenario_of
from hulldown.exchange.model import Answers, ImportFault, ImportResult
from hulldown.exchange.tiled_data import SHOWN, Data, is_on, map_data, number, properties, text, whole
from hulldown.exchange.tiled_layers import FARTHEST, MapContent, extent, gather
from hulldown.exchange.tiled_tilesets import Tilesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.editing_ground import Cell

FORMAT = "Tiled map"
LARGEST = 4 * 2**20  # bytes
GRIDS: dict[str, Grid] = {"orthogonal": "squares", "isometric": "squares"}
ORIENTATIONS = (*GRIDS, "staggered", "hexagonal")
SIDED_BY = ("side", "team", "owner", "player", "force")  # properties that say whose an object is
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

CellOf = Callable[[float, float], Cell]


def read(data: bytes, name: str, ruleset: Ruleset, answers: Answers) -> ImportResult:
    """A map as a scenario. ImportFault if it is none, or too large."""
    if len(data) > LARGEST:
        raise ImportFault(
            f"A map has at most {LARGEST // 2**20} MiB: let Tiled pack its tiles with zlib or gzip"
        )
    title = re.sub(r"\.(tmx|tmj|json|xml)$", "", name, flags=re.IGNORECASE)
    return scenario_of(foreign_map(map_data(data), title), ruleset, answers)


def foreign_map(given: Data, title: str) -> ForeignMap:
    """A map as it is laid on a board."""
    orientation = text(given, "orientation")
    if orientation not in ORIENTATIONS:
        known = ", ".join(ORIENTATIONS)
        raise ImportFault(f"The map is {quote(orientation[:SHOWN])}; what is taken is {known}")
    content, infinite = MapContent(), is_on(given, "infinite")
    size = whole(given, "width", 1, FARTHEST), whole(given, "height", 1, FARTHEST)
    gather(content, given, size)
    west, north, columns, rows = extent(content, size, infinite)
    tilesets = Tilesets(given, content)
    layers = content.layers[::-1]

    def terrain(cell: Cell) -> tuple[str, ...]:
        column, row = cell[0] + west, cell[1] + north
        tiles = [(layer, layer.at(column, row)) for layer in layers]
        return tuple(dict.fromkeys(tilesets.name(tile, layer.name) for layer, tile in tiles if tile))

    by_column = text(given, "staggeraxis") == "x"
    first = west if by_column else north
    cell_of = geometry(given, orientation)
    units = [unit_of(each, tilesets, cell_of) for each in content.objects]
    return ForeignMap(
        format=FORMAT,
        title=title,
        columns=columns,
        rows=rows,
        grid=GRIDS.get(orientation) or ("flat" if by_column else "pointy"),
        terrain=terrain,
        shifted=(int(text(given, "staggerindex") != "even") + first) % 2,
        units=tuple(
            replace(unit, cell=(unit.cell[0] - west, unit.cell[1] - north)) for unit in units if unit
        ),
        remarks=tuple(content.remarks),
    )


# ---------------------------------------------------------------- objects


def unit_of(data: Data, tilesets: Tilesets, cell_of: CellOf) -> ForeignUnit | None:
    """An object that may be a unit; None for one without a name or a class."""
    tile = whole(data, "gid", 0, 2**32 - 1, 0)
    by_tile = tilesets.tileset_name(tile) if tile else ""
    names = [text(data, "class"), text(data, "type"), text(data, "name"), by_tile]
    names = [name[:SHOWN] for name in names if name]
    if not names:
        return None
    given = properties(data)
    side = next((given[key] for key in SIDED_BY if given.get(key)), "")
    x, y = middle(data, is_tile=bool(tile))
    return ForeignUnit(tuple(names), cell_of(x, y), side[:SHOWN], angle_of(data, given.get("facing", "")))


def angle_of(data: Data, facing: str) -> float | None:
    """Where an object points, in degrees clockwise from the north; None if nobody says so."""
    if facing.casefold() in COMPASS:
        return 45 * COMPASS.index(facing.casefold())
    return number(data, "rotation", -FARTHEST, FARTHEST, 0) % 360 or None


def middle(data: Data, is_tile: bool) -> tuple[float, float]:
    """The middle of an object in pixels. One that shows a tile lies on its lower left corner."""
    x, y = (number(data, key, -FARTHEST, FARTHEST, 0) for key in ("x", "y"))
    wide, high = (number(data, key, 0, FARTHEST, 0) for key in ("width", "height"))
    across, down = wide / 2, -high / 2 if is_tile else high / 2
    angle = radians(number(data, "rotation", -FARTHEST, FARTHEST, 0))
    return x + across * cos(angle) - down * sin(angle), y + across * sin(angle) + down * cos(angle)


# ---------------------------------------------------------------- where cells lie


def geometry(given: Data, orientation: str) -> CellOf:
    """Which cell a spot of the map lies in."""
    wide, high = (number(given, key, 1, FARTHEST) for key in ("tilewidth", "tileheight"))
    if orientation == "orthogonal":
        return lambda x, y: (floor(x / wide), floor(y / high))
    if orientation == "isometric":  # places of objects are measured along the sides of its cells
        return lambda x, y: (floor(x / high), floor(y / high))
    side = number(given, "hexsidelength", 0, FARTHEST, 0) if orientation == "hexagonal" else 0.0
    parity = int(text(given, "staggerindex") != "even")
    by_column = text(given, "staggeraxis") == "x"
    along, across = ((wide + side) / 2, high) if by_column else ((high + side) / 2, wide)
    size = (wide, high) if by_column else (high, wide)

    def cell(x: float, y: float) -> Cell:
        where = (x, y) if by_column else (y, x)
        line, place = nearest(where, size, along, across, parity)
        return (line, place) if by_column else (place, line)

    return cell


def nearest(
    where: tuple[float, float], size: tuple[float, float], along: float, across: float, parity: int
) -> Cell:
    """The line, and the place in it, whose middle is nearest to a spot; lines of a parity lie half a cell on.

    Lines are `along` apart, places in a line `across`; `size` is that of a cell.
    """

    def middle_of(line: int, place: int) -> tuple[float, float]:
        shift = across / 2 if line % 2 == parity else 0.0
        return line * along + size[0] / 2, place * across + shift + size[1] / 2

    def distance(cell: Cell) -> float:
        there = middle_of(*cell)
        return (there[0] - where[0]) ** 2 + (there[1] - where[1]) ** 2

    line, place = floor(where[0] / along), floor(where[1] / across)
    near = [(line + n, place + m) for n in (-1, 0, 1) for m in (-1, 0, 1)]
    return min(near, key=distance)
