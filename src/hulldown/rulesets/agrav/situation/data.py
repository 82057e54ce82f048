"""A shot, or a unit's whole turn, as data, and how a form asks for it: who shoots with what, at whom, what
stands between.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue
from hulldown.rulesets.agrav.catalogue.shelf import SHELF
from hulldown.rulesets.agrav.chances.facts import part_name
from hulldown.rulesets.agrav.codes import COLUMNS, NOBODY, Part, Way
from hulldown.rulesets.agrav.groundwork import blank_state, field_unit
from hulldown.rulesets.agrav.naming import weapon_ids, weapon_name
from hulldown.rulesets.agrav.state import State, Unit
from hulldown.rulesets.api.situation import FieldGroup
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.common.scenarios import option_problems
from hulldown.rulesets.common.situations import Ask, Values, fields, option, unlisted

STRUCTURE, BARRICADE = "structure", "barricade"
FARTHEST = COLUMNS - 5  # tiles apart, with room for a smoke tile behind the target
MOST_TILES = 24

# Options that a shot can depend on, in the rulebook's order.
OPTIONS = (
    *("rounding_step", "reaction_target_speed", "turning_counts_as_moving", "accuracy_floor_scope"),
    *("shot_heat_timing", "durability_cap_order", "durability_thickness", "thermal_floor"),
    *("he_bonus_cap", "spall_cap_basis", "crit_on_destroyed_part"),
    *("shield_thickness_scales", "shield_thermal_order", "activation_double_scope"),
    *("stun_armour_weight", "stun_window", "missile_los_check", "missile_indirect_penalty"),
    *("hardened_order", "barricade_is_structure"),
)
LINES = {"open": "open ground", "low": "a low structure", "high": "a high structure", "ruin": "a ruin"}


# ---------------------------------------------------------------- what hangs on the catalogue


@cached
def fresh(kind: str) -> State:
    """A position with nobody in it but this unit, fresh."""
    s = blank_state()
    field_unit(s, 0, kind, NOBODY, Way.N)
    return s


def weapons_of(kind: str) -> dict[str, str]:
    """The weapons that a unit fires, by their names in orders, and what they are called (AG-21.9)."""
    s = fresh(kind)
    known = list(SHELF.units().weapons.values())
    return {
        name: weapon_name(s, 0, w)
        for w, name in enumerate(weapon_ids(s, 0))
        if known[s.units[0].weapon[w].kind].family != "charge"
    }


def parts_of(kind: str) -> dict[str, str]:
    """The parts of a vehicle that a crit can strike, by short names, and what they are called (AG-12.10)."""
    if kind not in vehicles():
        return {}
    s = fresh(kind)
    return {part_key(s.units[0], k): part_name(s, 0, k) for k in range(s.units[0].parts)}


def part_key(u: Unit, k: int) -> str:
    """A part by its kind, and by the number of its weapon where it belongs to one: "drive", "ammo2"."""
    part = u.part[k]
    number = "" if part.weapon == NOBODY else str(part.weapon + 1)
    return f"{Part(part.part).name.lower()}{number}"


def unit_choices() -> Values:
    """Every unit of the catalogue under its class."""
    known = SHELF.units()
    classes = (
        (key, vehicle.name, f"{known.budgets[vehicle.budget].name}s")
        for key, vehicle in known.vehicles.items()
    )
    return (*classes, *((key, squad.name, "Squads") for key, squad in known.squads.items()))


def targets() -> Values:
    """Everything that can be shot at."""
    return (*unit_choices(), (STRUCTURE, "Structure", "Other"), (BARRICADE, "Barricade", "Other"))


def weapons() -> Values:
    """The weapons of every unit, under its name."""
    return tuple((key, name, kind) for kind in units() for key, name in weapons_of(kind).items())


def parts() -> Values:
    """The parts of every vehicle, under its name."""
    named = ((key, name, kind) for kind in vehicles() for key, name in parts_of(kind).items())
    return tuple((key, name[0].upper() + name[1:], kind) for key, name, kind in named)


def units() -> tuple[str, ...]:
    return tuple(SHELF.units().kinds())


def vehicles() -> tuple[str, ...]:
    return tuple(SHELF.units().vehicles)


def squads() -> tuple[str, ...]:
    return tuple(SHELF.units().squads)


def wearing() -> tuple[str, ...]:
    """What has durability."""
    return (*vehicles(), STRUCTURE, BARRICADE)


# ---------------------------------------------------------------- the data

OF_UNITS, OF_VEHICLES, OF_SQUADS = {".what": units}, {".what": vehicles}, {".what": squads}
OF_STRUCTURES, BY_ORDER = {".what": (STRUCTURE,)}, {".occasion": ("order",)}
BLOCKED = {"between.line": ("low", "high", "ruin", "smoke")}
MODES = {"": "as usual", "low": "low-angle", "high": "high-angle", "top": "top attack"}
FACES = {"ahead": "the target", "aside": "a quarter turn aside", "away": "away from it"}

Name = Annotated[str, Checked(max_length=40)]
Names = Annotated[tuple[Name, ...], Checked(max_length=12)]
Tiles = Annotated[int, Checked(ge=0, le=MOST_TILES)]
Steps = Annotated[int, Checked(ge=0, le=12)]
Stun = Annotated[Literal["none", "stunned", "recovering"], Ask("Stun", "AG-15.2", {"none": "not stunned"})]
Amount = Annotated[float, Checked(ge=0, le=2000, allow_inf_nan=False)]
Models = Annotated[int, Checked(ge=1, le=5)] | None
Line = Literal["open", "low", "high", "ruin", "smoke"]
Damaged = Annotated[Names, Ask("Parts damaged", "AG-12.11", parts, OF_VEHICLES, by=".what")]
Destroyed = Annotated[Names, Ask("Parts destroyed", "AG-12.11", parts, OF_VEHICLES, by=".what")]


class Shooter(Entry):
    """Who shoots. Without `weapon` the first it has, without `mode` the first of that weapon.

    `tiles` were moved before the first shot. With `then` it is a whole turn: `onward` more tiles towards the
    target, then these weapons one after another. `energy` left empty is all it stores.
    """

    what: Annotated[Name, Ask("Unit", "", unit_choices)] = "bastion"
    weapon: Annotated[Name, Ask("Weapon", "", weapons, by=".what")] = ""
    mode: Annotated[Literal["", "direct", "low", "high", "top"], Ask("Fired", "AG-17.2", MODES)] = ""
    occasion: Annotated[
        Literal["order", "reaction"],
        Ask("Shoots", "AG-16.1", {"order": "by order", "reaction": "in reaction fire"}),
    ] = "order"
    tiles: Annotated[Tiles, Ask("Tiles moved before", "AG-8.2")] = 0
    turned: Annotated[bool, Ask("Turned in its tile", "AG-8.9")] = False
    faces: Annotated[Literal["ahead", "aside", "away"], Ask("Hull faces", "AG-8.13", FACES)] = "ahead"
    stun: Stun = "none"
    damaged: Damaged = ()
    destroyed: Destroyed = ()
    models: Annotated[Models, Ask("Models left", "AG-21.4", when=OF_SQUADS, hint="all")] = None
    energy: Annotated[
        Annotated[int, Checked(ge=0, le=40)] | None, Ask("Energy", "AG-5.8", when=OF_VEHICLES, hint="full")
    ] = None
    then: Annotated[Names, Ask("Then fires", "AG-8.12", weapons, BY_ORDER, by=".what")] = ()
    onward: Annotated[Steps, Ask("Tiles ahead before that", "AG-8.7", when=BY_ORDER)] = 0


class Target(Entry):
    """What is shot at and how it is. Amounts that are left out are full, parts that are not named sound.

    `tiles` were moved in its last turn, `flees` will be before a round lands (AG-17.11). `taken` counts
    towards its stun already (AG-15.4).
    """

    what: Annotated[Name, Ask("What", "", targets)] = "strider"
    shows: Annotated[Literal["front", "side", "rear"], Ask("Shows its", "AG-2.7", when=OF_VEHICLES)] = "front"
    tiles: Annotated[Tiles, Ask("Tiles moved last turn", "AG-8.5", when=OF_UNITS)] = 0
    flees: Annotated[Steps, Ask("Tiles before a round lands", "AG-17.11", when=OF_UNITS)] = 0
    stun: Stun = "none"
    health: Annotated[Amount | None, Ask("Health left", "AG-9.1", hint="full")] = None
    durability: Annotated[
        Amount | None, Ask("Durability left", "AG-10.1", when={".what": wearing}, hint="full")
    ] = None
    heat: Annotated[Amount, Ask("Heat", "AG-11.7")] = 0
    shield: Annotated[
        Literal["active", "inactive", "disabled"], Ask("Shield", "AG-13.15", {"inactive": "switched off"})
    ] = "active"
    charge: Annotated[Amount | None, Ask("Charge", "AG-13.6", hint="full")] = None
    maximum: Annotated[Amount | None, Ask("Current maximum", "AG-13.16", hint="default")] = None
    cracked: Annotated[bool, Ask("Cracked", "AG-13.4")] = False
    activated: Annotated[bool, Ask("Just switched on", "AG-13.21")] = False
    taken: Annotated[Amount, Ask("Counts for stun already", "AG-15.4")] = 0
    stunned: Annotated[bool, Ask("Was stunned this turn", "AG-15.5")] = False
    damaged: Damaged = ()
    destroyed: Destroyed = ()
    models: Annotated[Models, Ask("Models left", "AG-21.5", when=OF_SQUADS, hint="all")] = None
    height: Annotated[Literal["high", "low", "ruin"], Ask("Height", "AG-20.1", when=OF_STRUCTURES)] = "high"
    features: Annotated[
        tuple[Literal["weak", "reinforced", "hardened", "volatile"], ...],
        Checked(max_length=4),
        Ask("Built", "AG-3.15", when=OF_STRUCTURES),
    ] = ()


class Between(Entry):
    """Tiles apart, what stands half-way, and the sensor points of an ally who sees the target."""

    range: Annotated[int, Checked(ge=1, le=FARTHEST), Ask("Tiles apart", "AG-4.8")] = 4
    line: Annotated[Line, Ask("Half-way", "AG-4.2", LINES)] = "open"
    spotter: Annotated[
        Annotated[int, Checked(ge=0, le=6)] | None,
        Ask("Sensors of an ally who sees it", "AG-17.4", when=BLOCKED, hint="nobody"),
    ] = None


class Situation(Entry):
    """All of it. What is left out is a fresh Bastion before a fresh Strider in the open, four tiles away."""

    shooter: Shooter = Shooter()
    target: Target = Target()
    between: Between = Between()
    options: Annotated[dict[Name, OptionValue], Checked(max_length=128)] = Checked(default_factory=dict)


@cached
def form() -> tuple[FieldGroup, ...]:
    """Every field, group by group."""
    ask = partial(fields, Situation)
    known, vehicle = SHELF.options(), (("target.what", vehicles()),)
    layers = ask("target", "shield charge maximum cracked activated heat health")
    return (
        FieldGroup("Shooter", ask("shooter", "what weapon mode occasion tiles faces models")),
        FieldGroup("The rest of its turn", ask("shooter", "then onward")),
        FieldGroup("Target", ask("target", "what shows tiles flees models height features durability")),
        FieldGroup("Target's shield and armour", layers, when=vehicle),
        FieldGroup("Between them", ask("between", "range line spotter")),
        FieldGroup("Shooter's state", ask("shooter", "stun turned energy damaged destroyed"), True),
        FieldGroup("Target's state", ask("target", "stun taken stunned damaged destroyed"), True, vehicle),
        FieldGroup("Rule options", tuple(option(name, known[name]) for name in OPTIONS), True),
    )


# ---------------------------------------------------------------- what cannot be


def problems(asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, parts and weapons that a unit has not, more than a track holds."""
    shooter, target = asked.shooter, asked.target
    yield from unlisted(("shooter", "what"), "unit", [shooter.what], units())
    if shooter.what in units():
        known = weapons_of(shooter.what)
        yield from unlisted(("shooter", "weapon"), "weapon", filter(None, [shooter.weapon]), known)
        yield from unlisted(("shooter", "then"), "weapon", shooter.then, known)
        yield from hurt_problems("shooter", shooter)
    yield from unlisted(("target", "what"), "unit", [target.what], (*units(), STRUCTURE, BARRICADE))
    if target.what in units():
        yield from hurt_problems("target", target)
    yield from option_problems(asked.options, SHELF.variants())


def hurt_problems(place: str, unit: Shooter | Target) -> Iterator[ValidationIssue]:
    """Parts that a vehicle has not, a part named as damaged and destroyed, more models than in a squad."""
    parts, squads = parts_of(unit.what), SHELF.units().squads
    yield from unlisted((place, "damaged"), "part", unit.damaged, parts)
    for name in unit.destroyed:
        yield from unlisted((place, "destroyed"), "part", [name], parts)
        if name in parts and name in unit.damaged:
            yield ValidationIssue((place, "destroyed"), f"{name} is among the damaged parts too", "AG-12.11")
    if unit.models and unit.what in squads and unit.models > squads[unit.what].models:
        most = squads[unit.what].models
        yield ValidationIssue(
            (place, "models"), f"must be at most {most}, not {unit.models}", squads[unit.what].source
        )
