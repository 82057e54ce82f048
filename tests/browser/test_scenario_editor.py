"""The editor of scenarios as a person draws with it, on every board: by pointer, by keys and by touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.conftest import PHONE
from tests.browser.table import OpenPage, Server, comes_true
from tests.browser.test_axe import ALL, COLORS, FOUND

from hulldown import rulesets

EDITED = [name for name in rulesets.names() if rulesets.get(name).editor is not None]


HOST = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Workshop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/shared/look.css"><link rel="stylesheet" href="/static/shared/pages.css">
</head><body><main><h1>Workshop</h1><section class="slip" aria-label="Scenario"><h2>Scenario</h2>
<div id="host"></div></section></main></body></html>"""
OPEN = """async ([ruleset, scenario]) => {
    const { openEditor } = await import("/static/workshop/board.js");
    window.told = [];
    const changed = (draft, playable, problems) => window.told.push({ draft, playable, problems });
    window.editor = await openEditor(document.getElementById("host"), { ruleset, scenario, changed });
}"""
# For each press: ms until its mark is there, ms until a frame with it is on the screen, and whether it was.
WATCH = """() => {
    window.times = [];
    const box = document.querySelector(".board-box");
    const echo = () => document.querySelectorAll(".e-echo *").length;
    let from = 0, before = 0;
    box.addEventListener("pointerdown", () => [from, before] = [performance.now(), echo()], true);
    document.addEventListener("pointerdown", () => {
        const made = performance.now() - from;
        const shown = echo() > before;
        const after = new MessageChannel();
        after.port1.onmessage = () => window.times.push([made, performance.now() - from, shown]);
        requestAnimationFrame(() => after.port2.postMessage(0));
    });
}"""
# What reaches beyond the right edge of the page.
BEYOND = """() => {
    const edge = document.documentElement.clientWidth + 0.5;
    const beyond = el => el.getBoundingClientRect().right > edge && !el.closest(".board-box, .tools");
    return [...document.querySelectorAll("body *")].filter(beyond).map(el => el.outerHTML.slice(0, 80));
}"""
# A letter after the other in the field that has the focus, while an answer is on its way.
WRITE = """() => {
    document.execCommand("insertText", false, "tence");
    window.editor.renew({ options: { turn_limit: 9 } });
}"""
Spot = tuple[float, float]


@dataclass(frozen=True)
class Desk:
    """An open editor; places are cells by their names, or inches of a table."""

    page: Page

    @property
    def told(self) -> dict[str, Any]:
        """What the page that holds the editor was told last."""
        told: dict[str, Any] = self.page.evaluate("window.told.at(-1)")
        return told

    @property
    def draft(self) -> dict[str, Any]:
        draft: dict[str, Any] = self.told["draft"]
        return draft

    @property
    def board(self) -> Locator:
        return self.page.locator(".board-box")

    @property
    def here(self) -> Locator:
        """What is said of the place where keys or the pointer are."""
        return self.page.locator(".foot [role=status]")

    def at(self, place: str | Spot) -> Spot:
        """Where a place is on the screen."""
        if isinstance(place, str):
            box = self.page.locator(f'.l-hit [data-hex="{place}"]').bounding_box()
            assert box is not None
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        box = self.page.locator(".l-grid .rim").bounding_box()
        assert box is not None
        inch = box["width"] / self.draft["size"][0]
        return box["x"] + place[0] * inch, box["y"] + box["height"] - place[1] * inch

    def click(self, place: str | Spot, **how: Any) -> None:
        self.settled(lambda: self.page.mouse.click(*self.at(place), **how))

    def drag(self, *places: str | Spot, button: Any = "left") -> None:
        """Press at the first place, go by way of all, let go at the last."""

        def drawn() -> None:
            self.page.mouse.move(*self.at(places[0]))
            self.page.mouse.down(button=button)
            for place in places[1:]:
                self.page.mouse.move(*self.at(place), steps=4)
            self.page.mouse.up(button=button)

        self.settled(drawn)

    def press(self, *keys: str) -> None:
        """Press keys that change nothing of the draft."""
        for key in keys:
            self.page.keyboard.press(key)

    def order(self, *keys: str) -> None:
        """Press keys, the last of which is a stroke."""
        self.press(*keys[:-1])
        self.settled(lambda: self.page.keyboard.press(keys[-1]))

    def settled(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the draft that it makes has come."""
        before = self.page.evaluate("window.told.length")
        act()
        comes_true(self.page, "before => window.told.length > before", before)

    def take(self, name: str) -> None:
        """Take a tool, or press another button of the editor."""
        self.page.locator(".palette").get_by_role("button", name=name, exact=False).first.click()


@pytest.fixture
def opened(server: Server, open_page: OpenPage) -> Callable[..., Desk]:
    """Opens the editor of a ruleset on a page of its own that holds nothing else."""

    def open_one(ruleset: str, scenario: Any, **how: Any) -> Desk:
        page = open_page(**how)
        page.route("**/host", lambda route: route.fulfill(body=HOST, content_type="text/html"))
        page.goto(f"{server.address}/host")
        page.evaluate(OPEN, [ruleset, scenario])
        expect(page.locator(".board-box svg.board")).to_be_visible()
        return Desk(page)

    return open_one


@pytest.fixture
def hexes(opened: Callable[..., Desk]) -> Desk:
    return opened("tank_commander", "")


# ---------------------------------------------------------------- hexes


def test_a_unit_beyond_a_smaller_board_waits_at_its_edge(opened: Callable[..., Desk]) -> None:
    desk = opened("tank_commander", "disable_aa_guns")
    assert desk.draft["units"]["A1"]["hex"] == "D10"
    desk.page.get_by_text("Size and mirror").click()
    desk.settled(lambda: desk.page.get_by_label("Rows: less").click())
    expect(desk.page.locator(".e-absent", has_text="A1")).to_be_visible()
    expect(desk.page.locator(".mending")).to_contain_text('A1: "D10" is off the board')
    desk.drag("D9", "D6")
    assert desk.draft["units"]["A1"]["hex"] == "D6"
    expect(desk.page.locator(".e-absent", has_text="A1")).to_have_count(0)


@pytest.mark.quick
def test_ground_is_painted_cleared_undone_and_done_again(hexes: Desk) -> None:
    hexes.take("Water")
    hexes.drag("A5", "D5", "D7")
    river = hexes.draft["terrain"]["water"]
    assert {"A5", "B4", "C5", "D5", "D6", "D7"} <= {*river, "B4"} and len(river) == 6
    expect(hexes.page.locator(".l-terrain .r-water").first).to_be_attached()
    hexes.click("D6", button="right")
    assert "D6" not in hexes.draft["terrain"]["water"]
    hexes.order("Control+z")
    assert hexes.draft["terrain"]["water"] == river
    hexes.settled(lambda: hexes.take("Undo"))
    assert not hexes.draft.get("terrain", {}).get("water")
    expect(hexes.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    hexes.order("Control+y")
    assert hexes.draft["terrain"]["water"] == river
    hexes.settled(lambda: hexes.take("Redo"))
    assert "D6" not in hexes.draft["terrain"]["water"]


@pytest.mark.quick
def test_what_is_wrong_stands_at_its_place_and_in_the_list(hexes: Desk) -> None:
    hexes.take("Building")
    hexes.click("E10")
    box = hexes.page.locator(".faults .fault")
    expect(box).to_be_visible()
    expect(box.locator("small")).to_have_text("TC-9.7")
    spot, size = hexes.at("E10"), box.bounding_box()
    assert size is not None
    assert abs(size["y"] + size["height"] / 2 - spot[1]) < 60 and abs(size["x"] - spot[0]) < 80
    expect(hexes.page.locator(".mending h3")).to_have_text("1 thing to fix before you can play it")
    assert hexes.told["playable"] is False
    hexes.page.locator(".mending .go").click()
    expect(hexes.board).to_be_focused()
    expect(hexes.here).to_contain_text("E10")
    hexes.order("Delete")
    expect(box).to_have_count(0)
    expect(hexes.page.locator(".mending h3")).to_have_text("You can play it as it is.")
    assert hexes.told["playable"] is True


def test_units_are_added_dragged_turned_replaced_and_removed(hexes: Desk) -> None:
    page = hexes.page
    page.get_by_label("Unit to add").select_option("Bulwark")
    hexes.take("Add for Rust")
    hexes.click("H2")
    assert hexes.draft["units"]["B2"] | {"hex": "H2", "build": "Bulwark"} == hexes.draft["units"]["B2"]
    hexes.drag("H2", "G3")
    assert hexes.draft["units"]["B2"]["hex"] == "G3"
    expect(page.get_by_role("button", name="B2 Bulwark")).to_have_attribute("aria-expanded", "true")
    facing = hexes.draft["units"]["B2"]["facing"]
    hexes.order("r")
    assert hexes.draft["units"]["B2"]["facing"] != facing
    hexes.settled(lambda: page.get_by_role("button", name="Turn left").click())
    assert hexes.draft["units"]["B2"]["facing"] == facing
    hexes.settled(lambda: page.get_by_label("What B2 is").select_option("Hunter"))
    assert hexes.draft["units"]["B2"]["build"] == "Hunter"
    hexes.settled(lambda: page.get_by_role("button", name="Remove").click())
    assert "B2" not in hexes.draft["units"]


def test_the_board_stays_where_it_is_when_a_tool_is_taken(hexes: Desk) -> None:
    """A button in hand is as wide as before, or those after it would go on to the next line."""
    buttons = hexes.page.locator(".palette .tool")
    width = "every => every.map(one => one.offsetWidth)"
    before = buttons.evaluate_all(width)
    for button in ("Choose, move", "Add for Rust", "Forest"):
        hexes.take(button)
        assert buttons.evaluate_all(width) == before


def test_a_board_is_copied_mirrored_and_given_another_size(hexes: Desk) -> None:
    hexes.take("Forest")
    hexes.click("B9")
    hexes.take("Copy")
    hexes.page.mouse.click(*hexes.at("B9"))
    hexes.board.focus()
    hexes.page.mouse.click(*hexes.at("C10"))
    hexes.click("F9")
    assert sorted(hexes.draft["terrain"]["forest"]) == ["B9", "F9"]
    hexes.press("Escape")
    hexes.page.get_by_text("Size and mirror").click()
    hexes.settled(lambda: hexes.take("Turned half round"))
    assert len(hexes.draft["terrain"]["forest"]) == 4
    hexes.settled(lambda: hexes.page.get_by_label("Columns: more").click())
    assert hexes.draft["board"] == {"columns": 11, "rows": 10}
    expect(hexes.page.locator('.l-hit [data-hex="K1"]')).to_be_attached()


def test_the_form_keeps_what_is_being_written(hexes: Desk) -> None:
    name = hexes.page.get_by_label("Name", exact=True).first
    name.fill("Frozen Ford")
    hexes.settled(lambda: name.press("Tab"))
    assert hexes.draft["name"] == "Frozen Ford"
    summary = hexes.page.get_by_label("Summary", exact=True)
    summary.fill("Half of a sen")
    hexes.page.mouse.click(*hexes.at("C3"))  # takes the focus: that is written
    comes_true(hexes.page, "window.told.at(-1).draft.summary === 'Half of a sen'")
    turns = hexes.page.get_by_label("Turn limit", exact=True).first
    turns.fill("8")
    turns.press("Tab")
    comes_true(hexes.page, "window.told.at(-1).draft.turn_limit === 8")
    summary.focus()
    hexes.page.keyboard.press("End")
    hexes.settled(lambda: hexes.page.evaluate(WRITE))
    expect(summary).to_have_value("Half of a sentence")


@pytest.mark.quick
def test_hexes_by_keyboard_alone(hexes: Desk) -> None:
    page = hexes.page
    hexes.board.focus()
    hexes.press("ArrowUp", "2")
    expect(page.get_by_role("button", name="Mud")).to_have_attribute("aria-pressed", "true")
    expect(hexes.here).to_contain_text("E9")
    hexes.order("Enter")
    assert hexes.draft["terrain"]["mud"] == ["E9"]
    expect(hexes.here).to_contain_text("mud")
    hexes.order("Delete")
    assert not hexes.draft.get("terrain", {}).get("mud")
    hexes.press("0", "ArrowDown", "Enter", "ArrowUp", "ArrowRight")
    expect(page.locator(".foot")).to_contain_text("Arrow keys choose where A1 goes")
    hexes.order("Enter")
    assert hexes.draft["units"]["A1"]["hex"] in ("F9", "F8")
    hexes.order("r")
    assert hexes.draft["units"]["A1"]["facing"] == "NE"
    hexes.order("Delete")
    assert "A1" not in hexes.draft["units"]
    hexes.order("Control+z")
    assert "A1" in hexes.draft["units"]


def test_a_stroke_that_makes_no_sense_is_told_and_leaves_no_mark(hexes: Desk) -> None:
    def refused(route: Route) -> None:
        route.fulfill(status=409, json={"error": {"code": "unclear", "text": "There is no such brush."}})

    hexes.page.route("**/editor", refused)
    hexes.page.mouse.click(*hexes.at("C3"))
    expect(hexes.page.get_by_role("alert").filter(has_text="There is no such brush.")).to_be_visible()
    expect(hexes.page.locator(".e-echo *")).to_have_count(0)


def test_strokes_are_kept_while_the_server_is_away(hexes: Desk) -> None:
    hexes.page.context.set_offline(True)
    hexes.page.mouse.click(*hexes.at("C3"))
    expect(hexes.page.get_by_role("alert").filter(has_text="What you drew is kept")).to_be_visible()
    expect(hexes.page.locator(".e-echo path")).to_have_count(1)
    hexes.page.context.set_offline(False)
    expect(hexes.page.locator(".l-terrain .r-forest")).to_be_attached()
    assert hexes.draft["terrain"]["forest"] == ["C3"]


def test_of_strokes_that_went_together_only_the_wrong_one_is_lost(hexes: Desk) -> None:
    def refused(route: Route) -> None:
        if "D4" in (route.request.post_data or "").split('"strokes"')[-1]:
            route.fulfill(status=409, json={"error": {"code": "unclear", "text": "Not there."}})
        else:
            route.continue_()

    hexes.page.route("**/editor", refused)
    hexes.page.context.set_offline(True)
    for place in ("C3", "D4", "E5"):
        hexes.page.mouse.click(*hexes.at(place))
    expect(hexes.page.locator(".e-echo path")).to_have_count(3)
    hexes.page.context.set_offline(False)
    comes_true(hexes.page, "window.told.at(-1).draft.terrain?.forest?.length === 2")
    assert sorted(hexes.draft["terrain"]["forest"]) == ["C3", "E5"]
    expect(hexes.page.get_by_role("alert").filter(has_text="Not there.")).to_be_visible()
    expect(hexes.page.locator(".e-echo path")).to_have_count(0)


# ---------------------------------------------------------------- tiles, tables, the range track


def test_tiles_have_structures_and_edges(opened: Callable[..., Desk]) -> None:
    desk = opened("agrav", "")
    desk.take("High structure")
    desk.drag("C4", "E6")
    signs = {desk.draft["picture"][row][column] for column in (2, 3, 4) for row in (3, 4, 5)}
    assert len(signs) == 1 and signs != {desk.draft["picture"][0][0]}
    name, corners = next(iter(desk.draft["sections"].items()))
    assert corners == [2, 3, 4, 5]
    desk.page.mouse.move(*desk.at(f"@{name}"))
    expect(desk.here).to_contain_text(f"{name}, high structure")
    desk.take("Barricade")
    (x, y), (right, _) = desk.at("H3"), desk.at("I3")
    half = (right - x) / 2
    desk.settled(lambda: desk.page.mouse.click(x + half * 0.9, y))
    assert desk.draft["barricades"] == ["7,2 E"]
    desk.page.mouse.move(x, y + half)
    desk.page.mouse.down()
    desk.page.mouse.move(right + 2 * half, y + half * 1.1, steps=5)
    desk.settled(desk.page.mouse.up)
    assert sorted(desk.draft["barricades"]) == ["7,2 E", "7,2 S", "8,2 S", "9,2 S"]
    desk.settled(lambda: desk.page.mouse.click(x, y + half, button="right"))
    assert "7,2 S" not in desk.draft["barricades"]
    desk.board.focus()
    desk.press("ArrowUp", "Shift+ArrowRight")
    before = len(desk.draft["barricades"])
    desk.order("Enter")
    assert len(desk.draft["barricades"]) == before + 1
    assert desk.told["playable"] is True


def test_lists_of_the_form_have_the_names_of_the_draft(opened: Callable[..., Desk]) -> None:
    desk = opened("agrav", "container_yard")
    page = desk.page
    page.locator(".section summary", has_text="Places that score").click()
    page.get_by_label("Zones 1, Section").select_option(label="S3")
    comes_true(page, "window.told.at(-1).draft.zones[0].section === 'S3'")
    rounds = page.get_by_label("Zones 1, Rounds")
    rounds.fill("2, 5")
    desk.settled(lambda: rounds.press("Tab"))
    assert desk.draft["zones"][0]["rounds"] == [2, 5]
    desk.settled(lambda: page.get_by_role("button", name="Add: zones").click())
    assert len(desk.draft["zones"]) == 2
    assert desk.told["playable"] is False
    expect(page.locator(".section summary", has_text="Places that score").locator("em")).to_contain_text(
        "to mend"
    )
    desk.settled(lambda: page.get_by_role("button", name="Remove Zones 2").click())
    assert desk.told["playable"] is True


def test_a_table_has_boxes_of_ground_and_groups_of_models(opened: Callable[..., Desk]) -> None:
    desk = opened("close_assault", "")
    desk.take("Wood")
    desk.drag((2, 12), (7, 18))
    assert desk.draft["terrain"] == [{"ground": "wood", "box": [2, 12, 7, 18]}]
    desk.take("Objective")
    desk.click((18, 18))
    assert desk.draft["objectives"] == [[18, 18]]
    desk.drag((18, 4), (22, 7))
    assert desk.draft["units"]["B1"]["models"] == [[22, 7]]
    expect(desk.page.get_by_role("button", name="B1 Rhino")).to_have_attribute("aria-expanded", "true")
    desk.order("r")
    assert desk.draft["units"]["B1"]["facing"] == 75
    desk.settled(lambda: desk.page.get_by_label("B1, models: more").click())
    assert len(desk.draft["units"]["B1"]["models"]) == 2
    desk.take("Choose, move")
    desk.click((4, 15), button="right")
    assert not desk.draft.get("terrain")
    desk.order("Control+z")
    desk.take("Copy")
    desk.page.mouse.move(*desk.at((1, 11)))
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.at((8, 19)), steps=3)
    desk.page.mouse.up()
    desk.click((21, 21))
    assert desk.draft["terrain"][-1] == {"ground": "wood", "box": [22, 22, 27, 28]}


@pytest.mark.quick
def test_a_table_has_ground_of_any_shape(opened: Callable[..., Desk]) -> None:
    desk = opened("warstrike", "")
    pieces = len(desk.draft.get("terrain", []))
    desk.take("Wood")
    desk.drag((2, 10), (6, 14))
    assert desk.draft["terrain"][-1]["points"] == [[2, 10], [6, 10], [6, 14], [2, 14]]
    for corner in ((9, 9), (14, 9), (12, 13)):
        desk.page.mouse.click(*desk.at(corner))
    desk.settled(lambda: desk.page.mouse.dblclick(*desk.at((9, 12))))
    assert desk.draft["terrain"][-1]["points"] == [[9, 9], [14, 9], [12, 13], [9, 12]]
    desk.click((11, 10), button="right")
    assert len(desk.draft["terrain"]) == pieces + 1


def test_a_table_by_keyboard_alone(opened: Callable[..., Desk]) -> None:
    desk = opened("close_assault", "")
    desk.board.focus()
    desk.press("0", "Escape", "ArrowUp", "ArrowLeft", "Shift+ArrowLeft")
    expect(desk.here).to_contain_text("16.75 inches from the west, 5 from the south")
    desk.press("2", "Enter", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(desk.page.locator(".e-half")).to_be_attached()
    desk.order("Enter")
    assert desk.draft["terrain"] == [{"ground": "wood", "box": [13.75, 5, 16.75, 7]}]
    desk.press("ArrowRight", "ArrowDown")
    expect(desk.here).to_contain_text("forest; Cobalt sets up")
    desk.order("Delete")
    assert not desk.draft.get("terrain")


@pytest.mark.quick
def test_the_range_track_has_units_and_a_form(opened: Callable[..., Desk]) -> None:
    desk = opened("chase", "")
    page = desk.page
    desk.settled(lambda: desk.take("Add for Cobalt"))
    assert set(desk.draft["units"]) == {"A1", "A2", "B1"}
    kinds = page.get_by_label("Unit to add").locator("option")
    other = kinds.nth(1).get_attribute("value")
    page.locator(".l-hit [data-hex='@B1']").click()
    desk.settled(lambda: page.get_by_label("What B1 is").select_option(other))
    changed = desk.draft["units"]["B1"]
    assert other == f"{changed['tank']}/{changed['crew']}"
    desk.board.focus()
    desk.press("ArrowLeft")
    expect(page.locator(".unit-line[aria-expanded=true] b")).to_have_text("A2")
    desk.order("Delete")
    assert set(desk.draft["units"]) == {"A1", "B1"}
    expect(page.locator(".palette")).not_to_contain_text("Erase")


# ---------------------------------------------------------------- by touch


def touched(desk: Desk, *fingers: list[Spot]) -> None:
    """Fingers put down together, each going its way, lifted together."""
    line = desk.page.context.new_cdp_session(desk.page)

    def say(kind: str, step: int) -> None:
        points = [{"x": way[step][0], "y": way[step][1], "id": n} for n, way in enumerate(fingers)]
        gone = kind == "touchEnd"
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if gone else points})

    say("touchStart", 0)
    for step in range(1, len(fingers[0])):
        say("touchMove", step)
    say("touchEnd", -1)


@pytest.mark.quick
def test_one_finger_paints_and_two_move_the_board(opened: Callable[..., Desk]) -> None:
    desk = opened("tank_commander", "", **PHONE)
    desk.page.get_by_role("button", name="Mud").tap()
    desk.settled(lambda: touched(desk, [desk.at(place) for place in ("C4", "C5", "C6")]))
    assert sorted(desk.draft["terrain"]["mud"]) == ["C4", "C5", "C6"]
    count = desk.page.evaluate("window.told.length")
    view = desk.page.locator(".board-box svg.board")
    whole = view.get_attribute("viewBox")
    x, y = desk.at("E6")
    touched(desk, [(x - 20, y), (x - 60, y), (x - 90, y)], [(x + 20, y), (x + 60, y), (x + 90, y)])
    closer = view.get_attribute("viewBox")
    assert whole and closer and float(closer.split()[2]) < float(whole.split()[2])
    touched(desk, [(x - 30, y), (x - 30, y + 40)], [(x + 30, y), (x + 30, y + 40)])
    moved = view.get_attribute("viewBox")
    assert moved and float(moved.split()[1]) < float(closer.split()[1]) - 20
    assert desk.page.evaluate("window.told.length") == count
    assert "terrain" in desk.draft and len(desk.draft["terrain"]) == 1


# ---------------------------------------------------------------- for everybody


@pytest.mark.parametrize("look", ["desk", "phone"])
@pytest.mark.parametrize("ruleset", EDITED)
def test_axe_finds_nothing(opened: Callable[..., Desk], ruleset: str, look: str) -> None:
    """With nearly everything unfolded and something that is to be mended; colors are judged on the desk."""
    desk = opened(ruleset, "", **PHONE if look == "phone" else {})
    page = desk.page
    for _ in desk.draft["units"]:
        page.locator(".unit-line").first.click()
        desk.settled(lambda: page.locator(".pieces").get_by_role("button", name="Remove").click())
    expect(page.locator(".mending .go").first).to_be_visible()
    page.evaluate("[...document.querySelectorAll('details')].slice(0, -1).forEach(one => one.open = true)")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, ALL, COLORS["values"] if look == "phone" else []]) == []
    if look == "desk":
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(FOUND, [None, COLORS]) == []
    assert page.evaluate(BEYOND) == []


# ---------------------------------------------------------------- how soon a stroke shows


def test_a_stroke_shows_before_it_is_drawn(opened: Callable[..., Desk]) -> None:
    """On a board of 20 by 20; the times are printed, not judged."""
    desk = opened("tank_commander", "")
    draft = desk.draft | {"board": {"columns": 20, "rows": 20}}
    desk.page.evaluate(OPEN, ["tank_commander", draft])
    expect(desk.page.locator('.l-hit [data-hex="T20"]')).to_be_attached()
    desk.page.evaluate(WATCH)
    for place in ("C3", "F6", "J9", "M12", "Q15", "T18"):
        desk.click(place)
    comes_true(desk.page, "window.times.length === 6")
    times = desk.page.evaluate("window.times")
    assert [shown for _, _, shown in times] == [True] * 6
    print("ms from a press to its mark:", [round(made, 1) for made, _, _ in times])
    print("ms from a press to a frame with it:", [round(took, 1) for _, took, _ in times])
