"""A table without a map: units in lanes, reached and chosen like hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, running
from tests.browser.table import HUMAN, Server, Table, hexagon

LANES = "from tests.toy import lanes; lanes.install()"


@pytest.fixture(scope="module")
def laned_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a game that has no map."""
    with running(tmp_path_factory.mktemp("lanes"), LANES) as started:
        yield started


@pytest.fixture
def lanes(laned_server: Server) -> Table:
    order = {"ruleset": "burrows", "scenario": "field", "options": {"turns": 2}, "seed": 7, "forces": {}}
    made = laned_server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(laned_server, made["game"], [seat["token"] for seat in made["seats"]])


def test_arrow_keys_walk_from_unit_to_unit(lanes: Table, page: Page) -> None:
    lanes.sit_down(page)
    hexagon(page, "@A1").focus()
    for key, unit in [
        ("ArrowRight", "B3"),
        ("ArrowUp", "B1"),
        ("ArrowLeft", "A1"),
        ("ArrowDown", "A2"),
        ("ArrowRight", "B2"),
        ("ArrowLeft", "A2"),
    ]:
        page.keyboard.press(key)
        expect(hexagon(page, f"@{unit}")).to_be_focused()


def test_a_unit_is_looked_at_by_click_and_by_key(lanes: Table, page: Page) -> None:
    lanes.sit_down(page)
    hexagon(page, "@B2").click()
    card = page.locator("#target")
    expect(card.locator("h2")).to_contain_text("Warden")
    expect(card).not_to_contain_text("board")
    expect(card.get_by_role("img", name="Armor front 18, side 12, rear 9")).to_be_visible()
    hexagon(page, "@B1").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(card.locator("h2")).to_contain_text("Marten")
    expect(card.get_by_role("list", name="State")).to_have_text("hull down")


def test_nothing_of_a_map_is_shown(lanes: Table, page: Page) -> None:
    lanes.sit_down(page)
    for part in (".ruler", ".grid"):
        expect(page.locator(f".stage {part}:visible")).to_have_count(0)
    expect(page.get_by_role("group", name="Units")).to_be_attached()


def test_a_phone_shows_the_whole_track(lanes: Table, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    lanes.sit_down(page)
    expect(page.locator("#board.zoomed")).to_have_count(0)
    right = page.locator('.l-units [data-unit="B2"]').bounding_box()
    assert right is not None and 0 < right["x"] < 390 - right["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
