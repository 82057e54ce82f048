"""The campaign page: set one up, fight, read the record, spend; on a phone, in the dark, by keyboard."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.anvils import UNITS
from tests.browser.conftest import PHONE
from tests.browser.table import Server, open_mission

from hulldown import rulesets
from hulldown.catalogue.pack import zip_pack

SIDES = [
    {"name": "North Guard", "tanks": [{"name": "Bess", "build": "Trainee"}, {"name": "Otter"}]},
    {"name": "Harbor", "tanks": [{"name": "Thunderer", "build": "Bulwark"}]},
]


SHEET = """name = "Anvils"
ruleset = "tank_commander"
text = "Is plate enough?"
[options]
turn_limit = 4
campaign_battles = 3
"""


class Led:
    """A campaign that both sides lead from the test's own browser."""

    def __init__(self, server: Server, **options: Any) -> None:
        self.server = server
        order = {"ruleset": "tank_commander", "name": "Autumn", "missions": ["skirmish"], "sides": SIDES}
        told = server.call("/api/campaigns", {**order, "options": {"campaign_battles": 2, **options}})
        self.id = told["campaign"]
        self.held = {"keeper": told["keeper"], "seats": {s["seat"]: s["token"] for s in told["seats"]}}

    @property
    def address(self) -> str:
        return f"{self.server.address}/campaign/{self.id}"

    def open(self, page: Page, led: bool = True) -> None:
        """The page, as who set the campaign up or as somebody who only looks on."""
        if led:
            page.goto(f"{self.server.address}/campaigns")
            keep = "([key, value]) => localStorage.setItem(key, value)"
            page.evaluate(keep, [f"hulldown.campaign.{self.id}", json.dumps(self.held)])
        page.goto(self.address)
        expect(page.locator(".rosters")).to_be_visible()

    def lose(self, seat: int) -> str:
        """The next battle, conceded by a side."""
        number = self.server.call(f"/api/campaigns/{self.id}")["number"]
        token = self.held["seats"][seat]
        game = self.server.call(f"/api/campaigns/{self.id}/battle", {"number": number}, token)["game"]
        while True:
            acting = self.server.call(f"/api/games/{game}/view")["to_act"][0]
            token = self.held["seats"][acting]
            view = self.server.call(f"/api/games/{game}/view", token=token)
            order = next(o["text"] for o in view["orders"] if not o["refusal"])
            order = "concede" if acting == seat else order
            body = {"actions": [order], "number": view["number"]}
            if self.server.call(f"/api/games/{game}/act", body, token)["result"]:
                return str(game)


@pytest.fixture
def led(server: Server) -> Led:
    return Led(server)


def unfold(page: Page) -> None:
    """Show the fields of a new campaign."""
    page.get_by_text("Choose names, tanks, leaders and missions yourself").click()


def test_a_stranger_reads_a_story_and_begins_with_one_press(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/campaigns")
    form = page.get_by_role("form", name="Set up a campaign")
    expect(form.get_by_role("heading").first).to_have_text("Autumn on the border")
    expect(form).to_contain_text("You lead the North Guard: 2 tanks with their crews, 5 battles")
    expect(form).to_contain_text("First: Skirmish.")
    expect(form.locator(".first-board svg")).to_be_visible()
    expect(page.get_by_label("Called").first).to_be_hidden()
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.locator(".now .how")).to_contain_text("Battle 1 of 5 is next")
    page.get_by_role("button", name="Start battle 1").click()
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_attached()


def test_a_field_that_is_folded_away_and_wrong_is_shown(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/campaigns")
    unfold(page)
    page.get_by_label("Battles").fill("99")
    page.get_by_text("Choose names, tanks, leaders and missions yourself").click()
    expect(page.get_by_label("Battles")).to_be_hidden()
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_label("Battles")).to_be_visible()


@pytest.mark.quick
def test_a_campaign_is_set_up_and_its_first_battle_begun(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Campaigns").click()
    unfold(page)
    page.get_by_label("Led by").nth(1).select_option("human")
    page.get_by_label("Name of tank 1").first.fill("Old Iron")
    page.get_by_label("Crew of tank 1: names separated by commas").first.fill("Ann, Ben, Cat, Dan")
    page.get_by_text("Missions", exact=True).click()
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name="Old Iron")).to_be_visible()
    expect(page.locator(".crewlist").first).to_contain_text("Ann")
    page.get_by_role("button", name="Start battle 1").click()
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_attached()
    expect(page.locator(".acts")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="Go to the table")).to_be_visible()


def test_a_campaign_is_fought_with_a_pack_of_ones_own(server: Server, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "anvils.hulldown"
    file.write_bytes(zip_pack({"pack.toml": SHEET, "units.toml": UNITS}))
    page.goto(f"{server.address}/campaigns")
    unfold(page)
    page.get_by_text("Missions", exact=True).click()
    page.get_by_label("Escort").uncheck()
    page.get_by_label("A pack of your own").set_input_files(file)
    told = page.locator(".own-files [role=status]")
    expect(told).to_have_text("Anvils: 2 changed rules, units of its own. Is plate enough?")
    expect(page.get_by_label("Battles")).to_have_value("3")
    expect(page.get_by_label("Escort")).not_to_be_checked()
    expect(page.get_by_label("Skirmish")).to_be_checked()
    page.get_by_label("Led by").nth(1).select_option("human")
    for nth in range(4):
        page.get_by_label("Build of tank").nth(nth).select_option("Anvil")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.locator(".now")).to_contain_text("Fought with Anvils.")
    expect(page.locator(".build").first).to_contain_text("front 9 side 9 rear 7")
    page.get_by_text("Not by the printed rules").click()
    expect(page.locator("table.differences")).to_contain_text("hull points")
    expect(page.locator("table.differences")).to_contain_text("Anvil")
    page.get_by_role("button", name="Start battle 1").click()
    expect(page.locator("#unit").get_by_role("img", name="6 of 6")).to_be_visible()
    expect(open_mission(page)).to_contain_text("Turn limit: 4")


def test_a_campaign_is_fought_over_missions_of_ones_own(server: Server, page: Page, tmp_path: Path) -> None:
    scenarios = Path(rulesets.__file__).parent / "tank_commander" / "scenarios"
    shore = (
        (scenarios / "skirmish.toml").read_text("utf-8").replace('name = "Skirmish"', 'name = "The shore"')
    )
    alone = (scenarios / "basic_training.toml").read_text("utf-8")
    sheet = 'name = "Shores"\nruleset = "tank_commander"\n'
    file = tmp_path / "shores.hulldown"
    file.write_bytes(zip_pack({"pack.toml": sheet, "scenarios/a.toml": shore, "scenarios/b.toml": alone}))
    page.goto(f"{server.address}/campaigns")
    unfold(page)
    page.get_by_text("Missions", exact=True).click()
    page.get_by_label("A pack of your own").set_input_files(file)
    expect(page.locator(".own-files [role=status]")).to_have_text("Shores: 2 scenarios.")
    expect(page.get_by_label("The shore")).to_be_checked()
    expect(page.locator(".left-out")).to_contain_text("no mission here: basic_training_2.")
    page.get_by_label("Led by").nth(1).select_option("human")
    page.get_by_role("button", name="Begin the campaign").click()
    page.get_by_text("Not by the printed rules").click()
    expect(page.locator("table.differences")).to_contain_text("The shore")
    page.get_by_role("button", name="Start battle 1").click()
    expect(page.locator("svg.board .l-units [data-unit=A1]")).to_be_attached()


def test_a_campaign_takes_in_the_setup_of_its_address(server: Server, page: Page) -> None:
    sheet = {"name": "Anvils", "options": {"turn_limit": 4, "campaign_battles": 3}}
    pack = {"ruleset": "tank_commander", "sheet": sheet, "units": tomllib.loads(UNITS)}
    kept = server.call("/api/workshop/packs", pack)["id"]
    page.goto(f"{server.address}/campaigns?ruleset=tank_commander&pack={kept}")
    unfold(page)
    expect(page.locator(".own-files [role=status]")).to_contain_text("Anvils: 2 changed rules")
    expect(page.get_by_label("Battles")).to_have_value("3")
    for nth in range(4):
        page.get_by_label("Build of tank").nth(nth).select_option("Anvil")
    page.get_by_label("Led by").nth(1).select_option("human")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.locator(".now")).to_contain_text("Fought with Anvils.")
    page.get_by_text("Not by the printed rules").click()
    expect(page.locator("table.differences")).to_contain_text("hull points")


def test_mistakes_in_the_set_up_are_all_named(server: Server, browser: Browser) -> None:
    """In a profile of its own: the browser itself complains of the refusal."""
    page = browser.new_page()
    page.goto(f"{server.address}/campaigns")
    unfold(page)
    for nth in (0, 1):
        page.get_by_label("Name of tank 1").nth(nth).fill("Twin")
    page.get_by_label("Crew of tank 2: names separated by commas").first.fill("a, b, c, d, e, f")
    with page.expect_response("**/api/campaigns") as answered:
        page.get_by_role("button", name="Begin the campaign").click()
    assert answered.value.status == 400
    for says in ("two tanks are called", "6 members", "TC-2.15"):
        expect(page.get_by_role("alert")).to_contain_text(says)
    page.close()


def test_what_a_battle_did_is_told_and_can_be_watched(led: Led, page: Page) -> None:
    game = led.lose(1)
    led.open(page)
    expect(page.locator(".now .how")).to_contain_text("Battle 2 of 2 is next")
    expect(page.locator(".course li").first).to_contain_text("North Guard won")
    record = page.locator("#battle-1")
    expect(record).to_contain_text("2 experience (fought +1, victory +1)")
    expect(record.locator(".rule", has_text="TC-14.10").first).to_have_attribute(
        "href", "/rulebook/tank_commander#TC-14.10"
    )
    expect(page.get_by_role("img", name="2 experience, no rank, 1 more to Veteran").first).to_be_visible()
    record.get_by_role("link", name="watch the battle again").click()
    expect(page).to_have_url(f"{led.server.address}/replay/{game}")


def test_points_are_spent_by_keyboard_and_what_is_wrong_is_named(led: Led, page: Page) -> None:
    led.open(page)
    bess = page.get_by_role("article", name="Bess of North Guard")
    bess.locator(".refitting summary").press("Enter")
    keep = bess.get_by_role("button", name="Keep this build")
    bess.get_by_role("button", name="more Side armor").press("Enter")
    expect(bess.locator(".said")).to_contain_text("side armor above front armor")
    expect(keep).to_be_disabled()
    bess.get_by_role("button", name="more Front armor").press("Enter")
    expect(bess.locator(".said")).to_contain_text("3 of 10 points, 7 saved")
    keep.press("Enter")
    expect(bess.locator(".build")).to_contain_text("front 7")
    expect(bess.locator(".build")).to_contain_text("7 to spend")
    expect(bess.get_by_role("button", name="less Front armor")).to_be_disabled()  # armor is not taken off


def test_another_tank_is_sent_into_battle(led: Led, page: Page) -> None:
    led.open(page)
    otter = page.get_by_role("article", name="Otter of North Guard")
    expect(otter).to_contain_text("stays at home")
    otter.get_by_role("button", name="Let it fight").click()
    expect(otter.locator(".tag")).to_have_text("A1")


def test_onlookers_decide_nothing_and_the_end_is_told(led: Led, page: Page) -> None:
    led.lose(0)
    led.lose(0)
    led.open(page, led=False)
    expect(page.locator(".now .how")).to_contain_text("Harbor wins the campaign by victories, 2 to 0.")
    expect(page.locator(".refitting, #begin")).to_have_count(0)


def test_a_campaign_goes_along_as_a_file(led: Led, page: Page) -> None:
    led.lose(1)
    led.open(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save it as a file").click()
    page.goto(f"{led.server.address}/campaigns")
    unfold(page)
    page.get_by_label("Go on from a file").set_input_files(download.value.path())
    expect(page.locator(".course li").first).to_contain_text("North Guard won")
    assert led.id not in page.url


@pytest.mark.parametrize("how", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_nothing_sticks_out(led: Led, open_page: Callable[..., Page], how: dict[str, Any]) -> None:
    led.lose(1)
    page = open_page(**how)
    led.open(page)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0
    small = page.locator(".refitting summary, .now .cta").evaluate_all(
        "(all) => all.filter((el) => el.getBoundingClientRect().height < 28).length"
    )
    assert small == 0
