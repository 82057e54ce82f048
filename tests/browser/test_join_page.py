"""A friend joins by the link: sees what is not by the printed rules, chooses a tank, agrees, plays."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, set_up
from tests.browser.test_axe import FOUND, LEVELS
from tests.waiting import PATIENCE

LAYER = {"file": "units.toml", "text": "[tanks.warden]\nhull = 9\n", "shown": "Heavy"}
SEATS = [{"kind": kind, "player": "", "name": ""} for kind in ("human", "invite")]
PROMISED = re.compile("mixed from what the server, (your|Blue's) page and (your|Orange's) page promised")


def begun(server: Server, seats: list[dict[str, str]]) -> tuple[str, str]:
    """A game with a changed tank: its name, and the token of the guest."""
    order = {"ruleset": "chase", "scenario": "even_ground", "seed": 1, "seats": seats, "layers": [LAYER]}
    request = urllib.request.Request(
        f"{server.address}/api/games", json.dumps(order).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        made = json.load(answer)
    return made["game"], made["seats"][1]["token"]


@pytest.mark.quick
def test_a_friend_sees_what_differs_chooses_agrees_and_plays(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    set_up(page, server, "chase")
    expect(page.locator(".mission", has_text="Even Ground").first).to_be_visible()
    page.locator("select[name=other]").select_option("invite")
    page.get_by_role("button", name="Make the invitation").click()
    expect(page.get_by_text("Your friend has not opened it yet")).to_be_visible()
    game = page.url.rsplit("/", 1)[1]
    held = page.evaluate("key => localStorage.getItem(key)", f"hulldown.seats.{game}")
    token = json.loads(held)["1"]["token"]
    guest = open_page()
    guest.goto(f"{server.address}/table/{game}#seat={token}")
    expect(guest.get_by_role("heading", name="Not by the printed rules")).to_be_visible()
    expect(guest.get_by_text("this battle is by the printed rules")).to_be_visible()
    guest.get_by_text("Your own builds").click()
    guest.get_by_label("B1").select_option("sample anvil")
    guest.get_by_role("button", name="Agree and join").click()
    expect(guest.locator("#title")).to_contain_text("Chase")
    expect(guest.locator("#target, #unit, #roster").filter(has_text="Anvil").first).to_be_visible()
    expect(page.locator("#title")).to_contain_text("Chase")
    expect(page.locator("#target, #unit, #roster").filter(has_text="Anvil").first).to_be_visible()


def test_differences_are_told_value_by_value(server: Server, page: Page) -> None:
    game, token = begun(server, SEATS)
    page.goto(f"{server.address}/join/{game}#seat={token}")
    row = page.get_by_role("row", name="Warden, hull")
    expect(row).to_contain_text("6")
    expect(row).to_contain_text("9")
    expect(row.get_by_role("link", name="CH-11.8")).to_be_visible()
    page.get_by_role("button", name="Agree and join").click()
    expect(page.locator("#title")).to_contain_text("Chase")
    page.goto(f"{server.address}/join/{game}#seat={token}")
    expect(page.locator("#title")).to_contain_text("Chase")


@pytest.mark.parametrize("look", [{}, {**PHONE, "color_scheme": "dark"}], ids=["desk", "phone, dark"])
def test_axe_finds_nothing(server: Server, open_page: Callable[..., Page], look: dict[str, Any]) -> None:
    game, token = begun(server, SEATS)
    page = open_page(**look)
    page.goto(f"{server.address}/join/{game}#seat={token}")
    expect(page.get_by_role("row", name="Warden, hull")).to_be_visible()
    page.get_by_text("Your own builds").click()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []]) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


KEPT = "key => JSON.parse(localStorage.getItem(key))"


def invited(server: Server, page: Page, seed: str = "") -> tuple[str, str]:
    """A duel set up on the home page for a friend: its name, and the friend's token."""
    set_up(page, server, "tank_commander")
    expect(page.locator(".mission").first).to_be_visible()
    page.locator("select[name=other]").select_option("invite")
    page.locator("input[name=seed]").fill(seed)
    page.get_by_role("button", name="Make the invitation").click()
    expect(page.get_by_text("Your friend has not opened it yet")).to_be_visible()
    game = page.url.rsplit("/", 1)[1]
    return game, page.evaluate(KEPT, f"hulldown.seats.{game}")["1"]["token"]


def test_both_pages_add_to_the_dice_and_see_that_it_was_held(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    game, token = invited(server, page)
    guest = open_page()
    guest.goto(f"{server.address}/join/{game}#seat={token}")
    expect(guest.get_by_text("Nobody can rig the dice")).to_be_visible()
    guest.get_by_text("How that works").click()
    expect(guest.get_by_text("your page adds to them on joining")).to_be_visible()
    guest.get_by_role("button", name="Agree and join").click()
    for one in (page, guest):
        one.locator("#menu").click()
        one.get_by_role("button", name="Mission", exact=True).click()
        mission = one.locator("#mission")
        expect(mission).to_contain_text(PROMISED)
        one.keyboard.press("Escape")
    kept = [one.evaluate(KEPT, f"hulldown.dice.{game}") for one in (page, guest)]
    assert [one["seat"] for one in kept] == [0, 1] and kept[0]["part"] != kept[1]["part"]
    seen = server.call(f"/api/games/{game}/view")
    assert kept[0]["commitment"] == kept[1]["commitment"] == seen["commitment"]
    assert kept[1]["promises"] == [seen["promises"][0], ""]
    page.locator("#menu").click()
    page.get_by_role("button", name="Concede \u2026").click()
    page.get_by_role("button", name="Concede", exact=True).click()
    held = "The dice used your page's part, and every promise was kept."
    for one in (page, guest):
        expect(one.locator("#over")).to_contain_text(held)
    assert server.call(f"/api/games/{game}/view")["dice"]["parts"] == [one["part"] for one in kept]
    guest.locator("#menu").click()
    guest.get_by_role("button", name="The dice").click()
    expect(guest.get_by_role("dialog", name="The dice")).to_contain_text(kept[0]["part"])


def test_a_promise_that_was_not_held_is_told(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    """As if the server had shown other parts than it was given: the page compares with what it kept."""
    game, token = invited(server, page)
    server.call(f"/api/games/{game}/join", {"contribution": "0" * 32}, token)
    expect(
        page.locator("svg.board .l-units").first
    ).to_be_attached()  # the page goes on to the table by itself
    page.evaluate(
        """key => {
            const kept = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...kept, part: "f".repeat(32) }));
        }""",
        f"hulldown.dice.{game}",
    )
    host = page.evaluate(KEPT, f"hulldown.seats.{game}")["0"]["token"]
    server.call(f"/api/games/{game}/act", {"actions": ["concede"], "number": 0}, host)
    expect(page.locator("#over")).to_contain_text("what this page sent is not in them")


def test_a_seed_is_read_before_it_is_agreed_to(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    game, token = invited(server, page, seed="7")
    said = "The dice come from seed 7: both of you could know them."
    guest = open_page()
    guest.goto(f"{server.address}/join/{game}#seat={token}")
    expect(guest.get_by_text(said)).to_be_visible()
    guest.get_by_role("button", name="Agree and join").click()
    for one in (page, guest):
        one.locator("#menu").click()
        one.get_by_role("button", name="Mission", exact=True).click()
        expect(one.locator("#mission")).to_contain_text(said)
    assert server.call(f"/api/games/{game}/view")["seed"] == 7
