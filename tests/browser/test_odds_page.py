"""The odds page in a browser: choose, read, compare, share, take along; on a phone too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import SHOT, Server, Table, reached


def opened(server: Server, page: Page, hash_: str = "") -> Page:
    """The page with its first answer."""
    page.goto(f"{server.address}/odds{hash_}")
    expect(page.locator(".scene").first).to_be_visible()
    return page


def choose(page: Page, field: str, value: str) -> None:
    page.locator(f'#form [name="{field}"]').select_option(value)


def chance(page: Page, statement: str) -> str:
    row = page.locator("#chances tbody tr", has=page.locator("th", has_text=statement)).first
    return row.locator(".fr").first.inner_text()


@pytest.mark.quick
def test_a_choice_changes_number_board_and_table(server: Server, page: Page) -> None:
    opened(server, page)
    expect(page.locator(".scene .need b")).to_have_text("3+")
    assert chance(page, "Penetrate") == "4/9"
    choose(page, "between.line", "forest")
    expect(page.locator(".scene .need b")).to_have_text("4+")
    expect(page.locator(".scene .mods")).to_contain_text("TC-9.5")
    assert chance(page, "Penetrate") == "1/3"
    third = page.locator("#chances tbody tr", has=page.locator("th", has_text="Penetrate"))
    share = "one => one.getBoundingClientRect().width / one.parentElement.clientWidth"
    assert third.locator(".bar i").evaluate(share) == pytest.approx(1 / 3, abs=0.01)
    assert "between.line=forest" in page.url


@pytest.mark.quick
def test_each_chance_stands_once_and_has_its_bar(server: Server, page: Page) -> None:
    opened(server, page)
    expect(page.locator("#chances table")).to_have_count(1)
    expect(page.locator("#chances svg")).to_have_count(0)
    rows = page.locator("#chances tbody tr:not(.part-name)")
    expect(rows.locator(".bar")).to_have_count(rows.count())
    expect(page.locator("#gist")).to_be_hidden()  # form and answer are beside each other


def test_on_a_phone_the_answer_stays_in_view_while_the_form_is_changed(
    server: Server, open_page: Callable[..., Page]
) -> None:
    page = opened(server, open_page(**PHONE))
    gist = page.locator("#gist")
    expect(gist).to_contain_text("Penetrate 44.4")
    field = page.locator('#form [name="between.line"]')
    field.scroll_into_view_if_needed()
    choose(page, "between.line", "forest")
    expect(gist).to_contain_text("Penetrate 33.3")
    expect(gist).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight") < 4 * PHONE["viewport"]["height"]  # type: ignore[index]


@pytest.mark.quick
def test_the_address_holds_both_situations(server: Server, page: Page) -> None:
    opened(server, page)
    choose(page, "target.shows", "rear")
    page.locator("#compare").click()
    choose(page, "shooter.weapon", "gun_he")
    fire = page.locator("#chances tbody tr", has=page.locator("th", has_text="Fire"))
    expect(fire.locator(".diff")).to_contain_text("+22.2")
    expect(fire.locator(".diff")).to_contain_text("▲")
    told = page.locator("#chances table").inner_text()
    page.reload()
    expect(page.locator(".scene")).to_have_count(2)
    expect(page.locator("#chances table")).to_be_visible()
    assert page.locator("#chances table").inner_text() == told
    expect(page.locator('#form [name="target.shows"]')).to_have_value("rear")
    page.get_by_role("button", name="Second", exact=True).click()
    expect(page.locator('#form [name="shooter.weapon"]')).to_have_value("gun_he")
    page.get_by_role("button", name="Only the first").click()
    expect(page.locator(".scene")).to_have_count(1)
    assert "/odds#target.shows=rear" in page.url and "gun_he" not in page.url


@pytest.mark.quick
def test_what_the_rules_forbid_is_said_with_its_rule(server: Server, page: Page) -> None:
    opened(server, page)
    page.locator('#form [name="between.range"]').fill("8")
    warning = page.locator(".scene .warn")
    expect(warning).to_contain_text("out of range")
    expect(warning.locator("a")).to_have_text("TC-7.1")
    expect(page.locator("#chances table")).to_have_count(0)


def test_what_cannot_be_in_an_address_is_left_out(server: Server, page: Page) -> None:
    opened(server, page, "#else=1&between.line=nowhere&between.range=99&target.points=x&target.shows=rear")
    expect(page.locator(".scene .need b")).to_have_text("3+")
    expect(page.locator(".scene .sub").first).to_have_text("4 hexes, strikes rear 6")


def test_fields_that_do_not_matter_are_hidden(server: Server, page: Page) -> None:
    opened(server, page)
    expect(page.locator('[name="target.covered"]')).to_be_hidden()
    choose(page, "target.what", "infantry")
    expect(page.locator('[name="target.covered"]')).to_be_visible()
    expect(page.locator('[name="target.shows"]')).to_be_hidden()
    choose(page, "target.what", "own")
    page.locator('[name="target.front"]').fill("9")
    expect(page.locator(".scene .sub").first).to_contain_text("front 9")


def test_several_in_a_row_follow(server: Server, page: Page) -> None:
    opened(server, page, "#target.what=aa_gun&shooter.what=Trainee")
    row = page.locator("#row tbody tr").first
    expect(row).to_contain_text("Destroyed")
    assert row.locator("td").all_inner_texts() == [
        "50.0\u00a0%",
        "75.0\u00a0%",
        "87.5\u00a0%",
        "93.8\u00a0%",
        "96.9\u00a0%",
    ]
    expect(page.locator("#row caption")).to_contain_text("3")


@pytest.mark.parametrize(
    ("button", "beginning"),
    [("Chart (SVG)", "<svg"), ("Table (CSV)", "section,"), ("Everything (JSON)", "{")],
)
def test_files_to_take_along(server: Server, page: Page, button: str, beginning: str) -> None:
    opened(server, page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    text = Path(waiting.value.path()).read_text()
    assert text.startswith(beginning)
    if beginning == "{":
        assert json.loads(text)["situations"][0]["needed"] == 3


def test_the_keyboard_is_enough_and_everything_has_a_name(server: Server, page: Page) -> None:
    opened(server, page)
    page.locator("#compare").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".scene")).to_have_count(2)
    unnamed = page.evaluate(
        "[...document.querySelectorAll('#form select, #form input')].filter(e => !e.labels.length).length"
    )
    assert unnamed == 0
    assert page.locator(".scene figure svg[role=img][aria-label]").count() == 2


@pytest.mark.parametrize("how", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_nothing_sticks_out(server: Server, open_page: Callable[..., Page], how: dict[str, object]) -> None:
    page = opened(server, open_page(**how), "#between.range=6&target.carries=true/between.range=2")
    row = page.locator("#row")
    if how is PHONE:  # where it is folded
        row.locator("summary").click()
    expect(row.locator("table").first).to_be_visible()
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


def test_a_kept_build_is_chosen_and_the_address_says_what_it_is(server: Server, page: Page) -> None:
    armor = {"front": 9, "side": 7, "rear": 6}
    build = {"unit": "tank", "armor": armor, "upgrades": ["optics", "smoke"], "name": "Iron Duchess"}
    kept = server.call("/api/builds", {"ruleset": "tank_commander", "build": build})
    opened(server, page)
    what = page.locator('#form [name="target.what"]')
    expect(what.locator("optgroup").first).to_have_attribute("label", "Your builds")
    what.select_option(label="Iron Duchess")
    expect(page.locator(".scene .sub").first).to_contain_text("front 9")
    expect(page.locator('#form [name="target.side"]')).to_have_value("7")
    assert "Duchess" not in page.url and kept["id"] not in page.url
    page.request.delete(f"{server.address}/api/builds/{kept['id']}")
    page.reload()
    expect(page.locator(".scene .sub").first).to_contain_text("front 9")
    expect(what).to_have_value("own")


def test_a_kept_build_that_is_changed_is_no_longer_that_build(server: Server, page: Page) -> None:
    build = {"unit": "tank", "armor": {"front": 7, "side": 7, "rear": 7}, "name": "Square"}
    kept = server.call("/api/builds", {"ruleset": "tank_commander", "build": build})
    opened(server, page)
    what = page.locator('#form [name="shooter.what"]')
    what.select_option(label="Square")
    expect(what.locator("option:checked")).to_have_text("Square")
    expect(what).to_be_focused()
    page.reload()
    expect(what.locator("option:checked")).to_have_text("Square")
    page.locator('#form [name="shooter.rear"]').fill("6")
    expect(what.locator("option:checked")).to_have_text("Your own build")
    page.request.delete(f"{server.address}/api/builds/{kept['id']}")


def test_a_shot_at_the_table_leads_here(duel: Table, page: Page) -> None:
    told = duel.get("odds", action=SHOT)
    duel.sit_down(page)
    reached(page, "fire", SHOT).click()
    page.locator("#odds summary", has_text="Why").click()
    link = page.get_by_role("link", name="More in the odds page")
    with page.context.expect_page() as waiting:
        link.click()
    odds = waiting.value
    expect(odds.locator(".scene .need b")).to_have_text(f"{told['needed']}+")
    for line in told["lines"]:
        if 0 < line["value"] < 1:
            assert chance(odds, line["text"]) == line["chance"]


def test_the_home_page_leads_here(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Odds").click()
    expect(page.locator(".scene .need b")).to_have_text("3+")


def test_a_kept_pack_is_in_force_with_its_options_and_numbers(server: Server, page: Page) -> None:
    sheet = {"name": "Dark shells", "values": {"at_strength": 7}, "options": {"night": True}}
    pack = {"ruleset": "tank_commander", "sheet": sheet, "units": {}, "scenarios": {}}
    kept = server.call("/api/workshop/packs", pack)["id"]
    opened(server, page, f"?rules=tank_commander&pack={kept}#between.line=forest")
    expect(page.locator("#packed")).to_contain_text("the pack Dark shells: 1 option, 1 number.")
    mine = page.get_by_role("group", name="By the pack Dark shells")
    strength, night = mine.locator("[name='options.at_strength']"), mine.locator("[name='options.night']")
    expect(strength).to_have_value("7")
    expect(night).to_be_checked()
    expect(page.locator(".scene .mods")).to_contain_text("in the dark TC-14.4")
    page.locator("#compare").click()
    strength.fill("6")
    night.uncheck()
    expect(page.locator(".scene")).to_have_count(2)
    expect(page.locator(".scene").last).not_to_contain_text("in the dark")
    expect(page.locator("#chances .diff").first).to_be_visible()
    with page.expect_request("**/table.csv**") as asked, page.expect_download():
        page.get_by_role("button", name="Table (CSV)").click()
    assert f"pack={kept}" in asked.value.url
    address = page.url
    assert "options.at_strength=6" in address and "options.night=false" in address
    told = page.locator("#chances table").inner_text()
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".scene")).to_have_count(2)
    expect(page.locator("#chances table")).to_be_visible()
    assert page.locator("#chances table").inner_text() == told
    way = page.get_by_role("navigation").get_by_role("link", name="Garage")
    expect(way).to_have_attribute("href", f"/garage?ruleset=tank_commander&pack={kept}")
    page.get_by_role("link", name="Go on without it").click()
    expect(page.locator("#form [name='between.line']")).to_have_value("forest")
    expect(page.locator("#packed")).to_have_count(0)
    expect(page.locator("[name='options.at_strength']")).to_have_count(0)


def test_a_setup_is_in_force_and_says_who_set_what(server: Server, page: Page) -> None:
    sheet = {"name": "Dark shells", "values": {"at_strength": 7}}
    pack = {"ruleset": "tank_commander", "sheet": sheet, "units": {}, "scenarios": {}}
    kept = server.call("/api/workshop/packs", pack)["id"]
    setup = json.dumps({"packs": [kept], "options": {"night": True}})
    opened(server, page, f"?{urlencode({'rules': 'tank_commander', 'setup': setup})}#between.line=forest")
    expect(page.locator("#packed")).to_contain_text(
        "This page uses the pack Dark shells: 1 number; your choice: 1 option."
    )
    mine = page.get_by_role("group", name="By the pack Dark shells")
    expect(mine.locator("[name='options.at_strength']")).to_have_value("7")
    expect(page.get_by_role("group", name="By choice").locator("[name='options.night']")).to_be_checked()
    expect(page.locator(".scene .mods")).to_contain_text("in the dark TC-14.4")
    with page.expect_request("**/table.csv**") as asked, page.expect_download():
        page.get_by_role("button", name="Table (CSV)").click()
    assert parse_qs(urlsplit(asked.value.url).query)["setup"] == [setup]
    way = page.get_by_role("navigation").get_by_role("link", name="Garage")
    address = urlsplit(way.get_attribute("href") or "")
    assert parse_qs(address.query) == {"ruleset": ["tank_commander"], "setup": [setup]}
    page.get_by_role("link", name="by the printed rules").click()
    expect(page.locator("#form [name='between.line']")).to_have_value("forest")
    expect(page.locator("#packed")).to_have_count(0)
    expect(page.locator("[name='options.at_strength']")).to_have_count(0)
