"""Units that are hidden until they are seen: two people at one device, and a person against a computer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, RANDOM, Server, Table, order_button, shows_number
from tests.browser.test_curtain import curtain, lift, share

COBALT = 0


def begin(server: Server, other: dict[str, str] = HUMAN) -> Table:
    """A battle in which nobody sees anybody yet."""
    order = {"ruleset": "agrav", "scenario": "crossroads", "options": {"fog_of_war": True}, "forces": {}}
    made = server.call("/api/games", order | {"seed": 7, "seats": [HUMAN, other]})
    return Table(server, made["game"], [seat["token"] or "" for seat in made["seats"]])


@pytest.mark.quick
def test_each_side_sees_its_own_behind_the_curtain(server: Server, page: Page) -> None:
    """AG-24.1: the other side's unit is not on the board, nor in its log what it did."""
    battle = begin(server)
    share(battle, page)
    lift(page, "Blue")
    units = page.locator("svg.board .l-units")
    expect(units.locator("[data-unit=A1]")).to_be_attached()
    expect(units.locator("[data-unit=B1]")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("your Bastion")
    order_button(page, "turn").click()
    expect(page.locator(".l-ghost .petal.chosen")).to_be_visible()
    page.keyboard.press("Enter")
    shows_number(page, 1)
    expect(page.locator("#log")).to_contain_text("turns to face")
    order_button(page, "end").click()
    curtain(page, "Orange")
    expect(page.locator("main")).to_be_hidden()
    lift(page, "Orange")
    expect(units.locator("[data-unit=B1]")).to_be_attached()
    expect(units.locator("[data-unit=A1]")).to_have_count(0)
    expect(page.locator("#turn")).to_contain_text("Your turn")
    expect(page.locator("#log")).not_to_contain_text("turns to face")


def test_a_computer_moves_unseen(server: Server, open_page: Callable[..., Page]) -> None:
    """AG-24.1: on a phone too; its turn passes without a word of what it did."""
    battle = begin(server, RANDOM)
    page = open_page(**PHONE)
    battle.sit_down(page)
    battle.act(COBALT, "end")
    expect(page.locator("svg.board .l-units [data-unit=B1]")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
