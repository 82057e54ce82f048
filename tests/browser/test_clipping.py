"""What the table says can be read whole: nothing that matters is cut off or under an edge."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import RANDOM, SHOT, OpenPage, Server, Table, order_button
from tests.browser.test_phone import begin, sit_down

COUNTED = ("agrav", "close_assault", "warstrike")  # what is played for points from its first scenario on
SIZES: list[dict[str, Any]] = [
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 1024, "height": 768}},
    PHONE,
]
# Which of some things do not lie whole in the box that cuts them.
CUT = """([things, within]) => [...document.querySelectorAll(things)].filter((thing) => {
  if (!thing.checkVisibility()) return false;
  const [inner, outer] = [thing, thing.closest(within)].map((one) => one.getBoundingClientRect());
  return inner.left < outer.left - 1 || inner.right > outer.right + 1 ||
    inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || thing.scrollWidth > thing.clientWidth + 1;
}).map((thing) => thing.textContent)"""


def cut(page: Page, things: str, within: str) -> list[str]:
    """The text of what is not seen whole."""
    left_out: list[str] = page.evaluate(CUT, [things, within])
    return left_out


@pytest.mark.parametrize("ruleset", COUNTED)
def test_the_score_of_both_stands_whole_in_the_bar(server: Server, open_page: OpenPage, ruleset: str) -> None:
    table = begin(server, ruleset)
    for how in SIZES:
        page = open_page(**how)
        sit_down(page, table)
        expect(page.locator(".tally b")).to_have_text(["0", "0"])
        assert cut(page, ".tally, .turn b, .turn small", ".whose") == []


def test_objectives_are_counted_in_the_bar_where_no_points_are(server: Server, page: Page) -> None:
    order = {"ruleset": "tank_commander", "scenario": "capture_objectives", "options": {}, "seed": 7}
    seats = [{"kind": "human", "player": "", "name": ""}, RANDOM]
    begun = server.call("/api/games", order | {"forces": {}, "seats": seats})
    Table(server, begun["game"], [seat["token"] or "" for seat in begun["seats"]]).sit_down(page)
    expect(page.locator(".tally")).to_have_text("ScoreYou0Computer0")
    expect(page.locator("#beside")).to_contain_text("Objectives: you 0, the computer 0")


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_the_chance_of_a_lessons_shot_is_seen_without_scrolling(
    server: Server, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server.address}/learn/tank_commander/shoot")
    order_button(page, SHOT).click()
    expect(page.locator(".odds .big .num")).to_have_text("67 %")
    assert cut(page, ".odds .big, .odds .cta, .crew, .which button", ".room") == []


def test_tabs_of_units_and_the_order_of_activation_are_whole(server: Server, open_page: OpenPage) -> None:
    """On a tablet, too, with nine units of long names."""
    order = {"ruleset": "warstrike", "scenario": "water_line", "options": {}, "seed": 7, "forces": {}}
    human = {"kind": "human", "player": "", "name": ""}
    begun = server.call("/api/games", order | {"seats": [human, human]})
    table = Table(server, begun["game"], [seat["token"] or "" for seat in begun["seats"]])
    for how in SIZES[:3]:
        page = open_page(**how)
        sit_down(page, table)
        page.locator("#which button").last.click()
        page.locator('#roster [data-key="roster B2"]').click()
        assert cut(page, "#which button", ".room") == []
        assert cut(page, ".chip", ".chips") == []
