"""The scenario editor: what lies on a board of hexes, who stands there, and how a draft is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hulldown.kernel.hexes import LARGEST, cell_of, hex_name
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, NoSense, Placeable
from hulldown.rulesets.api.ruleset import SIDES
from hulldown.rulesets.api.scene import HexScene, Zone
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow, side_name, zone_brushes
from hulldown.rulesets.common.editing_ground import Cell, CellDrafting, CellImage, Ground, inside, named
from hulldown.rulesets.tank_commander.board import scene
from hulldown.rulesets.tank_commander.catalogue import Force, Scenario, Static, Units
from hulldown.rulesets.tank_commander.catalogue import Unit as Profile
from hulldown.rulesets.tank_commander.missions import RULES, Shelf
from hulldown.rulesets.tank_commander.setup import (
    embark,
    lay,
    lay_course,
    muster,
    open_board,
    roster,
    set_mission,
    set_up,
    station,
)
from hulldown.rulesets.tank_commander.state import OBJECTIVES, UNITS, WAYPOINTS, Kind, Phase, State
from hulldown.rulesets.tank_commander.words import STATIC_LETTERS

DRAWN_WITH = {"adv_hills": True, "adv_mines": True}  # what a draft holds is seen whether it is played or not
BRUSHES = (
    Brush("forest", "Forest", "Ground", "cells", "#cbd09b", "harder to hit in it and behind it", "TC-9.5"),
    Brush("mud", "Mud", "Ground", "cells", "#cdb184", "slow to leave", "TC-9.2"),
    Brush("water", "Water", "Ground", "cells", "#b9d0cf", "slow to leave, as mud is", "TC-9.2"),
    Brush("rubble", "Rubble", "Ground", "cells", "#c9bfae", "slow to leave", "TC-9.3"),
    Brush("building", "Building", "Ground", "cells", "#a8663f", "nobody enters or sees through", "TC-9.7"),
    Brush("hill", "Hill", "Ground", "cells", "#dcc592", "harder to hit behind it", "TC-9.10"),
    Brush("mine", "Mine", "Marks", "cells", "#5f5340", "hits a vehicle that enters", "TC-9.13"),
    Brush("objective", "Objective", "Marks", "cells", "#f2b705", "what is fought over", "TC-13.5"),
    Brush("waypoint", "Waypoint", "Marks", "cells", "#8d1f1f", "to be visited in a training", "TC-13.9"),
    Brush("prize", "Prize building", "Marks", "cells", "#8d1f1f", "the building to be destroyed", "TC-13.17"),
    *zone_brushes("cells", "TC-4.12"),
)
MARKS = {"mine": "mines", "objective": "objectives", "waypoint": "waypoints"}  # with their keys in a file
TERRAIN = tuple(brush.id for brush in BRUSHES if brush.group == "Ground")
LAYS = {brush.id: ("terrain", brush.id) if brush.id in TERRAIN else (brush.id, True) for brush in BRUSHES}
BUILT = ("build", "unit", "armor", "upgrades")  # what says what a unit is
LABELS = {
    "prize": "Unit that the battle is about",
    "holder": "Who holds the objectives at first",
    "budget": "Upgrade points of a tank",
    "gold": "Gold until turn",
    "silver": "Silver until turn",
    "bronze": "Bronze until turn",
}


class HexDrafting(CellDrafting):
    """Drafts of Tank Commander."""

    board = "hexes"
    shelf: Shelf
    set_up = staticmethod(set_up)
    brushes = BRUSHES
    facings = ("N", "NE", "SE", "S", "SW", "NW")
    sizes = (("columns", "Columns", 1, LARGEST), ("rows", "Rows", 1, LARGEST))
    tables = ("units", "statics")
    drawn = ("board", "terrain", "picture", "legend", "mines", "objectives", "waypoints", "sides.*.zone")
    single = ("terrain", "mines", "objectives", "waypoints", "sides.*.zone")
    hidden = frozenset((*drawn, "prize_hex", "units", "statics", "when"))
    labels = LABELS
    side_names = ("attacker", "holder", "units.*.side", "statics.*.side")
    unit_names = ("prize", "units.*.carried_by", "when.*.prize", "when.*.units.*.carried_by")
    layers = ("prize", "waypoint", "objective", "mine", "terrain", "zone_0", "zone_1")
    lays = LAYS
    alone = ("prize",)

    # ---------------------------------------------------------------- the ground

    def size(self, draft: Draft) -> tuple[float, ...]:
        """Columns and rows."""
        board = draft.get("board", {})
        return tuple(min(LARGEST, max(1, board.get(key, 10))) for key in ("columns", "rows"))

    def ground(self, draft: Draft) -> Ground:
        """What lies on each hex of the board."""
        ground: Ground = {}
        columns, rows = self.extent(draft)

        def lie(name: Any, layer: str, value: Any = True) -> None:
            cell = named(name)
            if cell and inside(cell, columns, rows):
                ground.setdefault(cell, {}).setdefault(layer, value)

        for cell, kind in pictured(draft).items():
            if kind != "open":
                lie(hex_name(*cell), *self.lays[kind])
        for kind, names in draft.get("terrain", {}).items():
            for name in names:
                if kind in TERRAIN:
                    lie(name, "terrain", kind)
        for layer, key in MARKS.items():
            for name in draft.get(key, ()):
                lie(name, layer)
        lie(draft.get("prize_hex"), "prize")
        for seat, side in enumerate(draft.get("sides", ())[:2]):
            for name in zone_names(side.get("zone", {}), columns):
                lie(name, f"zone_{seat}")
        return ground

    def write(self, draft: Draft, ground: Ground) -> None:
        """Write the ground into the lists; of a drawn map what is gone becomes open ground."""
        drawn = self.redrawn(draft, ground)
        terrain = draft.get("terrain", {})
        for kind in TERRAIN:
            cells = [cell for cell, lying in ground.items() if lying.get("terrain") == kind]
            listed_into(terrain, kind, [cell for cell in cells if drawn.get(cell) != kind])
        into(draft, "terrain", terrain)
        for layer, key in MARKS.items():
            cells = [cell for cell, lying in ground.items() if layer in lying]
            listed_into(draft, key, [cell for cell in cells if drawn.get(cell) != layer])
        prize = next((cell for cell, lying in ground.items() if "prize" in lying), None)
        draft.pop("prize_hex", None) if prize is None else draft.update(prize_hex=hex_name(*prize))
        for seat, side in enumerate(draft.get("sides", ())[:2]):
            cells = [cell for cell, lying in ground.items() if f"zone_{seat}" in lying]
            write_zone(side.setdefault("zone", {}), cells, self.extent(draft)[0])

    def redrawn(self, draft: Draft, ground: Ground) -> dict[Cell, str]:
        """What the drawn map of a draft shows, after what is gone was taken out of it."""
        shown = {}
        legend = draft.get("legend", {})
        signs = [list(line) for line in draft.get("picture", ())]
        for cell, kind in pictured(draft).items():
            layer, value = self.lays.get(kind, ("", ""))
            if kind != "open" and ground.get(cell, {}).get(layer) != value:
                signs[cell[1]][cell[0]] = open_sign(legend)
            elif kind != "open":
                shown[cell] = kind
        if signs:
            draft["picture"] = ["".join(line) for line in signs]
        return shown

    def cut(self, draft: Draft, columns: int, rows: int) -> None:
        """Give the board another size, and the drawn map."""
        draft["board"] = {"columns": columns, "rows": rows}
        if draft.get("picture"):
            blank = open_sign(draft.setdefault("legend", {}))
            lines = [*draft["picture"][:rows], *[""] * (rows - len(draft["picture"]))]
            draft["picture"] = [line[:columns].ljust(columns, blank) for line in lines]
        for side in draft.get("sides", ())[:2]:
            zone = side.get("zone", {})
            if "rows" in zone:
                zone["rows"] = [row for row in zone["rows"] if row <= rows]

    def shift(self, first: Cell, to: Cell) -> CellImage:
        """Where hexes lie when the first of them is put on another; every second column lies lower."""
        across = to[0] - first[0]
        down = 2 * to[1] + to[0] % 2 - 2 * first[1] - first[0] % 2

        def moved(cell: Cell) -> Cell:
            column = cell[0] + across
            return column, (2 * cell[1] + cell[0] % 2 + down - column % 2) // 2

        return moved

    def mended(self, draft: Draft) -> Draft:
        """A draft whose map is as large as the board, with signs that mean something."""
        if draft.get("picture"):
            self.write(draft, self.ground(draft))
            legend = draft.setdefault("legend", {})
            for sign in [sign for sign in legend if len(sign) != 1]:
                del legend[sign]
            blank = open_sign(legend)
            draft["picture"] = [
                "".join(s if s in legend else blank for s in line) for line in draft["picture"]
            ]
            self.cut(draft, *self.extent(draft))
        return draft

    def places(self, draft: Draft, place: tuple[str | int, ...]) -> Iterator[str]:
        """The hexes that stand in a place of a draft."""
        value: Any = draft
        for part in place:
            if isinstance(value, dict) and part in value:
                value = value[part]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return
        yield from hexes_in(value) if place and place[0] not in ("sides", "board") else ()

    # ---------------------------------------------------------------- units

    def placeable(self) -> Iterator[Placeable]:
        """The sample builds, then every kind of unit as its profile has it."""
        units = self.shelf.units()
        for key, build in units.builds.items():
            yield Placeable(key, build.name or key, units.units[build.unit].kind)
        for key, unit in units.units.items():
            yield Placeable(key, unit.name, unit.kind)

    def profile(self, force: Draft) -> Profile | None:
        """What a unit of a draft is, if there is such."""
        units = self.shelf.units()
        build = units.builds.get(force.get("build", ""))
        return units.units.get(build.unit if build else force.get("unit", ""))

    def table_of(self, unit: str) -> str:
        """What never acts stands among the statics (TC-13.6)."""
        profile = self.shelf.units().units.get(unit)
        return "statics" if profile and profile.is_static else "units"

    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A unit of a side; a static of the side that is missing says nothing of it (TC-13.6)."""
        force = {"build": unit} if unit in self.shelf.units().builds else {"unit": unit}
        if self.table_of(unit) == "units" or len(draft.get("sides", ())) > 1:
            force = {"side": side_name(draft, seat), **force}
        profile = self.profile(force)
        return {**force, "facing": "N"} if profile and profile.has_facing else force

    def other_unit(self, draft: Draft, row: DraftRow, unit: str) -> None:
        """Another build in the place of one; what acts stays what acts."""
        if self.table_of(unit) != row.table:
            raise NoSense(f"{row.name} can only be replaced by what stands among the {row.table}")
        for key in BUILT:
            row.force.pop(key, None)
        facing = row.force.pop("facing", "N")
        row.force["build" if unit in self.shelf.units().builds else "unit"] = unit
        profile = self.profile(row.force)
        if profile and profile.has_facing:
            row.force["facing"] = facing

    def piece(self, draft: Draft, row: DraftRow) -> DraftUnit:
        """A unit as it is listed, with who carries it."""
        what = row.force.get("build") or row.force.get("unit", "")
        profile = self.profile(row.force)
        build = self.shelf.units().builds.get(row.force.get("build", ""))
        name = (build.name if build else "") or row.force.get("build") or (profile.name if profile else what)
        carrier = row.force.get("carried_by")
        return self.listed(row, f"{name}, carried by {carrier}" if carrier else name, what)

    def letter(self, draft: Draft, row: DraftRow) -> str:
        """Statics have letters of their own."""
        profile = self.profile(row.force)
        kind = Kind[profile.kind.upper()] if profile else None
        return STATIC_LETTERS.get(kind, "AB"[row.seat]) if kind is not None else "AB"[row.seat]

    def seat(self, draft: Draft, table: str, name: str, force: Draft) -> int:
        """The seat of the side that a unit names; 1 for the side that is missing."""
        names = [side.get("name") for side in draft.get("sides", ())[:2]]
        return names.index(force.get("side")) if force.get("side") in names else 1

    def own(self, draft: Draft, row: DraftRow) -> None:
        """A unit names its side."""
        if "side" in row.force:
            row.force["side"] = side_name(draft, row.seat)

    def stand(self, force: Draft) -> Cell | None:
        """The hex of a unit."""
        return named(force.get("hex"))

    def station(self, draft: Draft, row: DraftRow, cell: Cell) -> None:
        """Put a unit on a hex; a squad on that of a vehicle of its side is carried (TC-10.19)."""
        profile = self.profile(row.force)
        carrier = next((other for other in self.rows(draft) if self.takes(other, row, cell)), None)
        row.force.pop("carried_by", None)
        if profile and profile.kind == "squad" and carrier and not row.name.endswith("'"):
            row.force.pop("hex", None)
            row.force["carried_by"] = carrier.name
            return
        row.force["hex"] = hex_name(*cell)
        if not row.name and "facing" in row.force:
            row.force["facing"] = "N" if 2 * cell[1] >= self.extent(draft)[1] else "S"

    def takes(self, vehicle: DraftRow, row: DraftRow, cell: Cell) -> bool:
        """Whether a vehicle stands on a hex and can carry a squad of that side."""
        profile = self.profile(vehicle.force)
        return (
            profile is not None
            and profile.carries
            and (vehicle.table, vehicle.seat) == ("units", row.seat)
            and self.stand(vehicle.force) == cell
        )

    def before_removing(self, draft: Draft, row: DraftRow) -> None:
        """Squads that a vehicle carried stand where it stood."""
        for other in self.rows(draft):
            if other.force.get("carried_by") == row.name:
                del other.force["carried_by"]
                other.force["hex"] = row.force.get("hex", "")

    def mirrored_units(self, draft: Draft, image: CellImage, how: str) -> Iterator[DraftRow]:
        """The units of the first half for both sides; the carried go where their carriers go."""
        if len(draft.get("sides", ())) < 2:
            yield from self.rows(draft)
            return
        kept = [row for row in super().mirrored_units(draft, image, how) if not row.force.get("carried_by")]
        yield from kept
        names = {row.name for row in kept}
        for row in self.rows(draft):
            carrier = row.force.get("carried_by", "")
            if carrier in names:
                yield row
            if f"{carrier}'" in names:
                mirrored = DraftRow(
                    row.table, f"{row.name}'", 1 - row.seat, {**row.force, "carried_by": f"{carrier}'"}
                )
                self.own(draft, mirrored)
                yield mirrored

    def settle(self, draft: Draft, field: str) -> None:
        """A mission is printed by a rule."""
        if field == "mission" and draft.get("mission") in RULES:
            draft["rule"] = RULES[draft["mission"]]

    # ---------------------------------------------------------------- the picture

    def scene(self, file: Scenario, aside: frozenset[str]) -> HexScene:
        """The board with all that lies on it, zones and what is not played under the options included."""
        s = open_board(file.board.columns, file.board.rows, DRAWN_WITH, self.shelf)
        s.seats, s.phase = 2, Phase.ROLL_OFF
        lay(s, {cell_of(name): kind for name, kind in file.ground().items()})
        for name in file.mined():
            s.mine[cell_of(name)] = 1
        self.field(s, file, aside)
        plain = self.without_excess(file)
        lay_course(s, plain)
        set_mission(s, plain)
        drawn = scene(self.shelf, s, None)
        zones = tuple(Zone("deploy", seat, file.zone_hexes(seat)) for seat in range(len(file.sides)))
        spoken = dict(drawn.spoken)
        for zone in zones:
            spoken |= {name: f"{spoken[name]}, zone of {SIDES[zone.side]}" for name in zone.places}
        return replace(drawn, zones=(*zones, *drawn.zones), spoken=spoken)

    def field(self, s: State, file: Scenario, aside: frozenset[str]) -> None:
        """Every unit where it stands; those aside hold their numbers and stand nowhere."""
        known = self.shelf.units()
        stand_in = next(iter(known.builds))
        units = {
            name: Force(side=force.side, build=stand_in) if name in aside else force
            for name, force in file.units.items()
        }
        statics = {
            name: Static(unit=static_like(known, name), side=static.side, hex="A1")
            if name in aside
            else static
            for name, static in file.statics.items()
        }
        rows = roster(known, file.model_copy(update={"units": units, "statics": statics}))[:UNITS]
        names = [row.place[1] for row in rows]
        s.count = len(rows)
        for u, row in enumerate(rows):
            muster(known, s.units[u], row.seat, row.fielded.loadout, row.fielded.build, s.options)
            if row.hex and names[u] not in aside:
                station(s, u, cell_of(row.hex), row.facing)
        for u, row in enumerate(rows):
            if row.carried_by in names and row.carried_by not in aside:
                embark(s, u, names.index(row.carried_by))

    def without_excess(self, file: Scenario) -> Scenario:
        """What a mission is about, as far as a battle can hold it and it is there."""
        there = named(file.prize_hex)
        on_board = there is not None and inside(there, file.board.columns, file.board.rows)
        return file.model_copy(
            update={
                "picture": (),
                "objectives": file.objective_hexes()[:OBJECTIVES],
                "waypoints": file.waypoints[:WAYPOINTS],
                "prize": file.prize if file.prize in list(file.units)[:UNITS] else "",
                "prize_hex": file.prize_hex if on_board else "",
            }
        )


# ---------------------------------------------------------------- how a file says it


def static_like(units: Units, name: str) -> str:
    """A static that is numbered like one of that name."""
    letters = {letter: kind for kind, letter in STATIC_LETTERS.items()}
    kind = letters.get(name[:1], Kind.TARGET)
    return next(key for key, unit in units.units.items() if Kind[unit.kind.upper()] == kind)


def pictured(draft: Draft) -> dict[Cell, str]:
    """What the drawn map of a draft shows on the hexes for which it has a sign."""
    legend = draft.get("legend", {})
    return {
        (column, row): legend[sign]
        for row, line in enumerate(draft.get("picture", ())[:LARGEST])
        for column, sign in enumerate(line[:LARGEST])
        if sign in legend
    }


def open_sign(legend: dict[str, str]) -> str:
    """The sign of open ground, written into the legend if it has none."""
    for sign, kind in legend.items():
        if kind == "open" and len(sign) == 1:
            return sign
    sign = next(free for free in ".,:;-_+" if free not in legend)
    legend[sign] = "open"
    return sign


def zone_names(zone: Draft, columns: int) -> Iterator[str]:
    """The hexes of a zone, its rows first."""
    for row in zone.get("rows", ())[:LARGEST]:
        yield from (hex_name(column, row - 1) for column in range(columns) if row > 0)
    yield from zone.get("hexes", ())


def write_zone(zone: Draft, cells: list[Cell], columns: int) -> None:
    """Write a zone; rows that are no longer whole are told hex by hex."""
    lying = set(cells)
    if "rows" in zone:
        zone["rows"] = [row for row in zone["rows"] if all((c, row - 1) in lying for c in range(columns))]
        if not zone["rows"]:
            del zone["rows"]
    listed_into(zone, "hexes", [cell for cell in cells if cell[1] + 1 not in zone.get("rows", ())])


def listed_into(table: Draft, key: str, cells: list[Cell]) -> None:
    """Write hexes into a list: those in it in their order, then the others; no list for none."""
    names = dict.fromkeys(hex_name(*cell) for cell in cells)
    listed = [name for name in dict.fromkeys(table.get(key, ())) if name in names]
    listed += [name for name in names if name not in set(listed)]
    into(table, key, listed)


def hexes_in(value: Any) -> Iterator[str]:
    """The names of hexes in some data."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from hexes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from hexes_in(inner)
    elif named(value) is not None:
        yield value
