"""A server that cannot keep anything for a moment: the page asks again by itself, and says that it does."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.table import Server, Table, own_turn, shows_number

FULL = "The disk of this server is full."
REFUSED = {"error": {"code": "database", "text": FULL, "rule": "", "number": None}}


class Disk:
    """Refuses calls, as a server does, as long as it is full; keeps what was sent."""

    def __init__(self, status: int = 503) -> None:
        self.full, self.status = True, status
        self.sent: list[str] = []

    def answer(self, route: Route) -> None:
        self.sent.append(route.request.post_data or "")
        if self.full:
            again = {"Retry-After": "1"}
            body = json.dumps(REFUSED)
            route.fulfill(status=self.status, headers=again, content_type="application/json", body=body)
        else:
            route.continue_()


@pytest.fixture
def refused_page(browser: Browser) -> Iterator[Page]:
    """A page whose browser may complain of answers that are refusals."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_what_is_asked_and_ordered_is_sent_again_until_there_is_room(duel: Table, refused_page: Page) -> None:
    page = refused_page
    told = page.get_by_text(f"{FULL} The page keeps trying.")
    looking, ordering = Disk(429), Disk()  # too many questions at a time, and no room
    page.route("**/api/games/*/view?*", looking.answer)
    page.route("**/api/games/*/act?*", ordering.answer)
    page.goto(f"{duel.server.address}/table/{duel.game}#seat={duel.tokens[0]}")
    expect(told).to_be_visible()
    looking.full = False
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
    expect(told).to_have_count(0)
    number = duel.view()["number"]
    own_turn(page)
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(told).to_be_visible()
    ordering.full = False
    shows_number(page, number + 1)
    expect(told).to_have_count(0)
    assert len(looking.sent) >= 2 and len(ordering.sent) >= 2
    assert len(set(ordering.sent)) == 1  # under the same key: it is carried out once


def test_the_workshop_asks_again_when_too_much_is_asked_at_once(server: Server, refused_page: Page) -> None:
    odds = Disk(429)
    refused_page.route("**/api/workshop/odds", odds.answer)
    refused_page.goto(f"{server.address}/workshop?ruleset=tank_commander&value=at_strength")
    told = refused_page.get_by_text(f"{FULL} The page keeps trying.")
    expect(told).to_be_visible()
    refused_page.locator("#value-at_strength").get_by_role("button", name="more").click()
    odds.full = False
    expect(refused_page.locator("#effect .diff")).to_be_visible()
    expect(told).to_have_count(0)
    expect(refused_page.locator("#trouble")).to_be_hidden()


def test_the_workshop_asks_again_when_many_questions_wait(server: Server, refused_page: Page) -> None:
    page, waiting = refused_page, Disk(429)
    page.route("**/api/workshop/judge", waiting.answer)
    page.goto(f"{server.address}/workshop?ruleset=chase")
    expect(page.get_by_text(f"{FULL} The page keeps trying.")).to_be_visible()
    waiting.full = False
    expect(page.get_by_text(f"{FULL} The page keeps trying.")).to_have_count(0)
    expect(page.locator("#differences")).to_contain_text("Everything is as printed.")
    assert len(waiting.sent) >= 2
