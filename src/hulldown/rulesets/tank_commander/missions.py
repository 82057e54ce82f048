"""What each mission needs of its scenario, and the files that are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from hulldown.catalogue import Place, ValidationIssue, quote, unknown_name
from hulldown.catalogue.load import format_place
from hulldown.kernel.hexes import parse_hex
from hulldown.rulesets.api.files import RosterUnit, UnitInfo
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.names import joined
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units
from hulldown.rulesets.common.scenarios import Choices, Known, named_side_problems, unlisted, value_problems
from hulldown.rulesets.tank_commander import catalogue
from hulldown.rulesets.tank_commander.catalogue import Force, Scenario, Units
from hulldown.rulesets.tank_commander.occasions import HOUSE
from hulldown.rulesets.tank_commander.state import Options

TRAINING = "basic_training"

# The rule that prints each mission and says what it is about.
RULES = {
    "skirmish": "TC-13.11",
    "basic_training": "TC-13.9",
    "capture_objectives": "TC-13.13",
    "breakthrough": "TC-13.15",
    "destroy_target": "TC-13.17",
    "escort": "TC-13.19",
    "beach_landing": "TC-13.21",
    "urban_warfare": "TC-13.23",
    "disable_aa_guns": "TC-13.27",
}
ATTACKED = ("breakthrough", "destroy_target", "escort", "beach_landing", "disable_aa_guns")
FOUGHT_OVER = ("capture_objectives", "beach_landing", "urban_warfare")

# Which missions know a key of the file, and the rule that gives it a meaning.
BELONGS = {
    "attacker": (ATTACKED, "TC-13.4"),
    "objectives": (FOUGHT_OVER, "TC-13.5"),
    "holder": (FOUGHT_OVER, "TC-13.5"),
    "prize": (("destroy_target", "escort"), "TC-13.17"),
    "prize_hex": (("destroy_target", "disable_aa_guns"), "TC-13.17"),
    "waypoints": ((TRAINING,), "TC-13.9"),
    "medals": ((TRAINING,), "TC-13.9"),
}
# Keys that a mission cannot do without; Destroy Target takes a prize of either kind.
NEEDS = {
    "basic_training": ("medals",),
    "capture_objectives": ("objectives",),
    "breakthrough": ("attacker",),
    "destroy_target": ("attacker",),
    "escort": ("attacker", "prize"),
    "beach_landing": ("attacker", "objectives"),
    "urban_warfare": ("objectives",),
    "disable_aa_guns": ("attacker", "prize_hex"),
}


def mission_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Everything that does not fit the kind of mission."""
    yield from key_problems(file)
    yield from named_side_problems(file, "attacker", "holder")
    yield from training_problems(file)
    yield from prize_problems(file, units)
    yield from attack_problems(file, units)


def has_value(file: Scenario, key: str) -> bool:
    """Whether a scenario says anything under a key; objectives may be drawn as well."""
    return bool(file.objective_hexes() if key == "objectives" else getattr(file, key))


def key_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """The number of sides, keys that are missing, keys that mean nothing in this mission."""
    wanted = 1 if file.mission == TRAINING else 2
    if len(file.sides) != wanted:
        yield ValidationIssue(("sides",), f"this mission has {wanted} side{'s' * (wanted > 1)}", file.rule)
    for key in NEEDS.get(file.mission, ()):
        if not has_value(file, key):
            yield ValidationIssue((key,), "is missing", RULES[file.mission])
    for key, (missions, rule) in BELONGS.items():
        if has_value(file, key) and file.mission not in missions:
            yield ValidationIssue((key,), f"belongs to {joined(missions, 'or')} only", rule)


def training_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A training without anything to do, or with medals in the wrong order."""
    if file.mission == TRAINING and not (file.waypoints or file.statics):
        yield ValidationIssue(("waypoints",), "a training needs waypoints or targets", "TC-13.9")
    if file.medals and not file.medals.gold <= file.medals.silver <= file.medals.bronze:
        yield ValidationIssue(
            ("medals",), "gold must not be later than silver, nor silver than bronze", "TC-13.9"
        )


# ---------------------------------------------------------------- attack and defense


def profile_of(force: Force, units: Units) -> catalogue.Unit | None:
    """The profile that a force uses, if it exists."""
    known = units.builds.get(force.build)
    return units.units.get(known.unit if known else force.unit)


def prize_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """What must be destroyed or brought across, and is not there or of the wrong side."""
    rule = RULES[file.mission]
    if file.mission == "destroy_target" and bool(file.prize) == bool(file.prize_hex):
        yield ValidationIssue(("prize",), "the target is a prize or a prize_hex: give one of the two", rule)
    if file.prize_hex and file.ground().get(file.prize_hex) != "building":
        yield ValidationIssue(("prize_hex",), f"{quote(file.prize_hex)} is no building", rule)
    if not file.prize:
        return
    prize = file.units.get(file.prize)
    if prize is None:
        yield ValidationIssue(("prize",), unknown_name("unit", file.prize, file.units), rule)
    elif file.mission == "destroy_target" and prize.side == file.attacker:
        yield ValidationIssue(("prize",), f"{file.prize} belongs to the attacker", rule)
    elif file.mission == "escort":
        profile = profile_of(prize, units)
        if prize.side != file.attacker or (profile and profile.kind != "squad"):
            yield ValidationIssue(("prize",), "must be a squad of the attacker", rule)


def attack_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """An attacker without what the mission cannot be won without."""
    seat = next((seat for seat, side in enumerate(file.sides) if side.name == file.attacker), None)
    if seat is None:
        return
    if file.mission == "breakthrough" and not has_tank(file, units):
        yield ValidationIssue(("attacker",), f"{file.attacker} has no battle tank", RULES[file.mission])
    if file.mission == "disable_aa_guns" and not file.sides[seat].free_strikes:
        place = ("sides", seat, "free_strikes")
        yield ValidationIssue(
            place, "is missing: only an air strike destroys the bunker", RULES[file.mission]
        )


def has_tank(file: Scenario, units: Units) -> bool:
    """Whether the attacker has a tank, or a unit that is misspelt and may be one."""
    ours = [force for force in file.units.values() if force.side == file.attacker]
    profiles = [profile_of(force, units) for force in ours]
    return any(profile is None or profile.kind == "tank" for profile in profiles)


# ---------------------------------------------------------------- carried squads


def carried_problems(file: Scenario, units: Units) -> Iterator[ValidationIssue]:
    """Units that stand nowhere or in two places, and squads on what cannot carry them (TC-10.19)."""
    for name, force in file.units.items():
        place = ("units", name)
        if force.hex and force.carried_by:
            yield ValidationIssue((*place, "carried_by"), "stands beside hex; give one or the other")
        elif not force.hex and not force.carried_by:
            yield ValidationIssue((*place, "hex"), "is missing")
        if force.carried_by:
            yield from (
                ValidationIssue((*place, "carried_by"), what, rule)
                for what, rule in why_not_carried(file, force, units)
            )


def why_not_carried(file: Scenario, force: Force, units: Units) -> Iterator[tuple[str, str]]:
    """What keeps a force from starting on its carrier, with the rule."""
    carrier = file.units.get(force.carried_by)
    profile, vehicle = profile_of(force, units), carrier and profile_of(carrier, units)
    if profile and profile.kind != "squad":
        yield f"the {profile.name} is not carried; only infantry is", "TC-10.18"
    if carrier is None:
        yield unknown_name("unit", force.carried_by, file.units), "TC-10.19"
    elif carrier.side != force.side:
        yield f"{force.carried_by} is of the other side", "TC-10.19"
    elif vehicle and not vehicle.carries:
        yield f"the {vehicle.name} carries nobody", "TC-14.12" if vehicle.drive == "hover" else "TC-10.19"


# ---------------------------------------------------------------- scenario checks
# What a scenario file can get wrong beyond its types: each check yields the problems it finds.


# The rule that judges a build (TC-2.24): why it is refused, in words with the rule's id, or nothing.
BuildCheck = Callable[[Scenario, catalogue.Loadout], str]


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
        yield from unlisted(("units", name, "side"), "side", [force.side], names)
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
                yield ValidationIssue((*place, "build"), catalogue.unknown_build(force.build, units))
        elif not force.unit:
            yield ValidationIssue(place, "needs a build, or a unit with its armor and upgrades")
        elif force.unit not in units.units:
            yield ValidationIssue((*place, "unit"), unknown_name("unit", force.unit, units.units))
        else:
            yield from catalogue.build_problems(place, force.loadout(units), units)
    for name, force in file.units.items():
        yield from kind_problems(("units", name), profile_of(force, units), force.facing, False)
    for name, static in file.statics.items():
        yield from unlisted(("statics", name, "unit"), "unit", [static.unit], units.units)
        yield from kind_problems(("statics", name), units.units.get(static.unit), static.facing, True)


def kind_problems(
    place: Place, kind: catalogue.Unit | None, facing: str | None, static: bool
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
    return "" if next(catalogue.build_problems((), loadout, units), None) else check_build(file, loadout)


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


Laid = tuple[
    tuple[int, catalogue.Overlay], ...
]  # overlays that lie on a scenario together, with their numbers


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


# ---------------------------------------------------------------- shelf
# The shelf of Tank Commander, and how what stands on it is listed.


def unit_list(file: Units) -> Iterator[UnitInfo]:
    """The profiles and the sample builds (tables 2.1 and 2.6)."""
    yield from listed_units(file.units, lambda unit: unit.kind, lambda unit: unit.upgrade_points)
    yield from listed_units(
        file.builds, lambda build: file.units[build.unit].kind, lambda build: build.points
    )


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """Who takes part, for players who bring builds of their own (TC-13.2, TC-15.11 l)."""
    for name, force in file.units.items():
        unit = units.units[force.loadout(units).unit]
        kinds = tuple(key for key, profile in units.units.items() if profile.kind == unit.kind)
        seat, printed = file.seat_of(force.side), units.builds.get(force.build)
        if printed:
            yield RosterUnit(name, seat, kinds, printed.name or force.build, force.build)
        else:
            build = force.loadout(units).model_dump(include={"unit", "armor", "upgrades"}, mode="json")
            yield RosterUnit(name, seat, kinds, unit.name, build=build)


def rulebook_order(file: Scenario) -> tuple[int, ...]:
    """Chapter and number of the rule that prints a scenario."""
    _, _, number = file.rule.partition("-")
    return tuple(int(part) for part in number.split("."))


Shelf = RulesetFiles[Units, Scenario, Options]
SHELF: Shelf = RulesetFiles(
    Path(__file__).parent,
    Units,
    Scenario,
    Options,
    unit_problems=catalogue.unit_problems,
    scenario_problems=scenario_problems,
    unit_list=unit_list,
    roster=roster,
    turns=lambda file: file.turn_limit,
    order=rulebook_order,
    house=HOUSE,
)
