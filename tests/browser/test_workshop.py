"""The workshop: numbers changed and their odds compared, units, scenarios, versions, files."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import Server, open_mission
from tests.browser.test_axe import FOUND, LEVELS

from hulldown import rulesets
from hulldown.rulesets.common.packs import load_pack

BUDGET = 150_000  # bytes over the line for the workshop with its first odds
RULESETS = ["tank_commander", "agrav", "close_assault", "warstrike", "chase"]
PATROL = Path(rulesets.__file__).parent / "warstrike" / "scenarios" / "first_patrol.toml"
# How long a change takes to show in the odds, told and not asserted: the machine is shared.
WATCH = """() => {
    const seen = document.querySelector("#effect");
    window.took = new Promise(done => {
        const from = performance.now();
        new MutationObserver((_, watcher) => {
            watcher.disconnect();
            requestAnimationFrame(() => done(performance.now() - from));
        }).observe(seen, {childList: true, subtree: true});
    });
}"""


def visit(page: Page, server: Server, query: str = "ruleset=tank_commander") -> None:
    page.goto(f"{server.address}/workshop?{query}")
    expect(page.locator("#effect h2")).to_have_text("What the change does")
    expect(page.locator("#differences h2")).to_be_visible()


def chapter(page: Page, name: str) -> None:
    page.locator(".chapters").get_by_role("link", name=name).click()


def begun(page: Page, server: Server) -> Any:
    """The battle that the page has gone to, as a spectator sees it."""
    page.wait_for_url("**/table/*")
    return server.call(f"/api/games/{page.url.partition('/table/')[2].partition('#')[0]}/view")


def changes(page: Page) -> Locator:
    return page.locator("#differences li")


# ---------------------------------------------------------------- values


@pytest.mark.quick
def test_a_number_is_changed_and_its_odds_answer(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander&value=at_strength")
    row = page.locator("#value-at_strength")
    expect(row).to_be_in_viewport()
    expect(row.locator("input")).to_be_focused()
    expect(page.locator("#effect .quiet")).to_have_text("Nothing changes in this situation.")
    page.evaluate(WATCH)
    row.get_by_role("button", name="more").click()
    glance = page.locator("#effect .diff tr", has_text="Glance").locator("td")
    expect(glance).to_have_count(2)
    print(f"a change shows in the odds after {page.evaluate('window.took'):.0f} ms")
    assert glance.nth(0).inner_text() != glance.nth(1).inner_text()
    expect(row.locator(".how s")).to_have_text("6")
    expect(row.locator(".said b")).to_have_text("7")
    expect(changes(page)).to_have_text("AT strength TC-7.18 6 \u2192 7")
    row.get_by_role("button", name="back to 6").click()
    expect(page.locator("#effect .quiet")).to_be_visible()
    expect(changes(page)).to_have_count(0)


def test_numbers_are_found_and_put_back(server: Server, page: Page) -> None:
    visit(page, server)
    page.get_by_label("Find a number or an option").fill("mud")
    expect(page.locator(".value:visible")).not_to_have_count(0)
    assert all(
        "mud" in (one.get_attribute("data-words") or "") for one in page.locator(".value:visible").all()
    )
    page.get_by_label("Find a number or an option").fill("AT strength")
    page.locator("#value-at_strength input").fill("9")
    page.get_by_label("Find a number or an option").fill("")
    page.get_by_label("Changed ones only").check()
    expect(page.locator(".value:visible")).to_have_count(1)
    expect(page.locator("#found")).to_have_text("1 line")
    expect(page.locator("details.chapter:visible summary small")).to_have_text("1 line")
    page.get_by_role("button", name="All as printed").click()
    expect(changes(page)).to_have_count(0)


def test_a_number_that_cannot_be_is_told_at_its_place(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase&value=t_bone_factor")
    row = page.locator("#value-t_bone_factor")
    row.locator("input").fill("99999")
    expect(row.locator(".mend")).to_contain_text("99999")
    expect(page.locator("#faults li")).to_have_count(1)
    chapter(page, "About this pack")
    page.locator("#faults button").click()
    expect(page.locator("#value-t_bone_factor input")).to_be_focused()


def test_a_situation_is_chosen(server: Server, page: Page) -> None:
    visit(page, server)
    page.locator("#effect").get_by_text("Another situation").click()
    page.locator("#effect select[name='target.shows']").select_option("rear")
    expect(page.locator("#effect .sub").first).to_contain_text("(rear)")


def test_a_number_of_the_rulebook_is_taken_in_hand(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/rulebook/chase#CH-8.11")
    page.get_by_role("link", name="Change it in the Workshop: t_bone_factor").click()
    expect(page.locator("#value-t_bone_factor input")).to_be_focused()


# ---------------------------------------------------------------- playing


def test_a_pack_is_played_at_once(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander&value=at_strength")
    page.locator("#value-at_strength").get_by_role("button", name="more").click()
    page.get_by_label("Scenario to play").select_option("skirmish")
    page.get_by_label("Who plays the other side").select_option("human")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#title")).to_have_text("Skirmish, Tank Commander")
    expect(open_mission(page)).to_contain_text("Played with AT strength: 7.")


def test_the_units_of_a_pack_stand_on_the_table(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "Units")
    page.get_by_role("button", name="Hunter").click()
    page.get_by_label("Armor front: more").click()
    page.get_by_label("Armor side: less").click()  # it costs what it did
    expect(page.locator(".standing")).to_contain_text("changed")
    page.get_by_label("Scenario to play").select_option("skirmish")
    page.get_by_label("Who plays the other side").select_option("human")
    page.get_by_role("button", name="Play it").click()
    plates = {card["unit"]: card["plates"] for card in begun(page, server)["cards"]}
    assert plates["A1"][0] == plates["B1"][0] == 9


@pytest.mark.parametrize("name", RULESETS)
def test_a_scenario_that_ships_is_drawn_further_and_played(server: Server, page: Page, name: str) -> None:
    visit(page, server, f"ruleset={name}#scenarios")
    first = page.locator(".starts li:nth-child(2) button")
    expect(first.locator(".mini")).to_be_visible()
    first.click()
    expect(page.locator(".editor")).to_contain_text("You can play it as it is.")
    page.get_by_role("button", name="All scenarios").click()
    expect(page.locator(".stamps li")).to_contain_text(", changed")
    expect(page.locator(".stamps .mini")).to_be_visible()
    page.get_by_label("Who plays the other side").select_option("human")
    page.get_by_role("button", name="Play it").click()
    assert begun(page, server)["scenario"]["name"].endswith(", changed")


# ---------------------------------------------------------------- units


@pytest.mark.quick
def test_a_unit_is_changed_and_printed(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "Units")
    page.get_by_role("button", name="Hunter").click()
    expect(page.locator(".standing")).to_have_text("By the printed rules")
    expect(page.locator("#preview svg")).to_be_visible()
    before = page.locator("#preview").inner_text()
    page.get_by_label("Armor front: more").click()
    expect(page.locator(".standing")).to_have_text("Not by the printed rules: 1 line changed")
    expect(page.locator(".broken")).to_contain_text("TC-2.4")
    expect(page.locator(".lines li.changed s")).to_have_text("8")
    expect(changes(page)).to_contain_text("Hunter, armor front")
    expect(page.locator("#preview")).not_to_have_text(before)
    expect(page.locator("#effect .diff")).to_be_visible()
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".standing")).to_have_text("By the printed rules")


def test_units_open_with_those_that_are_fielded(server: Server, page: Page) -> None:
    """AGrav has as many parts as vehicles."""
    visit(page, server, "ruleset=agrav")
    expect(page.get_by_label("Find a number or an option")).to_have_attribute(
        "placeholder", "Rounding step, AG-1.3 \u2026"
    )
    chapter(page, "Units")
    expect(page.get_by_role("button", name="Vehicles")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#preview svg")).to_be_visible()


@pytest.mark.parametrize("name", RULESETS)
def test_every_table_has_its_form(server: Server, page: Page, name: str) -> None:
    visit(page, server, f"ruleset={name}")
    chapter(page, "Units")
    tables = page.locator(".tabs button")
    expect(tables.first).to_be_visible()
    for at in range(tables.count()):
        tables.nth(at).click()
        expect(page.locator(".entry-form .lines li")).not_to_have_count(0)
        copy = page.get_by_role("button", name="Copy as new")
        if not copy.count():  # a table of as many entries as there are
            continue
        copy.click()
        expect(page.locator(".entries [aria-current]")).to_contain_text("new")
        expect(page.locator(".standing.bad")).to_have_count(0)
        page.get_by_role("button", name="Remove it").click()
    expect(page.locator(".chapters [aria-current] small")).to_have_text("")


def test_a_new_tank_of_chase_is_judged_by_its_fields(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    page.get_by_label("Name", exact=True).fill("Snow Cat")
    page.get_by_label("Name", exact=True).press("Tab")
    expect(page.locator(".entries [aria-current]")).to_contain_text("Snow Cat")
    page.get_by_label("Hull", exact=True).get_by_role("textbox").fill("99")
    page.get_by_label("Hull", exact=True).get_by_role("textbox").press("Tab")
    expect(page.locator(".standing")).to_have_text("1 thing to mend")
    expect(page.locator(".lines .mend")).to_contain_text("at most 12")
    page.get_by_label("Hull: less").click()
    expect(page.locator(".standing")).to_have_text("New: no rule forbids it")
    expect(page.locator("#preview svg")).to_contain_text("Snow Cat")
    expect(changes(page)).to_contain_text("Snow Cat")


def columns(page: Page) -> Locator:
    """The headings of the columns of chances."""
    return page.locator("#effect thead th:not(:first-child)")


def test_a_new_unit_is_not_compared_with_the_printed_rules(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    effect = page.locator("#effect")
    expect(effect).to_contain_text("This is new, so the printed rules have nothing to compare it with.")
    expect(columns(page)).to_have_text(["this pack"])
    row = effect.locator("tbody tr", has_text="A1 misses")
    expect(row.locator("td .hatched")).to_have_count(1)
    expect(row.locator("td")).to_have_count(1)
    for heading in effect.locator(".heading th").all():
        expect(heading).to_have_attribute("colspan", "2")
    page.get_by_text("Another situation").click()
    page.locator("#effect form [name='between.range']").select_option("Long")
    expect(effect.locator(".sub").first).to_contain_text("Long")
    expect(columns(page)).to_have_text(["this pack"])


def test_a_number_that_changes_a_new_unit_is_compared(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    expect(columns(page)).to_have_text(["this pack"])
    chapter(page, "Values and options")
    page.get_by_label("Find a number or an option").fill("gunnery score")
    page.locator("#value-gunnery_score").get_by_role("button", name="more").click()
    expect(page.locator("#effect .diff thead th:not(:first-child)")).to_have_text(["printed", "this pack"])
    expect(page.locator("#effect")).not_to_contain_text("This is new")


@pytest.mark.quick
def test_the_situation_is_one_in_which_the_change_is_used(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander&value=he_strength")
    page.locator("#value-he_strength").get_by_role("button", name="more").click()
    expect(page.locator("#effect .sub").first).to_contain_text("HE, at")
    expect(page.locator("#effect .diff")).to_be_visible()


def test_what_no_shot_shows_is_a_question_for_the_lab(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase&value=turn_limit")
    page.locator("#value-turn_limit").get_by_role("button", name="more").click()
    expect(page.locator(".unseen")).to_contain_text("No situation was found that shows Turn limit")
    page.get_by_role("button", name="Ask the Lab").click()
    page.wait_for_url("**/lab?ruleset=chase&pack=*")


def test_a_new_unit_is_compared_with_nothing(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=close_assault")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    effect = page.locator("#effect")
    expect(effect.locator(".quiet")).to_contain_text("This is new")
    expect(effect.locator("thead th")).to_have_text(["What", "this pack"])
    expect(effect.locator("tbody tr:not(.heading) td")).to_have_count(8)


def test_a_unit_that_is_renamed_keeps_its_situation(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=close_assault")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    title = page.locator("#effect .sub").first
    expect(title).to_contain_text("Rhino 2 fights")
    page.route("**/api/workshop/uses", lambda route: None)  # no search answers any more
    name = page.get_by_label("Name", exact=True)
    name.fill("M\u00f6we")
    name.press("Tab")
    expect(title).to_contain_text("M\u00f6we fights")
    page.get_by_role("button", name="Undo", exact=True).click()  # that situation names what is gone
    expect(title).to_have_text("Working it out \u2026")


def test_the_last_change_is_the_one_that_is_shown(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=close_assault")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    expect(page.locator("#effect .quiet")).to_contain_text("This is new")
    chapter(page, "Values and options")
    page.get_by_label("Find a number or an option").fill("charge order")
    page.locator("#value-charge_order").get_by_role("button", name="more").click()
    pressed = page.locator("#effect .uses [aria-pressed=true]")
    expect(pressed).to_have_text("Charge order")
    expect(page.locator("#effect .diff")).to_be_visible()
    page.locator("#effect .uses").get_by_role("button", name="Rhino 2").click()
    expect(pressed).to_have_text("Rhino 2")
    with page.expect_response("**/api/workshop/uses"):
        page.locator("#value-charge_order").get_by_role("button", name="more").click()
    expect(pressed).to_have_text("Rhino 2")


def test_what_is_wrong_with_a_unit_is_named_once(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=close_assault")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    page.get_by_label("Type", exact=True).fill("Hovertank")
    page.get_by_label("Type", exact=True).press("Tab")
    expect(page.locator(".standing")).to_have_text("1 thing to mend")


def test_the_form_of_a_unit_says_what_its_numbers_are_for(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=warstrike")
    expect(page.get_by_role("searchbox")).to_have_attribute("placeholder", "Measure, WS-1.5 \u2026")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    form = page.locator(".entry-form")
    expect(form).not_to_contain_text("comes with the game")
    skill = form.locator("li", has=page.get_by_role("textbox", name="BS", exact=True))
    expect(skill).to_contain_text("Against Ev: the better, the lower the score to hit.")
    expect(form.get_by_role("textbox", name="VP", exact=True)).to_be_visible()


def test_an_option_that_a_unit_needs_is_set_by_one_button(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "Units")
    page.get_by_role("button", name="Skimmer", exact=True).click()
    page.get_by_role("button", name="Copy as new").click()
    expect(page.locator(".switches")).to_contain_text("Nobody can field it: Exotic units is not in force.")
    page.get_by_role("button", name="Switch on Exotic units").click()
    expect(page.locator(".switches")).to_have_count(0)
    expect(page.locator("#preview svg")).to_be_visible()
    expect(changes(page).filter(has_text="Exotic units")).to_have_count(1)
    page.get_by_label("Name", exact=True).fill("M\u00f6we")
    page.get_by_label("Name", exact=True).press("Tab")
    chapter(page, "Scenarios")
    page.locator(".starts").get_by_role("button", name="Skirmish").click()
    page.locator("[data-key='unit A1']").click()
    page.get_by_label("What A1 is").select_option(label="M\u00f6we")
    expect(page.locator("[data-key='unit A1'] span")).to_have_text("M\u00f6we")
    expect(page.locator(".mending")).to_have_text("You can play it as it is.")
    page.locator("summary", has_text="Rule options").click()
    expect(page.get_by_label("Exotic units", exact=True)).to_be_visible()


def test_what_is_new_is_shown_without_the_printed_rules(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "Units")
    page.get_by_role("button", name="Hunter").click()
    page.get_by_role("button", name="Copy as new").click()
    expect(page.locator("#effect .quiet")).to_contain_text("This is new")
    expect(page.locator("#effect .effect thead th")).to_have_text(["What", "this pack"])
    page.get_by_label("Name", exact=True).fill("F\u00fcchsin")
    page.get_by_label("Name", exact=True).press("Tab")
    page.get_by_role("button", name="Points: less").click()
    expect(page.locator("#faults .faults button").first).to_have_text(re.compile("^F\u00fcchsin"))
    page.get_by_role("button", name="Points: more").click()
    expect(page.locator("#faults")).to_be_hidden()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.reload()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.get_by_role("link", name="Campaign with it").click()
    page.wait_for_url("**/campaigns?ruleset=tank_commander&pack=*")
    page.locator("summary", has_text="Choose names").click()
    samples = page.locator("select").filter(has=page.locator("option", has_text="Pathfinder")).first
    expect(samples.locator("option", has_text="F\u00fcchsin")).to_have_count(1)


def test_upgrades_are_picked_with_their_prices(server: Server, page: Page) -> None:
    visit(page, server)
    chapter(page, "Units")
    page.get_by_role("button", name="Hunter").click()
    bought = page.locator(".bought")
    expect(bought).to_contain_text("Costs 10 of 10 points.")
    expect(bought.locator("li", has_text="HE Rounds")).to_contain_text("1 point TC-2.11")
    bought.get_by_label("Anti-Infantry Weapons").check()
    expect(bought.locator(".mend")).to_have_text("Costs 11 of 10 points.")
    bought.get_by_label("HE Rounds").uncheck()
    expect(bought).to_contain_text("Costs 10 of 10 points.")
    bought.get_by_label("How many").select_option("2")
    expect(bought.locator(".mend")).to_have_text("Costs 12 of 10 points.")


# ---------------------------------------------------------------- ids


def test_ids_follow_names_and_whatever_names_them_follows(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Units")
    page.locator(".tabs").get_by_role("button", name="Weapons").click()
    page.get_by_role("button", name="Copy as new").click()
    name = page.get_by_label("Name", exact=True)
    name.fill("M\u00f6wenkanone")
    name.press("Tab")
    identity = page.get_by_label("Id", exact=True)
    expect(identity).to_have_value("mowenkanone")
    page.locator(".tabs").get_by_role("button", name="Tanks").click()
    page.get_by_role("button", name="Copy as new").click()
    page.get_by_label("Weapon", exact=True).select_option(label="M\u00f6wenkanone")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.locator(".tabs").get_by_role("button", name="Weapons").click()
    page.locator(".entries").get_by_role("button", name="M\u00f6wenkanone").click()
    name.fill("Gull gun")
    name.press("Tab")
    expect(page.locator(".entries [aria-current]")).to_contain_text("Gull gun")
    expect(identity).to_have_value("mowenkanone")
    identity.fill("Gull gun")
    identity.press("Tab")
    expect(identity).to_have_value("gull_gun")
    expect(page.locator("#faults")).to_be_hidden()
    page.locator(".tabs").get_by_role("button", name="Tanks").click()
    page.locator(".entries").get_by_role("button", name="new").click()
    expect(page.get_by_label("Weapon", exact=True).locator("option:checked")).to_have_text("Gull gun")


def test_a_scenario_that_was_saved_can_have_another_id(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase#scenarios")
    page.locator(".starts li:nth-child(2) button").click()
    page.get_by_role("button", name="All scenarios").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    identity = page.locator(".stamps").get_by_label("Id")
    first = identity.input_value()
    identity.fill("The d\u00e4wn!")
    identity.press("Tab")
    expect(identity).to_have_value("the_dawn")
    page.get_by_role("button", name="Save a version").click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.reload()
    expect(page.locator(".stamps").get_by_label("Id")).to_have_value("the_dawn")
    identity.fill(" ")
    identity.press("Tab")
    expect(identity).to_have_value("the_dawn")
    assert first != "the_dawn"


def test_choices_say_what_they_cost(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=agrav")
    chapter(page, "Units")
    page.locator(".tabs").get_by_role("button", name="Vehicles").click()
    page.locator(".entries").get_by_role("button", name="Swift").click()
    expect(page.locator(".entry-form")).to_contain_text("S100 (5 points)")


def test_a_name_that_is_typed_survives_a_press_elsewhere(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Units")
    page.get_by_role("button", name="Copy as new").click()
    page.get_by_label("Name", exact=True).fill("Gull")
    more = page.get_by_role("button", name="Hull: more")
    before = int(page.get_by_role("textbox", name="Hull", exact=True).input_value())
    more.click()  # the name is taken by the same press
    expect(page.get_by_label("Name", exact=True)).to_have_value("Gull")
    expect(page.get_by_role("textbox", name="Hull", exact=True)).to_have_value(str(before + 1))
    expect(page.get_by_label("Id", exact=True)).to_have_value("gull")


def test_the_title_of_a_scenario_follows_its_name(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander#scenarios")
    page.locator(".starts li:nth-child(1) button").click()
    title = page.locator(".over-editor h2")
    expect(title).to_have_text("A board of mine")
    name = page.locator(".editor").get_by_label("Name", exact=True).first
    name.fill("Frozen Ford")
    name.press("Tab")
    expect(title).to_have_text("Frozen Ford")
    page.get_by_role("button", name="All scenarios").click()
    expect(page.locator(".stamps li b")).to_have_text("Frozen Ford")
    kept = page.evaluate("JSON.parse(localStorage['workshop.tank_commander'] ?? 'null')")
    assert kept is None or list(kept["pack"]["scenarios"]) == ["frozen_ford"]


def test_the_id_of_a_scenario_follows_its_name_until_it_is_saved(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=close_assault#scenarios")
    page.get_by_role("button", name="Drill Square", exact=True).click()
    name = page.locator(".editor").get_by_label("Name", exact=True).first
    for wanted in ("D\u00fcnenkamm", "Sand"):
        name.fill(wanted)
        name.press("Tab")
        expect(page.locator(".over-editor h2")).to_have_text(wanted)
        page.locator("[data-key=save]").click()
        expect(page.get_by_role("button", name="Saved")).to_be_disabled()
        expect(page.locator("[data-scenario=dunenkamm]")).to_have_count(1)
    pack = page.url.partition("pack=")[2].partition("#")[0]
    scenarios = server.call(f"/api/workshop/packs/{pack}")["pack"]["scenarios"]
    assert {id_: scenario["name"] for id_, scenario in scenarios.items()} == {"dunenkamm": "Sand"}


# ---------------------------------------------------------------- undo


@pytest.mark.quick
def test_every_step_can_be_undone_and_done_again(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase&value=t_bone_factor")
    undo = page.locator("#doing").get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    more = page.locator("#value-t_bone_factor").get_by_role("button", name="more")
    more.click()
    more.click()
    expect(changes(page)).to_contain_text("1 \u2192 2")
    chapter(page, "About this pack")
    page.get_by_label("Name", exact=True).press_sequentially("Heavy")
    page.get_by_label("Made by").press_sequentially("Me")
    expect(page.locator("#name")).to_contain_text("Heavy")
    undo.click()
    expect(page.get_by_label("Made by")).to_have_value("")
    undo.click()
    expect(page.locator("#name")).not_to_contain_text("Heavy")
    page.locator("body").press("Control+z")
    expect(changes(page)).to_contain_text("1 \u2192 1.5")
    page.locator("body").press("Control+z")
    expect(changes(page)).to_have_count(0)
    expect(undo).to_be_disabled()
    for _ in range(4):
        page.locator("body").press("Control+Shift+Z")
    expect(page.locator("#name")).to_contain_text("Heavy")
    expect(page.get_by_label("Made by")).to_have_value("Me")
    expect(page.locator("#doing").get_by_role("button", name="Redo")).to_be_disabled()


def test_strokes_and_scenarios_can_be_undone_after_the_editor_was_closed(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=tank_commander#scenarios")
    page.locator(".starts li:nth-child(2) button").click()
    editor = page.locator(".editor")
    expect(editor).to_contain_text("You can play it as it is.")
    units = page.locator(".pieces .unit-line")
    before = units.count()
    units.first.click()
    editor.get_by_role("button", name="Remove").first.click()
    expect(units).to_have_count(before - 1)
    page.get_by_role("button", name="All scenarios").click()
    page.locator("#doing").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Edit", exact=False).first.click()
    expect(units).to_have_count(before)
    page.locator("body").press("Control+z")
    expect(page.locator(".starts")).to_be_visible()  # the editor is closed with its scenario
    expect(page.locator(".stamps li")).to_have_count(0)
    page.locator("body").press("Control+Shift+Z")
    expect(page.locator(".stamps li")).to_have_count(1)


# ---------------------------------------------------------------- files, versions, links


def test_a_pack_is_exported_and_imported_elsewhere(
    server: Server, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_page()
    visit(page, server, "ruleset=chase&value=t_bone_factor")
    page.locator("#value-t_bone_factor").get_by_role("button", name="more").click()
    chapter(page, "About this pack")
    page.get_by_label("Name", exact=True).fill("Heavier still")
    with page.expect_download() as got:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == "heavier_still.hulldown"
    assert load_pack(file).chosen == {"t_bone_factor": "1.5"}
    sheet = tomllib.loads(zipfile.ZipFile(io.BytesIO(file.read_bytes())).read("pack.toml").decode())
    assert sheet["name"] == "Heavier still"
    elsewhere = open_page()
    visit(elsewhere, server, "ruleset=agrav")
    elsewhere.get_by_label("Import").set_input_files(file)
    expect(elsewhere.locator("#name")).to_contain_text("Heavier still a pack for Chase")
    expect(changes(elsewhere)).to_contain_text("T bone factor")


def test_every_save_is_a_version(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    visit(page, server, "ruleset=chase&value=t_bone_factor")
    more = page.locator("#value-t_bone_factor").get_by_role("button", name="more")
    more.click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    assert "?pack=" in page.url
    more.click()
    page.get_by_role("button", name="Save a version").click()
    chapter(page, "Versions and packs")
    expect(page.locator(".versions li")).to_have_count(2)
    page.get_by_role("button", name="Go back to it: version 1").click()
    expect(page.locator(".versions li").first).to_contain_text("version 1 again")
    expect(changes(page)).to_contain_text("1 \u2192 1.5")
    link = page.url
    friend = open_page()
    friend.goto(link)
    expect(changes(friend)).to_contain_text("1 \u2192 1.5")
    expect(friend.get_by_role("button", name="Save a copy")).to_be_enabled()


def test_the_rulebook_has_the_notes_and_numbers_of_a_kept_pack(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase&value=t_bone_factor")
    page.locator("#value-t_bone_factor").get_by_role("button", name="more").click()
    chapter(page, "Notes on rules")
    page.get_by_label("A note on which rule?").fill("CH-8.11")
    page.get_by_role("button", name="Note on CH-8.11").click()
    page.get_by_role("textbox", name="Note on CH-8.11").fill("For both tanks.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Saved")).to_be_disabled()
    page.get_by_role("link", name="Rules", exact=True).click()
    rule = page.locator("[id='CH-8.11']")
    expect(rule).to_contain_text("A pack of mine: For both tanks.")
    expect(rule).to_contain_text("T-Bone 1.5 (printed: damage)")


def test_a_friends_pack_does_not_lose_what_is_in_work(server: Server, open_page: Callable[..., Page]) -> None:
    friend = open_page()
    visit(friend, server, "ruleset=chase&value=t_bone_factor")
    friend.locator("#value-t_bone_factor").get_by_role("button", name="more").click()
    friend.get_by_role("button", name="Save", exact=True).click()
    expect(friend.get_by_role("button", name="Saved")).to_be_disabled()
    page = open_page()
    visit(page, server, "ruleset=chase&value=head_on_factor")
    page.locator("#value-head_on_factor").get_by_role("button", name="more").click()
    expect(changes(page)).to_contain_text("Head on factor")
    page.goto(friend.url)
    expect(changes(page)).to_contain_text("T bone factor")
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(changes(page)).to_contain_text("Head on factor")


@pytest.mark.quick
def test_what_is_in_work_outlives_a_reload(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=warstrike&value=enemy_gap")
    page.locator("#value-enemy_gap").get_by_role("button", name="more").click()
    expect(changes(page)).to_have_count(1)
    page.reload()
    expect(changes(page)).to_have_count(1)
    page.get_by_label("Rules", exact=True).select_option("agrav")
    expect(page.locator("#name")).to_contain_text("a pack for AGrav")
    expect(changes(page)).to_have_count(0)
    page.get_by_label("Rules", exact=True).select_option("warstrike")
    expect(changes(page)).to_have_count(1)


def test_a_scenario_is_taken_in_and_played(server: Server, page: Page, tmp_path: Path) -> None:
    text = PATROL.read_text().replace('name = "First Patrol"', 'name = "Evening Patrol"')
    (tmp_path / "evening.toml").write_text(text)
    visit(page, server, "ruleset=warstrike")
    page.get_by_label("Import").set_input_files(tmp_path / "evening.toml")
    expect(page.locator(".stamps li")).to_contain_text("Evening Patrol")
    expect(page.locator(".stamps .mini")).to_be_visible()
    page.get_by_label("Who plays the other side").select_option("human")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#title")).to_have_text("Evening Patrol, WarStrike")


def test_notes_stand_under_their_rules(server: Server, page: Page) -> None:
    visit(page, server, "ruleset=chase")
    chapter(page, "Notes on rules")
    page.get_by_label("A note on which rule?").fill("CH-8.11")
    page.get_by_role("button", name="Note on CH-8.11").click()
    note = page.get_by_role("textbox", name="Note on CH-8.11")
    expect(note).to_be_focused()
    note.fill("Twice, for both.")
    note.press("Tab")
    expect(page.locator(".chapters [aria-current] small")).to_have_text("1")
    page.get_by_role("button", name="Remove the note on CH-8.11").click()
    expect(page.locator(".note")).to_have_count(0)


# ---------------------------------------------------------------- everybody's page


@pytest.mark.parametrize("look", [{}, PHONE, {"color_scheme": "dark"}], ids=["desk", "phone", "dark"])
def test_the_workshop_hides_nothing_from_anybody(
    server: Server, open_page: Callable[..., Page], look: dict[str, object]
) -> None:
    page = open_page(**look)
    visit(page, server, "ruleset=tank_commander&value=at_strength")
    page.evaluate(AXE_SCRIPT)
    page.locator("#value-at_strength").get_by_role("button", name="more").click()
    expect(changes(page)).to_have_count(1)
    chapters = ("Values and options", "Units", "Import a table", "Scenarios", "Notes on rules", "About")
    for name in (*chapters, "Versions"):
        chapter(page, name)
        expect(page.locator("#middle h2").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        found = page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []])
        assert found == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_the_workshop_is_light_to_load(server: Server, page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{server.address}/workshop", wait_until="networkidle")
    expect(page.locator("#effect h2")).to_be_visible()
    print(f"{sum(sizes):.0f} bytes")
    assert 20_000 < sum(sizes) < BUDGET
