"""Odds of Close Assault in a browser: Tank Shock, best spending, today against the proposal; on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, Table, order_button
from tests.browser.test_plane import CONTACT, RUST_FIRST, give_orders, sit_down
from tests.unit.rulesets.close_assault.test_fights_to_page import OLD_THUNDER

from hulldown.rulesets.close_assault.catalogue import SHELF, plain, printed_build

SHOCK = "#what=shock&opponents=2&a.charged=12&second.arc=rear"


def opened(server: Server, page: Page, hash_: str = "") -> Page:
    """The page with its first answer and its first report."""
    page.goto(f"{server.address}/odds?rules=close_assault{hash_}")
    expect(page.locator(".scene").first).to_be_visible()
    expect(page.locator("#reports .sheet").first).to_be_visible()
    return page


def row(page: Page, statement: str) -> Locator:
    """A row of the chances by its statement."""
    return page.locator("#chances tbody tr", has=page.locator("th", has_text=statement)).first


def field(page: Page, name: str) -> Locator:
    """A field of the reports."""
    return page.locator(f'#reports [name="{name}"]')


def test_a_tank_shock_is_answered_both_ways(server: Server, page: Page) -> None:
    """CA-12.6, CA-19.9: both answers under headings of their own, the enemies where they should stand."""
    opened(server, page, SHOCK)
    heads = page.locator("#chances .part-name th")
    expect(heads.filter(has_text="If it stands and fights").first).to_be_visible()
    expect(heads.filter(has_text="If it gets out of the way").first).to_be_visible()
    expect(page.locator(".scene svg.tabletop .u-body")).to_have_count(3)
    expect(page.locator(".scene .mods")).to_contain_text("charge bonus, by distance")
    page.locator('#form [name="a.charged"]').fill("0")
    expect(page.locator(".scene .mods")).not_to_contain_text("charge bonus, by distance")


@pytest.mark.quick
def test_the_best_spending_is_told_with_its_reason(server: Server, page: Page) -> None:
    """CA-19.5: what is best, what it reaches, what plainer ways would."""
    opened(server, page)
    said = page.locator(".scene .why p", has_text="is best")
    expect(said).to_contain_text("an expected lead of +0.92 Wounds (all at once: +0.92, nothing: \u22120.43)")
    expect(said.locator("a")).to_have_text("CA-19.6")
    page.locator('#form [name="a.spend"]').select_option("none")
    expect(said).to_have_count(0)
    expect(row(page, "The enemy loses more Wounds").locator(".fr").first).to_have_text("155/648")


def test_today_stands_beside_the_proposal_as_table_and_plot(server: Server, page: Page) -> None:
    """CA-19.8: chosen, read, linked; the same address brings the same question back."""
    opened(server, page)
    field(page, "vehicle").select_option("baneblade")
    heading = page.locator("#reports h3")
    expect(heading).to_have_text("Baneblade against Line infantry")
    last = page.locator("#reports .sheet").first.locator("tbody tr", has_text="the opponent charges").last
    expect(last).to_contain_text("1261/1296")
    expect(page.locator("#reports svg.chart")).to_contain_text("Today")
    assert page.url.endswith("#!compare&vehicle=baneblade")
    page.reload()
    expect(heading).to_have_text("Baneblade against Line infantry")
    expect(field(page, "vehicle")).to_have_value("baneblade")
    expect(page.locator("#reports")).to_be_in_viewport()
    page.locator('#form [name="a.what"]').select_option("land_raider")
    assert page.url.endswith("#a.what=land_raider!compare&vehicle=baneblade")


def test_the_matrix_can_be_taken_along(server: Server, page: Page) -> None:
    """CA-19.8: all units against all, as a file for a spreadsheet."""
    opened(server, page, "#!matrix&charger=two")
    sheet = page.locator("#reports .sheet")
    expect(sheet.locator("tbody tr").first).to_contain_text("Rhino")
    units = sheet.locator("tbody tr").count()
    with page.expect_download() as waiting:
        page.locator("#reports").get_by_role("button", name="Table (CSV)").click()
    lines = Path(waiting.value.path()).read_text().splitlines()
    assert lines[0].startswith("table,part,row") and len(lines) == 1 + units * units


def test_two_situations_are_compared(server: Server, page: Page) -> None:
    """CA-1.5: the same Fight with one CAF, as today, beside it."""
    opened(server, page, "#a.spend=none")
    page.locator("#compare").click()
    page.locator("#form details summary", has_text="Rule options").click()
    page.locator('#form [name="options.rules_mode"]').select_option("today")
    page.locator('#form [name="a.order"]').select_option("charge")
    expect(page.locator(".scene")).to_have_count(2)
    expect(row(page, "The enemy loses more Wounds").locator(".diff")).to_contain_text("+9.6")


@pytest.mark.parametrize("how", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_nothing_sticks_out(server: Server, open_page: Callable[..., Page], how: dict[str, object]) -> None:
    """The matrix and six opponents: what is too wide scrolls in a box of its own."""
    page = opened(server, open_page(**how), "#opponents=6&a.what=baneblade/opponents=6!matrix")
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0
    sheet = page.locator("#reports .sheet").first
    assert sheet.evaluate("e => getComputedStyle(e).overflowX") == "auto"


def test_a_unit_of_ones_own_is_chosen_and_linked(server: Server, page: Page) -> None:
    """CA-8.1: kept in the Garage, chosen here; the address brings it along, one with faults says why not."""
    spoilt = {"name": "Rust Bucket", "weapon": [{"name": "Gun", "line": []}]}
    kept = [
        server.call("/api/builds", {"ruleset": "close_assault", "build": build})["id"]
        for build in (OLD_THUNDER, OLD_THUNDER | spoilt)
    ]
    opened(server, page)
    expect(page.locator("#unfit p")).to_contain_text("Rust Bucket")
    page.locator('#form [name="a.what"]').select_option(label="Old Thunder")
    expect(page.locator(".scene h2").first).to_have_text("Old Thunder fights Line infantry")
    expect(page.locator("#chances")).not_to_contain_text("Reckoning")
    address = page.url
    for one in kept:
        page.evaluate("id => fetch(`/api/builds/${id}`, {method: 'DELETE'})", one)
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".scene h2").first).to_have_text("Old Thunder fights Line infantry")
    expect(page.locator('#form [name="a.what"] option:checked')).to_have_text("Old Thunder")
    expect(page.locator("#unfit p")).to_have_count(0)


def test_a_fight_at_the_table_leads_here(server: Server, page: Page) -> None:
    """CA-10.7: an own vehicle's bonuses, asked for at the table; the page knows the same Fight."""
    rhino = plain(printed_build(SHELF.units().units["rhino"])) | {"name": "Old Thunder"}
    order = {"ruleset": "close_assault", "scenario": "drill_square", "options": {}, "seed": RUST_FIRST}
    made = server.call("/api/games", order | {"forces": {"B1": rhino}, "seats": [HUMAN, HUMAN]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    give_orders(table, "advance")
    table.act(1, "R1 activate", "R1 end")
    table.act(0, *CONTACT, "B1 shock R1")
    table.act(1, "R1 stand")
    while "spend" not in (first := table.may()[0]):
        table.act(0, first)
    sit_down(page, table)
    order_button(page, "spend").click()
    page.locator("#odds summary", has_text="Why").click()
    said = page.locator("#odds .outs .fr:not(:empty)").first
    expect(said).to_contain_text("/")
    fraction = said.inner_text().replace("\u200b", "")
    address = page.get_by_role("link", name="More in the odds page").get_attribute("href") or ""
    assert "own.own_old_thunder" in address
    page.goto(server.address + address)
    expect(page.locator(".scene h2").first).to_contain_text("Old Thunder Tank Shocks Line infantry")
    expect(page.locator("#chances")).to_contain_text(fraction)
