"""From the invitation to the battle, who is there, the call when it is your turn, what happened since."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.table import RANDOM, Server, Table
from tests.browser.test_axe import FOUND, LEVELS

HUMAN, INVITE = ({"kind": kind, "player": "", "name": ""} for kind in ("human", "invite"))
ELSEWHERE = """
Object.defineProperty(document, 'hasFocus', {value: () => !window.wentAway});
window.notes = []; window.tones = 0;
window.Notification = class {
  constructor(title, more) { window.notes.push([title, more.body]); }
  close() {}
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
"""
FAMILIES = {
    "hex": ("tank_commander", "skirmish"),
    "tiles": ("agrav", "crossroads"),
    "track": ("chase", "even_ground"),
    "plane": ("warstrike", "first_patrol"),
}


def kept(page: Page, server: Server, game: str, *seats: dict[str, Any]) -> None:
    """Keep seats in a browser, as a page does that has begun a game."""
    page.goto(server.address)
    held = {str(seat["seat"]): {"token": seat["token"], "kind": seat["kind"]} for seat in seats}
    page.evaluate("kept => localStorage.setItem(...kept)", [f"hulldown.seats.{game}", json.dumps(held)])


def invited(server: Server, page: Page) -> tuple[str, str]:
    """A page at its invitation: the game and the link."""
    order = {"ruleset": "chase", "scenario": "even_ground", "seed": 1, "seats": [HUMAN, INVITE]}
    made = server.call("/api/games", order)
    kept(page, server, made["game"], *made["seats"])
    page.goto(f"{server.address}/table/{made['game']}")
    expect(page).to_have_url(f"{server.address}/invite/{made['game']}")
    return made["game"], page.get_by_label("Link", exact=True).input_value()


@pytest.mark.quick
def test_from_the_invitation_to_the_battle(
    server: Server, page: Page, open_page: Callable[..., Page]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game, link = invited(server, page)
    expect(page.get_by_role("img", name="Link as a QR code")).to_be_visible()
    guests = page.get_by_role("list", name="Who has come")
    expect(guests).to_contain_text("Your friend has not opened it yet")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    guest = open_page()
    guest.goto(link)
    expect(guests).to_contain_text("Your friend has opened it and is choosing")
    expect(guest.get_by_text("Blue, who invites you, is here")).to_be_visible()
    guest.goto("about:blank")
    expect(guests).to_contain_text("Your friend opened it and is away")
    guest.goto(link)
    guest.get_by_role("button", name="Agree and join").click()
    for side in (page, guest):
        expect(side).to_have_url(f"{server.address}/table/{game}")
        expect(side.locator("svg.board .l-units [data-unit=A1]")).to_be_visible()
    expect(page.locator("#people")).to_have_text("Orange here")
    expect(guest.locator("#people")).to_have_text("Blue here")
    guest.context.set_offline(True)
    expect(guest.locator("#lost")).to_be_visible()
    expect(page.locator("#people")).to_have_text(re.compile("Orange away"))
    guest.context.set_offline(False)
    expect(page.locator("#people")).to_have_text("Orange here")
    expect(guest.locator("#lost")).to_be_hidden()


def test_an_invitation_taken_back(server: Server, page: Page, open_page: Callable[..., Page]) -> None:
    _, link = invited(server, page)
    guest = open_page()
    guest.goto(link)
    expect(guest.get_by_role("button", name="Agree and join")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="the link stops working").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(guest.get_by_role("heading", name="This invitation was taken back.")).to_be_visible()


@pytest.mark.parametrize("look", [{}, {**PHONE, "color_scheme": "dark"}], ids=["desk", "phone, dark"])
def test_axe_finds_nothing(server: Server, open_page: Callable[..., Page], look: dict[str, Any]) -> None:
    page = open_page(**look)
    invited(server, page)
    expect(page.get_by_role("img", name="Link as a QR code")).to_be_visible()
    expect(page.get_by_role("heading", name="Not by the printed rules")).to_be_visible()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(FOUND, [None, {"type": "tag", "values": LEVELS}, []]) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_person_elsewhere_is_called(duel: Table, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.add_init_script(ELSEWHERE)
    duel.sit_down(page)
    sound, bell = (page.get_by_role("button", name=name) for name in ("Sound", "Notify me"))
    expect(sound).to_have_attribute("aria-pressed", "false")  # who wants less motion switches it on by hand
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.evaluate("window.tones = 0")  # without the sample
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    icon = page.locator('link[rel="icon"]')
    duel.act(0, "A1 end")
    expect(page.get_by_text("Waiting for Orange")).to_be_visible()
    assert "Your turn" not in page.title()
    page.evaluate("window.wentAway = true")
    pass_on(duel)
    expect(page).to_have_title(re.compile("^\u25cf Your turn: Skirmish"))
    expect(icon).to_have_attribute("href", re.compile("^data:image/png"))
    assert page.evaluate("window.tones") == 4  # two notes, each with one above it
    assert [title for title, _ in page.evaluate("window.notes")] == ["Your turn"]
    page.evaluate("window.wentAway = false; dispatchEvent(new Event('focus'))")
    expect(page).to_have_title(re.compile("^Skirmish"))
    expect(icon).to_have_attribute("href", "data:,")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    duel.act(0, "A1 end")
    expect(page.get_by_text("Waiting for Orange")).to_be_visible()
    page.evaluate("window.wentAway = true")
    pass_on(duel)
    expect(page).to_have_title(re.compile("Your turn"))
    assert page.evaluate("window.tones") == 0


def pass_on(table: Table) -> None:
    """Rust ends its activations until Cobalt is to act."""
    while (now := table.view())["to_act"] != [0]:
        table.act(now["to_act"][0], "B1 end", number=now["number"])


@pytest.mark.parametrize("family", FAMILIES)
def test_what_happened_since_is_stepped_by_keys(server: Server, page: Page, family: str) -> None:
    ruleset, scenario = FAMILIES[family]
    order = {"ruleset": ruleset, "scenario": scenario, "seed": 5, "seats": [HUMAN, RANDOM]}
    made = server.call("/api/games", order)
    table = Table(server, made["game"], [seat["token"] or "" for seat in made["seats"]])
    steps = played(table)
    table.sit_down(page) if family != "plane" else page.goto(
        f"{server.address}/table/{table.game}#seat={table.tokens[0]}"
    )
    expect(page.locator("#acts .act").first).to_be_visible()
    now, drawn = page.locator("#odds"), page.locator(".l-since > *")
    count = len(steps)
    expect(drawn).to_have_count(0)
    for at, step in enumerate(steps[:3], 1):
        page.keyboard.press(".")
        expect(now).to_contain_text(f"Since you decided, {at} of {count}")
        expect(drawn).to_have_count(marks(step))
    page.keyboard.press(",")
    if count > 1:
        expect(now).to_contain_text(f"{min(count, 3) - 1} of {count}")
        page.keyboard.press("Escape")
    expect(now).not_to_contain_text("Since you decided")
    expect(drawn).to_have_count(0)


def marks(step: dict[str, Any]) -> int:
    """How many marks an order has: groups, and one path for all places that are otherwise."""
    return len(re.findall(r'<g class="since-|class="since-place"', step["picture"]))


def played(table: Table) -> list[dict[str, Any]]:
    """Give orders at random until the computer has done something that shows; what that was."""
    for at in range(60):
        view = table.view()
        if view["yours"]:
            steps: list[dict[str, Any]] = table.get("since")["steps"]
            if any(step["picture"] for step in steps):
                return steps
            may = [one for one in view["orders"] if not one["refusal"] and one["group"] != "concede"]
            ends = [one for one in may if one["group"] == "end"]
            chosen = ends[0] if ends and at % 2 else may[at % len(may)]
            table.act(0, chosen["text"], number=view["number"])
        else:
            table.get("since")  # lets the computer go on
    raise AssertionError("the computer did nothing")
