"""A single shot as data, and how a form asks for it: who shoots with what, at whom, over what ground."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

from pydantic import Field as Checked

from hulldown.catalogue import Entry, OptionValue, ValidationIssue
from hulldown.kernel.hexes import REACH
from hulldown.rulesets.api.situation import FieldGroup
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.common.scenarios import option_problems
from hulldown.rulesets.common.situations import Ask, Values, fields, option, unlisted
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Armor, Loadout, unknown_names

OWN, BUILDING = "own", "building"

# Options that a shot can depend on, in the rulebook's order.
OPTIONS = (
    *("cover_applies_to", "main_gun_range", "bring_it_down", "lt_role", "lt_abilities", "medkit"),
    *(
        "all_crew_dead",
        "ai_arc",
        "los_terrain",
        "rubble_blocks_los",
        "hill_los",
        "apc_blocks_los",
        "natural_six",
    ),
    *("fire_when_disabled", "forest_behind", "building_hit", "adv_hills", "infantry_armor"),
    *("infantry_missile_range", "screen_units", "rider_capacity", "apc_capacity"),
    *("night", "night_accuracy", "night_range", "flare_mode", "campaign"),
)
WEAPONS = {
    "gun_at": ("main gun, AT", "Battle tank"),
    "gun_he": ("main gun, HE", "Battle tank"),
    "missile_at": ("missile, AT", "Squad"),
    "missile_he": ("missile, HE", "Squad"),
    "ai": ("anti-infantry weapon", "Any"),
}
ABILITIES = {
    "": "none",
    "bring_it_down": "Bring it down!",
    "quick_load": "Quick Load",
    "booming_voice": "Booming Voice",
}
BESIDE = {"target": "beside the target", "shooter": "beside the shooter"}
TURRETS = {"ahead": "at the target", "beside": "one direction beside it", "away": "away from it"}
LINES = {"open": "open ground", "tank": "a battle tank", "apc": "an APC", "squad": "a squad"}
MEMBERS = "commander driver gunner loader lieutenant"


# ---------------------------------------------------------------- what hangs on the catalogue


def unit_choices() -> Values:
    """Every unit that can be named: sample builds, plain units, one of your own."""
    units = SHELF.units()
    builds = tuple((name, name, f"{units.units[build.unit].name}s") for name, build in units.builds.items())
    plain = tuple((name, unit.name, "As they come") for name, unit in units.units.items())
    return (*builds, *plain, (OWN, "Your own build", "Other"))


def buildable_kinds() -> dict[str, str]:
    """The kinds of unit that can be built."""
    units = SHELF.units()
    return {name: unit.name for name, unit in units.units.items() if units.sold_to(name)}


def purchasable_items() -> dict[str, str]:
    """What can be bought for them besides armor."""
    lines = SHELF.units().upgrades.values()
    return {name: line.name for each in lines for name, line in each.items() if name != "armor"}


def units() -> tuple[str, ...]:
    return tuple(name for name, *_ in unit_choices())


def vehicles() -> tuple[str, ...]:
    known = SHELF.units()
    return (*known.builds, *(name for name, unit in known.units.items() if unit.kind in ("tank", "apc")), OWN)


def most_points() -> int:
    return max(unit.hull_points for unit in SHELF.units().units.values())


# ---------------------------------------------------------------- the data

OF_OWN, OF_VEHICLES, OF_SQUADS = {".what": (OWN,)}, {".what": vehicles}, {".what": ("infantry",)}
LAID = ("forest", "hill", "mud", "rubble", "building", "smoke", "tank", "apc", "squad")
Health = Annotated[Literal["ok", "wounded", "killed"], Ask("{field}", "TC-8.2", {"ok": "unhurt"})]
Post = Literal["", "commander", "driver", "gunner", "loader"]
Member = Literal["", "commander", "driver", "gunner", "loader", "lieutenant"]
Stands = Literal["open", "forest", "hill", "mud", "rubble", "water"]
Line = Literal["open", "forest", "hill", "mud", "rubble", "building", "smoke", "tank", "apc", "squad"]
Plate = Annotated[int, Checked(ge=0, le=20), Ask("{field} armor", "TC-2.5", when=OF_OWN)]
Name = Annotated[str, Checked(max_length=40)]
Names = Annotated[tuple[Name, ...], Checked(max_length=16)]
Points = Annotated[int, Checked(ge=1, le=100)] | None


class Crew(Entry):
    """How each member is; the lieutenant counts only where one is aboard."""

    commander: Health = "ok"
    driver: Health = "ok"
    gunner: Health = "ok"
    loader: Health = "ok"
    lieutenant: Health = "ok"


class Troop(Entry):
    """A unit: a sample build or a plain unit by name, or one of your own with armor and upgrades.

    `stand_in` is the role the lieutenant holds, `treated` the member whose first wound the medkit eased;
    left empty they are what the rules make of the wounds (TC-6.12) and nobody (TC-6.21).
    """

    what: Name
    unit: Annotated[Name, Ask("Kind", "", buildable_kinds, OF_OWN)] = "tank"
    front: Plate = 6
    side: Plate = 6
    rear: Plate = 6
    upgrades: Annotated[Names, Ask("Upgrades", "TC-2.4", purchasable_items, OF_OWN)] = ()
    crew: Crew = Crew()
    stand_in: Annotated[Post, Ask("Lieutenant stands in for", "TC-6.12", {"": "as the rules have it"})] = ""
    treated: Annotated[Member, Ask("Medkit eased", "TC-6.21", {"": "the first who is hurt"})] = ""
    stands: Annotated[Stands, Ask("Stands on", "", {"open": "open ground"})] = "open"

    def loadout(self) -> tuple[Loadout, str]:
        """What is fielded, and the name of the sample build it is."""
        units = SHELF.units()
        if self.what in units.builds:
            return units.builds[self.what], self.what
        if self.what in units.units:
            return Loadout(unit=self.what, armor=units.units[self.what].armor), ""
        armor = Armor(front=self.front, side=self.side, rear=self.rear)
        return Loadout(unit=self.unit, armor=armor, upgrades=self.upgrades), ""


class Shooter(Troop):
    """Who shoots. The turret points at the target, one direction beside it, or away from it."""

    what: Annotated[Name, Ask("Unit", "", unit_choices, builds=True)] = "Hunter"
    weapon: Annotated[
        Literal["gun_at", "gun_he", "missile_at", "missile_he", "ai"],
        Ask("Shoots with", "", tuple((name, *words) for name, words in WEAPONS.items())),
    ] = "gun_at"
    ability: Annotated[
        Literal["", "booming_voice", "bring_it_down", "quick_load"], Ask("Ability used", "TC-6.1", ABILITIES)
    ] = ""
    turret: Annotated[Literal["ahead", "beside", "away"], Ask("Turret points", "TC-7.2", TURRETS)] = "ahead"
    gunner_rank: Annotated[Literal["none", "veteran", "ace"], Ask("Gunner's rank", "TC-14.8")] = "none"


class Target(Troop):
    """What is shot at, and which armor it shows. Without `points` it has all its hull points."""

    what: Annotated[
        Name, Ask("Unit", "", lambda: (*unit_choices(), (BUILDING, "Building", "Other")), builds=True)
    ] = "Hunter"
    stands: Annotated[Stands, Ask("Stands on", "TC-9.5", {"open": "open ground"}, {".what": units})] = "open"
    shows: Annotated[Literal["front", "side", "rear"], Ask("Shows its", "TC-7.17", when=OF_VEHICLES)] = (
        "front"
    )
    points: Annotated[
        Points, Ask("Hull points", "TC-8.3", when=OF_VEHICLES, hint="all", high=most_points)
    ] = None
    burning: Annotated[bool, Ask("Burns already", "TC-8.7", when=OF_VEHICLES)] = False
    covered: Annotated[bool, Ask("Has taken cover", "TC-10.12", when=OF_SQUADS)] = False
    screened: Annotated[bool, Ask("Its tank is beside it", "TC-10.5", when=OF_SQUADS)] = False
    carries: Annotated[bool, Ask("Carries a squad", "TC-10.20", when=OF_VEHICLES)] = False


class Between(Entry):
    """What lies between the two: hexes, what stands on the line and where, light and weather."""

    range: Annotated[int, Checked(ge=1, le=REACH), Ask("Hexes apart", "TC-7.1")] = 4
    line: Annotated[Line, Ask("On the line", "TC-7.4", LINES)] = "open"
    where: Annotated[Literal["target", "shooter"], Ask("It stands", "", BESIDE, {".line": LAID})] = "target"
    lit: Annotated[bool, Ask("Target lit by a flare", "TC-14.5", when={"options.night": ("true",)})] = False
    storm: Annotated[bool, Ask("In a storm", "TC-14.2")] = False


class Situation(Entry):
    """All of it. What is left out is a fresh Hunter before another in the open, four hexes away."""

    shooter: Shooter = Shooter()
    target: Target = Target()
    between: Between = Between()
    options: Annotated[dict[Name, OptionValue], Checked(max_length=128)] = Checked(default_factory=dict)


@cached
def form() -> tuple[FieldGroup, ...]:
    """Every field, group by group; night stands with the light, not among the options."""

    ask = partial(fields, Situation)
    own, known = "what unit front side rear upgrades", SHELF.options()
    light = (*ask("between", "range line where storm"), option("night", known["night"], "Night"))
    crews = [
        (*ask(f"{place}.crew", MEMBERS), *ask(place, f"stand_in treated {rank}"))
        for place, rank in (("shooter", "gunner_rank"), ("target", ""))
    ]
    return (
        FieldGroup("Shooter", ask("shooter", f"{own} weapon ability turret stands")),
        FieldGroup("Target", ask("target", f"{own} shows stands points burning carries covered screened")),
        FieldGroup("Ground and light", (*light, *ask("between", "lit"))),
        FieldGroup("Shooter's crew", crews[0], True),
        FieldGroup("Target's crew", crews[1], True),
        FieldGroup(
            "Rule options", tuple(option(n, known[n], empty=True) for n in OPTIONS if n != "night"), True
        ),
    )


# ---------------------------------------------------------------- what cannot be


def problems(asked: Situation) -> Iterator[ValidationIssue]:
    """Names that do not exist, and more hull points than there are."""
    yield from troop_problems("shooter", asked.shooter, ())
    yield from troop_problems("target", asked.target, (BUILDING,))
    yield from option_problems(asked.options, SHELF.variants())


def troop_problems(place: str, troop: Troop, extra: tuple[str, ...]) -> Iterator[ValidationIssue]:
    """What is wrong with one of the two units."""
    units = SHELF.units()
    names = (*units.builds, *units.units, OWN, *extra)
    yield from unlisted((place, "what"), "unit", [troop.what], names)
    if troop.what == OWN:
        if not units.sold_to(troop.unit):
            yield from unlisted((place, "unit"), "unit", [troop.unit], units.units)
        yield from unknown_names((place, "upgrades"), "upgrade", troop.upgrades, purchasable_items())
    if isinstance(troop, Target) and troop.points and troop.what in names and troop.what != BUILDING:
        profile = units.units.get(troop.loadout()[0].unit)
        if profile and troop.points > profile.hull_points:
            what = f"must be at most {profile.hull_points}, not {troop.points}"
            yield ValidationIssue(("target", "points"), what, profile.source)
