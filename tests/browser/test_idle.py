"""A page that nobody touches costs next to nothing: no animation without end, no redrawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import HUMAN, OpenPage, Server, rest

SCENARIOS = {
    "tank_commander": "skirmish",
    "chase": "even_ground",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
}
PLACES = (
    "/",
    "/?ruleset=chase",
    "/garage?rules=chase",
    "/odds?rules=chase",
    "/lab",
    "/workshop",
    "/learn",
    "/learn/chase",
    "/learn/chase/duel",
    "/campaigns",
    "/rulebook",
    "/rulebook/chase",
    "/rulebook/chase/ours",
)
ENDLESS = """() => document.getAnimations()
    .filter(a => a.effect.getComputedTiming().endTime === Infinity)
    .map(a => `${a.animationName ?? a.id} of ${a.effect.target?.outerHTML.slice(0, 80)}`)"""
ENDED = "() => Promise.all(document.getAnimations().map(a => a.finished.catch(() => {}))).then(() => null)"
SECONDS = 20
SHARE = 0.02  # of a core


def opened(server: Server, page: Page) -> Iterator[str]:
    """Every kind of page, one after another, a table of every ruleset among them; quiet when it is given."""
    for ruleset, scenario in SCENARIOS.items():
        order: dict[str, Any] = {"ruleset": ruleset, "scenario": scenario, "options": {}, "forces": {}}
        made = server.call("/api/games", order | {"seed": 7, "seats": [HUMAN, HUMAN]})
        first = server.call(f"/api/games/{made['game']}/view")["to_act"][0]
        page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][first]['token']}")
        expect(page.locator("svg.board .l-units [data-unit]").first).to_be_attached()
        yield f"table of {ruleset}"
    for place in PLACES:
        page.goto(server.address + place)
        expect(page.locator("main")).to_be_visible()
        page.wait_for_load_state("networkidle")
        yield place


def test_no_page_has_an_animation_without_end(server: Server, open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    for where in opened(server, page):
        assert page.evaluate(ENDLESS) == [], where
        page.evaluate(ENDED)
        assert page.evaluate(ENDLESS) == [], where


@pytest.mark.slow
def test_an_idle_page_takes_less_than_a_fiftieth_of_a_core(server: Server, open_page: OpenPage) -> None:
    """By the browser's own count of its thread's work, which a busy machine does not stretch."""
    page = open_page(reduced_motion="no-preference", chances=True)
    counter = page.context.new_cdp_session(page)
    counter.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        told = counter.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in told if one["name"] == "TaskDuration"))

    busy = {}
    for where in opened(server, page):
        rest(page, 5000)  # it settles
        before = worked()
        rest(page, SECONDS * 1000)
        busy[where] = (worked() - before) / SECONDS
    assert {where: share for where, share in busy.items() if share >= SHARE} == {}
