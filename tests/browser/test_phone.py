"""The table under a thumb: everything in reach, no room wasted, nothing that moves away under it.

Whole battles by taps are in test_whole_games.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, OpenPage, Server, Table
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
# What of the buttons of orders cannot be reached in the strip as it is: beyond its sides, or too small.
ASTRAY = """() => {
  const strip = document.querySelector('.acts .strip');
  const room = strip.getBoundingClientRect();
  return [...document.querySelectorAll('.acts button:not([hidden])')].filter((button) => {
    const box = button.getBoundingClientRect();
    const deep = strip.contains(button) && box.bottom - room.top + strip.scrollTop > strip.scrollHeight + 1;
    return box.left < 0 || box.right > innerWidth + 0.5 || box.height < 43.5 || box.width < 43.5 || deep;
  }).map((button) => button.dataset.key);
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
# Pixels of nothing between slips that follow each other down a phone held upright. What lies over others (the
# orders, which stay in reach) covers as far as its foot, whatever begins below its head.
BANDS = """() => {
  const slips = [...document.querySelectorAll('.table > *')]
    .map((slip) => slip.getBoundingClientRect())
    .filter((box) => box.height && box.width > innerWidth / 2 && box.top < innerHeight)
    .sort((a, b) => a.top - b.top);
  let foot = 0;
  return slips.map((box) => {
    const band = Math.round(box.top - foot);
    foot = Math.max(foot, box.bottom);
    return band;
  });
}"""

# Where the map and the orders begin in each frame in which the table shows.
HEADS = """
window.heads = [];
const look = () => {
  const slips = [...document.querySelectorAll('.map, .acts')];
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
def test_all_orders_are_in_reach_and_nothing_is_wasted(
    server: Server, open_page: OpenPage, ruleset: str
) -> None:
    table = begin(server, ruleset)
    for how in (PHONE, SMALL, ASIDE):
        page = open_page(**how, reduced_motion="reduce")
        sit_down(page, table)
        assert page.evaluate(SIDEWAYS) <= 0
        if how is not ASIDE:
            bands = page.evaluate(BANDS)
            assert max(bands) <= 1, bands
        every = page.locator(".acts .every")
        if every.is_visible():
            every.tap()
            expect(every).to_have_attribute("aria-expanded", "true")
        assert page.evaluate(ASTRAY) == []


@pytest.mark.quick
def test_the_table_shows_when_nothing_moves_it_any_more(server: Server, open_page: OpenPage) -> None:
    """Who is there, the clocks and their styles stand in the header, and come late on a slow line."""

    def late(route: Route) -> None:
        let_pass(LATE)
        route.continue_()

    page = open_page(**PHONE, reduced_motion="reduce")
    page.route("**/company.css", late)
    page.route("**/people.css", late)
    page.add_init_script(HEADS)
    sit_down(page, begin(server, "close_assault"))
    expect(page.locator("#people")).to_contain_text("Rust")
    expect(page.locator(".speak")).to_be_visible()
    assert len(set(page.evaluate("heads"))) == 1


@pytest.mark.quick
def test_an_order_folds_the_sheet(duel: Table, open_page: OpenPage) -> None:
    """What was chosen is looked at on the board and in its odds, not under a sheet."""
    page = open_page(**PHONE, reduced_motion="reduce")
    duel.sit_down(page)
    every = page.locator(".acts .every")
    every.tap()
    expect(page.locator(".acts.all")).to_be_visible()
    page.locator(".acts .strip .act", has_text="Fire").first.tap()
    expect(page.locator("#odds .cta")).to_be_visible()
    expect(page.locator(".acts.all")).to_have_count(0)


def test_places_are_named_where_they_can_be_read(duel: Table, open_page: OpenPage) -> None:
    page = open_page(**PHONE, reduced_motion="reduce")
    duel.sit_down(page)
    name = page.locator(".hex-id", has_text="D8").first
    expect(name).to_be_hidden()
    for _ in range(3):
        page.keyboard.press("+")
    expect(name).to_be_visible()
    page.keyboard.press("0")
    expect(name).to_be_hidden()


@pytest.mark.parametrize("ruleset", ["close_assault", "warstrike"])
def test_an_open_table_opens_on_all_of_it(server: Server, open_page: OpenPage, ruleset: str) -> None:
    page = open_page(**PHONE, reduced_motion="reduce")
    sit_down(page, begin(server, ruleset))
    expect(page.locator("#board.zoomed")).to_have_count(0)
