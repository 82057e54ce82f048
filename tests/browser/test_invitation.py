"""An invitation between two browsers: by the code that is read out, by the picture, by the link."""

from __future__ import annotations

import json
import re

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server
from tests.browser.test_axe import ALL, COLORS, FOUND
from tests.browser.test_notifications import kept

INVITE = {"kind": "invite", "player": "", "name": ""}
UNIT = "svg.board .l-units [data-unit=A1]"
CODE = re.compile(r"[2-9B-Z]{3}-[2-9B-Z]{3}")


def host(server: Server, page: Page) -> str:
    """Open the page of an invitation; the code on it."""
    order = {"ruleset": "tank_commander", "scenario": "skirmish", "seats": [HUMAN, INVITE]}
    made = server.call("/api/games", order)
    kept(page, server, made["game"], *made["seats"])
    page.goto(f"{server.address}/invite/{made['game']}")
    expect(page.locator(".spelled")).to_have_text(CODE)
    return page.locator(".spelled").inner_text()


def joins(server: Server, guest: Page, code: str) -> None:
    """Type a code at its place, and agree."""
    guest.goto(f"{server.address}/join")
    guest.get_by_label("The code you were given").fill(code.replace("-", "").lower())
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("button", name="Agree and join").click()


def conceded(server: Server, *pages: Page) -> None:
    """Let the side that owes a decision give the battle up, by the seat that its page keeps."""
    game = pages[0].url.rsplit("/", 1)[1]
    seat = server.call(f"/api/games/{game}/view")["to_act"][0]
    held: dict[str, dict[str, str]] = {}
    for one in pages:
        held |= json.loads(one.evaluate("key => localStorage.getItem(key)", f"hulldown.seats.{game}"))
    server.call(f"/api/games/{game}/act", {"actions": ["concede"], "number": 0}, held[str(seat)]["token"])


def test_who_types_the_code_sits_down_and_both_see_the_table(
    server: Server, page: Page, open_page: OpenPage
) -> None:
    code = host(server, page)
    expect(page.get_by_role("img", name="Link as a QR code")).to_be_visible()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile("/join/.*#seat="))
    expect(page.locator(".letters")).to_contain_text(f"{server.address.split('//')[1]}/join")
    guest = open_page(**PHONE)
    joins(server, guest, code)
    for one in (page, guest):
        expect(one.locator(UNIT)).to_be_visible()


def test_a_rematch_finds_who_came_by_a_code(server: Server, page: Page, open_page: OpenPage) -> None:
    guest, code = open_page(), host(server, page)
    joins(server, guest, code)
    expect(guest.locator(UNIT)).to_be_visible()
    expect(page.locator(UNIT)).to_be_visible()
    for _ in range(2):  # back in the seats of the first battle, too
        before = page.url
        conceded(server, page, guest)
        page.locator("#over").get_by_role("button", name="Rematch, sides swapped").click()
        guest.locator(".asks").get_by_role("button", name="Agree").click()
        for one in (page, guest):
            expect(one).not_to_have_url(before)
            expect(one.locator(UNIT)).to_be_visible()
            expect(one.get_by_text("not here yet")).to_have_count(0)
        assert page.url == guest.url


def test_a_seat_that_is_kept_wrongly_is_asked_for(server: Server, page: Page, browser: Browser) -> None:
    """As in a browser that came to a rematch by a code before its token changed seats, too.

    Its console complains of the refusal, as it should.
    """
    guest, code = browser.new_page(), host(server, page)
    joins(server, guest, code)
    expect(guest.locator(UNIT)).to_be_visible()
    key = f"hulldown.seats.{guest.url.rsplit('/', 1)[1]}"
    held = json.loads(guest.evaluate("key => localStorage.getItem(key)", key))
    held["1"]["token"] = held["1"]["token"][:-1] + "0"
    guest.evaluate("kept => localStorage.setItem(...kept)", [key, json.dumps(held)])
    guest.reload()
    expect(guest.locator(UNIT)).to_be_visible()
    mended = json.loads(guest.evaluate("key => localStorage.getItem(key)", key))
    assert mended["1"]["token"].endswith("/1")
    guest.close()


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


def refused(server: Server, guest: Page, code: str) -> None:
    """Type a code that leads nowhere."""
    guest.goto(f"{server.address}/join")
    guest.get_by_label("The code you were given").fill(code)
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#join [role=alert]")).to_contain_text("No battle waits for that code")


def test_another_game_takes_the_place_of_an_invitation(server: Server, page: Page, browser: Browser) -> None:
    """The old code lets nobody in, and who had typed it is not invited any more.

    The guest's console complains of the refusals, as it should.
    """
    code, guest = host(server, page), browser.new_page()
    old = page.url
    guest.goto(f"{server.address}/join")
    guest.get_by_label("The code you were given").fill(code)
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Agree and join")).to_be_visible()
    form = page.get_by_role("form", name="What you play")
    expect(form.get_by_label("Mission")).to_have_value("skirmish")
    expect(form.get_by_role("button")).to_be_hidden()
    form.get_by_label("You play").select_option("chase")
    form.get_by_label("Mission").select_option("even_ground")
    form.get_by_label("You are").select_option("Orange")
    form.get_by_role("button", name="Invite to this instead").click()
    expect(page).not_to_have_url(old)
    expect(page.locator("#battle")).to_contain_text("Chase: Even Ground")
    expect(page.locator("#battle")).to_contain_text("You are Orange")
    expect(guest.get_by_text("This invitation was taken back.")).to_be_visible()
    guest.goto(server.address)
    expect(guest.locator("#own")).to_contain_text("None yet")
    refused(server, guest, code)
    expect(page.locator(".spelled")).to_have_text(CODE)
    joins(server, guest, page.locator(".spelled").inner_text())
    for one in (page, guest):
        expect(one.locator(UNIT)).to_be_visible()
        expect(one.locator("#title")).to_contain_text("Chase")
    guest.close()


def test_the_form_takes_the_place_of_an_invitation_too(server: Server, page: Page, browser: Browser) -> None:
    code, old = host(server, page), page.url
    page.get_by_role("link", name="Set up another battle").click()
    expect(page.locator("[name=other]")).to_have_value("invite")
    expect(page.locator("[name=ruleset]")).to_have_value("tank_commander")
    page.get_by_role("button", name="Make the invitation").click()
    expect(page.locator(".spelled")).to_have_text(CODE)
    assert page.url != old and page.locator(".spelled").inner_text() != code
    guest = browser.new_page()
    refused(server, guest, code)
    guest.close()
