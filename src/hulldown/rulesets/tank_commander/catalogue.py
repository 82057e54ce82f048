"""The ruleset's files as typed data, and what they can get wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from hulldown.catalogue import Entry, OptionValue, Place, RuleId, Text, ValidationIssue, as_word, unknown_name
from hulldown.kernel.hexes import LARGEST, hex_name
from hulldown.rulesets.common.building import Paint, Word
from hulldown.rulesets.common.scenarios import Task, unlisted

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
    paint: Paint = Paint()
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


def is_painted(paint: Paint) -> bool:
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
        yield from unlisted(("upgrades", kind), "unit", [kind], file.units)
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
    yield from unlisted((*place, "unit"), "unit", [build.unit], units.units)
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
        yield from unlisted((*place, number), what, [name], known)


# ---------------------------------------------------------------- scenarios
# `scenarios/*.toml`: boards, forces and what the mission asks for (chapter TC-13, section 4).


Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Terrain = Literal["building", "forest", "mud", "water", "rubble", "hill"]
Ground = Literal["open", "building", "forest", "mud", "water", "rubble", "hill", "mine", "objective"]
Size = Annotated[int, Field(ge=1, le=LARGEST)]
Turn = Annotated[int, Field(ge=1, le=100)]
Strikes = Annotated[int, Field(ge=0, le=20)]
Hexes = tuple[str, ...]
Mission = Literal[
    "skirmish",
    "basic_training",
    "capture_objectives",
    "breakthrough",
    "destroy_target",
    "escort",
    "beach_landing",
    "urban_warfare",
    "disable_aa_guns",
]


class Board(Entry):
    """How many columns and rows the board has (TC-3.2)."""

    columns: Size
    rows: Size


class Zone(Entry):
    """Where a side may deploy (TC-4.12): every hex of these rows, and these hexes. Rows count from 1."""

    rows: Annotated[tuple[Size, ...], Field(max_length=LARGEST)] = ()
    hexes: Hexes = ()


class Side(Entry):
    """A side of the battle; the first one listed is seat 0 and rolls first (TC-15.9).

    `free_strikes` are air strikes that any of its vehicles may call, without the upgrade (TC-13.27).
    """

    name: Text
    role: str = ""
    task: Task = ""
    zone: Zone
    free_strikes: Strikes = 0


class Force(Entry):
    """A unit at the start. It names a sample build, or says itself what it is: unit, armor, upgrades.

    It stands on a hex, or is `carried_by` a vehicle of its side (TC-10.19).
    """

    side: str
    build: str = ""
    unit: str = ""
    armor: Armor | None = None
    upgrades: tuple[str, ...] = ()
    hex: str = ""
    carried_by: str = ""
    facing: Facing | None = None

    def loadout(self, units: Units) -> Loadout:
        """What is fielded. KeyError if the build or the kind of unit does not exist."""
        if self.build:
            return units.builds[self.build]
        armor = self.armor or units.units[self.unit].armor
        return Loadout(unit=self.unit, armor=armor, upgrades=self.upgrades)


class Static(Entry):
    """An AA gun or practice target (TC-13.6). Without a side it belongs to the side that is missing."""

    unit: str
    side: str = ""
    hex: str
    facing: Facing | None = None


class Medals(Entry):
    """The last game turn that still earns each medal (TC-13.9)."""

    gold: Turn
    silver: Turn
    bronze: Turn


class Overlay(Entry):
    """What another value of an option changes in a mission (TC-13.13, TC-13.17).

    What is given takes the place of what is printed; `open` clears hexes of their terrain, `units` join.
    """

    option: str
    value: OptionValue
    objectives: Hexes | None = None
    prize: str | None = None
    prize_hex: str | None = None
    open: Hexes = ()
    units: dict[str, Force] = Field(default_factory=dict)

    def changes(self, file: Scenario) -> dict[str, Any]:
        """The fields of a scenario that it changes, with their new values."""
        names = ("objectives", "prize", "prize_hex")
        given = {name: value for name in names if (value := getattr(self, name)) is not None}
        terrain = {
            kind: tuple(name for name in hexes if name not in self.open)
            for kind, hexes in file.terrain.items()
        }
        return {**given, "terrain": terrain, "units": {**file.units, **self.units}}


class Scenario(Entry):
    """A mission as it is printed. `units` and `statics` are in roster order (TC-4.10).

    Terrain is listed kind by kind, or drawn: `picture` has one string per row and `legend` says what
    its characters mean. `budget` fixes the upgrade points of every battle tank (TC-2.22).

    `mission` says how victory is judged. `attacker` is the side that wants something, `prize` the unit
    it must destroy or bring across, `prize_hex` the building; `holder` has the objectives at the start.
    """

    name: Text
    mission: Mission
    rule: RuleId
    summary: Text
    briefing: Text
    victory: Text
    turn_limit: Turn = 10
    attacker: str = ""
    prize: str = ""
    prize_hex: str = ""
    holder: str = ""
    board: Board
    terrain: dict[Terrain, Hexes] = Field(default_factory=dict)
    picture: Annotated[tuple[str, ...], Field(max_length=LARGEST)] = ()
    legend: dict[str, Ground] = Field(default_factory=dict)
    mines: Hexes = ()
    objectives: Hexes = ()
    waypoints: Hexes = ()
    medals: Medals | None = None
    sides: Annotated[tuple[Side, ...], Field(min_length=1, max_length=2)]
    units: Annotated[dict[str, Force], Field(min_length=1)]
    statics: dict[str, Static] = Field(default_factory=dict)
    options: dict[str, OptionValue] = Field(default_factory=dict)
    budget: Annotated[int, Field(ge=0, le=100)] | None = None
    when: Annotated[tuple[Overlay, ...], Field(max_length=6)] = ()

    def under(self, options: Mapping[str, str | int | bool]) -> Scenario:
        """The scenario as these options have it."""
        return self.overlaid(
            overlay
            for overlay in self.when
            if overlay.option in options and as_word(options[overlay.option]) == as_word(overlay.value)
        )

    def overlaid(self, overlays: Iterable[Overlay]) -> Scenario:
        """The scenario with some of its overlays laid on."""
        result = self
        for overlay in overlays:
            result = result.model_copy(update=overlay.changes(result))
        return result

    def ground(self) -> dict[str, str]:
        """The terrain of every hex that is not open."""
        listed = {name: kind for kind, names in self.terrain.items() for name in names}
        drawn = {
            name: kind for name, kind in self.picture_hexes() if kind not in ("open", "mine", "objective")
        }
        return drawn | listed

    def mined(self) -> Hexes:
        """The hexes with a mine."""
        return (*self.mines, *(name for name, kind in self.picture_hexes() if kind == "mine"))

    def objective_hexes(self) -> Hexes:
        """The hexes with an objective."""
        return (*self.objectives, *(name for name, kind in self.picture_hexes() if kind == "objective"))

    def picture_hexes(self) -> list[tuple[str, str]]:
        """Each hex of the picture with what it shows, column by column."""
        cells = [
            (column, row, self.legend[sign])
            for row, line in enumerate(self.picture)
            for column, sign in enumerate(line)
            if sign in self.legend
        ]
        return [(hex_name(column, row), kind) for column, row, kind in sorted(cells)]

    def zone_hexes(self, seat: int) -> Hexes:
        """Where a side may deploy, its rows first."""
        zone = self.sides[seat].zone
        rows = (hex_name(column, row - 1) for row in zone.rows for column in range(self.board.columns))
        return tuple(dict.fromkeys([*rows, *zone.hexes]))

    def seat_of(self, side: str) -> int:
        """0 or 1 for the name of a side; 1 for no name, which is the side that is missing."""
        return next((seat for seat, candidate in enumerate(self.sides) if candidate.name == side), 1)
