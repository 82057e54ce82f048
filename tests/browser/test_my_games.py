"""My games: found by name and turn, deleted by hand, played on another device by a secret link."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.conftest import PHONE, running
from tests.browser.table import OpenPage, Server, set_up, shows_number
from tests.browser.test_axe import ALL, FOUND


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has no games of other tests."""
    with running(tmp_path_factory.mktemp("mine")) as started:
        yield started


def mine(page: Page, state: str = "Your turn") -> Locator:
    """One's own battles that stand so."""
    return page.get_by_role("region", name="Yours").locator("li", has_text=state)


def sound(page: Page) -> None:
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, None]) == []


def roll(page: Page) -> None:
    """Give the first order of a battle."""
    page.locator(".acts").get_by_role("button", name="Roll for first turn").click()


def begun(page: Page, house: Server, other: str) -> str:
    """A battle begun by hand."""
    set_up(page, house)
    page.locator("select[name=other]").select_option(other)
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_contain_text("Tank Commander")
    return page.url.rsplit("/", 1)[1]


def test_a_name_and_a_link_bring_the_battle_to_another_device(
    house: Server, page: Page, open_page: OpenPage
) -> None:
    page.goto(house.address)
    expect(page.get_by_text("None yet. Your battles appear here.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('hulldown.me')") is None  # nobody who only looks
    page.locator("#you summary").click()
    page.get_by_label("Your name").fill("Ann")
    page.locator("#you").get_by_role("button", name="Keep it").click()
    expect(page.locator("#you summary")).to_have_text("You are Ann")
    game = begun(page, house, "human")
    page.locator("#menu").click()
    page.get_by_role("button", name="Mission", exact=True).click()
    expect(page.locator("#mission .players")).to_contain_text("Blue: Ann")
    page.goto(house.address)
    expect(mine(page).get_by_role("link")).to_have_attribute("href", f"/table/{game}")
    sound(page)
    secret = page.evaluate("localStorage.getItem('hulldown.me')")

    other = open_page(**PHONE)
    other.goto(f"{house.address}/me#{secret}")
    expect(other.locator("#you summary")).to_have_text("You are Ann")
    assert other.url == f"{house.address}/"
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    mine(other).get_by_role("link").click()
    expect(other.locator("#title")).to_contain_text("Tank Commander")
    roll(other)
    page.goto(f"{house.address}/table/{game}")
    shows_number(page, 1)


def test_an_order_whose_answer_was_lost_is_given_once(house: Server, page: Page) -> None:
    begun(page, house, "human")
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The first time the server hears it and the page does not hear of it."""
        if not lost:
            lost.append(route.fetch().text())
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/act?*", lose)
    roll(page)
    shows_number(page, 1)
    assert lost


def test_battles_are_deleted_by_hand_and_others_stay_apart(
    house: Server, page: Page, open_page: OpenPage
) -> None:
    game = begun(page, house, "human")
    stranger = open_page()
    stranger.goto(f"{house.address}/watch")
    expect(stranger.locator(f'#battles a[href="/table/{game}"]')).to_be_visible()
    expect(stranger.get_by_role("button", name="Delete")).to_have_count(0)
    page.goto(house.address)
    entry = mine(page).filter(has=page.locator(f'a[href="/table/{game}"]'))
    entry.get_by_role("button", name="Delete").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("deleted for good")
    sound(page)
    asked.get_by_role("button", name="Keep it").click()
    expect(entry).to_be_visible()
    entry.get_by_role("button", name="Delete").click()
    asked.get_by_role("button", name="Delete it").click()
    expect(entry).to_have_count(0)
    stranger.reload()
    expect(stranger.locator("#battles .sub, #battles li").first).to_be_visible()
    expect(stranger.locator(f'a[href="/table/{game}"]')).to_have_count(0)


def test_a_battle_that_is_over_says_who_won(house: Server, page: Page) -> None:
    game = begun(page, house, "human")
    seats = page.evaluate("key => JSON.parse(localStorage.getItem(key))", f"hulldown.seats.{game}")
    house.call(f"/api/games/{game}/act", {"actions": ["concede"], "number": 0}, seats["0"]["token"])
    page.goto(house.address)
    expect(mine(page, "Orange won").get_by_role("link")).to_have_attribute("href", f"/replay/{game}")


def test_somebody_else_s_link_asks_before_this_browser_changes(
    house: Server, page: Page, open_page: OpenPage
) -> None:
    begun(page, house, "human")
    other = open_page()
    game = begun(other, house, "human")
    secret = other.evaluate("localStorage.getItem('hulldown.me')")
    before = page.evaluate("localStorage.getItem('hulldown.me')")
    page.goto(f"{house.address}/me#{secret}")
    page.get_by_role("button", name="Stay as you are").click()
    expect(mine(page).first).to_be_visible()
    assert page.evaluate("localStorage.getItem('hulldown.me')") == before
    page.goto(f"{house.address}/me#{secret}")
    page.get_by_role("button", name="Show the link's battles").click()
    link = mine(page).get_by_role("link")
    expect(link).to_have_attribute("href", f"/table/{game}")
    page.locator("#you summary").click()
    expect(page.get_by_role("button", name="Copy the link to it")).to_be_visible()
    sound(page)
