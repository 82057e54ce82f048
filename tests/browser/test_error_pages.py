"""Pages to which the server says no, or nothing: they tell so, and how to go on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.table import Server

BUSY = "Too many calls from your address."
PAGES = {
    "/learn/tank_commander/drive": ("**/api/learn/*/*/view?*", "#nothing"),
    "/learn/chase/missiles": ("**/api/learn/*/*/view?*", "#nothing"),
    "/table/nothing": ("**/api/games/*/view?*", "#nothing"),
    "/learn": ("**/api/rulesets", "#today"),
    "/campaigns": ("**/api/campaigns*", "#page"),
    "/lab": ("**/api/rulesets*", "#question"),
    "/rulebook/chase": ("**/api/rulesets/chase/rulebook*", "#pages"),
}


def busy(route: Route) -> None:
    """A refusal after which a page is not told to ask again by itself."""
    error = {"error": {"code": "busy", "text": BUSY, "rule": "", "number": None}}
    route.fulfill(status=409, content_type="application/json", body=json.dumps(error))


@pytest.fixture
def refused_page(browser: Browser) -> Iterator[Page]:
    """A page whose browser may complain of answers that are refusals."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_refusal_is_told_with_ways_on(refused_page: Page, server: Server, path: str) -> None:
    page, (calls, where) = refused_page, PAGES[path]
    page.route(calls, busy)
    page.goto(server.address + path)
    stands = page.locator(where)
    expect(stands).to_contain_text(BUSY)
    expect(stands.get_by_role("link", name="Home")).to_be_visible()
    expect(stands.get_by_role("link", name="Learn")).to_have_count(path.count("/learn/"))
    if path == "/table/nothing":
        return
    page.unroute(calls)
    stands.get_by_role("button", name="Try again").click()
    expect(page.get_by_text(BUSY)).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_a_server_that_is_silent_is_told_of(refused_page: Page, server: Server) -> None:
    page = refused_page
    page.clock.install()
    held: list[Route] = []
    page.route("**/api/learn/*/*/view?*", lambda route: held.append(route))
    page.goto(f"{server.address}/learn/tank_commander/drive")
    expect(page.locator("#nothing > p")).to_have_text("Loading the table …")
    page.clock.run_for(9000)
    expect(page.locator("#nothing")).to_contain_text("The server has not answered yet.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    held[0].continue_()
    expect(page.locator(".lesson h2")).to_be_visible()
