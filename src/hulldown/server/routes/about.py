"""What there is to play, and how far the server is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from fastapi.responses import Response

from hulldown import __version__, rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common import lint
from hulldown.server.dependencies import TheContent, TheServices, TheSetup
from hulldown.server.http.errors import ApiError
from hulldown.server.players.computers import list_players
from hulldown.server.rules.compilation import find_ruleset, loaded
from hulldown.server.rules.rulebook import in_a_sentence, option_groups, variants
from hulldown.server.schemas import responses
from hulldown.server.schemas.openapi import RULESET, Call, published_as
from hulldown.server.schemas.requests import Name, OwnFileIn
from hulldown.server.workshop import setup as setups
from hulldown.server.workshop.packs import of_content, of_house, parse_upload
from hulldown.server.workshop.setup import InForce
from hulldown.views.thumbnails import miniature

PICTURE = RULESET + "/scenarios/{scenario}/picture.svg"
BOARDS = 256  # small boards that are kept: of every scenario that ships, and of some with packs


async def about(services: TheServices) -> Response:
    """The version, and how far the compiled rules are."""
    return responses.json_response(
        responses.About(__version__, services.compilation.progress), responses.About
    )


def rulesets_(services: TheServices) -> list[responses.RulesetLine]:
    """The rulesets with the names of their scenarios."""
    return [_line(ruleset) for ruleset in all_loaded()]


def _line(ruleset: Ruleset) -> responses.RulesetLine:
    names = [
        responses.ScenarioName(scenario.id, scenario.name) for scenario in ruleset.files.scenarios().values()
    ]
    return responses.RulesetLine(ruleset.id, ruleset.name, names, ruleset.campaign is not None)


def home() -> list[responses.HomeLine]:
    """The rulesets as Home shows them."""
    return [_home_line(ruleset) for ruleset in all_loaded()]


@cache
def _home_line(ruleset: Ruleset) -> responses.HomeLine:
    first = ruleset.first_scenario()
    scenario = ruleset.files.scenarios()[first]
    return responses.HomeLine(
        ruleset.id,
        ruleset.name,
        in_a_sentence(ruleset),
        ruleset.minutes if any(ruleset.minutes) else None,
        responses.ScenarioName(first, scenario.name),
        f"{scenario.summary.partition('. ')[0].removesuffix('.')}.",
        ruleset.first_seat,
        PICTURE.format(ruleset=ruleset.id, scenario=first),
        list_players(ruleset),
        next(iter(ruleset.files.lessons()), ""),
    )


def offer(content: TheContent, services: TheServices) -> responses.RulesetInfo:
    """All that a ruleset offers: its scenarios, options and computer players."""
    rules = content.ruleset
    options = list(rules.files.options().values())
    return responses.RulesetInfo(
        rules.id,
        rules.name,
        rules.prefix,
        list(rules.files.scenarios().values()),
        options,
        option_groups(rules, options),
        len(rules.files.values()),
        list_players(rules),
        rules.campaign is not None,
        rules.id in services.settings.rules,
        services.settings.shared,
    )


def house_rules(ruleset: Name, services: TheServices) -> responses.OwnFiles:
    """What this server offers to play with: as `load` answers for a pack."""
    rules = services.settings.rules
    if ruleset not in rules:
        raise ApiError(404, "not_found", f"This server has no house rules for {ruleset}.")
    return of_house(rules[ruleset])


def numbers(content: TheContent) -> responses.Variants:
    """Options and numbers of the rules together, with the chapters of the rules that they change."""
    rules = content.ruleset
    offered = variants(rules)
    return responses.Variants(offered, option_groups(rules, offered))


def in_bounds(ruleset: Ruleset, given: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """The numbers of a game's rules among what it is played with. Refused where one is out of its bounds."""
    values = ruleset.files.values()
    changed = {name: number for name, _, number in given if name in values}
    for name, number in changed.items():
        if fault := ruleset.files.variant_fault(name, number):
            raise ApiError(400, "bad_value", f"{name}: {fault} ({values[name].rule})")
    return changed


def boards(content: TheContent) -> dict[str, str]:
    """A small picture of every scenario's board, to choose from."""
    rules = content.ruleset
    return {name: _board(rules, name) for name in rules.files.scenarios()}


def load(content: TheContent, file: OwnFileIn) -> responses.OwnFiles:
    """A scenario or a pack of the player's own: what it brings to a table, if nothing is wrong with it."""
    return parse_upload(content.ruleset, file)


def own_files(ruleset: Name, setup: TheSetup, services: TheServices) -> responses.OwnFiles:
    """What the setup of the address brings along: as `load` answers for a pack."""
    content = setups.content_of(services.db, find_ruleset(ruleset), setup, "study")
    stack = content.stack
    name = ", ".join(pack.sheet.name for pack in stack.packs) or "What is open"
    return of_content(content, name, " ".join(f"{line}." for line in stack.conflicts))


def in_force(content: TheContent, setup: TheSetup, services: TheServices) -> InForce:
    """What the setup of the address comes to: what it sets, who sets it, what is not as printed."""
    return setups.in_force(services.db, content, setup)


@lru_cache(maxsize=BOARDS)
def _board(ruleset: Ruleset, scenario: str) -> str:
    """A board as it is laid out for everybody; drawn once."""
    return miniature(ruleset.table.scene(ruleset.set_up(scenario), None))


def all_loaded() -> list[Ruleset]:
    """The rulesets that can be played here."""
    return [ruleset for name in rulesets.names() if (ruleset := loaded(name))]


# ---------------------------------------------------------------- schemas
# The JSON Schemas of TOML files, at the addresses that the files' first lines name.


SCHEMAS = "/schemas/"


class Schema(Response):
    """A JSON Schema."""

    media_type = "application/schema+json"


@published_as("listed")
def list_schemas() -> dict[str, Any]:
    """Every schema by name, with its address and what it is about."""
    return {
        model: {"address": f"{SCHEMAS}{model}{lint.ENDING}", "about": lint.describe_schema(model)}
        for model in lint.schema_models()
    }


@published_as("one")
def schema_of(name: str) -> Response:
    """A schema."""
    try:
        return Schema(json.dumps(lint.schema_of(name)))
    except lint.UnknownSchema as wrong:
        raise ApiError(404, "not_found", str(wrong)) from None


FILES: list[Call] = [
    ("GET", SCHEMAS, list_schemas, dict[str, Any]),
    ("GET", SCHEMAS + "{name:path}" + lint.ENDING, schema_of, Schema),
]
