"""What a scenario file can get wrong beyond its types: each check yields the problems it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from hulldown.catalogue import Place, ValidationIssue, quote, unknown_name
from hulldown.catalogue.issues import format_place
from hulldown.kernel.hexes import parse_hex
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.scenarios import Choices, Known, value_problems
from hulldown.rulesets.tank_commander.catalogue.missions import carried_problems, mission_problems, profile_of
from hulldown.rulesets.tank_commander.catalogue.scenarios import Force, Overlay, Scenario
from hulldown.rulesets.tank_commander.catalogue.units import (
    Loadout,
    Unit,
    Units,
    build_problems,
    unknown_build,
)

# The rule that judges a build (TC-2.24): why it is refused, in words with the rule's id, or nothing.
BuildCheck = Callable[[Scenario, Loadout], str]


def scenario_problems(file: Scenario, units: Units, options: Known) -> Iterator[ValidationIssue]:
    """Everything that is wrong with a scenario but builds that the rule refuses."""
    issues = [*printed_problems(file, units), *option_problems(file.options, options)]
    yield from issues
    yield from overlay_problems(file, options)
    yield from combination_problems(file, units, issues)


def printed_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """What is wrong with a scenario as it lies on the table, whatever the options."""
    yield from picture_problems(file)
    yield from hex_problems(file)
    yield from ground_problems(file)
    yield from side_problems(file)
    yield from roster_problems(file)
    yield from unit_kind_problems(file, units)
    yield from carried_problems(file, units)
    yield from start_problems(file)
    yield from mission_problems(file, units)


# ---------------------------------------------------------------- board


def picture_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A drawn map that does not fit the board or uses characters that are not explained."""
    if file.picture and len(file.picture) != file.board.rows:
        what = f"has {len(file.picture)} rows, the board has {file.board.rows}"
        yield ValidationIssue(("picture",), what, "TC-3.2")
    for row, line in enumerate(file.picture):
        if len(line) != file.board.columns:
            what = f"has {len(line)} hexes, the board has {file.board.columns} columns"
            yield ValidationIssue(("picture", row), what, "TC-3.2")
        for sign in sorted(set(line) - set(file.legend)):
            yield ValidationIssue(("picture", row), f"{quote(sign)} is not in the legend")
    for sign in file.legend:
        if len(sign) != 1:
            yield ValidationIssue(("legend", sign), "must be a single character")


def named_hexes(file: Scenario) -> Iterator[tuple[Place, str]]:
    """Every hex that the file names, with its place."""
    lists: list[tuple[Place, tuple[str, ...]]] = [
        *((("terrain", kind), names) for kind, names in file.terrain.items()),
        (("mines",), file.mines),
        (("objectives",), file.objectives),
        (("waypoints",), file.waypoints),
        *((("sides", seat, "zone", "hexes"), side.zone.hexes) for seat, side in enumerate(file.sides)),
    ]
    for place, names in lists:
        yield from (((*place, number), name) for number, name in enumerate(names))
    if file.prize_hex:
        yield ("prize_hex",), file.prize_hex
    yield from starts(file)


def starts(file: Scenario) -> Iterator[tuple[Place, str]]:
    """The hexes where units and statics start."""
    yield from ((("units", name, "hex"), force.hex) for name, force in file.units.items() if force.hex)
    yield from ((("statics", name, "hex"), static.hex) for name, static in file.statics.items())


def hex_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Hexes that do not exist or lie off the board, and zone rows that do."""
    for place, name in named_hexes(file):
        try:
            column, row = parse_hex(name)
        except ValueError:
            yield ValidationIssue(place, f"{quote(name)} is not a hex name such as D7", "TC-3.2")
        else:
            if column >= file.board.columns or row >= file.board.rows:
                yield ValidationIssue(place, f"{quote(name)} is off the board", "TC-3.2")
    for seat, side in enumerate(file.sides):
        for number, row in enumerate(side.zone.rows):
            if row > file.board.rows:
                yield ValidationIssue(
                    ("sides", seat, "zone", "rows", number), f"row {row} is off the board", "TC-3.2"
                )


def ground_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Hexes with two terrains, and markers that stand twice on one hex (TC-3.8)."""
    drawn = file.picture_hexes()
    terrain = {name: kind for name, kind in drawn if kind not in ("open", "mine", "objective")}
    for kind, names in file.terrain.items():
        for number, name in enumerate(names):
            if name in terrain:
                what = f"{quote(name)} is already {terrain[name]}"
                yield ValidationIssue(("terrain", kind, number), what, "TC-3.8")
            terrain.setdefault(name, kind)
    yield from repeated(("mines",), file.mines, [name for name, kind in drawn if kind == "mine"])
    yield from repeated(
        ("objectives",), file.objectives, [name for name, kind in drawn if kind == "objective"]
    )
    yield from repeated(("waypoints",), file.waypoints, [])
    for seat, side in enumerate(file.sides):
        yield from repeated(("sides", seat, "zone", "hexes"), side.zone.hexes, [])


def repeated(place: Place, names: tuple[str, ...], before: list[str]) -> Iterator[ValidationIssue]:
    """A problem for each hex that is listed again."""
    seen = set(before)
    for number, name in enumerate(names):
        if name in seen:
            yield ValidationIssue((*place, number), f"{quote(name)} is listed twice", "TC-3.8")
        seen.add(name)


# ---------------------------------------------------------------- forces


def side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sides that have no unit, and units of a side that does not exist."""
    names = [side.name for side in file.sides]
    for seat, name in enumerate(names):
        if all(force.side != name for force in file.units.values()):
            yield ValidationIssue(("sides", seat), f"{name} has no unit", "TC-1.1")
    for name, force in file.units.items():
        if force.side not in names:
            yield ValidationIssue(("units", name, "side"), unknown_name("side", force.side, names))
    for name, static in file.statics.items():
        if static.side and static.side not in names:
            yield ValidationIssue(("statics", name, "side"), unknown_name("side", static.side, names))
        elif not static.side and len(names) > 1:
            yield ValidationIssue(("statics", name, "side"), "is missing; both sides are there to own it")


def roster_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Unit names that cannot be typed in an order, or stand for two units."""
    for table, names in (("units", file.units), ("statics", file.statics)):
        for name in names:
            if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,7}", name):
                what = "must be a capital letter and up to seven letters or digits, such as A1"
                yield ValidationIssue((table, name), what)
    for name in file.statics:
        if name in file.units:
            yield ValidationIssue(("statics", name), "is the name of a unit as well")


def unit_kind_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Builds and kinds of unit that do not exist or do not belong where they stand."""
    for name, force in file.units.items():
        place = ("units", name)
        if force.build and (force.unit or force.armor or force.upgrades):
            yield ValidationIssue(
                (*place, "build"), "stands beside unit, armor or upgrades; give one or the other"
            )
        elif force.build:
            if force.build not in units.builds:
                yield ValidationIssue((*place, "build"), unknown_build(force.build, units))
        elif not force.unit:
            yield ValidationIssue(place, "needs a build, or a unit with its armor and upgrades")
        elif force.unit not in units.units:
            yield ValidationIssue((*place, "unit"), unknown_name("unit", force.unit, units.units))
        else:
            yield from build_problems(place, force.loadout(units), units)
    for name, force in file.units.items():
        yield from kind_problems(("units", name), profile_of(force, units), force.facing, False)
    for name, static in file.statics.items():
        if static.unit not in units.units:
            yield ValidationIssue(("statics", name, "unit"), unknown_name("unit", static.unit, units.units))
        yield from kind_problems(("statics", name), units.units.get(static.unit), static.facing, True)


def kind_problems(
    place: Place, kind: Unit | None, facing: str | None, static: bool
) -> Iterator[ValidationIssue]:
    """A static among the units or the other way round, and facings that are missing or meaningless."""
    if kind is None:
        return
    if kind.is_static != static:
        where = "never acts: list it under statics" if kind.is_static else "acts: list it under units"
        yield ValidationIssue((*place, "unit"), f"the {kind.name} {where}", "TC-13.6")
    if kind.has_facing and facing is None:
        yield ValidationIssue((*place, "facing"), "is missing", "TC-3.6")
    if not kind.has_facing and facing is not None:
        yield ValidationIssue((*place, "facing"), f"the {kind.name} has no facing", "TC-3.6")


def start_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Two units on one hex, or a unit on a building."""
    taken: dict[str, str] = {}
    ground = file.ground()
    for place, name in starts(file):
        if name in taken:
            yield ValidationIssue(place, f"{quote(name)} is taken by {taken[name]}", "TC-3.7")
        elif ground.get(name) == "building":
            yield ValidationIssue(place, f"{quote(name)} is a building", "TC-9.7")
        taken.setdefault(name, str(place[1]))


def refused_builds(file: Scenario, units: Units, check_build: BuildCheck) -> Iterator[ValidationIssue]:
    """Builds that the rule refuses; those with unknown names are not put to it."""
    joined = [(("when", number, "units"), overlay.units) for number, overlay in enumerate(file.when)]
    tables: list[tuple[Place, dict[str, Force]]] = [(("units",), file.units), *joined]
    for table, forces in tables:
        for name, force in forces.items():
            if reason := why_refused(file, force, units, check_build):
                yield ValidationIssue((*table, name, "build") if force.build else (*table, name), reason)


def why_refused(file: Scenario, force: Force, units: Units, check_build: BuildCheck) -> str:
    """Why the rule refuses a force, or nothing; one with unknown names is not put to it."""
    if force.build not in units.builds if force.build else force.unit not in units.units:
        return ""
    loadout = force.loadout(units)
    return "" if next(build_problems((), loadout, units), None) else check_build(file, loadout)


# ---------------------------------------------------------------- options


def option_problems(chosen: Choices, options: Known) -> Iterator[ValidationIssue]:
    """Options that do not exist, have no such value, or stand elsewhere."""
    for name, value in chosen.items():
        if name == "turn_limit":
            what = "stands at the top of a scenario, not among its options"
            yield ValidationIssue(("options", name), what, "TC-1.5")
        else:
            yield from scenarios.option_problems({name: value}, options)


def overlay_problems(file: Scenario, options: Known) -> Iterator[ValidationIssue]:
    """Overlays for options that do not exist, twice for one value, or for things that are not there."""
    seen = set()
    listed = {name for names in file.terrain.values() for name in names}
    for number, overlay in enumerate(file.when):
        place: Place = ("when", number)
        yield from value_problems(
            (*place, "option"), (*place, "value"), overlay.option, overlay.value, options
        )
        if (overlay.option, str(overlay.value)) in seen:
            yield ValidationIssue(place, f"{overlay.option} = {quote(overlay.value)} stands above already")
        seen.add((overlay.option, str(overlay.value)))
        for at, name in enumerate(overlay.open):
            if name not in listed:
                yield ValidationIssue((*place, "open", at), f"{quote(name)} is not in the lists of terrain")
        for name in overlay.units:
            if name in file.units:
                yield ValidationIssue((*place, "units", name), "is among the units already")


Laid = tuple[tuple[int, Overlay], ...]  # overlays that lie on a scenario together, with their numbers


def combinations(file: Scenario) -> Iterator[Laid]:
    """Every set of overlays that can be laid on together: one of each option at most."""
    options = dict.fromkeys(overlay.option for overlay in file.when)
    choice = [
        [None, *((number, overlay) for number, overlay in enumerate(file.when) if overlay.option == option)]
        for option in options
    ]
    for chosen in product(*choice):
        if laid := tuple(part for part in chosen if part is not None):
            yield laid


def combination_problems(
    file: Scenario, units: Units, printed: list[ValidationIssue]
) -> Iterator[ValidationIssue]:
    """What is wrong with a scenario only when overlays are laid on."""
    known = set(printed)
    for laid in combinations(file):
        overlaid = file.overlaid(overlay for _, overlay in laid)
        for problem in printed_problems(overlaid, units):
            if problem not in known:
                known.add(problem)
                yield at_overlay(problem, laid)


def at_overlay(problem: ValidationIssue, laid: Laid) -> ValidationIssue:
    """A problem at the overlay that brought it about."""
    first, *rest = problem.place
    for number, overlay in laid:
        if first == "units" and rest and rest[0] in overlay.units:
            return problem._replace(place=("when", number, *problem.place))
        if first in ("objectives", "prize", "prize_hex") and getattr(overlay, str(first)) is not None:
            return problem._replace(place=("when", number, *problem.place))
    number, _ = laid[-1]
    return problem._replace(place=("when", number), what=f"{format_place(problem.place)}: {problem.what}")
