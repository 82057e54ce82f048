"""Tanks of players as they are kept and filed (CH-17.1): a listed tank with a crew, or every number of an own
one; with a name and paint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from hulldown.catalogue import Place, ValidationIssue, load, parse, unknown_name, validate
from hulldown.rulesets.chase.catalogue.scenarios import REGULAR, Force
from hulldown.rulesets.chase.catalogue.shelf import APART, SHELF
from hulldown.rulesets.chase.catalogue.units import (
    KINDS,
    LISTED,
    OWN,
    OWN_GUN,
    Band,
    OwnTank,
    OwnWeapon,
    Tank,
    Units,
    own_problems,
)
from hulldown.rulesets.chase.groundwork import write_profile
from hulldown.rulesets.chase.state import Profile
from hulldown.rulesets.common.painting import PaintScheme

RULE = "CH-17.1"  # what a tank of one's own may be
BANDS: tuple[str, ...] = get_args(Band)
BESIDE = ("name", "built", "tank", "crew", "paint")  # what a build has beside the numbers of its tank


class Blueprint(OwnTank):
    """A tank as it is built: `listed` is `tank` of section 2.3 with `crew`, whose numbers need not be said;
    `own` has numbers of its own and a listed weapon, `own_gun` a weapon of its own, too.

    A file need not say which: one with a `tank` is listed, one with a table for `weapon` has its own gun.
    """

    built: Literal["listed", "own", "own_gun"]
    tank: str
    crew: str = REGULAR
    paint: PaintScheme = PaintScheme()

    @model_validator(mode="before")
    @classmethod
    def filled(cls, data: Any) -> Any:
        """What is written with everything that goes without saying."""
        return complete(data, SHELF.units()) if isinstance(data, Mapping) else data

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """What must be written: a tank, or every number of one."""
        schema = handler.resolve_ref_schema(handler(core_schema))
        numbers = [key for key in schema.pop("required") if key not in ("built", "tank")]
        return {**schema, "anyOf": [{"required": ["tank"]}, {"required": numbers}]}


def complete(data: Mapping[str, Any], units: Units) -> dict[str, Any]:
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
    if kind not in (None, *KINDS):
        return str(kind)  # which is refused with its name
    if kind == LISTED or (kind is None and data.get("tank")):
        return LISTED
    if isinstance(weapon, Mapping):
        return OWN_GUN if kind == OWN_GUN or not weapon.get("listed") else OWN
    return OWN


def numbers_of(tank: Tank, crew: str, units: Units) -> dict[str, Any]:
    """The numbers of a listed tank with a crew; one that there is not counts as regular."""
    skills = units.crews.get(crew, units.crews[REGULAR])
    armor = {face: getattr(tank.armor, face) for face in ("front", "side", "rear")}
    same = {key: getattr(tank, key) for key in ("type", "hull", "top_speed", "agility", "mount")}
    levels = {"driver": skills.driver, "gunner": skills.gunner}
    points = max(0, tank.points + skills.points)
    return {**same, **armor, **levels, "weapon": {"listed": tank.weapon}, "points": points}


# ---------------------------------------------------------------- what is written


def read(given: Mapping[str, Any] | str | Path, shown: str = "build") -> Blueprint:
    """A build from a file, its text, plain data, or the id of a sample under `build` or `unit`.

    CatalogueError names what is not understood; a gun that can fire nowhere is, and has a verdict.
    """
    if isinstance(given, Path):
        return load(given, Blueprint, slips, rule=RULE)
    if isinstance(given, str):
        return parse(given, Blueprint, slips, shown, RULE)
    return validate(expand_sample(given), Blueprint, slips, shown, rule=RULE)


def expand_sample(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A build that is named by the id of its sample as what that is: "warden", "warden_veteran"."""
    for key in ("build", "unit"):
        if key in given:
            tank, _, crew = str(given[key]).rpartition(APART)
            if str(given[key]) in SHELF.units().tanks or crew not in SHELF.units().crews:
                tank, crew = str(given[key]), REGULAR
            rest = {name: value for name, value in given.items() if name != key}
            return {"tank": tank, "crew": crew, **rest}
    return given


def slips(build: Blueprint) -> Iterator[ValidationIssue]:
    """Names that lead nowhere, and numbers beside a listed tank that are not its own."""
    units = SHELF.units()
    if build.tank not in units.tanks:
        yield ValidationIssue(("tank",), unknown_name("tank", build.tank, units.tanks), RULE)
    if build.crew not in units.crews:
        yield ValidationIssue(("crew",), unknown_name("crew", build.crew, units.crews), RULE)
    if build.weapon.listed and build.weapon.listed not in units.weapons:
        yield ValidationIssue(("weapon",), unknown_name("weapon", build.weapon.listed, units.weapons), RULE)
    elif build.built == LISTED and build.tank in units.tanks:
        for key, value in numbers_of(units.tanks[build.tank], build.crew, units).items():
            given = {"listed": build.weapon.listed} if key == "weapon" else getattr(build, key)
            if given != value:
                what = f"is not that of the tank {build.tank}: leave it out, or leave out the tank"
                yield ValidationIssue((key,), what, RULE)


def faults(build: Blueprint) -> Iterator[ValidationIssue]:
    """What keeps a tank that can be read from being fielded."""
    problems = () if build.built == LISTED else own_problems(build, SHELF.units())
    for problem in problems:
        yield problem._replace(place=whole(problem.place), rule=problem.rule or RULE)


def whole(place: Place) -> Place:
    """The field of a build in which something is wrong."""
    return place[:1]


# ---------------------------------------------------------------- what it is


def as_force(build: Blueprint) -> Force:
    """The tank as a scenario would field it."""
    if build.built == LISTED:
        return Force(tank=build.tank, crew=build.crew)
    return Force(own=OwnTank(**{key: getattr(build, key) for key in OwnTank.model_fields}))


def profile_of(build: Blueprint, into: Profile) -> Profile:
    """The tank as the rules know it."""
    force = as_force(build)
    write_profile(into, force.own or force.tank, force.crew)
    return into


def build_name(build: Blueprint) -> str:
    """What the tank is called: its own name, or that of the listed one."""
    units = SHELF.units()
    return build.name or (units.tanks[build.tank].name if build.built == LISTED else "Own tank")


def kind_text(build: Blueprint) -> str:
    """What it is, with its crew unless that is the one of section 2.3: "battle tank, veteran crew"."""
    units = SHELF.units()
    if build.built != LISTED:
        return build.type or "tank"
    tank = units.tanks[build.tank]
    parts = [tank.name] if build.name else []
    parts.append(tank.type)
    if build.crew != REGULAR:
        parts.append(f"{units.crews[build.crew].name.lower()} crew")
    return ", ".join(parts)


def gun_name(build: Blueprint) -> str:
    """What its gun is called."""
    listed = build.weapon.listed
    return SHELF.units().weapons[listed].name if listed else build.weapon.name or "Own gun"


# ---------------------------------------------------------------- as plain data and as a file


def plain(build: Blueprint) -> dict[str, Any]:
    """A build as plain data, complete, the numbers of a listed gun included."""
    data: dict[str, Any] = build.model_dump()
    numbers = {key: data[key] for key in data if key not in (*BESIDE, "weapon")}
    beside = {key: data[key] for key in BESIDE[:-1]}
    return {**beside, **numbers, "weapon": weapon_data(build.weapon), "paint": data["paint"]}


def weapon_data(weapon: OwnWeapon) -> dict[str, Any]:
    """A weapon with its numbers, range DMs by band."""
    known = SHELF.units().weapons.get(weapon.listed)
    shown = known or weapon
    dms = known.range_dm if known else dict(zip(BANDS, weapon.range_dm, strict=False))
    return {
        "listed": weapon.listed,
        "name": weapon.name,
        **{key: getattr(shown, key) for key in ("dice", "bonus", "ap")},
        "range_dm": {band: dms.get(band) for band in BANDS},  # type: ignore[call-overload]
    }


def as_data(build: Blueprint) -> dict[str, Any]:
    """A build as a file says it: of a listed tank its name and crew, of a listed gun its name."""
    data = plain(build)
    for key in ("built", *(() if build.built == LISTED else ("tank", "crew"))):
        del data[key]
    if build.built == LISTED:
        data = {key: data[key] for key in data if key in BESIDE}
    elif build.built == OWN:
        data["weapon"] = build.weapon.listed
    else:
        gun = {key: value for key, value in data["weapon"].items() if key != "listed"}
        data["weapon"] = {**gun, "range_dm": {k: n for k, n in gun["range_dm"].items() if n is not None}}
    if data["paint"] == PaintScheme().model_dump():
        del data["paint"]
    return data
