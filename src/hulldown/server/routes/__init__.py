"""Every call that the server answers, in one list (docs/api.md explains them)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.responses import Response
from starlette.routing import BaseRoute

from hulldown.rulesets.api.campaigning import CampaignOffer, RefitCost
from hulldown.rulesets.api.matrix import Matrix
from hulldown.rulesets.common.scenarios import RuleDifference
from hulldown.server.odds import page
from hulldown.server.play import order_preview
from hulldown.server.play.table_view import SinceAnswer
from hulldown.server.routes import (
    about,
    campaigns,
    editor,
    film,
    games,
    garage,
    hints,
    learn,
    live,
    me,
    people,
    pictures,
    play,
    printing,
    progress,
    questions,
    reports,
    rulebooks,
    scenery,
    schemas,
    situations,
    studies,
    workshop,
)
from hulldown.server.schemas import responses, voice
from hulldown.server.schemas.responses import REFUSALS
from hulldown.server.workshop.campaigns import CampaignLine, CampaignView, NewCampaign

GAME = "/api/games/{game}"
RULESET = "/api/rulesets/{ruleset}"
CAMPAIGN = "/api/campaigns/{campaign}"
ROUTES: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", "/api/about", about.about, responses.About),
    ("GET", "/api/home", about.home, list[responses.HomeLine]),
    ("GET", "/api/rulesets", about.rulesets_, list[responses.RulesetLine]),
    ("GET", RULESET, about.offer, responses.RulesetInfo),
    ("GET", RULESET + "/variants", about.numbers, responses.Variants),
    ("GET", RULESET + "/boards", about.boards, dict[str, str]),
    ("GET", RULESET + "/house", about.house_rules, responses.OwnFiles),
    ("POST", RULESET + "/load", about.load, responses.OwnFiles),
    ("GET", RULESET + "/situations", situations.form, page.SituationForm),
    ("POST", RULESET + "/situations", situations.form_with, page.SituationForm),
    ("POST", RULESET + "/odds", situations.odds, page.OddsPage),
    ("POST", RULESET + "/series/odds", situations.in_a_row, list[page.Series]),
    ("POST", RULESET + "/matrix/odds", situations.crossed, list[page.Crossed]),
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
    ("GET", GAME + "/film", film.film, film.FilmAnswer),
    ("GET", GAME + "/better/{number}", film.better, film.BetterAnswer),
    ("GET", GAME + "/since", play.since, SinceAnswer),
    ("GET", GAME + "/odds", questions.odds, responses.OddsAnswer),
    ("GET", GAME + "/route", questions.route, responses.RouteAnswer),
    ("GET", GAME + "/preview", questions.foresee, order_preview.PreviewAnswer),
    ("GET", GAME + "/preview/risk", questions.risks, order_preview.RiskAnswer),
    ("GET", GAME + "/why", questions.why, responses.WhyAnswer),
    ("GET", GAME + "/hint", hints.hint, responses.HintAnswer),
    ("GET", GAME + "/matrix", hints.matrix, list[Matrix]),
    ("GET", GAME + "/chances", questions.chances, list[float | None]),
    ("GET", RULESET + "/campaign", campaigns.offer, CampaignOffer),
    ("POST", RULESET + "/campaign", campaigns.offer_with, CampaignOffer),
    ("POST", "/api/campaigns", campaigns.begin, NewCampaign),
    ("GET", "/api/campaigns", campaigns.recent, list[CampaignLine]),
    ("POST", "/api/campaigns/load", campaigns.load, NewCampaign),
    ("GET", CAMPAIGN, campaigns.view, CampaignView),
    ("GET", CAMPAIGN + "/differences", campaigns.differences, list[RuleDifference]),
    ("POST", CAMPAIGN + "/weigh", campaigns.weigh, RefitCost),
    ("POST", CAMPAIGN + "/refit", campaigns.refit, CampaignView),
    ("POST", CAMPAIGN + "/choice", campaigns.choice, CampaignView),
    ("POST", CAMPAIGN + "/battle", campaigns.battle, responses.NewGame),
    ("POST", CAMPAIGN + "/abandon", campaigns.abandon, CampaignView),
]
PICTURES: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    ("GET", GAME + "/picture.svg", games.picture),
    ("POST", GAME + "/invitation.svg", people.invitation_picture),
    ("GET", rulebooks.PICTURE, rulebooks.picture),
    ("GET", learn.PICTURE, learn.picture),
    *scenery.CALLS,
)


def add_routes(app: FastAPI) -> None:
    """Answer every call of the list, the picture and the live line."""
    app.router.routes.extend(routes())


@cache
def routes() -> list[BaseRoute]:
    """The calls with the forms of their answers, which take half a second to work out: once a process."""
    calls = APIRouter()
    rooms = (garage, reports, rulebooks, editor, workshop, studies, me, progress, learn)
    own = [call for room in rooms for call in room.CALLS]
    packed, voiced = [Depends(workshop.in_pack)], [Depends(voice.remember_caller)]
    for method, path, answered_by, answer in [*ROUTES, *own]:
        calls.add_api_route(
            path,
            answered_by,
            methods=[method],
            response_model=answer,
            responses=REFUSALS,
            dependencies=packed if path.startswith((RULESET, garage.BUILDS)) else voiced,
        )
    for method, path, answered_by in PICTURES:
        calls.add_api_route(path, answered_by, methods=[method], response_class=games.Svg, responses=REFUSALS)
    for path, answered_by in pictures.CALLS:
        calls.add_api_route(GAME + path, answered_by, response_class=Response, responses=REFUSALS)
    for path, answered_by, kind in (
        (RULESET + "/odds/chart.svg", situations.odds_chart, games.Svg),
        (RULESET + "/odds/table.csv", situations.listed, situations.Csv),
        (reports.PICTURE, reports.report_chart, games.Svg),
        (reports.TABLE, reports.listed, situations.Csv),
    ):
        calls.add_api_route(
            path,
            answered_by,
            methods=["POST"],
            response_class=kind,
            responses=REFUSALS,
            dependencies=packed,
        )
    for method, path, answered_by in (
        ("POST", RULESET + "/cards.pdf", garage.cards_pdf),
        ("GET", printing.PATH, printing.scenario_pdf),
    ):
        calls.add_api_route(
            path,
            answered_by,
            methods=[method],
            response_class=garage.Pdf,
            responses=REFUSALS,
            dependencies=packed,
        )
    calls.add_api_route(
        workshop.FILE, workshop.export, methods=["POST"], response_class=workshop.PackFile, responses=REFUSALS
    )
    for path, answered_by in studies.FILES:
        calls.add_api_route(path, answered_by, response_class=Response, responses=REFUSALS)
    calls.add_api_route(schemas.ALL, schemas.listed, response_model=dict[str, Any], responses=REFUSALS)
    calls.add_api_route(schemas.ONE, schemas.one, response_class=schemas.Schema, responses=REFUSALS)
    calls.add_api_route(CAMPAIGN + "/file", campaigns.file, response_class=campaigns.Toml, responses=REFUSALS)
    calls.add_api_websocket_route(GAME + "/live", live.live)
    return calls.routes
