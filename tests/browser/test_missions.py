"""Missions from the home page to the film: squads that ride, dismount and capture, by mouse and by keys."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.table import (
    HUMAN,
    RANDOM,
    Server,
    Table,
    as_suggested,
    comes_true,
    hexagon,
    order_button,
    reached,
    set_up,
    shows_number,
)
from tests.waiting import let_pass

from hulldown.views.voice import place_name

POSSIBLE = ".act:not([aria-disabled], .side, [data-key='act more'])"
# Whether the page shows the last step that it knows, and that is later than another.
SHOWN = """(after) => {
  const { shown, number } = document.querySelector("main").dataset;
  return shown === number && Number(number) > after;
}"""


def against_recruit(server: Server, page: Page, scenario: str, options: dict[str, Any]) -> Table:
    """A mission against a computer that always gives the same orders; the page sits in Cobalt's seat."""
    order = {"ruleset": "tank_commander", "scenario": scenario, "options": options, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, RANDOM]})
    table = Table(server, made["game"], [seat["token"] or "" for seat in made["seats"]])
    page.goto(f"{server.address}/table/{table.game}#seat={table.tokens[0]}")
    expect(hexagon(page, "A1")).to_be_attached()
    return table


def own_decision(page: Page, after: int = -1) -> int:
    """Wait for a position later than a number in which Cobalt decides, or for the end; its number."""
    comes_true(page, SHOWN, after)
    expect(page.locator(".acts .act, #over:visible").first).to_be_visible()
    return int(page.locator("main").get_attribute("data-number") or 0)


def bring_on(page: Page, unit: str) -> None:
    """Press the first button there is, or the one that ends an activation, until a unit is activated."""
    number = own_decision(page)
    while not page.locator(f'[data-key="chip {unit}"][aria-current]').count():
        activates = order_button(page, f"{unit} activate").and_(page.locator(POSSIBLE))
        press(activates if activates.count() else anything(page))
        number = own_decision(page, number)


def anything(page: Page) -> Locator:
    """The button that ends an activation, or else the first that does something."""
    end = page.locator(".acts .end")
    return end if end.count() else page.locator(f".acts {POSSIBLE}").first


def press(button: Locator) -> None:
    """Press the button of an order, or the first choice of a group; what is only shown, Enter orders."""
    page = button.page
    if button.get_attribute("data-key") == "act prepare":
        return as_suggested(page)
    button.click()
    choices = page.locator(f".pop {POSSIBLE}")
    if choices.first.is_visible():
        choices.first.click()
    if page.locator("#odds .cta").is_visible():
        page.keyboard.press("Enter")


def test_the_home_page_sets_a_mission_up(server: Server, page: Page) -> None:
    set_up(page, server)
    expect(page.locator(".mission .mini")).to_have_count(10)
    page.locator(".mission", has_text="Capture Objectives").click()
    form = page.locator("#setup")
    expect(form.locator(".about")).to_contain_text("Only a squad on foot takes an objective")
    expect(form.locator(".pick-side")).to_contain_text(
        ["The combat team from the south", "The combat team from the north"]
    )
    form.locator(".pick-side", has_text="Orange").click()
    form.locator(".own-options select").select_option("1")  # an option of this mission: in sight at once
    form.get_by_text("Rule options").click()
    form.get_by_label("Find an option").fill("fought at night")
    expect(form.locator(".options .option:visible")).to_have_count(1)
    form.locator("select[name='option night']").select_option("true")
    expect(form.locator(".changed li")).to_have_count(2)
    form.locator("select[name=other]").select_option("human")
    form.get_by_role("button", name="Start this battle").click()
    expect(page.locator(".l-marks [href='#x-flag']")).to_have_count(1)
    page.locator("#menu").click()
    page.get_by_role("button", name="Mission", exact=True).click()
    expect(page.locator("#mission")).to_contain_text("every objective you hold is worth a point")
    expect(page.locator("#mission")).to_contain_text("Night: yes")
    expect(page.locator("#beside")).to_contain_text("Objectives: Blue 0, Orange 0")


def test_an_option_goes_back_to_what_the_rulebook_says(server: Server, page: Page) -> None:
    set_up(page, server)
    page.get_by_text("Rule options").click()
    page.get_by_text("Sequence of play").click()
    page.locator("select[name='option initiative']").select_option("each_turn")
    chip = page.locator(".changed button")
    expect(chip).to_contain_text("Initiative: each turn")
    chip.click()
    expect(chip).to_have_count(0)
    expect(page.locator("select[name='option initiative']")).to_have_value("once")


def click_twice(page: Page, place: str) -> None:
    """Choose a place on the map, and order what it means."""
    number = own_decision(page)
    hexagon(page, place).click()
    expect(page.locator("#odds")).to_contain_text(place_name(place))
    hexagon(page, place).click()
    own_decision(page, number)


def finish(page: Page) -> int:
    """End every activation until the battle is over; how many steps it had."""
    number = own_decision(page)
    while page.locator("#over").is_hidden():
        press(anything(page))
        number = own_decision(page, number)
    return number


def test_infantry_takes_an_objective_by_mouse(server: Server, page: Page) -> None:
    """A squad leaves its carrier and mounts again; another walks to an objective and takes it."""
    against_recruit(server, page, "capture_objectives", {"turn_limit": 2})
    bring_on(page, "A3")
    click_twice(page, "H9")  # the way out of its carrier is all that it has to choose
    expect(page.locator(".l-units [data-unit=A3]")).to_be_attached()
    bring_on(page, "A4")
    click_twice(page, "B8")
    page.reload()
    bring_on(page, "A3")
    press(reached(page, "mount", "A3 mount A2"))
    expect(page.locator(".l-units [data-unit=A3]")).to_have_count(0)
    bring_on(page, "A4")
    click_twice(page, "B6")
    press(reached(page, "capture", "A4 capture"))
    expect(page.locator("#beside")).to_contain_text("Objectives: you 1, the computer 0")
    last = finish(page)
    expect(page.locator("#over h2")).to_have_text("Victory")
    expect(page.locator("#over")).to_contain_text("score")
    page.locator("#over").get_by_role("link", name="Watch").click()
    expect(page.locator("#film .count")).to_have_text(f"1 of {last}")
    expect(page.locator("#beside")).to_contain_text("Objectives: you 0, the computer 0")
    page.keyboard.press("Escape")
    shows_number(page, last)


def keys(page: Page, *pressed: str) -> None:
    """Press keys that make a decision together, and wait for the next one."""
    number = own_decision(page)
    for one in pressed:
        page.keyboard.press(one)
    own_decision(page, number)


def test_a_squad_is_led_by_keys_alone(server: Server, page: Page) -> None:
    """The escorted squad leaves its carrier, moves, takes cover and mounts again; time runs out on it."""
    against_recruit(server, page, "escort", {"turn_limit": 2})
    keys(page, "r")  # roll for the first turn
    keys(page, "Enter")  # the turret as it is, and the first round
    keys(page, "3", "Enter")  # A3 of the three units
    keys(page, "g", "Enter", "Enter")  # out of the carrier: the nearest hex is offered first
    expect(page.locator(".l-units [data-unit=A3]")).to_be_attached()
    keys(page, "c")  # the last thing it does in this turn
    expect(page.locator("#unit .kit")).to_contain_text("cover")
    while page.locator("#turn small").inner_text().startswith("Turn 1 of 2"):
        keys(page, *(" " if page.locator(".acts .end").count() else ["1", "Enter"]))
    keys(page, "3", "Enter")
    keys(page, "g", "Enter")
    expect(page.locator(".l-units [data-unit=A3]")).to_have_count(0)
    while page.locator("#over").is_hidden():
        keys(page, *(" " if page.locator(".acts .end").count() else ["1", "Enter"]))
    expect(page.locator("#over h2")).to_have_text("Defeat")


def test_a_computer_that_begins_is_not_missed(server: Server, page: Page) -> None:
    """It has decided before the page listens: between the first view and the live line."""

    def late(route: Route) -> None:
        answer = route.fetch()
        let_pass(1)
        route.fulfill(response=answer)

    order = {"ruleset": "tank_commander", "scenario": "skirmish", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [RANDOM, HUMAN]})
    page.route("**/view?have=&unit=*", late, times=1)
    page.goto(f"{server.address}/table/{made['game']}#seat={made['seats'][1]['token']}")
    expect(page.locator("#turn b")).not_to_have_text("The computer moves")
