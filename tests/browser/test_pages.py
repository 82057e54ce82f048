"""What holds for the pages: films, rule links, phones, dark light, weight, and people who do not point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, running
from tests.browser.table import Server, Table, hexagon, order_button, own_turn, shows_number

from hulldown.views.voice import place_name

BUDGET = 200_000  # bytes over the line from Home to the first look at the table, without pictures
PICTURES = 260_000  # the same of eight pictures, which nobody waits for and which the browser keeps


def press(page: Page, name: str) -> None:
    page.locator("#film").get_by_role("button", name=name, exact=True).click()


@pytest.mark.quick
def test_the_film_goes_to_any_step_and_back(duel: Table, page: Page) -> None:
    duel.sit_down(page, "replay")
    last = duel.view()["number"]
    press(page, "To now")
    shows_number(page, last)
    now = page.locator("svg.board > .l-units").inner_html()
    press(page, "To the start")
    expect(page.locator("#film .count")).to_have_text(f"0 of {last}")
    expect(page.locator("#log .ev")).to_have_count(0)
    expect(page.locator("#odds")).to_contain_text("This is an earlier step")
    press(page, "Step on")
    expect(page.locator("#log .ev")).to_have_count(1)
    page.get_by_label("Step of the battle").fill("4")
    expect(page.locator("#film .count")).to_have_text(f"4 of {last}")
    expect(page.locator("#unit")).to_contain_text("at 05\u00b709")
    page.get_by_label("Step of the battle").fill(str(last - 2))
    press(page, "Play")
    shows_number(page, last)
    press(page, "To the start")
    press(page, "Now")
    shows_number(page, last)
    assert page.locator("svg.board > .l-units").inner_html() == now
    assert duel.view()["number"] == last


def test_a_finished_battle_opens_as_a_film(duel: Table, page: Page) -> None:
    duel.act(0, "concede")
    last = duel.view()["number"]
    page.goto(f"{duel.server.address}/watch")
    entry = page.locator(f'#battles a[href="/replay/{duel.game}"]')
    expect(entry).to_contain_text("watch it again")
    entry.click()
    expect(page.locator("#film .count")).to_have_text(f"0 of {last}")
    expect(page.locator("#over")).to_be_hidden()
    press(page, "To now")
    expect(page.locator("#over h2")).to_have_text("Orange wins")


@pytest.mark.quick
def test_a_phone(duel: Table, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    duel.sit_down(page)
    number = duel.view()["number"]
    sheets = {"Log": "#log", "Hunter": "#unit", "Now": "#odds"}
    for tab, sheet in sheets.items():
        page.locator(".tabs label", has_text=tab).tap()
        for other in sheets.values():
            expect(page.locator(other)).to_be_visible(visible=other == sheet)
    place = next(place for place, cost in sorted(duel.view()["reach"].items()) if cost == 2)
    hexagon(page, place).tap()
    expect(page.locator("#odds .cta")).to_contain_text(f"Go to {place_name(place)}")
    assert duel.view()["number"] == number
    hexagon(page, place).tap()
    expect(page.locator("#unit")).to_contain_text(f"at {place_name(place)}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert duel.view()["number"] > number


@pytest.mark.parametrize("light", ["light", "dark"])
def test_every_page_in_every_light(duel: Table, open_page: Callable[..., Page], light: str) -> None:
    """The fixture fails the test if a page complains in the console."""
    page = open_page(color_scheme=light)
    dark = light == "dark"
    for path in ("", f"table/{duel.game}", f"replay/{duel.game}", "rulebook/tank_commander"):
        page.goto(f"{duel.server.address}/{path}", wait_until="networkidle")
        expect(page.locator("h1").first).to_be_attached()
        paper, ink = page.evaluate(LUMINANCE)
        assert (paper < ink) is dark


# How bright a slip of paper and the lettering on it are, as sums of red, green and blue.
LUMINANCE = """() => {
    const style = getComputedStyle(document.querySelector(".slip"));
    const sum = color => color.match(/[0-9.]+/g).slice(0, 3).reduce((all, one) => all + Number(one), 0);
    return [sum(style.backgroundColor), sum(style.color)];
}"""


def test_home_and_table_are_light_to_load(tmp_path: Path, page: Page) -> None:
    """The first visit: nothing is in the browser's cache, and no battle is kept yet."""
    with running(tmp_path) as server:
        weight, pictures = transferred(page, server)
        page.goto("about:blank")  # so that it does not miss the server
    assert 20_000 < weight < BUDGET
    assert 20_000 < pictures < PICTURES


def transferred(page: Page, server: Server) -> tuple[float, float]:
    """Bytes that come over the line, packed as they come, from Home to the board on the table: of pictures,
    and of all else before them.
    """
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: dict[str, float] = {}
    pictures: set[str] = set()

    def began(event: dict[str, str]) -> None:
        if event["type"] == "Image":
            pictures.add(event["requestId"])

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    line.on("Network.responseReceived", began)
    line.on("Network.loadingFinished", ended)
    page.goto(server.address, wait_until="networkidle")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    seen = sum(size for request, size in sizes.items() if request in pictures)
    return sum(sizes.values()) - seen, seen


NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, [tabindex='0']")]
    .filter(one => one.checkVisibility() && !one.labels?.length)
    .filter(one => !(one.ariaLabel || one.innerText || one.textContent.trim()))
    .map(one => one.outerHTML.slice(0, 120))"""


@pytest.mark.quick
def test_everything_that_can_be_pressed_has_a_name(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    for path in (f"table/{duel.game}", "", "rulebook/tank_commander"):
        page.goto(f"{duel.server.address}/{path}", wait_until="networkidle")
        assert page.evaluate(NAMELESS) == []


def test_the_board_and_the_log_speak(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    labels = page.locator(".l-hit [data-hex]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert len(labels) == 100
    assert all(labels)
    assert any("the enemy Hunter" in label for label in labels)
    assert page.locator(".l-hit [tabindex='0']").count() == 1
    own_turn(page)
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_contain_text("Your Hunter moves to")


@pytest.mark.quick
def test_the_keyboard_walks_the_page_with_a_visible_focus(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    own_turn(page)
    for _ in range(14):
        page.keyboard.press("Tab")
        style = page.evaluate(
            "(({outlineStyle, outlineWidth, strokeWidth}) => [outlineStyle, outlineWidth, strokeWidth])"
            "(getComputedStyle(document.activeElement))"
        )
        assert style[0] != "none" or style[2] == "5px", page.evaluate("document.activeElement.outerHTML")
    hexagon(page, "E5").focus()
    walked = []
    for way in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(way)
        walked.append(page.evaluate("document.activeElement.dataset.hex"))
    assert walked[0] in ("F4", "F5")
    assert walked[1:] == ["E5", "E4", "E5"]


@pytest.mark.quick
def test_a_lost_line_is_told_and_comes_back(duel: Table, page: Page) -> None:
    duel.sit_down(page)
    expect(page.locator("#lost")).to_be_hidden()
    order_button(page, "A1 move").wait_for()
    page.context.set_offline(True)
    order_button(page, "A1 move").click()
    order_button(page, "A1 move").click()
    expect(page.locator("#trouble")).to_contain_text("Nothing is lost")
    page.context.set_offline(False)
    order_button(page, "A1 move").click()
    expect(page.locator("#log .ev").first).to_contain_text("moves to")
