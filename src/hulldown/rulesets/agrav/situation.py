"""A question outside of any game: as data and a form, as a position, as an order to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue, validate
from hulldown.kernel.actions import Action, make
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import explanation
from hulldown.rulesets.agrav.accuracy import is_high, is_indirect, mode_allowed, reaction_mode, spotter_for
from hulldown.rulesets.agrav.actions import apply, check
from hulldown.rulesets.agrav.armor import DAMAGED, WRECKED, harm
from hulldown.rulesets.agrav.catalogue import SHELF, Built, Edge, Shelf
from hulldown.rulesets.agrav.damage import SHAKEN, total_over
from hulldown.rulesets.agrav.events import Sum, Why
from hulldown.rulesets.agrav.explanation import explain_plan, shot_sum
from hulldown.rulesets.agrav.movement import mobility_of, why_not_step
from hulldown.rulesets.agrav.odds import part_name
from hulldown.rulesets.agrav.setup import blank_state, build_section, field_unit, lay_barricade
from hulldown.rulesets.agrav.shooting import accuracy, face_towards, spend, why_not_react, why_not_ready
from hulldown.rulesets.agrav.state import (
    BARRICADE,
    COLUMNS,
    NOBODY,
    PERCENT,
    POINT,
    Chassis,
    Face,
    Family,
    Feature,
    Height,
    Mode,
    Occasion,
    Options,
    Part,
    Shield,
    Standing,
    State,
    Unit,
    Verb,
    Way,
    column_of,
    tile_at,
)
from hulldown.rulesets.agrav.table import ABOUT, WAYS, beyond, distance, look_all
from hulldown.rulesets.agrav.victory import PLACES
from hulldown.rulesets.agrav.words import MODES, place_name, refusal, unit_name, weapon_ids, weapon_name
from hulldown.rulesets.api.odds import Explanation
from hulldown.rulesets.api.situation import Evaluation, FieldGroup, Told
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common import situations
from hulldown.rulesets.common.explanation import OFF, listening
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.ruleset_files import SHELVES, once
from hulldown.rulesets.common.scenarios import option_problems, unlisted
from hulldown.rulesets.common.situations import Ask, Values

STRUCTURE_KEY, BARRICADE_KEY = "structure", "barricade"
FARTHEST = COLUMNS - 5  # tiles apart, with room for a smoke tile behind the target
MOST_TILES = 24
MOST_FRESH = 4 * SHELVES  # units, each with a map of its own

# Options that a shot cannot depend on. Any other one is asked for, so that none that is added is dropped.
APART = (
    *("intile_reposition", "debris_cost_counts", "barricade_cost_counts", "gates"),
    *("cockpit_counts_as_part", "armour_counts_as_part", "first_side_hold_fire", "agrav_diagonal"),
    *("agrav_free_turn", "armour_pools", "heat_excess_consumed", "ram_spalling", "regeneration_base"),
    *("activation_cost_base", "activation_double_lasts", "overcharge_rule", "stun_rolls"),
    *("reaction_trigger", "missile_penalties", "ram_tiles", "ram_thickness", "stomp_min_mobility"),
    *("ram_excess_scale", "structure_collapse_at", "debris_spread", "fog_of_war"),
)
LINES = {"open": "open ground", "low": "a low structure", "high": "a high structure", "ruin": "a ruin"}


# ---------------------------------------------------------------- what hangs on the catalogue


def form_options() -> tuple[str, ...]:
    """The rule options that a shot can depend on, in the rulebook's order."""
    return tuple(name for name in SHELF.options() if name not in APART)


@lru_cache(MOST_FRESH)
def fresh(shelf: Shelf, kind: str) -> State:
    """A position with nobody in it but this unit, fresh."""
    s = blank_state(shelf=shelf)
    field_unit(shelf, s, 0, kind, NOBODY, Way.N)
    return s


def weapons_of(shelf: Shelf, kind: str) -> dict[str, str]:
    """The weapons that a unit fires, by their names in orders, and what they are called (AG-21.9)."""
    s = fresh(shelf, kind)
    known = list(shelf.units().weapons.values())
    return {
        name: weapon_name(shelf, s, 0, w)
        for w, name in enumerate(weapon_ids(shelf, s, 0))
        if known[s.units[0].weapon[w].kind].family != "charge"
    }


def parts_of(shelf: Shelf, kind: str) -> dict[str, str]:
    """The parts of a vehicle that a crit can strike, by short names, and what they are called (AG-12.10)."""
    if kind not in vehicles(shelf):
        return {}
    s = fresh(shelf, kind)
    return {part_key(s.units[0], k): part_name(shelf, s, 0, k) for k in range(s.units[0].parts)}


def part_key(u: Unit, k: int) -> str:
    """A part by its kind, and by the number of its weapon where it belongs to one: "drive", "ammo2"."""
    part = u.part[k]
    number = "" if part.weapon == NOBODY else str(part.weapon + 1)
    return f"{Part(part.part).name.lower()}{number}"


def unit_choices(shelf: Shelf) -> Values:
    """Every unit of the catalogue under its class."""
    known = shelf.units()
    classes = (
        (key, vehicle.name, f"{known.budgets[vehicle.budget].name}s")
        for key, vehicle in known.vehicles.items()
    )
    return (*classes, *((key, squad.name, "Squads") for key, squad in known.squads.items()))


def targets(shelf: Shelf) -> Values:
    """Everything that can be shot at."""
    others = ((STRUCTURE_KEY, "Structure", "Other"), (BARRICADE_KEY, "Barricade", "Other"))
    return (*unit_choices(shelf), *others)


def weapons(shelf: Shelf) -> Values:
    """The weapons of every unit, under its name."""
    return tuple((key, name, kind) for kind in units(shelf) for key, name in weapons_of(shelf, kind).items())


def parts(shelf: Shelf) -> Values:
    """The parts of every vehicle, under its name."""
    named = ((key, name, kind) for kind in vehicles(shelf) for key, name in parts_of(shelf, kind).items())
    return tuple((key, name[0].upper() + name[1:], kind) for key, name, kind in named)


def units(shelf: Shelf) -> tuple[str, ...]:
    return tuple(shelf.units().kinds())


def vehicles(shelf: Shelf) -> tuple[str, ...]:
    return tuple(shelf.units().vehicles)


def squads(shelf: Shelf) -> tuple[str, ...]:
    return tuple(shelf.units().squads)


def wearing(shelf: Shelf) -> tuple[str, ...]:
    """What has durability."""
    return (*vehicles(shelf), STRUCTURE_KEY, BARRICADE_KEY)


# ---------------------------------------------------------------- the data

OF_UNITS, OF_VEHICLES, OF_SQUADS = {".what": units}, {".what": vehicles}, {".what": squads}
OF_STRUCTURES, BY_ORDER = {".what": (STRUCTURE_KEY,)}, {".occasion": ("order",)}
BLOCKED = {"between.line": ("low", "high", "ruin", "smoke")}
MODE_CHOICES = {"": "as usual", "low": "low-angle", "high": "high-angle", "top": "top attack"}
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
    mode: Annotated[Literal["", "direct", "low", "high", "top"], Ask("Fired", "AG-17.2", MODE_CHOICES)] = ""
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


@once
def form(shelf: Shelf) -> tuple[FieldGroup, ...]:
    """Every field, group by group."""
    ask = partial(situations.fields, Situation, given=(shelf,))
    known, vehicle = shelf.options(), (("target.what", vehicles(shelf)),)
    layers = ask("target", "shield charge maximum cracked activated heat health")
    return (
        FieldGroup("Shooter", ask("shooter", "what weapon mode occasion tiles faces models")),
        FieldGroup("The rest of its turn", ask("shooter", "then onward")),
        FieldGroup("Target", ask("target", "what shows tiles flees models height features durability")),
        FieldGroup("Target's shield and armour", layers, when=vehicle),
        FieldGroup("Between them", ask("between", "range line spotter")),
        FieldGroup("Shooter's state", ask("shooter", "stun turned energy damaged destroyed"), True),
        FieldGroup("Target's state", ask("target", "stun taken stunned damaged destroyed"), True, vehicle),
        FieldGroup(
            "Rule options", tuple(situations.option(name, known[name]) for name in form_options()), True
        ),
    )


# ---------------------------------------------------------------- what cannot be


def problems(shelf: Shelf, asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, parts and weapons that a unit has not, more than a track holds."""
    shooter, target = asked.shooter, asked.target
    yield from unlisted(("shooter", "what"), "unit", [shooter.what], units(shelf))
    if shooter.what in units(shelf):
        known = weapons_of(shelf, shooter.what)
        yield from unlisted(("shooter", "weapon"), "weapon", filter(None, [shooter.weapon]), known)
        yield from unlisted(("shooter", "then"), "weapon", shooter.then, known)
        yield from hurt_problems(shelf, "shooter", shooter)
    yield from unlisted(
        ("target", "what"), "unit", [target.what], (*units(shelf), STRUCTURE_KEY, BARRICADE_KEY)
    )
    if target.what in units(shelf):
        yield from hurt_problems(shelf, "target", target)
    yield from option_problems(asked.options, shelf.variants())


def hurt_problems(shelf: Shelf, place: str, unit: Shooter | Target) -> Iterator[ValidationIssue]:
    """Parts that a vehicle has not, a part named as damaged and destroyed, more models than in a squad."""
    parts, squads = parts_of(shelf, unit.what), shelf.units().squads
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


# ---------------------------------------------------------------- posing
# A situation becomes a position: a strip of open ground, both units as the catalogue has them.
#
# The shooter is in the west and the target in the east of the same row. What the rules decide (whether a shot
# is allowed, from what angle, at what accuracy) is left to them.


SHOOTER = 0
ROWS, STRIP_ROW, WEST = 5, 2, 1  # of the strip, and where the shooter stands
LONG = 100  # rounds, so that no row of turns ends the battle
FACE_KEYS = {"ahead": Way.E, "aside": Way.N, "away": Way.W}
STUNS = {"none": 0, "stunned": SHAKEN, "recovering": 1}
SHOWN = {"front": Way.W, "side": Way.N, "rear": Way.E}
STATES = {"active": Shield.ACTIVE, "inactive": Shield.INACTIVE, "disabled": Shield.DISABLED}
COMES_FROM = (Way.E, Way.S, Way.N, Way.SE, Way.NE)  # out of the smoke, under reaction fire


class Laid(NamedTuple):
    """A position laid out: the unit or place that is shot at, and the target's step under reaction fire."""

    state: State
    target: int
    place: int
    way: int


def build_position(shelf: Shelf, asked: Situation) -> Laid:
    """The position of a situation. Under reaction fire it is the target's turn, and it is about to step."""
    s = blank_state(asked.options, min(COLUMNS, asked.between.range + WEST + 3), ROWS, shelf)
    s.round, s.rounds, s.first, s.side = 2, LONG, 0, 0
    place_shooter(shelf, s, asked.shooter)
    there = tile_at(WEST + asked.between.range, STRIP_ROW)
    target, place = place_target(shelf, s, asked.target, there)
    if asked.between.range > 1 and asked.between.line != "open":  # nothing has room between neighbours
        tile = tile_at(WEST + (asked.between.range + 1) // 2, STRIP_ROW)
        if asked.between.line == "smoke":
            s.smoke[tile] = s.options.smoke_turns
        else:
            build_section(s, [tile], Built(asked.between.line, ()))
    if asked.between.spotter is not None:
        ally = field_unit(shelf, s, 0, "troopers", tile_at(WEST + asked.between.range, 0))
        ally.sensors = asked.between.spotter
    for side in range(2):  # a squad that is not on the map, so that no shot ends the battle (AG-23.1)
        field_unit(shelf, s, side, squads(shelf)[0]).standing = Standing.WAITING
    look_all(s)
    waits = asked.shooter.occasion == "reaction" and target != NOBODY
    return Laid(s, target, place, hide(s, target) if waits else NOBODY)


def place_shooter(shelf: Shelf, s: State, shooter: Shooter) -> None:
    """The shooter with what it did in its turn; under reaction fire that was the turn before (AG-8.8)."""
    u = field_unit(shelf, s, 0, shooter.what, tile_at(WEST, STRIP_ROW), FACE_KEYS[shooter.faces])
    wreck(s.options, u, shooter.damaged, shooter.destroyed)
    kill(u, shooter.models)
    u.stun = STUNS[shooter.stun]
    u.tiles = u.last_tiles = shooter.tiles
    u.turned = int(shooter.turned)
    u.left = max(0, mobility_of(s, SHOOTER) - shooter.tiles)
    if shooter.energy is not None:
        u.energy = shooter.energy


def weapon_of(shelf: Shelf, s: State, name: str) -> int:
    """The shooter's weapon of a name; the first without one."""
    return weapon_ids(shelf, s, SHOOTER).index(name) if name else 0


# ---------------------------------------------------------------- the target


def place_target(shelf: Shelf, s: State, target: Target, there: int) -> tuple[int, int]:
    """What is shot at: a unit or a place, the other one NOBODY."""
    if target.what == BARRICADE_KEY:
        place = BARRICADE + lay_barricade(s, Edge(column_of(there) - 1, STRIP_ROW, False))
        b = s.barricade[place - BARRICADE]
        b.durability = track(target.durability, int(b.durability))
        return NOBODY, place
    if target.what == STRUCTURE_KEY:
        section = build_section(s, [there], Built(target.height, target.features))
        section.durability = track(target.durability, int(section.durability))
        return NOBODY, int(s.sections) - 1
    u = field_unit(shelf, s, 1, target.what, there, SHOWN[target.shows])
    wreck(s.options, u, target.damaged, target.destroyed)
    hurt(s.options, u, target)
    u.stun, u.stunned = STUNS[target.stun], int(target.stunned)
    take(s, u, target.taken)
    u.last_tiles = u.tiles = target.tiles
    u.left = mobility_of(s, int(s.count) - 1)
    return int(s.count) - 1, NOBODY


def take(s: State, u: Unit, taken: float) -> None:
    """What counts for stun already: as lost charge, which counts half, so that no amount is too fine
    (AG-15.4); as lost health where charge counts nothing.
    """
    if share := int(s.options.stun_shield_share):
        u.lost_charge = round(PERCENT * POINT * taken / share)
    else:
        u.lost_health = round(POINT * taken)


def track(points: float | None, full: int) -> int:
    """Tenths of a point on a track, at most what it holds; full where nothing is said (AG-1.6)."""
    return full if points is None else min(full, round(POINT * points))


def wreck(o: Options, u: Unit, damaged: tuple[str, ...], destroyed: tuple[str, ...]) -> None:
    """Crits as the rules deal them, with all that they cost (AG-12.11, table 3.10)."""
    for k in range(u.parts):
        name = part_key(u, k)
        if name in damaged or name in destroyed:
            harm(o, u, k, DAMAGED)
        if name in destroyed:
            harm(o, u, k, WRECKED)


def kill(u: Unit, models: int | None) -> None:
    """A squad with fewer models (AG-21.5)."""
    for m in range(u.models):
        if models is not None and m >= models:
            u.health -= u.model[m]
            u.model[m] = 0


def hurt(o: Options, u: Unit, target: Target) -> None:
    """Health, armour with its heat, and the shield (AG-13.15, AG-13.16)."""
    if u.chassis == Chassis.INFANTRY:
        kill(u, target.models)
        return
    u.health = max(1, track(target.health, int(u.health)))
    u.durability = track(target.durability, int(u.durability))
    u.heat = round(POINT * target.heat)
    shield = u.shield
    if shield.state in (Shield.ABSENT, Shield.DESTROYED):
        return
    shield.state = STATES[target.shield]
    shield.maximum = track(target.maximum, int(shield.full))
    shield.charge = track(target.charge, int(shield.maximum))
    if shield.state == Shield.DISABLED:
        shield.charge, shield.reset = 0, o.reset_turns
        return
    shield.crack = o.crack_turns if target.cracked else 0
    shield.activated = int(target.activated)


def hide(s: State, target: int) -> int:
    """Put the target into smoke beside its tile, in its own turn; the direction of its step, NOBODY for none.

    It comes from where its chassis can; the step counts among the tiles of its turn (AG-1.7).
    """
    u, there = s.units[target], int(s.units[target].tile)
    s.side = 1
    u.tiles = max(0, u.tiles - 1)
    for away in COMES_FROM:
        tile, back = beyond(s, there, away), (away + ABOUT) % WAYS
        s.occupant[there], s.occupant[tile] = NOBODY, target
        u.tile = u.began = u.came = tile
        if why_not_step(s, target, back) == Why.ALLOWED:
            s.smoke[tile] = s.options.smoke_turns
            look_all(s)
            return back
        s.occupant[tile], s.occupant[there] = NOBODY, target
    u.tile = u.began = u.came = there
    return NOBODY


# ---------------------------------------------------------------- asking
# From data to a question about odds: the position, the orders, and what the rules have against them.


Plan = list[Action]
ROW = (
    "The same shot in every own turn. What was done stays done, armour cools, shields regenerate and rounds"
    " land; nobody moves or shoots back.",
    "A weapon fires once in an own turn (AG-8.12).",
)
NO_TURN = ("A whole turn is of shots by order: its other weapons stay silent here.", "AG-16.7")


def evaluate(shelf: Shelf, given: Mapping[str, Any]) -> Evaluation:
    """A situation as a position with the orders asked about. CatalogueError names what is not understood."""
    asked = validate(given, Situation, partial(problems, shelf), "situation")
    laid = build_position(shelf, asked)
    s = laid.state
    # structures never come into view (AG-16.8)
    waits = asked.shooter.occasion == "reaction" and laid.target != NOBODY
    plan, barred = reacting(shelf, asked, laid) if waits else shooting(shelf, asked, laid)
    rested = copy(s)
    for weapon in rested.units[SHOOTER].weapon:  # loads for any number of turns
        weapon.loads = max(int(weapon.loads), 100) if weapon.loads > 0 else weapon.loads
    sums = None
    if not barred:
        w = weapon_of(shelf, s, asked.shooter.weapon)
        sums = explain_reaction(shelf, s, w, plan[0]) if waits else explain_plan(shelf, s, plan)
    return Evaluation(
        given=asked.model_dump(mode="json"),
        title=title(shelf, asked, laid),
        state=s,
        order=plan[-1],
        before=tuple(plan[:-1]),
        again=(make(0, Verb.END), make(1, Verb.END)),
        rested=rested,
        at_once=1 if barred is None and not waits and len(plan) == 1 else 0,
        row=ROW,
        refusal=barred,
        notes=tuple(notes(shelf, asked, laid)),
        subject=laid.target if laid.target != NOBODY else PLACES + laid.place,
        told=sums,
    )


# ---------------------------------------------------------------- orders of the own turn


def shooting(shelf: Shelf, asked: Situation, laid: Laid) -> tuple[Plan, Refusal | None]:
    """The shots of a turn and the steps between them, and the first reason against one of them.

    Each is judged where those before it have done no harm.
    """
    s = copy(laid.state)
    plan: Plan = []
    for order in orders(shelf, asked, laid):
        code = check(s, 0, order)
        if code:
            return [*plan, order], refusal(s.options, code)
        plan.append(order)
        if order.verb == Verb.SHOOT:
            spend(s, SHOOTER, int(order.choice))
        else:
            apply(s, order, new_dice(0), OFF)
    if any(is_high(a.facing) for a in plan if a.verb == Verb.SHOOT):
        return landing(asked, laid, s, plan)
    return plan, None


def landing(asked: Situation, laid: Laid, s: State, plan: Plan) -> tuple[Plan, Refusal | None]:
    """The enemy's turn, in which the target may move, up to the landing of what is in flight (AG-17.13)."""
    plan = [*plan, make(0, Verb.END)]
    apply(s, plan[-1], new_dice(0), OFF)
    for number in range(asked.target.flees if laid.target != NOBODY else 0):
        # to and fro, so that the strip is long enough for any number of tiles (AG-1.5)
        away = Way.N if s.units[laid.target].facing == Way.N else Way.E
        way = away if number % 2 == 0 else (away + ABOUT) % WAYS
        step = make(1, Verb.STEP, laid.target, choice=way)
        code = check(s, 1, step)
        if code:
            return [*plan, step], refusal(s.options, code)
        plan.append(step)
        apply(s, step, new_dice(0), OFF)
    return [*plan, make(1, Verb.END)], None


def orders(shelf: Shelf, asked: Situation, laid: Laid) -> Iterator[Action]:
    """First the one weapon, then steps towards the target, then the others."""
    shooter, s = asked.shooter, laid.state
    unseen = asked.between.line != "open" and asked.between.range > 1

    def shot(w: int, mode: str) -> Action:
        how = mode_for(s, w, mode, unseen)
        return make(0, Verb.SHOOT, SHOOTER, laid.target, laid.place, how, w)

    first = weapon_of(shelf, s, shooter.weapon)
    yield shot(first, shooter.mode)
    if not shooter.then:
        return
    for _ in range(shooter.onward):
        yield make(0, Verb.STEP, SHOOTER, choice=Way.E)
    for w in dict.fromkeys(weapon_of(shelf, s, name) for name in shooter.then):
        if w != first:
            yield shot(w, "")


def mode_for(s: State, w: int, wanted: str, unseen: bool) -> Mode:
    """The mode of a word, or the weapon's first; the indirect one where only an ally sees (AG-17.3)."""
    family = Family(s.units[SHOOTER].weapon[w].family)
    word = f"{wanted}_INDIRECT" if unseen else wanted
    if wanted:
        return Mode.__members__.get(word.upper(), Mode[wanted.upper()])
    allowed = [mode for mode in Mode if mode_allowed(family, mode, 0)]
    fitting = [mode for mode in allowed if bool(is_indirect(mode)) == unseen]
    return (fitting or allowed or [Mode.DIRECT])[0]


# ---------------------------------------------------------------- reaction fire


def reacting(shelf: Shelf, asked: Situation, laid: Laid) -> tuple[Plan, Refusal | None]:
    """The target's step into view of a weapon that waits for it, and what speaks against that (AG-16.7)."""
    s, w = laid.state, weapon_of(shelf, laid.state, asked.shooter.weapon)
    if laid.way == NOBODY:
        return [make(1, Verb.STEP, laid.target, choice=Way.W)], Why.refusal(Why.DIRECTION_NOT_ALLOWED)
    step = make(1, Verb.STEP, laid.target, choice=laid.way)
    s.side = 0
    code = why_not_react(s, SHOOTER, w, Way.E)
    s.side = 1
    if not code:
        s.units[SHOOTER].weapon[w].cone = Way.E
        code = why_not_ready(s, SHOOTER, w) or check(s, 1, step)
    return [step], refusal(s.options, code) if code else None


def explain_reaction(shelf: Shelf, s: State, w: int, step: Action) -> Explanation:
    """A shot of reaction fire where the target has stepped into view (AG-16.1, AG-8.8)."""
    after = copy(s)
    after.units[SHOOTER].weapon[w].cone = NOBODY
    apply(after, step, new_dice(0), OFF)
    mode = reaction_mode(int(after.units[SHOOTER].weapon[w].family))
    a = make(0, Verb.SHOOT, SHOOTER, int(step.actor), NOBODY, mode, w)
    why = listening()
    percent = accuracy(after, SHOOTER, w, mode, a.target, NOBODY, Occasion.REACTION, NOBODY, why)
    sums = Sum.modifiers(why, shelf)
    notes = (*explanation.hit_notes(shelf, after, a), *explanation.price_notes(after, a))
    title, lead = (
        f"{explanation.title(shelf, after, a)}, reaction fire",
        explanation.chance_text(after, a, percent),
    )
    return Explanation(title, lead, None, sums, notes)


# ---------------------------------------------------------------- words


def title(shelf: Shelf, asked: Situation, laid: Laid) -> str:
    """The situation in a line: "Bastion, 100 mm cannon, at Strider (front), 4 tiles"; with the mode where it
    is chosen, and how many more weapons fire after this one.
    """
    s, shooter = laid.state, asked.shooter
    at = unit_name(shelf, s, laid.target) if laid.target != NOBODY else place_name(s, laid.place)
    faced = laid.target != NOBODY and asked.target.what not in squads(shelf)  # squads have no faces (AG-2.2)
    shown = f" ({asked.target.shows})" if faced else ""
    w = weapon_of(shelf, s, shooter.weapon)
    how = f" {MODES[Mode[shooter.mode.upper()]]}" if shooter.mode else ""
    others = {weapon_of(shelf, s, name) for name in shooter.then} - {w}
    more = f" and {plural(len(others), 'weapon')} more" if others and shooter.occasion == "order" else ""
    why = ", reaction fire" if shooter.occasion == "reaction" else ""
    fired = f"{weapon_name(shelf, s, SHOOTER, w)}{how}{more}{why}"
    return f"{unit_name(shelf, s, SHOOTER)}, {fired}, at {at}{shown}, {plural(asked.between.range, 'tile')}"


def notes(shelf: Shelf, asked: Situation, laid: Laid) -> Iterator[tuple[str, str]]:
    """What is worth knowing about the situation itself."""
    between, shooter = asked.between, asked.shooter
    if between.range == 1 and between.line != "open":
        yield "Nothing lies between neighbours.", "AG-4.4"
    if shooter.occasion == "reaction" and laid.target == NOBODY:
        yield "Structures do not come into view: this is an ordinary shot.", "AG-16.8"
    elif shooter.occasion == "reaction":
        yield "The target steps out of smoke into the cone of the weapon.", "AG-16.8"
        if shooter.then:
            yield NO_TURN
    elif weapon_of(shelf, laid.state, shooter.weapon) in {
        weapon_of(shelf, laid.state, name) for name in shooter.then
    }:
        yield "The weapon that fires first fires once in a turn.", "AG-8.12"


# ---------------------------------------------------------------- recasting
# A shot of a game as the data of a situation; what a situation cannot say is told instead.


Data = dict[str, Any]
Note = tuple[str, str]
DESIGN = ("Its page knows the vehicles and squads of the book, not designs of your own.", "AG-5.1")
AIM = ("Its page cannot say what this shot's accuracy is made of.", "AG-8.11")
TARGET = ("Its page cannot say how the target is.", "AG-9.1")
LANDS = ("There the round lands too, as if the target did not move before.", "AG-17.11")
KEPT = ("chassis", "kind", "thickness", "durability", "heat", "health", "stun", "stunned", "budget", "models")
SCREEN = ("state", "nominal", "full", "maximum", "charge", "activated")


def situation_of(shelf: Shelf, s: State, a: Action) -> Told | None:
    """A shot at the table as a situation, or None for an order that is no shot or not allowed."""
    if a.verb != Verb.SHOOT or check(s, int(a.seat), a):
        return None
    if any(s.units[u].kind == NOBODY for u in (a.actor, a.target) if u != NOBODY):
        return Told(None, (DESIGN,))
    full = {
        "shooter": shooter(shelf, s, a),
        "target": target(shelf, s, a),
        "between": between(s, a),
        "options": situations.departed(s.options, shelf.variants(), (*form_options(), *shelf.values())),
    }
    given = situations.without_defaults(full, Situation, partial(problems, shelf))
    if lost := tuple(unsaid(shelf, s, a, evaluate(shelf, given))):
        return Told(None, lost)
    return Told(given, (LANDS,) if is_high(a.facing) else ())


def troop(shelf: Shelf, u: Unit) -> Data:
    """What both sides say of a unit: its name, stun, losses, parts with one crit and with two."""
    living = sum(1 for left in u.model if left > 0)
    crits = {part_key(u, k): int(u.part[k].crits) for k in range(u.parts)}
    return {
        "what": shelf.units().kinds()[u.kind],
        "stun": next(word for word, counter in STUNS.items() if counter == u.stun),
        "models": living if u.chassis == Chassis.INFANTRY and living < u.models else None,
        "damaged": tuple(name for name, count in crits.items() if count == DAMAGED),
        "destroyed": tuple(name for name, count in crits.items() if count >= WRECKED),
    }


def shooter(shelf: Shelf, s: State, a: Action) -> Data:
    """Who shoots, with what and after what."""
    u, mode = s.units[a.actor], Mode(a.facing)
    word = mode.name.lower().removesuffix("_indirect")
    return {
        **troop(shelf, u),
        "weapon": weapon_ids(shelf, s, a.actor)[a.choice],
        "mode": "" if mode in (Mode.DIRECT, Mode.LOW) else word,
        "tiles": int(u.tiles),
        "turned": bool(u.turned),
    }


def target(shelf: Shelf, s: State, a: Action) -> Data:
    """What is shot at and how it is."""
    if a.target == NOBODY:
        return place(s, int(a.place))
    u = s.units[a.target]
    shared = {
        **troop(shelf, u),
        "tiles": int(u.last_tiles),
        "taken": total_over(s.options, int(u.lost_health), int(u.lost_durability), int(u.lost_charge))
        / (PERCENT * POINT),
        "stunned": bool(u.stunned),
    }
    return shared if u.chassis == Chassis.INFANTRY else {**shared, **tracks(s, a, u)}


def tracks(s: State, a: Action, u: Unit) -> Data:
    """The side that is struck, armour, shield and health."""
    face = face_towards(s, int(a.target), int(s.units[a.actor].tile))
    shield = u.shield
    return {
        "shows": Face(face).name.lower(),
        "health": None if u.health == u.health_full else u.health / POINT,
        "durability": None if u.durability == u.durability_full else u.durability / POINT,
        "heat": u.heat / POINT,
        "shield": next((word for word, state in STATES.items() if state == shield.state), "active"),
        "maximum": None if shield.maximum == shield.full else shield.maximum / POINT,
        "charge": None if shield.charge == shield.maximum else shield.charge / POINT,
        "cracked": bool(shield.crack),
        "activated": bool(shield.activated),
    }


def place(s: State, number: int) -> Data:
    """A structure or barricade section."""
    if number >= BARRICADE:
        left = s.barricade[number - BARRICADE].durability / POINT
        return {"what": BARRICADE_KEY, "durability": left}
    section = s.section[number]
    wanted = ("weak", "reinforced", "hardened", "volatile")
    features = tuple(word for word in wanted if section.features & Feature[word.upper()])
    height = "ruin" if section.ruin else Height(section.height).name.lower()
    return {
        "what": STRUCTURE_KEY,
        "height": height,
        "features": features,
        "durability": section.durability / POINT,
    }


def between(s: State, a: Action) -> Data:
    """Distance, and the spotter of an indirect shot."""
    facts: Data = {}
    if a.target != NOBODY:
        away = int(distance(int(s.units[a.actor].tile), int(s.units[a.target].tile)))
        facts["range"] = min(away, FARTHEST)
    if is_indirect(a.facing):
        v = spotter_for(s, a.actor, a.choice, a.facing, a.target, a.place)
        facts |= {"line": "smoke", "spotter": int(s.units[v].sensors)}
        facts["range"] = max(2, facts.get("range", 4))
    return facts


# ---------------------------------------------------------------- what it cannot say


def unsaid(shelf: Shelf, s: State, a: Action, posed: Evaluation) -> Iterator[Note]:
    """What a situation cannot say of a shot though its odds depend on it."""
    if posed.refusal:
        yield situations.forbidden(posed.refusal)
        return
    shot = posed.plan[0]
    if shot_sum(shelf, s, a)[0] != shot_sum(shelf, posed.state, shot)[0]:
        yield AIM
    if a.target != NOBODY and not alike(shelf, s, s.units[a.target], posed.state.units[shot.target]):
        yield TARGET
    if a.target == NOBODY and place(s, int(a.place)) != place(posed.state, int(shot.place)):
        yield TARGET


def alike(shelf: Shelf, s: State, u: Unit, other: Unit) -> bool:
    """Whether two units are the same in all that a hit asks for (AG-9.1, AG-15.4)."""
    same = all(getattr(u, name) == getattr(other, name) for name in KEPT)
    same &= all(getattr(u.shield, name) == getattr(other.shield, name) for name in SCREEN)
    same &= bool(u.shield.crack) == bool(other.shield.crack)
    same &= list(u.model) == list(other.model) and troop(shelf, u) == troop(shelf, other)
    sums = [
        total_over(s.options, int(unit.lost_health), int(unit.lost_durability), int(unit.lost_charge))
        for unit in (u, other)
    ]
    return bool(same and sums[0] == sums[1])
