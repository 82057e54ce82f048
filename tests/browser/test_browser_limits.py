"""What a browser may deny is never needed: storage, clipboard, WebSockets, notifications, service workers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import HUMAN, Server, Table
from tests.browser.test_people import INVITE, by_link, sit

NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
REFUSING = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
NO_SOCKETS = "delete window.WebSocket"
BLOCKED = """
window.WebSocket = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.onclose?.(new Event("close"))); }
  close() {}
};
"""
NO_WORKERS = "delete Navigator.prototype.serviceWorker; delete window.Notification"
PLACES = (
    "/",
    "/garage?rules=chase",
    "/odds?rules=chase",
    "/lab",
    "/workshop",
    "/learn/chase",
    "/campaigns",
    "/rulebook",
    "/rulebook/chase",
)


@pytest.mark.parametrize("denied", [NO_SOCKETS, BLOCKED])
def test_news_come_without_a_live_line_and_nothing_is_said_to_be_wrong(
    server: Server, page: Page, denied: str
) -> None:
    table = by_link(server)
    page.add_init_script(denied)
    sit(page, table, 0)
    acting = table.view()["to_act"][0]
    table.act(acting, "roll off")
    expect(page.locator(".log")).to_contain_text("roll", ignore_case=True)
    expect(page.locator("#lost")).to_be_hidden()


def test_every_page_opens_where_a_browser_keeps_nothing_and_says_so(server: Server, page: Page) -> None:
    page.add_init_script(";".join([NO_STORAGE, NO_CLIPBOARD, NO_WORKERS]))
    for place in PLACES:
        page.goto(server.address + place)
        expect(page.locator(".denied")).to_contain_text("until you close this tab")
        expect(page.locator("main")).to_be_visible()
    page.goto(server.address)
    page.locator("#go").click()
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
    expect(page.locator(".acts button").first).to_be_visible()
    page.reload()
    expect(page.locator(".acts button").first).to_be_visible()


@pytest.mark.parametrize("denied", [NO_CLIPBOARD, REFUSING])
def test_copied_is_said_only_when_it_was(server: Server, page: Page, denied: str) -> None:
    page.add_init_script(denied)
    page.goto(f"{server.address}/odds?rules=tank_commander")
    page.get_by_role("button", name="Copy the address").first.click()
    expect(page.get_by_text("Take it from the browser's address bar.").first).to_be_visible()
    expect(page.locator("#live")).not_to_contain_text("copied", ignore_case=True)


def test_digits_choose_by_their_place_on_any_keyboard(server: Server, page: Page) -> None:
    """Of AZERTY the key of 3 prints a quotation mark, and that of 1 an ampersand."""
    order = {"ruleset": "chase", "scenario": "even_ground", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, INVITE]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    server.call(f"/api/games/{table.game}/join", {"forces": {}, "seed": 7}, table.tokens[1])
    page.goto(f"{server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(page.locator('.acts [data-key="act A1 maneuver"]')).to_be_visible()

    def press(key: str, code: str) -> None:
        page.evaluate(
            """([key, code]) => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))""",
            [key, code],
        )

    press('"', "Digit3")
    expect(page.locator("#odds h2")).to_have_text(re.compile("^(Your Warden: Maneuver|Maneuver: .*)$"))
    press("&", "Digit1")
    expect(page.locator("#odds h2")).to_have_text(re.compile("^(Your Warden: Pursue|Pursue: .*)$"))
