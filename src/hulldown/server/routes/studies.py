"""The lab: what can be asked, studies judged, priced, begun, watched, stopped, compared and taken along."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import FileResponse, Response

from hulldown.server.dependencies import Me, TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.lab import page, requests
from hulldown.server.lab.page import ComparedStudies, Looks, StudyPage, StudyPlot
from hulldown.server.lab.queue import STUDY, StudyLine
from hulldown.server.lab.requests import JudgedStudy, LabOffer, LabState, Price, StudyIn
from hulldown.server.people.accounts import Account
from hulldown.server.routes.about import find_ruleset
from hulldown.server.schemas.openapi import published_as
from hulldown.server.schemas.requests import GameId, Name
from hulldown.server.schemas.responses import json_response
from hulldown.server.services import Services

WIDTH = 20  # plots are drawn for widths of so many units, so that they need not be drawn for every window
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
FILE_NAME = re.compile(r"[^a-z0-9]+")

Width = Annotated[int, Query(ge=280, le=1200)]


async def state(services: TheServices, caller: Me) -> Response:
    """Whether the lab works here, and what a guest may begin."""
    guest = not services.studies.at_home(caller.address)
    most = services.settings.limits.study_games if guest else 0
    why = await asyncio.to_thread(requests.why_not)
    return json_response(LabState(not why, why, most), LabState)


async def offer(ruleset: Name) -> Response:
    """All that can be asked about a ruleset."""
    requests.need_lab()
    return json_response(await asyncio.to_thread(lambda: requests.offer(find_ruleset(ruleset))), LabOffer)


async def judge(message: StudyIn, services: TheServices, caller: Me) -> Response:
    """What is wrong with a study, and what it comes to."""

    def may(games: int) -> None:
        services.studies.may_ask(caller.address, games)

    return json_response(await asyncio.to_thread(requests.judged, services.db, message, may), JudgedStudy)


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
    studies = services.studies
    name = await asyncio.to_thread(_draw_up, services, message, caller)
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


async def listed(services: TheServices, caller: Me, everybodys: bool = False) -> Response:
    """The caller's studies, the newest first; `everybodys` for the host of a shared server."""
    if everybodys and not services.studies.at_home(caller.address):
        raise ApiError(403, "not_yours", "Only the host of this server sees everybody's studies.")
    return json_response(await asyncio.to_thread(services.studies.lines, caller, everybodys), list[StudyLine])


@published_as("shown")
async def study_page(study: GameId, services: TheServices, caller: Me) -> Response:
    """A study with its result."""
    return json_response(await asyncio.to_thread(_study_page, services, study, caller), StudyPage)


def _study_page(services: Services, name: str, caller: Account) -> StudyPage:
    return page.page(services.studies.line(name, caller), services.studies.path(name))


async def looks(
    study: GameId,
    services: TheServices,
    since: Annotated[int, Query(alias="from", ge=0)] = 0,
    cell: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """The course of one of a study's questions."""
    path = services.studies.path(study)
    return json_response(await asyncio.to_thread(page.looks, path, since, cell), Looks)


async def stop(study: GameId, services: TheServices, caller: Me) -> Response:
    """Stop a study after the slice that it plays."""
    return await _change_study(services, study, caller, services.studies.stop)


async def go_on(study: GameId, services: TheServices, caller: Me) -> Response:
    """Go on with a study that was stopped."""

    return await _change_study(services, study, caller, lambda name: services.studies.go_on(name, caller))


async def _change_study(
    services: Services, name: str, caller: Account, act: Callable[[str], None]
) -> Response:
    def work() -> StudyLine:
        services.studies.own(name, caller)
        act(name)
        return services.studies.line(name, caller)

    return json_response(await asyncio.to_thread(work), StudyLine)


async def delete(study: GameId, services: TheServices, caller: Me) -> Response:
    """Forget a study and all its games; the answer is what it was."""

    def work() -> StudyLine:
        services.studies.own(study, caller)
        line = services.studies.line(study, caller)
        services.studies.delete(study)
        return line

    return json_response(await asyncio.to_thread(work), StudyLine)


async def plots(study: GameId, services: TheServices, caller: Me, width: Width = 640) -> Response:
    """The plots of a study, each with its meaning and its table."""

    def work() -> list[StudyPlot]:
        line = services.studies.line(study, caller)
        return page.plots(line, services.studies.path(study), max(280, width // WIDTH * WIDTH))

    return json_response(await asyncio.to_thread(work), list[StudyPlot])


async def compare(services: TheServices, caller: Me, a: GameId, b: GameId, width: Width = 640) -> Response:
    """Two studies on one scale."""

    def work() -> ComparedStudies:
        both = [(services.studies.line(study, caller), services.studies.path(study)) for study in (a, b)]
        return page.compared(both[0], both[1], width)

    return json_response(await asyncio.to_thread(work), ComparedStudies)


# ---------------------------------------------------------------- taken along


def file_name(line: StudyLine, ending: str) -> str:
    """The name of a file of a study."""
    word = FILE_NAME.sub("-", line.name.lower()).strip("-")[:60] or "study"
    return f"{word}{ending}"


async def _file(
    services: Services,
    name: str,
    caller: Account,
    make: Callable[[Path], Path],
    ending: str,
    kind: str,
    **headers: str,
) -> Response:
    def work() -> tuple[StudyLine, Path]:
        requests.need_lab()
        return services.studies.line(name, caller), make(services.studies.path(name))

    line, path = await asyncio.to_thread(work)
    return FileResponse(path, media_type=kind, filename=file_name(line, ending), headers=headers)


async def report(study: GameId, services: TheServices, caller: Me) -> Response:
    """The report, one file to send to a friend."""
    policy = {"content-security-policy": REPORT_POLICY}
    return await _file(services, study, caller, page.report, ".html", "text/html", **policy)


async def games(study: GameId, services: TheServices, caller: Me) -> Response:
    """The games for a spreadsheet."""
    return await _file(services, study, caller, page.table, ".csv", "text/csv")


async def file(study: GameId, services: TheServices, caller: Me) -> Response:
    """The study's file, to be played anywhere."""
    return await _file(services, study, caller, lambda path: path / STUDY, ".toml", "application/toml")


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
CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
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
    ("GET", ONE + "/plots", plots, list[StudyPlot]),
]
FILES: list[tuple[str, Callable[..., Any]]] = [
    (ONE + "/report.html", report),
    (ONE + "/games.csv", games),
    (ONE + "/study.toml", file),
    (ONE + "/film", film),
]
