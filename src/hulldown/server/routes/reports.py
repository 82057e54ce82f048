"""Reports: what a ruleset offers, one worked out, its plots as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi.responses import Response

from hulldown.rulesets.api.situation import ReportForm
from hulldown.server.odds.reports import ReportIn, ReportPage, list_reports, page, picture, table
from hulldown.server.routes.about import find_ruleset
from hulldown.server.routes.games import PICTURE_POLICY, Svg
from hulldown.server.routes.situations import Csv
from hulldown.server.schemas.openapi import published_as
from hulldown.server.schemas.requests import Name
from hulldown.server.schemas.responses import json_response

REPORTS = "/api/rulesets/{ruleset}/reports"
PICTURE = REPORTS + "/{report}/chart.svg"
TABLE = REPORTS + "/{report}/table.csv"


async def forms(ruleset: Name) -> Response:
    """The reports of a ruleset; none where it has none."""
    return json_response(list_reports(find_ruleset(ruleset)), list[ReportForm])


async def answer(ruleset: Name, report: Name, message: ReportIn) -> Response:
    """A report worked out."""
    return json_response(await asyncio.to_thread(page, find_ruleset(ruleset), report, message), ReportPage)


@published_as("drawn")
async def report_chart(ruleset: Name, report: Name, message: ReportIn) -> Response:
    """Its plots as a picture that stands alone."""
    text = await asyncio.to_thread(picture, find_ruleset(ruleset), report, message)
    return Svg(text, headers={"content-security-policy": PICTURE_POLICY})


async def listed(ruleset: Name, report: Name, message: ReportIn) -> Response:
    """Its tables for a spreadsheet."""
    return Csv(await asyncio.to_thread(table, find_ruleset(ruleset), report, message))


CALLS: list[tuple[str, str, Callable[..., Any], Any]] = [
    ("GET", REPORTS, forms, list[ReportForm]),
    ("POST", REPORTS + "/{report}", answer, ReportPage),
]
