"""The scenario editor: rectangles of terrain, objectives and zones on a table, and models one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, product
from typing import Any

from hulldown.catalogue import ValidationIssue
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, NoSense, Placeable
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.close_assault.board import scene
from hulldown.rulesets.close_assault.catalogue import MOST_MODELS, VEHICLES, Scenario, Shelf
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.setup import (
    PLACES,
    blank_state,
    field_force,
    lay_rewards,
    lay_table,
    set_up,
)
from hulldown.rulesets.close_assault.state import DETACHMENTS, MODELS, Phase, State
from hulldown.rulesets.close_assault.table import coherent, why_not_stand
from hulldown.rulesets.close_assault.values import KINDS, Circle, UnitProfile
from hulldown.rulesets.close_assault.words import detachment_name, model_name
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow, zone_brushes
from hulldown.rulesets.common.editing_ground import Feature, PlaneDrafting, Point, distance, frame, trimmed

APART = 0.25  # inches between the bases of models that are put down together
SQUAD = 4  # models of a new detachment that is not of vehicles
AHEAD = {"east": 180, "north": 270, "west": 0, "south": 90}  # degrees from an own edge to the enemy
BRUSHES = (
    Brush("rough", "Rough ground", "Terrain", "box", "#c9bfae", "counts twice to move over", "CA-4.5"),
    Brush("wood", "Wood", "Terrain", "box", "#cbd09b", "slow, and hides what is in it", "CA-4.5"),
    Brush("block", "Block", "Terrain", "box", "#a8663f", "nobody enters or sees through", "CA-2.7"),
    Brush("objective", "Objective", "Marks", "point", "#f2b705", "scores for who holds it", "CA-18.2"),
    *zone_brushes("box", "CA-2.13"),
)
LABELS = {
    "free": "Players place their detachments",
    "scoring": "Objectives score from round",
    "ends": "Reward at the end",
    "beyond": "Line in inches",
}


class TableDrafting(PlaneDrafting):
    """Drafts of Close Assault."""

    shelf: Shelf
    set_up = staticmethod(set_up)
    brushes = BRUSHES
    step = 15
    sizes = (("width", "Width in inches", 6, 120), ("height", "Height in inches", 6, 120))
    drawn = ("size", "terrain", "objectives", "sides.*.zone", "units.*.models")
    single = ("terrain", "objectives", "sides.*.zone")
    hidden = frozenset((*drawn, "units"))
    labels = LABELS
    side_names = ("ends.*.side",)
    unit_names = ("ends.*.unit",)

    # ---------------------------------------------------------------- the table

    def things(self, draft: Draft) -> list[Feature]:
        """Terrain, then objectives."""
        features = []
        for piece in draft.get("terrain", ()):
            if "ground" in piece and "box" in piece:
                x0, y0, x1, y1 = piece["box"]
                features.append(Feature(piece["ground"], ((x0, y0), (x1, y1))))
        return [*features, *(Feature("objective", ((x, y),)) for x, y in draft.get("objectives", ()))]

    def write(self, draft: Draft, things: Sequence[Feature]) -> None:
        """Write terrain as boxes and objectives as points."""
        boxes = [(thing.brush, [*frame(thing.points)]) for thing in things if thing.brush != "objective"]
        into(draft, "terrain", [{"ground": ground, "box": box} for ground, box in boxes])
        into(draft, "objectives", [[*thing.points[0]] for thing in things if thing.brush == "objective"])

    # ---------------------------------------------------------------- detachments

    def placeable(self) -> Iterator[Placeable]:
        """The units of the file."""
        for key, unit in self.shelf.units().units.items():
            yield Placeable(key, unit.name, unit.type)

    def profile(self, force: Draft) -> UnitProfile | None:
        """What the models of a detachment are, if there is such a unit."""
        units = self.shelf.units()
        return units.units.get(units.key_of(force.get("unit", "")))

    def new_force(self, draft: Draft, seat: int, unit: str) -> Draft:
        """A vehicle, or a few models of anything else, towards the enemy."""
        profile = self.shelf.units().units[unit]
        vehicle = KINDS.get(profile.type) in VEHICLES
        width, height = self.size(draft)
        force: Draft = {"unit": unit, "models": [[trimmed(width / 2), trimmed(height / 2)]]}
        if vehicle:
            force["facing"] = self.towards(draft, seat)
        self.fill(draft, force, 1 if vehicle or profile.type not in ("Infantry", "Cavalry") else SQUAD)
        return force

    def towards(self, draft: Draft, seat: int) -> int:
        """The direction in which a side looks from its edge."""
        sides = draft.get("sides", ())
        return AHEAD.get(sides[seat].get("edge", ""), 90) if seat < len(sides) else 90

    def fill(self, draft: Draft, force: Draft, value: int) -> None:
        """Give a detachment so many models, new ones near its first."""
        profile = self.profile(force)
        base = profile.base if profile else None
        wide = base.diameter if isinstance(base, Circle) else max(base.length, base.width) if base else 1.0
        models: list[Point] = force["models"][:value]
        width, height = self.size(draft)
        (x, y), apart = models[0], wide + APART
        for ring in count(1):
            around = product(range(-ring, ring + 1), repeat=2)
            spots = (
                [trimmed(x + dx * apart), trimmed(y + dy * apart)] for dx, dy in sorted(around, key=nearest)
            )
            for spot in spots:
                there = 0 <= spot[0] <= width and 0 <= spot[1] <= height
                if len(models) < value and (there or ring > MOST_MODELS):
                    if all(distance(spot, other) >= 0.99 * apart for other in models):
                        models.append(spot)
            if len(models) >= value:
                break
        force["models"] = models

    def counted(self, draft: Draft, row: DraftRow, value: int) -> None:
        """Give a detachment so many models."""
        if value > MOST_MODELS:
            raise NoSense(f"A detachment has at most {MOST_MODELS} models")
        self.fill(draft, row.force, value)

    def turn(self, draft: Draft, row: DraftRow, facing: str | float) -> None:
        """Turn a detachment to an angle in degrees from the east."""
        if isinstance(facing, str):
            raise NoSense("A facing on this table is an angle in degrees")
        row.force["facing"] = round(facing) % 360

    def other_unit(self, draft: Draft, row: DraftRow, unit: str) -> None:
        """Another unit, with as many models."""
        row.force.pop("profile", None)
        row.force["unit"] = unit
        if KINDS.get(self.shelf.units().units[unit].type) in VEHICLES:
            row.force.setdefault("facing", self.towards(draft, row.seat))

    def piece(self, draft: Draft, row: DraftRow) -> DraftUnit:
        """A detachment as it is listed."""
        profile, models = self.profile(row.force), row.force.get("models", ())
        key = self.shelf.units().key_of(row.force.get("unit", ""))
        own = row.force.get("profile", {}).get("name", "Own profile")
        name = profile.name if profile else row.force.get("unit") or own
        many = f"{len(models)} x {name}" if len(models) > 1 else name
        at: Any = "" if draft.get("free") or not models else tuple(map(float, models[0]))
        facing = float(row.force["facing"]) if "facing" in row.force else ""
        return DraftUnit(row.name, row.seat, many, key, at, facing, len(models), MOST_MODELS)

    def spots(self, force: Draft) -> list[Point]:
        """Where its models stand."""
        models = [[x, y] for x, y in force.get("models", ())]
        return models or [[0.0, 0.0]]

    def stand(self, draft: Draft, row: DraftRow, spots: Sequence[Point]) -> None:
        """Put its models. NoSense where the players place their detachments themselves (CA-2.13)."""
        if draft.get("free") and not row.name.endswith("'"):
            raise NoSense("In free set-up the players place their detachments themselves")
        row.force["models"] = [[*spot] for spot in spots]

    # ---------------------------------------------------------------- the picture

    def position(self, file: Scenario, aside: frozenset[str]) -> State:
        """The table with everybody in place, legal or not, while the sides set up."""
        s = blank_state()
        lay_table(s, file)
        for name, force in list(file.units.items())[:DETACHMENTS]:
            if name not in aside and not file.free and s.models + len(force.models) <= MODELS:
                field_force(self.shelf, s, file, name, force)
        there = [detachment_name(s, k) for k in range(s.detachments)]
        sides = [side.name for side in file.sides]
        ends = [end for end in file.ends if end.side in sides and end.unit in ("", *there)]
        lay_rewards(s, file.model_copy(update={"ends": tuple(ends)}))
        s.phase, s.round = Phase.DEPLOY, 0
        return s

    def scene(self, file: Scenario, aside: frozenset[str]) -> PlaneScene:
        """The table with its zones."""
        return scene(self.shelf, self.position(file, aside), None)

    def misplaced(self, file: Scenario, aside: frozenset[str]) -> Iterator[ValidationIssue]:
        """Models that overlap or are off the table, detachments torn apart (CA-2.5, CA-2.7, CA-2.8)."""
        s = self.position(file, aside)
        for k in range(s.detachments):
            d, name = s.detachment[k], detachment_name(s, k)
            wrong = {m: why_not_stand(s, m, s.model[m].base, 1) for m in range(d.first, d.first + d.size)}
            for m, why in wrong.items():
                if why != Why.ALLOWED:
                    yield ValidationIssue(
                        ("units", name, "models", m - d.first), f"{model_name(s, m)} {PLACES[Why.of(why)]}"
                    )
            if not coherent(s, k):
                yield ValidationIssue(("units", name, "models"), "is torn apart (CA-2.8)")


def nearest(step: tuple[int, ...]) -> tuple[int, int, int]:
    """The order in which places beside a model are tried: near ones first, those abreast before others."""
    across, up = step
    return across * across + up * up, abs(up), -across
