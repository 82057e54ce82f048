"""A shot at the table: its dice are the server's, a key ends it, nothing moves before or after it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import HUMAN, SHOT, OpenPage, Server, Table, comes_true

from hulldown.game import Game

GOLDEN = Path(__file__).parents[1] / "golden"
# A kept battle of each ruleset, and how many orders come before the shot that is looked at.
BATTLES = {
    "tank_commander": ("skirmish", 28),
    "agrav": ("crossroads", 29),
    "close_assault": ("drill_square", 14),
    "warstrike": ("first_patrol", 13),
    "chase": ("even_ground", 9),
}
MOST_DICE = 12  # of a row lie in the tray
COUNTED = """
window.made = 0; window.contexts = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.made += 1; return animate.apply(this, how); };
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor(...how) { super(...how); window.contexts.push(this); }
};
"""
STILL = "() => document.getAnimations().length === 0 && !document.querySelector('.effects > g ~ g')"
SILENT = "() => window.contexts.every(context => context.state !== 'running')"
MEETS = """(units, tray) => units.filter(unit => {
    const [a, b] = [tray, unit].map(one => one.getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}).length"""


def before_a_shot(server: Server, ruleset: str) -> tuple[Table, int, str]:
    """A battle between two people just before a shot: the table, the seat that fires, the order."""
    scenario, number = BATTLES[ruleset]
    text = (GOLDEN / ruleset / f"{scenario}.json").read_text(encoding="utf-8")
    order = json.loads(text)["orders"][number]
    replay = Game.load(text).at(number).save()
    made = server.call("/api/games/load", json.loads(replay))
    table = Table(server, made["game"], [seat["token"] for seat in made["seats"]])
    return table, order["seat"], order["order"]


def sit_down(page: Page, table: Table, seat: int = 0) -> None:
    page.goto(f"{table.server.address}/table/{table.game}#seat={table.tokens[seat]}")
    expect(page.locator("svg.board .l-units [data-unit]").first).to_be_visible()
    page.wait_for_load_state("networkidle")  # the live line stands


def rows(page: Page) -> Locator:
    return page.locator(".tray li")


def rolls_of(told: Any) -> list[dict[str, Any]]:
    """The rolls of the last order, from what the server tells."""
    last = [part for part in told["log"] if part["number"] == told["number"]]
    return [roll for part in last for sentence in part["sentences"] for roll in sentence["rolls"]]


def faces_of(told: Any) -> list[int]:
    """The faces that the last order threw."""
    return sorted(face for roll in rolls_of(told) for face in (roll["faces"] or [roll["value"]]))


def shows_all(page: Page, told: Any) -> None:
    """Wait until every die lies on what the server threw."""
    expect(page.locator(".tray")).to_be_visible()
    expect(page.locator(".tray li:not(.thrown)")).to_have_count(0)
    faces = [[int(x) for x in str(row.get_attribute("data-faces")).split()] for row in rows(page).all()]
    assert sorted(face for row in faces for face in row) == faces_of(told)
    for row, thrown in zip(rows(page).all(), faces, strict=True):
        lie = row.locator(".cube").evaluate_all("all => all.map(one => Number(one.dataset.face))")
        assert lie == thrown[:MOST_DICE]


def covers(page: Page, units: list[str]) -> int:
    """How many drawings of units the tray meets."""
    marks = ", ".join(f".l-units [data-unit='{one}'], .l-units [data-group='{one}']" for one in units)
    drawings = page.locator(marks)
    assert drawings.count()
    return int(drawings.evaluate_all(MEETS, page.locator(".tray").element_handle()))


def concerned(told: Any) -> list[str]:
    """The units named by the shots of the last order that are still there."""
    last = [part for part in told["log"] if part["number"] == told["number"]]
    shots = [one["text"] for part in last for one in part["sentences"] if one["shot"]]
    return sorted({text.split("{")[at].split("}")[0] for text in shots for at in (1, 2)})


@pytest.mark.parametrize(
    ("ruleset", "look"),
    [*((ruleset, {}) for ruleset in BATTLES), ("chase", PHONE), ("tank_commander", PHONE)],
)
def test_a_shot_ends_with_the_dice_of_the_server(
    server: Server, open_page: OpenPage, ruleset: str, look: dict[str, Any]
) -> None:
    page = open_page(**{**look, "reduced_motion": "no-preference"})
    page.add_init_script(COUNTED)
    table, seat, order = before_a_shot(server, ruleset)
    sit_down(page, table, seat)
    assert page.evaluate("window.contexts.length") == 0  # nobody has touched the page
    page.keyboard.press("Shift")
    told = table.act(seat, order)
    shows_all(page, told)
    comes_true(page, STILL)
    assert covers(page, concerned(told)) == 0
    tray, stage = (page.locator(where).bounding_box() for where in (".tray", ".board-box"))
    assert tray and stage
    assert tray["width"] <= min(236, 0.46 * stage["width"]) + 1
    assert page.evaluate("window.contexts.length") == 1
    comes_true(page, SILENT)


@pytest.mark.parametrize("ruleset", BATTLES)
def test_less_motion_makes_no_animation_and_no_sound(server: Server, page: Page, ruleset: str) -> None:
    page.add_init_script(COUNTED)
    table, seat, order = before_a_shot(server, ruleset)
    sit_down(page, table, seat)
    page.keyboard.press("Shift")
    shows_all(page, table.act(seat, order))
    assert page.evaluate("[window.made, window.contexts.length]") == [0, 0]


def shot_in_flight(duel: Table, open_page: OpenPage) -> tuple[Page, Any]:
    """A page on which a shot begins while its clock stands still, and the position after the shot."""
    page = open_page(reduced_motion="no-preference")
    page.clock.install()
    duel.sit_down(page)
    page.wait_for_load_state("networkidle")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    view = duel.act(0, SHOT)
    expect(page.locator("svg.effects")).to_be_attached()
    return page, view


@pytest.mark.parametrize("ends", ["key", "click"])
def test_a_key_or_a_click_ends_a_shot_at_once(duel: Table, open_page: OpenPage, ends: str) -> None:
    """The page's clock stands still meanwhile."""
    page, view = shot_in_flight(duel, open_page)
    expect(page.locator(".tray")).to_have_count(0)
    if ends == "key":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(5, 5)
    shows_all(page, view)
    expect(page.locator(".fx-loss").first).to_be_attached()
    expect(page.locator("svg.effects > g")).to_have_count(1)  # words and craters; all else is gone
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("speed", "opens"), [("full", 120), ("fast", 60)])
def test_the_tray_opens_by_the_clock(duel: Table, open_page: OpenPage, speed: str, opens: int) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(f"localStorage.setItem('hulldown.speed', '{speed}')")
    page.clock.install()
    duel.sit_down(page)
    page.wait_for_load_state("networkidle")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    duel.act(0, SHOT)
    expect(page.locator("svg.effects")).to_be_attached()
    page.clock.run_for(opens - 1)
    assert page.locator(".tray").count() == 0
    page.clock.run_for(1)
    expect(page.locator(".tray")).to_be_attached()


def test_the_answer_waits_until_the_own_result_was_seen(server: Server, open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    table = server.begin(HUMAN)
    table.march()
    table.sit_down(page)
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCHED)
    table.act(0, SHOT)
    table.act(0, "A1 end")
    table.act(1, "B1 turn right with")
    table.act(1, "B1 move")
    comes_true(page, "() => window.seen.moved > 0")
    seen = page.evaluate("window.seen")
    assert seen["moved"] - seen["thrown"] >= 600


# When the last die fell, and when the enemy's tank stood elsewhere, by the page's clock in ms.
WATCHED = """() => {
    window.seen = {thrown: 0, moved: 0};
    const where = () => document.querySelector('.l-units [data-unit=B1]')?.getAttribute('transform');
    const from = where();
    new MutationObserver(() => {
        const tray = document.querySelector('.tray');
        if (tray && !tray.querySelector('li:not(.thrown)')) window.seen.thrown ||= performance.now();
        if (where() && where() !== from) window.seen.moved ||= performance.now();
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_the_tray_stands_clear_of_two_units(server: Server, page: Page) -> None:
    """Over two hundred pairs of places on stages of three sizes."""
    page.goto(server.address)
    wrong, hidden = page.evaluate(PLACED)
    assert wrong == []
    assert hidden <= 3


PLACED = """async () => {
    const {place} = await import('/static/table/dice_tray.js');
    let x = 7;
    const next = most => { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; return x % most; };
    const box = (width, height) => {
        const el = document.createElement('div');
        el.style.cssText = `position: absolute; width: ${width}px; height: ${height}px`;
        return el;
    };
    const wrong = [];
    let hidden = 0;
    const sizes = [[1124, 764, 236, 190], [756, 632, 236, 190], [390, 490, 178, 170]];
    for (const [wide, high, tray, tall] of sizes) {
        const stage = box(wide, high);
        document.body.append(stage);
        for (let turn = 0; turn < 70; turn += 1) {
            const dice = box(tray, tall);
            const units = [0, 1].map(() => {
                const unit = box(56, 56);
                unit.style.left = `${next(wide - 56)}px`;
                unit.style.top = `${next(high - 56)}px`;
                return unit;
            });
            stage.replaceChildren(dice, ...units);
            place(dice, stage, units.map(unit => [unit.getBoundingClientRect()]));
            const a = dice.getBoundingClientRect(), room = stage.getBoundingClientRect();
            const meets = units.some(unit => {
                const b = unit.getBoundingClientRect();
                return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            });
            const inside = a.left >= room.left && a.right <= room.right && a.top >= room.top
                && a.bottom <= room.bottom;
            if (dice.matches('.hidden')) hidden += 1; // two units in the middle of a phone
            else if (meets || !inside) wrong.push([wide, turn]);
        }
    }
    return [wrong, hidden];
}"""


def test_sound_is_one_switch(duel: Table, open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(COUNTED)
    duel.sit_down(page)
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+S")
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Shift")
    shows_all(page, duel.act(0, SHOT))
    assert page.evaluate("window.contexts.length") == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    comes_true(page, "() => window.contexts.length === 1")


def test_the_dice_of_a_sound_follow_from_unit_and_result(server: Server, page: Page) -> None:
    page.goto(server.address)
    events = [
        ({"what": "gun", "card": {"kind": "tank", "kind_name": "battle tank"}}, "tank gun"),
        ({"what": "gun", "card": {"kind": "tank", "kind_name": "heavy tank"}}, "heavy gun"),
        ({"what": "gun", "card": {"kind": "squad"}}, "rifle"),
        ({"what": "gun", "card": {"kind": "tank"}, "count": 3}, "burst"),
        ({"what": "missed", "card": {"kind": "tank"}}, "miss"),
        ({"what": "glanced", "card": {"kind": "tank"}}, "ricochet"),
        ({"what": "pierced", "card": {"kind": "tank"}}, "hit"),
        ({"what": "destroyed", "card": {"kind": "tank"}}, "explosion"),
        ({"what": "drive", "card": {"kind": "walker"}}, "walker engine"),
        ({"what": "drive", "card": {"kind": "squad"}}, ""),
    ]
    script = "async events => events.map((await import('/static/table/cues.js')).soundOf)"
    assert page.evaluate(script, [event for event, _ in events]) == [sound for _, sound in events]


def card(unit: str, **more: Any) -> dict[str, Any]:
    side = 0 if unit == "A1" else 1
    plain = {"kind": "tank", "kind_name": "", "track": "Hull", "note": "", "crew": [], "state": []}
    return {"unit": unit, "side": side, "points": {"on": 4, "full": 4}, **plain, **more}


def roll(text: str, faces: list[int], needed: int | None, success: bool | None, sides: int = 6) -> Any:
    many = faces if len(faces) > 1 else []
    return {
        **{"text": text, "value": sum(faces), "faces": many, "needed": needed, "success": success},
        **{"sides": sides, "rule": "X-1", "modifiers": []},
    }


HURT = {"points": {"on": 3, "full": 4}, "crew": [{"letter": "G", "role": "Gunner", "state": "hurt"}]}
FIT = {"crew": [{"letter": "G", "role": "Gunner", "state": "ok"}]}


@pytest.mark.parametrize(
    ("rolls", "was", "now", "outcome", "losses", "results"),
    [
        ([roll("Needs 3+, rolled 2: missed.", [2], 3, False)], {}, {}, "missed", [], ["2: missed"]),
        (
            [roll("Needs 80 or less: 26, hit.", [26], 80, True, 100)] * 2,
            *({"track": "Health", "note": "90 of 90"}, {"track": "Health", "note": "39.5 of 90"}),
            *("pierced", ["\u221251 health"], ["2 of 2 hit"]),
        ),
        (
            [roll("Needs 8: 6 + 2 = 8, hit, Effect 0.", [6, 2], 8, True)],
            *({}, {}, "glanced", [], ["8, hit, Effect 0"]),
        ),
        (
            [
                roll("To hit, 5+: 2 of 4.", [5, 6, 1, 2], 5, None),
                roll("Saves, 3+: 0 of 2.", [1, 2], 3, False),
            ],
            *({"track": "Models"}, {"track": "Models", "points": {"on": 3, "full": 4}}),
            *("pierced", ["\u22121 model"], ["2 of 4", "0 of 2"]),
        ),
        (
            [
                roll("Needs 3+, rolled 5: hit.", [5], 3, True),
                roll("5 + 6 = 11 against rear 6: penetrated.", [5], 1, True),
            ],
            *(FIT, HURT, "pierced", ["\u22121 hull", "gunner wounded"], ["5: hit", "5 + 6 = 11: penetrated"]),
        ),
        (
            [roll("Needs 3+, rolled 5: hit.", [5], 3, True)],
            *({}, {"state": ["wreck"]}, "destroyed", ["destroyed"], ["5: hit"]),
        ),
    ],
)
def test_what_a_shot_did_follows_from_rolls_and_cards(
    server: Server,
    page: Page,
    rolls: list[Any],
    was: dict[str, Any],
    now: dict[str, Any],
    outcome: str,
    losses: list[str],
    results: list[str],
) -> None:
    page.goto(server.address)
    text = "{A1|Your Hunter} fires at {B1|the enemy Hunter}."
    said = {"text": text, "shot": True, "heading": False, "rolls": rolls, "rules": []}
    before = {"cards": [card("A1"), card("B1", **was)], "to_act": [0], "seat": 0, "number": 1}
    before["status"] = {"extras": {}}
    log = [{"number": 2, "sentences": [said]}]
    after = {"cards": [card("A1"), card("B1", **now)], "to_act": [1], "seat": 0, "number": 2, "log": log}
    after["status"] = before["status"]
    script = "async views => (await import('/static/table/cues.js')).storyOf(...views)"
    story = page.evaluate(script, [before, after])
    salvo = story["salvos"][0]
    assert [salvo["outcome"], salvo["losses"]] == [outcome, losses]
    assert [row["result"] for row in story["rows"]] == results
    assert story["own"]


def test_no_hit_is_left_out_of_a_row_and_each_says_who_threw(server: Server, page: Page) -> None:
    """Of more dice than are drawn those that hit come first."""
    page.goto(server.address)
    text = "{A1|Your Hunter} fires at {B1|the enemy Hunter}."
    thrown = roll("To hit, 5+: 2 of 14.", [*[1] * 12, 6, 5], 5, None)
    said = {"text": text, "shot": True, "heading": False, "rolls": [thrown], "rules": []}
    status = {"extras": {}}
    views = [
        {"cards": [card("A1"), card("B1")], "to_act": [0], "seat": 0, "number": n, "status": status}
        for n in (1, 2)
    ]
    views[1]["log"] = [{"number": 2, "sentences": [said]}]
    told = page.evaluate(TRAY, views)
    assert told["faces"][:3] == [6, 5, 1]
    assert told["cubes"] == 12
    assert told["words"][0] == "Your Hunter at the enemy Hunter"
    assert "+2" in told["words"]


TRAY = """async views => {
    const {storyOf} = await import('/static/table/cues.js');
    const {trayOf} = await import('/static/table/dice_tray.js');
    const {rows} = storyOf(...views);
    const line = trayOf(rows).firstElementChild;
    const words = [...line.querySelectorAll('.by, .rest')].map(one => one.textContent);
    return {faces: rows[0].faces, cubes: line.querySelectorAll('.cube').length, words};
}"""


def test_words_of_a_loss_stand_by_who_lost_and_go(duel: Table, open_page: OpenPage) -> None:
    page, view = shot_in_flight(duel, open_page)
    page.keyboard.press("Escape")
    shows_all(page, view)
    words = page.locator(".fx-loss")
    expect(words.first).to_be_attached()
    place, unit = words.first.bounding_box(), page.locator(".l-units [data-unit=B1]").bounding_box()
    assert place and unit
    assert place["x"] < unit["x"] + 3 * unit["width"]
    assert place["x"] + place["width"] > unit["x"] - 2 * unit["width"]
    page.clock.run_for(3600)
    expect(words).to_have_count(0)
