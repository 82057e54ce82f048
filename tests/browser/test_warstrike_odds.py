"""Odds of WarStrike in a browser: a volley by its form, two compared, fire at the table; phone and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, Table, reached


def opened(server: Server, page: Page, hash_: str = "") -> Page:
    """The page with its first answer."""
    page.goto(f"{server.address}/odds?rules=warstrike{hash_}")
    expect(page.locator(".scene svg.tabletop").first).to_be_visible()
    return page


def row(page: Page, statement: str) -> Locator:
    """A row of the chances by its statement."""
    return page.locator("#chances tbody tr", has=page.locator("th", has_text=statement)).first


def test_a_volley_is_set_up_by_its_form(server: Server, page: Page) -> None:
    """WS-11.9, WS-11.11, WS-9.3: shots, cover, a leader who sees nobody, kinds of models by the unit."""
    opened(server, page)
    expect(row(page, "It is a kill result").locator(".fr")).to_have_text("1/6")
    page.locator('#form [name="sight"]').select_option("concealed")
    expect(row(page, "It is a kill result").locator(".fr")).to_have_text("1/9")
    expect(page.locator(".scene .mods")).to_contain_text("cover")
    page.locator('#form [name="firer.leader_sees"]').uncheck()
    expect(page.locator(".scene")).to_contain_text("needs a target that its leader can see")
    page.locator('#form [name="firer.action"]').select_option("advance")
    expect(page.locator(".scene .why")).to_contain_text("1 model cannot fire")
    page.locator('#form [name="firer.what"]').select_option("storm")
    expect(page.locator('#form [name="firer.left.trooper"]')).to_be_visible()
    expect(page.locator('#form [name="firer.left.rifleman"]')).to_be_hidden()


def test_two_volleys_are_compared(server: Server, page: Page) -> None:
    """WS-12.1: Snap Fire beside Open Fire!"""
    opened(server, page, "#firer.action=snap/firer.action=open_fire")
    expect(page.locator(".scene")).to_have_count(2)
    expect(row(page, "R1 fails its next check").locator(".diff")).to_contain_text("+")


def test_fire_at_the_table_leads_there(server: Server, page: Page) -> None:
    """WS-11.20: what is told of an order of fire has a way to the same volley on the odds page."""
    order = {"ruleset": "warstrike", "scenario": "first_patrol", "options": {}, "seed": 5, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    for seat, orders in ((1, ["R1", "R2"]), (0, ["B1"])):
        for unit in orders:
            table.act(seat, f"{unit} activate", f"{unit} {'go-to-ground' if seat else 'open-fire'}")
    table.act(0, "B1 end")
    asked = table.get("odds", action="B1 fire R2")
    page.goto(f"{server.address}/table/{table.game}#seat={table.tokens[0]}")
    reached(page, "fire", "B1 fire R2").click()
    page.locator("#odds summary", has_text="Why").click()
    way = page.locator("#odds .more a")
    expect(way).to_have_text("More in the odds page")
    with page.context.expect_page() as waiting:
        way.click()
    there = waiting.value
    expect(there.locator(".scene .mods")).to_contain_text("gone to ground")
    lost = next(line for line in asked["lines"] if line["text"] == "R2 loses a model")
    expect(row(there, "R1 loses a model")).to_contain_text(f"{100 * lost['value']:.1f}")


@pytest.mark.parametrize("how", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_nothing_sticks_out(server: Server, open_page: Callable[..., Page], how: dict[str, object]) -> None:
    """The widest pictures: a hill, a wood, blocks, an officer, far away; and two beside each other."""
    hash_ = (
        "#distance=24&level=firer&firer.action=advance&firer.leader_sees=false&target.exposed=4/distance=2"
    )
    page = opened(server, open_page(**how), hash_)
    expect(page.locator(".scene")).to_have_count(2)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0
