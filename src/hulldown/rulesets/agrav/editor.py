"""The scenario editor: ground, structures and barricades on square tiles, and how a draft is drawn.

A structure is painted as a rectangle, which is one section of its own; what is painted over or taken away
leaves sections of what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hulldown.catalogue import quote
from hulldown.kernel.hexes import hex_name
from hulldown.rulesets.agrav import state
from hulldown.rulesets.agrav.board import scene
from hulldown.rulesets.agrav.catalogue import EDGE, FEATURES, Built, Scenario, Shelf, edge, meaning, tiles_of
from hulldown.rulesets.agrav.design import INFANTRY
from hulldown.rulesets.agrav.setup import blank_state, field_unit, lay_map, set_up
from hulldown.rulesets.agrav.table import outline
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, Erase, NoSense, PaintGround, Placeable
from hulldown.rulesets.api.scene import TileScene
from hulldown.rulesets.common import editing_ground
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow
from hulldown.rulesets.common.editing_ground import Cell, Ground, inside, rectangles

CLEAR = "clear"
SMOKE_TURNS = 3
SIGNS = {"high": "H", "low": "L", "ruin": "U", "debris": "d", "wall": "#", "gate": "=", "open gate": "/"}
MORE_SIGNS = "abcefghijklmnopqrstuvwxyzABCDEFGIJKMNOPQRSTVWXYZ0123456789+*%&@$!?"
ORDER = re.compile(r"S\d+")  # sections that are numbered, as the board names them
BRUSHES = (
    Brush("debris", "Debris", "Ground", "cells", "#b9ab93", "rubble to drive over", "AG-3.13"),
    Brush("wall", "Wall", "Ground", "cells", "#4a3f2c", "stops movement and sight for good", "AG-3.9"),
    Brush("gate", "Gate", "Ground", "cells", "#7b6a4d", "a wall that is a gate", "AG-3.9"),
    Brush("open gate", "Open gate", "Ground", "cells", "#e3d7b8", "a gate to drive through", "AG-3.9"),
    Brush("high", "High structure", "Structures", "box", "#a8663f", "hides all behind it", "AG-20.1"),
    Brush("low", "Low structure", "Structures", "box", "#c58b62", "hides less, breaks sooner", "AG-20.1"),
    Brush("ruin", "Ruin", "Structures", "box", "#c9bfae", "what a high structure leaves", "AG-20.3"),
    Brush("weak", "Weak", "Features", "cells", "#d9cdb0", "half the durability", "AG-20.8"),
    Brush("reinforced", "Reinforced", "Features", "cells", "#8c8676", "takes less of every hit", "AG-20.6"),
    Brush("hardened", "Hardened", "Features", "cells", "#6b6455", "shrugs off what falls on it", "AG-20.9"),
    Brush("volatile", "Volatile", "Features", "cells", "#d2622a", "explodes when it falls", "AG-20.7"),
    Brush("barricade", "Barricade", "Edges", "edges", "#d9b24c", "cover along the edge of a tile", "AG-3.7"),
    Brush("smoke", "Smoke", "Marks", "cells", "#d8d8d2", "hides for three turns", "AG-3.11"),
    Brush("score", "Place that scores", "Marks", "cells", "#f2b705", "pays the only side near it", "AG-23.2"),
)
STRUCTURES = tuple(brush.id for brush in BRUSHES if brush.group == "Structures")
GROUNDS = tuple(brush.id for brush in BRUSHES if brush.group == "Ground")
LAYS: dict[str, tuple[str, Any]] = {
    **{name: ("ground", name) for name in (*GROUNDS, *STRUCTURES, *FEATURES)},
    "barricade": ("edges", True),
    "smoke": ("smoke", SMOKE_TURNS),
    "score": ("score", True),
}
LABELS = {
    "first": "Who moves first",
    "free": "Players place their units",
    "total": "Points of a side",
    "zones": "Places that score",
    "reach": "Reach in tiles",
    "felling": "Points lost for felling it",
}


@dataclass(frozen=True)
class Block:
    """A tile of a section: what stands there, and the section by its name or a name that it has for now."""

    height: str
    features: frozenset[str]
    section: str

    @property
    def words(self) -> str:
        """As a legend says it: "high weak"."""
        return " ".join([self.height, *(feature for feature in FEATURES if feature in self.features)])


class TileDrafting(editing_ground.CellDrafting):
    """Drafts of AGrav."""

    shelf: Shelf
    board = "tiles"
    set_up = staticmethod(set_up)
    brushes = BRUSHES
    facings = ("N", "E", "S", "W")
    sizes = (("columns", "Columns", 4, state.COLUMNS), ("rows", "Rows", 4, state.ROWS))
    drawn = ("picture", "legend", "sections", "barricades", "smoke", "zones.*.tile", "units.*.tile")
    single = ("sections", "barricades", "smoke", "zones.*.tile")
    hidden = frozenset((*drawn, "units"))
    labels = LABELS
    side_names = ("first", "attacker")
    layers = ("smoke", "score", "ground")
    lays = LAYS

    def grounded(self, draft: Draft, ground: Draft) -> Draft:
        """A draft with the map of another scenario, its round limit and scoring (AG-6.9)."""
        names = ("rounds", "picture", "legend", "sections", "barricades", "smoke", "zones")
        kept = {key: value for key, value in draft.items() if key not in names}
        return {**kept, **{name: ground[name] for name in names if name in ground}}

    # ---------------------------------------------------------------- the ground as it is read

    def size(self, draft: Draft) -> tuple[float, ...]:
        """Columns and rows of the picture."""
        picture = draft.get("picture") or [""]
        return min(state.COLUMNS, max(1, len(picture[0]))), min(state.ROWS, max(1, len(picture)))

    def ground(self, draft: Draft) -> Ground:
        """What lies on each tile; barricades on the tile whose edge they lie on, S or E of it."""
        columns, rows = self.extent(draft)
        inner = {
            (column, row): sign
            for row, line in enumerate(draft.get("picture", ())[:rows])
            for column, sign in enumerate(line[:columns])
        }
        covered = {
            tile: name
            for name, box in draft.get("sections", {}).items()
            for tile in tiles_in(box, columns, rows)
        }
        ground: Ground = {}
        for cell, sign in inner.items():
            meaning = meant(draft.get("legend", {}).get(sign, CLEAR))
            if isinstance(meaning, Built):
                section = covered.get(cell, f"?{meaning}")
                ground[cell] = {"ground": Block(meaning.height, frozenset(meaning.features), section)}
            elif meaning != CLEAR:
                ground[cell] = {"ground": meaning}
        for text in draft.get("barricades", ()):
            lie(ground, edge_of(text), columns, rows)
        for smoke in draft.get("smoke", ()):
            self.lay(ground, smoke.get("tile"), "smoke", smoke.get("turns", SMOKE_TURNS), columns, rows)
        for zone in draft.get("zones", ()):
            self.lay(ground, zone.get("tile"), "score", zone, columns, rows)
        return ground

    def lay(self, ground: Ground, tile: Any, layer: str, value: Any, columns: int, rows: int) -> None:
        """Something on a tile of the map."""
        cell = cell_at(tile)
        if cell and inside(cell, columns, rows):
            ground.setdefault(cell, {}).setdefault(layer, value)

    # ---------------------------------------------------------------- the ground as it is written

    def write(self, draft: Draft, ground: Ground) -> None:
        """Write the ground into picture, sections and lists."""
        self.write_picture(draft, ground)
        self.write_sections(draft, ground)
        columns, rows = self.extent(draft)
        sides = [(cell, side) for cell, lying in ground.items() for side in "SE" if side in lying]
        within = [f"{c},{r} {side}" for (c, r), side in sides if inside(beyond((c, r), side), columns, rows)]
        kept = [text for text in draft.get("barricades", ()) if edge_text(text) in within]
        into(draft, "barricades", [*kept, *(text for text in within if text not in map(edge_text, kept))])
        clouds = [
            {"tile": [*cell], "turns": lying["smoke"]} for cell, lying in ground.items() if "smoke" in lying
        ]
        into(draft, "smoke", in_old_order(clouds, draft.get("smoke", ())))
        scores = [{**lying["score"], "tile": [*cell]} for cell, lying in ground.items() if "score" in lying]
        elsewhere = [zone for zone in draft.get("zones", ()) if not zone.get("tile")]
        into(draft, "zones", in_old_order([*elsewhere, *scores], draft.get("zones", ())))

    def write_picture(self, draft: Draft, ground: Ground) -> None:
        """Write a sign for every tile: that which stands there, where it says the same already."""
        legend = draft.setdefault("legend", {})
        lines = [list(line) for line in draft.get("picture", ())]
        used = {sign for line in lines for sign in line}
        for row, line in enumerate(lines):
            for column, sign in enumerate(line):
                lying = ground.get((column, row), {}).get("ground", CLEAR)
                words = lying.words if isinstance(lying, Block) else lying
                if meaning_key(legend.get(sign, CLEAR)) != meaning_key(words):
                    line[column] = sign_of(words, legend)
        draft["picture"] = ["".join(line) for line in lines]
        for sign in used - {sign for line in lines for sign in line}:
            if meaning_key(legend.get(sign, CLEAR)) != CLEAR:
                del legend[sign]

    def write_sections(self, draft: Draft, ground: Ground) -> None:
        """Write every section as a rectangle; what is none any more becomes several."""
        tiles: dict[Any, list[Cell]] = {name: [] for name in draft.get("sections", {})}
        for cell, lying in ground.items():
            if isinstance(block := lying.get("ground"), Block):
                tiles.setdefault(block.section, []).append(cell)
        old, sections = list(draft.get("sections", {})), dict[str, list[int]]()
        fresh = []
        for name, cells in tiles.items():
            boxes = list(rectangles(set(cells)))
            if name in old and boxes:
                sections[name] = boxes.pop(0)
            fresh += boxes
        numbered = all(ORDER.fullmatch(name) for name in old)
        for box in fresh:
            sections[next(name for name in (f"S{n}" for n in range(1, 1000)) if name not in sections)] = box
        renamed = dict(zip(sections, (f"S{n}" for n in range(1, 1000)), strict=False)) if numbered else {}
        into(draft, "sections", {renamed.get(name, name): box for name, box in sections.items()})
        self.call_sections(draft, {name: renamed.get(name, name) if name in sections else "" for name in old})

    def call_sections(self, draft: Draft, names: Mapping[str, str]) -> None:
        """Call sections by new names where the draft speaks of them; nothing is said of one that is gone."""
        if draft.get("objective") in names:
            into(draft, "objective", names[draft["objective"]])
        for zone in draft.get("zones", ()):
            if zone.get("section") in names:
                zone["section"] = names[zone["section"]]
        zones = [zone for zone in draft.get("zones", ()) if zone.get("section") or zone.get("tile")]
        into(draft, "zones", zones)

    def cut(self, draft: Draft, columns: int, rows: int) -> None:
        """Give the map another size: clear ground where there was none."""
        clear = sign_of(CLEAR, draft.setdefault("legend", {}))
        lines = [*draft.get("picture", ())[:rows], *[""] * (rows - len(draft.get("picture", ())))]
        draft["picture"] = [line[:columns].ljust(columns, clear) for line in lines]
        self.write(draft, self.ground(draft))

    def mended(self, draft: Draft) -> Draft:
        """A draft whose picture is a rectangle of known signs, with no more in it than a map holds."""
        if not any(draft.get("picture", ())):
            draft["picture"] = self.blank()["picture"]
        self.cut(draft, *self.extent(draft))
        ground, known = self.ground(draft), list(draft.get("sections", {}))[: state.SECTIONS]
        for lying in ground.values():
            if isinstance(block := lying.get("ground"), Block) and block.section not in known:
                del lying["ground"]
        self.write(draft, ground)
        for key, most in (("barricades", state.BARRICADES), ("zones", 3)):
            into(draft, key, draft.get(key, [])[:most])
        return draft

    # ---------------------------------------------------------------- strokes

    def paint(self, draft: Draft, brush: Brush, stroke: PaintGround) -> None:
        """Lay ground, structures, their features, barricades or marks."""
        if brush.group == "Structures":
            self.build(draft, brush, stroke)
        elif brush.group == "Features":
            self.feature(draft, brush.id, stroke.places, lays=True)
        elif brush.shape == "edges":
            self.barricade(draft, stroke.places, lays=True)
        elif brush.id == "score":
            zone = {"reach": 2, "points": 10, "rounds": [draft.get("rounds", 8)]}
            self.mark_cells(draft, stroke, "score", zone)
        else:
            super().paint(draft, brush, stroke)

    def mark_cells(self, draft: Draft, stroke: PaintGround, layer: str, value: Any) -> None:
        """Lay a mark on cells that have none yet."""
        ground = self.ground(draft)
        for place in stroke.places:
            ground.setdefault(self.cell(draft, place), {}).setdefault(layer, dict(value))
        self.write(draft, ground)

    def build(self, draft: Draft, brush: Brush, stroke: PaintGround) -> None:
        """A section of its own on all tiles within the stroke."""
        ground = self.ground(draft)
        block = Block(brush.id, frozenset(), "+")
        for cell in self.painted(draft, brush, stroke.places):
            ground.setdefault(cell, {})["ground"] = block
        self.write(draft, ground)

    def feature(self, draft: Draft, name: str, places: Iterable[str], *, lays: bool) -> None:
        """Give the sections in these places a feature, or take it from them; ruins have none but weak."""
        ground = self.ground(draft)
        standing = [ground.get(self.cell(draft, place), {}).get("ground") for place in places]
        meant = {block.section for block in standing if isinstance(block, Block)}
        if lays and not meant:
            raise NoSense("Only structures have features")
        for lying in ground.values():
            block = lying.get("ground")
            if (
                isinstance(block, Block)
                and block.section in meant
                and (block.height != "ruin" or name == "weak")
            ):
                features = block.features | {name} if lays else block.features - {name}
                lying["ground"] = replace(block, features=features)
        self.write(draft, ground)

    def barricade(self, draft: Draft, places: Iterable[str], *, lays: bool) -> None:
        """Lay barricades on edges, or take them away."""
        ground = self.ground(draft)
        columns, rows = self.extent(draft)
        for place in places:
            where = edge_of(place)
            if (
                where is None
                or not inside(where[0], columns, rows)
                or not inside(beyond(*where), columns, rows)
            ):
                raise NoSense(f"{quote(place)} is no edge between two tiles, such as 9,5 S")
            if lays:
                lie(ground, where, columns, rows)
            else:
                ground.get(where[0], {}).pop(where[1], None)
        self.write(draft, ground)

    def erase(self, draft: Draft, stroke: Erase) -> None:
        """Take away barricades from edges, features from sections, or what lies uppermost on tiles."""
        edges = [place for place in stroke.places if edge_of(place)]
        if stroke.brush in FEATURES:
            self.feature(draft, stroke.brush, stroke.places, lays=False)
            return
        if edges:
            self.barricade(draft, edges, lays=False)
        rest = tuple(place for place in stroke.places if not edge_of(place))
        if rest and stroke.brush != "barricade":
            brush = "debris" if self.lays.get(stroke.brush, ("",))[0] == "ground" else stroke.brush
            super().erase(draft, stroke.model_copy(update={"places": rest, "brush": brush}))

    def repeated(self, value: Any) -> Any:
        """A section repeated elsewhere is another, unless it is its own image; a place that scores, too."""
        if isinstance(value, Block) and not value.section.startswith("="):
            return replace(value, section=f"{value.section}'")
        return dict(value) if isinstance(value, dict) else value

    # ---------------------------------------------------------------- mirrors

    def mirrored_ground(self, ground: Ground, image: editing_ground.CellImage, how: str) -> Ground:
        """The ground of the first half on both; edges lie between tiles, and have images of their own."""
        tiles: dict[str, set[Cell]] = {}
        for cell, lying in ground.items():
            if isinstance(block := lying.get("ground"), Block):
                tiles.setdefault(block.section, set()).add(cell)
        own = {name for name, cells in tiles.items() if {image(cell) for cell in cells} == cells}
        plain: Ground = {}
        for cell, lying in ground.items():
            plain[cell] = {layer: value for layer, value in lying.items() if layer not in ("S", "E")}
            block = plain[cell].get("ground")
            if isinstance(block, Block) and block.section in own:
                plain[cell]["ground"] = replace(block, section=f"={block.section}")
        result = super().mirrored_ground(plain, image, how)
        for lying in result.values():
            block = lying.get("ground")
            if isinstance(block, Block) and block.section.startswith("="):
                lying["ground"] = replace(block, section=block.section[1:])
        for cell, lying in ground.items():
            for side in "SE":
                if side in lying:
                    self.mirrored_edge(result, cell, side, image, how)
        return result

    def mirrored_edge(
        self, ground: Ground, cell: Cell, side: str, image: editing_ground.CellImage, how: str
    ) -> None:
        """A barricade that does not lie on the second half alone, and its image."""
        ends = [cell, beyond(cell, side)]
        halves = [editing_ground.is_first_cell(end, image, how) for end in ends]
        if True in halves or halves == [None, None]:
            first, last = sorted(map(image, ends))
            ground.setdefault(cell, {})[side] = True
            ground.setdefault(first, {})["E" if first[1] == last[1] else "S"] = True

    # ---------------------------------------------------------------- units

    def placeable(self) -> Iterator[Placeable]:
        """The sample vehicles and the squads."""
        units = self.shelf.units()
        for key, vehicle in units.vehicles.items():
            yield Placeable(key, vehicle.name, units.kind_name(vehicle))
        for key, squad in units.squads.items():
            yield Placeable(key, squad.name, INFANTRY)

    def is_squad(self, force: Draft) -> bool:
        """Whether a unit is infantry, which has no facing (AG-2.2)."""
        return force.get("unit") in self.shelf.units().squads

    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A unit that stands nowhere yet."""
        placed = not draft.get("free") and unit not in self.shelf.units().squads
        return {"unit": unit, "facing": "NS"[seat]} if placed else {"unit": unit}

    def other_unit(self, draft: Draft, row: DraftRow, unit: str) -> None:
        """Another unit in the place of one."""
        row.force.pop("design", None)
        row.force["unit"] = unit
        if self.is_squad(row.force):
            row.force.pop("facing", None)
        elif not draft.get("free"):
            row.force.setdefault("facing", "NS"[row.seat])

    def piece(self, draft: Draft, row: DraftRow) -> DraftUnit:
        """A unit as it is listed."""
        what, units = row.force.get("unit", ""), self.shelf.units()
        known = units.vehicles.get(what) or units.squads.get(what)
        return self.listed(row, known.name if known else what or "Own design", what)

    def letter(self, draft: Draft, row: DraftRow) -> str:
        """A and B."""
        return "AB"[row.seat]

    def stand(self, force: Draft) -> Cell | None:
        """The tile of a unit."""
        return cell_at(force.get("tile"))

    def station(self, draft: Draft, row: DraftRow, cell: Cell) -> None:
        """Put a unit on a tile. NoSense where the players place their units themselves (AG-6.9)."""
        if draft.get("free"):
            raise NoSense("In free play the players place their units themselves")
        row.force["tile"] = [*cell]
        if not row.name and "facing" in row.force:
            row.force["facing"] = "N" if 2 * cell[1] >= self.extent(draft)[1] else "S"

    def settle(self, draft: Draft, field: str) -> None:
        """Units of free play stand nowhere; a mission without an attack has no attacker."""
        if field == "free" and draft.get("free"):
            draft.setdefault("total", 180)
            for force in draft.get("units", {}).values():
                force.pop("tile", None), force.pop("facing", None)
        elif field == "free":
            for row in self.rows(draft):
                if not self.is_squad(row.force):
                    row.force.setdefault("facing", "NS"[row.seat])
        if field == "mission" and draft.get("mission", "points") == "points":
            draft.pop("attacker", None), draft.pop("objective", None)

    def choices(self, draft: Draft) -> dict[str, tuple[str, ...]]:
        """Sections too."""
        sections = tuple(draft.get("sections", {}))
        return {**super().choices(draft), "objective": sections, "zones.*.section": sections}

    def places(self, draft: Draft, place: tuple[str | int, ...]) -> Iterator[str]:
        """The tiles that a place of a draft is about."""
        columns, rows = self.extent(draft)
        match place:
            case ("sections", str() as name, *_):
                cells = tiles_in(draft.get("sections", {}).get(name), columns, rows)
            case ("objective",):
                cells = tiles_in(draft.get("sections", {}).get(draft.get("objective")), columns, rows)
            case ("barricades", int() as n):
                where = edge_of(draft["barricades"][n])
                cells = [where[0]] if where else []
            case ("picture", int() as row):
                cells = [(column, row) for column in range(columns)]
            case (("zones" | "smoke") as key, int() as n, *_):
                entry = draft[key][n]
                cell = cell_at(entry.get("tile"))
                section = draft.get("sections", {}).get(entry.get("section"))
                cells = [cell] if cell else tiles_in(section, columns, rows)
            case _:
                cells = []
        yield from (hex_name(*cell) for cell in cells if inside(cell, columns, rows))

    # ---------------------------------------------------------------- the picture

    def scene(self, file: Scenario, aside: frozenset[str]) -> TileScene:
        """The map with all that lies on it; nothing is hidden from who draws it."""
        s = blank_state(shelf=self.shelf)
        s.first = s.side = file.seat_of(file.first)
        lay_map(s, file)
        stand_in = self.shelf.units().kinds()[0]
        for name, force in list(file.units.items())[: state.UNITS]:
            put = name not in aside and force.tile is not None and not file.free
            what = stand_in if name in aside else force.design or force.unit
            tile = state.tile_at(*force.tile) if put and force.tile else state.NOBODY
            unit = field_unit(self.shelf, s, "AB".index(name[0]), what, tile, state.Way[force.facing or "N"])
            if not put:
                unit.standing = state.Standing.WAITING
        if file.free:
            s.phase = state.Phase.DEPLOY
        outline(s)
        drawn = scene(self.shelf, s, None)
        return replace(drawn, zones=tuple(zone for zone in drawn.zones if zone.places))


# ---------------------------------------------------------------- how a file says it


def meant(text: Any) -> str | Built:
    """What a sign means; clear ground for what means nothing."""
    try:
        return meaning(text)
    except ValueError:
        return CLEAR


def meaning_key(text: Any) -> Any:
    """What a sign means, whatever the order of its words."""
    meaning = meant(text)
    return (meaning.height, frozenset(meaning.features)) if isinstance(meaning, Built) else meaning


def sign_of(words: str, legend: Draft) -> str:
    """The sign of a legend with this meaning, written into it if it has none."""
    meaning = meaning_key(words)
    known = [sign for sign, text in legend.items() if len(sign) == 1 and meaning_key(text) == meaning]
    if known:
        return known[0]
    if words == CLEAR and "." not in legend:
        return "."
    free: list[str] = [sign for sign in (*SIGNS.get(words, ""), *MORE_SIGNS) if sign not in legend]
    legend[free[0]] = words
    return free[0]


def cell_at(tile: Any) -> Cell | None:
    """A tile of a file as a cell; None for what is none."""
    if isinstance(tile, Sequence) and len(tile) == 2 and all(isinstance(number, int) for number in tile):
        return tile[0], tile[1]
    return None


def tiles_in(box: Any, columns: int, rows: int) -> list[Cell]:
    """The tiles of a rectangle that lie on the map; none of what is no rectangle."""
    if not isinstance(box, list) or len(box) != 4:
        return []
    west, north, east, south = box
    clipped = (max(0, west), max(0, north), min(columns - 1, east), min(rows - 1, south))
    return tiles_of(clipped)


def edge_of(text: Any) -> tuple[Cell, str] | None:
    """The tile and the side of an edge: "9,5 S" as in a file, or "J6 S" as on the board; None for neither."""
    name, _, side = text.rpartition(" ") if isinstance(text, str) else ("", "", "")
    if EDGE.fullmatch(str(text)):
        border = edge(text)
        return (border.column, border.row), "S" if border.south else "E"
    cell = editing_ground.named(name)
    return (cell, side) if cell and side in ("S", "E") else None


def edge_text(text: Any) -> str:
    """An edge as a file says it."""
    where = edge_of(text)
    return f"{where[0][0]},{where[0][1]} {where[1]}" if where else ""


def beyond(cell: Cell, side: str) -> Cell:
    """The tile beyond an edge."""
    return (cell[0], cell[1] + 1) if side == "S" else (cell[0] + 1, cell[1])


def lie(ground: Ground, where: tuple[Cell, str] | None, columns: int, rows: int) -> None:
    """A barricade on an edge of the map."""
    if where and inside(where[0], columns, rows):
        ground.setdefault(where[0], {})[where[1]] = True


def in_old_order(entries: list[Draft], old: Sequence[Draft]) -> list[Draft]:
    """Entries of a list, those that stood there before first."""
    kept = [entry for entry in old if entry in entries]
    return [*kept, *(entry for entry in entries if entry not in kept)]
