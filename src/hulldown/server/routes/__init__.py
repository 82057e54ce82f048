"""Every call that the server answers, in one list (docs/api.md explains them)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.responses import Response
from starlette.routing import BaseRoute

from hulldown.rulesets.face.campaigning import CampaignOffer, Weighed
from hulldown.rulesets.face.matrix import Matrix
from hulldown.rulesets.shared.differences import Difference
from hulldown.server import answers, odds_form, odds_page, preview, voice
from hulldown.server.answers import REFUSALS
from hulldown.server.campaigns import CampaignLine, CampaignView, NewCampaign
from hulldown.server.routes import (
    about,
    campaigns,
    editor,
    film,
    games,
    garage,
    hints,
    invitations,
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
from hulldown.server.since import SinceAnswer

GAME = "/api/games/{game}"
RULESET = "/api/rulesets/{ruleset}"
CAMPAIGN = "/api/campaigns/{campaign}"
ROUTES: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", "/api/about", about.about, answers.About),
    ("GET", "/api/home", about.home, list[answers.HomeLine]),
    ("GET", "/api/rulesets", about.rulesets_, list[answers.RulesetLine]),
    ("GET", RULESET, about.offer, answers.RulesetInfo),
    ("GET", RULESET + "/variants", about.numbers, answers.Variants),
    ("GET", RULESET + "/boards", about.boards, dict[str, str]),
    ("GET", RULESET + "/house", about.house_rules, answers.OwnFiles),
    ("POST", RULESET + "/load", about.load, answers.OwnFiles),
    ("GET", RULESET + "/situations", situations.form, odds_form.SituationForm),
    ("POST", RULESET + "/situations", situations.form_with, odds_form.SituationForm),
    ("POST", RULESET + "/odds", situations.odds, odds_page.OddsPage),
    ("POST", RULESET + "/series/odds", situations.in_a_row, list[odds_page.Series]),
    ("POST", RULESET + "/matrix/odds", situations.crossed, list[odds_page.Crossed]),
    ("POST", "/api/games", games.begin, answers.NewGame),
    ("GET", "/api/games", games.recent, list[answers.GameLine]),
    ("POST", "/api/games/load", games.load, answers.NewGame),
    ("GET", GAME + "/save", games.save, dict[str, Any]),
    ("GET", GAME + "/view", play.view, answers.TableView),
    ("POST", GAME + "/join", play.join, answers.TableView),
    ("POST", "/api/invitations", invitations.look_up, answers.Invited),
    ("POST", GAME + "/invitation", invitations.code, answers.Invited),
    ("POST", GAME + "/code", invitations.accept, list[answers.SeatTicket]),
    ("POST", GAME + "/withdraw", invitations.withdraw, answers.Withdrawn),
    ("POST", GAME + "/act", play.act, answers.TableView),
    ("GET", GAME + "/differences", games.differences, list[Difference]),
    ("POST", GAME + "/again", games.again, answers.NewGame),
    ("POST", GAME + "/undo", play.undo, answers.TableView),
    ("POST", GAME + "/offer", people.offer, answers.TableView),
    ("POST", GAME + "/claim", people.claim, answers.TableView),
    ("GET", GAME + "/chat", people.chat, answers.ChatView),
    ("POST", GAME + "/chat", people.say, answers.ChatView),
    ("POST", GAME + "/silence", people.silence, answers.ChatView),
    ("GET", GAME + "/news", live.news, live.NewsAnswer),
    ("POST", GAME + "/hurry", play.hurry, answers.TableView),
    ("GET", GAME + "/at/{number}", play.at, answers.TableView),
    ("GET", GAME + "/film", film.film, film.FilmAnswer),
    ("GET", GAME + "/better/{number}", film.better, film.BetterAnswer),
    ("GET", GAME + "/since", play.since, SinceAnswer),
    ("GET", GAME + "/odds", questions.odds, answers.OddsAnswer),
    ("GET", GAME + "/route", questions.route, answers.RouteAnswer),
    ("GET", GAME + "/preview", questions.foresee, preview.PreviewAnswer),
    ("GET", GAME + "/preview/risk", questions.risks, preview.RiskAnswer),
    ("GET", GAME + "/why", questions.why, answers.WhyAnswer),
    ("GET", GAME + "/hint", hints.hint, answers.HintAnswer),
    ("GET", GAME + "/matrix", hints.matrix, list[Matrix]),
    ("GET", GAME + "/chances", questions.chances, list[float | None]),
    ("GET", RULESET + "/campaign", campaigns.offer, CampaignOffer),
    ("POST", RULESET + "/campaign", campaigns.offer_with, CampaignOffer),
    ("POST", "/api/campaigns", campaigns.begin, NewCampaign),
    ("GET", "/api/campaigns", campaigns.recent, list[CampaignLine]),
    ("POST", "/api/campaigns/load", campaigns.load, NewCampaign),
    ("GET", CAMPAIGN, campaigns.view, CampaignView),
    ("GET", CAMPAIGN + "/differences", campaigns.differences, list[Difference]),
    ("POST", CAMPAIGN + "/weigh", campaigns.weigh, Weighed),
    ("POST", CAMPAIGN + "/refit", campaigns.refit, CampaignView),
    ("POST", CAMPAIGN + "/choice", campaigns.choice, CampaignView),
    ("POST", CAMPAIGN + "/battle", campaigns.battle, answers.NewGame),
    ("POST", CAMPAIGN + "/abandon", campaigns.abandon, CampaignView),
]
PICTURES: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    ("GET", GAME + "/picture.svg", games.picture),
    ("POST", GAME + "/invitation.svg", invitations.drawn),
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
    packed, voiced = [Depends(workshop.in_pack)], [Depends(voice.asked)]
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
        (RULESET + "/odds/chart.svg", situations.drawn, games.Svg),
        (RULESET + "/odds/table.csv", situations.listed, situations.Csv),
        (reports.PICTURE, reports.drawn, games.Svg),
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
