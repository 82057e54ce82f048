"""What the workshop lays out of a ruleset: its numbers with their sentences, its tables of units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

from hulldown.catalogue import apply_numbers, json_schema
from hulldown.catalogue.house_rules import TABLE
from hulldown.rulesets.api.files import OptionInfo, Rulebook
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.scenarios import entries
from hulldown.server.players.computers import list_players
from hulldown.server.rules.rulebook import option_groups, variants
from hulldown.server.schemas.responses import OptionGroup, PlayerInfo, ScenarioName
from hulldown.server.workshop.house_rules import HouseForm, house_form

WRAPPED = re.compile(r"(?<=[^|\n])\n *(?![|#\s]|[-*] |\d+\. )")  # where a line goes on with the one before
SENTENCES = re.compile(r"(?<=[.!?;])\s+(?=[A-Z*(\[`])|\n+")
BEGINNING = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
MOST_SENTENCES = 2  # of a number that its rule prints more than once
FINE = 0.5  # inches that a button adds to a length


@dataclass(frozen=True)
class Bench:
    """A ruleset on the workbench.

    `options` are options and numbers of the rules, each in one of the `groups`; `sentences` has the printed
    sentence of a rule for each number, `steps` what a button adds to it. `tables` are those of the files of
    units, `schemas` says what an entry of each may be (JSON Schema), `links` which strings in them are keys
    of a table: "tanks.weapon" leads to "weapons". `situations` says whether there are odds to ask for,
    `campaign` whether battles can follow on each other. `house` is what house rules can say.
    """

    id: str
    name: str
    prefix: str
    options: list[OptionInfo]
    groups: list[OptionGroup]
    sentences: dict[str, str]
    steps: dict[str, float]
    tables: dict[str, Any]
    schemas: dict[str, Any]
    links: dict[str, str]
    scenarios: list[ScenarioName]
    players: list[PlayerInfo]
    situations: bool
    campaign: bool
    house: HouseForm


@cache
def bench(ruleset: Ruleset) -> Bench:
    """All of it; made once."""
    options = variants(ruleset)
    return Bench(
        ruleset.id,
        ruleset.name,
        ruleset.prefix,
        options,
        option_groups(ruleset, options),
        sentences(ruleset, {}),
        {name: FINE if file.code != file.default else 1 for name, file in ruleset.files.values().items()},
        {name: table for name, table in shipped(ruleset).items() if name != TABLE},
        {kind: json_schema(ruleset.files.models[kind]) for kind in unit_files(ruleset) if kind != TABLE},
        dict(links(ruleset)),
        [ScenarioName(scenario.id, scenario.name) for scenario in ruleset.files.scenarios().values()],
        list_players(ruleset),
        ruleset.situations is not None,
        ruleset.campaign is not None,
        house_form(ruleset),
    )


# ---------------------------------------------------------------- numbers in their sentences


def sentences(ruleset: Ruleset, changed: Mapping[str, str]) -> dict[str, str]:
    """For each number, or for those that are changed, the sentence of a rule as it is in force."""
    book, values = ruleset.files.rulebook(), ruleset.files.values()
    wanted = [name for name in changed if name in values] if changed else values
    return {name: sentence(book, name, values[name].rule, changed) for name in wanted}


def sentence(book: Rulebook, name: str, rule: str, changed: Mapping[str, str]) -> str:
    """The sentences of its rule, else of another rule or a table between rules; nothing if none prints it."""
    mark = f"<!--{name}-->"
    marked = next(
        (text for text in (book.marked[rule], *reversed(list(book.marked.values()))) if mark in text), ""
    )
    parts = SENTENCES.split(WRAPPED.sub(" ", marked))
    sentences = [part for part in parts if mark in part][:MOST_SENTENCES]
    return " \u2026 ".join(plain(apply_numbers(part, changed, book.signed)) for part in sentences)


def plain(text: str) -> str:
    """A line of a rulebook without the marks of lists and tables."""
    cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
    return BEGINNING.sub("", " \u00b7 ".join(cell for cell in cells if cell))


# ---------------------------------------------------------------- tables of units


def unit_files(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of file that hold units and what they carry: those over which a pack may lay its own."""
    return tuple(name.removesuffix(".toml") for name in ruleset.files.layered)


def shipped(ruleset: Ruleset) -> dict[str, Any]:
    """The tables of those files as they come with the game."""
    return {name: table for tables in ruleset.files.tables().values() for name, table in tables.items()}


def by_file(ruleset: Ruleset, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Tables by the file that has them, those in which something is; one that none has is of the units."""
    models = ruleset.files.models
    files: dict[str, dict[str, Any]] = {}
    for table, inside in tables.items():
        kinds = (kind for kind in unit_files(ruleset) if table in models[kind].model_fields)
        if inside:
            files.setdefault(f"{next(kinds, 'units')}.toml", {})[table] = inside
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
