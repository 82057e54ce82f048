"""Building units by points, keeping them, and printing their cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.garage import Garage
from hulldown.rulesets.common.content import Content
from hulldown.rulesets.common.packs import Stack
from hulldown.server.dependencies import MaybeContent, Me, TheContent, TheServices
from hulldown.server.http.errors import ApiError
from hulldown.server.people.accounts import Account
from hulldown.server.routes.about import all_loaded
from hulldown.server.rules.compilation import find_ruleset
from hulldown.server.schemas.openapi import RULESET, Call
from hulldown.server.schemas.requests import GameId, Name
from hulldown.server.schemas.responses import Pdf, RulesetName
from hulldown.server.workshop import garage
from hulldown.store import packs
from hulldown.store.database import Database
from hulldown.store.models import BuildRow
from hulldown.store.owners import count


def garages() -> list[RulesetName]:
    """The rulesets whose units are built by points."""
    return [RulesetName(ruleset.id, ruleset.name) for ruleset in all_loaded() if ruleset.builds is not None]


def offer(content: TheContent, message: garage.GarageIn) -> Garage:
    """What can be bought under the options of a game: units, upgrades, samples, paint."""
    return garage.offer(content, message)


def judge(content: TheContent, message: garage.JudgeIn) -> garage.Judged:
    """What a build costs, every rule it breaks, its card and its file."""
    return garage.judged(content, message)


def import_(content: TheContent, message: garage.ImportIn) -> garage.Imported:
    """The build of a file, or what is wrong with it line by line."""
    return garage.imported(content.ruleset, message)


def cards(content: TheContent, message: garage.CardsIn) -> garage.Sheets:
    """Sheets of cards as pictures."""
    return garage.render_sheets(content, message)


def cards_pdf(content: TheContent, message: garage.CardsIn) -> Pdf:
    """Sheets of cards as one PDF."""
    text = garage.printed(content, message)
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


def saved(
    services: TheServices, caller: Me, ruleset: Annotated[Name, Query()], content: TheContent
) -> list[garage.SavedBuild]:
    """The caller's saved builds of a ruleset, those last changed first."""
    with garage.understood():
        content.ruleset.need_builds().garage()
    with shelf(services.db) as transaction:
        rows = packs.builds_of_ruleset(transaction, ruleset, caller.owner, caller.nobodys)
    return [line for row in rows if (line := _line(row, content))]


def _line(row: BuildRow, content: Content) -> garage.SavedBuild | None:
    """A saved build, or None for one that the present rules no longer understand."""
    try:
        return garage.saved_build(content, row)
    except CatalogueError:
        return None


def content_for(ruleset: str, content: Content | None) -> Content:
    """What builds of a ruleset are judged by. Refused (400) if the address names another ruleset."""
    if content and content.ruleset.id != ruleset:
        raise ApiError(400, "unclear", f"ruleset: the address names {content.ruleset.id}, not {ruleset}.")
    return content or Content(Stack(find_ruleset(ruleset)))


def keep(
    message: garage.BuildIn, services: TheServices, caller: Me, content: MaybeContent
) -> garage.SavedBuild:
    """Keep a build."""
    owner, limits = caller.keeps(), services.settings.limits
    content = content_for(message.ruleset, content)
    rules = content.ruleset
    with garage.understood():
        data = rules.need_builds().read(message.build)
    with shelf(services.db, writing=True) as transaction, garage.understood():
        caller.check_quota(
            count(transaction, BuildRow, BuildRow.owner == owner), limits.builds_per_owner, "builds"
        )
        row = packs.add_build(transaction, rules.id, data, limits.builds, owner)
        return garage.saved_build(content, row)


def change(
    build: GameId, message: garage.BuildIn, services: TheServices, caller: Me, content: MaybeContent
) -> garage.SavedBuild:
    """Write a kept build anew."""
    content = content_for(message.ruleset, content)
    rules = content.ruleset
    with garage.understood():
        data = rules.need_builds().read(message.build)
    with shelf(services.db, writing=True) as transaction, garage.understood():
        if own(transaction, build, caller).ruleset != rules.id:
            raise ApiError(409, "other_ruleset", "That build belongs to another ruleset.")
        row = packs.change_build(transaction, build, data)
        return garage.saved_build(content, row)


def remove(build: GameId, services: TheServices, caller: Me, content: MaybeContent) -> garage.SavedBuild:
    """Forget a kept build; the answer is what it was, so that it can be kept again."""
    with shelf(services.db, writing=True) as transaction:
        row = own(transaction, build, caller)
        packs.remove_build(transaction, build)
    gone = _line(row, content_for(row.ruleset, content))
    if gone is None:
        raise ApiError(404, "not_found", "There is no such build.")
    return gone


BUILDS = "/api/builds"
BUILD = BUILDS + "/{build}"
CALLS: list[Call] = [
    ("GET", "/api/garage", garages, list[RulesetName]),
    ("POST", RULESET + "/garage", offer, Garage),
    ("POST", RULESET + "/judge", judge, garage.Judged),
    ("POST", RULESET + "/import", import_, garage.Imported),
    ("POST", RULESET + "/cards", cards, garage.Sheets),
    ("GET", BUILDS, saved, list[garage.SavedBuild]),
    ("POST", BUILDS, keep, garage.SavedBuild),
    ("PUT", BUILD, change, garage.SavedBuild),
    ("DELETE", BUILD, remove, garage.SavedBuild),
]
FILES: list[Call] = [("POST", RULESET + "/cards.pdf", cards_pdf, Pdf)]
