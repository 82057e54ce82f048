"""Tanks of Chase in the garage and at set-up: built, judged, printed, kept, fielded by both seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, set_up

BROKEN = """\
name = "Monster"
hull = 13
front = 20
side = 10
rear = 7
top_speed = 10
agility = 0
driver = 5
gunner = 2
mount = "turet"
weapon = "medium_gun"
"""


def opened(page: Page, server: Server, sample: str = "Warden (Listed tank)") -> None:
    """The garage with a tank that comes with the game in work."""
    page.goto(f"{server.address}/garage?ruleset=chase")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_label("Start from").select_option(label=sample)
    expect(page.locator("#preview svg")).to_contain_text(sample.partition(" (")[0].partition(",")[0])


def built(page: Page, name: str, sample: str, server: Server) -> None:
    """A tank of one's own on the shelf, like a listed one but for its name and its hull."""
    opened(page, server, sample)
    page.get_by_role("radio", name="Own tank", exact=True).check(force=True)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Hull points: more").click()
    expect(page.locator("#preview svg")).to_contain_text(name)
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text(name)


def at_home(page: Page, server: Server, scenario: str) -> None:
    """The set-up page with a scenario of Chase."""
    set_up(page, server, "chase")
    page.locator(f"input[name=scenario][value={scenario}]").check(force=True)


def own(page: Page, unit: str, words: str) -> None:
    """Choose a build for a unit by what its list says."""
    picked = page.locator(f"select[name='force {unit}']")
    option = picked.locator("option", has_text=words)
    expect(option).to_be_attached()
    picked.select_option(option.get_attribute("value"))


@pytest.mark.quick
def test_a_card_follows_each_edit(server: Server, page: Page) -> None:
    """CH-17.1, CH-5.1: a listed tank with another crew, then numbers and a gun of one's own."""
    opened(page, server)
    card, verdict = page.locator("#preview svg"), page.locator("#verdict")
    page.get_by_label("Crew", exact=True).select_option(label="Veteran: 3 and 3, +20 points")
    expect(card).to_contain_text("veteran crew")
    expect(card).to_contain_text("120 points")
    page.get_by_label("Tank", exact=True).select_option(label="Lancer: tank hunter, 100 points")
    expect(card).to_contain_text("Lancer")
    page.get_by_role("radio", name="Own tank and gun").check(force=True)
    expect(page.get_by_role("group", name="Front")).to_contain_text("12")
    medium = page.get_by_role("combobox", name="Medium", exact=True)
    expect(medium.locator("option:checked")).to_have_text("+1")  # as the long gun has it
    page.get_by_label("Name of the gun").fill("Long Tom")
    page.get_by_label("Name of the gun").blur()
    page.get_by_role("button", name="Damage dice: more").click()
    page.get_by_role("button", name="Agility: more").click()
    expect(card).to_contain_text("Long Tom, turret")
    expect(card).to_contain_text("5d6+2")
    expect(verdict).to_contain_text("Legal")
    expect(verdict).to_contain_text("for a tank that is not of section 2.3")
    expect(page.locator(".workings summary")).to_contain_text("Driving +4")
    page.locator(".workings summary").click()
    expect(page.locator(".steps").last).to_contain_text("Rear 6")


def test_a_gun_that_can_fire_nowhere_is_named(server: Server, page: Page) -> None:
    """CH-10.2: nothing keeps one from working on it."""
    opened(page, server)
    page.get_by_role("radio", name="Own tank and gun").check(force=True)
    for band in ("Adjacent", "Close", "Short", "Medium", "Long", "Very Long", "Distant"):
        page.get_by_role("combobox", name=band, exact=True).select_option(label="cannot fire")
    expect(page.locator("#verdict")).to_contain_text("needs a DM for at least one band")
    expect(page.locator("#preview svg")).to_contain_text("no card")
    page.get_by_role("combobox", name="Short", exact=True).select_option(label="0")
    expect(page.locator(".verdict-line")).to_contain_text("Legal")


def test_every_problem_of_a_file_is_named_and_one_comes_back(
    server: Server, page: Page, tmp_path: Path
) -> None:
    """CH-17.1: line, field and rule."""
    opened(page, server)
    page.get_by_role("button", name="Import", exact=True).first.click()
    text = page.get_by_label("Text of a build file")
    text.fill(BROKEN)
    page.locator("#importing .cta").click()
    said = page.locator("#importing .broken")
    for words in ("Line 2, hull", "Line 8, driver", "Line 10, mount"):
        expect(said).to_contain_text(words)
    expect(said).to_contain_text("CH-17.1")
    text.fill(BROKEN.replace("13", "12").replace("5\n", "3\n").replace("turet", "fixed"))
    page.locator("#importing .cta").click()
    expect(page.locator("#preview svg")).to_contain_text("Monster")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as a file (TOML)").click()
    file = Path(taken.value.path()).read_text()
    assert file.startswith('name = "Monster"\n') and 'weapon = "medium_gun"\n' in file


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_cards_are_printed(server: Server, page: Page, paper: str, size: tuple[int, int]) -> None:
    """CH-17.1: the tank in work and a force, on both papers."""
    opened(page, server, "Anvil, veteran crew (Listed tank)")
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print cards").click()
    slip = page.locator("#printing")
    slip.locator("li", has_text=re.compile(r"^Hornet(?!,)")).get_by_role("spinbutton").fill("2")
    slip.get_by_label("sums up the force").check()
    slip.get_by_role("radio", name=paper).check()
    slip.get_by_role("button", name="Print", exact=True).click()
    sheets = page.locator("#sheet svg")
    expect(sheets).to_have_count(2)
    expect(sheets.first).to_contain_text("2 x")
    expect(sheets.last).to_contain_text("fires only when it shows its Front")
    page.emulate_media(media="print")
    printed = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", printed)
    assert [(round(float(wide)), round(float(high))) for wide, high in boxes] == [size, size]


def test_both_seats_field_tanks_of_ones_own_on_other_terms(server: Server, page: Page) -> None:
    """CH-17.2, CH-17.3: each side's tank is chosen, whoever plays it; range, turns and duels as one likes."""
    built(page, "Plough", "Warden (Listed tank)", server)
    built(page, "Needle", "Hornet (Listed tank)", server)
    at_home(page, server, "free_duel")
    page.locator("summary", has_text="Your own builds").click()
    own(page, "A1", "Plough (yours, 100 points)")
    page.locator("summary", has_text="Builds for Orange").click()
    own(page, "B1", "Needle (yours, 100 points)")
    page.locator("input[name=side][value='1']").check(force=True)
    expect(page.locator("summary", has_text="Builds for Blue")).to_be_visible()
    expect(page.locator("select[name='force A1'] option:checked")).to_contain_text("Plough")
    page.locator(".own-options select[name='option start_range']").select_option("very_long")
    page.locator(".own-options input[name='option turn_limit']").fill("5")
    page.locator(".own-options input[name='option duels']").fill("2")
    page.get_by_role("button", name="Start this battle").click()
    roster = page.locator("#roster")
    expect(roster).to_contain_text("Plough")
    expect(roster).to_contain_text("Needle")
    expect(page.locator("#log")).to_contain_text("Very Long")
    expect(page.locator(".top")).to_contain_text("Turn 1 of 5")


def test_forces_are_put_together_by_points(server: Server, page: Page) -> None:
    """CH-17.4: one to six tanks a side, both sides, and no more than the points allow."""
    at_home(page, server, "free_platoons")
    mine = page.locator("details", has=page.locator("summary", has_text="Your force"))
    expect(mine.get_by_role("status")).to_contain_text("300 of 300 points")
    mine.get_by_label("One more").select_option("sample kestrel_green")
    expect(mine.get_by_role("status")).to_contain_text("70 too many")
    for unit in ("A2", "A3"):
        page.locator(f"select[name='force {unit}']").select_option("sample kestrel_green")
    page.locator("select[name='force A1']").select_option("sample kestrel_green")
    expect(mine.get_by_role("status")).to_contain_text("280 of 300 points")
    page.locator("summary", has_text="Force of Orange").click()
    theirs = page.locator("details", has=page.locator("summary", has_text="Force of Orange"))
    for _ in range(2):
        page.locator("select[name='force B2']").select_option("")
    page.locator("select[name='force B1']").select_option("sample bulwark_veteran")
    expect(theirs.get_by_role("status")).to_contain_text("130 of 300 points")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#roster [data-key^='roster A']")).to_have_count(4)
    expect(page.locator("#roster [data-key^='roster B']")).to_have_count(1)


def test_it_fits_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    """The page is never wider than the screen, with all numbers of a gun on it."""
    page = open_page(**PHONE)
    opened(page, server)
    page.get_by_role("radio", name="Own tank and gun").check(force=True)
    expect(page.get_by_label("Name of the gun")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_tank_of_ones_own_is_asked_about_on_the_odds_page(server: Server, page: Page) -> None:
    """CH-17.1: kept in the Garage, chosen there; the address brings its numbers along."""
    built(page, "Mortar carriage", "Auroch (Listed tank)", server)
    page.goto(f"{server.address}/odds?rules=chase")
    what = page.locator('#form [name="a.what"]')
    option = what.locator("option", has_text="Mortar carriage")
    expect(option).to_be_attached()
    what.select_option(option.get_attribute("value"))
    drawn = page.get_by_role("img", name="Mortar carriage on Maneuver fires at Warden")
    expect(drawn.first).to_be_visible()
    expect(page.locator('#form [name="a.crew"]')).to_be_hidden()
    address = page.url
    assert "own_mortar_carriage" in address
    page.goto("about:blank")
    page.goto(address)
    expect(drawn.first).to_be_visible()
