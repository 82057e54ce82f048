"""The odds page: the form, the odds of one situation or two, what can be taken along."""

from __future__ import annotations

import asyncio

from fastapi.responses import Response

from hulldown.server.dependencies import Me, TheServices
from hulldown.server.odds.page import (
    Crossed,
    OddsPage,
    OwnIn,
    Series,
    SituationForm,
    SituationsIn,
    crossing,
    form_of,
    page,
    picture,
    series,
    spreadsheet,
)
from hulldown.server.people.accounts import Account
from hulldown.server.routes.about import find_ruleset
from hulldown.server.routes.games import PICTURE_POLICY, Svg
from hulldown.server.routes.garage import shelf
from hulldown.server.schemas.openapi import published_as
from hulldown.server.schemas.requests import Name
from hulldown.server.schemas.responses import json_response
from hulldown.store import packs
from hulldown.store.database import Database


class Csv(Response):
    """A table for a spreadsheet."""

    media_type = "text/csv"


async def form(ruleset: Name, services: TheServices, caller: Me) -> Response:
    """What can be chosen on the odds page of a ruleset, the caller's saved builds among it."""
    return await asyncio.to_thread(_form, ruleset, services.db, OwnIn(), caller)


async def form_with(ruleset: Name, services: TheServices, message: OwnIn, caller: Me) -> Response:
    """The same with units that an address brings along."""
    return await asyncio.to_thread(_form, ruleset, services.db, message, caller)


def _form(name: str, db: Database, message: OwnIn, caller: Account) -> Response:
    ruleset = find_ruleset(name)
    with shelf(db) as transaction:
        rows = packs.of_ruleset(transaction, ruleset.id, caller.owner, caller.nobodys)
        answer = form_of(ruleset, rows, message.own)
    return json_response(answer, SituationForm)


async def odds(ruleset: Name, message: SituationsIn) -> Response:
    """The odds of one situation, or of two side by side."""
    return json_response(await asyncio.to_thread(page, find_ruleset(ruleset), message), OddsPage)


async def in_a_row(ruleset: Name, message: SituationsIn) -> Response:
    """The odds of several such orders in a row."""
    return json_response(await asyncio.to_thread(series, find_ruleset(ruleset), message), list[Series])


async def crossed(ruleset: Name, message: SituationsIn) -> Response:
    """The orders of both sides against each other, where they are given at the same time."""
    return json_response(await asyncio.to_thread(crossing, find_ruleset(ruleset), message), list[Crossed])


@published_as("drawn")
async def odds_chart(ruleset: Name, message: SituationsIn) -> Response:
    """The chart as a picture that stands alone."""
    text = await asyncio.to_thread(picture, find_ruleset(ruleset), message)
    return Svg(text, headers={"content-security-policy": PICTURE_POLICY})


async def listed(ruleset: Name, message: SituationsIn) -> Response:
    """The tables for a spreadsheet."""
    return Csv(await asyncio.to_thread(spreadsheet, find_ruleset(ruleset), message))
