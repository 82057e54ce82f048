"""Ground drawn on boards of cells, hexes and square tiles alike: painted, taken away, mirrored, copied, cut.

The ground of a draft is read as what lies on each cell, layer by layer, changed as such, and written back by
the ruleset, which knows how its files say it. Cells are named as on the board: columns are letters.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hulldown.catalogue import quote
from hulldown.kernel.hexes import hex_name, parse_hex
from hulldown.rulesets.api.editing import (
    Brush,
    Copy,
    Draft,
    DraftUnit,
    Erase,
    Named,
    NoSense,
    PaintGround,
    Where,
)
from hulldown.rulesets.common.editing import Drafting, DraftRow

Cell = tuple[int, int]  # column and row, both from 0
Ground = dict[Cell, dict[str, Any]]  # what lies on each cell, by layer
Image = Callable[[Cell], Cell]
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

    def listed(self, row: DraftRow, name: str, what: str) -> DraftUnit:
        """A unit as it is listed."""
        return DraftUnit(row.name, row.seat, name, what, self.at(row.force), str(row.force.get("facing", "")))

    # ---- strokes
    def paint(self, draft: Draft, brush: Brush, stroke: PaintGround) -> None:
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

    def erase(self, draft: Draft, stroke: Erase) -> None:
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

    def copy(self, draft: Draft, stroke: Copy) -> None:
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

    def shift(self, first: Cell, to: Cell) -> Image:
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
        image = mirror_image(how, columns, rows)
        ground = self.ground(draft)
        mirrored = self.mirrored_ground(ground, image, how)
        self.write(draft, mirrored)
        self.enlist(draft, list(self.mirrored_units(draft, image, how)))

    def mirrored_ground(self, ground: Ground, image: Image, how: str) -> Ground:
        """The ground of the first half on both halves, and what lies on the line between."""
        result = {cell: lying for cell, lying in ground.items() if is_first(cell, image, how) is not False}
        for cell, lying in list(result.items()):
            if is_first(cell, image, how):
                result[image(cell)] = {
                    SWAPPED.get(layer, layer): self.repeated(value)
                    for layer, value in lying.items()
                    if layer not in self.alone
                }
        return result

    def mirrored_units(self, draft: Draft, image: Image, how: str) -> Iterator[DraftRow]:
        """The units of the first half, those on its line, and all of the first half for the other side."""
        rows = self.rows(draft)
        repeated = []
        for row in rows:
            cell = self.stand(row.force)
            first = None if cell is None else is_first(cell, image, how)
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
            mirrored.force["facing"] = self.facings[turned(number, len(self.facings), how)]
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


def mirror_image(how: str, columns: int, rows: int) -> Image:
    """Where a cell lies on the other half."""
    across, down = how != "north_south", how != "east_west"

    def image(cell: Cell) -> Cell:
        column, row = cell
        return columns - 1 - column if across else column, rows - 1 - row if down else row

    return image


def is_first(cell: Cell, image: Image, how: str) -> bool | None:
    """Whether a cell lies on the half that is repeated; None for one that is its own image."""
    other = image(cell)
    if other == cell:
        return None
    if how == "east_west" or other[1] == cell[1]:
        return cell[0] < other[0]
    return cell[1] > other[1]


def turned(direction: int, many: int, how: str) -> int:
    """A direction on the other half, of so many clockwise from the north."""
    if how == "turned":
        return (direction + many // 2) % many
    return (-direction if how == "east_west" else many // 2 - direction) % many
