"""Building units by points, keeping them, and printing their cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import Response
from sqlalchemy.orm import Session

from hulldown import rulesets
from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.garage import Garage
from hulldown.server.dependencies import Me, TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.http.pack_scope import played
from hulldown.server.people.accounts import Account
from hulldown.server.routes.about import find_ruleset
from hulldown.server.rules.compilation import loaded
from hulldown.server.schemas.requests import GameId, Name
from hulldown.server.schemas.responses import RulesetName, json_response
from hulldown.server.workshop import garage
from hulldown.server.workshop.garage import (
    BuildIn,
    CardsIn,
    GarageIn,
    Imported,
    ImportIn,
    Judged,
    JudgeIn,
    SavedBuild,
    Sheets,
    understood,
)
from hulldown.store import packs
from hulldown.store.database import Database
from hulldown.store.models import BuildRow
from hulldown.store.owners import count


class Pdf(Response):
    """Pages to print."""

    media_type = "application/pdf"


async def garages() -> Response:
    """The rulesets whose units are built by points."""
    return await asyncio.to_thread(_garages)


def _garages() -> Response:
    with_builds = [
        ruleset for name in rulesets.names() if (ruleset := loaded(name)) and ruleset.builds is not None
    ]
    return json_response(
        [RulesetName(ruleset.id, ruleset.name) for ruleset in with_builds], list[RulesetName]
    )


async def offer(ruleset: Name, message: GarageIn) -> Response:
    """What can be bought under the options of a game: units, upgrades, samples, paint."""
    return await asyncio.to_thread(_offer, ruleset, message)


def _offer(name: str, message: GarageIn) -> Response:
    with understood():
        return json_response(find_ruleset(name).need_builds().garage(played(message.options)), Garage)


async def judge(ruleset: Name, message: JudgeIn) -> Response:
    """What a build costs, every rule it breaks, its card and its file."""
    return json_response(
        await asyncio.to_thread(lambda: garage.judged(find_ruleset(ruleset), message)), Judged
    )


async def import_(ruleset: Name, message: ImportIn) -> Response:
    """The build of a file, or what is wrong with it line by line."""
    return json_response(
        await asyncio.to_thread(lambda: garage.imported(find_ruleset(ruleset), message)), Imported
    )


async def cards(ruleset: Name, message: CardsIn) -> Response:
    """Sheets of cards as pictures."""
    return json_response(
        await asyncio.to_thread(lambda: garage.render_sheets(find_ruleset(ruleset), message)), Sheets
    )


async def cards_pdf(ruleset: Name, message: CardsIn) -> Response:
    """Sheets of cards as one PDF."""
    text = await asyncio.to_thread(lambda: garage.printed(find_ruleset(ruleset), message))
    return Pdf(text, headers={"content-disposition": 'inline; filename="hulldown-cards.pdf"'})


# ---------------------------------------------------------------- what is kept


@contextmanager
def shelf(db: Database, writing: bool = False) -> Iterator[Session]:
    """The table of builds; refused (404, 409) when there is no such build, or are too many."""
    try:
        with db.transaction() if writing else db.reading() as transaction:
            yield transaction
    except packs.NoSuchBuild:
        raise ApiError(404, "not_found", "There is no such build.") from None
    except packs.TooManyBuilds as error:
        raise ApiError(409, "too_many", f"The garage holds {error} builds; delete one first.") from None


def own(transaction: Session, build: str, caller: Account) -> BuildRow:
    """A build of the caller's. NoSuchBuild for another's, as if it did not exist."""
    row = packs.get_build(transaction, build)
    if not caller.has(row.owner):
        raise packs.NoSuchBuild(build)
    return row


async def saved(services: TheServices, caller: Me, ruleset: Annotated[Name, Query()]) -> Response:
    """The caller's saved builds of a ruleset, those last changed first."""
    return await asyncio.to_thread(_saved, services.db, caller, ruleset)


def _saved(db: Database, caller: Account, name: str) -> Response:
    with understood():
        find_ruleset(name).need_builds().garage()
    with shelf(db) as transaction:
        rows = packs.of_ruleset(transaction, name, caller.owner, caller.nobodys)
    return json_response([line for row in rows if (line := _line(row))], list[SavedBuild])


def _line(row: BuildRow) -> SavedBuild | None:
    """A saved build, or None for one that the present rules no longer understand."""
    try:
        return garage.saved_build(find_ruleset(row.ruleset), row)
    except CatalogueError:
        return None


async def keep(message: BuildIn, services: TheServices, caller: Me) -> Response:
    """Keep a build."""
    return await asyncio.to_thread(_keep, services, message, caller)


def _keep(services: TheServices, message: BuildIn, caller: Account) -> Response:
    owner, limits = caller.keeps(), services.settings.limits
    rules = find_ruleset(message.ruleset)
    with understood():
        data = rules.need_builds().read(message.build)
    with shelf(services.db, writing=True) as transaction, understood():
        caller.check_quota(
            count(transaction, BuildRow, BuildRow.owner == owner), limits.builds_per_owner, "builds"
        )
        row = packs.add_build(transaction, rules.id, data, limits.builds, owner)
        answer = garage.saved_build(rules, row)
    return json_response(answer, SavedBuild)


async def change(build: GameId, message: BuildIn, services: TheServices, caller: Me) -> Response:
    """Write a kept build anew."""
    return await asyncio.to_thread(_change, services.db, build, message, caller)


def _change(db: Database, build: str, message: BuildIn, caller: Account) -> Response:
    rules = find_ruleset(message.ruleset)
    with understood():
        data = rules.need_builds().read(message.build)
    with shelf(db, writing=True) as transaction, understood():
        if own(transaction, build, caller).ruleset != rules.id:
            raise ApiError(409, "other_ruleset", "That build belongs to another ruleset.")
        row = packs.change(transaction, build, data)
        answer = garage.saved_build(rules, row)
    return json_response(answer, SavedBuild)


async def remove(build: GameId, services: TheServices, caller: Me) -> Response:
    """Forget a kept build; the answer is what it was, so that it can be kept again."""
    return await asyncio.to_thread(_remove, services.db, build, caller)


def _remove(db: Database, build: str, caller: Account) -> Response:
    with shelf(db, writing=True) as transaction:
        row = own(transaction, build, caller)
        packs.remove(transaction, build)
    gone = _line(row)
    if gone is None:
        raise ApiError(404, "not_found", "There is no such build.")
    return json_response(gone, SavedBuild)


RULESET, BUILDS = "/api/rulesets/{ruleset}", "/api/builds"
BUILD = BUILDS + "/{build}"
CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", "/api/garage", garages, list[RulesetName]),
    ("POST", RULESET + "/garage", offer, Garage),
    ("POST", RULESET + "/judge", judge, Judged),
    ("POST", RULESET + "/import", import_, Imported),
    ("POST", RULESET + "/cards", cards, Sheets),
    ("GET", BUILDS, saved, list[SavedBuild]),
    ("POST", BUILDS, keep, SavedBuild),
    ("PUT", BUILD, change, SavedBuild),
    ("DELETE", BUILD, remove, SavedBuild),
]
