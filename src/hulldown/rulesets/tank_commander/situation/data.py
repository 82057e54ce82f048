"""A single shot as data: who shoots with what, at whom, over what ground, under which options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from hulldown.catalogue import Entry, Problem, Value, unknown
from hulldown.kernel.hexes import REACH
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Armor, Loadout, unknown_names

OWN, BUILDING = "own", "building"

Health = Literal["ok", "wounded", "killed"]
Post = Literal["", "commander", "driver", "gunner", "loader"]
Member = Literal["", "commander", "driver", "gunner", "loader", "lieutenant"]
Stands = Literal["open", "forest", "hill", "mud", "rubble", "water"]
Plate = Annotated[int, Field(ge=0, le=20)]
Name = Annotated[str, Field(max_length=40)]


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
    unit: Name = "tank"
    front: Plate = 6
    side: Plate = 6
    rear: Plate = 6
    upgrades: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    crew: Crew = Crew()
    stand_in: Post = ""
    treated: Member = ""
    stands: Stands = "open"

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

    what: Name = "Hunter"
    weapon: Literal["gun_at", "gun_he", "missile_at", "missile_he", "ai"] = "gun_at"
    ability: Literal["", "booming_voice", "bring_it_down", "quick_load"] = ""
    turret: Literal["ahead", "beside", "away"] = "ahead"
    gunner_rank: Literal["none", "veteran", "ace"] = "none"


class Target(Troop):
    """What is shot at, and which armor it shows. Without `points` it has all its hull points."""

    what: Name = "Hunter"
    shows: Literal["front", "side", "rear"] = "front"
    points: Annotated[int, Field(ge=1, le=100)] | None = None
    burning: bool = False
    covered: bool = False
    screened: bool = False
    carries: bool = False


class Between(Entry):
    """What lies between the two: hexes, what stands on the line and where, light and weather."""

    range: Annotated[int, Field(ge=1, le=REACH)] = 4
    line: Literal["open", "forest", "hill", "mud", "rubble", "building", "smoke", "tank", "apc", "squad"] = (
        "open"
    )
    where: Literal["target", "shooter"] = "target"
    lit: bool = False
    storm: bool = False


class Situation(Entry):
    """All of it. What is left out is a fresh Hunter before another in the open, four hexes away."""

    shooter: Shooter = Shooter()
    target: Target = Target()
    between: Between = Between()
    options: Annotated[dict[Name, Value], Field(max_length=128)] = Field(default_factory=dict)


def problems(asked: Situation) -> Iterator[Problem]:
    """Names that do not exist, and more hull points than there are."""
    yield from troop_problems("shooter", asked.shooter, ())
    yield from troop_problems("target", asked.target, (BUILDING,))
    known = SHELF.options()
    for name in asked.options:
        if name not in known:
            yield Problem(("options", name), unknown("option", name, known))


def troop_problems(place: str, troop: Troop, extra: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with one of the two units."""
    units = SHELF.units()
    names = (*units.builds, *units.units, OWN, *extra)
    if troop.what not in names:
        yield Problem((place, "what"), unknown("unit", troop.what, names))
    elif troop.what == OWN:
        yield from own_problems(place, troop)
    if isinstance(troop, Target) and troop.points and troop.what in names:
        yield from too_many_points(troop)


def own_problems(place: str, troop: Troop) -> Iterator[Problem]:
    """Unknown words in a build of one's own."""
    units = SHELF.units()
    if troop.unit not in units.upgrades and troop.unit not in units.units:
        yield Problem((place, "unit"), unknown("unit", troop.unit, units.units))
    bought = {name: 0 for lines in units.upgrades.values() for name in lines if name != "armor"}
    yield from unknown_names((place, "upgrades"), "upgrade", troop.upgrades, bought)


def too_many_points(target: Target) -> Iterator[Problem]:
    """More hull points than the unit has when unhurt."""
    loadout, _ = target.loadout()
    profile = SHELF.units().units.get(loadout.unit)
    if target.what != BUILDING and profile and (target.points or 0) > profile.hull_points:
        what = f"must be at most {profile.hull_points}, not {target.points}"
        yield Problem(("target", "points"), what, profile.source)
