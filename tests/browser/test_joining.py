"""A friend joins by the link: sees what is not by the printed rules, chooses a tank, agrees, plays."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server
from tests.browser.test_axe import FOUND, LEVELS

LAYER = {"file": "units.toml", "text": "[tanks.warden]\nhull = 9\n", "shown": "Heavy"}
SEATS = [{"kind": kind, "player": "", "name": ""} for kind in ("human", "invite")]


def begun(server: Server, seats: list[dict[str, str]]) -> tuple[str, str]:
    """A game with a changed tank: its name, and the token of the guest."""
    order = {"ruleset": "chase", "scenario": "even_ground", "seed": 1, "seats": seats, "layers": [LAYER]}
    request = urllib.request.Request(
        f"{server.address}/api/games", json.dumps(order).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        made = json.load(answer)
    return made["game"], made["seats"][1]["token"]


def test_a_friend_sees_what_differs_chooses_agrees_and_plays(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    page.goto(server.address)
    page.locator("select[name=ruleset]").select_option("chase")
    expect(page.locator(".mission", has_text="Even Ground").first).to_be_visible()
    page.locator("select[name=other]").select_option("invite")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_contain_text("Chase")
    expect(page.get_by_text("Waiting for Rust")).to_be_visible()
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
    expect(page.get_by_text("Waiting for Rust to join")).to_have_count(0)
    page.reload()
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
