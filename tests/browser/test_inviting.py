"""An invitation between two browsers: by the code that is read out, by the picture, by the link."""

from __future__ import annotations

import re

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server
from tests.browser.test_axe import ALL, COLORS, FOUND
from tests.browser.test_calling import kept

INVITE = {"kind": "invite", "player": "", "name": ""}
CODE = re.compile(r"[2-9B-Z]{3}-[2-9B-Z]{3}")


def host(server: Server, page: Page) -> str:
    """Open the page of an invitation; the code on it."""
    order = {"ruleset": "tank_commander", "scenario": "skirmish", "seats": [HUMAN, INVITE]}
    made = server.call("/api/games", order)
    kept(page, server, made["game"], *made["seats"])
    page.goto(f"{server.address}/invite/{made['game']}")
    expect(page.locator(".spelled")).to_have_text(CODE)
    return page.locator(".spelled").inner_text()


def test_who_types_the_code_sits_down_and_both_see_the_table(
    server: Server, page: Page, open_page: OpenPage
) -> None:
    code = host(server, page)
    expect(page.get_by_role("img", name="Link as a QR code")).to_be_visible()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile("/join/.*#seat="))
    expect(page.locator(".letters")).to_contain_text(f"{server.address.split('//')[1]}/join")
    guest = open_page(**PHONE)
    guest.goto(f"{server.address}/join")
    guest.get_by_label("The code you were told").fill(code.replace("-", "").lower())
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("button", name="Agree and join").click()
    for one in (page, guest):
        expect(one.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()


def test_the_picture_of_the_link_lies_on_white_in_the_dark_too(server: Server, open_page: OpenPage) -> None:
    page = open_page(color_scheme="dark")
    host(server, page)
    picture = page.get_by_role("img", name="Link as a QR code")
    expect(picture).to_be_visible()
    assert picture.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"


def test_axe_finds_nothing_on_an_invitation(server: Server, open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    host(server, page)
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, None]) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(FOUND, [None, COLORS]) == []
    page.goto(f"{server.address}/join")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, None]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
