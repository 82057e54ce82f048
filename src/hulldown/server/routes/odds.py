"""The odds page: the form, the odds of one situation or two, reports, what can be taken along."""

from __future__ import annotations

from hulldown.rulesets.api.situation import ReportForm
from hulldown.server.dependencies import Me, TheContent, TheServices
from hulldown.server.odds import page, reports
from hulldown.server.odds.page import Crossed, OddsPage, OwnIn, Series, SituationForm, SituationsIn
from hulldown.server.odds.reports import ReportIn, ReportPage
from hulldown.server.routes.garage import shelf
from hulldown.server.schemas.openapi import RULESET, Call, published_as
from hulldown.server.schemas.requests import Name
from hulldown.server.schemas.responses import Csv, Svg, picture_response
from hulldown.store import packs

REPORTS = RULESET + "/reports"


def form(content: TheContent, services: TheServices, caller: Me) -> SituationForm:
    """What can be chosen on the odds page of a ruleset, the caller's saved builds among it."""
    return form_with(content, services, OwnIn(), caller)


def form_with(content: TheContent, services: TheServices, message: OwnIn, caller: Me) -> SituationForm:
    """The same with units that an address brings along."""
    with shelf(services.db) as transaction:
        rows = packs.builds_of_ruleset(transaction, content.ruleset.id, caller.owner, caller.nobodys)
        return page.form_of(content, rows, message.own)


def odds(content: TheContent, message: SituationsIn) -> OddsPage:
    """The odds of one situation, or of two side by side."""
    return page.page(content, message)


def in_a_row(content: TheContent, message: SituationsIn) -> list[Series]:
    """The odds of several such orders in a row."""
    return page.series(content, message)


def crossed(content: TheContent, message: SituationsIn) -> list[Crossed]:
    """The orders of both sides against each other, where they are given at the same time."""
    return page.crossing(content, message)


@published_as("drawn")
def odds_chart(content: TheContent, message: SituationsIn) -> Svg:
    """The chart as a picture that stands alone."""
    return picture_response(page.picture(content, message))


@published_as("listed")
def odds_table(content: TheContent, message: SituationsIn) -> Csv:
    """The tables for a spreadsheet."""
    return Csv(page.spreadsheet(content, message))


# ---------------------------------------------------------------- reports


def forms(content: TheContent) -> list[ReportForm]:
    """The reports of a ruleset; none where it has none."""
    return reports.list_reports(content)


def answer(content: TheContent, report: Name, message: ReportIn) -> ReportPage:
    """A report worked out."""
    return reports.page(content, report, message)


@published_as("drawn")
def report_chart(content: TheContent, report: Name, message: ReportIn) -> Svg:
    """Its plots as a picture that stands alone."""
    return picture_response(reports.picture(content, report, message))


@published_as("listed")
def report_table(content: TheContent, report: Name, message: ReportIn) -> Csv:
    """Its tables for a spreadsheet."""
    return Csv(reports.table(content, report, message))


CALLS: list[Call] = [
    ("GET", RULESET + "/situations", form, SituationForm),
    ("POST", RULESET + "/situations", form_with, SituationForm),
    ("POST", RULESET + "/odds", odds, OddsPage),
    ("POST", RULESET + "/series/odds", in_a_row, list[Series]),
    ("POST", RULESET + "/matrix/odds", crossed, list[Crossed]),
]
REPORT_CALLS: list[Call] = [
    ("GET", REPORTS, forms, list[ReportForm]),
    ("POST", REPORTS + "/{report}", answer, ReportPage),
]
FILES: list[Call] = [
    ("POST", RULESET + "/odds/chart.svg", odds_chart, Svg),
    ("POST", RULESET + "/odds/table.csv", odds_table, Csv),
    ("POST", REPORTS + "/{report}/chart.svg", report_chart, Svg),
    ("POST", REPORTS + "/{report}/table.csv", report_table, Csv),
]
