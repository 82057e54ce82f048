"""Profiles of Close Assault in the garage: numbers and steps live, every problem named, cards printed."""

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
type = "Vehikel"
list = "legions"
save = 9
movement = 9
wounds = 1
morale = 3
caf = 0
base = { shape = "rect", length = 15, width = 1 }
[[weapon]]
name = "Gun"
[[weapon.line]]
range = 8
dice = "2X"
to_hit = 5
ap = 0
"""


def opened(page: Page, server: Server, sample: str = "Rhino (Vehicle)") -> None:
    """The garage with a unit that comes with the game in work."""
    page.goto(f"{server.address}/garage?ruleset=close_assault")
    expect(page.locator("#preview svg")).to_be_visible()
    page.get_by_label("Start from").select_option(label=sample)
    expect(page.locator("#preview svg")).to_contain_text(sample.partition(" (")[0])


def unfold(page: Page) -> None:
    page.locator(".workings summary").click()
    expect(page.locator(".steps").first).to_be_visible()


def test_a_card_follows_each_edit_with_its_steps(server: Server, page: Page) -> None:
    """CA-6.4, CA-7.13, CA-7.16, CA-11.3: numbers, steps and the printed card change together."""
    opened(page, server)
    unfold(page)
    steps, card = page.locator(".workings"), page.locator("#preview svg")
    expect(steps.locator("summary")).to_contain_text("+0 front, -2 rear")
    page.get_by_label("Armour Save").select_option(label="2+")
    expect(steps.locator("summary")).to_contain_text("+1 front, -1 rear")
    expect(steps.locator("li", has_text="Armour Save 2+")).to_contain_text("+2 / +1")
    page.get_by_label("Traits", exact=False).locator("visible=true").first.click()
    page.get_by_role("checkbox", name="Assault").uncheck()
    expect(steps).to_contain_text("2x front bonus")
    expect(steps).not_to_contain_text("Assault: twice as many")
    page.get_by_role("button", name="Movement: less").click()
    expect(card).to_contain_text("2x front")
    expect(card).to_contain_text("to 16\u2033")


def test_every_problem_is_named(server: Server, page: Page) -> None:
    """CA-8.6: of a file with line, field and rule; of what is in work with its field."""
    opened(page, server)
    page.get_by_role("button", name="Import", exact=True).first.click()
    text = page.get_by_label("Text of a build file")
    text.fill(BROKEN)
    page.locator("#importing .cta").click()
    said = page.locator("#importing .broken li")
    expect(said).to_have_count(4)
    for words in ("Line 2, type", "Line 4, save", "Line 9, base.length", "Line 14, weapon[1].line[1].dice"):
        expect(page.locator("#importing .broken")).to_contain_text(words)
    expect(said.first).to_contain_text("CA-8.6")
    text.fill(BROKEN.replace("length = 15", "length = 1.5").replace("Vehikel", "Vehicle"))
    page.locator("#importing .cta").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("2 rules broken")
    expect(verdict).to_contain_text("must be 0 (none) or 2 to 6")
    expect(page.locator("#preview svg")).to_contain_text("no card")
    page.get_by_label("Armour Save").select_option(label="3+")
    page.get_by_label("Dice").select_option(label="2")
    expect(page.locator(".verdict-line")).to_contain_text("Legal")
    for _ in range(9):
        page.get_by_label("Minimum range: more").click()
    expect(verdict).to_contain_text("is beyond the range of 8")


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_a_card_and_a_force_are_printed(
    server: Server, page: Page, paper: str, size: tuple[int, int]
) -> None:
    """CA-8.5, CA-8.7: the sheets fill the paper, and hold what the specification prints."""
    opened(page, server, "Baneblade (Super-heavy vehicle)")
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print cards").click()
    slip = page.locator("#printing")
    slip.locator("li", has_text="Line infantry").get_by_role("spinbutton").fill("5")
    slip.get_by_label("sums up the force").check()
    slip.get_by_role("radio", name=paper).check()
    slip.get_by_role("button", name="Print", exact=True).click()
    sheets = page.locator("#sheet svg")
    expect(sheets).to_have_count(2)
    expect(sheets.first).to_contain_text("5 x")
    expect(sheets.first).to_contain_text("1x all bonus +4 vs everything")
    page.emulate_media(media="print")
    expect(sheets.last).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    printed = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", printed)
    assert [(round(float(wide)), round(float(high))) for wide, high in boxes] == [size, size]


def test_a_profile_is_kept_taken_along_and_brought_back(server: Server, page: Page, tmp_path: Path) -> None:
    """CA-8.1: the file is of the form that the rulebook prints."""
    opened(page, server)
    page.get_by_label("Name", exact=True).first.fill("Bulldozer")
    page.get_by_label("Morale", exact=True).select_option(label="4+")
    expect(page.locator("#preview svg")).to_contain_text("4+")
    expect(page.locator("#preview svg")).to_contain_text("Bulldozer")
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text("Bulldozer")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as a file (TOML)").click()
    text = Path(taken.value.path()).read_text()
    assert text.startswith('name = "Bulldozer"\ntype = "Vehicle"\n')
    page.get_by_label("Start from").select_option(label="Land Raider (Vehicle)")
    file = tmp_path / "bulldozer.toml"
    file.write_text(text)
    page.get_by_role("button", name="Import", exact=True).first.click()
    page.locator("#importing input[type=file]").set_input_files(file)
    expect(page.locator("#preview svg")).to_contain_text("Bulldozer")


def test_a_profile_of_ones_own_goes_into_battle(server: Server, page: Page) -> None:
    """CA-1.8: in place of a printed detachment of its type."""
    opened(page, server)
    page.get_by_label("Name", exact=True).first.fill("Plough")
    expect(page.locator("#preview svg")).to_contain_text("Plough")
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text("Plough")
    set_up(page, server, "close_assault")
    page.locator("input[name=scenario][value=free_drill]").check(force=True)
    detachment = page.locator("select[name='force B1']")
    own = detachment.locator("option", has_text="Plough (yours)")
    expect(own).to_be_attached()
    page.locator("details", has=detachment).locator("summary").click()
    detachment.select_option(own.get_attribute("value"))
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#roster")).to_contain_text("Plough")


def test_it_fits_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    """The steps fold out within a part of the screen; the page is never wider than it."""
    page = open_page(**PHONE)
    opened(page, server, "Baneblade (Super-heavy vehicle)")
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#verdict").bounding_box()
    assert box and box["height"] < 560
