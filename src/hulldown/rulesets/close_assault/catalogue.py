"""The ruleset's files as typed data, and what they can get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from hulldown.catalogue import (
    CatalogueError,
    Entry,
    OptionValue,
    Place,
    RuleId,
    Text,
    ValidationIssue,
    Values,
    load,
    parse,
    quote,
    unknown_name,
    validate,
    value_issues,
)
from hulldown.catalogue.load import MaybeVisible, pairs
from hulldown.kernel.records import blank
from hulldown.rulesets.api.files import RosterUnit
from hulldown.rulesets.api.terms import ProfileTerms
from hulldown.rulesets.close_assault import state, values
from hulldown.rulesets.close_assault.events import CardFault, CardWarning
from hulldown.rulesets.close_assault.occasions import HOUSE
from hulldown.rulesets.close_assault.values import (
    BEST_IN_TABLE,
    KINDS,
    Armament,
    Inches,
    UnitProfile,
    Units,
    chosen_line,
)
from hulldown.rulesets.common import scenarios
from hulldown.rulesets.common.building import Paint, thawed
from hulldown.rulesets.common.ruleset_files import RulesetFiles, listed_units, unit_named

SAVES = (0, 2, 3, 4, 5, 6)


class Fault(NamedTuple):
    """A mistake, where it stands in the profile, and what it is in words."""

    code: CardFault
    place: Place
    words: str

    @property
    def name(self) -> str:
        """The name that CA-8.6 gives it."""
        return f"E_CARD_{self.code.name}"


class Remark(NamedTuple):
    """A warning, where its reason stands, and what it says."""

    code: CardWarning
    place: Place
    words: str

    @property
    def name(self) -> str:
        """The name that CA-8.6 gives it."""
        return f"W_{self.code.name}"


# ---------------------------------------------------------------- faults


def faults(sheet: UnitProfile) -> Iterator[Fault]:
    """Everything for which a profile gets no card, in the order of CA-8.6."""
    if sheet.type not in KINDS:
        yield Fault(CardFault.TYPE, ("type",), unknown_name("type", sheet.type, KINDS))
    if sheet.list not in values.LISTS:
        yield Fault(CardFault.LIST, ("list",), unknown_name("list", sheet.list, values.LISTS))
    for key in ("save", "invulnerable"):
        if getattr(sheet, key) not in SAVES:
            yield Fault(CardFault.SAVE, (key,), f"must be 0 (none) or 2 to 6, not {getattr(sheet, key)}")
    for place, armament in enumerate(sheet.weapon):
        for fault in weapon_faults(armament):
            yield fault._replace(place=("weapon", place, *fault.place))


def weapon_faults(armament: Armament) -> Iterator[Fault]:
    """What is wrong with a weapon."""
    if not armament.line:
        yield Fault(CardFault.LINE, (), f"{quote(armament.name)} has no line")
        return
    chosen = chosen_line(armament)
    if len(set(values.arcs_of(armament.line[chosen].traits))) > 1:
        yield Fault(CardFault.ARC, ("line", chosen, "traits"), "name both arcs: Arc (Front) and Arc (Rear)")
    unread = [place for place, line in enumerate(armament.line) if values.read_dice(line.dice) is None]
    for place in unread:
        written = quote(armament.line[place].dice)
        yield Fault(CardFault.DICE, ("line", place, "dice"), f"cannot be read as dice: {written}")
    if not unread and bonuses(armament) > state.MOST_BONUSES:
        many = f"{bonuses(armament)} bonuses, more than {state.MOST_BONUSES}"
        yield Fault(CardFault.DICE, ("line", chosen, "dice"), f"would make {many}")


def bonuses(armament: Armament) -> int:
    """How many bonuses a weapon would give by the printed rules: a profile is judged before any game."""
    w = blank(state.Weapon)
    values.write_weapon(w, armament)
    return values.many_bonuses(w, w.line[chosen_line(armament)], printed("assault_bonuses"))


@cache
def printed(name: str) -> int:
    """A number of the rules as it is printed."""
    return load(Path(__file__).with_name("values.toml"), Values, value_issues).values[name].default_code


# ---------------------------------------------------------------- warnings


def remarks(sheet: UnitProfile, o: state.Options) -> Iterator[Remark]:
    """The warnings of a profile without faults."""
    if 0 < sheet.invulnerable < BEST_IN_TABLE and o.inv_better_than_5 == state.InvBetterThan5.AS_5:
        words = f"an Invulnerable Save of {sheet.invulnerable}+ counts as {BEST_IN_TABLE}+"
        yield Remark(CardWarning.INV, ("invulnerable",), words)
    for rule in values.strange_rules(sheet.special):
        yield Remark(CardWarning.TRAIT_UNKNOWN, ("special",), f"unknown special rule {quote(rule)}")
    for place, armament in enumerate(sheet.weapon):
        for remark in (*line_remarks(armament), *weapon_remarks(sheet, place, o)):
            words = f"{armament.name}: {remark.words}"
            yield remark._replace(place=("weapon", place, *remark.place), words=words)


def line_remarks(armament: Armament) -> Iterator[Remark]:
    """Warnings about single lines."""
    for place, line in enumerate(armament.line):
        if line.ap > 0:
            yield Remark(CardWarning.AP_POSITIVE, ("line", place, "ap"), f"AP +{line.ap} counts as 0")
        for trait in values.strange_traits(line.traits):
            words = f"unknown trait {quote(trait)}, without effect"
            yield Remark(CardWarning.TRAIT_UNKNOWN, ("line", place, "traits"), words)


def weapon_remarks(sheet: UnitProfile, place: int, o: state.Options) -> Iterator[Remark]:
    """Lines equally short where it matters, a Co-axial weapon without its pair."""
    armament = sheet.weapon[place]
    ranges = [0 if line.range == values.TEMPLATE else line.range for line in armament.line]
    if ranges.count(min(ranges)) > 1 and values.why_discarded(armament, o) is None:
        words = "two lines are equally short; the first counts"
        yield Remark(CardWarning.RANGE_TIE, ("line", chosen_line(armament), "range"), words)
    if values.is_coaxial(armament) and values.pair_of(sheet, place) < 0:
        words = "Co-axial, but coaxial_with names no other weapon"
        yield Remark(CardWarning.COAXIAL_UNPAIRED, ("coaxial_with",), words)


# ---------------------------------------------------------------- units
# Profiles from files: what `units.toml`, or a unit in a file of its own, can get wrong (CA-8.1).


LEAST, MOST = 0.25, 12  # inches of a base (CA-8.8)


def read_profile(
    given: Mapping[str, Any] | str | Path,
    shown: str = "profile",
    check: Callable[[UnitProfile], Iterator[ValidationIssue]] | None = None,
) -> UnitProfile:
    """A profile from a file, its text or plain data, with its faults of CA-8.6 unless `check` refuses them.

    CatalogueError names what is not understood.
    """
    if isinstance(given, Path):
        return load(given, UnitProfile, check or slips)
    if isinstance(given, str):
        return parse(given, UnitProfile, check or slips, shown)
    return validate(given, UnitProfile, check or slips, shown)


def faultless(given: Mapping[str, Any] | str | Path, shown: str = "profile") -> UnitProfile:
    """The same for a unit that is fielded: CatalogueError for faults of CA-8.6 as well."""
    return read_profile(given, shown, profile_problems)


# ---------------------------------------------------------------- problems


def unit_problems(file: Units) -> Iterator[ValidationIssue]:
    """Everything wrong in a unit file: faults of profiles, names that two units have."""
    for key, unit in file.units.items():
        yield from scenarios.within(("units", key), profile_problems(unit))
        other = file.key_of(unit.name)
        if other != key:
            words = f"{quote(unit.name)} is the name of {other} already"
            yield ValidationIssue(("units", key, "name"), words, "CA-8.1")


def profile_problems(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """Slips, and the faults for which there is no card (CA-8.6)."""
    yield from slips(sheet)
    for fault in faults(sheet):
        yield ValidationIssue(fault.place, fault.words, fault.code.rule)


def refused(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """What keeps a profile from being taken into work: slips, and then its faults are named as well.

    One that has only faults can be taken and mended.
    """
    if any(True for _ in slips(sheet)):
        yield from profile_problems(sheet)


def slips(sheet: UnitProfile) -> Iterator[ValidationIssue]:
    """What no card depends on, but cannot be meant."""
    if isinstance(sheet.base, values.Rectangle):
        if KINDS.get(sheet.type, state.Kind.VEHICLE) not in (state.Kind.VEHICLE, state.Kind.SHV):
            yield ValidationIssue(("base", "shape"), f"must be a circle for the type {sheet.type}", "CA-2.2")
        yield from base_problems(sheet, "length", "width")
    else:
        yield from base_problems(sheet, "diameter")
    for place, armament in enumerate(sheet.weapon):
        if armament.coaxial_with and not values.is_coaxial(armament):
            words = "means nothing: no line of this weapon is Co-axial"
            yield ValidationIssue(("weapon", place, "coaxial_with"), words, "CA-8.1")
        for number, line in enumerate(armament.line):
            where: Place = ("weapon", place, "line", number, "range_min")
            if not isinstance(line.range, str) and line.range_min > line.range:
                yield ValidationIssue(where, f"is beyond the range of {line.range}", "CA-2.10")


def base_problems(sheet: UnitProfile, *sizes: str) -> Iterator[ValidationIssue]:
    """A base too small or too large for the table."""
    for key in sizes:
        size = getattr(sheet.base, key)
        if not LEAST <= size <= MOST:
            yield ValidationIssue(("base", key), f"must be {LEAST} to {MOST} inches, not {size}", "CA-2.2")


# ---------------------------------------------------------------- scenarios
# `scenarios/*.toml` (section 6): what stands there, what can be wrong in it; the shelf of all files.


Point = Annotated[tuple[Inches, ...], Field(min_length=2, max_length=2)]
Box = Annotated[tuple[Inches, ...], Field(min_length=4, max_length=4)]
EdgeName = Literal["north", "east", "south", "west"]
Points = Annotated[int, Field(ge=0, le=100)]
Facing = Annotated[int, Field(ge=0, lt=360)]
MOST_MODELS = 6  # of one detachment (CA-1.8)


class Terrain(Entry):
    """A rectangle of terrain (2.4): [x0, y0, x1, y1]."""

    ground: Literal["rough", "wood", "block"]
    box: Box


class Side(Entry):
    """A side; the first one listed is seat 0. `letter` begins the names of its detachments."""

    name: Text
    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    role: str = ""
    task: scenarios.Task = ""
    edge: EdgeName
    zone: Box


class Reward(Entry):
    """Points for a side at the end of the battle (CA-18.3, section 6).

    `breakthrough`: at least `models` of its vehicles stand wholly beyond a line, seen from its own edge.
    `arrival`: its detachment `unit` has a model with its centre on that line or beyond it.
    """

    what: Literal["breakthrough", "arrival"]
    side: Text
    points: Points
    beyond: Inches
    models: Annotated[int, Field(ge=1, le=48)] = 1
    unit: str = ""


class Force(Entry):
    """A detachment: a unit of `units.toml`, or a player's own `profile`, and where its models stand.

    `points` is what destroying it is worth: 2 for vehicles and 1 for others if nothing is said (section 6).
    """

    unit: str = ""
    profile: UnitProfile | None = None
    facing: Facing | None = None
    points: Points | None = None
    models: Annotated[tuple[Point, ...], Field(min_length=1, max_length=MOST_MODELS)]

    def sheet(self, units: Units) -> UnitProfile:
        """What its models are. CatalogueError if there is no such unit."""
        return self.profile or unit_named(units, self.unit)


class Scenario(scenarios.BySides, Entry):
    """A scenario as it is printed. The detachments of a side are its letter and a number from 1.

    `ground` takes everything that is not said here from another scenario. `free`: the players place their
    detachments themselves (CA-2.13); then only the numbers of models count. Objectives score from the end
    of round `scoring` on.
    """

    name: Text
    rule: RuleId
    summary: Text
    briefing: Text
    victory: str = ""
    ground: str = ""
    free: bool = False
    size: Point = (48, 36)
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    scoring: Annotated[int, Field(ge=1, le=20)] = 2
    objectives: Annotated[tuple[Point, ...], Field(max_length=state.OBJECTIVES)] = ()
    terrain: Annotated[tuple[Terrain, ...], Field(max_length=state.AREAS)] = ()
    ends: Annotated[tuple[Reward, ...], Field(max_length=1)] = ()
    options: dict[str, OptionValue] = Field(default_factory=dict)
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    units: dict[str, Force] = Field(default_factory=dict)


# ---------------------------------------------------------------- what a file can get wrong


VEHICLES = (state.Kind.VEHICLE, state.Kind.SHV)


def scenario_problems(file: Scenario, units: Units, options: scenarios.Known) -> Iterator[ValidationIssue]:
    """Everything that keeps a scenario from being played, but where its models stand."""
    yield from scenarios.option_problems(file.options, options)
    if len(file.sides) < 2:
        yield ValidationIssue(("sides",), "must be two")
        return
    yield from side_problems(file)
    yield from roster_problems(file)
    yield from table_problems(file)
    yield from reward_problems(file)
    for name, force in file.units.items():
        yield from force_problems(name, force, units)
        if not file.free:
            yield from facing_problems(name, force, units)


def side_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Sides that share a name or a letter, zones off the table (section 6)."""
    yield from scenarios.alike_problems(file.sides, "letter")
    for number, side in enumerate(file.sides):
        yield from scenarios.box_problems(("sides", number, "zone"), side.zone, file.size, "CA-2.1")


def roster_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Names that are not a side's letter and a number from 1, sides without anybody, too many."""
    yield from scenarios.numbering_problems(file, "detachment", "they")
    if len(file.units) > state.DETACHMENTS:
        yield ValidationIssue(("units",), f"may be at most {state.DETACHMENTS}")
    if sum(len(force.models) for force in file.units.values()) > state.MODELS:
        yield ValidationIssue(("units",), f"have more than {state.MODELS} models")


# ---------------------------------------------------------------- the table


def table_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """A table without extent, terrain and objectives off it, scoring that never begins."""
    if min(file.size) < 6 or max(file.size) > 120:
        yield ValidationIssue(("size",), "must be from 6 to 120 inches", "CA-2.1")
    for number, terrain in enumerate(file.terrain):
        yield from scenarios.box_problems(("terrain", number, "box"), terrain.box, file.size, "CA-2.1")
    for number, (x, y) in enumerate(file.objectives):
        if x > file.size[0] or y > file.size[1]:
            yield ValidationIssue(("objectives", number), "is off the table", "CA-2.1")
    if file.objectives and file.scoring > file.rounds:
        yield ValidationIssue(("scoring",), f"the last round is {file.rounds}", "CA-18.2")


def reward_problems(file: Scenario) -> Iterator[ValidationIssue]:
    """Rewards for a side or a detachment that does not exist, lines off the table (CA-18.3)."""
    names = [side.name for side in file.sides]
    for number, reward in enumerate(file.ends):
        if reward.side not in names:
            yield ValidationIssue(("ends", number, "side"), unknown_name("side", reward.side, names))
            continue
        edge = file.sides[file.seat_of(reward.side)].edge
        far = file.size[0] if edge in ("east", "west") else file.size[1]
        if reward.beyond > far:
            yield ValidationIssue(
                ("ends", number, "beyond"), f"is off the table, which ends at {far}", "CA-2.1"
            )
        if reward.what == "arrival" and reward.unit not in file.side(file.seat_of(reward.side)):
            own = file.side(file.seat_of(reward.side))
            yield ValidationIssue(("ends", number, "unit"), unknown_name("unit", reward.unit, own))


# ---------------------------------------------------------------- detachments


def force_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """A detachment of no unit or of two, or of a profile without a card."""
    place = ("units", name)
    if bool(force.unit) == (force.profile is not None):
        what = "names a unit and has a profile" if force.unit else "is missing"
        yield ValidationIssue((*place, "unit"), what)
    elif force.unit and not units.key_of(force.unit):
        yield ValidationIssue((*place, "unit"), unknown_name("unit", force.unit, units.units))
    if force.profile:
        yield from scenarios.within((*place, "profile"), profile_problems(force.profile))


def facing_problems(name: str, force: Force, units: Units) -> Iterator[ValidationIssue]:
    """Vehicles that stand on the table without a facing (CA-2.2)."""
    profile = force.profile or units.units.get(units.key_of(force.unit))
    if profile is not None and KINDS.get(profile.type) in VEHICLES and force.facing is None:
        yield ValidationIssue(
            ("units", name, "facing"), "is missing: a vehicle has one, in degrees", "CA-2.2"
        )


def roster(file: Scenario, units: Units) -> Iterator[RosterUnit]:
    """The detachments that take part, side by side, and the types that may stand for them (CA-1.8)."""
    for seat in range(2):
        for name, force in file.side(seat).items():
            sheet, count = force.sheet(units), len(force.models)
            printed = f"{count} x {sheet.name}" if count > 1 else sheet.name
            build = force.profile.model_dump(mode="json", exclude_unset=True) if force.profile else {}
            yield RosterUnit(name, seat, (sheet.type,), printed, force.unit, build)


Shelf = RulesetFiles[Units, Scenario, state.Options]
SHELF: Shelf = RulesetFiles(
    Path(__file__).parent,
    Units,
    Scenario,
    state.Options,
    unit_problems=unit_problems,
    scenario_problems=scenario_problems,
    unit_list=lambda file: listed_units(file.units, lambda unit: unit.type, lambda unit: unit.points),
    roster=roster,
    ground=scenarios.filled_in,
    turns=lambda file: file.rounds,
    period="round",
    house=HOUSE,
)


# ---------------------------------------------------------------- terms
# What catalogues of other programs are read by. Knights and Titans have no sample unit, so no printed base.


ROUND = ("circle 1.0", "circle 1.25", "circle 2.0", "circle 3.0")
OBLONG = ("rect 1.5 x 1.0", "rect 1.75 x 1.25", "rect 2.25 x 1.5", "rect 3.0 x 1.75", "rect 4.0 x 2.25")
USUAL = {
    state.Kind.INFANTRY: "circle 1.0",
    state.Kind.CAVALRY: "circle 1.25",
    state.Kind.WALKER: "circle 1.25",
    state.Kind.VEHICLE: "rect 1.75 x 1.25",
    state.Kind.SHV: "rect 3.0 x 1.75",
    state.Kind.KNIGHT: "circle 2.0",
    state.Kind.TITAN: "circle 3.0",
}


def bases_of(kind: state.Kind) -> tuple[str, ...]:
    """The bases that a type may have, the usual one first (CA-2.2)."""
    known = (USUAL[kind], *ROUND, *(OBLONG if kind in VEHICLES else ()))
    return tuple(dict.fromkeys(known))


def first_fault(data: Mapping[str, Any]) -> str:
    """What is wrong with a weapon that is given as a unit file has it; empty for nothing (CA-8.6)."""
    fault = next(weapon_faults(Armament.model_validate(data)), None)
    return f"{fault.words} ({fault.code.rule})" if fault else ""


def first_problem(data: Mapping[str, Any]) -> str:
    """What is wrong with a unit that is given as a unit file has it; empty for nothing (CA-8.1, CA-8.6)."""
    try:
        validate(data, values.UnitEntry, profile_problems, "unit")
    except CatalogueError as wrong:
        return wrong.lines[0].partition(": ")[2]
    return ""


TERMS = ProfileTerms(
    kinds=tuple(KINDS),
    bases={name: bases_of(kind) for name, kind in KINDS.items()},
    armies=tuple(values.LISTS),
    traits=values.KNOWN,
    arcs=tuple(f"{values.ARC} ({arc.capitalize()})" for arc in values.ARCS),
    coaxial=values.COAXIAL,
    rules=(*values.GIFTS, values.JINK),
    weapons=state.WEAPONS,
    lines=state.LINES,
    farthest=values.FARTHEST,
    is_rule=lambda text: not values.strange_rules([text]),
    is_dice=lambda text: values.read_dice(text) is not None,
    weapon_fault=first_fault,
    unit_fault=first_problem,
)


# ---------------------------------------------------------------- blueprint
# Profiles of players as they are kept and filed: a unit (CA-8.1), which may have faults, and its paint.


NAMELESS = "Unit"
RULE = "CA-8.1"  # what a profile says


class Blueprint(UnitProfile):
    """A profile with what its player gave it; the name may still be missing."""

    name: Annotated[str, Field(max_length=60), MaybeVisible] = ""
    paint: Paint = Paint()


def read(shelf: Shelf, given: Mapping[str, Any] | str | Path) -> Blueprint:
    """A profile from a file, its text, plain data, or the name of a unit under `build` or `unit`.

    CatalogueError names what is not understood. A file with slips is refused; what is worked on may have
    them, and faults of CA-8.6, which the verdict names.
    """
    if isinstance(given, Path):
        return load(given, Blueprint, refused, rule=RULE)
    if isinstance(given, str):
        return parse(given, Blueprint, refused, "build", RULE)
    named = given.get("build", given.get("unit"))
    return (
        printed_build(unit_named(shelf.units(), str(named)))
        if named is not None
        else validate(given, Blueprint, None, "build", rule=RULE)
    )


def printed_build(unit: UnitProfile) -> Blueprint:
    """A unit that comes with the game as a build."""
    return Blueprint(**{key: getattr(unit, key) for key in UnitProfile.model_fields})


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, in the order in which CA-8.1 prints it."""
    data: dict[str, Any] = thawed(build.model_dump())
    weapon, paint = data.pop("weapon"), data.pop("paint")
    return data | {"paint": paint, "weapon": weapon}


def as_file(build: Blueprint) -> str:
    """A build as a file of the form of CA-8.1, with a table for each weapon and each line."""
    data = plain(build)
    weapons = data.pop("weapon")
    if data["paint"] == Paint().model_dump():
        del data["paint"]
    written = [*pairs(data)]
    for weapon in weapons:
        rows = weapon.pop("line")
        usual = {"count": 1, "coaxial_with": ""}
        kept = {key: value for key, value in weapon.items() if value != usual.get(key)}
        written += ["", "[[weapon]]", *pairs(kept)]
        for row in rows:
            written += ["[[weapon.line]]", *pairs(row)]
    return "".join(f"{line}\n" for line in written)
