"""`units.toml`: profiles, weapons, upgrades and sample builds (tables 2.1 to 2.4 and 2.6), and its names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from hulldown.catalogue import Entry, Place, RuleId, Text, ValidationIssue, unknown_name
from hulldown.rulesets.common.painting import PaintScheme, Word

MAIN_GUN = "main_gun"
Count = Annotated[int, Field(ge=0, le=1000)]


class Armor(Entry):
    """Finished armor values, facing by facing."""

    front: Count
    side: Count
    rear: Count

    @property
    def values(self) -> tuple[int, int, int]:
        """Front, side, rear."""
        return self.front, self.side, self.rear


class Round(Entry):
    """A kind of ammunition; its strength is a value (TC-7.18)."""

    name: Text
    source: RuleId


class Weapon(Entry):
    """A weapon of table 2.4; `range` in hexes. One without rounds destroys what it hits."""

    name: Text
    range: Count
    arc: Literal["turret", "all_round"]
    targets: tuple[Literal["vehicle", "infantry", "static", "building"], ...]
    rounds: tuple[str, ...]
    needs_loading: bool
    source: RuleId


class Unit(Entry):
    """A profile of table 2.1.

    `kind` says whose rules it follows, `drive` how it gets about. `accuracy` is what a d6 must reach;
    without one the unit never shoots.
    """

    name: Text
    kind: Literal["tank", "apc", "squad", "gun", "target"]
    text: Text
    armor: Armor
    accuracy: Annotated[int, Field(ge=2, le=6)] | None = None
    hull_points: Annotated[int, Field(ge=1, le=100)]
    actions: Count
    movement_cap: Count
    drive: Literal["none", "tracks", "hover", "legs", "foot"]
    weapons: tuple[str, ...]
    upgrade_points: Count
    source: RuleId

    @property
    def is_static(self) -> bool:
        """Never acts (TC-13.6)."""
        return self.actions == 0

    @property
    def has_facing(self) -> bool:
        """Whether it matters where it points: not for a unit with one armor value all round (TC-3.6)."""
        return self.kind in ("tank", "apc") or self.armor.front != self.armor.rear

    @property
    def carries(self) -> bool:
        """Whether squads can ride on it or in it (TC-10.20, TC-10.21); not on a hover tank (TC-14.12)."""
        return self.kind in ("tank", "apc") and self.drive != "hover"


class Upgrade(Entry):
    """A line of table 2.2 or 2.3. `option` must be on for it to be bought; `weapon` is what it adds."""

    name: Text
    cost: Count
    limit: Count
    per_facing: bool = False
    text: Text
    option: str = ""
    weapon: str = ""
    source: RuleId


class Crew(Entry):
    """The names of a battle tank's crew; empty: not named."""

    commander: Word = ""
    driver: Word = ""
    gunner: Word = ""
    loader: Word = ""
    lieutenant: Word = ""


class Loadout(Entry):
    """A unit as it is fielded: finished armor, what was bought item by item, its name and its looks.

    One that says it is not `by_the_rules` may have other armor and more points than TC-2.24 allows.
    """

    unit: str
    armor: Armor
    upgrades: tuple[str, ...] = ()
    name: Word = ""
    crew: Crew = Crew()
    paint: PaintScheme = PaintScheme()
    by_the_rules: bool = True

    @property
    def counts(self) -> Counter[str]:
        """How often each upgrade was bought."""
        return Counter(self.upgrades)


class Build(Loadout):
    """A sample build of table 2.6; `points` is what it costs."""

    points: Count
    text: Text
    source: RuleId


class Units(Entry):
    """`units.toml`."""

    rounds: dict[str, Round]
    weapons: dict[str, Weapon]
    units: dict[str, Unit]
    upgrades: dict[str, dict[str, Upgrade]]
    builds: dict[str, Build]

    def sold_to(self, unit: str) -> dict[str, Upgrade]:
        """What can be bought for a unit: the table of its name, or else that of its kind, or nothing."""
        kind = self.units[unit].kind if unit in self.units else ""
        return self.upgrades.get(unit) or self.upgrades.get(kind, {})


def is_painted(paint: PaintScheme) -> bool:
    """Whether a tank has a color scheme other than the default (TC-2.22)."""
    return paint.scheme != "none"


def is_named(name: str, crew: Crew, has_lieutenant: bool) -> bool:
    """Whether the tank and all of its crew, a lieutenant commander included, have a name (TC-2.22)."""
    aboard = [crew.commander, crew.driver, crew.gunner, crew.loader]
    if has_lieutenant:
        aboard.append(crew.lieutenant)
    return all(given.strip() for given in [name, *aboard])


# ---------------------------------------------------------------- what a file can get wrong


def unit_problems(file: Units) -> Iterator[ValidationIssue]:
    """Names in `units.toml` that lead nowhere."""
    for name, weapon in file.weapons.items():
        yield from unknown_names(("weapons", name, "rounds"), "round", weapon.rounds, file.rounds)
    for name, unit in file.units.items():
        yield from unknown_names(("units", name, "weapons"), "weapon", unit.weapons, file.weapons)
        yield from unarmed(("units", name), unit)
    for kind, bought in file.upgrades.items():
        if kind not in file.units:
            yield ValidationIssue(("upgrades", kind), unknown_name("unit", kind, file.units))
        for name, upgrade in bought.items():
            if upgrade.weapon and upgrade.weapon not in file.weapons:
                place = ("upgrades", kind, name, "weapon")
                yield ValidationIssue(place, unknown_name("weapon", upgrade.weapon, file.weapons))
    for name, build in file.builds.items():
        yield from build_problems(("builds", name), build, file)


def unarmed(place: Place, unit: Unit) -> Iterator[ValidationIssue]:
    """A tank without what every tank shoots with; its rules would use the gun all the same."""
    if unit.kind == "tank" and unit.accuracy is None:
        yield ValidationIssue((*place, "accuracy"), "is missing: a tank shoots", "TC-2.1")
    if unit.kind == "tank" and MAIN_GUN not in unit.weapons:
        yield ValidationIssue((*place, "weapons"), f"a tank has the {MAIN_GUN}", "TC-2.1")


def build_problems(place: Place, build: Loadout, units: Units) -> Iterator[ValidationIssue]:
    """Names in a build that do not exist."""
    if build.unit not in units.units:
        yield ValidationIssue((*place, "unit"), unknown_name("unit", build.unit, units.units))
    known = {name: 0 for bought in units.upgrades.values() for name in bought if name != "armor"}
    yield from unknown_names((*place, "upgrades"), "upgrade", build.upgrades, known)


def unknown_build(name: str, units: Units) -> str:
    """What is said of a build that does not exist, and where a unit's name stands for one."""
    if name in units.units:
        return f"{name} is a unit, not a build"
    return unknown_name("build", name, units.builds)


def unknown_names(
    place: Place, what: str, names: tuple[str, ...], known: dict[str, Any]
) -> Iterator[ValidationIssue]:
    """A problem for each name of a list that is not known."""
    for number, name in enumerate(names):
        if name not in known:
            yield ValidationIssue((*place, number), unknown_name(what, name, known))
