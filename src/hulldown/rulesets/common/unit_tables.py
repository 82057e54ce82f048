"""The tables of units in the files of a ruleset, and which texts in them are keys of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from hulldown.catalogue.house_rules import FILE as HOUSE_RULES
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.scenarios import entries


def unit_files(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of file that hold units and what they carry; a pack may lay its own over each."""
    return tuple(name.removesuffix(".toml") for name in ruleset.files.layered if name != HOUSE_RULES)


def shipped(ruleset: Ruleset) -> dict[str, Any]:
    """The tables of those files as they come with the game."""
    files = ruleset.files.tables()
    return {
        name: table for file in unit_files(ruleset) for name, table in files.get(f"{file}.toml", {}).items()
    }


def by_file(ruleset: Ruleset, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Tables by the file that has them, those in which something is; one that none has is of the units."""
    models = ruleset.files.models
    files: dict[str, dict[str, Any]] = {}
    for table, inside in tables.items():
        fitting = (
            file for file in ruleset.files.layered if table in models[file.removesuffix(".toml")].model_fields
        )
        if inside:
            files.setdefault(next(fitting, "units.toml"), {})[table] = inside
    return files


def links(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The texts of entries that are keys of a table wherever they stand, with that table.

    A model says of them only that they are text; what ships says what they are.
    """
    keys: dict[str, set[str]] = {}
    places: dict[str, set[str]] = {}
    for file, tables in ruleset.files.tables().items():
        for (table, *inner), entry, _ in entries(ruleset.files.models[file.removesuffix(".toml")], tables):
            if len(inner) == 1:
                keys.setdefault(str(table), set()).add(str(inner[0]))
            for place, text in strings(entry, str(table)):
                places.setdefault(place, set()).add(text)
    for place, texts in places.items():
        fitting = [name for name, known in keys.items() if texts - {""} and texts - {""} <= known]
        if fitting and not place.endswith((".name", ".text")):
            yield place, fitting[0]
    yield from offers(ruleset)


def offers(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Lists of what one of several tables offers, named by a field of the entry: "upgrades.{unit}"."""
    tables = shipped(ruleset)
    for table, listed in tables.items():
        rows = [entry for entry in listed.values() if isinstance(entry, dict)]
        for key, by in permutations(dict.fromkeys(key for row in rows for key in row), 2):
            lists = [row for row in rows if row.get(key)]
            for name, kinds in tables.items():
                if lists and all(is_offer(row, key, by, kinds) for row in lists):
                    yield f"{table}.{key}", f"{name}.{{{by}}}"


def is_offer(entry: Mapping[str, Any], key: str, by: str, table: Mapping[str, Any]) -> bool:
    """Whether all of a list is offered by the table that another field of its entry names."""
    names, which = entry[key], entry.get(by)
    if not isinstance(names, list) or not isinstance(which, str):
        return False
    offered = table.get(which)
    inside = offered if isinstance(offered, dict) else {}
    return all(isinstance(name, str) and isinstance(inside.get(name), dict) for name in names)


def strings(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Every text below a place, with where it stands; entries of lists stand where their list does."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from strings(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, place)
