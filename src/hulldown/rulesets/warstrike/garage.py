"""Units of players' own, with their verdict, form and card (WS-4.13); the scenario editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from hulldown.catalogue import ValidationIssue
from hulldown.catalogue.load import format_place
from hulldown.kernel.plane import CORNERS
from hulldown.rulesets.api.editing import Brush, Draft, DraftUnit, NoSense, Placeable
from hulldown.rulesets.api.files import FULL_SIZE, Chit, Components, RangeStick, rulers
from hulldown.rulesets.api.files import INCH as STICK_INCH
from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildRows,
    BuildSection,
    Forces,
    Garage,
    Grid,
    RecordStrip,
    Sample,
    Track,
    UnitCard,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.scene import PlaneScene
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.building import garage_of, painted, void_card
from hulldown.rulesets.common.draft import into
from hulldown.rulesets.common.editing import DraftRow, side_name, zone_brushes
from hulldown.rulesets.common.editing_ground import Feature, PlaneDrafting, Point, PointImage
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike import catalogue, setup
from hulldown.rulesets.warstrike.board import scene
from hulldown.rulesets.warstrike.cards import FIGURES
from hulldown.rulesets.warstrike.catalogue import (
    COMMANDER,
    Scenario,
    Shelf,
    UnitSheet,
    plain,
    read,
)
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.permissions import move_of, only_leader, place_radius, why_not_order
from hulldown.rulesets.warstrike.setup import (
    PLACES,
    blank_state,
    carried,
    field_unit,
    lay_table,
    numbers,
    set_up,
)
from hulldown.rulesets.warstrike.shooting import to_hit, to_kill, to_save
from hulldown.rulesets.warstrike.state import (
    COLUMNS,
    FINE,
    INCH,
    MODELS,
    ROWS,
    UNITS,
    WHOLE,
    Deed,
    Options,
    Phase,
    State,
    Type,
    VehicleTerrain,
    side_of,
)
from hulldown.rulesets.warstrike.table import is_team
from hulldown.rulesets.warstrike.turn import why_not_spot
from hulldown.rulesets.warstrike.words import deed_name, fire_briefly, inch_words, model_id, needs, unit_id

MATTERING = ("half_rof", "gtg_move", "band_50", "band_25", "vehicle_terrain")
MODELS_OFFERED = 24  # of one kind, and kinds of models of a unit, as a formation has room for (WS-4.9)
KINDS_OFFERED = 12
RADII = (0.25, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
NAMES = {"infantry": "Infantry", "vehicle": "Vehicle", COMMANDER: "Commander's unit"}
TEXTS = {
    "infantry": "A squad with its leader, a gun section, or a hero alone.",
    "vehicle": "A single model that never goes to ground; woods and ruins are dangerous to it.",
    COMMANDER: "Its leader is the task force commander: units near the officer check on the officer's Ld.",
}
RULES = {"infantry": "WS-2.1", "vehicle": "WS-15.1", COMMANDER: "WS-2.8"}
PLAINEST = {"mv": 6, "aw": 12, "bs": 3, "ev": 3, "ar": 2, "to": 3, "ld": 2, "nv": 4, "wd": 1, "vp": 100}


# ---------------------------------------------------------------- what is offered


def garage(shelf: Shelf, options: Choices | None = None) -> Garage:
    """Every kind of unit, and the units that come with the game (2.2)."""
    shelf.options_under(options or {})
    return garage_of(map(partial(unit_offer, shelf), NAMES), samples(shelf), MATTERING)


def unit_offer(shelf: Shelf, kind: str) -> UnitOffer:
    """What a unit of a kind is made of."""
    vehicle = kind == "vehicle"
    return UnitOffer(
        id=kind,
        name=NAMES[kind],
        figure=FIGURES[Type.VEHICLE if vehicle else Type.INFANTRY],
        text=TEXTS[kind],
        rule=RULES[kind],
        budget=0,
        facings=(),
        upgrades=(),
        sections=(moving_section(), fighting_section(), leading_section(), model_section(shelf, vehicle)),
        sets={"type": "vehicle" if vehicle else "infantry", COMMANDER: kind == COMMANDER},
        bare=bare(shelf, kind),
    )


def bare(shelf: Shelf, kind: str) -> dict[str, Any]:
    """The plainest unit of a kind: the leader, and for infantry a few men."""
    vehicle = kind == "vehicle"
    weapon = next(iter(shelf.weapons()))
    leader = {
        "name": "vehicle" if vehicle else "leader",
        "radius": 2 if vehicle else 0.5,
        "weapons": [weapon],
    }
    men = [] if vehicle else [{"name": "rifleman", "count": 4, "weapons": [weapon]}]
    sort = {"type": "vehicle" if vehicle else "infantry", COMMANDER: kind == COMMANDER}
    return plain(read(shelf, {"name": "", **sort, **PLAINEST, "models": [leader, *men]}))


def meaning(characteristic: str) -> str:
    """What a characteristic of a unit is for."""
    return UnitSheet.model_fields[characteristic].description or ""


def moving_section() -> BuildSection:
    """How far it goes and looks."""
    return BuildSection(
        "Movement and sight",
        (
            BuildField("mv", "Mv", meaning("mv"), "WS-1.10", 0, 24),
            BuildField("aw", "Aw", meaning("aw"), "WS-3.6", 0, 48),
        ),
    )


def fighting_section() -> BuildSection:
    """How it shoots, and what it stands."""
    return BuildSection(
        "Fire and being fired at",
        (
            BuildField("bs", "BS", meaning("bs"), "WS-11.8", 0, 12),
            BuildField("ev", "Ev", meaning("ev"), "WS-11.8", 0, 12),
            BuildField("ar", "Ar", meaning("ar"), "WS-11.14", 0, 12),
            BuildField("to", "To", meaning("to"), "WS-11.15", 0, 12),
            BuildField("wd", "Wd", meaning("wd"), "WS-11.18", 1, 12),
        ),
    )


def leading_section() -> BuildSection:
    """How it keeps its head, and what it is worth."""
    return BuildSection(
        "Nerve and worth",
        (
            BuildField("ld", "Ld", meaning("ld"), "WS-6.2", 1, 8),
            BuildField("nv", "Nv", meaning("nv"), "WS-6.2", 1, 6),
            BuildField("vp", "VP", meaning("vp"), "WS-14.7", 0, 1000, 10),
        ),
    )


def model_section(shelf: Shelf, vehicle: bool) -> BuildSection:
    """Its models in the order in which they are numbered, the leader first (WS-2.3)."""
    fields = (
        BuildField("name", "Name", "", "WS-2.1", words=60),
        BuildField("count", "How many", "", "WS-2.1", 1, 1 if vehicle else MODELS_OFFERED),
        BuildField("radius", "Base", "", "WS-1.3", choices=bases()),
        BuildField("weapons", "Weapons, two at most", "", "WS-2.9", choices=arms(shelf), several=True),
    )
    weapon = next(iter(shelf.weapons()))
    blank = {"name": "rifleman", "count": 1, "radius": 0.5, "officer": False, "weapons": [weapon]}
    return BuildSection(
        "Models", (), BuildRows("models", "Models", 1 if vehicle else KINDS_OFFERED, blank, fields)
    )


def bases() -> tuple[BuildChoice, ...]:
    """Round bases as they are usual, those of teams named (WS-4.9); a file may have any other size."""
    return tuple(BuildChoice(radius, format_base(radius)) for radius in RADII)


def format_base(radius: float) -> str:
    """A base by what it measures across."""
    unit, team = "inch" if radius == 0.5 else "inches", " (team)" if is_team(setup.mils(radius)) else ""
    return f"{2 * radius:g} {unit} across{team}"


def arms(shelf: Shelf) -> tuple[BuildChoice, ...]:
    """The weapons of table 2.3, each with its numbers."""
    return tuple(
        BuildChoice(key, f"{weapon.name}: {armed(weapon)}") for key, weapon in shelf.weapons().items()
    )


def armed(weapon: catalogue.WeaponEntry) -> str:
    """The numbers of a weapon as table 2.3 has them."""
    numbers = f"{weapon.range:g}\u2033, RoF {weapon.rof}, AP {weapon.ap}, FP {weapon.fp}"
    return ", ".join((numbers, *weapon.traits))


def samples(shelf: Shelf) -> Iterator[Sample]:
    """The units that come with the game."""
    for name, unit in shelf.units().units.items():
        yield Sample(
            name, unit.name, unit.text, unit.source, unit.kind, plain(catalogue.printed(shelf, name)), unit.vp
        )


# ---------------------------------------------------------------- reading and writing


def read_build(shelf: Shelf, build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    return plain(read(shelf, build))


def write_build(shelf: Shelf, build: Mapping[str, Any]) -> str:
    """A build as a file."""
    return catalogue.as_file(read(shelf, build))


def name_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to units of the book; builds have theirs."""
    names = {unit: str(force.get("name", "")) for unit, force in forces.items()}
    return [renamed(card, names.get(card.unit, "").strip(), {}) for card in cards]


# ---------------------------------------------------------------- printing
# The printed card of a unit: all that it takes to play it at a table, asked of the rules of play.


SYSTEM = "WarStrike"
NONE = "\u2013"
STRONGEST = 8  # of what a unit is compared with on its card
WEAPON_WIDTHS = (28.0, 9.0, 10.8, 10.8, 8.4, 7.0, 5.8, 5.8)  # widths of the columns, in millimetres
ACTIONS = (22.0, 13.0, 25.0, 25.6)
SCORES = (15.4, *[7.8] * (STRONGEST + 1))
LONGEST = 17  # letters of a name beside boxes or numbers
MANY_BOXES = 32  # of which more in a line are too small to tick
MOST_KINDS = 5  # of models that stand beside the drawing; more stand below the tables
# Kinds of models and of weapons together, up to which there is room for a table of scores, and for the models
# kind by kind; and weapons up to which there is room for the actions.
SCORED, TOLD_APART, WITH_ACTIONS = 9, 12, 9


def unit_card(shelf: Shelf, build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a build; one that breaks a rule gets none, only a sheet that names what it breaks."""
    o, blueprint = shelf.options_under(options or {}), read(shelf, build)
    issues = tuple(setup.refusal("fault", fault) for fault in setup.faults(shelf, blueprint, options))
    if issues:
        return void_card(blueprint.name or catalogue.NAMELESS, SYSTEM, issues)
    return finished(shelf, blueprint, catalogue.sheet_of_build(blueprint), o)


def finished(shelf: Shelf, build: catalogue.Blueprint, unit: UnitSheet, o: Options) -> UnitCard:
    """The card of a unit."""
    men = model_tracks(unit)
    markers = Track("Markers", len(setup.checks(unit, o)), round=True)
    beside = len(men) <= MOST_KINDS
    card = UnitCard(
        name=unit.name,
        kind_name=f"{setup.KINDS[unit.kind]}, {plural(len(unit.each()), 'model')}",
        figure=FIGURES[Type[unit.type.upper()]],
        system=SYSTEM,
        points=f"{unit.vp} VP",
        tracks=(*(men if beside else ()), markers),
        facts=tuple(facts(unit)),
        heads=(("BS", f"{unit.bs}"), ("Ev", f"{unit.ev}"), ("Ar", f"{unit.ar}"), ("To", f"{unit.to}")),
        grids=tuple(grids(shelf, unit, o)),
        strip=check_strip(unit, o),
        stores=() if beside else men,
        ticks=ticks(unit, o),
        notes=tuple(notes(shelf, unit, o)),
        brief=(", ".join(numbers(unit)), *tuple(setup.unit_lines(shelf, unit))[2:]),
    )
    return painted(card, build.paint)


# ---------------------------------------------------------------- models and numbers


def model_tracks(unit: UnitSheet) -> tuple[Track, ...]:
    """Boxes for the models of each kind, or for the kill results that they absorb (WS-11.18)."""
    if kinds(unit) > TOLD_APART:
        return (Track("models", len(unit.each())),)
    return tuple(Track(clipped(group.name), boxes_of(group.count, unit.wd)) for group in unit.models)


def boxes_of(models: int, wounds: int) -> int:
    """A box for each kill result, where there is room for so many; else for each model."""
    return models * wounds if models * wounds <= MANY_BOXES else models


def clipped(name: str) -> str:
    """A name as long as there is room for it."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}\u2026"


def kinds(unit: UnitSheet) -> int:
    """Kinds of models and kinds of weapons."""
    return len(unit.models) + len(unit.arms())


def facts(unit: UnitSheet) -> Iterator[tuple[str, str]]:
    """The other characteristics (2.2)."""
    yield "Mv, Aw", f"{unit.mv:g}\u2033, {unit.aw:g}\u2033"
    yield "Ld, Nv", f"{unit.ld}, {unit.nv}"
    if unit.wd > 1:
        each = "takes" if len(unit.each()) == 1 else "each model takes"
        yield "Wd", f"{each} {unit.wd} kill results"


def ticks(unit: UnitSheet, o: Options) -> tuple[str, ...]:
    """The states of a unit: a vehicle has neither the ground nor a leader to lose (WS-15.1, WS-15.4)."""
    if unit.type == "vehicle":
        return ("acted",)
    dice = plural(int(o.leaderless_penalty), "die", "dice")
    leaderless = (f"leader lost: \u2212{dice}",) if len(unit.each()) > 1 else ()
    return ("acted", "to ground", "hunkered", *leaderless)


# ---------------------------------------------------------------- tables


def grids(shelf: Shelf, unit: UnitSheet, o: Options) -> Iterator[Grid]:
    """As many tables as there is room for."""
    yield weapon_grid(shelf, unit, o)
    if len(unit.arms()) <= WITH_ACTIONS:
        yield action_grid(unit, o)
    if kinds(unit) <= SCORED:
        yield score_grid(unit, o)


def weapon_grid(shelf: Shelf, unit: UnitSheet, o: Options) -> Grid:
    """Range, shots action by action, AP and FP of each weapon, and how many carry it (2.3, WS-16.2)."""
    head = ("models", "range", "Open Fire", "Advance", "Double", "Snap", "AP", "FP")
    arms = carried(shelf, unit)
    heavy = any("heavy" in group.weapon.traits for group in arms)
    title = "Shots; * heavy, only where its model stands" if heavy else "Shots"
    return Grid(title, "WS-16.2", head, tuple(weapon_row(group, o) for group in arms), WEAPON_WIDTHS)


def weapon_row(group: setup.Carried, o: Options) -> tuple[str, ...]:
    """One of them; a star stands with a heavy one."""
    weapon = group.weapon
    star = "*" if "heavy" in weapon.traits else ""
    fire = (setup.shots(weapon, o, deed) for deed in (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.DOUBLE))
    return (
        f"{group.models} {clipped(weapon.name)}{star}",
        f"{weapon.range:g}\u2033",
        *(f"{many}" if many else NONE for many in fire),
        f"{o.snap_shots}",
        f"{weapon.ap}",
        f"{weapon.fp}",
    )


def action_grid(unit: UnitSheet, o: Options) -> Grid:
    """How far leader and others go in each action, and how they fire (WS-16.2)."""
    vehicle = unit.type == "vehicle"
    deeds = [deed for deed in Deed if deed != Deed.NONE and why_not_order(o, deed, False, vehicle) == Why.OK]
    if Deed.FALL_BACK not in deeds:
        deeds.append(Deed.FALL_BACK)  # where its check fails
    head = ("action", "leader", "the others", "fire")
    return Grid("Actions", "WS-9.1", head, tuple(action_row(unit, deed, o) for deed in deeds), ACTIONS)


def action_row(unit: UnitSheet, deed: Deed, o: Options) -> tuple[str, ...]:
    """One of them."""
    far = unit.mv * move_of(o, deed) / WHOLE
    leader = f"{far:g}\u2033" if far else "stands"
    if len(unit.each()) == 1:
        others = NONE
    elif only_leader(deed):
        others = "stand"
    elif near := int(place_radius(o, deed)):
        others = f"within {near / (INCH * FINE):g}\u2033 of him"
    else:
        others = f"{far:g}\u2033 each"
    return deed_name(deed), leader, others, firing(deed, o)


def firing(deed: Deed, o: Options) -> str:
    """How a unit fires in an action."""
    return {
        Deed.OPEN_FIRE: f"then {fire_briefly(o.open_fire_rof)}",
        Deed.ADVANCE: f"and {fire_briefly(o.advance_rof)}",
        Deed.RALLY: f"and {fire_briefly(o.rally_rof)}",
        Deed.DOUBLE: "one-handed only",
        Deed.GO_TO_GROUND: f"none; +{o.ground_ev} Ev",
        Deed.FALL_BACK: f"or {fire_briefly(o.fall_back_rof)}",
    }[deed]


def score_grid(unit: UnitSheet, o: Options) -> Grid:
    """What a die must show against each Ev, AP and FP (WS-11.9, WS-11.14, WS-11.15)."""
    against = range(STRONGEST + 1)
    rows = (
        ("hits, Ev", *(needs(int(to_hit(o, unit.bs, ev))) for ev in against)),
        ("saves, AP", *(needs(int(to_save(o, ap, unit.ar))) for ap in against)),
        ("falls, FP", *(needs(int(to_kill(o, fp, unit.to))) for fp in against)),
    )
    shown = tuple(tuple(cell.replace("none", NONE) for cell in row) for row in rows)
    return Grid("What a die must show", "WS-11.8", ("against", *map(str, against)), shown, SCORES)


def check_strip(unit: UnitSheet, o: Options) -> RecordStrip:
    """The score of a check with each number of markers (WS-6.7)."""
    rolls = setup.checks(unit, o)
    cells = tuple((f"{roll.score}\u2212" if roll.score else NONE, f"{roll.markers}") for roll in rolls)
    return RecordStrip(f"Ld, {plural(rolls[0].dice, 'die', 'dice')}, by markers", "WS-6.7", cells)


# ---------------------------------------------------------------- small print


def falling(unit: UnitSheet, o: Options) -> Iterator[tuple[str, str]]:
    """What Fall Back! is with so many models left (WS-10.19)."""
    for place, (left, words, rule) in enumerate(setup.fallen_back(unit, o)):
        yield f"{'' if place else 'Fall Back! with '}{left}: {words}", rule


def notes(shelf: Shelf, unit: UnitSheet, o: Options) -> Iterator[tuple[str, str]]:
    """What becomes of it as it falls back, what its weapons forbid, what is easily forgotten, oddities."""
    if kinds(unit) > SCORED:
        limits = f"{needs(int(o.hit_best))} to {needs(int(o.hit_worst))}"
        yield f"hits on {o.hit_even} + Ev - {unit.bs}, {limits}", "WS-11.9"
        yield f"saves on {o.save_even} + AP - {unit.ar}", "WS-11.14"
        yield f"falls on {o.kill_even} + {unit.to} - FP", "WS-11.15"
    if len(unit.each()) > 1:
        yield from falling(unit, o)
    if unit.kind == COMMANDER:
        yield f"units within {inch_words(int(o.officer_reach))} may check on its Ld", "WS-2.7"
    if unit.type == "vehicle":
        yield "only hits that are not saved suppress it", "WS-6.12"
        if o.vehicle_terrain == VehicleTerrain.DANGEROUS:
            yield "woods and ruins are dangerous ground to it", "WS-15.3"
    for oddity in setup.oddities(shelf, unit):
        yield f"{format_place(oddity.place)} {oddity.what}", oddity.rule


# ---------------------------------------------------------------- kit
# What a real table needs for a battle of WarStrike beside ground, bases and cards.


MICRO = 1_000_000  # of such distances to an inch

CHITS = (
    Chit("Suppression 1", "1", "WS-6.9", each=1, back="Suppression 2"),
    Chit("Suppression 3", "3", "WS-6.9", count=4, back="Suppression 4"),
    Chit("Activated", "\u2713", "WS-5.6", each=1),
    Chit("Open Fire!", "OF", "WS-12.3", each=1, back="Snap Fire used"),
    Chit("Gone to ground", "GtG", "WS-9.31", each=1),
    Chit("Hunkered", "H", "WS-10.9", count=4),
    Chit("Falls back", "FB", "WS-10.1", count=4),
    Chit("Kill result 1", "+1", "WS-11.18", count=3, back="Kill result 2"),
    Chit("Objective", "OBJ", "WS-4.1", count=4),
)


def kit(s: State) -> Components:
    """Suppression, states and objectives, rulers, and the distances round a leader."""
    o = s.options
    return Components(
        STICK_INCH,
        scale=FULL_SIZE,
        chits=CHITS,
        sticks=rulers("WS-1.5"),
        ranges=(
            RangeStick(
                "From a leader",
                (
                    ("in command", o.command_distance / MICRO),
                    ("placing", o.orderly_placing / MICRO),
                    ("Rally!", o.rally_placing / MICRO),
                ),
                "WS-7.4",
            ),
        ),
    )


# ---------------------------------------------------------------- the scenario editor
# Terrain of any shape, objectives, zones, and units round their leaders.


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
DRAFT_LABELS = {
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
    labels = DRAFT_LABELS
    side_names = ("attacker", "holder", "objectives.*.side")

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
