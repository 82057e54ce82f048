"""Every call that the server answers, in one list (docs/api.md explains them)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache, wraps
from inspect import iscoroutinefunction
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, params
from fastapi.responses import Response
from starlette.routing import BaseRoute

from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.dependencies import content_named
from hulldown.server.play import order_preview
from hulldown.server.play.table_view import SinceAnswer
from hulldown.server.routes import (
    about,
    advice,
    campaigns,
    editor,
    games,
    garage,
    learn,
    live,
    me,
    odds,
    people,
    pictures,
    play,
    rulebooks,
    studies,
    workshop,
)
from hulldown.server.schemas import responses, voice
from hulldown.server.schemas.openapi import GAME, RULESET, Call
from hulldown.server.schemas.responses import REFUSALS, Svg, json_response
from hulldown.server.workshop.setup import InForce

ROUTES: list[Call] = [
    ("GET", "/api/about", about.about, responses.About),
    ("GET", "/api/home", about.home, list[responses.HomeLine]),
    ("GET", "/api/rulesets", about.rulesets_, list[responses.RulesetLine]),
    ("GET", RULESET, about.offer, responses.RulesetInfo),
    ("GET", RULESET + "/variants", about.numbers, responses.Variants),
    ("GET", RULESET + "/setup", about.in_force, InForce),
    ("GET", RULESET + "/boards", about.boards, dict[str, str]),
    ("GET", RULESET + "/files", about.own_files, responses.OwnFiles),
    ("GET", RULESET + "/house", about.house_rules, responses.OwnFiles),
    ("POST", RULESET + "/load", about.load, responses.OwnFiles),
    *odds.CALLS,
    ("POST", "/api/games", games.begin, responses.NewGame),
    ("GET", "/api/games", games.recent, list[responses.GameLine]),
    ("POST", "/api/games/load", games.load, responses.NewGame),
    ("GET", GAME + "/save", games.save, dict[str, Any]),
    ("GET", GAME + "/view", play.view, responses.TableView),
    ("POST", GAME + "/join", play.join, responses.TableView),
    ("POST", "/api/invitations", people.look_up, responses.Invited),
    ("POST", GAME + "/invitation", people.code, responses.Invited),
    ("POST", GAME + "/code", people.accept, list[responses.SeatTicket]),
    ("POST", GAME + "/withdraw", people.withdraw, responses.Withdrawn),
    ("POST", GAME + "/act", play.act, responses.TableView),
    ("GET", GAME + "/differences", games.differences, list[RuleDifference]),
    ("GET", GAME + "/setup", games.setup, responses.BattleSetup),
    ("POST", GAME + "/again", games.again, responses.NewGame),
    ("POST", GAME + "/undo", play.undo, responses.TableView),
    ("POST", GAME + "/offer", people.offer, responses.TableView),
    ("POST", GAME + "/claim", people.claim, responses.TableView),
    ("GET", GAME + "/chat", people.chat, responses.ChatView),
    ("POST", GAME + "/chat", people.say, responses.ChatView),
    ("POST", GAME + "/silence", people.silence, responses.ChatView),
    ("GET", GAME + "/news", live.news, live.NewsAnswer),
    ("POST", GAME + "/hurry", play.hurry, responses.TableView),
    ("GET", GAME + "/at/{number}", play.at, responses.TableView),
    ("GET", GAME + "/film", advice.film, advice.FilmAnswer),
    ("GET", GAME + "/better/{number}", advice.better, advice.BetterAnswer),
    ("GET", GAME + "/since", play.since, SinceAnswer),
    ("GET", GAME + "/odds", play.odds, responses.OddsAnswer),
    ("GET", GAME + "/route", play.route, responses.RouteAnswer),
    ("GET", GAME + "/preview", play.foresee, order_preview.PreviewAnswer),
    ("GET", GAME + "/preview/risk", play.risks, order_preview.RiskAnswer),
    ("GET", GAME + "/why", play.why, responses.WhyAnswer),
    ("GET", GAME + "/hint", advice.hint, responses.HintAnswer),
    ("GET", GAME + "/matrix", advice.matrix, list[Matrix]),
    ("GET", GAME + "/chances", play.chances, list[float | None]),
    *campaigns.CALLS,
    *garage.CALLS,
    *odds.REPORT_CALLS,
    *rulebooks.CALLS,
    *editor.CALLS,
    *workshop.CALLS,
    *studies.CALLS,
    *me.CALLS,
    *learn.CALLS,
]
PICTURES: list[Call] = [
    ("GET", GAME + "/picture.svg", games.picture, Svg),
    ("POST", GAME + "/invitation.svg", people.invitation_picture, Svg),
    ("GET", rulebooks.PICTURE, rulebooks.picture, Svg),
    ("GET", learn.PICTURE, learn.picture, Svg),
    *pictures.SCENARIO_PICTURES,
    *pictures.FILES,
]
# Files of what a setup may change.
CONTENT_FILES: list[Call] = [*odds.FILES, *garage.FILES]
FILES: list[Call] = [
    *pictures.PRINTED,
    *games.FILES,
    *workshop.FILES,
    *studies.FILES,
    *about.FILES,
    *campaigns.FILES,
]


def add_routes(app: FastAPI) -> None:
    """Answer every call of the list, the picture and the live line."""
    app.router.routes.extend(routes())


@cache
def routes() -> list[BaseRoute]:
    """The calls with the forms of their answers, which take half a second to work out: once a process."""
    calls = APIRouter()
    content, voiced = [Depends(content_named)], [Depends(voice.remember_caller)]
    for call in ROUTES:
        _add(calls, call, content if call[1].startswith((RULESET, garage.BUILDS)) else voiced)
    for dependencies, files in (([], PICTURES), (content, CONTENT_FILES), ([], FILES)):
        for call in files:
            _add(calls, call, dependencies)
    calls.add_api_websocket_route(GAME + "/live", live.live)
    return calls.routes


def _add(calls: APIRouter, call: Call, dependencies: Sequence[params.Depends]) -> None:
    method, path, work, answer = call
    is_file = isinstance(answer, type) and issubclass(answer, Response)
    calls.add_api_route(
        path,
        work if iscoroutinefunction(work) else in_thread(work, answer),
        methods=[method],
        responses=REFUSALS,
        dependencies=dependencies,
        **{"response_class" if is_file else "response_model": answer},
    )


def in_thread(work: Callable[..., Any], answer: Any) -> Callable[..., Any]:
    """A call that a plain function answers: in a thread, so that other calls go on meanwhile."""

    def respond(given: dict[str, Any]) -> Response:
        result = work(**given)
        return result if isinstance(result, Response) else json_response(result, answer)

    @wraps(work)
    async def call(**given: Any) -> Response:
        return await asyncio.to_thread(respond, given)

    return call
