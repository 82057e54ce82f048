"""The scenario editor: terrain of any shape, objectives, zones, and units round their leaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hulldown.catalogue import ValidationIssue
from hulldown.kernel.plane import CORNERS
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, NoSense, Placeable
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow, side_name, zone_brushes
from hulldown.rulesets.common.editing_ground import Feature, PlaneDrafting, Point, PointImage
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.warstrike.board import scene
from hulldown.rulesets.warstrike.catalogue import Scenario, Shelf
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.setup import PLACES, blank_state, field_unit, lay_table, set_up
from hulldown.rulesets.warstrike.state import COLUMNS, MODELS, ROWS, UNITS, Phase, State, side_of
from hulldown.rulesets.warstrike.turn import why_not_spot
from hulldown.rulesets.warstrike.words import model_id, unit_id

BRUSHES = (
    Brush("wood", "Wood", "Terrain", "polygon", "#cbd09b", "stops sight behind it, slows", "WS-3.4"),
    Brush("ruin", "Ruin", "Terrain", "polygon", "#c9bfae", "as in cover at all times", "WS-3.7"),
    Brush("bog", "Bog", "Terrain", "polygon", "#cdb184", "conceals who is in it, slows", "WS-3.12"),
    Brush("hill", "Hill", "Terrain", "polygon", "#dcc592", "sees more from above", "WS-3.8"),
    Brush("dangerous", "Dangerous ground", "Terrain", "polygon", "#d9a08a", "may kill who enters", "WS-3.14"),
    Brush("block", "Block", "Terrain", "polygon", "#a8663f", "stops sight, nobody enters", "WS-3.13"),
    Brush("water", "Water", "Terrain", "polygon", "#b9d0cf", "nobody enters", "WS-3.1"),
    Brush("linear", "Wall or hedge", "Terrain", "line", "#5f5340", "conceals who is behind it", "WS-3.10"),
    Brush("objective", "Objective", "Marks", "point", "#f2b705", "scores for who controls it", "WS-14.4"),
    *zone_brushes("box", "WS-4.5"),
)
WORTH = 50  # victory points of a new objective
LABELS = {
    "free": "Players place their units",
    "morale": "Task forces check morale",
    "sudden": "An enemy objective wins at once",
    "holder": "Who scores what nobody controls",
    "vp": "Victory points",
}


class TerrainDrafting(PlaneDrafting):
    """Drafts of WarStrike."""

    shelf: Shelf
    set_up = staticmethod(set_up)
    brushes = BRUSHES
    corners = CORNERS
    sizes = (("width", "Width in inches", 12, COLUMNS - 1), ("height", "Height in inches", 12, ROWS - 1))
    drawn = ("size", "terrain", "objectives.*.at", "sides.*.zone", "units.*.leader")
    single = ("terrain", "objectives", "sides.*.zone")
    hidden = frozenset((*drawn, "units"))
    labels = LABELS
    side_names = ("attacker", "holder", "objectives.*.side")

    # ---------------------------------------------------------------- the table

    def things(self, draft: Draft) -> list[Feature]:
        """Terrain, then objectives with whose they are and what they score."""
        features = [
            Feature(piece["ground"], tuple((x, y) for x, y in piece["points"]))
            for piece in draft.get("terrain", ())
            if "ground" in piece and "points" in piece
        ]
        for objective in draft.get("objectives", ()):
            if "at" in objective:
                x, y = objective["at"]
                features.append(
                    Feature("objective", ((x, y),), {key: objective[key] for key in objective if key != "at"})
                )
        return features

    def write(self, draft: Draft, things: Sequence[Feature]) -> None:
        """Write terrain with its corners, objectives with all that is said of them."""
        shapes = [thing for thing in things if thing.brush != "objective"]
        into(
            draft,
            "terrain",
            [{"ground": shape.brush, "points": [[*point] for point in shape.points]} for shape in shapes],
        )
        marks = [thing for thing in things if thing.brush == "objective"]
        objectives = [{"at": [*mark.points[0]], **mark.rest} for mark in marks]
        into(draft, "objectives", objectives)

    def rest(self, brush: Brush) -> Draft:
        """A new objective scores."""
        return {"vp": WORTH} if brush.id == "objective" else {}

    def imaged(self, draft: Draft, thing: Feature, image: PointImage) -> Feature:
        """What is one side's on this half is the other's on that."""
        feature = super().imaged(draft, thing, image)
        sides = [side_name(draft, seat) for seat in range(2)]
        if feature.rest.get("side") in sides:
            feature.rest["side"] = sides[1 - sides.index(feature.rest["side"])]
        return feature

    # ---------------------------------------------------------------- units

    def placeable(self) -> Iterator[Placeable]:
        """The units of the file."""
        for key, unit in self.shelf.units().units.items():
            yield Placeable(key, unit.name, unit.type)

    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A unit in the middle of its zone."""
        sides, (width, height) = draft.get("sides", ()), self.size(draft)
        x0, y0, x1, y1 = sides[seat].get("zone", [0, 0, width, height])
        return {"unit": unit, "leader": [(x0 + x1) / 2, (y0 + y1) / 2]}

    def piece(self, draft: Draft, row: DraftRow) -> DraftUnit:
        """A unit as it is listed."""
        units = self.shelf.units()
        key = units.key_of(row.force.get("unit", ""))
        name = units.units[key].name if key else str(row.force.get("unit", ""))
        leader = row.force.get("leader")
        at: Any = "" if draft.get("free") or not leader else tuple(map(float, leader))
        return DraftUnit(row.name, row.seat, name, key, at)

    def spots(self, force: Draft) -> list[Point]:
        """Where its leader stands."""
        x, y = force.get("leader", (0.0, 0.0))
        return [[x, y]]

    def stand(self, draft: Draft, row: DraftRow, spots: Sequence[Point]) -> None:
        """Put its leader. NoSense where the players place their units themselves (WS-4.2)."""
        if draft.get("free") and not row.name.endswith("'"):
            raise NoSense("In free set-up the players place their units themselves")
        row.force["leader"] = [*spots[0]]

    # ---------------------------------------------------------------- the picture

    def position(self, file: Scenario, aside: frozenset[str]) -> State:
        """The table with everybody in place, legal or not, while the sides set up."""
        s = blank_state(self.shelf, {}, *file.size)
        lay_table(s, file)
        known = self.shelf.units()
        for name, force in list(file.units.items())[:UNITS]:
            if name not in aside and not file.free:
                if s.models + len(unit_named(known, force.unit).each()) <= MODELS:
                    seat = int(name[0] == file.sides[1].letter)
                    field_unit(self.shelf, s, seat, force.unit, force.leader, name=name)
        s.phase = Phase.DEPLOY
        return s

    def scene(self, file: Scenario, aside: frozenset[str]) -> PlaneScene:
        """The table with its zones."""
        return scene(self.shelf, self.position(file, aside), None)

    def misplaced(self, file: Scenario, aside: frozenset[str]) -> Iterator[ValidationIssue]:
        """Units of which a model may not stand where it does (WS-1.12, WS-4.5)."""
        s = self.position(file, aside)
        for k in range(s.units):
            for m in range(s.unit[k].first, s.unit[k].first + s.unit[k].size):
                s.side = side_of(s, m)
                why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
                if why != Why.OK:
                    place = ("units", unit_id(s, k), "leader")
                    yield ValidationIssue(place, f"{model_id(s, m)} {PLACES[Why.of(why)]}")
                    break
