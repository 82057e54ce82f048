"""Pictures to look at: the boards of scenarios, and a battle at the moment of a shot."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fastapi.responses import Response

from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.rulesets.api.scene import Aids, HexScene
from hulldown.rulesets.common.packs import cached
from hulldown.server.http.errors import ApiError
from hulldown.server.routes.about import PICTURE, find_ruleset
from hulldown.server.routes.games import PICTURE_POLICY, Svg
from hulldown.server.routes.rulebooks import HOUR
from hulldown.server.schemas.requests import Name
from hulldown.views.diff_overlay import shot
from hulldown.views.hex.grid import centre
from hulldown.views.ink import Room
from hulldown.views.thumbnails import scenery

FIRST = "tank_commander"  # the rules of the first battle of all
SHOOTER, TARGET = ("C9", 0, 1), ("G7", 4, 4)  # place, hull and turret, in sixths of a turn, of its two tanks
ROUND = (320.0, 235.0)  # how much of the board is seen round the shot, to each side and up and down


async def hero() -> Response:
    """The board of the first battle of all while one tank fires at the other."""
    return _picture(await asyncio.to_thread(_hero, find_ruleset(FIRST)))


async def board_of(ruleset: Name, scenario: Name) -> Response:
    """The board of a scenario as both sides stand at its start. Refused (404) if there is none."""
    return _picture(await asyncio.to_thread(_board_of, find_ruleset(ruleset), scenario))


@cached
def _hero(ruleset: Ruleset) -> str:
    scene = ruleset.table.scene(ruleset.set_up(ruleset.first_scenario()), None)
    assert isinstance(scene, HexScene)
    stands = (SHOOTER, TARGET)
    units = tuple(
        replace(unit, place=place, hull=hull, turret=turret)
        for unit, (place, hull, turret) in zip(scene.units, stands, strict=True)
    )
    begin, end = (centre(place) for place, *_ in stands)
    x, y = (begin.x + end.x) / 2, (begin.y + end.y) / 2
    window = Room(x - ROUND[0], y - ROUND[1], x + ROUND[0], y + ROUND[1])
    return scenery(replace(scene, units=units, aids=Aids()), shot(begin, end), window)


@cached
def _board_of(ruleset: Ruleset, scenario: str) -> str:
    if scenario not in ruleset.files.scenarios():
        raise ApiError(404, "not_found", f"{ruleset.name} has no scenario {scenario}.")
    return scenery(ruleset.table.scene(ruleset.set_up(scenario), None))


def _picture(markup: str) -> Response:
    return Svg(markup, headers={"content-security-policy": PICTURE_POLICY, "cache-control": HOUR})


CALLS = (("GET", "/api/home/picture.svg", hero), ("GET", PICTURE, board_of))
