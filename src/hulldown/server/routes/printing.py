"""A scenario for a real table, as one PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import Query
from fastapi.responses import Response

from hulldown.catalogue import CatalogueError
from hulldown.rulesets.api.ruleset import Ruleset
from hulldown.server.http.errors import ApiError
from hulldown.server.routes.about import find_ruleset
from hulldown.server.routes.garage import Pdf
from hulldown.server.schemas.requests import Choices, Name
from hulldown.views.printing.booklet import battle_of, booklet
from hulldown.views.printing.page import SIZES

PATH = "/api/rulesets/{ruleset}/scenarios/{scenario}/print.pdf"
Paper = Annotated[str, Query(max_length=16)]


async def scenario_pdf(ruleset: Name, scenario: Name, paper: Paper = "A4", option: Choices = ()) -> Response:
    """Board, counters, markers, rulers, cards and rules of a scenario: `?paper=A3&option=NAME=VALUE`."""
    pages = await asyncio.to_thread(_printed, find_ruleset(ruleset), scenario, paper.lower(), option)
    name = f"hulldown-{ruleset}-{scenario}.pdf"
    return Pdf(pages, headers={"content-disposition": f'inline; filename="{name}"'})


def _printed(ruleset: Ruleset, scenario: str, paper: str, given: Sequence[str]) -> bytes:
    if paper not in SIZES:
        names = ", ".join(size.name for size in SIZES.values())
        raise ApiError(400, "unclear", f"There are sheets of {names}.")
    if scenario not in ruleset.files.scenarios():
        raise ApiError(404, "not_found", f"{ruleset.name} has no scenario of that name.")
    chosen = {name: value for name, _, value in (text.partition("=") for text in given)}
    try:
        return booklet(battle_of(ruleset, scenario, chosen), paper)
    except CatalogueError as error:
        raise ApiError(400, "bad_option", str(error)[:300]) from None
