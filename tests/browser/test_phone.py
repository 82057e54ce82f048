"""The table under a thumb: everything in reach, nothing that moves away under it.

Whole battles by taps are in test_battles.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server, Table, order_button
from tests.waiting import let_pass

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 740}}
ASIDE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
THUMB = 44  # CSS pixels that a thumb needs
LATE = 0.3  # s that a style sheet is under way
SCENARIOS = {
    "tank_commander": "skirmish",
    "agrav": "crossroads",
    "close_assault": "drill_square",
    "warstrike": "first_patrol",
    "chase": "even_ground",
}
# What of the buttons of orders is out of the window, or too small for a thumb.
ASTRAY = """() => [...document.querySelectorAll('.acts button, .pop button')].filter((button) => {
  const box = button.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth + 0.5 || box.height < 43.5 || box.width < 43.5;
}).map((button) => button.dataset.key)"""
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"

# Where the map and the orders begin in each frame in which the table shows.
HEADS = """
window.heads = [];
const look = () => {
  const slips = [...document.querySelectorAll('.stage, .acts')];
  if (slips.length && !document.body.matches('.waiting'))
    window.heads.push(slips.map((slip) => Math.round(slip.getBoundingClientRect().top)).join());
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def begin(server: Server, ruleset: str) -> Table:
    """A battle of a ruleset between two people; its dice are always the same."""
    order = {"ruleset": ruleset, "scenario": SCENARIOS[ruleset], "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] or "" for seat in made["seats"]])


def sit_down(page: Page, table: Table) -> int:
    """Take the seat that owes a decision first, and say which it is."""
    seat = int(table.view()["to_act"][0])
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator(".acts .act").first).to_be_visible()
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_attached()
    return seat


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_all_orders_are_in_reach(server: Server, open_page: OpenPage, ruleset: str) -> None:
    """In the row, and under More what has no room in it."""
    table = begin(server, ruleset)
    for how in (PHONE, SMALL, ASIDE):
        page = open_page(**how, reduced_motion="reduce")
        sit_down(page, table)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate(ASTRAY) == []
        more = order_button(page, "more")
        if more.is_visible():
            more.tap()
            expect(page.locator(".pop .act").first).to_be_visible()
            assert page.evaluate(ASTRAY) == []


@pytest.mark.quick
def test_the_table_shows_when_nothing_moves_it_any_more(server: Server, open_page: OpenPage) -> None:
    """Who is there, the clocks and their styles stand in the header, and come late on a slow line."""

    def late(route: Route) -> None:
        let_pass(LATE)
        route.continue_()

    page = open_page(**PHONE, reduced_motion="reduce")
    page.route("**/table/presence.css", late)
    page.route("**/people.css", late)
    page.add_init_script(HEADS)
    sit_down(page, begin(server, "close_assault"))
    expect(page.locator("#people")).to_contain_text("Orange")
    expect(page.locator(".speak")).to_be_visible()
    assert len(set(page.evaluate("heads"))) == 1


@pytest.mark.quick
def test_choices_stand_in_the_room_that_asks(duel: Table, open_page: OpenPage) -> None:
    """Below the board, whatever room was looked at; what is chosen of them takes their place."""
    page = open_page(**PHONE, reduced_motion="reduce")
    duel.sit_down(page)
    page.locator("label[for=tab-log]").tap()
    order_button(page, "turn").tap()
    choice = page.locator(".now > .pop .act").first
    expect(choice).to_be_visible()
    choice.tap()
    expect(page.locator(".pop")).to_be_hidden()


def test_a_ruler_names_places(duel: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE, reduced_motion="reduce")
    duel.sit_down(page)
    expect(page.locator(".l-ids text")).to_have_text([f"{number:02}" for number in (*range(1, 11),) * 2])


@pytest.mark.parametrize("ruleset", ["close_assault", "warstrike"])
def test_an_open_table_opens_on_all_of_it(server: Server, open_page: OpenPage, ruleset: str) -> None:
    page = open_page(**PHONE, reduced_motion="reduce")
    sit_down(page, begin(server, ruleset))
    expect(page.locator("#board.zoomed")).to_have_count(0)


def test_what_comes_after_a_battle_is_in_reach(server: Server, open_page: OpenPage) -> None:
    """Above the fold, whatever is told of the battle below it."""
    table = begin(server, "agrav")
    page = open_page(**PHONE, reduced_motion="reduce")
    seat = sit_down(page, table)
    table.act(seat, "concede")
    over = page.locator("#over")
    for text in ("Play again", "Study", "Watch"):
        expect(over.get_by_text(text, exact=True)).to_be_in_viewport(ratio=1)
