"""What there is to play, and how far the server is."""

from __future__ import annotations

import asyncio
from functools import cache

from fastapi.responses import Response

from hulldown import __version__, rulesets
from hulldown.rulesets.face.ruleset import Ruleset
from hulldown.server.answers import About, RulebookAnswer, RulesetInfo, RulesetLine, ScenarioName, sent
from hulldown.server.errors import Refused
from hulldown.server.house import TheHouse
from hulldown.server.messages import Name
from hulldown.server.players import offered
from hulldown.server.readiness import loaded
from hulldown.server.rulebook import chapters, option_groups
from hulldown.views.miniature import miniature


async def about(house: TheHouse) -> Response:
    """The version, and how far the compiled rules are."""
    return sent(About(__version__, house.workshop.progress), About)


async def rulesets_(house: TheHouse) -> Response:
    """The rulesets with the names of their scenarios."""
    return await asyncio.to_thread(_offers)


def _offers() -> Response:
    found = [ruleset for name in rulesets.names() if (ruleset := loaded(name))]
    return sent([_line(ruleset) for ruleset in found], list[RulesetLine])


def _line(ruleset: Ruleset) -> RulesetLine:
    names = [ScenarioName(one.id, one.name) for one in ruleset.files.scenarios().values()]
    return RulesetLine(ruleset.id, ruleset.name, names, ruleset.campaign is not None)


async def offer(ruleset: Name) -> Response:
    """All that a ruleset offers: its scenarios, options and computer players."""
    return sent(await asyncio.to_thread(lambda: _info(known(ruleset))), RulesetInfo)


def _info(ruleset: Ruleset) -> RulesetInfo:
    return RulesetInfo(
        ruleset.id,
        ruleset.name,
        ruleset.prefix,
        list(ruleset.files.scenarios().values()),
        list(ruleset.files.options().values()),
        option_groups(ruleset),
        offered(ruleset),
        ruleset.campaign is not None,
    )


async def rulebook(ruleset: Name) -> Response:
    """The numbered rules of a ruleset by chapters."""
    return await asyncio.to_thread(_rulebook, ruleset)


def _rulebook(name: str) -> Response:
    ruleset = known(name)
    return sent(RulebookAnswer(ruleset.name, chapters(ruleset.files.rulebook())), RulebookAnswer)


async def boards(ruleset: Name) -> Response:
    """A small picture of every scenario's board, to choose from."""
    return sent(await asyncio.to_thread(_boards, known(ruleset)), dict[str, str])


@cache
def _boards(ruleset: Ruleset) -> dict[str, str]:
    """The boards as they are laid out for everybody; drawn once."""
    laid = {name: ruleset.table.scene(ruleset.set_up(name), None) for name in ruleset.files.scenarios()}
    return {name: miniature(scene) for name, scene in laid.items()}


def known(name: str) -> Ruleset:
    """The ruleset of a name. Refused (404) if there is none."""
    try:
        return rulesets.get(name)
    except rulesets.UnknownRuleset as error:
        raise Refused(404, "not_found", str(error)) from None
