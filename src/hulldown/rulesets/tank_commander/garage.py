"""What a player can buy, and reading and writing builds (TC-2, TC-11.2, TC-14.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.catalogue import CatalogueError, parse
from hulldown.catalogue.toml_writer import toml_text
from hulldown.rulesets.api.garage import (
    Bonus,
    BuildPurchase,
    Facing,
    Garage,
    Member,
    Sample,
    UnitOffer,
    renamed,
)
from hulldown.rulesets.api.words import Card
from hulldown.rulesets.common.painting import PATTERNS, SCHEMES
from hulldown.rulesets.common.scenarios import Choices
from hulldown.rulesets.tank_commander.armory import bonuses_of, fill_values, is_barred, is_unruly, offer_for
from hulldown.rulesets.tank_commander.build import Offer, budget_of
from hulldown.rulesets.tank_commander.catalogue.shelf import SHELF
from hulldown.rulesets.tank_commander.catalogue.units import Loadout
from hulldown.rulesets.tank_commander.codes import Face, Upgrade
from hulldown.rulesets.tank_commander.scenario import Forces, name_problems
from hulldown.rulesets.tank_commander.state import Options
from hulldown.rulesets.tank_commander.verdict import read

MATTERING = (
    "exotic_units",
    "adv_air_support",
    "adv_at_mines",
    "epic_veto",
    "main_gun_range",
    "heavy_light_armor",
    "smoke_charges",
)
MEMBERS = (
    Member("commander", "Commander"),
    Member("driver", "Driver"),
    Member("gunner", "Gunner"),
    Member("loader", "Loader"),
    Member("lieutenant", "Lieutenant Commander", "lieutenant"),
)
LETTERS = {"commander": "C", "driver": "D", "gunner": "G", "loader": "L", "lieutenant": "+"}


# ---------------------------------------------------------------- what can be bought


def garage(options: Choices | None = None) -> Garage:
    """Units, upgrades, samples and looks under the options of a game."""
    o = SHELF.options_under(options or {})
    units = SHELF.units()
    kinds = [kind for kind in units.units if units.sold_to(kind) and not is_barred(kind, o)]
    return Garage(
        tuple(unit_offer(kind, o) for kind in kinds),
        tuple(samples(o)),
        tuple(bonuses(o)),
        SCHEMES,
        PATTERNS,
        MATTERING,
    )


def unit_offer(kind: str, o: Options) -> UnitOffer:
    """What can be bought for a kind of unit."""
    unit = SHELF.units().units[kind]
    offer = offer_for(Loadout(unit=kind, armor=unit.armor), o)
    return UnitOffer(
        id=kind,
        name=unit.name,
        figure=figure(kind),
        text=unit.text,
        rule=unit.source,
        budget=int(offer.budget),
        facings=tuple(facings(kind, offer)),
        upgrades=tuple(purchases(kind, offer, o)),
        crew=MEMBERS if unit.kind == "tank" else (),
        sets={"unit": kind},
    )


def figure(kind: str) -> str:
    """The drawing of a kind of unit, by what it is and how it gets about."""
    unit = SHELF.units().units[kind]
    return {"hover": "hover", "legs": "walker"}.get(unit.drive, unit.kind)


def facings(kind: str, offer: Offer) -> Iterator[Facing]:
    """Plates and what a point more costs (TC-2.5, TC-11.2)."""
    rule = SHELF.units().sold_to(kind)["armor"].source
    for face in Face:
        name = face.name.lower()
        yield Facing(
            name,
            f"{name.title()} armor",
            int(offer.base[face]),
            int(offer.armor_limit),
            int(offer.armor_cost),
            rule,
        )


def purchases(kind: str, offer: Offer, o: Options) -> Iterator[BuildPurchase]:
    """Upgrades by the piece, in the order of the table (tables 2.2 and 2.3)."""
    for name, line in SHELF.units().sold_to(kind).items():
        if not line.per_facing:
            upgrade = Upgrade[name.upper()]
            limit = int(offer.limit[upgrade])
            text = fill_values(line.text, o)
            yield BuildPurchase(name, line.name, int(offer.cost[upgrade]), limit, text, line.source)


def samples(o: Options) -> Iterator[Sample]:
    """The builds of table 2.6, then every kind of unit as it is printed, with nothing bought."""
    units = SHELF.units()
    for name, build in units.builds.items():
        if not is_barred(build.unit, o):
            yield Sample(name, name, build.text, build.source, build.unit, plain(build) | {"name": name})
    for kind, unit in units.units.items():
        if not is_barred(kind, o) and not unit.is_static:
            bare = plain(Loadout(unit=kind, armor=unit.armor))
            yield Sample(kind, f"{unit.name}, bare", unit.text, unit.source, kind, bare)


def bonuses(o: Options) -> Iterator[Bonus]:
    """The points a battle tank earns by looks and names (TC-2.20, TC-2.21); a veto leaves the first."""
    base = budget_of(0, o.painted, o.named, o)
    paint = budget_of(0, 1, o.named, o) - base
    names = budget_of(0, o.painted, 1, o) - base
    yield Bonus("painted", "painted in another scheme than the bare one", paint, "TC-2.20")
    yield Bonus("named", "the tank and everybody in it has a name", names, "TC-2.21")


def earned(build: Mapping[str, Any]) -> tuple[str, ...]:
    """The bonuses that a build earns; only battle tanks do (TC-2.22)."""
    loadout = read(build)
    if SHELF.units().units[loadout.unit].kind != "tank":
        return ()
    return tuple(name for name, has in zip(("painted", "named"), bonuses_of(loadout), strict=True) if has)


# ---------------------------------------------------------------- reading and writing


def read_build(build: Mapping[str, Any] | str) -> dict[str, Any]:
    """A build as plain data, complete; a text is TOML. CatalogueError names what is not understood."""
    if isinstance(build, str):
        return plain(parse(build, Loadout, name_problems, "build"))
    if not isinstance(build.get("build", ""), str):
        raise CatalogueError(["build: build: must be the name of a sample"])
    return plain(read(build))


def plain(loadout: Loadout) -> dict[str, Any]:
    """A build as plain data."""
    data = loadout.model_dump(include=set(Loadout.model_fields))
    del data["by_the_rules"]
    if is_unruly(loadout, SHELF.options_under({})):
        data["by_the_rules"] = False
    return data | {"upgrades": list(loadout.upgrades)}


def write_build(build: Mapping[str, Any]) -> str:
    """A build as a file that `hulldown build` judges; names and paint only where they were given."""
    data = read_build(build)
    crew = {role: given for role, given in data["crew"].items() if given}
    paint = data["paint"] if data["paint"]["scheme"] != "none" else {}
    named = {"name": data["name"]} if data["name"] else {}
    bought = {key: data[key] for key in ("unit", "armor", "upgrades", "by_the_rules") if key in data}
    extra = {"crew": crew, "paint": paint}
    return toml_text(named | bought | {key: table for key, table in extra.items() if table})


def named_cards(cards: list[Card], forces: Forces) -> list[Card]:
    """The cards of a table with the names that players gave to their units."""
    return [named_card(card, forces.get(card.unit, {})) for card in cards]


def named_card(card: Card, given: Mapping[str, Any]) -> Card:
    """One of them. Forces were checked at set-up; their crew may be a list, in the order of roles."""
    crew = given.get("crew") or {}
    names = crew.values() if isinstance(crew, Mapping) else crew
    roles = crew if isinstance(crew, Mapping) else LETTERS
    letters = {LETTERS[role]: name for role, name in zip(roles, names, strict=False) if name}
    return renamed(card, given.get("name", ""), letters)
