"""What forms of situations and reports choose from: units, players' own among them, and rule options."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field as Checked

from hulldown.catalogue import Problem, Value, as_word, unknown
from hulldown.rulesets.close_assault.blueprint import NAMELESS
from hulldown.rulesets.close_assault.catalogue.shelf import SHELF
from hulldown.rulesets.close_assault.catalogue.units import faultless, profile_problems
from hulldown.rulesets.close_assault.codes import Arc, Kind
from hulldown.rulesets.close_assault.naming import KINDS as KIND_NAMES
from hulldown.rulesets.close_assault.sheet import UnitProfile
from hulldown.rulesets.close_assault.traits import KINDS
from hulldown.rulesets.face.situation import Field

Name = Annotated[str, Checked(max_length=60)]
Own = Annotated[dict[Name, UnitProfile], Checked(max_length=16)]
Chosen = Annotated[dict[Name, Value], Checked(max_length=64)]
Words = Mapping[str, str]
Values = tuple[tuple[str, str, str], ...]
MODE = "rules_mode"
YOURS = "Your own units"
ARCS = {"front": Arc.FRONT, "rear": Arc.REAR}


def sheets(own: Mapping[str, UnitProfile]) -> dict[str, UnitProfile]:
    """Every unit that can be chosen, by key: those that come with the game, then a player's own (CA-8.1)."""
    return {**SHELF.units().units, **own}


def own_key(sheet: UnitProfile) -> str:
    """The key of a unit of a player's own: its name, and a mark that changes with its profile."""
    word = re.sub(r"[^a-z0-9]+", "_", sheet.name.casefold()).strip("_")
    mark = hashlib.sha256(sheet.model_dump_json().encode()).hexdigest()[:4]
    return f"own_{word[:40] or 'unit'}_{mark}"


def kind_of(sheet: UnitProfile) -> Kind:
    """The type of a unit's models (CA-1.6)."""
    return Kind(KINDS[sheet.type])


def choice(words: Words) -> Values:
    """Values with words, under no heading."""
    return tuple((value, text, "") for value, text in words.items())


def units(own: Mapping[str, UnitProfile] | None = None) -> Values:
    """The units that come with the game, under their types, after those of players' own."""
    known = SHELF.units().units
    yours = tuple((key, one.name, YOURS) for key, one in (own or {}).items())
    return *yours, *((key, one.name, KIND_NAMES[kind_of(one)].capitalize()) for key, one in known.items())


def options(without: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """The rule options as fields (CA-21.1)."""
    return tuple(option(name) for name in SHELF.options() if name not in without)


def option(name: str) -> Field:
    """One rule option as a field."""
    known = SHELF.options()[name]
    words = {word: word.replace("_", " ") for word in map(as_word, known.values)}
    return Field(
        f"options.{name}", known.text, "choice", as_word(known.default), choice(words), rule=known.rule
    )


# ---------------------------------------------------------------- units of players' own


def own_unit(build: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A build of the garage as an entry of `own`; None for one that only names a unit of the game.

    CatalogueError names its faults (CA-8.6).
    """
    if "movement" not in build:
        return None
    given = {key: build[key] for key in UnitProfile.model_fields if key in build}
    sheet = faultless(given | {"name": given.get("name") or NAMELESS}, str(given.get("name") or NAMELESS))
    return own_key(sheet), sheet.model_dump(mode="json", exclude_defaults=True)


def own_sheets(own: Mapping[str, Any]) -> dict[str, UnitProfile]:
    """Entries of `own` as units. CatalogueError names what is wrong with one."""
    return {key: faultless(one, f"own.{key}") for key, one in own.items()}


# ---------------------------------------------------------------- problems


def own_problems(own: Mapping[str, UnitProfile]) -> Iterator[Problem]:
    """Units of a player's own that have no card, or a name that is taken (CA-8.6)."""
    for key, sheet in own.items():
        if key in SHELF.units().units:
            yield Problem(("own", key), "is a unit that comes with the game", "CA-8.1")
        for problem in profile_problems(sheet):
            yield problem._replace(place=("own", key, *problem.place))


def option_problems(chosen: Mapping[str, Value], without: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Options that do not exist, values that they do not have, and those that mean nothing here."""
    known = SHELF.options()
    for name, value in chosen.items():
        if name not in known or name in without:
            names = [one for one in known if one not in without]
            yield Problem(("options", name), unknown("option", name, names))
        elif as_word(value) not in map(as_word, known[name].values):
            words = ", ".join(map(as_word, known[name].values))
            yield Problem(("options", name), f"must be one of {words}", known[name].rule)


def unit_problem(place: tuple[str, ...], what: str, known: Mapping[str, UnitProfile]) -> Iterator[Problem]:
    """A unit that does not exist."""
    if what not in known:
        yield Problem(place, unknown("unit", what, known), "CA-8.1")
