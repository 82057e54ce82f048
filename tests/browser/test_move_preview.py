"""The ghost of a move and its ring: what is told on the board before anything is ordered."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import (
    HUMAN,
    OpenPage,
    Server,
    Table,
    comes_true,
    hexagon,
    order_button,
    shows_number,
)

from hulldown import rulesets


def begin(server: Server, ruleset: str, scenario: str) -> Table:
    """A battle of two people."""
    order = {"ruleset": ruleset, "scenario": scenario, "options": {}, "seed": 7, "forces": {}}
    made = server.call("/api/games", order | {"seats": [HUMAN, HUMAN]})
    return Table(server, made["game"], [seat["token"] for seat in made["seats"]])


def about_to_move(server: Server, ruleset: str) -> tuple[Table, int]:
    """A battle at the first move of somebody, and whose it is."""
    if ruleset == "agrav":
        table = begin(server, "agrav", rulesets.get("agrav").first_scenario())
    else:
        table = server.begin(HUMAN)
        table.act(0, "roll off")
        for _ in range(2):
            seat = table.view()["to_act"][0]
            table.act(seat, "A1 prepare N AT" if seat == 0 else "B1 prepare S AT")
    return table, table.view()["to_act"][0]


def of_seat(table: Table, seat: int, path: str, **query: Any) -> Any:
    """An answer to a seat."""
    asked = urlencode(query)
    return table.server.call(f"/api/games/{table.game}/{path}?{asked}", token=table.tokens[seat])


def sit_down(page: Page, table: Table, seat: int) -> str:
    """Open the table in a seat; the unit that is looked at."""
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()
    return str(of_seat(table, seat, "view")["unit"])


def petals(page: Page) -> Locator:
    """The petals that may be chosen."""
    return page.locator('.l-ghost .petal:not([aria-disabled="true"])')


def petal(page: Page, facing: int) -> Locator:
    """The petal of a facing."""
    return page.locator(f'.l-ghost .petal[data-facing="{facing}"]')


def farthest(table: Table, seat: int, unit: str) -> tuple[str, Any]:
    """A place with most end facings to choose from, and what the server tells of it."""
    reach = of_seat(table, seat, "view", unit=unit)["reach"]
    told = {place: of_seat(table, seat, "preview", unit=unit, place=place) for place in list(reach)[:12]}
    return max(told.items(), key=lambda one: sum(end["cost"] is not None for end in one[1]["facings"]))


@pytest.mark.parametrize("ruleset", ["tank_commander", "agrav"])
def test_the_first_move_is_made_by_click_petal_and_enter(server: Server, page: Page, ruleset: str) -> None:
    """Enabled petals are the end facings that the rules allow; Enter orders the one that was chosen."""
    table, seat = about_to_move(server, ruleset)
    unit = sit_down(page, table, seat)
    place, told = farthest(table, seat, unit)
    hexagon(page, place).click()
    expect(page.locator(".l-ghost .phantom")).to_be_visible()
    costs = {str(end["facing"]): end["cost"] for end in told["facings"]}
    shown = petals(page).evaluate_all("all => all.map(one => one.dataset.facing)")
    assert sorted(shown) == sorted(facing for facing, cost in costs.items() if cost is not None)
    for facing in shown:
        expect(petal(page, int(facing))).to_have_text(str(costs[facing] or ""))
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", str(told["facing"]))
    wanted = next(int(facing) for facing in reversed(shown) if int(facing) != told["facing"])
    petal(page, wanted).locator(".leaf").click()
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", str(wanted))
    number = table.view()["number"]
    asked = of_seat(table, seat, "preview", unit=unit, place=place, facing=wanted)
    page.keyboard.press("Enter")
    comes_true(page, "() => !document.querySelector('.l-ghost')")
    stands = of_seat(table, seat, "view", unit=unit)
    assert stands["number"] == number + len(asked["actions"])
    assert next(card["place"] for card in stands["cards"] if card["unit"] == unit) == place
    ordered = [move["order"] for move in of_seat(table, seat, "save")["orders"]]
    assert ordered[-len(asked["actions"]) :] == asked["actions"]


def test_keys_turn_the_ghost_and_escape_takes_it_back(server: Server, page: Page) -> None:
    table, seat = about_to_move(server, "agrav")
    unit = sit_down(page, table, seat)
    place, told = farthest(table, seat, unit)
    number = table.view()["number"]
    hexagon(page, place).click()
    chosen = page.locator(".l-ghost .petal.chosen")
    expect(chosen).to_have_attribute("data-facing", str(told["facing"]))
    can = [end["facing"] for end in told["facings"] if end["cost"] is not None]
    after = can[(can.index(told["facing"]) + 1) % len(can)]
    page.keyboard.press("e")
    expect(chosen).to_have_attribute("data-facing", str(after))
    page.keyboard.press("q")
    expect(chosen).to_have_attribute("data-facing", str(told["facing"]))
    page.keyboard.press("Escape")
    expect(page.locator(".l-ghost")).to_have_count(0)
    assert table.view()["number"] == number


def test_v_shows_where_an_enemy_could_fire(server: Server, page: Page) -> None:
    """Every place that the server calls risky, with its chance; the same key hides them."""
    table, seat = about_to_move(server, "agrav")
    unit = sit_down(page, table, seat)
    risky = of_seat(table, seat, "preview/risk", unit=unit)["places"]
    page.keyboard.press("v")
    expect(page.locator(".l-danger .risk-n")).to_have_count(len(risky))
    shown = page.locator(".l-danger .risk-n").all_text_contents()
    assert sorted(shown) == sorted(f"{round(100 * place['share'])} %" for place in risky.values())
    page.keyboard.press("v")
    expect(page.locator(".l-danger.plain")).to_be_attached()
    expect(page.locator(".l-danger .risk-n").first).to_be_hidden()
    page.locator("#menu").click()
    page.get_by_role("button", name="Stripes where you could be hit: on").click()
    expect(page.get_by_role("button", name="Stripes where you could be hit: off")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".l-danger")).to_have_count(0)


def test_stripes_are_shown_unasked_in_the_first_three_battles(server: Server, page: Page) -> None:
    """LOOK2 9.7: afterwards a key or the menu shows them."""
    for shown in (1, 1, 1, 0):
        table, seat = about_to_move(server, "tank_commander")
        sit_down(page, table, seat)
        page.wait_for_load_state("networkidle")
        expect(page.locator(".l-danger.plain")).to_have_count(shown)
        expect(page.locator("#odds .stripes")).to_have_count(shown)
    page.keyboard.press("v")
    expect(page.locator(".l-danger")).to_be_attached()


def test_a_vehicle_on_an_open_table_is_turned_by_arrow_keys(server: Server, page: Page) -> None:
    """The grip shows the degree; arrow keys turn it by five, and Enter orders the move so turned."""
    table = begin(server, "close_assault", "drill_square")
    for seat, side in enumerate("BR"):
        for unit in (1, 2):
            table.act(seat, f"{side}{unit} order advance")
    seat = 0  # with this seed, who begins
    table.act(seat, "B1 activate")
    unit = sit_down(page, table, seat)
    place = next(iter(of_seat(table, seat, "view", unit=unit)["reach"]))
    told = of_seat(table, seat, "preview", unit=unit, place=place)
    hexagon(page, place).dispatch_event("click")
    grip = page.locator('.l-ghost .petal[role="slider"]')
    expect(grip).to_have_text(f"{told['facing']}°")
    grip.focus()
    page.keyboard.press("ArrowRight")
    expect(grip).not_to_have_attribute("data-facing", str(told["facing"]))
    first = int(grip.get_attribute("data-facing") or -1)
    assert first % 5 == 0
    assert abs(first - told["facing"]) <= 5
    page.keyboard.press("ArrowRight")
    expect(grip).to_have_attribute("data-facing", str((first - 5) % 360))
    asked = of_seat(table, seat, "preview", unit=unit, place=place, facing=(first - 5) % 360)
    page.keyboard.press("Enter")
    comes_true(page, "() => !document.querySelector('.l-ghost .petal')")
    ordered = [move["order"] for move in of_seat(table, seat, "save")["orders"]]
    assert ordered[-len(asked["actions"]) :] == asked["actions"]


# ---------------------------------------------------------------- turning in place


def turns_of(table: Table, seat: int, unit: str, group: str) -> dict[str, dict[int, int]]:
    """For each ring of a group the facings that can be had with what the server takes for each."""
    orders = of_seat(table, seat, "view", unit=unit)["orders"]
    rings = dict.fromkeys(order["ring"] for order in orders if order["group"] == group)
    place = standing(table, seat, unit)["place"]
    asked = {ring: of_seat(table, seat, "preview", unit=unit, place=place, ring=ring) for ring in rings}
    return {
        ring: {end["facing"]: end["cost"] for end in told["facings"] if end["cost"] is not None}
        for ring, told in asked.items()
    }


def standing(table: Table, seat: int, unit: str) -> Any:
    """The card of a unit."""
    return next(c for c in of_seat(table, seat, "view", unit=unit)["cards"] if c["unit"] == unit)


def left_of(table: Table, seat: int, unit: str) -> int:
    """What a unit has left where it stands."""
    place = standing(table, seat, unit)["place"]
    return int(of_seat(table, seat, "preview", unit=unit, place=place)["left"])


def shows_ring(page: Page, costs: dict[int, int]) -> None:
    """The petals that may be chosen are these, each with its cost."""
    expect(petals(page)).to_have_count(len(costs))
    for facing, cost in costs.items():
        expect(petal(page, facing)).to_have_text(str(cost or ""))


@pytest.mark.parametrize(
    ("ruleset", "group", "part"),
    [("tank_commander", "turn", "hull"), ("tank_commander", "turret", "turret"), ("agrav", "turn", "hull")],
)
def test_a_unit_turns_in_place_by_a_ring(
    server: Server, page: Page, ruleset: str, group: str, part: str
) -> None:
    """The button shows the ring; a petal chooses, the same petal again orders, for the cost told."""
    table, seat = about_to_move(server, ruleset)
    unit = sit_down(page, table, seat)
    ring, costs = next(iter(turns_of(table, seat, unit, group).items()))
    left = left_of(table, seat, unit)
    order_button(page, group).click()
    shows_ring(page, costs)
    number = table.view()["number"]
    facing = max(costs, key=lambda way: costs[way])
    place = standing(table, seat, unit)["place"]
    told = of_seat(table, seat, "preview", unit=unit, place=place, ring=ring, facing=facing)
    petal(page, facing).locator(".leaf").click()
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", str(facing))
    expect(page.locator("#odds .cta")).to_contain_text(f"{costs[facing]} ")
    expect(page.locator("#odds .cta")).to_be_enabled()
    assert table.view()["number"] == number
    petal(page, facing).locator(".leaf").click()
    expect(page.locator(".l-ghost")).to_have_count(0)
    shows_number(page, number + len(told["actions"]))
    assert standing(table, seat, unit)[part] == facing
    assert left_of(table, seat, unit) == left - costs[facing]


def test_keys_open_and_turn_a_ring(server: Server, page: Page) -> None:
    """Q begins to the left; arrows and E go round, every facing is spoken; Escape takes all of it back."""
    table, seat = about_to_move(server, "agrav")
    unit = sit_down(page, table, seat)
    number, hull = table.view()["number"], standing(table, seat, unit)["hull"]
    chosen = page.locator(".l-ghost .petal.chosen")
    page.keyboard.press("q")
    for key, turned in (("", 6), ("e", 2), ("ArrowRight", 4), ("ArrowLeft", 2), ("q", 6)):
        if key:
            page.keyboard.press(key)
        expect(chosen).to_have_attribute("data-facing", str((hull + turned) % 8))
        expect(chosen).to_be_focused()
        expect(chosen).to_have_attribute("aria-label", re.compile(r"^(north|east|south|west)"))
        expect(chosen).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".l-ghost")).to_have_count(0)
    assert table.view()["number"] == number
    page.keyboard.press("e")
    expect(chosen).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".l-ghost")).to_have_count(0)
    shows_number(page, number + 1)
    assert standing(table, seat, unit)["hull"] == (hull + 2) % 8


def test_the_turret_stays_by_a_row_beside_the_ring(server: Server, page: Page) -> None:
    """Rows say only what the ring does not; every order is still in the list of all."""
    table, seat = about_to_move(server, "tank_commander")
    unit = sit_down(page, table, seat)
    turret = standing(table, seat, unit)["turret"]
    order_button(page, "turn").click()
    rows = page.locator(".pop .act")
    expect(rows.locator(".l")).to_have_text(["Turret along", "Turret stays"])
    rows.nth(1).click()
    expect(page.locator("#odds h2")).to_contain_text("turret stays")
    expect(rows.nth(1)).to_have_class(re.compile(r"\bon\b"))
    chosen = page.locator(".l-ghost .petal.chosen")
    facing = int(chosen.get_attribute("data-facing") or 0)
    page.locator("#odds .cta").click()
    expect(page.locator(".pop")).to_be_hidden()
    expect(page.locator(".l-ghost")).to_have_count(0)
    card = standing(table, seat, unit)
    assert (card["hull"], card["turret"]) == (facing, turret)
    page.keyboard.press("/")
    listed = page.locator(".every-order .act")
    turns = [o for o in of_seat(table, seat, "view", unit=unit)["orders"] if o["group"] == "turn"]
    expect(listed.filter(has_text="turret stays")).to_have_count(
        sum(order["ring"] == "turret stays" for order in turns)
    )


def test_a_weapon_watches_by_a_ring(server: Server, page: Page) -> None:
    """A row for each weapon and eight petals; what it would watch is drawn. Then it may stop again."""
    table, seat = about_to_move(server, "agrav")
    unit = sit_down(page, table, seat)
    number = table.view()["number"]
    weapons = list(turns_of(table, seat, unit, "reaction_fire"))
    rows, watched = page.locator(".pop .act .l"), page.locator(".l-ghost .watch-field")
    order_button(page, "reaction_fire").click()
    expect(rows).to_have_text([weapon[0].upper() + weapon[1:] for weapon in weapons])
    rows.nth(1).click()
    expect(petals(page)).to_have_count(8)
    expect(page.get_by_role("radiogroup", name="Watch")).to_have_count(1)
    north = watched.get_attribute("d")
    petal(page, 3).locator(".leaf").click()
    expect(page.locator("#odds h2")).to_contain_text(f"{weapons[1]} watches the southeast")
    expect(watched).not_to_have_attribute("d", north or "")
    petal(page, 3).locator(".leaf").click()
    shows_number(page, number + 1)
    stops = next(o for o in of_seat(table, seat, "view", unit=unit)["orders"] if o["text"].endswith(" off"))
    assert stops["detail"] == weapons[1]
    order_button(page, "reaction_fire").click()
    expect(rows.filter(has_text="Watch no longer")).to_have_count(1)


def test_the_set_up_turns_the_turret_by_a_ring(server: Server, page: Page) -> None:
    table = server.begin(HUMAN)
    table.act(0, "roll off")
    seat = table.view()["to_act"][0]
    unit = sit_down(page, table, seat)  # the ring asks by itself
    expect(page.locator(".pop .act .l")).to_have_text(["AT loaded", "HE loaded"])
    expect(petals(page)).to_have_count(6)
    page.locator(".pop .act").nth(1).click()
    facing = (int(petals(page).first.get_attribute("data-facing") or 0) + 1) % 6
    petal(page, facing).locator(".leaf").click()
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", str(facing))
    page.keyboard.press("Enter")
    expect(page.locator(".l-ghost")).to_have_count(0)
    card = standing(table, seat, unit)
    assert (card["turret"], card["loaded"]) == (facing, "HE")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_petals_and_rows_come_and_go_and_then_rest(server: Server, open_page: OpenPage, motion: Any) -> None:
    """Within 140 and 90 ms; who asks for less motion sees none of it."""
    table, seat = about_to_move(server, "tank_commander")
    page = open_page(reduced_motion=motion)
    page.add_init_script(WATCH)
    sit_down(page, table, seat)
    comes_true(page, "() => document.getAnimations().length === 0")
    page.evaluate("lengths.clear()")
    order_button(page, "turn").click()
    expect(petals(page).first).to_be_visible()
    comes_true(page, "() => document.getAnimations().length === 0")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".l-ghost, .l-gone")).to_have_count(0)
    expect(page.locator(".pop")).to_be_hidden()
    comes_true(page, "() => document.getAnimations().length === 0")
    assert set(page.evaluate("[...lengths]")) == (set() if motion == "reduce" else {140, 90})


# How long whatever moved over the board was to take, in ms; on a busy machine it may be over when it is told.
WATCH = """
window.lengths = new Set();
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.closest('.stage')) lengths.add(how.duration);
  return animate.call(this, frames, how);
};
addEventListener('animationstart', ({ target }) => {
  const times = getComputedStyle(target).animationDuration.split(', ');
  if (target.closest('.stage')) for (const one of times) lengths.add(Math.round(1000 * parseFloat(one)));
});
"""


@pytest.mark.parametrize("ruleset", ["tank_commander", "agrav"])
def test_petals_are_as_large_as_a_finger(server: Server, open_page: OpenPage, ruleset: str) -> None:
    """On a phone every petal may be hit 44 pixels wide and high, also at the rim, and lies on the stage."""
    table, seat = about_to_move(server, ruleset)
    page = open_page(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    sit_down(page, table, seat)
    order_button(page, "turn").tap()
    expect(petals(page).first).to_be_visible()
    assert min(page.evaluate(SIZES)) >= 44
    assert page.evaluate(OFF_STAGE) == []
    wanted = petals(page).last
    facing = wanted.get_attribute("data-facing")
    wanted.locator(".leaf").tap()
    expect(page.locator(".l-ghost .petal.chosen")).to_have_attribute("data-facing", facing or "")


SIZES = """() => [...document.querySelectorAll('.petal .touch')].flatMap((touch) => {
  const { width, height } = touch.getBoundingClientRect();
  return [width, height];
})"""
# The numbers of petals that the stage cuts off; a digit fills three fifths of its line.
OFF_STAGE = """() => [...document.querySelectorAll('.petal text')].filter((number) => {
  const { left, right, bottom, height } = number.getBoundingClientRect();
  const stage = document.querySelector('.stage').getBoundingClientRect();
  return left < stage.left || right > stage.right || bottom - 0.2 * height > stage.bottom;
}).map((number) => number.textContent)"""
