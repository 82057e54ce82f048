"""Two people at two devices and one who watches: clocks, a draw, an undo, a rematch, talk, a delay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server, Table, set_up, shows_number
from tests.browser.test_axe import FOUND, LEVELS

INVITE = {"kind": "invite", "player": "", "name": ""}
GAME = {"clock": "game", "minutes": 5, "increment": 10}


def by_link(server: Server, **terms: Any) -> Table:
    """A skirmish that the guest has joined."""
    order = {"ruleset": "tank_commander", "scenario": "skirmish", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, INVITE], "terms": terms})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    server.call(f"/api/games/{table.game}/join", {"forces": {}, "seed": 7}, table.tokens[1])
    return table


def sit(page: Page, table: Table, seat: int | None) -> Page:
    """Open the table in a seat, or to watch."""
    proof = "" if seat is None else f"#seat={table.tokens[seat]}"
    page.goto(f"{table.server.address}/table/{table.game}{proof}")
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
    return page


def asked(page: Page) -> Any:
    return page.locator(".asks")


def clock(page: Page, seat: int) -> Any:
    return page.locator(f".clock[data-seat='{seat}']")


def test_terms_are_chosen_seen_before_joining_and_shown_at_the_table(
    server: Server, page: Page, open_page: OpenPage
) -> None:
    set_up(page, server)
    expect(page.locator(".mission").first).to_be_visible()
    expect(page.get_by_role("group", name="Terms")).to_have_count(0)
    page.locator("select[name=other]").select_option("invite")
    expect(page.get_by_label("Days a turn")).to_be_hidden()
    page.get_by_label("Clock").select_option("game")
    page.get_by_label("Minutes each").fill("7")
    page.get_by_label("Watchers see it").select_option("5")
    page.get_by_role("button", name="Make the invitation").click()
    expect(page.get_by_text("Your friend has not opened it yet")).to_be_visible()
    game = page.url.rsplit("/", 1)[1]
    held = page.evaluate("game => JSON.parse(localStorage.getItem(`hulldown.seats.${game}`))", game)
    clocked = "7 minutes each for the whole battle, and 30 s more after each turn"
    words = f"{clocked}. Who watches is 5 decisions behind."
    guest = open_page()
    guest.goto(f"{server.address}/join/{game}#seat={held['1']['token']}")
    expect(guest.get_by_text(words)).to_be_visible()
    expect(guest.locator("#join .task")).to_contain_text("You are Orange.")
    expect(guest.locator("#join .task")).to_contain_text("You come from the north.")
    guest.get_by_role("button", name="Agree and join").click()
    expect(guest.locator("#log .task")).to_contain_text("You come from the north.")
    expect(clock(guest, 0)).to_have_text("7:00")
    guest.get_by_role("button", name="Talk").click()
    expect(guest.get_by_text(words)).to_be_visible()


def test_the_running_clock_is_plain_and_goes_on_by_itself(server: Server, open_page: OpenPage) -> None:
    table = by_link(server, **GAME)
    cobalt, rust = sit(open_page(), table, 0), sit(open_page(), table, 1)
    expect(clock(cobalt, 0)).to_have_text("5:00")
    expect(cobalt.locator(".clock.runs")).to_have_count(0)
    owing = table.act(0, "roll off")["to_act"][0]
    for page in (cobalt, rust):
        expect(page.locator(".clock.runs")).to_have_count(1)
        expect(clock(page, owing)).to_have_class(re.compile("runs"))
        expect(clock(page, owing)).to_have_text(re.compile(r"^4:\d\d$"))
        expect(clock(page, owing)).to_have_attribute("aria-label", re.compile("running"))


def test_the_last_minute_is_marked_and_said(server: Server, open_page: OpenPage) -> None:
    table = by_link(server, clock="game", minutes=1)
    page = sit(open_page(), table, 0)
    seat = table.act(0, "roll off")["to_act"][0]
    page = page if seat == 0 else sit(open_page(), table, 1)
    expect(clock(page, seat)).to_have_class(re.compile(r"\blow\b"))
    expect(page.locator("#live")).to_contain_text("seconds left on your clock")


@pytest.mark.quick
def test_a_draw_is_offered_refused_offered_again_and_agreed(server: Server, open_page: OpenPage) -> None:
    table = by_link(server)
    cobalt, rust = sit(open_page(), table, 0), sit(open_page(), table, 1)
    cobalt.get_by_role("button", name="Menu").click()
    cobalt.get_by_role("button", name="Offer a draw").click()
    expect(asked(cobalt)).to_contain_text("Orange has not answered yet")
    expect(asked(rust)).to_contain_text("Blue offers a draw.")
    asked(rust).get_by_role("button", name="Refuse").click()
    expect(asked(cobalt)).to_contain_text("Orange said no to a draw.")
    rust.get_by_role("button", name="Talk").click()
    rust.get_by_role("button", name="Offer a draw").click()
    asked(cobalt).get_by_role("button", name="Agree").click()
    for page in (cobalt, rust):
        expect(page.get_by_role("heading", name="A draw")).to_be_visible()
        expect(page.locator("#over")).to_contain_text("Both sides have agreed to a draw.")


def test_an_undo_after_a_die_is_asked_for_and_refused(server: Server, open_page: OpenPage) -> None:
    table = by_link(server)
    number = table.act(0, "roll off")["number"]
    cobalt, rust = sit(open_page(), table, 0), sit(open_page(), table, 1)
    server.call(f"/api/games/{table.game}/undo", {"number": number}, table.tokens[0])
    expect(asked(rust)).to_contain_text("Blue asks to take back its last decision.")
    expect(asked(cobalt)).to_contain_text("You ask for an undo.")
    asked(rust).get_by_role("button", name="Refuse").click()
    expect(asked(cobalt)).to_contain_text("Orange said no to an undo.")
    asked(cobalt).get_by_role("button", name="All right").click()
    expect(asked(cobalt)).to_be_hidden()
    assert table.view()["number"] == number
    server.call(f"/api/games/{table.game}/undo", {"number": number}, table.tokens[0])
    asked(rust).get_by_role("button", name="Agree").click()
    expect(asked(rust)).to_be_hidden()
    expect(cobalt.locator("#log .ev")).to_have_count(0)
    expect(asked(cobalt)).to_be_hidden()


def test_a_rematch_takes_both_pages_to_changed_seats(server: Server, open_page: OpenPage) -> None:
    table = by_link(server, **GAME)
    cobalt, rust = sit(open_page(), table, 0), sit(open_page(), table, 1)
    table.act(0, "concede")
    cobalt.locator("#over").get_by_role("button", name="Rematch, sides swapped").click()
    expect(asked(rust)).to_contain_text("Blue would like a rematch")
    asked(rust).get_by_role("button", name="Agree").click()
    for page in (cobalt, rust):
        expect(page).not_to_have_url(re.compile(table.game))
        expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
        expect(clock(page, 0)).to_have_text("5:00")
    assert cobalt.url == rust.url
    game = cobalt.url.rsplit("/", 1)[1]
    for page, seat in ((cobalt, "1"), (rust, "0")):
        held = page.evaluate("game => JSON.parse(localStorage.getItem(`hulldown.seats.${game}`))", game)
        assert list(held) == [seat]


def test_talk_between_players_who_watches_apart_and_silence(server: Server, open_page: OpenPage) -> None:
    table = by_link(server)
    cobalt, rust = sit(open_page(), table, 0), sit(open_page(), table, 1)
    watcher = sit(open_page(), table, None)
    cobalt.get_by_role("button", name="Talk").click()
    cobalt.get_by_role("button", name="Good luck").click()
    expect(rust.get_by_role("button", name="Talk 1")).to_be_visible()
    cobalt.get_by_label("Message").fill("<i>Mind the mud</i>")
    cobalt.get_by_label("Message").press("Enter")
    rust.get_by_role("button", name="Talk 2").click()
    expect(rust.locator(".said")).to_contain_text("Blue Good luck")
    expect(rust.locator(".said")).to_contain_text("<i>Mind the mud</i>")
    expect(cobalt.get_by_label("Message")).to_have_value("")
    watcher.get_by_role("button", name="Talk").click()
    expect(watcher.get_by_text("Only other watchers read this.")).to_be_visible()
    watcher.get_by_label("Message").fill("Nice map")
    watcher.get_by_role("button", name="Say").click()
    expect(watcher.locator(".said li")).to_have_text(["A watcher Nice map"])
    rust.get_by_label("The other side may say set phrases only").check()
    expect(cobalt.get_by_text("The other side hears set phrases only.")).to_be_visible()
    expect(cobalt.get_by_label("Message")).to_have_count(0)
    rust.get_by_label("Hide typed words on this device").check()
    expect(rust.locator(".said li")).to_have_text(["Blue Good luck"])
    expect(cobalt.locator(".said li")).to_have_count(2)


def test_who_opens_the_talk_types_into_it(server: Server, open_page: OpenPage) -> None:
    table = by_link(server)
    page = sit(open_page(), table, 0)
    page.get_by_role("button", name="Talk").click()
    field = page.get_by_label("Message")
    expect(field).to_be_focused()
    page.keyboard.type("Hello u?")
    expect(field).to_have_value("Hello u?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Hello u?")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Good luck").focus()
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    expect(page.locator("#talk")).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Talk")).to_be_focused()


def test_an_own_wish_that_is_withdrawn_was_not_refused(server: Server, open_page: OpenPage) -> None:
    table = by_link(server)
    page = sit(open_page(), table, 0)
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("button", name="Offer a draw").click()
    asked(page).get_by_role("button", name="Withdraw").click()
    expect(asked(page)).to_be_hidden()


def test_advice_is_for_those_who_have_agreed_to_it(server: Server, browser: Browser) -> None:
    """The console complains of the refusal, as it should."""
    page = browser.new_page()
    sit(page, by_link(server), 0)
    page.keyboard.press("?")
    expect(page.get_by_text("You have agreed to play without advice").first).to_be_visible()
    expect(page.locator("[data-key='act advice']")).to_have_attribute("aria-disabled", "true")
    page.close()
    page = browser.new_page()
    sit(page, by_link(server, advice=True), 0)
    page.keyboard.press("?")
    expect(page.locator("#odds .advice").first).to_be_visible()
    page.close()


def test_who_watches_is_behind(server: Server, open_page: OpenPage) -> None:
    table = by_link(server, delay=2)
    player, watcher = sit(open_page(), table, 0), sit(open_page(), table, None)
    table.act(0, "roll off")
    shows_number(player, 1)
    now = table.view()
    text = next(
        one["text"]
        for one in server.call(f"/api/games/{table.game}/view", token=table.tokens[now["to_act"][0]])[
            "orders"
        ]
        if one["text"] != "concede"
    )
    table.act(now["to_act"][0], text)
    shows_number(player, 2)
    shows_number(watcher, 0)
    table.act(table.view()["to_act"][0], "concede")
    shows_number(watcher, 3)


@pytest.mark.parametrize("look", [{}, {**PHONE, "color_scheme": "dark"}], ids=["desk", "phone, dark"])
def test_axe_finds_nothing(server: Server, open_page: OpenPage, look: dict[str, Any]) -> None:
    table = by_link(server, **GAME)
    table.act(0, "roll off")
    server.call(f"/api/games/{table.game}/chat", {"phrase": "luck"}, table.tokens[1])
    server.call(f"/api/games/{table.game}/offer", {"what": "draw", "say": "offer"}, table.tokens[1])
    page = sit(open_page(**look), table, 0)
    expect(asked(page)).to_be_visible()
    page.get_by_role("button", name="Talk").click()
    expect(page.locator(".said li")).to_have_count(1)
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []]) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    set_up(page, server)
    page.locator("select[name=other]").select_option("invite")
    page.get_by_label("Clock").select_option("days")
    expect(page.get_by_label("Days a turn")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [".terms", {"type": "tag", "values": LEVELS}, []]) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
