"""A scenario drawn by hand for each kind of board: played to its end by the computer, given away, opened
and proved elsewhere.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import running
from tests.browser.table import OpenPage, Server, comes_true

import hulldown
from hulldown.catalogue import OwnFile
from hulldown.rulesets.common.packs import load_pack

Spot = tuple[float, float]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another server, which knows nothing of the first."""
    with running(tmp_path_factory.mktemp("elsewhere")) as started:
        yield started


@dataclass(frozen=True)
class Easel:
    """The scenario that is open in the workshop."""

    page: Page
    ruleset: str

    @property
    def kept(self) -> str:
        """The pack as the page keeps it, as text."""
        return self.page.evaluate("key => localStorage.getItem(key)", self.key) or "{}"

    @property
    def key(self) -> str:
        return f"hulldown.workshop.{self.ruleset}"

    @property
    def draft(self) -> dict[str, Any]:
        """The only scenario of the pack."""
        (draft,) = json.loads(self.kept)["pack"]["scenarios"].values()
        assert isinstance(draft, dict)
        return draft

    def take(self, tool: str) -> None:
        """Take a tool of the palette."""
        self.page.locator(".palette").get_by_role("button", name=tool, exact=True).first.click()

    def cell(self, name: str) -> Spot:
        """Where a cell of the board is on the screen."""
        box = self.page.locator(f'.l-hit [data-hex="{name}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def inch(self, x: float, y: float) -> Spot:
        """Where a place of the table is on the screen."""
        box = self.page.locator(".l-grid .rim").bounding_box()
        assert box is not None
        scale = box["width"] / self.draft["size"][0]
        return box["x"] + x * scale, box["y"] + box["height"] - y * scale

    def stroke(self, begin: Spot, end: Spot) -> None:
        """Draw from one place to the other, and wait until it is drawn."""

        def draw() -> None:
            self.page.mouse.move(*begin)
            self.page.mouse.down()
            self.page.mouse.move(*end, steps=6)
            self.page.mouse.up()

        self.changed(draw)

    def changed(self, act: Callable[[], object]) -> None:
        """Do something to the scenario, and wait until the page has it."""
        before = self.kept
        act()
        comes_true(self.page, "([key, before]) => localStorage.getItem(key) !== before", [self.key, before])

    def fill(self, label: str, text: str) -> None:
        """Fill in a field of the form."""
        field = self.page.get_by_label(label, exact=True).first
        field.fill(text)
        self.changed(lambda: field.press("Tab"))

    def last_for(self, label: str, field: str, turns: int) -> None:
        """Set the turn limit, which is filled in or, where it is a small number, stepped to."""
        less = self.page.get_by_label(f"{label}: less")
        if not less.count():
            self.fill(label, str(turns))
        for _ in range(self.draft[field] - turns if less.count() else 0):
            self.changed(less.click)


def hexes(easel: Easel) -> None:
    easel.take("Forest")
    easel.stroke(easel.cell("E3"), easel.cell("G3"))


def tiles(easel: Easel) -> None:
    easel.page.locator(".section summary", has_text="Places that score").click()
    easel.fill("Zones 1, Rounds", "2")  # before, it scored when the battle is over now
    easel.take("High structure")
    easel.stroke(easel.cell("C9"), easel.cell("D10"))


def table(easel: Easel) -> None:
    easel.take("Wood")
    easel.stroke(easel.inch(1, 9), easel.inch(5, 13))


def track(easel: Easel) -> None:
    """There is no ground to paint: another tank stands on it."""
    easel.page.mouse.click(*easel.cell("@B1"))
    kinds = easel.page.get_by_label("What B1 is")
    other = kinds.locator("option").nth(1).get_attribute("value")
    easel.changed(lambda: kinds.select_option(other))


@dataclass(frozen=True)
class Kind:
    """A kind of board: a scenario to start from, what is drawn, where the file says so, the turn limit."""

    ruleset: str
    scenario: str
    paint: Callable[[Easel], None]
    said: str
    limit: tuple[str, str]


KINDS = {
    "hexes": Kind("tank_commander", "skirmish", hexes, "terrain", ("Turn limit", "turn_limit")),
    "tiles": Kind("agrav", "crossroads", tiles, "picture", ("Rounds", "rounds")),
    "plane with boxes": Kind("close_assault", "drill_square", table, "terrain", ("Rounds", "rounds")),
    "plane with shapes": Kind("warstrike", "first_patrol", table, "terrain", ("Turns", "turns")),
    "range track": Kind("chase", "even_ground", track, "units", ("Turn limit", "turn_limit")),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_painted_scenario_is_played_to_its_end_and_proved_elsewhere(
    server: Server, elsewhere: Server, open_page: OpenPage, tmp_path: Path, kind: Kind
) -> None:
    # Painted, from one that ships.
    page = open_page()
    page.goto(f"{server.address}/workshop?ruleset={kind.ruleset}#scenarios")
    page.locator(f'[data-key="start {kind.scenario}"]').click()
    expect(page.locator(".editor")).to_contain_text("You can play it as it is.")
    easel = Easel(page, kind.ruleset)
    printed = easel.draft
    easel.last_for(*kind.limit, 2)
    kind.paint(easel)
    expect(page.locator(".editor")).to_contain_text("You can play it as it is.")
    painted = easel.draft
    assert painted[kind.said] != printed.get(kind.said) and painted[kind.limit[1]] == 2

    # Played to its end by the computer, taken along.
    page.get_by_label("Who plays the other side").select_option("both")
    page.get_by_label("How strong the computer is").select_option(label="Recruit")
    with page.expect_download() as exported:
        page.get_by_role("button", name="Export").click()
    pack = tmp_path / "painted.hulldown"
    exported.value.save_as(pack)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#title")).to_contain_text(painted["name"])
    expect(page.locator("#over h2")).to_be_visible()
    ended = page.locator("#over h2").inner_text()
    page.locator("#menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the battle as a file").click()
    battle = tmp_path / "battle.json"
    saved.value.save_as(battle)

    # Given away: a friend elsewhere opens the pack, and the battle.
    friend = open_page()
    friend.goto(f"{elsewhere.address}/workshop?ruleset={kind.ruleset}")
    friend.get_by_label("Import").set_input_files(pack)
    friend.locator(".chapters").get_by_role("link", name="Scenarios").click()
    expect(friend.locator(".stamps li")).to_contain_text(painted["name"])
    expect(friend.locator(".stamps .mini")).to_be_visible()
    friend.goto(elsewhere.address)
    friend.get_by_label("Open a saved battle").set_input_files(battle)
    expect(friend.locator("#title")).to_contain_text(painted["name"])
    expect(friend.locator("#over h2")).to_have_text(ended)

    # Proved by its file alone.
    (own,) = load_pack(pack).scenarios.values()
    pack.unlink()
    text = battle.read_text()
    assert hulldown.Game.verify(text) == []
    game = hulldown.Game.load(text)
    assert game.result is not None and isinstance(game.scenario, OwnFile)
    assert tomllib.loads(game.scenario.text) == tomllib.loads(own.text) == painted
