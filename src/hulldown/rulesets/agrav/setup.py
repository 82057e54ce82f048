"""Where every position begins: the table, who takes part, and the scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError, Entry, ScenarioSource, ValidationIssue, unknown_name, validate
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.records import blank
from hulldown.rulesets.agrav import catalogue, state
from hulldown.rulesets.agrav.catalogue import SHELF, Built, Force, Scenario, Shelf
from hulldown.rulesets.agrav.damage import ruin_durability
from hulldown.rulesets.agrav.design import (
    CHECKS,
    DURABILITY_STEP,
    INFANTRY,
    LEAST_DURABILITY,
    MOST_DURABILITY,
    STEP,
    THIN,
    Bought,
    Design,
    Fitting,
    Squad,
    Units,
    bands,
    bought_parts,
    excuses,
    health,
    plate_cost,
    total_cost,
)
from hulldown.rulesets.agrav.events import Illegal
from hulldown.rulesets.agrav.movement import free_turns, mobility_of
from hulldown.rulesets.agrav.state import (
    NOBODY,
    PERCENT,
    POINT,
    Ground,
    Options,
    Part,
    Standing,
    State,
    Unit,
    tile_at,
)
from hulldown.rulesets.agrav.table import look_all
from hulldown.rulesets.agrav.victory import DEMOLITION, measure
from hulldown.rulesets.api.garage import BuildVerdict, Forces
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.building import Paint, Word
from hulldown.rulesets.common.scenarios import Choices, within

GROUND = {"debris": Ground.DEBRIS, "wall": Ground.WALL, "gate": Ground.GATE}


# ---------------------------------------------------------------- an empty map


def blank_state(
    chosen: Choices | None = None,
    columns: int = state.COLUMNS,
    rows: int = state.ROWS,
    shelf: Shelf = SHELF,
) -> State:
    """A map of clear ground under these options with nobody on it, in the first side's turn of round 1."""
    s = blank(State)
    shelf.set_options(s.options, chosen or {})
    s.columns, s.rows = columns, rows
    for lists in ("built", "smoker", "south", "east", "occupant"):
        setattr(s, lists, [NOBODY] * state.TILES)
    s.winner, s.attacker, s.chooser = RUNNING, NOBODY, NOBODY
    s.phase, s.round, s.rounds = state.Phase.TURN, 1, 8
    s.last_seen = [NOBODY] * len(s.last_seen)
    for unit in s.units:
        clear_unit(unit)
    for barricade in s.barricade:
        barricade.tile = NOBODY
    return s


# ---------------------------------------------------------------- the map


def lay_map(s: State, file: Scenario) -> None:
    """All that lies on the map of a scenario: ground, sections, barricades, smoke, zones."""
    s.columns, s.rows, s.rounds = file.columns, len(file.picture), file.rounds
    for row in range(s.rows):
        for column in range(s.columns):
            sign = file.sign(column, row)
            if isinstance(sign, str):
                s.ground[tile_at(column, row)] = ground_of(s.options, sign)
    for number, (name, box) in enumerate(file.sections.items(), 1):
        sign = file.sign(box[0], box[1])
        assert isinstance(sign, Built)
        section = build_section(s, [tile_at(*tile) for tile in catalogue.tiles_of(box)], sign, number)
        if name == file.objective:
            section.features |= state.Feature.OBJECTIVE
    for barricade in file.barricades:
        lay_barricade(s, barricade)
    for smoke in file.smoke:
        tile = tile_at(*smoke.tile)
        s.smoke[tile], s.smoker[tile] = smoke.turns, s.first  # AG-3.11
    lay_zones(s, file)


def ground_of(o: Options, sign: str) -> Ground:
    """What lies on a tile of a map; by the option every gate stands open and is clear ground (AG-3.9)."""
    if sign == "gate" and o.gates == state.Gates.OPEN:
        return Ground.CLEAR
    return GROUND.get(sign, Ground.CLEAR)


def build_section(s: State, tiles: list[int], sign: Built, number: int = 0) -> state.Section:
    """A structure section on its tiles (AG-20.1, AG-20.8); returns it, for damage to be written."""
    i = s.sections
    s.sections += 1
    for tile in tiles:
        s.built[tile] = i
    section = s.section[i]
    section.name = number or s.sections
    ruin = sign.height == "ruin"
    section.height = state.Height.HIGH if sign.height == "high" else state.Height.LOW
    full = full_durability(s.options, sign)
    section.full = section.durability = ruin_durability(s.options, full) if ruin else full
    section.ruin = int(ruin)
    if not ruin:  # AG-20.13
        section.features = sum(state.Feature[word.upper()].value for word in sign.features)
    return section


def full_durability(o: Options, sign: Built) -> int:
    """Durability in tenths of a structure, of a ruin that of the high one it was (AG-20.1, AG-20.8)."""
    sound = POINT * (o.low_durability if sign.height == "low" else o.high_durability)
    return sound * o.weak_share // PERCENT if "weak" in sign.features else sound


def lay_barricade(s: State, where: catalogue.Edge) -> int:
    """A fresh barricade section on an edge (AG-3.6); returns its number."""
    b, tile = s.barricades, tile_at(where.column, where.row)
    s.barricades += 1
    barricade = s.barricade[b]
    barricade.tile, barricade.south, barricade.durability = (
        tile,
        int(where.south),
        POINT * s.options.barricade_durability,
    )
    (s.south if where.south else s.east)[tile] = b
    return int(b)


def lay_zones(s: State, file: Scenario) -> None:
    """What scores at the end of which rounds (section 6)."""
    names = list(file.sections)
    for zone, record in zip(file.zones, s.zone, strict=False):
        record.tile = tile_at(*zone.tile) if zone.tile else NOBODY
        record.section = names.index(zone.section) if zone.section else NOBODY
        record.reach, record.points, record.felling = zone.reach, zone.points, zone.felling
        record.rounds = sum(1 << number for number in zone.rounds)
    s.zones = len(file.zones)


# ---------------------------------------------------------------- a unit


def field_unit(
    shelf: Shelf,
    s: State,
    side: int,
    what: str | Mapping[str, Any] | Design = "bastion",
    tile: int = NOBODY,
    facing: int = state.Way.N,
) -> Unit:
    """Put a fresh unit of `units.toml` or a design on the map (AG-6.2); returns it, for damage to be written.

    Its turn has begun. CatalogueError names what does not exist or is illegal.
    """
    index = s.count
    s.count += 1
    u = s.units[index]
    write_kind(u, what, shelf.units(), s.options)
    u.side = side
    place_unit(s, index, tile, facing)
    u.left, u.free_turn = mobility_of(s, index), free_turns(s.options, u)
    return u


def write_kind(u: Unit, what: str | Mapping[str, Any] | Design, units: Units, o: Options) -> None:
    """What a unit is. CatalogueError as for `field_unit`."""
    if not isinstance(what, str):
        if not isinstance(what, Design):
            what = validate(what, Design, lambda design: catalogue.design_problems(design, units), "design")
        write_design(u, what, units, o)
    elif what in units.vehicles:
        write_design(u, units.vehicles[what], units, o)
    elif what in units.squads:
        write_squad(u, units.squads[what], units)
    else:
        raise CatalogueError([unknown_name("unit", what, units.kinds())])
    if isinstance(what, str):
        u.kind = units.kinds().index(what)


def place_unit(s: State, index: int, tile: int, facing: int) -> None:
    """Stand a unit on a tile, or leave it off the map."""
    u = s.units[index]
    u.tile = u.began = u.came = tile
    u.facing = facing
    if tile != NOBODY:
        s.occupant[tile] = index


# ---------------------------------------------------------------- fielding
# A design or a squad as the record that is played with, fresh as at the start (AG-6.2).


STABILISERS = {"": state.Stabiliser.NONE, "partial": state.Stabiliser.PARTIAL, "full": state.Stabiliser.FULL}
TURRETS = {"": state.Turret.NONE, "turret": state.Turret.PLAIN, "high_act": state.Turret.HIGH_ACT}


def clear_unit(u: Unit) -> None:
    """Nobody in a place of the roster."""
    u.standing, u.side, u.kind = Standing.ABSENT, NOBODY, NOBODY
    u.tile = u.began = u.came = NOBODY
    u.anchor, u.facing = state.CENTRE, state.Way.N
    u.shield.state = state.Shield.ABSENT
    for weapon in u.weapon:
        weapon.kind, weapon.cone, weapon.loads = NOBODY, NOBODY, NOBODY
    for part in u.part:
        part.weapon = NOBODY


# ---------------------------------------------------------------- vehicles


def write_design(u: Unit, design: Design, units: Units, o: Options) -> None:
    """A vehicle with everything full (AG-6.2)."""
    u.standing = Standing.PRESENT
    u.chassis = state.Chassis[design.chassis.upper()]
    u.value, u.budget = total_cost(design, units), units.budgets[design.budget].points
    u.mobility = design.mobility[0]
    u.health = u.health_full = health(design, units, o) * POINT
    u.thickness = design.plate.thickness
    u.durability = u.durability_full = design.plate.durability * POINT
    u.output, u.capacity = design.generator, design.capacitor
    u.energy = design.generator + state.STORED * design.capacitor
    u.sensors = design.sensors
    u.turret = TURRETS[next(iter(design.turret), "")]
    u.smoke, u.transfer = o.discharger_uses * design.smoke, int(design.transfer)
    write_shield(u, design, units)
    write_parts(u, design, units, o)
    for weapon, fitting in zip(u.weapon, design.weapons, strict=False):
        write_fitting(weapon, fitting, units)
    u.weapons = len(design.weapons)


def write_shield(u: Unit, design: Design, units: Units) -> None:
    """A shield begins active and full (AG-6.2)."""
    for name in design.shield:
        kind = units.shields[name]
        u.shield.state, u.shield.nominal = state.Shield.ACTIVE, kind.thickness
        u.shield.full = u.shield.maximum = u.shield.charge = kind.charge * POINT


def write_parts(u: Unit, design: Design, units: Units, o: Options) -> None:
    """The crit table (AG-12.10)."""
    table = bands(design, units, o)
    for struck, banded in zip(u.part, table, strict=False):
        struck.part, struck.weapon, struck.last = banded.bought.part, banded.bought.weapon, banded.last
    u.parts = len(table)


def write_fitting(weapon: state.Weapon, fitting: Fitting, units: Units) -> None:
    """A weapon of a vehicle with its ammo bin (AG-5.9) and stabiliser (AG-8.6)."""
    write_weapon(weapon, fitting.weapon, units)
    weapon.mount = state.Mount[fitting.mount.upper()]
    weapon.stabiliser = STABILISERS[next(iter(fitting.stabiliser), "")]
    if weapon.loads != NOBODY:
        weapon.loads *= fitting.ammo


# ---------------------------------------------------------------- squads


def write_squad(u: Unit, squad: Squad, units: Units) -> None:
    """A squad with all its models (section 3.7)."""
    u.standing, u.chassis = Standing.PRESENT, state.Chassis.INFANTRY
    u.value, u.mobility, u.sensors, u.thickness = squad.value, squad.mobility, squad.sensors, squad.thickness
    u.models, u.model_full = squad.models, squad.health * POINT
    u.health = u.health_full = squad.models * squad.health * POINT
    for number in range(squad.models):
        u.model[number] = u.model_full
    for weapon, name in zip(u.weapon, squad.weapons, strict=False):
        write_weapon(weapon, name, units)
        weapon.mount = state.Mount.HAND
    u.weapons = len(squad.weapons)


# ---------------------------------------------------------------- weapons


def write_weapon(weapon: state.Weapon, name: str, units: Units) -> None:
    """A weapon with the loads of one point of ammo (table 3.5)."""
    kind = units.weapons[name]
    weapon.kind, weapon.family = list(units.weapons).index(name), state.Family[kind.family.upper()]
    weapon.penetration, weapon.damage, weapon.thermal = kind.penetration, kind.damage, kind.thermal
    weapon.energy, weapon.he, weapon.area = int(kind.energy), int(kind.he), int(kind.area)
    weapon.shots, weapon.per_model = kind.shots, int(kind.per_model)
    weapon.power, weapon.reload = kind.power, kind.reload
    weapon.loads = NOBODY if kind.loads is None else kind.loads


# ---------------------------------------------------------------- verdict
# What a player's own design costs and every rule it breaks, in the order of AG-5.6.


NAMES = {
    Part.COCKPIT: "cockpit, sensors",
    Part.DRIVE: "drive",
    Part.SHIELD: "shield",
    Part.GENERATOR: "generator",
    Part.CAPACITOR: "capacitor",
    Part.AMMO: "ammo",
    Part.WEAPON: "",
    Part.TURRET: "turret",
    Part.STABILISER: "stabiliser",
    Part.SMOKE: "smoke discharger",
    Part.TRANSFER: "shield transfer",
}


def judge(
    shelf: Shelf, build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a build; see `Ruleset.judge_build`. A squad is what it is and costs its value."""
    shelf.options_under(options or {})
    units = shelf.units()
    squad = catalogue.squad_of(build, units)
    if squad:
        return BuildVerdict(INFANTRY, squad.name, squad.value, squad.value)  # as it is printed (table 3.7)
    design = catalogue.read(build, units)
    budget = units.budgets[design.budget].points if points is None else points
    wrong = list(broken(design, units, budget))
    forgiven = [why.name.lower() for why in excuses(design)]
    return BuildVerdict(
        catalogue.kind_of(design),
        units.kind_name(design),
        total_cost(design, units),
        budget,
        tuple(lines(design, units)),
        tuple(refusal for refusal in wrong if refusal.code not in forgiven),
        tuple(refusal for refusal in wrong if refusal.code in forgiven),
    )


# ---------------------------------------------------------------- what was bought


def lines(design: Design, units: Units) -> Iterator[tuple[str, int, int]]:
    """Every part with its points, then the plate (AG-5.1)."""
    for part in bought_parts(design, units):
        yield part_name(part, design, units), 1, part.cost
    plate = design.plate
    yield f"Smartplate {plate.thickness}/{plate.durability}", 1, plate_cost(design)


def part_name(part: Bought, design: Design, units: Units) -> str:
    """A part in words; ammo bins and stabilisers are told apart by their weapon."""
    if part.part == Part.SHIELD:
        return f"shield {part.name}"
    if part.part == Part.TURRET:
        return units.parts["high_act" if part.name == "high_act" else "turret"].name
    if part.weapon < 0:
        return NAMES[part.part]
    weapon = units.weapons[design.weapons[part.weapon].weapon].name
    return f"{NAMES[part.part]} {weapon}".strip()


# ---------------------------------------------------------------- what is broken


def broken(design: Design, units: Units, budget: int) -> Iterator[Refusal]:
    """Every rule that a design breaks, in the order of AG-5.6: the first is the reason of the rulebook."""
    for why, breaks in CHECKS:
        over = total_cost(design, units) > budget
        if over if why == Illegal.OVER_BUDGET else breaks(design, units):
            reason = detail(why, design, units, budget)
            yield Refusal(why.name.lower(), f"{catalogue.WORDS[why]}{reason and f': {reason}'}", why.rule)


def detail(why: Illegal, design: Design, units: Units, budget: int) -> str:
    """What exactly is wrong, where the words of the rule leave that open."""
    chassis, top = units.chassis[design.chassis], units.budgets[design.budget]
    if why == Illegal.OVER_BUDGET:
        return f"{total_cost(design, units)} of {budget} points"
    if why == Illegal.DRIVE_RANGE:
        return "mobility {} to {}".format(*chassis.mobility)
    if why == Illegal.PLATE_RANGE:
        thickest = min(chassis.thickness, top.thickness)
        durable = f"durability {LEAST_DURABILITY} to {MOST_DURABILITY} by {DURABILITY_STEP}"
        return f"thickness {THIN} to {thickest} by {STEP}, {durable}"
    if why == Illegal.SENSORS_RANGE:
        return f"{design.sensors} of at most {units.parts['sensors'].most}"
    if why == Illegal.SMOKE_COUNT:
        return f"{design.smoke} of at most {units.parts['smoke'].most}"
    if why == Illegal.POWER_MISSING:
        need = sum(units.weapons[fitting.weapon].power for fitting in design.weapons)
        return f"{need} needed, {design.generator + state.STORED * design.capacitor} stored"
    return wrong_weapons(why, design, units)


def wrong_weapons(why: Illegal, design: Design, units: Units) -> str:
    """The weapons that are wrong, each judged as if it were the only one."""
    asked: dict[Illegal, Callable[[Design, Units], bool]] = dict(CHECKS)
    if why not in (Illegal.MOUNT_NOT_ALLOWED, Illegal.AMMO_MISSING, Illegal.AMMO_NOT_USED):
        return ""
    alone = [(weapon, design.model_copy(update={"weapons": (weapon,)})) for weapon in design.weapons]
    return ", ".join(units.weapons[weapon.weapon].name for weapon, only in alone if asked[why](only, units))


# ---------------------------------------------------------------- forces
# Who takes part: the forces of a scenario, and what players field in their place (AG-6.1, AG-6.10).


NAME = re.compile(r"([AB])([1-9][0-9]?)")
SIDE_UNITS = state.UNITS // 2


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, or a design of their own with its name and paint."""

    unit: str = ""
    design: Design | None = None
    name: Word = ""
    paint: Paint = Paint()


def forces_in_play(file: Scenario, given: Forces, units: Units) -> dict[str, Force]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    forces = (free_forces if file.free else fixed_forces)(file, given, units)
    for problem in catalogue.barrage_problems(forces, units):
        raise CatalogueError([f"units: {problem} (AG-17.17)"])
    return forces


def fixed_forces(file: Scenario, given: Forces, units: Units) -> dict[str, Force]:
    """The printed forces, each replaced by one of its own class where something else is given (AG-6.10)."""
    for name in given:
        if name not in file.units:
            raise CatalogueError([unknown_name("unit", name, file.units)])
    forces = dict(file.units)
    for name, data in given.items():
        printed, choice = file.units[name], read_choice(name, data, units)
        kind = class_of(printed, units)
        if class_of(choice, units) != kind:
            what = f"unit {name}: must be {kind}, as the one it replaces (AG-6.10)"
            raise CatalogueError([what])
        forces[name] = printed.model_copy(update={"unit": choice.unit, "design": choice.design})
    return forces


def free_forces(file: Scenario, given: Forces, units: Units) -> dict[str, Force]:
    """The forces of free play: what is given for a side, or what the file proposes for it."""
    for name in given:
        if not NAME.fullmatch(name):
            raise CatalogueError([f"unit {name}: the name of a unit is A or B and a number, such as A1"])
    forces = {}
    for side, letter in enumerate("AB"):
        own = {name: read_choice(name, data, units) for name, data in given.items() if name[0] == letter}
        roster = dict(sorted(own.items(), key=lambda item: int(item[0][1:]))) or file.side(side)
        refuse_roster(letter, roster, file.total, units)
        forces.update(roster)
    return forces


def refuse_roster(letter: str, roster: Mapping[str, Force], total: int, units: Units) -> None:
    """CatalogueError for gaps in the numbers of a side, too many units or too many points (AG-6.1)."""
    if list(roster) != [f"{letter}{number}" for number in range(1, len(roster) + 1)]:
        raise CatalogueError([f"side {letter}: units are numbered from {letter}1 without gaps"])
    if len(roster) > SIDE_UNITS:
        raise CatalogueError([f"side {letter}: has more than {SIDE_UNITS} units"])
    value = sum(value_of(unit, units) for unit in roster.values())
    if value > total:
        raise CatalogueError([f"side {letter}: is worth {value}, more than {total} (AG-6.10)"])


def read_choice(name: str, given: Mapping[str, Any], units: Units) -> Force:
    """What a player fields, from plain data. CatalogueError names what is wrong in it."""

    def problems(choice: Choice) -> list[ValidationIssue]:
        if bool(choice.unit) == (choice.design is not None):
            return [ValidationIssue(("unit",), "is missing" if not choice.unit else "stands beside a design")]
        if choice.unit and choice.unit not in units.kinds():
            return [ValidationIssue(("unit",), unknown_name("unit", choice.unit, units.kinds()))]
        return (
            [*within(("design",), catalogue.design_problems(choice.design, units))] if choice.design else []
        )

    choice = validate(as_choice(given), Choice, problems, f"unit {name}")
    return Force(unit=choice.unit, design=choice.design)


def as_choice(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A build of the garage, or the name of one of its samples, as a choice."""
    if "chassis" in given:
        design = {key: value for key, value in given.items() if key not in catalogue.BESIDE}
        return {key: given[key] for key in catalogue.BESIDE if key in given} | {"design": design}
    return (
        {"unit": given["build"], **{k: given[k] for k in given if k != "build"}}
        if "build" in given
        else given
    )


def class_of(force: Force, units: Units) -> str:
    """The class that a replacement must share: a vehicle's budget class, or infantry."""
    design = force.design or units.vehicles.get(force.unit)
    return f"a {design.budget} vehicle" if design else "infantry"


def value_of(force: Force, units: Units) -> int:
    """Points of a unit: those spent on a vehicle, or a squad's value."""
    design = force.design or units.vehicles.get(force.unit)
    return total_cost(design, units) if design else units.squads[force.unit].value


# ---------------------------------------------------------------- scenario
# Setting a battle up (AG-6.1, section 6): scenario, options and forces become the starting position.


def set_up(
    shelf: Shelf, scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None
) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces units by name: `{"A1": {"unit": "kestrel"}}`, or `{"A1": {"design": {...}}}`; in free
    play it says all that a side it names has.
    """
    file = shelf.scenario(scenario)
    s = blank_state({**file.options, **(options or {})}, shelf=shelf)
    s.first = s.side = file.seat_of(file.first)
    lay_map(s, file)
    if file.mission == "demolition":
        s.mission, s.attacker = DEMOLITION, file.seat_of(file.attacker)
    field_forces(shelf, s, forces_in_play(file, forces or {}, shelf.units()))
    if file.free:
        s.phase = state.Phase.ROLL_OFF  # AG-6.1
    look_all(s)
    for u in range(s.count):  # house rules may ask who stands beside whom
        s.units[u].left = mobility_of(s, u)
    measure(s)
    return s


def field_forces(shelf: Shelf, s: State, units: Mapping[str, Force]) -> None:
    """Every unit in its place; those without a tile wait to be placed (AG-6.1)."""
    for name, force in units.items():
        tile = NOBODY if force.tile is None else tile_at(*force.tile)
        way = state.Way[force.facing] if force.facing else state.Way.N
        u = field_unit(shelf, s, "AB".index(name[0]), force.design or force.unit, tile, way)
        if tile == NOBODY:
            u.standing = Standing.WAITING
