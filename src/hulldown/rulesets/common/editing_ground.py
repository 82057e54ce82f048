"""Ground drawn by hand: on boards of cells, and on tables without places."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import hypot
from typing import Any

from hulldown.catalogue import quote
from hulldown.kernel.hexes import hex_name, parse_hex
from hulldown.rulesets.api import editing
from hulldown.rulesets.api.editing import Brush, Draft, Named, NoSense, Where
from hulldown.rulesets.common.draft import at_place
from hulldown.rulesets.common.editing import Drafting, DraftRow

Cell = tuple[int, int]  # column and row, both from 0
Ground = dict[Cell, dict[str, Any]]  # what lies on each cell, by layer
CellImage = Callable[[Cell], Cell]
MIRRORS = (
    Named("turned", "Turned half round, the south repeated in the north"),
    Named("east_west", "From west to east"),
    Named("north_south", "From south to north"),
)
SWAPPED = {"zone_0": "zone_1", "zone_1": "zone_0"}  # layers that are the other side's on the other half


class CellDrafting(Drafting):
    """An editor of a board of cells. `layers` are listed as they lie, the uppermost first.

    `lays` has for each brush the layer that it lays and what; of a layer in `alone` there is one at most.
    """

    mirrors = MIRRORS
    layers: tuple[str, ...] = ()
    lays: dict[str, tuple[str, Any]]
    alone: tuple[str, ...] = ()

    # ---- what a ruleset says
    @abstractmethod
    def ground(self, draft: Draft) -> Ground:
        """What lies on the board."""

    @abstractmethod
    def write(self, draft: Draft, ground: Ground) -> None:
        """Write into a draft what lies on the board; what was there already stays as it was said."""

    @abstractmethod
    def cut(self, draft: Draft, columns: int, rows: int) -> None:
        """Give the board another size; the ground beyond it is gone already."""

    @abstractmethod
    def stand(self, force: Draft) -> Cell | None:
        """Where a unit stands; None for one that stands nowhere on the board."""

    @abstractmethod
    def station(self, draft: Draft, row: DraftRow, cell: Cell) -> None:
        """Put a unit on a cell."""

    def own(self, draft: Draft, row: DraftRow) -> None:
        """Write into a unit whose it is, where its name does not say it."""

    # ---- names
    def extent(self, draft: Draft) -> Cell:
        """Columns and rows."""
        columns, rows = self.size(draft)
        return int(columns), int(rows)

    def cell(self, draft: Draft, place: Where) -> Cell:
        """The cell of a name. NoSense for what is none of the board."""
        columns, rows = self.extent(draft)
        cell = named(place)
        if cell is None or not (cell[0] < columns and cell[1] < rows):
            raise NoSense(f"{quote(place)} is no place of this board")
        return cell

    def place_unit(self, draft: Draft, row: DraftRow, at: Where) -> None:
        """Put a unit on a cell."""
        self.station(draft, row, self.cell(draft, at))

    def turn(self, draft: Draft, row: DraftRow, facing: str | float) -> None:
        """Turn a unit to a direction."""
        if "facing" not in row.force:
            raise NoSense(f"{row.name} has no facing")
        if facing not in self.facings:
            raise NoSense(f"{quote(facing)} is not one of {', '.join(self.facings)}")
        row.force["facing"] = facing

    def at(self, force: Draft) -> str:
        """The name of the cell where a unit stands; nothing for none."""
        cell = self.stand(force)
        return hex_name(*cell) if cell is not None else ""

    def listed(self, row: DraftRow, name: str, what: str) -> editing.DraftUnit:
        """A unit as it is listed."""
        return editing.DraftUnit(
            row.name, row.seat, name, what, self.at(row.force), str(row.force.get("facing", ""))
        )

    # ---- strokes
    def paint(self, draft: Draft, brush: Brush, stroke: editing.PaintGround) -> None:
        """Lay something on cells."""
        ground = self.ground(draft)
        layer, value = self.lays[brush.id]
        for cell in self.painted(draft, brush, stroke.places):
            if layer in self.alone:
                lift(ground, list(ground), layer)
            ground.setdefault(cell, {})[layer] = value
        self.write(draft, ground)

    def painted(self, draft: Draft, brush: Brush, places: Iterable[str]) -> list[Cell]:
        """The cells of a stroke; of a box all that lie within its corners."""
        cells = [self.cell(draft, place) for place in places]
        if not cells:
            raise NoSense("A stroke on this board needs places")
        if brush.shape != "box":
            return cells
        columns, rows = [column for column, _ in cells], [row for _, row in cells]
        return [
            (column, row)
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        ]

    def erase(self, draft: Draft, stroke: editing.Erase) -> None:
        """Take away what lies uppermost on cells, or what a brush lays."""
        ground = self.ground(draft)
        only = [self.lays[stroke.brush][0]] if stroke.brush else self.layers
        for place in stroke.places:
            cell = self.cell(draft, place)
            lying = ground.get(cell, {})
            lift(ground, [cell], next((layer for layer in only if layer in lying), ""))
        self.write(draft, ground)

    def resize(self, draft: Draft, width: float, height: float) -> None:
        """Another size of the board: ground beyond it is cut off, units stay where they are."""
        columns, rows = int(width), int(height)
        if (columns, rows) != (width, height):
            raise NoSense("A board has whole columns and rows")
        ground = {cell: lying for cell, lying in self.ground(draft).items() if inside(cell, columns, rows)}
        self.write(draft, ground)
        self.cut(draft, columns, rows)

    def copy(self, draft: Draft, stroke: editing.Copy) -> None:
        """Repeat the ground of cells; what would lie off the board is left out."""
        if not stroke.places:
            raise NoSense("A copy on this board needs places")
        cells = [self.cell(draft, place) for place in stroke.places]
        first, to = min(cells, key=lambda cell: (cell[1], cell[0])), self.cell(draft, stroke.to)
        ground, moved = self.ground(draft), self.shift(first, to)
        stays = {*self.alone, *SWAPPED}
        taken = [(moved(cell), dict(ground.get(cell, {}))) for cell in cells]
        for cell, lying in taken:
            if inside(cell, *self.extent(draft)):
                fresh = {layer: self.repeated(value) for layer, value in lying.items() if layer not in stays}
                kept = {layer: value for layer, value in ground.get(cell, {}).items() if layer in stays}
                ground[cell] = {**kept, **fresh}
        self.write(draft, ground)

    def shift(self, first: Cell, to: Cell) -> CellImage:
        """Where cells lie when the first of them is put on another."""
        across, down = to[0] - first[0], to[1] - first[1]
        return lambda cell: (cell[0] + across, cell[1] + down)

    def repeated(self, value: Any) -> Any:
        """What lies on a cell when it is repeated elsewhere."""
        return value

    # ---- mirrors
    def mirror(self, draft: Draft, how: str) -> None:
        """Repeat the first half of the board on the other: its ground, and its units for the other side."""
        columns, rows = self.extent(draft)
        image = cell_image(how, columns, rows)
        ground = self.ground(draft)
        mirrored = self.mirrored_ground(ground, image, how)
        self.write(draft, mirrored)
        self.enlist(draft, list(self.mirrored_units(draft, image, how)))

    def mirrored_ground(self, ground: Ground, image: CellImage, how: str) -> Ground:
        """The ground of the first half on both halves, and what lies on the line between."""
        result = {
            cell: lying for cell, lying in ground.items() if is_first_cell(cell, image, how) is not False
        }
        for cell, lying in list(result.items()):
            if is_first_cell(cell, image, how):
                result[image(cell)] = {
                    SWAPPED.get(layer, layer): self.repeated(value)
                    for layer, value in lying.items()
                    if layer not in self.alone
                }
        return result

    def mirrored_units(self, draft: Draft, image: CellImage, how: str) -> Iterator[DraftRow]:
        """The units of the first half, those on its line, and all of the first half for the other side."""
        rows = self.rows(draft)
        repeated = []
        for row in rows:
            cell = self.stand(row.force)
            first = None if cell is None else is_first_cell(cell, image, how)
            if first is not False:
                yield row
            if first and cell:
                repeated.append(self.reflected(draft, row, image(cell), how))
        yield from repeated

    def reflected(self, draft: Draft, row: DraftRow, cell: Cell, how: str) -> DraftRow:
        """A unit as it stands on the other half for the other side."""
        mirrored = DraftRow(row.table, f"{row.name}'", 1 - row.seat, dict(row.force))
        self.own(draft, mirrored)
        self.station(draft, mirrored, cell)
        if "facing" in mirrored.force and mirrored.force["facing"] in self.facings:
            number = self.facings.index(mirrored.force["facing"])
            mirrored.force["facing"] = self.facings[turned_direction(number, len(self.facings), how)]
        return mirrored


# ---------------------------------------------------------------- cells


def named(place: Any) -> Cell | None:
    """The cell of a name; None for what names none."""
    try:
        return parse_hex(place) if isinstance(place, str) else None
    except ValueError:
        return None


def inside(cell: Cell, columns: int, rows: int) -> bool:
    """Whether a cell lies on a board."""
    return 0 <= cell[0] < columns and 0 <= cell[1] < rows


def lift(ground: Ground, cells: Iterable[Cell], layer: str) -> None:
    """Take a layer off cells."""
    for cell in cells:
        if layer in ground.get(cell, {}):
            del ground[cell][layer]


def rectangles(cells: set[Cell]) -> Iterator[list[int]]:
    """Tiles as rectangles [west, north, east, south]: each as wide, then as high as can be."""
    left = set(cells)
    while left:
        column, row = min(left, key=lambda cell: (cell[1], cell[0]))
        east = column
        while (east + 1, row) in left:
            east += 1
        south = row
        while all((at, south + 1) in left for at in range(column, east + 1)):
            south += 1
        left -= {(x, y) for x in range(column, east + 1) for y in range(row, south + 1)}
        yield [column, row, east, south]


def cell_image(how: str, columns: int, rows: int) -> CellImage:
    """Where a cell lies on the other half."""
    across, down = how != "north_south", how != "east_west"

    def image(cell: Cell) -> Cell:
        column, row = cell
        return columns - 1 - column if across else column, rows - 1 - row if down else row

    return image


def is_first_cell(cell: Cell, image: CellImage, how: str) -> bool | None:
    """Whether a cell lies on the half that is repeated; None for one that is its own image."""
    other = image(cell)
    if other == cell:
        return None
    if how == "east_west" or other[1] == cell[1]:
        return cell[0] < other[0]
    return cell[1] > other[1]


def turned_direction(direction: int, many: int, how: str) -> int:
    """A direction on the other half, of so many clockwise from the north."""
    if how == "turned":
        return (direction + many // 2) % many
    return (-direction if how == "east_west" else many // 2 - direction) % many


# ---------------------------------------------------------------- editing plane
# Tables without places drawn by hand: terrain of any shape, marks, zones, all in inches.
#
# What lies on a table is a list of things with their corners; a ruleset says how its file writes each of
# them.


Point = list[float]
PointImage = Callable[[Point], Point]
NEAR = 1.0  # inches from a mark or a line within which it is meant
OVER = 2.0  # inches over the edge that a hand may slip
LEAST = 0.25  # inches that a box must be wide and high
FINE = 3  # digits after the point of a length in a file
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
ZONES = ("zone_0", "zone_1")


@dataclass(frozen=True)
class Feature:
    """Something on the table: the brush that lays it, its corners, and what else its file says of it."""

    brush: str
    points: tuple[tuple[float, float], ...]
    rest: Draft = field(default_factory=dict)

    @property
    def middle(self) -> Point:
        """The middle of its corners' rectangle."""
        x0, y0, x1, y1 = frame(self.points)
        return [(x0 + x1) / 2, (y0 + y1) / 2]


class PlaneDrafting(Drafting):
    """An editor of a table. `corners` is the most that a polygon may have."""

    board = "plane"
    mirrors = MIRRORS
    corners: int = 10

    # ---- what a ruleset says
    @abstractmethod
    def things(self, draft: Draft) -> list[Feature]:
        """What lies on the table, from the lowest to the uppermost, without zones."""

    @abstractmethod
    def write(self, draft: Draft, things: Sequence[Feature]) -> None:
        """Write what lies on the table."""

    @abstractmethod
    def spots(self, force: Draft) -> list[Point]:
        """Where a unit stands: its first model, and the others where they stand one by one."""

    @abstractmethod
    def stand(self, draft: Draft, row: DraftRow, spots: Sequence[Point]) -> None:
        """Put a unit, model by model."""

    # ---- the table
    def size(self, draft: Draft) -> tuple[float, ...]:
        """Width and height in inches."""
        width, height = draft.get("size", (48, 36))
        return width, height

    def spot(self, draft: Draft, at: Where) -> Point:
        """A point of the table; one that lies just over its edge is meant to be on it."""
        if isinstance(at, str):
            raise NoSense("A place on this table is two numbers of inches")
        (x, y), (width, height) = at, self.size(draft)
        if not (-OVER <= x <= width + OVER and -OVER <= y <= height + OVER):
            raise NoSense(f"{x:g}, {y:g} is off the table of {width:g} x {height:g} inches")
        return [trimmed(min(max(x, 0), width)), trimmed(min(max(y, 0), height))]

    def place_unit(self, draft: Draft, row: DraftRow, at: Where) -> None:
        """Move a unit so that its first model stands there."""
        x, y = self.spot(draft, at)
        spots = self.spots(row.force)
        across, up = x - spots[0][0], y - spots[0][1]
        width, height = self.size(draft)
        moved = [[min(max(sx + across, 0), width), min(max(sy + up, 0), height)] for sx, sy in spots]
        self.stand(draft, row, [[trimmed(mx), trimmed(my)] for mx, my in moved])

    # ---- strokes
    def paint(self, draft: Draft, brush: Brush, stroke: editing.PaintGround) -> None:
        """Lay something along the points of a stroke."""
        points = [self.spot(draft, point) for point in stroke.points]
        if not points:
            raise NoSense("A stroke on this table needs points")
        if brush.id in ZONES:
            x0, y0, x1, y1 = boxed(points)
            self.sides(draft)[ZONES.index(brush.id)]["zone"] = [x0, y0, x1, y1]
            return
        things = self.things(draft)
        if brush.shape == "point":
            things += [Feature(brush.id, ((x, y),), self.rest(brush)) for x, y in points]
        else:
            things.append(Feature(brush.id, self.shaped(brush, points)))
        self.write(draft, things)

    def rest(self, brush: Brush) -> Draft:
        """What a file says of something new besides its place."""
        return {}

    def shaped(self, brush: Brush, points: list[Point]) -> tuple[tuple[float, float], ...]:
        """The corners of what a brush lays along points."""
        if brush.shape == "box":
            x0, y0, x1, y1 = boxed(points)
            return (x0, y0), (x1, y1)
        kept = tuple(dict.fromkeys((x, y) for x, y in points))
        least = 2 if brush.shape == "line" else 3
        if not least <= len(kept) <= self.corners:
            raise NoSense(f"{brush.name} takes from {least} to {self.corners} different points")
        if (least == 3 and len({x for x, _ in kept}) < 2) or (least == 3 and len({y for _, y in kept}) < 2):
            raise NoSense(f"{brush.name} has no area there")
        return kept

    def sides(self, draft: Draft) -> list[Draft]:
        """Both sides. NoSense where a draft has not both."""
        sides: list[Draft] = draft.get("sides", [])
        if len(sides) < 2:
            raise NoSense("A battle has two sides; give them first")
        return sides

    def erase(self, draft: Draft, stroke: editing.Erase) -> None:
        """Take away what lies uppermost at each point, or of what a brush lays."""
        things = self.things(draft)
        for point in stroke.points:
            at = self.spot(draft, point)
            lying = [
                n
                for n, thing in enumerate(things)
                if stroke.brush in ("", thing.brush) and self.covers(thing, at)
            ]
            if lying:
                del things[lying[-1]]
        self.write(draft, things)

    def covers(self, thing: Feature, at: Point) -> bool:
        """Whether a thing lies at a point, or so near that it is meant."""
        shape = self.brush(thing.brush).shape
        if shape == "point":
            return distance(at, thing.points[0]) <= NEAR
        if shape == "line":
            return any(beside(at, a, b) <= NEAR for a, b in pairwise(thing.points))
        if shape == "box":
            x0, y0, x1, y1 = frame(thing.points)
            return x0 <= at[0] <= x1 and y0 <= at[1] <= y1
        return within(at, thing.points)

    def copy(self, draft: Draft, stroke: editing.Copy) -> None:
        """Repeat what has its middle in a box; what would reach over the edge is left out."""
        if stroke.box is None or not isinstance(stroke.to, tuple):
            raise NoSense("A copy on this table needs a box, and a point to put it")
        x0, y0, x1, y1 = frame([stroke.box[:2], stroke.box[2:]])
        to, (width, height) = self.spot(draft, stroke.to), self.size(draft)
        things = self.things(draft)
        for thing in list(things):
            mx, my = thing.middle
            moved = [[trimmed(x + to[0] - x0), trimmed(y + to[1] - y0)] for x, y in thing.points]
            fits = all(0 <= x <= width and 0 <= y <= height for x, y in moved)
            if x0 <= mx <= x1 and y0 <= my <= y1 and fits:
                things.append(replace(thing, points=tuple((x, y) for x, y in moved), rest=dict(thing.rest)))
        self.write(draft, things)

    def resize(self, draft: Draft, width: float, height: float) -> None:
        """Another size of the table: what lies beyond it goes, what reaches over is cut off.

        A zone at an edge stays there; units stay where they are.
        """
        old = self.size(draft)
        things = []
        for thing in self.things(draft):
            if thing.middle[0] <= width and thing.middle[1] <= height:
                points = tuple(dict.fromkeys((min(x, width), min(y, height)) for x, y in thing.points))
                if len(points) == len(thing.points):
                    things.append(replace(thing, points=points))
        draft["size"] = [trimmed(width), trimmed(height)]
        self.write(draft, things)
        for side in draft.get("sides", ())[:2]:
            if "zone" in side:
                x0, y0, x1, y1 = side["zone"]
                x0, x1 = clip_stretch(x0, x1, old[0], width)
                y0, y1 = clip_stretch(y0, y1, old[1], height)
                side["zone"] = [trimmed(x0), trimmed(y0), trimmed(x1), trimmed(y1)]

    # ---- mirrors
    def mirror(self, draft: Draft, how: str) -> None:
        """Repeat the first half of the table on the other, its zones and units for the other side."""
        sides, (width, height) = self.sides(draft), self.size(draft)
        image = point_image(how, width, height)
        mirrored: list[Feature] = []
        for thing in self.things(draft):
            half = is_first_point(thing.middle, how, width, height)
            other = self.imaged(draft, thing, image)
            if half is not False and thing not in mirrored:
                mirrored.append(thing)
            if (
                half is not False
                and not alike(thing, other)
                and not any(alike(other, kept) for kept in mirrored)
            ):
                mirrored.append(other)
        self.write(draft, mirrored)
        mirror_zones(sides, image, how, width, height)
        self.enlist(draft, list(self.mirrored_units(draft, image, how)))

    def imaged(self, draft: Draft, thing: Feature, image: PointImage) -> Feature:
        """A thing on the other half."""
        points = [image([x, y]) for x, y in thing.points]
        return replace(thing, points=tuple((x, y) for x, y in points), rest=dict(thing.rest))

    def mirrored_units(self, draft: Draft, image: PointImage, how: str) -> Iterator[DraftRow]:
        """The units of the first half, and the same for the other side."""
        width, height = self.size(draft)
        rows = self.rows(draft)
        kept = [
            row for row in rows if is_first_point(self.spots(row.force)[0], how, width, height) is not False
        ]
        yield from kept
        for row in kept:
            if is_first_point(self.spots(row.force)[0], how, width, height):
                mirrored = DraftRow(row.table, f"{row.name}'", 1 - row.seat, dict(row.force))
                self.stand(draft, mirrored, [image(spot) for spot in self.spots(row.force)])
                if "facing" in mirrored.force:
                    mirrored.force["facing"] = turned_angle(mirrored.force["facing"], how)
                yield mirrored

    # ---- what is wrong, and where
    def mended(self, draft: Draft) -> Draft:
        """A draft with two sides, without which there is no table."""
        return draft if len(draft.get("sides", ())) > 1 else {**draft, "sides": self.blank()["sides"]}

    def places(self, draft: Draft, place: tuple[str | int, ...]) -> Iterator[tuple[float, float]]:
        """The middle of what a place of a draft is about."""
        for length in range(len(place), 0, -1):
            points = list(points_in(at_place(draft, place[:length])))
            if points and place[0] not in ("size", "ends"):
                x0, y0, x1, y1 = frame(points)
                yield (x0 + x1) / 2, (y0 + y1) / 2
                return
            if length <= 2:
                return


# ---------------------------------------------------------------- points


def trimmed(length: float) -> float:
    """A length with no more digits than a file may have, a whole one as a whole number."""
    short = round(length, FINE)
    return int(short) if short == int(short) else short


def distance(spot: Sequence[float], other: Sequence[float]) -> float:
    """Inches between two points."""
    return hypot(spot[0] - other[0], spot[1] - other[1])


def frame(points: Iterable[Sequence[float]]) -> tuple[float, float, float, float]:
    """The rectangle round points: x0, y0, x1, y1."""
    listed = list(points)
    xs, ys = [point[0] for point in listed], [point[1] for point in listed]
    return min(xs), min(ys), max(xs), max(ys)


def boxed(points: Iterable[Sequence[float]]) -> tuple[float, float, float, float]:
    """The rectangle round points. NoSense for one that is none."""
    x0, y0, x1, y1 = frame(points)
    if x1 - x0 < LEAST or y1 - y0 < LEAST:
        raise NoSense(f"A box is at least {LEAST} inches wide and high")
    return x0, y0, x1, y1


def beside(at: Sequence[float], start: Sequence[float], end: Sequence[float]) -> float:
    """How far a point is from a straight line between two others."""
    across, up = end[0] - start[0], end[1] - start[1]
    long = across * across + up * up
    part = ((at[0] - start[0]) * across + (at[1] - start[1]) * up) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    return distance(at, (start[0] + part * across, start[1] + part * up))


def within(at: Sequence[float], points: Sequence[Sequence[float]]) -> bool:
    """Whether a point lies in a polygon."""
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*points, points[0]]):
        if (y0 > at[1]) != (y1 > at[1]) and at[0] < x0 + (at[1] - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def points_in(value: Any) -> Iterator[editing.Spot]:
    """The points in some data of a file: pairs of numbers, and boxes of four."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from points_in(inner)
    elif isinstance(value, list):
        if len(value) in (2, 4) and all(isinstance(number, int | float) for number in value):
            yield from ((value[n], value[n + 1]) for n in range(0, len(value), 2))
        else:
            for inner in value:
                yield from points_in(inner)


def clip_stretch(low: float, high: float, old: float, new: float) -> tuple[float, float]:
    """A stretch of a length that becomes another: at its end it stays there, else it is cut off."""
    if high >= old and low > 0:
        low += new - old
        high = new
    return max(0, min(low, new - LEAST)), min(high, new) if high < old else new


# ---------------------------------------------------------------- mirrors


def point_image(how: str, width: float, height: float) -> PointImage:
    """Where a point lies on the other half."""
    across, up = how != "north_south", how != "east_west"

    def image(point: Point) -> Point:
        x, y = point
        return [trimmed(width - x if across else x), trimmed(height - y if up else y)]

    return image


def is_first_point(point: Sequence[float], how: str, width: float, height: float) -> bool | None:
    """Whether a point lies on the half that is repeated; None for one on the line between."""
    x, y = point[0] - width / 2, point[1] - height / 2
    if how == "east_west":
        return None if abs(x) < 1e-6 else x < 0
    if abs(y) >= 1e-6:
        return y < 0
    return None if how == "north_south" or abs(x) < 1e-6 else x < 0


def alike(feature: Feature, other: Feature) -> bool:
    """Whether two things are of a kind and have the same corners, wherever they begin."""
    return feature.brush == other.brush and sorted(feature.points) == sorted(other.points)


def turned_angle(angle: float, how: str) -> float:
    """A direction in degrees from the east on the other half."""
    return {"turned": angle + 180, "east_west": 180 - angle, "north_south": -angle}[how] % 360


def mirror_zones(sides: Sequence[Draft], image: PointImage, how: str, width: float, height: float) -> None:
    """Of the zones that which has more of the first half is repeated for the other side; edges likewise."""
    parts = [clipped(side.get("zone"), how, width, height) for side in sides[:2]]
    first = 0 if area(parts[0]) >= area(parts[1]) else 1
    box = parts[first]
    if box is not None and area(box):
        far, near = image(box[:2]), image(box[2:])
        sides[first]["zone"] = [trimmed(number) for number in box]
        sides[1 - first]["zone"] = [*(trimmed(number) for number in frame([far, near]))]
    if how == "east_west":
        sides[first]["edge"], sides[1 - first]["edge"] = "west", "east"
    else:
        edge = sides[first].get("edge")
        sides[1 - first]["edge"] = OPPOSITE.get(str(edge), "north")


def clipped(zone: Any, how: str, width: float, height: float) -> Point | None:
    """The part of a zone that lies on the first half; None for none."""
    if not isinstance(zone, list):
        return None
    x0, y0, x1, y1 = zone
    x1, y1 = (min(x1, width / 2), y1) if how == "east_west" else (x1, min(y1, height / 2))
    return [x0, y0, x1, y1] if x0 < x1 and y0 < y1 else None


def area(box: Point | None) -> float:
    """Square inches of a box."""
    return (box[2] - box[0]) * (box[3] - box[1]) if box else 0.0
