"""What the workshop lays out of a ruleset: its numbers with their sentences, its tables of units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hulldown.catalogue import apply_numbers, json_schema
from hulldown.rulesets.api.files import OptionInfo, Rulebook
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.unit_tables import links, shipped, unit_files
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
        shipped(ruleset),
        {kind: json_schema(ruleset.files.models[kind]) for kind in unit_files(ruleset)},
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
