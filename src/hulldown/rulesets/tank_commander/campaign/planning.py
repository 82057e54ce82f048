"""The plan of a campaign: what is wrong with one, and the sides it begins with (TC-14.14)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hulldown.catalogue import CatalogueError, Place, ValidationIssue, quote, unknown_name, validate
from hulldown.catalogue.names import folded, name_fault, same_name
from hulldown.rulesets.common.active_overlay import cached
from hulldown.rulesets.tank_commander.campaign.entries import MOST_TANKS, Plan, StartingTank
from hulldown.rulesets.tank_commander.campaign.roster import (
    KIND,
    LIEUTENANT,
    SEATS,
    Member,
    Side,
    Tank,
    base_armor,
    fresh_person,
)
from hulldown.rulesets.tank_commander.campaign.spending import against
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.codes import CREW
from hulldown.rulesets.tank_commander.state import Options


@dataclass(frozen=True)
class Opening:
    """A plan that was found in order: its missions in full, its options as rules read them, its sides."""

    plan: Plan
    missions: tuple[str, ...]
    sides: tuple[Side, Side]
    options: Options = field(compare=False)


# ---------------------------------------------------------------- missions and options


@cached
def printed_tanks(mission: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The battle tanks that a mission prints, side by side, in printed order (TC-14.14)."""
    file, units = SHELF.scenario(mission), SHELF.units()
    tanks = [name for name, force in file.units.items() if force.loadout(units).unit == KIND]
    seats = {name: file.seat_of(file.units[name].side) for name in tanks}
    return (
        tuple(name for name in tanks if seats[name] == 0),
        tuple(name for name in tanks if seats[name] == 1),
    )


@cached
def rotation() -> tuple[str, ...]:
    """The missions that both sides have a tank in, in the rulebook's order: what a campaign fights if
    nothing else is chosen (TC-14.14)."""
    return tuple(name for name in SHELF.listed_scenarios() if all(printed_tanks(name)))


def variants(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The rule variants of every battle: those chosen, and the ranks that crews earned (TC-14.6)."""
    return {**chosen, "campaign": True}


def options_of(plan: Plan) -> Options:
    """The options as rules read them. CatalogueError names one that is wrong."""
    return SHELF.options_under(variants(plan.options))


def course(plan: Plan, o: Options) -> tuple[str, ...]:
    """The mission of every battle; the missions chosen come round again (TC-14.10)."""
    chosen = plan.missions or rotation()
    return tuple(chosen[i % len(chosen)] for i in range(int(o.campaign_battles)))


# ---------------------------------------------------------------- sides


def muster_tank(start: StartingTank, taken: Collection[str], o: Options) -> Tank:
    """A tank as it begins; members without a name get one. The build must exist."""
    armor, upgrades = base_armor(), start.upgrades
    if start.build:
        sample = SHELF.units().builds[start.build]
        armor, upgrades = sample.armor.values, sample.upgrades
    if start.armor:
        armor = start.armor.values
    seats = CREW if LIEUTENANT in upgrades else SEATS
    names = list(start.crew[:seats])
    while len(names) < seats:
        names.append(fresh_person({*taken, *names}))
    crew = tuple(Member(name) for name in names)
    return Tank(start.name, armor, tuple(sorted(upgrades)), o.start_points, crew)


def sides_of(plan: Plan, o: Options) -> tuple[Side, Side]:
    """Both sides as they begin."""
    taken = {name for side in plan.sides for tank in side.tanks for name in tank.crew}
    sides = []
    for side in plan.sides:
        tanks = []
        for start in side.tanks:
            tanks.append(muster_tank(start, taken, o))
            taken |= {member.name for member in tanks[-1].crew}
        sides.append(Side(side.name, tuple(tanks)))
    return sides[0], sides[1]


# ---------------------------------------------------------------- what is wrong


def plan_problems(plan: Plan) -> Iterator[ValidationIssue]:
    """Every rule that a plan breaks."""
    for number, name in enumerate(plan.missions):
        if name not in rotation():
            yield ValidationIssue(
                ("missions", number), unknown_name("mission for a campaign", name, rotation()), "TC-14.14"
            )
    if not plan.missions and not rotation():
        yield ValidationIssue(("missions",), "no mission has a battle tank on both sides", "TC-14.14")
    try:
        o = options_of(plan)
    except CatalogueError as error:
        yield ValidationIssue(("options",), error.lines[0])
        o = SHELF.options_under({})
    yield from twice(plan, str)
    for seat, side in enumerate(plan.sides):
        if len(side.tanks) > MOST_TANKS:
            text = f"{len(side.tanks)} tanks, but a side has at most {MOST_TANKS}"
            yield ValidationIssue(("sides", seat, "tanks"), text, "TC-14.14")
        for number, start in enumerate(side.tanks):
            for problem in tank_problems(start, o):
                yield problem._replace(place=("sides", seat, "tanks", number, *problem.place))


def names_in(plan: Plan) -> Iterator[tuple[str, Place, str]]:
    """Every name of a plan: of what it is, where it is written, the name."""
    yield "campaigns", ("name",), plan.name
    for seat, side in enumerate(plan.sides):
        yield "sides", ("sides", seat, "name"), side.name
        for number, start in enumerate(side.tanks):
            place = ("sides", seat, "tanks", number)
            yield "tanks", (*place, "name"), start.name
            for who, name in enumerate(start.crew):
                yield "people", (*place, "crew", who), name


def new_plan_problems(plan: Plan) -> Iterator[ValidationIssue]:
    """What is wrong with a plan that comes to us: every rule it breaks, names that nobody could see, or tell
    from others. A campaign that goes on already is not asked for its names.
    """
    wrong = [*plan_problems(plan)]
    yield from wrong
    for _, place, name in names_in(plan):
        if fault := name_fault(name):
            yield ValidationIssue(place, fault)
    known = {problem.place for problem in wrong}
    yield from (problem for problem in twice(plan, folded) if problem.place not in known)
    if same_name(*(side.name for side in plan.sides)):
        yield ValidationIssue(
            ("sides", 1, "name"), f"{quote(plan.sides[1].name)} is the name of the other side"
        )


def twice(plan: Plan, seen_as: Callable[[str], str]) -> Iterator[ValidationIssue]:
    """Names of tanks and of people that are given twice: entries tell tanks by their names."""
    known: set[tuple[str, str]] = set()
    for kind, place, name in names_in(plan):
        if (kind, seen_as(name)) in known and kind in ("tanks", "people"):
            yield ValidationIssue(place, f"two {kind} are called {quote(name)}")
        known.add((kind, seen_as(name)))


def tank_problems(start: StartingTank, o: Options) -> Iterator[ValidationIssue]:
    """What is wrong with a tank at the start: a build that does not exist, or that is not legal for its
    points (TC-2.24, TC-14.14)."""
    builds = SHELF.units().builds
    if start.build and (start.build not in builds or builds[start.build].unit != KIND):
        known = [name for name, build in builds.items() if build.unit == KIND]
        yield ValidationIssue(("build",), unknown_name("build of a tank", start.build, known))
        return
    if start.build and (start.armor or start.upgrades):
        yield ValidationIssue(("build",), "stands alone: a sample build has its own armor and upgrades")
    tank = muster_tank(start, (), o)
    for refusal in against(tank, tank.armor, tank.upgrades, o):
        yield ValidationIssue((), refusal.text, refusal.rule)
    if len(start.crew) > len(tank.crew):
        yield ValidationIssue(
            ("crew",), f"{len(start.crew)} members, but the tank has {len(tank.crew)} seats", "TC-2.15"
        )


def opening_of(plan: Plan) -> Opening:
    """The opening of a plan that is in order."""
    o = options_of(plan)
    return Opening(plan, course(plan, o), sides_of(plan, o), o)


def read_plan(data: Mapping[str, Any]) -> Plan:
    """Plain data as a plan. CatalogueError names everything that is wrong with it."""
    return validate(data, Plan, plan_problems, "campaign")


def complete_plan(plan: Plan) -> Plan:
    """A plan in order with every mission and every member named, as it is stored."""
    opening = opening_of(plan)
    sides = tuple(
        side.model_copy(
            update={
                "tanks": tuple(
                    start.model_copy(update={"crew": tuple(member.name for member in tank.crew)})
                    for start, tank in zip(side.tanks, opened_side.tanks, strict=True)
                )
            }
        )
        for side, opened_side in zip(plan.sides, opening.sides, strict=True)
    )
    return plan.model_copy(update={"missions": plan.missions or rotation(), "sides": sides})
