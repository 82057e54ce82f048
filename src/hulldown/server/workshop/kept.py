"""Packs that a setup can name by an id: those that people keep, and what a battle here is played with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hulldown import rulesets
from hulldown.catalogue import CatalogueError, OwnFile
from hulldown.catalogue.load import parse_toml
from hulldown.catalogue.overlay import Layer, merge_layers
from hulldown.catalogue.pack import RULES
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import with_overlay
from hulldown.rulesets.common.trusted_rules import codes_of
from hulldown.server.workshop.packs import PackIn, word_of
from hulldown.store import games, packs
from hulldown.store.database import Database
from hulldown.store.models import GameRow
from hulldown.store.packs import NoSuchPack


@dataclass(frozen=True)
class KeptDocument:
    """A pack as JSON: a kept one as it was saved last, or that of a `battle`.

    `scenarios` are the ids of those in it.
    """

    id: str
    ruleset: str
    title: str
    document: str
    scenarios: frozenset[str]
    battle: bool = False


def find_document(db: Database, name: str) -> KeptDocument:
    """The pack of an id, or that of a battle by the battle's id. NoSuchPack if there is neither."""
    with db.reading() as transaction:
        try:
            row = packs.get(transaction, name)
        except NoSuchPack:
            pass
        else:
            document = packs.version(transaction, name, row.number).document
            text = json.dumps(document, ensure_ascii=False)
            return KeptDocument(
                row.id, row.ruleset, row.title, text, frozenset(document.get("scenarios", ()))
            )
        try:
            game = games.get(transaction, name)
        except games.NoSuchGame:
            raise NoSuchPack(name) from None
    return document_of_battle(game)  # it may set the battle up: no transaction waits for that


def document_of_battle(row: GameRow) -> KeptDocument:
    """What a battle is played with as a pack: its units and its own scenario, not its options.

    NoSuchPack while it hides units: its scenario says where they are.
    """
    ruleset = rulesets.get(row.ruleset)
    layers = tuple(Layer(**layer) for layer in row.layers)
    own = OwnFile(row.scenario, row.own) if row.own else None
    try:
        if own and not row.finished and hides_units(with_overlay(ruleset, layers), own, row):
            raise NoSuchPack(row.id)
        scenarios = {scenario_name(row): parse_toml(own.text, own.name)} if own else {}
        units = merged_tables(ruleset, [layer for layer in layers if layer.file != RULES])
        codes = codes_of(layers)
        if len(codes) > 1:  # a pack has the code of one
            raise NoSuchPack(row.id)
        rules = codes[0].digest if codes else ""
    except CatalogueError:  # the rules have changed since
        raise NoSuchPack(row.id) from None
    title = f"The battle {mission_of(row)}"
    pack = PackIn(
        ruleset=ruleset.id, sheet={"name": title[:60]}, units=units, scenarios=scenarios, rules=rules
    )
    return KeptDocument(row.id, ruleset.id, title, pack.model_dump_json(), frozenset(scenarios), True)


def mission_of(row: GameRow) -> str:
    """What the scenario of a battle calls itself: a title names the ruleset, too."""
    return row.title.partition(": ")[2] or row.title


def scenario_name(row: GameRow) -> str:
    """What the own scenario of a battle is called in its pack."""
    return word_of(f"{mission_of(row)}.toml")


def hides_units(ruleset: Ruleset, own: OwnFile, row: GameRow) -> bool:
    """Whether units of a battle are hidden until they are seen. CatalogueError if it can't be set up."""
    start = ruleset.set_up(own, ruleset.options_of(row.version, row.options), row.forces)
    return ruleset.secrets.has_hidden_info(start)


def merged_tables(ruleset: Ruleset, layers: Sequence[Layer]) -> dict[str, dict[str, Any]]:
    """The tables of layers, one over another, by their names. CatalogueError for what is no TOML."""
    tables: dict[str, dict[str, Any]] = {}
    for file in dict.fromkeys(layer.file for layer in layers):
        above = [layer for layer in layers if layer.file == file]
        tables |= merge_layers(above, ruleset.files.models[file.removesuffix(".toml")])
    return tables
