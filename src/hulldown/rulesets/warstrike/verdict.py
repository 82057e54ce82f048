"""The verdict on a player's unit (WS-4.13): every rule it breaks, what is odd about it, what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hulldown.catalogue import CatalogueError, ValidationIssue
from hulldown.catalogue.issues import Place, format_place
from hulldown.catalogue.load import read_text
from hulldown.catalogue.toml_lines import line_index, nearest_line
from hulldown.rulesets.api.garage import BuildVerdict, Working
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.names import joined, percent, plural
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike.blueprint import NAMELESS, RULE, Blueprint, read, sheet_of
from hulldown.rulesets.warstrike.catalogue.shelf import SHELF
from hulldown.rulesets.warstrike.catalogue.units import (
    COMMANDER,
    UnitSheet,
    WeaponEntry,
    load_weapons,
    model_problems,
)
from hulldown.rulesets.warstrike.codes import CARRIED, COLUMNS, ROWS, WEAPONS, Band, Deed
from hulldown.rulesets.warstrike.deployment import why_not_spot
from hulldown.rulesets.warstrike.exact.attack import passing
from hulldown.rulesets.warstrike.groundwork import blank_state, field_unit
from hulldown.rulesets.warstrike.naming import deed_name
from hulldown.rulesets.warstrike.reasons import Why
from hulldown.rulesets.warstrike.sizing import Check, carried, checks, shots, strengths
from hulldown.rulesets.warstrike.state import Options
from hulldown.rulesets.warstrike.vocabulary import inch_words

Where = Callable[[Place], str]
KINDS = {"infantry": "infantry", "vehicle": "vehicle", COMMANDER: "commander's unit"}
USUAL = 18  # models of the largest squads (WS-2.1)
SURE = 6  # an Nv that every die passes
FALLS = {
    Band.UPPER: ("fires or moves", "WS-10.3"),
    Band.FLIGHT: ("hides or flees", "WS-10.6"),
    Band.DESTROYED: ("is destroyed", "WS-10.18"),
}
FIRING = (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.DOUBLE, Deed.FALL_BACK)  # Rally! is as Advance!


def judge(
    build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a unit; see `Ruleset.judge_build`. Nothing is paid for it; it is worth its VP."""
    o, blueprint, where = SHELF.options_under(options or {}), read(build), placed(build)
    name = blueprint.name.strip() or NAMELESS
    broken = tuple(refusal("fault", fault, where) for fault in faults(blueprint, options))
    if broken:
        return BuildVerdict(blueprint.kind, name, 0, 0, broken=broken, worth=blueprint.vp)
    unit = sheet_of(blueprint)
    return BuildVerdict(
        blueprint.kind,
        name,
        0,
        0,
        warnings=tuple(refusal("odd", oddity, where) for oddity in oddities(unit)),
        said=tuple(unit_lines(unit)),
        workings=tuple(workings(unit, o)),
        worth=unit.vp,
    )


def fieldable(build: Mapping[str, Any], shown: str, options: Choices | None = None) -> UnitSheet:
    """The unit that is fielded for a build. CatalogueError names every rule that it breaks."""
    blueprint = read(build)
    wrong = [
        f"{shown}.{format_place(fault.place)}: {fault.what} ({fault.rule})"
        for fault in faults(blueprint, options)
    ]
    if wrong:
        raise CatalogueError(wrong)
    return sheet_of(blueprint)


def refusal(code: str, issue: ValidationIssue, where: Where) -> Refusal:
    """A fault or an oddity with its field, and its line where there is a file."""
    return Refusal(code, f"{where(issue.place)}: {issue.what}", issue.rule)


def placed(build: Mapping[str, Any] | Path) -> Where:
    """How a place in a build is named: its field, in a file behind the line that it stands on."""
    if not isinstance(build, Path):
        return format_place
    index = line_index(read_text(build, str(build)))
    return lambda place: f"{build}:{nearest_line(index, place)}: {format_place(place)}"


# ---------------------------------------------------------------- faults


def faults(build: Blueprint, options: Choices | None = None) -> Iterator[ValidationIssue]:
    """Everything for which a unit cannot be fielded, in the order of its fields (WS-4.13)."""
    if not build.models:
        yield ValidationIssue(("models",), "are missing", "WS-2.1")
        return
    issues = [*team_faults(build), *officer_faults(build), *model_problems(build)]
    yield from (issue._replace(rule=issue.rule or RULE) for issue in issues)
    if not issues:
        yield from formation_faults(sheet_of(build), options)


def team_faults(build: Blueprint) -> Iterator[ValidationIssue]:
    """Models without a weapon, or with more than they may carry; more kinds of weapon than a battle has."""
    if len({weapon for team in build.models for weapon in team.weapons}) > WEAPONS:
        yield ValidationIssue(("models",), f"carry more than {WEAPONS} kinds of weapon", "WS-1.16")
    for number, team in enumerate(build.models):
        place = ("models", number, "weapons")
        if not team.weapons:
            yield ValidationIssue(place, "are missing", "WS-2.9")
        if len(team.weapons) > CARRIED:
            yield ValidationIssue(place, f"may be at most {CARRIED}, not {len(team.weapons)}", "WS-2.9")


def officer_faults(build: Blueprint) -> Iterator[ValidationIssue]:
    """A commander's unit with more than one officer."""
    officers = sum(team.count for team in build.models if team.officer)
    if officers > 1:
        first = next(number for number, team in enumerate(build.models) if team.officer)
        yield ValidationIssue(
            ("models", first, "count"), f"of the officer must be 1, not {officers}", "WS-2.8"
        )


def formation_faults(unit: UnitSheet, options: Choices | None) -> Iterator[ValidationIssue]:
    """The first model that has no place in the formation of the unit, alone on an empty table (WS-4.9)."""
    s = blank_state(options or {}, COLUMNS - 1, ROWS - 1)
    k = field_unit(s, 0, unit, (s.width // 2000, s.height // 2000))
    first = int(s.unit[k].first)
    for m in range(first, first + int(s.unit[k].size)):
        why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
        if why != Why.OK:
            yield ValidationIssue(
                ("models", team_of(unit, m - first)), crowded(why, m - first, s.options), "WS-4.9"
            )
            return


def crowded(why: int, place: int, o: Options) -> str:
    """Why a model cannot stand where the formation has it."""
    if why == Why.PLACE_RANGE:
        far = inch_words(int(o.setup_distance))
        return f"model {place + 1} would stand more than {far} from its leader in formation"
    return f"model {place + 1} would overlap another in formation"


def team_of(unit: UnitSheet, place: int) -> int:
    """Which of the groups of a unit a model belongs to, by its place in the unit."""
    for number, group in enumerate(unit.models):
        if place < group.count:
            return number
        place -= group.count
    return len(unit.models) - 1


# ---------------------------------------------------------------- oddities


def oddities(unit: UnitSheet) -> Iterator[ValidationIssue]:
    """What a unit may have, but hardly will be meant."""
    size = len(unit.each())
    if size > USUAL:
        yield ValidationIssue(("models",), f"are {size}; squads usually have 3 to {USUAL}", "WS-2.1")
    if unit.nv >= SURE:
        yield ValidationIssue(("nv",), f"of {unit.nv}: with one marker its checks always succeed", "WS-6.7")
    if not unit.vp:
        yield ValidationIssue(("vp",), "are none: nobody scores for destroying it", "WS-14.7")
    if not unit.mv:
        yield ValidationIssue(("mv",), "is 0: nobody walks", "WS-7.8")
    for number, group in enumerate(unit.models):
        heavy = [weapon for weapon in group.weapons if "heavy" in load_weapons().weapons[weapon].traits]
        if unit.type == "vehicle" and heavy:
            words = "include a heavy one, which does not fire in an action in which the vehicle moves"
            yield ValidationIssue(("models", number, "weapons"), words, "WS-9.17")


# ---------------------------------------------------------------- what it comes to


def unit_lines(unit: UnitSheet) -> Iterator[str]:
    """The unit line by line, as table 2.2 has it."""
    size = plural(len(unit.each()), "model")
    yield f"{unit.name}: {KINDS[unit.kind]}, {size}, {unit.vp} VP"
    yield ", ".join(numbers(unit))
    for group in unit.models:
        names = joined([load_weapons().weapons[weapon].name for weapon in group.weapons])
        wide = f", base {2 * group.radius:g} inches across" if group.radius != 0.5 else ""
        yield f"{group.count} x {group.name}: {names}{wide}"


def numbers(unit: UnitSheet) -> Iterator[str]:
    """The characteristics of a unit in the order of table 2.2: "Mv 6"."""
    for label, value in (
        ("Mv", unit.mv),
        ("Aw", unit.aw),
        ("BS", unit.bs),
        ("Ev", unit.ev),
        ("Ar", unit.ar),
        ("To", unit.to),
        ("Ld", unit.ld),
        ("Nv", unit.nv),
        ("Wd", unit.wd),
    ):
        yield f"{label} {value:g}"


def workings(unit: UnitSheet, o: Options) -> Iterator[Working]:
    """What its numbers mean in play: its fire, its checks, what becomes of it when it falls back."""
    fire = tuple(
        (f"{plural(group.models, 'model')} with {group.weapon.name}", format_fire(group.weapon, o), "WS-16.2")
        for group in carried(unit)
    )
    yield Working("Shots of each model", fire)
    rolls = tuple(
        (plural(check.markers, "marker"), format_check(check), "WS-6.7") for check in checks(unit, o)
    )
    yield Working("Ld checks", rolls)
    yield Working("Fall Back!", tuple(fallen_back(unit, o)))


def format_fire(weapon: WeaponEntry, o: Options) -> str:
    """The shots of a weapon action by action, then in Snap Fire."""
    each = [f"{deed_name(deed)} {shots(weapon, o, deed)}" for deed in FIRING]
    return ", ".join([*each, f"Snap Fire {o.snap_shots}"])


def format_check(check: Check) -> str:
    """Dice, score and chance of a check: "2 dice, 4 or less: 89%"."""
    if not check.score:
        return "fails"
    chance = percent(passing(check.dice, check.score))
    return f"{plural(check.dice, 'die', 'dice')}, {check.score} or less: {chance}"


def fallen_back(unit: UnitSheet, o: Options) -> Iterator[tuple[str, str, str]]:
    """What Fall Back! is with so many models left (WS-10.19)."""
    for band, (least, most) in strengths(unit, o).items():
        words, rule = FALLS[band]
        yield f"{least} left" if least == most else f"{least} to {most} left", words, rule
