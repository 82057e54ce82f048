"""A spreadsheet on the Workshop page: pasted or as a file, decided on, added, fielded, given out again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server
from tests.browser.test_axe import FOUND, LEVELS
from tests.browser.test_workshop import begun, changes, chapter, visit
from tests.unit.exchange.battlescribe_files import whole_game

BUILDS = (
    "Name\tUnit\tFront\tSide\tRear\tUpgrades\tColour\n"
    "Lynx\tBattle tank\t8\t6\t6\tEngine, smoke\tred\n"
    "Vole\tBattle tank\t8\t=6+1\t6\tEngine\tblue\n"
)
TANKS = "Name;Hull;Front;Side;Rear;Agility;Weapon\nOtter;5;10;8;6;2;Medium gun\n"


def opened(page: Page, server: Server, ruleset: str = "tank_commander") -> None:
    visit(page, server, f"ruleset={ruleset}#import")
    expect(page.locator("#middle h2")).to_have_text("Import a table")


def pasted(page: Page, text: str) -> None:
    """Cells as the clipboard has them."""
    page.get_by_label("Paste the cells here").fill(text)
    expect(page.locator("#import .standing")).to_be_visible()


@pytest.mark.quick
def test_a_spreadsheet_that_is_pasted_stands_on_the_table(server: Server, page: Page) -> None:
    opened(page, server)
    pasted(page, BUILDS)
    expect(page.locator("#import .standing")).to_have_text("1 build can be added; 1 line cannot be taken.")
    wrong = page.locator(".sheet .wrong")
    expect(wrong).to_have_text('=6+1"=6+1" is a formula; write its result')
    expect(page.locator(".remarks .kind-left li")).to_have_count(2)
    page.get_by_label('What the column "Colour" is').select_option("text")
    expect(page.locator(".remarks .kind-left li")).to_have_count(1)
    page.get_by_role("button", name="Add 1 build to my pack").click()
    expect(page.locator(".entry-form h3")).to_have_text("Lynx")
    expect(page.locator("#preview svg")).to_be_visible()
    expect(changes(page)).to_contain_text("Lynx")
    chapter(page, "Scenarios")
    page.locator(".starts").get_by_role("button", name="Skirmish").click()
    page.locator("[data-key='unit A1']").click()
    page.get_by_label("What A1 is").select_option(label="Lynx")
    expect(page.locator(".mending")).to_have_text("You can play it as it is.")
    page.get_by_label("Who plays the other side").select_option("human")
    page.get_by_role("button", name="Play it").click()
    card = next(card for card in begun(page, server)["cards"] if card["unit"] == "A1")
    assert card["name"] == "Lynx" and card["plates"] == [8, 6, 6]


def test_a_file_is_chosen_or_dropped_and_added_in_one_step_back(
    server: Server, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "otters.csv"
    file.write_bytes(TANKS.encode("utf-16"))
    visit(page, server, "ruleset=chase")
    page.get_by_label("Import", exact=True).set_input_files(file)  # as a pack is
    expect(page.locator("#import .standing")).to_have_text("1 tank can be added.")
    expect(page.locator(".remarks .kind-default li").first).to_contain_text("every line")
    page.get_by_label("What stands in every line as Mount").select_option("fixed")
    expect(page.locator(".remarks .kind-default", has_text="Mount")).to_have_count(0)
    page.get_by_role("button", name="Add 1 tank to my pack").click()
    expect(page.locator(".entry-form h3")).to_have_text("Otter")
    expect(page.get_by_label("Mount", exact=True).locator("option:checked")).to_have_text("fixed")
    page.get_by_role("button", name="Undo").last.click()
    expect(changes(page)).to_have_count(0)
    page.get_by_role("button", name="Import a table").click()
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.get_by_role("button", name="Add 1 tank to my pack")).to_be_enabled()


def test_a_catalogue_of_battlescribe_becomes_printed_cards(
    server: Server, page: Page, tmp_path: Path
) -> None:
    """Two files of one game in a zip file: choices are asked, and the card has the printed CAF."""
    file = tmp_path / "coast.zip"
    file.write_bytes(whole_game())
    opened(page, server, "close_assault")
    page.get_by_label("Choose a file").set_input_files(file)
    expect(page.locator("#import .standing")).to_contain_text("7 units and 18 weapons can be added")
    page.locator("#import .lines select").first.select_option(index=1)
    expect(page.locator("#import .standing")).to_contain_text("7 units and 18 weapons can be added")
    page.get_by_role("button", name="to my pack").click()
    expect(page.locator("#preview svg")).to_contain_text("CAF")
    expect(changes(page).first).to_be_visible()
    expect(page.locator("#faults")).to_be_hidden()


def test_other_rules_read_the_same_cells_anew(server: Server, page: Page) -> None:
    opened(page, server, "chase")
    pasted(page, TANKS)
    expect(page.locator("#import .standing")).to_have_text("1 tank can be added.")
    page.get_by_label("Rules", exact=True).select_option("warstrike")
    expect(page.locator("#import .standing")).not_to_contain_text("tank")
    expect(page.get_by_label("What each line is")).to_be_visible()


def test_units_are_exported_as_a_table(server: Server, page: Page, tmp_path: Path) -> None:
    opened(page, server, "chase")
    pasted(page, TANKS)
    page.get_by_role("button", name="Add 1 tank to my pack").click()
    with page.expect_download() as got:
        page.get_by_role("button", name="Export as a table").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == "tanks.csv"
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"))))
    assert rows[-1]["name"] == "Otter" and rows[-1]["weapon"] == "medium_gun"


def test_nothing_is_added_where_nothing_can_be_taken(server: Server, page: Page) -> None:
    opened(page, server, "chase")
    pasted(page, "Name;Hull;Front\nOtter;5;x\n")
    expect(page.locator("#import .standing")).to_have_text("Nothing can be added; 1 line cannot be taken.")
    expect(page.get_by_role("button", name="Add them")).to_be_disabled()
    page.get_by_label("Paste the cells here").fill("")
    expect(page.locator("#import .standing")).to_have_count(0)


@pytest.mark.parametrize("look", [{}, PHONE, {"color_scheme": "dark"}], ids=["desk", "phone", "dark"])
def test_an_import_hides_nothing_from_anybody(
    server: Server, open_page: Callable[..., Page], look: dict[str, object]
) -> None:
    page = open_page(**look)
    opened(page, server)
    page.evaluate(AXE_SCRIPT)
    pasted(page, BUILDS)
    page.wait_for_load_state("networkidle")
    found = page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []])
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_import_is_made_with_keys_alone(server: Server, page: Page) -> None:
    opened(page, server)
    page.get_by_label("Paste the cells here").focus()
    page.keyboard.insert_text(BUILDS)
    add = page.get_by_role("button", name="Add 1 build to my pack")
    expect(add).to_be_enabled()
    for _ in range(4):
        page.keyboard.press("Tab")
        if add.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".entry-form h3")).to_have_text("Lynx")


def test_what_was_chosen_before_stands_in_nobodys_way(server: Server, page: Page) -> None:
    """A column that says what was answered for every line, then another table."""
    opened(page, server, "chase")
    pasted(page, "Name;Hull;Lafette\nOtter;5;fixed\n")
    page.get_by_label("What stands in every line as Mount").select_option("turret")
    expect(page.locator(".remarks .kind-default", has_text="Mount")).to_have_count(0)
    page.get_by_label('What the column "Lafette" is').select_option("mount")
    expect(page.get_by_label("What stands in every line as Mount")).to_have_count(0)
    page.get_by_label("What each line is").select_option("weapons")
    expect(page.get_by_label('What the column "Lafette" is')).to_have_value("")
    expect(page.locator("#trouble")).to_be_hidden()
