"""What designs are made of (AG-5): the tables of `units.toml`, and the sheet of one design."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from hulldown.catalogue import Entry, RuleId, Text

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
