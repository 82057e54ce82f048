"""A vehicle of AGrav from nothing to its printed sheet, and into a battle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, set_up

from hulldown import rulesets


def opened(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/garage?ruleset=agrav")
    expect(page.locator("#preview svg")).to_be_visible()


def begun(page: Page, server: Server, kind: str) -> None:
    """An empty vehicle of a kind."""
    opened(page, server)
    expect(page.locator("#start")).to_contain_text(
        "You can field and print these, but not change them: Troopers"
    )
    page.get_by_role("radio", name=kind).check()
    page.get_by_label("Start from").select_option(label=f"nothing: an empty {kind}")
    expect(page.locator("#verdict .broken li")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("needs one to five weapons")


def armed(page: Page, weapon: str) -> None:
    page.get_by_role("button", name="Add: weapon").click()
    entry = page.locator(".entry").last
    value = entry.locator("select").first.locator("option", has_text=weapon).get_attribute("value")
    entry.locator("select").first.select_option(value)


def chosen(page: Page, server: Server, scenario: str) -> None:
    """The form of Home, set to a scenario of AGrav."""
    set_up(page, server, "agrav")
    page.locator(f"input[name=scenario][value={scenario}]").check(force=True)


@pytest.mark.parametrize(
    ("kind", "weapon", "generator"),
    [("Light tank", "75 mm gun", 0), ("Medium walker", "Beam laser", 3), ("Heavy AGrav", "Plasgun", 4)],
)
def test_every_chassis_is_built_from_nothing(
    server: Server, page: Page, kind: str, weapon: str, generator: int
) -> None:
    """AG-5.1, AG-5.6: a weapon with loads brings its bin, one with a power number asks for a generator."""
    begun(page, server, kind)
    armed(page, weapon)
    for _ in range(generator):
        expect(page.locator("#verdict .broken")).to_contain_text(f"{generator} needed")
        page.get_by_label("Generator: more").click()
    expect(page.locator("#verdict .verdict-line")).to_contain_text("Legal")
    expect(page.locator("#preview svg")).to_contain_text(weapon)


def test_a_unit_that_need_not_be_by_the_rules_is_not_called_legal(server: Server, page: Page) -> None:
    """AG-5.6: a pack may say of a vehicle that it is not by the rules of building."""
    bastion = rulesets.get("agrav").files.tables()["units.toml"]["vehicles"]["bastion"]
    thick = {"thickness": 100, "durability": 200}
    gull = {**bastion, "name": "Gull", "plate": thick, "spent": 61, "by_the_rules": False}
    pack = {"ruleset": "agrav", "sheet": {"name": "Gulls"}, "units": {"vehicles": {"gull": gull}}}
    name = server.call("/api/workshop/packs", pack)["id"]
    page.goto(f"{server.address}/garage?ruleset=agrav&pack={name}")
    page.get_by_label("Start from").select_option(label="Gull (Medium tank)")
    line = page.locator("#verdict .verdict-line")
    expect(line).to_have_text("Not by the rules of building, but you may field it")
    expect(page.locator("#verdict")).to_contain_text("61 of 60 points")
    page.get_by_label("Plate: less", exact=True).click()
    expect(line).to_have_text("\u2713 Legal")


def test_a_build_is_kept_taken_along_and_brought_back(server: Server, page: Page, tmp_path: Path) -> None:
    begun(page, server, "Medium AGrav")
    armed(page, "Chaingun")
    page.get_by_label("Name", exact=True).fill("Midge")
    expect(page.locator("#preview svg")).to_contain_text("Midge")
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text("Midge")
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Midge")
    expect(page.locator("#preview svg")).to_contain_text("Midge")  # judged: there is a file to take
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as a file (TOML)").click()
    text = Path(taken.value.path()).read_text()
    file = tmp_path / "broken.toml"
    file.write_text(text.replace('"chaingun"', '"chaingum"'))
    page.get_by_role("button", name="Import", exact=True).first.click()
    page.locator("#importing input[type=file]").set_input_files(file)
    said = page.locator("#importing .broken li")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("weapons[1].weapon")
    expect(said).to_contain_text('did you mean "chaingun"?')
    expect(said).to_contain_text("AG-5.5")
    page.get_by_label("Text of a build file").fill(text.replace("Midge", "Gnat"))
    page.locator("#importing .cta").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Gnat")


def test_sheets_of_vehicles_and_squads_are_printed(server: Server, page: Page) -> None:
    """A vehicle has both halves of its sheet: what it is, and where a battle is written down."""
    opened(page, server)
    page.get_by_role("button", name="Print cards").click()
    page.locator("#printing li", has_text="Powersuits").get_by_role("spinbutton").fill("2")
    with page.expect_response(lambda answer: answer.url.endswith("/cards")) as drawn:
        page.locator("#printing").get_by_role("button", name="SVG").click()
    sheets = drawn.value.json()["pages"]
    assert len(sheets) == 1 and "Crit on a d" in sheets[0] and sheets[0].count(">Powersuits<") == 2


def test_a_force_of_ones_own_goes_into_battle(server: Server, page: Page) -> None:
    """AG-6.1: free play is for so many points a side, and the server holds everybody to them."""
    begun(page, server, "Light tank")
    armed(page, "Chaingun")
    page.get_by_label("Name", exact=True).fill("Pug")
    page.get_by_role("button", name="Save this build").click()
    expect(page.locator("#shelf")).to_contain_text("Pug")
    chosen(page, server, "free_yard")
    worth = page.locator(".own [role=status]").first  # ours; then theirs
    expect(worth).to_have_text("180 of 180 points")
    page.get_by_label("One more").first.select_option(label="Troopers (sample, 10 points)")
    expect(worth).to_have_text("190 of 180 points: 10 too many")
    pug = page.locator("select[name='force A1']").locator("option", has_text="Pug").get_attribute("value")
    page.locator("select[name='force A1']").select_option(pug)
    expect(worth).not_to_contain_text("too many")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#roster")).to_contain_text("Pug")
    expect(page.locator("#roster")).to_contain_text("Troopers")


def test_it_fits_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    opened(page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    chosen(page, server, "free_crossroads")
    expect(page.locator(".own [role=status]").first).to_have_text("60 of 60 points")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
