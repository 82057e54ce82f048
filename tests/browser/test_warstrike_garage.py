"""Units of WarStrike in the garage: numbers live, faults named, cards printed, fielded and reckoned with."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, Server, set_up


def opened(page: Page, server: Server, sample: str = "Line Squad (Infantry)") -> None:
    """The garage with a unit that comes with the game in work."""
    page.goto(f"{server.address}/garage?ruleset=warstrike")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_label("Start from").select_option(label=sample)
    expect(page.locator("#preview svg")).to_contain_text(sample.partition(" (")[0])


def saved(page: Page, name: str) -> None:
    """The unit in work under a name of its own on the shelf."""
    page.get_by_label("Name", exact=True).first.fill(name)
    expect(page.locator("#preview svg")).to_contain_text(name)
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text(name)


@pytest.mark.quick
def test_verdict_and_card_follow_each_edit(server: Server, page: Page) -> None:
    """WS-4.13: models, weapons and numbers change what the unit can do and its printed card together."""
    opened(page, server)
    card, verdict = page.locator("#preview svg"), page.locator("#verdict")
    page.locator(".workings summary").click()
    expect(verdict).to_contain_text("5 to 10 left")
    page.get_by_role("button", name="Models 2, How many: more").click()
    expect(card).to_contain_text("infantry, 11 models")
    expect(verdict).to_contain_text("6 to 11 left")
    page.get_by_role("button", name="Ld: more").click()
    expect(card).to_contain_text("Ld, 3 dice, by markers")
    page.locator("[aria-label^='Models 2, Weapons']").click()
    page.get_by_role("checkbox", name="HMG:").locator("visible=true").check()
    expect(card).to_contain_text("9 HMG*")
    page.get_by_role("checkbox", name="carbine:").locator("visible=true").check()
    expect(verdict).to_contain_text("models[2].weapons: may be at most 2, not 3")
    expect(card).to_contain_text("no card")


def test_another_kind_of_unit_has_its_own_rules(server: Server, page: Page) -> None:
    """WS-15.1, WS-2.8: a vehicle is one model; a commander's unit is led by the officer."""
    opened(page, server, "Command Section (Commander's unit)")
    expect(page.locator("#preview svg")).to_contain_text("commander's unit, 3 models")
    page.get_by_role("radio", name="Infantry").check(force=True)
    expect(page.locator("#preview svg")).to_contain_text("infantry, 3 models")
    page.get_by_role("radio", name="Vehicle").check(force=True)
    expect(page.locator("#verdict")).to_contain_text("of a vehicle must be one, not 2")
    page.get_by_label("Start from").select_option(label="nothing: an empty Vehicle")
    expect(page.locator(".verdict-line")).to_contain_text("Legal")
    expect(page.locator("#preview svg")).to_contain_text("vehicle, 1 model")


def test_a_unit_is_kept_taken_along_and_brought_back(server: Server, page: Page, tmp_path: Path) -> None:
    """WS-4.13: the file has the tables of `units.toml`; what is wrong in one is named by its line."""
    opened(page, server, "Storm Squad (Infantry)")
    saved(page, "Falcons")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as a file (TOML)").click()
    text = Path(taken.value.path()).read_text()
    assert text.startswith('name = "Falcons"\ntype = "infantry"\nmv = 7\n')
    page.get_by_label("Start from").select_option(label="Armoured Car (Vehicle)")
    file = tmp_path / "falcons.toml"
    file.write_text(text)
    page.get_by_role("button", name="Import", exact=True).first.click()
    page.locator("#importing input[type=file]").set_input_files(file)
    expect(page.locator("#preview svg")).to_contain_text("Falcons")
    page.get_by_role("button", name="Import", exact=True).first.click()
    page.get_by_label("Text of a build file").fill(text.replace("nv = 4", "nv = 7"))
    page.locator("#importing .cta").click()
    expect(page.locator("#importing .broken")).to_contain_text("Line 10, nv")
    expect(page.locator("#importing .broken")).to_contain_text("WS-2.1")


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_cards_and_a_force_are_printed(server: Server, page: Page, paper: str, size: tuple[int, int]) -> None:
    """WS-4.13: the sheets fill the paper."""
    opened(page, server)
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print cards").click()
    slip = page.locator("#printing")
    slip.locator("li", has_text="Gun Section").get_by_role("spinbutton").fill("2")
    slip.get_by_label("sums up the force").check()
    slip.get_by_role("radio", name=paper).check()
    slip.get_by_role("button", name="Print", exact=True).click()
    sheets = page.locator("#sheet svg")
    expect(sheets).to_have_count(2)
    expect(sheets.first).to_contain_text("2 x HMG team: HMG")
    page.emulate_media(media="print")
    expect(sheets.last).to_be_visible()
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", page.pdf(prefer_css_page_size=True))
    assert [(round(float(wide)), round(float(high))) for wide, high in boxes] == [size, size]


def test_a_unit_of_ones_own_goes_into_battle_and_to_the_odds(server: Server, page: Page) -> None:
    """WS-4.13, WS-11.20: on the table, in the log and on the Odds page it has its name."""
    opened(page, server)
    saved(page, "Ravens")
    set_up(page, server, "warstrike")
    page.locator("input[name=scenario][value=first_patrol]").check(force=True)
    for side, unit in (("Your own builds", "R1"), ("Builds for Blue", "B1")):
        page.locator("summary", has_text=side).click()
        picked = page.locator(f"select[name='force {unit}']")
        own = picked.locator("option", has_text="Ravens (yours, 100 points)")
        expect(own).to_be_attached()
        picked.select_option(own.get_attribute("value"))
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#roster")).to_contain_text("Ravens")
    expect(page.locator("#log")).to_contain_text("the blue Ravens (10 models)")
    expect(page.locator("#log")).to_contain_text("the orange Ravens (10 models)")
    page.goto(f"{server.address}/odds?rules=warstrike")
    firing = page.get_by_label(re.compile("^Unit")).first
    expect(firing.locator("option", has_text="Ravens")).to_be_attached()
    firing.select_option(label="Ravens")
    expect(page.locator("main")).to_contain_text("B1 Ravens fires at R1 Line Squad")


def test_units_of_both_sides_have_their_names_at_the_table(server: Server, page: Page) -> None:
    """WS-4.13: fifteen models in formation on the board, their card and the log with their names."""
    line = server.call("/api/rulesets/warstrike/garage", {})["samples"][0]["build"]
    leader, man, team = line["models"]
    crows = line | {"name": "Crows", "models": [leader, man | {"count": 12, "name": "crow"}, team]}
    jays = crows | {"name": "Jays", "wd": 2}
    order = {"ruleset": "warstrike", "scenario": "first_patrol", "options": {}, "seed": 3}
    made = server.call("/api/games", order | {"forces": {"B1": crows, "R1": jays}, "seats": [HUMAN, HUMAN]})
    page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][0]['token']}")
    expect(page.locator("svg.board.tabletop")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("your Crows (14 models)")
    expect(page.locator("#log")).to_contain_text("the enemy Jays (14 models)")
    expect(page.locator("#roster")).to_contain_text("Crows")
    expect(page.locator("svg.board.tabletop")).to_contain_text("14/14")


def test_it_fits_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    """The page is never wider than the screen."""
    page = open_page(**PHONE)
    opened(page, server, "Gun Section (Infantry)")
    page.locator(".workings summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_force_is_put_together_freely(server: Server, page: Page) -> None:
    """WS-4.14: any units for the points of the scenario, each with its VP, one's own among them."""
    opened(page, server, "Gun Section (Infantry)")
    saved(page, "Owls")
    set_up(page, server, "warstrike")
    page.locator("input[name=scenario][value=free_forces]").check(force=True)
    force = page.locator("details", has=page.locator("summary", has_text="Your force"))
    expect(force).to_contain_text("480 of 500 points")
    own = page.locator("select[name='force R1'] option", has_text="Owls")
    expect(own).to_be_attached()
    page.locator("select[name='force R1']").select_option(own.get_attribute("value"))
    expect(force).to_contain_text("460 of 500 points")
    page.locator("select[name='force R4']").select_option("sample mark")
    expect(force).to_contain_text("460 of 500 points")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#log")).to_contain_text("the orange Owls (3 models)")
    expect(page.locator("#log")).to_contain_text("the orange Marksman")
