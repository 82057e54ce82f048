"""What there is to play, and how far the server is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from fastapi.responses import Response

from hulldown import __version__, rulesets
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.common.packs import cached
from hulldown.server.dependencies import TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.players.computers import list_players
from hulldown.server.rules.compilation import loaded
from hulldown.server.rules.rulebook import in_a_sentence, option_groups, variants
from hulldown.server.schemas.requests import Name, OwnFileIn
from hulldown.server.schemas.responses import (
    About,
    HomeLine,
    OwnFiles,
    RulesetInfo,
    RulesetLine,
    ScenarioName,
    Variants,
    json_response,
)
from hulldown.server.workshop.packs import of_house, parse_upload
from hulldown.views.thumbnails import miniature

PICTURE = "/api/rulesets/{ruleset}/scenarios/{scenario}/picture.svg"


async def about(services: TheServices) -> Response:
    """The version, and how far the compiled rules are."""
    return json_response(About(__version__, services.compilation.progress), About)


async def rulesets_(services: TheServices) -> Response:
    """The rulesets with the names of their scenarios."""
    return await asyncio.to_thread(_offers)


def _offers() -> Response:
    rulesets_here = [ruleset for name in rulesets.names() if (ruleset := loaded(name))]
    return json_response([_line(ruleset) for ruleset in rulesets_here], list[RulesetLine])


def _line(ruleset: Ruleset) -> RulesetLine:
    names = [ScenarioName(scenario.id, scenario.name) for scenario in ruleset.files.scenarios().values()]
    return RulesetLine(ruleset.id, ruleset.name, names, ruleset.campaign is not None)


async def home() -> Response:
    """The rulesets as Home shows them."""
    return json_response(await asyncio.to_thread(_at_home), list[HomeLine])


def _at_home() -> list[HomeLine]:
    return [_home_line(ruleset) for name in rulesets.names() if (ruleset := loaded(name))]


@cached
def _home_line(ruleset: Ruleset) -> HomeLine:
    first = ruleset.first_scenario()
    scenario = ruleset.files.scenarios()[first]
    return HomeLine(
        ruleset.id,
        ruleset.name,
        in_a_sentence(ruleset),
        ruleset.minutes if any(ruleset.minutes) else None,
        ScenarioName(first, scenario.name),
        f"{scenario.summary.partition('. ')[0].removesuffix('.')}.",
        ruleset.first_seat,
        PICTURE.format(ruleset=ruleset.id, scenario=first),
        list_players(ruleset),
        next(iter(ruleset.files.lessons()), ""),
    )


async def offer(ruleset: Name, services: TheServices) -> Response:
    """All that a ruleset offers: its scenarios, options and computer players."""
    ruled = ruleset in services.settings.rules
    shared = services.settings.shared
    return json_response(
        await asyncio.to_thread(lambda: _info(find_ruleset(ruleset), ruled, shared)), RulesetInfo
    )


async def house_rules(ruleset: Name, services: TheServices) -> Response:
    """What this server offers to play with: as `load` answers for a pack."""
    rules = services.settings.rules
    if ruleset not in rules:
        raise ApiError(404, "not_found", f"This server has no house rules for {ruleset}.")
    return json_response(await asyncio.to_thread(of_house, rules[ruleset]), OwnFiles)


def _info(ruleset: Ruleset, ruled: bool, shared: bool) -> RulesetInfo:
    options = list(ruleset.files.options().values())
    return RulesetInfo(
        ruleset.id,
        ruleset.name,
        ruleset.prefix,
        list(ruleset.files.scenarios().values()),
        options,
        option_groups(ruleset, options),
        len(ruleset.files.values()),
        list_players(ruleset),
        ruleset.campaign is not None,
        ruled,
        shared,
    )


async def numbers(ruleset: Name) -> Response:
    """Options and numbers of the rules together, with the chapters of the rules that they change."""
    return json_response(await asyncio.to_thread(lambda: _numbers(find_ruleset(ruleset))), Variants)


def _numbers(ruleset: Ruleset) -> Variants:
    offered = variants(ruleset)
    return Variants(offered, option_groups(ruleset, offered))


def in_bounds(ruleset: Ruleset, given: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """The numbers of a game's rules among what it is played with. Refused where one is out of its bounds."""
    values = ruleset.files.values()
    changed = {name: number for name, _, number in given if name in values}
    for name, number in changed.items():
        if fault := ruleset.files.variant_fault(name, number):
            raise ApiError(400, "bad_value", f"{name}: {fault} ({values[name].rule})")
    return changed


async def boards(ruleset: Name) -> Response:
    """A small picture of every scenario's board, to choose from."""
    return json_response(await asyncio.to_thread(_boards, find_ruleset(ruleset)), dict[str, str])


async def load(ruleset: Name, file: OwnFileIn) -> Response:
    """A scenario or a pack of the player's own: what it brings to a table, if nothing is wrong with it."""
    return json_response(await asyncio.to_thread(parse_upload, find_ruleset(ruleset), file), OwnFiles)


def _boards(ruleset: Ruleset) -> dict[str, str]:
    return {name: _board(ruleset, name) for name in ruleset.files.scenarios()}


@cached
def _board(ruleset: Ruleset, scenario: str) -> str:
    """A board as it is laid out for everybody; drawn once."""
    return miniature(ruleset.table.scene(ruleset.set_up(scenario), None))


def find_ruleset(name: str) -> Ruleset:
    """The ruleset of a name. Refused (404) if there is none."""
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise ApiError(404, "not_found", str(error)) from None
