"""Random entries of unit files that a ruleset takes: printed ones with fields changed at random."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

from hulldown.catalogue import CatalogueError
from hulldown.catalogue.layout import layout
from hulldown.catalogue.overlay import Layer
from hulldown.exchange.columns import EACH, CellField
from hulldown.exchange.rows import PROSE
from hulldown.exchange.unit_tables import Table, tables_of
from hulldown.rulesets.api.ruleset import Ruleset

LETTERS = (
    "abcdefgh XYZ 0123456789 \u00e4\u00f6\u00fc\u00df\u00e9\u00f1 \u6226\u8eca ,;.:\"'=+-@()/\\|#&%\u2013"
)
ROUND = 400  # entries that are tried together


def random_text(dice: random.Random, most: int) -> str:
    """A text that a spreadsheet would like to change: formulas, marks, numbers, blanks around it."""
    text = "".join(dice.choice(LETTERS) for _ in range(dice.randint(1, min(most, 30))))
    return text if text.strip() else "Nemo"


def random_value(one: CellField, dice: random.Random, now: Any) -> Any:
    """Another value of a field."""
    if one.kind == "choice":
        return dice.choice(one.choices)
    if one.kind == "flag":
        return dice.random() < 0.5
    if one.path == ("points",):
        return now
    if one.kind in ("whole", "number") and one.low is not None and one.high is not None:
        number = dice.randint(int(one.low), min(int(one.high), int(one.low) + 12))
        return number + 0.125 if one.kind == "number" and dice.random() < 0.3 else number
    if one.kind == "list" and one.part and one.part.choices:
        return [dice.choice(one.part.choices) for _ in range(dice.randint(0, 3))]
    if one.kind == "list" and one.part and one.part.kind == "text":
        return [random_text(dice, 30) for _ in range(dice.randint(0, 3))]
    if one.kind == "text" and one.path[-1] == "source":
        return now
    return random_text(dice, 30) if one.kind == "text" else now


def leaves(data: Any, path: tuple[str, ...]) -> list[tuple[Any, str]]:
    """The tables of an entry in which a field stands, with its key."""
    if len(path) == 1:
        return [(data, path[0])] if isinstance(data, dict) and path[0] in data else []
    inner = data if path[0] == EACH else [data[path[0]]] if isinstance(data, dict) and path[0] in data else []
    rest = path[1:]
    if path[0] != EACH and rest[0] == EACH:
        inner, rest = (inner[0] if inner and isinstance(inner[0], list) else []), rest[1:]
    return [found for one in inner for found in leaves(one, rest)]


def changed(table: Table, dice: random.Random) -> dict[str, Any]:
    """A printed entry with some of its fields changed."""
    entry = copy.deepcopy(dict(dice.choice(list(table.printed.values()))))
    share = dice.choice([0.1, 0.3, 0.8])
    for one in table.fields.values():
        if one.path in PROSE[1:2] or dice.random() < share:
            for inside, key in leaves(entry, one.path):
                inside[key] = random_value(one, dice, inside[key])
    return entry


def random_units(ruleset: Ruleset, table: str, count: int, seed: int) -> dict[str, dict[str, Any]]:
    """So many entries of a table by their keys, that together make a pack without a fault."""
    dice, chosen = random.Random(seed), tables_of(ruleset)[table]
    units: dict[str, dict[str, Any]] = {}
    number = 0
    for _ in range(40):
        while len(units) < count + ROUND:
            entry = changed(chosen, dice)
            number += 1
            if "name" in entry or dice.random() < 0.5:
                entry["name"] = random_text(dice, 24)[:30] + f" {number}"
            units[f"unit {number}" if dice.random() < 0.5 else f"u{number}"] = entry
        units = without_faults(ruleset, chosen, units)
        if len(units) >= count:
            return dict(list(units.items())[:count])
    raise AssertionError(f"{len(units)} of {count} units of {ruleset.id} {table}")


def layer_of(table: Table, units: Mapping[str, Any]) -> Layer:
    """Entries as a pack lays them over a file."""
    return Layer(table.file, layout({table.name: dict(units)}), "random.toml")


def without_faults(ruleset: Ruleset, table: Table, units: dict[str, Any]) -> dict[str, Any]:
    """The entries that a pack may have; what is the sum of others is put right."""
    units = dict(units)
    for key in list(units):
        try:
            table.whole(units[key])
        except CatalogueError:
            del units[key]
    while units:
        laid = ruleset.under((layer_of(table, units),))
        try:
            laid.files.units()
            issues = [issue for issue in laid.files.sums() if issue.place[1] in units]
        except CatalogueError as wrong:
            issues = list(wrong.issues)
        if not issues:
            return units
        if not any(issue.place[1] in units for issue in issues):  # it shows elsewhere: half of them goes
            units = dict(list(units.items())[: len(units) // 2])
            continue
        wrong_keys = {issue.place[1] for issue in issues if issue.right is None}
        for issue in issues:
            if issue.right is not None and issue.place[1] not in wrong_keys:
                units[str(issue.place[1])][str(issue.place[2])] = issue.right
        units = {key: unit for key, unit in units.items() if key not in wrong_keys}
    return units
