"""Units of players' own: the form, the verdict, the printed card, and what a real table needs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from hulldown.catalogue.load import toml_text
from hulldown.kernel.records import copy
from hulldown.rulesets.agrav import state
from hulldown.rulesets.agrav.accuracy import is_indirect, mode_allowed
from hulldown.rulesets.agrav.armor import FINE, cooling, energy_limit, limit_of, multiplier, plate
from hulldown.rulesets.agrav.cards import NEVER, record
from hulldown.rulesets.agrav.catalogue import (
    Blueprint,
    Shelf,
    kind_of,
    plain,
    read,
    sample_build,
    squad_of,
)
from hulldown.rulesets.agrav.damage import stun_share, total_over
from hulldown.rulesets.agrav.design import (
    DURABILITY_STEP,
    INFANTRY,
    LEAST_DURABILITY,
    MOST_DURABILITY,
    STEP,
    THIN,
    Design,
    PartName,
    Squad,
    Units,
    WeaponKind,
    chassis_of,
    drive_cost,
    total_cost,
)
from hulldown.rulesets.agrav.movement import may_go, mobility_of, step_cost
from hulldown.rulesets.agrav.setup import blank_state, field_unit
from hulldown.rulesets.agrav.state import Face, Mode, Shield, Stabiliser, State, Unit, Way
from hulldown.rulesets.agrav.words import decimal, points
from hulldown.rulesets.api.files import Arc, Chit, Components, DiceSet
from hulldown.rulesets.api.garage import (
    BuildChoice,
    BuildField,
    BuildRows,
    BuildSection,
    Forces,
    Garage,
    Grid,
    RecordTally,
    Sample,
    Track,
    UnitCard,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.building import garage_of, painted, thawed
from hulldown.rulesets.common.names import plural
from hulldown.rulesets.common.scenarios import Choices

MATTERING = ("cockpit_counts_as_part", "armour_counts_as_part", "agrav_diagonal")
FIGURES = {"tank": "tank", "walker": "walker", "agrav": "hover"}
MOUNTS = {"hull": "in the hull", "turret": "in the turret", "arm": "on an arm"}
LEFT_OUT = {"name": "", "cockpit": 1, "paint": {"scheme": "none", "pattern": "plain"}}


# ---------------------------------------------------------------- what can be bought


def garage(shelf: Shelf, options: Choices | None = None) -> Garage:
    """Every chassis in every class, and the vehicles and squads that come with the game."""
    shelf.options_under(options or {})
    units = shelf.units()
    hulls = [bare(chassis, budget, units) for chassis in units.chassis for budget in units.budgets]
    return garage_of((unit_offer(hull, units) for hull in hulls), samples(units), MATTERING)


def bare(chassis: str, budget: str, units: Units) -> Blueprint:
    """A vehicle of a chassis and class with nothing but a cockpit and the weakest drive and plate."""
    low = units.chassis[chassis].mobility[0]  # type: ignore[index]
    plate = {"thickness": THIN, "durability": LEAST_DURABILITY}
    data = {"chassis": chassis, "budget": budget, "mobility": low, "plate": plate}
    return Blueprint.model_validate(data)


def unit_offer(hull: Blueprint, units: Units) -> UnitOffer:
    """What can be bought for a chassis in a class."""
    chassis = chassis_of(hull, units)
    return UnitOffer(
        id=kind_of(hull),
        name=units.kind_name(hull),
        figure=FIGURES[hull.chassis],
        text=chassis.text,
        rule=chassis.source,
        budget=units.budgets[hull.budget].points,
        facings=(),
        upgrades=(),
        sections=(
            hull_section(hull, units),
            power_section(units),
            weapon_section(hull, units),
            other_section(units),
        ),
        sets={"chassis": hull.chassis, "budget": hull.budget},
        bare=plain(hull),
    )


def hull_section(hull: Design, units: Units) -> BuildSection:
    """Cockpit, sensors, drive and plate (AG-5.3, AG-5.7)."""
    low, high = chassis_of(hull, units).mobility
    thickest = min(chassis_of(hull, units).thickness, units.budgets[hull.budget].thickness)
    extra = drive_cost(hull, high, units) - high
    adds = f", {abs(extra)} {'more' if extra > 0 else 'fewer'} in all" if extra else ""
    least = " but at least 1" if drive_cost(hull, low, units) > low + extra else ""
    drive = f"Mobility. 1 point each{adds}{least}."
    rule = "AG-5.7"
    return BuildSection(
        "Hull",
        (
            amount("cockpit", units, 1),
            amount("sensors", units),
            BuildField("mobility", "Drive", drive, rule, low, high),
            BuildField(
                "plate.thickness", "Plate", f"Thickness. 1 point for {STEP}.", rule, THIN, thickest, STEP
            ),
            BuildField(
                "plate.durability",
                "Plate durability",
                f"What hits wear away. 1 point for {DURABILITY_STEP}.",
                rule,
                LEAST_DURABILITY,
                MOST_DURABILITY,
                DURABILITY_STEP,
            ),
        ),
    )


def power_section(units: Units) -> BuildSection:
    """Shield, generator, capacitor (AG-5.8)."""
    shields = [BuildChoice([], "none")]
    for name, kind in units.shields.items():
        text = f"{kind.name}: thickness {kind.thickness}, charge {kind.charge}, {plural(kind.cost, 'point')}"
        shields.append(BuildChoice(name, text))
    shield = BuildField(
        "shield", "Shield", "Takes every hit until it is empty.", "AG-13.1", choices=tuple(shields)
    )
    return BuildSection("Shield and power", (shield, amount("generator", units), amount("capacitor", units)))


def weapon_section(hull: Design, units: Units) -> BuildSection:
    """Turret and weapons (AG-5.9, AG-8.6, AG-8.13)."""
    mounts = chassis_of(hull, units).mounts
    turrets: tuple[PartName, ...] = ("turret", "high_act") if "turret" in mounts else ()
    text = "An all-round mount for up to two weapons; High Act is quick enough for corner fire."
    rule, choices = units.parts["turret"].source, part_choices(turrets, units)
    turret = BuildField("turret", "Turret", text, rule, choices=choices)
    blank: dict[str, Any] = {"weapon": "chaingun", "mount": mounts[0], "stabiliser": [], "ammo": 1}
    return BuildSection(
        "Weapons",
        (turret,),
        BuildRows("weapons", "Weapon", state.WEAPONS, blank, fitting_fields(hull, units)),
    )


def fitting_fields(hull: Design, units: Units) -> tuple[BuildField, ...]:
    """What is chosen for one weapon."""
    mounts = chassis_of(hull, units).mounts
    mounted = tuple(BuildChoice(mount, MOUNTS[mount]) for mount in mounts)
    steady = part_choices(("partial", "full"), units)
    return (
        BuildField("weapon", "Weapon", "", "AG-5.5", choices=tuple(weapon_choices(units))),
        BuildField("mount", "Mount", "", "AG-8.13", choices=mounted),
        BuildField("stabiliser", "Stabiliser", "", "AG-8.6", choices=steady),
        BuildField("ammo", "Ammo points", "", "AG-5.9", 0, units.parts["ammo"].most),
    )


def weapon_choices(units: Units) -> Iterator[BuildChoice]:
    """Weapons on sale; one that uses loads comes with the smallest bin, another without (AG-5.9)."""
    for name, kind in units.weapons.items():
        if kind.cost is not None:
            yield BuildChoice(name, weapon_text(kind), {"ammo": int(kind.loads is not None)})


def weapon_text(kind: WeaponKind) -> str:
    """A weapon in a line: points, penetration, damage, heat, shots, energy."""
    shots = f"{kind.shots} \u00d7 " if kind.shots > 1 else ""
    numbers = f"P {kind.penetration}, D {shots}{kind.damage}"
    heat = f", H {kind.thermal}" if kind.thermal else ""
    power = f", {kind.power} energy" if kind.power else ""
    return f"{kind.name}: {plural(kind.cost or 0, 'point')}, {numbers}{heat}{power}"


def other_section(units: Units) -> BuildSection:
    """Smoke and shield transfer (AG-14.1, AG-22.1)."""
    part = units.parts["transfer"]
    answers = (BuildChoice(False, "no"), BuildChoice(True, f"yes, {plural(part.cost, 'point')}"))
    transfer = BuildField("transfer", part.name, part.text, part.source, choices=answers)
    return BuildSection("Other", (amount("smoke", units), transfer))


def amount(name: PartName, units: Units, low: int = 0) -> BuildField:
    """A part of which one buys some."""
    part = units.parts[name]
    text = f"{part.text} {plural(part.cost, 'point')}{' each' if part.most > 1 else ''}."
    return BuildField(name, part.name, text, part.source, low, part.most)


def part_choices(names: tuple[PartName, ...], units: Units) -> tuple[BuildChoice, ...]:
    """None of these parts, or one."""
    parts = ((name, units.parts[name]) for name in names)
    priced = (BuildChoice(name, f"{part.name}, {plural(part.cost, 'point')}") for name, part in parts)
    return (BuildChoice([], "none"), *priced)


def samples(units: Units) -> Iterator[Sample]:
    """The sample vehicles, and the squads, which are only printed (sections 3.6, 3.7)."""
    for name, vehicle in units.vehicles.items():
        build = plain(sample_build(name, units))
        kind, points = kind_of(vehicle), total_cost(vehicle, units)
        yield Sample(name, vehicle.name, vehicle.text, vehicle.source, kind, build, points)
    for name, squad in units.squads.items():
        yield Sample(name, squad.name, squad.text, squad.source, INFANTRY, {"unit": name}, squad.value)


# ---------------------------------------------------------------- reading and writing


def read_build(shelf: Shelf, build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    units = shelf.units()
    if not isinstance(build, str) and squad_of(build, units):
        return dict(build)
    return plain(read(build, units))


def write_build(shelf: Shelf, build: Mapping[str, Any]) -> str:
    """A build as a file that `hulldown build` judges; what it lacks is left out."""
    data = read_build(shelf, build)
    usual = {key: thawed(field.default) for key, field in Blueprint.model_fields.items()} | LEFT_OUT
    return toml_text({key: value for key, value in data.items() if value != usual.get(key)})


def name_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their designs."""
    return [renamed(card, forces.get(card.unit, {}).get("name", ""), {}) for card in cards]


# ---------------------------------------------------------------- printing
# The printed card of a vehicle or squad: each number is asked of the rules, on a fresh unit.


ME = 0
CENTRE = state.tile_at(5, 5)  # open ground on all sides
THICKEST = 144  # the best front there is, 120 on a tank (table 3.2)
QUARTERS = 4  # of the durability, for each of which the sheet says how thick the plate is then
MOST = 10  # times its health: no unit takes more before it is stunned
FACES = {Face.FRONT: "front", Face.SIDE: "side", Face.REAR: "rear", Face.TOP: "top"}
FALLING = (19.0, 13.3, 13.3, 13.3, 13.3, 13.3)
WAYS = ((Way.N, "ahead"), (Way.E, "sideways"), (Way.NE, "diagonally"))
MODES = {Mode.DIRECT: "direct", Mode.LOW: "low", Mode.HIGH: "high", Mode.TOP: "top"}
WIDTHS = (25.4, 6.6, 6.8, 6.0, 9.0, 7.8, 8.6, 15.4)
HEAD = ("weapon", "P", "D", "H", "shots", "energy", "mount", "fires")


def unit_card(shelf: Shelf, build: Mapping[str, Any], options: Choices | None = None) -> UnitCard:
    """The card of a build, legal or not, of a sample ({"build": name}) or of a squad ({"unit": name})."""
    s, units = blank_state(options or {}, shelf=shelf), shelf.units()
    squad = squad_of(build, units)
    if squad:
        field_unit(shelf, s, 0, squad_key(squad, units), CENTRE)
        return squad_card(s, squad, units)
    design = read(build, units)
    field_unit(shelf, s, 0, playable(design), CENTRE)
    return vehicle_card(s, design, units)


def playable(design: Blueprint) -> Blueprint:
    """As much of a design as a vehicle has room for, so that an illegal one has a card too."""
    fittings = (
        weapon.model_copy(update={"stabiliser": weapon.stabiliser[:1]}) for weapon in design.weapons[:5]
    )
    return design.model_copy(
        update={
            "mobility": design.mobility[:1] or (0,),
            "shield": design.shield[:1],
            "turret": design.turret[:1],
            "weapons": tuple(fittings),
        }
    )


UNRULY = ("Not by the rules of building", "AG-5.6")


def vehicle_card(s: State, design: Blueprint, units: Units) -> UnitCard:
    """The card of the vehicle on the map."""
    u = s.units[ME]
    unruly = [] if design.by_the_rules else [UNRULY]
    card = UnitCard(
        name=design.name.strip() or units.kind_name(design),
        kind_name=units.kind_name(design),
        figure=FIGURES[design.chassis],
        system="AGrav",
        points=plural(int(u.value), "point"),
        plates=plates(u),
        facts=tuple(facts(s)),
        grids=(weapon_grid(u, units), armor_grid(s)),
        fitted=tuple(fittings(u, units)),
        ticks=("moved", "shield off") if u.shield.state != Shield.ABSENT else ("moved",),
        strengths=(0, THICKEST),
        tallies=tuple(tallies(s.options, u)),
        stores=tuple(stores(u, units)),
        record=record(s, ME, playable(design), units, (*unruly, *notes(u, units))),
    )
    return painted(card, design.paint)


# ---------------------------------------------------------------- numbers


def plates(u: Unit) -> tuple[int, int, int]:
    """Effective thickness of front, side and rear of fresh plate (AG-10.3)."""
    full = max(1, FINE * int(u.durability_full))
    front, side, rear = (
        plate(u, multiplier(u.chassis, face)) // full for face in (Face.FRONT, Face.SIDE, Face.REAR)
    )
    return front, side, rear


def facts(s: State) -> Iterator[tuple[str, str]]:
    """What is looked up again and again."""
    u = s.units[ME]
    yield "Moves", moves(s)
    yield "Plate", f"{u.thickness}, its heat limit; top {top(u)}"
    full = int(u.health_full)
    if full:
        yield "Stunned", f"by {points(stunning(s, full))} in one turn"
    if u.shield.state != Shield.ABSENT:
        yield "Shield", f"thickness {u.shield.nominal}, charge {points(u.shield.full)}"
    if energy_limit(s.options, u):
        yield "Energy", f"{u.output} a turn, stores {energy_limit(s.options, u)}"
    yield "Sensors", str(int(u.sensors))


def top(u: Unit) -> int:
    """Effective thickness from above (AG-17.12)."""
    return plate(u, multiplier(u.chassis, Face.TOP)) // max(1, FINE * int(u.durability_full))


def moves(s: State) -> str:
    """Mobility, and what a step costs in each kind of direction (table 3.2)."""
    costs = [(word, step_cost(s, ME, way)) for way, word in WAYS if may_go(s, s.units[ME], way)]
    dear = [f"{word} {cost}" for word, cost in costs if cost > 1]
    ways = "any way" if len(costs) == len(WAYS) else "ahead or back" if len(costs) == 1 else ""
    return ", ".join(part for part in (str(mobility_of(s, ME)), ways, *dear) if part)


def stunning(s: State, full: int) -> int:
    """The least health lost in one turn that stuns (AG-15.4, AG-15.8), in tenths."""
    share = stun_share(s, ME, s.mute)

    def stuns(lost: int) -> bool:
        return bool(total_over(s.options, lost, 0, 0) >= share * full)

    return bisect_left(range(MOST * full), True, key=stuns)


def tallies(o: state.Options, u: Unit) -> Iterator[RecordTally]:
    """The tracks of a vehicle beside its health."""
    yield RecordTally("Durability", points(u.durability))
    if u.shield.state != Shield.ABSENT:
        yield RecordTally("Charge", points(u.shield.charge))
        yield RecordTally("Maximum", points(u.shield.maximum))
    yield RecordTally("Heat", points(u.heat))
    if energy_limit(o, u):
        yield RecordTally("Energy", str(int(u.energy)))


def armor_grid(s: State) -> Grid:
    """How thick each face is while durability falls, and what heat the plate holds (AG-10.3, AG-11.2)."""
    fresh = s.units[ME]
    worn = [copy(fresh) for _ in range(QUARTERS + 1)]
    for gone, u in enumerate(worn):
        u.durability = fresh.durability_full * (QUARTERS - gone) // QUARTERS
    rows = [(word, *(thickness(u, face) for u in worn)) for face, word in FACES.items()]
    limits = [decimal(Fraction(limit_of(u), max(1, int(u.durability_full)))) for u in worn]
    cools = [points(cooling(s.options, u)) for u in worn]
    head = ("durability", *(points(u.durability) for u in worn))
    return Grid("Armour", "AG-10.3", head, (*rows, ("heat limit", *limits), ("cools", *cools)), FALLING)


def thickness(u: Unit, face: Face) -> str:
    """Effective thickness of a face without heat."""
    return decimal(Fraction(plate(u, multiplier(u.chassis, face)), max(1, FINE * int(u.durability_full))))


def stores(u: Unit, units: Units) -> Iterator[Track]:
    """Boxes for loads and for smoke (AG-5.9, AG-22.1)."""
    for number in range(u.weapons):
        if u.weapon[number].loads > 0:
            yield Track(weapon_name(u, number, units), int(u.weapon[number].loads))
    if u.smoke:
        yield Track("Smoke", int(u.smoke))


# ---------------------------------------------------------------- weapons and parts


def weapon_grid(u: Unit, units: Units) -> Grid:
    """Penetration, damage and heat of a shot, shots of a volley, what it uses, and how it fires (AG-17)."""
    rows = tuple(weapon_row(u, number, units) for number in range(u.weapons))
    return Grid("Weapons", "AG-5.5", HEAD, rows, WIDTHS)


def weapon_row(u: Unit, number: int, units: Units) -> tuple[str, ...]:
    """One weapon. What is not used is a dash."""
    weapon = u.weapon[number]
    shots = "1 each" if weapon.per_model else str(int(weapon.shots))
    return (
        weapon_name(u, number, units),
        str(int(weapon.penetration)) if weapon.penetration else NEVER,
        str(int(weapon.damage)),
        str(int(weapon.thermal)) if weapon.thermal else NEVER,
        shots,
        str(int(weapon.power)) if weapon.power else NEVER,
        state.Mount(weapon.mount).name.lower(),
        fires(int(weapon.family)),
    )


def weapon_name(u: Unit, number: int, units: Units) -> str:
    """What the catalogue calls a weapon."""
    return list(units.weapons.values())[u.weapon[number].kind].name


def fires(family: int) -> str:
    """The modes of a weapon; a star for those that fire indirectly (AG-17.2, AG-18)."""
    words = "/".join(word for mode, word in MODES.items() if mode_allowed(family, mode, 0))
    return (words or "placed") + ("*" if fires_indirectly(family) else "")


def fires_indirectly(family: int) -> bool:
    """Whether a weapon can be directed by another's eyes (AG-17.3)."""
    return any(mode_allowed(family, mode, 0) for mode in Mode if is_indirect(mode))


# ---------------------------------------------------------------- words


def fittings(u: Unit, units: Units) -> Iterator[tuple[str, str]]:
    """Turret, stabilisers, smoke and shield transfer with their rules."""
    parts = units.parts
    if u.turret == state.Turret.HIGH_ACT:
        yield f"{parts['high_act'].name}: corner fire at less penalty", parts["high_act"].source
    for number in range(u.weapons):
        steady = Stabiliser(u.weapon[number].stabiliser)
        if steady != Stabiliser.NONE:
            part = parts["full" if steady == Stabiliser.FULL else "partial"]
            yield f"{weapon_name(u, number, units)}: {part.name.lower()}", part.source
    if u.smoke:
        yield f"smoke, {int(u.smoke)} uses", parts["smoke"].source
    if u.transfer:
        yield parts["transfer"].name, parts["transfer"].source


def notes(u: Unit, units: Units) -> Iterator[tuple[str, str]]:
    """What a weapon does besides, and what the star means."""
    weapons = [u.weapon[number] for number in range(u.weapons)]
    for rule, words, has in (
        ("AG-12.4", "HE", [bool(weapon.he) for weapon in weapons]),
        ("AG-12.6", "energy", [bool(weapon.energy) for weapon in weapons]),
        ("AG-21.1", "several infantry", [bool(weapon.area) for weapon in weapons]),
        ("AG-8.12", "reloads", [bool(weapon.reload) for weapon in weapons]),
        ("AG-17.3", "* also indirectly", [fires_indirectly(int(weapon.family)) for weapon in weapons]),
    ):
        names = ", ".join(weapon_name(u, number, units) for number, applies in enumerate(has) if applies)
        if names:
            yield words if words[0] == "*" else f"{words}: {names}", rule


# ---------------------------------------------------------------- infantry


def squad_key(squad: Squad, units: Units) -> str:
    """The name of a squad in `units.toml`."""
    return next(name for name, entry in units.squads.items() if entry is squad)


def squad_card(s: State, squad: Squad, units: Units) -> UnitCard:
    """The card of a squad: its models one by one (section 3.7)."""
    u = s.units[ME]
    return UnitCard(
        name=squad.name,
        kind_name="infantry",
        figure="squad",
        system="AGrav",
        points=plural(int(u.value), "point"),
        tracks=tuple(stores(u, units)),
        facts=(
            ("Moves", moves(s)),
            ("Thickness", f"{u.thickness}, sensors {u.sensors}"),
            ("Stunned", f"by {points(stunning(s, u.models * u.model_full))} in one turn"),
        ),
        grids=(weapon_grid(u, units),),
        ticks=("moved",),
        notes=tuple(notes(u, units)),
        tallies=tuple(RecordTally(f"Model {n + 1}", points(u.model[n])) for n in range(u.models)),
    )


# ---------------------------------------------------------------- kit
# What a real table needs for a battle of AGrav beside board, units and sheets.


PITCH, COUNTER = 25.0, 22.0  # millimetres: the side of a tile, of a counter that lies in it

CHITS = (
    Chit("Acted", "\u2713", "AG-6.6", each=1, back="To come"),
    Chit("Shield on", "ON", "AG-13.15", each=1, back="Shield off"),
    Chit("Shield down", "0", "AG-13.10", count=3),
    Chit("Cracked", "CR", "AG-13.4", count=4),
    Chit("Reaction set", "RF", "AG-16.7", each=1),
    Chit("Stunned 2", "2", "AG-15.6", count=4, back="Stunned 1"),
    Chit("Smoke 3", "3", "AG-3.10", count=6, back="Smoke 2"),
    Chit("Smoke 1", "1", "AG-3.10", count=4),
    Chit("Round in flight", "IN", "AG-17.5", count=4),
    Chit("Ruin", "RU", "AG-20.12", count=6, back="Debris"),
    Chit("Destroyed", "X", "AG-12.13", count=4),
)


def kit(s: State) -> Components:
    """Tiles of 25 mm, markers for shields, stun, smoke and ruins, and the two arcs of fire."""
    return Components(
        PITCH,
        COUNTER,
        f"Tiles are {PITCH:g} mm wide, counters {COUNTER:g} mm.",
        chits=CHITS,
        arcs=(
            Arc("Reaction cone", int(s.options.reaction_cone), 6, "AG-16.7"),
            Arc("Hull mount", int(s.options.fixed_arc), 6, "AG-8.13"),
        ),
        dice=(DiceSet(state.D100, 1),),
    )
