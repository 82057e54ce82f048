"""A battle on square tiles: from Home to shots at units and structures, by mouse, by keys and by thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import (
    HUMAN,
    Server,
    Table,
    hexagon,
    order_button,
    set_up,
    shows_number,
    unfolded,
)
from tests.browser.test_pages import LUMINANCE, NAMELESS

# Tank and walker come round their buildings until both stand in column H.
MEETING = [
    ["A1 turn right", "A1 step E", "A1 step E", "A1 turn left", "A1 step N", "end"],
    ["B1 step W", "B1 step W", "B1 step S", "end"],
    ["end"],
    ["B1 step S", "end"],
]


@pytest.fixture
def crossroads(server: Server) -> Table:
    """Two people at the Crossroads, Cobalt to act."""
    order = {"ruleset": "agrav", "scenario": "crossroads", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


@pytest.fixture
def met(crossroads: Table) -> Table:
    """Both units see each other, Cobalt to act."""
    for number, orders in enumerate(MEETING):
        crossroads.act(number % 2, *orders)
    assert crossroads.order("A1 fire cannon100 B1")["refusal"] is None
    return crossroads


@pytest.fixture
def lending(server: Server) -> Table:
    """A walker with a shield transfer system beside a tank, Cobalt to act."""
    own = {"A1": {"unit": "pavise"}, "A2": {"unit": "citadel"}, "A3": {"unit": "heron"}}
    order = {"ruleset": "agrav", "scenario": "free_yard", "options": {}, "seed": 7, "forces": own}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    chooser = table.act(0, "roll off")["to_act"][0]
    table.act(chooser, "second" if chooser else "first")
    table.act(0, *(f"A{number} place {tile} N" for number, tile in enumerate(("E14", "F14", "G14"), 1)))
    table.act(1, *(f"B{number} place {tile} S" for number, tile in enumerate(("E1", "F1", "G1"), 1)))
    return table


def card(table: Table, unit: str) -> dict[str, object]:
    found: dict[str, object] = next(one for one in table.view()["cards"] if one["unit"] == unit)
    return found


def test_a_battle_begins_at_home(server: Server, page: Page) -> None:
    set_up(page, server, "agrav")
    page.get_by_text("Crossroads", exact=True).first.click()
    page.get_by_label("Against").select_option(label="a friend at this screen")
    page.get_by_role("button", name="Start this battle").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("svg.board.tiles [data-unit]")).to_have_count(2)
    expect(page.locator("#turn")).to_contain_text("Round 1 of 8")
    hexagon(page, "F9").click()
    expect(page.locator("#odds .cta")).to_contain_text("Go to 06\u00b709, 1 mobility")
    hexagon(page, "F9").click()
    expect(page.locator("#log .ev").first).to_contain_text("drives from 06\u00b710 to 06\u00b709")
    page.locator(".acts .end").click()
    expect(page.locator("#turn")).to_contain_text("Orange's turn")
    expect(page.locator("#unit h2")).to_contain_text("Strider")


@pytest.mark.quick
def test_several_tiles_in_one_click(crossroads: Table, page: Page) -> None:
    """AG-7.1, AG-7.2: turns on the way are counted and made."""
    crossroads.sit_down(page)
    hexagon(page, "D9").click()
    expect(page.locator("#odds .foretold li").first).to_contain_text("fire at it there")
    expect(page.locator(".l-ghost .drive")).to_be_attached()
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", "6")
    expect(page.locator("#odds .cta")).to_contain_text("Go to 04\u00b709, 4 mobility")
    page.locator("#odds .cta").click()
    expect(page.locator("#unit .at")).to_contain_text("at 04\u00b709 hull W")
    assert card(crossroads, "A1")["place"] == "D9"


@pytest.mark.quick
def test_a_shot_shows_its_odds_and_each_roll(met: Table, page: Page) -> None:
    met.sit_down(page)
    number = met.view()["number"]
    hexagon(page, "H3").click()
    odds = page.locator("#odds")
    expect(odds).to_contain_text("or less on a d100 hits")
    expect(odds.locator(".outs").first).to_contain_text("%")
    expect(odds.get_by_role("group", name="Ways to do it").get_by_role("button")).to_have_count(2)
    assert not odds.get_by_text("+ to hit").count()
    assert met.view()["number"] == number, "nothing is done before it is ordered"
    page.locator("#odds .cta").click()
    shows_number(page, number + 1)
    told = page.locator("#log .ev", has_text="fires the 100 mm cannon at the enemy Strider")
    expect(told).to_be_visible()
    told.get_by_text("Show the dice").click()
    expect(told.locator(".roll").first).to_contain_text("or less")
    expect(told.locator(".rule").first).to_contain_text("AG-")


@pytest.mark.parametrize(("thing", "name"), [("@S4", "S4"), ("@K1", "K1")])
def test_structures_and_barricades_are_clicked_whole(
    crossroads: Table, page: Page, thing: str, name: str
) -> None:
    """AG-8.13, AG-20: one shape each, with every weapon that may fire at it."""
    crossroads.sit_down(page)
    hexagon(page, thing).click()
    expect(page.locator("#odds h2")).to_contain_text(name)
    expect(page.locator("#odds .choices button")).to_have_count(2)
    expect(page.locator(f'.l-aim [data-target="{name}"]')).to_have_class("aim on")
    hexagon(page, thing).click()
    expect(page.locator("#log .ev").filter(has_text=name).first).to_contain_text("fires the 100 mm cannon at")


@pytest.mark.quick
def test_reaction_fire_is_chosen_on_the_board(crossroads: Table, page: Page) -> None:
    """AG-16.7: a petal gives the direction."""
    crossroads.sit_down(page)
    unfolded(page, "more", "reaction_fire").click()
    page.locator('.l-ghost .petal[data-facing="1"] .leaf').click()
    expect(page.locator("#odds h2")).to_contain_text("watches the northeast")
    page.locator("#odds .cta").click()
    expect(page.locator(".l-units .watch")).to_be_attached()
    expect(page.locator("#unit .gear")).to_contain_text("watches the northeast")
    expect(page.locator("#unit .at")).to_contain_text("turret NE")


def test_a_turn_by_keyboard(crossroads: Table, page: Page) -> None:
    crossroads.sit_down(page)
    expect(page.locator(".acts .end")).to_be_visible()
    page.keyboard.press("q")
    expect(page.locator(".l-ghost .petal.chosen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text("turns to face west")
    page.keyboard.press("m")
    expect(hexagon(page, "E10")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#odds .cta")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text("drives from 06\u00b710 to 05\u00b710")
    hexagon(page, "C7").focus()
    page.keyboard.press("ArrowUp")
    expect(hexagon(page, "@S2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(hexagon(page, "C5")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(hexagon(page, "@K4")).to_be_focused()
    page.locator("#turn").click()
    page.keyboard.press("Space")
    expect(page.locator("#turn")).to_contain_text("Orange's turn")


def test_the_film_marks_rounds(met: Table, page: Page) -> None:
    met.sit_down(page, "replay")
    expect(page.locator("#film .tick")).to_have_count(3)
    expect(page.locator("#turn")).to_contain_text("Round 1 of 8")
    expect(page.locator("#odds")).to_contain_text("This is an earlier step")


def test_a_card_shows_armor_on_every_face(met: Table, page: Page) -> None:
    met.sit_down(page)
    own = page.locator("#unit")
    expect(own.get_by_role("img", name="Armor front 108, side 72, rear 45")).to_be_visible()
    expect(own).to_contain_text("Top armour90")
    expect(own).to_contain_text("Health390 of 390")
    expect(own.locator(".at")).to_contain_text("hull N")
    hexagon(page, "H3").click()
    expect(page.locator("#target .at")).to_contain_text("hull S")


def test_a_phone(met: Table, open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE)
    met.sit_down(page)
    hexagon(page, "H3").tap()
    expect(page.locator("#odds h2")).to_contain_text("the enemy Strider")
    page.locator("label[for=tab-unit]").tap()
    expect(page.locator("#unit")).to_contain_text("Shield")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_any_amount_of_charge_is_sent_by_keys(lending: Table, page: Page) -> None:
    """AG-14.6, AG-14.8: what arrives is told while the number is typed."""
    lending.sit_down(page)
    page.keyboard.press("w")
    field = page.get_by_label("Charge to send")
    expect(field).to_have_value("200")
    expect(field).to_be_focused()
    page.keyboard.type("137")
    expect(page.locator("#odds h2")).to_contain_text("sends 137 to")
    expect(page.locator("#odds .why")).to_contain_text("109.6")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#log .ev").first).to_contain_text("137")
    assert lending.view()["number"] == 9
    assert "63" in str(card(lending, "A1")["facts"])


def test_any_amount_of_charge_is_sent_by_thumb(lending: Table, open_page: Callable[..., Page]) -> None:
    """AG-14.8: no more than there is, and the field fits."""
    page = open_page(**PHONE)
    lending.sit_down(page)
    unfolded(page, "more", "transfer").tap()
    page.locator('[data-key="act A1 transfer A2 100"]').tap()
    field = page.get_by_label("Charge to send")
    expect(field).to_have_value("100")
    field.fill("900")
    expect(field).to_have_value("200")
    field.fill("0")  # none is not an amount
    page.locator("#odds h2").tap()
    expect(field).to_have_value("200")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field.fill("12")
    expect(page.locator("#odds h2")).to_contain_text("sends 12 to")
    page.locator("#odds .cta").tap()
    expect(page.locator("#log .ev").first).to_contain_text("12")
    assert "188" in str(card(lending, "A1")["facts"])


@pytest.mark.parametrize("width", [1440, 1024])
def test_no_order_is_cut_off(server: Server, open_page: Callable[..., Page], width: int) -> None:
    """One row that holds all its words; what has no room in it is under More, with why it cannot be."""
    order = {"ruleset": "agrav", "scenario": "silence_the_gun", "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    page = open_page(viewport={"width": width, "height": 900})
    Table(server, made["game"], [seat["token"] for seat in made["seats"]]).sit_down(page)
    assert page.locator(".acts").evaluate("row => row.scrollWidth <= row.clientWidth + 1")
    refused = page.locator(".pop").locator('[data-key="act ram"], [data-key^="act A1 ram"]')
    order_button(page, "more").click()
    expect(refused).to_be_in_viewport(ratio=1)
    refused.hover()
    expect(page.locator("#odds .warn")).to_contain_text("AG-19.12")


def test_a_structure_says_why_it_cannot_be_shot(crossroads: Table, page: Page) -> None:
    """AG-8.13."""
    crossroads.sit_down(page)
    hexagon(page, "@S1").click()
    expect(page.locator("#odds .warn")).to_contain_text("no line of sight")


@pytest.mark.parametrize("light", ["light", "dark"])
def test_everything_speaks_in_every_light(met: Table, open_page: Callable[..., Page], light: str) -> None:
    """The fixture fails the test if the page complains in the console."""
    page = open_page(color_scheme=light)
    met.sit_down(page)
    assert page.evaluate(NAMELESS) == []
    labels = page.locator(".l-hit [data-hex]").evaluate_all("all => all.map(x => x.ariaLabel)")
    assert all(labels) and page.locator(".l-hit [tabindex='0']").count() == 1
    assert any("the enemy Strider" in label for label in labels)
    assert any(label.startswith("K1, barricade") for label in labels)
    paper, ink = page.evaluate(LUMINANCE)
    assert (paper < ink) is (light == "dark")
