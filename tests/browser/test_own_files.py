"""A scenario and a pack of one's own, opened on the home page and played from there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Server, open_mission, set_up

from hulldown import rulesets
from hulldown.catalogue.pack import zip_pack

TEXT = (Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml").read_text()
EVENING = TEXT.replace('name = "First Patrol"', 'name = "Evening Patrol"')
SHEET = """name = "Half rates"
ruleset = "warstrike"
text = "Does rounding up matter?"
[options]
half_rof = "up"
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    assert EVENING != TEXT
    (tmp_path / "evening.toml").write_text(EVENING)
    pack = {"pack.toml": SHEET, "scenarios/evening.toml": EVENING}
    (tmp_path / "half.hulldown").write_bytes(zip_pack(pack))
    return tmp_path


@pytest.mark.quick
def test_a_scenario_of_ones_own_is_played(server: Server, page: Page, files: Path) -> None:
    set_up(page, server, "warstrike")
    expect(page.locator(".mission", has_text="Two Roads").first).to_be_visible()
    chooser = page.get_by_label("A scenario or a pack of your own")
    chooser.set_input_files(files / "evening.toml")
    expect(page.get_by_role("radio", name="Evening Patrol")).to_be_checked()
    expect(page.locator(".setup .about")).to_contain_text("Evening Patrol")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")
    page.reload()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")


def test_a_pack_brings_its_scenarios_and_what_it_changes(server: Server, page: Page, files: Path) -> None:
    set_up(page, server, "warstrike")
    expect(page.locator(".mission", has_text="Two Roads").first).to_be_visible()
    page.get_by_label("A scenario or a pack of your own").set_input_files(files / "half.hulldown")
    told = page.locator(".own-files [role=status]")
    expect(told).to_have_text("Half rates: 1 scenario, 1 changed rule. Does rounding up matter?")
    expect(page.get_by_label("Options chosen")).to_contain_text("Half rof: up")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")
    expect(open_mission(page)).to_contain_text("Played with Half rof: up.")


def test_a_setup_of_the_address_is_taken_in(server: Server, page: Page) -> None:
    pack = {
        "ruleset": "warstrike",
        "sheet": {"name": "Half rates", "options": {"half_rof": "up"}},
        "scenarios": {"evening": tomllib.loads(EVENING)},
    }
    kept = server.call("/api/workshop/packs", pack)["id"]
    page.goto(f"{server.address}/odds?rules=warstrike&pack={kept}")
    page.get_by_role("link", name="Play with it").click()
    expect(page.get_by_role("radio", name="Evening Patrol")).to_be_checked()
    expect(page.get_by_label("Options chosen")).to_contain_text("Half rof: up")
    page.locator("select[name=other]").select_option("human")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")
    expect(open_mission(page)).to_contain_text("Played with Half rof: up.")


def test_the_computer_plays_both_sides(server: Server, page: Page, files: Path) -> None:
    set_up(page, server, "warstrike")
    expect(page.locator(".mission", has_text="Two Roads").first).to_be_visible()
    page.get_by_label("A scenario or a pack of your own").set_input_files(files / "evening.toml")
    expect(page.get_by_role("radio", name="Evening Patrol")).to_be_checked()
    page.locator("select[name=other]").select_option("both")
    expect(page.get_by_role("radiogroup", name="You are")).to_be_hidden()
    page.get_by_label("How strong").select_option(label="Recruit")
    page.get_by_role("button", name="Start this battle").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")
    expect(page.locator("#over h2")).to_have_text(re.compile("wins|draw"))
    set_up(page, server)
    page.locator("select[name=other]").select_option("human")
    expect(page.get_by_role("radiogroup", name="You are")).to_be_visible()
    expect(page.get_by_label("How strong")).to_be_hidden()
