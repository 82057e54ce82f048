"""Where every position begins: the table, who takes part, and the scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import GetJsonSchemaHandler, ValidationInfo, model_validator
from pydantic_core import CoreSchema

from hulldown.catalogue import (
    CatalogueError,
    ScenarioSource,
    ValidationIssue,
    load,
    parse,
    unknown_name,
    validate,
)
from hulldown.kernel.actions import Log
from hulldown.kernel.batch import RUNNING
from hulldown.kernel.dice import new_dice
from hulldown.kernel.records import blank
from hulldown.rulesets.api.garage import Forces
from hulldown.rulesets.chase import catalogue, state
from hulldown.rulesets.chase.catalogue import (
    LISTED,
    OWN,
    OWN_GUN,
    REGULAR,
    SHELF,
    Force,
    OwnTank,
    Scenario,
    Shelf,
)
from hulldown.rulesets.chase.state import NOBODY, SIDE_TANKS, Facing, Order, Profile, State
from hulldown.rulesets.chase.turn import advance, first_pairing
from hulldown.rulesets.common.building import Paint
from hulldown.rulesets.common.scenarios import Choices, unlisted

BAND_NAMES: tuple[str, ...] = get_args(catalogue.Band)  # CH-2.1


# ---------------------------------------------------------------- an empty field


def blank_state(chosen: Choices | None = None, shelf: Shelf = SHELF) -> State:
    """A field under these options with nobody on it: one duel, standard payoffs (CH-12.6)."""
    s = blank(State)
    shelf.set_options(s.options, chosen or {})
    s.winner, s.duels = RUNNING, 1
    s.event, s.given_up, s.acting = state.Event.NONE, NOBODY, NOBODY
    s.start_range, s.turn_limit = state.Band.MEDIUM.value, 1
    set_payoffs(s, catalogue.STANDARD)
    for tank in s.tanks:
        clear_tank(tank)
    for pair in s.pair:
        clear_pair(pair)
    return s


def set_payoffs(s: State, worth: Mapping[str, int]) -> None:
    """Write payoffs by key (CH-12.6); the key `limit` is the fixed payoff of the turn limit (CH-12.5)."""
    for key, payoff in worth.items():
        s.payoffs[state.Event[key.upper()]] = payoff
    s.limit_fixed = 1 if "limit" in worth else 0


def clear_tank(t: state.Tank) -> None:
    """Nobody in a place of the roster."""
    t.standing = state.Standing.ABSENT
    t.order, t.aim, t.struck = Order.NONE, NOBODY, NOBODY
    t.profile.kind = t.profile.crew = t.profile.weapon = NOBODY


def clear_pair(p: state.Pair) -> None:
    """Nobody against nobody."""
    p.tank, p.order = [NOBODY, NOBODY], [Order.NONE, Order.NONE]
    p.facing = [Facing.NONE, Facing.NONE]
    p.winner = p.decider = NOBODY


# ---------------------------------------------------------------- a tank


def write_profile(
    shelf: Shelf, into: Profile, tank: str | Mapping[str, Any] | OwnTank, crew: str = REGULAR
) -> None:
    """What a tank is: one of `units.toml` with a crew, or every number of one of your own, skills included.

    CatalogueError names what does not exist or is out of bounds.
    """
    if isinstance(tank, str):
        write_listed(shelf, into, tank, crew)
    else:
        write_own(shelf, into, tank if isinstance(tank, OwnTank) else read_own(shelf, tank))


def read_own(shelf: Shelf, data: Mapping[str, Any], shown: str = "tank") -> OwnTank:
    """A tank of a player's own from plain data. CatalogueError names what is wrong in it."""
    units = shelf.units()
    return validate(data, OwnTank, lambda own: catalogue.own_problems(own, units), shown)


def write_listed(shelf: Shelf, into: Profile, name: str, crew: str) -> None:
    """A tank of section 2.3 with a crew variant."""
    units = shelf.units()
    if name not in units.tanks:
        raise CatalogueError([unknown_name("tank", name, units.tanks)])
    if crew not in units.crews:
        raise CatalogueError([unknown_name("crew", crew, units.crews)])
    tank, skills = units.tanks[name], units.crews[crew]
    into.kind, into.crew = list(units.tanks).index(name), list(units.crews).index(crew)
    into.points, into.hull = tank.points + skills.points, tank.hull
    into.armor = facings(tank.armor.front, tank.armor.side, tank.armor.rear)
    into.top_speed, into.agility = tank.top_speed, tank.agility
    into.driver, into.gunner = skills.driver, skills.gunner
    into.mount = state.Mount[tank.mount.upper()]
    write_listed_weapon(shelf, into, tank.weapon)


def write_own(shelf: Shelf, into: Profile, own: OwnTank) -> None:
    """A tank that `units.toml` does not know."""
    into.kind = into.crew = NOBODY
    into.points, into.hull = own.points, own.hull
    into.armor = facings(own.front, own.side, own.rear)
    into.top_speed, into.agility = own.top_speed, own.agility
    into.driver, into.gunner = own.driver, own.gunner
    into.mount = state.Mount[own.mount.upper()]
    write_weapon(shelf, into, own.weapon)


def facings(front: int, side: int, rear: int) -> list[int]:
    """Armor by facing: Side is that of Left and Right (section 2.3)."""
    by = {Facing.FRONT: front, Facing.RIGHT: side, Facing.REAR: rear, Facing.LEFT: side}
    return [by[facing] for facing in sorted(by)]


def write_weapon(shelf: Shelf, into: Profile, weapon: catalogue.OwnWeapon) -> None:
    """A weapon of section 2.2, or one that `units.toml` does not know."""
    if weapon.listed:
        write_listed_weapon(shelf, into, weapon.listed)
        return
    into.weapon = NOBODY
    into.dice, into.bonus, into.ap = weapon.dice, weapon.bonus, weapon.ap
    into.range_dm = [state.NO_DM if dm is None else dm for dm in weapon.range_dm]


def write_listed_weapon(shelf: Shelf, into: Profile, name: str) -> None:
    """A weapon of section 2.2."""
    weapons = shelf.units().weapons
    weapon = weapons[name]
    into.weapon = list(weapons).index(name)
    into.dice, into.bonus, into.ap = weapon.dice, weapon.bonus, weapon.ap
    into.range_dm = [weapon.range_dm.get(band, state.NO_DM) for band in get_args(catalogue.Band)]


def field_tank(
    shelf: Shelf, s: State, t: int, tank: str | Mapping[str, Any] | OwnTank = "warden", crew: str = REGULAR
) -> state.Tank:
    """Put a fresh tank into place `t` of the roster; returns it, for damage to be written."""
    fielded = s.tanks[t]
    write_profile(shelf, fielded.profile, tank, crew)
    fielded.standing = state.Standing.ACTIVE
    fielded.now.hull, fielded.now.mobility, fielded.now.gun = fielded.profile.hull, 0, 0
    side = t // SIDE_TANKS
    s.count[side] = max(s.count[side], t - side * SIDE_TANKS + 1)
    return fielded


# ---------------------------------------------------------------- a duel


def engage_duel(s: State, band: int) -> state.Pair:
    """Make the one pair of a duel, the first tank of each side, at a range (CH-2.6)."""
    p = s.pair[0]
    p.tank = [0, SIDE_TANKS]
    p.range = p.was = p.raw = band
    p.open, s.pairs, s.start_range = 1, 1, band
    return p


# ---------------------------------------------------------------- blueprint
# Tanks of players as they are kept and filed (CH-17.1): a listed tank with a crew, or every number of an own
# one; with a name and paint.


RULE = "CH-17.1"  # what a tank of one's own may be
BESIDE = ("name", "built", "tank", "crew", "paint")  # what a build has beside the numbers of its tank


class Blueprint(OwnTank):
    """A tank as it is built: `listed` is `tank` of section 2.3 with `crew`, whose numbers need not be said;
    `own` has numbers of its own and a listed weapon, `own_gun` a weapon of its own, too.

    A file need not say which: one with a `tank` is listed, one with a table for `weapon` has its own gun.
    """

    built: Literal["listed", "own", "own_gun"]
    tank: str
    crew: str = REGULAR
    paint: Paint = Paint()

    @model_validator(mode="before")
    @classmethod
    def filled(cls, data: Any, info: ValidationInfo) -> Any:
        """What is written with everything that goes without saying; the context is the shelf it is of."""
        shelf: Any = info.context
        return complete(data, shelf.units()) if isinstance(data, Mapping) else data

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """What must be written: a tank, or every number of one."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        numbers = [key for key in schema.pop("required") if key not in ("built", "tank")]
        return {**schema, "anyOf": [{"required": ["tank"]}, {"required": numbers}]}


def complete(data: Mapping[str, Any], units: catalogue.Units) -> dict[str, Any]:
    """Plain data with the kind of build that it is, and for a listed tank its numbers.

    Where the data says itself that it is listed, other numbers in it are left from before and are dropped.
    """
    built, weapon = kind_meant(data), data.get("weapon")
    first = next(iter(units.tanks))
    if built != LISTED:
        if built == OWN_GUN and isinstance(weapon, Mapping):
            weapon = {key: value for key, value in weapon.items() if key != "listed"}
        build = {**data, "built": built, "tank": first, "crew": REGULAR}
        return build if weapon is None else {**build, "weapon": weapon}
    tank, crew = str(data.get("tank") or first), str(data.get("crew", REGULAR))
    build = {**data, "built": built, "tank": tank}
    numbers = numbers_of(units.tanks.get(tank, units.tanks[first]), crew, units)
    return {**build, **numbers} if "built" in data else {**numbers, **build}


def kind_meant(data: Mapping[str, Any]) -> str:
    """The kind of a build; where it does not say it, or its weapon says otherwise, what it must be."""
    kind, weapon = data.get("built"), data.get("weapon", "")
    if kind not in (None, *catalogue.KINDS):
        return str(kind)  # which is refused with its name
    if kind == LISTED or (kind is None and data.get("tank")):
        return LISTED
    if isinstance(weapon, Mapping):
        return OWN_GUN if kind == OWN_GUN or not weapon.get("listed") else OWN
    return OWN


def numbers_of(tank: catalogue.Tank, crew: str, units: catalogue.Units) -> dict[str, Any]:
    """The numbers of a listed tank with a crew; one that there is not counts as regular."""
    skills = units.crews.get(crew, units.crews[REGULAR])
    armor = {face: getattr(tank.armor, face) for face in ("front", "side", "rear")}
    same = {key: getattr(tank, key) for key in ("type", "hull", "top_speed", "agility", "mount")}
    levels = {"driver": skills.driver, "gunner": skills.gunner}
    points = max(0, tank.points + skills.points)
    return {**same, **armor, **levels, "weapon": {"listed": tank.weapon}, "points": points}


# ---------------------------------------------------------------- what is written


def read(shelf: Shelf, given: Mapping[str, Any] | str | Path, shown: str = "build") -> Blueprint:
    """A build from a file, its text, plain data, or the id of a sample under `build` or `unit`.

    CatalogueError names what is not understood; a gun that can fire nowhere is, and has a verdict.
    """
    check = partial(slips, shelf)
    if isinstance(given, Path):
        return load(given, Blueprint, check, rule=RULE, context=shelf)
    if isinstance(given, str):
        return parse(given, Blueprint, check, shown, RULE, shelf)
    return validate(expand_sample(shelf, given), Blueprint, check, shown, rule=RULE, context=shelf)


def expand_sample(shelf: Shelf, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A build that is named by the id of its sample as what that is: "warden", "warden_veteran"."""
    for key in ("build", "unit"):
        if key in given:
            tank, _, crew = str(given[key]).rpartition(catalogue.APART)
            if str(given[key]) in shelf.units().tanks or crew not in shelf.units().crews:
                tank, crew = str(given[key]), REGULAR
            rest = {name: value for name, value in given.items() if name != key}
            return {"tank": tank, "crew": crew, **rest}
    return given


def slips(shelf: Shelf, build: Blueprint) -> Iterator[ValidationIssue]:
    """Names that lead nowhere, and numbers beside a listed tank that are not its own."""
    units = shelf.units()
    yield from unlisted(("tank",), "tank", [build.tank], units.tanks, RULE)
    yield from unlisted(("crew",), "crew", [build.crew], units.crews, RULE)
    if build.weapon.listed and build.weapon.listed not in units.weapons:
        yield ValidationIssue(("weapon",), unknown_name("weapon", build.weapon.listed, units.weapons), RULE)
    elif build.built == LISTED and build.tank in units.tanks:
        for key, value in numbers_of(units.tanks[build.tank], build.crew, units).items():
            given = {"listed": build.weapon.listed} if key == "weapon" else getattr(build, key)
            if given != value:
                what = f"is not that of the tank {build.tank}: leave it out, or leave out the tank"
                yield ValidationIssue((key,), what, RULE)


def faults(shelf: Shelf, build: Blueprint) -> Iterator[ValidationIssue]:
    """What keeps a tank that can be read from being fielded."""
    problems = () if build.built == LISTED else catalogue.own_problems(build, shelf.units())
    for problem in problems:
        yield problem._replace(place=problem.place[:1], rule=problem.rule or RULE)


# ---------------------------------------------------------------- what it is


def as_force(build: Blueprint) -> Force:
    """The tank as a scenario would field it."""
    if build.built == LISTED:
        return Force(tank=build.tank, crew=build.crew)
    return Force(own=OwnTank(**{key: getattr(build, key) for key in OwnTank.model_fields}))


def profile_of(shelf: Shelf, build: Blueprint, into: Profile) -> Profile:
    """The tank as the rules know it."""
    force = as_force(build)
    write_profile(shelf, into, force.own or force.tank, force.crew)
    return into


def build_name(shelf: Shelf, build: Blueprint) -> str:
    """What the tank is called: its own name, or that of the listed one."""
    units = shelf.units()
    return build.name or (units.tanks[build.tank].name if build.built == LISTED else "Own tank")


def kind_text(shelf: Shelf, build: Blueprint) -> str:
    """What it is, with its crew unless that is the one of section 2.3: "battle tank, veteran crew"."""
    units = shelf.units()
    if build.built != LISTED:
        return build.type or "tank"
    tank = units.tanks[build.tank]
    parts = [tank.name] if build.name else []
    parts.append(tank.type)
    if build.crew != REGULAR:
        parts.append(f"{units.crews[build.crew].name.lower()} crew")
    return ", ".join(parts)


def gun_name(shelf: Shelf, build: Blueprint) -> str:
    """What its gun is called."""
    listed = build.weapon.listed
    return shelf.units().weapons[listed].name if listed else build.weapon.name or "Own gun"


# ---------------------------------------------------------------- as plain data and as a file


def plain(shelf: Shelf, build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, the numbers of a listed gun included."""
    data: dict[str, Any] = build.model_dump()
    numbers = {key: data[key] for key in data if key not in (*BESIDE, "weapon")}
    beside = {key: data[key] for key in BESIDE[:-1]}
    return {**beside, **numbers, "weapon": weapon_data(shelf, build.weapon), "paint": data["paint"]}


def weapon_data(shelf: Shelf, weapon: catalogue.OwnWeapon) -> dict[str, Any]:
    """A weapon with its numbers, range DMs by band."""
    known = shelf.units().weapons.get(weapon.listed)
    shown = known or weapon
    dms = known.range_dm if known else dict(zip(BAND_NAMES, weapon.range_dm, strict=False))
    return {
        "listed": weapon.listed,
        "name": weapon.name,
        **{key: getattr(shown, key) for key in ("dice", "bonus", "ap")},
        "range_dm": {band: dms.get(band) for band in BAND_NAMES},  # type: ignore[call-overload]
    }


def as_data(shelf: Shelf, build: Blueprint) -> dict[str, Any]:
    """A build as a file says it: of a listed tank its name and crew, of a listed gun its name."""
    data = plain(shelf, build)
    for key in ("built", *(() if build.built == LISTED else ("tank", "crew"))):
        del data[key]
    if build.built == LISTED:
        data = {key: data[key] for key in data if key in BESIDE}
    elif build.built == OWN:
        data["weapon"] = build.weapon.listed
    else:
        gun = {key: value for key, value in data["weapon"].items() if key != "listed"}
        data["weapon"] = {**gun, "range_dm": {k: n for k, n in gun["range_dm"].items() if n is not None}}
    if data["paint"] == Paint().model_dump():
        del data["paint"]
    return data


# ---------------------------------------------------------------- forces
# Who takes part: the tanks of a scenario, and what players field in their place (CH-17.1, CH-17.4).


NAME = re.compile(r"([AB])([1-9][0-9]?)")


def forces_in_play(shelf: Shelf, file: Scenario, given: Forces) -> dict[str, Force]:
    """Every tank that takes part, in roster order. CatalogueError names what cannot be fielded."""
    if file.free:
        return free_forces(shelf, file, given)
    forces = {name: force for side in range(2) for name, force in file.side(side).items()}
    for name, data in given.items():
        if name not in forces:
            raise CatalogueError([unknown_name("unit", name, forces)])
        forces[name] = choose_force(shelf, name, data, forces[name])
    return forces


def choose_force(shelf: Shelf, name: str, given: Mapping[str, Any], printed: Force | None) -> Force:
    """What a player fields, in place of a printed tank if there is one: another tank, another crew, a build.

    CatalogueError names what is wrong in it.
    """
    asked = {key: value for key, value in given.items() if value is not None}
    if printed and asked.keys() <= {"tank", "crew", "name", "paint"}:
        if "tank" not in asked and printed.own is not None:
            if "crew" in asked:
                raise CatalogueError([f"unit {name}: has the skills of its own profile; give it a tank too"])
            return printed
        asked = {"tank": printed.tank, "crew": printed.crew, **asked}
    build = read(shelf, asked, f"unit {name}")
    for problem in faults(shelf, build):
        raise CatalogueError([f"unit {name}: {problem.place[0]}: {problem.what} ({problem.rule})"])
    return as_force(build)


# ---------------------------------------------------------------- free play


def free_forces(shelf: Shelf, file: Scenario, given: Forces) -> dict[str, Force]:
    """The tanks of free play: what is given for a side, or what the file proposes for it (CH-17.4)."""
    for name in given:
        if not NAME.fullmatch(name):
            raise CatalogueError([f"unit {name}: the name of a tank is A or B and a number, such as A1"])
    forces = {}
    for side, letter in enumerate("AB"):
        printed = file.side(side)
        names = sorted((name for name in given if name.startswith(letter)), key=lambda name: int(name[1:]))
        units = {name: choose_force(shelf, name, given[name], printed.get(name)) for name in names} or printed
        refuse_roster(shelf, letter, units, file.total)
        forces.update(units)
    return forces


def refuse_roster(shelf: Shelf, letter: str, units: Mapping[str, Force], total: int) -> None:
    """CatalogueError for gaps in the numbers of a side, too many tanks or too many points (CH-17.4)."""
    if list(units) != [f"{letter}{number}" for number in range(1, len(units) + 1)]:
        raise CatalogueError([f"side {letter}: tanks are numbered from {letter}1 without gaps"])
    if len(units) > SIDE_TANKS:
        raise CatalogueError([f"side {letter}: has more than {SIDE_TANKS} tanks (CH-14.1)"])
    worth = sum(catalogue.points_of(unit, shelf.units()) for unit in units.values())
    if worth > total:
        raise CatalogueError([f"side {letter}: is worth {worth} points, more than {total} (CH-17.4)"])


# ---------------------------------------------------------------- scenario
# Setting a battle up (CH-14.3, section 4): scenario, options and tanks become the starting position.


AS_PRINTED, NO_NUMBER = 0, -1  # of an option that leaves things to the scenario: a choice, a number


def set_up(
    shelf: Shelf, scenario: ScenarioSource, options: Choices | None = None, forces: Forces | None = None
) -> State:
    """The starting position of a scenario. CatalogueError names what cannot be used.

    `forces` replaces tanks by name: `{"A1": {"tank": "hornet", "crew": "veteran"}}`, or every number of a
    tank of your own (CH-17.1); in free play they are what takes the field (CH-17.4).
    """
    file = shelf.scenario(scenario)
    s = blank_state({**file.options, **(options or {})}, shelf)
    settle_terms(s, file)
    set_payoffs(s, file.stakes())
    field_sides(shelf, s, file, forces or {})
    begin(s)
    return s


def settle_terms(s: State, file: Scenario) -> None:
    """Start range, turn limit and number of duels: the scenario's, or others by an option (CH-17.3)."""
    o = s.options
    s.start_range = BAND_NAMES.index(file.start) if o.start_range == AS_PRINTED else int(o.start_range) - 1
    s.turn_limit = file.turn_limit if o.turn_limit == NO_NUMBER else int(o.turn_limit)
    s.duels = file.duels if o.duels == NO_NUMBER else int(o.duels)


def field_sides(shelf: Shelf, s: State, file: Scenario, forces: Forces) -> None:
    """Every tank in its place; without `team_battle` only the first of each side (CH-14.13)."""
    tanks = forces_in_play(shelf, file, forces)
    for side, letter in enumerate("AB"):
        own = [force for name, force in tanks.items() if name.startswith(letter)]
        for i, force in enumerate(own if s.options.team_battle else own[:1]):
            field_tank(shelf, s, side * SIDE_TANKS + i, force.own or force.tank, force.crew)


def begin(s: State) -> None:
    """The first pairing (CH-14.3), then on to a decision. A team battle is never a match (CH-14.13)."""
    if s.options.team_battle:
        s.duels = 1
        first_pairing(s, blank(Log))
    else:
        engage_duel(s, s.start_range)
    s.phase = state.Phase.START
    advance(s, new_dice(0), blank(Log))
