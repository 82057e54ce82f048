"""What a table says when it opens and when the turn comes: who can act, what to do, who is winning."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server, Table, comes_true, order_button, own_turn, rest

SEED = 5  # Rust gives its orders first and Cobalt moves first


@pytest.fixture
def fortress(server: Server) -> Table:
    """CA-3.6: F1 stays for First Fire and may not move; F2 is another that may be activated."""
    order = {
        "ruleset": "close_assault",
        "scenario": "the_fortress",
        "options": {},
        "seed": SEED,
        "forces": {},
    }
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    for card in table.view()["cards"]:
        given = "advance" if card["unit"] in ("F2", "F3") else "first-fire"
        table.act(card["side"], f"{card['unit']} order {given}")
    assert set(table.view()["able"]) == {"F2", "F3"}
    return table


def sit_down(page: Page, table: Table) -> None:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()


def test_who_can_act_is_looked_at_and_marked(fortress: Table, page: Page) -> None:
    """In the picture, on the chips, on the cards; and in words."""
    sit_down(page, fortress)
    expect(page.locator("#unit h2")).to_contain_text("Line infantry")
    expect(page.locator("#unit header")).to_contain_text("can act")
    expect(page.locator(".tag:has(.able)")).to_have_count(2)
    for unit, name, can in (("F2", "Line infantry", True), ("F1", "Baneblade", False)):
        expect(page.locator(f'.tag[data-of="{unit}"] .able')).to_have_count(int(can))
        chip, entry = page.locator(f'[data-key="chip {unit}"]'), page.locator(f'[data-key="roster {unit}"]')
        expect(chip).to_have_attribute("aria-label", f"{name}, can act" if can else name)
        expect(entry.get_by_text("can act")).to_have_count(int(can))
        spoken = page.locator(f'.l-hit [data-hex="@{unit}"]').get_attribute("aria-label") or ""
        assert ("can act" in spoken) is can


def test_a_unit_without_an_order_says_who_has_one(fortress: Table, page: Page) -> None:
    sit_down(page, fortress)
    page.locator('[data-key="chip F1"]').click()
    asks = page.locator("#odds .ask-now")
    expect(asks).to_contain_text("No order for it now.")
    expect(asks).to_contain_text("Line infantry, Rocket infantry can act")
    page.keyboard.press("n")
    expect(page.locator("#unit h2")).to_contain_text("Line infantry")
    expect(page.locator("#odds")).not_to_contain_text("No order")


def test_the_first_look_has_reach_and_lines(duel: Table, page: Page) -> None:
    """Nothing was clicked: the card is that of A1, and so are the hexes in reach and the arc."""
    duel.sit_down(page)
    expect(page.locator("#unit h2")).to_contain_text("Hunter")
    expect(page.locator(".l-arc .arc-edge")).to_be_attached()
    reach = page.locator(".l-reach [data-reach]").evaluate_all("all => all.map(one => one.dataset.reach)")
    assert sorted(reach) == sorted(duel.get("view", unit="A1")["reach"])


def test_the_slip_of_odds_knows_whose_turn_it_is(duel: Table, open_page: OpenPage) -> None:
    """It was drawn while the other side was waited for, and stands on a phone whatever happens."""
    page = open_page(**PHONE)
    duel.act(0, "A1 end")
    assert duel.view()["to_act"] == [1]
    duel.sit_down(page)
    slip = page.locator("#odds")
    expect(slip).to_contain_text("when it is your turn")
    duel.act(1, "B1 end")
    own_turn(page)
    expect(slip).to_contain_text("Tap where your Hunter should go")
    page.goto(f"{duel.server.address}/replay/{duel.game}")
    expect(slip).to_contain_text("an earlier step")


GIVES = "#odds :is([data-key=commit], [data-key=sensible])"


def test_a_phone_shows_an_order_once(server: Server, open_page: OpenPage) -> None:
    """In the row, or as a choice in the room; the button of the room is for what has none of its own."""
    desk, page, table = open_page(), open_page(**PHONE), server.begin()
    table.sit_down(desk)
    expect(desk.locator(GIVES)).to_have_text(re.compile("^Roll for first turn"))
    desk.close()
    table.sit_down(page)
    expect(order_button(page, "roll off")).to_be_visible()
    expect(page.locator(GIVES)).to_have_count(0)
    order_button(page, "roll off").tap()
    expect(page.locator("#odds [data-key=again]")).to_be_visible()
    expect(page.locator(GIVES)).to_have_count(0)
    for button in ("AT loaded", "HE loaded"):
        expect(page.get_by_role("button", name=button)).to_have_count(1)
    page.locator(".pop .act.on").tap()
    comes_true(page, "document.querySelector('main').dataset.number > 1")


def test_a_chance_told_meanwhile_leaves_no_gap(duel: Table, open_page: OpenPage) -> None:
    """The list was asked for before the two were worked out, and comes after they were told."""
    page = open_page(chances=True)
    lines: list[WebSocketRoute] = []
    line = page.locator("#film .spark")
    last = duel.view()["number"]

    def late(route: Route) -> None:
        while not lines:
            rest(page, 20)
        for number, value in ((0, 0.5), (last, 0.75)):
            lines[0].send(json.dumps({"type": "chance", "number": number, "value": value}))
        expect(line).to_be_attached()
        route.fulfill(json=[None] * (last + 1))

    page.route("**/chances", late)
    page.route_web_socket("**/live", lambda line: lines.append(line))
    with page.expect_response("**/chances"):
        duel.sit_down(page, "replay")
    page.locator("#film").get_by_role("button", name="To now").click()
    rest(page, 200)
    expect(line).to_be_attached()
    expect(page.locator("#win")).to_contain_text("75")
