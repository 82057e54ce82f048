"""The lab: what can be asked, studies judged, priced, begun, watched, stopped, compared and taken along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import FileResponse, Response

from hulldown.catalogue.pack import plain_word
from hulldown.server.dependencies import Me, TheServices, TheSetup
from hulldown.server.http.errors import ApiError
from hulldown.server.lab import page, requests
from hulldown.server.lab.page import ComparedStudies, Looks, StudyPage, StudyPlot
from hulldown.server.lab.queue import STUDY, StudyLine
from hulldown.server.lab.requests import JudgedStudy, LabOffer, LabState, Price, StudyIn
from hulldown.server.people.accounts import Account
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.openapi import Call, published_as
from hulldown.server.schemas.requests import GameId, Name
from hulldown.server.schemas.responses import json_response
from hulldown.server.services import Services
from hulldown.server.workshop.setup import content_of

WIDTH = 20  # plots are drawn for widths of so many units, so that they need not be drawn for every window
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

Width = Annotated[int, Query(ge=280, le=1200)]


def state(services: TheServices, caller: Me) -> LabState:
    """Whether the lab works here, and what a guest may begin."""
    guest = not services.studies.at_home(caller.address)
    most = services.settings.limits.study_games if guest else 0
    why = requests.why_not()
    return LabState(not why, why, most)


def offer(ruleset: Name, services: TheServices, setup: TheSetup) -> LabOffer:
    """All that can be asked about a ruleset, with a setup or a kept pack in force or without."""
    requests.need_lab()
    return requests.offer(content_of(services.db, find_ruleset(ruleset), setup, "study"))


def judge(message: StudyIn, services: TheServices, caller: Me) -> JudgedStudy:
    """What is wrong with a study, and what it comes to."""
    return requests.judged(services.db, message, partial(services.studies.may_ask, caller.address))


async def cost(message: StudyIn, services: TheServices, caller: Me) -> Response:
    """About what a study takes, by games that another process plays now."""
    with_study = requests.priced(services.db, message)
    path = await asyncio.to_thread(with_study.__enter__)
    try:
        price = await _price(services, path)
    finally:
        await asyncio.to_thread(with_study.__exit__, None, None, None)
    take = partial(services.studies.may_take, caller.address)
    fault = price.fault or requests.refusal(take, price.minutes)
    return json_response(replace(price, fault=fault), Price)


async def _price(services: Services, path: Path) -> Price:
    """What the study of a file takes, by games that another process plays now."""
    workers = services.settings.study_workers
    answer = await services.lab_worker.ask("cost", study=str(path), workers=workers)
    return Price(**answer["cost"])


async def begin(message: StudyIn, services: TheServices, caller: Me) -> Response:
    """Begin a study: it waits for its turn. What a guest of a shared server begins has its price first."""
    name = await asyncio.to_thread(_draw_up, services, message, caller)
    return await _begin(services, name, caller)


async def check(study: GameId, services: TheServices, caller: Me) -> Response:
    """Ask better players whether they agree with a study that is done: a study of its own, begun once."""
    known = await asyncio.to_thread(services.studies.check_of, study)
    if known:
        return json_response(await asyncio.to_thread(services.studies.line, known, caller), StudyLine)
    name = await asyncio.to_thread(_draw_up_check, services, study, caller)
    return await _begin(services, name, caller)


async def _begin(services: Services, name: str, caller: Account) -> Response:
    """Begin what is drawn up; what a guest of a shared server begins has its price first."""
    studies = services.studies
    try:
        if not studies.at_home(caller.address):
            price = await _price(services, studies.draft_folder(name) / STUDY)
            if price.fault:
                raise ApiError(400, "unclear", price.fault)
            studies.may_take(caller.address, price.minutes)
        await asyncio.to_thread(studies.begin, name, caller)
    finally:
        await asyncio.to_thread(studies.forget, name)
    return json_response(await asyncio.to_thread(studies.line, name, caller), StudyLine)


def _draw_up(services: Services, message: StudyIn, caller: Account) -> str:
    """The name of a study that is ready to be begun."""
    caller.keeps()
    studies = services.studies
    name = studies.fresh(caller)
    may = partial(studies.may_ask, caller.address)
    requests.create_folder(services.db, message, studies.draft_folder(name), may)
    return name


def _draw_up_check(services: Services, study: str, caller: Account) -> str:
    """The name of a study in which better players are asked about another. Refused (409) where none are."""
    caller.keeps()
    studies = services.studies
    line, path = studies.line(study, caller), studies.path(study)
    better = page.better_player(line, path)
    if not better:
        raise ApiError(409, "no_check", "No better players can be asked about this study.")
    name = studies.fresh(caller)
    may = partial(studies.may_ask, caller.address)
    requests.create_check(path, study, better, studies.draft_folder(name), may)
    return name


def listed(services: TheServices, caller: Me, everybodys: bool = False) -> list[StudyLine]:
    """The caller's studies, the newest first; `everybodys` for the host of a shared server."""
    if everybodys and not services.studies.at_home(caller.address):
        raise ApiError(403, "not_yours", "Only the host of this server sees everybody's studies.")
    return services.studies.lines(caller, everybodys)


@published_as("shown")
def study_page(study: GameId, services: TheServices, caller: Me) -> StudyPage:
    """A study with its result, and with what better players say of it."""
    studies = services.studies
    line, path = studies.line(study, caller), studies.path(study)
    known = studies.check_of(study)
    return page.page(line, path, (studies.line(known, caller), studies.path(known)) if known else None)


def looks(
    study: GameId,
    services: TheServices,
    since: Annotated[int, Query(alias="from", ge=0)] = 0,
    cell: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Looks:
    """The course of one of a study's questions."""
    return page.looks(services.studies.path(study), since, cell)


def stop(study: GameId, services: TheServices, caller: Me) -> StudyLine:
    """Stop a study after the slice that it plays."""
    services.studies.own(study, caller)
    services.studies.stop(study)
    return services.studies.line(study, caller)


def go_on(study: GameId, services: TheServices, caller: Me) -> StudyLine:
    """Go on with a study that was stopped."""
    services.studies.own(study, caller)
    services.studies.go_on(study, caller)
    return services.studies.line(study, caller)


def delete(study: GameId, services: TheServices, caller: Me) -> StudyLine:
    """Forget a study and all its games; the answer is what it was."""
    services.studies.own(study, caller)
    line = services.studies.line(study, caller)
    services.studies.delete(study)
    return line


def plots(study: GameId, services: TheServices, caller: Me, width: Width = 640) -> list[StudyPlot]:
    """The plots of a study, each with its meaning and its table."""
    line = services.studies.line(study, caller)
    return page.plots(line, services.studies.path(study), max(280, width // WIDTH * WIDTH))


def compare(services: TheServices, caller: Me, a: GameId, b: GameId, width: Width = 640) -> ComparedStudies:
    """Two studies on one scale."""
    first, second = ((services.studies.line(study, caller), services.studies.path(study)) for study in (a, b))
    return page.compared(first, second, width)


# ---------------------------------------------------------------- taken along


def file_name(line: StudyLine, ending: str) -> str:
    """The name of a file of a study."""
    word = plain_word(line.name, "-")[:60] or "study"
    return f"{word}{ending}"


def _file(
    services: Services,
    name: str,
    caller: Account,
    make: Callable[[Path], Path],
    ending: str,
    kind: str,
    **headers: str,
) -> Response:
    requests.need_lab()
    line, path = services.studies.line(name, caller), make(services.studies.path(name))
    return FileResponse(path, media_type=kind, filename=file_name(line, ending), headers=headers)


def report(study: GameId, services: TheServices, caller: Me) -> Response:
    """The report, one file to send to a friend."""
    policy = {"content-security-policy": REPORT_POLICY}
    return _file(services, study, caller, page.report, ".html", "text/html", **policy)


def games(study: GameId, services: TheServices, caller: Me) -> Response:
    """The games for a spreadsheet."""
    return _file(services, study, caller, page.table, ".csv", "text/csv")


def file(study: GameId, services: TheServices, caller: Me) -> Response:
    """The study's file, to be played anywhere."""
    return _file(services, study, caller, lambda path: path / STUDY, ".toml", "application/toml")


async def film(
    study: GameId, services: TheServices, which: Literal["typical", "closest", "one_sided"] = "typical"
) -> Response:
    """A game of a study as a save, to be watched at the table."""
    requests.need_lab()
    path = services.studies.path(study)
    if not (path / "games.parquet").is_file():
        raise ApiError(409, "no_games", "This study has no games to watch yet.")
    answer = await services.lab_worker.ask("film", folder=str(path), which=which)
    return Response(answer["save"], media_type="application/json")


ALL = "/api/studies"
ONE = ALL + "/{study}"
CALLS: list[Call] = [
    ("GET", "/api/lab", state, LabState),
    ("GET", "/api/lab/{ruleset}", offer, LabOffer),
    ("POST", ALL + "/judge", judge, JudgedStudy),
    ("POST", ALL + "/cost", cost, Price),
    ("GET", ALL + "/compare", compare, ComparedStudies),
    ("POST", ALL, begin, StudyLine),
    ("GET", ALL, listed, list[StudyLine]),
    ("GET", ONE, study_page, StudyPage),
    ("DELETE", ONE, delete, StudyLine),
    ("GET", ONE + "/looks", looks, Looks),
    ("POST", ONE + "/stop", stop, StudyLine),
    ("POST", ONE + "/continue", go_on, StudyLine),
    ("POST", ONE + "/check", check, StudyLine),
    ("GET", ONE + "/plots", plots, list[StudyPlot]),
]
FILES: list[Call] = [
    ("GET", ONE + "/report.html", report, Response),
    ("GET", ONE + "/games.csv", games, Response),
    ("GET", ONE + "/study.toml", file, Response),
    ("GET", ONE + "/film", film, Response),
]
