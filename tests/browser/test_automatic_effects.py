"""What the rules do by themselves is seen on the board: for a while, in nobody's way, till a key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server, Table

from hulldown.game import Game

GOLDEN = Path(__file__).parents[1] / "golden"
BATTLES = {
    "tank_commander": "capture_objectives",
    "agrav": "container_yard",
    "close_assault": "iron_wedge",
    "warstrike": "first_patrol",
}


def before_upkeep(server: Server, ruleset: str) -> tuple[Table, dict[str, Any], str]:
    """A battle between two people just before an order after which the rules do something; that order, and
    the first that they do.
    """
    text = (GOLDEN / ruleset / f"{BATTLES[ruleset]}.json").read_text(encoding="utf-8")
    game, orders = Game.load(text), json.loads(text)["orders"]
    for number, turn in enumerate(game.history):
        said = [one.text for one in turn.sentences if one.upkeep and not one.heading]
        if said and number:
            made = server.call("/api/games/load", json.loads(game.at(number).save()))
            table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
            return table, orders[number], said[0]
    raise AssertionError(f"nothing happens by itself in {BATTLES[ruleset]}")


def sit_down(page: Page, table: Table, seat: int) -> None:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("ruleset", BATTLES)
def test_what_the_rules_do_stands_on_the_board_till_a_key(server: Server, page: Page, ruleset: str) -> None:
    table, order, _ = before_upkeep(server, ruleset)
    sit_down(page, table, order["seat"])
    table.act(order["seat"], order["order"])
    note = page.locator(".stage > .upkeep")
    expect(note).to_be_visible()
    expect(note.locator("p")).not_to_have_count(0)
    log = page.locator("#log").inner_text()
    assert note.locator("p").first.inner_text() in log
    assert page.evaluate("document.getAnimations().length") == 0  # the page was asked for less motion
    page.keyboard.press("Shift")
    expect(note).to_have_count(0)


def test_the_note_fits_on_a_phone_and_takes_no_tap(server: Server, open_page: OpenPage) -> None:
    table, order, _ = before_upkeep(server, "agrav")
    page = open_page(**PHONE)
    sit_down(page, table, order["seat"])
    table.act(order["seat"], order["order"])
    note = page.locator(".stage > .upkeep")
    box = note.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert note.evaluate("el => getComputedStyle(el).pointerEvents") == "none"


def test_an_order_after_which_nothing_happens_has_no_note(server: Server, page: Page) -> None:
    table = server.begin()
    table.sit_down(page)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("roll for the first turn")
    expect(page.locator(".upkeep")).to_have_count(0)
