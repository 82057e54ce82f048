"""What a scenario file can get wrong beyond its types: options, sides, forces, what scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hulldown.catalogue import Option, Problem, quote, unknown
from hulldown.rulesets.agrav.catalogue.mapping import map_problems, on_map, walkable
from hulldown.rulesets.agrav.catalogue.scenarios import Force, Scenario
from hulldown.rulesets.agrav.catalogue.units import design_problems
from hulldown.rulesets.agrav.codes import FLYING, UNITS
from hulldown.rulesets.agrav.design import lobbed
from hulldown.rulesets.agrav.sheet import Units


def scenario_problems(file: Scenario, units: Units, options: Mapping[str, Option]) -> Iterator[Problem]:
    """Everything that keeps a scenario, its map included, from being played."""
    yield from option_problems(file, options)
    yield from side_problems(file)
    yield from roster_problems(file)
    drawn = list(map_problems(file))
    yield from drawn
    yield from zone_problems(file)
    yield from mission_problems(file)
    for name, force in file.units.items():
        yield from kind_problems(name, force, units)
        if not drawn:
            yield from place_problems(name, force, file, units)
    if not drawn:
        yield from crowding_problems(file)
    for said in barrage_problems(file.units, units):
        yield Problem(("units",), said, "AG-17.17")


def option_problems(file: Scenario, options: Mapping[str, Option]) -> Iterator[Problem]:
    """Options that do not exist, or values that they cannot have."""
    for name, value in file.options.items():
        place = ("options", name)
        if name not in options:
            yield Problem(place, unknown("option", name, options))
            continue
        try:
            options[name].read(value)
        except ValueError as error:
            yield Problem(place, str(error), options[name].rule)


def side_problems(file: Scenario) -> Iterator[Problem]:
    """Sides that share a name, or that a key names and nobody has."""
    names = [side.name for side in file.sides]
    if names[0] == names[1]:
        yield Problem(("sides", 1, "name"), f"{quote(names[1])} is the name of the other side")
    for key in ("first", "attacker"):
        if getattr(file, key) and getattr(file, key) not in names:
            yield Problem((key,), unknown("side", getattr(file, key), names))


def roster_problems(file: Scenario) -> Iterator[Problem]:
    """Names that are not A1, A2 ... and B1, B2 ... in this order, or too many of them."""
    for number, letter in enumerate("AB"):
        names = list(file.side(number))
        if not names:
            yield Problem(("units",), f"side {letter} has no unit: there is no {letter}1")
        for position, name in enumerate(names, 1):
            if name != f"{letter}{position}":
                yield Problem(("units", name), f"should be {letter}{position}: units are numbered from 1")
    for name in file.units:
        if not re.match("[AB]", name):
            yield Problem(("units", name), "the name of a unit is A or B and a number, such as A1")
    if len(file.units) > UNITS:
        yield Problem(("units",), f"may be at most {UNITS}")


# ---------------------------------------------------------------- what is fought for


def zone_problems(file: Scenario) -> Iterator[Problem]:
    """Zones that are neither a tile nor a section, or both; rounds after the last (AG-23.2)."""
    for number, zone in enumerate(file.zones):
        place = ("zones", number)
        if (zone.tile is None) == (not zone.section):
            yield Problem(place, "is a tile or a section, one of the two")
        if zone.section and zone.section not in file.sections:
            yield Problem((*place, "section"), unknown("section", zone.section, file.sections))
        if zone.tile and not on_map(file, *zone.tile):
            yield Problem((*place, "tile"), "is off the map")
        if max(zone.rounds) > file.rounds:
            yield Problem((*place, "rounds"), f"the last round is {file.rounds}")


def mission_problems(file: Scenario) -> Iterator[Problem]:
    """An attack without an attacker or an objective, or either of them in another scenario."""
    for key in ("attacker", "objective"):
        if bool(getattr(file, key)) != (file.mission == "demolition"):
            wanted = "is missing" if file.mission == "demolition" else "means nothing in this mission"
            yield Problem((key,), wanted)
    if file.objective and file.objective not in file.sections:
        yield Problem(("objective",), unknown("section", file.objective, file.sections))
    if file.free and not file.total:
        yield Problem(("total",), "is missing: the points that each side builds to", "AG-6.1")


# ---------------------------------------------------------------- forces


def kind_problems(name: str, force: Force, units: Units) -> Iterator[Problem]:
    """A unit that does not exist, none at all or two at once, a design that is illegal (AG-5.6)."""
    place = ("units", name)
    if bool(force.unit) == (force.design is not None):
        what = "names a unit and describes a design" if force.unit else "is missing"
        yield Problem((*place, "unit"), what)
    elif force.unit and force.unit not in units.kinds():
        yield Problem((*place, "unit"), unknown("unit", force.unit, units.kinds()))
    if force.design:
        for problem in design_problems(force.design, units):
            yield problem._replace(place=(*place, "design", *problem.place))


def barrage_problems(forces: Mapping[str, Force], units: Units) -> Iterator[str]:
    """Forces that could have more rounds in flight at once than are kept (AG-17.17)."""
    most = sum(lobbed(weapons_of(force, units), units) for force in forces.values())
    if most > FLYING:
        yield f"can have {most} rounds in flight at once, more than {FLYING}"


def weapons_of(force: Force, units: Units) -> list[str]:
    """The weapons of a unit that exist; none of one that does not."""
    design = force.design or units.vehicles.get(force.unit)
    squad = units.squads.get(force.unit)
    found = [one.weapon for one in design.weapons] if design else list(squad.weapons if squad else ())
    return [name for name in found if name in units.weapons]


def place_problems(name: str, force: Force, file: Scenario, units: Units) -> Iterator[Problem]:
    """A unit off the map, on what it cannot enter, or without a facing that it needs (AG-2.2, AG-2.3)."""
    place = ("units", name)
    if file.free:
        if force.tile or force.facing:
            yield Problem(place, "is placed by its player: leave tile and facing out", "AG-6.9")
        return
    if force.tile is None:
        yield Problem((*place, "tile"), "is missing")
    elif not on_map(file, *force.tile):
        yield Problem((*place, "tile"), "is off the map", "AG-2.3")
    elif not walkable(file, *force.tile):
        yield Problem((*place, "tile"), "structures, ruins and walls cannot be entered", "AG-2.3")
    squad = force.unit in units.squads
    if squad == (force.facing is not None):
        what = "infantry has no facing" if squad else "is missing"
        yield Problem((*place, "facing"), what, "AG-2.2")


def crowding_problems(file: Scenario) -> Iterator[Problem]:
    """Two units on one tile (AG-2.3)."""
    taken: dict[tuple[int, ...], str] = {}
    for name, force in file.units.items():
        if force.tile is not None:
            other = taken.setdefault(force.tile, name)
            if other != name:
                yield Problem(("units", name, "tile"), f"{other} stands there", "AG-2.3")
