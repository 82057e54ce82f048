"""The garage as a person works in it: buying, naming, painting, keeping, importing, printing, fielding."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, set_up
from tests.browser.test_pages import NAMELESS

from hulldown import rulesets
from hulldown.catalogue.load import parse_toml

BUDGET = 150_000  # bytes over the line for the garage and the first card in it
CREW = ("Commander", "Driver", "Gunner", "Loader", "Lieutenant Commander")


@pytest.fixture
def garage(server: Server, page: Page) -> Iterator[Page]:
    """The garage with the first sample in work; what a test keeps in it goes away again."""
    opened(page, server)
    yield page
    for one in server.call("/api/builds?ruleset=tank_commander"):
        page.request.delete(f"{server.address}/api/builds/{one['id']}")


def opened(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/garage")
    expect(page.locator("#preview svg")).to_be_visible()


def spent(page: Page) -> Locator:
    return page.locator("#verdict .meter")


def start_from(page: Page, sample: str) -> None:
    page.get_by_label("Start from").select_option(sample)
    expect(page.locator("#preview svg")).to_have_attribute("aria-label", re.compile(f"^{sample},"))


def test_the_address_names_the_rules(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/garage?ruleset=tank_commander")
    expect(page.locator("#preview svg")).to_be_visible()
    expect(page.get_by_role("link", name="Rules", exact=True)).to_have_attribute(
        "href", "/rulebook/tank_commander"
    )
    page.goto(f"{server.address}/garage?ruleset=zeppelins")
    expect(page.locator("#trouble")).to_have_text('There is no garage for the rules "zeppelins".')


@pytest.mark.quick
def test_points_and_legality_follow_every_change(garage: Page) -> None:
    start_from(garage, "Hunter")
    expect(spent(garage)).to_contain_text("10 of 10 points")
    expect(garage.locator("#verdict")).to_contain_text("Legal")
    garage.get_by_label("Rear armor: more").click()
    garage.get_by_label("Rear armor: more").click()
    expect(spent(garage)).to_contain_text("12 of 10 points")
    broken = garage.locator("#verdict .broken li")
    expect(broken).to_have_count(2)
    expect(broken.first).to_contain_text("rear armor above side armor")
    expect(garage.locator("#preview svg")).to_have_attribute("aria-label", re.compile("rear 8"))
    with garage.context.expect_page() as book:
        broken.first.locator("a.rule").click()
    expect(book.value.locator(".para.here")).to_have_attribute("id", "TC-2.5")


def test_paint_and_names_bring_their_points(garage: Page) -> None:
    start_from(garage, "Hunter")
    garage.get_by_label("olive drab").check()
    expect(spent(garage)).to_contain_text("of 11 points")
    garage.get_by_label("splinter").check()
    for name in CREW:
        garage.get_by_role("textbox", name=name, exact=True).fill(f"{name} Ż.")
    expect(spent(garage)).to_contain_text("of 12 points")
    expect(garage.locator("#preview svg")).to_contain_text("Gunner Ż.")
    expect(garage.locator("#preview svg")).to_contain_text("olive drab, splinter")


def test_a_field_keeps_the_focus_while_it_is_written_in(garage: Page) -> None:
    name = garage.get_by_role("textbox", name="Name", exact=True)
    name.click()
    name.press("ControlOrMeta+a")
    garage.keyboard.type("Iron Duchess", delay=30)
    expect(name).to_be_focused()
    expect(garage.locator("#preview svg")).to_contain_text("Iron Duchess")


def test_options_change_what_can_be_had(garage: Page) -> None:
    garage.get_by_text("Options of the game").click()
    garage.locator("label.option", has_text="hover tanks").locator("select").select_option("true")
    expect(garage.get_by_role("radio", name="Hover tank")).to_be_visible()
    garage.locator("label.option", has_text="air").locator("select").select_option("false")
    expect(garage.locator("#buy li", has_text="Air Support")).to_contain_text("not available")


def test_builds_are_kept_renamed_copied_and_deleted_with_a_way_back(garage: Page) -> None:
    start_from(garage, "Raider")
    garage.get_by_role("button", name="Save this build").click()
    kept = garage.locator("#shelf li")
    expect(kept).to_have_count(1)
    garage.get_by_label("Rename: Raider").click()
    box = garage.get_by_label("New name of Raider")
    box.fill("Ratcatcher")
    box.press("Enter")
    expect(kept.first).to_contain_text("Ratcatcher")
    garage.get_by_label("Copy: Ratcatcher").click()
    expect(kept).to_have_count(2)
    garage.get_by_label("Delete: Ratcatcher", exact=True).click()
    expect(kept).to_have_count(1)
    garage.locator("#toast").get_by_role("button", name="Undo").click()
    expect(kept).to_have_count(2)


def test_a_draft_outlives_the_page_and_a_sample_can_be_taken_back(garage: Page, server: Server) -> None:
    start_from(garage, "Hunter")
    garage.get_by_role("textbox", name="Name", exact=True).fill("Half done")
    expect(garage.locator("#preview svg")).to_contain_text("Half done")
    opened(garage, server)
    expect(garage.get_by_role("textbox", name="Name", exact=True)).to_have_value("Half done")
    start_from(garage, "Bulwark")
    garage.locator("#toast").get_by_role("button", name="Undo").click()
    expect(garage.get_by_role("textbox", name="Name", exact=True)).to_have_value("Half done")


@pytest.mark.quick
def test_a_build_goes_out_as_a_file_and_comes_in_again(garage: Page, tmp_path: Path) -> None:
    start_from(garage, "Raider")
    with garage.expect_download() as taken:
        garage.get_by_role("button", name="Save as a file (TOML)").click()
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    assert tomllib.loads(file.read_text())["upgrades"].count("mine") == 2
    start_from(garage, "Hunter")
    garage.get_by_role("button", name="Import").click()
    slip = garage.locator("#importing")
    slip.get_by_label("Text of a build file").fill(file.read_text().replace('"smoke"', '"smok"'))
    slip.get_by_role("button", name="Import", exact=True).click()
    expect(slip.locator(".broken li")).to_contain_text('did you mean "smoke"?')
    expect(slip.locator(".broken li b")).to_contain_text("Line")
    expect(slip.get_by_label("Text of a build file")).to_have_value(
        file.read_text().replace('"smoke"', '"smok"')
    )
    slip.locator("input[type=file]").set_input_files(file)
    expect(slip).to_be_hidden()
    expect(garage.locator("#preview svg")).to_have_attribute("aria-label", re.compile("^Raider,"))


@pytest.mark.quick
def test_cards_are_printed_on_the_paper_chosen(garage: Page) -> None:
    garage.evaluate(
        "window.print = () => { window.printed = document.querySelectorAll('#sheet svg').length }"
    )
    garage.get_by_role("button", name="Print cards").click()
    slip = garage.locator("#printing")
    slip.get_by_label("Cards of Hunter").fill("4")
    slip.get_by_label("Letter").check()
    with garage.expect_download() as file:
        slip.get_by_role("button", name="PDF").click()
    assert Path(file.value.path()).read_bytes().startswith(b"%PDF-")
    slip.get_by_role("button", name="Print", exact=True).click()
    expect(slip).to_be_hidden()
    assert garage.evaluate("window.printed") == 2
    expect(garage.locator("#sheet")).to_have_class("letter")


def test_a_build_is_fielded_from_home(garage: Page, server: Server) -> None:
    start_from(garage, "Raider")
    garage.get_by_role("textbox", name="Name", exact=True).fill("Ratcatcher")
    expect(garage.locator("#preview svg")).to_contain_text("Ratcatcher")
    garage.get_by_role("button", name="Save this build").click()
    expect(garage.locator("#shelf li")).to_contain_text("Ratcatcher")  # before, one says "None yet"
    set_up(garage, server)
    garage.get_by_text("Your own builds").click()
    garage.locator("select[name='force A1']").select_option(label="Ratcatcher (10 points)")
    garage.locator("select[name=other]").select_option("human")
    garage.get_by_role("button", name="Start this battle").click()
    expect(garage.locator("#roster")).to_contain_text("Ratcatcher")


def test_the_garage_on_a_phone(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    opened(page, server)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Anti-Tank Mines: more").tap()
    expect(spent(page)).to_be_in_viewport()
    small = page.locator(".step").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().height < 44).length"
    )
    assert small == 0


@pytest.mark.parametrize("light", ["light", "dark"])
def test_everything_in_the_garage_has_a_name_in_every_light(
    server: Server, open_page: Callable[..., Page], light: str
) -> None:
    page = open_page(color_scheme=light)
    opened(page, server)
    assert page.evaluate(NAMELESS) == []
    page.get_by_role("button", name="Print cards").click()
    assert page.evaluate(NAMELESS) == []


def test_the_garage_is_light_to_load(server: Server, page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{server.address}/garage", wait_until="networkidle")
    assert 10_000 < sum(sizes) < BUDGET


def test_a_kept_pack_is_in_force_with_its_options_and_numbers(server: Server, page: Page) -> None:
    sheet = {"name": "Odd shells", "values": {"at_strength": 7}, "options": {"exotic_units": True}}
    pack = {"ruleset": "tank_commander", "sheet": sheet, "units": {}, "scenarios": {}}
    kept = server.call("/api/workshop/packs", pack)["id"]
    opened(page, server)
    expect(page.get_by_role("radio", name="Hover Tank")).to_have_count(0)
    printed = page.locator("#preview").inner_text()
    page.goto(f"{server.address}/garage?ruleset=tank_commander&pack={kept}")
    expect(page.locator("#packed")).to_contain_text("the pack Odd shells: 1 option, 1 number.")
    expect(page.locator("#preview svg")).to_be_visible()
    assert page.locator("#preview").inner_text() != printed
    options = page.locator("details", has_text="Options of the game (2 changed)")
    exotic, strength = (
        options.locator(f"[data-key='option {name}']") for name in ("exotic_units", "at_strength")
    )
    expect(exotic).to_have_value("true")
    expect(strength).to_have_value("7")
    page.get_by_role("radio", name="Hover Tank").check()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    page.get_by_role("button", name="Print cards").click()
    with page.expect_request("**/cards.pdf**") as asked, page.expect_download():
        page.get_by_role("button", name="PDF").click()
    assert f"pack={kept}" in asked.value.url
    page.locator("#printing").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Save this build").click()
    kept_one = page.locator("#shelf li", has=page.get_by_role("button", name="Delete"))
    expect(kept_one).to_contain_text("hover tank")
    expect(kept_one).not_to_contain_text("not legal")
    kept_one.get_by_role("button", name="Delete").click()
    expect(kept_one).to_have_count(0)
    exotic.select_option("false")
    expect(page.locator("#verdict")).to_contain_text("Not legal")
    strength.fill("6")
    strength.press("Tab")
    expect(strength).to_have_value("")
    page.get_by_role("link", name="Go on without it").click()
    expect(page.get_by_role("radio", name="Hover Tank")).to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text("Legal")


def gulls(server: Server) -> str:
    """The setup of a kept pack with a hover tank that only its scenario allows, as an address has it."""
    file = Path(rulesets.__file__).parent / "tank_commander/scenarios/skirmish.toml"
    skirmish = parse_toml(file.read_text("utf-8"), file.name)
    gull = {"unit": "hover_tank", "armor": {"front": 6, "side": 5, "rear": 4}, "upgrades": [], "points": 1}
    pack = {
        "ruleset": "tank_commander",
        "sheet": {"name": "Gulls", "values": {"at_strength": 7}},
        "units": {"builds": {"Gull": {**gull, "text": "Skims over mud.", "source": "TC-14.12"}}},
        "scenarios": {"shore": {**skirmish, "name": "The shore", "options": {"exotic_units": True}}},
    }
    kept = server.call("/api/workshop/packs", pack)["id"]
    return json.dumps({"packs": [kept], "scenario": "shore", "options": {"night": True}})


def test_a_setup_is_in_force_with_what_its_scenario_allows(server: Server, page: Page) -> None:
    setup = gulls(server)
    page.goto(f"{server.address}/garage?{urlencode({'ruleset': 'tank_commander', 'setup': setup})}")
    line = page.locator("#packed")
    expect(line).to_contain_text(
        "This page uses the pack Gulls: its units, 1 number; the scenario The shore: 1 option; "
        "your choice: 1 option."
    )
    page.get_by_role("radio", name="Hover Tank").check()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    expect(page.locator("#start")).to_contain_text("Gull")
    expect(page.locator("[data-key='option exotic_units']")).to_have_value("true")
    page.get_by_role("button", name="Print cards").click()
    with page.expect_request("**/cards.pdf**") as asked, page.expect_download():
        page.get_by_role("button", name="PDF").click()
    assert parse_qs(urlsplit(asked.value.url).query)["setup"] == [setup]
    page.locator("#printing").get_by_role("button", name="Close").click()
    way = page.locator(".ways a[href^='/odds']")
    address = urlsplit(way.get_attribute("href") or "")
    assert parse_qs(address.query) == {"rules": ["tank_commander"], "setup": [setup]}
    lab = urlsplit(page.locator(".ways a[href^='/lab']").get_attribute("href") or "")
    assert parse_qs(lab.query) == {"ruleset": ["tank_commander"], "setup": [setup]}
    page.get_by_role("link", name="by the printed rules").click()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    expect(page.get_by_role("radio", name="Hover Tank")).to_have_count(0)
    expect(line).to_have_count(0)


IN_BOXES = """() => {
  const boxes = [...document.querySelectorAll("#preview rect")]
    .filter((one) => one.width.baseVal.value <= 4).map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll("#preview text")].filter((one) => {
    const line = one.getBoundingClientRect(), ink = line.height * 0.2;
    return boxes.some((box) => line.left < box.right && box.left < line.right
      && line.top + ink < box.bottom && box.top < line.bottom - ink);
  }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_wounded_gunner_leaves_the_box_of_his_ability_free(
    server: Server, open_page: Callable[..., Page], how: dict[str, object]
) -> None:
    file = Path(rulesets.__file__).parent / "tank_commander/units.toml"
    hunter = parse_toml(file.read_text("utf-8"), file.name)["builds"]["Hunter"]
    pack = {
        "ruleset": "tank_commander",
        "sheet": {"name": "Shaky hands", "values": {"gunner_wounded": 3}},
        "units": {"builds": {"Heron": {**hunter, "text": "Mine."}}},
        "scenarios": {},
    }
    kept = server.call("/api/workshop/packs", pack)["id"]
    page = open_page(**how)
    page.goto(f"{server.address}/garage?ruleset=tank_commander&pack={kept}")
    start_from(page, "Heron")
    expect(page.locator("#preview text", has_text="to hit: 3 more")).to_have_count(1)
    assert page.evaluate(IN_BOXES) == []
