"""Where every position begins: the table, who takes part, the scenario, and the scenario editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, product
from typing import Annotated, Any

from pydantic import Field

from hulldown.catalogue import CatalogueError, Entry, ScenarioSource, ValidationIssue, unknown_name, validate
from hulldown.kernel.actions import Log
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, NoSense, Placeable
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.close_assault import state
from hulldown.rulesets.close_assault.board import scene
from hulldown.rulesets.close_assault.catalogue import (
    MOST_MODELS,
    SHELF,
    VEHICLES,
    Force,
    Scenario,
    Shelf,
    profile_problems,
)
from hulldown.rulesets.close_assault.events import Why
from hulldown.rulesets.close_assault.state import DETACHMENTS, MODELS, NOBODY, Ground, Phase, State
from hulldown.rulesets.close_assault.table import WAITING, coherent, stand, why_not_form, why_not_stand, wipe
from hulldown.rulesets.close_assault.turn import advance
from hulldown.rulesets.close_assault.values import KINDS, Circle, UnitProfile, mils, write_profile
from hulldown.rulesets.close_assault.words import detachment_name, model_name
from hulldown.rulesets.common.building import Paint, Word
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow, zone_brushes
from hulldown.rulesets.common.editing_ground import Feature, PlaneDrafting, Point, distance, frame, trimmed
from hulldown.rulesets.common.names import from_middle, inches, number_of
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices, within

Place = Sequence[int | float]  # x and y in inches
EDGES = {"east": 0, "north": 9000, "west": 18000, "south": 27000}  # directions, as plane.py has angles
DEGREE = 100


# ---------------------------------------------------------------- an empty table


def blank_state(
    chosen: Choices | None = None, width: int = 48, height: int = 36, shelf: Shelf = SHELF
) -> State:
    """An empty open table of so many inches, in the Movement phase of round 1, seat 0 to act.

    Own edges are south and north, objectives score from round 2 on.
    """
    s = blank(State)
    shelf.set_options(s.options, chosen or {})
    s.width, s.height = mils(width), mils(height)
    s.edge = [EDGES["south"], EDGES["north"]]
    s.round, s.rounds, s.scoring = 1, 5, 2
    s.phase, s.winner, s.initiative = state.Phase.MOVEMENT, RUNNING, NOBODY
    s.acting = s.target = s.current = s.extra_unit = NOBODY
    s.spend = [NOBODY, NOBODY]
    for side in range(2):
        lay_box(s.zone[side], (0, 0, width, height))
    return s


def lay_box(into: state.Area, box: Sequence[int | float], ground: int = Ground.OPEN) -> None:
    """Write a rectangle given in inches."""
    into.ground = ground
    into.x0, into.y0, into.x1, into.y1 = map(mils, box)


def lay_terrain(s: State, ground: Ground, *box: int | float) -> None:
    """One more piece of terrain (2.4): x0, y0, x1, y1 in inches."""
    lay_box(s.area[s.areas], box, ground)
    s.areas += 1


def lay_objective(s: State, x: int | float, y: int | float) -> None:
    """One more objective (CA-18.2), in inches."""
    s.objective_x[s.objectives], s.objective_y[s.objectives] = mils(x), mils(y)
    s.objectives += 1


# ---------------------------------------------------------------- detachments


def field_detachment(
    shelf: Shelf,
    s: State,
    side: int,
    what: str | UnitProfile,
    places: Sequence[Place | None],
    facing: int | float = 0,
    order: int = state.Order.NONE,
    name: str = "",
) -> int:
    """Put a fresh detachment on the table, a model at each place (None: not placed yet), facing in degrees.

    Returns its number. CatalogueError if there is no such unit. Its models are numbered after those there.
    """
    k, first = s.detachments, s.models
    s.detachments, s.models = k + 1, first + len(places)
    d = s.detachment[k]
    d.side, d.profile, d.first, d.size = side, profile_number(shelf, s, what), first, len(places)
    d.order, d.ordered, d.name = (
        order,
        int(order != state.Order.NONE),
        number_of(name or f"{'AB'[side]}{k + 1}"),
    )
    vehicles = s.profile[d.profile].kind in (state.Kind.VEHICLE, state.Kind.SHV)
    d.value = s.options.vehicle_kill_points if vehicles else s.options.kill_points  # section 6
    for m, place in enumerate(places, first):
        write_model(s, m, k)
        if place is not None:
            stand(s.model[m], mils(place[0]), mils(place[1]), round(facing * DEGREE))
    return int(k)


def profile_number(shelf: Shelf, s: State, what: str | UnitProfile) -> int:
    """The place of a unit's profile in the state; a profile of a player's own always gets one of its own."""
    sheet = unit_named(shelf.units(), what) if isinstance(what, str) else what
    listed = list(shelf.units().units.values())
    number = listed.index(sheet) if sheet in listed else NOBODY
    for i in range(s.profiles):
        if number != NOBODY and s.profile[i].name == number:
            return i
    write_profile(s.profile[s.profiles], sheet, s.options, number)
    s.profiles += 1
    return int(s.profiles) - 1


def write_model(s: State, m: int, k: int) -> None:
    """A fresh model of a detachment, not on the table yet."""
    model, profile = s.model[m], s.profile[s.detachment[k].profile]
    base = model.base
    base.round, base.half_length, base.half_width = profile.round, profile.half_length, profile.half_width
    model.detachment, model.wounds = k, profile.wounds
    model.left = [weapon.bonuses for weapon in profile.weapon]
    take_off(s, m)


def take_off(s: State, m: int) -> None:
    """Put a model where it waits to be placed, far from everything."""
    stand(s.model[m], WAITING * (m + 2), 0, 0)


# ---------------------------------------------------------------- forces
# Who takes part: the detachments of a scenario, and what players field in their place (CA-1.8).


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, or a profile of their own with its name and paint."""

    unit: str = ""
    profile: UnitProfile | None = None
    models: Annotated[int, Field(ge=1, le=MOST_MODELS)] | None = None
    name: Word = ""
    paint: Paint = Paint()


def fielded(shelf: Shelf, file: Scenario, given: Forces) -> dict[str, Force]:
    """Every detachment that takes part, in roster order. CatalogueError names what cannot be fielded."""
    forces = {name: force for seat in range(2) for name, force in file.side(seat).items()}
    for name, choice in given.items():
        if name not in forces:
            raise CatalogueError([unknown_name("detachment", name, forces)])
        forces[name] = replaced(shelf, file, name, read_choice(shelf, name, choice))
    if sum(len(force.models) for force in forces.values()) > state.MODELS:
        raise CatalogueError([f"there are more than {state.MODELS} models"])
    return forces


def read_choice(shelf: Shelf, name: str, given: Mapping[str, Any]) -> Choice:
    """What a player fields, from plain data. CatalogueError names what is wrong in it."""

    def problems(choice: Choice) -> list[ValidationIssue]:
        if choice.unit and choice.profile is not None:
            return [ValidationIssue(("unit",), "stands beside a profile")]
        return [*within(("profile",), profile_problems(choice.profile))] if choice.profile else []

    choice = validate(as_choice(given), Choice, problems, f"unit {name}")
    if choice.unit:
        unit_named(shelf.units(), choice.unit)
    return choice


def as_choice(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A profile as it is written, or the name of a sample of the garage, as a choice."""
    if "movement" in given:
        beside = {key: given[key] for key in ("paint", "models") if key in given}
        profile = {key: value for key, value in given.items() if key not in beside}
        return {**beside, "profile": profile}
    if "build" in given:
        return {"unit": given["build"], **{key: given[key] for key in given if key != "build"}}
    return given


def replaced(shelf: Shelf, file: Scenario, name: str, choice: Choice) -> Force:
    """A printed detachment with another unit of its type, in free set-up any, of any size (CA-1.8)."""
    printed = file.units[name]
    changes: dict[str, Any] = {}
    if choice.unit or choice.profile:
        changes = {"unit": choice.unit, "profile": choice.profile}
    if choice.models not in (None, len(printed.models)):
        if not file.free:
            raise CatalogueError([f"unit {name}.models: only free set-up changes their number (CA-1.8)"])
        changes["models"] = printed.models[:1] * (choice.models or 1)
    force = printed.model_copy(update=changes)
    kind = printed.sheet(shelf.units()).type
    if force.sheet(shelf.units()).type != kind:
        what = f"unit {name}: must be of type {kind}, as the one it replaces (CA-1.8)"
        raise CatalogueError([what])
    return force


# ---------------------------------------------------------------- scenario
# Setting a battle up (section 6): scenario, options and forces become the starting position.


GRID = 500  # mils between the places at which a formation is tried
PLACES = {
    Why.OVERLAP: "overlaps another model (CA-2.5)",
    Why.OFF_TABLE: "is off the table (CA-2.7)",
    Why.TERRAIN: "overlaps a block (CA-2.7)",
}


def set_up(
    shelf: Shelf, scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None
) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces detachments by name: `{"B1": {"unit": "walker"}}` or `{"B1": {"profile": {...}}}`; in
    free set-up also `{"B1": {"models": 4}}` (CA-1.8).
    """
    file = shelf.scenario(scenario)
    s = blank_state({**file.options, **(options or {})}, shelf=shelf)
    lay_table(s, file)
    for name, force in fielded(shelf, file, forces or {}).items():
        field_force(shelf, s, file, name, force)
    lay_rewards(s, file)
    if not file.free:
        refuse_places(s)
    s.phase, s.round = state.Phase.DEPLOY, 0
    if file.free:
        refuse_crowds(s)
    advance(s, new_dice(0), blank(Log))
    return s


def lay_table(s: State, file: Scenario) -> None:
    """Everything on the table but models."""
    s.width, s.height = map(mils, file.size)
    s.rounds, s.scoring = file.rounds, file.scoring
    for seat, side in enumerate(file.sides):
        s.edge[seat] = EDGES[side.edge]
        lay_box(s.zone[seat], side.zone)
    for terrain in file.terrain:
        lay_terrain(s, Ground[terrain.ground.upper()], *terrain.box)
    for x, y in file.objectives:
        lay_objective(s, x, y)


def field_force(shelf: Shelf, s: State, file: Scenario, name: str, force: Force) -> None:
    """A detachment in its places; in free set-up it waits to be placed (CA-2.13)."""
    seat = int(name[0] == file.sides[1].letter)
    places = [None if file.free else place for place in force.models]
    k = field_detachment(shelf, s, seat, force.profile or force.unit, places, force.facing or 0, name=name)
    if force.points is not None:
        s.detachment[k].value = force.points


def lay_rewards(s: State, file: Scenario) -> None:
    """What the scenario scores at its end (CA-18.3)."""
    for reward in file.ends:
        s.extra = state.Extra[reward.what.upper()]
        s.extra_side, s.extra_points = file.seat_of(reward.side), reward.points
        s.extra_line, s.extra_models = mils(reward.beyond), reward.models
        names = [detachment_name(s, k) for k in range(s.detachments)]
        s.extra_unit = names.index(reward.unit) if reward.unit else NOBODY


def refuse_places(s: State) -> None:
    """CatalogueError for models that overlap or are off the table, detachments that do not hold together."""
    for m in range(s.models):
        why = why_not_stand(s, m, s.model[m].base, 1)
        if why != Why.ALLOWED:
            raise CatalogueError([f"{model_name(s, m)} {PLACES[Why.of(why)]}"])
    for k in range(s.detachments):
        if not coherent(s, k):
            gap = inches(int(s.options.coherency))
            raise CatalogueError([f"{detachment_name(s, k)} is not within {gap} inches of itself (CA-2.8)"])


# ---------------------------------------------------------------- free set-up


def refuse_crowds(s: State) -> None:
    """CatalogueError for who could not be placed in the own zone: a detachment in no formation, or a side
    that would cover most of it (CA-2.15).
    """
    for k in range(s.detachments):
        if not fits(s, k):
            raise CatalogueError([f"{detachment_name(s, k)} does not fit into its zone (CA-2.15)"])
    for side, zone in enumerate(s.zone):
        room = (zone.x1 - zone.x0) * (zone.y1 - zone.y0)
        if state.WHOLE * ground_of(s, side) > int(s.options.zone_share) * room:
            first = next(k for k in range(s.detachments) if s.detachment[k].side == side)
            name = detachment_name(s, first)
            raise CatalogueError([f"{name} and the others of its side crowd their zone (CA-2.15)"])
    s.side = 0
    wipe(s)


def fits(s: State, k: int) -> bool:
    """Whether a detachment alone can be placed in some formation, on a grid over its zone."""
    s.side = int(s.detachment[k].side)
    zone = s.zone[s.side]
    return any(
        why_not_form(s, k, x, y, NOBODY, files) == Why.ALLOWED
        for x in from_middle(zone.x0, zone.x1, GRID)
        for y in from_middle(zone.y0, zone.y1, GRID)
        for files in range(1, s.detachment[k].size + 1)
    )


def ground_of(s: State, side: int) -> int:
    """The ground that the models of a side need, in square mils: of round bases the square about them."""
    own = [s.model[m].base for m in range(s.models) if state.side_of(s, m) == side]
    return sum(4 * int(b.half_length) * int(b.half_width) for b in own)


# ---------------------------------------------------------------- the scenario editor
# Rectangles of terrain, objectives and zones on a table, and models one by one.


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
        s = blank_state(shelf=self.shelf)
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
