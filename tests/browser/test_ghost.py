"""The ghost of a move and its ring: what is told on the board before anything is ordered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import HUMAN, Server, Table, comes_true, hexagon

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
    asked = "&".join(f"{name}={value}" for name, value in query.items())
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
    expect(page.locator(".l-danger")).to_have_count(0)


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
