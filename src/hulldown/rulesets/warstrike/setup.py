"""Setting a battle up: who takes part, and the starting position (section 5, WS-4.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hulldown.catalogue import CatalogueError, Entry, ScenarioSource, ValidationIssue, unknown_name, validate
from hulldown.catalogue.load import format_place
from hulldown.kernel.actions import Log, Terms
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import new_dice
from hulldown.kernel.plane import Shape, lay_corner
from hulldown.kernel.records import blank
from hulldown.rulesets.api.garage import BuildVerdict, Forces, Working
from hulldown.rulesets.api.words import Refusal
from hulldown.rulesets.common.building import Paint, Where, Word, placed
from hulldown.rulesets.common.names import from_middle, joined, number_of, percent, plural
from hulldown.rulesets.common.ruleset_files import unit_named
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.warstrike import catalogue, state
from hulldown.rulesets.warstrike.catalogue import Scenario, Shelf, UnitSheet, WeaponEntry
from hulldown.rulesets.warstrike.events import Why
from hulldown.rulesets.warstrike.losses import dice_for, most_markers, target_for
from hulldown.rulesets.warstrike.odds import passing
from hulldown.rulesets.warstrike.permissions import band_of, shots_of
from hulldown.rulesets.warstrike.shooting import BEST
from hulldown.rulesets.warstrike.state import CARRIED, NOBODY, WEAPONS, Band, Deed, Edge, Options, State
from hulldown.rulesets.warstrike.table import spot_x, spot_y
from hulldown.rulesets.warstrike.turn import deploy_on, wait_aside, why_not_form, why_not_spot
from hulldown.rulesets.warstrike.words import deed_name, inch_words, model_id, unit_id

Place = Sequence[int | float]  # x and y in inches


def mils(inches: int | float) -> int:
    """A length of a file as the state holds places and radii (WS-1.1)."""
    return round(inches * state.INCH)


def fine(inches: int | float) -> int:
    """A length of a file as the state holds characteristics (WS-1.15)."""
    return mils(inches) * state.FINE


# ---------------------------------------------------------------- an empty table


def blank_state(
    shelf: Shelf, chosen: Choices | None = None, width: int | float = 48, height: int | float = 36
) -> State:
    """An empty open table of so many inches, in the Action Phase of turn 1, seat 0 to act.

    Own edges are south and north; both sides may set up anywhere.
    """
    s = blank(State)
    shelf.set_options(s.options, chosen or {})
    s.width, s.height = mils(width), mils(height)
    s.edge = [Edge.SOUTH, Edge.NORTH]
    for zone in s.zone:
        lay_box(zone, (0, 0, width, height))
    s.turn, s.turns, s.phase, s.winner = 1, 6, state.Phase.ACTIVATE, RUNNING
    s.acting = s.asked = s.target = s.firers = s.opener = NOBODY
    s.fixed = s.held_by = NOBODY
    s.begun = [1, 1]
    known = shelf.weapons().values()
    for weapon in known if len(known) <= WEAPONS else ():
        write_weapon(s.weapon[s.weapons], weapon)
        s.weapons += 1
    return s


def lay_box(into: Shape, box: Sequence[int | float]) -> None:
    """Write a rectangle given in inches: x0, y0, x1, y1."""
    x0, y0, x1, y1 = map(mils, box)
    into.closed, into.corners = 1, 0
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        lay_corner(into, x, y)


def lay_terrain(s: State, ground: state.Ground, points: Sequence[Place]) -> int:
    """One more piece of terrain (WS-3.1), its corners in inches; returns its number."""
    n = int(s.pieces)
    piece = s.piece[n]
    piece.ground, piece.shape.closed, piece.shape.corners = ground, int(ground != state.Ground.LINEAR), 0
    for x, y in points:
        lay_corner(piece.shape, mils(x), mils(y))
    s.pieces = n + 1
    return n


def lay_objective(s: State, x: int | float, y: int | float, side: int = NOBODY, value: int = 0) -> int:
    """One more objective marker (WS-14.4), in inches; returns its number."""
    i = int(s.objectives)
    s.objective_x[i], s.objective_y[i] = mils(x), mils(y)
    s.objective_side[i], s.objective_value[i] = side, value
    s.objectives = i + 1
    return i


# ---------------------------------------------------------------- units


def field_unit(
    shelf: Shelf,
    s: State,
    side: int,
    what: str | UnitSheet,
    at: Place | Sequence[Place] | None = None,
    name: str = "",
) -> int:
    """Put a fresh unit on the table; returns its number. CatalogueError if there is no such unit.

    `at` is the leader's place, with the others in formation round him (WS-4.9), or a place for each model,
    in inches: fewer places, fewer models. None: it waits to be placed. Its models are numbered after those
    there.
    """
    entry = unit_named(shelf.units(), what) if isinstance(what, str) else what
    k, first, models = int(s.units), int(s.models), entry.each()
    leader, places = places_of(at)
    size = len(places) or len(models)
    s.units, s.models = k + 1, first + size
    u = s.unit[k]
    u.side, u.profile, u.first, u.size, u.leader = side, profile_number(shelf, s, entry), first, size, first
    before = sum(s.unit[other].side == side for other in range(k))
    u.value, u.name = entry.vp, number_of(name or f"{'BR'[side]}{before + 1}")
    u.placed = int(at is not None)
    for m, group in enumerate(models[:size], first):
        write_model(shelf, s, m, k, group)
    if at is not None:
        place_unit(s, k, places or [leader])
    return k


def places_of(at: Place | Sequence[Place] | None) -> tuple[Place, list[Place]]:
    """The leader's place alone, or the places of all models; both empty for none."""
    given = list(at or ())
    leader = [part for part in given if isinstance(part, int | float)]
    return leader, [part for part in given if not isinstance(part, int | float)]


def place_unit(s: State, k: int, places: Sequence[Place]) -> None:
    """Stand the models of a unit: at a place each, or in formation round its leader's (WS-4.9)."""
    u = s.unit[k]
    x, y = map(mils, places[0])
    for m in range(u.first, u.first + u.size):
        v = s.model[m]
        if len(places) == u.size:
            v.x, v.y = map(mils, places[m - u.first])
        else:
            v.x, v.y = spot_x(s, m, x), spot_y(s, m, y)
        v.from_x, v.from_y = v.x, v.y


def profile_number(shelf: Shelf, s: State, sheet: UnitSheet) -> int:
    """The place of a unit's profile in the state, which units that are alike share.

    CatalogueError if more of them differ than a battle has room for (WS-1.16).
    """
    profile, number = blank(state.Profile), catalogue.number_of_sheet(shelf, sheet)
    write_profile(profile, sheet, number)
    for i in range(s.profiles):
        known = s.profile[i]
        if known.name == number and (
            number > NOBODY or catalogue.numbers_of(known) == catalogue.numbers_of(profile)
        ):
            return i
    if s.profiles == state.PROFILES:
        raise CatalogueError([f"there are more than {state.PROFILES} different units (WS-1.16)"])
    if number < NOBODY:
        catalogue.remember(profile, sheet)
    s.profile[s.profiles] = profile
    s.profiles += 1
    return int(s.profiles) - 1


def write_profile(into: state.Profile, entry: UnitSheet, number: int) -> None:
    """Write the characteristics of a unit (2.2); `number` is its place in `units.toml`, or its mark."""
    into.name, into.type = number, state.Type[entry.type.upper()]
    into.mv, into.aw = fine(entry.mv), fine(entry.aw)
    into.bs, into.ev, into.armour, into.toughness = entry.bs, entry.ev, entry.ar, entry.to
    into.ld, into.nv, into.wounds = entry.ld, entry.nv, entry.wd


def write_weapon(into: state.Weapon, entry: WeaponEntry) -> None:
    """Write a weapon (2.3)."""
    into.range, into.rof, into.ap, into.fp = fine(entry.range), entry.rof, entry.ap, entry.fp
    into.traits = sum(1 << state.Trait[trait.replace("-", "_").upper()] for trait in entry.traits)


def weapon_number(shelf: Shelf, s: State, name: str) -> int:
    """The place of a weapon in the state; it is written there with the first model that carries it, where
    there are more than all find room. CatalogueError if more are carried than find room (WS-1.16).
    """
    for number in range(s.weapons):
        if catalogue.weapon_key(shelf, s, number) == name:
            return number
    if s.weapons == WEAPONS:
        raise CatalogueError([f"there are more than {WEAPONS} different weapons (WS-1.16)"])
    write_weapon(s.weapon[s.weapons], shelf.weapons()[name])
    s.weapons += 1
    return int(s.weapons) - 1


def write_model(shelf: Shelf, s: State, m: int, k: int, group: catalogue.Models) -> None:
    """A fresh model of a unit, not on the table yet."""
    v = s.model[m]
    v.unit, v.alive, v.officer, v.radius = k, 1, int(group.officer), mils(group.radius)
    v.weapon = [NOBODY] * CARRIED
    for place, weapon in enumerate(group.weapons):
        v.weapon[place] = weapon_number(shelf, s, weapon)
    v.arm, v.aim = BEST, NOBODY
    wait_aside(v, m)


# ---------------------------------------------------------------- sizing
# What a unit's numbers come to before any battle: its checks, its bands of strength, its fire by actions.
#
# Verdicts and printed cards ask it; it asks the rules of play.


MUTE = blank(Terms)  # never on: nothing is kept


class Check(NamedTuple):
    """An Ld check with so many markers: its dice, and the score to roll at or under (WS-6.7)."""

    markers: int
    dice: int
    score: int


class Carried(NamedTuple):
    """A weapon of a unit, and how many of its models carry it."""

    models: int
    weapon: WeaponEntry


def checks(unit: UnitSheet, o: Options) -> list[Check]:
    """The checks of a unit from one marker to as many as it may have (WS-6.7, WS-6.9)."""
    dice = int(dice_for(o, unit.ld, 0, NOBODY, MUTE))
    most = int(most_markers(o, unit.nv))
    return [Check(n, dice, int(target_for(o, unit.nv, n, MUTE))) for n in range(1, most + 1)]


def strengths(unit: UnitSheet, o: Options) -> dict[Band, tuple[int, int]]:
    """With how many models left a unit is in each band of Fall Back!, the least and the most (WS-10.19)."""
    size, bands = len(unit.each()), dict[Band, tuple[int, int]]()
    for alive in range(size, 0, -1):
        band = Band(band_of(o, alive, size))
        bands[band] = (alive, bands.get(band, (alive, alive))[1])
    return bands


def carried(shelf: Shelf, unit: UnitSheet) -> list[Carried]:
    """The weapons of a unit in the order in which they come (2.3)."""
    return [Carried(models, shelf.weapons()[name]) for name, models in unit.arms().items()]


def shots(weapon: WeaponEntry, o: Options, deed: Deed, moved: bool = False) -> int:
    """The shots of a weapon in an action, its own model moved or not (WS-16.2)."""
    w = blank(state.Weapon)
    write_weapon(w, weapon)
    return int(shots_of(o, w.rof, w.traits, deed, moved, moved))


# ---------------------------------------------------------------- verdict
# The verdict on a player's unit (WS-4.13): every rule it breaks, what is odd about it, what it comes to.


KINDS = {"infantry": "infantry", "vehicle": "vehicle", catalogue.COMMANDER: "commander's unit"}
USUAL = 18  # models of the largest squads (WS-2.1)
SURE = 6  # an Nv that every die passes
FALLS = {
    Band.UPPER: ("fires or moves", "WS-10.3"),
    Band.FLIGHT: ("hides or flees", "WS-10.6"),
    Band.DESTROYED: ("is destroyed", "WS-10.18"),
}
FIRING = (Deed.OPEN_FIRE, Deed.ADVANCE, Deed.DOUBLE, Deed.FALL_BACK)  # Rally! is as Advance!


def judge(
    shelf: Shelf, build: Mapping[str, Any] | Path, options: Choices | None = None, points: int | None = None
) -> BuildVerdict:
    """The verdict on a unit; see `Ruleset.judge_build`. Nothing is paid for it; it is worth its VP."""
    o, blueprint, where = shelf.options_under(options or {}), catalogue.read(shelf, build), placed(build)
    name = blueprint.name.strip() or catalogue.NAMELESS
    broken = tuple(refusal("fault", fault, where) for fault in faults(shelf, blueprint, options))
    if broken:
        return BuildVerdict(blueprint.kind, name, broken=broken, worth=blueprint.vp)
    unit = catalogue.sheet_of_build(blueprint)
    return BuildVerdict(
        blueprint.kind,
        name,
        warnings=tuple(refusal("odd", oddity, where) for oddity in oddities(shelf, unit)),
        said=tuple(unit_lines(shelf, unit)),
        workings=tuple(workings(shelf, unit, o)),
        worth=unit.vp,
    )


def fieldable(
    shelf: Shelf, build: Mapping[str, Any], shown: str, options: Choices | None = None
) -> UnitSheet:
    """The unit that is fielded for a build. CatalogueError names every rule that it breaks."""
    blueprint = catalogue.read(shelf, build)
    wrong = [
        f"{shown}.{format_place(fault.place)}: {fault.what} ({fault.rule})"
        for fault in faults(shelf, blueprint, options)
    ]
    if wrong:
        raise CatalogueError(wrong)
    return catalogue.sheet_of_build(blueprint)


def refusal(code: str, issue: ValidationIssue, where: Where = format_place) -> Refusal:
    """A fault or an oddity with its field, and its line where there is a file."""
    return Refusal(code, f"{where(issue.place)}: {issue.what}", issue.rule)


# ---------------------------------------------------------------- faults


def faults(
    shelf: Shelf, build: catalogue.Blueprint, options: Choices | None = None
) -> Iterator[ValidationIssue]:
    """Everything for which a unit cannot be fielded, in the order of its fields (WS-4.13)."""
    if not build.models:
        yield ValidationIssue(("models",), "are missing", "WS-2.1")
        return
    issues = [*team_faults(build), *officer_faults(build), *catalogue.model_problems(shelf.weapons(), build)]
    yield from (issue._replace(rule=issue.rule or catalogue.RULE) for issue in issues)
    if not issues:
        yield from formation_faults(shelf, catalogue.sheet_of_build(build), options)


def team_faults(build: catalogue.Blueprint) -> Iterator[ValidationIssue]:
    """Models without a weapon, or with more than they may carry; more kinds of weapon than a battle has."""
    if len({weapon for team in build.models for weapon in team.weapons}) > WEAPONS:
        yield ValidationIssue(("models",), f"carry more than {WEAPONS} kinds of weapon", "WS-1.16")
    for number, team in enumerate(build.models):
        place = ("models", number, "weapons")
        if not team.weapons:
            yield ValidationIssue(place, "are missing", "WS-2.9")
        if len(team.weapons) > CARRIED:
            yield ValidationIssue(place, f"may be at most {CARRIED}, not {len(team.weapons)}", "WS-2.9")


def officer_faults(build: catalogue.Blueprint) -> Iterator[ValidationIssue]:
    """A commander's unit with more than one officer."""
    officers = sum(team.count for team in build.models if team.officer)
    if officers > 1:
        first = next(number for number, team in enumerate(build.models) if team.officer)
        yield ValidationIssue(
            ("models", first, "count"), f"of the officer must be 1, not {officers}", "WS-2.8"
        )


def formation_faults(shelf: Shelf, unit: UnitSheet, options: Choices | None) -> Iterator[ValidationIssue]:
    """The first model that has no place in the formation of the unit, alone on an empty table (WS-4.9)."""
    s = blank_state(shelf, options or {}, state.COLUMNS - 1, state.ROWS - 1)
    k = field_unit(shelf, s, 0, unit, (s.width // 2000, s.height // 2000))
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


def oddities(shelf: Shelf, unit: UnitSheet) -> Iterator[ValidationIssue]:
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
        heavy = [weapon for weapon in group.weapons if "heavy" in shelf.weapons()[weapon].traits]
        if unit.type == "vehicle" and heavy:
            words = "include a heavy one, which does not fire in an action in which the vehicle moves"
            yield ValidationIssue(("models", number, "weapons"), words, "WS-9.17")


# ---------------------------------------------------------------- what it comes to


def unit_lines(shelf: Shelf, unit: UnitSheet) -> Iterator[str]:
    """The unit line by line, as table 2.2 has it."""
    size = plural(len(unit.each()), "model")
    yield f"{unit.name}: {KINDS[unit.kind]}, {size}, {unit.vp} VP"
    yield ", ".join(numbers(unit))
    for group in unit.models:
        names = joined([shelf.weapons()[weapon].name for weapon in group.weapons])
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


def workings(shelf: Shelf, unit: UnitSheet, o: Options) -> Iterator[Working]:
    """What its numbers mean in play: its fire, its checks, what becomes of it when it falls back."""
    fire = tuple(
        (f"{plural(group.models, 'model')} with {group.weapon.name}", format_fire(group.weapon, o), "WS-16.2")
        for group in carried(shelf, unit)
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


# ---------------------------------------------------------------- forces
# Who takes part: the units of a scenario, and what players field in their place (WS-4.12 to WS-4.14).


NOWHERE = (0, 0)  # who is placed freely has no printed place
WORDS = {"infantry": "infantry", "vehicle": "a vehicle", catalogue.COMMANDER: "a commander's"}


class Choice(Entry):
    """What a player fields: a unit of `units.toml`, with a name and paint of its own."""

    unit: str
    name: Word = ""
    paint: Paint = Paint()


class Fielded(NamedTuple):
    """A unit that takes part, and where its leader stands in the fixed set-up."""

    unit: UnitSheet
    leader: catalogue.Point


def fielded(
    shelf: Shelf, file: Scenario, given: Forces, options: Choices | None = None
) -> dict[str, Fielded]:
    """Every unit that takes part, in roster order. CatalogueError names what cannot be fielded."""
    taken = {name: chosen(shelf, name, choice, options) for name, choice in given.items()}
    forces = free_forces(shelf, file, taken) if file.points else fixed_forces(shelf, file, taken)
    if sum(len(force.unit.each()) for force in forces.values()) > state.MODELS:
        raise CatalogueError([f"there are more than {state.MODELS} models (WS-1.16)"])
    return forces


def printed_forces(shelf: Shelf, file: Scenario, seat: int) -> dict[str, Fielded]:
    """The units of a side as the scenario has them."""
    known = shelf.units()
    return {
        name: Fielded(unit_named(known, entry.unit), entry.leader) for name, entry in file.side(seat).items()
    }


def fixed_forces(shelf: Shelf, file: Scenario, taken: Mapping[str, UnitSheet]) -> dict[str, Fielded]:
    """The printed units, each replaced by one of its kind where another is taken (WS-4.12)."""
    forces = printed_forces(shelf, file, 0) | printed_forces(shelf, file, 1)
    for name, unit in taken.items():
        if name not in forces:
            raise CatalogueError([unknown_name("unit", name, forces)])
        forces[name] = replaced(name, forces[name], unit)
    return forces


def free_forces(shelf: Shelf, file: Scenario, taken: Mapping[str, UnitSheet]) -> dict[str, Fielded]:
    """What is taken for a side is all that it has; a side for which nothing is taken has what is proposed
    (WS-4.14). CatalogueError names what is too much.
    """
    letters = [side.letter for side in file.sides]
    for name in taken:
        if name[:1] not in letters:
            raise CatalogueError([f"unit {name}: the name of a unit is {' or '.join(letters)} and a number"])
    forces: dict[str, Fielded] = {}
    for seat, letter in enumerate(letters):
        own = [name for name in taken if name[0] == letter]
        refuse_force(file, letter, {name: taken[name] for name in own})
        names = [f"{letter}{number}" for number in range(1, len(own) + 1)]
        forces |= {name: Fielded(taken[name], NOWHERE) for name in names} or printed_forces(shelf, file, seat)
    if len(forces) > state.UNITS:
        raise CatalogueError([f"there are more than {state.UNITS} units (WS-1.16)"])
    return forces


def refuse_force(file: Scenario, letter: str, units: Mapping[str, UnitSheet]) -> None:
    """CatalogueError for gaps in the numbers of a side, a second commander, too many VP (WS-4.14)."""
    if set(units) != {f"{letter}{number}" for number in range(1, len(units) + 1)}:
        raise CatalogueError([f"side {letter}: units are numbered from {letter}1 without gaps"])
    if sum(unit.kind == catalogue.COMMANDER for unit in units.values()) > 1:
        raise CatalogueError([f"side {letter}: has more than one commander's unit (WS-4.14)"])
    worth = sum(unit.vp for unit in units.values())
    if worth > file.points:
        raise CatalogueError([f"side {letter}: is worth {worth} VP, more than {file.points} (WS-4.14)"])


def chosen(shelf: Shelf, name: str, given: Mapping[str, Any], options: Choices | None) -> UnitSheet:
    """What a player fields, a build or a unit by its name. CatalogueError names what is wrong in it."""
    if "models" in given:
        return fieldable(shelf, given, f"unit {name}", options)
    named = {"unit" if key == "build" else key: value for key, value in given.items()}
    choice = validate(named, Choice, shown=f"unit {name}")
    return unit_named(shelf.units(), choice.unit)


def replaced(name: str, force: Fielded, unit: UnitSheet) -> Fielded:
    """A unit in the place of another of its kind. CatalogueError if it is of another (WS-4.12)."""
    if unit.kind != force.unit.kind:
        what = f"{unit.name} is {WORDS[unit.kind]}, not {WORDS[force.unit.kind]}"
        raise CatalogueError([f"unit {name}: {what} (WS-4.12)"])
    return force._replace(unit=unit)


# ---------------------------------------------------------------- scenario
# Setting a battle up (section 5): scenario, options and forces become the starting position (WS-4.12).


PLACES = {
    Why.OUT_OF_ZONE: "is not wholly in its zone (WS-4.5)",
    Why.OFF_TABLE: "is off the table (WS-1.12)",
    Why.IMPASSABLE: "stands on impassable ground (WS-1.12)",
    Why.ENEMY_GAP: "is too near to an enemy (WS-1.12)",
    Why.OVERLAP: "overlaps another model (WS-1.12)",
    Why.PLACE_RANGE: "is too far from its leader (WS-4.5)",
}


def set_up(
    shelf: Shelf, scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None
) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces units by name: `{"B1": {"unit": "vet"}}` (WS-4.12), or a player's own build (WS-4.13).
    """
    file = shelf.scenario(scenario)
    variants = {**file.options, **(options or {})}
    s = blank_state(shelf, variants, *file.size)
    lay_table(s, file)
    for name, force in fielded(shelf, file, forces or {}, variants).items():
        seat = int(name[0] == file.sides[1].letter)
        field_unit(shelf, s, seat, force.unit, None if file.free else force.leader, name=name)
    if file.free:
        refuse_giants(s)
    else:
        refuse_places(s)
    begin(s)
    return s


def lay_table(s: State, file: Scenario) -> None:
    """Everything but units: the table, what scores, who attacks."""
    s.turns, s.turn = file.turns, 0
    s.begun = [0, 0]
    s.victory = int(file.morale) << state.Morale.TASK_FORCE | int(file.sudden) << state.Morale.SUDDEN
    s.fixed, s.held_by = file.seat_of(file.attacker), file.seat_of(file.holder)
    for seat, side in enumerate(file.sides):
        s.edge[seat] = Edge[side.edge.upper()]
        lay_box(s.zone[seat], side.zone)
    for terrain in file.terrain:
        lay_terrain(s, state.Ground[terrain.ground.upper()], terrain.points)
    for objective in file.objectives:
        x, y = objective.at
        lay_objective(s, x, y, file.seat_of(objective.side), objective.vp)


def begin(s: State) -> None:
    """On to the first decision: a roll-off, or, where nothing is rolled for, the attacker's (WS-4.10)."""
    s.side, s.attacker = 0, NOBODY
    if s.fixed != NOBODY and all(s.unit[k].placed for k in range(s.units)):
        deploy_on(s, new_dice(0), blank(Log))
    else:
        s.phase = state.Phase.ROLL_OFF


# ---------------------------------------------------------------- what cannot be set up


def refuse_places(s: State) -> None:
    """CatalogueError for a model that may not stand where the scenario puts it (WS-1.12, WS-4.5)."""
    for m in range(s.models):
        s.side = state.side_of(s, m)
        why = why_not_spot(s, m, s.model[m].x, s.model[m].y)
        if why != Why.OK:
            raise CatalogueError([f"{model_id(s, m)} {PLACES[Why.of(why)]}"])


def refuse_giants(s: State) -> None:
    """CatalogueError for a unit that finds no place in its zone, though it is alone there (WS-4.9)."""
    s.phase = state.Phase.DEPLOY
    for k in range(s.units):
        s.side, s.acting = int(s.unit[k].side), k
        if not any(why_not_form(s, k, x, y) == Why.OK for x, y in spots(s)):
            raise CatalogueError([f"{unit_id(s, k)} does not fit into its zone (WS-4.5)"])
    s.acting = NOBODY


def spots(s: State) -> list[tuple[int, int]]:
    """Every whole inch of the zone of the side that places, those in the middle first."""
    zone = s.zone[s.side]
    across, up = from_middle(zone.x0, zone.x1), from_middle(zone.y0, zone.y1)
    return [(x, y) for x in across for y in up]
