"""The design of a vehicle and its record sheet (AG-5)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from hulldown.catalogue import Entry, RuleId, Text
from hulldown.rulesets.agrav.accuracy import fires, is_high
from hulldown.rulesets.agrav.events import Illegal
from hulldown.rulesets.agrav.state import HALF, NOBODY, STORED, WEAPONS, Mode, Options, Part
from hulldown.rulesets.agrav.state import Family as StateFamily

ChassisName = Literal["tank", "walker", "agrav"]
Budget = Literal["light", "medium", "heavy"]
Mount = Literal["hull", "turret", "arm"]
Stabiliser = Literal["partial", "full"]
Turret = Literal["turret", "high_act"]
Family = Literal["gun", "howitzer", "rocket", "mortar", "missile", "charge"]
PartName = Literal[
    "cockpit",
    "sensors",
    "generator",
    "capacitor",
    "ammo",
    "turret",
    "high_act",
    "partial",
    "full",
    "smoke",
    "transfer",
]
INFANTRY = "infantry"  # the kind of unit that no points build
Amount = Annotated[int, Field(ge=0, le=1000)]
Count = Annotated[int, Field(ge=0, le=100)]
Positive = Annotated[int, Field(ge=1, le=1000)]
Adjustment = Annotated[int, Field(ge=-20, le=20)]


def as_list(given: Any) -> Any:
    """One word as a list of one."""
    return (given,) if isinstance(given, str | int) and not isinstance(given, bool) else given


def one_or_more(kind: Any) -> BeforeValidator:
    """A list may be written as its only word."""
    return BeforeValidator(as_list, json_schema_input_type=kind | tuple[kind, ...])


class Chassis(Entry):
    """A chassis (table 3.2): what a drive may do and cost, and where weapons go."""

    name: Text
    text: Text
    mobility: Annotated[tuple[Count, ...], Field(min_length=2, max_length=2)]
    thickness: Positive
    drive: Adjustment
    mounts: tuple[Mount, ...]
    source: RuleId


class BudgetClass(Entry):
    """A budget class (table 3.3); its points are the sides of the crit die."""

    name: Text
    points: Positive
    thickness: Positive
    drive: Adjustment
    source: RuleId


class ShieldKind(Entry):
    """A hardshield at its default maximum (table 3.4)."""

    name: Text
    thickness: Positive
    charge: Positive
    cost: Positive
    source: RuleId


class PartKind(Entry):
    """A part by what one point or piece of it costs, and the most of it (table 3.4)."""

    name: Text
    text: Text
    cost: Positive
    most: Positive
    source: RuleId


class WeaponKind(Entry):
    """A weapon (table 3.5). Without a cost it is infantry's and not for sale; without loads it needs none."""

    name: Text
    family: Family
    penetration: Amount
    damage: Amount
    thermal: Amount = 0
    energy: bool = False
    he: bool = False
    area: bool = False
    shots: Annotated[int, Field(ge=1, le=10)] = 1
    per_model: bool = False
    cost: Positive | None = None
    power: Count = 0
    loads: Positive | None = None
    reload: Annotated[int, Field(ge=0, le=9)] = 0
    source: RuleId


class Fitting(Entry):
    """A weapon of a design: where it is, how steady, and the points of its ammo bin."""

    weapon: str
    mount: Mount
    stabiliser: Annotated[tuple[Stabiliser, ...], one_or_more(Stabiliser)] = ()
    ammo: Count = 0


class Plate(Entry):
    """Smartplate: nominal thickness and durability."""

    thickness: Amount
    durability: Amount


class Design(Entry):
    """A vehicle as it is designed (AG-5.1).

    More of a part than is legal can be written down, so that a player hears which rule that breaks. One that
    says it is not `by_the_rules` may cost more, and carry more plate and less power than AG-5.6 allows.
    """

    chassis: ChassisName
    budget: Budget
    cockpit: Count = 1
    sensors: Count = 0
    mobility: Annotated[tuple[Count, ...], one_or_more(Count)]
    shield: Annotated[tuple[str, ...], one_or_more(str)] = ()
    generator: Count = 0
    capacitor: Count = 0
    plate: Plate
    turret: Annotated[tuple[Turret, ...], one_or_more(Turret)] = ()
    weapons: Annotated[tuple[Fitting, ...], Field(max_length=20)] = ()
    smoke: Count = 0
    transfer: bool = False
    by_the_rules: bool = True


class Vehicle(Design):
    """A sample vehicle (section 3.6); `spent` and `health` are what its design comes to as it is printed."""

    name: Text
    text: Text
    spent: Count
    health: Positive
    source: RuleId


class Squad(Entry):
    """Infantry (section 3.7)."""

    name: Text
    text: Text
    models: Annotated[int, Field(ge=1, le=5)]
    health: Positive
    thickness: Amount
    mobility: Count
    sensors: Count
    weapons: Annotated[tuple[str, ...], Field(min_length=1, max_length=5)]
    value: Count
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    chassis: dict[ChassisName, Chassis]
    budgets: dict[Budget, BudgetClass]
    shields: dict[str, ShieldKind]
    parts: dict[PartName, PartKind]
    weapons: dict[str, WeaponKind]
    vehicles: Annotated[dict[str, Vehicle], Field(min_length=1)]
    squads: dict[str, Squad]

    def kinds(self) -> list[str]:
        """What can be fielded, in the order that numbers it: vehicles, then squads."""
        return [*self.vehicles, *self.squads]

    def kind_name(self, design: Design) -> str:
        """The kind of a design in words: "Medium tank", "Light AGrav"."""
        chassis = self.chassis[design.chassis].name
        word = chassis if chassis[1:2].isupper() else chassis.lower()
        return f"{self.budgets[design.budget].name} {word}"


# ---------------------------------------------------------------- design
# Designs (AG-5): what one costs, what it can take, its crit bands, and the first rule that it breaks.


TURRET_WEAPONS = 2  # table 3.4
THIN, STEP = 20, 10  # Smartplate: least thickness and its steps (table 3.4)
LEAST_DURABILITY, MOST_DURABILITY, DURABILITY_STEP = 50, 400, 50
SOFT = (Part.AMMO, Part.WEAPON)  # guns and ammunition: half the health (AG-5.4)

# The crit table: categories in their order; in each dearest first, ties in sheet order (AG-12.9, AG-12.10).
CATEGORY = {
    Part.COCKPIT: 0,
    Part.DRIVE: 1,
    Part.SHIELD: 2,
    Part.GENERATOR: 3,
    Part.CAPACITOR: 3,
    Part.AMMO: 3,
    Part.WEAPON: 4,
    Part.TURRET: 5,
    Part.STABILISER: 5,
    Part.SMOKE: 5,
    Part.TRANSFER: 5,
}


class Bought(NamedTuple):
    """A part of a design; `weapon` is the number of the weapon that an ammo bin or stabiliser belongs to."""

    part: Part
    weapon: int
    cost: int
    name: str  # of the shield, weapon or stabiliser; empty where the part says it all


class Banded(NamedTuple):
    """A part with the last number of its crit band, in half points (AG-12.10)."""

    bought: Bought
    last: int


# ---------------------------------------------------------------- points and health


def drive_cost(design: Design, mobility: int, units: Units) -> int:
    """AG-5.7: the mobility and what chassis and class add, at least 1."""
    return max(1, mobility + units.chassis[design.chassis].drive + units.budgets[design.budget].drive)


def plate_cost(design: Design) -> int:
    """AG-5.7: a tenth of the thickness and a fiftieth of the durability."""
    return design.plate.thickness // STEP + design.plate.durability // DURABILITY_STEP


def bought_parts(design: Design, units: Units) -> list[Bought]:
    """Every part in sheet order (AG-12.10). The sensors are part of the cockpit (AG-5.3)."""
    parts = [*hull_parts(design, units), *weapon_parts(design, units), *other_parts(design, units)]
    return [part for part in parts if part.cost]


def hull_parts(design: Design, units: Units) -> Iterator[Bought]:
    """Cockpit to capacitor."""
    price = pricing(units)
    seat = price("cockpit", design.cockpit) + price("sensors", design.sensors)  # AG-5.2
    yield Bought(Part.COCKPIT, NOBODY, seat, "")
    for mobility in design.mobility:
        yield Bought(Part.DRIVE, NOBODY, drive_cost(design, mobility, units), "")
    for name in design.shield:
        yield Bought(Part.SHIELD, NOBODY, units.shields[name].cost, name)
    yield Bought(Part.GENERATOR, NOBODY, price("generator", design.generator), "")
    yield Bought(Part.CAPACITOR, NOBODY, price("capacitor", design.capacitor), "")


def weapon_parts(design: Design, units: Units) -> Iterator[Bought]:
    """Ammo bins in weapon order, then the weapons."""
    price = pricing(units)
    for number, fitting in enumerate(design.weapons):
        yield Bought(Part.AMMO, number, price("ammo", fitting.ammo), fitting.weapon)
    for number, fitting in enumerate(design.weapons):
        yield Bought(Part.WEAPON, number, units.weapons[fitting.weapon].cost or 0, fitting.weapon)


def other_parts(design: Design, units: Units) -> Iterator[Bought]:
    """Turret, stabilisers in weapon order, smoke, shield transfer. Two dischargers are one part (AG-5.10)."""
    price = pricing(units)
    for turret in design.turret:
        yield Bought(Part.TURRET, NOBODY, price(turret, 1), turret)
    for number, fitting in enumerate(design.weapons):
        for stabiliser in fitting.stabiliser:
            yield Bought(Part.STABILISER, number, price(stabiliser, 1), stabiliser)
    yield Bought(Part.SMOKE, NOBODY, price("smoke", design.smoke), "")
    yield Bought(Part.TRANSFER, NOBODY, price("transfer", int(design.transfer)), "")


def pricing(units: Units) -> Callable[[PartName, int], int]:
    """What so many points or pieces of a part cost (table 3.4)."""
    return lambda name, amount: units.parts[name].cost * amount


def total_cost(design: Design, units: Units) -> int:
    """Points spent on parts and plate, which are also the vehicle's value (AG-5.1)."""
    return sum(bought_part.cost for bought_part in bought_parts(design, units)) + plate_cost(design)


def health(design: Design, units: Units, o: Options) -> int:
    """Internal health (AG-5.4): 10 for each point of parts, 5 for guns and ammo.

    By options the plate counts too (AG-5.5), or the cockpit does not, but for its sensors (AG-5.3).
    """
    points = {part: o.gun_health if part in SOFT else o.part_health for part in Part}
    parts = sum(bought_part.cost * points[bought_part.part] for bought_part in bought_parts(design, units))
    seat = 0 if o.cockpit_counts_as_part else o.part_health * pricing(units)("cockpit", design.cockpit)
    return parts - seat + (o.plate_health * plate_cost(design) if o.armour_counts_as_part else 0)


def bands(design: Design, units: Units, o: Options) -> list[Banded]:
    """The crit table of a vehicle, from the top (AG-12.9, AG-12.10)."""
    parts = sorted(bought_parts(design, units), key=lambda part: (CATEGORY[part.part], -part.cost))
    table, last = [], 0
    for part in parts:
        last += part.cost * HALF // band_divisor(part.part, o)
        table.append(Banded(part, last))
    return table


def band_divisor(part: Part, o: Options) -> int:
    """What the cost of a part is divided by to make its band (AG-12.9)."""
    if CATEGORY[part] == CATEGORY[Part.WEAPON]:
        return o.weapon_band
    return o.other_band if CATEGORY[part] == CATEGORY[Part.TURRET] else 1


def max_in_flight(weapons: Iterable[str], units: Units) -> int:
    """The most rounds that these weapons can have in flight: a volley of each that fires high (AG-17.17)."""
    entries = [units.weapons[name] for name in weapons]
    return sum(weapon.shots for weapon in entries if fires_high(StateFamily[weapon.family.upper()]))


def fires_high(family: StateFamily) -> bool:
    """Whether a family has a mode whose rounds land a turn later (AG-17.10, AG-18.2)."""
    return any(fires(family, mode) and is_high(mode) for mode in Mode)


# ---------------------------------------------------------------- legality (AG-5.6)


def illegal(design: Design, units: Units, excused: Container[Illegal] = ()) -> Illegal:
    """The first rule of AG-5.6 that a design breaks and is not excused for, LEGAL if none."""
    broken = (reason for reason, breaks in CHECKS if breaks(design, units) and reason not in excused)
    return next(broken, Illegal.LEGAL)


def excuses(design: Design) -> tuple[Illegal, ...]:
    """The rules that a design need not keep, if it says so."""
    return () if design.by_the_rules else EXCUSED


def over_budget(design: Design, units: Units) -> bool:
    """More spent than the class allows."""
    return total_cost(design, units) > budget_class(design, units).points


def wrong_drive(design: Design, units: Units) -> bool:
    """Not exactly one drive within the range of the chassis."""
    low, high = chassis_of(design, units).mobility
    return len(design.mobility) != 1 or not low <= design.mobility[0] <= high


def wrong_power(design: Design, units: Units) -> bool:
    """Too large a generator or capacitor, or a capacitor with nothing to fill it."""
    too_much = (
        design.generator > units.parts["generator"].most or design.capacitor > units.parts["capacitor"].most
    )
    return too_much or (design.capacitor > 0 and not design.generator)


def wrong_plate(design: Design, units: Units) -> bool:
    """Thickness or durability out of range or between its steps."""
    thickness, durability = design.plate.thickness, design.plate.durability
    thickest = min(chassis_of(design, units).thickness, budget_class(design, units).thickness)
    thin = thickness % STEP or not THIN <= thickness <= thickest
    return bool(thin or durability % DURABILITY_STEP or not LEAST_DURABILITY <= durability <= MOST_DURABILITY)


def wrong_mount(design: Design, units: Units) -> bool:
    """A weapon where this chassis carries none, or in a turret that is not there."""
    allowed = chassis_of(design, units).mounts
    return any(
        fitting.mount not in allowed or (fitting.mount == "turret" and not design.turret)
        for fitting in design.weapons
    )


def wrong_turret(design: Design, units: Units) -> bool:
    """More than one turret, or one with no weapon or too many."""
    inside = sum(fitting.mount == "turret" for fitting in design.weapons)
    return len(design.turret) > 1 or (bool(design.turret) and not 1 <= inside <= TURRET_WEAPONS)


def lacks_ammo(design: Design, units: Units) -> bool:
    """A weapon with loads that has no bin, or too large a one."""
    most = units.parts["ammo"].most
    return any(uses_loads(fitting, units) and not 1 <= fitting.ammo <= most for fitting in design.weapons)


def useless_ammo(design: Design, units: Units) -> bool:
    """A bin for a weapon that uses no loads."""
    return any(fitting.ammo and not uses_loads(fitting, units) for fitting in design.weapons)


def lacks_power(design: Design, units: Units) -> bool:
    """One volley of every weapon together needs more than can be stored."""
    need = sum(units.weapons[fitting.weapon].power for fitting in design.weapons)
    return need > design.generator + STORED * design.capacitor


def uses_loads(fitting: Fitting, units: Units) -> bool:
    """Whether a weapon spends loads (AG-5.9)."""
    return units.weapons[fitting.weapon].loads is not None


def chassis_of(design: Design, units: Units) -> Chassis:
    """Table 3.2."""
    return units.chassis[design.chassis]


def budget_class(design: Design, units: Units) -> BudgetClass:
    """Table 3.3."""
    return units.budgets[design.budget]


EXCUSED = (Illegal.OVER_BUDGET, Illegal.PLATE_RANGE, Illegal.POWER_MISSING)
Check = Callable[[Design, Units], bool]
CHECKS: tuple[tuple[Illegal, Check], ...] = (
    (Illegal.OVER_BUDGET, over_budget),
    (Illegal.COCKPIT_MISSING, lambda d, units: d.cockpit != 1),
    (Illegal.SENSORS_RANGE, lambda d, units: d.sensors > units.parts["sensors"].most),
    (Illegal.DRIVE_RANGE, wrong_drive),
    (Illegal.SHIELD_COUNT, lambda d, units: len(d.shield) > 1),
    (Illegal.SHIELD_NEEDS_GENERATOR, lambda d, units: bool(d.shield) and not d.generator),
    (Illegal.POWER_RANGE, wrong_power),
    (Illegal.PLATE_RANGE, wrong_plate),
    (Illegal.WEAPON_COUNT, lambda d, units: not 1 <= len(d.weapons) <= WEAPONS),
    (Illegal.MOUNT_NOT_ALLOWED, wrong_mount),
    (Illegal.TURRET_LOAD, wrong_turret),
    (Illegal.AMMO_MISSING, lacks_ammo),
    (Illegal.AMMO_NOT_USED, useless_ammo),
    (Illegal.POWER_MISSING, lacks_power),
    (Illegal.STABILISER_DUPLICATE, lambda d, units: any(len(f.stabiliser) > 1 for f in d.weapons)),
    (Illegal.TRANSFER_NEEDS_SHIELD, lambda d, units: d.transfer and not d.shield),
    (Illegal.SMOKE_COUNT, lambda d, units: d.smoke > units.parts["smoke"].most),
)
